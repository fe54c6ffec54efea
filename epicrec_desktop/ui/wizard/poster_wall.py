"""Wall of posters of the first run: a click picks a movie."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QRect, QRectF, Qt
from PySide6.QtWidgets import QAbstractItemView

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.ui.common.feedback import LATER, LIKED, REFUSED, WATCHED
from epicrec_desktop.ui.common.lists import ITEM, Cell, Index, TickDelegate, TickModel
from epicrec_desktop.ui.common.painting import draw_ring
from epicrec_desktop.ui.common.poster_wall import ActionDelegate, ActionView, lit_words
from epicrec_desktop.ui.common.theme import STEP

T = TypeVar("T")


class PosterWallModel(TickModel[T]):
    """Model of movies by local id; `lit` has their answers in effect, of `feedback.py`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lit: dict[int, frozenset[str]] = {}

    def key(self, item: T) -> int:
        raise NotImplementedError

    def movie(self, item: T) -> Movie:
        raise NotImplementedError

    def answers(self, item: T) -> frozenset[str]:
        return self.lit.get(self.key(item), frozenset())

    def put(self, lit: Mapping[int, frozenset[str]]) -> None:
        """Show these answers; who watched a movie picked it."""
        self.lit |= lit
        self.tick((key for key, answers in lit.items() if not answers & {*WATCHED}), on=False)
        self.tick(key for key, answers in lit.items() if answers & {*WATCHED})

    def text(self, item: T) -> str:
        return self.movie(item).label

    def spoken(self, item: T) -> str:
        """Return title and year with the answers."""
        lit = self.answers(item)
        words = (lit_words(answer) for answer in (LIKED, LATER, REFUSED) if answer in lit)
        return ", ".join([self.text(item), *words])


class PosterWallDelegate(ActionDelegate, TickDelegate):
    """Paints a poster with its actions, and a ring if picked."""

    RING = True
    """Whether a picked poster has a ring."""

    def paint_cell(self, cell: Cell) -> None:
        box = self.poster_box(cell.rect)
        movie = wall_of(cell).wall_model.movie(cell.item)
        cell.poster(box, movie)
        if cell.focused:
            draw_ring(cell.painter, QRectF(box).adjusted(-3, -3, 3, 3), cell.colors.ink, 10)
        ringed = self.RING and cell.ticked
        if ringed or cell.hovered:
            color = cell.colors.accent if ringed else cell.colors.control
            draw_ring(cell.painter, QRectF(box).adjusted(-1.5, -1.5, 1.5, 1.5), color, 9, 3)
        self.draw_foot(cell, box, movie)
        self.draw_actions(cell)

    def draw_foot(self, cell: Cell, box: QRect, movie: Movie) -> None:
        """Paint what is below a poster: year and category."""
        cell.caption(box, STEP + 1, movie)


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
        """Return whether it was refused; it keeps its place."""
        return REFUSED in self.lit(item)

    def act(self, index: Index, answer: str) -> None:
        """Answer for a movie; an answer in effect is taken back."""
        self.acted.emit(index.data(ITEM), answer)


def wall_of(cell: Cell) -> PosterWall:
    """Return the wall that a cell is on."""
    wall = cell.widget
    assert isinstance(wall, PosterWall)
    return wall
