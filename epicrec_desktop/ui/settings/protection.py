"""Protection section: encryption of the library, how it is unlocked, and when it locks itself."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from epicrec_desktop.services.protection.key_file import UnlockMethod
from epicrec_desktop.services.protection.library_encryption import STATUS
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import PrimaryButton
from epicrec_desktop.ui.common.context import Context, ProtectionChange
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, WrappedTextDialog, button_row
from epicrec_desktop.ui.common.labels import Heading, Note, Text
from epicrec_desktop.ui.common.layouts import FlowLayout, add_items
from epicrec_desktop.ui.common.passphrase import RecoveryCode, UnlockChoice
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.settings.section import Section


class ProtectionSection(Section):
    """Section about who can read the library on this computer's disk."""

    KEY = "protection"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Encryption"),
            self.tr(
                "Anyone who takes this computer's disk or copies its files can read your library. "
                "Encrypted, it cannot be read without its key."
            ),
            keywords=self.tr("passphrase password lock key recovery code"),
        )
        self.status = Text(name="settings.protection.status")
        self.on_button = self.button("on", self.tr("Encrypt…"), self._ask_on, icon="lock")
        self.lock_button = self.button("lock", self.tr("Lock now"), context.lock_requested)
        self.change_button = self.button(
            "change", self.tr("Change how it is unlocked…"), self._ask_change
        )
        self.code_button = self.button("code", self.tr("New recovery code…"), self._ask_code)
        self.off_button = self.button("off", self.tr("Switch off…"), self._ask_off)
        self.after = self.settings["lock_minutes"]
        words = self.tr(
            "Not encrypted by this: your browsers' own history, files you exported, settings, "
            "the second copy of your blurred numbers, and backups made before. Encrypting "
            "the whole disk protects those as well."
        )
        self.rest = Note(words, name="settings.protection.rest")
        self._of_encrypted = (self.change_button, self.code_button, self.off_button)
        buttons = FlowLayout(self.on_button, self.lock_button, *self._of_encrypted)
        add_items(self.controls, self.status, buttons, self.after, self.rest)
        context.protection_settings_changed.connect(self.load_again)
        self._show(None)

    def load(self) -> None:
        self.ask(lambda services, job: services.protection.way(), self._show)

    def _show(self, way: UnlockMethod | None) -> None:
        by_passphrase = way is UnlockMethod.PASSPHRASE
        self.status.setText(messages.localized(STATUS[way]))
        self.expander.set_remark(self.tr("Off") if way is None else self.tr("On"))
        self.on_button.setVisible(way is None)
        for control in self._of_encrypted:
            control.setVisible(way is not None)
        self.lock_button.setVisible(by_passphrase)
        self.after.setVisible(by_passphrase)
        self.show_settings()

    def _ask_on(self) -> None:
        text = self.tr(
            "EpicRec closes your library, encrypts it, and opens it again. Copies made "
            "before an update or an import are removed. You get a recovery code to write "
            "down: without it and without the key, nobody can open your library again."
        )
        dialog = ProtectDialog(self.tr("Encrypt your library?"), text, self.tr("Encrypt"), self)
        dialog.accepted.connect(
            lambda: self.context.change_protection.emit(
                ProtectionChange(True, dialog.choice.passphrase())
            )
        )
        dialog.open()

    def _ask_change(self) -> None:
        heading = self.tr("How is it unlocked from now on?")
        text = self.tr(
            "The recovery code stays the same. In backups made before, the old way still "
            "opens what was encrypted then."
        )
        dialog = ProtectDialog(heading, text, self.tr("Change"), self)
        dialog.accepted.connect(lambda: self._change(dialog.choice.passphrase()))
        dialog.open()

    def _change(self, passphrase: str | None) -> None:
        opened = self.context.services.context.database.driver
        self.ask(
            lambda services, job: services.protection.change_passphrase(opened, passphrase),
            lambda _: self._changed(passphrase),
        )

    def _changed(self, passphrase: str | None) -> None:
        self.context.protection_settings_changed.emit()
        self.show_message(
            self.tr("Your library is unlocked by this computer's keyring now.")
            if passphrase is None
            else self.tr("The new passphrase counts from now on.")
        )

    def _ask_code(self) -> None:
        heading = self.tr("Make a new recovery code?")
        text = self.tr(
            "The code you have now no longer opens this library. It still opens copies made before."
        )
        ConfirmDialog(
            heading, text, self.tr("Make a new one"), self, name="settings.protection.question"
        ).ask(self._new_code)

    def _new_code(self) -> None:
        opened = self.context.services.context.database.driver
        self.ask(
            lambda services, job: services.protection.new_recovery_code(opened),
            lambda code: CodeDialog(code, self).show(),  # over an earlier one, which is void
        )

    def _ask_off(self) -> None:
        heading = self.tr("Switch encryption off?")
        text = self.tr(
            "EpicRec writes your library as a plain file again. Anyone who reads this disk "
            "can then read it. Key and recovery code are forgotten."
        )
        ConfirmDialog(
            heading, text, self.tr("Switch off"), self, name="settings.protection.question"
        ).ask(lambda: self.context.change_protection.emit(ProtectionChange(False)))


class ProtectDialog(WrappedTextDialog):
    """Dialog that asks how to unlock the library."""

    WIDTH = 520

    def __init__(self, heading: str, text: str, yes: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, name="protect", title=heading)
        self.choice = UnlockChoice(name="protect.choice")
        answers = self.add_answers(yes)
        self.choice.changed.connect(lambda: self.yes.setEnabled(self.choice.complete()))
        self.set_content(Heading(heading), Text(text, name="protect.text"), self.choice, answers)


class CodeDialog(WrappedTextDialog):
    """Dialog with a new recovery code, shown once."""

    def __init__(self, code: str, parent: QWidget | None = None) -> None:
        heading = self.tr("Your new recovery code")
        super().__init__(parent, name="protection.code", title=heading)
        self.code = RecoveryCode(code, name="protection.code")
        self.done_button = PrimaryButton(
            self.tr("I have written it down"), name="protection.code.done", on_click=self.accept
        )
        text = Text(self.tr("Keep it elsewhere than on this computer. It is not shown again."))
        parts = (Heading(heading), text, self.code, button_row(self.done_button))
        self.set_content(*parts, spacing=3 * STEP)
