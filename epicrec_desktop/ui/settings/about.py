"""About: the version, whether there is a newer one, licences, and where data is kept."""

from __future__ import annotations

from PySide6.QtCore import Qt

from epicrec_desktop import __version__
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.layouts import FlowLayout
from epicrec_desktop.ui.common.text import Note, Text
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.settings.licences import LicencesDialog, licences_file
from epicrec_desktop.ui.settings.section import Section
from epicrec_desktop.ui.settings.updates import UpdateCheck


class AboutSection(Section):
    """Version, license, and where data is kept."""

    KEY = "about"

    def __init__(self, context: Context) -> None:
        super().__init__(context, self.tr("About"), "")
        self.version = Text(
            self.tr("EpicRec Desktop {version}").format(version=__version__),
            name="settings.about.version",
        )
        self.license = Note(
            self.tr(
                "Free software under the MIT license. The Inter typeface: SIL Open Font License."
            ),
            name="settings.about.license",
        )
        self.place = Note(
            self.tr("Your data is kept in {folder}").format(folder=context.services.paths.data),
            name="settings.about.place",
        )
        self.updates = UpdateCheck(context, self.show_message, self.show_error)
        for label in (self.version, self.license, self.place):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.controls.addWidget(label)
        self.controls.addWidget(self.updates)
        self.shortcuts = SecondaryButton(
            self.tr("Keyboard shortcuts"), name="settings.about.shortcuts"
        )
        self.shortcuts.clicked.connect(context.show_shortcuts)
        self.help = SecondaryButton(self.tr("Help"), name="settings.about.help")
        self.help.clicked.connect(lambda: context.show_help.emit(""))
        self.new = SecondaryButton(self.tr("What is new"), name="settings.about.news")
        self.new.clicked.connect(context.show_release_notes)
        self.licences = SecondaryButton(self.tr("Licenses"), name="settings.about.licences")
        file = licences_file()
        if file is None:
            self.licences.hide()
        else:
            self.licences.clicked.connect(lambda: LicencesDialog(file, self).open())
        row = FlowLayout(self.updates.button, self.help, self.new, self.shortcuts, self.licences)
        self.controls.addSpacing(STEP)
        self.controls.addLayout(row)
