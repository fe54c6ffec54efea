"""Processes that are started to be ended: forked where that is possible, else started."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from torture.child import Task, do
from torture.commands import USED_WINDOW, WINDOW


class Child:
    """A process that does a task. Everything it prints but its errors goes nowhere."""

    def __init__(self, task: Task) -> None:
        apart = os.name != "posix" or task.kind in (WINDOW, USED_WINDOW)
        self._apart = _begin(task) if apart else None
        self._id = self._apart.pid if self._apart else _fork(task)

    def wait(self, seconds: float) -> int | None:
        """The exit code; None where it did not end in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if (code := self._ended()) is not None:
                return code
            time.sleep(0.005)
        return None

    def _ended(self) -> int | None:
        if self._apart is not None:
            return self._apart.poll()
        ended, status = os.waitpid(self._id, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if ended else None

    def kill(self) -> None:
        """End it at once: SIGKILL for it and what it started, TerminateProcess on Windows.

        There what it started goes on until it sees that nobody listens.
        """
        if sys.platform == "win32":
            self._apart.kill()
            self._apart.wait()
            return
        try:
            os.killpg(self._id, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(self._id, signal.SIGKILL)
        if self._apart is not None:
            self._apart.wait()
        else:
            os.waitpid(self._id, 0)


def _begin(task: Task) -> subprocess.Popen[bytes]:
    folder = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), task.temporary)
    # Of the window only what ends it is wanted; of a command, why something does not hold.
    loud = task.kind in ("look", "after erase", "prepare")
    return subprocess.Popen(
        [sys.executable, "-m", "torture.child", task.text()],
        env={**os.environ, **folder, "QT_QPA_PLATFORM": "offscreen", "LC_CTYPE": "C.UTF-8"},
        start_new_session=os.name == "posix",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=None if loud else subprocess.DEVNULL,
    )


def _fork(task: Task) -> int:
    if child := os.fork():
        return child
    code = 70
    try:
        os.setsid()
        os.environ["TMPDIR"] = tempfile.tempdir = task.temporary
        nowhere = os.open(os.devnull, os.O_RDWR)
        loud = task.kind in ("look", "after erase", "prepare")
        for stream in (0, 1) if loud else (0, 1, 2):
            os.dup2(nowhere, stream)
        code = do(task)
    except SystemExit:  # a command that does not exist: a mistake in commands.py
        code = 71
    except BaseException:  # noqa: BLE001 - whatever it is, it must not reach the caller's code
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def empty(folder: Path) -> None:
    """Remove what is in a folder, as a start of the system does."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(exist_ok=True)
