"""Filters over the rows: their text, menu and bar, the stored choice, and the filtered rows.

Filtering ranks again, so nothing is requested until the user opens the filters or has chosen one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.preferences import LENGTHS, Filters, Part
from epicrec_desktop.domain.release import Recommendations, Row
from epicrec_desktop.ui.common import movie_text, wording
from epicrec_desktop.ui.common.buttons import MenuButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.filter_chips import FilterChip
from epicrec_desktop.ui.common.layouts import clear_layout, column
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.text import button_text
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator

if TYPE_CHECKING:
    from epicrec_desktop.services.recommendations import Narrowed
    from epicrec_desktop.ui.common.tasks import Task


_tr = translator("RecommendationFilters")


def _part_words(part: str) -> str:
    return {
        "category": _tr("Category"),
        "decade": _tr("Years"),
        "length": _tr("Length"),
        "country": _tr("Country"),
        "theme": _tr("About"),
        "sequels": _tr("Sequels"),
    }[part]


def _value_words(part: str, value: str) -> str:
    if part == "category":
        return wording.category(value)
    if part == "decade":
        return wording.decade(value)
    if part == "length":
        least, most = LENGTHS[value]
        upward = _tr("{length} and longer").format(length=wording.length(least))
        up_to = _tr("Up to {length}").format(length=wording.length(most))
        return up_to if value.startswith("to") else upward
    if part == "sequels":
        return _tr("No sequels")
    return movie_text.themes().get(value, value)


def _counted(words: str, count: int) -> str:
    return f"{words}  {wording.number(count)}"


LEAST_OF_A_COUNTRY = 5
"""Movies from which a country is offered: there are a hundred of them."""


def offered(part: Part, chosen: str) -> list[tuple[str, str]]:
    """Return the available values with their names; chosen values are always included."""
    known = movie_text.themes()
    counts = {v: n for v, n in part.choices if part.name not in ("country", "theme") or v in known}
    if part.name == "country":
        counts = {value: count for value, count in counts.items() if count >= LEAST_OF_A_COUNTRY}
    if chosen:
        counts.setdefault(chosen, 0)
    words = [(value, _value_words(part.name, value), count) for value, count in counts.items()]
    if part.name not in ("decade", "length"):  # newest and shortest first; the rest by name
        words.sort(key=lambda choice: choice[1].casefold())
    return [(value, _counted(name, count)) for value, name, count in words]


class FilterButton(MenuButton):
    """Button with a menu of values that match at least one movie; `chosen`: `Filters`.

    `wanted`: the menu was opened and its values are not loaded yet.
    """

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__(Filters(), name="recommendations.filter")
        self.setText(self.tr("Filter"))
        self._parts: Sequence[Part] | None = None
        self.hide()

    def offer(self, filters: Filters, parts: Sequence[Part]) -> None:
        self.choice, self._parts = filters, parts
        if self.options.isVisible():
            self.fill()

    def forget(self, filters: Filters) -> None:
        """Drop the available values; they are loaded when the menu is opened."""
        self.choice, self._parts = filters, None
        self.options.close()

    def give_up(self) -> None:
        if self._parts is None:
            self.options.close()

    def fill(self) -> None:
        self.options.clear()
        if self._parts is None:
            waiting = self.options.addAction(button_text(self.tr("Counting the movies…")))
            waiting.setObjectName("recommendations.filter.waiting")
            waiting.setEnabled(False)
            self.wanted.emit()
            return
        for part in self._parts:
            choices = offered(part, getattr(self.choice, part.name))
            if choices:
                self._submenu(part, choices)
        if self.choice.chosen:
            self.options.addSeparator()
            action = self.options.addAction(button_text(self.tr("Show all")))
            action.setObjectName("recommendations.filter.clear")
            action.triggered.connect(lambda: self.chosen.emit(Filters()))

    def _submenu(self, part: Part, choices: Sequence[tuple[str, str]]) -> None:
        values = [("", _counted(self.tr("All"), part.anything)), *choices]
        menu = self.add_submenu(part.name, _part_words(part.name), values)
        if unknown := part.unknown:
            words = wording.plural("RecommendationFilters", "Length not known: %Ln movies", unknown)
            menu.addSeparator()
            menu.addAction(button_text(words)).setEnabled(False)


def chips(filters: Filters) -> list[FilterChip]:
    """Return the filters in use as they are shown above the rows."""
    left_out = _tr("Movies whose length this program does not know are left out.")
    return [
        FilterChip(part, _value_words(part, getattr(filters, part)), left_out * (part == "length"))
        for part in filters.chosen
    ]


class EmptyFilterResult(EmptyState):
    """Empty state of the filters: what each filter hides; a click removes it."""

    chosen = Signal(object)  # Filters

    def __init__(self) -> None:
        heading, sentence = _tr("No movie fits all of this"), _tr("Take away one of the filters:")
        name = "recommendations.filtered-out"
        super().__init__("empty", heading, sentence, _tr("Show all"), name=name)
        self.ways = QWidget()
        self._ways = column(parent=self.ways, margins=(0, 2 * STEP, 0, 0), spacing=STEP)
        self.add_below(self.ways)
        self.action.connect(lambda: self.chosen.emit(Filters()))

    def offer(self, filters: Filters, parts: Sequence[Part]) -> None:
        """Show what removing a single filter would bring, or the button for all."""
        clear_layout(self._ways)
        counts = {part.name: part.anything for part in parts}
        loose = [part for part in filters.chosen if counts.get(part)]
        for part in sorted(loose, key=lambda part: -counts[part]):
            words = wording.plural(
                "RecommendationFilters", "Without “{filter}”: %Ln movies", counts[part]
            ).format(filter=_value_words(part, getattr(filters, part)))
            button = SecondaryButton(words, name=f"recommendations.loosen.{part}")
            button.clicked.connect(partial(self.chosen.emit, filters.without(part)))
            self._ways.addWidget(button)
        one = len(filters.chosen) == 1
        self.show_state(
            "empty",
            _tr("No movie fits this") if one else _tr("No movie fits all of this"),
            _tr("One click takes a filter away:")
            if loose and not one
            else _tr("No movie without an answer of yours is known to be like that."),
            "" if loose and not one else _tr("Show all"),
        )


EXTRA_STEP = 60
"""Movies added to a row at its end."""
MAX_EXTRA = 600


class FilterController(QObject):
    """Filters the shown result. `answered` is emitted after each request; the last one counts."""

    answered = Signal()
    failed = Signal(str)  # a sentence

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._task: Task | None = None
        self._reached_counts: dict[str, int] = {}
        self.further = 0
        self.found: Narrowed | None = None

    @property
    def filters(self) -> Filters:
        filters = Filters.from_text(self._context.services.settings.recommendations_filters)
        known = not filters.country or filters.country in movie_text.themes()
        return filters if known else filters.without("country")  # a region of an earlier version

    def choose(self, filters: Filters) -> None:
        words = filters.to_text() if filters.chosen else ""
        self._context.save_settings(recommendations_filters=words)
        self.reset()

    def more(self, row: str, count: int) -> None:
        """Extend a row at its end, unless the last extension brought nothing."""
        if self.further < MAX_EXTRA and self._reached_counts.get(row) != count:
            self._reached_counts[row] = count
            self.further += EXTRA_STEP
            self.ask()

    def reset(self) -> None:
        """Start over with another result and rows of default length."""
        self._drop_request()  # it had other filters
        self.further, self._reached_counts, self.found = 0, {}, None
        if self.active:
            self.ask()

    def request(self) -> None:
        if self._task is None:
            self.ask()

    def ask(self) -> None:
        self._drop_request()
        filters, further = self.filters, self.further
        self._task = self._context.run(
            lambda services, job: services.recommend.narrowed(filters, further=further),
            self._answered,
            self._on_error,
        )

    def _drop_request(self) -> None:
        if self._task is not None:
            self._task.silence()
            self._task = None

    def _on_error(self, sentence: str) -> None:
        self._task = None
        self.failed.emit(sentence)

    def _answered(self, found: Narrowed) -> None:
        self._task = None
        self.found = found
        self.answered.emit()

    @property
    def active(self) -> bool:
        return bool(self.filters.chosen) or self.further > 0

    def rows(self, result: Recommendations) -> tuple[Row, ...] | None:
        if not self.active:
            return result.rows
        return None if self.found is None else self.found.recommendations.rows

    def watchlist(self, row: Row) -> Row:
        if not self.filters.chosen or self.found is None:
            return row
        watched = [s for s in row.suggestions if s.wire_id in self.found.watchlist]
        return replace(row, suggestions=tuple(watched))
