"""The question before anything leaves: to whom, what, and what it costs.

Where months are to be drawn it has two steps in one place. The first makes the list: it says what
that means, and shows an example. The second shows the real list, and asks whether it goes.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui.common import layouts, privacy_text
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.text import Heading, Note, Strong, Text, set_window_title
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.privacy.leaving_list import ReleaseMovies

SLOW_MS = 500
"""Work that takes longer than this shows its progress."""
ARMED_MS = 700
"""The second click of a double one must not send what the first one has made."""


class ReleaseDialog(QDialog):
    """Accepted means: release what `preview` shows. Closing it in any other way means no."""

    sample_requested = Signal()  # make the list that `preview` is an example of

    def __init__(self, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.preview = preview
        self.setObjectName("privacy.confirm")
        set_window_title(
            self,
            self.tr("Before the list is used")
            if preview.provider == THIS_COMPUTER
            else self.tr("Before anything leaves"),
        )
        self.setModal(True)
        layouts.resize_to_screen(self, 520, 560)
        self._build()
        self._armed = QTimer(self, singleShot=True, interval=ARMED_MS)
        self._armed.timeout.connect(lambda: self.yes.setEnabled(True))
        self.show_preview(preview)
        self.no.setFocus()

    def _build(self) -> None:
        self.heading = Heading("", name="privacy.confirm.heading")
        self.making = Text(name="privacy.confirm.making")
        self.observer = Text(name="privacy.confirm.observer")
        self.size_line = Strong("", name="privacy.confirm.size")
        self.list = ReleaseMovies("privacy.confirm.list")
        self.cost = Note(name="privacy.confirm.cost")
        self.progress = ProgressStrip(name="privacy.confirm.progress")
        self._warnings = QVBoxLayout()
        self._warnings.setSpacing(2 * STEP)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        for widget in (self.heading, self.making, self.observer, self.size_line):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.cost)
        column.addLayout(self._warnings)
        column.addWidget(self.progress)
        column.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        self.no = SecondaryButton(self.tr("Not now"), name="privacy.confirm.no")
        self.make = PrimaryButton(self.tr("Make the real list"), name="privacy.confirm.make")
        self.yes = PrimaryButton("", name="privacy.confirm.yes")
        self.no.clicked.connect(self.reject)
        self.make.clicked.connect(self.sample_requested)
        self.yes.clicked.connect(self.accept)
        # Enter must not release by accident: the careful answer is the default one.
        for does in (self.make, self.yes):
            does.setAutoDefault(False)
        self.no.setDefault(True)
        row = QHBoxLayout()
        row.setSpacing(2 * STEP)
        row.addStretch(1)
        for button in (self.no, self.make, self.yes):
            row.addWidget(button)
        return row

    def show_preview(self, preview: Preview) -> None:
        """Ask whether the list is made, or whether the one that is there goes."""
        self.preview = preview
        first = preview.example
        self.heading.setText(self._question(preview))
        self.making.setText(privacy_text.making(preview) if first else "")
        self.making.setVisible(first)
        budget = None if first else preview.budget
        self.observer.setText(privacy_text.observer(budget) if budget is not None else "")
        self.observer.setVisible(budget is not None)
        size = privacy_text.leaving_heading(preview)
        self.size_line.setText(size[:1].upper() + size[1:])
        self.list.show_preview(preview)
        self.cost.setText(privacy_text.cost(preview))
        self.cost.setVisible(not first)
        self._warn(() if first or preview.repeat else preview.proposal.warnings)
        self.yes.setText(privacy_text.send_button(preview))
        self.make.setVisible(first)
        self.make.setEnabled(True)
        self.yes.setVisible(not first)
        self.yes.setEnabled(not first)

    def _warn(self, warnings: tuple[str, ...]) -> None:
        while (item := self._warnings.takeAt(0)) is not None:
            if (note := item.widget()) is not None:
                note.deleteLater()
        for warning in warnings:
            words = privacy_text.warning(warning)
            self._warnings.addWidget(Note(words, name=f"privacy.confirm.{warning}"))

    def _question(self, preview: Preview) -> str:
        if preview.example:
            return self.tr("Make the real list?")
        if preview.provider == THIS_COMPUTER:
            if preview.repeat:
                return self.tr("Use this list again on this computer?")
            return self.tr("Use this list on this computer?")
        if preview.repeat:
            words = self.tr("Send this list to {name} again?")
        else:
            words = self.tr("Send this list to {name}?")
        return words.format(name=preview.provider)

    def follow(self, task: Task) -> None:
        """The list is being made; until it is, that can be stopped."""
        self.make.setEnabled(False)
        self.no.setFocus()
        self.progress.follow(task, self.tr("Making the list…"), after_ms=SLOW_MS)

    def show_sampled(self, preview: Preview) -> None:
        """The list is made: the second step, in the place of the first."""
        self.show_preview(preview)
        if preview.example:  # a month ended at this very moment
            return
        self.yes.setEnabled(False)
        self._armed.start()
        # What there is to do now is to read it; Enter still means no.
        (self.list.view if preview.items else self.no).setFocus()

    def sampling_canceled(self) -> None:
        """It was stopped before anything was made: the first step still stands."""
        self.make.setEnabled(True)
