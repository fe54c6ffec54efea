"""Five stars that are given in halves, by mouse, keyboard and screen reader."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.accessibility import announce
from epicrec_desktop.ui.common.painting import draw_ring, smooth_painter
from epicrec_desktop.ui.common.source_text import stars_words
from epicrec_desktop.ui.common.text import (
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.translation import mirrored, right_to_left

COUNT, SIDE, GAP, EDGE = 5, 22, 4, 3
"""Stars, their side in pixels, what is between two of them and around all."""
REST_MS = 400
"""After a key, so that several halves are one change."""
CLEAR = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_0)


def _star(box: QRectF) -> QPainterPath:
    path, middle = QPainterPath(), box.center()
    for corner in range(10):
        length = box.width() / 2 * (0.42 if corner % 2 else 1)
        angle = math.pi * (corner / 5 - 0.5)
        point = QPointF(math.cos(angle), math.sin(angle)) * length + middle
        (path.lineTo if corner else path.moveTo)(point)
    path.closeSubpath()
    return path


def paint_stars(
    painter: QPainter,
    box: QRectF,
    halves: int,
    ink: QColor,
    empty: QColor | None = None,
    gap: int = 1,
) -> None:
    """Paint the stars that were given, as high as `box`, from its start; with `empty` all five."""
    painter.setPen(Qt.PenStyle.NoPen)
    side = box.height()
    for place in range(COUNT if empty else -(-halves // 2)):
        star = mirrored(QRectF(box.left() + place * (side + gap), box.top(), side, side), box)
        if halves > 2 * place:
            filled = QRectF(star)
            filled.setWidth(side * min(halves - 2 * place, 2) / 2)
            painter.save()
            painter.setClipRect(mirrored(filled, star))
            painter.fillPath(_star(star), ink)
            painter.restore()
        if empty:
            painter.strokePath(_star(star), QPen(ink if halves > 2 * place else empty, 1.2))


def halves_at(along: float, side: float, gap: float) -> int:
    """Return the halves of stars up to a distance from the start of the first star."""
    star, rest = divmod(along + gap / 2, side + gap)
    halves = 2 * int(star) + (1 if rest < (side + gap) / 2 else 2)
    return min(max(halves, 1), 2 * COUNT)


class Stars(QSlider):
    """Slider over halves of stars; 0 is none. `chosen` carries what the user sets."""

    chosen = Signal(int)

    def __init__(self, *, name: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName(name)
        self.setRange(0, 2 * COUNT)
        self.setPageStep(2)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        set_accessible_name(self, self.tr("Your stars"))
        set_tool_tip(self, self.tr("Each half of a star counts; the same again takes it back"))
        self._own = False
        self._hovered = 0
        self._showing = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(lambda: self.chosen.emit(self.value()))
        self.valueChanged.connect(self._changed)
        self.show_value(0, own=False)

    def show_value(self, halves: int, *, own: bool) -> None:
        """Show halves of stars, unless the user is setting some by keys; `own`: of no import."""
        if self._rest.isActive():
            return
        self._own, self._showing = own, True
        self.setValue(halves)
        self._showing = False
        self._describe()
        self.update()

    def description(self) -> str:
        return stars_words(self.value()) if self.value() else self.tr("No stars")

    def _describe(self) -> None:
        set_accessible_description(self, self.description())

    def _changed(self, halves: int) -> None:
        if not self._showing:
            self._own = halves > 0
            self._describe()
            announce(self, self.description())
            self._rest.start()

    def flush(self) -> None:
        """Emit what the user set by keys, without waiting for more."""
        if self._rest.isActive():
            self._rest.stop()
            self.chosen.emit(self.value())

    def _pointed_halves(self, event: QMouseEvent) -> int:
        x = event.position().x()
        return halves_at((self.width() - x if right_to_left() else x) - EDGE, SIDE, GAP)

    def sizeHint(self) -> QSize:
        return QSize(COUNT * (SIDE + GAP) - GAP + 2 * EDGE, SIDE + 2 * EDGE)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hovered = self._pointed_halves(event)
        self.update()

    def leaveEvent(self, event: object) -> None:
        self._hovered = 0
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press: a slider would jump by a page."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Set the half under the pointer; take back the same one."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if not self.rect().contains(event.position().toPoint()):
            return
        halves, self._hovered = self._pointed_halves(event), 0
        if halves == self.value() and not self._own:
            self._changed(halves)  # an import says so, and the user now, too
        else:
            self.setValue(0 if halves == self.value() else halves)
        self.flush()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in CLEAR:
            self.setValue(0)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.flush()
        super().focusOutEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.tokens()
        painter = smooth_painter(self)
        halves = self._hovered or self.value()
        own = self._own or bool(self._hovered)
        ink = QColor(colors.accent if own else colors.muted)
        stars = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        paint_stars(painter, stars, halves, ink, QColor(colors.control), GAP)
        if self.hasFocus():
            draw_ring(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), colors.accent)
