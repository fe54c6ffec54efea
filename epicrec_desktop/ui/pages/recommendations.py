"""Recommendations: rows of posters, what they come from, and asking again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop.domain.release import Recommendations, Row, Suggestion
from epicrec_desktop.ui import core_words, shortcuts, words
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.pages import recommendations_words
from epicrec_desktop.ui.pages.recommendations_work import (
    REFUSED,
    SEEN,
    Answered,
    Start,
    keep_answer,
    load_start,
    rank_again,
    watchlist,
)
from epicrec_desktop.ui.tasks import NETWORK, Task
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import SecondaryButton
from epicrec_desktop.ui.widgets.movie_card import MovieCard
from epicrec_desktop.ui.widgets.page import MARGIN, Page
from epicrec_desktop.ui.widgets.poster_row import PosterRow
from epicrec_desktop.ui.widgets.progress import ProgressStrip
from epicrec_desktop.ui.widgets.row_stack import RowSpec, RowStack
from epicrec_desktop.ui.widgets.search_field import SearchField
from epicrec_desktop.ui.widgets.states import Banner, EmptyState, ErrorBanner

if TYPE_CHECKING:
    from epicrec_desktop.services.recommend import Outcome

PATIENCE_MS = 400
"""Work nobody asked for is shown only if it takes this long."""
SEARCH_WIDTH, SENTENCE = 260, 320


def _made(outcome: Outcome, latest: Recommendations) -> bool:
    return outcome.recommendations.created == latest.created


class RecommendationsPage(Page):
    """The last result at once; then, by the person's wish, a new one."""

    KEY = "recommendations"

    def __init__(self, context: Context) -> None:
        super().__init__(context, "", scroll=False)
        self.set_title(self.tr("Recommendations"))
        self._shown: Recommendations | None = None
        self._provider = ""
        self._task: Task | None = None
        self._watchlist = Row(recommendations_words.WATCHLIST, "here", ())
        self._undo: Answered | None = None
        self._stale = False
        self._suggested = 0
        self._empty_target = ""
        self._build_head()
        self._build_body()
        self.card = MovieCard(self, name="recommendations.card")
        self.card.closed.connect(self._card_closed)
        self.card.answered.connect(self._answer)
        self._opened_from: QWidget | None = None
        shortcuts.bind("recommendations.refresh", self, self.refresh)
        shortcuts.bind("recommendations.find", self, self._find)
        context.library_changed.connect(self._library_changed)
        context.recommendations_changed.connect(self._load)
        context.catalog_changed.connect(self._library_changed)

    def _build_head(self) -> None:
        self.refresh_button = SecondaryButton(
            self.tr("Refresh"), name="recommendations.refresh", icon="refresh"
        )
        self.refresh_button.clicked.connect(self.refresh)
        self.search = SearchField(self.tr("Search"), name="recommendations.search")
        self.search.textChanged.connect(self._search)
        self.search.hide()
        self._search_beside = True
        self.head.addWidget(self.search)
        self.head.addWidget(self.refresh_button)
        self.progress = ProgressStrip(name="recommendations.progress")
        self.banner = Banner("warning", name="recommendations.note")
        self.news = Banner("info", name="recommendations.news", button=self.tr("Undo"))
        self.news.action.connect(self._take_back)
        self.error = ErrorBanner(name="recommendations.error", button=self.tr("Try again"))
        self.error.action.connect(self.refresh)
        self.notices.setSpacing(2 * STEP)
        self.begin = Banner("info", name="recommendations.begin", button=self.tr("Find my movies"))
        self.begin.action.connect(self._find_movies)
        for widget in (self.progress, self.begin, self.news, self.banner, self.error):
            self.notices.addWidget(widget)

    def _build_body(self) -> None:
        self.stack = RowStack("recommendations")
        self.stack.opened.connect(self._open)
        self.stack.left_up.connect(self._leave_rows)
        self.stack.filtered.connect(self._filtered)
        self.scroll_area = self.stack.area
        self.nothing = EmptyState(
            "empty",
            self.tr("Nothing by this name"),
            self.tr("Try a title, a year or a category, such as “crime”."),
            name="recommendations.nothing",
        )
        self.empty = EmptyState("empty", "", "", name="recommendations.empty")
        self.empty.action.connect(self._empty_action)
        self._layers = QStackedWidget()
        self._layers.addWidget(self.stack)
        self._layers.addWidget(self.nothing)
        self._layers.addWidget(self.empty)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.addWidget(self._layers)

    # Loading

    def activated(self) -> None:
        """Show the last result; rank again here if the library changed meanwhile."""
        if self._shown is None:
            self._load()
        elif self._stale:
            self._rank_here()

    def _load(self) -> None:
        self.context.tasks.run(
            lambda report, cancelled: load_start(self.context.services),
            on_result=self._started,
            on_error=self._failed,
        )

    def _started(self, start: Start) -> None:
        self._suggested = start.suggested
        self._watchlist = start.watchlist
        if start.latest is not None:
            outcome = self.context.outcome  # of another page's release, where it made this result
            fresh = outcome is not None and _made(outcome, start.latest)
            sent = recommendations_words.sent_words(outcome) if outcome and fresh else None
            self.show_recommendations(start.latest, sent=sent)
            self._stale = self._stale and not fresh
            self._stale = self._stale or start.latest.library_size != start.confirmed
        elif start.confirmed:
            self._rank_here()
        else:
            self._show_empty(start.suggested)
        if start.latest is not None and self._stale and self.isVisible():
            self._rank_here()

    def _library_changed(self) -> None:
        self._stale = True
        if self._shown is None and self.isVisible():
            self._load()

    def _rank_here(self) -> None:
        """Rank with the history as it is now; this sends nothing, so nobody has to ask for it."""
        if self._task is not None:
            return
        self._stale = False
        self._begin(
            self.context.tasks.run(
                lambda report, cancelled: rank_again(self.context.services, report),
                on_result=self._ranked_again,
                on_error=self._failed,
            ),
            self.tr("Ranking on this computer…"),
            unasked=True,
        )

    def _ranked_again(self, ranking: tuple[Recommendations, frozenset[str]]) -> None:
        """Show the new rows, with what the provider had answered but for movies known by now."""
        result, known = ranking
        kept = self._shown.rows if self._shown and self._provider == result.provider else ()
        answers = [row for row in kept if row.name == "provider"]
        if answers and not any(row.name == "provider" for row in result.rows):
            left = tuple(s for s in answers[0].suggestions if s.wire_id not in known)
            rows = (*result.rows[:1], replace(answers[0], suggestions=left), *result.rows[1:])
            result = replace(result, rows=rows)
        self.show_recommendations(result)

    def refresh(self) -> None:
        """Release what the levels allow, ask the provider, and rank again."""
        if self._task is not None:
            return
        self.error.hide()
        self._stale = False
        self._begin(
            self.context.tasks.run(
                lambda report, cancelled: self.context.services.recommend.refresh(
                    report=report, cancelled=cancelled
                ),
                queue=NETWORK,
                on_result=self._refreshed,
                on_error=self._failed,
                on_cancelled=self._cancelled,
            ),
            self.tr("Asking for recommendations…"),
        )

    def _begin(self, task: Task, text: str, *, unasked: bool = False) -> None:
        self._task = task
        task.finished.connect(self._ended)
        self.refresh_button.setEnabled(False)
        self.progress.follow(
            task, text, after_ms=PATIENCE_MS if unasked else 0, can_cancel=not unasked
        )
        if self._shown is None:
            self._show_state(
                "scan",
                self.tr("Looking for movies you may like"),
                self.tr("This takes a few seconds, the first time a little longer."),
            )

    def _ended(self) -> None:
        self._task = None
        self.refresh_button.setEnabled(True)

    def _refreshed(self, outcome: Outcome) -> None:
        self.context.outcome = outcome
        self.show_recommendations(
            outcome.recommendations, sent=recommendations_words.sent_words(outcome)
        )
        self.context.released.emit()

    def _failed(self, sentence: str) -> None:
        if self._shown is None:
            self._show_state("error", self.tr("That did not work"), sentence, self.tr("Try again"))
        else:
            self.error.show_text(sentence)

    def _cancelled(self) -> None:
        if self._shown is None:
            self._load()

    # Showing

    def show_recommendations(self, result: Recommendations, *, sent: str | None = None) -> None:
        """Show a result: the first rows now, the others as soon as the screen is drawn."""
        if not result.rows:
            self._shown = None
            self._show_nothing(result)
            return
        self._shown = result
        self._provider = result.provider
        self.subtitle.setText(recommendations_words.summary(result, sent))
        self._show_begin(popular=not result.library_size)
        self.banner.show_text("\n".join(map(core_words.localized, result.notes)))
        self._show_rows()
        self.refresh_button.show()
        self.search.show()

    def _show_rows(self) -> None:
        """The provider's rows with the watchlist second, where the eye is after "For you"."""
        result = self._shown
        if result is None:
            return
        rows = [row for row in result.rows if row.suggestions]
        if self._watchlist.suggestions:
            rows.insert(1, self._watchlist)
        specs = [RowSpec(r.name, *self.row_words(r), r.suggestions) for r in rows]
        self.stack.set_rows(specs)
        if self.stack.rows:
            QWidget.setTabOrder(self.refresh_button, self.stack.rows[0].view)
        self._layers.setCurrentWidget(self.stack)
        self._filtered()

    @property
    def rows(self) -> list[PosterRow]:
        """The rows built so far."""
        return self.stack.rows

    def row_words(self, row: Row) -> tuple[str, str]:
        """The heading and the note of a row."""
        anonymous = self._shown is not None and not self._shown.library_size
        return recommendations_words.row_words(row, self._provider, anonymous=anonymous)

    def _search(self) -> None:
        self.card.hide()  # not dismissed: the words go on where they are written
        self.stack.set_needle(self.search.text())

    def _filtered(self) -> None:
        if self._shown is None:
            return
        nothing = self.stack.nothing_found
        self._layers.setCurrentWidget(self.nothing if nothing else self.stack)

    def _find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _show_nothing(self, result: Recommendations) -> None:
        if result.notes:
            self._show_state(
                "offline",
                self.tr("Nothing could be fetched"),
                " ".join(map(core_words.localized, result.notes)),
                self.tr("Try again"),
            )
        else:
            self._show_empty(self._suggested)

    def _show_state(self, picture: str, heading: str, sentence: str, button: str = "") -> None:
        self.stack.clear()
        self.begin.hide()
        self.subtitle.setText("")
        self.search.hide()
        self.empty.show_state(picture, heading, sentence, button)
        self.refresh_button.hide()
        self._layers.setCurrentWidget(self.empty)

    def _show_empty(self, suggested: int) -> None:
        self._shown = None
        self._empty_target = "movies" if suggested else "scan"
        self._show_state(*recommendations_words.empty_words(suggested))

    def _show_begin(self, *, popular: bool) -> None:
        """Over rows of what is popular alone: where the person's own movies come from."""
        sentence, button = recommendations_words.begin_words(self._suggested)
        self.begin.button.setText(button)
        self.begin.show_text(sentence if popular else "")

    def _find_movies(self) -> None:
        if self._suggested:
            self.context.navigate.emit("movies")
        else:
            self.context.start_scan.emit()

    def _empty_action(self) -> None:
        target, self._empty_target = self._empty_target, ""
        if target == "movies":
            self.context.navigate.emit("movies")
        elif target == "scan":
            self.context.start_scan.emit()
        else:
            self.refresh()

    # Moving around, and the card

    def _leave_rows(self) -> None:
        self.refresh_button.setFocus(Qt.FocusReason.BacktabFocusReason)

    def _open(self, suggestion: Suggestion) -> None:
        self._opened_from = self.focusWidget()
        self._place_card()
        wanted = suggestion.wire_id in {s.wire_id for s in self._watchlist.suggestions}
        self.card.show_suggestion(suggestion, self._provider, wanted=wanted)

    def _card_closed(self) -> None:
        if self._opened_from is not None and self._opened_from.isVisible():
            self._opened_from.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place_card(self) -> None:
        width = self.card.width()
        self.card.setGeometry(QRect(self.width() - width, 0, width, self.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the card at the right side."""
        super().resizeEvent(event)
        self._place_search()
        self._place_card()

    def _place_search(self) -> None:
        """Beside the title where there is room, else in a row of its own."""
        taken = max(self.title.sizeHint().width(), SENTENCE)
        taken += self.refresh_button.sizeHint().width()
        beside = self.width() - 2 * MARGIN - taken - 8 * STEP >= SEARCH_WIDTH
        if beside != self._search_beside:
            self._search_beside = beside
            if beside:
                self.notices.removeWidget(self.search)
                self.head.insertWidget(0, self.search)
            else:
                self.head.removeWidget(self.search)
                self.notices.insertWidget(0, self.search)
            margins = self.notices.contentsMargins()
            margins.setBottom(0 if beside else 2 * STEP)
            self.notices.setContentsMargins(margins)
        self.search.setFixedWidth(SEARCH_WIDTH)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes the card."""
        if event.key() == Qt.Key.Key_Escape and self.card.isVisible():
            self.card.dismiss()
        else:
            super().keyPressEvent(event)

    # Answers on the card

    def _answer(self, suggestion: Suggestion, answer: str) -> None:
        self.card.dismiss()
        self.error.hide()
        self.context.tasks.run(
            lambda report, cancelled: keep_answer(self.context.services, suggestion, answer),
            on_result=self._answered,
            on_error=self.error.show_text,
        )

    def _answered(self, kept: Answered | None) -> None:
        if kept is None:
            self.error.show_text(recommendations_words.unknown_words())
            return
        self._undo = kept
        movie = words.label(kept.suggestion.title, kept.suggestion.year)
        self.news.show_text(recommendations_words.answered_words(kept.answer, movie))
        self._watchlist = kept.watchlist
        if kept.answer in (SEEN, REFUSED):
            self.stack.drop({kept.suggestion.wire_id})
            self._library_answered()
        else:
            self._show_rows()

    def _library_answered(self) -> None:
        self.context.library_changed.emit()
        self._rank_here()

    def _take_back(self) -> None:
        self.news.hide()
        kept, self._undo = self._undo, None
        if kept is not None:
            self.context.tasks.run(
                lambda report, cancelled: (kept.undo(), watchlist(self.context.services))[1],
                on_result=self._taken_back,
                on_error=self.error.show_text,
            )

    def _taken_back(self, wanted: Row) -> None:
        self._watchlist = wanted
        self._library_answered()
