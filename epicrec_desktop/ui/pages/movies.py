"""My movies: what was found, what the person says of it, and looking again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui import icons, theme, words
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.tasks import LONG, Task
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.add_movie import AddMovieDialog
from epicrec_desktop.ui.widgets.buttons import PrimaryButton, QuietButton, SecondaryButton
from epicrec_desktop.ui.widgets.entry_list import EntryModel, EntryView
from epicrec_desktop.ui.widgets.page import MARGIN, Page
from epicrec_desktop.ui.widgets.panel import Panel
from epicrec_desktop.ui.widgets.progress import ProgressStrip
from epicrec_desktop.ui.widgets.question import Question
from epicrec_desktop.ui.widgets.segmented_control import Segmented
from epicrec_desktop.ui.widgets.states import Banner, EmptyState, ErrorBanner
from epicrec_desktop.ui.widgets.text import Note

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry
    from epicrec_desktop.services.scan import ScanResult

UNDO_DEPTH = 50


class MoviesPage(Page):
    """The library by status. Answers take effect at once on the screen, then in the database."""

    KEY = "movies"

    def __init__(self, context: Context) -> None:
        super().__init__(context, "", scroll=False)
        self.title.setText(self.tr("My movies"))
        self.setAccessibleName(self.tr("My movies"))
        self.model = EntryModel(self)
        self._loaded = False
        self._reload = True
        self._own_change = False
        self._scan: Task | None = None
        self._scan_by_itself = False
        self._undo: list[tuple[str, Mapping[int, LibraryStatus]]] = []
        self._build_head()
        self._build_body()
        self.setFocusProxy(self.view)
        self._refresh_words()
        context.library_changed.connect(self._library_changed)
        undo = QShortcut(QKeySequence.StandardKey.Undo, self)
        undo.activated.connect(self.undo)
        find = QShortcut(QKeySequence.StandardKey.Find, self)
        find.activated.connect(lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason))

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
        self.body.addLayout(self._filters())
        self.view = EntryView(self.model, name="movies.list")
        self.view.answered.connect(self.answer)
        self.view.selection_moved.connect(self._selection_moved)
        self.panel = Panel(name="movies.panel", padding=2 * STEP)
        self.panel.body.setContentsMargins(STEP, STEP, STEP, STEP)
        self.panel.body.addWidget(self.view)
        self.empty = EmptyState("empty", "", "", name="movies.empty")
        self.empty.action.connect(self.scan)
        self._layers = QStackedWidget()
        self._layers.addWidget(self.panel)
        self._layers.addWidget(self.empty)
        self.blank = QWidget()  # until the library is read, which is a moment
        self._layers.addWidget(self.blank)
        self.body.addWidget(self._layers, 1)
        self.body.addLayout(self._answers())

    def _filters(self) -> QHBoxLayout:
        self.filter = Segmented(
            [(status.value, text) for status, text in self._status_words().items()],
            name="movies.filter",
            label=self.tr("Show"),
        )
        self.filter.chosen.connect(self._filter)
        self.search = QLineEdit()
        self.search.setObjectName("movies.search")
        self.search.setPlaceholderText(self.tr("Search titles"))
        self.search.setAccessibleName(self.tr("Search titles"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(280)
        self.search.textChanged.connect(self._filter)
        self._search_icon = self.search.addAction(
            icons.icon("search", theme.tokens().muted), QLineEdit.ActionPosition.LeadingPosition
        )
        row = QHBoxLayout()
        row.setSpacing(3 * STEP)
        row.addWidget(self.filter)
        row.addStretch(1)
        row.addWidget(self.search, 2)
        return row

    def _answers(self) -> QHBoxLayout:
        self.selected = Note(name="movies.selected", wrap=False)
        self.all_button = QuietButton(self.tr("Select all"), name="movies.select_all")
        self.all_button.clicked.connect(self._select_all)
        self.undo_button = QuietButton(self.tr("Undo"), name="movies.undo", icon="undo")
        self.undo_button.clicked.connect(self.undo)
        self.forget_button = SecondaryButton(self.tr("Forget"), name="movies.forget")
        self.forget_button.clicked.connect(self._ask_forget)
        self.private_button = SecondaryButton(self.tr("Keep to myself"), name="movies.private")
        self.private_button.clicked.connect(self._toggle_private)
        self.reject_button = SecondaryButton(self.tr("Not mine"), name="movies.reject")
        self.reject_button.clicked.connect(
            lambda: self.answer(self.view.selected_ids(), LibraryStatus.REJECTED)
        )
        self.reject_button.setToolTip(self.tr("N or Delete"))
        self.confirm_button = PrimaryButton(self.tr("I watched it"), name="movies.confirm")
        self.confirm_button.clicked.connect(
            lambda: self.answer(self.view.selected_ids(), LibraryStatus.CONFIRMED)
        )
        self.confirm_button.setToolTip(self.tr("Y or Enter"))
        row = QHBoxLayout()
        row.setSpacing(2 * STEP)
        row.addWidget(self.selected)
        row.addWidget(self.undo_button)
        row.addStretch(1)
        for button in (
            self.all_button,
            self.forget_button,
            self.private_button,
            self.reject_button,
            self.confirm_button,
        ):
            row.addWidget(button)
        return row

    def _status_words(self) -> dict[LibraryStatus, str]:
        return {
            LibraryStatus.SUGGESTED: self.tr("Suggestions"),
            LibraryStatus.CONFIRMED: self.tr("Watched"),
            LibraryStatus.REJECTED: self.tr("Not mine"),
        }

    # Loading

    def activated(self) -> None:
        """Load the library when it is first looked at."""
        if self._reload:
            self._load()

    def _library_changed(self) -> None:
        if not self._own_change:
            self._reload = True
            if self.isVisible():
                self._load()

    def _load(self) -> None:
        self.context.tasks.run(
            lambda report, cancelled: self.context.services.library.entries(),
            on_result=self._take,
            on_error=self.error.show_text,
        )

    def _take(self, entries: Sequence[LibraryEntry]) -> None:
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
        for status, text in self._status_words().items():
            count = counts[status]
            self.filter.set_text(status.value, f"{text} {count}" if count else text)
        self.subtitle.setText(self._summary(counts))
        if self.model.rowCount():
            self._layers.setCurrentWidget(self.panel)
        else:
            self._show_empty(counts)
        self.search.setVisible(any(counts.values()))
        self.filter.setVisible(any(counts.values()))
        self._selection_moved()

    def _summary(self, counts: Mapping[LibraryStatus, int]) -> str:
        waiting = counts[LibraryStatus.SUGGESTED]
        if waiting:
            return words.counted(
                waiting,
                self.tr("One movie found in your history. Did you watch it?"),
                self.tr("{n} movies found in your history. Which of them did you watch?"),
            )
        if not self._loaded:
            return ""
        return self.tr("Only movies you confirm count, and only for you.")

    def _show_empty(self, counts: Mapping[LibraryStatus, int]) -> None:
        self._layers.setCurrentWidget(self.empty if self._loaded else self.blank)
        if self._scan is not None:
            self.empty.show_state(
                "scan",
                self.tr("Looking for movies"),
                self.tr("Your browsers' history is read on this computer and stays on it."),
            )
        elif not any(counts.values()):
            self.empty.show_state(
                "empty",
                self.tr("No movies yet"),
                self.tr(
                    "EpicRec looks for movies in the history of the browsers you agreed to. "
                    "What it finds stays on this computer."
                ),
                self.tr("Scan"),
            )
        elif self.search.text().strip():
            self.empty.show_state(
                "empty",
                self.tr("Nothing by this title"),
                self.tr("Try another word, or add the movie by hand."),
            )
        elif self.model.status is LibraryStatus.SUGGESTED:
            self.empty.show_state(
                "done",
                self.tr("All answered"),
                self.tr("Nothing waits for you here. A scan may find more."),
            )
        else:
            self.empty.show_state(
                "empty",
                self.tr("Nothing here"),
                self.tr("Movies you put here can be put back at any time."),
            )

    def _selection_moved(self) -> None:
        ids = self.view.selected_ids()
        status = self.model.status
        some = bool(ids) and self.model.rowCount() > 0
        text = words.counted(len(ids), self.tr("1 selected"), self.tr("{n} selected"))
        self.selected.setText(text if some else "")
        self.selected.setVisible(some)
        rows = self.model.rowCount() > 0
        self.confirm_button.setVisible(rows and status is not LibraryStatus.CONFIRMED)
        self.reject_button.setVisible(rows and status is not LibraryStatus.REJECTED)
        self.private_button.setVisible(rows and status is LibraryStatus.CONFIRMED)
        self.forget_button.setVisible(rows)
        self.all_button.setVisible(rows)
        self.private_button.setText(
            self.tr("Release as usual") if self._all_private(ids) else self.tr("Keep to myself")
        )
        for button in (
            self.confirm_button, self.reject_button, self.private_button, self.forget_button,
        ):  # fmt: skip
            button.setEnabled(some)
        self.all_button.setEnabled(self.model.rowCount() > len(ids))
        self.undo_button.setVisible(bool(self._undo))

    # Answers

    def answer(self, ids: Sequence[int], status: LibraryStatus) -> None:
        """Set the status of these entries; the next one is selected, so keys can go on."""
        entries = [e for key in ids if (e := self.model.find(key)) and e.status is not status]
        if not entries:
            return
        row = self.view.currentIndex().row()
        earlier = {entry.id: entry.status for entry in entries}
        self.model.change([replace(entry, status=status) for entry in entries])
        self._undo.append((self._answer_words(len(entries), status), earlier))
        del self._undo[:-UNDO_DEPTH]
        self.undo_button.setToolTip(self._undo[-1][0])
        self.view.select_row(row)
        self._refresh_words()
        self._change(lambda: self.context.services.library.set_status(list(earlier), status))

    def _answer_words(self, count: int, status: LibraryStatus) -> str:
        if status is LibraryStatus.CONFIRMED:
            return words.counted(
                count, self.tr("One movie confirmed"), self.tr("{n} movies confirmed")
            )
        return words.counted(
            count, self.tr("One movie is not yours"), self.tr("{n} movies are not yours")
        )

    def undo(self) -> None:
        """Take the last answer back."""
        if not self._undo:
            return
        _, earlier = self._undo.pop()
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
        entries = [e for key in ids if (e := self.model.find(key))]
        self.model.change([replace(entry, weight=weight) for entry in entries])
        self.view.select_ids(ids)
        self._refresh_words()

        def work() -> None:
            for key in ids:
                self.context.services.library.set_weight(key, weight)

        self._change(work)

    def _ask_forget(self) -> None:
        ids = self.view.selected_ids()
        question = Question(
            words.counted(
                len(ids), self.tr("Forget this movie?"), self.tr("Forget these {n} movies?")
            ),
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
        self._undo = [step for step in self._undo if not gone & set(step[1])]
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
        self._scan = self.context.tasks.run(
            lambda report, cancelled: (
                services.scan.scan(report=report, cancelled=cancelled)
                if any(known.consent and known.present for known in services.profiles.discover())
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
            self.consent.show_text(
                self.tr("No browser may be read yet, so nothing was. Choose which ones may.")
            )
            return
        found = result.new_suggested + result.new_confirmed
        if found:
            sentence = words.counted(
                found, self.tr("One new movie found."), self.tr("{n} new movies found.")
            )
        else:
            sentence = self.tr("Nothing new since the last scan.")
        if found or not self._scan_by_itself:
            self.news.show_text(sentence)
        if result.failures:
            lines = [f"{label}: {sentence}" for label, sentence in result.failures]
            self.error.show_text("\n".join(lines))
        if found:
            self.filter.set_value(LibraryStatus.SUGGESTED.value)
        self._load()
        self._changed(None)

    def _scan_ended(self) -> None:
        self._scan = None
        self.scan_button.setEnabled(True)
        self._refresh_words()
