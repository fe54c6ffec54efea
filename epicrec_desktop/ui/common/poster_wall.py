"""Walls of posters: small actions over a poster, and grids that fill their width."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QListView, QStyleOptionViewItem

from epicrec_desktop.ui.common import shortcuts
from epicrec_desktop.ui.common.feedback import LATER, LIKED, NOT_LATER, REFUSED, SEEN
from epicrec_desktop.ui.common.lists import ITEM, Cell, CellDelegate, Index, ItemView
from epicrec_desktop.ui.common.painting import draw_disc, draw_plate
from epicrec_desktop.ui.common.text import show_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, translator

_tr = translator("PosterActions")

DISC = 26
ICONS = {SEEN: "check", LIKED: "heart", LATER: "plus", NOT_LATER: "plus", REFUSED: "close"}
KEYS = {
    "posters.seen": SEEN,
    "posters.liked": LIKED,
    "posters.later": LATER,
    "posters.refused": REFUSED,
}
ACTIONS = tuple(KEYS.values())


def action_words(answer: str) -> str:
    """Return what an action over a poster does."""
    return {
        SEEN: _tr("I watched it"),
        LIKED: _tr("I watched it and liked it"),
        LATER: _tr("To the watchlist"),
        NOT_LATER: _tr("Take it off the watchlist"),
        REFUSED: _tr("Not interested"),
    }[answer]


def disc_box(poster: QRect, place: int) -> QRect:
    """Return an action's rectangle, counted from the start, at the top: below is the title."""
    count = len(ACTIONS)
    free = poster.width() - 2 * STEP - count * DISC
    gap = min(2 * STEP, free // max(count - 1, 1))
    left = poster.left() + (poster.width() - count * DISC - (count - 1) * gap) // 2
    place_box = QRect(left + place * (DISC + gap), poster.top() + 2 * STEP, DISC, DISC)
    return mirrored(place_box, poster)


def is_gone(lit: frozenset[str]) -> bool:
    """Return whether a movie leaves the wall after these answers."""
    return bool(lit - {LATER})


class PosterCellDelegate(CellDelegate):
    """Delegate of cells with a poster; they fill the width of a wall."""

    EDGE = STEP
    """Pixels before and above a poster, with room for its focus ring."""
    GAP = 4 * STEP
    """Pixels of a cell's width beside the poster, with those of `EDGE`."""
    FOOT = 30 + STEP
    """Pixels of a cell's height without the poster's, with those of `EDGE`."""
    least_width = 120
    """Least width of a poster in pixels."""

    def cell_size(self, width: int) -> QSize:
        """Return the size of a cell so that cells fill a wall of this width."""
        columns = max(1, width // (self.least_width + self.GAP))
        cell = width // columns
        return QSize(cell, (cell - self.GAP) * 3 // 2 + self.FOOT)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        wall = option.widget
        size = wall.gridSize() if isinstance(wall, QListView) else QSize()
        return self.cell_size(self.least_width + self.GAP) if size.isEmpty() else size

    def poster_box(self, cell: QRect) -> QRect:
        width = cell.width() - self.GAP
        box = QRect(cell.left() + self.EDGE, cell.top() + self.EDGE, width, width * 3 // 2)
        return mirrored(box, cell)


class ActionDelegate(PosterCellDelegate):
    """Delegate of posters with actions over the one under the pointer or with the focus."""

    def action_boxes(self, cell: QRect, item: Any) -> dict[str, QRect]:
        poster = self.poster_box(cell)
        return {answer: disc_box(poster, place) for place, answer in enumerate(ACTIONS)}

    def fade(self, cell: Cell) -> None:
        veil = QColor(cell.colors.background)
        veil.setAlpha(190)
        draw_plate(cell.painter, QRectF(self.poster_box(cell.rect)), veil)

    def draw_actions(self, cell: Cell) -> None:
        """Paint the actions of a poster, and dim one that leaves the wall."""
        view = cell.widget
        if not isinstance(view, ActionView):
            return
        lit, always = view.lit(cell.item), view.always_shown(cell.item)
        if view.is_leaving(cell.item):
            self.fade(cell)
        shown = cell.hovered or (cell.focused and view.hasFocus())
        for answer, box in self.action_boxes(cell.rect, cell.item).items():
            if shown or answer in always:
                under = cell.hovered and box.contains(view.pointer)
                _draw_action(cell, QRectF(box), answer, chosen=answer in lit, under=under)


def _draw_action(cell: Cell, box: QRectF, answer: str, *, chosen: bool, under: bool) -> None:
    colors = cell.colors
    filled = chosen or under
    ground = (colors.danger if answer == REFUSED else colors.accent) if filled else colors.panel
    ink = (colors.panel if answer == REFUSED else colors.on_accent) if filled else colors.ink
    edge = ground if filled else colors.control
    disc = box.adjusted(0.5, 0.5, -0.5, -0.5)
    draw_disc(cell.painter, disc, ICONS[answer], (ground, edge, ink), 16)


class ActionView(ItemView):
    """View of movies with actions. Nothing moves while the pointer or the focus is in it.

    `acted` carries an item and one of the answers of `feedback.py`; `left` says that posters which
    were answered for may go.
    """

    ANSWERS: tuple[str, ...] = ACTIONS
    """Answers that keys give."""
    OF_WATCHED = False
    """Whether the cross says that a movie was not watched, and not that it does not interest."""

    acted = Signal(object, str)
    left = Signal()

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.pointer = QPoint(-1, -1)
        self.marks: dict[Hashable, frozenset[str]] = {}
        """Answers in effect for the movies that were answered for here."""
        self._action_pressed: str | None = None
        self._acted = False  # by the last press

    def key_of(self, item: Any) -> Hashable:
        """Return what a movie is remembered by."""
        raise NotImplementedError

    def lit(self, item: Any) -> frozenset[str]:
        """Return the actions that are in effect for a movie."""
        return self.marks.get(self.key_of(item), frozenset())

    def always_shown(self, item: Any) -> frozenset[str]:
        """Return the actions in effect that are seen without pointing at the movie."""
        return self.lit(item)

    def tip(self, answer: str) -> str:
        if answer == REFUSED and self.OF_WATCHED:
            return _tr("I did not watch it")
        return action_words(answer)

    def is_leaving(self, item: Any) -> bool:
        """Return whether the movie goes once the pointer has left."""
        return is_gone(self.marks.get(self.key_of(item), frozenset()))

    def act(self, index: Index, answer: str) -> None:
        """Answer for a movie; what is in effect already is not repeated."""
        item = index.data(ITEM)
        lit = self.lit(item)
        if answer in lit and answer != LATER:
            return
        self.acted.emit(item, NOT_LATER if answer in lit else answer)

    def mark(self, key: Hashable, answer: str) -> None:
        """Show what was answered for a movie, at its place."""
        lit = self.marks.get(key, frozenset())
        if answer == NOT_LATER:
            lit -= {LATER}
        elif answer == LATER:
            lit |= {LATER}
        else:
            lit = (lit & {LATER}) | {answer}
        self.marks[key] = lit
        self.viewport().update()

    def unmark(self, key: Hashable) -> bool:
        """Show a movie as before; return whether it was marked."""
        found = self.marks.pop(key, None) is not None
        self.viewport().update()
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the width of a wall into as many columns as fit, without an empty strip."""
        delegate = self.itemDelegate()
        if self.isWrapping() and isinstance(delegate, PosterCellDelegate):
            self.setGridSize(delegate.cell_size(self.viewport().width() - 1))
        super().resizeEvent(event)

    def _action(self, event: QMouseEvent | QHelpEvent) -> tuple[Index, str | None]:
        at = event.position().toPoint() if isinstance(event, QMouseEvent) else event.pos()
        index, delegate = self.indexAt(at), self.itemDelegate()
        if not index.isValid() or not isinstance(delegate, CellDelegate):
            return index, None
        boxes = delegate.action_boxes(self.visualRect(index), index.data(ITEM))
        return index, next((answer for answer, box in boxes.items() if box.contains(at)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer = event.position().toPoint()
        self.viewport().update()
        if self._action_pressed is None:
            super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin an action, which selects nothing."""
        left = event.button() is Qt.MouseButton.LeftButton
        self._action_pressed = self._action(event)[1] if left else None
        self._acted = False
        if self._action_pressed is None:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._action_pressed = self._action_pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
            return
        index, answer = self._action(event)
        if answer == pressed:
            self._acted = True
            self.act(index, answer)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second click on an action: it would take the first one back, or answer for
        another movie that moved under the pointer.
        """
        if not self._acted and self._action(event)[1] is None:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        answer = KEYS.get(shortcuts.pressed(event, KEYS))
        if answer in self.ANSWERS and self.currentIndex().isValid():
            self.act(self.currentIndex(), answer)
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index, answer = self._action(event)
            if answer is not None:
                if answer == LATER and LATER in self.lit(index.data(ITEM)):
                    answer = NOT_LATER
                show_tool_tip(self, event.globalPos(), self.tip(answer))
                return True
        return super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer = QPoint(-1, -1)
        super().leaveEvent(event)
        if self.marks and not self.hasFocus():
            self.left.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.marks and not self.underMouse():
            self.left.emit()
