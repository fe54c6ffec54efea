"""Posters drawn locally: nothing is fetched, so nobody learns which movies are shown.

A poster depends on its movie alone, and on what ships with the program about it: a sign of its own
where it has one, else its title in one of six layouts (`poster_design`). The same movie has the
same poster on every computer.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

import shiboken6
from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap, QPixmapCache
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common import poster_layouts, poster_signs, theme
from epicrec_desktop.ui.common.painting import draw_plate
from epicrec_desktop.ui.common.poster_colors import Inks
from epicrec_desktop.ui.common.poster_design import Design, defining_category, design
from epicrec_desktop.ui.common.poster_layouts import WIDE, Sheet
from epicrec_desktop.ui.common.text import display_name

AnyMovie = Movie | Suggestion

CACHE_KB = 96 * 1024
"""Cache size in KB: room for 900 posters of a row, or 200 at twice the density."""
MAX_TITLE_LENGTH = 500
"""Characters of a title that are used."""
EDGE = QColor(128, 128, 128, 80)
"""Line around a poster, seen on a light page and on a dark one."""
SMALLEST_CREDIT = 121
"""Pixels of the width below which director and year are omitted: their type would be below 8."""


def draw(painter: QPainter, box: QRectF, made: Design, title: str, year: int | None) -> None:
    """Draw a poster on a transparent ground, with round corners."""
    painter.save()
    painter.setClipRect(box)
    painter.translate(box.topLeft())
    painter.scale(box.width() / WIDE, box.width() / WIDE)
    painter.setPen(Qt.PenStyle.NoPen)
    sheet = Sheet(
        p=painter,
        high=box.height() * WIDE / box.width(),
        k=Inks(*map(QColor, made.colors)),
        n=made.numbers,
        title=display_name(title) or "?",
        director=made.director,
        year=year,
        small=box.width() < SMALLEST_CREDIT,
    )
    if made.sign:
        titled = box.width() >= poster_signs.SMALLEST_TITLE
        poster_signs.draw(sheet, made, titled=titled)
    else:
        poster_layouts.draw(sheet, made.layout)
    painter.restore()
    _finish_edge(painter, box)


def _finish_edge(painter: QPainter, box: QRectF) -> None:
    """Clear the corners and draw the line around; as a clip or a pen these are far slower."""
    corners, line = QPainterPath(), QPainterPath()
    corners.addRect(box.adjusted(-1, -1, 1, 1))  # at 150 % a box ends between two pixels
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


def poster(movie: AnyMovie, size: QSize, ratio: float = 1.0) -> QPixmap:
    """Return a poster with its title, drawn once and stored in Qt's pixmap cache."""
    key = _key(movie, size, ratio)
    return _cached(key) or _draw_pixmap(key, movie, size, ratio)


def _key(movie: AnyMovie, size: QSize, ratio: float) -> str:
    # The start of a title is enough: no two movies share that much.
    title, shown = (text[:MAX_TITLE_LENGTH] for text in (movie.title, movie.shown_title))
    place = f"{size.width()}x{size.height()}:{ratio}"
    return f"poster:{title}:{shown}:{movie.year}:{defining_category(movie.categories)}:{place}"


def _cached(key: str) -> QPixmap | None:
    if QPixmapCache.cacheLimit() < CACHE_KB:
        QPixmapCache.setCacheLimit(CACHE_KB)
    cached = QPixmap()
    return cached if QPixmapCache.find(key, cached) else None


def _draw_pixmap(key: str, movie: AnyMovie, size: QSize, ratio: float) -> QPixmap:
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(0, 0, size.width(), size.height())
        made = design(movie.title[:MAX_TITLE_LENGTH], movie.year, movie.categories)
        draw(painter, box, made, movie.shown_title[:MAX_TITLE_LENGTH], movie.year)
    finally:  # a picture that is removed while it is painted ends the process
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

    def paint(self, painter: QPainter, place: QRect, widget: QWidget, movie: AnyMovie) -> None:
        """Paint a poster, or a placeholder where it is drawn later; `widget` is then repainted."""
        ratio = painter.device().devicePixelRatioF()
        key = _key(movie, place.size(), ratio)
        pixmap = _cached(key)
        if pixmap is None and self._spent < self.PASS_S:
            start = time.perf_counter()
            pixmap = _draw_pixmap(key, movie, place.size(), ratio)
            self._spent += time.perf_counter() - start
            self._next.start()
        if pixmap is not None:
            painter.drawPixmap(place.topLeft(), pixmap)
            return
        if widget not in self._waiting:
            self._waiting.append(widget)
        draw_plate(painter, place, theme.tokens().line)

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
