"""What building the services costs, and what it leaves for later."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from pathlib import Path

from epicrec_desktop import wiring
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.library import LibraryService
from waiting import wait_until

STARTED = """
import sys
from pathlib import Path
from epicrec_desktop import wiring
from epicrec_desktop.paths import Paths
services = wiring.build(Paths.under(Path(sys.argv[1])))
heavy = {"sqlalchemy", "numpy", "requests", "cvxpy", "clarabel", "scipy"}
print(sorted(heavy & sys.modules.keys()))
services.make_all()
before = set(sys.modules)
services.library.refuse(services.library.best_known(1)[0][0])
names = sorted(set(sys.modules) - before)
print([n for n in names if n.startswith("sqlalchemy.orm") or n.endswith("store.models")])
services.close()
"""


def test_neither_a_start_nor_the_first_change_imports_what_is_large(
    prepared: Path, tmp_path: Path
) -> None:
    """A start asks and solves nothing; the first click on a poster waits for no SQLAlchemy."""
    base = shutil.copytree(prepared, tmp_path / "base")
    done = subprocess.run(
        [sys.executable, "-c", STARTED, str(base)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[:2] == ["[]", "[]"]


def test_a_service_is_made_once_whoever_asks(tmp_path: Path, monkeypatch) -> None:
    """Services keep locks: two of a kind would not keep each other out."""
    services = wiring.build(Paths.under(tmp_path), starter=False)
    made, asked = [], []
    genuine = LibraryService.__init__

    def slowly(self, context) -> None:
        made.append(self)
        wait_until(lambda: len(asked) == 8)
        genuine(self, context)

    monkeypatch.setattr(LibraryService, "__init__", slowly)
    got: list[LibraryService] = []

    def ask() -> None:
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
