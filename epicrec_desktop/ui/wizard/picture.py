"""The picture of the first step: movies on this computer, and the little that leaves it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.text import set_accessible_name

WIDTH, HEIGHT = 560.0, 176.0
SHOWN = 148  # as high as it is drawn


class WelcomePicture(QWidget):
    """A screen full of movies at the left, a shield, and a few blurred dots on their way."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("wizard.picture")
        set_accessible_name(
            self, self.tr("Movies on a computer, a shield, and a few blurred dots that pass it")
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """As drawn."""
        return QSize(int(WIDTH * SHOWN / HEIGHT), SHOWN)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it in the theme's colors."""
        del event
        colors = theme.tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = min(self.width() / WIDTH, self.height() / HEIGHT)
        painter.translate(max(0.0, (self.width() - WIDTH * scale) / 2), 0)
        painter.scale(scale, scale)
        self._screen(painter, colors)
        self._shield(painter, colors)
        self._dots(painter, colors)
        self._cloud(painter, colors)

    @staticmethod
    def _screen(painter: QPainter, colors: theme.Tokens) -> None:
        painter.setPen(QPen(QColor(colors.control), 2))
        painter.setBrush(QColor(colors.panel))
        painter.drawRoundedRect(QRectF(2, 12, 224, 136), 10, 10)
        painter.drawLine(QPointF(114, 148), QPointF(114, 168))
        painter.drawLine(QPointF(74, 170), QPointF(154, 170))
        painter.setPen(Qt.PenStyle.NoPen)
        fills = (
            colors.accent,
            colors.true_count,
            colors.line,
            colors.true_count,
            colors.line,
            colors.accent,
            colors.line,
            colors.true_count,
            colors.accent,
            colors.line,
        )
        for place, fill in enumerate(fills):
            row, column = divmod(place, 5)
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(QRectF(20 + column * 39, 28 + row * 55, 32, 46), 5, 5)

    @staticmethod
    def _shield(painter: QPainter, colors: theme.Tokens) -> None:
        path = QPainterPath(QPointF(288, 46))
        path.cubicTo(304, 58, 316, 60, 326, 60)
        path.cubicTo(326, 98, 316, 120, 288, 134)
        path.cubicTo(260, 120, 250, 98, 250, 60)
        path.cubicTo(260, 60, 272, 58, 288, 46)
        painter.setPen(QPen(QColor(colors.accent), 2.5))
        painter.setBrush(QColor(colors.wash))
        painter.drawPath(path)
        pen = QPen(QColor(colors.accent), 4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        tick = QPainterPath(QPointF(274, 90))
        tick.lineTo(285, 101)
        tick.lineTo(303, 79)
        painter.drawPath(tick)

    @staticmethod
    def _dots(painter: QPainter, colors: theme.Tokens) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for x, y, size, strength in (
            (346, 78, 9, 0.85),
            (362, 104, 7, 0.65),
            (378, 86, 8, 0.5),
            (396, 70, 6, 0.4),
            (402, 106, 8, 0.3),
        ):
            color = QColor(colors.accent)
            color.setAlphaF(strength)
            painter.setBrush(color)
            painter.drawEllipse(QPointF(x, y), size / 1.6, size / 1.6)

    @staticmethod
    def _cloud(painter: QPainter, colors: theme.Tokens) -> None:
        cloud = QPainterPath()
        cloud.setFillRule(Qt.FillRule.WindingFill)
        for x, y, r in ((452, 96, 24), (484, 80, 32), (518, 94, 26)):
            cloud.addEllipse(QPointF(x, y), r, r)
        cloud.addRoundedRect(QRectF(430, 94, 114, 28), 14, 14)
        painter.setPen(QPen(QColor(colors.control), 2))
        painter.setBrush(QColor(colors.panel))
        painter.drawPath(cloud.simplified())
