"""How a page takes changes back: one stack of steps, each kept by a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from epicrec_desktop.ui.common.tasks import Tasks

DEPTH = 50
T = TypeVar("T")


class UndoSteps(QObject):
    """The changes of one page: on the screen at once, kept after that, taken back one by one.

    Once a change could not be kept, there is no undo of those before it: the screen said what is
    not so, and whoever listens to `refused` loads it again.
    """

    changed = Signal()  # there is another step to take back, or none
    refused = Signal(str)  # a sentence

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(DEPTH)
        self._stack.indexChanged.connect(self.changed)

    @property
    def available(self) -> bool:
        """Whether there is anything to take back."""
        return self._stack.canUndo()

    @property
    def words(self) -> str:
        """What an undo would take back, in the step's own words; empty where there is nothing."""
        return self._stack.undoText()

    def do(self, step: QUndoCommand) -> None:
        """Take a step: its `redo` is called."""
        self._stack.push(step)

    def undo(self) -> None:
        """Take the last step back."""
        self._stack.undo()
        self.drop_obsolete()

    def all(self) -> Iterator[QUndoCommand]:
        """Every step there is, the first one first."""
        yield from map(self._stack.command, range(self._stack.count()))

    def drop_obsolete(self) -> None:
        """The last step is always one that can be taken back: Qt drops an obsolete one undone."""
        stack = self._stack
        while stack.canUndo() and stack.command(stack.index() - 1).isObsolete():
            stack.undo()

    def clear(self) -> None:
        """Nothing can be taken back anymore."""
        self._stack.clear()

    def save(self, work: Callable[[], T], on_saved: Callable[[T], object]) -> None:
        """Keep what a step did, on a worker; `on_saved` is given what came of it."""
        self._tasks.run(lambda job: work(), on_result=on_saved, on_error=self._store_failed)

    def _store_failed(self, sentence: str) -> None:
        self.clear()
        self.refused.emit(sentence)
