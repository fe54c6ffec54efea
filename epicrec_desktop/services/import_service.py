"""Import exports of other services: preview, apply, and undo."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from sqlalchemy import Connection

from epicrec_desktop.catalog.movie_facts import director_of
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.export_records import MatchReason, RecordKind, Service
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.months import local_day
from epicrec_desktop.domain.preferences import LONGEST_NOTE
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.services.child_process import READER_FAILED, run_in_child
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.import_preview import (
    ImportedList,
    ImportEntry,
    ImportOutcome,
    ImportPreview,
    is_sure,
    outcome_of,
)
from epicrec_desktop.services.import_reader import read_files
from epicrec_desktop.services.movie_lists import one_line
from epicrec_desktop.services.periods import assign_periods
from epicrec_desktop.store import ratings as store
from epicrec_desktop.store import recommendations, unlisted
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.corrections import corrected_pages, export_digest, page_key
from epicrec_desktop.store.library import LibraryRepository, WatchlistRepository
from epicrec_desktop.store.movie_lists import LONGEST_NAME, MovieList, MovieListRepository
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.store.unlisted import MovieLookup

_Entries = Iterable[ImportEntry]


@dataclass(frozen=True)
class AppliedImport:
    """What an import changed, and what `undo` needs.

    `confirmed` and `suggested`: movies with their status before, None where they were not listed.
    `imports`: movies and services whose stored row changed, with the previous row. `refused`:
    movies that stay rejected. `own`: number of movies that no catalog has. `unplaced`: rows that
    are stored for later. `lists`: those that changed, before and after.
    """

    confirmed: tuple[tuple[int, LibraryStatus | None], ...] = ()
    suggested: tuple[int, ...] = ()
    wanted: tuple[int, ...] = ()
    imports: tuple[tuple[int, Service, Imported | None], ...] = ()
    refused: int = 0
    own: int = 0
    unplaced: tuple[int, ...] = ()
    lists: tuple[tuple[MovieList | None, MovieList], ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything was."""
        movies = (self.confirmed, self.suggested, self.wanted, self.unplaced)
        return any((*movies, self.imports, self.lists))

    def without(self, gone: Set[int]) -> AppliedImport:
        """Return it without movies that were forgotten since: undo removes only the others."""
        return replace(
            self,
            confirmed=tuple(pair for pair in self.confirmed if pair[0] not in gone),
            imports=tuple(one for one in self.imports if one[0] not in gone),
            lists=tuple((before and before.without(gone), after) for before, after in self.lists),
        )


class ImportApplier:
    """Takes entries in, in one session, and remembers what was before."""

    def __init__(
        self, session: Connection, now: datetime, taken: _Entries, own: _Entries, aside: _Entries
    ) -> None:
        """Join those of the library's movies that the entries say are one.

        `taken` are the entries to be taken in as movies that are known here, `own` as ones that no
        catalog has; `aside` are to be put aside.
        """
        self._session, self._now = session, now
        self._library = LibraryRepository(session)
        self._watchlist = WatchlistRepository(session)
        self._lookup = lookup = MovieLookup(session)
        self._aside = unlisted.unplaced(session)
        self._placed: list[int] = []
        for entry in taken if self._aside else ():
            if (placed := lookup.find(entry.movie)) in self._aside:  # it has its movie now
                self._placed.append(placed)
                lookup.discard(placed)
                del self._aside[placed]
        waits = {None, *self._aside}
        waiting = [entry.movie for entry in aside if lookup.find(entry.movie) in waits]
        self._keys = lookup.keys([*(entry.movie for entry in own), *waiting])
        self._known = store.by_movie(session)
        self._before = self._library.statuses()
        self._wanted_before = frozenset(self._watchlist.all())
        self._wanted: dict[int, None] = {}
        self._refused: set[int] = set()
        self._own: set[int] = set()
        # What is written at the end, all at once.
        self._adding: dict[int, LibraryStatus] = {}
        self._keeping: dict[int, tuple[RecordKind, MatchReason]] = {}
        self._unplaced: list[int] = []
        self._imports: dict[int, dict[Service, tuple[Imported | None, Imported]]] = {}

    def take_entry(self, entry: ImportEntry, key: int, status: LibraryStatus) -> None:
        """Take in one entry as this movie."""
        key = self._lookup.joined_key(key)
        before = self._adding.get(key, self._before.get(key))
        if before is LibraryStatus.REJECTED:
            self._refused.add(key)
        elif entry.kind is RecordKind.WATCHLIST:
            known = key in self._wanted_before or key in self._wanted
            if before is not LibraryStatus.CONFIRMED and not known:
                self._watchlist.add(key, now=self._now)
                self._wanted[key] = None
        else:
            self._add_imports(entry, key)
            if before not in (LibraryStatus.CONFIRMED, status):
                self._adding[key] = status

    def take_own(self, entry: ImportEntry) -> None:
        """Take in one entry as a movie that no catalog has."""
        key = self._keys[entry.movie]
        if self._aside.pop(key, None) is not None:
            unlisted.keep(self._session, key, entry.year)
        self._own.add(key)
        self.take_entry(entry, key, LibraryStatus.CONFIRMED)

    def put_aside(self, entry: ImportEntry) -> None:
        """Keep an entry that stands for no movie yet, to be placed by hand or by a catalog."""
        key = self._keys.get(entry.movie)
        if key is None or key in self._own:
            return  # it is in the library, or it was rejected or is wanted
        if entry.kind is not RecordKind.WATCHLIST:
            self._add_imports(entry, key)
        if key not in self._aside:
            self._unplaced.append(key)
        self._aside[key] = self._keeping[key] = entry.kind, entry.grounds

    def _add_imports(self, entry: ImportEntry, key: int) -> None:
        known = {one.source: one for one in self._known.get(key, ())}
        changes = self._imports.setdefault(key, {})
        for one in entry.imports:
            before = known.get(one.source)
            so_far = changes[one.source][1] if one.source in changes else before
            after = one if so_far is None else so_far.joined(one)
            if after != so_far:
                changes[one.source] = (before, after)

    def finish(self) -> AppliedImport:
        """Write it all; returns all that was changed."""
        self._library.add_imported(self._adding, now=self._now)
        unlisted.put_unplaced(self._session, self._keeping)
        store.put_imports(
            self._session,
            (
                (key, replace(after, source=service))
                for key, changes in self._imports.items()
                for service, (_, after) in changes.items()
            ),
        )
        if self._placed:
            self._library.forget(self._placed, now=self._now)
        added: dict[LibraryStatus, list[int]] = defaultdict(list)
        for key, status in self._adding.items():
            added[status].append(key)
        return AppliedImport(
            tuple((key, self._before.get(key)) for key in added[LibraryStatus.CONFIRMED]),
            tuple(added[LibraryStatus.SUGGESTED]),
            tuple(self._wanted),
            tuple(
                (key, service, before)
                for key, changes in self._imports.items()
                for service, (before, _) in changes.items()
            ),
            len(self._refused),
            len(self._own),
            tuple(self._unplaced),
        )


def _undo_lists(session: Connection, applied: AppliedImport) -> None:
    lists = MovieListRepository(session)
    there = {(one.id, one.key) for one in lists.all()}
    for before, after in reversed(applied.lists):
        if (after.id, after.key) not in there:
            continue
        if before is None:
            lists.remove(after.id)
        else:
            lists.put(before)


def movie_lists(
    session: Connection, lists: Sequence[ImportedList]
) -> Iterator[tuple[MovieList, int]]:
    """Yield lists with the movies that their rows name for certain, and how many rows do not."""
    here = {*LibraryRepository(session).statuses(), *WatchlistRepository(session).all()}
    known = _Known(session, [entry for one in lists for entry in one.rows], here)
    for one in lists:
        rows = list(map(known.with_own_movie, one.rows))
        sure = [row.movies[0] for row in rows if is_sure(row)]
        name = one_line(one.name)[:LONGEST_NAME].strip()
        note = one.note.strip()[:LONGEST_NOTE]
        yield MovieList(name, note).with_movies(sure), len(rows) - len(sure)


class _Known:
    """Corrections of entries, and movies of the library that no catalog has."""

    def __init__(
        self, session: Connection, entries: Sequence[ImportEntry], here: Collection[int]
    ) -> None:
        """`here`: local keys of the library and the watchlist."""
        self._lookup, self._here = MovieLookup(session), here
        self._key, self._corrected = page_key(session), corrected_pages(session)
        named = (key for entry in entries for key in entry.movies[:1]) if self._corrected else ()
        self._movies = CatalogRepository(session).movies(named)

    def with_own_movie(self, entry: ImportEntry) -> ImportEntry:
        """Return an entry with the movie that the library has for it."""
        if self._corrected:
            movie = self._movies[entry.movies[0]] if entry.movies else entry.movie
            for one in entry.imports:
                right = self._corrected.get(export_digest(self._key, one.source.value, movie))
                if right is not None:
                    return replace(entry, movies=(right,), grounds=MatchReason.CORRECTED)
        key = self._lookup.find(entry.movie) if not entry.movies else None
        if key is None or key not in self._here:
            return entry
        return replace(entry, movies=(key,), grounds=MatchReason.TITLE_YEAR)


_REPORTED = 100  # entries between two reports of progress

_log = logging.getLogger(__name__)


class ImportService:
    """Previews, applies and takes back imports."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def preview(
        self, files: Sequence[Path], *, viewer: str | None = None, job: Job = UNATTENDED
    ) -> ImportPreview:
        """Return what importing these files, archives or folders would do; changes nothing.

        `viewer`: only what this person watched, of exports that have several. Files that are not
        understood become problems. Raises `Cancelled`.
        """
        job.report(Progress("Preparing"))
        today = local_day(self._context.now())
        found = run_in_child(
            read_files, (self._context.known_pages(), tuple(files), today), job=job
        )
        job.check()
        return self.judged(found, viewer)

    def judged(self, preview: ImportPreview, viewer: str | None = None) -> ImportPreview:
        """Return the same with what the library says by now, and of one person only."""
        several = len(preview.viewers) > 1
        read = preview.entries_of(viewer) if several else preview.entries
        with self._context.database.read() as session:
            statuses = LibraryRepository(session).statuses()
            watchlist = frozenset(WatchlistRepository(session).all())
            known = _Known(session, read, {*statuses, *watchlist})
            found = [known.with_own_movie(entry) for entry in read]
            keys = {key for entry in found for key in entry.movies}
            movies = CatalogRepository(session).movies(keys)
        if not keys <= movies.keys():
            raise EpicRecError(READER_FAILED)
        asked = {key for entry in found if len(entry.movies) > 1 for key in entry.movies}
        unsure, entries = several and viewer is None, []
        for entry in found:
            whose = unsure and bool(entry.viewers)
            outcome = outcome_of(entry, statuses, watchlist, unsure=whose)
            entries.append(replace(entry, outcome=outcome))
        return replace(
            preview,
            entries=tuple(entries),
            each=preview.each or (preview.entries if several else ()),
            movies=movies,
            unsure=unsure,
            viewer=viewer,
            directors={key: director_of(movies[key]) for key in asked},
        )

    def apply(
        self,
        preview: ImportPreview,
        chosen: Mapping[int, int] | None = None,
        *,
        suggest: Collection[int] = (),
        own: Collection[int] | None = None,
        lists: bool = True,
        job: Job = UNATTENDED,
    ) -> AppliedImport:
        """Import the chosen entries (entry → movie), by default those that are selected at first.

        `suggest`: doubtful entries that become suggestions, as all do of movies that were only
        looked at. A movie that the person rejected stays rejected. `own`: entries that become
        movies that no catalog has, by default all such. Entries without a movie are stored for
        later. `lists`: whether its lists come in, too; one of a name that is known gets the movies
        that it lacks. A second import of a file changes nothing, nor does one that raises
        `Cancelled`.
        """
        takes, entries = preview.usual() if chosen is None else dict(chosen), preview.entries
        if any(key not in entries[place].movies for place, key in takes.items()):
            raise ValueError("an entry stands for its own films only")
        suggest = (*suggest, *preview.places(ImportOutcome.LOOKED_AT))
        doubtful = {i: entries[i].movies[0] for i in suggest if i not in takes}
        places = preview.places(ImportOutcome.OWN) if own is None else own
        left = preview.places(ImportOutcome.MISSING, ImportOutcome.DOUBTFUL, ImportOutcome.WHICH)
        taken, own_entries = {*takes, *doubtful}, [entries[i] for i in places]
        aside = [
            entry
            for entry in (entries[i] for i in left if i not in taken)
            if not entry.from_pages and not (preview.unsure and entry.viewers)
        ]
        confirmed, suggested = LibraryStatus.CONFIRMED, LibraryStatus.SUGGESTED
        with self._context.database.write() as session:
            known = [entries[i] for i in taken]
            taking = ImportApplier(session, self._context.now(), known, own_entries, aside)
            steps = [
                *(
                    partial(taking.take_entry, entries[i], key, confirmed)
                    for i, key in takes.items()
                ),
                *(
                    partial(taking.take_entry, entries[i], key, suggested)
                    for i, key in doubtful.items()
                ),
                *(partial(taking.take_own, entry) for entry in own_entries),
                *(partial(taking.put_aside, entry) for entry in aside),
            ]
            for take in job.steps("Taking in", steps, every=_REPORTED):
                take()
            job.check()
            applied = taking.finish()
            if lists and preview.lists:
                found = (one for one, _ in movie_lists(session, preview.lists))
                named = (one for one in found if one.movies and one.name)
                changed = MovieListRepository(session).restore(named)
                applied = replace(applied, lists=tuple(changed))
            assign_periods(session)
        _log.info("import: taken in")
        return applied

    def undo(self, applied: AppliedImport) -> None:
        """Take an import back: every movie is as it was before."""
        now, imports = self._context.now(), applied.imports
        gone = [key for key, status in applied.confirmed if status is None]
        with self._context.database.write() as session:
            _undo_lists(session, applied)
            store.drop(session, ((key, name) for key, name, before in imports if before is None))
            store.put_imports(
                session, ((key, before) for key, _, before in imports if before is not None)
            )
            library = LibraryRepository(session)
            library.put_status({k: s for k, s in applied.confirmed if s is not None}, now=now)
            WatchlistRepository(session).remove(*applied.wanted)
            library.forget([*gone, *applied.suggested, *applied.unplaced], now=now)
            if gone:
                recommendations.forget(session)  # they may name these movies as reasons
