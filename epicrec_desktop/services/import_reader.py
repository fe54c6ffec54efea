"""Reads exports and matches them; runs in a child process. Rows and addresses never leave it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from epicrec_desktop.catalog.facts_table import load_facts
from epicrec_desktop.confinement import confine
from epicrec_desktop.domain.errors import EpicRecError, HistoryError
from epicrec_desktop.domain.export_records import (
    LeftOut,
    ListHead,
    MatchReason,
    Record,
    RecordKind,
    RecordMatch,
    Service,
    Skip,
    kind_of_time,
)
from epicrec_desktop.domain.history import UNDATED, Decision, Evidence, Sighting, Visit
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.months import local_day
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress, check
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.services.backup.export_reader import is_own_export
from epicrec_desktop.services.child_process import run_in_child
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.import_preview import (
    ImportedList,
    ImportEntry,
    ImportPreview,
    ReadFile,
    is_sure,
    joined,
    list_name,
)
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.store.stored_catalog import KnownPages, load_known_pages

if TYPE_CHECKING:
    from epicrec_desktop.history.exports.archive import Member
    from epicrec_desktop.history.exports.parsing import Item
    from epicrec_desktop.matching.page_finder import PageFinder

_EVERY = 500
_MOST = 100_000  # different movies of an import
_VIEWERS = 50

_TIMED = frozenset({Service.NETFLIX, Service.PRIME, Service.JELLYFIN})
"""Services whose exports say for how long a movie was played."""
_WHOLE = frozenset({"archive", "unreadable", "permission", "too-many"})
"""Problems of one part that are the whole file's."""
_SAY_MORE = frozenset({"web-page", "which-list", "damaged", "empty", "books", "records", "games"})
"""Problems that say more than that a part was not understood."""

_OUR_OWN = message(
    "This is an export of EpicRec itself. Restore it under Settings, Your data, or with `epicrec "
    "import`."
)

_Entries = dict[tuple[object, ...], ImportEntry]
"""By viewer and `ImportEntry.movie_key`: of two viewers of a movie each has a day and a rating."""


def read_files(
    known_pages: bytes,
    files: Sequence[Path],
    today: date,
    *,
    watched: bool = False,
    job: Job = UNATTENDED,
) -> ImportPreview:
    """Read and match exports; runs in the child process. Rows and addresses never leave it.

    `known_pages` is of `copy_known_pages`. `watched`: a list is of watched movies, unless its
    file's name has the word watchlist.
    """
    known = load_known_pages(known_pages)
    job.check()
    reading = _Reading(known, today, job, watched=watched)
    confine(files)
    for file in files:
        reading.file(file)
    return reading.preview()


def read_list(context: ServiceContext, file: Path, job: Job) -> ImportPreview:
    """Read the one list of a file, as `read_files` does. Raises `EpicRecError`."""
    preview = run_in_child(
        partial(read_files, watched=True),
        (context.known_pages(), (file,), local_day(context.now())),
        job=job,
    )
    if preview.problems:
        _, sentence = preview.problems[0]
        raise EpicRecError(sentence)
    return preview


class _Reading:
    """Adds files up into one preview. Outcomes are judged afterwards, by the library."""

    def __init__(self, known: KnownPages, today: date, job: Job, *, watched: bool) -> None:
        self._known, self._today, self._watched = known, today, watched
        stored = known.stored
        self._report, self._cancelled = job.report, job.cancelled
        self._ids = stored.ids.tolist()
        # Compiling the rules of matching takes long: in the child, not at every start.
        from epicrec_desktop.matching.export_records import RecordMatcher  # noqa: PLC0415

        self._records = RecordMatcher(stored.catalog)
        self._facts = load_facts()
        self._finder: PageFinder | None = None
        self._matches: dict[Record, RecordMatch] = {}
        self._entries: _Entries = {}
        self._fresh: _Entries = {}  # of the file that is read
        self._lists: list[ImportedList] = []
        self._head: ListHead | None = None  # of the list that is read, and its movies
        self._listed: list[ImportEntry] = []
        self._in_lists = 0
        self._files: list[ReadFile] = []
        self._problems: list[tuple[str, Message]] = []
        self._left_out: dict[tuple[Skip, str], int] = {}
        self._viewers: set[str] = set()

    def file(self, path: Path) -> None:
        """Read a file, or all that an archive or a folder has."""
        from epicrec_desktop.history.exports.archive import open_export  # noqa: PLC0415

        if is_own_export(path):
            self._problems.append((plain(path.name), _OUR_OWN))
            return
        understood = len(self._files)
        failures: list[HistoryError] = []
        try:
            for member in open_export(path):
                check(self._cancelled)
                try:
                    self._member(path, member)
                except HistoryError as error:
                    if error.reason in _WHOLE:
                        raise
                    failures.append(error)
        except HistoryError as error:
            self._problems.append((plain(path.name), error.message))
            return
        if len(self._files) == understood:
            best = next((e for e in failures if e.reason in _SAY_MORE), None)
            best = best or next(iter(failures), None) or export_error("unknown")
            self._problems.append((plain(path.name), best.message))

    def _member(self, path: Path, member: Member) -> None:
        from epicrec_desktop.history.exports.reader import read_export  # noqa: PLC0415
        from epicrec_desktop.matching.export_records import in_whole  # noqa: PLC0415

        name = PurePosixPath(member.name)
        list_title = list_name(name)
        if self._watched and "watchlist" not in name.name.casefold():
            name = name.with_name(f"watched {name.name}")
        service, items = read_export(member.data, str(name))
        if service in _TIMED:
            items = in_whole(items)
        if service is Service.NETFLIX:
            items = self._without_episodes(items)
        self._fresh.clear()
        self._head, self._listed = None, []
        count = 0

        def counted() -> Iterator[Item]:
            nonlocal count
            for number, item in enumerate(items):
                if number % _EVERY == 0:
                    check(self._cancelled)
                    step = message("Reading {file}", file=plain(path.name))
                    self._report(Progress(step, number))
                if isinstance(item, Skip | LeftOut):
                    self._leave_out(item)
                else:
                    count += not isinstance(item, ListHead)
                    yield item

        self._items(service, counted())  # of a file that ends in the middle nothing is taken
        for place, entry in self._fresh.items():
            _add(self._entries, place, entry)
        if (head := self._head) is not None:
            rows = tuple(self._listed)
            self._lists.append(ImportedList(head.name or list_title, head.note, rows))
        self._files.append(ReadFile(plain(path.name), service, count))

    def _without_episodes(self, items: Iterator[Item]) -> Iterator[Item]:
        """Yield items, episodes as such: by all titles together, and parts of no known movie."""
        from epicrec_desktop.history.exports.episodes import is_part  # noqa: PLC0415
        from epicrec_desktop.matching.export_records import episodes  # noqa: PLC0415

        every = list(items)
        records = (item for item in every if isinstance(item, Record))
        found = episodes((record, self._match(record)) for record in records)
        for item in every:
            series = isinstance(item, Record) and (
                item.title in found or (is_part(item.title) and not self._match(item).movies)
            )
            if series and isinstance(item, Record):
                yield LeftOut(Skip.SERIES, item.viewer)
            else:
                yield item

    def _leave_out(self, item: Skip | LeftOut) -> None:
        left = (item.skip, item.viewer) if isinstance(item, LeftOut) else (item, "")
        self._left_out[left] = self._left_out.get(left, 0) + 1

    def _match(self, record: Record) -> RecordMatch:
        """Return what a record stands for; rows that differ in nothing that says so are one."""
        year = record.seen and record.seen.replace(month=1, day=1)
        named = Record(
            record.title, record.year, record.imdb_id, year, other_titles=record.other_titles
        )
        match = self._matches.get(named)
        if match is None:
            if len(self._matches) >= _MOST:
                raise export_error("too-many")
            match = self._matches[named] = self._records.match(named)
        return match

    def _items(self, service: Service, items: Iterator[Item]) -> None:
        def pages() -> Iterator[Visit]:
            for item in items:
                if isinstance(item, Visit):
                    yield item
                elif isinstance(item, Record):
                    self._enter(service, item, self._match(item))
                elif isinstance(item, ListHead):
                    self._head = item

        if service not in {Service.GOOGLE, Service.PLAYER}:
            for _ in pages():
                pass
            return
        from epicrec_desktop.matching.sightings import collect_sightings  # noqa: PLC0415 - slow to compile

        if self._finder is None:
            from epicrec_desktop.services.profile_reader import finder_of  # noqa: PLC0415 - slow

            self._finder = finder_of(self._known)
        finder = self._finder
        visits = self._named_files(finder, pages()) if service is Service.PLAYER else pages()
        for sighting in collect_sightings(finder, visits, Job(cancelled=self._cancelled)):
            self._sighting(service, sighting, finder)

    def _named_files(self, finder: PageFinder, visits: Iterator[Visit]) -> Iterator[Visit]:
        """Yield the visits that name a movie; other files become entries, as rows of exports do."""
        from epicrec_desktop.matching.file_names import Medium, read_file_name  # noqa: PLC0415

        for visit in visits:
            match = finder.match(visit.url, visit.title)
            if match.movies or not visit.url.startswith("file:"):
                yield visit.replace(match=match)
                continue
            name = read_file_name(visit.url.partition("?")[0].partition("#")[0])
            if name.medium is not Medium.MOVIE:
                self._leave_out(Skip.TRAILER if name.medium is Medium.EXTRA else Skip.SERIES)
                continue
            watched = visit.at_most is Evidence.WATCHED and visit.time < UNDATED
            seen = local_day(visit.time) if watched else None
            kind = RecordKind.WATCHED if visit.at_most is Evidence.WATCHED else RecordKind.LOOKED_AT
            record = Record(name.title, name.year, seen=seen, kind=kind)
            self._enter(Service.PLAYER, record, RecordMatch(MatchReason.UNKNOWN))

    def _enter(self, service: Service, record: Record, match: RecordMatch) -> None:
        if record.viewer and len(self._viewers) < _VIEWERS:
            self._viewers.add(record.viewer)
        # A day to come is of a clock that was wrong.
        seen, seen_by = (
            day if day is not None and day <= self._today + timedelta(days=1) else None
            for day in (record.seen, record.seen_by)
        )
        movies = tuple(self._ids[i] for i in match.movies)
        kind = self._kind(record, match)
        if kind is RecordKind.LOOKED_AT:
            seen = seen_by = None
        entry = ImportEntry(
            record.title or record.imdb_id or "",
            record.year,
            kind,
            match.grounds,
            movies,
            (Imported(service, seen, record.rating, record.again, kind.evidence, seen_by),),
            frozenset({record.viewer} - {""}),
            ids=(("imdb", record.imdb_id),) if record.imdb_id else (),
        )
        if self._head is None:
            self._add(entry)
        elif self._in_lists < _MOST:
            self._listed.append(entry)
            self._in_lists += 1
        else:
            raise export_error("too-many")

    def _kind(self, record: Record, match: RecordMatch) -> RecordKind:
        """Return what a record says, by the movie's length where it has the time played."""
        if record.played_s is None:
            return record.kind
        label = self._records.label(match.movies[0]) if match.movies else ""
        facts = self._facts.get(label)
        return kind_of_time(record.played_s, facts.minutes if facts else None)

    def _sighting(self, service: Service, sighting: Sighting, finder: PageFinder) -> None:
        verdict = sighting.verdict
        others = {i: None for trace in sighting.rule_evidence for i in trace.others}
        positions = (
            (sighting.movie, *others) if verdict.decision is Decision.WHICH else (sighting.movie,)
        )
        movie = finder.movies[sighting.movie]
        watched = verdict.evidence is Evidence.WATCHED
        accepted = verdict.sure if watched else verdict.decision is Decision.ACCEPT
        day = local_day(sighting.last_seen)
        seen = min(day, self._today) if watched and sighting.last_seen < UNDATED else None
        kind = RecordKind.WATCHED if watched else RecordKind.LOOKED_AT
        self._add(
            ImportEntry(
                movie.title,
                movie.year,
                kind,
                MatchReason.PAGES if accepted else MatchReason.PAGES_PERHAPS,
                () if movie.unlisted else tuple(self._ids[i] for i in positions),
                (Imported(service, seen, evidence=verdict.evidence),),
                ids=movie.site_ids if movie.unlisted else (),
            )
        )

    def _add(self, entry: ImportEntry) -> None:
        viewer = next(iter(entry.viewers & self._viewers), "")
        _add(self._fresh, (viewer, *entry.movie_key), entry)

    def preview(self) -> ImportPreview:
        """Return all of it: sure movies first, then those to ask about, then what is no movie.

        Entries of several viewers are not joined.
        """
        several = len(self._viewers) > 1
        by_viewer: dict[object, _Entries] = {}
        for (viewer, *_), entry in self._entries.items():
            _add(by_viewer.setdefault(viewer if several else "", {}), entry.movie_key, entry)
        settled = [_settle(list(entries.values())) for entries in by_viewer.values()]
        sure = [entry for some, _ in settled for entry in some]
        others = [entry for _, some in settled for entry in some]
        others.sort(key=lambda e: (not e.movies, len(e.movies)))
        return ImportPreview(
            (*sure, *others),
            tuple(self._files),
            tuple(self._problems),
            self._left_out,
            tuple(sorted(self._viewers)),
            lists=tuple(self._lists),
        )


def _settle(entries: list[ImportEntry]) -> tuple[list[ImportEntry], list[ImportEntry]]:
    """Return sure entries of a viewer, joined with those that they settle, and the others."""
    merged = {e.movies[0]: e for e in entries if is_sure(e)}
    # A day says which movie was watched on it, and nothing of another row.
    named_so = {
        k
        for k, e in merged.items()
        if e.grounds is not MatchReason.TITLE_AND_DAY and e.kind is not RecordKind.LOOKED_AT
    }
    others = []
    for entry in entries:
        if is_sure(entry):
            continue
        # One of several movies of a title: the one that is named elsewhere is meant.
        named = [key for key in entry.movies if key in named_so]
        if len(entry.movies) > 1 and named:
            merged[named[0]] = joined(merged[named[0]], entry)
        else:
            others.append(entry)
    return list(merged.values()), others


def _add(entries: _Entries, place: tuple[object, ...], entry: ImportEntry) -> None:
    known = entries.get(place)
    entries[place] = entry if known is None else joined(known, entry)
