"""Facts about movies, filters by them, sequels and similar movies; nothing leaves this computer."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movie_facts import MovieFacts, facts_of, minutes_of
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.preferences import LENGTHS, PARTS, WITHOUT, Filters, Part
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.services.context import OfCatalog, ServiceContext
from epicrec_desktop.services.local_models import LocalModels
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRepository

SOON = 15
"""Years in which "Babe: Pig in the City" follows "Babe"; a later movie of that name is another."""

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
            # What a later part may be called by: the whole title, or what is before its colon.
            for title in filter(None, (movie.title, _before_colon(movie.title))):
                name = _bare(title)
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


def _before_colon(title: str) -> str:
    before, colon, _ = title.partition(": ")
    return before.casefold() if colon else ""


def _bare(name: str) -> str:
    """Without case and article: "The Incredibles" for "Incredibles 2"."""
    return _ARTICLE.sub("", name.casefold())


Mask = NDArray[np.bool_]
_NONE = np.zeros(0, dtype=np.int64)


class _Facts:
    """Of a catalog: `minutes` (n,), 0 where nobody wrote them down, and what can be asked for.

    `having` are the positions of the movies that have a value, by part of `PARTS` and value.
    """

    def __init__(self, catalog: Catalog) -> None:
        decades = catalog.years.astype(np.int64) // 10 * 10
        minutes = np.zeros(len(catalog.movies), dtype=np.int64)
        follows = follows_by_title(catalog)
        named: dict[str, dict[str, list[int]]] = {"country": {}, "theme": {}}
        for position, movie in enumerate(catalog.movies):
            facts = facts_of(movie)
            minutes[position] = facts.minutes or 0
            follows[position] |= facts.follows
            for part, names in (("country", facts.countries), ("theme", facts.themes)):
                for name in names:
                    named[part].setdefault(name, []).append(position)
        masks: dict[str, dict[str, Mask]] = {
            "category": dict(zip(catalog.categories, (catalog.matrix > 0).T, strict=True)),
            "decade": {str(one): decades == one for one in np.unique(decades)[::-1] if one},
            "length": {
                length: (minutes >= least) & (minutes <= most)
                for length, (least, most) in LENGTHS.items()
            },
            "sequels": {WITHOUT: ~follows},
        }
        self.minutes = minutes
        self.having = {
            part: {value: np.flatnonzero(mask) for value, mask in values.items()}
            for part, values in masks.items()
        }
        for part, values in named.items():
            self.having[part] = {name: np.array(found) for name, found in values.items()}


class MovieFactsService:
    """Safe to use from several threads; another catalog is read again."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._facts = OfCatalog(context, lambda stored: _Facts(stored.catalog))
        self._catalog: Catalog | None = None

    def _movie(self, wire_id: str) -> Movie | None:
        """Return the movie of the catalog that has this id.

        Asked for every row of a list, so the catalog that was read last is asked first: a newer one
        has at most more movies, and their facts come from elsewhere.
        """
        catalog = self._catalog
        if catalog is None or wire_id not in catalog.index:
            catalog = self._catalog = self._context.catalog().catalog
        return catalog.movie(wire_id)

    def about(self, wire_id: str) -> MovieFacts:
        """Return `facts_of` the movie of this id; nothing where the catalog lacks it."""
        movie = self._movie(wire_id)
        return MovieFacts() if movie is None else facts_of(movie)

    def minutes(self, wire_id: str) -> int | None:
        """Return `minutes_of` the movie of this id."""
        movie = self._movie(wire_id)
        return None if movie is None else minutes_of(movie)

    def matching(self, filters: Filters) -> Mask:
        """Return which movies of the catalog in use have all that is asked for, (n,)."""
        stored, facts = self._facts.get()
        every = np.ones(len(stored.catalog.movies), dtype=bool)
        for part in filters.chosen:
            having = np.zeros(len(every), dtype=bool)
            having[facts.having[part].get(getattr(filters, part), _NONE)] = True
            every &= having
        return every

    def within(self, minutes: int) -> Mask:
        """Return which movies of the catalog last no longer (n,); False for unknown lengths."""
        _, facts = self._facts.get()
        return (facts.minutes > 0) & (facts.minutes <= minutes)

    def offered(self, filters: Filters, there: Mask) -> tuple[Part, ...]:
        """Return the choices of each part that leave any of the movies `there` (n,)."""
        _, facts = self._facts.get()
        parts = []
        for name in PARTS:
            open_to = there & self.matching(filters.without(name))
            counts = ((value, int(open_to[at].sum())) for value, at in facts.having[name].items())
            choices = tuple((value, count) for value, count in counts if count)
            unknown = int((open_to & (facts.minutes == 0)).sum()) if name == "length" else 0
            parts.append(Part(name, int(open_to.sum()), choices, unknown))
        return tuple(parts)


_SAME_KIND, _KNOWN = 0.2, 0.15
"""What the same categories, and being well known, count beside kinship. Chosen with the weights of
kinship in the built-in model by reading the lists of 50 well-known movies."""


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

        By what the model knows of both (directors, series, themes, circles; or who liked them), and
        by category. Empty for a movie that the model does not know.
        """
        catalog = self._context.catalog().catalog
        model = self._models.current(catalog)
        place = model.index.get(wire_id)
        if place is None:
            return ()
        every = np.arange(len(model.wire_ids))
        places = np.array([catalog.index.get(name, -1) for name in model.wire_ids])
        kinds = catalog.matrix / np.maximum(np.linalg.norm(catalog.matrix, axis=1), 1)[:, None]
        scores = model.kinship(every, every[[place]])[:, 0] + _KNOWN * model.popularity
        if places[place] >= 0:
            scores += _SAME_KIND * kinds[places] @ kinds[places[place]]
        left_out = {*(self._answered() if left_out is None else left_out), wire_id}
        found: list[Suggestion] = []
        for item in np.argsort(-scores, kind="stable"):
            at, name = places[item], model.wire_ids[item]
            if at < 0 or name in left_out:
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
