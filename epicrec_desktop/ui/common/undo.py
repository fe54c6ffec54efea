"""Undo of a page: one stack of steps, each saved by a worker."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from epicrec_desktop.ui.common.tasks import Tasks

DEPTH = 50
T = TypeVar("T")


class UndoStep(QUndoCommand):
    """Undoes a change that was made already; `words` say what it changed."""

    def __init__(self, undo: Callable[[], object], words: str) -> None:
        super().__init__(words)
        self._undo = undo

    def undo(self) -> None:
        self._undo()


class MovieStep(UndoStep):
    """Undoes a change of movies, without those that were forgotten since.

    Both functions get the forgotten ones. `words` say what is left; empty if nothing is.
    """

    def __init__(
        self, undo: Callable[[Set[int]], object], words: Callable[[Set[int]], str]
    ) -> None:
        self._gone: Set[int] = set()
        self._words = words
        super().__init__(lambda: undo(self._gone), words(self._gone))

    def forget(self, gone: Set[int]) -> None:
        self._gone |= gone
        words = self._words(self._gone)
        self.setText(words)
        self.setObsolete(not words)


class UndoSteps(QUndoStack):
    """Undoable changes of one page: shown at once, saved by a worker, undone one by one.

    If a save fails, the undo stack is cleared, because the screen shows a state that is not stored;
    the listener of `refused` reloads it.
    """

    refused = Signal(str)  # a sentence

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self.setUndoLimit(DEPTH)

    def undo(self) -> None:
        super().undo()
        self.drop_obsolete()

    def forget(self, gone: Set[int]) -> None:
        """Leave forgotten movies out of all steps."""
        for at in range(self.count()):
            step = self.command(at)
            if isinstance(step, MovieStep):
                step.forget(gone)
        self.drop_obsolete()

    def drop_obsolete(self) -> None:
        """Drop obsolete steps at the top: Qt removes them when they are undone."""
        while self.canUndo() and self.command(self.index() - 1).isObsolete():
            super().undo()

    def save(self, work: Callable[[], T], on_saved: Callable[[T], object]) -> None:
        self._tasks.run(lambda job: work(), on_saved, self._store_failed)

    def _store_failed(self, sentence: str) -> None:
        self.clear()
        self.refused.emit(sentence)
