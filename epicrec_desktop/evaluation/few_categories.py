"""Public ratings in the shape of MovieLens-1M, where that set itself is not at hand.

Of any set the movies of up to its year remain, the best known of them, as many as it has; and of
their categories so many that as many movies have one, two, … of them as there. Who watched what
stays as it is, so tastes are real ones. What this is for: movies with few categories are published
with little noise, and there is less to be gained (`evaluate perturbation --few-categories`).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Movie

LAST_YEAR = 2000
MOVIES_WITH = (2_025, 1_322, 421, 100, 14, 1)
"""How many movies of MovieLens-1M have 1, 2, … 6 categories."""

BY_CHANCE = 0.3
"""Part of the movies that keep any of their categories; the others keep the rarest, which say
most, as whoever names few of them does."""

_BLUR = 0.8  # categories by which it is left to chance which movies keep the most


def with_few_categories(
    imported: ImportedCatalog, generator: np.random.Generator
) -> ImportedCatalog:
    """The set with as few categories to a movie as MovieLens-1M has.

    Raises `CatalogError` without ratings, or where no movie of that time has a category.
    """
    catalog, public = imported.catalog, imported.ratings
    if public is None or len(public) == 0:
        raise CatalogError(
            "Movies are chosen by who watched them, and this catalog has no ratings. Give a "
            "MovieLens folder with --catalog."
        )
    kept = _best_known([_of_that_time(m) for m in catalog.movies], public)
    if not len(kept):
        raise CatalogError("No movie of this catalog is from 2000 or before, with a category.")
    common = np.asarray(catalog.matrix, dtype=np.float64).sum(axis=0)
    rank = dict(zip(catalog.categories, np.argsort(np.argsort(common)).tolist(), strict=True))
    movies = [catalog.movies[i] for i in kept.tolist()]
    counts = _counts([len(movie.categories) for movie in movies], generator)
    few = tuple(
        replace(movie, categories=_some(movie.categories, count, rank, generator))
        for movie, count in zip(movies, counts.tolist(), strict=True)
    )
    place = np.full(len(catalog.movies), -1, dtype=np.int32)
    place[kept] = np.arange(len(kept))
    there = place[public.items] >= 0
    _, users = np.unique(public.users[there], return_inverse=True)
    ratings = PublicRatings(
        users.astype(np.int32), place[public.items[there]], public.values[there]
    )
    return replace(imported, catalog=replace(catalog, movies=few), ratings=ratings)


def _of_that_time(movie: Movie) -> bool:
    return bool(movie.categories and movie.year is not None and movie.year <= LAST_YEAR)


def _best_known(there: list[bool], public: PublicRatings) -> Ints:
    """Positions, ascending, of the most watched movies that are there."""
    watched = np.bincount(public.items, minlength=len(there))
    order = np.argsort(-np.where(there, watched, -1), kind="stable")
    return np.sort(order[: min(sum(MOVIES_WITH), sum(there))])


def _counts(available: list[int], generator: np.random.Generator) -> NDArray[np.int64]:
    """How many categories each movie keeps, at most what it has: more of who has more."""
    has = np.array(available, dtype=np.int64)
    ends = np.cumsum(MOVIES_WITH) / sum(MOVIES_WITH) * len(has)
    wanted = 1 + np.searchsorted(ends, np.arange(len(has)), side="right")
    blurred: Floats = has + _BLUR * generator.normal(size=len(has))
    kept = np.empty(len(has), dtype=np.int64)
    kept[np.argsort(blurred, kind="stable")] = np.minimum(wanted, len(MOVIES_WITH))
    return np.minimum(kept, has)


def _some(
    categories: tuple[str, ...], count: int, rank: dict[str, int], generator: np.random.Generator
) -> tuple[str, ...]:
    order = sorted(categories, key=rank.__getitem__)
    if generator.random() < BY_CHANCE:
        order = [order[i] for i in generator.permutation(len(order)).tolist()]
    chosen = set(order[:count])
    return tuple(category for category in categories if category in chosen)
