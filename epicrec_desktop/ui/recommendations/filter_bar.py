"""What holds movies back: over the rows, and instead of them where nothing is left."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from epicrec_desktop.domain.filters import Filters, Part
from epicrec_desktop.ui.common.buttons import Button, QuietButton, SecondaryButton
from epicrec_desktop.ui.common.layouts import FlowLayout
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.text import (
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.recommendations import filter_words as words


def _tr(text: str) -> str:
    return QCoreApplication.translate("RecommendationFilters", text)


def _clear(layout: QLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


class FilterBar(QWidget):
    """A button for each filter that takes it away, and one for all of them."""

    chosen = Signal(object)  # Filters

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("recommendations.filters")
        set_accessible_name(self, _tr("Filters"))
        self._flow = FlowLayout()
        self.setLayout(self._flow)
        self.hide()

    def show_filters(self, filters: Filters) -> None:
        """These; nothing is shown where there is none."""
        here = self.hasFocus() or self.isAncestorOf(self.focusWidget() or self.window())
        _clear(self._flow)
        for part in filters.chosen:
            value = getattr(filters, part)
            name = f"recommendations.filters.{part}"
            button = SecondaryButton(words.value_words(part, value), name=name, icon="close")
            button.setProperty("small", True)
            set_accessible_name(button, words.drop_words(part, value))
            if left_out := words.left_out_words(part):
                set_tool_tip(button, left_out)
                set_accessible_description(button, left_out)
            button.clicked.connect(lambda _=False, part=part: self._drop(filters, part))
            self._flow.addWidget(button)
        if len(filters.chosen) > 1:
            everything = QuietButton(_tr("Show all"), name="recommendations.filters.all")
            everything.clicked.connect(lambda: self.chosen.emit(Filters()))
            self._flow.addWidget(everything)
        self.setVisible(bool(filters.chosen))
        first = self._flow.itemAt(0)
        if here and first is not None:  # the keyboard goes on where it was
            widget = first.widget()
            if widget is not None:
                widget.setFocus()

    def _drop(self, filters: Filters, part: str) -> None:
        self.chosen.emit(filters.without(part))


class EmptyFilterResult(EmptyState):
    """No movie has all that is asked for: what each filter holds back, and a click loosens it."""

    chosen = Signal(object)  # Filters

    def __init__(self) -> None:
        super().__init__(
            "empty",
            _tr("No movie fits all of this"),
            _tr("Take away one of the filters:"),
            _tr("Show all"),
            name="recommendations.filtered-out",
        )
        self.ways = QWidget()
        self._ways = QVBoxLayout(self.ways)
        self._ways.setContentsMargins(0, 2 * STEP, 0, 0)
        self._ways.setSpacing(STEP)
        self.add_below(self.ways)
        self.action.connect(lambda: self.chosen.emit(Filters()))

    def offer(self, filters: Filters, parts: Sequence[Part]) -> None:
        """What is there without one of the filters; nothing where only all of them would do."""
        _clear(self._ways)
        counts = {part.name: part.anything for part in parts}
        loose = [part for part in filters.chosen if counts.get(part)]
        for part in sorted(loose, key=lambda part: -counts[part]):
            self._ways.addWidget(self._add_choice(filters, part, counts[part]))
        one = len(filters.chosen) == 1
        self.show_state(
            "empty",
            _tr("No movie fits this") if one else _tr("No movie fits all of this"),
            _tr("One click takes a filter away:")
            if loose and not one
            else _tr("Nothing you have not answered for is known to be like that."),
            "" if loose and not one else _tr("Show all"),
        )

    def _add_choice(self, filters: Filters, part: str, count: int) -> Button:
        said = words.loosen_words(part, getattr(filters, part), count)
        button = SecondaryButton(said, name=f"recommendations.loosen.{part}")
        button.clicked.connect(lambda: self.chosen.emit(filters.without(part)))
        return button
