"""How an entry of an import is drawn: a check box as everywhere, and why it is there in gray."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.controls import SIDE, paint_check
from epicrec_desktop.ui.common.text import elided
from epicrec_desktop.ui.common.translation import mirrored

ROW_HEIGHT = 34
INSET = 8
WHY = 2  # column

Index = QModelIndex | QPersistentModelIndex


class ImportDelegate(QStyledItemDelegate):
    """Draws a cell; where a tick is hit is the style's affair, so it is drawn there."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Rows of one height."""
        return QSize(super().sizeHint(option, index).width(), ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        cell = QStyleOptionViewItem(option)
        self.initStyleOption(cell, index)
        colors = theme.tokens()
        painter.save()
        selected = bool(cell.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(cell.rect, QColor(colors.wash if selected else colors.panel))
        room = cell.rect.adjusted(INSET, 0, -INSET, 0)
        if cell.features & QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator:
            part = QStyle.SubElement.SE_ItemViewItemCheckIndicator
            hit = cell.widget.style().subElementRect(part, cell, cell.widget)
            box = QRectF(0, 0, SIDE, SIDE)
            box.moveCenter(QRectF(hit).center())
            paint_check(painter, box, checked=cell.checkState is Qt.CheckState.Checked)
            taken = mirrored(box, cell.rect).right() + 2 * INSET  # as from left to right
            room.setLeft(int(taken))
            room = mirrored(room, cell.rect)
        why = index.column() == WHY
        painter.setFont(theme.font(theme.NOTE if why else theme.BASE))
        painter.setPen(QColor(colors.muted if why else colors.ink))
        words = elided(painter.fontMetrics(), cell.text, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()
