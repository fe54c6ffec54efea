"""The way from a page to movies and people and back: each is shown in the page's place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common.film_head import CoverPage
from epicrec_desktop.ui.common.page import Page


@dataclass(frozen=True)
class Step:
    """A movie or person: its name, its page, and what fills that."""

    name: str
    page: CoverPage
    show: Callable[[], object]


class Trail(QObject):
    """Steps from a page, the last one shown. `left`: the page itself is shown again."""

    left = Signal()

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._page = page
        self._steps: list[Step] = []
        self._opened_from: QWidget | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the steps, the first one first."""
        return tuple(self._steps)

    def go(self, step: Step) -> None:
        """Show a movie or person; the way back leads to where the user is."""
        if not self._steps:
            self._opened_from = self._page.focusWidget()
        self._steps.append(step)
        self._show()

    def replace(self, step: Step) -> None:
        """Show a movie or person in place of the last one."""
        del self._steps[-1:]
        self.go(step)

    def back(self) -> None:
        """Go one step back."""
        del self._steps[-1:]
        if self._steps:
            self._show()
        else:
            self._leave()

    def leave(self) -> None:
        """Go back to the page, if it is left."""
        if self._steps:
            self._steps.clear()
            self._leave()

    def _show(self) -> None:
        step = self._steps[-1]
        before = self._steps[-2].name if len(self._steps) > 1 else self._page.title.text()
        step.page.back_button.set_place(before)
        step.show()
        self._page.cover(step.page)
        step.page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self) -> None:
        self._page.cover(None)
        if self._opened_from is not None and self._opened_from.isVisible():
            self._opened_from.setFocus(Qt.FocusReason.OtherFocusReason)
        self.left.emit()
