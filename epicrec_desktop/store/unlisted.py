"""Movies that no catalog has: in the table of movies, and never part of a catalog.

They are the user's own, so nothing public may depend on them: a merge of a catalog does not see
them (`catalog_merge.py`), and a movie that turns out to be one of them takes nothing from it but
what the user's own tables say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from epicrec_desktop.domain.export_records import MatchReason, RecordKind
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.records import Record
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.store.catalog_merge import CatalogMerge, title_key
from epicrec_desktop.store.contributions import ContributionRepository, joined_periods
from epicrec_desktop.store.movie_joins import join_rows_of
from epicrec_desktop.store.movie_rows import (
    CategoryRow,
    CorrectedPageRow,
    ImportRow,
    LibraryRow,
    ListedMovieRow,
    MovieCategoryRow,
    MovieListRow,
    MovieRow,
    SightingRow,
    UnplacedRow,
    WatchlistRow,
)
from epicrec_desktop.store.records import (
    get,
    insert,
    parts,
    put_records,
    remove,
    remove_keys,
    select,
    select_keys,
    table,
)

LOST = "catalog"
"""Who named a movie that a catalog had, and has no longer."""
EXPORT = "export"
"""Who named a movie that came with a restored export, where the export does not say."""


_OWN = (
    LibraryRow, SightingRow, WatchlistRow, ListedMovieRow, ImportRow, UnplacedRow, CorrectedPageRow
)  # fmt: skip
"""The user's own tables, each with a `movie_id`."""
_MOVIES = table(MovieRow)

_IDS = ("imdb", "wikidata", "movielens", "starter", "tmdb")
_PREFIXES = {"imdb": "imdb", "wd": "wikidata", "ml": "movielens", "starter": "starter"}
_WIRE = {site: prefix for prefix, site in _PREFIXES.items()}


def wire_names(ids: Mapping[str, str]) -> set[str]:
    """Return the names on the wire that a movie with these ids has, or could have."""
    return {f"{prefix}:{at}" for site, at in ids.items() if (prefix := _WIRE.get(site))}


class MovieLookup:
    """All movies by their ids, in one session; those that no catalog has by their title, too."""

    def __init__(self, session: Connection) -> None:
        self._session = session
        # Unlisted movies that turned out to be another one: both local keys, none given again.
        self._joined: dict[int, int] = {}
        self._listed: dict[tuple[str, str], int] = {}
        self._unlisted: dict[int, Movie] = {}
        self._by_id: dict[tuple[str, str], int] = {}
        self._by_title: dict[tuple[str, int | None], list[int]] = {}
        columns = [_MOVIES.c[f"{name}_id"] for name in _IDS]
        listed = sa.select(_MOVIES.c.id, *columns).where(_MOVIES.c.named_by.is_(None))
        for key, *ids in session.execute(listed):
            for name, value in zip(_IDS, ids, strict=True):
                if value is not None:
                    self._listed.setdefault((name, str(value)), key)
        for key, movie in unlisted_movies(session).items():
            self._index(key, movie)

    def _index(self, key: int, movie: Movie) -> None:
        self._unlisted[key] = movie
        for identity in movie.identities.items():
            self._by_id[identity] = key
        keys = self._by_title.setdefault((title_key(movie.title), movie.year), [])
        if key not in keys:
            keys.append(key)

    def find(self, movie: Movie) -> int | None:
        """Return the local key of a movie: by the first of its ids that is known here.

        Of movies that no catalog has also by title and year, where ids do not contradict.
        """
        for identity in movie.identities.items():
            if (key := self._listed.get(identity)) is not None:
                return key
        return next(iter(self._same_unlisted(movie)), None)

    def _same_unlisted(self, movie: Movie) -> list[int]:
        identities = movie.identities
        by_id = [key for one in identities.items() if (key := self._by_id.get(one)) is not None]
        titled = self._by_title.get((title_key(movie.title), movie.year), ())
        there = [k for k in titled if k in self._unlisted]
        by_title = [k for k in there if _agree(self._unlisted[k].identities, identities)]
        return [k for k in dict.fromkeys((*by_id, *by_title)) if k in self._unlisted]

    def discard(self, key: int) -> None:
        """Know an unlisted movie no longer: it was removed."""
        self._unlisted.pop(key, None)

    def key(self, movie: Movie) -> int:
        """Return the local key of a movie; one that is not known here becomes an unlisted one.

        It has no category: what it counts as is said by the catalog that names it later. Unlisted
        movies that turn out to be one are joined, also some whose keys were returned before: see
        `keys`.
        """
        for identity in movie.identities.items():
            if (key := self._listed.get(identity)) is not None:
                return key
        first, *others = self._same_unlisted(movie) or [self._add(movie)]
        known = self._unlisted[first]
        ids = known.identities | movie.identities
        for other in others:
            other_ids = self._unlisted[other].identities
            if not _agree(other_ids, ids):
                continue  # it has the title, or an id, of two that are not one
            del self._unlisted[other]
            ids = other_ids | ids
            self._by_id |= dict.fromkeys(other_ids.items(), first)
            join_unlisted(self._session, other, first)
            self._joined[other] = first
        if ids != known.identities:
            pairs = tuple(ids.items())
            ids_now = sa.update(_MOVIES).where(_MOVIES.c.id == first).values(site_ids=pairs)
            self._session.execute(ids_now)
            self._index(first, Movie(known.title, known.year, (), None, site_ids=pairs))
        return first

    def keys(self, movies: Iterable[Movie]) -> dict[Movie, int]:
        """Return the local keys of movies, as `key` does, after those that are one are joined."""
        keys = {movie: self.key(movie) for movie in dict.fromkeys(movies)}
        return {movie: self.joined_key(key) for movie, key in keys.items()}

    def joined_key(self, key: int) -> int:
        """Return the local key of what a movie turned out to be, or its own."""
        while key in self._joined:
            key = self._joined[key]
        return key

    def _add(self, movie: Movie) -> int:
        ids = movie.identities
        title = movie.title or movie.wire_id or "?"
        named_by = movie.named_by or EXPORT
        row = MovieRow(
            title, movie.year, id=self._unused(), site_ids=tuple(ids.items()), named_by=named_by
        )
        key = insert(self._session, row)
        numbers = [1 + CATEGORIES.index(name) for name in movie.categories if name in CATEGORIES]
        stored = {one.id for one in select(self._session, CategoryRow)} if numbers else set()
        put_records(self._session, [MovieCategoryRow(key, n) for n in numbers if n in stored])
        self._index(key, Movie(title, movie.year, (), site_ids=tuple(ids.items())))
        return key

    def _unused(self) -> int:
        """Return a key that no joined movie had, which SQLite would give again; 0 for the next."""
        if not self._joined:
            return 0
        newest = self._session.execute(sa.select(sa.func.max(_MOVIES.c.id))).scalar_one()
        return max(int(newest), *self._joined) + 1

    def namesakes(self, movie: Movie) -> list[int]:
        """Return the movies of catalogs that have this title and year."""
        return self._listed_titles.get((title_key(movie.title), movie.year), [])

    @cached_property
    def _listed_titles(self) -> dict[tuple[str, int | None], list[int]]:
        columns = (_MOVIES.c.id, _MOVIES.c.title, _MOVIES.c.year)
        listed = sa.select(*columns).where(_MOVIES.c.named_by.is_(None)).order_by(_MOVIES.c.id)
        found: dict[tuple[str, int | None], list[int]] = {}
        for key, title, year in self._session.execute(listed):
            found.setdefault((title_key(title), year), []).append(key)
        return found

    def known_keys(self, wire_ids: Iterable[str]) -> tuple[int, ...]:
        """Return local keys of movies by their wire ids; those not known here are left out."""
        found = []
        for wire_id in wire_ids:
            prefix, _, name = wire_id.partition(":")
            identity = (_PREFIXES.get(prefix, ""), name)
            key = self._listed.get(identity, self._by_id.get(identity))
            if key is not None:
                found.append(key)
        return tuple(found)


def _agree(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return all(other.get(site, at) == at for site, at in one.items())


def unlisted_movies(session: Connection) -> dict[int, Movie]:
    """Return the movies that no catalog has, by local key, in the order in which they came."""
    rows = select(session, MovieRow, _MOVIES.c.named_by.is_not(None), order=[_MOVIES.c.id])
    return {
        row.id: Movie(row.title, row.year, (), site_ids=row.site_ids, named_by=row.named_by or "")
        for row in rows
    }


def unplaced(session: Connection) -> dict[int, tuple[RecordKind, MatchReason]]:
    """Return the rows of exports that stand for no movie yet: what they say, and why."""
    rows = select(session, UnplacedRow, order=[table(UnplacedRow).c.movie_id])
    return {row.movie_id: (row.kind, row.reason) for row in rows}


def put_unplaced(
    session: Connection, unknown: Mapping[int, tuple[RecordKind, MatchReason]]
) -> None:
    """Keep unlisted movies as rows that were not placed: what they say, and why."""
    put_records(
        session, [UnplacedRow(key, kind, reason) for key, (kind, reason) in unknown.items()]
    )


def keep(session: Connection, key: int, year: int | None) -> None:
    """Let a row that was not placed be a movie of its own."""
    remove_keys(session, UnplacedRow, [key])
    if year is not None:
        session.execute(sa.update(_MOVIES).where(_MOVIES.c.id == key).values(year=year))


def join_unlisted(session: Connection, unlisted: int, movie: int) -> None:
    """Carry all that the user's tables say of an unlisted movie over to the movie that it is."""
    join_rows_of(session, unlisted, movie, same=True)
    pages = table(CorrectedPageRow)
    session.execute(sa.update(pages).where(pages.c.movie_id == unlisted).values(movie_id=movie))
    remove_keys(session, UnplacedRow, [unlisted])
    remove_keys(session, MovieRow, [unlisted])


def drop_orphans(session: Connection) -> None:
    """Remove movies that no catalog has and the user's tables do not name either."""
    remove(session, MovieRow, _MOVIES.c.sources == "", _MOVIES.c.id.not_in(_named_keys()))


def _named_keys() -> sa.CompoundSelect[Any]:
    """Return a query for the local keys that the user's tables name."""
    return sa.union(*(sa.select(table(own).c.movie_id) for own in _OWN))


def take_over_lost(session: Connection) -> None:
    """Make what every catalog has dropped the user's own where their tables name it.

    If such a row stayed public, a movie that comes back would have its old row, with its place,
    categories and ids, for those who had it alone: what they release would say so.
    """
    lost = select(session, MovieRow, _MOVIES.c.sources == "", _MOVIES.c.named_by.is_(None))
    named = set(session.scalars(_named_keys())) if lost else set()
    for row in lost:
        if row.id in named:
            known = {f"{name}_id": getattr(row, f"{name}_id") for name in _IDS}
            movie = Movie(row.title, row.year, (), site_ids=row.site_ids, **known)
            own = row.replace(named_by=LOST, site_ids=tuple(movie.identities.items()))
            put_records(session, [own.replace(**dict.fromkeys(known))])
    drop_orphans(session)


def rejoin_lost(session: Connection, merging: CatalogMerge) -> None:
    """Let a movie that a catalog has again be the same one for the user: its period, above all.

    By an id, else by title and year alone, as a catalog may have numbered its movies anew. Where
    several may be meant, each of them gets the period, so that no later one counts it again.
    """
    contributions = ContributionRepository(session)
    disclosed = contributions.disclosed()
    reported: list[tuple[Iterable[str], Iterable[str]]] = []
    for row in select(session, MovieRow, _MOVIES.c.named_by == LOST):
        found = merging.returned(row)
        before = wire_names(dict(row.site_ids)) & disclosed.keys()
        reported += [(draft.wire_ids, disclosed[name]) for name in before for draft in found]
        if len(found) == 1:
            join_unlisted(session, row.id, found[0].id)
        else:
            for draft in found:
                join_rows_of(session, row.id, draft.id, same=False)
    contributions.record_disclosed(joined_periods(reported))


@dataclass(frozen=True)
class MovieRows:
    """What the user's tables, and the table of movies, say of some movies, by their local keys."""

    ids: tuple[int, ...]
    rows: tuple[Record, ...]


def rows_of(session: Connection, *keys: int) -> MovieRows:
    """Return all that is stored of these movies, for `put_back`."""
    unlisted = [row for row in select_keys(session, MovieRow, keys) if row.named_by is not None]
    rows: list[Record] = [*unlisted]
    rows += select_keys(session, MovieCategoryRow, [row.id for row in unlisted])
    for own in _OWN:
        for some in parts(keys):
            rows += select(session, own, table(own).c.movie_id.in_(some))
    return MovieRows(keys, tuple(rows))


def put_back(session: Connection, before: MovieRows, now: datetime) -> None:
    """Let the user's tables say of these movies what they said when `rows_of` read them.

    Release periods stay as they are by now: a sample may have counted the movie since.
    """
    periods = {
        row.movie_id: (row.release_period, row.also_in)
        for row in select_keys(session, LibraryRow, before.ids)
    }
    for own in _OWN:
        for some in parts(before.ids):
            remove(session, own, table(own).c.movie_id.in_(some))
    for row in before.rows:
        if isinstance(row, MovieRow) and get(session, MovieRow, row.id) is not None:
            continue
        if isinstance(row, ListedMovieRow) and get(session, MovieListRow, row.list_id) is None:
            continue  # the list was deleted since
        put_records(session, [_period(periods, row) if isinstance(row, LibraryRow) else row])
    put_records(
        session,
        [
            LibraryRow(
                key, LibraryStatus.SUGGESTED, now, in_library=False, release_period=name,
                also_in=also_in,
            )
            for key, (name, also_in) in periods.items()
            if name is not None
        ],
    )  # fmt: skip
    drop_orphans(session)


def _period(
    periods: dict[int, tuple[str | None, tuple[str, ...]]], before: LibraryRow
) -> LibraryRow:
    """Return a restored row with the period of today: an open one may have been sampled since."""
    now = periods.pop(before.movie_id, None)
    if now is None:
        waits = before.release_period in (None, OPEN_PERIOD)
        now = (None, ()) if waits else (before.release_period, before.also_in)
    return before.replace(release_period=now[0], also_in=now[1])
