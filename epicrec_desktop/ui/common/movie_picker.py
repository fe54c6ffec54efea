"""Walls of posters on which a click picks a movie, and a search for more of them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QStyleOptionViewItem

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.ui.common.context import Host
from epicrec_desktop.ui.common.controls import SearchField
from epicrec_desktop.ui.common.feedback import LATER, LIKED, REFUSED, WATCHED, lit_words
from epicrec_desktop.ui.common.labels import Strong
from epicrec_desktop.ui.common.lists import ITEM, TEXT, Cell, Index, ListModel
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.painting import draw_ring
from epicrec_desktop.ui.common.poster_wall import ActionDelegate, ActionView
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number

TICK = Qt.ItemDataRole.CheckStateRole
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked
MIN_PICKS = 3
MAX_RESULTS = 60

T = TypeVar("T")
Movies = list[tuple[int, Movie]]


class PosterWallModel(ListModel[T]):
    """Model of movies by local id; `lit` has their answers in effect, of `feedback.py`.

    Who watched a movie ticked it. `toggled` asks the owner to tick one or to take that back.
    """

    toggled = Signal(object, bool)  # key, whether it shall be ticked
    answered = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lit: dict[int, frozenset[str]] = {}

    def key(self, item: T) -> int:
        raise NotImplementedError

    def movie(self, item: T) -> Movie:
        raise NotImplementedError

    def answers(self, item: T) -> frozenset[str]:
        return self.lit.get(self.key(item), frozenset())

    @property
    def ticked(self) -> frozenset[int]:
        """Return the keys of the ticked movies, shown or not."""
        return frozenset(key for key, answers in self.lit.items() if answers & {*WATCHED})

    def show_answers(self, lit: Mapping[int, frozenset[str]]) -> None:
        self.lit |= lit
        if self.items:
            self.dataChanged.emit(self.index(0), self.index(len(self.items) - 1), [TICK])
        self.answered.emit()

    def toggle(self, row: int) -> None:
        key = self.key(self.items[row])
        self.toggled.emit(key, key not in self.ticked)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = TEXT) -> Any:
        if role == TICK and index.isValid():
            watched = self.answers(self.items[index.row()]) & {*WATCHED}
            return CHECKED if watched else UNCHECKED
        return super().data(index, role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != TICK:
            return False
        if Qt.CheckState(value) is not self.data(index, TICK):
            self.toggle(index.row())
        return True

    def text(self, item: T) -> str:
        return self.movie(item).label

    def spoken(self, item: T) -> str:
        lit = self.answers(item)
        words = (lit_words(answer) for answer in (LIKED, LATER, REFUSED) if answer in lit)
        return ", ".join([self.text(item), *words])


class PosterWallDelegate(ActionDelegate):
    """Paints a poster with its actions, and a ring if picked; the whole cell is clickable."""

    RING = True
    """Whether a picked poster has a ring."""

    def paint_cell(self, cell: Cell) -> None:
        box = self.poster_box(cell.rect)
        wall = wall_of(cell)
        movie = wall.wall_model.movie(cell.item)
        cell.poster(box, movie)
        if cell.focused:
            draw_ring(cell.painter, QRectF(box).adjusted(-3, -3, 3, 3), cell.colors.ink, 10)
        ringed = self.RING and wall.lit(cell.item) & {*WATCHED}
        if ringed or cell.hovered:
            color = cell.colors.accent if ringed else cell.colors.control
            draw_ring(cell.painter, QRectF(box).adjusted(-1.5, -1.5, 1.5, 1.5), color, 9, 3)
        self.draw_foot(cell, box, movie)
        self.draw_actions(cell)

    def draw_foot(self, cell: Cell, box: QRect, movie: Movie) -> None:
        cell.caption(box, STEP + 1, movie)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Toggle a movie by a click anywhere on it, or by the space bar."""
        space = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
        released = isinstance(event, QMouseEvent) and (
            event.type() == QEvent.Type.MouseButtonRelease
            and event.button() is Qt.MouseButton.LeftButton
        )
        if not (space or released):
            return False
        ticked = Qt.CheckState(index.data(TICK)) is CHECKED
        return model.setData(index, UNCHECKED if ticked else CHECKED, TICK)


class PosterWall(ActionView):
    """Grid of posters, as many per row as fit. Arrow keys move, the space bar picks."""

    def __init__(
        self, model: PosterWallModel[Any], delegate: PosterWallDelegate, *, name: str, label: str
    ) -> None:
        self.wall_model = model
        super().__init__(model, delegate, name=name, label=label, scroll_step=48)
        self.wrap()
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def key_of(self, item: Any) -> Hashable:
        return self.wall_model.key(item)

    def lit(self, item: Any) -> frozenset[str]:
        return self.wall_model.answers(item)

    def is_leaving(self, item: Any) -> bool:
        return REFUSED in self.lit(item)

    def act(self, index: Index, answer: str) -> None:
        """Answer for a movie; an answer in effect is taken back."""
        self.acted.emit(index.data(ITEM), answer)


def wall_of(cell: Cell) -> PosterWall:
    """Return the wall that a cell is on."""
    wall = cell.widget
    assert isinstance(wall, PosterWall)
    return wall


class CatalogWallModel(PosterWallModel[tuple[int, Movie]]):
    """Model of movies of the catalog."""

    def key(self, item: tuple[int, Movie]) -> int:
        return item[0]

    def movie(self, item: tuple[int, Movie]) -> Movie:
        return item[1]


class MoviePicker(QStackedWidget):
    """Well-known movies to pick from, or those that are searched for.

    `search` and `picked`, which says how many are picked, are placed by its owner. `anyway` is the
    text of the button of `nothing`, which is shown where no movie was found.
    """

    def __init__(
        self, host: Host, delegate: PosterWallDelegate, *, name: str, anyway: str = ""
    ) -> None:
        super().__init__()
        self._host = host
        self._known: Movies = []
        self._asked = self._shown = ""  # words that were searched for, and those of the wall
        self._entered = False  # Return was pressed before the wall was that of the words
        self.model = CatalogWallModel(self)
        label = self.tr("Well-known movies; the space bar picks")
        self.wall = PosterWall(self.model, delegate, name=name, label=label)
        nothing = self.tr("Nothing by this name")
        advice = self.tr("Try another word of the title, or the year.")
        self.nothing = EmptyState("empty", nothing, advice, anyway, name=f"{name}.nothing")
        self.addWidget(self.wall)
        self.addWidget(self.nothing)
        self.search = SearchField(self.tr("Search all movies"), name=f"{name}.search")
        self.search.setMinimumWidth(220)
        self.search.setMaximumWidth(320)
        self.search.rested.connect(self._search)
        self.search.returnPressed.connect(self._take_first)
        self.search.textChanged.connect(self._typed)
        self.picked = Strong(name=f"{name}.count", wrap=False)
        self.model.answered.connect(self._show_count)
        self._show_count()

    def show_known(self, movies: Movies) -> None:
        self._known = movies
        self._search()

    @property
    def search_text(self) -> str:
        return self.search.text().strip()

    @property
    def enough(self) -> bool:
        return len(self.model.ticked) >= MIN_PICKS

    def _show_count(self) -> None:
        words = self.tr("{n} picked") if self.enough else self.tr("{n} of {least} picked")
        words = words.format(n=number(len(self.model.ticked)), least=number(MIN_PICKS))
        self.picked.setText(words)
        set_accessible_name(self.picked, words)

    def _typed(self) -> None:
        self._entered = False

    def _search(self) -> None:
        words = self._asked = self.search_text
        if not words:
            self._found(words, self._known)
            return
        self._host.ask(
            lambda services, job: services.library.search_catalog(words, MAX_RESULTS),
            lambda found: self._found(words, found),
        )

    def _found(self, words: str, movies: Movies) -> None:
        if words != self._asked:
            return
        self._shown = words
        self.model.show_items(movies)
        if not self.wall.currentIndex().isValid():  # the wall may have the focus without movies
            self.wall.setCurrentIndex(self.model.index(0))
        nothing = bool(words) and not movies
        self.setCurrentWidget(self.nothing if nothing else self.wall)
        self.wall.scrollToTop()
        if self._entered:
            self._take_first()

    def _take_first(self) -> None:
        """Pick the best match, now or once it is found, and select the text for the next title."""
        self._entered = self._shown != self.search_text
        if not self._entered and self._shown and self.model.items:
            self.model.toggle(0)
            self.search.selectAll()
