"""The button that filters the rows: a menu, for mouse and keys alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from epicrec_desktop.domain.filters import Filters, Part
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.text import button_text
from epicrec_desktop.ui.recommendations import filter_words as words


class FilterButton(SecondaryButton):
    """Opens a menu of what would leave any movie; what nothing is known of is not in it.

    `wanted`: the menu was opened, and what there is to choose from is not known yet.
    """

    chosen = Signal(object)  # Filters
    wanted = Signal()

    def __init__(self) -> None:
        super().__init__("", name="recommendations.filter")
        self.setText(self.tr("Filter"))
        self.filters = Filters()
        self._parts: Sequence[Part] | None = None
        self.options = QMenu(self)
        self.options.setObjectName("recommendations.filter.menu")
        self.options.aboutToShow.connect(self._fill)
        self.clicked.connect(self.open_menu)
        self.hide()

    def offer(self, filters: Filters, parts: Sequence[Part]) -> None:
        """What is chosen, and what there is to choose from."""
        self.filters, self._parts = filters, parts
        if self.options.isVisible():
            self._fill()

    def forget(self, filters: Filters) -> None:
        """There is something else to choose from, which is asked for when the menu is opened."""
        self.filters, self._parts = filters, None
        self.options.close()

    def give_up(self) -> None:
        """What could be chosen cannot be told."""
        if self._parts is None:
            self.options.close()

    def open_menu(self) -> None:
        """Show the menu below the button."""
        self.options.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _fill(self) -> None:
        self.options.clear()
        if self._parts is None:
            waiting = self.options.addAction(button_text(self.tr("Counting the movies…")))
            waiting.setObjectName("recommendations.filter.waiting")
            waiting.setEnabled(False)
            self.wanted.emit()
            return
        for part in self._parts:
            choices = words.offered(part, getattr(self.filters, part.name))
            if choices:
                self._submenu(part, choices)
        if self.filters.chosen:
            self.options.addSeparator()
            action = self.options.addAction(button_text(self.tr("Show all")))
            action.setObjectName("recommendations.filter.clear")
            action.triggered.connect(lambda: self.chosen.emit(Filters()))

    def _submenu(self, part: Part, choices: Sequence[tuple[str, str]]) -> None:
        menu = self.options.addMenu(button_text(words.part_words(part.name)))
        menu.setObjectName(f"recommendations.filter.{part.name}")
        group = QActionGroup(menu)
        everything = words.counted(self.tr("All"), part.anything)
        for value, said in [("", everything), *choices]:
            action = menu.addAction(button_text(said))
            action.setObjectName(f"recommendations.filter.{part.name}.{value or 'all'}")
            action.setCheckable(True)
            action.setChecked(value == getattr(self.filters, part.name))
            group.addAction(action)
            action.triggered.connect(
                lambda _=False, value=value: self._choose(part.name, str(value))
            )

        if said := words.unknown_words(part):
            menu.addSeparator()
            menu.addAction(button_text(said)).setEnabled(False)

    def _choose(self, part: str, value: str) -> None:
        self.chosen.emit(replace(self.filters, **{part: value}))
