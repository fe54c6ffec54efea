"""Read and merge catalogs in the database, and look movies up by public id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Row, Select, String, delete, func, insert, literal, select, type_coerce
from sqlalchemy.orm import Session

from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.store.catalog_merge import (
    OWN_SCALE,
    STARTER,
    CatalogMerge,
    Draft,
    checked,
    join_rows_of,
)
from epicrec_desktop.store.database import open_database
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.models import (
    CatalogSourceRow,
    CategoryRow,
    ImportRow,
    LibraryRow,
    MovieCategoryRow,
    MovieRow,
    SightingRow,
    WatchlistRow,
)

_IDS = ("imdb_id", "wikidata_id", "movielens_id", "starter_id", "tmdb_id")
_PREFIXES = {"imdb": "imdb_id", "wd": "wikidata_id", "ml": "movielens_id", "starter": "starter_id"}

FEWEST_USERS = 50
"""Public users without whom ratings say nothing of the size of a profile, and so of no budget."""


class MovieLookup:
    """All movies by their public ids, in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._by_id: dict[tuple[str, str], int] = {}
        self._in_catalog: set[int] = set()
        self._nameless: dict[tuple[str, int | None], int] = {}
        columns = (getattr(MovieRow, name) for name in _IDS)
        known = select(MovieRow.id, MovieRow.sources, MovieRow.title, MovieRow.year, *columns)
        for key, sources, title, year, *ids in session.execute(known):
            if sources:
                self._in_catalog.add(key)
            for name, value in zip(_IDS, ids, strict=True):
                if value is not None:
                    self._by_id.setdefault((name, str(value)), key)
            if ids == [None] * len(ids):
                self._nameless[title, year] = key

    def key(self, movie: Movie) -> int:
        """The local key of a film: by the first of its ids that is known here.

        One that is not known gets a row that is in no catalog, with those of its ids that nobody
        has, and without any category: what it counts as is said by the catalog that names it later.
        """
        ids = {name: getattr(movie, name) for name in _IDS}
        for name, value in ids.items():
            found = self._by_id.get((name, str(value))) if value is not None else None
            if found is not None:
                return found
        if not any(ids.values()) and (movie.title, movie.year) in self._nameless:
            return self._nameless[movie.title, movie.year]
        row = MovieRow(
            title=movie.title or movie.wire_id or "?",
            year=movie.year,
            alternative_titles=[],
            sources="",
            site_ids=[],
            figures={},
            **ids,
        )
        self._session.add(row)
        self._session.flush()
        for name, value in ids.items():
            if value is not None:
                self._by_id[name, str(value)] = row.id
        if not any(ids.values()):
            self._nameless[movie.title, movie.year] = row.id
        return row.id

    def in_catalog(self, key: int) -> bool:
        """Whether a catalog here has it."""
        return key in self._in_catalog

    def named(self, wire_ids: Iterable[str]) -> tuple[int, ...]:
        """Local keys of films by their wire ids; those not known here are left out."""
        found = []
        for wire_id in wire_ids:
            prefix, _, name = wire_id.partition(":")
            key = self._by_id.get((_PREFIXES.get(prefix, ""), name))
            if key is not None:
                found.append(key)
        return tuple(found)


_LINKS_AT_ONCE = 20_000  # rows written between two looks at whether it was cancelled
_AT_ONCE = 500  # keys in one statement: SQLite takes 32,766, or 999 where it is old
__all__ = ["STARTER", "CatalogRepository", "SourceInfo", "StoredCatalog"]

_AnyRow = Row[tuple[Any, ...]]
"""A row of the movies table, read without the ORM: three times as fast."""


@dataclass(frozen=True)
class StoredCatalog:
    """The catalog in use. `ids` (n,) are the local keys of its movies, in the catalog's order."""

    catalog: Catalog
    ids: NDArray[np.int64]

    def position(self) -> dict[int, int]:
        """Position in the catalog of each local key."""
        return {int(key): i for i, key in enumerate(self.ids)}


@dataclass(frozen=True)
class SourceInfo:
    """A source that was imported."""

    name: str
    version: str
    movies: int
    ratings: int
    users: int


class CatalogRepository:
    """Reads and merges catalogs in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def sources(self) -> list[SourceInfo]:
        """What was imported, oldest first."""
        rows = self._session.scalars(select(CatalogSourceRow).order_by(CatalogSourceRow.imported))
        return [SourceInfo(r.name, r.version, r.movies, r.ratings, r.users) for r in rows]

    def version(self) -> str:
        """A short name of exactly these sources in these versions."""
        rows = self._session.execute(
            select(CatalogSourceRow.name, CatalogSourceRow.version).order_by(CatalogSourceRow.name)
        )
        return hashlib.sha256(repr([tuple(r) for r in rows]).encode()).hexdigest()[:16]

    def load(self) -> StoredCatalog:
        """The whole catalog: every movie that some source has, in a stable order."""
        categories = self._categories_of()
        rows = self._session.execute(
            _stored_movies().where(MovieRow.sources != "").order_by(MovieRow.id)
        ).all()
        movies = tuple(
            _movie(row, categories.get(row.id, ()), popularity)
            for row, popularity in zip(rows, _popularities(rows), strict=True)
        )
        by_name = select(CatalogSourceRow).order_by(CatalogSourceRow.name)
        sources = list(self._session.scalars(by_name))
        sizes = [s.mean_profile_size for s in sources if s.users >= FEWEST_USERS]
        catalog = Catalog(
            name=" + ".join(sorted(s.name for s in sources)) or "empty",
            version=self.version(),
            movies=movies,
            mean_profile_size=sizes[-1] if sizes else None,
        )
        return StoredCatalog(catalog, np.array([row.id for row in rows], dtype=np.int64))

    def movies(self, ids: Iterable[int]) -> dict[int, Movie]:
        """Movies by local key, also those no source has any more."""
        wanted = sorted(set(ids))
        found: dict[int, Movie] = {}
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            categories = self._categories_of(some)
            rows = self._session.execute(_stored_movies().where(MovieRow.id.in_(some))).all()
            for row, popularity in zip(rows, _popularities(rows), strict=True):
                found[row.id] = _movie(row, categories.get(row.id, ()), popularity)
        return found

    def merge(
        self,
        source: str,
        catalog: Catalog,
        *,
        now: datetime,
        ratings: int = 0,
        users: int = 0,
        cancelled: IsCancelled = never_cancelled,
    ) -> NDArray[np.int64]:
        """Put in a source, replacing what this source said before; returns each movie's local key.

        A movie is the same one if it has the same id, or, where ids do not contradict, the same
        title and year. Movies of the library stay, whatever the source drops. Categories are those
        of all sources that ever had the movie: a level that keeps one of them back holds on.
        """
        self._ensure_categories()
        merging = CatalogMerge(self._session, source)
        drafts = [merging.put(movie) for movie in checked(catalog.movies, cancelled)]
        merging.write(cancelled)
        self._add_categories(zip(drafts, catalog.movies, strict=True), cancelled)
        for other, draft in merging.moved:
            join_rows_of(self._session, other.id, draft.id, same_film=other.nameless)
        check(cancelled)
        self._drop_orphans()
        self._session.merge(
            CatalogSourceRow(
                name=source,
                version=catalog.version,
                imported=now,
                movies=len(catalog.movies),
                ratings=ratings,
                users=users,
                mean_profile_size=catalog.mean_profile_size,
            )
        )
        self._session.flush()
        return np.array([draft.id for draft in drafts], dtype=np.int64)

    def _ensure_categories(self) -> None:
        have = set(self._session.scalars(select(CategoryRow.name)))
        for number, name in enumerate(CATEGORIES, start=1):
            if name not in have:
                self._session.add(CategoryRow(id=number, name=name))
        self._session.flush()

    def _add_categories(
        self, described: Iterable[tuple[Draft, Movie]], cancelled: IsCancelled
    ) -> None:
        number = {name: i for i, name in enumerate(CATEGORIES, start=1)}
        first: dict[int, Movie] = {}
        for draft, movie in described:  # a source's second entry adds nothing
            first.setdefault(draft.id, movie)
        links = sorted(
            {
                (key, number[name])
                for key, movie in first.items()
                for name in movie.categories
                if name in number
            }
        )
        for start in range(0, len(links), _LINKS_AT_ONCE):
            check(cancelled)
            some = links[start : start + _LINKS_AT_ONCE]
            self._session.execute(
                insert(MovieCategoryRow).prefix_with("OR IGNORE"),
                [{"movie_id": movie, "category_id": category} for movie, category in some],
            )

    def _drop_orphans(self) -> None:
        stored = select(LibraryRow.movie_id).union(
            select(SightingRow.movie_id),
            select(WatchlistRow.movie_id),
            select(ImportRow.movie_id),
        )
        self._session.execute(
            delete(MovieRow).where(MovieRow.sources == "", MovieRow.id.not_in(stored)),
            execution_options={"synchronize_session": False},
        )

    def _categories_of(self, ids: Sequence[int] | None = None) -> dict[int, tuple[str, ...]]:
        """Categories by movie, in their order: one row a movie, and one tuple for equal ones."""
        names = self._session.execute(select(CategoryRow.id, CategoryRow.name)).all()
        # Each pair of movie and category is there once, so that a sum of bits is their union.
        bits = func.sum(literal(1).op("<<")(MovieCategoryRow.category_id))
        query = select(MovieCategoryRow.movie_id, bits).group_by(MovieCategoryRow.movie_id)
        if ids is not None:
            query = query.where(MovieCategoryRow.movie_id.in_(ids))
        tuples: dict[int, tuple[str, ...]] = {}
        found: dict[int, tuple[str, ...]] = {}
        for key, mask in self._session.execute(query):
            if mask not in tuples:
                tuples[mask] = tuple(name for at, name in sorted(names) if mask >> at & 1)
            found[key] = tuples[mask]
        return found


def load_catalog(file: Path, opened: Driver = PLAIN) -> StoredCatalog:
    """The catalog of a database file, which is closed again: for work in a process of its own."""
    database = open_database(file, opened)
    try:
        with database.read() as session:
            return CatalogRepository(session).load()
    finally:
        database.close()


def _stored_movies() -> Select[Any]:
    """Movies, with JSON as its text: most of it is empty, and a hundred thousand are read."""
    columns = {column.name: column for column in MovieRow.__table__.columns}
    for name in ("alternative_titles", "site_ids", "figures"):
        columns[name] = type_coerce(columns[name], String).label(name)
    return select(*columns.values())


def _popularities(rows: Sequence[_AnyRow]) -> list[float]:
    """Popularity of each row on one scale, that of raters where they are known.

    A figure of another source is put on the scale by the movies that have both.
    """
    fame = _per_point((r.raters, r.fame) for r in rows)
    found = [_first(r.raters, r.fame, fame) for r in rows]
    figures_by_row = [json.loads(r.figures) if r.figures != "{}" else {} for r in rows]
    for source in OWN_SCALE:
        figures = [figures.get(source) for figures in figures_by_row]
        scale = _per_point(zip(found, figures, strict=True))
        found = [_first(f, figure, scale) for f, figure in zip(found, figures, strict=True)]
    return [f or 0.0 for f in found]


def _first(known: float | None, figure: float | None, scale: float) -> float | None:
    if known is not None:
        return float(known)
    return figure * scale if figure is not None else None


def _per_point(pairs: Iterable[tuple[float | None, float | None]]) -> float:
    """What one point of the second figure is worth in the first; 1 where none has both."""
    ratios = [known / figure for known, figure in pairs if known and figure]
    return median(ratios) if ratios else 1.0


def _movie(row: Sequence[Any], categories: tuple[str, ...], popularity: float) -> Movie:
    # In the order of the columns: to ask a row by name takes a third of all the time.
    _, title, year, imdb, wikidata, movielens, starter, tmdb, also, _, _, _, at_sites, _ = row
    return Movie(
        title,
        year,
        categories,
        imdb,
        wikidata,
        movielens,
        tmdb,
        starter,
        () if also == "[]" else tuple(json.loads(also)),
        popularity,
        () if at_sites == "[]" else tuple((site, at) for site, at in json.loads(at_sites)),
    )
