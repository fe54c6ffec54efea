"""What the program knows of films beside the catalog, and which films a filter lets through."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movie_facts import MovieFacts, load_movie_facts, public_ids
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.filters import LENGTHS, PARTS, WITHOUT, Filters, Part
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.sequels import follows_by_title
from epicrec_desktop.store.catalog import StoredCatalog

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class _Facts:
    """Of all movies of a catalog, by position; `traits` are countries and themes, part by part."""

    decades: NDArray[np.int64]  # 1990; 0 where the year is not known
    minutes: NDArray[np.int64]  # 0 where nobody wrote them down
    has: Mask  # (n, c)
    traits: Mapping[str, Mapping[str, NDArray[np.int64]]]
    follows: Mask

    @classmethod
    def of(cls, catalog: Catalog, known: Mapping[str, MovieFacts]) -> _Facts:
        years = np.array([movie.year or 0 for movie in catalog.movies], dtype=np.int64)
        minutes = np.zeros(len(catalog.movies), dtype=np.int64)
        follows = follows_by_title(catalog)
        traits: dict[str, dict[str, list[int]]] = {"country": {}, "theme": {}}
        for position, movie in enumerate(catalog.movies):
            film = _find(known, movie)
            minutes[position] = film.minutes or 0
            follows[position] |= film.follows
            for part, names in (("country", film.countries), ("theme", film.themes)):
                for name in names:
                    traits[part].setdefault(name, []).append(position)
        return cls(
            years // 10 * 10,
            minutes,
            catalog.matrix > 0,
            {
                part: {name: np.array(found, dtype=np.int64) for name, found in names.items()}
                for part, names in traits.items()
            },
            follows,
        )

    def lasting(self, length: str) -> Mask:
        """The movies that last as long as one of `LENGTHS` asks for; unknown ones do not."""
        least, most = LENGTHS[length]
        return (self.minutes >= least) & (self.minutes <= most)


class MovieFactsService:
    """Safe to use from several threads; another catalog is read anew."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._known: Mapping[str, MovieFacts] | None = None
        self._facts: tuple[StoredCatalog, _Facts] | None = None

    def about(self, wire_id: str) -> MovieFacts:
        """What is known of the movie of this name; nothing where nobody wrote anything down."""
        catalog = self._context.catalog().catalog
        place = catalog.index.get(wire_id)
        return MovieFacts() if place is None else _find(self._all(), catalog.movies[place])

    def minutes(self, wire_id: str | None) -> int | None:
        """How long the movie of this name is; None where that is not known.

        A list of films has its movies without it, too: what is damaged is told where it is needed.
        """
        try:
            return self.about(wire_id).minutes if wire_id else None
        except CatalogError:
            return None

    def matching(self, filters: Filters) -> Mask:
        """Which movies of the catalog in use have all that is asked for, (n,)."""
        stored, facts = self._current()
        every = np.ones(len(stored.catalog.movies), dtype=bool)
        for part in filters.chosen:
            every &= self._having(facts, stored.catalog, part, getattr(filters, part))
        return every

    def offered(self, filters: Filters, there: Mask) -> tuple[Part, ...]:
        """What can be chosen among the movies `there` (n,), part by part: what leaves any."""
        stored, facts = self._current()
        parts = []
        for name in PARTS:
            open_to = there & self.matching(filters.without(name))
            counts = _counts(facts, stored.catalog, name, open_to)
            choices = tuple((value, count) for value, count in counts.items() if count)
            unknown = int((open_to & (facts.minutes == 0)).sum()) if name == "length" else 0
            parts.append(Part(name, int(open_to.sum()), choices, unknown))
        return tuple(parts)

    def _all(self) -> Mapping[str, MovieFacts]:
        with self._lock:
            if self._known is None:
                self._known = load_movie_facts()
            return self._known

    def _current(self) -> tuple[StoredCatalog, _Facts]:
        stored, known = self._context.catalog(), self._all()
        with self._lock:
            if self._facts is None or self._facts[0] is not stored:
                self._facts = stored, _Facts.of(stored.catalog, known)
            return self._facts

    @staticmethod
    def _having(facts: _Facts, catalog: Catalog, part: str, value: str) -> Mask:
        if part == "category":
            having: Mask = facts.has[:, catalog.categories.index(value)]
        elif part == "decade":
            having = facts.decades == int(value)
        elif part == "length":
            having = facts.lasting(value)
        elif part == "sequels":
            having = ~facts.follows
        else:
            having = np.zeros(len(catalog.movies), dtype=bool)
            having[facts.traits[part].get(value, np.zeros(0, dtype=np.int64))] = True
        return having


def _counts(facts: _Facts, catalog: Catalog, part: str, open_to: Mask) -> dict[str, int]:
    """How many of these movies each value of a part has."""
    if part == "category":
        return dict(zip(catalog.categories, facts.has[open_to].sum(axis=0).tolist(), strict=True))
    if part == "decade":
        values, counts = np.unique(facts.decades[open_to], return_counts=True)
        found = zip(values.tolist(), counts.tolist(), strict=True)
        return {str(decade): count for decade, count in reversed(list(found)) if decade}
    if part == "length":
        return {length: int((open_to & facts.lasting(length)).sum()) for length in LENGTHS}
    if part == "sequels":
        return {WITHOUT: int((open_to & ~facts.follows).sum())}
    return {name: int(open_to[positions].sum()) for name, positions in facts.traits[part].items()}


def _find(known: Mapping[str, MovieFacts], movie: Movie) -> MovieFacts:
    return next((known[name] for name in public_ids(movie) if name in known), MovieFacts())
