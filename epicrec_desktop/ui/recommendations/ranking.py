"""Load recommendations, rank locally, and ask the provider for new ones."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.release import THIS_COMPUTER, Recommendations, Row
from epicrec_desktop.ui.common.feedback import watchlist
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.tasks import NETWORK, Task
from epicrec_desktop.ui.recommendations import text
from epicrec_desktop.wiring import Services

StartData = tuple[Recommendations | None, int, int, Row]
"""The last result; how many movies are confirmed, and how many wait; the watchlist."""


def load_start(services: Services) -> StartData:
    """Return what the page starts with; runs on a worker."""
    latest = _without_refused(services, services.library.last_recommendations())
    confirmed = services.library.counts().get(LibraryStatus.CONFIRMED, 0)
    return latest, confirmed, services.library.waiting(), watchlist(services)


def _without_refused(services: Services, latest: Recommendations | None) -> Recommendations | None:
    """Return the last result without movies rejected since: that applies at once."""
    if latest is None:
        return None
    rejected = services.library.entries(LibraryStatus.REJECTED)
    refused = {entry.movie.wire_id for entry in rejected}
    rows = [
        replace(row, suggestions=tuple(s for s in row.suggestions if s.wire_id not in refused))
        for row in latest.rows
    ]
    # Notes about a provider that is not in use anymore are dropped.
    asked = next((info.name for info in services.providers.all() if info.current), "")
    notes = latest.notes if latest.provider == asked else ()
    rows_left = tuple(row for row in rows if row.suggestions)
    return replace(latest, rows=rows_left, notes=notes)


class Ranking(QObject):
    """Requests recommendations for a page, one request at a time, and emits the results.

    A page that is hidden meanwhile is updated when it is shown.
    """

    watchlist_loaded = Signal(object)  # Row
    result_ready = Signal(object, object)  # Recommendations; what was sent for them, in words
    nothing_to_rank = Signal()  # there is no result, and no movie to compute one from
    started = Signal(object, bool)  # Task; whether the user asked for it
    ended = Signal()
    failed = Signal(str)  # a sentence

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._context, self._is_visible = page.context, page.isVisible
        self._task: Task | None = None
        self._stale = False
        self.result: Recommendations | None = None
        """The last result that had any rows."""
        self.provider = ""
        self.suggested = 0
        """Number of suggestions that wait for an answer."""

    def activate(self) -> None:
        """Emit the last result; rank again locally if the library changed meanwhile."""
        if self.result is None:
            self.load()
        elif self._stale:
            self.rank_locally()

    def load(self) -> None:
        self._context.run(
            lambda services, job: load_start(services), self._loaded, self.failed.emit
        )

    def _loaded(self, start: StartData) -> None:
        latest, confirmed, self.suggested, wanted = start
        self.watchlist_loaded.emit(wanted)
        if latest is not None:
            self._show_latest(latest, confirmed)
        elif confirmed:
            self.rank_locally()
        else:
            self.result = None
            self.nothing_to_rank.emit()

    def _show_latest(self, latest: Recommendations, confirmed: int) -> None:
        outcome = self._context.services.context.last_result
        fresh = outcome is not None and outcome.recommendations.created == latest.created
        self.set_result(latest, sent=text.sent_words(outcome) if outcome and fresh else None)
        self._stale = (self._stale and not fresh) or latest.library_size != confirmed
        if self._stale and self._is_visible():
            self.rank_locally()

    def mark_stale(self) -> None:
        """Rank again, now or when visible: the library, the catalog or the provider changed."""
        self._stale = True
        if not self._is_visible():
            return
        if self.result is None:
            self.load()
        else:
            self.rank_locally()

    def rank_locally(self) -> None:
        """Rank with the current history; this sends nothing, so it needs no consent."""
        if self._task is not None:
            return
        self._stale = False
        task = self._context.run(
            lambda services, job: (
                services.recommend.rank_locally(report=job.report),
                watchlist(services),
            ),
            lambda ranked: self._ranked_locally(*ranked),
            self.failed.emit,
        )
        self._begin(task, asked=False)

    def _ranked_locally(self, result: Recommendations, wanted: Row) -> None:
        """Show the result, with what the last request sent to the provider of its rows: a release
        from another page is followed by a ranking at once, which must not hide it.
        """
        self.watchlist_loaded.emit(wanted)  # another page may have changed it
        outcome = self._context.services.context.last_result
        release = outcome.release if outcome is not None else None
        same = release is not None and release.provider == result.provider != THIS_COMPUTER
        self.set_result(result, sent=text.sent_words(outcome) if outcome and same else None)

    def refresh(self) -> None:
        """Resend the last release if nothing changed, and rank; Privacy makes new ones."""
        if self._task is not None:
            return
        self._stale = False
        task = self._context.run(
            lambda services, job: services.recommend.refresh(job=job),
            lambda done: self.set_result(done.recommendations, sent=text.sent_words(done)),
            self.failed.emit,
            queue=NETWORK,
            on_cancelled=lambda: self.load() if self.result is None else None,
        )
        self._begin(task, asked=True)

    def _begin(self, task: Task, *, asked: bool) -> None:
        self._task = task
        task.finished.connect(self._finished)
        if asked:  # also after a failure or cancellation: it may have been sent
            task.finished.connect(self._context.released)
        self.started.emit(task, asked)

    def _finished(self) -> None:
        self._task = None
        self.ended.emit()
        if self._stale and self.result is not None and self._is_visible():
            self.rank_locally()

    def set_result(self, result: Recommendations, *, sent: str | None = None) -> None:
        self.result = result if result.rows else None
        if result.rows:
            self.provider = result.provider
        self.result_ready.emit(result, sent)
