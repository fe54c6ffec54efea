"""Undo of a page: one stack of steps, each saved by a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from epicrec_desktop.ui.common.tasks import Tasks

DEPTH = 50
T = TypeVar("T")


class UndoSteps(QObject):
    """Undoable changes of one page: shown at once, saved by a worker, undone one by one.

    If a save fails, the undo stack is cleared, because the screen shows a state that is not stored;
    the listener of `refused` reloads it.
    """

    changed = Signal()  # a step was added or undone
    refused = Signal(str)  # a sentence

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(DEPTH)
        self._stack.indexChanged.connect(self.changed)

    @property
    def available(self) -> bool:
        """Return whether there is a step to undo."""
        return self._stack.canUndo()

    @property
    def words(self) -> str:
        """Return the description of the step that undo would revert; empty without one."""
        return self._stack.undoText()

    def do(self, step: QUndoCommand) -> None:
        """Do a step: calls its `redo`."""
        self._stack.push(step)

    def undo(self) -> None:
        """Undo the last step."""
        self._stack.undo()
        self.drop_obsolete()

    def all(self) -> Iterator[QUndoCommand]:
        """Yield all steps, the oldest first."""
        yield from map(self._stack.command, range(self._stack.count()))

    def drop_obsolete(self) -> None:
        """Drop obsolete steps at the top: Qt removes them when they are undone."""
        stack = self._stack
        while stack.canUndo() and stack.command(stack.index() - 1).isObsolete():
            stack.undo()

    def clear(self) -> None:
        """Clear the undo stack."""
        self._stack.clear()

    def save(self, work: Callable[[], T], on_saved: Callable[[T], object]) -> None:
        """Save a step on a worker; `on_saved` gets the result."""
        self._tasks.run(lambda job: work(), on_result=on_saved, on_error=self._store_failed)

    def _store_failed(self, sentence: str) -> None:
        self.clear()
        self.refused.emit(sentence)
