"""What building the services costs, and what it leaves for later."""

import shutil
import threading

from epicrec_desktop import wiring
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.library import LibraryService
from processes import python
from waiting import wait_until

STARTED = """
import sys
from pathlib import Path
from epicrec_desktop import wiring
from epicrec_desktop.paths import Paths
services = wiring.build(Paths.under(Path(sys.argv[1])))
heavy = {"numpy", "requests", "cvxpy", "clarabel", "scipy"}
print(sorted(heavy & sys.modules.keys()))
services.close()
"""


def test_a_start_imports_nothing_that_asks_or_solves(prepared, tmp_path):
    base = shutil.copytree(prepared, tmp_path / "base")
    done = python("-c", STARTED, str(base), check=True)
    assert done.stdout.strip() == "[]"


def test_a_start_removes_the_posters_that_earlier_versions_downloaded(prepared, tmp_path):
    paths = Paths.under(shutil.copytree(prepared, tmp_path / "base"))
    paths.downloads.mkdir(exist_ok=True)
    for ending in ("", "-wal", "-shm", "-journal"):
        paths.downloads.joinpath(f"films.sqlite3{ending}").write_bytes(b"posters")
    ratings = paths.downloads / "ml-latest-small.zip"
    ratings.write_bytes(b"ratings")
    wiring.build(paths).close()
    assert list(paths.downloads.iterdir()) == [ratings]


def test_a_service_is_made_once_whoever_asks(tmp_path, monkeypatch):
    """Services keep locks: two of a kind would not keep each other out."""
    services = wiring.build(Paths.under(tmp_path), starter=False)
    made, asked = [], []
    genuine = LibraryService.__init__

    def slowly(self, context):
        made.append(self)
        wait_until(lambda: len(asked) == 8)
        genuine(self, context)

    monkeypatch.setattr(LibraryService, "__init__", slowly)
    got: list[LibraryService] = []

    def ask():
        asked.append(1)
        got.append(services.library)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    services.make_all()
    services.close()
    assert len(made) == 1
    assert {id(one) for one in got} == {id(made[0])}
    assert services.library is made[0]
