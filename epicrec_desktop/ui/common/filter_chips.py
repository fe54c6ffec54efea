"""Bar of the filters in use: a click on one takes it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common.buttons import Button, QuietButton, SecondaryButton
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.layouts import FlowLayout, clear_layout, row
from epicrec_desktop.ui.common.text import (
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator

_tr = translator("RecommendationFilters")


@dataclass(frozen=True)
class FilterChip:
    """A filter in use: its name, its words, and what it leaves out where that is not plain."""

    part: str
    words: str
    note: str = ""


class FilterChips(QWidget):
    """A button per filter that takes it away (`dropped`), and one, "", for all; else hidden."""

    dropped = Signal(str)

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        set_accessible_name(self, _tr("Filters"))
        self._chips: Sequence[FilterChip] = ()
        self._flow = FlowLayout()
        self.remark = Note(name=f"{name}.remark", wrap=False)
        row((self._flow, 1), self.remark, parent=self, spacing=2 * STEP)
        self.hide()

    def show_chips(self, chips: Sequence[FilterChip], remark: str = "") -> None:
        self.remark.setText(remark)
        self.setVisible(bool(chips))
        if chips == self._chips:
            return
        self._chips = chips
        had_focus = self.isAncestorOf(self.window().focusWidget() or self)
        clear_layout(self._flow)
        buttons: list[Button] = [self._button(chip) for chip in chips]
        if len(chips) > 1:
            everything = QuietButton(_tr("Show all"), name=f"{self.objectName()}.all")
            everything.clicked.connect(lambda: self.dropped.emit(""))
            buttons.append(everything)
        for button in buttons:
            self._flow.addWidget(button)
        if had_focus and buttons:  # the focus stays at its place
            buttons[0].setFocus()

    def _button(self, chip: FilterChip) -> Button:
        name = f"{self.objectName()}.{chip.part}"
        button = SecondaryButton(chip.words, name=name, icon="close")
        button.setProperty("small", True)
        drop = _tr("Take the filter away: {filter}")
        set_accessible_name(button, drop.format(filter=chip.words))
        if chip.note:
            set_tool_tip(button, chip.note)
            set_accessible_description(button, chip.note)
        button.clicked.connect(partial(self.dropped.emit, chip.part))
        return button
