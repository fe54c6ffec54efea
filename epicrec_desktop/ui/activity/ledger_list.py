"""The lists of releases and of all contacts: two lines each, newest first."""

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

from epicrec_desktop.services.contacts import Contact, ContactOutcome
from epicrec_desktop.services.release_summary import LedgerEntry
from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.text import display_line, elided

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ENTRY, WORDS, FAILED = (Qt.ItemDataRole.UserRole + n for n in range(3))
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
            return display_line(f"{text.headline(entry)}. {text.summary(entry)}")
        if role == WORDS:
            return text.headline(entry), text.summary(entry)
        if role == FAILED:
            return entry.error is not None
        return entry if role == ENTRY else None


class ContactModel(QAbstractListModel):
    """Everybody who was asked for something; the display text is the whole row in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.contacts: list[Contact] = []

    def show_contacts(self, contacts: list[Contact]) -> None:
        """Replace the list."""
        self.beginResetModel()
        self.contacts = contacts
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """How many contacts."""
        return 0 if parent.isValid() else len(self.contacts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The words."""
        if not index.isValid():
            return None
        contact = self.contacts[index.row()]
        words = text.contact_headline(contact), text.contact_summary(contact)
        if role == Qt.ItemDataRole.DisplayRole:
            return display_line(". ".join(words))
        if role == Qt.ItemDataRole.ToolTipRole:
            return display_line(f"{words[1]} {contact.address or ''}".strip())
        if role == WORDS:
            return words
        return contact.outcome is ContactOutcome.FAILED if role == FAILED else None


class LedgerDelegate(QStyledItemDelegate):
    """Draws one release, or one contact."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Two lines with room."""
        del option, index
        return QSize(240, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw plate, lines and, for a release that failed, the danger color."""
        colors = theme.tokens()
        headline, summary = index.data(WORDS)
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
        self._line(painter, words, top, headline, (colors.ink, True))
        muted = colors.danger if index.data(FAILED) else colors.muted
        self._line(painter, words, bottom, summary, (muted, False))
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
        shown = elided(QFontMetrics(face), text, rect.width())
        painter.drawText(rect, align, shown)
