"""Runs work off the GUI thread: one worker each for database, network, long and scheduled work.

Long work (scans, imports) waits for a child process; it has its own worker, so that library queries
do not wait behind it. So has what is fetched by the clock: when it is asked for must not depend on
how long private work takes, and a slow provider must not delay that.

Work is a callable `work(job)`. Its progress, result and error arrive as signals of a `Task`, always
on the GUI thread. Cancelling is a state, not an error.
"""

from __future__ import annotations

import gc
import logging
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import suppress
from threading import Event, Lock
from typing import Any

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QObject, Qt, QTimer, Signal

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.progress import Job, Progress, doing
from epicrec_desktop.ui.common import messages

DATABASE, NETWORK, LONG, SCHEDULED = "database", "network", "long", "scheduled"

SWITCH_S = 0.0005
"""Seconds a worker may hold the interpreter while the GUI thread waits for it. Qt calls our methods
hundreds of times per frame, and Python's default of 5 ms each would be visible.
"""

COLLECT_MS = 250
"""Milliseconds between two looks for garbage while a worker runs."""

Work = Callable[[Job], Any]

logger = logging.getLogger(__name__)


class Task(QObject):
    """A running piece of work. Signals arrive on the GUI thread, `finished` last."""

    progress = Signal(object)  # Progress
    result = Signal(object)
    error = Signal(str)  # a sentence for the user
    cancelled = Signal()
    finished = Signal()
    must_end = False  # closing waits for it, and does not cancel it

    def __init__(self, parent: QObject, post: Callable[[Task, str, object], None]) -> None:
        super().__init__(parent)
        self._post = post
        self._stop = Event()
        self._lock = Lock()
        self._latest: Progress | None = None
        self._silenced = False

    @property
    def stopping(self) -> bool:
        return self._stop.is_set()

    def cancel(self) -> None:
        """Request cancellation; `cancelled` is emitted once the work has stopped."""
        self._stop.set()

    def silence(self) -> None:
        """Cancel and emit nothing but `finished`: the caller is being closed."""
        self._silenced = True
        if not self.must_end:
            self._stop.set()

    def report(self, progress: Progress, /) -> None:
        """Take progress from the worker; only the latest report is delivered."""
        with self._lock:
            waiting = self._latest is not None
            self._latest = progress
        if not waiting:
            self._post(self, "progress", None)

    def deliver(self, kind: str, value: object) -> None:
        """Deliver a worker's report; on the GUI thread."""
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


class _Mailbox(QObject):
    """Carries posts of workers to the GUI thread.

    It outlives every worker. A task does not: the GUI thread could delete it while the worker is
    still inside the emission of its signal.
    """

    posted = Signal(object, str, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.posted.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def _deliver(self, task: Task, kind: str, value: object) -> None:
        task.deliver(kind, value)

    def post(self, task: Task, kind: str, value: object) -> None:
        with suppress(RuntimeError):  # the window was closed and has stopped waiting
            self.posted.emit(task, kind, value)


def _outcome(task: Task, work: Work) -> tuple[str, object]:
    """Do the work and return its outcome, whatever it is."""
    if task.stopping:
        return "cancelled", None
    try:
        with doing(Job(task.report, lambda: task.stopping)) as job:
            return "result", work(job)
    except Cancelled:
        return "cancelled", None
    except EpicRecError as error:
        return "error", messages.localized(error.message)
    except Exception as error:  # noqa: BLE001 - whatever it is, the window has to survive it
        log_unexpected(error)
        return "error", system_error_sentence(error) or unexpected_sentence()


class GarbageCollection(QObject):
    """Runs Python's cyclic garbage collector on the GUI thread only, between events.

    By itself it runs on any thread that allocates: on a worker it would destroy widgets of a closed
    window there, which Qt does not allow. Python's thresholds apply. A full collection waits until
    the last one was 1 % of the time since. While a worker runs, `Tasks` collects by a timer too:
    without events the GUI thread would wait, and what the worker leaves would stay in memory.
    """

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        self._next_full = 0.0
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self.collect)

    @classmethod
    def start(cls) -> GarbageCollection | None:
        """Return the one instance, which collects from now on; None without an application."""
        application = QCoreApplication.instance()
        if application is None:
            return None
        gc.disable()
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        return application.findChild(cls, options=direct) or cls(application)

    def collect(self) -> None:
        """Collect the oldest generation that is due, if any."""
        exceeded = [
            n > limit > 0 for n, limit in zip(gc.get_count(), gc.get_threshold(), strict=True)
        ]
        if not exceeded[0]:
            return
        generation = 1 if exceeded[1] else 0
        if not (exceeded[1] and exceeded[2] and time.monotonic() >= self._next_full):
            gc.collect(generation)
            return
        started = time.monotonic()
        gc.collect()
        ended = time.monotonic()
        self._next_full = ended + 100 * (ended - started)


class Tasks(QObject):
    """Workers of one window."""

    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(SWITCH_S)
        self._collecting = QTimer(self, interval=COLLECT_MS)
        if (collection := GarbageCollection.start()) is not None:
            self._collecting.timeout.connect(collection.collect)
        self._mailbox = _Mailbox(self)
        self._workers = {
            name: ThreadPoolExecutor(1, thread_name_prefix=f"tasks.{name}")
            for name in (DATABASE, NETWORK, LONG, SCHEDULED)
        }
        self._running: dict[Task, Future[None] | None] = {}
        self._closed = False

    def run(
        self,
        work: Work,
        on_result: Callable[[Any], object] | None = None,
        on_error: Callable[[str], object] | None = None,
        *,
        queue: str = DATABASE,
        on_cancelled: Callable[[], object] | None = None,
        on_finished: Callable[[], object] | None = None,
    ) -> Task:
        """Queue work and return its task; work of one queue runs in order.

        `on_result` gets what `work` returned, `on_error` a sentence for the user.
        After `close` the task is cancelled at once. The task lives until its work has ended, so
        keep it only to cancel it.
        """
        task = Task(self, self._mailbox.post)
        for signal, slot in (
            (task.result, on_result),
            (task.error, on_error),
            (task.cancelled, on_cancelled),
            (task.finished, on_finished),
        ):
            if slot is not None:
                signal.connect(slot)
        task.finished.connect(lambda: self._drop(task))
        self._running[task] = None
        if self._closed:
            task.silence()
            self._mailbox.post(task, "cancelled", None)
            return task
        if len(self._running) == 1:
            self._collecting.start()
            self.busy_changed.emit(True)
        post = self._mailbox.post  # exactly one outcome, from the worker
        self._running[task] = self._workers[queue].submit(lambda: post(task, *_outcome(task, work)))
        return task

    @property
    def busy(self) -> bool:
        return bool(self._running)

    def _drop(self, task: Task) -> None:
        self._running.pop(task, None)
        # Its slots may hold the last reference to the window: destroyed with them, in the middle of
        # the task's own destructor, the window's children may not have the task among them.
        task.setParent(None)
        task.deleteLater()
        if not self._running:
            self._collecting.stop()
            self.busy_changed.emit(False)

    def close(self, timeout_ms: int = 10_000) -> bool:
        """Cancel everything and wait; return whether all workers ended in time.

        Nothing begins at their end anymore: `busy_changed` is not emitted.
        """
        self._closed = True
        self.blockSignals(True)
        for task in self._running:
            task.silence()
        futures = [future for future in self._running.values() if future is not None]
        ended = not wait_for(futures, timeout=timeout_ms / 1000).not_done
        for worker in self._workers.values():
            worker.shutdown(wait=ended)
        return ended


def log_unexpected(error: BaseException) -> None:
    """Log an unexpected error: its type and location, never its text.

    The text may hold a title or an address; the frames hold only this program's code.
    """
    places = [
        f"{frame.filename.replace(chr(92), '/').rsplit('/', 1)[-1]}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    logger.error("Unexpected %s at %s", type(error).__name__, " > ".join(places) or "?")


def system_error_sentence(error: BaseException) -> str:
    """Return a sentence for an error of the operating system; empty for any other error."""
    known_error = system_errors.error_for(error)
    return "" if known_error is None else messages.localized(known_error.message)


def unexpected_sentence() -> str:
    """Return the sentence for an unexpected error."""
    return QCoreApplication.translate(
        "Tasks",
        "Something went wrong that should not have, and it may be half done. Look "
        "whether what you wanted has happened before you try again. The log in your data "
        "folder says more.",
    )
