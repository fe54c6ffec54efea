"""Icons and pictures: our own SVG files in the theme's colors."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from epicrec_desktop import program_files, resources
from epicrec_desktop.ui.common import theme

PICTURE = QSize(176, 132)
DIRECTED = frozenset({"chevron-left", "chevron-right", "list", "send", "undo", "refresh"})
"""Icons with a direction; mirrored in right-to-left layouts."""

_EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


@lru_cache(maxsize=512)
def source(name: str, *folder: str) -> str:
    """Return the text of a picture, of an icon where no folder is named."""
    try:
        file = resources.path(*(folder or ("icons",)), f"{name}.svg")
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        if not program_files.are_replaced():
            raise
        return _EMPTY  # the program is still open after its files were removed


def _draw(svg: str, size: QSize, ratio: float) -> QPixmap:
    pixmap = QPixmap(size * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@lru_cache(maxsize=256)
def pixmap(
    name: str, color: str, size: int = 20, ratio: float = 1.0, *, rtl: bool = False
) -> QPixmap:
    """Return an icon in one color, `size` logical pixels square; `rtl` mirrors directed ones."""
    rendered = _draw(source(name).replace("currentColor", color), QSize(size, size), ratio)
    if rtl and name in DIRECTED:
        rendered = QPixmap.fromImage(rendered.toImage().flipped(Qt.Orientation.Horizontal))
        rendered.setDevicePixelRatio(ratio)
    return rendered


def icon(name: str, color: str, size: int = 18, gap: int = 0, *, rtl: bool = False) -> QIcon:
    """Return an icon for a button, sharp on any screen; `gap` is the room before the text."""
    result = QIcon()
    # Qt's disabled icon is almost invisible.
    for mode, ink in ((QIcon.Mode.Normal, color), (QIcon.Mode.Disabled, theme.tokens().disabled)):
        for ratio in (1.0, 2.0, 3.0):
            result.addPixmap(_with_gap(name, ink, size, gap, ratio, rtl), mode)
    return result


@lru_cache(maxsize=256)
def _with_gap(name: str, color: str, size: int, gap: int, ratio: float, rtl: bool) -> QPixmap:
    canvas = QPixmap(QSize(size + gap, size) * ratio)
    canvas.fill(Qt.GlobalColor.transparent)
    canvas.setDevicePixelRatio(ratio)
    painter = QPainter(canvas)
    painter.drawPixmap(gap if rtl else 0, 0, pixmap(name, color, size, ratio, rtl=rtl))
    painter.end()
    return canvas


def picture(name: str, ratio: float = 1.0) -> QPixmap:
    """Return the picture of an empty state: its light tokens become those of the theme."""
    svg = source(f"picture-{name}")
    light, now = asdict(theme.LIGHT), asdict(theme.tokens())
    # Two tokens of the light appearance share a value, so the first name of a value counts.
    for key, color in light.items():
        svg = svg.replace(color, f"@{key}@")
    for key, color in now.items():
        svg = svg.replace(f"@{key}@", color)
    return _draw(svg, PICTURE, ratio)


def application_icon() -> QIcon:
    """Return the program's icon."""
    svg = source("epicrec-desktop")
    result = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        result.addPixmap(_draw(svg, QSize(size, size), 1.0))
    return result
