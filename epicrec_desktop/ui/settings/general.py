"""General settings: appearance, tray and start at login, and the user's data."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSystemTrayIcon

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.services.autostart import Autostart
from epicrec_desktop.services.backup.restore import RestorePlan, RestoreResult
from epicrec_desktop.settings import Offered
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import DangerButton, LinkButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import (
    ConfirmDialog,
    ResultDialog,
    choose_file,
    choose_save_file,
)
from epicrec_desktop.ui.common.layouts import FlowLayout, add_items
from epicrec_desktop.ui.common.restore import ExportReader, restored_sentence
from epicrec_desktop.ui.common.text import Note
from epicrec_desktop.ui.settings.section import Section, SettingRow


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
        add_items(self.controls, *self.settings.values())
        self.language = self.settings["language"].control
        self.set_open(on=True)  # few words, and what most people look for


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
        self.export = self.button("export", self.tr("Export…"), self._ask_where, icon="upload")
        self.restore_button = self.button(
            "bring-back", self.tr("Restore…"), self._ask_which, icon="download"
        )
        self.reading = ExportReader(context.services, context.tasks, self)
        self.reading.busy.connect(self.restore_button.setDisabled)
        self.reading.failed.connect(self.show_error)
        self.reading.agreed.connect(self._restore)
        self.show_export = self.reading.show
        self.erase = self.button(
            "erase", self.tr("Erase everything…"), self._ask_erase, DangerButton, icon="trash"
        )
        self.place = Note(
            self.tr("Your data is kept in {folder}").format(folder=context.services.paths.data),
            name="settings.about.place",  # as it was named in About
        )
        self.place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.imports = self.button(
            "import",
            self.tr("Movies from Letterboxd, Netflix, IMDb…"),
            lambda: context.navigate.emit("movies.import"),
            LinkButton,
        )
        add_items(
            self.controls,
            FlowLayout(self.export, self.restore_button, self.erase),
            (self.imports, 0, Qt.AlignmentFlag.AlignLeading),
            self.place,
        )

    def _ask_where(self) -> None:
        file = choose_save_file(self, self.tr("Export your data"), "epicrec-export.json")
        if file is not None:
            self.export_to(file)

    def export_to(self, file: Path) -> None:
        """Write the export, readable by the user only."""
        words = self.tr("Exported: your movies, levels and releases. The file is not encrypted.")
        self.ask(
            lambda services, job: services.data.export(file, replace=True),  # the dialog asked
            lambda _: self.show_message(words),
        )

    def _ask_which(self) -> None:
        file = choose_file(
            self, self.tr("Restore an export"), self.tr("Exports of EpicRec (*.json)")
        )
        if file is not None:
            self.show_export(file)

    def _restore(self, plan: RestorePlan) -> None:
        self.restore_button.setEnabled(False)
        self.ask(
            lambda services, job: services.backup.restore(plan),
            self._restored,
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
        self.ask(
            lambda services, job: services.data.erase(), self._show_proof, on_error=self._not_erased
        )

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
        start = Offered("settings.behavior.login", self.tr("Start when I log in"))
        self.login = SettingRow(start)
        self.login.chosen.connect(self._choose_login)
        add_items(self.controls, *self.settings.values(), self.login)
        self.load()

    def show_settings(self) -> None:
        """Show also what follows from the tray, which may come and go."""
        super().show_settings()
        tray = self.is_on("tray")
        icon = self.tr("EpicRec starts as an icon in the system tray.")
        words = icon if tray else self.tr("EpicRec opens its window.")
        self.login.show_value(self._login.on, note=words)
        self.expander.set_remark(
            self.tr("Runs in the system tray") if tray else self.tr("Quits when closed")
        )
        if (
            not self.context.services.settings.tray
            and self.context.services.settings.rescans_paused
        ):
            self.context.save_settings(rescans_paused=False)  # nobody could resume them

    def is_possible(self, setting: str) -> bool:
        if setting == "tray":
            return QSystemTrayIcon.isSystemTrayAvailable()
        return super().is_possible(setting)

    def _choose_login(self, on: bool) -> None:
        login = self._login
        self.ask(lambda services, job: login.set_on(on), on_finished=self.load)
