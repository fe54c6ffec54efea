"""What happens when the window is closed."""

from __future__ import annotations

from PySide6.QtWidgets import QSystemTrayIcon

from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.plain import set_accessible_description
from epicrec_desktop.ui.common.text import Note
from epicrec_desktop.ui.common.toggles import INDENT, CheckBox
from epicrec_desktop.ui.settings.section import Section


class BehaviorSection(Section):
    """The tray icon, off until the person wants it."""

    KEY = "behavior"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context, self.tr("Behavior"), self.tr("What happens when you close the window.")
        )
        self.tray = CheckBox(
            self.tr("Keep running in the system tray"), name="settings.behavior.tray"
        )
        self.tray.clicked.connect(self._choose)
        self.note = Note(name="settings.behavior.tray.note")
        self.note.setIndent(INDENT)
        self.controls.addWidget(self.tray)
        self.controls.addWidget(self.note)
        self.load()

    def load(self) -> None:
        """Look whether there is a tray now: it may come and go."""
        there = QSystemTrayIcon.isSystemTrayAvailable()
        self.tray.setEnabled(there)
        self.tray.setChecked(there and self.context.services.settings.tray)
        if there:
            words = self.tr(
                "Automatic scans go on after the window is closed. Use the icon's menu "
                "to open the window, scan, pause or quit."
            )
        else:
            words = self.tr("This desktop has no system tray, so closing the window ends EpicRec.")
        self.note.setText(words)
        set_accessible_description(self.tray, words)

    def _choose(self, on: bool) -> None:
        settings = self.context.services.settings
        settings.tray = on
        if not on:  # without the icon nobody could go on with them
            settings.rescans_paused = False
        self.context.save_settings()
        self.context.tray_changed.emit()
