"""Scorers for perturbed releases.

`PopularityScorer` tilts popularity by noisy counts. `CategoryShareScorer` is trained on public
users and knows how a release was made: in shares of categories, or, with its question scorers
(`question_scorer.py`), in the cells of a learned question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.question import Question
from epicrec_desktop.domain.release import IMPROVED_NAMES
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.recommend.metrics import nothing
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.question_scorer import (
    FARTHEST,
    LEAST_NOISE,
    RIDGE,
    CellRows,
    QuestionScorer,
    near_people,
    size_grid,
    taste_features,
    watched_by,
)
from epicrec_desktop.recommend.ranking import Alignment
from epicrec_desktop.recommend.wire import RecommendationRequest

SHARED = frozenset(IMPROVED_NAMES)
"""Mechanisms that share a movie out among its counted categories."""

ASSUMED_EPSILON = 0.1
"""The budget assumed where a release does not state its own."""

SPREAD = 0.5
"""Standard deviation of people's counts, relative to the count that popularity would give."""

LEAST = 0.2
"""No category is thought to be watched less than this share of what popularity would give."""


@dataclass(frozen=True)
class PopularityScorer:
    """Scores the items of a model, whose categories are `membership`, shape (n, c)."""

    model: ItemModel
    categories: tuple[str, ...]
    membership: NDArray[np.bool_]
    _weights: Floats = field(init=False)
    _log_popularity: Floats = field(init=False)

    def __post_init__(self) -> None:
        counts = self.model.records["popularity"].astype(np.float64)
        weights = (
            counts / counts.sum() if counts.sum() > 0 else np.full_like(counts, 1 / len(counts))
        )
        object.__setattr__(self, "_weights", weights)
        object.__setattr__(self, "_log_popularity", np.log(counts + 0.5))

    def scores(self, request: RecommendationRequest, profile: Positions) -> Floats32:
        """Score all items, shape (n,), for a release at the level Perturbed.

        Movies without any of the counted categories were not perturbed: they are what the person
        chose to tell, and the model is asked with them.
        """
        counts = request.counts
        if not counts and len(profile) == 0:
            return self.model.popularity
        counted = self._counted(counts, profile)
        shared = request.mechanism in SHARED and counts is not None
        tilted = self._tilted(counted, self._variance(request, shared), shared)
        open_items = profile[~self.membership[profile][:, ~np.isnan(counted)].any(axis=1)]
        if len(open_items) == 0:
            return tilted.astype(np.float32)
        known = self.model.scores(open_items).astype(np.float64)
        return (_standardized(tilted) + _standardized(known)).astype(np.float32)

    def _counted(self, counts: Mapping[str, float] | None, profile: Positions) -> Floats:
        """Return the noisy count of each category, NaN where none was released, shape (c,)."""
        if counts is None:
            return np.asarray(self.membership[profile].sum(axis=0), dtype=np.float64)
        return np.array([counts.get(name, np.nan) for name in self.categories], dtype=np.float64)

    def _variance(self, request: RecommendationRequest, shared: bool) -> Floats:
        """Variance of the noise in each category's count, (c,).

        Where a release does not say it, the Laplace scale is taken as that of plain calibration, an
        upper bound that needs no knowledge of the mechanism: the most categories a movie has, over
        ε; with movies shared out, it is 1/ε.
        """
        counted = [name in (request.counts or self.categories) for name in self.categories]
        length = max(int(self.membership[:, counted].sum(axis=1).max(initial=0)), 1)
        scale = (1 if shared else length) / (request.epsilon or ASSUMED_EPSILON)
        disclosed = request.variance or {}
        return np.array([disclosed.get(name, 2.0 * scale**2) for name in self.categories])

    def _tilted(self, counted: Floats, variance: Floats, shared: bool) -> Floats:
        """Logarithm of popularity, plus that of how much more a movie's categories are watched."""
        usable = ~np.isnan(counted) & (self._weights @ self.membership > 0)
        if not usable.any():
            return self._log_popularity
        rows = self.membership[:, usable].astype(np.float64)
        length = np.maximum(rows.sum(axis=1), 1.0)
        share = self._weights @ (rows / length[:, None] if shared else rows)
        noisy = counted[usable]
        expected = max(float(noisy.sum() / share.sum()), 1.0) * share
        signal = (SPREAD * np.maximum(expected, 1.0)) ** 2
        shrunk = (noisy - expected) * signal / (signal + variance[usable])
        ratio = np.log(np.maximum(1.0 + shrunk / expected, LEAST))
        tilt: Floats = (rows @ ratio) / np.maximum(self.membership.sum(axis=1), 1)
        return self._log_popularity + tilt


def _standardized(values: Floats) -> Floats:
    """Return the values with mean 0 and deviation 1."""
    result: Floats = (values - values.mean()) / max(float(values.std()), 1e-12)
    return result


MECHANISM = IMPROVED_NAMES[0]
"""The mechanism's name on the wire."""


@dataclass(frozen=True)
class CategoryShareScorer:
    """Scores the n items of a model for noisy shared counts.

    `mean` and `spread` (c,) of public users' shares of the categories, `log_size` the mean and
    deviation of log N. `means` (k, c) and `covariances` (k, c, c) are of the shares of people of
    about each of `sizes` (k,), values of log N. `weights` (2c + 3, n). `asked` score
    releases that count in the cells of the learned questions it was trained for.
    """

    categories: tuple[str, ...]
    mean: Floats
    spread: Floats
    log_size: tuple[float, float]
    sizes: Floats
    means: Floats
    covariances: Floats
    weights: Floats32
    asked: tuple[QuestionScorer, ...] = ()

    @classmethod
    def train(
        cls,
        model: ItemModel,
        categories: tuple[str, ...],
        membership: NDArray[np.bool_],
        ratings: Ratings,
        tick: Callable[[], None] = nothing,
    ) -> CategoryShareScorer:
        """Train on public users. `membership` (n, c) of the model's items. `tick` now and then.

        Raises ValueError where fewer than two users watched movies that have categories.
        """
        rows = shared_rows(membership)
        watched, place = watched_by(model, ratings)
        tick()
        shared = np.asarray(watched @ np.where((place >= 0)[:, None], rows[place], 0.0))
        count = len(shared)
        tick()
        size = shared.sum(axis=1)
        usable = size >= 1.0 - 1e-9
        if usable.sum() < 2:
            raise ValueError("there are too few public users to train on")
        shares, logs = shared[usable] / size[usable, None], np.log(size[usable])
        mean, covariance = shares.mean(axis=0), np.atleast_2d(np.cov(shares.T))
        spread = _spread(covariance)
        features = np.zeros((count, 2 * len(mean) + 3))
        features[usable] = taste_features(logs - logs.mean(), (shares - mean) / spread)
        penalty = np.full(features.shape[1], RIDGE)
        penalty[0] = 0.0
        gram = features.T @ features + np.diag(penalty)
        target = np.zeros((features.shape[1], len(membership)))
        target[:, place[place >= 0]] = (watched.T @ features)[place >= 0].T
        log_size = (float(logs.mean()), max(float(logs.std()), 1e-3))
        sizes = size_grid(*log_size)
        tick()
        near = []
        for size in sizes:
            near.append(near_people(size, logs, shares, mean, covariance))
            tick()
        return cls(
            categories,
            mean,
            spread,
            log_size,
            sizes,
            np.array([one[0] for one in near]),
            np.array([one[1] for one in near]),
            np.linalg.solve(gram, target).astype(np.float32),
        )

    @classmethod
    def for_catalog(
        cls,
        model: ItemModel,
        catalog: Catalog,
        ratings: Ratings,
        questions: Sequence[Question] = (),
    ) -> CategoryShareScorer:
        """Train for a catalog's categories, and for these learned questions.

        Raises ValueError where there are too few users.
        """
        movie = Alignment.of(model, catalog).movie
        asked = (
            QuestionScorer.train(question, CellRows.of(question, catalog, movie), model, ratings)
            for question in questions
        )
        trained = cls.train(model, catalog.categories, catalog.membership(movie), ratings)
        return replace(trained, asked=tuple(asked))

    def supports(
        self, mechanism: str | None, counts: Mapping[str, float] | None, question: str | None = None
    ) -> bool:
        """Return whether a release is one that this was trained for.

        Either S-MAP with every category counted, or every cell of the learned question that
        `question` names by its digest. A category that no public user's movie has was not counted
        in training either.
        """
        if question is not None:
            scorer = self.scorer_of(question)
            return scorer is not None and scorer.supports(mechanism, counts)
        if mechanism != MECHANISM or counts is None:
            return False
        return all(
            name in counts or share == 0.0
            for name, share in zip(self.categories, self.mean.tolist(), strict=True)
        )

    def scores(
        self, counts: Mapping[str, float], epsilon: float, question: str | None = None
    ) -> Floats32:
        """Score all items, shape (n,), for noisy shared counts, or noisy cells, of budget ε.

        Finite for every ε and count that the wire lets through (`wire.MIN_EPSILON` and so on).
        """
        if question is not None and (scorer := self.scorer_of(question)) is not None:
            return scorer.scores(counts, epsilon)
        noisy = np.array([counts.get(name, 0.0) for name in self.categories], dtype=np.float64)
        variances, rotations = self._decompositions
        size = np.exp(self.sizes)[:, None]
        off = noisy / size - self.means
        # Shares sum to 1, so their covariance alone is singular.
        blurred = variances + np.maximum(2.0 / (epsilon * size) ** 2, LEAST_NOISE)
        rotated = np.einsum("kij,ki->kj", rotations, off)
        solution = np.einsum("kij,kj->ki", rotations, rotated / blurred)
        deviation_of_log_size = self.sizes - self.log_size[0]
        likely = (
            -0.5 * ((rotated**2 / blurred).sum(axis=1) + np.log(blurred).sum(axis=1))
            - len(noisy) * self.sizes
            - 0.5 * (deviation_of_log_size / self.log_size[1]) ** 2
        )
        expected = self.means + np.einsum("kij,kj->ki", self.covariances, solution)
        deviation = (expected - self.mean) / self.spread
        # Counts that nobody has would give scores that no client reads.
        largest = np.abs(deviation).max(axis=1, initial=1.0)
        deviation *= np.minimum(1.0, FARTHEST / largest)[:, None]
        weights = np.exp(likely - likely.max())
        row = weights @ taste_features(deviation_of_log_size, deviation) / weights.sum()
        scores: Floats32 = (row @ self.weights).astype(np.float32)
        return scores

    def scorer_of(self, question: str) -> QuestionScorer | None:
        """Return the scorer of the question with this digest, if it was trained for it."""
        return next((scorer for scorer in self.asked if scorer.digest == question), None)

    @cached_property
    def _decompositions(self) -> tuple[Floats, Floats]:
        """Eigenvalues (k, c) and eigenvectors (k, c, c) of the covariances, computed once.

        Noise adds the same variance to every direction, so a release needs no further
        decomposition, whatever its budget. Rounding makes some eigenvalues slightly negative.
        """
        variances, rotations = np.linalg.eigh(self.covariances)
        return np.maximum(variances, 0.0), rotations


def shared_rows(membership: NDArray[np.bool_]) -> Floats:
    """Return each movie shared out evenly among its categories: rows of sum 1, or 0 without any."""
    rows = membership.astype(np.float64)
    shared: Floats = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1.0)
    return shared


def _spread(covariance: Floats) -> Floats:
    """Standard deviations of the shares; 1 for a category that has none."""
    variance = np.diag(covariance)
    return np.where(variance > 0, np.sqrt(np.maximum(variance, 0.0)), 1.0)
