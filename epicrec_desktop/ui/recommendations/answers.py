"""What the person says of a recommended movie: kept on a worker, and taken back by one undo."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand

from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.undo import UndoSteps
from epicrec_desktop.ui.recommendations import text
from epicrec_desktop.ui.recommendations.queries import (
    ABOUT_THE_MOVIE,
    SavedFeedback,
    save_feedback,
    watchlist,
)


class FeedbackCommand(QUndoCommand):
    """An answer that is kept already: the first `redo`, by the stack, has nothing left to do."""

    def __init__(self, recorder: FeedbackRecorder, feedback: SavedFeedback) -> None:
        super().__init__()
        self._recorder, self._saved = recorder, feedback

    def undo(self) -> None:
        """Take it back."""
        self._recorder.revert(self._saved)


class FeedbackRecorder(QObject):
    """Keeps answers one after the other; the last one can be taken back, then the one before it.

    `library_changed` of the context is sent as this object where an answer changed the library.
    """

    answered = Signal(object)  # Answered
    undone = Signal(object)  # Row: the watchlist as it is again
    refused = Signal(str)  # a sentence

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._steps = UndoSteps(context.tasks, self)

    def answer(self, suggestion: Suggestion, answer: str) -> None:
        """Keep one of the answers of `queries.py`."""
        services = self._context.services
        self._context.tasks.run(
            lambda report, cancelled: save_feedback(services, suggestion, answer),
            on_result=self._saved,
            on_error=self.refused.emit,
        )

    def _saved(self, feedback: SavedFeedback | None) -> None:
        if feedback is None:
            self.refused.emit(text.unknown_words())
            return
        self._steps.do(FeedbackCommand(self, feedback))
        self.answered.emit(feedback)
        if feedback.answer in ABOUT_THE_MOVIE:
            self._context.library_changed.emit(self)

    def undo(self) -> None:
        """Take the last answer back."""
        self._steps.undo()

    def revert(self, feedback: SavedFeedback) -> None:
        """Undo what was kept, on a worker."""
        services = self._context.services
        self._context.tasks.run(
            lambda report, cancelled: (feedback.undo(), watchlist(services))[1],
            on_result=self._reverted,
            on_error=self.refused.emit,
        )

    def _reverted(self, wanted: object) -> None:
        self.undone.emit(wanted)
        self._context.library_changed.emit(self)
