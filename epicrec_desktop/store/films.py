"""Finds films that a file names among those of the database, and keeps a place for the others."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.store.models import MovieRow

_IDS = ("imdb_id", "wikidata_id", "movielens_id", "starter_id", "tmdb_id")
_PREFIXES = {"imdb": "imdb_id", "wd": "wikidata_id", "ml": "movielens_id", "starter": "starter_id"}


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
