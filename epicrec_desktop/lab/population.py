"""Public users for experiments: imported, thinned to few categories per movie, or synthetic."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.arrays import Floats, Floats32, Ints
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import (
    CATEGORIES,
    DEFAULT_PROFILE_SIZE,
    Catalog,
    CategoryGroups,
    Movie,
)
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend.factor_models import LinearModel
from epicrec_desktop.recommend.linear_training import FACTORS
from epicrec_desktop.recommend.ratings import fitting_factors

POOL = 1_000
"""Public users that the floors' mean and median profiles are taken from, at least."""

WATCHED = 165
"""Movies of a profile: the mean of MovieLens's users."""
# Of 100 movies of MovieLens so many have the category.
_SHARES = (19, 13, 6, 7, 39, 12, 5, 45, 8, 1, 10, 3, 6, 16, 10, 19, 4, 2)

REAL = "users of the imported ratings"
SYNTHETIC = (
    "random public profiles, as no ratings were imported: movies drawn uniformly, so that users "
    "are far more alike than people are"
)


def random_choice(categories: tuple[str, ...], generator: np.random.Generator) -> PrivacyChoice:
    """Return a random level for each category, as in EpicRec's experiments."""
    levels = [ReleaseLevel(v) for v in generator.choice(list(ReleaseLevel), len(categories))]
    return PrivacyChoice(per_category=dict(zip(categories, levels, strict=True)))


def random_profile(groups: CategoryGroups, size: float, generator: np.random.Generator) -> Ints:
    """Return a random public profile of about this many movies: item indices, ascending."""
    count = min(groups.items, round(size))
    return np.sort(generator.choice(groups.items, count, replace=False)).astype(np.int64)


@dataclass(frozen=True)
class Population:
    """`counts` (u, g): how many items of each group a user has; the first `tested` are test users.

    Users are in random order. `source` says where they come from.
    """

    counts: NDArray[np.int64]
    tested: int
    source: str

    def others(self, half: int) -> NDArray[np.int64]:
        """Return counts of every second user: the half that user number `half` does not belong to.

        Public data for a user must not include that user's own history.
        """
        return self.counts[1 - half % 2 :: 2]


def sample_population(
    imported: ImportedCatalog, users: int, generator: np.random.Generator
) -> Population:
    """Return up to `users` test users, and at least `POOL` in all if available."""
    groups = imported.catalog.groups
    wanted = max(users, POOL)
    ratings = imported.ratings
    if ratings is None or not len(ratings):
        size = imported.catalog.mean_profile_size or DEFAULT_PROFILE_SIZE
        rate = min(1.0, size / max(groups.items, 1))
        synthetic = generator.binomial(groups.sizes, rate, size=(wanted, len(groups.sizes)))
        return Population(synthetic.astype(np.int64), users, SYNTHETIC)
    chosen = generator.permutation(ratings.user_count)[:wanted]
    counts = group_counts(groups, ratings.users, ratings.items, chosen)
    return Population(counts, min(users, len(chosen)), REAL)


def public_ratings(imported: ImportedCatalog, least: int = 1) -> PublicRatings:
    """Return the ratings of a catalog. Raises `CatalogError` without those of `least` people."""
    if imported.ratings is None or imported.ratings.user_count < least:
        raise CatalogError(
            "This is measured on public ratings, and this catalog has too few or none. Nothing was "
            "computed. Give a MovieLens folder with --catalog."
        )
    return imported.ratings


def no_categories() -> CatalogError:
    """Return the error of a catalog in which no movie has a category."""
    return CatalogError(
        "No movie of this catalog has a category, so there is nothing to perturb. Nothing was "
        "computed. Give another catalog."
    )


def with_ids(imported: ImportedCatalog) -> ImportedCatalog:
    """Return the catalog with a public id for every movie; missing ones are made up."""
    catalog = imported.catalog
    if all(movie.wire_id is not None for movie in catalog.movies):
        return imported
    free = 1 + max((movie.movielens_id or 0 for movie in catalog.movies), default=0)
    movies = tuple(
        movie.replace(movielens_id=free + place) if movie.wire_id is None else movie
        for place, movie in enumerate(catalog.movies)
    )
    return replace(imported, catalog=replace(catalog, movies=movies))


def group_counts(
    groups: CategoryGroups,
    users: NDArray[np.int32],
    items: NDArray[np.int32],
    chosen: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return items of each group for the chosen users: (u, g), from pairs (users, items)."""
    place = np.full(int(users.max()) + 1, -1, dtype=np.int64)
    place[chosen] = np.arange(len(chosen))
    row = place[users]
    in_catalog = row >= 0
    width = len(groups.sizes)
    flat = row[in_catalog] * width + groups.item_group[items[in_catalog]]
    counts = np.bincount(flat, minlength=len(chosen) * width)
    return counts.reshape(len(chosen), width).astype(np.int64)


LAST_YEAR = 2000
MOVIES_WITH = (2_025, 1_322, 421, 100, 14, 1)
"""How many movies of MovieLens-1M have 1, 2, … 6 categories."""

BY_CHANCE = 0.3
"""Part of the movies that keep any of their categories; the others keep the rarest, which say
most, as whoever names few of them does."""

_BLUR = 0.8  # random spread, in categories, of how many a movie keeps


def with_few_categories(
    imported: ImportedCatalog, generator: np.random.Generator
) -> ImportedCatalog:
    """Return the set with as few categories to a movie as MovieLens-1M has.

    Raises `CatalogError` without ratings, or where no movie of that time has a category.
    """
    catalog, public = imported.catalog, imported.ratings
    if public is None or len(public) == 0:
        raise CatalogError(
            "Movies are chosen by who watched them, and this catalog has no ratings. Give a "
            "MovieLens folder with --catalog."
        )
    of_that_time = [bool(m.categories) and 0 < (m.year or 0) <= LAST_YEAR for m in catalog.movies]
    # Ascending positions of the most watched movies of that time.
    watched = np.bincount(public.items, minlength=len(of_that_time))
    order = np.argsort(-np.where(of_that_time, watched, -1), kind="stable")
    in_catalog = np.sort(order[: min(sum(MOVIES_WITH), sum(of_that_time))])
    if not len(in_catalog):
        raise CatalogError("No movie of this catalog is from 2000 or before, with a category.")
    common = np.asarray(catalog.matrix, dtype=np.float64).sum(axis=0)
    rank = dict(zip(catalog.categories, np.argsort(np.argsort(common)).tolist(), strict=True))
    movies = [catalog.movies[i] for i in in_catalog.tolist()]
    counts = _counts([len(movie.categories) for movie in movies], generator)
    few = tuple(
        movie.replace(categories=_some(movie.categories, count, rank, generator))
        for movie, count in zip(movies, counts.tolist(), strict=True)
    )
    place = np.full(len(catalog.movies), -1, dtype=np.int32)
    place[in_catalog] = np.arange(len(in_catalog))
    there = place[public.items] >= 0
    _, users = np.unique(public.users[there], return_inverse=True)
    ratings = PublicRatings(
        users.astype(np.int32), place[public.items[there]], public.values[there]
    )
    return replace(imported, catalog=replace(catalog, movies=few), ratings=ratings)


def _counts(available: list[int], generator: np.random.Generator) -> NDArray[np.int64]:
    """Return how many of its categories each movie keeps; movies with more keep more."""
    has = np.array(available, dtype=np.int64)
    ends = np.cumsum(MOVIES_WITH) / sum(MOVIES_WITH) * len(has)
    wanted = 1 + np.searchsorted(ends, np.arange(len(has)), side="right")
    blurred: Floats = has + _BLUR * generator.normal(size=len(has))
    in_catalog = np.empty(len(has), dtype=np.int64)
    in_catalog[np.argsort(blurred, kind="stable")] = np.minimum(wanted, len(MOVIES_WITH))
    return np.minimum(in_catalog, has)


def _some(
    categories: tuple[str, ...], count: int, rank: dict[str, int], generator: np.random.Generator
) -> tuple[str, ...]:
    order = sorted(categories, key=rank.__getitem__)
    if generator.random() < BY_CHANCE:
        order = [order[i] for i in generator.permutation(len(order)).tolist()]
    chosen = set(order[:count])
    return tuple(category for category in categories if category in chosen)


MIN_PEOPLE, MAX_PEOPLE = 20, 400_000

FREE = 30
"""Directions of taste beside the categories and the time."""

LEAST_WATCHED = 20
_EXCESS_MEDIAN, _EXCESS_SPREAD = 76.0, 1.14
"""Movies watched beyond the least number: log-normal, as in MovieLens-1M."""

_SIZES = ((600, 2_500), (6_040, 3_883), (69_878, 10_677), (138_493, 26_744), (330_975, 86_000))
"""People and movies of MovieLens's releases; a small set has the most popular movies alone."""

_CATEGORY_TASTE, _FREE_TASTE, _TIME_TASTE = 0.5, 1.2, 0.6
_POP = 1.6
_RELATED_SHARE = 0.3
_RELATED_BONUS = 20.0
_SEEN = 12_000
_DECAY = 0.45
_RELATED = 6
_CHUNK = 512  # people sampled at a time


@dataclass(frozen=True)
class World:
    """Movies: `odds` (n,) of encountering each, `traits` (n, k), `related` (n, 6) positions."""

    categories: NDArray[np.bool_]
    years: Ints
    odds: NDArray[np.float64]
    traits: Floats32
    related: Ints


def movies_for(people: int) -> int:
    """Return how many movies a public set of so many people has."""
    known = np.log(np.array(_SIZES, dtype=np.float64))
    return round(float(np.exp(np.interp(np.log(people), known[:, 0], known[:, 1]))))


def sample_world(movies: int, generator: np.random.Generator) -> World:
    """Sample the movies: categories, years, popularity, and traits."""
    shares = np.array(_SHARES) / 100.0
    categories = generator.random((movies, len(shares))) < shares
    empty = np.flatnonzero(~categories.any(axis=1))
    categories[empty, generator.choice(len(shares), len(empty), p=shares / shares.sum())] = True
    years = 2020 - np.minimum(generator.gamma(1.3, 17.0, movies), 100.0)
    length = _POP + 0.62 * np.log(max(movies, 3_883) / 3_883)
    odds = np.exp(min(length, 3.0) * generator.normal(size=movies))
    free = generator.normal(size=(movies, FREE)) * (generator.random((movies, FREE)) < 0.25)
    time = (years[:, None] - 1995.0) / 15.0
    traits = np.hstack(
        [
            _CATEGORY_TASTE * categories,
            _TIME_TASTE * np.clip(time, -2.5, 1.7),
            _FREE_TASTE * free * np.exp(-_DECAY * np.arange(FREE) / 4),
        ]
    ).astype(np.float32)
    # Related movies are similar ones with about the same popularity.
    order = np.argsort(-odds, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    window = min(60, len(order) - 1)
    near = place[:, None] + generator.integers(-window, window + 1, (len(order), 24))
    near = order[np.clip(near, 0, len(order) - 1)]
    like = np.einsum("nf,nkf->nk", traits, traits[near])
    like -= 1e9 * (near == np.arange(len(order))[:, None])
    best = np.argsort(-like, axis=1)[:, :_RELATED]
    return World(
        categories,
        years.astype(np.int64),
        odds / odds.sum(),
        traits,
        np.take_along_axis(near, best, axis=1),
    )


def sample_ratings(
    world: World,
    people: int,
    generator: np.random.Generator,
    mean_watched: float | None = None,
    job: Job = UNATTENDED,
) -> PublicRatings:
    """Return sampled ratings, all four stars; `mean_watched` movies per user, or as in MovieLens.

    Raises `Cancelled`.
    """
    excess = _EXCESS_MEDIAN * np.exp(_EXCESS_SPREAD * generator.normal(size=people))
    if mean_watched is not None:
        excess *= max(mean_watched - LEAST_WATCHED, 1.0) / excess.mean()
    wanted = np.minimum(LEAST_WATCHED + excess, len(world.odds) // 3).astype(np.int64)
    rows = []
    for start in range(0, people, _CHUNK):
        job.step("Sampling synthetic people", start, people)
        rows += _chunk(world, wanted[start : start + _CHUNK], generator)
    return PublicRatings(
        np.repeat(np.arange(people, dtype=np.int32), wanted),
        np.concatenate(rows).astype(np.int32),
        np.full(int(wanted.sum()), 4.0, dtype=np.float32),
    )


def _chunk(world: World, wanted: Ints, generator: np.random.Generator) -> list[Ints]:
    """Return each person's movies, ascending: sampled without replacement, odds · exp(u·v).

    With E exponential, the smallest E/odds are such a sample (Efraimidis and Spirakis 2006).
    """
    seen = _come_across(world, generator)
    inverse = np.full(len(world.odds), -1, dtype=np.int64)
    inverse[seen] = np.arange(len(seen))
    related = inverse[world.related[seen]]
    tastes = generator.normal(size=(len(wanted), world.traits.shape[1])).astype(np.float32)
    keys = generator.standard_exponential((len(wanted), len(seen)), dtype=np.float32)
    keys *= np.exp(-(tastes @ world.traits[seen].T)) / world.odds[seen].astype(np.float32)
    return [
        np.sort(seen[_sample_positions(row, related, count)])
        for row, count in zip(keys, wanted.tolist(), strict=True)
    ]


def _come_across(world: World, generator: np.random.Generator) -> Ints:
    """Return the movies that a chunk of people may encounter: all, or a sample for speed."""
    movies = len(world.odds)
    if movies <= _SEEN:
        return np.arange(movies)
    keys = generator.standard_exponential(movies) / world.odds
    return np.sort(np.argpartition(keys, _SEEN)[:_SEEN])


def _sample_positions(keys: Floats32, related: Ints, count: int) -> Ints:
    """Return `count` positions: the first by their own odds, later ones favor related movies."""
    first = max(1, round(count * (1.0 - _RELATED_SHARE)))
    own = np.argpartition(keys, first)[:first]
    relatives = related[own].ravel()
    keys[relatives[relatives >= 0]] /= _RELATED_BONUS
    keys[own] = -1.0
    return np.argpartition(keys, count)[:count]


def synthetic_catalog(people: int, seed: int = 1, *, job: Job = UNATTENDED) -> ImportedCatalog:
    """Return a catalog with ratings of synthetic people. Raises ValueError, `Cancelled`."""
    if not MIN_PEOPLE <= people <= MAX_PEOPLE:
        raise ValueError(f"the number of people must be between {MIN_PEOPLE} and {MAX_PEOPLE}")
    generator = np.random.default_rng([seed, people])
    world = sample_world(movies_for(people), generator)
    ratings = sample_ratings(world, people, generator, job=job)
    watched = ratings.popularity(len(world.odds))
    movies = tuple(
        Movie(
            f"Movie {i + 1}",
            int(world.years[i]),
            tuple(CATEGORIES[j] for j in np.flatnonzero(world.categories[i])),
            movielens_id=i + 1,
            popularity=float(watched[i]),
        )
        for i in range(len(world.odds))
    )
    version = f"synthetic-{people}-{seed}"
    catalog = Catalog("Synthetic", version, movies, mean_profile_size=ratings.mean_profile_size)
    return ImportedCatalog(catalog, ratings)


def synthetic_model(size: int, generator: np.random.Generator) -> tuple[Catalog, LinearModel]:
    """Return a catalog with random categories, and a model with factors that grow with popularity.

    For benchmarks, which need sizes and not tastes.
    """
    odds = np.array(_SHARES) / sum(_SHARES)
    movies = tuple(
        Movie(
            f"Movie {i}",
            2000,
            tuple(generator.choice(CATEGORIES, generator.integers(1, 4), replace=False, p=odds)),
            imdb_id=f"tt{i:07d}",
            popularity=float(size / (1 + i)),
        )
        for i in range(size)
    )
    width = fitting_factors(FACTORS, size)
    scale = (1.0 + 5.0 / np.sqrt(1.0 + np.arange(size))) / np.sqrt(width)
    factors = (generator.normal(size=(size, width)) * scale[:, None]).astype(np.float32)
    model = LinearModel.from_factors(
        [str(movie.wire_id) for movie in movies],
        factors,
        np.full(size, 1.25, dtype=np.float32),
        np.array([movie.popularity for movie in movies]),
        {"regularization": 2.0},
    )
    return Catalog("made up", "1", movies), model
