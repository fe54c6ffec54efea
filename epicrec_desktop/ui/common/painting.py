"""Painting shared by lists and by widgets that paint themselves."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common import icons, theme
from epicrec_desktop.ui.common.text import elided

MIDDLE, CENTER = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignCenter
END = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def smooth_painter(widget: QWidget) -> QPainter:
    """Return a painter of a widget with antialiasing."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def draw_line(
    painter: QPainter,
    box: QRect | QRectF,
    text: str,
    color: str,
    *,
    size: int = theme.NOTE,
    weight: QFont.Weight = theme.REGULAR,
    align: Qt.AlignmentFlag = MIDDLE,
) -> None:
    """Draw one line of text, elided to the width of `box`."""
    painter.setFont(theme.font(size, weight))
    painter.setPen(QColor(color))
    painter.drawText(box, align, elided(painter.fontMetrics(), text, box.width()))


def draw_plate(
    painter: QPainter, box: QRect | QRectF, color: str | QColor, radius: float = theme.RADIUS
) -> None:
    """Fill a box with round corners."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawRoundedRect(box, radius, radius)


def draw_ring(
    painter: QPainter, box: QRectF, color: str, radius: float = theme.RADIUS, width: float = 2
) -> None:
    """Draw the edge of a box with round corners, such as a focus ring."""
    painter.setPen(QPen(QColor(color), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, radius, radius)


def draw_card(
    painter: QPainter,
    rect: QRect | QRectF,
    ground: str,
    edge: str,
    width: float = 1,
    radius: float = theme.RADIUS,
) -> None:
    """Fill a rectangle with round corners and an edge inside it."""
    half = width / 2
    painter.setPen(QPen(QColor(edge), width))
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), radius, radius)


def draw_disc(
    painter: QPainter, disc: QRectF, icon: str, colors: tuple[str, str, str], size: int
) -> None:
    """Draw a disc with an icon of `size` pixels, if any; `colors` of ground, edge and icon."""
    ground, line, ink = colors
    painter.setPen(QPen(QColor(line), 1))
    painter.setBrush(QColor(ground))
    painter.drawEllipse(disc)
    if icon:
        picture = icons.pixmap(icon, ink, size, painter.device().devicePixelRatioF())
        painter.drawPixmap(disc.center() - QPointF(size / 2, size / 2), picture)
