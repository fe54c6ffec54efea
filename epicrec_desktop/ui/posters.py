"""Posters drawn here: nothing is fetched, so nobody learns which movies are on the screen.

A poster is composed from its movie alone. The category gives a family of colors; a hash of title
and year gives the hue within the family, the composition, its angle and its proportions. The same
movie has the same poster on every computer.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPixmapCache,
    QPolygonF,
    QTextLayout,
    QTextOption,
)

from epicrec_desktop.ui import theme

FAMILIES: dict[str, tuple[int, int]] = {
    "Action": (14, 70),
    "Adventure": (34, 66),
    "Animation": (44, 84),
    "Children": (196, 68),
    "Comedy": (52, 72),
    "Crime": (354, 58),
    "Documentary": (210, 20),
    "Drama": (226, 38),
    "Fantasy": (272, 50),
    "Film-Noir": (220, 10),
    "Horror": (6, 30),
    "Musical": (300, 50),
    "Mystery": (248, 40),
    "Romance": (334, 62),
    "Sci-Fi": (178, 58),
    "Thriller": (204, 40),
    "War": (82, 28),
    "Western": (26, 54),
}
"""Hue (degrees) and saturation (percent) of each category's family."""
DEFINING = (
    "Film-Noir", "Western", "War", "Musical", "Documentary", "Horror", "Animation", "Sci-Fi",
    "Fantasy", "Mystery", "Crime", "Romance", "Children", "Thriller", "Adventure", "Comedy",
    "Action", "Drama",
)  # fmt: skip
"""Rarer categories say more about a movie, so they give the color."""
CACHE_KB = 96 * 1024
"""Room for some nine hundred posters of a row, or two hundred on a screen of twice the density."""
SPREAD = 15  # degrees of hue to either side within a family


@dataclass(frozen=True)
class Design:
    """All that a poster is composed of; equal designs are equal posters but for the words."""

    hue: float
    saturation: float
    composition: int
    angle: float  # degrees
    numbers: tuple[float, ...]  # in [0, 1): proportions


def family(categories: tuple[str, ...]) -> str | None:
    """The category that gives the color."""
    return next((name for name in DEFINING if name in categories), None)


def design(title: str, year: int | None, categories: tuple[str, ...]) -> Design:
    """Compose from the movie alone."""
    digest = hashlib.blake2b(f"{title}\0{year}".encode(), digest_size=16).digest()
    numbers = tuple(byte / 256 for byte in digest)
    hue, saturation = FAMILIES.get(family(categories) or "", (215, 14))
    return Design(
        hue=(hue + (numbers[0] * 2 - 1) * SPREAD) % 360,
        saturation=min(96, max(4, saturation + (numbers[1] * 2 - 1) * 14)),
        composition=digest[2] % len(COMPOSITIONS),
        angle=numbers[3] * 360,
        numbers=numbers[4:],
    )


@dataclass(frozen=True)
class _Inks:
    """The colors of one poster from deep to bright."""

    deep: QColor
    ground: QColor
    mid: QColor
    light: QColor
    bright: QColor


def _inks(made: Design) -> _Inks:
    # Perceived lightness differs by hue: yellows and cyans are held lower, so that white words
    # stay readable on every family.
    tilt = 0.5 + 0.5 * math.cos(math.radians(made.hue - 70))
    base = 36 - 10 * tilt + (made.numbers[0] - 0.5) * 7

    def ink(lightness: float, turn: float = 0.0, fade: float = 1.0) -> QColor:
        return QColor.fromHslF(
            ((made.hue + turn) % 360) / 360,
            made.saturation / 100 * fade,
            min(max(lightness, 4), 90) / 100,
        )

    return _Inks(
        deep=ink(base * 0.36, -10 if made.hue < 90 else 8),
        ground=ink(base),
        mid=ink(base + 8, -8),
        light=ink(base + 19, -14, 0.95),
        bright=ink(base + 38, -22, 0.9),
    )


def draw(painter: QPainter, box: QRectF, made: Design) -> None:
    """Draw the picture without words, clipped to round corners."""
    inks = _inks(made)
    painter.save()
    clip = QPainterPath()
    clip.addRoundedRect(box, theme.RADIUS, theme.RADIUS)
    painter.setClipPath(clip)
    painter.translate(box.topLeft())
    width, height = box.width(), box.height()
    sky = QLinearGradient(0, 0, width * (made.numbers[1] - 0.5) * 1.6, height)
    sky.setColorAt(0, inks.mid)
    sky.setColorAt(1, inks.ground)
    painter.fillRect(QRectF(0, 0, width, height), sky)
    painter.setPen(Qt.PenStyle.NoPen)
    COMPOSITIONS[made.composition](painter, width, height, made, inks)
    _shade(painter, width, height, inks)
    painter.restore()


def _shade(painter: QPainter, width: float, height: float, inks: _Inks) -> None:
    """Darken the foot, where the words are."""
    shade = QLinearGradient(0, height * 0.42, 0, height)
    clear, dense = QColor(inks.deep), QColor(inks.deep)
    clear.setAlphaF(0)
    dense.setAlphaF(0.94)
    middle = QColor(inks.deep)
    middle.setAlphaF(0.74)
    shade.setColorAt(0, clear)
    shade.setColorAt(0.45, middle)
    shade.setColorAt(1, dense)
    painter.fillRect(QRectF(0, 0, width, height), shade)


# Compositions: painter, width, height, design, inks. Shapes sit in the upper two thirds.


def _moon(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """A disc, eaten by a second one."""
    a, b, c = made.numbers[2:5]
    radius = w * (0.24 + 0.2 * a)
    middle = QPointF(w * (0.3 + 0.4 * b), h * (0.24 + 0.14 * c))
    painter.setBrush(inks.bright)
    painter.drawEllipse(middle, radius, radius)
    turn = math.radians(made.angle)
    painter.setBrush(inks.mid)
    shift = QPointF(math.cos(turn), math.sin(turn)) * radius * 0.55
    painter.drawEllipse(middle + shift, radius * 0.92, radius * 0.92)


def _rings(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """Circles around one point."""
    a, b, c = made.numbers[2:5]
    middle = QPointF(w * (0.1 + 0.8 * a), h * (0.05 + 0.42 * b))
    gap = w * (0.11 + 0.09 * c)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for place in range(9):
        color = QColor(inks.bright if place % 3 == 0 else inks.light)
        color.setAlphaF(max(0.9 - place * 0.1, 0.1))
        painter.setPen(QPen(color, w * 0.022 * (1 + (place % 2))))
        painter.drawEllipse(middle, gap * (place + 0.6), gap * (place + 0.6))
    painter.setPen(Qt.PenStyle.NoPen)


def _bands(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """Stripes across, at an angle."""
    a, b = made.numbers[2:4]
    painter.save()
    painter.translate(w / 2, h * 0.36)
    painter.rotate(made.angle % 80 - 40 + (90 if made.angle > 270 else 0))
    y = -h * 0.5
    for place, color in enumerate((inks.light, inks.ground, inks.bright, inks.ground, inks.light)):
        thick = h * (0.05 + 0.12 * ((a * (place + 2) * 1.7 + b * 3.1) % 1))
        painter.setBrush(color)
        painter.drawRect(QRectF(-w * 1.5, y, w * 3, thick))
        y += thick + h * (0.03 + 0.07 * ((b * (place + 3) * 2.3 + a) % 1))
    painter.restore()


def _hills(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """Ridges under a low sun."""
    a, b, c, d = made.numbers[2:6]
    sun = w * (0.1 + 0.12 * a)
    painter.setBrush(inks.bright)
    painter.drawEllipse(QPointF(w * (0.2 + 0.6 * b), h * (0.16 + 0.18 * c)), sun, sun)
    for layer, color in enumerate((inks.light, inks.mid, inks.ground)):
        level = h * (0.36 + 0.11 * layer)
        phase = made.angle / 57 + layer * (1.3 + d)
        path = QPainterPath(QPointF(0, h))
        for step in range(25):
            x = w * step / 24
            swing = math.sin(step / 24 * (3 + 4 * a) + phase) + 0.5 * math.sin(step / 3 + phase)
            path.lineTo(x, level + swing * h * 0.045)
        path.lineTo(w, h)
        painter.setBrush(color)
        painter.drawPath(path)


def _peaks(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """Triangles, one in front of the other."""
    numbers = made.numbers[2:8]
    for place, color in enumerate((inks.light, inks.bright, inks.mid)):
        x = w * (0.05 + 0.9 * numbers[place])
        top = h * (0.08 + 0.2 * numbers[5 - place] + 0.1 * place)
        half = w * (0.3 + 0.35 * numbers[(place + 3) % 6])
        painter.setBrush(color)
        painter.drawPolygon(
            QPolygonF([QPointF(x, top), QPointF(x + half, h * 0.8), QPointF(x - half, h * 0.8)])
        )


def _rays(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """Beams from one point, as from a projector."""
    a, b, c = made.numbers[2:5]
    middle = QPointF(w * (-0.1 + 1.2 * a), h * (-0.05 + 0.3 * b))
    count = 9 + int(c * 8)
    reach = math.hypot(w, h) * 1.2
    for place in range(count):
        start = math.radians(made.angle + 360 * place / count)
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


def _grid(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """Dots that grow toward one corner."""
    a, b = made.numbers[2:4]
    across = 4 + int(a * 4)
    gap = w / across
    turn = math.radians(made.angle)
    for row in range(int(h * 0.7 / gap) + 1):
        for column in range(across):
            x, y = (column + 0.5) / across, (row + 0.5) * gap / h
            along = 0.5 + 0.5 * (math.cos(turn) * (x - 0.5) + math.sin(turn) * (y - 0.35)) * 1.6
            radius = gap * 0.48 * min(max(along, 0.1), 1)
            chosen = (row * 7 + column * 3 + int(b * 16)) % 11 == 0
            painter.setBrush(inks.bright if chosen else inks.light)
            painter.drawEllipse(QPointF((column + 0.5) * gap, (row + 0.5) * gap), radius, radius)


def _arches(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """A doorway of nested arches."""
    a, b, c = made.numbers[2:5]
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


def _towers(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """Blocks of a skyline with a few lit windows."""
    numbers = made.numbers[2:]
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


def _leaves(painter: QPainter, w: float, h: float, made: Design, inks: _Inks) -> None:
    """Petals around a heart."""
    a, b, c = made.numbers[2:5]
    middle = QPointF(w * (0.35 + 0.3 * a), h * (0.28 + 0.12 * b))
    count = 5 + int(c * 6)
    length = w * (0.34 + 0.16 * a)
    for place in range(count):
        painter.save()
        painter.translate(middle)
        painter.rotate(made.angle + 360 * place / count)
        color = QColor(inks.light if place % 2 else inks.bright)
        color.setAlphaF(0.72)
        painter.setBrush(color)
        painter.drawEllipse(QRectF(0, -length * 0.17, length, length * 0.34))
        painter.restore()
    painter.setBrush(inks.deep)
    painter.drawEllipse(middle, w * 0.06, w * 0.06)


COMPOSITIONS: tuple[Callable[[QPainter, float, float, Design, _Inks], None], ...] = (
    _moon, _rings, _bands, _hills, _peaks, _rays, _grid, _arches, _towers, _leaves,
)  # fmt: skip


def _face(size: float) -> QFont:
    face = theme.font(max(int(size), 8), theme.HEAVY)
    face.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, -0.2)
    return face


def break_lines(text: str, face: QFont, width: float) -> list[str]:
    """Break words into lines; a word longer than a line is broken where it must."""
    layout = QTextLayout(text, face)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    lines = []
    units = text.encode("utf-16-le", "surrogatepass")  # Qt counts these, Python counts characters
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        start, end = line.textStart(), line.textStart() + line.textLength()
        lines.append(units[2 * start : 2 * end].decode("utf-16-le", "replace").strip())
    layout.endLayout()
    return lines


def _fit(title: str, box: QRectF) -> tuple[QFont, list[str]]:
    """The biggest size at which the title has at most four lines and breaks no word."""
    title = "".join(letter if letter.isprintable() else " " for letter in title)
    longest = max(title.split() or [""], key=len)
    width = box.width()
    for size in (width * 0.165, width * 0.145, width * 0.125, width * 0.11, width * 0.095):
        face = _face(size)
        lines = break_lines(title, face, width)
        if len(lines) <= 4 and QFontMetricsF(face).horizontalAdvance(longest) <= width:
            return face, lines
    face = _face(width * 0.105)
    lines = break_lines(title, face, width)
    if len(lines) > 4:
        lines = [*lines[:3], QFontMetricsF(face).elidedText(
            " ".join(lines[3:]), Qt.TextElideMode.ElideRight, width
        )]  # fmt: skip
    return face, lines


def draw_title(painter: QPainter, box: QRectF, title: str) -> None:
    """Set the title at the foot of the poster, from the bottom up."""
    pad = box.width() * 0.09
    room = box.adjusted(pad, pad, -pad, -pad)
    face, lines = _fit(title, room)
    painter.setFont(face)
    painter.setPen(QColor("#ffffff"))
    metrics = QFontMetricsF(face)
    step = metrics.height() * 0.96
    y = room.bottom() - metrics.descent() - step * (len(lines) - 1)
    for line in lines:
        painter.drawText(QPointF(room.left(), y), line)
        y += step


def poster(
    title: str, year: int | None, categories: tuple[str, ...], size: QSize, ratio: float = 1.0
) -> QPixmap:
    """A poster with its title, drawn once and kept in Qt's pixmap cache.

    Below 80 pixels of width the title is left out: nobody could read it.
    """
    if QPixmapCache.cacheLimit() < CACHE_KB:
        QPixmapCache.setCacheLimit(CACHE_KB)
    key = f"poster:{title}:{year}:{family(categories)}:{size.width()}x{size.height()}:{ratio}"
    kept = QPixmap()
    if QPixmapCache.find(key, kept):
        return kept
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(0, 0, size.width(), size.height())
    draw(painter, box, design(title, year, categories))
    if size.width() >= 80:
        draw_title(painter, box, title)
    painter.end()
    QPixmapCache.insert(key, pixmap)
    return pixmap
