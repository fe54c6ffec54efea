"""What building the services costs, and what it leaves for later."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from epicrec_desktop import wiring
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.library import LibraryService


def test_a_start_imports_nothing_that_speaks_or_solves(tmp_path: Path) -> None:
    """They take a tenth of a second each and more, and nothing is asked or solved yet."""
    wiring.build(Paths.under(tmp_path)).close()  # makes the database
    code = (
        "import sys; from pathlib import Path; from epicrec_desktop import wiring;"
        "from epicrec_desktop.paths import Paths;"
        f"wiring.build(Paths.under(Path({str(tmp_path)!r}))).close();"
        "print([n for n in ('sqlalchemy', 'numpy', 'requests', 'cvxpy', 'clarabel', 'scipy') "
        "if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_first_change_after_loading_everything_imports_nothing_large(tmp_path: Path) -> None:
    """Else the first click on a poster of a window would wait for SQLAlchemy."""
    code = (
        "import sys; from pathlib import Path; from epicrec_desktop import wiring;"
        "from epicrec_desktop.paths import Paths;"
        f"services = wiring.build(Paths.under(Path({str(tmp_path)!r})));"
        "services.make_all(); before = set(sys.modules);"
        "services.library.refuse(services.library.best_known(1)[0][0]);"
        "print([n for n in sorted(set(sys.modules) - before) if n.startswith('sqlalchemy.orm')"
        " or n.endswith('store.models')]); services.close()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_service_is_made_once_whoever_asks(tmp_path: Path, monkeypatch) -> None:
    """Services keep locks: two of a kind would not keep each other out."""
    services = wiring.build(Paths.under(tmp_path), starter=False)
    made, together = [], threading.Barrier(8)
    genuine = LibraryService.__init__

    def slowly(self, context) -> None:
        made.append(self)
        threading.Event().wait(0.05)
        genuine(self, context)

    monkeypatch.setattr(LibraryService, "__init__", slowly)
    got: list[LibraryService] = []

    def ask() -> None:
        together.wait()
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
