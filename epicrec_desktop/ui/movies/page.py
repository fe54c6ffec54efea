"""The My movies page: the library by status, scan notices and the empty state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.import_service import AppliedImport
from epicrec_desktop.services.library import LibraryEntry, LibraryPart
from epicrec_desktop.services.unlisted import known_now
from epicrec_desktop.ui.common import messages, shortcuts, wording
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.feedback import WATCHLIST
from epicrec_desktop.ui.common.layouts import add_items
from epicrec_desktop.ui.common.movie_controller import CoverPages, SearchablePage
from epicrec_desktop.ui.common.notices import Banner, ErrorBanner, FloatingNotice
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.scanning import ScanReport
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.text import set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.candidate_picker import CandidatePicker
from epicrec_desktop.ui.movies.diary import Diary
from epicrec_desktop.ui.movies.entry_actions import AnswerBar, CandidateQuestion, EntryActions
from epicrec_desktop.ui.movies.entry_model import EntryModel, LibraryLoader
from epicrec_desktop.ui.movies.entry_page import EntryPages
from epicrec_desktop.ui.movies.finding import Finding, Watchlist
from epicrec_desktop.ui.movies.import_dialog import ImportController, UnplacedDialog
from epicrec_desktop.ui.movies.library_changes import LibraryChanges
from epicrec_desktop.ui.movies.library_view import EntryView, LibraryView
from epicrec_desktop.ui.movies.movie_lists import MovieLists
from epicrec_desktop.ui.movies.sort_filter import UNDATED, MovieFilters, SortFilter
from epicrec_desktop.ui.movies.text import empty_words, part_names, summary
from epicrec_desktop.ui.movies.year import YearController

LEAST_LIST = 20 * STEP
"""Height of a movie in the list."""
_AT_START = (LibraryPart.SUGGESTED, LibraryPart.CONFIRMED, LibraryPart.LOOKED_AT)
"""Parts of which the first that has movies is shown at first."""


class MoviesPage(SearchablePage):
    """Page with the library by status. Answers apply on the screen first, then in the database."""

    KEY = "movies"
    MAX_CONTENT_WIDTH = 1720  # posters and a card beside them
    BOTTOM_MARGIN = 5 * STEP
    LIMIT_NOTICES = True

    def __init__(self, context: Context) -> None:
        super().__init__(context, scroll=False)
        self.model = EntryModel(self)
        self._scans = context.scans
        self._parts_of_scan: tuple[LibraryPart, ...] = ()  # the first with movies is shown
        self._wanted: int | None = None  # to be shown once the library is loaded again
        self.changes = LibraryChanges(context, self.model, self)
        self.loader = LibraryLoader(self, self.changes, self.model)
        self._build_head()
        self._build_body()
        self._connect()
        self._use_wall(context.services.settings.movies_view == "wall")
        self._refresh_words()
        # What began or was reported while there was no page.
        if self._scans.task is not None:
            self._scan_started(self._scans.task)
        if self._scans.unseen_report is not None:
            self._scan_reported(self._scans.unseen_report)

    def _build_head(self) -> None:
        self.add_button = SecondaryButton(self.tr("Add a movie"), name="movies.add", icon="plus")
        self.add_button.clicked.connect(self.add_by_hand)
        self.scan_button = SecondaryButton(self.tr("Scan again"), name="movies.scan", icon="scan")
        self.scan_button.clicked.connect(self.scan)
        self.year = YearController(self.context, self)
        add_items(self.head, self.add_button, self.scan_button)
        self.words.addWidget(self.year.day)
        self.progress = ProgressStrip(name="movies.progress")
        self.news = FloatingNotice(self, name="movies.news")
        self.error = ErrorBanner(name="movies.error")
        self.consent = Banner("warning", name="movies.consent", button=self.tr("Choose browsers"))
        self.consent.action.connect(lambda: self.context.navigate.emit("settings.browsers"))
        self.notices.setSpacing(2 * STEP)
        self.importing = ImportController(self.context, self.changes, self)
        add_items(self.notices, self.progress, self.consent, self.error)

    def _build_body(self) -> None:
        self.body.setSpacing(3 * STEP)
        self.filters = MovieFilters(part_names())
        self.filter, self.search = self.filters.status, self.filters.search
        self.view_button, self.year_button = self.filters.view, self.filters.year
        self.year_button.clicked.connect(lambda: self.year.open(self.model.watched))
        self.order = SortFilter.from_text(self.context.services.settings.movies_order)
        self.loader.with_facts = self.order.needs_facts
        self.library = LibraryView(self.model, name="movies")
        self.pages = CoverPages(self, self.changes.steps, "movies")
        self.changed = FloatingNotice(self, name="movies.changed", button=self.tr("Undo"))
        self.which = CandidatePicker()
        self.asking = CandidateQuestion(self, self.model, self.library, self.which)
        self.entry_actions = EntryActions(self.changes, self.asking)
        self.entries = EntryPages(self.entry_actions, self.pages)
        self.empty = EmptyState(name="movies.empty")
        self._empty_target = ""
        self._layers = QStackedWidget()
        self.blank = QWidget()  # until the library is loaded
        self.finding = Finding(self.search, self.model, self.pages)
        self.results = self.finding.results
        self.watchlist = Watchlist(self.finding.opened, self.model)
        self.diary = Diary(self.model, self.loader)
        self.diary.opened.connect(self.entries.open)
        self._aside: Diary | MovieLists | None = None  # what is shown instead of the library
        shown = (self.library, self.empty, self.blank, self.results, self.watchlist, self.diary)
        for layer in shown:
            self._layers.addWidget(layer)
        self.answers = AnswerBar()
        for notice in (self.news, self.importing.news, self.changed):
            notice.keep_above(self.which, self.answers)
        self._layers.setMinimumHeight(LEAST_LIST)  # else a low window cuts what is below
        add_items(self.body, self.filters, (self._layers, 1), self.which, self.answers)

    @cached_property
    def lists(self) -> MovieLists:
        lists = MovieLists(self, self.model, self.pages.lists)
        self._layers.addWidget(lists)
        lists.opened.connect(self.finding.open)
        lists.shown.connect(self._about_lists)
        lists.reading.connect(lambda task, words: self.progress.follow(task, words, patient=True))
        return lists

    def _connect(self) -> None:
        self._connect_answers()
        finding = self.finding
        finding.changed.connect(self._refresh_words)
        finding.opened.answering.connect(self.error.hide)
        finding.entry_asked.connect(self.entries.open)
        finding.results.added.connect(self._own_added)
        self.watchlist.changed.connect(self._refresh_words)
        self.pages.movie_asked.connect(finding.open_walled)
        self.pages.trail.left.connect(self.changed.hide)
        self.pages.lists.created.connect(lambda made: self.lists.show_list(made))  # noqa: PLW0108 - made then
        self.diary.days_asked.connect(self.add_days)
        self.loader.loaded.connect(self._show_library)
        selection = self.library.list.selectionModel()
        selection.selectionChanged.connect(self._selection_moved)
        self.changes.restored.connect(self._show_again)
        self.changes.refused.connect(self.error.show_text)
        self.changes.refused.connect(self.loader.load)  # the screen shows what is stored
        self.changes.steps.indexChanged.connect(self._step_made)
        self.changed.action.connect(self.entry_actions.undo)
        self.filter.chosen.connect(self._choose_part)
        self.filters.diary.clicked.connect(lambda: self._show_aside(self.diary))
        self.filters.lists.clicked.connect(lambda: self._show_aside(self.lists))
        self.filters.unplaced.clicked.connect(self._show_unplaced)
        self.changes.corrected.connect(self._corrected)
        self.view_button.clicked.connect(self._toggle_view)
        self.filters.order.chosen.connect(self._set_order)
        self.filters.order.facts_asked.connect(self.loader.load_facts)
        self.filters.chips.dropped.connect(lambda name: self._set_order(self.order.without(name)))
        self.empty.action.connect(self._leave_empty)
        self.importing.taken.connect(self._imported)
        self._scans.started.connect(self._scan_started)
        self._scans.reported.connect(self._scan_reported)
        self._scans.failed.connect(self.show_error)
        self._scans.ended.connect(self._follow_scan)
        shortcuts.bind("movies.undo", self, self.entry_actions.undo)
        shortcuts.bind("movies.find", self, self.enter_search)
        shortcuts.bind("movies.order", self, self.filters.order.open_menu)

    def _own_added(self, key: int) -> None:
        self.search.clear()
        self._wanted = key
        self.context.library_changed.emit(None)

    def _connect_answers(self) -> None:
        entry_actions = self.entry_actions
        entry_actions.started.connect(self.error.hide)
        entry_actions.started.connect(self.importing.news.hide)
        entry_actions.done.connect(self._refresh_words)
        entry_actions.listen(self.answers)
        self.answers.undo.clicked.connect(self._undo_pressed)
        self.answers.details.clicked.connect(self.entries.open_selected)
        for view in (self.library.list, self.library.wall):
            view.acted.connect(entry_actions.act)
            view.answered.connect(entry_actions.answer)
            view.later_asked.connect(entry_actions.toggle_later)
            view.rated.connect(entry_actions.rate)
            view.numbered.connect(self.which.press)
            view.starred.connect(entry_actions.star)
            view.details_asked.connect(self.entries.open_selected)
            view.menu_asked.connect(self.entries.open_menu)
        self.which.chosen.connect(entry_actions.choose)
        self.which.none.connect(lambda key: entry_actions.answer([key], LibraryStatus.REJECTED))
        self.which.left.connect(entry_actions.to_movies)

    def _undo_pressed(self) -> None:
        """Focus the movies after the last step: else the next button has it, which answers."""
        if self.answers.undo.isHidden():
            self.first_focus().setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def view(self) -> EntryView:
        return self.library.current

    def first_focus(self) -> QWidget:
        if self.covered_by is not None:
            return self.covered_by
        return self._other.focus_target if self._other is not None else self.view

    @property
    def _other(self) -> Watchlist | Diary | MovieLists | None:
        """What is shown instead of a part of the library, if anything is."""
        if self._aside is not None:
            return self._aside
        return self.watchlist if self.filter.value == WATCHLIST else None

    def _use_wall(self, wall: bool) -> None:
        self.library.set_wall(wall)
        self.view_button.set_icon("list" if wall else "wall")
        words = self.tr("Show as a list") if wall else self.tr("Show as a wall of posters")
        set_accessible_name(self.view_button, words)
        set_tool_tip(self.view_button, words)

    def _toggle_view(self) -> None:
        self._use_wall(not self.library.is_wall)
        self.context.save_settings(movies_view="wall" if self.library.is_wall else "list")

    # Loading

    def prepare(self) -> None:
        self.loader.activate()

    def activated(self) -> None:
        self._tell_known()
        self.model.let_go()
        self.loader.activate()
        self.year.follow_day(self.model.watched)
        self.watchlist.activate()

    def _show_library(self, first: bool) -> None:
        known, chosen = self.loader.known, self.view.selected_ids()
        part, place = self.model.part, self.view.verticalScrollBar().value()
        self.asking.forget()
        self.model.show(known, self.order)
        self.year.follow(self.model.watched)
        counts = self.model.counts()
        if wanted := _AT_START if first else self._parts_of_scan:
            there = (part for part in wanted if counts[part])
            self.filter.set_value(next(there, LibraryPart.SUGGESTED).value)
            self._parts_of_scan = ()
        count = len(known.unplaced)
        self.filters.unplaced.setText(wording.plural("MoviesPage", "%Ln not placed", count))
        self.filters.unplaced.setVisible(bool(count))
        if self.isVisible():
            self._tell_known()
        self._filter()
        if self._wanted is not None and self.model.find(self._wanted) is not None:
            self._show_again([self._wanted])
            self._wanted = None
            return
        self.view.select_again(chosen)
        if self.model.part is part:
            self.view.scroll_back(place)

    def _tell_known(self) -> None:
        """Tell what a new catalog had of the movies that none had before."""
        context = self.context.services.context
        if context.known_now:
            self.news.show_text(messages.localized(known_now(context.known_now)))
            context.known_now = 0

    def _choose_part(self) -> None:
        self._aside = None
        self.search.clear()
        self._filter()

    def _filter(self) -> None:
        if self._other is None:
            self.model.set_filter(LibraryPart(self.filter.value))
            self.view.select_row(0)
        self._refresh_words()

    def _refresh_words(self) -> None:
        counts = self.model.counts()
        self.filters.show_counts(counts, self.watchlist.length)
        self.filters.order.offer(
            self.model.every, self.loader.known.levels, self.loader.known.facts
        )
        searching, other = bool(self.results.text), self._other
        narrowed = self.order if other is None and not searching else SortFilter()
        self.filters.show_order(self.order, narrowed, self.model.rowCount(), len(self.model.every))
        words = other.about() if other is not None else summary(counts, self.model.part)
        self.show_words(words if self.loader.done else "", searching=searching)
        if searching:
            self._layers.setCurrentWidget(self.results)
        elif other is not None:
            self._layers.setCurrentWidget(other)
        elif self.model.rowCount():
            self._layers.setCurrentWidget(self.library)
        else:
            self._show_empty(counts)
        self.scan_button.setVisible(self.loader.known.agreed)
        self.filters.status.set_marked(not searching and self._aside is None)
        self.filters.diary.setChecked(self._aside is self.diary and not searching)
        self.filters.lists.setChecked(isinstance(self._aside, MovieLists) and not searching)
        for control in (self.filters.order, self.filters.view):
            control.setEnabled(not searching and other is None)
        self._selection_moved()

    def _show_empty(self, counts: Mapping[LibraryPart, int]) -> None:
        self._layers.setCurrentWidget(self.empty if self.loader.done else self.blank)
        *words, self._empty_target = empty_words(
            scanning=self._scans.running,
            agreed=self.loader.known.agreed,
            any_movies=any(counts.values()),
            part=self.model.part,
            filtered=self.order.filters and bool(self.model.every),
        )
        self.empty.show_state(*words)

    def _leave_empty(self) -> None:
        if self._empty_target == "browsers":
            self.context.navigate.emit("settings.browsers")
        elif self._empty_target == "all":
            self._set_order(SortFilter())
            self.view.setFocus()
        else:
            self.scan()

    # Order

    def _set_order(self, order: SortFilter) -> None:
        chosen = self.view.selected_ids()
        self.order = order
        self.model.set_order(order)
        self.context.save_settings(movies_order=order.to_text() if order != SortFilter() else "")
        self.view.select_again(chosen)
        self._refresh_words()

    def _reveal(self, ids: Sequence[int]) -> None:
        """Clear filters that would hide a movie that was just added or changed."""
        if self.order.filters and not self.model.are_listed(ids):
            self._set_order(replace(SortFilter(), sort=self.order.sort))
        self.view.select_ids(ids)
        if selected := self.view.selectionModel().selectedIndexes():
            self.view.doItemsLayout()  # posters that were just shown have no place yet
            self.view.scrollTo(selected[0])

    def add_days(self) -> None:
        self._show_part(LibraryPart.CONFIRMED)
        self._set_order(SortFilter(self.order.sort, day=UNDATED))
        self.entries.add_days()

    def _show_aside(self, other: Diary | MovieLists) -> None:
        self._aside = other
        self.search.clear()
        self._refresh_words()

    def _about_lists(self) -> None:
        if isinstance(self._other, MovieLists) and not self.results.text:
            self.subtitle.setText(self.lists.about())

    def _show_part(self, part: LibraryPart) -> None:
        self._aside = None
        self.filter.set_value(part.value)
        self._filter()

    def _step_made(self) -> None:
        """Name the last step, and how to undo it: on a movie's page, or below the list."""
        self._selection_moved()
        self.changed.show_text(self.changes.steps.undoText() if self.covered_by else "")

    def _selection_moved(self) -> None:
        ids = self.view.selected_ids()
        elsewhere = bool(self.results.text) or self._other is not None
        self.answers.show_choice(
            self.model.status,
            rows=0 if elsewhere else self.model.rowCount(),
            selected=0 if elsewhere else len(ids),
            sure=0 if elsewhere else len(self.model.sure_ids()),
            private=self.entry_actions.all_withheld(ids),
            asks=self.asking.entry_to_ask(ids) is not None,
            undo=self.changes.steps.undoText(),
        )
        self.entries.follow()
        self.asking.follow([] if elsewhere else ids)

    def _show_again(self, ids: Sequence[int]) -> None:
        """Show these entries in the part that holds all of them; what is beside them stays."""
        if self._other is not None:
            self._refresh_words()
            return
        parts = {e.part for key in ids if (e := self.model.find(key))}
        if len(parts) == 1 and self.filter.value not in {one.value for one in parts}:
            self._show_part(parts.pop())
        self._reveal(ids)
        self._refresh_words()

    # Adding by hand

    def add_by_hand(self) -> None:
        dialog = AddMovieDialog(self.context, self, self.search.text().strip())
        dialog.chosen.connect(lambda key: self.changes.add(key, self._added, self._not_added))
        dialog.import_asked.connect(self.importing.choose_files)
        dialog.open()

    def _corrected(self, right: int) -> None:
        self.pages.trail.leave()
        self._wanted = right

    def _show_unplaced(self) -> None:
        UnplacedDialog(self.context, self.loader.known.unplaced, self).open()

    def _added(self, entry: LibraryEntry) -> None:
        self.search.clear()
        self._show_part(LibraryPart.CONFIRMED)
        self._reveal([entry.id])
        if dialog := self.findChild(AddMovieDialog):
            dialog.show_added(entry.id)

    def _not_added(self, sentence: str) -> None:
        """Say why: in the dialog, unless the user has closed it meanwhile."""
        dialog = self.findChild(AddMovieDialog)
        (dialog.show_news if dialog else self.error.show_text)(sentence)

    def show_item(self, key: str) -> None:
        if key == "import":
            self.importing.choose_files()

    def _imported(self, applied: AppliedImport) -> None:
        if applied.confirmed or applied.suggested:
            self.search.clear()
            part = LibraryPart.CONFIRMED if applied.confirmed else LibraryPart.LOOKED_AT
            self.filter.set_value(part.value)

    # Scanning

    def scan(self) -> None:
        self._scans.scan()

    def _scan_started(self, task: Task) -> None:
        for banner in (self.news, self.error, self.consent):
            banner.hide()
        self.progress.follow(task, self.tr("Looking at your browsers…"))
        self._follow_scan()

    def _follow_scan(self) -> None:
        self.scan_button.setEnabled(not self._scans.running)
        self._refresh_words()

    def _scan_reported(self, news: ScanReport) -> None:
        self._scans.unseen_report = None
        if news.result is None:
            if news.should_notify and any(self.model.counts().values()):
                self.consent.show_text(news.sentence)
            elif news.should_notify and self.isVisible():
                self.context.navigate.emit("settings.browsers")
            return
        if news.should_notify:
            self.news.show_text(news.sentence)
        if lines := messages.scan_problems(news.result):
            self.error.show_text("\n".join(lines))
        if news.found:
            self.filter.set_value(LibraryPart.SUGGESTED.value)
            self._parts_of_scan = (LibraryPart.SUGGESTED, LibraryPart.LOOKED_AT)
