"""The question before anything leaves: to whom, what, and what it costs."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui.common import privacy_text, screens
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.plain import set_window_title
from epicrec_desktop.ui.common.text import Heading, Note, Strong, Text
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.privacy.leaving_list import LeavingList


class ReleaseDialog(QDialog):
    """Accepted means: release. Closing it in any other way means no."""

    def __init__(self, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("privacy.confirm")
        here = preview.provider == THIS_COMPUTER
        set_window_title(
            self, self.tr("Before the list is made") if here else self.tr("Before anything leaves")
        )
        self.setModal(True)
        screens.open_at(self, 520, 560)
        self.heading = Heading(self._question(preview), name="privacy.confirm.heading")
        self.list = LeavingList("privacy.confirm.list")
        self.list.show_preview(preview)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        column.addWidget(self.heading)
        if preview.budget is not None:
            column.addWidget(
                Text(privacy_text.observer(preview.budget), name="privacy.confirm.observer")
            )
        column.addWidget(Strong(self._size(preview), name="privacy.confirm.size"))
        column.addWidget(self.list, 1)
        column.addWidget(Note(privacy_text.cost(preview), name="privacy.confirm.cost"))
        for warning in () if preview.repeat else preview.proposal.warnings:
            words = privacy_text.warning(warning)
            column.addWidget(Note(words, name=f"privacy.confirm.{warning}"))
        column.addLayout(self._buttons(preview))

    def _question(self, preview: Preview) -> str:
        if preview.provider == THIS_COMPUTER:
            return self._question_here(preview)
        if preview.repeat:
            words = self.tr("Send this list to {name} again?")
        elif preview.example:
            words = self.tr("Send a list like this to {name}?")
        else:
            words = self.tr("Send this list to {name}?")
        return words.format(name=preview.provider)

    def _question_here(self, preview: Preview) -> str:
        """Of a list that stays on this computer."""
        if preview.repeat:
            return self.tr("Use this list again on this computer?")
        if preview.example:
            return self.tr("Make a list like this on this computer?")
        return self.tr("Use this list on this computer?")

    def _size(self, preview: Preview) -> str:
        size = privacy_text.leaving_heading(preview)
        return size[:1].upper() + size[1:]

    def _buttons(self, preview: Preview) -> QHBoxLayout:
        self.no = SecondaryButton(self.tr("Not now"), name="privacy.confirm.no")
        self.yes = PrimaryButton(privacy_text.release_button(preview), name="privacy.confirm.yes")
        self.no.clicked.connect(self.reject)
        self.yes.clicked.connect(self.accept)
        # Enter must not release by accident: the careful answer is the default one.
        self.yes.setAutoDefault(False)
        self.no.setDefault(True)
        row = QHBoxLayout()
        row.setSpacing(2 * STEP)
        row.addStretch(1)
        row.addWidget(self.no)
        row.addWidget(self.yes)
        self.no.setFocus()
        return row
