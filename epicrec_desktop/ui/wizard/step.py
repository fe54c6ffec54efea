"""Base class of the wizard's steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.progress import Job
from epicrec_desktop.ui.common.context import Context, Host
from epicrec_desktop.ui.common.labels import Subtitle, Title
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.wiring import Services

DONE = "done"
"""Key after the last step."""


class Step(Host, QWidget):
    """Has a title, a sentence and a body, and says when the person can go on.

    `enter` loads it; `leave` keeps what was answered and then calls back (or says the trouble and
    does not). `changed` is emitted when `can_continue` or `next_text` may have become another.
    `PROGRESS_INDEX` is how far the person has come. While a step runs a `task`, "Back" is disabled
    and Escape cancels it.
    """

    KEY = "step"
    PROGRESS_INDEX = 0
    WIDTH = 760
    AUTOMATIC = False
    """Whether the step continues by itself, so that "Back" skips it."""

    changed = Signal()
    answered = Signal()  # the step continues by itself

    def __init__(self, context: Context, title: str, sentence: str) -> None:
        super().__init__()
        self.context = context
        self.leaving = False
        self.setObjectName(f"wizard.step.{self.KEY}")
        set_accessible_name(self, title)
        self.title = Title(title, name=f"wizard.{self.KEY}.title")
        self.sentence = Subtitle(sentence, name=f"wizard.{self.KEY}.sentence")
        self.error = ErrorBanner(name=f"wizard.{self.KEY}.error")
        self.body = column(spacing=3 * STEP)
        self.beside_title = row()
        words = column(self.title, self.sentence, spacing=STEP)
        head = row((words, 1), self.beside_title, spacing=4 * STEP)
        column(head, 3 * STEP, self.error, (self.body, 1), parent=self, spacing=STEP)

    def enter(self) -> None:
        """Load the step when it is shown."""

    def leave(self, then: Callable[[], object]) -> None:
        then()

    def save(self, work: Callable[[Services, Job], Any], then: Callable[[], object]) -> None:
        """Run the save once; continue on success, stay on an error."""
        self.leaving = True
        self.ask(work, lambda _: then(), on_finished=self._saved)
        self.changed.emit()

    def _saved(self) -> None:
        self.leaving = False
        self.changed.emit()

    def can_continue(self) -> bool:
        return True

    def next_text(self) -> str:
        return self.tr("Next")

    def first_focus(self) -> QWidget | None:
        """Return the widget that gets the focus; None for the "Next" button."""
        return None

    def handle_return(self) -> bool:
        """Handle Return in the step; return False to continue to the next step."""
        return False

    def next_key(self) -> str:
        return DONE

    def summary(self) -> str:
        """Return what is said beside the buttons; empty for nothing."""
        return ""

    def other_text(self) -> str:
        """Return the text of the button that leads to "pick" instead; empty for none."""
        return ""
