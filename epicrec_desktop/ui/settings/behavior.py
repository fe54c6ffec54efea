"""What happens when the window is closed, and when the person logs in."""

from __future__ import annotations

from PySide6.QtWidgets import QSystemTrayIcon

from epicrec_desktop.services.login_start import Autostart
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import INDENT, CheckBox
from epicrec_desktop.ui.common.text import Note, set_accessible_description
from epicrec_desktop.ui.settings.section import Section


class BehaviorSection(Section):
    """The tray icon, its news, and a start with the session: all off until they are wanted."""

    KEY = "behavior"

    def __init__(self, context: Context, login: Autostart | None = None) -> None:
        super().__init__(
            context,
            self.tr("Behavior"),
            self.tr("What happens when you close the window, and when you log in."),
        )
        self._login = login or Autostart(context.services.paths)
        self.tray, self.note = self._choice(self.tr("Keep running in the system tray"), "tray")
        self.finds, self.finds_note = self._choice(
            self.tr("Say how many movies a scan by itself found"), "finds"
        )
        self.login, self.login_note = self._choice(self.tr("Start when I log in"), "login")
        self.tray.clicked.connect(self._choose)
        self.finds.clicked.connect(self._choose_finds)
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
        """Look whether there is a tray now: it may come and go."""
        settings = self.context.services.settings
        there = QSystemTrayIcon.isSystemTrayAvailable()
        tray = there and settings.tray
        self.tray.setEnabled(there)
        self.tray.setChecked(tray)
        if there:
            words = self.tr(
                "Automatic scans go on after the window is closed. Use the icon's menu "
                "to open the window, scan, pause or quit."
            )
        else:
            words = self.tr("This desktop has no system tray, so closing the window ends EpicRec.")
        self._say(self.tray, self.note, words)
        self.finds.setEnabled(tray)
        self.finds.setChecked(tray and settings.tell_finds)
        if tray:
            words = self.tr(
                "Beside the icon, while the window is closed: a number, never a title. A click "
                "opens My movies."
            )
        else:
            words = self.tr("Only while EpicRec runs in the system tray.")
        self._say(self.finds, self.finds_note, words)
        self.login.setChecked(self._login.on)
        if tray:
            words = self.tr("Without a window: the icon in the system tray is there.")
        else:
            words = self.tr("The window opens then, as there is no icon in the system tray.")
        self._say(self.login, self.login_note, words)

    @staticmethod
    def _say(box: CheckBox, note: Note, words: str) -> None:
        note.setText(words)
        set_accessible_description(box, words)

    def _choose(self, on: bool) -> None:
        settings = self.context.services.settings
        settings.tray = on
        if not on:  # without the icon nobody could go on with them
            settings.rescans_paused = False
        self.context.save_settings()
        self.context.tray_changed.emit()
        self.load()

    def _choose_finds(self, on: bool) -> None:
        self.context.services.settings.tell_finds = on
        self.context.save_settings()

    def _choose_login(self, on: bool) -> None:
        self.context.tasks.run(
            lambda report, cancelled: self._login.set_on(on),
            on_error=self.show_error,
            on_finished=self.load,
        )
