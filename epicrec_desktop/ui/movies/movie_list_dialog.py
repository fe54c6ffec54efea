"""Base class of dialogs in which movies are chosen from a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from epicrec_desktop.ui.common import layouts
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.text import Heading, Note, set_window_title
from epicrec_desktop.ui.common.theme import STEP


class MovieListDialog(QDialog):
    """Dialog with a heading, a list with controls above it, and below it a note and two buttons."""

    def __init__(
        self, heading: str, parent: QWidget, *, name: str, width: int, height: int
    ) -> None:
        super().__init__(parent)
        self.setObjectName(f"{name}.dialog")
        set_window_title(self, heading)
        self.setModal(True)
        layouts.resize_to_screen(self, width, height)
        self.heading = Heading(heading)
        self.cancel_button = SecondaryButton(self.tr("Cancel"), name=f"{name}.cancel")
        self.cancel_button.clicked.connect(self.reject)

    def lay_out(
        self,
        above: Sequence[QWidget | QLayout],
        chosen_from: QWidget,
        note: Note,
        yes: PrimaryButton,
        *,
        beside_heading: QWidget | None = None,
    ) -> None:
        """Place the parts; call once, when they are built."""
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        if beside_heading is not None:
            head.addWidget(beside_heading)
        foot = QHBoxLayout()
        foot.setSpacing(2 * STEP)
        foot.addWidget(note, 1)
        foot.addWidget(self.cancel_button)
        foot.addWidget(yes)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 5 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        column.addLayout(head)
        for part in above:
            if isinstance(part, QLayout):
                column.addLayout(part)
            else:
                column.addWidget(part)
        column.addWidget(chosen_from, 1)
        column.addLayout(foot)
