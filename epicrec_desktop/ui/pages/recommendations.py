"""Recommendations: rows of posters, what they come from, and asking again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from epicrec_desktop.domain.release import Recommendations, Row, Suggestion
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui import shortcuts, words
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.pages.recommendations_work import Start, add_seen, load_start, rank_again
from epicrec_desktop.ui.tasks import NETWORK, Task
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import SecondaryButton
from epicrec_desktop.ui.widgets.movie_card import MovieCard
from epicrec_desktop.ui.widgets.page import MARGIN, Page, vertical_scroll
from epicrec_desktop.ui.widgets.poster_row import PosterRow
from epicrec_desktop.ui.widgets.progress import ProgressStrip
from epicrec_desktop.ui.widgets.states import Banner, EmptyState, ErrorBanner

if TYPE_CHECKING:
    from epicrec_desktop.services.recommend import Outcome

PATIENCE_MS = 400
"""Work nobody asked for is shown only if it takes this long."""
AT_ONCE = 4
"""Rows built before the first paint; the rest follow one by one, so that the page never stalls."""


class RecommendationsPage(Page):
    """The last result at once; then, by the person's wish, a new one."""

    KEY = "recommendations"

    def __init__(self, context: Context) -> None:
        super().__init__(context, "", scroll=False)
        self.set_title(self.tr("Recommendations"))
        self._shown: Recommendations | None = None
        self._provider = ""
        self._task: Task | None = None
        self._waiting: list[Row] = []
        self._stale = False
        self._suggested = 0
        self._empty_target = ""
        self._build_head()
        self._build_body()
        self.rows: list[PosterRow] = []
        self.card = MovieCard(self, name="recommendations.card")
        self.card.closed.connect(self._card_closed)
        self.card.seen.connect(self._mark_seen)
        self._opened_from: QWidget | None = None
        self._filler = QTimer(self)
        self._filler.setInterval(0)
        self._filler.timeout.connect(self._add_next_row)
        shortcuts.bind("recommendations.refresh", self, self.refresh)
        context.library_changed.connect(self._library_changed)
        context.recommendations_changed.connect(self._load)
        context.catalog_changed.connect(self._library_changed)

    def _build_head(self) -> None:
        self.refresh_button = SecondaryButton(
            self.tr("Refresh"), name="recommendations.refresh", icon="refresh"
        )
        self.refresh_button.clicked.connect(self.refresh)
        self.head.addWidget(self.refresh_button)
        self.progress = ProgressStrip(name="recommendations.progress")
        self.banner = Banner("warning", name="recommendations.note")
        self.error = ErrorBanner(name="recommendations.error", button=self.tr("Try again"))
        self.error.action.connect(self.refresh)
        self.notices.setSpacing(2 * STEP)
        for widget in (self.progress, self.banner, self.error):
            self.notices.addWidget(widget)

    def _build_body(self) -> None:
        holder = QWidget()
        holder.setProperty("kind", "canvas")
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(0, 3 * STEP, 0, 6 * STEP)
        self._column.setSpacing(5 * STEP)
        self._column.addStretch(1)
        self._scroller = vertical_scroll(holder, "recommendations.scroll")
        self.scroll_area = self._scroller
        self.empty = EmptyState("empty", "", "", name="recommendations.empty")
        self.empty.action.connect(self._empty_action)
        self._layers = QStackedWidget()
        self._layers.addWidget(self._scroller)
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
        if start.latest is not None:
            self.show_recommendations(start.latest)
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
        self.show_recommendations(outcome.recommendations, sent=self._sent_words(outcome))
        self.context.released.emit()

    def _sent_words(self, outcome: Outcome) -> str:
        if outcome.release is None:
            return self.tr("Nothing was sent.")
        if outcome.recommendations.notes:
            return ""
        name = outcome.release.provider
        if name == THIS_COMPUTER:
            return self.tr("Nothing left this computer.")
        if outcome.repeated:
            return self.tr("{provider} was sent the same list as before.").format(provider=name)
        return self.tr("{provider} was sent a new list; Activity shows it.").format(provider=name)

    def _failed(self, sentence: str) -> None:
        if self._shown is None:
            self._show_state("error", self.tr("That did not work"), sentence, self.tr("Try again"))
        else:
            self.error.show_text(sentence)

    def _cancelled(self) -> None:
        if self._shown is None:
            self._load()

    # Showing

    def show_recommendations(self, result: Recommendations, *, sent: str = "") -> None:
        """Show a result: the first rows now, the others as soon as the screen is drawn."""
        if not result.rows:
            self._shown = None
            self._show_nothing(result)
            return
        self._shown = result
        self._provider = result.provider
        self.subtitle.setText(self._summary(result, sent))
        self.banner.show_text("\n".join(result.notes))
        self._clear_rows()
        self._waiting = [row for row in result.rows if row.suggestions]
        for _ in range(min(AT_ONCE, len(self._waiting))):
            self._add_next_row()
        if self._waiting:
            self._filler.start()
        self.refresh_button.show()
        self._layers.setCurrentWidget(self._scroller)

    def _summary(self, result: Recommendations, sent: str) -> str:
        size = result.library_size
        first = words.counted(
            size,
            self.tr("Ranked on this computer with your one movie."),
            self.tr("Ranked on this computer with your {n} movies."),
        )
        return f"{first} {sent or self.tr('Nothing new was sent.')}"

    def _show_nothing(self, result: Recommendations) -> None:
        if result.notes:
            self._show_state(
                "offline",
                self.tr("Nothing could be fetched"),
                " ".join(result.notes),
                self.tr("Try again"),
            )
        else:
            self._show_empty(self._suggested)

    def _clear_rows(self) -> None:
        self._filler.stop()
        self._waiting = []
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []

    def _add_next_row(self) -> None:
        if not self._waiting:
            self._filler.stop()
            return
        row = self._waiting.pop(0)
        heading, note = self.row_words(row)
        shown = PosterRow(f"recommendations.row.{row.name}", heading, note, row.suggestions, MARGIN)
        shown.opened.connect(self._open)
        shown.left_up.connect(lambda: self._move(shown, -1))
        shown.left_down.connect(lambda: self._move(shown, 1))
        self.rows.append(shown)
        self._column.insertWidget(self._column.count() - 1, shown)
        if len(self.rows) == 1:
            QWidget.setTabOrder(self.refresh_button, shown.view)

    def row_words(self, row: Row) -> tuple[str, str]:
        """The heading and the note of a row: what it is, and where it was ranked."""
        if row.ranked == "provider":
            ranked = self.tr("from {provider}").format(provider=self._provider)
        else:
            ranked = self.tr("ranked here")
        if row.name == "overall":
            return self.tr("For you"), ranked
        if row.name == "provider":
            if self._provider == THIS_COMPUTER:
                return self.tr("From what you released"), self.tr("answered by this computer")
            heading = self.tr("From {provider}").format(provider=self._provider)
            return heading, self.tr("its answer to what you released")
        if row.watched:
            watched = self.tr("{n} watched").format(n=row.watched)
            ranked = f"{watched} · {ranked}"
        return words.category(row.name), ranked

    def _show_state(self, picture: str, heading: str, sentence: str, button: str = "") -> None:
        self._clear_rows()
        self.subtitle.setText("")
        self.empty.show_state(picture, heading, sentence, button)
        self.refresh_button.hide()
        self._layers.setCurrentWidget(self.empty)

    def _show_empty(self, suggested: int) -> None:
        self._shown = None
        self._empty_target = "movies" if suggested else "scan"
        if suggested:
            self._show_state(
                "empty",
                self.tr("Which of these have you watched?"),
                words.counted(
                    suggested,
                    self.tr(
                        "One movie found in your history waits for your answer. "
                        "Recommendations begin when you confirm it."
                    ),
                    self.tr(
                        "{n} movies found in your history wait for your answer. "
                        "Recommendations begin with the first one you confirm."
                    ),
                ),
                self.tr("Look through them"),
            )
        else:
            self._show_state(
                "empty",
                self.tr("No movies yet"),
                self.tr(
                    "EpicRec looks for movies in your browsers' history. "
                    "What it finds stays on this computer."
                ),
                self.tr("Find my movies"),
            )

    def _empty_action(self) -> None:
        target, self._empty_target = self._empty_target, ""
        if target == "movies":
            self.context.navigate.emit("movies")
        elif target == "scan":
            self.context.start_scan.emit()
        else:
            self.refresh()

    # Moving around, and the card

    def _move(self, row: PosterRow, step: int) -> None:
        place = self.rows.index(row) + step
        if place < 0:
            self.refresh_button.setFocus(Qt.FocusReason.BacktabFocusReason)
        elif place < len(self.rows):
            target = self.rows[place]
            target.view.setFocus(Qt.FocusReason.TabFocusReason)
            self._scroller.ensureWidgetVisible(target, 0, 4 * STEP)

    def _open(self, suggestion: Suggestion) -> None:
        self._opened_from = self.focusWidget()
        self._place_card()
        self.card.show_suggestion(suggestion, self._provider)

    def _card_closed(self) -> None:
        if self._opened_from is not None and self._opened_from.isVisible():
            self._opened_from.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place_card(self) -> None:
        width = self.card.width()
        self.card.setGeometry(QRect(self.width() - width, 0, width, self.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the card at the right side."""
        super().resizeEvent(event)
        self._place_card()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes the card."""
        if event.key() == Qt.Key.Key_Escape and self.card.isVisible():
            self.card.dismiss()
        else:
            super().keyPressEvent(event)

    def _mark_seen(self, suggestion: Suggestion) -> None:
        self.card.dismiss()
        self.context.tasks.run(
            lambda report, cancelled: add_seen(self.context.services, suggestion),
            on_result=self._seen_added,
            on_error=self.error.show_text,
        )

    def _seen_added(self, found: bool) -> None:
        if found:
            self.context.library_changed.emit()
            self._rank_here()
        else:
            self.error.show_text(
                self.tr("This movie is not in the catalog on this computer, so it was not added.")
            )
