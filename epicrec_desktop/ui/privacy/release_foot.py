"""The foot of the Privacy page: what a release costs, and the button for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from epicrec_desktop.ui.common.buttons import PrimaryButton
from epicrec_desktop.ui.common.page import MARGIN
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.text import Note, Text
from epicrec_desktop.ui.common.theme import STEP

HEIGHT, HEIGHT_NARROW = 84, 116
SLOW_MS = 500
"""Work that takes longer than this shows its progress."""


class ReleaseFooter(QStackedWidget):
    """Words and button; while something runs, its progress in the same place.

    The height is fixed, so that nothing above moves when one takes the place of the other.
    """

    def __init__(self) -> None:
        super().__init__()
        self._usual = HEIGHT
        self.setObjectName("privacy.foot")
        self.cost = Text(name="privacy.cost")
        self.waiting = Note(name="privacy.waiting")
        self.release = PrimaryButton("", name="privacy.release", icon="send")
        self.release.setEnabled(False)
        self.progress = ProgressStrip(name="privacy.progress")
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._show_progress)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(self.cost)
        words.addWidget(self.waiting)
        words.addStretch(1)
        resting = QWidget()
        row = QHBoxLayout(resting)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6 * STEP)
        row.addLayout(words, 1)
        row.addWidget(self.release)
        self._margin = 0
        self.set_margin(MARGIN)
        self.addWidget(resting)
        resting.installEventFilter(self)
        self.addWidget(self.progress)
        self.set_narrow(False)

    def set_margin(self, margin: int) -> None:
        """As the page above it."""
        if margin != self._margin:
            self._margin = margin
            self.setContentsMargins(margin, 2 * STEP, margin, 2 * STEP)

    def set_narrow(self, narrow: bool) -> None:
        """More lines where they are shorter."""
        usual = HEIGHT_NARROW if narrow else HEIGHT
        if usual != self._usual:
            self._usual = usual
            self._fit()

    def _fit(self) -> None:
        """Higher only where the words of a language need it."""
        width = self.width() - 2 * self._margin - 6 * STEP - self.release.sizeHint().width()
        words = sum(max(0, w.heightForWidth(max(width, 1))) for w in (self.cost, self.waiting))
        needed = words + 2 + 4 * STEP if self.width() > 4 * self._margin else 0
        if self.height() != max(self._usual, needed):
            self.setFixedHeight(max(self._usual, needed))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Words changed, or the room for them did."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit()
        return super().eventFilter(watched, event)

    def show_idle(self) -> None:
        """Nothing runs."""
        self._slow.stop()
        self.setCurrentIndex(0)

    def follow(self, task: Task, words: str) -> None:
        """Show the progress of this task, if it takes a while."""
        self.progress.follow(task, words)
        self._slow.start()

    def _show_progress(self) -> None:
        self.setCurrentIndex(1)

    def stop_waiting(self) -> None:
        """What was followed is not waited for anymore."""
        self._slow.stop()
