"""The button that sorts and filters My movies: a menu, for mouse and keys alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.records import Service
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.text import button_text
from epicrec_desktop.ui.movies import order as orders
from epicrec_desktop.ui.movies.order import SortFilter

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry

Parts = Sequence[tuple[str, str]]


class SortFilterButton(SecondaryButton):
    """Opens a menu of what the movies at hand have: no category, year or source without one."""

    chosen = Signal(object)  # Order

    def __init__(self) -> None:
        super().__init__("", name="movies.order")
        self.setText(self.tr("Sort and filter"))
        self.order = SortFilter()
        self._entries: Sequence[LibraryEntry] = ()
        self._levels = PrivacyChoice()
        self.options = QMenu(self)
        self.options.setObjectName("movies.order.menu")
        self.options.aboutToShow.connect(self._fill)
        self.clicked.connect(self.open_menu)

    def offer(self, entries: Sequence[LibraryEntry], levels: PrivacyChoice) -> None:
        """What there is to choose from."""
        self._entries, self._levels = entries, levels

    def open_menu(self) -> None:
        """Show the menu below the button."""
        self.options.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _fill(self) -> None:
        self.options.clear()
        self._submenu("sort", self.tr("Sort"), tuple(orders.sort_words().items()))
        self.options.addSeparator()
        entries, levels = self._entries, self._levels
        categories = Counter(name for e in entries for name in orders.categories_of(e))
        known = (*CATEGORIES, orders.NO_CATEGORY)
        self._filter("category", self.tr("Category"), categories, known, orders.category_words)
        decades = Counter(map(orders.decade_of, entries))
        newest = sorted(decades, reverse=True)  # without a year comes first
        self._filter("decade", self.tr("Years"), decades, newest, orders.decade_words)
        kinds = Counter(orders.release_class(e, levels) for e in entries)
        self._filter(
            "leaves", self.tr("What may leave"), kinds, ItemClass, orders.release_class_words
        )
        sources = Counter(name for e in entries for name in orders.sources_of(e))
        known = (orders.BROWSER, *Service, orders.MANUAL)
        self._filter("source", self.tr("Where from"), sources, known, orders.source_words)

    def _filter(
        self,
        part: str,
        title: str,
        counts: Mapping[str, int],
        known: Iterable[str],
        words: Callable[[str], str],
    ) -> None:
        chosen = getattr(self.order, part)
        there = [name for name in known if counts.get(name) or name == chosen]
        choices = [(str(n), orders.with_count(words(n), counts.get(n, 0))) for n in there]
        self._submenu(part, title, [("", self.tr("All")), *choices])

    def _submenu(self, part: str, title: str, choices: Parts) -> None:
        menu = self.options.addMenu(button_text(title))
        menu.setObjectName(f"movies.order.{part}")
        group = QActionGroup(menu)
        for value, words in choices:
            action = menu.addAction(button_text(words))
            action.setObjectName(f"movies.order.{part}.{value or 'all'}")
            action.setCheckable(True)
            action.setChecked(value == getattr(self.order, part))
            group.addAction(action)
            action.triggered.connect(lambda _=False, value=value: self._choose(part, value))

    def _choose(self, part: str, value: str) -> None:
        self.chosen.emit(replace(self.order, **{part: value}))
