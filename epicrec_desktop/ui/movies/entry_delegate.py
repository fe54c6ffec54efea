"""Painting of library entries in the list, with round answer buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui.common import icons, posters, theme, wording
from epicrec_desktop.ui.common.evidence_text import candidate_count, name_of, question, summary_line
from epicrec_desktop.ui.common.text import elided
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.movies.entry_model import ENTRY, Index
from epicrec_desktop.ui.movies.text import entry_rating_words

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry

ROW_HEIGHT = 76
THUMB = QSize(40, 60)
ROUND = 34  # the round buttons at the right
OUTSIDE = QPointF(-1, -1)


def actions_for(status: LibraryStatus) -> tuple[LibraryStatus, ...]:
    """Return the answers available by one click, from the right end inwards."""
    return tuple(s for s in (LibraryStatus.REJECTED, LibraryStatus.CONFIRMED) if s is not status)


def action_box(row: QRect, place: int) -> QRect:
    """Return the rectangle of a round button in a row, counted from its end."""
    x = row.right() - 4 * STEP - ROUND - place * (ROUND + 2 * STEP)
    return mirrored(QRect(x, row.center().y() - ROUND // 2, ROUND, ROUND), row)


class EntryDelegate(QStyledItemDelegate):
    """Paints an entry with round answer buttons."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mouse = OUTSIDE

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a row."""
        del option, index
        return QSize(200, ROW_HEIGHT)

    def hit(self, row: QRect, index: Index, point: QPointF) -> LibraryStatus | None:
        """Return the answer under a point, if any."""
        for place, status in enumerate(actions_for(index.data(ENTRY).status)):
            if action_box(row, place).contains(point.toPoint()):
                return status
        return None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        entry: LibraryEntry = index.data(ENTRY)
        row: QRect = option.rect
        state: QStyle.StateFlag = option.state
        colors = theme.tokens()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, row, state, colors)
        movie = entry.movie
        top = row.top() + (ROW_HEIGHT - THUMB.height()) // 2
        thumb = QRect(QPoint(row.left() + 3 * STEP, top), THUMB)
        title = (movie.title, movie.year, movie.categories)
        posters.queue().paint(painter, mirrored(thumb, row), option.widget, *title)
        answers = actions_for(entry.status)
        innermost = mirrored(
            action_box(row, len(answers) - 1), row
        )  # coordinates as in left-to-right layouts
        right = innermost.left() - 3 * STEP
        left = row.left() + 3 * STEP + THUMB.width() + 4 * STEP
        words = mirrored(QRect(left, row.top(), right - left, row.height()), row)
        self._words(painter, words, entry, colors)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        for place, status in enumerate(answers):
            mouse = self.mouse if hovered else OUTSIDE
            box = QRectF(action_box(row, place))
            draw_answer(painter, box, status, mouse, colors, asks=candidate_count(entry) > 1)
        painter.restore()

    def _ground(
        self, painter: QPainter, row: QRect, state: QStyle.StateFlag, colors: theme.Tokens
    ) -> None:
        plate = QRectF(row).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(QColor(colors.wash))
            painter.drawRoundedRect(plate, theme.RADIUS, theme.RADIUS)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(colors.background))
            painter.drawRoundedRect(plate, theme.RADIUS, theme.RADIUS)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRoundedRect(plate, theme.RADIUS, theme.RADIUS)

    def _words(
        self, painter: QPainter, box: QRect, entry: LibraryEntry, colors: theme.Tokens
    ) -> None:
        lines = [
            (name_of(entry), theme.font(theme.BASE, theme.STRONG), colors.ink),
            (_facts(entry), theme.font(theme.NOTE), colors.muted),
            (_found(entry), theme.font(theme.NOTE), colors.muted),
        ]
        y = box.top() + 9
        for text, face, color in lines:
            painter.setFont(face)
            painter.setPen(QColor(color))
            metrics = painter.fontMetrics()
            line = QRect(box.left(), y, box.width(), 20)
            shown = elided(metrics, text, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)
            y += 20


def draw_answer(
    painter: QPainter,
    box: QRectF,
    status: LibraryStatus,
    mouse: QPointF,
    colors: theme.Tokens,
    *,
    asks: bool = False,
) -> None:
    """Paint the round button of an answer, highlighted on hover.

    `asks`: the movie was watched, but it is ambiguous which one it is.
    """
    yes = status is LibraryStatus.CONFIRMED
    lit = box.contains(mouse)
    ground = (colors.accent if yes else colors.danger) if lit else colors.panel
    painter.setBrush(QColor(ground))
    painter.setPen(QPen(QColor(ground if lit else colors.control), 1))
    painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5))
    ink = (colors.on_accent if yes else colors.panel) if lit else colors.ink
    if yes and asks:
        painter.setFont(theme.font(theme.ROW, theme.STRONG))
        painter.setPen(QColor(ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "?")
        return
    ratio = painter.device().devicePixelRatioF()
    picture = icons.pixmap("check" if yes else "close", ink, 18, ratio)
    painter.drawPixmap(box.center() - QPointF(9, 9), picture)


def _facts(entry: LibraryEntry) -> str:
    return " · ".join(wording.category(name) for name in entry.movie.categories)


def _found(entry: LibraryEntry) -> str:
    found = " · ".join(
        filter(None, (question(entry), entry_rating_words(entry), summary_line(entry)))
    )
    if entry.weight == 0:
        return QCoreApplication.translate("EntryView", "Kept to yourself") + " · " + found
    if entry.weight < 1:
        return QCoreApplication.translate("EntryView", "Counts less in a release") + " · " + found
    return found
