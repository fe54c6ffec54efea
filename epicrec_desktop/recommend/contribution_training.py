"""Training on public ratings and on contributions under randomized response.

A contribution has one bit per movie of a public list (watched or not), each flipped with
probability q (`privacy/randomized_response.py`). One contribution is useless alone, but sums over
many can be unbiased: with b = (y − q)/(1 − 2q), the sum of b_i estimates how many people
watched i, and that of b_i·b_j how many watched both. Besides sampling variance these have the noise
of the coins, of variance σ² = q(1 − q)/(1 − 2q)² for each bit.

Co-watch counts are all that an item model needs: it is computed from DᵀD, D being the matrix of
users and items (`linear_training.py`). So contributions enter as a few *pseudo-profiles*, rows
whose products are the estimated sums: eigenvectors whose eigenvalues stand out of the bulk that
noise alone has (Marchenko and Pastur 1967), weighted as the number of true profiles with the same
information.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.recommend.factor_models import LinearModel
from epicrec_desktop.recommend.linear_training import (
    FACTORS,
    LinearSettings,
    Spectrum,
    decompose,
    model_of,
    viewers,
)
from epicrec_desktop.recommend.ratings import Ratings, watch_matrix

PAIR_VARIANCE = 0.017
"""Variance of "watched both" over people, for movies that matter.

Chosen on two splits of MovieLens latest-small with 10,000 and 100,000 contributions, as the weight
that helped most.
"""

REGULARIZATION = 200.0
"""λ in users, chosen on halves of MovieLens latest-small: seeds of some hundreds."""

MAX_INCREASE = 3.0
"""Contributions make no movie more than so many times as popular as the public seed has it."""

SLACK = 3.0
"""Standard deviations of the noise that a pair may be above what is possible of it."""

USERS = 250
"""Fewer people than this are made to weigh as much: λ was chosen for some hundreds."""


@dataclass
class Tally:
    """Sums over contributions with flip probability `flip` < 1/2; nothing else of them is stored.

    `number` of contributions, `counts` (k,) bits set per candidate, `pairs` (k, k) how often two
    were set together.
    """

    flip: float
    counts: Ints
    pairs: Ints
    number: int = 0

    def __post_init__(self) -> None:
        if not 0.0 <= self.flip < 0.5:
            raise ValueError("the probability of a flip is below one half")

    @classmethod
    def empty(cls, candidates: int, flip: float) -> Tally:
        """Return no contribution yet."""
        return cls(flip, np.zeros(candidates, np.int64), np.zeros((candidates,) * 2, np.int64))

    def add(self, bits: NDArray[np.bool_], sign: int = 1) -> None:
        """Add contributions, shape (b, k), or take them out again (`sign` −1).

        Raises ValueError for another number of candidates.
        """
        if bits.ndim != 2 or bits.shape[1] != len(self.counts):
            raise ValueError("a contribution has one bit for each candidate")
        exact = bits.astype(np.float64)  # products of whole numbers stay whole
        self.counts += sign * bits.sum(axis=0)
        self.pairs += sign * (exact.T @ exact).astype(np.int64)
        self.number += sign * len(bits)

    @property
    def variance(self) -> float:
        """σ² of the noise in one unbiased bit."""
        return self.flip * (1.0 - self.flip) / (1.0 - 2.0 * self.flip) ** 2

    @property
    def rates(self) -> Floats:
        """Return the unbiased share who watched each candidate, (k,); outside [0, 1] by noise."""
        found: Floats = (self.counts / max(self.number, 1) - self.flip) / (1.0 - 2.0 * self.flip)
        return found if self.number else np.zeros(len(self.counts))

    @property
    def together(self) -> Floats:
        """Return the unbiased share of people who watched both of two candidates, (k, k).

        On the diagonal are the rates.
        """
        if self.number == 0:
            return np.zeros(self.pairs.shape)
        single, q = self.counts / self.number, self.flip
        joint = self.pairs / self.number - q * (single[:, None] + single[None, :]) + q * q
        joint /= (1.0 - 2.0 * q) ** 2
        np.fill_diagonal(joint, self.rates)
        return joint

    @property
    def weight(self) -> float:
        """Return how many true profiles say as much about pairs as the contributions.

        The variance of a person's pair over that plus the noise's, times the contributions.
        """
        return self.number * PAIR_VARIANCE / (PAIR_VARIANCE + self.variance**2)

    def possible(self, most: Floats) -> Floats:
        """`together`, made such that no candidate was watched by more than a share `most` (k,).

        Estimates for a movie above its maximum are scaled down to it, and no pair exceeds either of
        its movies.
        """
        joint, rates = self.together, self.rates
        scale = np.minimum(1.0, most / np.maximum(rates, 1e-12))
        scale[rates <= most] = 1.0
        own = np.minimum(rates, most)
        slack = SLACK * self.variance / max(self.number, 1) ** 0.5
        both = np.maximum(np.minimum.outer(own, own), 0.0) + slack
        profiles: Floats = np.minimum(joint * np.outer(scale, scale), both)
        np.fill_diagonal(profiles, own)
        return profiles

    def pseudo_profiles(self, most: Floats | None = None) -> Floats:
        """Return rows R (r, k), r <= k, with RᵀR as much of `together` as stands out of noise.

        With `most`, of what is `possible`.
        """
        if self.number == 0:
            return np.zeros((0, len(self.counts)))
        together = self.together if most is None else self.possible(most)
        values, vectors = np.linalg.eigh(together)
        ratio = len(self.counts) / self.number
        bulk = self.variance * (2.0 * ratio**0.5 + ratio)
        significant = values > max(bulk, 1e-9)
        rows: Floats = np.sqrt(values[significant])[:, None] * vectors[:, significant].T
        return rows


@dataclass(frozen=True)
class ContributionData:
    """Training data from contributions: the public ids of the candidates, and the sums."""

    candidates: Sequence[str]
    tally: Tally
    epsilon: float

    def __post_init__(self) -> None:
        if len(self.candidates) != len(self.tally.counts):
            raise ValueError("there is a count for each candidate")


def choose_candidates(ratings: Ratings, count: int) -> tuple[str, ...]:
    """Return the public list: the most watched movies of the seed, most popular first."""
    watched = np.bincount(ratings.items, minlength=len(ratings.wire_ids))
    order = np.argsort(-watched, kind="stable")
    named = (ratings.wire_ids[i] for i in order.tolist() if watched[i] > 0)
    return tuple(wire_id for wire_id in named if wire_id is not None)[:count]


def train_with(
    seed: Ratings, contributed: Sequence[ContributionData] = (), *, factors: int = FACTORS
) -> LinearModel:
    """Train a linear model on a public seed and contributions, folded in like any other.

    `contributed` has one element for each list of movies. Candidates without viewers in the seed
    are left out. The same input gives the same model. Raises `EpicRecError` where the seed has no
    ratings.
    """
    significant, matrix = watch_matrix(seed)
    users, asked = int(matrix.shape[0]), partial(decompose, matrix)
    return train_from_counts(
        significant, users, viewers(matrix), asked, contributed, factors=factors
    )


def train_from_counts(
    significant: list[str],
    users: int,
    totals: Floats,
    asked: Callable[..., Spectrum],
    contributed: Sequence[ContributionData],
    *,
    factors: int = FACTORS,
) -> LinearModel:
    """Return the model of `train_with`, for a remote seed of so many `users`.

    `significant` are the public ids of watched movies, `totals` (n,) their viewers, `asked`
    decomposes the watch matrix: `linear_training.decompose` without its first argument.
    """
    counted, weights = totals.copy(), np.zeros(len(totals))
    rows, weight = [np.zeros((0, len(totals)), dtype=np.float32)], 0.0
    column = {wire_id: i for i, wire_id in enumerate(significant)}
    for one in contributed:
        tally, own = one.tally, one.tally.weight
        known = [(column[c], k) for k, c in enumerate(one.candidates) if c in column]
        place, at = np.array(known, dtype=np.int64).reshape(-1, 2).T
        # The largest share of people who may have watched each candidate, by the seed; with two
        # viewers of four people more, as a small seed gives an uncertain share.
        most = np.ones(len(tally.counts))
        most[at] = np.minimum(1.0, MAX_INCREASE * (totals[place] + 2.0) / (users + 4.0))
        profiles = tally.pseudo_profiles(most)
        part = np.zeros((len(profiles), len(totals)), dtype=np.float32)
        part[:, place] = np.sqrt(own) * profiles[:, at]
        rows.append(part)
        counted[place] += own * np.minimum(tally.rates, most)[at]
        weights[place] += own
        weight += own
    popularity = np.maximum(counted, 0.0) * users / (users + weights)
    record: dict[str, float | int] = {"contributions": sum(c.tally.number for c in contributed)}
    if record["contributions"]:
        record["contributions_epsilon"] = max(c.epsilon for c in contributed)
    settings = LinearSettings(factors=factors)
    found = asked(settings.item_exponent, factors, rows=np.concatenate(rows), popularity=popularity)
    scale = max(USERS, users) / (users + weight)
    return model_of(
        significant,
        found,
        settings,
        {"users": users, **record},
        regularization=REGULARIZATION / scale,
    )
