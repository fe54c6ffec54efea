"""Posters drawn locally: nothing is fetched, so nobody learns which movies are shown.

A poster depends on its movie alone. The category gives a family of colors; a hash of title and year
gives the hue within the family, the composition, its angle and its proportions. The same movie has
the same poster on every computer.
"""

from __future__ import annotations

import functools
import hashlib
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

import shiboken6
from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPixmap,
    QPixmapCache,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.poster_compositions import COMPOSITIONS, Design, Inks
from epicrec_desktop.ui.common.text import display_name, elided

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
"""Hue (degrees) and saturation (percent) of each category."""
DEFINING = (
    "Film-Noir", "Western", "War", "Musical", "Documentary", "Horror", "Animation", "Sci-Fi",
    "Fantasy", "Mystery", "Crime", "Romance", "Children", "Thriller", "Adventure", "Comedy",
    "Action", "Drama",
)  # fmt: skip
"""Categories by rarity: the rarest one of a movie gives the color, because it says most."""
CACHE_KB = 96 * 1024
"""Cache size in KB: room for 900 posters of a row, or 200 at twice the density."""
MAX_TITLE_LENGTH = 500
"""Characters of a title that are used."""
SPREAD = 15  # degrees of hue to either side within a family


def family(categories: tuple[str, ...]) -> str | None:
    """Return the category that gives the color."""
    return next((name for name in DEFINING if name in categories), None)


def design(title: str, year: int | None, categories: tuple[str, ...]) -> Design:
    """Return the design of a movie."""
    digest = hashlib.blake2b(
        f"{title}\0{year}".encode("utf-8", "surrogatepass"), digest_size=16
    ).digest()
    numbers = tuple(byte / 256 for byte in digest)
    hue, saturation = FAMILIES.get(family(categories) or "", (215, 14))
    return Design(
        hue=(hue + (numbers[0] * 2 - 1) * SPREAD) % 360,
        saturation=min(96, max(4, saturation + (numbers[1] * 2 - 1) * 14)),
        composition=digest[2] % len(COMPOSITIONS),
        angle=numbers[3] * 360,
        numbers=numbers[4:],
    )


def _inks(made: Design) -> Inks:
    # Perceived lightness differs by hue: yellows and cyans get a lower lightness, so that white
    # text is readable on every family.
    tilt = 0.5 + 0.5 * math.cos(math.radians(made.hue - 70))
    base = 36 - 10 * tilt + (made.numbers[0] - 0.5) * 7

    def ink(lightness: float, turn: float = 0.0, fade: float = 1.0) -> QColor:
        return QColor.fromHslF(
            ((made.hue + turn) % 360) / 360,
            made.saturation / 100 * fade,
            min(max(lightness, 4), 90) / 100,
        )

    return Inks(
        deep=ink(base * 0.36, -10 if made.hue < 90 else 8),
        ground=ink(base),
        mid=ink(base + 8, -8),
        light=ink(base + 19, -14, 0.95),
        bright=ink(base + 38, -22, 0.9),
    )


def draw(painter: QPainter, box: QRectF, made: Design) -> None:
    """Draw the picture without text, clipped to round corners."""
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


def _shade(painter: QPainter, width: float, height: float, inks: Inks) -> None:
    """Darken the foot behind the text."""
    shade = QLinearGradient(0, height * 0.38, 0, height)
    clear, dense = QColor(inks.deep), QColor(inks.deep)
    clear.setAlphaF(0)
    dense.setAlphaF(0.94)
    middle = QColor(inks.deep)
    middle.setAlphaF(0.8)
    shade.setColorAt(0, clear)
    shade.setColorAt(0.4, middle)
    shade.setColorAt(1, dense)
    painter.fillRect(QRectF(0, 0, width, height), shade)


def _face(size: float) -> QFont:
    face = theme.font(max(int(size), 8), theme.HEAVY)
    face.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, -0.2)
    return face


def break_lines(text: str, face: QFont, width: float) -> list[str]:
    """Break text into lines; a word longer than a line is broken."""
    layout = QTextLayout(text, face)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    lines = []
    units = text.encode(
        "utf-16-le", "surrogatepass"
    )  # Qt counts UTF-16 units, Python counts characters
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        start, end = line.textStart(), line.textStart() + line.textLength()
        lines.append(units[2 * start : 2 * end].decode("utf-16-le", "replace").strip())
    layout.endLayout()
    return lines


def _fit(title: str, box: QRectF) -> tuple[QFont, list[str]]:
    """Return the largest font size at which the title has at most four lines and breaks no word."""
    title = display_name(title)
    words = title.split()
    width = box.width()
    for size in (width * 0.165, width * 0.145, width * 0.125, width * 0.11, width * 0.095):
        face = _face(size)
        lines = break_lines(title, face, width)
        metrics = QFontMetricsF(face)  # the longest word need not be the widest
        whole = all(metrics.horizontalAdvance(word) <= width for word in words)
        if len(lines) <= 4 and whole:
            return face, lines
    face = _face(width * 0.105)
    lines = break_lines(title, face, width)
    if len(lines) > 4:
        lines = [*lines[:3], elided(QFontMetricsF(face), " ".join(lines[3:]), width)]
    return face, lines


def draw_title(painter: QPainter, box: QRectF, title: str) -> None:
    """Draw the title at the foot of the poster, aligned to the bottom."""
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
    """Return a poster with its title, drawn once and stored in Qt's pixmap cache.

    Below 80 pixels of width the title is omitted as unreadable.
    """
    key = _key(title, year, categories, size, ratio)
    return _cached(key) or _draw_pixmap(key, title, year, categories, size, ratio)


def _key(
    title: str, year: int | None, categories: tuple[str, ...], size: QSize, ratio: float
) -> str:
    # The start of a title is enough: no two movies share that much.
    place = f"{size.width()}x{size.height()}:{ratio}"
    return f"poster:{title[:MAX_TITLE_LENGTH]}:{year}:{family(categories)}:{place}"


def _cached(key: str) -> QPixmap | None:
    if QPixmapCache.cacheLimit() < CACHE_KB:
        QPixmapCache.setCacheLimit(CACHE_KB)
    cached = QPixmap()
    return cached if QPixmapCache.find(key, cached) else None


def _draw_pixmap(
    key: str,
    title: str,
    year: int | None,
    categories: tuple[str, ...],
    size: QSize,
    ratio: float,
) -> QPixmap:
    title = title[:MAX_TITLE_LENGTH]
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


class PosterQueue(QObject):
    """Draws posters of many cells without blocking the GUI.

    A full screen of new posters takes too long for one pass of the event loop. The posters of one
    pass share a budget of `PASS_S` seconds; the others are drawn in the next passes.
    """

    PASS_S = 0.008

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self._spent = 0.0
        self._waiting: list[QWidget] = []
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.setInterval(0)
        self._next.timeout.connect(self._pass)

    def paint(
        self,
        painter: QPainter,
        place: QRect,
        widget: QWidget,
        title: str,
        year: int | None,
        categories: tuple[str, ...],
    ) -> None:
        """Paint a poster, or a placeholder where it is drawn later; `widget` is then repainted."""
        ratio = painter.device().devicePixelRatioF()
        key = _key(title, year, categories, place.size(), ratio)
        pixmap = _cached(key)
        if pixmap is None and self._spent < self.PASS_S:
            start = time.perf_counter()
            pixmap = _draw_pixmap(key, title, year, categories, place.size(), ratio)
            self._spent += time.perf_counter() - start
            self._next.start()
        if pixmap is not None:
            painter.drawPixmap(place.topLeft(), pixmap)
            return
        if widget not in self._waiting:
            self._waiting.append(widget)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.tokens().line))
        painter.drawRoundedRect(place, theme.RADIUS, theme.RADIUS)

    @contextmanager
    def without_delay(self) -> Iterator[None]:
        """Draw every poster in the pass that asks for it, for screenshots."""
        before, self.PASS_S = self.PASS_S, math.inf
        try:
            yield
        finally:
            self.PASS_S = before

    def _pass(self) -> None:
        self._spent = 0.0
        waiting, self._waiting = self._waiting, []
        for widget in filter(shiboken6.isValid, waiting):
            (widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget).update()


@functools.cache
def queue() -> PosterQueue:
    """Return the queue of this process."""
    return PosterQueue(QApplication.instance())
