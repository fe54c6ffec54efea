"""Where no movie is to be shown: why, and a button that leads on."""

from __future__ import annotations

from PySide6.QtCore import Signal

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.movies.text import EmptyText


class EmptyLibrary(EmptyState):
    """Instead of the movies. What its button asks for depends on what is said."""

    part_asked = Signal(object)  # LibraryStatus: another part of the library
    browsers_asked = Signal()
    add_asked = Signal()
    scan_asked = Signal()
    all_asked = Signal()  # without any filter

    def __init__(self) -> None:
        super().__init__("empty", "", "", name="movies.empty")
        self._leads_to: str | LibraryStatus = ""
        self.action.connect(self._act)

    def show_text(self, words: EmptyText) -> None:
        """Say it."""
        self._leads_to = words.button_target
        self.show_state(words.picture, words.heading, words.sentence, words.button)

    def _act(self) -> None:
        if isinstance(self._leads_to, LibraryStatus):
            self.part_asked.emit(self._leads_to)
        elif self._leads_to == "browsers":
            self.browsers_asked.emit()
        elif self._leads_to == "all":
            self.all_asked.emit()
        elif self._leads_to == "add":
            self.add_asked.emit()
        else:
            self.scan_asked.emit()
