"""The learned family: what is counted in the cells of a public question, and how it is read.

    asked = AskedQuestion.of(question, catalog.movies)
    mechanism = plan_question(asked, groups, choice, epsilon)
    cells = mechanism.count(groups, choice, items, asked=asked)        # private
    noisy = sample(mechanism, cells, source)                           # safe to store and release
    posterior = ProfilePosterior.of(asked.weights, perturbed, popularity, histories)
    expected, size = posterior.expected(noisy_cells, variance)
    movies = most_likely(expected, size)

Every movie has a public row of k integers with Σ|r_ij| <= M, and each cell gets Laplace noise of
scale M/ε: adding or removing a movie costs at most ε, as with rows of categories. Reading is
post-processing of the noisy cells and free of privacy cost (docs/privacy.md 10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.question import IntRows, Question
from epicrec_desktop.privacy.public_prior import (
    SHRINKAGE_PEOPLE,
    TASTE,
    TYPICAL,
    TYPICAL_PART,
    TYPICAL_SPREAD,
    TYPICAL_WEIGHT,
    public_share,
)

POWER = 1.3
"""Variance of what people of N movies have in a cell grows with this power of N."""

SMOOTHING = 0.05
"""Part of the mean profile that is taken from popularity instead of public histories."""

LEAST_HISTORY = 5
"""Histories of fewer movies say nothing of tastes."""

_SIZES, _FARTHEST = 32, 3.3  # values of N that are averaged over, in standard deviations of log N
_LEAST = 1e-12


@dataclass(frozen=True)
class AskedQuestion:
    """A question over a catalog: integer rows (n, k) of its movies. All of it is public.

    `features` (n, f) are what tastes are assumed to follow where nothing is known of people.
    """

    digest: str
    cells: tuple[str, ...]
    multiplier: int
    rows: IntRows
    features: Floats

    @classmethod
    def of(cls, question: Question, movies: Sequence[Movie]) -> AskedQuestion:
        """Return the rows of these movies. Raises `QuestionError` if one costs too much."""
        return cls(
            question.digest,
            question.cells,
            question.multiplier,
            question.rows(movies),
            question.features(movies),
        )

    @property
    def weights(self) -> Floats:
        """What a movie adds to each cell, (n, k), in shares of a movie."""
        return np.asarray(self.rows / self.multiplier, dtype=np.float64)

    def costs(self, items: NDArray[np.int64]) -> NDArray[np.int64]:
        """Σ_j |r_ij| of these items, exactly."""
        return np.asarray(np.abs(self.rows[items]).sum(axis=1), dtype=np.int64)


@dataclass(frozen=True)
class PublicHistories:
    """Who watched what among public users: `users` and `items` (p,), each pair once.

    `items` are positions in a catalog, `users` numbers from 0.
    """

    users: Ints
    items: Ints

    def among(self, kept: NDArray[np.bool_]) -> PublicHistories:
        """Return the pairs whose item is kept, of users who then have enough of them."""
        stays = kept[self.items]
        users, items = self.users[stays], self.items[stays]
        sizes = np.bincount(users, minlength=1)
        enough = sizes[users] >= LEAST_HISTORY
        _, renumbered = np.unique(users[enough], return_inverse=True)
        return PublicHistories(renumbered.astype(np.int64), items[enough])


@dataclass(frozen=True)
class ProfilePosterior:
    """What is expected of profiles given noisy cells.

    Given its size N, a profile is taken to be N·share plus tastes of covariance N^`POWER`·S, and
    the cells jointly normal with it; N is averaged over, by how likely each makes the cells.
    `share` (n,) is the mean part of a profile by movie, `cells` (k,) what it puts into each cell.
    `energies` (k,) and `axes` (k, k) are the eigenvalues and vectors of AᵀSA, `response` (n, k) is
    S·A in these axes, and `log_size` the mean and deviation of log N.
    """

    share: Floats
    cells: Floats
    energies: Floats
    axes: Floats
    response: Floats
    log_size: tuple[float, float]

    @classmethod
    def of(
        cls,
        weights: Floats,
        perturbed: NDArray[np.bool_],
        features: Floats,
        *,
        popularity: Floats | None = None,
        histories: PublicHistories | None = None,
        among: int = 1,
    ) -> ProfilePosterior:
        """Return the posterior of the movies that can be perturbed.

        `weights` (n, k) is the question over M, `perturbed` (n,) which movies can be, `features`
        (n, f) within [0, 1]. `popularity` (n,) and `histories` are public; without histories every
        feature is taken to be liked more or less by itself. `among`: the history was asked for in
        so many parts, of which this is one.
        """
        count = len(weights)
        position = np.where(perturbed, np.arange(count), count)
        share = public_share(popularity, position, count + 1)[:count]
        part = max(float(share.sum()), _LEAST)
        share = share / part
        typical = max(min(TYPICAL, TYPICAL_PART * count) * part, 1.0)
        weights = np.where(perturbed[:, None], weights, 0.0)
        known = None if histories is None else histories.among(perturbed)
        people = 0 if known is None else int(known.users.max(initial=-1)) + 1
        logs = np.zeros(0)
        if known is not None and people > 1:
            sizes = np.bincount(known.users, minlength=people).astype(np.float64)
            logs = np.log(sizes)
            mean = np.bincount(known.items, minlength=count) / len(known.items)
            own = people / (people + SHRINKAGE_PEOPLE) * (1.0 - SMOOTHING)
            share = own * mean + (1.0 - own) * share
            tastes, response = _of_people(known, sizes, share, weights)
        else:
            tastes, response = _assumed(share, features, weights, typical)
        total = len(logs) + TYPICAL_WEIGHT
        center = (float(logs.sum()) + TYPICAL_WEIGHT * float(np.log(typical))) / total
        squares = float(((logs - center) ** 2).sum()) + TYPICAL_WEIGHT * TYPICAL_SPREAD**2
        spread = float(np.sqrt(squares / total))
        if among > 1:
            center, spread = center - float(np.log(among)), float(np.hypot(spread, 1.0))
        energies, axes = np.linalg.eigh(tastes)
        return cls(
            share,
            share @ weights,
            np.maximum(energies, 0.0),
            axes,
            response @ axes,
            (center, spread),
        )

    def expected(self, noisy: Floats, variance: float) -> tuple[Floats, float]:
        """Return how many of each movie are expected (n,), at most 1, and the expected size.

        `noisy` (k,) in shares of movies, with noise of this variance in each cell.
        """
        center, deviation = self.log_size
        logs = center + deviation * np.linspace(-_FARTHEST, _FARTHEST, _SIZES)
        sizes = np.exp(logs)
        off = (noisy - sizes[:, None] * self.cells) @ self.axes
        spread = sizes[:, None] ** POWER * self.energies + max(variance, _LEAST)
        likely = -0.5 * (off**2 / spread + np.log(spread)).sum(axis=1)
        likely -= 0.5 * ((logs - center) / deviation) ** 2
        chance = np.exp(likely - likely.max())
        chance /= chance.sum()
        moved = chance @ (sizes[:, None] ** POWER * off / spread)
        size = float(chance @ sizes)
        return np.clip(size * self.share + self.response @ moved, 0.0, 1.0), size


def _of_people(
    known: PublicHistories, sizes: Floats, share: Floats, weights: Floats
) -> tuple[Floats, Floats]:
    """Return AᵀSA (k, k) and S·A (n, k) of the tastes of public users.

    S is the mean of r·rᵀ over users, r = (d − N·share) / N^(POWER/2).
    """
    scale = sizes ** (POWER / 2.0)
    mean = share @ weights
    in_cells = np.column_stack(
        [np.bincount(known.users, weights=column[known.items]) for column in weights.T]
    )
    tastes = (in_cells - sizes[:, None] * mean) / scale[:, None]
    pulled = tastes / scale[:, None]
    response: Floats = np.column_stack(
        [
            np.bincount(known.items, weights=column[known.users], minlength=len(share))
            for column in pulled.T
        ]
    )
    response = response - share[:, None] * (sizes @ pulled)
    return tastes.T @ tastes / len(sizes), response / len(sizes)


def _assumed(
    share: Floats, features: Floats, weights: Floats, typical: float
) -> tuple[Floats, Floats]:
    """Return AᵀSA and S·A where every feature is liked more or less by itself."""
    liked = TASTE * share * (features.T - (features.T @ share)[:, None])
    liked *= typical ** (1.0 - POWER / 2.0)
    in_cells = liked @ weights
    return in_cells.T @ in_cells, liked.T @ in_cells


def most_likely(expected: Floats, size: float) -> NDArray[np.int64]:
    """Return the positions (ascending) of the `size` movies that are most expected.

    Movies that are not expected at all are never among them; ties go to the first ones.
    """
    count = min(max(round(size), 0), int((expected > 0).sum()))
    order = np.argsort(-expected, kind="stable")
    return np.sort(order[:count]).astype(np.int64)
