"""Lock screen: shown while the library is locked, being converted, or cannot be opened.

Nothing of the library is in memory or on the screen meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import messages, window_frame
from epicrec_desktop.ui.common.buttons import LinkButton, PrimaryButton
from epicrec_desktop.ui.common.context import ProtectionChange
from epicrec_desktop.ui.common.controls import labeled, password_field, text_field
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.labels import Note, Text, Title
from epicrec_desktop.ui.common.layouts import FlowLayout, Item, add_items, column
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.page import centered_scroll_area
from epicrec_desktop.ui.common.passphrase import RecoveryCode, UnlockChoice
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import LONG, Tasks
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.window_frame import TopWindow

if TYPE_CHECKING:
    from epicrec_desktop.services.protection.library_encryption import (
        EncryptionEnabled,
        LibraryEncryption,
    )
    from epicrec_desktop.store.driver import Driver


class LockScreen(TopWindow):
    """Shown while the library is closed; `opened` carries the unlocked driver, None as it is."""

    opened = Signal(object)
    change_user = Signal()  # another user wants to open theirs, where there are several

    def __init__(
        self,
        protection: LibraryEncryption,
        settings: Settings,
        title: str = "EpicRec",
        *,
        several: bool = False,
    ) -> None:
        super().__init__("window.door", title, settings)
        self.tasks = Tasks(self)
        self._protection = protection
        self._several = several
        self._page = QWidget()
        self._button: PrimaryButton | None = None
        window_frame.restore(self, settings)

    # Locked

    def ask_passphrase(self) -> None:
        field = password_field(self.tr("Passphrase"), name="door.passphrase")

        def submit() -> None:
            passphrase = field.text()
            field.clear()
            self._run(lambda: self._protection.unlock(passphrase), self.opened.emit)

        self._show_page(
            self.tr("Your library is locked"),
            self.tr("Nothing is scanned or recommended until you unlock it."),
            labeled(field),
            button=PrimaryButton(self.tr("Unlock"), name="door.unlock"),
            submit=submit,
            others=self._alternatives(),
        )

    def ask_retry(self, sentence: str) -> None:
        self._show_page(
            self.tr("Your library could not be unlocked"),
            self.tr(
                "It is encrypted, and as it was. Its key should be in this computer's keyring."
            ),
            button=PrimaryButton(self.tr("Try again"), name="door.again"),
            submit=lambda: self._run(self._protection.unlock, self.opened.emit),
            others=self._alternatives(),
        )
        self.error.show_text(sentence)

    def _ask_recovery_code(self) -> None:
        field = text_field(self.tr("Recovery code"), name="door.code", longest=200)
        choice = UnlockChoice(name="door.choice")
        unlock = PrimaryButton(self.tr("Unlock"), name="door.recover")

        def follow() -> None:
            unlock.setEnabled(bool(field.text().strip()) and choice.complete())

        choice.changed.connect(follow)
        field.textChanged.connect(follow)

        def submit() -> None:
            code, passphrase = field.text(), choice.passphrase()
            self._run(lambda: self._protection.recover(code, passphrase), self.opened.emit)

        self._show_page(
            self.tr("Unlock with the recovery code"),
            self.tr(
                "You wrote it down when the library was encrypted: 32 letters and digits. Choose "
                "how it is unlocked from now on; the code stays the same."
            ),
            labeled(field),
            choice,
            button=unlock,
            submit=submit,
            others=(LinkButton(self.tr("Back"), name="door.back", on_click=self.ask),),
        )
        follow()

    def _confirm_reset(self) -> None:
        heading, yes = self.tr("Start anew?"), self.tr("Start anew")
        text = self.tr(
            "Without passphrase, keyring and recovery code, nobody can open your library, "
            "neither you nor we. You can begin with an empty one.\n\n"
            "Settings, downloaded catalogs and models are kept. The old library is not removed "
            "but moved into a folder beside it, in case its key is found."
        )
        ConfirmDialog(
            heading, text, yes, self, name="door.question", confirmation_word=self.tr("start anew")
        ).ask(lambda: self._run(self._protection.start_over, lambda _: self.opened.emit(None)))

    # Encrypting and decrypting

    def convert(self, change: ProtectionChange, driver: Driver) -> None:
        on = change.encrypted
        strip = ProgressStrip(name="door.progress")
        self._show_page(
            self.tr("Your library is being encrypted")
            if on
            else self.tr("Your library is being decrypted"),
            self.tr("It is closed meanwhile. The old library stays in place until the end."),
            strip,
        )
        protection = self._protection
        driver_to_reopen = None if on else driver
        task = self.tasks.run(
            lambda job: (
                protection.enable_encryption(change.passphrase, job=job)
                if on
                else protection.disable_encryption(driver, job=job)
            ),
            (lambda done: self._show_code(done, change.passphrase))
            if on
            else lambda _: self.opened.emit(None),
            lambda sentence: self._conversion_failed(sentence, driver_to_reopen),
            queue=LONG,
            on_cancelled=lambda: self.opened.emit(driver_to_reopen),
        )
        strip.follow(task, self.tr("Preparing"))

    def refuse_conversion(self, driver: Driver) -> None:
        self._conversion_failed(
            self.tr(
                "Something EpicRec was doing could not be stopped in time. Wait a moment, and try "
                "again."
            ),
            driver,
        )

    def _conversion_failed(self, sentence: str, driver: Driver | None) -> None:
        self._show_page(
            self.tr("Nothing was changed"),
            "",
            button=PrimaryButton(self.tr("Open my library"), name="door.continue"),
            submit=lambda: self.opened.emit(driver),
        )
        self.error.show_text(sentence)

    def _show_code(self, done: EncryptionEnabled, passphrase: str | None) -> None:
        from epicrec_desktop.services.protection.library_encryption import (  # noqa: PLC0415
            NOT_OVERWRITTEN,
            OTHER_COPIES,
        )

        overwritten = Text(messages.localized(NOT_OVERWRITTEN), name="door.not-overwritten")
        self._show_page(
            self.tr("Your library is encrypted"),
            self.tr(
                "This is your recovery code. Write it down and keep it elsewhere than on this "
                "computer: it opens your library when passphrase or keyring are lost. It is not "
                "shown again."
            ),
            RecoveryCode(done.code, name="door.code"),
            *(() if done.overwritten else (overwritten,)),
            Note(messages.localized(OTHER_COPIES)),
            button=PrimaryButton(self.tr("I have written it down"), name="door.continue"),
            submit=lambda: self._run(lambda: self._protection.unlock(passphrase), self.opened.emit),
        )

    # The page

    def _show_page(
        self,
        heading: str,
        sentence: str,
        *content: Item,
        button: PrimaryButton | None = None,
        submit: Callable[[], object] | None = None,
        others: Sequence[QWidget] = (),
    ) -> None:
        """Show a page: its button or the Return key submits, `others` are ways out."""
        self._page, self._button = QWidget(), button
        self.error = ErrorBanner(name="door.error")
        layout = column(parent=self._page, margins=(0, 6 * STEP, 0, 6 * STEP), spacing=3 * STEP)
        words = (Text(sentence, name="door.sentence"),) if sentence else ()
        add_items(layout, Title(heading, name="door.heading"), *words, self.error, *content)
        if button is not None:
            button.clicked.connect(submit)
            button.setDefault(True)
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        if others:
            layout.addLayout(FlowLayout(*others, spacing=6 * STEP))
        self.setCentralWidget(centered_scroll_area(self._page))
        field = self._page.findChild(QLineEdit)
        if field is not None and button is not None:
            field.returnPressed.connect(button.click)
        self._focus_first()

    def _focus_first(self) -> None:
        first = self._page.findChild(QLineEdit) or self._button or self._page
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _alternatives(self) -> Sequence[QWidget]:
        code, anew = self.tr("Use the recovery code"), self.tr("Start anew…")
        change = self.tr("Change person…")
        ways = (
            LinkButton(code, name="door.use-code", on_click=self._ask_recovery_code),
            LinkButton(anew, name="door.anew", on_click=self._confirm_reset),
            LinkButton(change, name="door.change-person", on_click=self.change_user),
        )
        return ways if self._several else ways[:2]

    def ask(self) -> None:
        from epicrec_desktop.services.protection.key_file import UnlockMethod  # noqa: PLC0415

        def show(way: UnlockMethod | None) -> None:
            if way is UnlockMethod.PASSPHRASE:
                self.ask_passphrase()
            else:
                self.ask_retry("")

        self.tasks.run(lambda job: self._protection.way(), show, self.ask_retry)

    def _run(self, work: Callable[[], object], on_result: Callable[..., object]) -> None:
        """Run work on a worker with the page disabled; show errors above the button."""
        self.error.hide()
        page = self._page
        page.setEnabled(False)

        def failed(sentence: str) -> None:
            if page is self._page:
                page.setEnabled(True)
                self._focus_first()
            self.error.show_text(sentence)

        self.tasks.run(lambda job: work(), queue=LONG, on_result=on_result, on_error=failed)

    def close_for_replacement(self) -> None:
        """Close after unlocking, without ending the program."""
        self.hide()
        self.tasks.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the program; a running conversion is cancelled and rolled back."""
        QApplication.setQuitOnLastWindowClosed(True)
        self.tasks.close()
        super().closeEvent(event)
