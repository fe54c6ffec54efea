"""What reads strangers' files is confined, and what it answers is data, whatever it read."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop import confinement
from epicrec_desktop.confinement import MEMORY, Barrier, barriers, confine
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.services.child_process import run_in_child
from waiting import LIMIT_S

linux = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are of Linux")


def is_wine() -> bool:
    """Whether this Windows is Wine."""
    return sys.platform == "win32" and hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")


def planted(kinds: list[str], place: Path, *, job: Job) -> dict[str, str]:
    """Try what a reader must not do; return what came of each attempt."""
    confine([place / "given"], [place / "taken"])
    return {kind: _outcome(kind, place) for kind in kinds}


def _outcome(kind: str, place: Path) -> str:
    try:
        ATTEMPTS[kind](place)
    except OSError as error:
        return type(error).__name__
    except MemoryError:
        return "MemoryError"
    return "done"


def _connect(_place: Path) -> None:
    with socket.socket() as opened:
        opened.settimeout(LIMIT_S)
        opened.connect(("127.0.0.1", 9))


def _thread(_place: Path) -> None:
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()


ATTEMPTS: dict[str, Callable[[Path], Any]] = {
    "read what was given": lambda place: (place / "given").read_bytes(),
    "write where it may": lambda place: (place / "taken" / "new").write_bytes(b"x"),
    "a thread": _thread,
    "a module": lambda _place: __import__("colorsys"),
    "read another file": lambda place: (place / "secret").read_bytes(),
    "list another folder": lambda place: list(place.iterdir()),
    "write beside it": lambda place: (place / "made").write_bytes(b"x"),
    "write what was given": lambda place: (place / "given").write_bytes(b"x"),
    "remove a file": lambda place: (place / "secret").unlink(),
    "a socket": _connect,
    "a local socket": lambda _place: socket.socket(getattr(socket, "AF_UNIX", 1)).close(),
    "a program": lambda _place: subprocess.run([sys.executable, "-c", ""], check=True),
    "a process": lambda _place: os.fork() or os._exit(0),
    "a signal": lambda _place: os.kill(os.getppid(), 0),
    "memory": lambda _place: bytearray(2 * MEMORY),
}
ALLOWED = {"read what was given", "write where it may", "a thread", "a module"}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "given").write_bytes(b"given")
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "taken").mkdir()
    return tmp_path


@linux
def test_a_reader_reaches_only_what_it_was_given(place: Path) -> None:
    found = run_in_child(planted, (list(ATTEMPTS), place), job=UNATTENDED)
    expected = dict.fromkeys(ATTEMPTS, "PermissionError") | dict.fromkeys(ALLOWED, "done")
    assert found == expected | {"memory": "MemoryError"}
    assert (place / "secret").read_bytes() == b"secret"
    assert (place / "given").read_bytes() == b"given"
    assert not (place / "made").exists()


@pytest.mark.skipif(sys.platform != "win32", reason="a job of Windows")
@pytest.mark.skipif(is_wine(), reason="Wine takes the limits of a job and does not enforce them")
def test_on_windows_a_reader_has_neither_programs_nor_all_memory(place: Path) -> None:
    found = run_in_child(planted, (["a program", "memory"], place), job=UNATTENDED)
    assert "done" not in found.values()


def test_what_is_enforced_is_said() -> None:
    found = run_in_child(barriers, (), job=UNATTENDED)
    expected = {Barrier.PROGRAMS, Barrier.MEMORY}
    if sys.platform == "linux":
        expected = set(Barrier)
    assert found == expected


def test_a_process_that_goes_on_is_never_confined(tmp_path: Path) -> None:
    assert not confinement.expendable
    assert confine([tmp_path]) == frozenset()
    (tmp_path / "still").write_bytes(b"x")


class _Code:
    """Runs when it is unpickled."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self._place),)


def taken_over(place: Path, *, job: Job) -> Any:
    return _Code(place / "made")


class _Evaluated:
    def __reduce__(self) -> tuple[Any, ...]:
        return eval, ("1",)


def taken_over_by_a_builtin(_place: Path, *, job: Job) -> Any:
    return _Evaluated()


@pytest.mark.parametrize("work", [taken_over, taken_over_by_a_builtin])
def test_code_in_an_answer_is_not_run(work: Callable[..., Any], tmp_path: Path) -> None:
    with pytest.raises(EpicRecError, match="broke off unexpectedly"):
        run_in_child(work, (tmp_path,), job=UNATTENDED)
    assert not (tmp_path / "made").exists()


def greedy(_nothing: None, *, job: Job) -> int:
    confine([])
    return len(bytearray(2 * MEMORY))


@linux
def test_too_much_memory_is_a_sentence() -> None:
    with pytest.raises(EpicRecError, match="more memory than reading may take"):
        run_in_child(greedy, (None,), job=UNATTENDED)
