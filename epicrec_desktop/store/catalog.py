"""The catalog in the database: the union of its sources, merged by public ids."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Row, delete, insert, select
from sqlalchemy.orm import Session

from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.domain.tasks import IsCancelled, check, never
from epicrec_desktop.store.models import (
    CatalogSourceRow,
    CategoryRow,
    LibraryRow,
    MovieCategoryRow,
    MovieRow,
    SightingRow,
)

STARTER = "starter"
_AT_ONCE = 500  # keys in one statement: SQLite takes 32,766, or 999 where it is old
_AnyRow = Row[Any]  # a row of the movies table, read without the ORM: three times as fast
_ID_COLUMNS = ("imdb_id", "wikidata_id", "movielens_id", "starter_id")


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
            select(MovieRow.__table__).where(MovieRow.sources != "").order_by(MovieRow.id)
        ).all()
        scale = _raters_per_fame(rows)
        movies = tuple(
            _movie(row, categories.get(row.id, ()), _popularity(row, scale)) for row in rows
        )
        sources = list(self._session.scalars(select(CatalogSourceRow)))
        sizes = [s.mean_profile_size for s in sources if s.mean_profile_size is not None]
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
            for row in self._session.execute(
                select(MovieRow.__table__).where(MovieRow.id.in_(some))
            ):
                found[row.id] = _movie(row, categories.get(row.id, ()), _popularity(row, 1.0))
        return found

    def merge(
        self,
        source: str,
        catalog: Catalog,
        *,
        now: datetime,
        ratings: int = 0,
        users: int = 0,
        cancelled: IsCancelled = never,
    ) -> NDArray[np.int64]:
        """Put in a source, replacing what this source said before; returns each movie's local key.

        A movie is the same one if it has the same id, or, where ids do not contradict, the same
        title and year. Movies of the library stay, whatever the source drops.
        """
        self._ensure_categories()
        self._forget_source(source)
        known = _Known(self._session)
        rows: list[MovieRow] = []
        for movie in catalog.movies:
            row = known.find(movie)
            if row is None:
                row = MovieRow(sources="", alternative_titles=[])
                self._session.add(row)
            elif known.take_ids(movie, row):
                self._session.flush()  # an id must be free before another movie has it
            _fill(row, movie, source)
            known.add(row)
            rows.append(row)
        check(cancelled)
        self._session.flush()
        keys = [row.id for row in rows]
        self._write_categories(list(zip(keys, catalog.movies, strict=True)))
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
        return np.array(keys, dtype=np.int64)

    def _ensure_categories(self) -> None:
        have = set(self._session.scalars(select(CategoryRow.name)))
        for number, name in enumerate(CATEGORIES, start=1):
            if name not in have:
                self._session.add(CategoryRow(id=number, name=name))
        self._session.flush()

    def _forget_source(self, source: str) -> None:
        marked = f",{source},"
        for row in self._session.scalars(select(MovieRow).where(MovieRow.sources.contains(marked))):
            row.sources = row.sources.replace(marked, ",").strip(",")
            row.sources = f",{row.sources}," if row.sources else ""

    def _write_categories(self, pairs: Sequence[tuple[int, Movie]]) -> None:
        number = {name: i for i, name in enumerate(CATEGORIES, start=1)}
        ids = [key for key, _ in pairs]
        for start in range(0, len(ids), _AT_ONCE):
            self._session.execute(
                delete(MovieCategoryRow).where(
                    MovieCategoryRow.movie_id.in_(ids[start : start + _AT_ONCE])
                )
            )
        links = [
            {"movie_id": key, "category_id": number[name]}
            for key, movie in dict(pairs).items()
            for name in movie.categories
            if name in number
        ]
        if links:
            self._session.execute(insert(MovieCategoryRow), links)

    def _drop_orphans(self) -> None:
        kept = select(LibraryRow.movie_id).union(select(SightingRow.movie_id))
        self._session.execute(
            delete(MovieRow).where(MovieRow.sources == "", MovieRow.id.not_in(kept)),
            execution_options={"synchronize_session": False},
        )

    def _categories_of(self, ids: Sequence[int] | None = None) -> dict[int, tuple[str, ...]]:
        query = (
            select(MovieCategoryRow.movie_id, CategoryRow.name)
            .join(CategoryRow, CategoryRow.id == MovieCategoryRow.category_id)
            .order_by(MovieCategoryRow.movie_id, CategoryRow.id)
        )
        if ids is not None:
            query = query.where(MovieCategoryRow.movie_id.in_(ids))
        found: dict[int, tuple[str, ...]] = {}
        for key, name in self._session.execute(query):
            found[key] = (*found.get(key, ()), name)
        return found


class _Known:
    """Finds the row of a movie that a source names, by any of its ids, else by title and year."""

    def __init__(self, session: Session) -> None:
        self._by_id: dict[tuple[str, object], MovieRow] = {}
        self._by_title: dict[tuple[str, int | None], MovieRow] = {}
        for row in session.scalars(select(MovieRow)):
            self.add(row)

    def add(self, row: MovieRow) -> None:
        for column in _ID_COLUMNS:
            value = getattr(row, column)
            if value is not None:
                self._by_id[column, value] = row
        self._by_title[_title_key(row.title), row.year] = row

    def find(self, movie: Movie) -> MovieRow | None:
        for column in _ID_COLUMNS:
            value = getattr(movie, column)
            if value is not None and (row := self._by_id.get((column, value))) is not None:
                return row
        row = self._by_title.get((_title_key(movie.title), movie.year))
        if row is None or movie.year is None or _contradict(row, movie):
            return None
        return row

    def take_ids(self, movie: Movie, row: MovieRow) -> bool:
        """Take this movie's ids from any other row: an id is one movie's, the newest source's.

        Happens where an earlier import did not know that two rows are one movie (MovieLens 1M has
        no IMDb ids and other titles), or where a source corrected an id.
        """
        taken = False
        for column in _ID_COLUMNS:
            value = getattr(movie, column)
            other = self._by_id.get((column, value)) if value is not None else None
            if other is not None and other is not row:
                setattr(other, column, None)
                taken = True
        return taken


def _contradict(row: MovieRow, movie: Movie) -> bool:
    return any(
        getattr(row, column) is not None
        and getattr(movie, column) is not None
        and getattr(row, column) != getattr(movie, column)
        for column in _ID_COLUMNS
    )


def _title_key(title: str) -> str:
    words = "".join(c if c.isalnum() else " " for c in title.casefold().replace("&", " and "))
    return " ".join(words.split())


def _fill(row: MovieRow, movie: Movie, source: str) -> None:
    """Take over what the source says; ids it does not know, and the other popularity, stay."""
    row.title, row.year = movie.title, movie.year
    for column in (*_ID_COLUMNS, "tmdb_id"):
        value = getattr(movie, column)
        if value is not None:
            setattr(row, column, value)
    titles = dict.fromkeys([*movie.alternative_titles, *(row.alternative_titles or ())])
    row.alternative_titles = [t for t in titles if t != movie.title]
    if source == STARTER:
        row.fame = movie.popularity
    elif movie.popularity:
        row.raters = movie.popularity
    row.sources = f"{row.sources or ','}{source},"


def _raters_per_fame(rows: Iterable[_AnyRow]) -> float:
    """How many raters one point of fame is worth, from the movies that have both figures."""
    ratios: list[float] = [r.raters / r.fame for r in rows if r.raters and r.fame]
    return median(ratios) if ratios else 1.0


def _popularity(row: _AnyRow, scale: float) -> float:
    if row.raters is not None:
        return float(row.raters)
    return float(row.fame) * scale if row.fame is not None else 0.0


def _movie(row: _AnyRow, categories: tuple[str, ...], popularity: float) -> Movie:
    return Movie(
        title=row.title,
        year=row.year,
        categories=categories,
        imdb_id=row.imdb_id,
        wikidata_id=row.wikidata_id,
        movielens_id=row.movielens_id,
        tmdb_id=row.tmdb_id,
        starter_id=row.starter_id,
        alternative_titles=tuple(row.alternative_titles or ()),
        popularity=popularity,
    )


def search(session: Session, text: str, limit: int) -> list[int]:
    """Local keys of catalog movies whose title holds these words, best known first."""
    query = select(MovieRow.id).where(MovieRow.sources != "")
    for word in text.split():
        query = query.where(MovieRow.title.icontains(word, autoescape=True))
    best = query.order_by(MovieRow.raters.desc().nulls_last(), MovieRow.fame.desc().nulls_last())
    return list(session.scalars(best.limit(limit)))
