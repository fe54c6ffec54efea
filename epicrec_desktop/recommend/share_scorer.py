"""Scores releases by what public users have in the numbers that they give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Floats32, Ints
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.question import Question, parts_in_series
from epicrec_desktop.recommend.metrics import find_positions, nothing
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.ratings import Ratings, watch_matrix

RIDGE = 100.0
"""Weight of the regression's penalty, in users. On latest-small 30 to 300 differ by 2 %, whatever
ε; on 6,000 synthetic people by a tenth of that: there is nothing to choose by ratings at hand."""

PRODUCTS = 0.5
"""What products of size and shares weigh against the shares themselves: their penalty is larger."""

LEAST_SIZE, LARGEST_SIZE = 5.0, 20_000.0
LEAST_NOISE = 1e-8
_SIZES, _RANGE = 32, 3.3  # values of N that are averaged over, in deviations of log N
FARTHEST = 1e6  # standard deviations; no person's shares are that far from the mean

ALIKE, SHRINKAGE_PEOPLE = 0.7, 30.0
"""People whose log of size differs by this count as about the same size; so many of them are
believed as much as everybody together."""


@dataclass(frozen=True)
class CellRows:
    """What movies add to the cells of a question: `values` (n, k), in shares of a movie.

    `series` (n,) numbers the series that each belongs to, or -1; one's movies count by their mean.
    """

    values: Floats
    series: Ints

    @classmethod
    def of(cls, question: Question, catalog: Catalog, positions: Positions) -> CellRows:
        """Return those of the movies at these positions; zeros at -1."""
        nobody = Movie("", None, ())
        movies = [catalog.movies[i] if i >= 0 else nobody for i in positions.tolist()]
        values = np.asarray(question.rows(movies) / question.multiplier, dtype=np.float64)
        return cls(values, question.series_of(movies))

    def count(self, items: Positions) -> Floats:
        """Return what these movies of one person have in the cells, (k,)."""
        parts = parts_in_series(np.zeros(len(items), dtype=np.int64), items, self.series)
        return parts @ self.values[items]

    def count_first(self, items: Positions, sizes: Sequence[int]) -> Floats:
        """Return what the first so many of these movies have in the cells, (sizes, k)."""
        if not len(items):
            return np.zeros((len(sizes), self.values.shape[1]))
        values, series = self.values[items], self.series[items]
        lengths = [min(size, len(items)) for size in sizes]
        first = np.concatenate([np.arange(length) for length in lengths])
        people = np.repeat(np.arange(len(sizes)), lengths)
        counted = parts_in_series(people, first, series)[:, None] * values[first]
        return np.add.reduceat(counted, np.cumsum([0, *lengths[:-1]]))


@dataclass(frozen=True)
class ShareScorer:
    """Scores the n items of a model for the k noisy numbers of a release, by their shares.

    A share is a number over the size N of a profile. `digest` names the learned question; it is
    empty where categories are counted. `cells` are the numbers' names, `mean` and `spread` (k,) of
    public users' shares, `log_size` the mean and deviation of log N. `means` (s, k) and
    `covariances` (s, k, k) are of the shares of people of about each of `sizes` (s,), values of
    log N. `weights` (2k + 3, n).
    """

    digest: str
    cells: tuple[str, ...]
    mean: Floats
    spread: Floats
    log_size: tuple[float, float]
    sizes: Floats
    means: Floats
    covariances: Floats
    weights: Floats32

    @classmethod
    def train(
        cls,
        digest: str,
        cells: tuple[str, ...],
        rows: CellRows,
        model: ItemModel,
        ratings: Ratings,
        tick: Callable[[], None] = nothing,
    ) -> ShareScorer:
        """Train on public users; `rows` of the model's items. `tick` now and then.

        Raises ValueError where fewer than two users watched movies that are counted.
        """
        watched, place = watched_by(model, ratings)
        tick()
        known = place >= 0
        in_cells = _count_people(watched, rows, place)
        counted = known & (np.abs(rows.values).sum(axis=1) > 0)[place]
        size = np.asarray(watched @ counted.astype(np.float64)).ravel()
        usable = size > 0
        if usable.sum() < 2:
            raise ValueError("there are too few public users to train on")
        tick()
        shares, logs = in_cells[usable] / size[usable, None], np.log(size[usable])
        mean, covariance = shares.mean(axis=0), np.atleast_2d(np.cov(shares.T))
        variance = np.diag(covariance)  # deviation 1 for a category that has none
        spread = np.where(variance > 0, np.sqrt(np.maximum(variance, 0.0)), 1.0)
        features = np.zeros((len(usable), 2 * len(mean) + 3))
        features[usable] = taste_features(logs - logs.mean(), (shares - mean) / spread)
        penalty = np.full(features.shape[1], RIDGE)
        penalty[0] = 0.0
        target = np.zeros((features.shape[1], len(model.records)))
        target[:, place[known]] = (watched.T @ features)[known].T
        log_size = (float(logs.mean()), max(float(logs.std()), 1e-3))
        sizes = size_grid(*log_size)
        near = []
        for size in sizes:
            tick()
            near.append(_near(size, logs, shares, mean, covariance))
        return cls(
            digest,
            cells,
            mean,
            spread,
            log_size,
            sizes,
            np.array([one[0] for one in near]),
            np.array([one[1] for one in near]),
            np.linalg.solve(features.T @ features + np.diag(penalty), target).astype(np.float32),
        )

    def scores(self, counts: Mapping[str, float], epsilon: float) -> Floats32:
        """Score all items, shape (n,), for noisy numbers of budget ε.

        Finite for every ε and count that the wire lets through (`wire.MIN_EPSILON` and so on).
        """
        noisy = np.array([counts.get(name, 0.0) for name in self.cells], dtype=np.float64)
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

    @cached_property
    def _decompositions(self) -> tuple[Floats, Floats]:
        """Eigenvalues (s, k) and eigenvectors (s, k, k) of the covariances, computed once.

        Noise adds the same variance to every direction, so a release needs no further
        decomposition, whatever its budget. Rounding makes some eigenvalues slightly negative.
        """
        variances, rotations = np.linalg.eigh(self.covariances)
        return np.maximum(variances, 0.0), rotations


def _count_people(watched: Any, rows: CellRows, place: Positions) -> Floats:
    """Return what people have in the cells (u, k); `place` is the item of each column, or −1."""
    known = place >= 0
    users = np.repeat(np.arange(watched.shape[0]), np.diff(watched.indptr))
    counted = watched.astype(np.float64)
    counted.data = parts_in_series(users, watched.indices, np.where(known, rows.series[place], -1))
    return np.asarray(counted @ np.where(known[:, None], rows.values[place], 0.0))


def _near(
    log_size: float, logs: Floats, shares: Floats, mean: Floats, covariance: Floats
) -> tuple[Floats, Floats]:
    """Return mean (c,) and covariance (c, c) of the shares of people of about this size.

    Shrunk towards those of everybody, more so where there are few such people.
    """
    near = np.exp(-0.5 * ((logs - log_size) / ALIKE) ** 2)
    total = float(near.sum())
    people = total * total / float(near @ near) if total > LEAST_NOISE else 0.0
    if people <= 1.0:
        return mean, covariance
    own = near @ shares / total
    off = shares - own
    known = people / (people + SHRINKAGE_PEOPLE)
    like = (off.T * near) @ off / total
    return known * own + (1.0 - known) * mean, known * like + (1.0 - known) * covariance


def watched_by(model: ItemModel, ratings: Ratings) -> tuple[Any, Positions]:
    """Return who watched what (u, k), sparse, each pair once; and each column's item, or −1.

    Sums over millions of ratings are products with it: a list of pairs, each with the features of
    its person, has gigabytes. Raises ValueError where there are no ratings.
    """
    try:
        wire_ids, matrix = watch_matrix(ratings)
    except EpicRecError:
        raise ValueError("there are no public ratings to train on") from None
    place = find_positions(model.index, wire_ids)
    return matrix, place


def taste_features(logs: Floats, shares: Floats) -> Floats:
    """(u, 2c + 3): 1, log N less its mean and that squared, standardized shares, and products."""
    products = PRODUCTS * logs[:, None] * shares
    return np.column_stack([np.ones(len(logs)), logs, logs**2, shares, products])


def size_grid(center: float, deviation: float) -> Floats:
    """Values of log N that are thought of, where there are people."""
    low = min(max(center - _RANGE * deviation, np.log(LEAST_SIZE)), center)
    high = max(min(center + _RANGE * deviation, np.log(LARGEST_SIZE)), center)
    return np.linspace(low, high, _SIZES)
