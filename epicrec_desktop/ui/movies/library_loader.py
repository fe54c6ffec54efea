"""Loads the library for the My movies page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.ui.common.context import Context

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry
    from epicrec_desktop.services.unlisted import Unplaced

    _Read = tuple[Sequence[LibraryEntry], bool, PrivacyChoice, Sequence[Unplaced]]


class LibraryLoader(QObject):
    """Loads the library on a worker. `is_visible` returns whether the page is visible.

    A change sent by `own_sender` is already on the screen.
    """

    loaded = Signal(object, bool)  # entries; whether they are the first
    failed = Signal(str)  # a sentence

    def __init__(
        self, context: Context, own_sender: QObject, is_visible: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context, self._own, self._seen = context, own_sender, is_visible
        self._due = True
        self.done = False
        """Whether the library was loaded."""
        self.agreed = True
        """Whether some browser may be read; asked only where there are no movies."""
        self.levels = PrivacyChoice()
        """Release levels as of the last load."""
        self.unplaced: Sequence[Unplaced] = ()
        """Rows of imports without a film, as of the last load."""
        context.library_changed.connect(self._library_changed)
        context.choice_changed.connect(lambda: self._library_changed(None))

    def activate(self) -> None:
        """Load what is stale: the page is visible."""
        if self._due or not self.agreed:
            self.load()

    def _library_changed(self, who: object) -> None:
        if who is self._own:
            return
        self._due = True
        if self._seen():
            self.load()

    def load(self) -> None:
        """Load now."""
        services, scans = self._context.services, self._context.scans

        def work(job: Job) -> _Read:
            entries = services.library.entries()
            agreed = bool(entries) or scans.any_consented()
            return entries, agreed, services.privacy.choice(), services.unlisted.unplaced()

        self._context.tasks.run(work, on_result=self._take, on_error=self.failed.emit)

    def _take(self, known: _Read) -> None:
        entries, self.agreed, self.levels, self.unplaced = known
        first, self.done, self._due = not self.done, True, False
        self.loaded.emit(entries, first)
