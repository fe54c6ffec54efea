"""Row of posters that scrolls sideways: model, delegate, view and edge hints."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from PySide6.QtCore import QEasingCurve, QPointF, QPropertyAnimation, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QLinearGradient,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QListView, QSizePolicy, QWidget

from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common import desktop_preferences, icons, theme, wording
from epicrec_desktop.ui.common.feedback import LATER, lit_words
from epicrec_desktop.ui.common.labels import ElidedHeading, Note
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.lists import Cell, Index, ListModel
from epicrec_desktop.ui.common.painting import smooth_painter
from epicrec_desktop.ui.common.poster_wall import ActionDelegate, ActionView
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, right_to_left

POSTER = QSize(132, 198)
EDGE = STEP  # room around a poster, for its focus ring
GAP = 4 * STEP
CELL = QSize(POSTER.width() + GAP, POSTER.height() + 2 * EDGE + 28)


class EdgeHint(QAbstractButton):
    """Fade with a chevron at an end of a row: it continues there."""

    def __init__(self, direction: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._direction = direction
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        text = self.tr("Scroll back") if direction < 0 else self.tr("Scroll on")
        set_accessible_name(self, text)
        self.resize(64, CELL.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.tokens()
        to_right = (self._direction > 0) is not right_to_left()
        painter = smooth_painter(self)
        solid, clear = QColor(colors.background), QColor(colors.background)
        clear.setAlpha(0)
        fade = QLinearGradient(0, 0, self.width(), 0)
        fade.setColorAt(0, clear if to_right else solid)
        fade.setColorAt(1, solid if to_right else clear)
        painter.fillRect(self.rect(), fade)
        x = self.width() - 24 if to_right else 24
        middle = QPointF(x, EDGE + POSTER.height() / 2)
        painter.setPen(QPen(QColor(colors.control if self.underMouse() else colors.line), 1))
        painter.setBrush(QColor(colors.panel))
        painter.drawEllipse(middle, 16, 16)
        name = "chevron-right" if to_right else "chevron-left"
        arrow = icons.pixmap(name, colors.ink, 18, self.devicePixelRatioF())
        painter.drawPixmap(middle - QPointF(9, 9), arrow)


class PosterModel(ListModel[Suggestion]):
    """Model of the suggestions of one row."""

    def __init__(self, suggestions: Sequence[Suggestion]) -> None:
        super().__init__()
        self.show_items(suggestions)
        self.wanted: frozenset[str] = frozenset()
        """Public names of the movies on the watchlist."""

    def text(self, item: Suggestion) -> str:
        return wording.label(item.shown_title, item.year)

    tip = text

    def spoken(self, item: Suggestion) -> str:
        words = [self.text(item), *map(wording.category, item.categories)]
        words += [lit_words(LATER)] if item.wire_id in self.wanted else []
        return ", ".join(words)


class PosterDelegate(ActionDelegate):
    """Paints a poster, a line below it, and the focus ring."""

    FOOT = CELL.height() - POSTER.height()
    least_width = POSTER.width()

    def paint_cell(self, cell: Cell) -> None:
        place = self.poster_box(cell.rect)
        cell.poster(place, cell.item)
        if cell.focused or cell.hovered:
            cell.ring(place, cell.colors.accent if cell.focused else cell.colors.control)
        cell.caption(place, 2 * STEP, cell.item)
        self.draw_actions(cell)


class PosterView(ActionView):
    """View of the posters. Arrow keys move, Enter opens, wheels scroll; scrolling is animated."""

    exited_up = Signal()
    exited_down = Signal()

    def __init__(self, model: PosterModel) -> None:
        self.poster_model = model
        super().__init__(model, PosterDelegate())
        model.setParent(self)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.open_items()
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(CELL.height())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._glide = QPropertyAnimation(self.horizontalScrollBar(), b"value", self)
        self._glide.setDuration(220)
        self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)

    def key_of(self, item: Suggestion) -> Hashable:
        return item.wire_id

    def lit(self, item: Suggestion) -> frozenset[str]:
        if item.wire_id in self.marks:
            return super().lit(item)
        return frozenset({LATER}) if item.wire_id in self.poster_model.wanted else frozenset()

    def keep_position(self, row: int, value: int) -> None:
        """Restore the scroll position after the model was reset, as far as possible."""
        self._glide.stop()
        self.doItemsLayout()
        if row >= 0:
            self.setCurrentIndex(self.model().index(row, 0))
            self._glide.stop()
        self.horizontalScrollBar().setValue(value)

    def glide_to(self, value: int) -> None:
        bar = self.horizontalScrollBar()
        value = min(max(value, bar.minimum()), bar.maximum())
        self._glide.stop()
        if desktop_preferences.is_motion_reduced():
            bar.setValue(value)
            return
        self._glide.setStartValue(bar.value())
        self._glide.setEndValue(value)
        self._glide.start()

    def page(self, direction: int) -> None:
        whole = max(1, self.viewport().width() // CELL.width())
        value = self.horizontalScrollBar().value() + direction * whole * CELL.width()
        self.glide_to(round(value / CELL.width()) * CELL.width())

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll until the poster and a part of its neighbor are visible."""
        if not index.isValid():
            return
        left = index.row() * CELL.width()
        value = self.horizontalScrollBar().value()
        room = self.viewport().width()
        if left < value:
            self.glide_to(left - CELL.width() // 3 if index.row() else 0)
        elif left + CELL.width() > value + room:
            self.glide_to(left + CELL.width() + CELL.width() // 3 - room)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Up:
            self.exited_up.emit()
        elif key == Qt.Key.Key_Down:
            self.exited_down.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.currentIndex().isValid() and self.model().rowCount():
            first = round(self.horizontalScrollBar().value() / CELL.width())
            self.setCurrentIndex(self.model().index(min(first, self.model().rowCount() - 1), 0))
        super().focusInEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the row by horizontal wheels and Shift; pass others to the page."""
        pixels, angle = event.pixelDelta(), event.angleDelta()
        delta = pixels.x() or angle.x()
        if not delta and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            delta = pixels.y() or angle.y()
        if not delta or abs(angle.y()) > abs(angle.x()) > 0:
            event.ignore()
            return
        bar = self.horizontalScrollBar()
        if pixels.x():
            bar.setValue(bar.value() - delta)
        else:
            running = self._glide.state() == QPropertyAnimation.State.Running
            base = self._glide.endValue() if running else bar.value()
            self.glide_to(base - round(delta / 120 * CELL.width()))
        event.accept()


class PosterRow(QWidget):
    """Row with a heading, a note and posters."""

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping

    end_reached = Signal()

    def __init__(
        self, name: str, heading: str, note: str, suggestions: Sequence[Suggestion], left: int
    ) -> None:
        super().__init__()
        self.name = name
        self.setObjectName(name)
        self.back, self.forward = EdgeHint(-1, self), EdgeHint(1, self)
        self.back.setObjectName(f"{name}.back")
        self.forward.setObjectName(f"{name}.forward")
        self.model = PosterModel(suggestions)
        self.view = PosterView(self.model)
        self.back.clicked.connect(lambda: self.view.page(-1))
        self.forward.clicked.connect(lambda: self.view.page(1))
        self.view.setObjectName(f"{name}.posters")
        bar = self.view.horizontalScrollBar()
        bar.rangeChanged.connect(self._place_hints)
        bar.valueChanged.connect(self._place_hints)
        bar.valueChanged.connect(self._look_for_end)
        self.heading = ElidedHeading(heading)
        self.note = Note(note, wrap=False)
        self.note.setContentsMargins(0, 0, 0, 2)  # on the heading's baseline
        words_row = row(
            self.heading, (self.note, 1), margins=(left, 0, left, 0), spacing=2 * STEP + 2
        )
        words_row.setAlignment(self.note, Qt.AlignmentFlag.AlignBottom)
        start = (0, 0, left - EDGE, 0) if right_to_left() else (left - EDGE, 0, 0, 0)
        column(words_row, row(self.view, margins=start), parent=self, spacing=STEP + 2)
        self.back.raise_()
        self.forward.raise_()
        self._show_words(heading, note)

    def _show_words(self, heading: str, note: str) -> None:
        self.heading.setText(heading)
        self.note.setText(note)
        set_accessible_name(self, f"{heading}, {note}")
        set_accessible_name(self.view, f"{heading}, {note}")

    def show_suggestions(self, heading: str, note: str, suggestions: Sequence[Suggestion]) -> None:
        place = self.view.currentIndex().row()
        value = self.view.horizontalScrollBar().value()
        self._show_words(heading, note)
        if tuple(suggestions) != self.model.items:
            self.model.show_items(suggestions)
        count = self.model.rowCount()
        if count and not self.view.currentIndex().isValid():  # it was reset
            self.view.keep_position(min(place, count - 1), value)

    def drop(self, wire_ids: Collection[str]) -> None:
        left = [one for one in self.model.items if one.wire_id not in wire_ids]
        self.show_suggestions(self.heading.text(), self.note.text(), left)

    def _look_for_end(self, value: int) -> None:
        bar = self.view.horizontalScrollBar()
        if value and value >= bar.maximum() - CELL.width():
            self.end_reached.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_hints()

    def _place_hints(self) -> None:
        bar, view = self.view.horizontalScrollBar(), self.view.geometry()
        at = QRect(view.topLeft(), self.back.size())
        self.back.setGeometry(mirrored(at, view))
        at.moveRight(view.right())
        self.forward.setGeometry(mirrored(at, view))
        self.back.setVisible(bar.value() > bar.minimum())
        self.forward.setVisible(bar.value() < bar.maximum())
