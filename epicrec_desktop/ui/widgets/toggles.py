"""Check boxes and radio buttons with an edge that is seen on every ground, and a focus ring."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy, QWidget

from epicrec_desktop.ui import theme

SIDE, GAP, INDENT = 18, 10, 28
"""Side of the box, its distance from the words, and where the words begin."""


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


def _size(button: QAbstractButton) -> QSize:
    metrics = QFontMetrics(theme.font())
    width = INDENT + metrics.horizontalAdvance(button.text()) + 10
    return QSize(width, max(28, metrics.height() + 8))


def _paint_words(button: QAbstractButton, painter: QPainter) -> None:
    colors = theme.tokens()
    painter.setFont(theme.font())
    painter.setPen(QColor(colors.ink if button.isEnabled() else colors.muted))
    room = button.rect().adjusted(INDENT, 0, -6, 0)
    words = QFontMetrics(painter.font()).elidedText(
        button.text(), Qt.TextElideMode.ElideRight, room.width()
    )
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
    if button.hasFocus():
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colors.accent), 2))
        ring = QRectF(button.rect()).adjusted(1, 1, -1, -1)
        ring.setRight(min(ring.right(), _size(button).width() - 1.0))
        ring.setLeft(-3)
        painter.drawRoundedRect(ring.adjusted(4, 0, 0, 0), 6, 6)


def _box(button: QAbstractButton) -> QRectF:
    return QRectF(4, (button.height() - SIDE) / 2, SIDE, SIDE)


class CheckBox(QCheckBox):
    """A check box; the whole line can be clicked."""

    def __init__(self, text: str, parent: QWidget | None = None, *, name: str) -> None:
        super().__init__(text, parent)
        self.setObjectName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Box and words."""
        return _size(self)

    def minimumSizeHint(self) -> QSize:
        """The words may be cut."""
        return QSize(80, self.sizeHint().height())

    def hitButton(self, pos: QPoint) -> bool:
        """Anywhere on the line."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw box, words and focus ring."""
        del event
        painter = QPainter(self)
        paint_check(painter, _box(self), checked=self.isChecked(), enabled=self.isEnabled())
        _paint_words(self, painter)


class RadioButton(QRadioButton):
    """A radio button; the whole line can be clicked."""

    def __init__(self, text: str, parent: QWidget | None = None, *, name: str) -> None:
        super().__init__(text, parent)
        self.setObjectName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Circle and words."""
        return _size(self)

    def minimumSizeHint(self) -> QSize:
        """The words may be cut."""
        return QSize(80, self.sizeHint().height())

    def hitButton(self, pos: QPoint) -> bool:
        """Anywhere on the line."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw circle, words and focus ring."""
        del event
        painter = QPainter(self)
        paint_radio(painter, _box(self), checked=self.isChecked())
        _paint_words(self, painter)
