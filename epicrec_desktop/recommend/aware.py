"""A scorer that knows the improved mechanism: trained on the category shares of public users.

A release of the improved mechanism (S-MAP) tells y_j = Σ over movies of 1/k_i, k_i being the number
of the movie's categories, plus Laplace noise of scale 1/ε. So Σ_j y_j is a noisy number of movies
N, and y/N are noisy shares of categories. Here

    score_i = w_i · (1, log N, shares − mean),

with w trained once by ridge regression on public users' true shares; at a request, N and the shares
are replaced by what is expected of them given y and ε (a Wiener filter with the public covariance
of shares). The regression being linear, one set of weights is right for every ε. On MovieLens
latest-small this has 1.19 times the NDCG@10 of popularity at ε = 0.3, and 1.34 times at 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.als import Ratings
from epicrec_desktop.recommend.model import Floats, ItemModel, Positions
from epicrec_desktop.recommend.ranking import Alignment

Array = NDArray[np.float64]

MECHANISM = "S-MAP"
"""The mechanism's name on the wire."""

RIDGE = 100.0
"""Weight of the regression's penalty, in users; chosen on users of MovieLens latest-small."""

LEAST_SIZE = 5.0
_LARGEST_SIZE = 20_000.0
_LEAST_NOISE = 1e-8
_POINTS = 200  # of the grid over log N
_FARTHEST = 1e6  # standard deviations; no person's shares are that far from the mean


@dataclass(frozen=True)
class AwareScorer:
    """Scores the n items of a model for noisy shared counts.

    `mean` and `covariance` (c,), (c, c) of public users' shares of the categories, `log_size` the
    mean and deviation of log N, `weights` (c + 2, n).
    """

    categories: tuple[str, ...]
    mean: Array
    covariance: Array
    log_size: tuple[float, float]
    weights: Floats

    @classmethod
    def train(
        cls,
        model: ItemModel,
        categories: tuple[str, ...],
        membership: NDArray[np.bool_],
        ratings: Ratings,
    ) -> AwareScorer:
        """Train on public users. `membership` (n, c) of the model's items.

        Raises ValueError where fewer than two users watched movies that have categories.
        """
        users, items = _pairs(model, ratings)
        rows = shared_rows(membership)
        known = rows[items].any(axis=1)
        count = int(users.max(initial=-1)) + 1
        shared = _sums(users[known], rows[items[known]], count)
        size = shared.sum(axis=1)
        usable = size >= 1.0 - 1e-9
        if usable.sum() < 2:
            raise ValueError("there are too few public users to train on")
        shares, logs = shared[usable] / size[usable, None], np.log(size[usable])
        mean, covariance = shares.mean(axis=0), np.atleast_2d(np.cov(shares.T))
        features = np.zeros((count, len(mean) + 2))
        features[usable] = _features(logs - logs.mean(), (shares - mean) / _spread(covariance))
        penalty = np.full(features.shape[1], RIDGE)
        penalty[0] = 0.0
        gram = features.T @ features + np.diag(penalty)
        target = _sums(items, features[users], len(membership)).T
        return cls(
            categories,
            mean,
            covariance,
            (float(logs.mean()), max(float(logs.std()), 1e-3)),
            np.linalg.solve(gram, target).astype(np.float32),
        )

    @classmethod
    def for_catalog(cls, model: ItemModel, catalog: Catalog, ratings: Ratings) -> AwareScorer:
        """Train for a catalog's categories. Raises ValueError where there are too few users."""
        movie = Alignment.of(model, catalog).movie
        membership = (catalog.matrix[movie] > 0) & (movie >= 0)[:, None]
        return cls.train(model, catalog.categories, membership, ratings)

    def knows(self, mechanism: str | None, counts: Mapping[str, float] | None) -> bool:
        """Whether a release is one that this was trained for: S-MAP, every category counted.

        A category that no public user's movie has was not counted in training either.
        """
        if mechanism != MECHANISM or counts is None:
            return False
        return all(
            name in counts or share == 0.0
            for name, share in zip(self.categories, self.mean.tolist(), strict=True)
        )

    def scores(self, counts: Mapping[str, float], epsilon: float) -> Floats:
        """Score all items, shape (n,), for noisy shared counts of budget ε.

        Finite for every ε and count that the wire lets through (`wire.MIN_EPSILON` and so on).
        """
        noisy = np.array([counts.get(name, 0.0) for name in self.categories], dtype=np.float64)
        variance = 2.0 / epsilon**2
        size = self._size(float(noisy.sum()), variance * len(counts))
        # Shares sum to 1, so their covariance alone is singular.
        blur = np.eye(len(noisy)) * max(variance / size**2, _LEAST_NOISE)
        told = np.linalg.solve(self.covariance + blur, noisy / size - self.mean)
        deviation = self.covariance @ told / _spread(self.covariance)
        # Counts that nobody has would give scores that no client reads.
        deviation *= min(1.0, _FARTHEST / max(float(np.abs(deviation).max(initial=0.0)), 1.0))
        row = _features(np.array([np.log(size) - self.log_size[0]]), deviation[None])
        scores: Floats = (row[0] @ self.weights).astype(np.float32)
        return scores

    def _size(self, total: float, variance: float) -> float:
        """N given its noisy value: the mean of log N under a log-normal prior, at least 5."""
        logs = np.linspace(np.log(LEAST_SIZE), np.log(_LARGEST_SIZE), _POINTS)
        middle, deviation = self.log_size
        likely = -((np.exp(logs) - total) ** 2) / (2.0 * variance)
        likely -= (logs - middle) ** 2 / (2.0 * deviation**2)
        weights = np.exp(likely - likely.max())
        return float(np.exp(weights @ logs / weights.sum()))


def shared_rows(membership: NDArray[np.bool_]) -> Array:
    """Each movie shared out evenly among its categories: rows of sum 1, or 0 without any."""
    rows = membership.astype(np.float64)
    shared: Array = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1.0)
    return shared


def _pairs(model: ItemModel, ratings: Ratings) -> tuple[Positions, Positions]:
    """Who watched what of the model's items, each pair once: users from 0, and items."""
    position = np.array([model.index.get(w or "", -1) for w in ratings.wire_ids], dtype=np.int64)
    items = position[ratings.items]
    _, users = np.unique(ratings.users[items >= 0], return_inverse=True)
    width = len(model.records)
    pairs = np.unique(users.astype(np.int64) * width + items[items >= 0])
    return pairs // width, pairs % width


def _sums(where: Positions, rows: Array, count: int) -> Array:
    """Sums of the rows (p, f) that go to the same place: (count, f)."""
    columns = [np.bincount(where, weights=column, minlength=count) for column in rows.T]
    return np.stack(columns, axis=1)


def _spread(covariance: Array) -> Array:
    """Standard deviations of the shares; 1 for a category that has none."""
    variance = np.diag(covariance)
    return np.where(variance > 0, np.sqrt(np.maximum(variance, 0.0)), 1.0)


def _features(logs: Array, shares: Array) -> Array:
    """(u, c + 2): 1, log N less its mean, standardized shares."""
    return np.column_stack([np.ones(len(logs)), logs, shares])
