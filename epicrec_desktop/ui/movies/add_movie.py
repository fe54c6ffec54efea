"""Dialogs in which movies are chosen from a list; one to add a movie of the catalog by hand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLayout, QListWidget, QListWidgetItem, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.accessibility import announce, announce_result_count
from epicrec_desktop.ui.common.buttons import LinkButton, PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import SearchField
from epicrec_desktop.ui.common.dialogs import Dialog
from epicrec_desktop.ui.common.labels import Heading, Note
from epicrec_desktop.ui.common.layouts import STRETCH, add_items, column, row
from epicrec_desktop.ui.common.own_movie import add_anyway_words, ask_own_movie
from epicrec_desktop.ui.common.text import display_line, set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.wiring import Services

MOVIE_ID = Qt.ItemDataRole.UserRole

Answer = tuple[str, list[tuple[int, Movie, str]]]
"""Search words, and local id and movie of each result, with the alternative title that matched."""


class MovieListDialog(Dialog):
    """Dialog with a heading, a list with controls above it, and below it a note and two buttons."""

    def __init__(
        self, heading: str, parent: QWidget, *, name: str, width: int, height: int
    ) -> None:
        super().__init__(parent, name=f"{name}.dialog", title=heading, size=(width, height))
        self.heading = Heading(heading)
        self.cancel_button = SecondaryButton(self.tr("Cancel"), name=f"{name}.cancel")
        self.cancel_button.clicked.connect(self.reject)

    def result_list(self, label: str, *, name: str) -> QListWidget:
        """Return a list of lines that are elided where they are too long."""
        shown = QListWidget()
        shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        shown.setObjectName(name)
        set_accessible_name(shown, label)
        return shown

    def lay_out(
        self,
        above: Sequence[QWidget | QLayout],
        chosen_from: QWidget,
        note: Note,
        yes: PrimaryButton,
        *,
        beside_heading: QWidget | None = None,
        below: QLayout | None = None,
    ) -> None:
        """Place the parts; call once, when they are built."""
        under = () if below is None else (below,)
        beside = () if beside_heading is None else (beside_heading,)
        edges = (6 * STEP, 5 * STEP, 6 * STEP, 5 * STEP)
        whole = column(parent=self, margins=edges, spacing=3 * STEP)
        foot = row((note, 1), self.cancel_button, yes, spacing=2 * STEP)
        add_items(whole, row((self.heading, 1), *beside), *above, (chosen_from, 1), *under, foot)


class AddMovieDialog(MovieListDialog):
    """Searches while typing; `chosen` carries the id of the catalog's movie.

    `heading`: which movie is asked for, where none is added; `without`: one that it is not. Where
    movies are added, or with `stays`, it stays open for the next one, and the caller says what
    became of it (`show_added`, `show_news`). `typed_in`: no catalog has
    it, and the user added it here. `import_asked`: the user wants to import many from a file; the
    dialog is closed then.
    """

    chosen = Signal(int)
    import_asked = Signal()

    def __init__(
        self,
        context: Context,
        parent: QWidget,
        words: str = "",
        heading: str = "",
        without: int | None = None,
        *,
        stays: bool = False,
    ) -> None:
        adds = not heading
        heading = heading or QCoreApplication.translate("AddMovieDialog", "Add a movie")
        super().__init__(heading, parent, name="movies.add", width=480, height=460)
        self._context = context
        self._asked = self._found = ""  # words that were searched for, and those of the list
        self._entered = False  # Enter was pressed before the list was that of the words
        self._names: dict[int, str] = {}  # of the chosen movies
        self._without, self._stays = without, adds or stays
        if self._stays:
            self.cancel_button.setText(self.tr("Close"))
        self.typed_in = False
        self.search = SearchField(self.tr("Title"), name="movies.add.search")
        if adds:
            self.search.setPlaceholderText(self.tr("Title of a movie you have watched"))
        self.search.installEventFilter(self)
        self.list = self.result_list(self.tr("Movies found"), name="movies.add.results")
        self.list.activated.connect(self._choose_current)
        self.hint = Note(name="movies.add.hint")
        add = self.tr("Add") if adds else self.tr("This one")
        self.add_button = PrimaryButton(
            add, name="movies.add.confirm", on_click=self._choose_current
        )
        self.add_button.setEnabled(False)
        self.list.itemSelectionChanged.connect(
            lambda: self.add_button.setEnabled(bool(self.list.selectedItems()))
        )
        self._make_links()
        self.search.rested.connect(self._ask)
        self.search.textChanged.connect(self._typed)
        self.lay_out(
            (self.search,),
            self.list,
            self.hint,
            self.add_button,
            beside_heading=self.import_button if adds else None,
            below=row(self.anyway, STRETCH),
        )
        if words:
            self.search.setText(words)
            self.search.selectAll()
            self._ask()
        else:  # the search index of a large catalog is built while the user types
            context.run(lambda services, job: services.library.search_catalog("", 1))
        self.search.setFocus()

    def _make_links(self) -> None:
        self.import_button = LinkButton(
            self.tr("Import from a file…"), name="movies.import", icon="download"
        )
        set_tool_tip(
            self.import_button, self.tr("From Letterboxd, IMDb, Netflix and others, or a table")
        )
        self.import_button.setAutoDefault(False)
        self.import_button.clicked.connect(self.reject)
        self.import_button.clicked.connect(self.import_asked)
        self.anyway = LinkButton(add_anyway_words(), name="movies.add.anyway", icon="plus")
        self.anyway.setAutoDefault(False)
        self.anyway.clicked.connect(self._add_anyway)
        self.anyway.hide()

    def _add_anyway(self) -> None:
        def added(key: int) -> None:
            self.typed_in = True
            self._choose(key, form.label)

        form = ask_own_movie(self, self._context, self.search.text().strip(), added)

    def _typed(self) -> None:
        self._entered = False

    def _ask(self) -> None:
        text = self.search.text().strip()
        if text == self._asked:
            return
        self._asked = text
        if not text:
            self._show("", [])
            return
        without = self._without

        def work(services: Services, job: Job) -> Answer:
            from epicrec_desktop.matching.title_search import other_title  # noqa: PLC0415

            found = services.library.search_catalog(text, 20)
            return text, [
                (key, movie, other_title(movie, text)) for key, movie in found if key != without
            ]

        self._context.run(work, self._answered, self.hint.setText)

    def _answered(self, answer: Answer) -> None:
        text, found = answer
        if text == self._asked:  # drop an answer to an earlier search
            self._show(text, found)

    def _show(self, text: str, found: list[tuple[int, Movie, str]]) -> None:
        self._found = text
        self.list.clear()
        for movie_id, movie, other in found:
            item = QListWidgetItem(display_line(" · ".join(filter(None, (movie.label, other)))))
            item.setData(MOVIE_ID, movie_id)
            set_tool_tip(item, " · ".join(wording.category(name) for name in movie.categories))
            self.list.addItem(item)
        if found:
            self.list.setCurrentRow(0)
        missing = self.tr("No movie of this title.")
        if self._without is not None:  # which may have it
            missing = self.tr("No other movie of this title.")
        self.hint.setText(missing if text and not found else "")
        self.anyway.setVisible(bool(text))
        # Where nothing is found this is what is left to do; else it steps back.
        adds = not found and self._without is None
        self.anyway.setText(add_anyway_words() if adds else self.tr("It is not here…"))
        if text:
            announce_result_count(self.search, len(found))
        if self._entered:
            self._enter()

    def _enter(self) -> None:
        """Choose from what was found by the words; the list may still be that of earlier ones."""
        self._ask()
        self._entered = self._found != self._asked
        if not self._entered:
            self._choose_current()

    def _choose_current(self, index: QModelIndex | bool = False) -> None:
        item = self.list.currentItem()
        if item is not None:
            self._choose(item.data(MOVIE_ID), item.text())

    def _choose(self, key: int, shown: str) -> None:
        self._names[key] = display_line(shown)
        self.chosen.emit(key)
        if not self._stays:
            self.accept()
            return
        self.search.clear()
        self._ask()
        self.search.setFocus()

    def show_added(self, key: int) -> None:
        if key in self._names:
            self.show_news(self.tr("Added: {movie}").format(movie=self._names[key]))

    def show_news(self, sentence: str) -> None:
        self.hint.setText(sentence)
        announce(self.search, sentence)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.search or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        assert isinstance(event, QKeyEvent)
        step = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}.get(event.key())
        if step is not None and self.list.count():
            row = min(max(self.list.currentRow() + step, 0), self.list.count() - 1)
            self.list.setCurrentRow(row)
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
            return True
        return False
