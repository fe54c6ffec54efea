"""Read and merge catalogs in the database, and look movies up by public id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.store.catalog_merge import STARTER, CatalogMerge, Draft, checked
from epicrec_desktop.store.catalog_sum import damaged_sources, store_sum
from epicrec_desktop.store.contributions import ContributionRepository, joined_periods
from epicrec_desktop.store.movie_joins import join_rows_of
from epicrec_desktop.store.movie_rows import CatalogSourceRow, CategoryRow
from epicrec_desktop.store.records import (
    TITLE_LANGUAGE,
    Repository,
    parts,
    put_records,
    select,
    table,
)
from epicrec_desktop.store.stored_catalog import (
    StoredCatalog,
    read_catalog,
    read_some_movies,
    read_version,
)
from epicrec_desktop.store.unlisted import rejoin_lost, take_over_lost

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
_LINKS_AT_ONCE = 20_000  # rows written between two looks at whether it was cancelled
__all__ = ["STARTER", "CatalogRepository", "StoredCatalog"]


class CatalogRepository(Repository):
    """Reads and merges catalogs in one session."""

    def sources(self) -> list[CatalogSourceRow]:
        """Return what was imported, oldest first."""
        return select(self._session, CatalogSourceRow, order=[table(CatalogSourceRow).c.imported])

    def version(self) -> str:
        """Return a short name of exactly these sources in these versions."""
        return read_version(self._execute)

    def load(self) -> StoredCatalog:
        """Return the whole catalog: every movie that some source has, in a stable order."""
        return read_catalog(self._execute, self._language)

    def movies(self, ids: Iterable[int], loaded: StoredCatalog | None = None) -> dict[int, Movie]:
        """Movies by local key, also those no source has any more.

        `loaded`: the catalog, perhaps of an earlier version or in another language; what it has is
        not read again.
        """
        language = self._language
        if (
            loaded is None
            or loaded.language != language
            or loaded.catalog.version != self.version()
        ):
            return read_some_movies(self._execute, ids, language)
        place, movies = loaded.position, loaded.catalog.movies
        wanted = sorted(set(ids))
        unread = [key for key in wanted if key not in place]
        others = read_some_movies(self._execute, unread, language)
        return {
            key: movies[place[key]] if key in place else others[key]
            for key in wanted
            if key in place or key in others
        }

    @property
    def _language(self) -> str:
        return str(self._session.get_execution_options().get(TITLE_LANGUAGE, ""))

    def _execute(self, statement: str) -> Iterable[Sequence[Any]]:
        found = self._session.exec_driver_sql(statement)
        assert found.cursor is not None
        rows = found.cursor.fetchall()  # as SQLAlchemy's rows they take half as long again
        found.close()
        return rows

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
        title and year. What every source has dropped is the user's own where their tables name it,
        else it goes. Categories are those of all sources that had the movie since: a level that
        keeps one of them back holds on.
        """
        import numpy as np  # noqa: PLC0415 - nothing that reads needs it

        damaged = damaged_sources(self._session) or set()
        put_records(
            self._session, [CategoryRow(i, name) for i, name in enumerate(CATEGORIES, start=1)]
        )
        take_over_lost(self._session)
        merging = CatalogMerge(self._session, source, catalog.movies)
        contributions = ContributionRepository(self._session)
        contributed = contributions.disclosed()
        named = merging.with_wire_ids(contributed)
        drafts = [merging.merge(movie) for movie in checked(catalog.movies, cancelled)]
        merging.write(cancelled)
        self._add_categories(zip(drafts, catalog.movies, strict=True), cancelled)
        for other, draft in merging.moved:
            join_rows_of(self._session, other.id, draft.id, same=other.nameless)
        # A contribution answers for a movie once, also after a source corrected its public id.
        contributions.record_disclosed(
            joined_periods((draft.wire_ids, contributed[before]) for before, draft in named)
        )
        check(cancelled)
        take_over_lost(self._session)
        rejoin_lost(self._session, merging)
        imported = CatalogSourceRow(
            source, catalog.version, now, len(catalog.movies), ratings, users,
            catalog.mean_profile_size, catalog.series,
        )  # fmt: skip
        put_records(self._session, [imported])
        store_sum(self._session, damaged - {source})
        return np.array([draft.id for draft in drafts], dtype=np.int64)

    def drop_categories(self) -> None:
        """Remove the categories of all movies but the user's own, for a merge to write again."""
        self._session.exec_driver_sql(
            "DELETE FROM movie_categories "
            "WHERE movie_id NOT IN (SELECT id FROM movies WHERE named_by IS NOT NULL)"
        )

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
            self._session.exec_driver_sql(
                "INSERT OR IGNORE INTO movie_categories (movie_id, category_id) VALUES (?, ?)", some
            )
