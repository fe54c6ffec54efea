"""Timers of the window: idle lock, month change, provider publications and automatic scans."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.context import Context, ScanController
from epicrec_desktop.ui.common.tasks import LONG, Task, Tasks

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services


_IDLE_CHECK_MS = 5_000
_ACTIVITY_EVENTS = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
    }
)


class IdleTimer(QObject):
    """`timed_out` once the person was away for `minutes`; 0 is never. Time asleep counts."""

    timed_out = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._minutes = 0
        self._last = (0.0, 0.0)
        self._timer = QTimer(self)
        self._timer.setInterval(_IDLE_CHECK_MS)
        self._timer.timeout.connect(self.check)

    def watch(self, minutes: int) -> None:
        """Begin to count anew; 0 minutes stop it."""
        application = QApplication.instance()
        assert application is not None
        application.removeEventFilter(self)
        self._timer.stop()
        self._minutes = minutes
        if minutes > 0:
            self.user_active()
            application.installEventFilter(self)
            self._timer.start()

    def user_active(self) -> None:
        """The person is there."""
        self._last = _clocks()

    def check(self) -> None:
        """Tell, if the person was away for so long."""
        # One of the clocks stands still while the computer sleeps, the other one can be set.
        idle_s = max(now - last for now, last in zip(_clocks(), self._last, strict=True))
        if self._minutes and idle_s >= 60 * self._minutes:
            self.watch(0)
            self.timed_out.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Every sign of the person counts; none is held back."""
        if event.type() in _ACTIVITY_EVENTS:
            self.user_active()
        return False


def _clocks() -> tuple[float, float]:
    return time.monotonic(), time.time()


_MONTH_CHECK_MS = 60_000


class MonthTimer(QObject):
    """Looks once a minute."""

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._month = ""
        self.timer = QTimer(self)
        self.timer.setInterval(_MONTH_CHECK_MS)
        self.timer.timeout.connect(self.check)
        self.timer.start()
        self.check()

    def check(self) -> None:
        """Look which month it is."""
        ledger = self._context.services.ledger
        self._context.tasks.run(lambda job: ledger.calendar().now, on_result=self._month_checked)

    def _month_checked(self, month: str) -> None:
        before, self._month = self._month, month
        if before and month != before:
            self._context.month_changed.emit()


_PUBLICATION_CHECK_MS = 60_000


class PublicationTimer(QObject):
    """Asks once a minute whether any provider's schedule says to fetch, at every level.

    The moment must tell nothing of what the person does; the schedule asks at most once a day. It
    has the queue of long work, so that a slow provider holds up no release.
    """

    fetched = Signal()  # somebody was asked

    def __init__(self, services: Services, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services, self._tasks = services, tasks
        self._running: Task | None = None
        self.timer = QTimer(self)
        self.timer.setInterval(_PUBLICATION_CHECK_MS)
        self.timer.timeout.connect(self.minute_passed)
        self.timer.start()

    def minute_passed(self) -> None:
        """Fetch what is due; one round at a time."""
        if self._running is None:
            providers = self._services.providers
            self._running = self._tasks.run(
                lambda job: providers.refresh_public(job=job),
                queue=LONG,
                on_result=self._refreshed,
                on_finished=self._finished,
            )

    def _refreshed(self, providers: tuple[str, ...]) -> None:
        if providers:
            self.fetched.emit()

    def _finished(self) -> None:
        self._running = None


_MINUTE_S = 60.0


class RescanSchedule:
    """Counts the minutes since the last scan; a computer that slept catches up at once."""

    def __init__(
        self,
        settings: Settings,
        last_scan: datetime | None,
        now: datetime,
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._settings = settings
        since = (now - last_scan).total_seconds() if last_scan else 0.0
        self._minutes = max(0, int(since // _MINUTE_S))
        self._clock = clock
        self._ticked = clock()

    def minute_passed(self) -> bool:
        """Called once a minute; whether a scan is due. Never where nobody asked for it."""
        asleep = int((self._clock() - self._ticked) // _MINUTE_S)
        self._ticked = self._clock()
        self._minutes += max(1, asleep)
        every = 0 if self._settings.rescans_paused else self._settings.rescan_minutes
        return every > 0 and self._minutes >= every

    def scanned(self) -> None:
        """A scan began: the next one is due an interval later."""
        self._minutes = 0


class RescanTimer(QObject):
    """Asks for a scan whenever one is due, and counts every scan, whoever asked for it.

    `allowed` is asked at that moment: during the first run nothing scans by itself.
    """

    def __init__(
        self,
        rescans: RescanSchedule,
        scans: ScanController,
        allowed: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rescans, self._scans, self._allowed = rescans, scans, allowed
        scans.started.connect(rescans.scanned)
        self.timer = QTimer(self)
        self.timer.setInterval(int(1000 * _MINUTE_S))
        self.timer.timeout.connect(self.minute_passed)
        self.timer.start()

    def minute_passed(self) -> None:
        """Scan again by itself, as often as the settings say."""
        if self._rescans.minute_passed() and self._allowed():
            self._scans.scan(automatic=True)
