"""Choice of how a library is unlocked: by the keyring, or by a passphrase typed twice."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.services.protection import MIN_PASSPHRASE_LENGTH
from epicrec_desktop.ui.common.buttons import SecondaryButton, copy_on_click
from epicrec_desktop.ui.common.controls import INDENT, RadioButton, labeled, password_field
from epicrec_desktop.ui.common.labels import Note, Strong
from epicrec_desktop.ui.common.layouts import STRETCH, add_items, column, row
from epicrec_desktop.ui.common.theme import STEP


class UnlockChoice(QWidget):
    """Choice between keyring and passphrase; `changed` when the validity may have changed."""

    changed = Signal()

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self.keyring = RadioButton(
            self.tr("By this computer, without asking"), name=f"{name}.keyring"
        )
        self.written = RadioButton(self.tr("By a passphrase"), name=f"{name}.passphrase")
        self.keyring.setChecked(True)
        self.first = password_field(self.tr("Passphrase"), name=f"{name}.first")
        self.again = password_field(self.tr("The same again"), name=f"{name}.again")
        self.hint = Note(name=f"{name}.hint")
        by_itself = Note(
            self.tr(
                "The key is kept in this computer's keyring. It protects a disk that is taken out "
                "or a copy of the files, not a computer on which you are logged in."
            )
        )
        by_you = Note(
            self.tr(
                "EpicRec asks for it at every start, and locks itself when you are away. Then "
                "nothing is scanned or recommended either."
            )
        )
        self._fields = QWidget()
        fields = column(parent=self._fields, margins=(INDENT, 0, 0, 0), spacing=STEP)
        for field in (self.first, self.again):
            fields.addLayout(labeled(field))
            field.textChanged.connect(self._follow)
        fields.addWidget(self.hint)
        layout = column(parent=self, spacing=STEP)
        for button, note in ((self.keyring, by_itself), (self.written, by_you)):
            note.setIndent(INDENT)
            button.toggled.connect(self._follow)
            add_items(layout, button, note, STEP)
        layout.addWidget(self._fields)
        self._follow()

    def _follow(self) -> None:
        self._fields.setEnabled(self.written.isChecked())
        text, again = self.first.text(), self.again.text()
        if not text or not self.written.isChecked():
            words = self.tr("{least} characters or more; several words are best.").format(
                least=MIN_PASSPHRASE_LENGTH
            )
        elif len(text) < MIN_PASSPHRASE_LENGTH:
            words = self.tr("{count} of {least} characters.").format(
                count=len(text), least=MIN_PASSPHRASE_LENGTH
            )
        elif text != again:
            words = self.tr("The two are not the same yet.")
        else:
            words = self.tr("Nobody can recover it: remember it.")
        self.hint.setText(words)
        self.changed.emit()

    def complete(self) -> bool:
        text = self.first.text()
        return self.keyring.isChecked() or (
            len(text) >= MIN_PASSPHRASE_LENGTH and text == self.again.text()
        )

    def passphrase(self) -> str | None:
        """Return the passphrase; None where the keyring holds the key."""
        return self.first.text() if self.written.isChecked() else None


class RecoveryCode(QWidget):
    """Recovery code to write down or copy."""

    def __init__(self, code: str, *, name: str) -> None:
        super().__init__()
        half = len(code) // 2
        self.first = Strong(code[:half], name=f"{name}.first", wrap=False)
        self.second = Strong(code[half + 1 :], name=f"{name}.second", wrap=False)
        for line in (self.first, self.second):
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = SecondaryButton(self.tr("Copy"), name=f"{name}.copy")
        copy_on_click(self.copy, lambda: code)
        row(column(self.first, self.second, spacing=STEP), STRETCH, self.copy, parent=self)
