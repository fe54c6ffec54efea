"""The search over the catalog in use: prepared when it is first asked for, and kept."""

from __future__ import annotations

import threading

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.matching.title_search import TitleSearch, named
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.store.catalog import StoredCatalog


class CatalogSearch:
    """Safe to use from several threads; another catalog is prepared anew."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._prepared: tuple[StoredCatalog, TitleSearch] | None = None

    def find(self, text: str, limit: int) -> list[tuple[int, Movie]]:
        """Local keys and movies, what fits best first."""
        stored, search = self._current()
        movies = stored.catalog.movies
        return [(int(stored.ids[i]), movies[i]) for i in search.find(text, limit).places]

    def named(self, text: str) -> frozenset[str]:
        """Wire ids of all that a filter with these words shows."""
        stored, search = self._current()
        movies = stored.catalog.movies
        wires = (movies[i].wire_id for i in search.find(text).filtered)
        return frozenset(wire for wire in wires if wire is not None)

    def _current(self) -> tuple[StoredCatalog, TitleSearch]:
        stored = self._context.catalog()
        with self._lock:
            if self._prepared is None or self._prepared[0] is not stored:
                self._prepared = None  # two at a time would take twice the memory
                search = TitleSearch([named(movie) for movie in stored.catalog.movies])
                self._prepared = stored, search
            return self._prepared
