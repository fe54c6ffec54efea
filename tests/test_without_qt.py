"""The core runs without Qt: every module outside the window is imported, and a sample run made."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

import epicrec_desktop
from processes import python

PACKAGE = Path(epicrec_desktop.__file__).parent
OF_THE_WINDOW = (
    "ui",
    "app",
    "__main__",
    "lab.benchmarks.window_probe",
    "lab.benchmarks.window_watch",
)
WITHOUT_QT = """
import sys
from importlib import import_module

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

sys.meta_path.insert(0, Blocked())
"""


def run(program: str, *arguments: str) -> str:
    """Return what a Python program prints in which Qt cannot be imported."""
    done = python("-c", WITHOUT_QT + program, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def modules() -> list[str]:
    """Return the names of all modules that are not of the window, without the package's own."""
    names = [
        ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
        for file in sorted(PACKAGE.rglob("*.py"))
        if "migrations" not in file.parts
    ]
    names = [name.removesuffix(".__init__") for name in names if name != "__init__"]
    return [
        n
        for n in names
        if not n.startswith(tuple(f"{w}." for w in OF_THE_WINDOW)) and n not in OF_THE_WINDOW
    ]


def test_every_module_outside_the_window_can_be_imported():
    pytest.importorskip("fastapi", reason="epicrec-server needs the extra server")
    pytest.importorskip("matplotlib", reason="epicrec-lab needs the extra lab")
    wanted = [n for n in modules() if find_spec("pyspark") or "spark" not in n]
    program = (
        "for name in sys.argv[1:]:\n    import_module(f'epicrec_desktop.{name}')\nprint('done')"
    )
    assert len(wanted) > 300
    assert run(program, *wanted) == "done\n"


def test_a_sample_run_ends_with_recommendations(tmp_path):
    """In a process of its own, which reads the history in another one."""
    program = "from epicrec_desktop.cli import main\nsys.exit(main(sys.argv[1:]))"
    said = run(program, "--base-dir", str(tmp_path / "base"), "--json", "run", "--sample")
    done = json.loads(said)
    assert sum(movie["status"] == "confirmed" for movie in done["movies"]) > 20
    assert done["release"]["items"]
    assert done["recommendations"]["overall"]


def test_qt_is_blocked_in_these_programs():
    program = "try:\n    import PySide6\nexcept ModuleNotFoundError:\n    print('blocked')"
    assert run(program) == "blocked\n"
