"""One window per base folder: the lock of a folder, and the request to raise its window.

The first start holds a lock that the operating system releases when the process ends, however it
ends: nothing stale is left after a crash. A second start writes a small file beside the lock; the
first one watches that folder, removes the file, and raises its window. No port is opened, and
QtNetwork, which the bundles leave out, is not needed.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from epicrec_desktop.files import write_file
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import private_folder
from epicrec_desktop.recommend.invitation import read_line

PATIENCE_S = 6.0
"""Seconds that a second start waits for an answer, or for a first one that is closing."""
PAUSE_S = 0.05
POLL_MS = 1000
TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - Wayland's name for the right to come to the front

_log = logging.getLogger(__name__)


class StartResult(StrEnum):
    """Result of a start."""

    FIRST = "first"  # this process owns the folder until `release`
    RAISED_OTHER = "raised"  # another window is open and was raised
    NO_ANSWER = "silent"  # another process holds the lock and did not answer


class SingleInstance(QObject):
    """Acquires the lock of a folder, or asks its owner to raise the window."""

    raise_requested = Signal()  # the program was started again: raise the window

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._request = folder / "raise"
        self._invitation = folder / "invitation"
        self._lock: FileLock | None = None
        self._watcher: QFileSystemWatcher | None = None
        self._poll = QTimer(self, interval=POLL_MS)
        self._poll.timeout.connect(self._read_request)

    def acquire_or_raise(self, patience: float = PATIENCE_S) -> StartResult:
        """Acquire the lock, or ask its owner to raise the window; waits up to `patience` seconds.

        Raises `OSError` where the folder cannot be written to.
        """
        private_folder(self._folder)
        if self._acquire():
            return StartResult.FIRST
        end = time.monotonic() + patience
        self._request_raise()
        while time.monotonic() < end:
            time.sleep(PAUSE_S)
            if not self._request.exists():
                return StartResult.RAISED_OTHER
            if self._acquire():  # the owner was just closing
                return StartResult.FIRST
        self._request.unlink(missing_ok=True)
        return StartResult.NO_ANSWER

    def leave_invitation(self, line: str) -> None:
        """Leave an invitation, if it is one, for the window of now or next. Raises `OSError`."""
        if line:
            private_folder(self._folder)
            write_file(self._invitation, line.encode("utf-8", "replace"), durable=False)

    def take_invitation(self) -> str:
        """Return the invitation that was left, and remove it; empty for none."""
        line = read_line(self._invitation)
        self._invitation.unlink(missing_ok=True)
        return line

    def release(self) -> None:
        self._poll.stop()
        if self._watcher is not None:
            self._watcher.deleteLater()
            self._watcher = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _acquire(self) -> bool:
        lock = FileLock(self._folder / "lock")
        if not lock.acquire(exclusive=True):
            return False
        self._lock = lock
        self._request.unlink(missing_ok=True)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._read_request)
        if not self._watcher.addPath(str(self._folder)):
            self._poll.start()  # some network folders, and systems without free watches
        return True

    def _request_raise(self) -> None:
        if sys.platform == "win32":  # only the foreground program may pass on the foreground
            import ctypes  # noqa: PLC0415

            ctypes.windll.user32.AllowSetForegroundWindow(-1)
        token = os.environ.get(TOKEN, "").encode("utf-8", "replace")
        write_file(self._request, token, durable=False)

    def _read_request(self) -> None:
        try:
            token = self._request.read_text(encoding="utf-8")
            self._request.unlink()
        except (OSError, ValueError):
            return
        if token:
            os.environ[TOKEN] = token  # Qt consumes it when the window asks for activation
        _log.info("Started again: the window comes to the front")
        self.raise_requested.emit()
