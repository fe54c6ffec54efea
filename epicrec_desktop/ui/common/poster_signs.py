"""Posters of films that have a sign: it stands on a scene of six colors, the title below."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.poster_colors import WHITE, Inks, blend, contrast, faded, luminance
from epicrec_desktop.ui.common.poster_design import Design, book
from epicrec_desktop.ui.common.poster_layouts import PAD, ROOM, WIDE, Sheet
from epicrec_desktop.ui.common.poster_text import face, fitted

PICTURE = 0.76
"""Share of the height that the picture takes; the title stands on what is below, and over it."""
SEEN = 1.6
"""Contrast from which one shape is seen on another."""
SMALLEST_TITLE = 80
"""Pixels of the width below which the title is left out: the sign says which film it is."""


def draw(sheet: Sheet, made: Design, *, titled: bool) -> None:
    """Draw a poster of the film's own sign."""
    framed = made.layout == "frame"
    title = fitted(
        sheet.title,
        face(theme.HEAVY, -0.01),
        ROOM,
        (33, 15),
        1.08,
        4 if made.layout == "full" else 2,
    )
    first = sheet.foot - title.drop
    sheet.p.save()
    _draw_ground(sheet, made, first - title.rise if titled else sheet.high * 0.68)
    sheet.p.restore()
    if titled:
        ink = sheet.k.dark if framed else WHITE
        title.draw(sheet.p, PAD, first, ink)
        sheet.sign(ink if framed else blend(ink, sheet.k.accent, 0.25))


def _draw_ground(sheet: Sheet, made: Design, top: float) -> None:
    """Draw the picture, and what the title stands on from `top` down."""
    k, high = sheet.k, sheet.high
    if made.layout == "frame":
        margin = WIDE * 0.07
        sheet.fill(0, 0, WIDE, high, blend(k.light, k.mid, 0.12))
        sheet.p.translate(margin, margin)
        inner = QRectF(0, 0, WIDE - 2 * margin, high * 0.57)
        sheet.p.setClipRect(inner, Qt.ClipOperation.IntersectClip)
        _draw_picture(sheet, made, inner.width(), inner.height())
        return
    sheet.fill(0, 0, WIDE, high, k.dark)
    if made.layout == "band":
        picture = QRectF(0, 0, WIDE, high * 0.6)
        sheet.p.setClipRect(picture, Qt.ClipOperation.IntersectClip)
        _draw_picture(sheet, made, WIDE, picture.height())
        sheet.fill(0, high * 0.585, WIDE, high * 0.015, k.accent)
        return
    _draw_picture(sheet, made, WIDE, high * PICTURE)
    stops = ((0.0, faded(k.dark, 0)), (0.8, faded(k.dark, 0.9)), (1.0, k.dark))
    sheet.fill(0, 0, WIDE, high, sheet.down(*stops, top=top - 56, low=max(top, high * PICTURE)))


def _draw_picture(sheet: Sheet, made: Design, wide: float, high: float) -> None:
    """Draw the scene and the sign on it."""
    k, painter = sheet.k, sheet.p
    ground = QLinearGradient(0, 0, wide * (made.numbers[0] - 0.5), high)
    ground.setColorAt(0, k.top)
    ground.setColorAt(1, k.low)
    painter.fillRect(QRectF(0, 0, wide, high + 1), ground)
    scene = SCENES[made.scene]
    scene.draw(Canvas(painter, wide, high, k, made.numbers[1:]))
    middle = blend(k.top, k.low, scene.y)
    behind = middle if scene.behind == "ground" else getattr(k, scene.behind)
    strong, weak = (k.dark, k.light) if luminance(behind) > 0.18 else (k.light, k.dark)
    seen = (c for c in (k.accent, k.mid) if min(contrast(c, strong), contrast(c, behind)) > SEEN)
    colors = {
        "": strong,
        "+": next(seen, blend(strong, behind, 0.5)),
        "-": behind if contrast(behind, strong) > SEEN else weak,
    }
    painter.save()
    size = min(wide * scene.size * (1.08 + 0.2 * made.numbers[-1]), high * 0.86)
    shift = wide * 0.1 * (made.numbers[-2] - 0.5)
    painter.translate(wide / 2 - size / 2 + shift, high * scene.y - size / 2)
    painter.scale(size / 100, size / 100)
    for ink, stroked, path in sign_paths(made.sign):
        pen = QPen(colors[ink], 4.5, c=Qt.PenCapStyle.RoundCap) if stroked else Qt.PenStyle.NoPen
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush if stroked else colors[ink])
        painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.restore()


@functools.cache
def sign_paths(name: str) -> tuple[tuple[str, bool, QPainterPath], ...]:
    """Return the parts of a sign: the ink ("" strong, "+" accent, "-" ground), whether it is a
    line, and its path on a square of 100.
    """
    parts = []
    for part in book().signs[name].split("|"):
        ink = part[0] if part[0] in "+-" else ""
        rest = part.removeprefix(ink)
        parts.append((ink, rest.startswith("~"), _path(rest.removeprefix("~"))))
    return tuple(parts)


def _path(text: str) -> QPainterPath:
    """Return the path of an outline: M, L, C, Q and Z as in SVG, O an ellipse, R a box."""
    path = QPainterPath()
    for step in re.findall(r"([MLCQZOR])([^MLCQZOR]*)", text):
        n = [float(number) for number in step[1].split()]
        match step[0]:
            case "M":
                path.moveTo(*n)
            case "L":
                path.lineTo(*n)
            case "C":
                path.cubicTo(*n)
            case "Q":
                path.quadTo(*n)
            case "O":
                path.addEllipse(QPointF(n[0], n[1]), n[2], n[3])
            case "R":
                path.addRect(*n)
            case _:
                path.closeSubpath()
    return path


# Scenes


@dataclass(frozen=True)
class Canvas:
    """Where a scene is drawn: the area `w` × `h`, its colors, and seeded numbers in [0, 1)."""

    p: QPainter
    w: float
    h: float
    k: Inks
    n: tuple[float, ...]

    def fill(self, color: QColor, *points: tuple[float, float]) -> None:
        """Fill a polygon; its points are shares of width and height."""
        self.p.setBrush(color)
        self.p.drawPolygon(QPolygonF([QPointF(x * self.w, y * self.h) for x, y in points]))

    def dot(self, color: QColor, x: float, y: float, radius: float) -> None:
        """Fill a circle; `x`, `radius` are shares of the width, `y` of the height."""
        self.p.setBrush(color)
        self.p.drawEllipse(QPointF(x * self.w, y * self.h), radius * self.w, radius * self.w)

    def box(self, color: QColor, x: float, y: float, width: float, height: float) -> None:
        """Fill a rectangle given in shares."""
        self.p.fillRect(QRectF(x * self.w, y * self.h, width * self.w, height * self.h), color)

    def ridge(self, color: QColor, level: float, swing: float, waves: float, phase: float) -> None:
        """Fill everything below a wavy line."""
        points = [
            (
                s / 16,
                level + swing * (math.sin(s / 16 * waves + phase) + 0.4 * math.sin(s / 2 + phase)),
            )
            for s in range(17)
        ]
        self.fill(color, (0, 1.01), *points, (1, 1.01))


def _disc(c: Canvas) -> None:
    """Draw a large sun over a dark ground."""
    c.dot(blend(c.k.low, c.k.accent, 0.85), 0.5, 0.48, 0.36 + 0.08 * c.n[0])
    c.ridge(c.k.dark, 0.86, 0.015, 5, c.n[1] * 6)


def _low_sun(c: Canvas) -> None:
    """Draw dunes under a sun at one side."""
    c.dot(c.k.accent, 0.2 + 0.6 * c.n[0], 0.24 + 0.1 * c.n[1], 0.13 + 0.07 * c.n[2])
    for layer, color in enumerate((c.k.mid, blend(c.k.mid, c.k.dark, 0.5), c.k.dark)):
        c.ridge(color, 0.62 + 0.12 * layer, 0.03, 3 + 3 * c.n[2], c.n[3] * 6 + layer * 1.7)


def _stars(c: Canvas) -> None:
    """Draw stars, and the edge of a planet below."""
    for place in range(34):
        turn = place * 2.399 + c.n[0] * 6
        x, y = (place * 0.618 + c.n[1]) % 1, (place * 0.381 + math.sin(turn) * 0.1) % 1
        color = c.k.accent if place % 11 == 0 else c.k.light
        c.dot(faded(color, 0.35 + 0.6 * (place % 3) / 2), x, y, 0.005 + 0.004 * (place % 3))
    c.dot(c.k.mid, 0.2 + 0.6 * c.n[2], 1.62, 1.05)
    c.dot(c.k.dark, 0.2 + 0.6 * c.n[2] + 0.05, 1.66, 1.05)


def _night(c: Canvas) -> None:
    """Draw a moon with a halo over a hill."""
    x, y = 0.25 + 0.5 * c.n[0], 0.27 + 0.06 * c.n[1]
    for ring in range(3):
        c.dot(faded(c.k.light, 0.1), x, y, 0.42 - 0.09 * ring)
    c.dot(c.k.light, x, y, 0.17)
    c.ridge(blend(c.k.mid, c.k.dark, 0.5), 0.74, 0.04, 4, c.n[2] * 6)
    c.ridge(c.k.dark, 0.86, 0.03, 3, c.n[3] * 6)


def _rays(c: Canvas) -> None:
    """Draw beams from one point."""
    x, y, count = 0.5 + 0.3 * (c.n[0] - 0.5), 0.5, 10 + 2 * int(c.n[1] * 4)
    color = blend(c.k.low, c.k.mid, 0.75)  # opaque: to blend large shapes takes twice the time
    for place in range(count):
        start, wide = math.tau * (place + c.n[2]) / count, math.tau / count / 2
        ends = [(x + 0.95 * math.cos(a), y + 0.95 * math.sin(a)) for a in (start, start + wide)]
        c.fill(color, (x, y), *ends)


def _skyline(c: Canvas) -> None:
    """Draw towers with lit windows, in two rows."""
    for row, color in enumerate((c.k.mid, c.k.dark)):
        x, place = -0.03, 0
        while x < 1:
            n = c.n[(place * 3 + row * 5) % len(c.n)]
            wide, top = 0.1 + 0.09 * ((n * 7) % 1), 0.4 + 0.22 * row + 0.24 * n
            c.box(color, x, top, wide, 1.01 - top)
            for window in range(3 * row):
                if (n * 31 + window) % 2 > 1:
                    c.box(c.k.accent, x + wide * 0.3, top + 0.03 + 0.07 * window, 0.03, 0.025)
            x += wide + 0.005
            place += 1


def _mountains(c: Canvas) -> None:
    """Draw peaks with snow."""
    for place in range(3):
        x, top = (0.18, 0.82, 0.5)[place] + 0.16 * (c.n[place] - 0.5), 0.34 + 0.18 * c.n[place + 3]
        half = 0.42 + 0.1 * c.n[place + 1]
        color = blend(c.k.mid, c.k.dark, 0.3 * place)
        c.fill(color, (x, top), (x + half, 0.95), (x - half, 0.95))
        snow, step = 0.14, half * 0.14 / (0.95 - top)
        jag = ((step, snow), (step * 0.4, snow * 0.75), (0.0, snow * 1.2))
        right = [(x + dx, top + dy) for dx, dy in jag]
        left = [(x - dx, top + dy) for dx, dy in reversed(jag[:2])]
        c.fill(c.k.light, (x, top), *right, *left)
    c.ridge(c.k.dark, 0.88, 0.02, 4, c.n[6] * 6)


def _sea(c: Canvas) -> None:
    """Draw waves under a low light with its reflection."""
    x = 0.25 + 0.5 * c.n[0]
    c.dot(c.k.light, x, 0.24, 0.12 + 0.06 * c.n[1])
    shades = (c.k.mid, blend(c.k.mid, c.k.dark, 0.35), blend(c.k.mid, c.k.dark, 0.7), c.k.dark)
    for layer, color in enumerate(shades):
        c.ridge(color, 0.6 + 0.09 * layer, 0.016, 9 + 4 * c.n[2], c.n[3] * 6 + layer * 2.1)
        c.box(faded(c.k.light, 0.5), x - 0.12 + 0.03 * layer, 0.655 + 0.09 * layer, 0.2, 0.012)


def _deep(c: Canvas) -> None:
    """Draw light falling into water, and bubbles."""
    for place in range(4):
        x = 0.1 + 0.25 * place + 0.1 * c.n[place]
        beam = ((x, 0.0), (x + 0.1, 0.0), (x + 0.3, 1.0), (x - 0.05, 1.0))
        c.fill(faded(c.k.light, 0.13), *beam)
    for place in range(9):
        x, y = (place * 0.618 + c.n[4]) % 1, (place * 0.29 + c.n[5]) % 0.9
        c.dot(faded(c.k.light, 0.5), x, y, 0.012 + 0.012 * (place % 3))
    c.ridge(c.k.dark, 0.88, 0.03, 6, c.n[6] * 6)


def _forest(c: Canvas) -> None:
    """Draw firs in three depths."""
    for row, color in enumerate((c.k.mid, blend(c.k.mid, c.k.dark, 0.5), c.k.dark)):
        count = 9 - 2 * row
        for place in range(count):
            n = c.n[(place + row * 4) % len(c.n)]
            x, top = (place + 0.5 + 0.5 * (n - 0.5)) / count, 0.34 + 0.15 * row + 0.16 * n
            half = 0.07 + 0.03 * row
            c.fill(color, (x, top), (x + half, 0.9 + 0.1 * row), (x - half, 0.9 + 0.1 * row))
    c.box(c.k.dark, 0, 0.9, 1, 0.11)


def _rain(c: Canvas) -> None:
    """Draw falling lines."""
    slant = 0.0 if c.n[0] < 0.4 else 0.08
    for place in range(30):
        x, y = (place * 0.618 + c.n[1]) % 1.1, (place * 0.415 + c.n[2]) % 0.9
        long = 0.08 + 0.16 * ((place * 0.27) % 1)
        color = faded(c.k.accent if place % 6 == 0 else c.k.light, 0.25 + 0.12 * (place % 4))
        shape = ((x, y), (x + 0.012, y), (x + 0.012 - slant, y + long), (x - slant, y + long))
        c.fill(color, *shape)


def _curtain(c: Canvas) -> None:
    """Draw a cone of light on a curtain, and a stage."""
    for fold in range(9):
        c.box(faded(c.k.dark, 0.35 if fold % 2 else 0.1), fold / 9, 0, 0.07, 0.84)
    x = 0.5 + 0.3 * (c.n[0] - 0.5)
    c.fill(faded(c.k.light, 0.38), (x - 0.04, 0), (x + 0.04, 0), (0.88, 0.86), (0.12, 0.86))
    c.box(c.k.dark, 0, 0.84, 1, 0.17)
    c.p.setBrush(faded(c.k.light, 0.6))
    c.p.drawEllipse(QRectF(0.1 * c.w, 0.82 * c.h, 0.8 * c.w, 0.09 * c.h))


def _rings(c: Canvas) -> None:
    """Draw circles within circles."""
    x, y = 0.5 + 0.2 * (c.n[0] - 0.5), 0.48
    for ring in range(7):
        shade = (c.k.mid, c.k.low)[ring % 2]
        c.dot(shade, x + 0.012 * ring * (c.n[1] - 0.5), y, 0.95 - 0.115 * ring)


def _stripes(c: Canvas) -> None:
    """Draw stripes at an angle."""
    lean = (-0.5, 0.0, 0.5)[int(c.n[0] * 3)]
    count = 4 + int(c.n[1] * 4)
    for place in range(-count // 2 - 1, count + count // 2 + 1):
        x, wide = place / count, 0.5 / count
        color = blend(c.k.low, c.k.mid if place % 3 else c.k.accent, 0.8)
        c.fill(color, (x, 0), (x + wide, 0), (x + wide + lean, 1.01), (x + lean, 1.01))


def _snow(c: Canvas) -> None:
    """Draw a white plain, and flakes."""
    c.ridge(blend(c.k.light, c.k.mid, 0.35), 0.66, 0.03, 3, c.n[0] * 6)
    c.ridge(c.k.light, 0.76, 0.025, 4, c.n[1] * 6)
    for place in range(26):
        x, y = (place * 0.618 + c.n[2]) % 1, (place * 0.381 + c.n[3]) % 1
        c.dot(faded(c.k.light, 0.9), x, y, 0.008 + 0.005 * (place % 3))


def _carpet(c: Canvas) -> None:
    """Draw a pattern of hexagons."""
    across = 3 + int(c.n[0] * 2)
    cell = 1 / across
    high = cell * c.w / c.h
    for row in range(-1, int(1 / high / 0.75) + 2):
        for column in range(-1, across + 1):
            x = (column + 0.5 + 0.5 * (row % 2)) * cell
            y = (row + 0.5) * high * 0.75
            for size, color in ((0.56, c.k.dark), (0.42, c.k.accent), (0.24, c.k.mid)):
                turns = [math.tau * (corner + 0.5) / 6 for corner in range(6)]
                reach, rise = size * cell, size * high
                c.fill(color, *((x + reach * math.cos(a), y + rise * math.sin(a)) for a in turns))
    c.dot(c.k.dark, 0.5, 0.48, 0.4)


def _flames(c: Canvas) -> None:
    for layer, color in enumerate((c.k.mid, c.k.accent, c.k.dark)):
        base, path = 0.55 + 0.14 * layer, QPainterPath(QPointF(0, c.h * 1.01))
        for tongue in range(6):
            n = c.n[(tongue + layer * 3) % len(c.n)]
            x, top = tongue / 5, base - 0.05 - 0.2 * n
            path.quadTo((x - 0.16) * c.w, (base + 0.1) * c.h, x * c.w, top * c.h)
            path.quadTo((x + 0.02) * c.w, (base + 0.05) * c.h, (x + 0.1) * c.w, (base + 0.14) * c.h)
        path.lineTo(c.w * 1.2, c.h * 1.01)
        c.p.setBrush(color)
        c.p.drawPath(path)


def _split(c: Canvas) -> None:
    """Draw two halves."""
    edges = (((1, 0), (1, 1.01), (0, 1.01)), ((0.5, 0), (1, 0), (1, 1.01), (0.5, 1.01)))
    c.fill(c.k.mid, *edges[int(c.n[0] * 2)])


def _fields(c: Canvas) -> None:
    """Draw furrows to the horizon under clouds."""
    c.box(c.k.mid, 0, 0.58, 1, 0.43)
    for place in range(-7, 8):
        x = 0.5 + 0.1 * place
        ends = ((x, 0.58), (x + 0.02, 0.58), (0.62 + 0.4 * place, 1.01), (0.46 + 0.4 * place, 1.01))
        c.fill(blend(c.k.mid, c.k.dark, 0.55), *ends)
    for place in range(3):
        x, y = (0.2 + 0.33 * place + 0.2 * c.n[place]), 0.14 + 0.16 * c.n[place + 3]
        for part in range(3):
            c.dot(faded(c.k.light, 0.8), x + 0.07 * (part - 1), y, 0.05 + 0.025 * (part == 1))


def _window(c: Canvas) -> None:
    """Draw a wall of windows, few of them lit."""
    for row in range(6):
        for column in range(4):
            n = c.n[(row * 5 + column * 3) % len(c.n)]
            color = c.k.accent if n > 0.72 else faded(c.k.dark, 0.55)
            c.box(color, 0.08 + 0.22 * column, 0.05 + 0.16 * row, 0.16, 0.1)


def _plain(c: Canvas) -> None:
    """Draw one bold shape on paper: a disc, or a floor that rises."""
    if c.n[1] < 0.5:
        c.dot(c.k.mid, 0.5 + 0.2 * (c.n[0] - 0.5), 0.48, 0.4)
    else:
        c.fill(c.k.mid, (0, 0.4 + 0.3 * c.n[2]), (1, 0.7 * c.n[3]), (1, 1.01), (0, 1.01))


def _spiral(c: Canvas) -> None:
    """Draw a spiral from the middle outwards."""
    path = QPainterPath(QPointF(0.5 * c.w, 0.48 * c.h))
    for place in range(1, 97):
        turn, reach = place * 0.26 + c.n[0] * 6, 0.0085 * place * c.w
        path.lineTo(0.5 * c.w + reach * math.cos(turn), 0.48 * c.h + reach * math.sin(turn))
    c.p.setBrush(Qt.BrushStyle.NoBrush)
    c.p.setPen(QPen(c.k.mid, c.w * 0.055, c=Qt.PenCapStyle.RoundCap))
    c.p.drawPath(path)
    c.p.setPen(Qt.PenStyle.NoPen)


def _folded_city(c: Canvas) -> None:
    """Draw towers from below, and the same upside down from above."""
    for color, long in ((c.k.mid, 0.36), (c.k.dark, 0.24)):
        for place in range(9):
            n = c.n[(place * 3 + int(long * 50)) % len(c.n)]
            x, high = place / 8 - 0.06 + 0.03 * n, long * (0.45 + 0.55 * n)
            c.box(color, x, 1.01 - high, 0.1, high)
            c.box(color, 0.9 - x, 0, 0.1, 0.8 * high)


@dataclass(frozen=True)
class Scene:
    """`behind`: the ink that the sign stands before, or "ground"; `y`: the middle of
    the sign as a share of the height; `size`: of the sign as a share of the width.
    """

    draw: Callable[[Canvas], None]
    behind: str = "ground"
    y: float = 0.48
    size: float = 0.54


SCENES: dict[str, Scene] = {
    "disc": Scene(_disc, "accent", 0.5),
    "low sun": Scene(_low_sun, y=0.6),
    "stars": Scene(_stars, y=0.46),
    "night": Scene(_night, "light", 0.56),
    "rays": Scene(_rays),
    "skyline": Scene(_skyline, y=0.36, size=0.46),
    "mountains": Scene(_mountains, y=0.3, size=0.38),
    "sea": Scene(_sea, y=0.46),
    "deep": Scene(_deep),
    "forest": Scene(_forest, y=0.36, size=0.44),
    "rain": Scene(_rain),
    "curtain": Scene(_curtain, y=0.56),
    "rings": Scene(_rings),
    "stripes": Scene(_stripes),
    "snow": Scene(_snow, y=0.5),
    "carpet": Scene(_carpet, "dark"),
    "flames": Scene(_flames, y=0.36),
    "split": Scene(_split),
    "fields": Scene(_fields, y=0.48),
    "window": Scene(_window),
    "plain": Scene(_plain, "mid"),
    "spiral": Scene(_spiral),
    "folded city": Scene(_folded_city, y=0.5, size=0.5),
}
