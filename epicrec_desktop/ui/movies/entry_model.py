"""Model of the library entries of one status that match the filter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.ui.common.evidence_text import name_of, question, summary_line
from epicrec_desktop.ui.common.lists import ACCESSIBLE_TEXT, TEXT, ListModel
from epicrec_desktop.ui.common.text import display_line
from epicrec_desktop.ui.movies.sort_filter import SortFilter
from epicrec_desktop.ui.movies.text import entry_rating_words

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry


class EntryModel(ListModel["LibraryEntry"]):
    """Library entries of one status that match the filter."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: dict[int, LibraryEntry] = {}
        self._status = LibraryStatus.SUGGESTED
        self._order = SortFilter()
        self._levels = PrivacyChoice()
        self._held: frozenset[int] = frozenset()

    def set_entries(self, entries: Iterable[LibraryEntry]) -> None:
        """Set the whole library."""
        self._all = {entry.id: entry for entry in entries}
        self._filter()

    def set_filter(self, status: LibraryStatus) -> None:
        """Show another status."""
        self._status, self._held = status, frozenset()
        self._filter()

    def hold(self, ids: Iterable[int]) -> None:
        """Leave these entries at their places whatever their status becomes, until `let_go`."""
        self._held |= set(ids)

    def let_go(self) -> bool:
        """Show only what has the current status; return whether anything was held."""
        held, self._held = bool(self._held), frozenset()
        if held:
            self._filter()
        return held

    def set_order(self, order: SortFilter, levels: PrivacyChoice) -> None:
        """Set the order and filter, evaluated under these levels."""
        self._order, self._levels = order, levels
        self._filter()

    @property
    def every(self) -> Sequence[LibraryEntry]:
        """Return all entries of the current status, whatever the filter."""
        return self.with_status(self._status)

    def with_status(self, status: LibraryStatus) -> list[LibraryEntry]:
        """Return all entries of a status."""
        return [entry for entry in self._all.values() if entry.status is status]

    def is_listed(self, key: int) -> bool:
        """Return whether the entry of this id is shown."""
        return any(entry.id == key for entry in self.items)

    def change(self, entries: Sequence[LibraryEntry]) -> None:
        """Replace some entries."""
        for entry in entries:
            self._all[entry.id] = entry
        self._filter()

    def remove(self, ids: Iterable[int]) -> None:
        """Remove some entries."""
        for key in ids:
            self._all.pop(key, None)
        self._filter()

    def _filter(self) -> None:
        shown = [
            entry
            for entry in self._all.values()
            if entry.id in self._held
            or (entry.status is self._status and self._order.matches(entry, self._levels))
        ]
        self.show_items(self._order.sorted(shown))

    @property
    def status(self) -> LibraryStatus:
        """Return the current status."""
        return self._status

    def sure_ids(self) -> list[int]:
        """Return the ids of shown suggestions without doubt."""
        return [
            entry.id
            for entry in self.items
            if entry.status is LibraryStatus.SUGGESTED and entry.decision is Decision.ACCEPT
        ]

    def find(self, key: int) -> LibraryEntry | None:
        """Return the entry of this id, shown or not."""
        return self._all.get(key)

    def counts(self) -> dict[LibraryStatus, int]:
        """Return the number of entries per status."""
        result = dict.fromkeys(LibraryStatus, 0)
        for entry in self._all.values():
            result[entry.status] += 1
        return result

    def value(self, item: LibraryEntry, role: int) -> object:
        """Return the name; for screen readers with what the row shows."""
        if role == TEXT:
            return display_line(name_of(item))
        if role == ACCESSIBLE_TEXT:
            words = (name_of(item), question(item), entry_rating_words(item), summary_line(item))
            return display_line(". ".join(filter(None, words)))
        return None
