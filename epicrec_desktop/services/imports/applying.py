"""Takes entries of a preview into the library, and takes them back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.records import RecordKind, Service
from epicrec_desktop.services.imports.preview import ImportEntry
from epicrec_desktop.store import imports as store
from epicrec_desktop.store import recommendations
from epicrec_desktop.store.imports import Imported
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.watchlist import WatchlistRepository


@dataclass(frozen=True)
class AppliedImport:
    """What an import changed, and what `undo` needs.

    `confirmed` and `suggested`: films with their status before, None where they were not listed.
    `imports`: films and services of which something else is kept now, with what was kept before.
    `refused`: films that stay rejected.
    """

    confirmed: tuple[tuple[int, LibraryStatus | None], ...] = ()
    suggested: tuple[int, ...] = ()
    wanted: tuple[int, ...] = ()
    imports: tuple[tuple[int, Service, Imported | None], ...] = ()
    refused: int = 0

    @property
    def changed(self) -> bool:
        """Whether anything was."""
        return bool(self.confirmed or self.suggested or self.wanted or self.imports)


class ImportApplier:
    """Takes entries in, in one session, and remembers what was before."""

    def __init__(self, session: Session, now: datetime) -> None:
        self._session, self._now = session, now
        self._library = LibraryRepository(session)
        self._watchlist = WatchlistRepository(session)
        self._known = store.by_movie(session)
        self._statuses = self._library.statuses()
        self._listed = set(self._watchlist.all())
        self._confirmed: dict[int, LibraryStatus | None] = {}
        self._suggested: list[int] = []
        self._wanted: list[int] = []
        self._refused: set[int] = set()
        self._imports: dict[int, dict[Service, tuple[Imported | None, Imported]]] = {}

    def take(self, entry: ImportEntry, key: int, status: LibraryStatus) -> None:
        """One entry, as this film."""
        before = self._statuses.get(key)
        if before is LibraryStatus.REJECTED:
            self._refused.add(key)
        elif entry.kind is RecordKind.WATCHLIST:
            if before is not LibraryStatus.CONFIRMED and key not in self._listed:
                self._watchlist.add(key, now=self._now)
                self._listed.add(key)
                self._wanted.append(key)
        else:
            self._note(entry, key)
            if before is LibraryStatus.CONFIRMED or before is status:
                return
            self._library.add_imported(key, status, now=self._now)
            self._statuses[key] = status
            if status is LibraryStatus.SUGGESTED:
                self._suggested.append(key)
            else:
                self._confirmed[key] = before

    def _note(self, entry: ImportEntry, key: int) -> None:
        known = {one.source: one for one in self._known.get(key, ())}
        changes = self._imports.setdefault(key, {})
        for one in entry.imports:
            before = known.get(one.source)
            so_far = changes[one.source][1] if one.source in changes else before
            after = one if so_far is None else so_far.joined(one)
            if after != so_far:
                changes[one.source] = (before, after)

    def finish(self) -> AppliedImport:
        """Keep what the services say; returns all that was changed."""
        for key, changes in self._imports.items():
            for service, (_, after) in changes.items():
                store.put(self._session, key, replace(after, source=service))
        return AppliedImport(
            tuple(self._confirmed.items()),
            tuple(self._suggested),
            tuple(self._wanted),
            tuple(
                (key, service, before)
                for key, changes in self._imports.items()
                for service, (before, _) in changes.items()
            ),
            len(self._refused),
        )


def undo_import(session: Session, applied: AppliedImport, now: datetime) -> None:
    """Every film is as it was before."""
    library, watchlist = LibraryRepository(session), WatchlistRepository(session)
    for key, service, before in applied.imports:
        if before is None:
            store.drop(session, key, service)
        else:
            store.put(session, key, before)
    library.restore({k: s for k, s in applied.confirmed if s is not None}, now=now)
    gone = [k for k, s in applied.confirmed if s is None]
    library.forget([*gone, *applied.suggested], now=now)
    for key in applied.wanted:
        watchlist.remove(key)
    if gone:
        recommendations.forget(session)  # they may name these films as reasons
