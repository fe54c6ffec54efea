"""An example of a contribution: some movies, and what chance makes of the answers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.services.contributing import telling
from epicrec_desktop.services.contributing.service import Example
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.layouts import HorizontalLine
from epicrec_desktop.ui.common.text import ElidedLabel, Note, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP

WIDEST = 560
"""Farther apart a line is hard to follow."""


class ContributionExample(QWidget):
    """A table that says of itself that it is an example; `another` draws it anew."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        set_accessible_name(self, self.tr("An example of a contribution"))
        self.shown: Example | None = None
        self._name = name
        self._grid: QWidget | None = None
        self.note = Note(name=f"{name}.note")
        self.another = QuietButton(
            self.tr("Draw another example"), name=f"{name}.another", icon="refresh"
        )
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, STEP)
        self._column.setSpacing(2 * STEP)
        self._column.addWidget(self.note)
        row = QHBoxLayout()
        row.addWidget(self.another)
        row.addStretch(1)
        self._column.addLayout(row)

    def show_example(self, example: Example) -> None:
        """Show another draw."""
        self.shown = example
        self.note.setText(messages.localized(telling.example_sums(example)))
        if self._grid is not None:
            self._column.removeWidget(self._grid)
            self._grid.hide()
            self._grid.deleteLater()
        self._grid = QWidget()
        self._grid.setMaximumWidth(WIDEST)
        grid = QGridLayout(self._grid)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4 * STEP)
        grid.setVerticalSpacing(STEP)
        grid.setColumnStretch(0, 1)
        for column, head in enumerate(
            (self.tr("Movie"), self.tr("In truth"), self.tr("The answer in this example"))
        ):
            grid.addWidget(Note(head), 0, column)
        grid.addWidget(HorizontalLine(), 1, 0, 1, 3)
        for place, bit in enumerate(example.bits):
            title = ElidedLabel(plain(bit.title, limit=120), name=f"{self._name}.{place}.title")
            truth = self.tr("watched") if bit.watched else self.tr("not watched")
            reported = self.tr("yes") if bit.reported else self.tr("no")
            if bit.reported != bit.watched:
                reported = self.tr("{answer}, turned round").format(answer=reported)
            grid.addWidget(title, place + 2, 0)
            grid.addWidget(Note(truth, wrap=False), place + 2, 1)
            grid.addWidget(
                Note(reported, name=f"{self._name}.{place}.said", wrap=False),
                place + 2,
                2,
                Qt.AlignmentFlag.AlignLeft,
            )
        self._column.insertWidget(0, self._grid)
