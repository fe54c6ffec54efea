"""Rows of posters, built in steps and usable by keyboard, and what stands there without any."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common.controls import SearchField
from epicrec_desktop.ui.common.layouts import STRETCH, column
from epicrec_desktop.ui.common.layouts import row as row_of
from epicrec_desktop.ui.common.page import MARGIN, Page, vertical_scroll
from epicrec_desktop.ui.common.poster_wall import is_gone
from epicrec_desktop.ui.common.text import set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import right_to_left
from epicrec_desktop.ui.recommendations.poster_row import PosterRow


@dataclass(frozen=True)
class RowSpec:
    """Content of a row; `name` is stable, the texts are for the user. `about` explains the note."""

    name: str
    heading: str
    note: str
    suggestions: Sequence[Suggestion]
    about: str = ""


class RowStack(QWidget):
    """Vertical stack of rows. `opened` carries the chosen suggestion."""

    opened = Signal(object)  # Suggestion
    exited_up = Signal()  # the focus leaves the first row upwards
    end_reached = Signal(str, int)  # name of a row whose end was reached, and its posters
    changed = Signal()  # the visible posters changed
    acted = Signal(object, str)  # Suggestion; one of the answers of `feedback.py`
    left = Signal()  # movies that were answered for may go

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._specs: Sequence[RowSpec] = ()
        self.rows: list[PosterRow] = []
        self.waiting: list[RowSpec] = []
        self._order: list[str] = []
        self._wanted: frozenset[str] = frozenset()
        holder = self._holder = QWidget()
        holder.setProperty("kind", "canvas")
        self._column = column(STRETCH, spacing=5 * STEP)
        self._whole = column(
            (self._column, 1), parent=holder, margins=(0, 3 * STEP, 0, 6 * STEP), spacing=5 * STEP
        )
        self.area: QScrollArea = vertical_scroll(holder, f"{name}.scroll")
        column(self.area, parent=self)
        self._filler = QTimer(self, interval=0)
        self._filler.timeout.connect(self._show_next)

    def set_side(self, side: int) -> None:
        margins = self._whole.contentsMargins()
        if side != margins.left():
            self._whole.setContentsMargins(side, margins.top(), side, margins.bottom())

    def set_top(self, widget: QWidget) -> None:
        """Place a widget above the rows; it scrolls with them."""
        beside_bar = MARGIN - self.area.verticalScrollBar().sizeHint().width()
        left, right = (beside_bar, MARGIN) if right_to_left() else (MARGIN, beside_bar)
        self._whole.insertLayout(0, column(widget, margins=(left, 0, right, 0)))

    def set_rows(self, specs: Sequence[RowSpec]) -> None:
        """Show these rows one after the other, so that the GUI never blocks.

        A row that was there before stays, with its scroll position.
        """
        self._order = [spec.name for spec in specs]
        self._specs = tuple(specs)
        for row in [row for row in self.rows if row.name not in self._order]:
            self.rows.remove(row)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows.sort(key=lambda row: self._order.index(row.name))
        for place, row in enumerate(self.rows):
            if self._column.indexOf(row) != place:
                self._column.insertWidget(place, row)
        self.waiting = list(specs)
        if not self.rows:
            self._show_next()
        self._filler.start()

    def clear(self) -> None:
        self.set_rows([])

    def _show_next(self) -> None:
        if self.waiting:
            spec = self.waiting.pop(0)
            row = next((row for row in self.rows if row.name == spec.name), None)
            if row is None:
                row = self._build(spec)
            else:
                row.show_suggestions(spec.heading, spec.note, spec.suggestions)
            set_tool_tip(row.note, spec.about)
            row.setVisible(bool(row.model.rowCount()))
            self._make_room()
            return
        self._filler.stop()
        self.changed.emit()

    def _build(self, spec: RowSpec) -> PosterRow:
        row = PosterRow(
            f"{self._name}.row.{spec.name}", spec.heading, spec.note, spec.suggestions, MARGIN
        )
        row.name = spec.name
        row.model.wanted = self._wanted
        row.view.opened.connect(self.opened)
        row.view.acted.connect(self.acted)
        row.view.left.connect(self._left)
        row.end_reached.connect(lambda: self.end_reached.emit(spec.name, len(row.model.items)))
        row.view.exited_up.connect(lambda: self._move(row, -1))
        row.view.exited_down.connect(lambda: self._move(row, 1))
        above = self._order[: self._order.index(spec.name)]
        place = sum(other.name in above for other in self.rows)
        self.rows.insert(place, row)
        self._column.insertWidget(place, row)
        return row

    def _make_room(self) -> None:
        """Reserve the height: the scroll area notices a new row later, and would squeeze rows."""
        holder = self._holder
        needed = self._whole.totalMinimumSize().height()
        if self._whole.hasHeightForWidth():
            needed = self._whole.totalHeightForWidth(holder.width())
        if holder.height() < needed:
            holder.resize(holder.width(), needed)

    def scroll_to(self, name: str) -> None:
        spec = next(spec for spec in self._specs if spec.name == name)
        row = next((row for row in self.rows if row.name == name), None) or self._build(spec)
        row.show_suggestions(spec.heading, spec.note, spec.suggestions)
        self._make_room()
        self.area.verticalScrollBar().setValue(0)
        row.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # Answers

    def set_wanted(self, wire_ids: Iterable[str]) -> None:
        self._wanted = frozenset(wire_ids)
        for row in self.rows:
            row.model.wanted = self._wanted
            row.view.viewport().update()

    def mark(self, wire_id: str, answer: str) -> None:
        for row in self.rows:
            if any(s.wire_id == wire_id for s in row.model.items):
                row.view.mark(wire_id, answer)

    def unmark(self, wire_id: str) -> bool:
        return sum(row.view.unmark(wire_id) for row in self.rows) > 0

    def take_marks(self) -> set[str]:
        gone = set()
        for row in self.rows:
            gone |= {str(key) for key, lit in row.view.marks.items() if is_gone(lit)}
            row.view.marks = {}
        return gone

    @property
    def marked(self) -> bool:
        return any(row.view.marks for row in self.rows)

    def _left(self) -> None:
        focus = self.window().focusWidget()
        if self.marked and not self.underMouse() and not (focus and self.isAncestorOf(focus)):
            self.left.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.marked:
            self.left.emit()

    def drop(self, wire_ids: Collection[str]) -> None:
        for row in self.rows:
            row.drop(wire_ids)
            row.setVisible(bool(row.model.rowCount()))
        self.changed.emit()

    @property
    def shown_rows(self) -> list[PosterRow]:
        return [row for row in self.rows if not row.isHidden()]

    @property
    def empty(self) -> bool:
        return not self._specs

    # Keyboard

    def _move(self, row: PosterRow, step: int) -> None:
        rows = self.shown_rows
        place = rows.index(row) + step
        if place < 0:
            self.exited_up.emit()
        elif place < len(rows):
            rows[place].view.setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(rows[place], 0, 4 * STEP)


WIDTH = 260


class FieldPlace(QObject):
    """Places the search field, and a button after it, beside the title or in a row of their own."""

    def __init__(self, field: SearchField, button: QWidget, page: Page) -> None:
        super().__init__(page)
        self._place = QWidget()
        row_of(field, button, STRETCH, parent=self._place, spacing=2 * STEP)
        field.setFixedWidth(WIDTH)
        self._beside = True
        page.head.insertWidget(0, self._place)

    def move(self, head: QHBoxLayout, notices: QVBoxLayout, room: int) -> bool:
        """Place the field beside the title, if `room` allows, or in a row; return if it moved."""
        beside = room >= WIDTH
        moved = beside != self._beside
        if moved:
            self._beside = beside
            if beside:
                notices.removeWidget(self._place)
                head.insertWidget(0, self._place)
            else:
                head.removeWidget(self._place)
                notices.insertWidget(0, self._place)
            margins = notices.contentsMargins()
            margins.setBottom(0 if beside else 2 * STEP)
            notices.setContentsMargins(margins)
        return moved
