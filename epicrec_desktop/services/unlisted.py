"""Movies that no catalog has: add them, find them again, place rows of exports, correct matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.export_records import MatchReason, Record, RecordKind
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.messages import Message, counted
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.periods import assign_periods
from epicrec_desktop.store import ratings, recommendations, unlisted
from epicrec_desktop.store.catalog import CatalogRepository, StoredCatalog
from epicrec_desktop.store.corrections import correct
from epicrec_desktop.store.library import LibraryRepository, WatchlistRepository
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.store.unlisted import MovieLookup, MovieRows, unlisted_movies

if TYPE_CHECKING:
    from epicrec_desktop.matching.export_records import RecordMatcher

BY_HAND = "hand"
"""Who named a movie that the user typed in."""

_IMDB_ID = re.compile(r"(?<![a-z0-9])tt[0-9]{7,10}(?!\d)")
_FIRST_YEAR = 1870
_YEARS_AHEAD = 10
_LONGEST = 300


@dataclass(frozen=True)
class Unplaced:
    """A row of an export that stands for no movie yet. `id` is a local key."""

    id: int
    movie: Movie
    kind: RecordKind
    reason: MatchReason
    imports: tuple[Imported, ...]


def known_now(count: int) -> Message:
    """Return the sentence for what a catalog had of the movies that none had before."""
    return counted(
        "One of your films is known now.", "{count:,} of your films are known now.", count=count
    )


def match_unlisted(session: Connection, load: Callable[[], StoredCatalog], now: datetime) -> int:
    """Match unlisted movies against the current catalog; return how many of them it contains.

    By an id, else by title and year where no other id contradicts. Everything that the user's
    tables say of such a movie then belongs to the catalog's movie.
    """
    movies = unlisted_movies(session)
    if not movies:
        return 0
    stored = load()
    places = CatalogPlaces(stored.catalog, movies.values())
    imports = ratings.by_movie(session)
    kinds = unlisted.unplaced(session)
    count = 0
    for key, movie in movies.items():
        seen = max((one.seen for one in imports.get(key, ()) if one.seen), default=None)
        place = places.find_same(movie, seen)
        if place is None:
            continue
        count += 1
        _join(session, key, int(stored.ids[place]), kinds.get(key), now)
    if count:
        assign_periods(session)
    return count


def _join(
    session: Connection,
    key: int,
    movie_id: int,
    row: tuple[RecordKind, MatchReason] | None,
    now: datetime,
) -> None:
    unlisted.join_unlisted(session, key, movie_id)
    if row is None:
        return
    library = LibraryRepository(session)
    status = library.statuses().get(movie_id)
    if row[0] is RecordKind.WATCHLIST:
        if status not in (LibraryStatus.CONFIRMED, LibraryStatus.REJECTED):  # as at an import
            WatchlistRepository(session).add(movie_id, now=now)
    elif status is not LibraryStatus.REJECTED:
        library.add_imported({movie_id: _status(row[0])}, now=now)


def _status(kind: RecordKind) -> LibraryStatus:
    watched = kind is RecordKind.WATCHED
    return LibraryStatus.CONFIRMED if watched else LibraryStatus.SUGGESTED


class CatalogPlaces:
    """Finds movies in a catalog: by their ids, then by title and year."""

    def __init__(self, catalog: Catalog, movies: Iterable[Movie]) -> None:
        """`movies` are those that are to be found."""
        self._catalog = catalog
        wanted = frozenset(one for movie in movies for one in movie.identities.items())
        self._by_id: dict[tuple[str, str], int] = {}
        twice = set()
        for place, movie in enumerate(catalog.movies):
            for identity in wanted.intersection(movie.identities.items()):
                if self._by_id.setdefault(identity, place) != place:
                    twice.add(identity)
        for identity in twice:
            del self._by_id[identity]
        self._records: RecordMatcher | None = None

    def find_same(self, movie: Movie, seen: date | None = None) -> int | None:
        """Return the place of a movie that is certainly the same; None if there is none."""
        identities = movie.identities
        for identity in identities.items():
            if (place := self._by_id.get(identity)) is not None:
                return place
        if not movie.title:
            return None
        if self._records is None:
            from epicrec_desktop.matching.export_records import RecordMatcher  # noqa: PLC0415 - slow

            self._records = RecordMatcher(self._catalog)
        record = Record(movie.title, movie.year, identities.get("imdb"), seen)
        match = self._records.match(record)
        if not match.sure or len(match.movies) != 1:
            return None
        (place,) = match.movies
        known = self._catalog.movies[place].identities
        agree = all(known.get(site, at) == at for site, at in identities.items())
        return place if agree else None


class UnlistedService:
    """Adds movies that no catalog has, and places what imports could not."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def add(
        self,
        title: str,
        year: int | None,
        categories: Sequence[str] = (),
        imdb: str = "",
        *,
        wanted: bool = False,
    ) -> int:
        """Add a movie as the user names it, confirmed or to watch later; return its local key.

        `imdb`: its address or number there, which finds it for certain once a catalog has it.
        Raises `EpicRecError` where something of it cannot be.
        """
        movie = self._typed(title, year, categories, imdb)
        now = self._context.now()
        with self._context.database.write() as session:
            key = MovieLookup(session).key(movie)
            unlisted.keep(session, key, None)  # it may be a row that was not placed
            if wanted:
                WatchlistRepository(session).add(key, now=now)
            else:
                LibraryRepository(session).add(key, now=now)
                assign_periods(session)
        return key

    def _typed(self, title: str, year: int | None, categories: Sequence[str], imdb: str) -> Movie:
        name = plain(title).strip()
        if not name or len(name) > _LONGEST:
            raise EpicRecError("A film has a title. Nothing was changed.")
        self._check_year(year)
        number = _IMDB_ID.search(imdb.strip().lower())
        if imdb.strip() and number is None:
            raise EpicRecError(
                "This is no address of a film at IMDb. Nothing was changed. It looks like "
                "https://www.imdb.com/title/tt0133093/."
            )
        unknown = [one for one in categories if one not in CATEGORIES]
        if unknown:
            raise EpicRecError(
                "There is no category “{name}”. Nothing was changed.", name=unknown[0]
            )
        ids = (("imdb", number.group()),) if number else ()
        return Movie(name, year, tuple(categories), site_ids=ids, named_by=BY_HAND)

    def _check_year(self, year: int | None) -> None:
        """Raise `EpicRecError` where no movie is of the year: an export would not come in again."""
        if year is not None and not _FIRST_YEAR <= year <= self._context.now().year + _YEARS_AHEAD:
            raise EpicRecError("{year} is no year of a film. Nothing was changed.", year=year)

    def unplaced(self) -> list[Unplaced]:
        """Return what imports could not place, by title."""
        with self._context.database.read() as session:
            rows = unlisted.unplaced(session)
            movies = CatalogRepository(session).movies(rows)
            imports = ratings.by_movie(session)
        found = [
            Unplaced(key, movies[key], kind, reason, imports.get(key, ()))
            for key, (kind, reason) in rows.items()
        ]
        return sorted(found, key=lambda one: (one.movie.title.casefold(), one.movie.year or 0))

    def place(self, unplaced_id: int, movie_id: int) -> MovieRows:
        """Let a row stand for a movie, which is then watched or wanted as the row says.

        Return what was before, for `undo`, as `keep` and `drop` do.
        """
        now = self._context.now()
        with self._context.database.write() as session:
            row = unlisted.unplaced(session).get(unplaced_id)
            before = unlisted.rows_of(session, unplaced_id, movie_id)
            if row is not None and unplaced_id != movie_id:
                _join(session, unplaced_id, movie_id, row, now)
                assign_periods(session)
        return before

    def keep(self, unplaced_id: int, year: int | None) -> MovieRows:
        """Let a row be a movie of its own, which no catalog has; `year`: another than it says.

        Raises `EpicRecError` where no movie is of this year.
        """
        self._check_year(year)
        now = self._context.now()
        with self._context.database.write() as session:
            row = unlisted.unplaced(session).get(unplaced_id)
            before = unlisted.rows_of(session, unplaced_id)
            if row is not None:
                unlisted.keep(session, unplaced_id, year)
                if row[0] is RecordKind.WATCHLIST:
                    WatchlistRepository(session).add(unplaced_id, now=now)
                else:
                    status = {unplaced_id: _status(row[0])}
                    LibraryRepository(session).add_imported(status, now=now)
        return before

    def drop(self, unplaced_id: int) -> MovieRows:
        """Forget a row: it names no movie."""
        with self._context.database.write() as session:
            before = unlisted.rows_of(session, unplaced_id)
            LibraryRepository(session).forget([unplaced_id], now=self._context.now())
        return before

    def undo(self, before: MovieRows) -> None:
        """Take `place`, `keep` or `drop` back."""
        with self._context.database.write() as session:
            unlisted.put_back(session, before, self._context.now())

    def correct(self, movie_id: int, right: int, *, new: bool = False) -> MovieRows:
        """Let all that was taken for a movie, and its pages, stand for another one from now on.

        Of a movie that is to stand for itself nothing changes. `new`: the other one was added for
        this, and goes when it is undone.
        """
        now = self._context.now()
        with self._context.database.write() as session:
            if movie_id == right:
                return unlisted.rows_of(session, movie_id)
            done = correct(session, movie_id, right, now=now, new=new)
            unlisted.drop_orphans(session)
            assign_periods(session)
            recommendations.forget(session)
        return done

    def undo_correction(self, before: MovieRows) -> None:
        """Take a correction back: both movies, and the pages, are what they were."""
        with self._context.database.write() as session:
            unlisted.put_back(session, before, self._context.now())
            recommendations.forget(session)
