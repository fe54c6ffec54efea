"""The library as a wall of posters: the same entries, selection and keys as the list."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui.common import icons, posters, theme, wording
from epicrec_desktop.ui.common.evidence_text import candidate_count, question
from epicrec_desktop.ui.common.text import elided
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.movies.entry_delegate import ROUND, EntryDelegate, actions_for, draw_answer
from epicrec_desktop.ui.movies.entry_list import EntryView
from epicrec_desktop.ui.movies.entry_model import ENTRY, EntryModel, Index

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


class EntryWallDelegate(EntryDelegate):
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
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.wash))
            painter.drawRoundedRect(QRectF(cell).adjusted(1, 1, -1, -1), 10, 10)
        title = (movie.title, movie.year, movie.categories)
        posters.queue().paint(painter, box, option.widget, *title)
        if selected or state & QStyle.StateFlag.State_HasFocus:
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent if focused else colors.control), 2))
            painter.drawRoundedRect(QRectF(box).adjusted(-2.5, -2.5, 2.5, 2.5), 10, 10)
        if entry.weight < 1:
            self._badge(painter, box, "eye-off" if entry.weight == 0 else "lock", colors)
        facts = wording.short(movie.year, posters.family(movie.categories))
        self._line(painter, box, question(entry) or facts, colors)
        if state & QStyle.StateFlag.State_MouseOver:
            for place, status in enumerate(actions_for(entry.status)):
                place_of = QRectF(answer_box(cell, place))
                asks = candidate_count(entry) > 1
                draw_answer(painter, place_of, status, self.mouse, colors, asks=asks)
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
        text = elided(painter.fontMetrics(), text, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)


class EntryWall(EntryView):
    """Posters in rows, as many as there is room for."""

    def __init__(self, model: EntryModel, *, name: str) -> None:
        super().__init__(model, name=name, delegate=EntryWallDelegate())
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setGridSize(CELL)
        self.verticalScrollBar().setSingleStep(CELL.height() // 4)
