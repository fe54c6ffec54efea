"""Posters of films that have a sign of their own: it stands on a scene, the title below."""

from __future__ import annotations

import functools
import re

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainterPath, QPen

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.poster_colors import WHITE, blend, contrast, faded, luminance
from epicrec_desktop.ui.common.poster_design import Design, book
from epicrec_desktop.ui.common.poster_layouts import PAD, ROOM, WIDE, Sheet
from epicrec_desktop.ui.common.poster_scenes import SCENES, Canvas
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
