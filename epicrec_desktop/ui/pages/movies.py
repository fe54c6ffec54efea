"""My movies: what was found, what the person says of it, and looking again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui import core_words, shortcuts, words
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.pages.movies_words import (
    answer_words,
    empty_words,
    status_words,
    summary,
    weight_words,
)
from epicrec_desktop.ui.tasks import LONG, Task
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.add_movie import AddMovieDialog
from epicrec_desktop.ui.widgets.answer_bar import AnswerBar
from epicrec_desktop.ui.widgets.buttons import SecondaryButton
from epicrec_desktop.ui.widgets.entry_list import EntryModel, EntryView
from epicrec_desktop.ui.widgets.library_view import LibraryView
from epicrec_desktop.ui.widgets.movie_filters import MovieFilters
from epicrec_desktop.ui.widgets.page import MARGIN, Page
from epicrec_desktop.ui.widgets.progress import ProgressStrip
from epicrec_desktop.ui.widgets.question import Question
from epicrec_desktop.ui.widgets.states import Banner, EmptyState, ErrorBanner

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry
    from epicrec_desktop.services.scan import ScanResult
    from epicrec_desktop.wiring import Services

UNDO_DEPTH = 50


@dataclass(frozen=True)
class Step:
    """What can be taken back: its words, and how the movies were before it."""

    words: str
    statuses: Mapping[int, LibraryStatus] = field(default_factory=dict)
    weights: Mapping[int, float] = field(default_factory=dict)

    @property
    def ids(self) -> set[int]:
        """The movies it was about."""
        return {*self.statuses, *self.weights}


class MoviesPage(Page):
    """The library by status. Answers take effect at once on the screen, then in the database."""

    KEY = "movies"
    scan_begun = Signal()
    scan_told = Signal(str)  # what a scan found, in a sentence

    def __init__(self, context: Context) -> None:
        super().__init__(context, "", scroll=False)
        self.set_title(self.tr("My movies"))
        self.model = EntryModel(self)
        self._loaded = False
        self._reload = True
        self._agreed = True  # some browser may be read; asked only where there are no movies
        self._own_change = False
        self._scan: Task | None = None
        self._scan_by_itself = False
        self._undo: list[Step] = []
        self._build_head()
        self._build_body()
        self._refresh_words()
        context.library_changed.connect(self._library_changed)
        shortcuts.bind("movies.undo", self, self.undo)
        shortcuts.bind("movies.find", self, self._find)

    def _build_head(self) -> None:
        self.add_button = SecondaryButton(self.tr("Add a movie"), name="movies.add", icon="plus")
        self.add_button.clicked.connect(self.add_by_hand)
        self.scan_button = SecondaryButton(self.tr("Scan again"), name="movies.scan", icon="scan")
        self.scan_button.clicked.connect(self.scan)
        self.head.addWidget(self.add_button)
        self.head.addWidget(self.scan_button)
        self.progress = ProgressStrip(name="movies.progress")
        self.news = Banner("info", name="movies.news")
        self.error = ErrorBanner(name="movies.error")
        self.consent = Banner("warning", name="movies.consent", button=self.tr("Choose browsers"))
        self.consent.action.connect(lambda: self.context.navigate.emit("settings"))
        self.notices.setSpacing(2 * STEP)
        for widget in (self.progress, self.news, self.consent, self.error):
            self.notices.addWidget(widget)

    def _build_body(self) -> None:
        self.body.setContentsMargins(MARGIN, 3 * STEP, MARGIN, 5 * STEP)
        self.body.setSpacing(3 * STEP)
        self.filters = MovieFilters(status_words())
        self.filter, self.search = self.filters.status, self.filters.search
        self.view_button = self.filters.view
        self.filter.chosen.connect(self._filter)
        self.search.textChanged.connect(self._filter)
        self.view_button.clicked.connect(self._toggle_view)
        self.body.addWidget(self.filters)
        self.library = LibraryView(self.model, name="movies")
        self.library.answered.connect(self.answer)
        self.library.selection_moved.connect(self._selection_moved)
        self.library.weighed.connect(lambda key, weight: self._set_weight([key], weight))
        self.empty = EmptyState("empty", "", "", name="movies.empty")
        self.empty.action.connect(self._empty_action)
        self._empty_leads_to: str | LibraryStatus = ""
        self._layers = QStackedWidget()
        self._layers.addWidget(self.library)
        self._layers.addWidget(self.empty)
        self.blank = QWidget()  # until the library is read, which is a moment
        self._layers.addWidget(self.blank)
        self.body.addWidget(self._layers, 1)
        self.answers = AnswerBar()
        self.answers.answered.connect(lambda status: self.answer(self.view.selected_ids(), status))
        self.answers.all_asked.connect(self._select_all)
        self.answers.sure_asked.connect(
            lambda: self.answer(self.model.sure_ids(), LibraryStatus.CONFIRMED)
        )
        self.answers.undo_asked.connect(self.undo)
        self.answers.forget_asked.connect(self._ask_forget)
        self.answers.private_asked.connect(self._toggle_private)
        self.answers.details_asked.connect(self.library.open_card)
        self.body.addWidget(self.answers)
        self._use_wall(self.context.services.settings.movies_view == "wall")

    @property
    def view(self) -> EntryView:
        """The list or the wall, whichever is shown; both have one selection."""
        return self.library.current

    def first_focus(self) -> QWidget:
        """The movies: arrows and answers work at once."""
        return self.view

    def _use_wall(self, wall: bool) -> None:
        self.library.use_wall(wall)
        self.view_button.set_icon("list" if wall else "wall")
        words = self.tr("Show as a list") if wall else self.tr("Show as a wall of posters")
        self.view_button.setAccessibleName(words)
        self.view_button.setToolTip(words)

    def _toggle_view(self) -> None:
        self._use_wall(not self.library.is_wall)
        settings = self.context.services.settings
        settings.movies_view = "wall" if self.library.is_wall else "list"
        self.context.save_settings()

    def _find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Loading

    def activated(self) -> None:
        """Load the library when it is first looked at."""
        if self._reload or not self._agreed:
            self._load()

    def _library_changed(self) -> None:
        if not self._own_change:
            self._reload = True
            if self.isVisible():
                self._load()

    def _load(self) -> None:
        services = self.context.services

        def work(report: object, cancelled: object) -> tuple[Sequence[LibraryEntry], bool]:
            entries = services.library.entries()
            return entries, bool(entries) or _any_agreed(services)

        self.context.tasks.run(work, on_result=self._take, on_error=self.error.show_text)

    def _take(self, known: tuple[Sequence[LibraryEntry], bool]) -> None:
        entries, self._agreed = known
        first = not self._loaded
        self._loaded = True
        self._reload = False
        chosen = self.view.selected_ids()
        self.model.set_entries(entries)
        counts = self.model.counts()
        if first and not counts[LibraryStatus.SUGGESTED] and counts[LibraryStatus.CONFIRMED]:
            self.filter.set_value(LibraryStatus.CONFIRMED.value)
        self._filter()
        self.view.select_ids(chosen)
        if not self.view.selected_ids():
            self.view.select_row(0)

    def _filter(self) -> None:
        self.model.set_filter(LibraryStatus(self.filter.value), self.search.text())
        self.view.select_row(0)
        self._refresh_words()

    def _refresh_words(self) -> None:
        counts = self.model.counts()
        for status, text in status_words().items():
            count = counts[status]
            self.filter.set_text(status.value, f"{text} {count}" if count else text)
        self.subtitle.setText(summary(counts) if self._loaded else "")
        if self.model.rowCount():
            self._layers.setCurrentWidget(self.library)
        else:
            self._show_empty(counts)
        self.filters.setVisible(any(counts.values()))
        self._selection_moved()

    def _show_empty(self, counts: Mapping[LibraryStatus, int]) -> None:
        self._layers.setCurrentWidget(self.empty if self._loaded else self.blank)
        words = empty_words(
            scanning=self._scan is not None,
            agreed=self._agreed,
            any_movies=any(counts.values()),
            searching=bool(self.search.text().strip()),
            status=self.model.status,
            found=self.model.found(),
        )
        self._empty_leads_to = words.leads_to
        self.empty.show_state(words.picture, words.heading, words.sentence, words.button)

    def _empty_action(self) -> None:
        target = self._empty_leads_to
        if isinstance(target, LibraryStatus):
            self.filter.set_value(target.value)
            self._filter()
        elif target == "browsers":
            self.context.navigate.emit("settings")
        elif target == "add":
            self.add_by_hand()
        else:
            self.scan()

    def _selection_moved(self) -> None:
        ids = self.view.selected_ids()
        self.answers.show_choice(
            self.model.status,
            rows=self.model.rowCount(),
            selected=len(ids),
            sure=len(self.model.sure_ids()),
            private=self._all_private(ids),
            undo=self._undo[-1].words if self._undo else "",
        )
        self.library.follow()

    # Answers

    def answer(self, ids: Sequence[int], status: LibraryStatus) -> None:
        """Set the status of these entries; the next one is selected, so keys can go on."""
        entries = [e for key in ids if (e := self.model.find(key)) and e.status is not status]
        if not entries:
            return
        row = self.view.currentIndex().row()
        earlier = {entry.id: entry.status for entry in entries}
        self.model.change([replace(entry, status=status) for entry in entries])
        self._remember(Step(answer_words(len(entries), status), statuses=earlier))
        self.view.select_row(row)
        self._refresh_words()
        self._change(lambda: self.context.services.library.set_status(list(earlier), status))

    def _remember(self, step: Step) -> None:
        self._undo.append(step)
        del self._undo[:-UNDO_DEPTH]

    def undo(self) -> None:
        """Take the last answer, or the last choice of what may be told, back."""
        if not self._undo:
            return
        step = self._undo.pop()
        if step.weights:
            self._weigh(step.weights)
        else:
            self._restore(step.statuses)

    def _restore(self, earlier: Mapping[int, LibraryStatus]) -> None:
        entries = [(self.model.find(key), status) for key, status in earlier.items()]
        self.model.change([replace(e, status=status) for e, status in entries if e is not None])
        statuses = set(earlier.values())
        if len(statuses) == 1:
            self.filter.set_value(statuses.pop().value)
            self._filter()
        self.view.select_ids(earlier)
        self._refresh_words()
        self._change(lambda: self.context.services.library.restore(earlier))

    def _change(self, work: Callable[[], object]) -> None:
        self.error.hide()
        self.context.tasks.run(
            lambda report, cancelled: work(),
            on_result=self._changed,
            on_error=self._change_failed,
        )

    def _changed(self, result: object) -> None:
        del result
        self._own_change = True
        self.context.library_changed.emit()
        self._own_change = False

    def _change_failed(self, sentence: str) -> None:
        self.error.show_text(sentence)
        self._undo.clear()
        self._load()  # the screen goes back to what the database says

    def _select_all(self) -> None:
        self.view.selectAll()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _all_private(self, ids: Sequence[int]) -> bool:
        entries = [e for key in ids if (e := self.model.find(key))]
        return bool(entries) and all(entry.weight == 0 for entry in entries)

    def _toggle_private(self) -> None:
        ids = self.view.selected_ids()
        weight = 1.0 if self._all_private(ids) else 0.0
        self._set_weight(ids, weight)

    def _set_weight(self, ids: Sequence[int], weight: float) -> None:
        """How much of these movies may be told: 0 nothing, 1 as usual."""
        earlier = {e.id: e.weight for key in ids if (e := self.model.find(key))}
        self._remember(Step(weight_words(len(earlier), weight), weights=earlier))
        self._weigh(dict.fromkeys(earlier, weight))

    def _weigh(self, weights: Mapping[int, float]) -> None:
        entries = [(self.model.find(key), weight) for key, weight in weights.items()]
        self.model.change([replace(e, weight=weight) for e, weight in entries if e is not None])
        statuses = {e.status for e, _ in entries if e is not None}
        if len(statuses) == 1 and self.model.status not in statuses:
            self.filter.set_value(statuses.pop().value)
            self._filter()
        self.view.select_ids(weights)
        self._refresh_words()

        def work() -> None:
            for key, weight in weights.items():
                self.context.services.library.set_weight(key, weight)

        self._change(work)

    def _ask_forget(self) -> None:
        ids = self.view.selected_ids()
        question = Question(
            words.plural("MoviesPage", "Forget these %Ln movies?", len(ids)),
            self.tr(
                "What was seen of it goes too, and this cannot be undone. "
                "A later scan may suggest it again."
            ),
            self.tr("Forget"),
            self,
            name="movies.forget.question",
        )
        question.ask(lambda: self.forget(ids))

    def forget(self, ids: Sequence[int]) -> None:
        """Remove entries with their sightings."""
        row = self.view.currentIndex().row()
        gone = set(ids)
        self._undo = [step for step in self._undo if not gone & step.ids]
        self.model.remove(ids)
        self.view.select_row(row)
        self._refresh_words()
        self._change(lambda: self.context.services.library.forget(list(ids)))

    # By hand

    def add_by_hand(self) -> None:
        """Open the dialog that searches the catalog."""
        dialog = AddMovieDialog(self.context, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._add)
        dialog.open()
        dialog.search.setFocus()

    def _add(self, movie_id: int) -> None:
        self.context.tasks.run(
            lambda report, cancelled: self.context.services.library.add(movie_id),
            on_result=self._added,
            on_error=self.error.show_text,
        )

    def _added(self, entry: LibraryEntry) -> None:
        self.model.change([entry])
        self.search.clear()
        self.filter.set_value(LibraryStatus.CONFIRMED.value)
        self._filter()
        self.view.select_ids([entry.id])
        self._changed(None)

    # Scanning

    def scan(self, *, by_itself: bool = False) -> None:
        """Look through what is new in the browsers agreed to; `by_itself`: nobody asked for it."""
        if self._scan is not None:
            return
        for banner in (self.news, self.error, self.consent):
            banner.hide()
        services = self.context.services
        self._scan_by_itself = by_itself
        self.scan_begun.emit()
        self._scan = self.context.tasks.run(
            lambda report, cancelled: (
                services.scan.scan(report=report, cancelled=cancelled)
                if _any_agreed(services)
                else None
            ),
            queue=LONG,
            on_result=self._scanned,
            on_error=self.error.show_text,
        )
        self._scan.finished.connect(self._scan_ended)
        self.scan_button.setEnabled(False)
        self.progress.follow(self._scan, self.tr("Looking at your browsers…"))
        self._refresh_words()

    def _scanned(self, result: ScanResult | None) -> None:
        if result is None and self._scan_by_itself:
            return
        if result is None:
            sentence = self.tr("No browser may be read yet, so nothing was. Choose which ones may.")
            self.scan_told.emit(sentence)
            if any(self.model.counts().values()):
                self.consent.show_text(sentence)
            else:
                self.context.navigate.emit("settings")  # nothing else can be done about it here
            return
        found = result.new_suggested + result.new_confirmed
        if found:
            sentence = words.plural("MoviesPage", "%Ln new movies found.", found)
        else:
            sentence = self.tr("Nothing new since the last scan.")
        if found or not self._scan_by_itself:
            self.news.show_text(sentence)
            self.scan_told.emit(sentence)
        if result.failures:
            lines = [f"{label}: {core_words.localized(why)}" for label, why in result.failures]
            self.error.show_text("\n".join(lines))
        if found:
            self.filter.set_value(LibraryStatus.SUGGESTED.value)
        self._load()
        self._changed(None)

    def _scan_ended(self) -> None:
        self._scan = None
        self.scan_button.setEnabled(True)
        self._refresh_words()


def _any_agreed(services: Services) -> bool:
    return any(known.consent and known.present for known in services.profiles.discover())
