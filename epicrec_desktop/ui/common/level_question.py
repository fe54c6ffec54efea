"""What may leave this computer: asked when there is somebody elsewhere who could get anything."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.ui.common import privacy_text
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.level_cards import LevelCards
from epicrec_desktop.ui.common.plain import set_window_title
from epicrec_desktop.ui.common.question import WrappedTextDialog, button_row
from epicrec_desktop.ui.common.text import Heading, Text
from epicrec_desktop.ui.common.theme import STEP


class LevelDialog(WrappedTextDialog):
    """The three cards, none of them chosen beforehand. Closing it is no answer."""

    WIDTH = 560

    chosen = Signal(ReleaseLevel)

    def __init__(self, provider: str, confirmed: int, parent: QWidget | None = None) -> None:
        """`provider`: who could get something from now on. `confirmed`: movies of the library."""
        super().__init__(parent)
        heading = self.tr("What may leave this computer?")
        self.setObjectName("level.question")
        set_window_title(self, heading)
        self.setModal(True)
        self.cards = LevelCards("level.question.cards")
        self.cards.set_stacked(True)
        words = {
            level: (privacy_text.consequence(level, PrivacyChoice(), confirmed), "")
            for level in ReleaseLevel
        }
        self.cards.set_words(words)
        self.no = SecondaryButton(self.tr("Cancel"), name="level.question.no")
        self.no.setAutoDefault(False)
        self.no.clicked.connect(self.reject)
        self.yes = PrimaryButton(self.tr("Choose"), name="level.question.yes")
        self.yes.setDefault(True)
        self.yes.setEnabled(False)
        self.yes.clicked.connect(self._answer)
        self.cards.chosen.connect(self._level_selected)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        column.addWidget(Heading(heading))
        about = self.tr(
            "What {name} gets leaves EpicRec for good. Nothing is sent now. Before anything "
            "leaves, Privacy shows you what it is and asks. You can change the level there at any "
            "time."
        )
        column.addWidget(Text(about.format(name=provider), name="level.question.text"))
        column.addWidget(self.cards)
        column.addSpacing(STEP)
        column.addLayout(button_row(self.no, self.yes))

    def _level_selected(self) -> None:
        self.yes.setEnabled(True)

    def _answer(self) -> None:
        level = self.cards.level()
        if level is not None:
            self.chosen.emit(level)
            self.accept()
