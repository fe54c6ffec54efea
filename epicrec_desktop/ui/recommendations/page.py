"""The Recommendations page: rows of posters, and its empty states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop.domain.preferences import Filters
from epicrec_desktop.domain.release import LEARNED, Recommendations, Row, Suggestion
from epicrec_desktop.services.catalog_info import ModelInfo
from epicrec_desktop.ui.common import messages, shortcuts, wording
from epicrec_desktop.ui.common.accessibility import set_tab_order_from_layout
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import SearchField
from epicrec_desktop.ui.common.feedback import ABOUT_THE_MOVIE, WATCHLIST, SavedFeedback
from epicrec_desktop.ui.common.filter_chips import FilterChips
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.layouts import add_items, column
from epicrec_desktop.ui.common.movie_controller import CoverPages, MovieController, SearchablePage
from epicrec_desktop.ui.common.movie_results import MovieResults
from epicrec_desktop.ui.common.notices import Banner, ErrorBanner, FloatingNotice
from epicrec_desktop.ui.common.page import MARGIN, EmptyState
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.public_ratings import quality_figures
from epicrec_desktop.ui.common.tasks import LONG, Task
from epicrec_desktop.ui.common.text import display_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import right_to_left
from epicrec_desktop.ui.common.undo import UndoSteps
from epicrec_desktop.ui.recommendations import text
from epicrec_desktop.ui.recommendations.filtering import (
    EmptyFilterResult,
    FilterButton,
    FilterController,
    chips,
)
from epicrec_desktop.ui.recommendations.poster_row import PosterRow
from epicrec_desktop.ui.recommendations.ranking import Ranking
from epicrec_desktop.ui.recommendations.ratings_offer import RatingsOffer
from epicrec_desktop.ui.recommendations.row_stack import FieldPlace, RowSpec, RowStack

SENTENCE = 320


class RecommendationsPage(SearchablePage):
    """Page that shows the last result at once, and a new one on request."""

    KEY = "recommendations"
    MAX_CONTENT_WIDTH = 1720

    def __init__(self, context: Context) -> None:
        super().__init__(context, scroll=False)
        self._summary = ""
        self.ranking = Ranking(self)
        self.filtering = FilterController(context, self)
        self._build_head()
        self._build_body()
        self.finding = FieldPlace(self.search, self.tonight_button, self)
        self.steps = UndoSteps(context.tasks, self)
        self.pages = CoverPages(self, self.steps, "recommendations")
        self.opened = MovieController(self.pages)
        self._alike: RowSpec | None = None
        self._acting = ""  # the movie answered for over its poster
        self._connect()

    def _build_head(self) -> None:
        self.refresh_button = SecondaryButton(
            self.tr("Refresh"), name="recommendations.refresh", icon="refresh"
        )
        self.refresh_button.clicked.connect(self.refresh)
        self.search = SearchField(self.tr("Film, person, theme…"), name="recommendations.search")
        self.search.hide()
        self.filter_button = FilterButton()
        self.filter_bar = FilterChips(name="recommendations.filters")
        self.tonight_button = SecondaryButton(self.tr("For two"), name="recommendations.tonight")
        set_tool_tip(self.tonight_button, self.tr("A film for tonight that two people would like"))
        self.tonight_button.clicked.connect(self._open_tonight)
        self.head.setSpacing(STEP)  # a longer language needs the room for the title
        add_items(self.head, self.filter_button, self.refresh_button)
        self.progress = ProgressStrip(name="recommendations.progress")
        self.banner = Banner("warning", name="recommendations.note")
        self.news = FloatingNotice(self, name="recommendations.news", button=self.tr("Undo"))
        self.error = ErrorBanner(name="recommendations.error", button=self.tr("Try again"))
        self.error.action.connect(self.refresh)
        self.notices.setSpacing(2 * STEP)
        self.begin = Banner("info", name="recommendations.begin", button=self.tr("Find my movies"))
        self.begin.action.connect(self._find_movies)
        self.ranked_by = Note(name="recommendations.model")
        self.ranked_by.hide()
        self.words.addWidget(self.ranked_by)
        self.offer = RatingsOffer(self.context)
        self.offer.fetched.connect(self._ratings_fetched)
        self._info: ModelInfo | None = None
        self._visited = False
        for widget in (self.progress, self.begin, self.banner, self.error, self.filter_bar):
            self.notices.addWidget(widget)

    def _build_body(self) -> None:
        self.stack = RowStack("recommendations")
        back = Qt.FocusReason.BacktabFocusReason
        self.stack.exited_up.connect(lambda: self.refresh_button.setFocus(back))
        self.stack.changed.connect(self._show_layer)
        self.stack.changed.connect(lambda: set_tab_order_from_layout(self))
        self.stack.left.connect(self._let_go)
        self.stack.set_top(self.offer)
        self.scroll_area = self.stack.area
        self.results = MovieResults(self, self.search, name="recommendations.results")
        self._results_holder = QWidget()
        self._results_margins = column(self.results, parent=self._results_holder)
        self.filtered_out = EmptyFilterResult()
        self.empty = EmptyState(name="recommendations.empty")
        self._movies_first = False  # its button finds movies, instead of trying again
        self.empty.action.connect(
            lambda: self._find_movies() if self._movies_first else self.refresh()
        )
        self._layers = QStackedWidget()
        for layer in (self.stack, self._results_holder, self.filtered_out, self.empty):
            self._layers.addWidget(layer)
        self.body.addWidget(self._layers)

    def _connect(self) -> None:
        ranking, opened, context = self.ranking, self.opened, self.context
        ranking.watchlist_loaded.connect(opened.set_watchlist)
        opened.watchlist_changed.connect(self.stack.set_wanted)
        ranking.result_ready.connect(self._show)
        ranking.nothing_to_rank.connect(self._show_no_movies)
        ranking.started.connect(self._on_ranking_started)
        ranking.ended.connect(lambda: self.refresh_button.setEnabled(True))
        ranking.failed.connect(self._failed)
        filtering = self.filtering
        for chooser in (self.filter_button, self.filtered_out):
            chooser.chosen.connect(self._set_filters)
        self.filter_bar.dropped.connect(
            lambda part: self._set_filters(filtering.filters.without(part) if part else Filters())
        )
        filtering.answered.connect(self._on_filtered)
        filtering.failed.connect(self.error.show_text)
        filtering.failed.connect(self.filter_button.give_up)
        self.filter_button.wanted.connect(filtering.request)
        self.stack.end_reached.connect(self._more)
        self.stack.opened.connect(lambda movie: opened.open(movie, ranking.provider))
        opened.answering.connect(self.error.hide)
        self.pages.movie_asked.connect(opened.open_walled)
        self.steps.indexChanged.connect(self._step_made)
        self.news.action.connect(self.steps.undo)
        # A release may contain what an answer added.
        context.released.connect(self.steps.clear)
        self.pages.alike_asked.connect(self._find_alike)
        opened.answered.connect(self._answered)
        opened.undone.connect(self._undone)
        self.stack.acted.connect(self._act)
        opened.connect_results(self.results)
        self.results.searching.connect(self._show_layer)
        self.results.opened.connect(opened.open_found)
        self.results.added.connect(lambda _: self.results.refresh())
        self.results.added.connect(lambda _: context.library_changed.emit(None))
        shortcuts.bind("recommendations.refresh", self, self.refresh)
        shortcuts.bind("recommendations.find", self, self.enter_search)
        shortcuts.bind("recommendations.filter", self, self._open_filters)
        context.library_changed.connect(self._library_changed)
        context.recommendations_changed.connect(self._load_again)
        context.catalog_changed.connect(ranking.mark_stale)
        context.catalog_changed.connect(self._catalog_changed)
        context.providers_changed.connect(self._providers_changed)

    # Requests

    def activated(self) -> None:
        self._visited = True
        self._let_go()
        self.ranking.activate()
        self._load_model_info()

    def _load_again(self) -> None:
        if self._visited:  # else the first visit loads
            self.ranking.load()

    def _catalog_changed(self) -> None:
        if self._visited:
            self._load_model_info()

    def _load_model_info(self) -> None:
        # Loading a model may take time; the rows do not wait for it.
        self.context.run(
            lambda services, job: services.model_info.read(), self._show_model, queue=LONG
        )

    def _show_model(self, info: ModelInfo) -> None:
        self._info = info
        result = self.ranking.result
        self.ranked_by.show_text(text.ranked_by(result, info) if result is not None else "")
        set_tool_tip(self.ranked_by, quality_figures(info.quality))
        if result is not None and result.library_size:  # the user's own movies come first
            self.offer.show_info(info)
        else:
            self.offer.hide()

    def _ratings_fetched(self) -> None:
        self.context.catalog_changed.emit()
        if self.isVisible():
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # its focused button is gone
            self.ranking.activate()

    def refresh(self) -> None:
        self._alike = None
        self.ranking.refresh()

    def _library_changed(self, who: object) -> None:
        if who is not self.opened:
            self.ranking.mark_stale()

    def _providers_changed(self) -> None:
        """Hide notices about a provider that may not be in use anymore."""
        self.error.hide()
        self.ranking.mark_stale()

    def _on_ranking_started(self, task: Task, asked: bool) -> None:
        if asked:
            self.error.hide()
        self.refresh_button.setEnabled(False)
        here, asking = self.tr("Ranking on this computer…"), self.tr("Asking for recommendations…")
        words = asking if asked else here
        self.progress.follow(task, words, patient=not asked, can_cancel=asked)
        if self.ranking.result is None:
            heading = self.tr("Looking for movies you may like")
            sentence = self.tr("This takes a few seconds, the first time a little longer.")
            self._show_empty("scan", heading, sentence)

    def _failed(self, sentence: str) -> None:
        if self.ranking.result is None:
            again = self.tr("Try again")
            self._show_empty("error", self.tr("That did not work"), sentence, again)
        else:
            self.error.show_text(sentence)

    # Display

    def _show(self, result: Recommendations, sent: str | None) -> None:
        """Show a result: the first rows now, the others after the first paint."""
        if not result.rows and result.notes:
            notes = " ".join(map(messages.localized, result.notes))
            again = self.tr("Try again")
            self._show_empty("offline", self.tr("Nothing could be fetched"), notes, again)
            return
        if not result.rows:
            self._show_no_movies()
            return
        self._summary = text.summary(result, sent)
        self._write_subtitle()
        # Above rows of popular movies, where to add the user's own.
        *_, sentence, button = text.empty_words(self.ranking.suggested)
        self.begin.button.setText(button)
        self.begin.show_text("" if result.library_size else sentence)
        # A problem of an earlier day is over: it is shown once, and not at every start.
        shown = result.notes if sent is not None else ()
        self.banner.show_text("\n".join(map(messages.localized, shown)))
        self.filter_button.forget(self.filtering.filters)
        self.filtering.reset()
        self._show_rows()
        if self._info is not None:
            self._show_model(self._info)
        self._show_controls(True)

    def _show_controls(self, on: bool) -> None:
        for control in (self.refresh_button, self.filter_button, self.tonight_button, self.search):
            control.setVisible(on)

    def _show_rows(self) -> None:
        """Show the provider's rows, with the watchlist second, after "For you"."""
        result = self.ranking.result
        found = self.filtering.rows(result) if result is not None else None
        if found is None:  # or unknown so far
            return
        rows = [row for row in found if row.suggestions]
        wanted = self.filtering.watchlist(self.opened.watchlist)
        if wanted.suggestions:
            rows.insert(1, wanted)
        provider, anonymous = self.ranking.provider, self._anonymous
        specs = []
        for row in rows:
            about = "" if anonymous else text.row_about(row, provider)
            specs.append(RowSpec(row.name, *self.row_words(row), row.suggestions, about))
        if self._alike is not None:
            specs.insert(0, self._alike)
        self.stack.set_rows(specs)
        self._layers.setCurrentWidget(self.stack)
        self._show_layer()

    def _open_filters(self) -> None:
        if self.filter_button.isVisible():
            self.filter_button.open_menu()

    def _set_filters(self, filters: Filters) -> None:
        self._alike = None
        self.filter_bar.show_chips(chips(filters))
        self.filter_button.forget(filters)
        self.filtering.choose(filters)
        if not self.filtering.active:  # all rows are loaded
            self._show_rows()

    def _on_filtered(self) -> None:
        found, filters = self.filtering.found, self.filtering.filters
        if found is None or self.ranking.result is None:
            return
        self.filter_button.offer(filters, found.offered)
        self.filter_bar.show_chips(chips(filters))
        self.filtered_out.offer(filters, found.offered)
        if self.filtering.active:
            self._show_rows()

    def _more(self, row: str, count: int) -> None:
        if row not in (WATCHLIST, text.ALIKE, "provider", LEARNED):
            self.filtering.more(row, count)

    def _find_alike(self, movie: Suggestion) -> None:
        self.ask(
            lambda services, job: services.alike.like(movie.wire_id),
            lambda found: self._show_alike(movie, found),
        )

    def _show_alike(self, movie: Suggestion, found: Sequence[Suggestion]) -> None:
        name = wording.label(movie.shown_title, movie.year)
        if not found:
            words = self.tr("Nothing here is known to be like {movie}.")
            self.error.show_text(words.format(movie=display_name(name)))
            return
        self.search.clear()
        self.pages.trail.leave()
        heading = self.tr("Like {movie}").format(movie=display_name(name))
        self._alike = RowSpec(text.ALIKE, heading, self.tr("found here; nobody was asked"), found)
        self._show_rows()
        self.stack.scroll_to(text.ALIKE)

    @property
    def rows(self) -> list[PosterRow]:
        return self.stack.rows

    def row_words(self, row: Row) -> tuple[str, str]:
        return text.row_words(row, self.ranking.provider, anonymous=self._anonymous)

    @property
    def _anonymous(self) -> bool:
        """Return whether the rows are ranked without any movie of the user."""
        result = self.ranking.result
        return result is not None and not result.library_size

    def _show_layer(self) -> None:
        """Show the results of a search, the rows, or why there are none."""
        shown: QWidget = self.stack
        if self.results.text and not self.search.isHidden():
            shown = self._results_holder
        elif self._layers.currentWidget() is self.empty:
            return  # the field was emptied without a search
        elif self.stack.empty and self.filtering.filters.chosen:
            shown = self.filtered_out
        self._layers.setCurrentWidget(shown)
        self._write_subtitle()

    def _write_subtitle(self) -> None:
        searching = bool(self.results.text) and not self.search.isHidden()
        self.show_words(self._summary, searching=searching)

    def _show_no_movies(self) -> None:
        self._show_empty(*text.empty_words(self.ranking.suggested), movies_first=True)

    def _show_empty(
        self,
        picture: str,
        heading: str,
        sentence: str,
        button: str = "",
        *,
        movies_first: bool = False,
    ) -> None:
        self.empty.show_state(picture, heading, sentence, button)
        self._movies_first = movies_first
        self.stack.clear()
        self.begin.hide()
        self.ranked_by.hide()
        self.offer.hide()
        self._summary = ""
        self.subtitle.setText("")
        self.filter_bar.hide()
        self._show_controls(False)
        self._layers.setCurrentWidget(self.empty)

    def _open_tonight(self) -> None:
        from epicrec_desktop.ui.recommendations.tonight import TonightDialog  # noqa: PLC0415 - seldom

        TonightDialog(self.context, self).open()

    def _find_movies(self) -> None:
        if self.ranking.suggested:
            self.context.navigate.emit("movies")
        else:
            self.context.start_scan.emit()

    def _step_made(self) -> None:
        self.news.show_text(self.steps.undoText())

    def _act(self, movie: Suggestion, answer: str) -> None:
        self._acting = movie.wire_id
        self.opened.act(movie, answer)

    def _answered(self, feedback: SavedFeedback) -> None:
        """Show an answer: at its place while the pointer or the focus is among the posters."""
        self.results.refresh()
        wire_id, focus = feedback.suggestion.wire_id, self.focusWidget()
        among = self.stack.underMouse() or (focus is not None and self.stack.isAncestorOf(focus))
        if among and wire_id == self._acting:
            self.stack.mark(wire_id, feedback.answer)
        elif feedback.answer in ABOUT_THE_MOVIE:
            self.stack.drop({wire_id})
            self._drop_alike(wire_id)
            self.ranking.rank_locally()
        else:
            self._show_watchlist()

    def _show_watchlist(self) -> None:
        self._show_rows()
        if self.filtering.filters.chosen:
            self.filtering.ask()

    def _let_go(self) -> None:
        """Take away what was answered for, and rank again: nobody points at the rows anymore."""
        if not self.stack.marked:
            return
        gone = self.stack.take_marks()
        if not gone:
            self._show_watchlist()
            return
        self.stack.drop(gone)
        for wire_id in gone:
            self._drop_alike(wire_id)
        self.ranking.rank_locally()

    def _undone(self, suggestion: Suggestion) -> None:
        self.results.refresh()
        if not self.stack.unmark(suggestion.wire_id):
            self.ranking.rank_locally()

    def _drop_alike(self, wire_id: str) -> None:
        if self._alike is not None:
            left = [s for s in self._alike.suggestions if s.wire_id != wire_id]
            self._alike = replace(self._alike, suggestions=left) if left else None

    # Navigation

    def lay_body(self, side: int, below: int) -> None:
        """Set the margins: the rows run to the window's edge, or to the content width."""
        self.body.setContentsMargins(0, 0, 0, 0)
        self.stack.set_side(side - MARGIN)
        start, end = side - STEP, side - MARGIN
        left, right = (end, start) if right_to_left() else (start, end)
        self._results_margins.setContentsMargins(left, 2 * STEP, right, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        taken = max(self.title.sizeHint().width(), SENTENCE)
        buttons = (self.refresh_button, self.filter_button, self.tonight_button)
        taken += sum(button.sizeHint().width() for button in buttons)
        room = self.width() - 2 * self.margin() - taken - 12 * STEP
        if self.finding.move(self.head, self.notices, room):
            set_tab_order_from_layout(self)
