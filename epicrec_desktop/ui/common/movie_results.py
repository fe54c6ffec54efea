"""Results of a search as one wall: movies of the library and of the catalog, with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.services.library import FoundMovie
from epicrec_desktop.ui.common import movie_text, theme, wording
from epicrec_desktop.ui.common.controls import SearchField
from epicrec_desktop.ui.common.feedback import LATER, lit_answers, lit_words
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.lists import Cell, ListModel
from epicrec_desktop.ui.common.movie_head import Names
from epicrec_desktop.ui.common.own_movie import add_anyway_words, ask_own_movie
from epicrec_desktop.ui.common.page import EmptyState, Page
from epicrec_desktop.ui.common.poster_wall import ActionDelegate, ActionView
from epicrec_desktop.ui.common.progress import PATIENCE_MS
from epicrec_desktop.ui.common.tasks import LONG
from epicrec_desktop.ui.common.text import display_line
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, translator

LIMIT = 60
LINES = 34
"""Height of the two lines below a poster."""

PEOPLE = ("directors", "actors")
MOST_PEOPLE = 4
FOUND = "found"
"""Where a suggestion comes from that was searched for."""


_tr = translator("MovieResults")


def as_suggestion(found: FoundMovie) -> Suggestion:
    """Return a found movie as the card shows it."""
    why = movie_text.reasons(found.reasons)
    return replace(Suggestion.of(found.movie, FOUND), because=why or None)


def status_words(found: FoundMovie) -> str:
    """Return where a movie is already; empty for nowhere."""
    if found.wanted:
        return lit_words(LATER)
    return movie_text.library_status(found.status) if found.status is not None else ""


def below(found: FoundMovie) -> str:
    """Return why a movie was found; where its title says it, year and category."""
    return movie_text.reasons(found.reasons) or wording.short(
        found.movie.year, found.movie.categories
    )


def people_of(found: Sequence[FoundMovie]) -> list[str]:
    """Return the people that a search named, those of most movies first."""
    names = (why.name for one in found for why in one.reasons if why.kind in PEOPLE)
    return [name for name, _ in Counter(names).most_common(MOST_PEOPLE)]


class ResultModel(ListModel["FoundMovie"]):
    """Model of the found movies."""

    def text(self, item: FoundMovie) -> str:
        return item.movie.label

    tip = text

    def spoken(self, item: FoundMovie) -> str:
        return ", ".join(filter(None, (item.movie.label, below(item), status_words(item))))


class ResultDelegate(ActionDelegate):
    """Paints a poster, its actions, and why it was found."""

    FOOT = STEP + LINES + 4 * STEP
    least_width = 132

    def paint_cell(self, cell: Cell) -> None:
        box = self.poster_box(cell.rect)
        cell.poster(box, cell.item.movie)
        if cell.focused or cell.hovered:
            cell.ring(box, cell.colors.accent if cell.focused else cell.colors.control)
        self.draw_actions(cell)
        painter = cell.painter
        painter.setFont(theme.font(theme.NOTE))
        painter.setPen(QColor(cell.colors.muted))
        flags = int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        below_box = QRect(box.left(), box.bottom() + STEP + 2, box.width() + 2 * STEP, LINES)
        lines = mirrored(below_box, box)
        wrap = int(Qt.TextFlag.TextWordWrap)
        painter.drawText(lines, flags | wrap, display_line(below(cell.item)))


class ResultWall(ActionView):
    """Grid of the found movies."""

    def __init__(self, model: ResultModel, *, name: str, label: str) -> None:
        super().__init__(model, ResultDelegate(), name=name, label=label, scroll_step=48)
        self.wrap()
        self.open_items()

    def key_of(self, item: FoundMovie) -> Hashable:
        return item.key

    def lit(self, item: FoundMovie) -> frozenset[str]:
        return super().lit(item) if item.key in self.marks else lit_answers(item)

    def is_leaving(self, item: FoundMovie) -> bool:
        return False  # what was searched for stays


class MovieResults(QStackedWidget):
    """The wall of what `field` asks for, or the offer to add a movie that nobody knows.

    `searching` says whether there is anything to search for; `added` carries a local key.
    """

    searching = Signal(bool)
    opened = Signal(object)  # FoundMovie
    added = Signal(int)

    def __init__(self, page: Page, field: SearchField, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._page, self._context, self._field = page, page.context, field
        self.model = ResultModel(self)
        self.wall = ResultWall(self.model, name=f"{name}.wall", label=self.tr("Movies found"))
        self.people = Names(name=f"{name}.people")
        self._movies = QWidget()
        people = row(STEP, (self.people, 1))  # above the posters, which are inside of their cells
        column(people, (self.wall, 1), parent=self._movies, spacing=2 * STEP)
        nothing, anyway = self.tr("Nothing is known by these words"), add_anyway_words()
        advice = self.tr("Try a title, a name, or “like Arrival but lighter”.")
        self.nothing = EmptyState("empty", nothing, advice, anyway, name=f"{name}.nothing")
        self.waiting = EmptyState("scan", self.tr("Searching…"), "", name=f"{name}.waiting")
        for layer in (self._movies, self.nothing, self.waiting):
            self.addWidget(layer)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(lambda: self.setCurrentWidget(self.waiting))
        self._prepared = False
        field.installEventFilter(self)
        field.rested.connect(self.refresh)
        self.wall.opened.connect(self.opened)
        self.nothing.action.connect(self._add)
        field.textChanged.connect(self._typed)
        field.returnPressed.connect(self._enter)
        field.count = lambda: len(self.model.items)

    @property
    def text(self) -> str:
        return self._field.text().strip()

    def _typed(self) -> None:
        self.searching.emit(bool(self.text))
        if not self.text:
            self._show([])
        elif not self.model.items and not self._patience.isActive():
            self._patience.start()

    def refresh(self) -> None:
        text, library = self.text, self._context.services.library
        if text:
            names = movie_text.names()
            self._context.tasks.run(
                lambda job: (text, library.search(text, LIMIT, names)), self._found, self._fail
            )

    def _fail(self, sentence: str) -> None:
        self._patience.stop()
        if self.currentWidget() is self.waiting:
            self.setCurrentWidget(self._movies)
        self._page.show_error(sentence)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Prepare the search when the user goes to the field: the first one takes a moment."""
        if event.type() == QEvent.Type.FocusIn and not self._prepared:
            self._prepared = True
            self._context.run(lambda services, job: services.library.search("", 0), queue=LONG)
        return super().eventFilter(watched, event)

    def _found(self, answer: tuple[str, Sequence[FoundMovie]]) -> None:
        text, found = answer
        if text == self.text:  # drop an answer to an earlier search
            self._show(found)

    def _show(self, found: Sequence[FoundMovie]) -> None:
        self._patience.stop()
        same = [one.key for one in found] == [one.key for one in self.model.items]
        place = self.wall.currentIndex().row() if same else -1
        value = self.wall.verticalScrollBar().value() if same else 0
        self.wall.marks = {}
        self.model.show_items(found)
        if found:
            if place >= 0:
                self.wall.setCurrentIndex(self.model.index(place, 0))
            self.wall.verticalScrollBar().setValue(value)
        self.people.show_names((self.tr("People:"), people_of(found)))
        self.setCurrentWidget(self._movies if found or not self.text else self.nothing)

    def _enter(self) -> None:
        if self.model.items:
            self.wall.setCurrentIndex(self.model.index(0, 0))
            self.wall.setFocus(Qt.FocusReason.TabFocusReason)

    def _add(self) -> None:
        ask_own_movie(self, self._context, self.text, self.added.emit)
