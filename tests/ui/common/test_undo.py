"""Taking back: step by step, never past what could not be kept."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QUndoCommand

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.undo import DEPTH, UndoSteps


class Add(QUndoCommand):
    """Adds a number to a list, and takes it off."""

    def __init__(self, numbers: list[int], number: int) -> None:
        super().__init__(f"add {number}")
        self.numbers, self.number = numbers, number

    def redo(self) -> None:
        self.numbers.append(self.number)

    def undo(self) -> None:
        self.numbers.remove(self.number)


@pytest.fixture
def tasks(qtbot):
    made = Tasks()
    yield made
    assert made.close()


@pytest.fixture
def steps(tasks):
    return UndoSteps(tasks)


def test_the_last_step_goes_first_and_says_what_it_was(steps) -> None:
    numbers: list[int] = []
    assert not steps.canUndo()
    assert steps.undoText() == ""
    for number in (1, 2):
        steps.push(Add(numbers, number))
    assert numbers == [1, 2]
    assert steps.undoText() == "add 2"
    steps.undo()
    assert numbers == [1]
    assert steps.undoText() == "add 1"
    steps.undo()
    assert numbers == []
    assert not steps.canUndo()
    steps.undo()
    assert numbers == []


def test_changed_is_emitted_for_every_undoable_step(steps, qtbot) -> None:
    with qtbot.waitSignal(steps.indexChanged):
        steps.push(Add([], 1))
    with qtbot.waitSignal(steps.indexChanged):
        steps.undo()


def test_it_reaches_back_as_far_as_anybody_remembers(steps) -> None:
    numbers: list[int] = []
    for number in range(DEPTH + 5):
        steps.push(Add(numbers, number))
    while steps.canUndo():
        steps.undo()
    assert numbers == [0, 1, 2, 3, 4]


def test_an_undo_passes_over_what_is_obsolete(steps) -> None:
    numbers: list[int] = []
    for number in (1, 2, 3):
        steps.push(Add(numbers, number))
    list(steps.all())[1].setObsolete(True)
    steps.undo()
    assert steps.undoText() == "add 1"


def test_what_was_kept_is_handed_over(steps, qtbot) -> None:
    kept: list[str] = []
    steps.save(lambda: "made", kept.append)
    qtbot.waitUntil(lambda: kept == ["made"])


def test_failed_save_clears_the_undo_stack(steps, qtbot) -> None:
    def full() -> None:
        raise StoreError("The disk is full.")

    steps.push(Add([], 1))
    with qtbot.waitSignal(steps.refused) as refused:
        steps.save(full, lambda _: None)
    assert refused.args == ["The disk is full."]
    assert not steps.canUndo()
