"""Progress of a running task, with a button that cancels it."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from epicrec_desktop.domain.progress import Progress
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.labels import ElidedLabel
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP

PATIENCE_MS = 400
"""Milliseconds after which automatic or short work shows that it is running."""


class ProgressStrip(QWidget):
    """Strip that follows a `Task`: it appears with the task and hides when it has finished."""

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._task: Task | None = None
        self.label = ElidedLabel(name=f"{name}.text")
        self.bar = QProgressBar(textVisible=False)
        self.bar.setObjectName(f"{name}.bar")
        self.cancel = SecondaryButton(self.tr("Cancel"), name=f"{name}.cancel")
        self.cancel.clicked.connect(self._cancel)
        both = column(self.label, self.bar, spacing=STEP + 2)
        edges = (0, 2 * STEP, 0, 2 * STEP)
        row((both, 1), self.cancel, parent=self, margins=edges, spacing=4 * STEP)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self.show)
        self.hide()

    def follow(
        self, task: Task, text: str, *, patient: bool = False, can_cancel: bool = True
    ) -> None:
        """Show a started task; `patient`: only if it takes `PATIENCE_MS`."""
        self._task = task
        self.cancel.setEnabled(True)
        self.cancel.setVisible(can_cancel)
        self.show_progress(Progress(text))
        task.progress.connect(self.show_progress)
        task.finished.connect(self._finished)
        if patient:
            self._patience.start()
        else:
            self.show()

    def show_progress(self, progress: Progress) -> None:
        """Show one progress report; a total of 0 shows a busy bar."""
        text = messages.localized(progress.step)
        self.label.setText(text)
        self.bar.setRange(0, max(progress.total, 0))
        self.bar.setValue(progress.done)
        set_accessible_name(self.bar, text)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self.cancel.setEnabled(False)
        self.label.setText(self.tr("Stopping…"))

    def _finished(self) -> None:
        if self.sender() is not self._task:
            return  # a task that another one has followed
        self._patience.stop()
        self._task = None
        self.hide()
