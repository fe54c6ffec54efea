"""What an import would do: one entry for each movie, on what grounds, and what becomes of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePath

from epicrec_desktop.domain.export_records import (
    MatchReason,
    RecordKind,
    RecordMatch,
    Service,
    Skip,
)
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.domain.records import Count, Number
from epicrec_desktop.store.ratings import Imported


class ImportOutcome(StrEnum):
    """What becomes of an entry."""

    FOUND = "found"
    LOOKED_AT = "looked-at"  # nothing says that it was watched: it becomes a suggestion
    KNOWN = "known"  # it is in the library or on the watchlist already
    REJECTED = "rejected"  # the person said no to it, and that holds
    DOUBTFUL = "doubtful"
    WHICH = "which"
    OWN = "own"  # no catalog has it: it becomes a movie of the library's own
    MISSING = "missing"  # it stands for no movie: it is kept as a row to place


_WHY = {
    MatchReason.IMDB_ID: N_("by IMDb's number"),
    MatchReason.TITLE_YEAR: N_("by title and year"),
    MatchReason.NEAR_YEAR: N_("by title; the year differs by one"),
    MatchReason.TITLE_AND_DAY: N_("by title: the only movie of that name by that day"),
    MatchReason.TITLE_ALONE: N_("by title alone; no year is given"),
    MatchReason.PART: N_("the title or the year fits in part"),
    MatchReason.SEVERAL: N_("several movies have this title"),
    MatchReason.OTHER_YEAR: N_("the catalog has this title only of other years"),
    MatchReason.OTHER_ID: N_("the catalog's movie of this title is another one"),
    MatchReason.UNKNOWN: N_("the catalog has no movie of this title"),
    MatchReason.PAGES: N_("by pages or files that you opened"),
    MatchReason.PAGES_PERHAPS: N_("pages or files that you opened may be about it"),
    MatchReason.CORRECTED: N_("as you corrected it before"),
}


def why(reason: MatchReason) -> Message:
    """Return the sentence for why a row stands for a movie, or for none."""
    return message(_WHY[reason])


@dataclass(frozen=True, repr=False)
class ImportEntry:
    """One movie of an import. `title` and `year` are the export's.

    `movies` are local keys of the movies it may stand for, the likeliest first. `imports`: what
    each service says of it, one a service.
    """

    title: str
    year: Number | None
    kind: RecordKind
    grounds: MatchReason
    movies: tuple[Number, ...]
    imports: tuple[Imported, ...]
    viewers: frozenset[str] = frozenset()
    outcome: ImportOutcome = ImportOutcome.MISSING
    ids: tuple[tuple[str, str], ...] = ()

    @property
    def movie_key(self) -> tuple[object, ...]:
        """What rows of one movie share: the movies it may be; title and year where it is none."""
        return self.movies or (self.title.casefold(), self.year)

    @property
    def movie(self) -> Movie:
        """The movie as the export names it, where no catalog has it."""
        named_by = self.imports[0].source.value if self.imports else ""
        return Movie(self.title, self.year, (), site_ids=self.ids, named_by=named_by)

    @property
    def from_pages(self) -> bool:
        """Whether pages of a history name it, and no row of an export."""
        return self.grounds in (MatchReason.PAGES, MatchReason.PAGES_PERHAPS)

    @property
    def why(self) -> Message:
        """On what grounds it was found, or was not."""
        return why(self.grounds)


@dataclass(frozen=True, repr=False)
class ImportedList:
    """A list of movies that says neither watched nor wanted, in its order."""

    name: str
    note: str
    rows: tuple[ImportEntry, ...]


def list_name(file: PurePath) -> str:
    """Return the name of a list by its file."""
    name = plain(file.stem).replace("-", " ").replace("_", " ")
    return name[:1].upper() + name[1:]


@dataclass(frozen=True)
class ReadFile:
    """A file that was understood. `entries`: its rows that name movies, or pages."""

    name: str
    service: Service
    entries: Count


@dataclass(frozen=True)
class ImportPreview:
    """What an import would do. `movies`: the movies of all entries, by local key.

    `problems`: (name, why) of files that were not understood. `left_out`: how many rows were no
    movies, by reason and whose they are, empty where the export does not say. `viewers`: the people
    whose movies these are, where an export has several; `unsure`: which of them is meant is not
    known. `viewer`: the one that was chosen. `directors`: of movies that are asked about, where
    known, by local key. `lists`: their movies are no entries. `each`: the entries of each viewer,
    where `entries` were chosen and joined from them.
    """

    entries: tuple[ImportEntry, ...] = ()
    files: tuple[ReadFile, ...] = ()
    problems: tuple[tuple[str, Message], ...] = ()
    left_out: Mapping[tuple[Skip, str], Count] = field(default_factory=dict)
    viewers: tuple[str, ...] = ()
    movies: Mapping[int, Movie] = field(default_factory=dict)
    unsure: bool = False
    viewer: str | None = None
    directors: Mapping[int, str] = field(default_factory=dict)
    lists: tuple[ImportedList, ...] = ()
    each: tuple[ImportEntry, ...] = ()

    @property
    def skipped(self) -> Mapping[Skip, int]:
        """How many rows were no movies; of the person that was chosen, where one was."""
        found: dict[Skip, int] = {}
        for (skip, whose), count in self.left_out.items():
            if self.viewer is None or whose in ("", self.viewer):
                found[skip] = found.get(skip, 0) + count
        return found

    def entries_of(self, viewer: str | None) -> list[ImportEntry]:
        """Return one entry for each movie, of this viewer alone if one is named.

        Rows of exports that name no viewer are of everybody.
        """
        found: dict[tuple[object, ...], ImportEntry] = {}
        for entry in self.each or self.entries:
            if viewer is None or not entry.viewers or viewer in entry.viewers:
                known = found.get(entry.movie_key)
                found[entry.movie_key] = entry if known is None else joined(known, entry)
        return list(found.values())

    def places(self, *outcomes: ImportOutcome) -> list[int]:
        """Return which entries have one of these outcomes."""
        return [i for i, entry in enumerate(self.entries) if entry.outcome in outcomes]

    def usual(self) -> dict[int, int]:
        """Return what is taken in unless the person says otherwise: entry → movie."""
        places = self.places(ImportOutcome.FOUND, ImportOutcome.KNOWN)
        return {i: self.entries[i].movies[0] for i in places}


def outcome_of(
    entry: ImportEntry,
    statuses: Mapping[int, LibraryStatus],
    watchlist: Collection[int],
    *,
    unsure: bool,
) -> ImportOutcome:
    """Return what becomes of an entry by what the library says.

    `unsure`: whose movie it is, of several people, is not known yet.
    """
    looked_at = entry.kind is RecordKind.LOOKED_AT
    if not entry.movies:
        named = bool(entry.title and entry.year) and entry.grounds in _NOT_IN_CATALOG
        named = named and not looked_at
        return ImportOutcome.OWN if named and not unsure else ImportOutcome.MISSING
    if len(entry.movies) > 1:
        return ImportOutcome.WHICH
    key = entry.movies[0]
    status = statuses.get(key)
    if status is LibraryStatus.REJECTED:
        return ImportOutcome.REJECTED
    wanted = entry.kind is RecordKind.WATCHLIST
    if status is LibraryStatus.CONFIRMED or (wanted and key in watchlist):
        return ImportOutcome.KNOWN if not unsure else ImportOutcome.DOUBTFUL
    if looked_at:
        return ImportOutcome.LOOKED_AT if not unsure else ImportOutcome.DOUBTFUL
    return ImportOutcome.FOUND if is_sure(entry) and not unsure else ImportOutcome.DOUBTFUL


_NOT_IN_CATALOG = frozenset(
    {MatchReason.UNKNOWN, MatchReason.OTHER_YEAR, MatchReason.OTHER_ID, MatchReason.PAGES}
)


def is_sure(entry: ImportEntry) -> bool:
    """Return whether the movie may be taken without asking."""
    return RecordMatch(entry.grounds, entry.movies).sure


def joined(known: ImportEntry, entry: ImportEntry) -> ImportEntry:
    """Join two rows of one movie: watched wins over wanted, that over looked at; then the surer.

    Of the kind that wins: a page that surely names a movie says nothing of another row that may
    mean it.
    """
    kind = min(known.kind, entry.kind, key=_KINDS.index)
    of_kind = [one for one in (known, entry) if one.kind is kind]
    imports: dict[Service, Imported] = {}
    for one in (imported for row in of_kind for imported in row.imports):
        before = imports.get(one.source)
        imports[one.source] = one if before is None else before.joined(one)
    viewers = known.viewers | entry.viewers
    return replace(max(of_kind, key=is_sure), imports=tuple(imports.values()), viewers=viewers)


_KINDS = (RecordKind.WATCHED, RecordKind.WATCHLIST, RecordKind.LOOKED_AT)
