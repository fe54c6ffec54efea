"""Sections about the window: appearance and language, behavior, and about the program."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from epicrec_desktop import __version__, resources
from epicrec_desktop.build_info import full_version
from epicrec_desktop.services.autostart import Autostart
from epicrec_desktop.services.update_check import UpdateAnswer, Verdict, answer_text
from epicrec_desktop.settings import Offered
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import SecondaryButton, copy_on_click
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, TextDialog
from epicrec_desktop.ui.common.labels import Note, Strong, Text
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, add_items, column, row
from epicrec_desktop.ui.common.tasks import NETWORK
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import resolve_language
from epicrec_desktop.ui.settings.section import Section, SettingRow


class AppearanceSection(Section):
    """Section for appearance and language."""

    KEY = "appearance"

    def __init__(self, context: Context) -> None:
        title = self.tr("Appearance and language")
        note = self.tr("“System” follows the colors and the language of your desktop.")
        keywords = self.tr("dark mode theme contrast translation")
        super().__init__(context, title, note, keywords=keywords)
        add_items(self.controls, *self.settings.values())
        self.language = self.settings["language"].control
        self.unfold()  # few words, and what most people look for


class BehaviorSection(Section):
    """Section for tray icon, notifications and start at login; all off by default."""

    KEY = "behavior"

    def __init__(self, context: Context, login: Autostart | None = None) -> None:
        note = self.tr("What happens when you close the window or log in.")
        super().__init__(context, self.tr("Behavior"), note)
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
        settings = self.context.services.settings
        if settings.rescans_paused and not settings.tray:
            self.context.save_settings(rescans_paused=False)  # nobody could resume them

    def is_possible(self, setting: str) -> bool:
        if setting == "tray":
            return QSystemTrayIcon.isSystemTrayAvailable()
        return super().is_possible(setting)

    def _choose_login(self, on: bool) -> None:
        login = self._login
        self.ask(lambda services, job: login.set_on(on), on_finished=self.load)


class UpdateCheck(QWidget):
    """Update check of a section, which has the `button` that starts it."""

    def __init__(self, section: Section) -> None:
        super().__init__()
        self._section = section
        self._host = section.context.services.updates.host
        self.off = Note(
            self.tr("Update checks are off: this package was built without an address to ask."),
            name="settings.updates.off",
        )
        self.button = SecondaryButton(
            self.tr("Look for a newer version…"), name="settings.updates.check", icon="refresh"
        )
        self.button.clicked.connect(self._ask)
        self.headline = Strong(name="settings.updates.headline")
        self.note = Text(name="settings.updates.note")
        self.page = Note(name="settings.updates.page")
        self.files = Note(name="settings.updates.files")
        self.copy = SecondaryButton(self.tr("Copy the address"), name="settings.updates.copy")
        copy_on_click(self.copy, lambda: self._page)
        self.copy.clicked.connect(self._copied)
        labels = (self.headline, self.note, self.page, self.files)
        for label in labels:
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.offer = QWidget()
        self.offer.setObjectName("settings.updates.offer")
        lines = (*labels, row(self.copy, STRETCH))
        column(*lines, parent=self.offer, margins=(0, STEP, 0, STEP), spacing=STEP)
        self.offer.hide()
        column(self.off, self.offer, parent=self)
        # Shown without a parent, each would be a window for a moment.
        if self._host is None:
            self.button.hide()
        else:
            self.off.hide()
            self.hide()

    def _ask(self) -> None:
        ConfirmDialog(
            self.tr("Look for a newer version?"),
            self.tr(
                "{host} is asked, once. It learns that somebody at your network address uses "
                "EpicRec. Your version, your movies and your settings are not sent.\n\nNothing "
                "is downloaded or installed."
            ).format(host=self._host),
            self.tr("Ask {host}").format(host=self._host),
            self,
            name="settings.updates.question",
            destructive=False,
        ).ask(self._check)

    def _check(self) -> None:
        self.button.setEnabled(False)
        self._section.ask(
            lambda services, job: services.updates.check(job.cancelled),
            self._show,
            queue=NETWORK,
            on_finished=lambda: self.button.setEnabled(True),
        )

    def _show(self, answer: UpdateAnswer) -> None:
        newer, words = answer.verdict is Verdict.NEWER, messages.localized(answer_text(answer))
        self.offer.setVisible(newer)
        self.setVisible(newer)
        if not newer:
            self._section.show_message(words)
            return
        self.headline.setText(words)
        language = resolve_language(self._section.context.services.settings.language)
        self.note.show_text(answer.note(language))
        self.page.setText(self.tr("It is found at {page}").format(page=answer.manifest.page))
        lines = [f"{file.name}\nSHA-256 {file.sha256}" for file in answer.files]
        self.files.show_text("\n".join(lines))
        self._page = answer.manifest.page
        self._section.show_message(
            self.tr("The announcement is signed by the makers of this program.")
        )

    def _copied(self) -> None:
        self._section.show_message(self.tr("Copied. Paste it into your browser."))


class AboutSection(Section):
    """Section with version, license and help."""

    KEY = "about"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context, self.tr("About"), "", keywords=self.tr("version update help license")
        )
        self.expander.set_remark(__version__)
        self.version = Text(
            self.tr("EpicRec Desktop {version}").format(version=full_version()),
            name="settings.about.version",
        )
        words = self.tr(
            "Free software under the MIT license. The Inter typeface: SIL Open Font License."
        )
        self.license = Note(words, name="settings.about.license")
        for label in (self.version, self.license):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.updates = UpdateCheck(self)
        self.shortcuts = self.button(
            "shortcuts", self.tr("Keyboard shortcuts"), context.show_shortcuts
        )
        self.help = self.button("help", self.tr("Help"), lambda: context.show_help.emit(""))
        self.new = self.button("news", self.tr("What is new"), context.show_release_notes)
        # Where a package has one; pip installs each license beside its package.
        file = resources.path("licences.txt")
        self.licences = self.button(
            "licences", self.tr("Licenses"), lambda: self._show_licences(file)
        )
        buttons = FlowLayout(
            self.updates.button, self.help, self.new, self.shortcuts, self.licences
        )
        add_items(self.controls, self.version, self.license, self.updates, STEP, buttons)
        self.licences.setVisible(file.is_file())

    def _show_licences(self, file: Path) -> None:
        text = file.read_text(encoding="utf-8", errors="replace")
        dialog = TextDialog(self, self.tr("Licenses"), (760, 560), name="licences", text=text)
        dialog.finish()
        dialog.text.setFocus()
        dialog.open()
