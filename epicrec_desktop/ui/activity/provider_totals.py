"""What went to whom in all: a line per provider."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.activity.text import Total
from epicrec_desktop.ui.common.layouts import HorizontalLine, Panel
from epicrec_desktop.ui.common.privacy_text import number
from epicrec_desktop.ui.common.text import (
    ElidedStrong,
    Note,
    Text,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP


class ProviderTotals(Panel):
    """A table: releases, sendings, different movies in them, what they tell, the last time."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name, padding=16)
        self._name = name
        set_accessible_name(self, self.tr("In all, per provider"))
        self._grid: QWidget | None = None
        self.cells: list[dict[str, Text]] = []

    def show_totals(self, totals: Sequence[Total]) -> None:
        """Replace the table; without totals it is hidden."""
        if self._grid is not None:
            self._grid.hide()
            self._grid.deleteLater()
        self._grid = QWidget()
        grid = QGridLayout(self._grid)
        grid.setContentsMargins(0, STEP, 0, STEP)
        grid.setHorizontalSpacing(2 * STEP)
        grid.setVerticalSpacing(STEP + 2)
        grid.setColumnStretch(0, 1)
        heads = {
            "provider": self.tr("Provider"),
            "releases": self.tr("Releases"),
            "sent": self.tr("Sent"),
            "named": self.tr("Movies listed"),
            "spent": self.tr("A guess of 50:50 becomes at most"),
            "last": self.tr("Last time"),
        }
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column, head in enumerate(heads.values()):
            label = Note(head)  # in two lines where one has no room
            if column:
                label.setAlignment(right)
            grid.addWidget(label, 0, column)
        grid.addWidget(HorizontalLine(), 1, 0, 1, len(heads))
        self.cells = [self._line(total, place) for place, total in enumerate(totals)]
        for row, cells in enumerate(self.cells, start=2):
            for column, key in enumerate(heads):
                if column:
                    cells[key].setAlignment(right)
                grid.addWidget(cells[key], row, column)
        self.body.addWidget(self._grid)
        self.setVisible(bool(totals))

    def _line(self, total: Total, place: int) -> dict[str, Text]:
        name = f"{self._name}.{place}"
        spent, meaning = text.provider_bound(total)
        texts = {
            "releases": number(total.releases),
            "sent": text.sent_times(total),
            "named": number(total.named),
            "spent": spent,
            "last": text.day(total.last, short=True) if total.last is not None else "–",
        }
        cells: dict[str, Text] = {
            key: Text(text, name=f"{name}.{key}", wrap=False) for key, text in texts.items()
        }
        cells["provider"] = ElidedStrong(text.provider(total.provider), name=f"{name}.provider")
        set_tool_tip(cells["spent"], meaning)
        set_accessible_description(cells["spent"], meaning)
        return cells
