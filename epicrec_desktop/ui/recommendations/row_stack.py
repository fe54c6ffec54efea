"""Rows of posters, built in steps, searchable and usable by keyboard."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.page import MARGIN, vertical_scroll
from epicrec_desktop.ui.common.search import SearchField, TitleFilter
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.recommendations.poster_row import PosterRow, key_of

if TYPE_CHECKING:
    from epicrec_desktop.matching.title_search import SearchEntry


@dataclass(frozen=True)
class RowSpec:
    """Content of a row; `name` is stable, the texts are for the user."""

    name: str
    heading: str
    note: str
    suggestions: Sequence[Suggestion]


class RowStack(QWidget):
    """Vertical stack of rows. `opened` carries the chosen suggestion."""

    opened = Signal(object)  # Suggestion
    exited_up = Signal()  # the focus leaves the first row upwards
    end_reached = Signal(
        str, int
    )  # the end of the row of this name was reached, which has so many posters
    filtered = Signal()  # the visible posters changed

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._needle = ""
        self._elsewhere: frozenset[str] = frozenset()
        self._specs: Sequence[RowSpec] = ()
        self._titles: TitleFilter | None = None  # of all rows; built when first needed
        self._wanted: frozenset[Hashable] | None = None
        self.rows: list[PosterRow] = []
        self.waiting: list[RowSpec] = []
        self._order: list[str] = []
        holder = self._holder = QWidget()
        holder.setProperty("kind", "canvas")
        self._whole = QVBoxLayout(holder)
        self._whole.setContentsMargins(0, 3 * STEP, 0, 6 * STEP)
        self._whole.setSpacing(5 * STEP)
        self._column = QVBoxLayout()
        self._column.setSpacing(5 * STEP)
        self._column.addStretch(1)
        self._whole.addLayout(self._column, 1)
        self.area: QScrollArea = vertical_scroll(holder, f"{name}.scroll")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.area)
        self._filler = QTimer(self)
        self._filler.setInterval(0)
        self._filler.timeout.connect(self._show_next)

    def set_side(self, side: int) -> None:
        """Set the free margin at each side in a wide window."""
        margins = self._whole.contentsMargins()
        if side != margins.left():
            self._whole.setContentsMargins(side, margins.top(), side, margins.bottom())

    def set_top(self, widget: QWidget) -> None:
        """Place a widget above the rows; it scrolls with them."""
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, 0, MARGIN, 0)
        top.addWidget(widget)
        self._whole.insertLayout(0, top)

    def set_rows(self, specs: Sequence[RowSpec]) -> None:
        """Show these rows one after the other, so that the GUI never blocks.

        A row that was there before stays, with its scroll position.
        """
        self._order = [spec.name for spec in specs]
        self._specs, self._titles = tuple(specs), None
        self._search()
        for row in [row for row in self.rows if row.name not in self._order]:
            self._drop_row(row)
        self.rows.sort(key=lambda row: self._order.index(row.name))
        for place, row in enumerate(self.rows):
            if self._column.indexOf(row) != place:
                self._column.insertWidget(place, row)
        self.waiting = list(specs)
        if not self.rows:
            self._show_next()
        self._filler.start()

    def clear(self) -> None:
        """Remove all rows."""
        self.set_rows([])

    def _drop_row(self, row: PosterRow) -> None:
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _show_next(self) -> None:
        if self.waiting:
            spec = self.waiting.pop(0)
            row = next((row for row in self.rows if row.name == spec.name), None)
            if row is None:
                row = self._build(spec)
            else:
                row.show_suggestions(spec.heading, spec.note, spec.suggestions)
            row.setVisible(row.filter(self._wanted))
            self._make_room()
            return
        self._filler.stop()
        for above, below in pairwise(self.rows):
            QWidget.setTabOrder(above.view, below.view)
        self.filtered.emit()

    def _build(self, spec: RowSpec) -> PosterRow:
        row = PosterRow(
            f"{self._name}.row.{spec.name}", spec.heading, spec.note, spec.suggestions, MARGIN
        )
        row.name = spec.name
        row.opened.connect(self.opened)
        row.end_reached.connect(
            lambda: self.end_reached.emit(spec.name, len(row.model.suggestions))
        )
        row.exited_up.connect(lambda: self._move(row, -1))
        row.exited_down.connect(lambda: self._move(row, 1))
        above = self._order[: self._order.index(spec.name)]
        place = sum(other.name in above for other in self.rows)
        self.rows.insert(place, row)
        self._column.insertWidget(place, row)
        return row

    def _make_room(self) -> None:
        """Reserve the height, so that rows are not squeezed before the scroll area notices the new
        one.
        """
        holder = self._holder
        needed = self._whole.totalMinimumSize().height()
        if self._whole.hasHeightForWidth():
            needed = self._whole.totalHeightForWidth(holder.width())
        if holder.height() < needed:
            holder.resize(holder.width(), needed)

    def scroll_to(self, name: str) -> None:
        """Scroll to the new row of this name and focus its first poster."""
        spec = next(spec for spec in self._specs if spec.name == name)
        row = next((row for row in self.rows if row.name == name), None) or self._build(spec)
        row.show_suggestions(spec.heading, spec.note, spec.suggestions)
        self._make_room()
        self.area.verticalScrollBar().setValue(0)
        row.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # Filtering

    def set_needle(self, text: str, elsewhere: Iterable[str] = ()) -> None:
        """Show only posters whose title, year or category match, in rows that have any.

        `elsewhere`: public names of movies that match by titles not shown here.
        """
        asked = text.strip(), frozenset(elsewhere)
        if asked != (self._needle, self._elsewhere):
            self._needle, self._elsewhere = asked
            self._search()
            self._filter_rows()

    def _search(self) -> None:
        self._wanted = None
        if not self._needle:
            return
        if self._titles is None:
            suggestions = {key_of(s): s for spec in self._specs for s in spec.suggestions}
            self._titles = TitleFilter((key, _named(s)) for key, s in suggestions.items())
        self._wanted = self._titles.keys(self._needle) | self._elsewhere

    def drop(self, wire_ids: Collection[str]) -> None:
        """Remove movies from every row at once."""
        for row in self.rows:
            row.drop(wire_ids)
        self._filter_rows()

    def _filter_rows(self) -> None:
        for row in self.rows:
            row.setVisible(row.filter(self._wanted))
        self.filtered.emit()

    def shown_count(self) -> int:
        """Return the number of distinct movies in the shown rows."""
        models = [row.model for row in self.shown_rows]
        return len({key for model in models for key in model.shown_keys()})

    @property
    def shown_rows(self) -> list[PosterRow]:
        """Return the rows with at least one poster."""
        return [row for row in self.rows if not row.isHidden()]

    @property
    def empty(self) -> bool:
        """Return whether no rows were set."""
        return not self._specs

    @property
    def nothing_found(self) -> bool:
        """Return whether the search hides everything."""
        return bool(self._needle) and not self.waiting and not self.shown_rows

    # Keyboard

    def _move(self, row: PosterRow, step: int) -> None:
        rows = self.shown_rows
        place = rows.index(row) + step
        if place < 0:
            self.exited_up.emit()
        elif place < len(rows):
            rows[place].view.setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(rows[place], 0, 4 * STEP)


def _named(suggestion: Suggestion) -> SearchEntry:
    from epicrec_desktop.matching.title_search import SearchEntry  # noqa: PLC0415 - after the frame

    categories = tuple(map(wording.category, suggestion.categories))
    return SearchEntry((suggestion.title,), suggestion.year, also=categories)


PAUSE_MS = 150
"""Pause in typing, in ms, before the catalog is searched."""
WIDTH = 260


class RowSearch(QObject):
    """Search of the rows, and the placement of its field."""

    typed = Signal()
    failed = Signal(str)  # a sentence

    def __init__(
        self, context: Context, field: SearchField, rows: RowStack, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._field, self._rows = context, field, rows
        self._beside = True
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._ask_catalog)
        field.textChanged.connect(self._search)
        field.count = rows.shown_count

    def enter(self) -> None:
        """Take the focus and select the text."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def _search(self) -> None:
        self.typed.emit()
        self._rows.set_needle(self._field.text())
        self._pause.start()

    def _ask_catalog(self) -> None:
        """Search the catalog too: a recommendation carries only one title of its movie."""
        text = self._field.text()
        library = self._context.services.library
        if text.strip():
            self._context.tasks.run(
                lambda job: (text, library.named(text)),
                on_result=self._found,
                on_error=self.failed.emit,
            )

    def _found(self, answer: tuple[str, frozenset[str]]) -> None:
        text, found = answer
        if text == self._field.text():  # drop an answer to an earlier search
            self._rows.set_needle(text, found)

    def place(self, head: QHBoxLayout, notices: QVBoxLayout, room: int) -> None:
        """Place the field beside the title where there is room (in pixels), else in its own row."""
        beside = room >= WIDTH
        if beside != self._beside:
            self._beside = beside
            if beside:
                notices.removeWidget(self._field)
                head.insertWidget(0, self._field)
            else:
                head.removeWidget(self._field)
                notices.insertWidget(0, self._field)
            margins = notices.contentsMargins()
            margins.setBottom(0 if beside else 2 * STEP)
            notices.setContentsMargins(margins)
        self._field.setFixedWidth(WIDTH)
