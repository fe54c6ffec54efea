"""Synthetic people with known tastes: public ratings of any size to choose and check settings on.

A person comes across movies by how popular they are, and watches those that suit: the odds of
taking movie i are those of u·v_i, u being the person's tastes and v_i what the movie is like (its
categories, its time, and `FREE` further directions that no category tells). Having watched a movie,
people go on to its kin (a series, a director) now and then. How many movies a person watches, how
long the tail of movies is, and how many movies there are, follow MovieLens's releases of that size.

The strengths were set by hand until four known figures of MovieLens-1M were met by 6,040 people:
NDCG@10 of a full linear autoencoder, of alternating least squares, and of popularity. No rating of
MovieLens is in them. Who likes what is drawn once for a seed: the same seed gives the same people.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.arrays import Floats32, Ints
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.domain.progress import (
    IsCancelled,
    Progress,
    Report,
    check,
    never_cancelled,
    no_progress,
)

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
_CHUNK = 512  # people drawn at a time


# Of 100 movies so many have the category.
_SHARES = (19, 13, 6, 7, 39, 12, 5, 45, 8, 1, 10, 3, 6, 16, 10, 19, 4, 2)


@dataclass(frozen=True)
class World:
    """The movies: `odds` (n,) of coming across each, `traits` (n, k), `related` (n, 6) positions."""

    categories: NDArray[np.bool_]
    years: Ints
    odds: NDArray[np.float64]
    traits: Floats32
    related: Ints


def movies_for(people: int) -> int:
    """How many movies a public set of so many people has."""
    known = np.log(np.array(_SIZES, dtype=np.float64))
    return round(float(np.exp(np.interp(np.log(people), known[:, 0], known[:, 1]))))


def sample_world(movies: int, generator: np.random.Generator) -> World:
    """Draw the movies: categories, years, how well known they are, and what they are like."""
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
    return World(
        categories,
        years.astype(np.int64),
        odds / odds.sum(),
        traits,
        _related_movies(traits, odds, generator),
    )


def _related_movies(
    traits: Floats32, odds: NDArray[np.float64], generator: np.random.Generator
) -> Ints:
    """Each movie's kin: movies about as well known that are much like it."""
    order = np.argsort(-odds, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    window = min(60, len(order) - 1)
    near = place[:, None] + generator.integers(-window, window + 1, (len(order), 24))
    near = order[np.clip(near, 0, len(order) - 1)]
    like = np.einsum("nf,nkf->nk", traits, traits[near])
    like -= 1e9 * (near == np.arange(len(order))[:, None])
    best = np.argsort(-like, axis=1)[:, :_RELATED]
    return np.take_along_axis(near, best, axis=1)


def sample_ratings(
    world: World,
    people: int,
    generator: np.random.Generator,
    mean_watched: float | None = None,
    report: Report = no_progress,
    cancelled: IsCancelled = never_cancelled,
) -> PublicRatings:
    """Who watched what, everything with four stars; `mean_watched` movies each, or MovieLens's.

    Raises `Cancelled`.
    """
    wanted = _activity(people, len(world.odds), mean_watched, generator)
    parts = []
    for start in range(0, people, _CHUNK):
        check(cancelled)
        report(Progress("Drawing synthetic people", start, people))
        rows = _chunk(world, wanted[start : start + _CHUNK], generator)
        parts += [rows]
    return PublicRatings(
        np.repeat(np.arange(people, dtype=np.int32), wanted),
        np.concatenate([items for rows in parts for items in rows]).astype(np.int32),
        np.full(int(wanted.sum()), 4.0, dtype=np.float32),
    )


def _activity(people: int, movies: int, mean: float | None, generator: np.random.Generator) -> Ints:
    excess = _EXCESS_MEDIAN * np.exp(_EXCESS_SPREAD * generator.normal(size=people))
    if mean is not None:
        excess *= max(mean - LEAST_WATCHED, 1.0) / excess.mean()
    return np.minimum(LEAST_WATCHED + excess, movies // 3).astype(np.int64)


def _chunk(world: World, wanted: Ints, generator: np.random.Generator) -> list[Ints]:
    """What each of some people watched, ascending: drawn without replacement, odds · exp(u·v).

    With E exponential, the smallest E/odds are such a draw (Efraimidis and Spirakis 2006).
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
    """The movies that some people may come across: all, or as many as there is time for."""
    movies = len(world.odds)
    if movies <= _SEEN:
        return np.arange(movies)
    keys = generator.standard_exponential(movies) / world.odds
    return np.sort(np.argpartition(keys, _SEEN)[:_SEEN])


def _sample_positions(keys: Floats32, related: Ints, count: int) -> Ints:
    """`count` positions: the first by their own odds, the others where kin of these have more."""
    first = max(1, round(count * (1.0 - _RELATED_SHARE)))
    own = np.argpartition(keys, first)[:first]
    relatives = related[own].ravel()
    keys[relatives[relatives >= 0]] /= _RELATED_BONUS
    keys[own] = -1.0
    return np.argpartition(keys, count)[:count]


def synthetic_catalog(
    people: int,
    seed: int = 1,
    *,
    mean_watched: float | None = None,
    report: Report = no_progress,
    cancelled: IsCancelled = never_cancelled,
) -> ImportedCatalog:
    """A catalog with the ratings of so many synthetic people. Raises ValueError, `Cancelled`."""
    if not MIN_PEOPLE <= people <= MAX_PEOPLE:
        raise ValueError(f"the number of people must be between {MIN_PEOPLE} and {MAX_PEOPLE}")
    generator = np.random.default_rng([seed, people])
    world = sample_world(movies_for(people), generator)
    ratings = sample_ratings(world, people, generator, mean_watched, report, cancelled)
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
