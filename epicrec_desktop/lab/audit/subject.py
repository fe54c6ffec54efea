"""What is audited: a small public catalog, a history, one movie more, levels and providers.

The catalog has categories with single-category movies only, so that a movie of these costs exactly
ε under either mechanism, and others with movies of several. Movies are made up. The history has
several movies of each kind: counts are far from 0, where a clipped count would hide something.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.privacy.families import CategoryFamily, Family
from epicrec_desktop.privacy.integer_rows import exact_losses
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.mechanism import Mechanism, plan, plan_question
from epicrec_desktop.recommend.learned_question import load_question

EPSILON = Fraction(1)
"""The budget audited. A loss of 1 is distinguished from a larger one by a few thousand releases."""

_FIRST_ID = 900_000_001  # MovieLens's numbers are far below

_KINDS: tuple[tuple[tuple[str, ...], int, int], ...] = (
    # categories, movies in the catalog, movies in the history; the learned question has most of
    # a movie of 1950 in one cell
    (("Documentary",), 9, 5),
    (("Horror",), 5, 2),
    (("Comedy",), 5, 2),
    (("Comedy", "Romance"), 6, 3),
    (("Action", "Thriller"), 6, 3),
    (("Action", "Sci-Fi", "Thriller"), 3, 1),
    (("Western",), 3, 1),
)


_KIND_OF_MOVIE = [categories for categories, size, _ in _KINDS for _ in range(size)]
_WATCHED = {categories: watched for categories, _, watched in _KINDS}


@dataclass(frozen=True)
class Subject:
    """One situation to audit. `trust` are the providers, each with its fraction of ε.

    `family` is the mechanism's; `audited` the categories of the movie that the two histories differ
    in.
    """

    family: Family
    choice: PrivacyChoice
    audited: tuple[str, ...]
    trust: Mapping[str, Fraction]

    @cached_property
    def mechanism(self) -> Mechanism:
        """The mechanism at ε, as it should be; the running client plans its own."""
        family = self.family
        if isinstance(family, CategoryFamily):
            planned = plan(CATALOG.groups, self.choice, EPSILON, family=family)
        else:
            planned = plan_question(asked(), CATALOG.groups, self.choice, EPSILON)
        if planned is None:
            raise ValueError("a subject has a category that is perturbed")
        return planned

    @property
    def movie(self) -> str:
        """The audited movie's public name: the first of its kind that is not in the history."""
        place = _KIND_OF_MOVIE.index(self.audited) + _WATCHED[self.audited]
        return CATALOG.movies[place].wire_id or ""

    @property
    def history(self) -> tuple[str, ...]:
        """Public names of the movies in both histories."""
        return tuple(
            CATALOG.movies[_KIND_OF_MOVIE.index(categories) + i].wire_id or ""
            for categories, watched in _WATCHED.items()
            for i in range(watched)
        )

    def loss(self, providers: Collection[str]) -> Fraction:
        """Return the audited movie's exact loss to these together: Σ_j r_ij · max_k 1/s_kj.

        Nested copies of one shape: what the most trusted of them learns.
        """
        mechanism = self.mechanism
        if isinstance(self.family, CategoryFamily):
            has = np.array([[float(name in self.audited) for name in mechanism.categories]])
            rows, _ = self.family.query(has, mechanism.multiplier)
        else:
            place = _KIND_OF_MOVIE.index(self.audited)
            rows = np.abs(asked().rows[place : place + 1])
        trust = max(self.trust[provider] for provider in providers)
        return exact_losses(rows, mechanism.scales)[0] * trust


def asked() -> AskedQuestion:
    """Return the shipped question's rows of the audited catalog."""
    return AskedQuestion.of(load_question(), CATALOG.movies)


def _catalog() -> Catalog:
    movies = tuple(
        Movie(f"Made up {i + 1}", 1950, categories, movielens_id=_FIRST_ID + i)
        for i, categories in enumerate(_KIND_OF_MOVIE)
    )
    used = {name for categories in _WATCHED for name in categories}
    names = tuple(name for name in CATEGORIES if name in used)  # as the client counts them
    return Catalog("Audit", "1", movies, names)


CATALOG = _catalog()
"""The catalog that the recording service publishes."""

SINGLE_LEVEL = PrivacyChoice(ReleaseLevel.PERTURBED)
MIXED_LEVELS = PrivacyChoice(
    ReleaseLevel.PERTURBED, {"Comedy": ReleaseLevel.ALL, "Western": ReleaseLevel.NO}
)
"""Open movies (Comedy alone), withheld ones (Western) and perturbed ones with an open category."""
