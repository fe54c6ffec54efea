"""Import exports of other services: preview, apply, and undo."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from epicrec_desktop.domain.export_records import RecordKind, Service
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
    Progress,
)
from epicrec_desktop.services.child_process import run_in_child
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.import_preview import ImportEntry, ImportPreview, outcome_of
from epicrec_desktop.services.import_reader import read_files
from epicrec_desktop.services.periods import assign_periods
from epicrec_desktop.store import ratings as store
from epicrec_desktop.store import recommendations
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRepository, WatchlistRepository
from epicrec_desktop.store.ratings import Imported


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
        self._watchlist_ids = set(self._watchlist.all())
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
            if before is not LibraryStatus.CONFIRMED and key not in self._watchlist_ids:
                self._watchlist.add(key, now=self._now)
                self._watchlist_ids.add(key)
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


_log = logging.getLogger(__name__)


class ImportService:
    """Previews, applies and takes back imports."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def preview(
        self,
        files: Sequence[Path],
        *,
        viewer: str | None = None,
        job: Job = UNATTENDED,
    ) -> ImportPreview:
        """What importing these files, archives or folders would do; changes nothing.

        `viewer`: only what this person watched, of exports that have several. Files that are not
        understood become problems. Raises `Cancelled`.
        """
        job.report(Progress("Preparing"))
        today = self._context.now().date()
        found = run_in_child(
            read_files,
            (self._context.paths, tuple(files), today, self._context.database.driver),
            job=job,
        )
        job.check()
        return self.judged(found, viewer)

    def judged(self, preview: ImportPreview, viewer: str | None = None) -> ImportPreview:
        """The same with what the library says by now, and of one person only."""
        with self._context.database.read() as session:
            statuses = LibraryRepository(session).statuses()
            watchlist = frozenset(WatchlistRepository(session).all())
            movies = CatalogRepository(session).movies(
                key for entry in preview.entries for key in entry.movies
            )
        several = len(preview.viewers) > 1
        entries = []
        for entry in preview.entries:
            if several and viewer is not None and viewer not in entry.viewers:
                continue
            unsure = several and viewer is None and bool(entry.viewers)
            outcome = outcome_of(entry, statuses, watchlist, unsure=unsure)
            entries.append(replace(entry, outcome=outcome))
        return replace(preview, entries=tuple(entries), movies=movies)

    def apply(
        self,
        preview: ImportPreview,
        chosen: Mapping[int, int] | None = None,
        *,
        suggest: Collection[int] = (),
    ) -> AppliedImport:
        """Take in the entries chosen (entry → film), the usual ones where nothing is said.

        `suggest`: doubtful entries that become suggestions. A film that the person rejected stays
        rejected. The same again changes nothing.
        """
        takes = preview.usual() if chosen is None else dict(chosen)
        for place, key in takes.items():
            if key not in preview.entries[place].movies:
                raise ValueError("an entry stands for its own films only")
        doubtful = {i: preview.entries[i].movies[0] for i in suggest if i not in takes}
        now = self._context.now()
        with self._context.database.write() as session:
            taking = ImportApplier(session, now)
            for place, key in takes.items():
                taking.take(preview.entries[place], key, LibraryStatus.CONFIRMED)
            for place, key in doubtful.items():
                taking.take(preview.entries[place], key, LibraryStatus.SUGGESTED)
            applied = taking.finish()
            assign_periods(session, now=now)
        _log.info("import: taken in")
        return applied

    def undo(self, applied: AppliedImport) -> None:
        """Take an import back: every film is as it was before."""
        with self._context.database.write() as session:
            undo_import(session, applied, self._context.now())
