"""Making a list for good, and releasing the one that was shown and said yes to."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.services.proposals import Proposal
from epicrec_desktop.services.recommend import RecommendResult
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.common.tasks import NETWORK, Task
from epicrec_desktop.ui.privacy.previews import PreviewRunner
from epicrec_desktop.ui.privacy.release_dialog import ReleaseDialog


class ReleaseController(QObject):
    """Asks in a dialog over the page, releases, and leads to the recommendations made of it."""

    started = Signal(object)  # Task
    failed = Signal(str)  # a sentence
    ended = Signal()
    sampled = Signal()  # a list was made for good, or it was tried: what can be released is new
    level_chosen = Signal(ReleaseLevel)  # asked for before a first release elsewhere

    def __init__(self, context: Context, previews: PreviewRunner, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._previews, self._page = context, previews, page
        self._task: Task | None = None
        self._dialog: ReleaseDialog | None = None
        self._sampling_task: Task | None = None

    @property
    def running(self) -> bool:
        """Whether a release is under way."""
        return self._task is not None

    def ask(self) -> None:
        """Release what is previewed if the person agrees; nothing needs no consent."""
        preview = self._previews.current
        if preview is None or self.running or self._sampling_task is not None:
            return
        if preview.level is ReleaseLevel.NO:
            self._release(preview.proposal)
            return
        if preview.proposal.address is not None and not preview.level_chosen:
            self._ask_level(preview)
            return
        self._ask(preview)

    def _ask_level(self, preview: Preview) -> None:
        """Nothing goes elsewhere at a level that nobody chose; the page shows what it means."""
        question = LevelDialog(preview.provider, preview.confirmed_items, self._page)
        question.chosen.connect(self.level_chosen)
        question.finished.connect(question.deleteLater)
        question.open()

    def _ask(self, preview: Preview) -> None:
        self._dialog = dialog = ReleaseDialog(preview, self._page)
        dialog.sample_requested.connect(self._sample)
        # What was shown is what is agreed to, whatever this page shows by then.
        dialog.accepted.connect(lambda: self._release(dialog.preview.proposal))
        dialog.finished.connect(self._answered)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _answered(self) -> None:
        self._dialog = None
        if self._sampling_task is not None:  # closed meanwhile: what is not made yet is not made
            self._sampling_task.cancel()

    def _sample(self) -> None:
        """Make the list that the dialog shows an example of."""
        if self._dialog is None or self._sampling_task is not None:
            return
        privacy, proposal = self._context.services.privacy, self._dialog.preview.proposal
        self._sampling_task = self._context.tasks.run(
            lambda report, cancelled: privacy.sample(proposal, report=report, cancelled=cancelled),
            queue=NETWORK,  # as previews: after one that is under way. It asks nobody
            on_result=self._sampled,
            on_error=self._sampling_failed,
            on_cancelled=self._sampling_canceled,
            on_finished=self._sampling_ended,
        )
        self._dialog.follow(self._sampling_task)

    def _sampled(self, preview: Preview) -> None:
        if self._dialog is not None:
            self._dialog.show_sampled(preview)

    def _sampling_canceled(self) -> None:
        if self._dialog is not None:
            self._dialog.sampling_canceled()

    def _sampling_failed(self, sentence: str) -> None:
        if self._dialog is not None:
            self._dialog.reject()
        self.failed.emit(sentence)

    def _sampling_ended(self) -> None:
        self._sampling_task = None
        self._context.sampled.emit()  # also where it failed: a month may be drawn
        self.sampled.emit()

    def _release(self, proposal: Proposal) -> None:
        recommend = self._context.services.recommend
        self._task = self._context.tasks.run(
            lambda report, cancelled: recommend.release(
                proposal, report=report, cancelled=cancelled
            ),
            queue=NETWORK,
            on_result=self._released,
            on_error=self.failed.emit,
            on_finished=self._finished,
        )
        self.started.emit(self._task)

    def _released(self, outcome: RecommendResult) -> None:
        self._context.outcome = outcome
        self._context.recommendations_changed.emit()
        # The other page is drawn in a pass of its own, or the window would stand still.
        QTimer.singleShot(0, self, lambda: self._context.navigate.emit("recommendations"))

    def _finished(self) -> None:
        self._task = None
        self._context.released.emit()  # also where it failed or was cancelled: it may be made
        self.ended.emit()
