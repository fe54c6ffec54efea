"""Scorers for perturbed releases.

`PopularityScorer` tilts popularity by noisy counts. `ReleaseScorer` is trained on public users
(`share_scorer.py`) and knows how a release was made: in shares of categories, or in the cells of a
learned question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.question import Question
from epicrec_desktop.domain.release import IMPROVED_NAMES, LEARNED_NAMES
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.ranking import Alignment
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.share_scorer import CellRows, ShareScorer
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
    result: Floats = (values - values.mean()) / max(float(values.std()), 1e-12)
    return result


MECHANISM = IMPROVED_NAMES[0]
"""The mechanism's name on the wire."""


@dataclass(frozen=True)
class ReleaseScorer:
    """Scores the n items of a model for noisy numbers of releases that it was trained for.

    `shares` scores counts shared out among categories; `asked` those in the cells of the learned
    questions that it was trained for.
    """

    shares: ShareScorer
    asked: tuple[ShareScorer, ...] = ()

    @classmethod
    def train(
        cls,
        model: ItemModel,
        categories: tuple[str, ...],
        membership: NDArray[np.bool_],
        ratings: Ratings,
    ) -> ReleaseScorer:
        """Train on public users. `membership` (n, c) of the model's items.

        Raises ValueError where fewer than two users watched movies that have categories.
        """
        rows = CellRows(shared_rows(membership), np.full(len(membership), -1))
        return cls(ShareScorer.train("", categories, rows, model, ratings))

    @classmethod
    def for_catalog(
        cls,
        model: ItemModel,
        catalog: Catalog,
        ratings: Ratings,
        questions: Sequence[Question] = (),
    ) -> ReleaseScorer:
        """Train for a catalog's categories, and for these learned questions.

        Raises ValueError where there are too few users.
        """
        movie = Alignment.of(model, catalog).movie
        trained = cls.train(model, catalog.categories, catalog.membership(movie), ratings)
        asked = (
            ShareScorer.train(
                one.digest, one.cells, CellRows.of(one, catalog, movie), model, ratings
            )
            for one in questions
        )
        return replace(trained, asked=tuple(asked))

    def scorer_for(
        self, mechanism: str | None, counts: Mapping[str, float] | None, question: str | None = None
    ) -> ShareScorer | None:
        """Return what scores such a release; None where nothing was trained for it.

        Either S-MAP with every category counted, or every cell of the learned question that
        `question` names by its digest. A category that no public user's movie has was not counted
        in training either.
        """
        if counts is None:
            return None
        if question is not None:
            known = (one for one in self.asked if one.digest == question)
            whole = (one for one in known if set(one.cells) <= set(counts))
            return next(whole, None) if mechanism in LEARNED_NAMES else None
        watched = zip(self.shares.cells, self.shares.mean.tolist(), strict=True)
        is_whole = all(name in counts or share == 0.0 for name, share in watched)
        return self.shares if is_whole and mechanism == MECHANISM else None


def shared_rows(membership: NDArray[np.bool_]) -> Floats:
    """Return each movie shared out evenly among its categories: rows of sum 1, or 0 without any."""
    rows = membership.astype(np.float64)
    shared: Floats = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1.0)
    return shared
