"""One step of the first run."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from epicrec_desktop.ui.common.page import ErrorBanner
from epicrec_desktop.ui.common.tasks import Tasks, Work
from epicrec_desktop.ui.common.text import Subtitle, Title, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.wiring import Services

DONE = "done"
"""After the last step."""


class Step(QWidget):
    """Has a title, a sentence and a body, and says when the person can go on.

    `enter` loads it; `leave` keeps what was answered and then calls back (or says the trouble and
    does not). `changed` is emitted when `can_continue` or `next_text` may have become another.
    `PROGRESS_INDEX` is how far the person has come.
    """

    KEY = "step"
    PROGRESS_INDEX = 0
    WIDTH = 760
    AUTOMATIC = False
    """Goes on by itself: nobody comes back to it."""

    changed = Signal()
    answered = Signal()  # it goes on by itself

    def __init__(self, services: Services, tasks: Tasks, title: str, sentence: str) -> None:
        super().__init__()
        self.services = services
        self.tasks = tasks
        self.leaving = False
        self.setObjectName(f"wizard.step.{self.KEY}")
        set_accessible_name(self, title)
        self.title = Title(title, name=f"wizard.{self.KEY}.title")
        self.sentence = Subtitle(sentence, name=f"wizard.{self.KEY}.sentence")
        self.error = ErrorBanner(name=f"wizard.{self.KEY}.error")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(STEP)
        column.addWidget(self.title)
        column.addWidget(self.sentence)
        column.addSpacing(3 * STEP)
        column.addWidget(self.error)
        self.body = QVBoxLayout()
        self.body.setSpacing(3 * STEP)
        column.addLayout(self.body, 1)

    def enter(self) -> None:
        """The step comes up."""

    def leave(self, then: Callable[[], object]) -> None:
        """Keep what was answered, then go on."""
        then()

    def save(self, work: Work, then: Callable[[], object]) -> None:
        """Run what keeps the answer, once; go on when it is kept, stay when it is not."""
        self.leaving = True
        self.tasks.run(
            work,
            on_result=lambda _: then(),
            on_error=self.error.show_text,
            on_finished=self._saved,
        )
        self.changed.emit()

    def _saved(self) -> None:
        self.leaving = False
        self.changed.emit()

    def can_continue(self) -> bool:
        """Whether "Next" works now."""
        return True

    def can_go_back(self) -> bool:
        """Whether "Back" works now."""
        return True

    def next_text(self) -> str:
        """What the button says."""
        return self.tr("Next")

    def first_focus(self) -> QWidget | None:
        """What gets the focus when the step comes up; None: the "Next" button."""
        return None

    def handle_return(self) -> bool:
        """Whether the Return key answered something here; if not, it goes on."""
        return False

    def handle_escape(self) -> bool:
        """Whether the Escape key did something here; if not, it goes back."""
        return False

    def next_key(self) -> str:
        """The key of the step after this one."""
        return DONE

    def other_text(self) -> str:
        """What the button of the other way says; empty where there is none."""
        return ""

    def other(self) -> str:
        """The key of the step that the other way leads to."""
        return DONE
