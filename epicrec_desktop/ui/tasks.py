"""Runs work off the screen's thread: one worker each for database, network and long work.

Long work (scans, imports) waits for a child process; it has a worker of its own, so that answers
about the library do not wait behind it.

Work is a callable `work(report, cancelled)`. Its progress, result and error come back as signals
of a `Task`, always on the screen's thread. Cancelling is a state, not an error.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from threading import Event, Lock
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QRunnable, Qt, QThreadPool, Signal

from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report

DATABASE, NETWORK, LONG = "database", "network", "long"

Work = Callable[[Report, IsCancelled], Any]

logger = logging.getLogger(__name__)


class Task(QObject):
    """One piece of work under way. Signals arrive on the screen's thread, `finished` last."""

    progress = Signal(object)  # Progress
    result = Signal(object)
    error = Signal(str)  # a sentence for the person
    cancelled = Signal()
    finished = Signal()
    _posted = Signal(str, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._stop = Event()
        self._lock = Lock()
        self._latest: Progress | None = None
        self._silenced = False
        self._posted.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def stopping(self) -> bool:
        """Whether cancelling was asked for."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Ask the work to stop; `cancelled` comes when it did."""
        self._stop.set()

    def silence(self) -> None:
        """Cancel, and give no more signals but `finished`: the one who asked is going away."""
        self._silenced = True
        self._stop.set()

    def report(self, progress: Progress, /) -> None:
        """Take progress from the worker; only the latest waits for the screen."""
        with self._lock:
            waiting = self._latest is not None
            self._latest = progress
        if not waiting:
            self._posted.emit("progress", None)

    def _deliver(self, kind: str, value: object) -> None:
        if kind == "progress":
            with self._lock:
                value, self._latest = self._latest, None
            if not (self._silenced or self.stopping):
                self.progress.emit(value)
            return
        if not self._silenced:
            if kind == "result":
                self.result.emit(value)
            elif kind == "error":
                self.error.emit(value)
            else:
                self.cancelled.emit()
        self.finished.emit()

    def post(self, kind: str, value: object) -> None:
        """Hand the outcome over to the screen's thread; called once, by the worker."""
        self._posted.emit(kind, value)


class _Run(QRunnable):
    """Does the work on a pool's thread and always posts exactly one outcome."""

    def __init__(self, task: Task, work: Work) -> None:
        super().__init__()
        self.setAutoDelete(False)
        self._task = task
        self._work = work

    def run(self) -> None:
        """Work, and post what became of it."""
        self._task.post(*self._outcome())

    def _outcome(self) -> tuple[str, object]:
        task = self._task
        if task.stopping:
            return "cancelled", None
        try:
            return "result", self._work(task.report, lambda: task.stopping)
        except Cancelled:
            return "cancelled", None
        except EpicRecError as error:
            # The services have been imported by now; the window is there before them.
            from epicrec_desktop.ui import core_words  # noqa: PLC0415

            return "error", core_words.localized(str(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the window has to survive it
            log_unexpected(error)
            return "error", unexpected_sentence()


class Tasks(QObject):
    """The workers of one window."""

    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pools = {name: QThreadPool(self) for name in (DATABASE, NETWORK, LONG)}
        for name, pool in self._pools.items():
            pool.setObjectName(f"tasks.{name}")
            pool.setMaxThreadCount(1)
        self._running: dict[Task, _Run] = {}
        self._closed = False

    def run(
        self,
        work: Work,
        *,
        queue: str = DATABASE,
        on_result: Callable[[Any], object] | None = None,
        on_error: Callable[[str], object] | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        on_cancelled: Callable[[], object] | None = None,
        on_finished: Callable[[], object] | None = None,
    ) -> Task:
        """Queue work and return its task; pieces of one queue run one after the other.

        After `close` the task is cancelled at once. The task lives until its work has ended, so
        keep it only to cancel it.
        """
        task = Task(self)
        for signal, slot in (
            (task.result, on_result),
            (task.error, on_error),
            (task.progress, on_progress),
            (task.cancelled, on_cancelled),
            (task.finished, on_finished),
        ):
            if slot is not None:
                signal.connect(slot)
        task.finished.connect(lambda: self._drop(task))
        run = _Run(task, work)
        self._running[task] = run
        if self._closed:
            task.silence()
            task.post("cancelled", None)
            return task
        if len(self._running) == 1:
            self.busy_changed.emit(True)
        self._pools[queue].start(run)
        return task

    @property
    def busy(self) -> bool:
        """Whether anything is queued or running."""
        return bool(self._running)

    def _drop(self, task: Task) -> None:
        # The runnable and its task are let go only here, after the worker has posted its outcome.
        self._running.pop(task, None)
        task.deleteLater()
        if not self._running:
            self.busy_changed.emit(False)

    def close(self, timeout_ms: int = 10_000) -> bool:
        """Cancel everything and wait for the workers; whether all of them ended in time."""
        self._closed = True
        for task in self._running:
            task.silence()
        ended = [pool.waitForDone(timeout_ms) for pool in self._pools.values()]
        return all(ended)


def log_unexpected(error: BaseException) -> None:
    """Log an error nobody foresaw: its kind and where it rose, never its text.

    The text may hold a title or an address; the frames hold only this program's places.
    """
    places = [
        f"{frame.filename.replace(chr(92), '/').rsplit('/', 1)[-1]}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    logger.error("Unexpected %s at %s", type(error).__name__, " > ".join(places) or "?")


def unexpected_sentence() -> str:
    """What a person is told of an error nobody foresaw."""
    return QCoreApplication.translate(
        "Tasks",
        "Something went wrong that should not have. Your data is as it was. "
        "Try again; if it happens again, the log in your data folder says more.",
    )
