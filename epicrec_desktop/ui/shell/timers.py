"""Timers of the window: idle lock, months with their strip, publications, scans."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from epicrec_desktop.domain.months import period_of
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.notices import NoticeStrip
from epicrec_desktop.ui.common.tasks import LONG, SCHEDULED
from epicrec_desktop.ui.common.translation import translator

if TYPE_CHECKING:
    from epicrec_desktop.services.month_news import MonthNews


_tr = translator("MonthNotice")

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
    """Emits `timed_out` after `minutes` without input; 0 disables it. Time asleep counts."""

    timed_out = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._minutes = 0
        self._last = (0.0, 0.0)
        self._timer = QTimer(self, interval=_IDLE_CHECK_MS)
        self._timer.timeout.connect(self.check)

    def watch(self, minutes: int) -> None:
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
        self._last = _clocks()

    def check(self) -> None:
        # One clock stops while the computer sleeps, the other can be set by the user.
        idle_s = max(now - last for now, last in zip(_clocks(), self._last, strict=True))
        if self._minutes and idle_s >= 60 * self._minutes:
            self.watch(0)
            self.timed_out.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _ACTIVITY_EVENTS:
            self.user_active()
        return False


def _clocks() -> tuple[float, float]:
    return time.monotonic(), time.time()


_MINUTE_S = 60.0


def every_minute(parent: QObject, slot: Callable[[], object]) -> QTimer:
    """Return a running timer that calls `slot` once a minute."""
    timer = QTimer(parent, interval=int(1000 * _MINUTE_S))
    timer.timeout.connect(slot)
    timer.start()
    return timer


class MonthTimer(QObject):
    """Checks once a minute for a new month, and looks for its news."""

    news_found = Signal(object)  # MonthNews, once a month

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._month = self._period()
        self.timer = every_minute(self, self.check)

    def check(self) -> None:
        before, self._month = self._month, self._period()
        if self._month != before:
            self._context.month_changed.emit()
            self.look()

    def _period(self) -> str:
        return period_of(self._context.services.context.now())

    def look(self) -> None:
        """Look for news that were not shown yet; also once after the start."""
        self._context.run(
            lambda services, job: services.month_news.take_news(job=job),
            self._news_taken,
            queue=LONG,
        )

    def _news_taken(self, news: MonthNews | None) -> None:
        if news is not None:
            self.news_found.emit(news)


def month_sentence(news: MonthNews) -> str:
    """Return what is new, in numbers and never by title: others may see the screen."""
    # It brings NumPy, and the first paint does not wait for it.
    from epicrec_desktop.ui.common.privacy_text import month_name  # noqa: PLC0415

    parts = []
    if news.shareable:
        parts.append(wording.plural("MonthNotice", "%Ln movies can be shared now.", news.shareable))
        if news.added:
            grown = wording.plural(
                "MonthNotice", "Your library grew by %Ln since {month}.", news.added
            )
            parts.append(grown.format(month=month_name(news.since)))
    if news.fitting:
        parts.append(
            wording.plural("MonthNotice", "%Ln new films are recommended to you.", news.fitting)
        )
    return _tr("{month}: {news}").format(month=month_name(news.month), news=" ".join(parts))


class MonthNotice(NoticeStrip):
    """Strip over the whole window. `asked` carries the page that shows what it says."""

    KIND = "news"
    asked = Signal(str)

    def __init__(self) -> None:
        self._news: MonthNews | None = None
        super().__init__("show", name="month")
        self.buttons["show"].clicked.connect(self._ask)

    def show_news(self, news: MonthNews) -> None:
        self._news = news
        self.retranslate()
        self.show()

    def retranslate(self) -> None:
        sentence = month_sentence(self._news) if self._news is not None else ""
        self.set_texts(sentence, self.tr("Not now"), show=self.tr("Show"))

    def _ask(self) -> None:
        self.hide()
        if self._news is not None:
            self.asked.emit("privacy" if self._news.shareable else "recommendations")


class RequestTimer(QObject):
    """Fetches provider publications and the movies of this year on schedule, checked once a minute,
    at every level; sends contributions that are due.

    The moment must reveal nothing about the user; the schedules fetch at most once a day and once
    a week. They have a worker of their own, so that no private work delays them.
    """

    round_ended = Signal(str)  # a sentence about what could not be done; empty for nothing

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._running = False
        self._problem = ""
        self.timer = every_minute(self, self.minute_passed)

    def minute_passed(self) -> None:
        """Fetch what is due; one round at a time."""
        if self._running:
            return
        self._running, self._problem = True, ""
        run = partial(self._context.run, on_error=self._failed, queue=SCHEDULED)
        run(lambda services, job: services.providers.refresh_public(job=job), self._contacted)
        run(lambda services, job: services.personas.ask_due(job=job), self._personas_asked)
        last = run(lambda services, job: services.contributions.send_due(job=job), self._contacted)
        if self._context.services.settings.films_of_year:
            last = run(
                lambda services, job: services.catalogs.update_if_due(job=job), self._updated
            )
        last.finished.connect(self._finished)

    def _failed(self, sentence: str) -> None:
        self._problem = self._problem or sentence

    def _finished(self) -> None:
        self._running = False
        self.round_ended.emit(self._problem)

    def _contacted(self, providers: tuple[str, ...] | int) -> None:
        if providers:
            self._context.provider_contacted.emit()

    def _personas_asked(self, whole: bool | None) -> None:
        if whole is not None:
            self._context.provider_contacted.emit()
        if whole:  # what is recommended may be others
            self._context.providers_changed.emit()

    def _updated(self, newer: bool) -> None:
        if newer:
            self._context.catalog_changed.emit()


class ScheduleNotice(NoticeStrip):
    """Strip over the whole window that says why what is due is not fetched or sent."""

    def __init__(self) -> None:
        self._sentence = ""
        super().__init__(name="schedule")

    def show_sentence(self, sentence: str) -> None:
        """Show it, or nothing; one that was closed comes again once a round went well between."""
        if sentence != self._sentence:
            self._sentence = sentence
            self.retranslate()
            self.setVisible(bool(sentence))

    def retranslate(self) -> None:
        self.set_texts(self._sentence, self.tr("Close"))


class RescanTimer(QObject):
    """Emits `due` by the time of the last scan, also a requested one; time asleep counts."""

    due = Signal()

    def __init__(
        self,
        settings: Settings,
        last_scan: datetime | None,
        now: datetime,
        parent: QObject | None = None,
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        since = (now - last_scan).total_seconds() if last_scan else 0.0
        self._minutes = max(0, int(since // _MINUTE_S))
        self._clock = clock
        self._ticked = clock()
        self.timer = every_minute(self, self.minute_passed)

    def minute_passed(self) -> bool:
        """Return whether a scan is due (never with automatic scans off); called once a minute."""
        asleep = int((self._clock() - self._ticked) // _MINUTE_S)
        self._ticked = self._clock()
        self._minutes += max(1, asleep)
        every = 0 if self._settings.rescans_paused else self._settings.rescan_minutes
        due = every > 0 and self._minutes >= every
        if due:
            self.due.emit()
        return due

    def scanned(self) -> None:
        self._minutes = 0
