"""Read and merge catalogs in the database, and look movies up by public id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.store import models
from epicrec_desktop.store.catalog_merge import STARTER, CatalogMerge, Draft, checked, join_rows_of
from epicrec_desktop.store.contributions import ContributionRepository
from epicrec_desktop.store.raw_sql import TITLE_LANGUAGE, parts, rows
from epicrec_desktop.store.stored_catalog import (
    StoredCatalog,
    read_catalog,
    read_some_movies,
    read_version,
)
from epicrec_desktop.store.unlisted import drop_orphans

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from sqlalchemy.orm import Session

_LINKS_AT_ONCE = 20_000  # rows written between two looks at whether it was cancelled
__all__ = ["STARTER", "CatalogRepository", "SourceInfo", "StoredCatalog"]


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
        """Return what was imported, oldest first."""
        query = (
            "SELECT name, version, movies, ratings, users FROM catalog_sources ORDER BY imported"
        )
        return [SourceInfo(*row) for row in rows(self._session, query)]

    def version(self) -> str:
        """Return a short name of exactly these sources in these versions."""
        return read_version(self._execute)

    def load(self) -> StoredCatalog:
        """Return the whole catalog: every movie that some source has, in a stable order."""
        return read_catalog(self._execute, self._session.info.get(TITLE_LANGUAGE, ""))

    def movies(self, ids: Iterable[int], loaded: StoredCatalog | None = None) -> dict[int, Movie]:
        """Movies by local key, also those no source has any more.

        `loaded`: the catalog, perhaps of an earlier version or in another language; what it has is
        not read again.
        """
        language = self._session.info.get(TITLE_LANGUAGE, "")
        if (
            loaded is None
            or loaded.language != language
            or loaded.catalog.version != self.version()
        ):
            return read_some_movies(self._execute, ids, language)
        place, movies = loaded.position(), loaded.catalog.movies
        wanted = sorted(set(ids))
        unread = [key for key in wanted if key not in place]
        others = read_some_movies(self._execute, unread, language)
        return {
            key: movies[place[key]] if key in place else others[key]
            for key in wanted
            if key in place or key in others
        }

    def _execute(self, statement: str) -> Iterable[Sequence[Any]]:
        return rows(self._session, statement)

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
        import numpy as np  # noqa: PLC0415 - nothing that reads needs it

        self._ensure_categories()
        merging = CatalogMerge(self._session, source, catalog.movies)
        contributions = ContributionRepository(self._session)
        contributed = contributions.disclosed()
        named = merging.named(contributed)
        drafts = [merging.put(movie) for movie in checked(catalog.movies, cancelled)]
        merging.write(cancelled)
        self._add_categories(zip(drafts, catalog.movies, strict=True), cancelled)
        for other, draft in merging.moved:
            join_rows_of(self._session, other.id, draft.id, same_film=other.nameless)
        # A contribution answers for a movie once, also after a source corrected its public id.
        for before, draft in named:
            if (now_named := draft.wire_id) is not None and now_named != before:
                contributions.record_disclosed({now_named: contributed[before]})
        check(cancelled)
        drop_orphans(self._session)
        self._session.merge(
            models.CatalogSourceRow(
                name=source,
                version=catalog.version,
                imported=now,
                movies=len(catalog.movies),
                ratings=ratings,
                users=users,
                mean_profile_size=catalog.mean_profile_size,
                series=[list(pair) for pair in catalog.series],
            )
        )
        self._session.flush()
        return np.array([draft.id for draft in drafts], dtype=np.int64)

    def _ensure_categories(self) -> None:
        have = set(self._session.scalars(sa.select(models.CategoryRow.name)))
        for number, name in enumerate(CATEGORIES, start=1):
            if name not in have:
                self._session.add(models.CategoryRow(id=number, name=name))
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
        for some in parts(links, _LINKS_AT_ONCE):
            check(cancelled)
            self._session.connection().exec_driver_sql(
                "INSERT OR IGNORE INTO movie_categories (movie_id, category_id) VALUES (?, ?)", some
            )
