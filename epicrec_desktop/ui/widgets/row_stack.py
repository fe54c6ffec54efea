"""Rows of posters one below the other: built bit by bit, filtered, walked by keyboard."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.page import MARGIN, vertical_scroll
from epicrec_desktop.ui.widgets.poster_row import PosterRow

AT_ONCE = 1
"""Rows built before the first paint; the rest follow one by one, so that the page never stalls."""


@dataclass(frozen=True)
class RowSpec:
    """What a row shows; `name` is stable, the words are for people."""

    name: str
    heading: str
    note: str
    suggestions: Sequence[Suggestion]


class RowStack(QWidget):
    """Scrolls up and down. `opened` gives the suggestion that was chosen."""

    opened = Signal(object)  # Suggestion
    left_up = Signal()  # the keyboard goes up from the first row
    filtered = Signal()  # other posters are seen than before

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._needle = ""
        self.rows: list[PosterRow] = []
        self.waiting: list[RowSpec] = []
        holder = self._holder = QWidget()
        holder.setProperty("kind", "canvas")
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(0, 3 * STEP, 0, 6 * STEP)
        self._column.setSpacing(5 * STEP)
        self._column.addStretch(1)
        self.area: QScrollArea = vertical_scroll(holder, f"{name}.scroll")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.area)
        self._filler = QTimer(self)
        self._filler.setInterval(0)
        self._filler.timeout.connect(self._add_next)

    def set_rows(self, specs: Sequence[RowSpec]) -> None:
        """Show these rows; the same rows as before stay where they are, scrolled as they are."""
        names = [spec.name for spec in specs]
        if not self.waiting and [row.name for row in self.rows] == names:
            for row, spec in zip(self.rows, specs, strict=True):
                row.show_suggestions(spec.heading, spec.note, spec.suggestions)
            self._filter_rows()
            return
        self.clear()
        self.waiting = list(specs)
        for _ in range(min(AT_ONCE, len(self.waiting))):
            self._add_next()
        if self.waiting:
            self._filler.start()

    def clear(self) -> None:
        """Drop all rows."""
        self._filler.stop()
        self.waiting = []
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []

    def _add_next(self) -> None:
        if not self.waiting:
            self._filler.stop()
            self.filtered.emit()
            return
        spec = self.waiting.pop(0)
        row = PosterRow(
            f"{self._name}.row.{spec.name}", spec.heading, spec.note, spec.suggestions, MARGIN
        )
        row.name = spec.name
        row.opened.connect(self.opened)
        row.left_up.connect(lambda: self._move(row, -1))
        row.left_down.connect(lambda: self._move(row, 1))
        self.rows.append(row)
        self._column.insertWidget(self._column.count() - 1, row)
        row.setVisible(row.filter(self._needle))
        self._make_room()

    def _make_room(self) -> None:
        """Rows are never squeezed until the scroll area has heard of the new one."""
        holder = self._holder
        needed = self._column.totalMinimumSize().height()
        if self._column.hasHeightForWidth():
            needed = self._column.totalHeightForWidth(holder.width())
        if holder.height() < needed:
            holder.resize(holder.width(), needed)

    # Filtering

    def set_needle(self, text: str) -> None:
        """Show only posters whose title, year or category holds this, in rows that have any."""
        needle = text.strip().casefold()
        if needle != self._needle:
            self._needle = needle
            self._filter_rows()

    def drop(self, wire_ids: Collection[str]) -> None:
        """Take movies out of every row at once."""
        for row in self.rows:
            row.drop(wire_ids)
        self._filter_rows()

    def _filter_rows(self) -> None:
        for row in self.rows:
            row.setVisible(row.filter(self._needle))
        self.filtered.emit()

    @property
    def shown_rows(self) -> list[PosterRow]:
        """The rows that have something to show."""
        return [row for row in self.rows if not row.isHidden()]

    @property
    def nothing_found(self) -> bool:
        """Whether the search hides everything."""
        return bool(self._needle) and not self.waiting and not self.shown_rows

    # The keyboard

    def _move(self, row: PosterRow, step: int) -> None:
        rows = self.shown_rows
        place = rows.index(row) + step
        if place < 0:
            self.left_up.emit()
        elif place < len(rows):
            rows[place].view.setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(rows[place], 0, 4 * STEP)
