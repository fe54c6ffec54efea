"""A question before something is removed or asked. Closing it is no answer, and so a no."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from epicrec_desktop.ui.common.buttons import (
    DangerButton,
    PrimaryButton,
    SecondaryButton,
)
from epicrec_desktop.ui.common.plain import set_accessible_name, set_window_title
from epicrec_desktop.ui.common.text import Heading, Note, Text
from epicrec_desktop.ui.common.theme import STEP


class WrappedTextDialog(QDialog):
    """A dialog of wrapped words that is exactly as high as they need at its width."""

    WIDTH = 480

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height: a dialog's own layout guesses it before the words are wrapped."""
        self.fit()
        super().showEvent(event)

    def fit(self) -> None:
        """Be as high as the words need now."""
        layout = self.layout()
        if layout is not None:
            high = layout.totalHeightForWidth(self.WIDTH)
            if high < 0:  # no words that could be wrapped
                high = layout.totalSizeHint().height()
            self.setFixedSize(self.WIDTH, high)


def button_row(*buttons: QWidget) -> QHBoxLayout:
    """The row of buttons that a dialog ends with."""
    row = QHBoxLayout()
    row.setSpacing(2 * STEP)
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    return row


class ConfirmDialog(WrappedTextDialog):
    """A heading, what would happen, and two buttons; the careful one has the focus.

    With `confirmation_word` the yes button works only after that word was written. `destructive`: something is
    lost by a yes, and its button has the color of danger.
    """

    def __init__(
        self,
        heading: str,
        text: str,
        yes: str,
        parent: QWidget | None = None,
        *,
        name: str,
        confirmation_word: str = "",
        destructive: bool = True,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        # The desktop and its list of windows are told no number and no name.
        set_window_title(self, "EpicRec")
        set_accessible_name(self, heading)
        self.setModal(True)
        self._typed = confirmation_word
        self.no = SecondaryButton(self.tr("Cancel"), name=f"{name}.no")
        self.no.clicked.connect(self.reject)
        self.no.setDefault(True)
        kind = DangerButton if destructive else PrimaryButton
        self.yes: DangerButton | PrimaryButton = kind(yes, name=f"{name}.yes")
        self.yes.setAutoDefault(False)
        self.yes.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        column.addWidget(Heading(heading))
        column.addWidget(Text(text, name=f"{name}.text"))
        if confirmation_word:
            self.word = QLineEdit()
            self.word.setObjectName(f"{name}.word")
            hint = self.tr("Type “{word}” to go on").format(word=confirmation_word)
            set_accessible_name(self.word, hint)
            self.word.textChanged.connect(self._compare)
            column.addWidget(Note(hint))
            column.addWidget(self.word)
            self.yes.setEnabled(False)
        column.addSpacing(STEP)
        column.addLayout(button_row(self.no, self.yes))
        if not confirmation_word:
            self.no.setFocus()

    def _compare(self, text: str) -> None:
        self.yes.setEnabled(text.strip().casefold() == self._typed.casefold())

    def ask(self, on_yes: Callable[[], object], on_no: Callable[[], object] | None = None) -> None:
        """Open it; call one of the two when it is answered."""
        self.accepted.connect(on_yes)
        if on_no is not None:
            self.rejected.connect(on_no)
        self.finished.connect(self.deleteLater)
        self.open()


class ResultDialog(WrappedTextDialog):
    """What was done, line by line."""

    def __init__(
        self, heading: str, lines: Sequence[str], parent: QWidget | None = None, *, name: str
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        set_window_title(self, "EpicRec")
        set_accessible_name(self, heading)
        self.setModal(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(2 * STEP)
        column.addWidget(Heading(heading))
        for number, line in enumerate(lines):
            column.addWidget(Text(line, name=f"{name}.line.{number}"))
        self.close_button = PrimaryButton(self.tr("Close"), name=f"{name}.close")
        self.close_button.clicked.connect(self.accept)
        column.addSpacing(2 * STEP)
        column.addLayout(button_row(self.close_button))
