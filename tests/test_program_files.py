"""An upgrade under a running program: a second process whose files are replaced."""

import shutil
import subprocess
import sys
from pathlib import Path

from epicrec_desktop import program_files, system_errors
from waiting import LIMIT_S

PACKAGE = Path(program_files.__file__).parent

# Starts a child process of ours; then its program is upgraded, and it starts another one.
_PROGRAM = """
import sys
from epicrec_desktop import program_files
from epicrec_desktop.confinement import barriers
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.services.child_process import run_in_child

def read():
    try:
        run_in_child(barriers, (), job=UNATTENDED)
    except EpicRecError as error:
        print(type(error).__name__, error, flush=True)
    else:
        print("read", flush=True)

read()
sys.stdin.readline()
read()
"""


def installed(folder: Path) -> Path:
    """Return a copy of the package, which a test may upgrade."""
    left_out = shutil.ignore_patterns("__pycache__", "server", "lab")
    shutil.copytree(PACKAGE, folder / "epicrec_desktop", ignore=left_out)
    (folder / "resources").symlink_to(PACKAGE.parent / "resources")
    return folder


def upgrade(folder: Path) -> None:
    """Replace the files as a package manager does: by new ones of another version."""
    new = folder / "new"
    new.write_text('"""Another version."""\n\n__version__ = "9.9.9"\n', encoding="utf-8")
    new.replace(folder / "epicrec_desktop" / "__init__.py")
    (folder / "epicrec_desktop" / "confinement.py").unlink()


def test_no_process_of_another_version_is_started(tmp_path):
    folder = installed(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM],
        cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stdin is not None
        assert running.stdout.readline() == "read\n"
        upgrade(folder)
        out, _ = running.communicate("\n", timeout=LIMIT_S)
    assert out == f"ReplacedError {program_files.REPLACED}\n"


def test_what_an_upgrade_breaks_is_said_so(monkeypatch):
    error = ImportError("cannot import name")
    assert system_errors.error_for(error) is None
    monkeypatch.setattr(program_files, "_at_start", (1, 1))
    found = system_errors.error_for(error)
    assert found.message == program_files.REPLACED


def test_files_that_are_gone_count_as_replaced(monkeypatch, tmp_path):
    marker = tmp_path / "modules.pyz"
    marker.write_bytes(b"one")
    monkeypatch.setattr(program_files, "_marker", lambda: marker)
    monkeypatch.setattr(program_files, "_at_start", program_files._stamp())
    assert not program_files.are_replaced()
    marker.unlink()
    assert program_files.are_replaced()
