"""Compositions of posters: each one draws a design in five inks, without text."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF


@dataclass(frozen=True)
class Design:
    """Parameters of a poster; equal designs give equal posters but for the text."""

    hue: float
    saturation: float
    composition: int
    angle: float  # degrees
    numbers: tuple[float, ...]  # in [0, 1): proportions


@dataclass(frozen=True)
class Inks:
    """Colors of one poster from dark to bright."""

    deep: QColor
    ground: QColor
    mid: QColor
    light: QColor
    bright: QColor


# Each composition takes painter, width, height, design and inks. Shapes sit in the upper two
# thirds.


def _moon(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw a disc covered by a second one."""
    a, b, c = design.numbers[2:5]
    radius = w * (0.24 + 0.2 * a)
    middle = QPointF(w * (0.3 + 0.4 * b), h * (0.24 + 0.14 * c))
    painter.setBrush(inks.bright)
    painter.drawEllipse(middle, radius, radius)
    turn = math.radians(design.angle)
    painter.setBrush(inks.mid)
    shift = QPointF(math.cos(turn), math.sin(turn)) * radius * 0.55
    painter.drawEllipse(middle + shift, radius * 0.92, radius * 0.92)


def _rings(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw circles around one point."""
    a, b, c = design.numbers[2:5]
    middle = QPointF(w * (0.1 + 0.8 * a), h * (0.05 + 0.42 * b))
    gap = w * (0.11 + 0.09 * c)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for place in range(9):
        color = QColor(inks.bright if place % 3 == 0 else inks.light)
        color.setAlphaF(max(0.9 - place * 0.1, 0.1))
        painter.setPen(QPen(color, w * 0.022 * (1 + (place % 2))))
        painter.drawEllipse(middle, gap * (place + 0.6), gap * (place + 0.6))
    painter.setPen(Qt.PenStyle.NoPen)


def _bands(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw stripes at an angle."""
    a, b = design.numbers[2:4]
    painter.save()
    painter.translate(w / 2, h * 0.36)
    painter.rotate(design.angle % 80 - 40 + (90 if design.angle > 270 else 0))
    y = -h * 0.5
    for place, color in enumerate((inks.light, inks.ground, inks.bright, inks.ground, inks.light)):
        thick = h * (0.05 + 0.12 * ((a * (place + 2) * 1.7 + b * 3.1) % 1))
        painter.setBrush(color)
        painter.drawRect(QRectF(-w * 1.5, y, w * 3, thick))
        y += thick + h * (0.03 + 0.07 * ((b * (place + 3) * 2.3 + a) % 1))
    painter.restore()


def _hills(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw ridges under a low sun."""
    a, b, c, d = design.numbers[2:6]
    sun = w * (0.1 + 0.12 * a)
    painter.setBrush(inks.bright)
    painter.drawEllipse(QPointF(w * (0.2 + 0.6 * b), h * (0.16 + 0.18 * c)), sun, sun)
    for layer, color in enumerate((inks.light, inks.mid, inks.ground)):
        level = h * (0.36 + 0.11 * layer)
        phase = design.angle / 57 + layer * (1.3 + d)
        path = QPainterPath(QPointF(0, h))
        for step in range(25):
            x = w * step / 24
            swing = math.sin(step / 24 * (3 + 4 * a) + phase) + 0.5 * math.sin(step / 3 + phase)
            path.lineTo(x, level + swing * h * 0.045)
        path.lineTo(w, h)
        painter.setBrush(color)
        painter.drawPath(path)


def _peaks(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw overlapping triangles."""
    numbers = design.numbers[2:8]
    for place, color in enumerate((inks.light, inks.bright, inks.mid)):
        x = w * (0.05 + 0.9 * numbers[place])
        top = h * (0.08 + 0.2 * numbers[5 - place] + 0.1 * place)
        half = w * (0.3 + 0.35 * numbers[(place + 3) % 6])
        painter.setBrush(color)
        painter.drawPolygon(
            QPolygonF([QPointF(x, top), QPointF(x + half, h * 0.8), QPointF(x - half, h * 0.8)])
        )


def _rays(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw beams from one point, like a projector."""
    a, b, c = design.numbers[2:5]
    middle = QPointF(w * (-0.1 + 1.2 * a), h * (-0.05 + 0.3 * b))
    count = 9 + int(c * 8)
    reach = math.hypot(w, h) * 1.2
    for place in range(count):
        start = math.radians(design.angle + 360 * place / count)
        wide = math.radians(360 / count * 0.46)
        painter.setBrush(inks.light if place % 2 else inks.ground)
        painter.drawPolygon(
            QPolygonF(
                [
                    middle,
                    middle + QPointF(math.cos(start), math.sin(start)) * reach,
                    middle + QPointF(math.cos(start + wide), math.sin(start + wide)) * reach,
                ]
            )
        )
    painter.setBrush(inks.bright)
    painter.drawEllipse(middle, w * 0.13, w * 0.13)


def _grid(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw dots that grow toward one corner."""
    a, b = design.numbers[2:4]
    across = 4 + int(a * 4)
    gap = w / across
    turn = math.radians(design.angle)
    for row in range(int(h * 0.7 / gap) + 1):
        for column in range(across):
            x, y = (column + 0.5) / across, (row + 0.5) * gap / h
            along = 0.5 + 0.5 * (math.cos(turn) * (x - 0.5) + math.sin(turn) * (y - 0.35)) * 1.6
            radius = gap * 0.48 * min(max(along, 0.1), 1)
            chosen = (row * 7 + column * 3 + int(b * 16)) % 11 == 0
            painter.setBrush(inks.bright if chosen else inks.light)
            painter.drawEllipse(QPointF((column + 0.5) * gap, (row + 0.5) * gap), radius, radius)


def _arches(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw a doorway of nested arches."""
    a, b, c = design.numbers[2:5]
    middle = w * (0.32 + 0.36 * a)
    top = h * (0.06 + 0.12 * b)
    for place, color in enumerate((inks.light, inks.ground, inks.bright, inks.deep)):
        half = w * (0.42 + 0.1 * c) * (1 - place * 0.24)
        y = top + place * h * 0.07
        path = QPainterPath(QPointF(middle - half, h))
        path.lineTo(middle - half, y + half)
        path.arcTo(QRectF(middle - half, y, 2 * half, 2 * half), 180, -180)
        path.lineTo(middle + half, h)
        painter.setBrush(color)
        painter.drawPath(path)


def _towers(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw a skyline with a few lit windows."""
    numbers = design.numbers[2:]
    x, place = 0.0, 0
    while x < w:
        n = numbers[place % len(numbers)]
        wide = w * (0.1 + 0.14 * numbers[(place + 5) % len(numbers)])
        top = h * (0.12 + 0.4 * n)
        painter.setBrush(inks.light if place % 2 else inks.ground)
        painter.drawRect(QRectF(x, top, wide, h))
        painter.setBrush(inks.bright)
        for window in range(3):
            if (n * 97 + window * 5) % 3 > 1:
                painter.drawRect(
                    QRectF(x + wide * 0.3, top + h * (0.05 + 0.07 * window), wide * 0.35, h * 0.022)
                )
        x += wide
        place += 1


def _leaves(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw petals around a center."""
    a, b, c = design.numbers[2:5]
    middle = QPointF(w * (0.35 + 0.3 * a), h * (0.28 + 0.12 * b))
    count = 5 + int(c * 6)
    length = w * (0.34 + 0.16 * a)
    for place in range(count):
        painter.save()
        painter.translate(middle)
        painter.rotate(design.angle + 360 * place / count)
        color = QColor(inks.light if place % 2 else inks.bright)
        color.setAlphaF(0.72)
        painter.setBrush(color)
        painter.drawEllipse(QRectF(0, -length * 0.17, length, length * 0.34))
        painter.restore()
    painter.setBrush(inks.deep)
    painter.drawEllipse(middle, w * 0.06, w * 0.06)


def _waves(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw parallel waves."""
    a, b, c = design.numbers[2:5]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in range(11):
        path = QPainterPath()
        for step in range(33):
            x = w * (step / 32 * 1.2 - 0.1)
            swing = math.sin(step / 32 * (4 + 5 * a) + design.angle / 57 + line * 0.35 * b)
            y = h * (0.04 + line * 0.062) + swing * h * (0.02 + 0.05 * c)
            path.lineTo(x, y) if step else path.moveTo(x, y)
        color = inks.bright if line % 4 == 1 else inks.light
        painter.setPen(QPen(color, w * (0.012 + 0.03 * ((line * a * 3.7) % 1))))
        painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)


def _mosaic(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw quarter discs and squares on a grid."""
    across = 3 + int(design.numbers[2] * 2)
    cell = w / across
    shades = (inks.light, inks.ground, inks.bright, inks.mid)
    for row in range(int(h * 0.7 / cell) + 1):
        for column in range(across):
            n = design.numbers[(row * across + column) % len(design.numbers)]
            box = QRectF(column * cell, row * cell, cell, cell)
            painter.setBrush(shades[int(n * 97) % 4])
            painter.drawRect(box)
            painter.setBrush(shades[int(n * 53 + 1) % 4])
            turn = int(n * 31) % 4
            corner = (box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft())[turn]
            around = QRectF(corner.x() - cell, corner.y() - cell, 2 * cell, 2 * cell)
            painter.drawPie(around, (270 - 90 * turn) % 360 * 16, 90 * 16)


def _spiral(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw a spiral of discs."""
    a, b, c = design.numbers[2:5]
    middle = QPointF(w * (0.3 + 0.4 * a), h * (0.24 + 0.14 * b))
    for place in range(46):
        turn = math.radians(design.angle + place * (24 + 16 * c))
        reach = w * 0.02 * place
        radius = w * (0.012 + 0.0017 * place)
        painter.setBrush(inks.bright if place % 5 == 0 else inks.light)
        painter.drawEllipse(
            middle + QPointF(math.cos(turn), math.sin(turn)) * reach, radius, radius
        )


def _frames(painter: QPainter, w: float, h: float, design: Design, inks: Inks) -> None:
    """Draw nested squares, each rotated a little."""
    a, b, c = design.numbers[2:5]
    painter.save()
    painter.translate(w * (0.35 + 0.3 * a), h * (0.26 + 0.12 * b))
    painter.rotate(design.angle % 90)
    shades = (inks.light, inks.ground, inks.bright, inks.mid, inks.deep)
    for place, color in enumerate(shades):
        half = w * (0.52 - 0.1 * place)
        painter.setBrush(color)
        painter.drawRect(QRectF(-half, -half, 2 * half, 2 * half))
        painter.rotate(6 + 24 * c)
    painter.restore()


COMPOSITIONS: tuple[Callable[[QPainter, float, float, Design, Inks], None], ...] = (
    _moon, _rings, _bands, _hills, _peaks, _rays, _grid, _arches, _towers, _leaves,
    _waves, _mosaic, _spiral, _frames,
)  # fmt: skip
