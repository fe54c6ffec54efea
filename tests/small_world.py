"""A made-up catalog and public ratings in which taste is plain to see, for tests of C-6.

Movies come in six kinds; every user likes one kind and watches mostly that. So a model that has
learned anything recommends a user's own kind.
"""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.lib.recfunctions import repack_fields

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.question import Question
from epicrec_desktop.domain.release import Release
from epicrec_desktop.recommend.factor_models import FactorModel, LinearModel
from epicrec_desktop.recommend.knowledge_model import DEFAULTS, KnowledgeModel
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ratings import Ratings, watch_matrix
from epicrec_desktop.recommend.wire import RecommendationRequest, encode_request

KINDS = (
    ("Action", "Thriller"),
    ("Comedy", "Romance"),
    ("Animation", "Children"),
    ("Horror",),
    ("Documentary",),
    ("Sci-Fi", "Action"),
)
ASKED_KINDS = Question(
    "kinds",
    100,
    ("Loud", "Light", "Dark"),
    {
        "Action": (100, 0, 0),
        "Comedy": (0, 100, 0),
        "Animation": (0, -100, 0),
        "Horror": (0, 0, 100),
        "Documentary": (0, 0, -100),
        "Sci-Fi": (-100, 0, 0),
    },
)
"""A question whose cells tell these kinds apart."""

PER_KIND = 40
USERS = 180


@dataclass(frozen=True)
class World:
    """A catalog, and who watched what of it. Movie i is of kind i mod 6."""

    catalog: Catalog
    ratings: Ratings

    def of_kind(self, kind: int) -> list[int]:
        """Catalog positions of the movies of a kind that have a public id."""
        movies = enumerate(self.catalog.movies)
        return [i for i, m in movies if i % len(KINDS) == kind and m.wire_id is not None]

    def ids(self, positions: list[int]) -> tuple[str, ...]:
        """Their public ids."""
        return tuple(str(self.catalog.movies[i].wire_id) for i in positions)


@cache
def world() -> World:
    """The small world, always the same."""
    generator = np.random.default_rng(7)
    count = PER_KIND * len(KINDS)
    weight = 1.0 / (1.0 + generator.permutation(count))
    users, items = [], []
    for user in range(USERS):
        likes = np.where(np.arange(count) % len(KINDS) == user % len(KINDS), 30.0, 1.0)
        odds = np.sqrt(weight) * likes
        watched = generator.choice(count, size=20, replace=False, p=odds / odds.sum())
        users += [user] * len(watched)
        items += watched.tolist()
    popularity = np.bincount(items, minlength=count)
    movies = tuple(_movie(i, float(popularity[i])) for i in range(count))
    catalog = Catalog("small world", "1", movies, mean_profile_size=20.0)
    ids = [movie.wire_id for movie in movies]
    return World(catalog, Ratings(np.array(users), np.array(items), ids))


def _movie(i: int, popularity: float) -> Movie:
    common = {
        "title": f"Movie {i} “é”",
        "year": None if i == 5 else 1950 + i % 70,
        "categories": KINDS[i % len(KINDS)],
        "popularity": popularity,
    }
    if i == PER_KIND * len(KINDS) - 1:
        return Movie(**common)  # added by hand: no public catalog has it
    if i % 11 == 0:
        return Movie(**common, wikidata_id=f"Q{1000 + i}")
    if i % 7 == 0:
        return Movie(**common, movielens_id=i)
    if i % 13 == 0:
        return Movie(**common, starter_id=f"movie-{i}-1990")
    return Movie(**common, imdb_id=f"tt{1_000_000 + i}")


@cache
def models() -> dict[str, ItemModel]:
    """Return a model trained on ratings, as version 0.1.0 stored it, and one of a catalog alone."""
    w = world()
    alone = {**DEFAULTS, "category_weight": 1.0}  # little else is known of these movies
    knowledge = KnowledgeModel.from_catalog(w.catalog, (), alone)
    return {"als": least_squares_model(w.ratings), "knowledge": knowledge}


def least_squares_model(ratings: Ratings, factors: int = 16) -> FactorModel:
    """Train by exact alternating least squares. Products with dense matrices: for a few people."""
    ids, matrix = watch_matrix(ratings)
    watched = matrix.toarray()
    items = np.random.default_rng(1).normal(size=(len(ids), factors)) * 0.01
    for _ in range(8):
        items = _least_squares(watched.T, _least_squares(watched, items))
    parameters = {"alpha": ALPHA, "regularization": REGULARIZATION, "users": len(watched)}
    return stored_factor_model(ids, items.astype(np.float32), watched.sum(axis=0), parameters)


ALPHA, REGULARIZATION = 2.0, 1.0


def _least_squares(watched: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    gram = fixed.T @ fixed + REGULARIZATION * np.eye(fixed.shape[1])
    of_rows = (fixed[row > 0] for row in watched)
    return np.array(
        [np.linalg.solve(gram + (ALPHA - 1) * y.T @ y, ALPHA * y.sum(axis=0)) for y in of_rows]
    )


def stored_factor_model(
    wire_ids: list[str],
    factors: np.ndarray,
    popularity: np.ndarray,
    parameters: dict[str, float],
) -> FactorModel:
    """Return a model of least squares with records as version 0.1.0 wrote them."""
    gains = np.ones(len(wire_ids), dtype=np.float32)
    linear = LinearModel.from_factors(wire_ids, factors, gains, popularity, {})
    names = [name for name in linear.records.dtype.names or () if name != "gain"]
    return FactorModel.create(repack_fields(linear.records[names]), parameters)


def release(
    profile: tuple[str, ...],
    *,
    provider: str = "Test",
    level: ReleaseLevel = ReleaseLevel.PERTURBED,
    **options: object,
) -> Release:
    """A release as the ledger would have committed it."""
    perturbed = level is ReleaseLevel.PERTURBED
    disclosure = {"mechanism": "S-DPDP", "epsilon": 0.21} if perturbed else {}
    payload = encode_request(RecommendationRequest(profile, level, **{**disclosure, **options}))
    return Release(
        id=1,
        created=datetime(2026, 11, 21, tzinfo=UTC),
        provider=provider,
        receiver=provider,
        level=level,
        mechanism="S-DPDP" if perturbed else "none",
        epsilon=Fraction(21, 100) if perturbed else None,
        joint=Fraction(21, 100) if perturbed else None,
        period="2026-11" if perturbed else None,
        fingerprint="f" * 64,
        open_places=() if perturbed else tuple(range(len(set(profile)))),
        payload=payload,
        sha256=hashlib.sha256(payload).hexdigest(),
    )
