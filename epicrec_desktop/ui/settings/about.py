"""About section: version, update check, licenses, and where data is stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from epicrec_desktop import __version__, resources
from epicrec_desktop.build_info import full_version
from epicrec_desktop.services.update_check import UpdateAnswer, Verdict, answer_text
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, TextDialog
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, column, row
from epicrec_desktop.ui.common.tasks import NETWORK
from epicrec_desktop.ui.common.text import Note, Strong, Text
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import resolve_language
from epicrec_desktop.ui.settings.section import Section


class UpdateCheck(QWidget):
    """Update check: `button` starts it, and the section places it.

    `show_message` and `show_error` show a sentence in the section.
    """

    def __init__(
        self,
        context: Context,
        show_message: Callable[[str], object],
        show_error: Callable[[str], object],
    ) -> None:
        super().__init__()
        self._context = context
        self._tell = show_message
        self._trouble = show_error
        self._host = context.services.updates.host
        self.off = Note(
            self.tr("Update checks are off: this package was built without an address to ask."),
            name="settings.updates.off",
        )
        self.button = SecondaryButton(
            self.tr("Look for a newer version…"), name="settings.updates.check", icon="refresh"
        )
        self.button.clicked.connect(self._ask)
        column(self.off, self._build_offer(), parent=self)
        # Shown without a parent, each would be a window for a moment.
        if self._host is None:
            self.button.hide()
        else:
            self.off.hide()
            self.hide()

    def _build_offer(self) -> QWidget:
        """Return the panel of a newer version: its description, its address, and the checksums of
        its files.
        """
        self.offer = QWidget()
        self.offer.setObjectName("settings.updates.offer")
        self.headline = Strong(name="settings.updates.headline")
        self.note = Text(name="settings.updates.note")
        self.page = Note(name="settings.updates.page")
        self.files = Note(name="settings.updates.files")
        self.copy = SecondaryButton(self.tr("Copy the address"), name="settings.updates.copy")
        self.copy.clicked.connect(self._copy)
        labels = (self.headline, self.note, self.page, self.files)
        for label in labels:
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column(
            *labels,
            row(self.copy, STRETCH),
            parent=self.offer,
            margins=(0, STEP, 0, STEP),
            spacing=STEP,
        )
        self.offer.hide()
        return self.offer

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
        updates = self._context.services.updates
        self._context.tasks.run(
            lambda job: updates.check(job.cancelled),
            queue=NETWORK,
            on_result=self._show,
            on_error=self._trouble,
            on_finished=lambda: self.button.setEnabled(True),
        )

    def _show(self, answer: UpdateAnswer) -> None:
        newer = answer.verdict is Verdict.NEWER
        if not newer:
            self._tell(messages.localized(answer_text(answer)))
        else:
            self._offer(answer)
        self.offer.setVisible(newer)
        self.setVisible(newer)

    def _offer(self, answer: UpdateAnswer) -> None:
        self.headline.setText(messages.localized(answer_text(answer)))
        note = answer.note(resolve_language(self._context.services.settings.language))
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.page.setText(self.tr("It is found at {page}").format(page=answer.manifest.page))
        lines = [f"{file.name}\nSHA-256 {file.sha256}" for file in answer.files]
        self.files.setText("\n".join(lines))
        self.files.setVisible(bool(lines))
        self._page = answer.manifest.page
        self._tell(self.tr("The announcement is signed by the makers of this program."))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._page)
        self._tell(self.tr("Copied. Paste it into your browser."))


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
        self.license = Note(
            self.tr(
                "Free software under the MIT license. The Inter typeface: SIL Open Font License."
            ),
            name="settings.about.license",
        )
        self.updates = UpdateCheck(context, self.show_message, self.show_error)
        for label in (self.version, self.license):
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
        # Where a package has one; pip installs each license beside its package.
        file = resources.path("licences.txt")
        if not file.is_file():
            self.licences.hide()
        self.licences.clicked.connect(lambda: self._show_licences(file))
        row = FlowLayout(self.updates.button, self.help, self.new, self.shortcuts, self.licences)
        self.controls.addSpacing(STEP)
        self.controls.addLayout(row)

    def _show_licences(self, file: Path) -> None:
        """Show all license texts, searchable; the arrow keys scroll."""
        text = file.read_text(encoding="utf-8", errors="replace")
        dialog = TextDialog(self, self.tr("Licenses"), (760, 560), name="licences", text=text)
        dialog.finish()
        dialog.text.setFocus()
        dialog.open()
