"""The library: movies found, and what the person says of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from epicrec_desktop.domain.evidence import Trace
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.services.context import Context
from epicrec_desktop.services.windows import assign_windows
from epicrec_desktop.store import catalog as catalog_store
from epicrec_desktop.store import recommendations
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRecord, LibraryRepository
from epicrec_desktop.store.watchlist import WatchlistRepository


@dataclass(frozen=True)
class LibraryEntry:
    """One movie of the library. `id` is the local key: it never leaves this computer."""

    id: int
    movie: Movie
    status: LibraryStatus
    evidence: Evidence
    rule: str
    decision: Decision
    confidence: float
    count: int
    first_seen: datetime | None
    last_seen: datetime | None
    weight: float = 1.0
    fleeting: bool = False  # a page named it for certain, but was opened once and left
    traces: tuple[Trace, ...] = ()  # what each rule saw of it, the strongest first


class LibraryService:
    """Lists and changes the library; every change returns what undoes it."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def entries(self, status: LibraryStatus | None = None) -> list[LibraryEntry]:
        """The library: suggestions first, the surest on top; then by newest sighting."""
        with self._context.database.read() as session:
            records = LibraryRepository(session).all(status)
            movies = CatalogRepository(session).movies(r.movie_id for r in records)
        entries = [_entry(record, movies[record.movie_id]) for record in records]
        return sorted(entries, key=_order)

    def set_status(self, ids: Sequence[int], status: LibraryStatus) -> Mapping[int, LibraryStatus]:
        """The person's answer; it wins over later scans. Returns the earlier statuses, for undo."""
        with self._context.database.write() as session:
            earlier = LibraryRepository(session).set_status(ids, status, now=self._context.now())
            assign_windows(session, now=self._context.now())
        return earlier

    def restore(self, earlier: Mapping[int, LibraryStatus]) -> None:
        """Undo a `set_status`."""
        with self._context.database.write() as session:
            LibraryRepository(session).restore(earlier, now=self._context.now())

    def set_weight(self, movie_id: int, weight: float) -> None:
        """How much of the budget this movie may cost: 1 usual, 0 never told.

        Raises `ValueError` outside [0, 1].
        """
        if not 0.0 <= weight <= 1.0:
            raise ValueError("a weight is between 0 and 1")
        with self._context.database.write() as session:
            LibraryRepository(session).set_weight(movie_id, weight)

    def search_catalog(self, text: str, limit: int = 20) -> list[tuple[int, Movie]]:
        """Movies of the catalog by title, best known first, to add by hand."""
        with self._context.database.read() as session:
            ids = catalog_store.search(session, text, limit)
            movies = CatalogRepository(session).movies(ids)
        return [(key, movies[key]) for key in ids]

    def add(self, movie_id: int) -> LibraryEntry:
        """Add a movie of the catalog by hand, confirmed."""
        with self._context.database.write() as session:
            LibraryRepository(session).add(movie_id, now=self._context.now())
            assign_windows(session, now=self._context.now())
        return next(entry for entry in self.entries() if entry.id == movie_id)

    def find(self, wire_id: str) -> int | None:
        """The local key of a movie of the catalog in use by its public name."""
        stored = self._context.catalog()
        position = stored.catalog.index.get(wire_id)
        return int(stored.ids[position]) if position is not None else None

    def refuse(self, movie_id: int) -> None:
        """Never recommend this movie again: it is in the library as rejected."""
        with self._context.database.write() as session:
            LibraryRepository(session).refuse(movie_id, now=self._context.now())

    def withdraw(self, movie_id: int) -> None:
        """Undo `add` or `refuse` of a movie that was not in the library before."""
        with self._context.database.write() as session:
            LibraryRepository(session).forget([movie_id], now=self._context.now())

    def watchlist(self) -> list[tuple[int, Movie]]:
        """What the person wants to watch, the newest first; what was answered since is off it."""
        with self._context.database.read() as session:
            ids = WatchlistRepository(session).all()
            movies = CatalogRepository(session).movies(ids)
        return [(key, movies[key]) for key in ids]

    def watch_later(self, movie_id: int, wanted: bool) -> None:
        """Put a movie on the watchlist, or take it off."""
        with self._context.database.write() as session:
            repository = WatchlistRepository(session)
            if wanted:
                repository.add(movie_id, now=self._context.now())
            else:
                repository.remove(movie_id)

    def forget(self, ids: Sequence[int]) -> None:
        """Remove movies and all sightings of them; a later full scan may suggest them again.

        The recommendations shown last go too: they name movies of the library as reasons.
        """
        with self._context.database.write() as session:
            LibraryRepository(session).forget(ids, now=self._context.now())
            recommendations.forget(session)
        self._context.database.clear_traces()

    def counts(self) -> Mapping[LibraryStatus, int]:
        """How many movies have each status."""
        with self._context.database.read() as session:
            return LibraryRepository(session).counts()

    def category_counts(self) -> Mapping[str, int]:
        """Confirmed movies per category, all 18 categories present."""
        with self._context.database.read() as session:
            confirmed = LibraryRepository(session).confirmed()
            movies = CatalogRepository(session).movies(confirmed)
        return count_categories(movies.values())


def count_categories(movies: Iterable[Movie]) -> dict[str, int]:
    """How many of these movies each of the 18 categories has."""
    counts = dict.fromkeys(CATEGORIES, 0)
    for movie in movies:
        for name in movie.categories:
            if name in counts:
                counts[name] += 1
    return counts


def _entry(record: LibraryRecord, movie: Movie) -> LibraryEntry:
    return LibraryEntry(
        id=record.movie_id,
        movie=movie,
        status=record.status,
        evidence=record.evidence,
        rule=record.rule,
        decision=record.decision,
        confidence=record.confidence,
        count=record.count,
        first_seen=record.first_seen,
        last_seen=record.last_seen,
        weight=record.weight,
        fleeting=record.fleeting,
        traces=record.traces,
    )


def _order(entry: LibraryEntry) -> tuple[bool, float, float, str]:
    suggested = entry.status is LibraryStatus.SUGGESTED
    seen = entry.last_seen.timestamp() if entry.last_seen else 0.0
    # Sure ones first: they are answered at once, and doubt is met where it begins.
    doubt = -(entry.decision.strength + entry.confidence) if suggested else 0.0
    return (not suggested, doubt, -seen, entry.movie.title)
