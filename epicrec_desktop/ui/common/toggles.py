"""Check boxes and radio buttons with an edge that is seen on every ground, and a focus ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QCheckBox, QRadioButton, QSizePolicy, QWidget

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.direction import mirrored
from epicrec_desktop.ui.common.plain import display_line, elided, set_tool_tip
from epicrec_desktop.ui.common.toggled import AccessibleToggle

if TYPE_CHECKING:
    _Base = AccessibleToggle
else:
    _Base = object  # the two kinds bring it, each its own

SIDE, INDENT = 18, 28
"""Side of the box, and where the words begin."""


def paint_check(painter: QPainter, box: QRectF, *, checked: bool, enabled: bool = True) -> None:
    """Draw a check box of this size."""
    colors = theme.tokens()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not checked:
        painter.setPen(QPen(QColor(colors.control), 1.5))
        painter.setBrush(QColor(colors.panel))
        painter.drawRoundedRect(box.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colors.accent if enabled else colors.muted))
    painter.drawRoundedRect(box, 4.5, 4.5)
    unit = box.width() / 18
    points = [QPointF(4.6, 9.4), QPointF(7.7, 12.4), QPointF(13.4, 6.0)]
    mark = QPolygonF([box.topLeft() + p * unit for p in points])
    pen = QPen(QColor(colors.on_accent), 2 * unit)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(mark)


def paint_radio(painter: QPainter, box: QRectF, *, checked: bool) -> None:
    """Draw a radio button of this size."""
    colors = theme.tokens()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if checked:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.accent))
        painter.drawEllipse(box)
        painter.setBrush(QColor(colors.on_accent))
        painter.drawEllipse(box.center(), box.width() / 5.5, box.width() / 5.5)
        return
    painter.setPen(QPen(QColor(colors.control), 1.5))
    painter.setBrush(QColor(colors.panel))
    painter.drawEllipse(box.adjusted(0.75, 0.75, -0.75, -0.75))


class _Toggle(_Base):
    """What both kinds share: words beside a mark, which may be cut; the whole line is clicked."""

    def __init__(self, text: str, parent: QWidget | None = None, *, name: str) -> None:
        super().__init__(parent)
        self.connect_toggles()
        self.setText(text)
        self.setObjectName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        """Show other words as they are: a single "&" would be a shortcut to Qt."""
        super().setText(display_line(text).replace("&", "&&"))
        self._update_tool_tip()

    def text(self) -> str:
        """The words as they are read."""
        return super().text().replace("&&", "&")

    def sizeHint(self) -> QSize:
        """Mark and words."""
        metrics = QFontMetrics(theme.font())
        width = INDENT + metrics.horizontalAdvance(self.text()) + 10
        return QSize(width, max(28, metrics.height() + 8))

    def minimumSizeHint(self) -> QSize:
        """The words may be cut."""
        return QSize(80, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Less room may cut the words."""
        super().resizeEvent(event)
        self._update_tool_tip()

    def hitButton(self, pos: QPoint) -> bool:
        """Anywhere on the line."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw mark, words and focus ring."""
        del event
        painter = QPainter(self)
        mark = QRectF(4, (self.height() - SIDE) / 2, SIDE, SIDE)
        self._paint_mark(painter, mirrored(mark, QRectF(self.rect())))
        self._paint_words(painter)

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        raise NotImplementedError

    def _paint_words(self, painter: QPainter) -> None:
        colors = theme.tokens()
        painter.setFont(theme.font())
        painter.setPen(QColor(colors.ink if self.isEnabled() else colors.muted))
        room = mirrored(self.rect().adjusted(INDENT, 0, -6, 0), QRectF(self.rect()))
        words = elided(QFontMetrics(painter.font()), self.text(), room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 2))
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            ring.setRight(min(ring.right(), self.sizeHint().width() - 1.0))
            painter.drawRoundedRect(mirrored(ring, QRectF(self.rect())), 6, 6)

    def _update_tool_tip(self) -> None:
        """Words that have no room are the tool tip too."""
        set_tool_tip(self, self.text() if self.sizeHint().width() > self.width() else "")


class CheckBox(_Toggle, AccessibleToggle, QCheckBox):
    """A check box; the whole line can be clicked."""

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        paint_check(painter, box, checked=self.isChecked(), enabled=self.isEnabled())


class RadioButton(_Toggle, AccessibleToggle, QRadioButton):
    """A radio button; the whole line can be clicked."""

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        paint_radio(painter, box, checked=self.isChecked())
