"""The learned family: what is counted in the cells of a public question, and how it is read.

    asked = AskedQuestion.of(question, catalog.movies)
    mechanism = plan_question(asked, groups, choice, epsilon)
    cells = mechanism.count(groups, choice, items, asked=asked)        # private
    noisy = sample(mechanism, cells, source)                           # safe to store and release
    posterior = asked.posterior(perturbed, popularity=…, histories=…)
    expected, size = posterior.expected(noisy_cells, variance)
    movies = most_likely(expected, size)

Every movie has a public row of k integers with Σ|r_ij| <= M, and each cell gets Laplace noise of
scale M/ε: adding or removing a movie costs at most ε, as with rows of categories. Movies of one
series count by their mean, so a whole series costs at most ε as well. Reading is post-processing of
the noisy cells and free of privacy cost (docs/privacy.md 10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.question import IntRows, MovieKinds, Question, parts_in_series
from epicrec_desktop.privacy.integer_rows import weighted_sum
from epicrec_desktop.privacy.public_prior import (
    SHRINKAGE_PEOPLE,
    TASTE,
    TYPICAL,
    TYPICAL_PART,
    likely_sizes,
    possible_sizes,
    public_share,
    size_prior,
)

POWER = 1.3
"""Variance of what people of N movies have in a cell grows with this power of N."""

SMOOTHING = 0.05
"""Part of the mean profile that is taken from popularity instead of public histories."""

LIFT = 2.0
"""How much likelier a movie is watched by who watched another one of its series. On latest-small
people of about 94 movies then count 0.68 of a row of a series, where 0.67 is true."""

LEAST_HISTORY = 5
"""Histories of fewer movies say nothing of tastes."""

_TENTH, _COMPARED = 10, 200  # nearest movies of so many
_LEAST = 1e-12


@dataclass(frozen=True, eq=False)
class AskedQuestion:
    """A question over a catalog: integer rows (n, k) of its movies. All of it is public.

    `series` (n,) is the number of the series that each movie belongs to, or -1.
    """

    question: Question
    kinds: MovieKinds
    rows: IntRows
    series: Ints
    _last: list[_Made] = field(init=False, repr=False, default_factory=list)

    @classmethod
    def of(cls, question: Question, movies: Sequence[Movie]) -> AskedQuestion:
        """Return the rows of these movies. Raises `QuestionError` if one costs too much."""
        series, kinds = question.series_of(movies), question.kinds_of(movies)
        return cls(question, kinds, question.rows(movies, series, kinds), series)

    @property
    def digest(self) -> str:
        """The digest of the question."""
        return self.question.digest

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of its cells, k of them."""
        return self.question.cells

    @property
    def multiplier(self) -> int:
        """M, what a movie adds to all cells together at most."""
        return self.question.multiplier

    @property
    def features(self) -> Floats:
        """What tastes are assumed to follow where nothing is known of people, (n, f).

        Made when asked for: 28 MB of 87,000 movies.
        """
        return self.question.features(self.kinds)

    @cached_property
    def weights(self) -> Floats:
        """What a movie adds to each cell, (n, k), in shares of a movie."""
        return np.asarray(self.rows / self.multiplier, dtype=np.float64)

    @property
    def by_series(self) -> bool:
        """Whether movies of this catalog count by series."""
        return bool((self.series >= 0).any())

    @property
    def most(self) -> IntRows:
        """How much each movie can change each cell (n, k), with what a mean's rounding adds."""
        return np.asarray(np.abs(self.rows) + (self.series >= 0)[:, None], dtype=np.int64)

    def posterior(
        self,
        perturbed: NDArray[np.bool_],
        *,
        popularity: Floats | None = None,
        histories: PublicHistories | None = None,
        among: int = 1,
    ) -> ProfilePosterior:
        """Return `ProfilePosterior.of` these; the last one stays in memory.

        It is made of public data alone, and the same for every reading of noisy cells.
        """
        for last in self._last:
            same = last.popularity is popularity and last.histories is histories
            if same and last.among == among and np.array_equal(last.perturbed, perturbed):
                return last.posterior
        made = ProfilePosterior.of(
            self, perturbed, popularity=popularity, histories=histories, among=among
        )
        self._last[:] = [_Made(perturbed.copy(), popularity, histories, among, made)]
        return made

    @cached_property
    def swap(self) -> Fraction:
        """Return what a movie's row and the tenth nearest one differ by, over M: the median movie.

        An observer distinguishes two such movies by so much of ε; by 2ε at most.
        """
        if len(self.rows) <= _TENTH:
            return Fraction(2)
        rows = self.rows.astype(np.int32)
        chosen = rows[:: max(len(rows) // _COMPARED, 1)]
        # Of 87,000 movies most have the row of others of their kind and time.
        packed = np.ascontiguousarray(rows).view(f"V{rows.itemsize * rows.shape[1]}").ravel()
        _, first, count = np.unique(packed, return_index=True, return_counts=True)
        kinds = np.ascontiguousarray(rows[first].T)  # by cells: half of the time
        last = min(_TENTH, len(first) - 1)
        apart = []
        for row in chosen:
            distance = np.abs(kinds - row[:, None]).sum(axis=0, dtype=np.int32)  # 2^17 at most
            near = np.flatnonzero(distance <= np.partition(distance, last)[last])
            near = near[np.argsort(distance[near])]
            apart.append(distance[near][np.searchsorted(np.cumsum(count[near]), _TENTH, "right")])
        return Fraction(int(np.median(apart)), self.multiplier)

    def count(
        self,
        items: NDArray[np.int64],
        counted: NDArray[np.bool_],
        weights: Sequence[Fraction] | None = None,
    ) -> tuple[int, ...]:
        """Return what the counted `items` (m,) add to the cells (k,), exactly; series by mean.

        A movie of weight w changes it by at most w·M in all, and so do all movies of one series
        together, w being their largest weight.
        """
        inside = self.series[items] >= 0
        total = list(weighted_sum(self.rows, items, counted & ~inside, weights))
        together: dict[int, list[tuple[Fraction, list[int]]]] = {}
        for place in np.flatnonzero(counted & inside).tolist():
            movie = (
                Fraction(1) if weights is None else weights[place],
                self.rows[items[place]].tolist(),
            )
            together.setdefault(int(self.series[items[place]]), []).append(movie)
        for movies in together.values():
            add_mean(total, movies, self.multiplier)
        return tuple(total)


def add_mean(
    total: list[int], movies: Sequence[tuple[Fraction, Sequence[int]]], multiplier: int
) -> None:
    """Add the mean of the rows of one series' movies, given with their weights in [0, 1].

    With weights w1 >= w2 >= … it is the sum over i of (w_i − w_(i+1)) · mean of the first i rows.
    One movie more changes each such mean by at most M − k, as rows have no more, and only those of
    its own weight and below. Rounding towards zero adds less than 1 a cell, for which a weight is
    first reduced: w·M − k of M − k.
    """
    width = len(total)
    parts: list[Fraction] = [Fraction(0)] * width
    part = below = Fraction(0)
    ordered = sorted(movies, key=lambda movie: -movie[0])
    for place in range(len(ordered), 0, -1):
        weight, row = ordered[place - 1]
        weight = max((weight * multiplier - width) / (multiplier - width), Fraction(0))
        part += (weight - below) / place
        below = weight
        for j, value in enumerate(row):
            parts[j] += part * value
    for j, mean in enumerate(parts):
        total[j] += int(mean)  # towards zero


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
        asked: AskedQuestion,
        perturbed: NDArray[np.bool_],
        *,
        popularity: Floats | None = None,
        histories: PublicHistories | None = None,
        among: int = 1,
    ) -> ProfilePosterior:
        """Return the posterior of the movies that can be perturbed.

        `perturbed` (n,) are those that can be. `popularity` (n,) and `histories` are public;
        without histories every feature is taken to be liked more or less by itself. `among` as of
        `size_prior`.
        """
        count = len(asked.rows)
        position = np.where(perturbed, np.arange(count), count)
        share = public_share(popularity, position, count + 1)[:count]
        part = max(float(share.sum()), _LEAST)
        share = share / part
        typical = max(min(TYPICAL, TYPICAL_PART * count) * part, 1.0)
        weights = np.where(perturbed[:, None], asked.weights, 0.0)
        alone = weights * _usual_parts(asked.series, typical * share)[:, None]
        mean_cells = share @ alone
        known = None if histories is None else histories.among(perturbed)
        people = 0 if known is None else int(known.users.max(initial=-1)) + 1
        logs = np.zeros(0)
        if known is not None and people > 1:
            sizes = np.bincount(known.users, minlength=people).astype(np.float64)
            logs = np.log(sizes)
            mean = np.bincount(known.items, minlength=count) / len(known.items)
            own = people / (people + SHRINKAGE_PEOPLE) * (1.0 - SMOOTHING)
            share = own * mean + (1.0 - own) * share
            # What public users have in the cells, (u, k), without noise.
            parts = parts_in_series(known.users, known.items, asked.series)
            in_cells: Floats = np.column_stack(
                [
                    np.bincount(known.users, weights=parts * column[known.items], minlength=people)
                    for column in weights.T
                ]
            )
            mean_cells = own * in_cells.sum(axis=0) / sizes.sum() + (1.0 - own) * mean_cells
            tastes, response = _of_people(known, sizes, share, in_cells, mean_cells)
        else:
            tastes, response = _assumed(share, asked.features, alone, typical)
        energies, axes = np.linalg.eigh(tastes)
        return cls(
            share,
            mean_cells,
            np.maximum(energies, 0.0),
            axes,
            response @ axes,
            size_prior(logs, typical, among),
        )

    def expected(self, noisy: Floats, variance: float) -> tuple[Floats, float]:
        """Return how many of each movie are expected (n,), at most 1, and the expected size.

        `noisy` (k,) in shares of movies, with noise of this variance in each cell.
        """
        logs = possible_sizes(self.log_size)
        sizes = np.exp(logs)
        off = (noisy - sizes[:, None] * self.cells) @ self.axes
        spread = sizes[:, None] ** POWER * self.energies + max(variance, _LEAST)
        likely = -0.5 * (off**2 / spread + np.log(spread)).sum(axis=1)
        chance = likely_sizes(likely, logs, self.log_size)
        chance /= chance.sum()
        moved = chance @ (sizes[:, None] ** POWER * off / spread)
        size = float(chance @ sizes)
        return np.clip(size * self.share + self.response @ moved, 0.0, 1.0), size


class _Made(NamedTuple):
    """A posterior, and what it was made of."""

    perturbed: NDArray[np.bool_]
    popularity: Floats | None
    histories: PublicHistories | None
    among: int
    posterior: ProfilePosterior


def _usual_parts(series: Ints, expected: Floats) -> Floats:
    """Return which part of its row a movie usually counts, (n,), given how many people watch it.

    `expected` (n,) is the chance of each movie. Who watched one of a series watched the others
    `LIFT` times as often as anybody.
    """
    inside = series >= 0
    chance = np.where(inside, np.minimum(LIFT * expected, 1.0), 0.0)
    others = np.bincount(np.where(inside, series, 0), weights=chance)[series] - chance
    return np.where(inside, 1.0 / (1.0 + others), 1.0)


def _of_people(
    known: PublicHistories, sizes: Floats, share: Floats, in_cells: Floats, mean: Floats
) -> tuple[Floats, Floats]:
    """Return AᵀSA (k, k) and S·A (n, k) of the tastes of public users.

    S is the mean of r·rᵀ over users, r = (d − N·share) / N^(POWER/2), and rA what they have in the
    cells, (u, k), less N times what the `mean` movie (k,) adds, over N^(POWER/2).
    """
    scale = sizes ** (POWER / 2.0)
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
    mean = share @ features
    taste = TASTE * typical ** (1.0 - POWER / 2.0)
    in_cells = taste * (features.T @ (share[:, None] * weights) - np.outer(mean, share @ weights))
    response = taste * share[:, None] * (features @ in_cells - mean @ in_cells)
    return in_cells.T @ in_cells, response


def most_likely(expected: Floats, size: float) -> NDArray[np.int64]:
    """Return the positions (ascending) of the `size` movies that are most expected.

    Movies that are not expected at all are never among them; ties go to the first ones.
    """
    count = min(max(round(size), 0), int((expected > 0).sum()))
    order = np.argsort(-expected, kind="stable")
    return np.sort(order[:count]).astype(np.int64)
