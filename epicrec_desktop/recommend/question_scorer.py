"""Scores releases that ask a learned question, and what both trained scorers share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.question import Question
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


@dataclass(frozen=True)
class QuestionScorer:
    """Scores the n items of a model for noisy cells of one learned question.

    `digest` names the question, `cells` its k cells. `mean` (k,) is what one movie of the mean
    public user adds to each, `energies` (k,) and `axes` (k, k) the eigenvalues and vectors of the
    users' covariance around it, per movie. `log_size` is the mean and deviation of log N, `weights`
    (2k + 3, n). One decomposition serves every size and budget, so an answer solves nothing.
    """

    digest: str
    cells: tuple[str, ...]
    mean: Floats
    energies: Floats
    axes: Floats
    log_size: tuple[float, float]
    weights: Floats32

    @classmethod
    def train(
        cls,
        question: Question,
        rows: Floats,
        model: ItemModel,
        ratings: Ratings,
        tick: Callable[[], None] = nothing,
    ) -> QuestionScorer:
        """Train on public users. `rows` (n, k) of the model's items, in shares of a movie.

        Raises ValueError where fewer than two users watched enough movies.
        """
        watched, place = watched_by(model, ratings)
        tick()
        known = place >= 0
        in_cells = np.asarray(watched @ np.where(known[:, None], rows[place], 0.0))
        size = np.asarray(watched @ known.astype(np.float64)).ravel()
        usable = size >= LEAST_SIZE
        if usable.sum() < 2:
            raise ValueError("there are too few public users to train on")
        tick()
        size, in_cells = size[usable], in_cells[usable]
        logs = np.log(size)
        mean = in_cells.sum(axis=0) / size.sum()
        off = (in_cells - size[:, None] * mean) / size[:, None] ** (POWER / 2.0)
        energies, axes = np.linalg.eigh(off.T @ off / len(off))
        energies = np.maximum(energies, LEAST_NOISE)
        features = np.zeros((len(usable), 2 * len(mean) + 3))
        features[usable] = taste_features(logs - logs.mean(), off @ axes / np.sqrt(energies))
        penalty = np.full(features.shape[1], RIDGE)
        penalty[0] = 0.0
        target = np.zeros((features.shape[1], len(model.records)))
        target[:, place[known]] = (watched.T @ features)[known].T
        tick()
        return cls(
            question.digest,
            question.cells,
            mean,
            energies,
            axes,
            (float(logs.mean()), max(float(logs.std()), 1e-3)),
            np.linalg.solve(features.T @ features + np.diag(penalty), target).astype(np.float32),
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
        logs = size_grid(center, deviation)
        sizes = np.exp(logs)[:, None]
        off = (noisy - sizes * self.mean) @ self.axes
        spread = sizes**POWER * self.energies + 2.0 / epsilon**2
        likely = -0.5 * (off**2 / spread + np.log(spread)).sum(axis=1)
        likely -= 0.5 * ((logs - center) / deviation) ** 2
        tastes = np.sqrt(self.energies) * sizes ** (POWER / 2.0) * off / spread
        # Cells that nobody has would give scores that no client reads.
        farthest = np.maximum(np.abs(tastes).max(axis=1, keepdims=True, initial=0.0), 1.0)
        tastes *= np.minimum(1.0, FARTHEST / farthest)
        chance = np.exp(likely - likely.max())
        row = chance @ taste_features(logs - center, tastes) / chance.sum()
        scores: Floats32 = (row @ self.weights).astype(np.float32)
        return scores


def question_rows(question: Question, catalog: Catalog, positions: Positions) -> Floats:
    """Return the question's rows (m, k) of the movies at these positions; zeros at -1."""
    nobody = Movie("", None, ())
    movies = [catalog.movies[i] if i >= 0 else nobody for i in positions.tolist()]
    return np.asarray(question.rows(movies) / question.multiplier, dtype=np.float64)


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
