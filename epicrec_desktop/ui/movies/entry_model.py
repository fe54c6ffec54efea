"""Model of the library entries of one status that match search and filter."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.ui.common.evidence_text import name_of, question, summary_line
from epicrec_desktop.ui.common.search import TitleFilter
from epicrec_desktop.ui.common.text import display_line
from epicrec_desktop.ui.movies.sort_filter import SortFilter
from epicrec_desktop.ui.movies.text import entry_rating_words

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry

ENTRY = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex


class EntryModel(QAbstractListModel):
    """Library entries of one status that match the search words and the filter."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: dict[int, LibraryEntry] = {}
        self._shown: list[LibraryEntry] = []
        self._status = LibraryStatus.SUGGESTED
        self._needle = ""
        self._order = SortFilter()
        self._levels = PrivacyChoice()
        self._titles: TitleFilter | None = None
        self._named: frozenset[Hashable] = frozenset()

    def set_entries(self, entries: Iterable[LibraryEntry]) -> None:
        """Set the whole library."""
        self._all = {entry.id: entry for entry in entries}
        self._titles = None
        self._search()
        self._filter()

    def set_titles(self, titles: TitleFilter) -> None:
        """Set the titles that a worker prepared for the search; until then they are indexed here."""
        if self._titles is None:
            self._titles = titles
            self._index_titles(self._all.values())

    def _index_titles(self, entries: Iterable[LibraryEntry]) -> bool:
        """Index titles for the search; return whether some are new."""
        if self._titles is None:
            return False
        new = [entry for entry in entries if entry.id not in self._titles.known]
        for entry in new:
            self._titles.add(entry.id, entry.movie)
        return bool(new)

    def set_filter(self, status: LibraryStatus, needle: str) -> None:
        """Show another status or search."""
        self._status = status
        if needle.strip() != self._needle:
            self._needle = needle.strip()
            self._search()
        self._filter()

    def set_order(self, order: SortFilter, levels: PrivacyChoice) -> None:
        """Set the order and filter, evaluated under these levels."""
        self._order, self._levels = order, levels
        self._filter()

    @property
    def every(self) -> Sequence[LibraryEntry]:
        """Return all entries of the current status, whatever the search and filter."""
        return [entry for entry in self._all.values() if entry.status is self._status]

    def named(self) -> bool:
        """Return whether the search matches a movie of the current status, filtered out or not."""
        return any(not self._needle or entry.id in self._named for entry in self.every)

    def is_listed(self, key: int) -> bool:
        """Return whether the entry of this id is shown."""
        return any(entry.id == key for entry in self._shown)

    def _search(self) -> None:
        self._named = frozenset()
        if not self._needle:
            return
        if self._titles is None:
            self._titles = TitleFilter.of((e.id, e.movie) for e in self._all.values())
        self._named = self._titles.keys(self._needle)

    def _matches(self, entry: LibraryEntry) -> bool:
        named = not self._needle or entry.id in self._named
        return named and self._order.matches(entry, self._levels)

    def change(self, entries: Sequence[LibraryEntry]) -> None:
        """Replace some entries."""
        for entry in entries:
            self._all[entry.id] = entry
        if self._index_titles(entries):
            self._search()
        self._filter()

    def remove(self, ids: Iterable[int]) -> None:
        """Remove some entries."""
        for key in ids:
            self._all.pop(key, None)
        self._filter()

    def _filter(self) -> None:
        self.beginResetModel()
        self._shown = self._order.sorted([entry for entry in self.every if self._matches(entry)])
        self.endResetModel()

    @property
    def status(self) -> LibraryStatus:
        """Return the current status."""
        return self._status

    @property
    def entries(self) -> Sequence[LibraryEntry]:
        """Return the shown entries in order."""
        return self._shown

    def sure_ids(self) -> list[int]:
        """Return the ids of shown suggestions without doubt."""
        return [
            entry.id
            for entry in self._shown
            if entry.status is LibraryStatus.SUGGESTED and entry.decision is Decision.ACCEPT
        ]

    def find(self, key: int) -> LibraryEntry | None:
        """Return the entry of this id, shown or not."""
        return self._all.get(key)

    def counts(self) -> dict[LibraryStatus, int]:
        """Return the number of entries per status, whatever the search."""
        result = dict.fromkeys(LibraryStatus, 0)
        for entry in self._all.values():
            result[entry.status] += 1
        return result

    def found(self) -> dict[LibraryStatus, int]:
        """Return the number of search results per status."""
        result = dict.fromkeys(LibraryStatus, 0)
        for entry in self._all.values():
            if self._matches(entry):
                result[entry.status] += 1
        return result

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of shown entries."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the entry, or its accessible text."""
        if not index.isValid():
            return None
        entry = self._shown[index.row()]
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return display_line(name_of(entry))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words = (
                name_of(entry),
                question(entry),
                entry_rating_words(entry),
                summary_line(entry),
            )
            return display_line(". ".join(filter(None, words)))
        return None
