"""Startup: one window per base folder, services loaded after the first paint, a start in the tray.

A first start holds a lock that the operating system lets go of when the process ends, however it
ends: nothing stale is left after a crash. A second start writes a small file beside the lock; the
first one watches that folder, removes the file, and raises its window. No port is opened, and
QtNetwork, which the bundles leave out, is not needed.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
import time
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.progress import Job
from epicrec_desktop.files import write_file
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import private_folder
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.layouts import column
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.tasks import LONG, Tasks
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.shell import tray

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

LOADING_NOTICE_MS = 400
"""Milliseconds after which a notice appears; opening takes longer only at a first run or after an
update.
"""


_tr = translator("MainWindow")


class ServiceLoader(QObject):
    """Builds the services on a worker; `blank` is shown meanwhile: nothing, then a sentence."""

    built = Signal(object)  # Services
    failed = Signal(str)  # a sentence

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._build: Callable[[], Services] | None = None
        self.services: Services | None = None
        self.loading_state: EmptyState | None = EmptyState(
            "scan",
            _tr("One moment"),
            _tr("Your library is being opened."),
            name="window.opening",
        )
        self.loading_state.hide()
        self.blank = QWidget()
        column(self.loading_state, parent=self.blank, margins=None)

    def wait_for_paint(self, build: Callable[[], Services]) -> None:
        """Build the services this way after the first paint."""
        self._build = build

    def after_paint(self) -> None:
        """Start building after the first paint; later calls do nothing."""
        if self._build is not None:
            build, self._build = self._build, None
            QTimer.singleShot(0, self, partial(self._start_build, build))

    def forget(self) -> None:
        """Cancel the pending build: the window closes."""
        self._build = None

    def _start_build(self, build: Callable[[], Services]) -> None:
        def work(job: Job) -> None:
            # The worker stores the result itself: a closed window receives no signal.
            self.services = build()

        self._tasks.run(
            work,
            queue=LONG,
            on_result=lambda _: self.built.emit(self.services),
            on_error=self._load_failed,
        )
        QTimer.singleShot(LOADING_NOTICE_MS, self, self._show_loading)

    def _show_loading(self) -> None:
        if self.loading_state is not None:
            self.loading_state.show()

    def _load_failed(self, sentence: str) -> None:
        self.loading_state = None  # the error replaces it
        self.failed.emit(sentence)

    def end(self) -> None:
        """Hide the notice: the content is there."""
        if self.loading_state is not None:
            self.loading_state.hide()
            self.loading_state = None
            self.blank.deleteLater()


TRAY_PATIENCE_MS, TRAY_POLL_MS = 10_000, 500
"""Milliseconds to wait for a tray: a panel may start after the program."""


class HiddenStartup(QObject):
    """Starts without a window, and shows it where no tray appears."""

    def __init__(
        self,
        window: QWidget,
        loader: ServiceLoader,
        settings: Settings,
        update_tray: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._window, self._loader, self._update_tray = window, loader, update_tray
        self._left = TRAY_PATIENCE_MS
        self._timer = QTimer(self, interval=TRAY_POLL_MS)
        self._timer.timeout.connect(self._poll_tray)
        self.wanted = settings.tray and settings.wizard_step == "done"

    def begin(self) -> bool:
        """Start hidden; return False where the window must be shown."""
        if not self.wanted:
            return False
        self._loader.failed.connect(self._window.show)
        # Nothing is painted, and the services are built all the same.
        self._loader.after_paint()
        if not tray.available():
            self._timer.start()
        return True

    def _poll_tray(self) -> None:
        self._left -= TRAY_POLL_MS
        if tray.available() or self._window.isVisible():
            self._timer.stop()
            self._update_tray()
        elif self._left <= 0:
            self._timer.stop()
            self._window.show()


_SCAN_FUNCTION = "_mod_uses_pyside"


def skip_pyside_source_scan() -> None:
    """Replace PySide's source scan by one that assumes every module uses PySide; does nothing where
    PySide changed.
    """
    try:
        feature = importlib.import_module("shibokensupport.feature")
    except ImportError:
        return
    if hasattr(feature, _SCAN_FUNCTION):
        setattr(feature, _SCAN_FUNCTION, _uses_pyside)


def _uses_pyside(_module: object) -> bool:
    return True


PATIENCE_S = 6.0
"""Seconds that a second start waits for an answer, or for a first one that is closing."""
PAUSE_S = 0.05
POLL_MS = 1000
TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - Wayland's name for the right to come to the front

logger = logging.getLogger(__name__)


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
        self._lock: FileLock | None = None
        self._watcher: QFileSystemWatcher | None = None
        self._poll = QTimer(self)
        self._poll.setInterval(POLL_MS)
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

    def release(self) -> None:
        """Stop listening and release the lock."""
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
        logger.info("Started again: the window comes to the front")
        self.raise_requested.emit()
