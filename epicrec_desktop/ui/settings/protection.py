"""Protection section: encryption of the library, how it is unlocked, and when it locks itself."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from epicrec_desktop.services.protection.key_file import UnlockMethod
from epicrec_desktop.services.protection.library_encryption import STATUS
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context, ProtectionChange
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, WrappedTextDialog, button_row
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, column, row
from epicrec_desktop.ui.common.passphrase import RecoveryCode, UnlockChoice
from epicrec_desktop.ui.common.text import Heading, Note, Text
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.settings.section import Section

AFTER_MINUTES = (5, 15, 60)


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
        self.controls.addWidget(self.status)
        self.controls.addLayout(self._build_buttons())
        self._build_lock_time()
        self.rest = Note(
            self.tr(
                "Not encrypted by this: your browsers' own history, files you exported, settings, "
                "the second copy of your blurred numbers, and backups made before. Encrypting "
                "the whole disk protects those as well."
            ),
            name="settings.protection.rest",
        )
        self.controls.addWidget(self.after)
        self.controls.addWidget(self.rest)
        context.protection_settings_changed.connect(self.load)
        self._show(None)

    def _build_buttons(self) -> FlowLayout:
        self.on_button = SecondaryButton(
            self.tr("Encrypt…"), name="settings.protection.on", icon="lock"
        )
        self.on_button.clicked.connect(self._ask_on)
        self.lock_button = SecondaryButton(self.tr("Lock now"), name="settings.protection.lock")
        self.lock_button.clicked.connect(self.context.lock_requested)
        self.change_button = SecondaryButton(
            self.tr("Change how it is unlocked…"), name="settings.protection.change"
        )
        self.change_button.clicked.connect(self._ask_change)
        self.code_button = SecondaryButton(
            self.tr("New recovery code…"), name="settings.protection.code"
        )
        self.code_button.clicked.connect(self._ask_code)
        self.off_button = SecondaryButton(self.tr("Switch off…"), name="settings.protection.off")
        self.off_button.clicked.connect(self._ask_off)
        return FlowLayout(
            self.on_button, self.lock_button, self.change_button, self.code_button, self.off_button
        )

    def _build_lock_time(self) -> None:
        self.after = QWidget()
        self.minutes = SegmentedControl(
            [
                *((str(n), self.tr("{count} min").format(count=n)) for n in AFTER_MINUTES),
                ("0", self.tr("Never")),
            ],
            name="settings.protection.after",
            label=self.tr("Lock when you are away"),
        )
        self.minutes.chosen.connect(self._choose_minutes)
        column(
            Note(self.tr("Lock when you are away")),
            row(self.minutes, STRETCH),
            Note(self.tr("Whatever is running then is canceled.")),
            parent=self.after,
            spacing=STEP,
        )

    def load(self) -> None:
        protection = self.context.services.protection
        self.context.tasks.run(lambda job: protection.way(), self._show, self.show_error)

    def _show(self, way: UnlockMethod | None) -> None:
        by_passphrase = way is UnlockMethod.PASSPHRASE
        self.status.setText(messages.localized(STATUS[way]))
        self.expander.set_remark(self.tr("Off") if way is None else self.tr("On"))
        self.on_button.setVisible(way is None)
        for control in (self.change_button, self.code_button, self.off_button):
            control.setVisible(way is not None)
        self.lock_button.setVisible(by_passphrase)
        self.after.setVisible(by_passphrase)
        minutes = str(self.context.services.settings.lock_minutes)
        known = {"0", *map(str, AFTER_MINUTES)}
        self.minutes.set_value(minutes if minutes in known else "15")

    def _choose_minutes(self, minutes: str) -> None:
        self.context.save_settings(lock_minutes=int(minutes))
        self.context.protection_settings_changed.emit()

    def _ask_on(self) -> None:
        dialog = ProtectDialog(
            self.tr("Encrypt your library?"),
            self.tr(
                "EpicRec closes your library, encrypts it, and opens it again. Copies made "
                "before an update or an import are removed. You get a recovery code to write "
                "down: without it and without the key, nobody can open your library again."
            ),
            self.tr("Encrypt"),
            self,
        )
        dialog.answered.connect(
            lambda: self.context.change_protection.emit(
                ProtectionChange(True, dialog.choice.passphrase())
            )
        )
        dialog.open()

    def _ask_change(self) -> None:
        dialog = ProtectDialog(
            self.tr("How is it unlocked from now on?"),
            self.tr(
                "The recovery code stays the same. In backups made before, the old way still "
                "opens what was encrypted then."
            ),
            self.tr("Change"),
            self,
        )
        dialog.answered.connect(lambda: self._change(dialog.choice.passphrase()))
        dialog.open()

    def _change(self, passphrase: str | None) -> None:
        services = self.context.services
        opened = services.context.database.driver
        self._run(
            lambda: services.protection.change_passphrase(opened, passphrase),
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
        ConfirmDialog(
            self.tr("Make a new recovery code?"),
            self.tr(
                "The code you have now no longer opens this library. "
                "It still opens copies made before."
            ),
            self.tr("Make a new one"),
            self,
            name="settings.protection.question",
        ).ask(self._new_code)

    def _new_code(self) -> None:
        services = self.context.services
        opened = services.context.database.driver
        self._run(
            lambda: services.protection.new_recovery_code(opened),
            lambda code: CodeDialog(code, self).open(),
        )

    def _ask_off(self) -> None:
        ConfirmDialog(
            self.tr("Switch encryption off?"),
            self.tr(
                "EpicRec writes your library as a plain file again. Anyone who reads this disk "
                "can then read it. Key and recovery code are forgotten."
            ),
            self.tr("Switch off"),
            self,
            name="settings.protection.question",
        ).ask(lambda: self.context.change_protection.emit(ProtectionChange(False)))

    def _run(self, work: Callable[[], object], on_result: Callable[..., object]) -> None:
        self.context.tasks.run(lambda job: work(), on_result=on_result, on_error=self.show_error)


class ProtectDialog(WrappedTextDialog):
    """Dialog that asks how to unlock the library; emits `answered`."""

    WIDTH = 520

    def __init__(self, heading: str, text: str, yes: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, name="protect", title=heading)
        self.choice = UnlockChoice(name="protect.choice")
        answers = self.add_answers(yes)
        self.choice.changed.connect(lambda: self.yes.setEnabled(self.choice.complete()))
        self.answered = self.accepted
        column(
            Heading(heading),
            Text(text, name="protect.text"),
            self.choice,
            answers,
            parent=self,
            margins=(6 * STEP, 5 * STEP, 6 * STEP, 4 * STEP),
            spacing=2 * STEP,
        )


class CodeDialog(WrappedTextDialog):
    """Dialog with a new recovery code, shown once."""

    def __init__(self, code: str, parent: QWidget | None = None) -> None:
        heading = self.tr("Your new recovery code")
        super().__init__(parent, name="protection.code", title=heading)
        self.code = RecoveryCode(code, name="protection.code")
        self.done_button = PrimaryButton(
            self.tr("I have written it down"), name="protection.code.done"
        )
        self.done_button.clicked.connect(self.accept)
        self.set_content(
            Heading(heading),
            Text(self.tr("Keep it elsewhere than on this computer. It is not shown again.")),
            self.code,
            button_row(self.done_button),
            spacing=3 * STEP,
        )
