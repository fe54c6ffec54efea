"""Factors of movies from public facts: traits, categories and years, for movies of any catalog.

A movie's features are its traits (each weighted by the root of 10 / its number of movies), its
categories and its span of years, scaled to length 1. The factors are the leading directions of
the starter catalog's features, movies weighted by fame, each scaled by the inverse root of its
singular value: what many famous movies share counts less than in plain features.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.recommend.knowledge_model import Traits

FACTORS = 256
SPANS = (
    *(1930, 1945, 1955, 1965, 1972, 1978, 1984, 1989),
    *(1994, 1998, 2002, 2006, 2010, 2015, 2020),
)
"""Years at which a span begins."""

_TRAIT, _CATEGORY = 10.0, 1.2
_SHORTEST = 0.3  # features of length 1 at most are not scaled up beyond this
_LITTLE_KNOWN = 1e-3


@dataclass(frozen=True)
class MovieFactors:
    """Projects the features of movies on the factors. `basis` is (features, r)."""

    traits_of: dict[str, list[int]]
    weights: Floats
    basis: Floats

    @classmethod
    def of(cls, movies: Sequence[Movie], traits: Traits) -> MovieFactors:
        """Find the factors of well-known movies; `traits` as a `KnowledgeModel` has them."""
        some = [members for _, members in traits if len(members) > 1]
        traits_of: dict[str, list[int]] = {}
        for number, members in enumerate(some):
            for member in members:
                traits_of.setdefault(member, []).append(number)
        weights = np.array([(_TRAIT / len(members)) ** 0.5 for members in some])
        width = len(weights) + len(CATEGORIES) + len(SPANS) + 1
        empty = cls(traits_of, weights, np.eye(width))
        features = empty.features(movies)
        fame = np.array([movie.fame for movie in movies])
        features *= np.sqrt((fame / max(float(fame.max()), 1.0)) ** 2 + _LITTLE_KNOWN)[:, None]
        values, vectors = np.linalg.eigh(features.T @ features)
        found = np.argsort(-values, kind="stable")[:FACTORS]
        singular = np.sqrt(np.maximum(values[found], 1e-9))
        return cls(traits_of, weights, vectors[:, found] / np.sqrt(singular * singular[0]))

    def features(self, movies: Sequence[Movie]) -> Floats:
        """Return the features of movies, (n, f); zeros where nothing is known."""
        traits, kinds = len(self.weights), {name: j for j, name in enumerate(CATEGORIES)}
        found = np.zeros((len(movies), traits + len(CATEGORIES) + len(SPANS) + 1))
        for row, movie in zip(found, movies, strict=True):
            for name in (f"imdb:{movie.imdb_id}", f"starter:{movie.starter_id}"):
                shared = self.traits_of.get(name, [])
                row[shared] = self.weights[shared]
            own = [traits + kinds[name] for name in movie.categories if name in kinds]
            row[own] = _CATEGORY / max(len(own), 1) ** 0.5
            if movie.year:
                span = int(np.searchsorted(SPANS, movie.year, side="right"))
                row[traits + len(CATEGORIES) + span] = 1.0
        length = np.sqrt((found**2).sum(axis=1, keepdims=True))
        return np.asarray(found / np.maximum(length, _SHORTEST))

    def of_profile(self, movies: Sequence[Movie], weights: Floats) -> Floats:
        """Return the weighted sum of the factors of movies, (r,)."""
        return np.asarray(weights @ self.features(movies) @ self.basis)
