"""Posters of movies that have a sign: it stands on a scene of six colors, the title below.

Both are drawings in `resources/posters`, which any program for SVG opens. Their colors are those of
`INKS`; a poster puts its own in their place. A layer of a scene says how far it may be moved to
either side, and at which share of the height it stays where a picture is lower than the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter
from PySide6.QtSvg import QSvgRenderer

from epicrec_desktop.ui.common import icons, theme
from epicrec_desktop.ui.common.poster_colors import WHITE, blend, contrast, faded, luminance
from epicrec_desktop.ui.common.poster_design import Design, book
from epicrec_desktop.ui.common.poster_layouts import PAD, ROOM, WIDE, Sheet
from epicrec_desktop.ui.common.poster_text import face, fitted

PICTURE = 0.76
"""Share of the height that the picture takes; the title stands on what is below, and over it."""
SEEN = 1.6
"""Contrast from which one shape is seen on another."""
SMALLEST_TITLE = 80
"""Pixels of the width below which the title is left out: the sign says which movie it is."""
INKS = {
    "#0f5f80": "mid",
    "#06202f": "dark",
    "#ff8a3c": "accent",
    "#e6f6f5": "light",
    "#1f86a5": "low",
    "#0b4850": "half",  # between mid and dark
}
"""Colors of the drawings. A sign has dark, accent, and low for what shows the ground."""
_COLOR = re.compile("|".join(INKS))
_LAYER = re.compile('data-room="(.+?)" data-middle="(.+?)"')
DRAWN_HIGH = 228
"""Height of a drawn scene, whose width is `WIDE`."""


def draw(sheet: Sheet, made: Design, *, titled: bool) -> None:
    """Draw a poster of the movie's own sign."""
    framed = made.layout == "frame"
    most = 4 if made.layout == "full" else 2
    title = fitted(sheet.title, face(theme.HEAVY, -0.01), ROOM, (33, 15), 1.08, most)
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
    k, painter = sheet.k, sheet.p
    ground = QLinearGradient(0, 0, wide * (made.numbers[0] - 0.5), high)
    ground.setColorAt(0, k.top)
    ground.setColorAt(1, k.low)
    painter.fillRect(QRectF(0, 0, wide, high + 1), ground)
    _draw_scene(painter, made, wide, high, {**vars(k), "half": blend(k.mid, k.dark, 0.5)})
    scene = book().scenes[made.scene]
    middle = blend(k.top, k.low, scene.y)
    behind = middle if scene.behind == "ground" else getattr(k, scene.behind)
    strong, weak = (k.dark, k.light) if luminance(behind) > 0.18 else (k.light, k.dark)
    seen = (c for c in (k.accent, k.mid) if min(contrast(c, strong), contrast(c, behind)) > SEEN)
    colors = {
        "dark": strong,
        "accent": next(seen, blend(strong, behind, 0.5)),
        "low": behind if contrast(behind, strong) > SEEN else weak,
    }
    size = min(wide * scene.size * (1.08 + 0.2 * made.numbers[-1]), high * 0.86)
    left = (wide - size) / 2 + wide * 0.1 * (made.numbers[-2] - 0.5)
    box = QRectF(left, high * scene.y - size / 2, size, size)
    _draw_svg(painter, icons.source(_file(made.sign), "posters", "signs"), colors, box)


def _draw_scene(
    painter: QPainter, made: Design, wide: float, high: float, colors: Mapping[str, QColor]
) -> None:
    """Draw a scene: the same for every movie, but for its side and the places of its layers."""
    lower, numbers = high * WIDE / wide - DRAWN_HIGH, iter(made.numbers[2:])

    def place(layer: re.Match[str]) -> str:
        aside = float(layer[1]) * (2 * next(numbers) - 1)
        return f'transform="translate({aside:.1f} {float(layer[2]) * lower:.1f})"'

    svg = _LAYER.sub(place, icons.source(_file(made.scene), "posters", "scenes"))
    painter.save()
    if made.numbers[1] < 0.5:
        painter.translate(wide, 0)
        painter.scale(-1, 1)
    _draw_svg(painter, svg, colors, QRectF(0, 0, wide, wide * DRAWN_HIGH / WIDE))
    painter.restore()


def _file(name: str) -> str:
    return name.replace(" ", "-")


def _draw_svg(painter: QPainter, svg: str, colors: Mapping[str, QColor], box: QRectF) -> None:
    """Draw a picture with the colors of a poster in the place of its own."""
    inked = _COLOR.sub(lambda found: colors[INKS[found[0]]].name(), svg)
    QSvgRenderer(QByteArray(inked.encode())).render(painter, box)
