"""Posters drawn locally: nothing is fetched, so nobody learns which movies are shown.

A poster depends on its movie alone, and on what ships with the program about it: a scene, a sign
on it, and colors (`poster_design`). The same movie has the same poster on every computer.
"""

from __future__ import annotations

import functools
import math
import re
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
    QPen,
    QPixmap,
    QPixmapCache,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.poster_design import Design, book, defining_category, design
from epicrec_desktop.ui.common.poster_scenes import SCENES, Canvas, Inks, blend
from epicrec_desktop.ui.common.text import display_name, elided

Film = Movie | Suggestion

CACHE_KB = 96 * 1024
"""Cache size in KB: room for 900 posters of a row, or 200 at twice the density."""
MAX_TITLE_LENGTH = 500
"""Characters of a title that are used."""
PICTURE = 0.76
"""Share of the height that the picture takes; the title stands on what is below, and over it."""
EDGE = QColor(128, 128, 128, 80)
"""Line around a poster, seen on a light page and on a dark one."""
SMALLEST_CREDIT = 8
"""Pixels of type below which director and year are omitted."""


def draw(painter: QPainter, box: QRectF, made: Design) -> None:
    """Draw the picture without text on a transparent ground, with round corners."""
    inks = Inks(*map(QColor, made.colors))
    painter.save()
    painter.setClipRect(box)
    painter.translate(box.topLeft())
    painter.setPen(Qt.PenStyle.NoPen)
    width, height = box.width(), box.height()
    if made.layout == "frame":
        margin = width * 0.07
        painter.fillRect(QRectF(0, 0, width, height), blend(inks.light, inks.mid, 0.12))
        painter.translate(margin, margin)
        inner = QRectF(0, 0, width - 2 * margin, height * 0.57)
        painter.setClipRect(inner, Qt.ClipOperation.IntersectClip)
        _draw_picture(painter, inner.width(), inner.height(), made, inks)
    elif made.layout == "band":
        painter.fillRect(QRectF(0, 0, width, height), inks.dark)
        painter.setClipRect(QRectF(0, 0, width, height * 0.6), Qt.ClipOperation.IntersectClip)
        _draw_picture(painter, width, height * 0.6, made, inks)
        painter.fillRect(QRectF(0, height * 0.585, width, height * 0.015), inks.accent)
    else:
        painter.fillRect(QRectF(0, 0, width, height), inks.dark)
        _draw_picture(painter, width, height * PICTURE, made, inks)
        _shade(painter, width, height, inks)
    painter.restore()
    _finish_edge(painter, box)


def _finish_edge(painter: QPainter, box: QRectF) -> None:
    """Clear the corners and draw the line around; as a clip or a pen these are far slower."""
    corners, line = QPainterPath(), QPainterPath()
    corners.addRect(box)
    corners.addRoundedRect(box, theme.RADIUS, theme.RADIUS)
    line.addRoundedRect(box, theme.RADIUS, theme.RADIUS)
    line.addRoundedRect(box.adjusted(1, 1, -1, -1), theme.RADIUS - 1, theme.RADIUS - 1)
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(EDGE)
    painter.drawPath(line)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    painter.drawPath(corners)
    painter.restore()


def _draw_picture(painter: QPainter, w: float, h: float, made: Design, inks: Inks) -> None:
    """Draw the scene and the sign on it."""
    ground = QLinearGradient(0, 0, w * (made.numbers[0] - 0.5), h)
    ground.setColorAt(0, inks.top)
    ground.setColorAt(1, inks.low)
    painter.fillRect(QRectF(0, 0, w, h + 1), ground)
    scene = SCENES[made.scene]
    scene.draw(Canvas(painter, w, h, inks, made.numbers[1:]))
    middle = blend(inks.top, inks.low, scene.y)
    behind = middle if scene.behind == "ground" else getattr(inks, scene.behind)
    strong, weak = (inks.dark, inks.light) if _luminance(behind) > 0.2 else (inks.light, inks.dark)
    seen = (c for c in (inks.accent, inks.mid) if _contrasts(c, strong) and _contrasts(c, behind))
    colors = {
        "": strong,
        "+": next(seen, blend(strong, behind, 0.5)),
        "-": behind if _contrasts(behind, strong) else weak,
    }
    painter.save()
    size = min(w * scene.size * (1.08 + 0.2 * made.numbers[-1]), h * 0.86)
    shift = w * 0.1 * (made.numbers[-2] - 0.5)
    painter.translate(w / 2 - size / 2 + shift, h * scene.y - size / 2)
    painter.scale(size / 100, size / 100)
    if made.numbers[-3] < 0.4 and made.sign not in UNMIRRORED:
        painter.translate(100, 0)
        painter.scale(-1, 1)
    for ink, stroked, path in sign_paths(made.sign):
        if stroked:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colors[ink], 4.5, c=Qt.PenCapStyle.RoundCap))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors[ink])
        painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.restore()


UNMIRRORED = frozenset(("bolt", "emblem", "note", "clapper", "screen"))
"""Signs that are wrong in a mirror."""


def _luminance(color: QColor) -> float:
    """Return the relative luminance, approximately."""
    squares = (color.redF() ** 2, color.greenF() ** 2, color.blueF() ** 2)
    return 0.21 * squares[0] + 0.72 * squares[1] + 0.07 * squares[2]


def _contrasts(one: QColor, other: QColor) -> bool:
    """Return whether one shape is seen on another."""
    a, b = sorted((_luminance(one), _luminance(other)))
    return (b + 0.05) / (a + 0.05) > 1.6


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


def _shade(painter: QPainter, width: float, height: float, inks: Inks) -> None:
    """Darken the foot behind the text."""
    shade = QLinearGradient(0, height * 0.46, 0, height * PICTURE)
    for place, alpha in ((0, 0), (0.45, 0.82), (1, 1)):
        color = QColor(inks.dark)
        color.setAlphaF(alpha)
        shade.setColorAt(place, color)
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


def _fit(title: str, box: QRectF, most: int = 4) -> tuple[QFont, list[str]]:
    """Return the largest font at which the title has at most `most` lines and breaks no word."""
    title = display_name(title)
    words = title.split()
    width = box.width()
    for size in (width * 0.165, width * 0.145, width * 0.125, width * 0.11, width * 0.095):
        face = _face(size)
        lines = break_lines(title, face, width)
        metrics = QFontMetricsF(face)  # the longest word need not be the widest
        whole = all(metrics.horizontalAdvance(word) <= width for word in words)
        if len(lines) <= most and whole:
            return face, lines
    face = _face(width * 0.105)
    lines = break_lines(title, face, width)
    if len(lines) > 4:
        lines = [*lines[:3], elided(QFontMetricsF(face), " ".join(lines[3:]), width)]
    return face, lines


def draw_title(painter: QPainter, box: QRectF, title: str, year: int | None, made: Design) -> None:
    """Draw the title at the foot of the poster, and director and year below it where they fit."""
    pad = box.width() * 0.09
    room = box.adjusted(pad, pad, -pad, -pad * 0.8)
    inks = Inks(*map(QColor, made.colors))
    color = inks.dark if made.layout == "frame" else QColor("#ffffff")
    credit = theme.font(round(box.width() * 0.066), theme.MEDIUM)
    if credit.pixelSize() >= SMALLEST_CREDIT:
        words = _credit(made.director, year, QFontMetricsF(credit), room.width())
        painter.setFont(credit)
        painter.setPen(blend(color, inks.accent, 0.0 if made.layout == "frame" else 0.25))
        painter.drawText(QPointF(room.left(), room.bottom() - credit.pixelSize() * 0.1), words)
        room.setBottom(room.bottom() - (credit.pixelSize() * 1.45 if words else 0))
    face, lines = _fit(title, room, 4 if made.layout == "full" else 2)
    painter.setFont(face)
    painter.setPen(color)
    metrics = QFontMetricsF(face)
    step = metrics.height() * 0.96
    y = room.bottom() - metrics.descent() - step * (len(lines) - 1)
    for line in lines:
        painter.drawText(QPointF(room.left(), y), line)
        y += step


def _credit(director: str, year: int | None, metrics: QFontMetricsF, width: float) -> str:
    """Return director and year as far as they fit on one line."""
    when = str(year) if year is not None else ""
    surnames = dict.fromkeys(name.rpartition(" ")[2] for name in director.split(" & "))
    for name in (director, " & ".join(surnames)):
        words = " · ".join(filter(None, (display_name(name), when)))
        if metrics.horizontalAdvance(words) <= width:
            return words
    return when


def poster(film: Film, size: QSize, ratio: float = 1.0) -> QPixmap:
    """Return a poster with its title, drawn once and stored in Qt's pixmap cache.

    Below 80 pixels of width the title is omitted as unreadable.
    """
    key = _key(film, size, ratio)
    return _cached(key) or _draw_pixmap(key, film, size, ratio)


def _key(film: Film, size: QSize, ratio: float) -> str:
    # The start of a title is enough: no two movies share that much.
    title, shown = (text[:MAX_TITLE_LENGTH] for text in (film.title, film.shown_title))
    place = f"{size.width()}x{size.height()}:{ratio}"
    return f"poster:{title}:{shown}:{film.year}:{defining_category(film.categories)}:{place}"


def _cached(key: str) -> QPixmap | None:
    if QPixmapCache.cacheLimit() < CACHE_KB:
        QPixmapCache.setCacheLimit(CACHE_KB)
    cached = QPixmap()
    return cached if QPixmapCache.find(key, cached) else None


def _draw_pixmap(key: str, film: Film, size: QSize, ratio: float) -> QPixmap:
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(0, 0, size.width(), size.height())
    made = design(film.title[:MAX_TITLE_LENGTH], film.year, film.categories)
    draw(painter, box, made)
    if size.width() >= 80:
        draw_title(painter, box, film.shown_title[:MAX_TITLE_LENGTH], film.year, made)
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
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._pass)

    def paint(self, painter: QPainter, place: QRect, widget: QWidget, film: Film) -> None:
        """Paint a poster, or a placeholder where it is drawn later; `widget` is then repainted."""
        ratio = painter.device().devicePixelRatioF()
        key = _key(film, place.size(), ratio)
        pixmap = _cached(key)
        if pixmap is None and self._spent < self.PASS_S:
            start = time.perf_counter()
            pixmap = _draw_pixmap(key, film, place.size(), ratio)
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
