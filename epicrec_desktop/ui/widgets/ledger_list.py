"""The list of releases: two lines each, newest first."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from epicrec_desktop.services.releases import LedgerEntry
from epicrec_desktop.ui import activity_words, theme

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ENTRY = Qt.ItemDataRole.UserRole
ROW_HEIGHT = 60


class LedgerModel(QAbstractListModel):
    """Releases; the display text is the whole row in words, for screen readers and search."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: list[LedgerEntry] = []

    def show_entries(self, entries: list[LedgerEntry]) -> None:
        """Replace the list."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """How many releases."""
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The words, or the entry itself."""
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{activity_words.headline(entry)}. {activity_words.summary(entry)}"
        return entry if role == ENTRY else None


class LedgerDelegate(QStyledItemDelegate):
    """Draws one release."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Two lines with room."""
        del option, index
        return QSize(240, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw plate, lines and, for a release that failed, the danger color."""
        colors = theme.tokens()
        entry: LedgerEntry = index.data(ENTRY)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(rect).adjusted(3, 2, -3, -2)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.wash if selected else colors.background))
            painter.drawRoundedRect(box, theme.RADIUS, theme.RADIUS)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, theme.RADIUS, theme.RADIUS)
        words = rect.adjusted(14, 10, -14, -10)
        top, bottom = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignBottom
        self._line(painter, words, top, activity_words.headline(entry), (colors.ink, True))
        muted = colors.danger if entry.error else colors.muted
        self._line(painter, words, bottom, activity_words.summary(entry), (muted, False))
        painter.restore()

    @staticmethod
    def _line(
        painter: QPainter,
        rect: QRect,
        align: Qt.AlignmentFlag,
        text: str,
        look: tuple[str, bool],
    ) -> None:
        color, heading = look
        face = theme.font(14, theme.STRONG) if heading else theme.font(theme.NOTE)
        painter.setFont(face)
        painter.setPen(QColor(color))
        shown = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, align, shown)
