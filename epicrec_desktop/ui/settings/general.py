"""General settings: appearance, tray and start at login, and the user's data."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSystemTrayIcon

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.services.autostart import Autostart
from epicrec_desktop.services.backup.restore import RestorePlan, RestoreResult
from epicrec_desktop.settings import LANGUAGES
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import DangerButton, LinkButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import INDENT, CheckBox, SegmentedControl
from epicrec_desktop.ui.common.dialogs import (
    ConfirmDialog,
    ResultDialog,
    choose_file,
    choose_save_file,
)
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, row
from epicrec_desktop.ui.common.restore import ExportReader, restored_sentence
from epicrec_desktop.ui.common.text import Note, set_accessible_description
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.settings.section import Section


class AppearanceSection(Section):
    """Section for appearance and language."""

    KEY = "appearance"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Appearance and language"),
            self.tr("Colors and language."),
            keywords=self.tr("dark mode theme contrast translation"),
        )
        self.choice = SegmentedControl(
            [
                ("system", self.tr("System")),
                ("light", self.tr("Light")),
                ("dark", self.tr("Dark")),
                ("contrast", self.tr("High contrast")),
            ],
            name="settings.appearance.choice",
            label=self.tr("Appearance"),
        )
        self.choice.set_value(context.theme.appearance)
        self.choice.chosen.connect(self._choose)
        self.language = SegmentedControl(
            [("system", self.tr("System")), *LANGUAGES.items()],
            name="settings.appearance.language",
            label=self.tr("Language"),
        )
        known = context.services.settings.language
        self.language.set_value(known if known in LANGUAGES else "system")
        self.language.chosen.connect(self._change_language)
        for control in (self.choice, self.language):
            line = row(control, STRETCH)
            if control is self.language:
                self.controls.addSpacing(STEP)
                self.controls.addWidget(Note(self.tr("Language")))
            self.controls.addLayout(line)
        self.set_open(on=True)  # few words, and what most people look for

    def _change_language(self, language: str) -> None:
        self.context.save_settings(language=language)
        self.context.language_changed.emit()

    def _choose(self, appearance: str) -> None:
        self.context.theme.set_appearance(appearance)
        self.context.save_settings(appearance=appearance)


class DataSection(Section):
    """Section to export, restore and erase all data."""

    KEY = "data"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Your data"),
            self.tr(
                "Export what EpicRec knows about you to one file as a backup, restore it here or "
                "on another computer, or erase it from this one."
            ),
            keywords=self.tr("backup delete remove folder import letterboxd netflix imdb trakt"),
        )
        self.expander.set_remark(self.tr("Back up, restore, erase"))
        self.export = SecondaryButton(
            self.tr("Export…"), name="settings.data.export", icon="upload"
        )
        self.export.clicked.connect(self._ask_where)
        self.restore_button = SecondaryButton(
            self.tr("Restore…"), name="settings.data.bring-back", icon="download"
        )
        self.restore_button.clicked.connect(self._ask_which)
        self.reading = ExportReader(context.services, context.tasks, self)
        self.reading.busy.connect(self.restore_button.setDisabled)
        self.reading.failed.connect(self.show_error)
        self.reading.agreed.connect(self._restore)
        self.erase = DangerButton(
            self.tr("Erase everything…"), name="settings.data.erase", icon="trash"
        )
        self.erase.clicked.connect(self._ask_erase)
        self.place = Note(
            self.tr("Your data is kept in {folder}").format(folder=context.services.paths.data),
            name="settings.about.place",  # as it was named in About
        )
        self.place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.imports = LinkButton(
            self.tr("Movies from Letterboxd, Netflix, IMDb…"), name="settings.data.import"
        )
        self.imports.clicked.connect(lambda: context.navigate.emit("movies.import"))
        self.controls.addLayout(FlowLayout(self.export, self.restore_button, self.erase))
        self.controls.addWidget(self.imports, 0, Qt.AlignmentFlag.AlignLeading)
        self.controls.addWidget(self.place)

    def _ask_where(self) -> None:
        file = choose_save_file(self, self.tr("Export your data"), "epicrec-export.json")
        if file is not None:
            self.export_to(file)

    def export_to(self, file: Path) -> None:
        """Write the export, readable by the user only."""
        data = self.context.services.data
        self.context.tasks.run(
            lambda job: data.export(file, replace=True),  # the dialog asked
            on_result=lambda _: self.show_message(
                self.tr("Exported: your movies, levels and releases. The file is not encrypted.")
            ),
            on_error=self.show_error,
        )

    def _ask_which(self) -> None:
        file = choose_file(
            self, self.tr("Restore an export"), self.tr("Exports of EpicRec (*.json)")
        )
        if file is not None:
            self.show_export(file)

    def show_export(self, file: Path) -> None:
        """Read an export, show what it would change, and restore it after confirmation."""
        self.reading.show(file)

    def _restore(self, plan: RestorePlan) -> None:
        backup = self.context.services.backup
        self.restore_button.setEnabled(False)
        self.context.tasks.run(
            lambda job: backup.restore(plan),
            on_result=self._restored,
            on_error=self.show_error,
            on_finished=lambda: self.restore_button.setEnabled(True),
        )

    def _restored(self, done: RestoreResult) -> None:
        self.show_message(restored_sentence(done))
        context = self.context
        context.library_changed.emit(None)
        context.providers_changed.emit()
        context.choice_changed.emit()
        context.released.emit()
        context.recommendations_changed.emit()

    def _ask_erase(self) -> None:
        ConfirmDialog(
            self.tr("Erase everything?"),
            self.tr(
                "Your movies, levels, settings, the record of what was sent, imported catalogs and "
                "logs are removed from this computer. Not touched: the browsers' own history, and "
                "files you exported.\n\n"
                "What was already sent cannot be called back. Later releases add to it, and "
                "without the record this program can no longer count that. What you contributed "
                "can no longer be withdrawn: do that first, if you want to."
            ),
            self.tr("Erase everything"),
            self,
            name="settings.data.question",
            confirmation_word=self.tr("erase"),
        ).ask(self._erase)

    def _erase(self) -> None:
        self.erase.setEnabled(False)
        self.context.erasing.emit()
        data = self.context.services.data
        self.context.tasks.run(lambda job: data.erase(), self._show_proof, self._not_erased)

    def _not_erased(self, sentence: str) -> None:
        self.erase.setEnabled(True)
        self.context.erasing_refused.emit()
        self.show_error(sentence)

    def _show_proof(self, lines: list[Message]) -> None:
        sentences = [messages.localized(line) for line in lines]
        proof = ResultDialog(self.tr("Erased"), sentences, self, name="settings.data.proof")
        # Restoring rebuilds the window, which deletes this page.
        proof.finished.connect(self.context.erased)
        proof.open()


class BehaviorSection(Section):
    """Section for tray icon, notifications and start at login; all off by default."""

    KEY = "behavior"

    def __init__(self, context: Context, login: Autostart | None = None) -> None:
        super().__init__(
            context,
            self.tr("Behavior"),
            self.tr("What happens when you close the window or log in."),
        )
        self._login = login or Autostart(context.services.paths)
        self.tray, self.note = self._choice(self.tr("Keep running in the system tray"), "tray")
        self.finds, self.finds_note = self._choice(
            self.tr("Notify me of movies an automatic scan finds"), "finds"
        )
        self.month, self.month_note = self._choice(
            self.tr("Notify me once a month of what is new"), "month"
        )
        self.login, self.login_note = self._choice(self.tr("Start when I log in"), "login")
        self.tray.clicked.connect(self._choose)
        self.finds.clicked.connect(lambda on: context.save_settings(tell_finds=on))
        self.month.clicked.connect(lambda on: context.save_settings(tell_month=on))
        self.login.clicked.connect(self._choose_login)
        self.load()

    def _choice(self, words: str, key: str) -> tuple[CheckBox, Note]:
        box = CheckBox(words, name=f"settings.behavior.{key}")
        note = Note(name=f"settings.behavior.{key}.note")
        note.setIndent(INDENT)
        self.controls.addWidget(box)
        self.controls.addWidget(note)
        return box, note

    def load(self) -> None:
        """Update the state of the tray, which may come and go."""
        settings = self.context.services.settings
        there = QSystemTrayIcon.isSystemTrayAvailable()
        tray = there and settings.tray
        closed = self.tr("Only while EpicRec runs in the system tray.")
        if there:
            words = self.tr(
                "Automatic scans go on after the window is closed. Use the icon's menu "
                "to open the window, scan, pause or quit."
            )
        else:
            words = self.tr("This desktop has no system tray. Closing the window quits EpicRec.")
        _show(self.tray, self.note, tray, words, enabled=there)
        words = self.tr(
            "Beside the icon, while the window is closed: a number, never a title. A click "
            "opens My movies."
        )
        finds, month = tray and settings.tell_finds, tray and settings.tell_month
        _show(self.finds, self.finds_note, finds, words if tray else closed, enabled=tray)
        words = self.tr(
            "While the window is closed: how many movies can be shared, how many new films "
            "are recommended to you."
        )
        _show(self.month, self.month_note, month, words if tray else closed, enabled=tray)
        icon = self.tr("EpicRec starts as an icon in the system tray.")
        words = icon if tray else self.tr("EpicRec opens its window.")
        _show(self.login, self.login_note, self._login.on, words)
        self.expander.set_remark(
            self.tr("Runs in the system tray") if tray else self.tr("Quits when closed")
        )

    def _choose(self, on: bool) -> None:
        paused = on and self.context.services.settings.rescans_paused  # nobody could resume them
        self.context.save_settings(tray=on, rescans_paused=paused)
        self.context.tray_changed.emit()
        self.load()

    def _choose_login(self, on: bool) -> None:
        self.context.tasks.run(
            lambda job: self._login.set_on(on), on_error=self.show_error, on_finished=self.load
        )


def _show(box: CheckBox, note: Note, on: bool, words: str, *, enabled: bool = True) -> None:
    """Show the state of a choice, and what it means now."""
    box.setEnabled(enabled)
    box.setChecked(on)
    note.setText(words)
    set_accessible_description(box, words)
