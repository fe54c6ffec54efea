"""Scores releases that ask a learned question, and what both trained scorers share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Floats32, Ints
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.question import Question, parts_in_series
from epicrec_desktop.domain.release import LEARNED_NAMES
from epicrec_desktop.recommend.als_training import Ratings, watch_matrix
from epicrec_desktop.recommend.metrics import find_positions, nothing
from epicrec_desktop.recommend.model import ItemModel, Positions

RIDGE = 100.0
"""Weight of the regression's penalty, in users. On latest-small 30 to 300 differ by 2 %, whatever
ε; on 6,000 synthetic people by a tenth of that: there is nothing to choose by ratings at hand."""

PRODUCTS = 0.5
"""What products of size and shares weigh against the shares themselves: their penalty is larger."""

LEAST_SIZE, LARGEST_SIZE = 5.0, 20_000.0
LEAST_NOISE = 1e-8
_SIZES, _RANGE = 32, 3.3  # values of N that are averaged over, in deviations of log N
FARTHEST = 1e6  # standard deviations; no person's shares are that far from the mean

POWER = 1.0
"""Variance of what people of N movies have in a cell of a question grows with this power of N."""

ALIKE, SHRINKAGE_PEOPLE = 0.7, 30.0
"""People whose log of size differs by this count as about the same size; so many of them are
believed as much as everybody together."""


@dataclass(frozen=True)
class CellRows:
    """What movies add to the cells of a question: `values` (n, k), in shares of a movie.

    `series` (n,) is the number of the series that each belongs to, or -1; one's movies count by
    their mean.
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
        counted: Floats = parts @ self.values[items]
        return counted


@dataclass(frozen=True)
class QuestionScorer:
    """Scores the n items of a model for noisy cells of one learned question.

    `digest` names the question, `cells` its k cells. `log_size` is the mean and deviation of log N
    and `sizes` (s,) are values of it. `means` (s, k) are what people of about each size have in the
    cells per movie, `energies` (s, k) and `axes` (s, k, k) the eigenvalues and vectors of their
    covariance around it. `basis` (k, k) standardizes what is found of tastes, and `weights`
    (2k + 3, n) read it. All is decomposed in training, so an answer solves nothing.
    """

    digest: str
    cells: tuple[str, ...]
    log_size: tuple[float, float]
    sizes: Floats
    means: Floats
    energies: Floats
    axes: Floats
    basis: Floats
    weights: Floats32

    @classmethod
    def train(
        cls,
        question: Question,
        rows: CellRows,
        model: ItemModel,
        ratings: Ratings,
        tick: Callable[[], None] = nothing,
    ) -> QuestionScorer:
        """Train on public users; `rows` of the model's items.

        Raises ValueError where fewer than two users watched enough movies.
        """
        watched, place = watched_by(model, ratings)
        tick()
        known = place >= 0
        in_cells = _count_people(watched, rows, place)
        size = np.asarray(watched @ known.astype(np.float64)).ravel()
        usable = size >= LEAST_SIZE
        if usable.sum() < 2:
            raise ValueError("there are too few public users to train on")
        tick()
        size, in_cells = size[usable], in_cells[usable]
        logs = np.log(size)
        log_size = (float(logs.mean()), max(float(logs.std()), 1e-3))
        sizes = size_grid(*log_size)
        means, covariances = _by_size(sizes, logs, in_cells)
        energies, axes = np.linalg.eigh(covariances)
        tick()
        mean = np.column_stack([np.interp(logs, sizes, column) for column in means.T])
        off = (in_cells - size[:, None] * mean) / size[:, None] ** (POWER / 2.0)
        common, turned = np.linalg.eigh(off.T @ off / len(off))
        basis = turned / np.sqrt(np.maximum(common, LEAST_NOISE))
        features = np.zeros((len(usable), 2 * off.shape[1] + 3))
        features[usable] = taste_features(logs - logs.mean(), off @ basis)
        penalty = np.full(features.shape[1], RIDGE)
        penalty[0] = 0.0
        target = np.zeros((features.shape[1], len(model.records)))
        target[:, place[known]] = (watched.T @ features)[known].T
        tick()
        weights = np.linalg.solve(features.T @ features + np.diag(penalty), target)
        return cls(
            question.digest,
            question.cells,
            log_size,
            sizes,
            means,
            np.maximum(energies, LEAST_NOISE),
            axes,
            basis,
            weights.astype(np.float32),
        )

    def supports(self, mechanism: str | None, counts: Mapping[str, float] | None) -> bool:
        """Return whether a release gives every cell."""
        return mechanism in LEARNED_NAMES and counts is not None and set(self.cells) <= set(counts)

    def scores(self, counts: Mapping[str, float], epsilon: float) -> Floats32:
        """Score all items, shape (n,), for noisy cells of budget ε.

        Finite for every ε and count that the wire lets through.
        """
        noisy = np.array([counts[cell] for cell in self.cells], dtype=np.float64)
        center, deviation = self.log_size
        sizes = np.exp(self.sizes)[:, None]
        off = np.einsum("skj,sk->sj", self.axes, noisy - sizes * self.means)
        spread = sizes**POWER * self.energies + 2.0 / epsilon**2
        likely = -0.5 * (off**2 / spread + np.log(spread)).sum(axis=1)
        likely -= 0.5 * ((self.sizes - center) / deviation) ** 2
        off *= self.energies * sizes ** (POWER / 2.0) / spread
        tastes = np.einsum("skj,sj->sk", self.axes, off) @ self.basis
        # Cells that nobody has would give scores that no client reads.
        farthest = np.maximum(np.abs(tastes).max(axis=1, keepdims=True, initial=0.0), 1.0)
        tastes *= np.minimum(1.0, FARTHEST / farthest)
        chance = np.exp(likely - likely.max())
        row = chance @ taste_features(self.sizes - center, tastes) / chance.sum()
        scores: Floats32 = (row @ self.weights).astype(np.float32)
        return scores


def _count_people(watched: Any, rows: CellRows, place: Positions) -> Floats:
    """Return what people have in the cells (u, k); `place` is the item of each column, or −1."""
    known = place >= 0
    users = np.repeat(np.arange(watched.shape[0]), np.diff(watched.indptr))
    counted = watched.astype(np.float64)
    counted.data = parts_in_series(users, watched.indices, np.where(known, rows.series[place], -1))
    found: Floats = np.asarray(counted @ np.where(known[:, None], rows.values[place], 0.0))
    return found


def _by_size(sizes: Floats, logs: Floats, in_cells: Floats) -> tuple[Floats, Floats]:
    """Return mean (s, k) and covariance (s, k, k) of people of about each size, per movie."""
    size = np.exp(logs)
    shares = in_cells / size[:, None]
    mean = in_cells.sum(axis=0) / size.sum()
    off = (shares - mean) * size[:, None] ** (POWER / 2.0)
    usual = off.T @ off / len(off)
    near = [near_people(log, logs, shares, mean, usual, size**POWER) for log in sizes]
    return np.array([one[0] for one in near]), np.array([one[1] for one in near])


def near_people(
    log_size: float,
    logs: Floats,
    shares: Floats,
    mean: Floats,
    covariance: Floats,
    times: Floats | float = 1.0,
) -> tuple[Floats, Floats]:
    """Return mean (c,) and covariance (c, c) of the shares of people of about this size.

    Shrunk towards those of everybody, more so where there are few such people. `times` (u,) are
    what squares are multiplied by.
    """
    near = np.exp(-0.5 * ((logs - log_size) / ALIKE) ** 2)
    total = float(near.sum())
    people = total * total / float(near @ near) if total > LEAST_NOISE else 0.0
    if people <= 1.0:
        return mean, covariance
    own = near @ shares / total
    off = shares - own
    known = people / (people + SHRINKAGE_PEOPLE)
    like = (off.T * (near * times)) @ off / total
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
