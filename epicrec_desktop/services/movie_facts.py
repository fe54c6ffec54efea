"""Look up facts about movies, filter by them, and find sequels and similar movies; nothing leaves
this computer.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movie_facts import MovieFacts, facts_of
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.preferences import LENGTHS, PARTS, WITHOUT, Filters, Part
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.local_models import LocalModels
from epicrec_desktop.store.catalog import CatalogRepository, StoredCatalog
from epicrec_desktop.store.library import LibraryRepository

SOON = 15
"""Years in which "Babe: Pig in the City" follows "Babe"; a later film of that name is another."""

_NUMBERED = re.compile(
    r"(?P<first>.{2,}?)(?:[:,] |[ ]| - )"
    r"(?:(?:Part|Chapter|Vol\.|Volume|Episode) )?"
    r"(?P<number>[2-9]|1\d|II|III|IV|V|VI|VII|VIII|IX|X|Two|Three|Four|Five)(?=$|[ :,])"
)
_ROMAN = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_WORDS = ("Two", "Three", "Four", "Five")
_NUMBERS = {name: n for names in (_ROMAN, _WORDS) for n, name in enumerate(names, start=2)}
_ARTICLE = re.compile(r"^(the|a|an) ")


def follows_by_title(catalog: Catalog) -> NDArray[np.bool_]:
    """Movies called like an earlier one of the catalog and a number or more words, (n,).

    "Jaws 2", "The Raid 2" after "The Raid: Redemption", "Avatar: The Way of Water". Nobody makes
    more than one a year: "Super 8" came a year after "Super", and is none. Of two movies that
    share no category, as "Exodus" and a documentary of that name, none follows the other.
    """
    began: dict[str, int] = {}
    named: dict[str, dict[int, set[str]]] = {}  # by title: the categories there were in a year
    for movie in catalog.movies:
        if movie.year:
            years = named.setdefault(movie.title.casefold(), {})
            years.setdefault(movie.year, set()).update(movie.categories)
            for name in _beginnings(movie.title):
                began[name] = min(movie.year, began.get(name, movie.year))
    follows = np.zeros(len(catalog.movies), dtype=bool)
    for position, movie in enumerate(catalog.movies):
        if movie.year:
            follows[position] = _counts_on(movie, movie.year, began) or _goes_on(
                movie, movie.year, named.get(_before_colon(movie.title), {})
            )
    return follows


def _goes_on(movie: Movie, year: int, previous_years: Mapping[int, set[str]]) -> bool:
    """Return whether a movie named like its beginning is similar and not much older."""
    return bool(_before_colon(movie.title)) and any(
        categories & set(movie.categories) and 0 < year - other < SOON
        for other, categories in previous_years.items()
    )


def _counts_on(movie: Movie, year: int, began: dict[str, int]) -> bool:
    """Return whether it has a number behind the name of a movie that is old enough for it."""
    found = _NUMBERED.match(movie.title)
    first = None if found is None else began.get(_bare(found["first"]))
    if found is None or first is None:
        return False
    number = _NUMBERS.get(found["number"]) or int(found["number"])
    return year - first >= number - 1


def _beginnings(title: str) -> Iterator[str]:
    """Yield what a later part may be called by: the whole title, and what is before its colon."""
    yield _bare(title)
    if before := _before_colon(title):
        yield _bare(before)


def _before_colon(title: str) -> str:
    before, colon, _ = title.partition(": ")
    return before.casefold() if colon else ""


def _bare(name: str) -> str:
    """Without case and article: "The Incredibles" for "Incredibles 2"."""
    return _ARTICLE.sub("", name.casefold())


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
    def of(cls, catalog: Catalog) -> _Facts:
        years = catalog.years.astype(np.int64)
        minutes = np.zeros(len(catalog.movies), dtype=np.int64)
        follows = follows_by_title(catalog)
        traits: dict[str, dict[str, list[int]]] = {"country": {}, "theme": {}}
        for position, movie in enumerate(catalog.movies):
            film = facts_of(movie)
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
        """Return the movies that last as long as one of `LENGTHS` asks for; unknown ones do not."""
        least, most = LENGTHS[length]
        return (self.minutes >= least) & (self.minutes <= most)


class MovieFactsService:
    """Safe to use from several threads; another catalog is read again."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._facts: tuple[StoredCatalog, _Facts] | None = None
        self._catalog: Catalog | None = None

    def about(self, wire_id: str) -> MovieFacts:
        """Return what is known of the movie of this id; nothing where nobody wrote anything down.

        Asked for every row of a list, so the catalog that was read last is asked first: a newer one
        has at most more movies, and their facts come from elsewhere.
        """
        catalog = self._catalog
        if catalog is None or wire_id not in catalog.index:
            catalog = self._catalog = self._context.catalog().catalog
        place = catalog.index.get(wire_id)
        return MovieFacts() if place is None else facts_of(catalog.movies[place])

    def minutes(self, wire_id: str | None) -> int | None:
        """Return how long the movie of this name is; None where that is not known.

        A list of films has its movies without it, too: damage is reported where facts are needed.
        """
        try:
            return self.about(wire_id).minutes if wire_id else None
        except CatalogError:
            return None

    def matching(self, filters: Filters) -> Mask:
        """Return which movies of the catalog in use have all that is asked for, (n,)."""
        stored, facts = self._current()
        every = np.ones(len(stored.catalog.movies), dtype=bool)
        for part in filters.chosen:
            every &= self._having(facts, stored.catalog, part, getattr(filters, part))
        return every

    def within(self, minutes: int) -> Mask:
        """Return which movies of the catalog last no longer (n,); False for unknown lengths."""
        _, facts = self._current()
        return (facts.minutes > 0) & (facts.minutes <= minutes)

    def offered(self, filters: Filters, there: Mask) -> tuple[Part, ...]:
        """Return the choices of each part that leave any of the movies `there` (n,)."""
        stored, facts = self._current()
        parts = []
        for name in PARTS:
            open_to = there & self.matching(filters.without(name))
            counts = _counts(facts, stored.catalog, name, open_to)
            choices = tuple((value, count) for value, count in counts.items() if count)
            unknown = int((open_to & (facts.minutes == 0)).sum()) if name == "length" else 0
            parts.append(Part(name, int(open_to.sum()), choices, unknown))
        return tuple(parts)

    def _current(self) -> tuple[StoredCatalog, _Facts]:
        stored = self._context.catalog()
        with self._lock:
            if self._facts is None or self._facts[0] is not stored:
                self._facts = stored, _Facts.of(stored.catalog)
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
    """Return how many of these movies each value of a part has."""
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


_SIMILAR, _KNOWN = 0.3, 0.1
"""What being alike in category and time, and being well known, count beside kinship."""


class SimilarMovies:
    """Finds them."""

    def __init__(self, context: ServiceContext, models: LocalModels) -> None:
        self._context = context
        self._models = models

    def like(
        self, wire_id: str, limit: int = 24, *, left_out: Collection[str] | None = None
    ) -> tuple[Suggestion, ...]:
        """Movies most like this one, the likest first, without those the person has answered for.

        With `left_out` nothing of the person is read: these wire ids are left out instead.

        By what the model knows of both (directors, series, themes; or who liked them), then by
        category and time. Empty for a movie that the model does not know.
        """
        catalog = self._context.catalog().catalog
        model = self._models.current(catalog)
        place = model.index.get(wire_id)
        if place is None:
            return ()
        every, this = np.arange(len(model.wire_ids)), np.array([place])
        near = model.embeddings(every) @ model.embeddings(this)[0]
        scores = model.kinship(every, this)[:, 0] + _SIMILAR * near + _KNOWN * model.popularity
        left_out = {*(self._answered() if left_out is None else left_out), wire_id}
        found: list[Suggestion] = []
        for item in np.argsort(-scores, kind="stable"):
            name = model.wire_ids[item]
            at = catalog.index.get(name)
            if at is None or name in left_out:
                continue
            found.append(Suggestion.of(catalog.movies[at], "alike", float(scores[item])))
            if len(found) == limit:
                break
        return tuple(found)

    def _answered(self) -> set[str]:
        with self._context.database.read() as session:
            statuses = LibraryRepository(session).statuses()
            keys = [k for k, status in statuses.items() if status is not LibraryStatus.SUGGESTED]
            movies = CatalogRepository(session).movies(keys).values()
        return {movie.wire_id for movie in movies if movie.wire_id is not None}
