"""Row of posters that scrolls sideways: model, delegate, view and edge hints."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEasingCurve,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QPropertyAnimation,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common import desktop_preferences, icons, posters, theme, wording
from epicrec_desktop.ui.common.text import (
    ElidedHeading,
    Note,
    display_line,
    elided,
    set_accessible_name,
    tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, right_to_left


class EdgeHint(QAbstractButton):
    """Fade with a chevron at an end of a row: it continues there."""

    def __init__(self, direction: int, parent: QWidget, *, height: int, middle: float) -> None:
        super().__init__(parent)
        self._direction = direction
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        text = self.tr("Scroll back") if direction < 0 else self.tr("Scroll on")
        set_accessible_name(self, text)
        self._middle = middle
        self.resize(64, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the fade, and the chevron on a disc."""
        del event
        colors = theme.tokens()
        to_right = (self._direction > 0) is not right_to_left()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        solid, clear = QColor(colors.background), QColor(colors.background)
        clear.setAlpha(0)
        fade = QLinearGradient(0, 0, self.width(), 0)
        fade.setColorAt(0, clear if to_right else solid)
        fade.setColorAt(1, solid if to_right else clear)
        painter.fillRect(self.rect(), fade)
        x = self.width() - 24 if to_right else 24
        middle = QPointF(x, self._middle)
        painter.setPen(QPen(QColor(colors.control if self.underMouse() else colors.line), 1))
        painter.setBrush(QColor(colors.panel))
        painter.drawEllipse(middle, 16, 16)
        name = "chevron-right" if to_right else "chevron-left"
        arrow = icons.pixmap(name, colors.ink, 18, self.devicePixelRatioF())
        painter.drawPixmap(middle - QPointF(9, 9), arrow)


POSTER = QSize(132, 198)
EDGE = STEP  # room around a poster, for its focus ring
GAP = 4 * STEP
CELL = QSize(POSTER.width() + GAP, POSTER.height() + 2 * EDGE + 28)
SUGGESTION = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex


class PosterModel(QAbstractListModel):
    """Model of the suggestions of one row."""

    def __init__(self, suggestions: Sequence[Suggestion], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all = tuple(suggestions)
        self._suggestions = self._all
        self._wanted: frozenset[Hashable] | None = None

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """Return all suggestions of the row, also those hidden by a search."""
        return self._all

    def set_suggestions(self, suggestions: Sequence[Suggestion]) -> None:
        """Set the suggestions, filtered as before."""
        self._all = tuple(suggestions)
        self._show()

    def set_wanted(self, wanted: frozenset[Hashable] | None) -> None:
        """Show only movies of these keys (`key_of`); None shows all."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._show()

    def drop(self, wire_ids: Collection[str]) -> None:
        """Remove movies; the others move up."""
        if any(s.wire_id in wire_ids for s in self._all):
            self.set_suggestions([s for s in self._all if s.wire_id not in wire_ids])

    def shown_keys(self) -> set[str]:
        """Return the shown keys, by `key_of`."""
        return {key_of(suggestion) for suggestion in self._suggestions}

    def _show(self) -> None:
        found = self._all
        if self._wanted is not None:
            found = tuple(s for s in self._all if key_of(s) in self._wanted)
        if found == self._suggestions:
            return
        self.beginResetModel()
        self._suggestions = found
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of posters."""
        return 0 if parent.isValid() else len(self._suggestions)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the suggestion, or its accessible text."""
        if not index.isValid():
            return None
        suggestion = self._suggestions[index.row()]
        if role == SUGGESTION:
            return suggestion
        if role == Qt.ItemDataRole.DisplayRole:
            return display_line(wording.label(suggestion.title, suggestion.year))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(wording.label(suggestion.title, suggestion.year))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return display_line(accessible_text(suggestion))
        return None


def key_of(suggestion: Suggestion) -> str:
    """Return the search key of a suggestion: its public name, or its title where it has none."""
    return suggestion.wire_id or wording.label(suggestion.title, suggestion.year)


def accessible_text(suggestion: Suggestion) -> str:
    """Return the accessible text of a suggestion: title, year, categories."""
    parts = [wording.label(suggestion.title, suggestion.year)]
    parts += [wording.category(name) for name in suggestion.categories]
    return ", ".join(parts)


class PosterDelegate(QStyledItemDelegate):
    """Paints a poster, a line below it, and the focus ring."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a cell."""
        del option, index
        return CELL

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        suggestion: Suggestion = index.data(SUGGESTION)
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        colors = theme.tokens()
        place = QRect(box.topLeft(), POSTER).translated(EDGE, EDGE)
        movie = (suggestion.title, suggestion.year, suggestion.categories)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        posters.queue().paint(painter, place, option.widget, *movie)
        self._ring(painter, QRectF(place), state, colors)
        line = QRect(place.left(), place.bottom() + 2 * STEP, POSTER.width(), 18)
        painter.setFont(theme.font(theme.NOTE))
        painter.setPen(QColor(colors.muted))
        text = wording.short(suggestion.year, posters.family(suggestion.categories))
        text = elided(painter.fontMetrics(), text, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def _ring(
        self, painter: QPainter, place: QRectF, state: QStyle.StateFlag, colors: theme.Tokens
    ) -> None:
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if not (focused or hovered):
            return
        color = QColor(colors.accent)
        if not focused:
            color = QColor(colors.control)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 2))
        painter.drawRoundedRect(place.adjusted(-2.5, -2.5, 2.5, 2.5), 10, 10)


class PosterView(QListView):
    """View of the posters. Arrow keys move, Enter opens, wheels scroll; scrolling is animated."""

    exited_up = Signal()
    exited_down = Signal()
    scrolled = Signal()

    def __init__(self, model: PosterModel) -> None:
        super().__init__()
        model.setParent(self)
        self.setModel(model)
        self.setProperty("kind", "bare")
        self.setItemDelegate(PosterDelegate(self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setFixedHeight(CELL.height())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self._glide = QPropertyAnimation(self.horizontalScrollBar(), b"value", self)
        self._glide.setDuration(220)
        self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.horizontalScrollBar().valueChanged.connect(self.scrolled)
        self.horizontalScrollBar().rangeChanged.connect(self.scrolled)

    def keep_position(self, row: int, value: int) -> None:
        """Restore the scroll position after the model was reset, as far as possible."""
        self._glide.stop()
        self.doItemsLayout()
        if row >= 0:
            self.setCurrentIndex(self.model().index(row, 0))
            self._glide.stop()
        self.horizontalScrollBar().setValue(value)

    def glide_to(self, value: int) -> None:
        """Scroll smoothly to a position in pixels."""
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
        """Scroll by the number of fully visible posters."""
        whole = max(1, self.viewport().width() // CELL.width())
        value = self.horizontalScrollBar().value() + direction * whole * CELL.width()
        self.glide_to(round(value / CELL.width()) * CELL.width())

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll until the poster and a part of its neighbor are visible."""
        del hint
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
        """Leave the row with Up and Down; open with Space or Enter."""
        key = event.key()
        if key == Qt.Key.Key_Up:
            self.exited_up.emit()
        elif key == Qt.Key.Key_Down:
            self.exited_down.emit()
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Set a current poster for the keyboard."""
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
    """Row with a heading, a note and posters; `opened` carries the chosen suggestion."""

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping

    opened = Signal(object)  # Suggestion
    exited_up = Signal()
    exited_down = Signal()
    end_reached = Signal()

    def __init__(
        self, name: str, heading: str, note: str, suggestions: Sequence[Suggestion], left: int
    ) -> None:
        super().__init__()
        self.name = name
        self.setObjectName(name)
        middle = EDGE + POSTER.height() / 2
        self.back = EdgeHint(-1, self, height=CELL.height(), middle=middle)
        self.forward = EdgeHint(1, self, height=CELL.height(), middle=middle)
        self.back.setObjectName(f"{name}.back")
        self.forward.setObjectName(f"{name}.forward")
        self.model = PosterModel(suggestions)
        self.view = PosterView(self.model)
        self.back.clicked.connect(lambda: self.view.page(-1))
        self.forward.clicked.connect(lambda: self.view.page(1))
        self.view.setObjectName(f"{name}.posters")
        self.view.activated.connect(self._open)
        self.view.clicked.connect(self._open)
        self.view.exited_up.connect(self.exited_up)
        self.view.exited_down.connect(self.exited_down)
        self.view.scrolled.connect(self._place_hints)
        self.view.horizontalScrollBar().valueChanged.connect(self._look_for_end)
        self.heading = ElidedHeading(heading)
        self.note = Note(note, wrap=False)
        self.note.setContentsMargins(0, 0, 0, 2)  # on the heading's baseline
        words_row = QHBoxLayout()
        words_row.setContentsMargins(left, 0, left, 0)
        words_row.setSpacing(2 * STEP + 2)
        words_row.addWidget(self.heading)
        words_row.addWidget(self.note, 1)
        words_row.setAlignment(self.note, Qt.AlignmentFlag.AlignBottom)
        posters_row = QHBoxLayout()
        posters_row.setContentsMargins(left - EDGE, 0, 0, 0)
        posters_row.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(STEP + 2)
        column.addLayout(words_row)
        column.addLayout(posters_row)
        self.back.raise_()
        self.forward.raise_()
        self._say(heading, note)

    def _say(self, heading: str, note: str) -> None:
        self.heading.setText(heading)
        self.note.setText(note)
        set_accessible_name(self, f"{heading}, {note}")
        set_accessible_name(self.view, f"{heading}, {note}")

    def show_suggestions(self, heading: str, note: str, suggestions: Sequence[Suggestion]) -> None:
        """Replace the suggestions and keep the scroll position where possible."""
        place = self.view.currentIndex().row()
        value = self.view.horizontalScrollBar().value()
        self._say(heading, note)
        self.model.set_suggestions(suggestions)
        self._set_position(place, value)

    def filter(self, wanted: frozenset[Hashable] | None) -> bool:
        """Show only movies of these keys (None shows all); return whether there is any."""
        self.model.set_wanted(wanted)
        return self.model.rowCount() > 0

    def drop(self, wire_ids: Collection[str]) -> None:
        """Remove movies; the keyboard keeps its place."""
        place = self.view.currentIndex().row()
        value = self.view.horizontalScrollBar().value()
        self.model.drop(wire_ids)
        self._set_position(place, value)

    def _set_position(self, place: int, value: int) -> None:
        if self.view.currentIndex().isValid() or not self.model.rowCount():
            return  # nothing was reset
        self.view.keep_position(min(place, self.model.rowCount() - 1), value)

    def _look_for_end(self, value: int) -> None:
        bar = self.view.horizontalScrollBar()
        if value and value >= bar.maximum() - CELL.width():
            self.end_reached.emit()

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(index.data(SUGGESTION))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the hints at the ends."""
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
