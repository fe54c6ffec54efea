"""The library as a wall of posters: the same entries, selection and keys as the list."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui import icons, posters, theme, words
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.entry_list import (
    ENTRY,
    ROUND,
    EntryDelegate,
    EntryModel,
    EntryView,
    Index,
    actions_for,
    draw_answer,
)

POSTER = QSize(120, 180)
EDGE = 2 * STEP
CELL = QSize(POSTER.width() + 2 * EDGE, POSTER.height() + EDGE + 28)
BADGE = 24


def poster_box(cell: QRect) -> QRect:
    """Where the poster is in a cell."""
    return QRect(cell.left() + EDGE, cell.top() + EDGE, POSTER.width(), POSTER.height())


def answer_box(cell: QRect, place: int) -> QRect:
    """Where the round button of this place is: over the poster's foot, from the right."""
    box = poster_box(cell)
    x = box.right() + 1 - 2 * STEP - ROUND - place * (ROUND + STEP)
    return QRect(x, box.bottom() + 1 - 2 * STEP - ROUND, ROUND, ROUND)


class WallDelegate(EntryDelegate):
    """Draws a poster; the answers are over it while the mouse is there."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Every cell is alike."""
        del option, index
        return CELL

    def hit(self, row: QRect, index: Index, point: QPointF) -> LibraryStatus | None:
        """The answer under a point, if any."""
        for place, status in enumerate(actions_for(index.data(ENTRY).status)):
            if answer_box(row, place).contains(point.toPoint()):
                return status
        return None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        entry = index.data(ENTRY)
        cell: QRect = option.rect
        state: QStyle.StateFlag = option.state
        colors = theme.tokens()
        box = poster_box(cell)
        movie = entry.movie
        ratio = painter.device().devicePixelRatioF()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.wash))
            painter.drawRoundedRect(QRectF(cell).adjusted(1, 1, -1, -1), 10, 10)
        painter.drawPixmap(
            box.topLeft(),
            posters.poster(movie.title, movie.year, movie.categories, POSTER, ratio),
        )
        if selected or state & QStyle.StateFlag.State_HasFocus:
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent if focused else colors.control), 2))
            painter.drawRoundedRect(QRectF(box).adjusted(-2.5, -2.5, 2.5, 2.5), 10, 10)
        if entry.weight < 1:
            self._badge(painter, box, "eye-off" if entry.weight == 0 else "lock", colors)
        self._line(painter, box, words.short(movie.year, posters.family(movie.categories)), colors)
        if state & QStyle.StateFlag.State_MouseOver:
            for place, status in enumerate(actions_for(entry.status)):
                draw_answer(painter, QRectF(answer_box(cell, place)), status, self.mouse, colors)
        painter.restore()

    def _badge(self, painter: QPainter, box: QRect, icon: str, colors: theme.Tokens) -> None:
        disc = QRectF(box.right() - BADGE - 5, box.top() + 6, BADGE, BADGE)
        painter.setPen(QPen(QColor(colors.line), 1))
        painter.setBrush(QColor(colors.panel))
        painter.drawEllipse(disc)
        ratio = painter.device().devicePixelRatioF()
        picture = icons.pixmap(icon, colors.ink, 14, ratio)
        painter.drawPixmap(disc.center() - QPointF(7, 7), picture)

    def _line(self, painter: QPainter, box: QRect, text: str, colors: theme.Tokens) -> None:
        line = QRect(box.left(), box.bottom() + STEP + 2, box.width(), 18)
        painter.setFont(theme.font(theme.NOTE))
        painter.setPen(QColor(colors.muted))
        text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)


class EntryWall(EntryView):
    """Posters in rows, as many as there is room for."""

    def __init__(self, model: EntryModel, *, name: str) -> None:
        super().__init__(model, name=name, delegate=WallDelegate())
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setGridSize(CELL)
        self.verticalScrollBar().setSingleStep(CELL.height() // 4)
