"""Reading the library: when it is first looked at, and again when somebody else changed it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.ui.common.context import Context

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry

    _Read = tuple[Sequence[LibraryEntry], bool, PrivacyChoice]


class LibraryLoader(QObject):
    """Reads off the screen's thread. `is_visible` tells whether the page is looked at.

    A change that was sent as `own_sender` is on the screen already.
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
        """Whether the library was read at all."""
        self.agreed = True
        """Some browser may be read; asked only where there are no movies."""
        self.levels = PrivacyChoice()
        """What may leave, as of the last reading."""
        context.library_changed.connect(self._library_changed)
        context.choice_changed.connect(lambda: self._library_changed(None))

    def activate(self) -> None:
        """The page is looked at: read what is not known yet."""
        if self._due or not self.agreed:
            self.load()

    def _library_changed(self, who: object) -> None:
        if who is self._own:
            return
        self._due = True
        if self._seen():
            self.load()

    def load(self) -> None:
        """Read it now."""
        services, scans = self._context.services, self._context.scans

        def work(report: object, cancelled: object) -> _Read:
            entries = services.library.entries()
            return entries, bool(entries) or scans.any_consented(), services.privacy.choice()

        self._context.tasks.run(work, on_result=self._take, on_error=self.failed.emit)

    def _take(self, known: _Read) -> None:
        entries, self.agreed, self.levels = known
        first, self.done, self._due = not self.done, True, False
        self.loaded.emit(entries, first)
