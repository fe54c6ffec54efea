"""Protection section: encryption of the library, how it is unlocked, and when it locks itself."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.services.protection.key_file import UnlockMethod
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context, ProtectionChange
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, WrappedTextDialog, button_row
from epicrec_desktop.ui.common.layouts import FlowLayout
from epicrec_desktop.ui.common.passphrase import RecoveryCode, UnlockChoice
from epicrec_desktop.ui.common.text import Heading, Note, Text, set_window_title
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
                "Who takes this computer's disk, or copies its files, reads your library in them. "
                "Encrypted, it is of no use without its key."
            ),
        )
        self._way: UnlockMethod | None = None
        self.status = Text(name="settings.protection.status")
        self.on = SecondaryButton(self.tr("Encrypt…"), name="settings.protection.on", icon="lock")
        self.on.clicked.connect(self._ask_on)
        self.lock = SecondaryButton(self.tr("Lock now"), name="settings.protection.lock")
        self.lock.clicked.connect(self.context.lock_requested)
        self.change = SecondaryButton(
            self.tr("Change how it is unlocked…"), name="settings.protection.change"
        )
        self.change.clicked.connect(self._ask_change)
        self.code = SecondaryButton(self.tr("New recovery code…"), name="settings.protection.code")
        self.code.clicked.connect(self._ask_code)
        self.off = SecondaryButton(self.tr("Switch off…"), name="settings.protection.off")
        self.off.clicked.connect(self._ask_off)
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
        line = QHBoxLayout()
        line.addWidget(self.minutes)
        line.addStretch(1)
        when = QVBoxLayout(self.after)
        when.setContentsMargins(0, 0, 0, 0)
        when.setSpacing(STEP)
        when.addWidget(Note(self.tr("Lock when you are away")))
        when.addLayout(line)
        when.addWidget(Note(self.tr("What EpicRec is doing is stopped then, as by Cancel.")))
        self.rest = Note(
            self.tr(
                "Not encrypted by this: your browsers' own history, files you exported, settings, "
                "the second copy of your blurred numbers, and backups made before. Encrypting "
                "the whole disk protects those as well."
            ),
            name="settings.protection.rest",
        )
        self.controls.addWidget(self.status)
        self.controls.addLayout(FlowLayout(self.on, self.lock, self.change, self.code, self.off))
        self.controls.addWidget(self.after)
        self.controls.addWidget(self.rest)
        context.protection_settings_changed.connect(self.load)
        self._show(None)

    def load(self) -> None:
        """Load the current state."""
        protection = self.context.services.protection
        self.context.tasks.run(
            lambda job: protection.way(),
            on_result=self._show,
            on_error=self.show_error,
        )

    def _show(self, way: UnlockMethod | None) -> None:
        self._way = way
        written = way is UnlockMethod.PASSPHRASE
        self.status.setText(
            {
                None: self.tr("Your library is not encrypted."),
                UnlockMethod.KEYRING: self.tr(
                    "Your library is encrypted. This computer's keyring has the key, so every "
                    "program you run could unlock it, and it is never locked while you are "
                    "logged in."
                ),
                UnlockMethod.PASSPHRASE: self.tr(
                    "Your library is encrypted, and opened by a passphrase."
                ),
            }[way]
        )
        self.on.setVisible(way is None)
        for control in (self.change, self.code, self.off):
            control.setVisible(way is not None)
        self.lock.setVisible(written)
        self.after.setVisible(written)
        minutes = str(self.context.services.settings.lock_minutes)
        known = {"0", *map(str, AFTER_MINUTES)}
        self.minutes.set_value(minutes if minutes in known else "15")

    def _choose_minutes(self, minutes: str) -> None:
        self.context.services.settings.lock_minutes = int(minutes)
        self.context.save_settings()
        self.context.protection_settings_changed.emit()

    def _ask_on(self) -> None:
        dialog = ProtectDialog(
            self.tr("Encrypt your library?"),
            self.tr(
                "EpicRec closes your library, writes it anew, and opens it again. Copies it kept "
                "of before an update or an import are removed. You get a recovery code to write "
                "down: without it and without the key, nobody can bring your library back."
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
        question = ConfirmDialog(
            self.tr("Make a new recovery code?"),
            self.tr(
                "The code you have now no longer opens this library. "
                "It still opens copies made before."
            ),
            self.tr("Make a new one"),
            self,
            name="settings.protection.question",
        )
        question.ask(self._new_code)

    def _new_code(self) -> None:
        services = self.context.services
        opened = services.context.database.driver
        self._run(lambda: services.protection.new_recovery_code(opened), self._show_code)

    def _show_code(self, code: str) -> None:
        dialog = CodeDialog(code, self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_off(self) -> None:
        question = ConfirmDialog(
            self.tr("Switch encryption off?"),
            self.tr(
                "EpicRec writes your library as a plain file again. Who reads this disk can read "
                "it then. Key and recovery code are forgotten."
            ),
            self.tr("Switch off"),
            self,
            name="settings.protection.question",
        )
        question.ask(lambda: self.context.change_protection.emit(ProtectionChange(False)))

    def _run(self, work: Callable[[], object], on_result: Callable[..., object]) -> None:
        self.context.tasks.run(lambda job: work(), on_result=on_result, on_error=self.show_error)


class ProtectDialog(WrappedTextDialog):
    """Dialog that asks how to unlock the library; emits `answered`."""

    WIDTH = 520

    def __init__(self, heading: str, text: str, yes: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("protect")
        set_window_title(self, heading)
        self.setModal(True)
        self.choice = UnlockChoice(name="protect.choice")
        self.no = SecondaryButton(self.tr("Cancel"), name="protect.no")
        self.no.clicked.connect(self.reject)
        self.yes = PrimaryButton(yes, name="protect.yes")
        self.yes.setDefault(True)
        self.yes.clicked.connect(self.accept)
        self.choice.changed.connect(lambda: self.yes.setEnabled(self.choice.complete()))
        self.answered = self.accepted
        self.finished.connect(self.deleteLater)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 5 * STEP, 6 * STEP, 4 * STEP)
        column.setSpacing(2 * STEP)
        column.addWidget(Heading(heading))
        column.addWidget(Text(text, name="protect.text"))
        column.addWidget(self.choice)
        column.addLayout(button_row(self.no, self.yes))


class CodeDialog(WrappedTextDialog):
    """Dialog with a new recovery code, shown once."""

    def __init__(self, code: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("protection.code")
        heading = self.tr("Your new recovery code")
        set_window_title(self, heading)
        self.setModal(True)
        self.code = RecoveryCode(code, name="protection.code")
        self.done_button = PrimaryButton(
            self.tr("I have written it down"), name="protection.code.done"
        )
        self.done_button.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        column.addWidget(Heading(heading))
        column.addWidget(
            Text(self.tr("Keep it elsewhere than on this computer. It is not shown again."))
        )
        column.addWidget(self.code)
        column.addLayout(button_row(self.done_button))
