"""Base class of dialogs in which movies are chosen from a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLayout, QWidget

from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.dialogs import Dialog
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.text import Heading, Note
from epicrec_desktop.ui.common.theme import STEP


class MovieListDialog(Dialog):
    """Dialog with a heading, a list with controls above it, and below it a note and two buttons."""

    def __init__(
        self, heading: str, parent: QWidget, *, name: str, width: int, height: int
    ) -> None:
        super().__init__(parent, name=f"{name}.dialog", title=heading, size=(width, height))
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
        below: QLayout | None = None,
    ) -> None:
        """Place the parts; call once, when they are built."""
        under = () if below is None else (below,)
        beside = () if beside_heading is None else (beside_heading,)
        column(
            row((self.heading, 1), *beside),
            *above,
            (chosen_from, 1),
            *under,
            row((note, 1), self.cancel_button, yes, spacing=2 * STEP),
            parent=self,
            margins=(6 * STEP, 5 * STEP, 6 * STEP, 5 * STEP),
            spacing=3 * STEP,
        )
