"""The small sections: appearance, the person's data, and about."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout

from epicrec_desktop import __version__
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import DangerButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.question import Proof, Question
from epicrec_desktop.ui.common.segmented_control import Segmented
from epicrec_desktop.ui.common.text import Note, Text
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import LANGUAGES
from epicrec_desktop.ui.settings.licences import LicencesDialog, licences_file
from epicrec_desktop.ui.settings.section import Section


class AppearanceSection(Section):
    """Light or dark, and the language."""

    KEY = "appearance"

    def __init__(self, context: Context) -> None:
        super().__init__(context, self.tr("Appearance"), self.tr("Colors and language."))
        self.choice = Segmented(
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
        self.language = Segmented(
            [("system", self.tr("System")), *LANGUAGES.items()],
            name="settings.appearance.language",
            label=self.tr("Language"),
        )
        known = context.services.settings.language
        self.language.set_value(known if known in LANGUAGES else "system")
        self.language.chosen.connect(self._change_language)
        for control in (self.choice, self.language):
            row = QHBoxLayout()
            row.addWidget(control)
            row.addStretch(1)
            if control is self.language:
                self.controls.addSpacing(STEP)
                self.controls.addWidget(Note(self.tr("Language")))
            self.controls.addLayout(row)

    def _change_language(self, language: str) -> None:
        self.context.services.settings.language = language
        self.context.save_settings()
        self.context.language_chosen.emit()

    def _choose(self, appearance: str) -> None:
        self.context.theme.set_appearance(appearance)
        self.context.services.settings.appearance = appearance
        self.context.save_settings()


class DataSection(Section):
    """A copy of everything to read, or nothing left."""

    KEY = "data"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Your data"),
            self.tr(
                "Write what EpicRec knows of you into one file, to read or to keep, or remove it "
                "from this computer."
            ),
        )
        self.export = SecondaryButton(
            self.tr("Export…"), name="settings.data.export", icon="upload"
        )
        self.export.clicked.connect(self._ask_where)
        self.erase = DangerButton(
            self.tr("Erase everything…"), name="settings.data.erase", icon="trash"
        )
        self.erase.clicked.connect(self._ask_erase)
        row = QHBoxLayout()
        row.setSpacing(2 * STEP)
        row.addWidget(self.export)
        row.addWidget(self.erase)
        row.addStretch(1)
        self.controls.addLayout(row)

    def _ask_where(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export your data"), "epicrec-export.json"
        )
        if name:
            self.export_to(Path(name))

    def export_to(self, file: Path) -> None:
        """Write the export; only the person can read the file."""
        data = self.context.services.data
        self.context.tasks.run(
            lambda report, cancelled: data.export(file, replace=True),  # the dialog asked
            on_result=self._exported,
            on_error=self.trouble,
        )

    def _exported(self, _: object) -> None:
        self.tell(self.tr("Exported: your movies, levels and releases. The file is not encrypted."))

    def _ask_erase(self) -> None:
        question = Question(
            self.tr("Erase everything?"),
            self.tr(
                "Your movies, levels, settings, the record of what was sent, imported catalogs and "
                "logs are removed from this computer. The browsers' own history is not touched.\n\n"
                "What was already sent cannot be called back. Later releases add to it, and "
                "without the record this program can no longer count that."
            ),
            self.tr("Erase everything"),
            self,
            name="settings.data.question",
            typed=self.tr("erase"),
        )
        question.ask(self._erase)

    def _erase(self) -> None:
        self.erase.setEnabled(False)
        self.context.erasing.emit()
        data = self.context.services.data
        self.context.tasks.run(
            lambda report, cancelled: data.erase(),
            on_result=self._prove,
            on_error=self._not_erased,
        )

    def _not_erased(self, sentence: str) -> None:
        self.erase.setEnabled(True)
        self.context.not_erased.emit()
        self.trouble(sentence)

    def _prove(self, lines: list[Message]) -> None:
        sentences = [messages.localized(line) for line in lines]
        proof = Proof(self.tr("Erased"), sentences, self, name="settings.data.proof")
        # The window starts over when the list has been read: it throws this page away.
        proof.finished.connect(self.context.erased)
        proof.open()


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
        for label in (self.version, self.license, self.place):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.controls.addWidget(label)
        self.shortcuts = SecondaryButton(
            self.tr("Keyboard shortcuts"), name="settings.about.shortcuts"
        )
        self.shortcuts.clicked.connect(context.show_shortcuts)
        self.licences = SecondaryButton(self.tr("Licenses"), name="settings.about.licences")
        file = licences_file()
        self.licences.setVisible(file is not None)
        if file is not None:
            self.licences.clicked.connect(lambda: LicencesDialog(file, self).open())
        row = QHBoxLayout()
        row.addWidget(self.shortcuts)
        row.addWidget(self.licences)
        row.addStretch(1)
        self.controls.addSpacing(STEP)
        self.controls.addLayout(row)
