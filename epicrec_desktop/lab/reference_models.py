"""Reference models: biased matrix factorization of ratings, and the full autoencoder (EASE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Floats32, Ints
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend.metrics import HeldOut, find_positions, ndcg, rank_held_out, split
from epicrec_desktop.recommend.model import Positions
from epicrec_desktop.recommend.ratings import Ratings, watch_matrix

FACTORS = 20
EPOCHS = 30
MOST_STEPS = 30_000_000
"""As many as MovieLens-1M takes in all epochs; of more ratings there are fewer epochs."""
BATCH = 500
RATE = 0.01
PENALTY = 0.05


@dataclass(frozen=True)
class RatingModel:
    """`mean` μ, `biases` b_i (n,) and `factors` q_i (n, f) of the items."""

    mean: float
    biases: Floats
    factors: Floats

    @classmethod
    def train(
        cls, users: Ints, items: Ints, values: Floats, size: int, generator: np.random.Generator
    ) -> RatingModel:
        """Train on ratings (users, items, values) of `size` items."""
        _, users = np.unique(users, return_inverse=True)
        mean = float(values.mean())
        user = np.column_stack([np.zeros(users.max() + 1), _small(users.max() + 1, generator)])
        item = np.column_stack([np.zeros(size), _small(size, generator)])
        for _ in range(max(1, min(EPOCHS, MOST_STEPS // len(values)))):
            order = generator.permutation(len(values))
            for start in range(0, len(order), BATCH):
                batch = order[start : start + BATCH]
                u, i = users[batch], items[batch]
                pu, qi = user[u], item[i]
                error = values[batch] - mean - pu[:, 0] - qi[:, 0] - (pu[:, 1:] * qi[:, 1:]).sum(1)
                step = error[:, None]
                np.add.at(user, u, RATE * (step * _with_one(qi) - PENALTY * pu))
                np.add.at(item, i, RATE * (step * _with_one(pu) - PENALTY * qi))
        return cls(mean, item[:, 0].copy(), item[:, 1:].copy())

    def usual(self, items: Ints) -> Floats:
        """Return the expected rating by an unknown user."""
        return self.mean + self.biases[items]

    def predict(self, given: Ints, values: Floats, wanted: Ints) -> Floats:
        """Return predicted ratings of the wanted items by a user who gave these ratings."""
        if len(given) == 0:
            return self.usual(wanted)
        known = np.column_stack([np.ones(len(given)), self.factors[given]])
        gram = known.T @ known + PENALTY * len(given) * np.eye(known.shape[1])
        gram += np.eye(known.shape[1])
        person = np.linalg.solve(gram, known.T @ (values - self.usual(given)))
        predicted: Floats = self.usual(wanted) + person[0] + self.factors[wanted] @ person[1:]
        return predicted


def _small(count: int, generator: np.random.Generator) -> Floats:
    return generator.normal(0.0, 0.1, size=(count, FACTORS))


def _with_one(rows: Floats) -> Floats:
    """Return the gradient's rows: 1 for the bias, factors as they are."""
    changed = rows.copy()
    changed[:, 0] = 1.0
    return changed


MOST_ITEMS = 12_000
"""Of more movies the matrix would be larger than half a gigabyte, and take minutes to invert."""

STRENGTHS = (1.0, 3.0, 9.0)
"""λ as multiples of what suits the least: the energy of the ratings, in thousandths, over 3."""

_SEED = 31
_VALIDATION_USERS = 300

Gram = NDArray[np.float32]


class FullAutoencoder:
    """Scores a history of the movies `wire_ids` by what was watched, with weights B (n, n).

    B is left · right: the identity times B itself, or (users, n) matrices where people are fewer
    than movies. Scores of watched movies have no meaning.
    """

    def __init__(self, wire_ids: list[str], left: Gram | None, right: Gram) -> None:
        self.wire_ids = wire_ids
        self.index = {wire_id: i for i, wire_id in enumerate(wire_ids)}
        self._left = left
        self._right = right

    def scores(self, profile: Positions) -> Floats32:
        """Return scores of all movies, (n,), for a profile of their positions."""
        watched = np.unique(profile)
        if self._left is None:
            return np.asarray(self._right[watched].sum(axis=0), dtype=np.float32)
        return np.asarray(self._left[:, watched].sum(axis=1) @ self._right, dtype=np.float32)


def train_full(ratings: Ratings, *, job: Job = UNATTENDED) -> FullAutoencoder | None:
    """Train with the λ that does best on people held out; None for too many movies or few people.

    Raises `Cancelled` between two inversions.
    """
    rated_items, matrix = watch_matrix(ratings)
    if len(rated_items) > MOST_ITEMS:
        return None
    rest, held = split(
        ratings, held_out=min(0.2, _VALIDATION_USERS / max(matrix.shape[0], 1)), seed=_SEED
    )
    if not held:
        return None
    names, seen = watch_matrix(rest)
    scale = float(seen.sum()) / 3_000.0
    found: list[float] = []
    solver = _Solver.of(seen)
    for number, strength in enumerate(STRENGTHS):
        job.step("Training the full autoencoder", number, len(STRENGTHS) + 1)
        model = solver.model(names, strength * scale)
        found.append(_ndcg(model, rest, held))
        if len(found) > 1 and found[-1] < found[-2]:
            break
    job.step("Training the full autoencoder", len(STRENGTHS), len(STRENGTHS) + 1)
    strength = STRENGTHS[int(np.argmax(found))] * float(matrix.sum()) / 3_000.0
    return _Solver.of(matrix).model(rated_items, strength)


@dataclass(frozen=True)
class _Solver:
    """The part common to all λ: DᵀD, or DDᵀ and D if there are fewer people than movies.

    With few people P = (I − Dᵀ(DDᵀ + λI)⁻¹D)/λ, and off its diagonal B is Dᵀ·(DDᵀ + λI)⁻¹D, each
    column over what is left of 1 on the diagonal.
    """

    products: Gram
    people: Gram | None

    @classmethod
    def of(cls, matrix: Any) -> _Solver:
        if matrix.shape[0] >= matrix.shape[1]:
            return cls(np.asarray((matrix.T @ matrix).toarray(), dtype=np.float32), None)
        return cls(
            np.asarray((matrix @ matrix.T).toarray(), dtype=np.float32),
            np.asarray(matrix.toarray(), dtype=np.float32),
        )

    def model(self, wire_ids: list[str], strength: float) -> FullAutoencoder:
        """Return the weights for one λ > 0."""
        if self.people is None:
            return FullAutoencoder(wire_ids, None, _weights(self.products, strength))
        people = self.people
        right = np.linalg.solve(
            self.products.astype(np.float64) + strength * np.eye(len(people)), people
        )
        right /= 1.0 - np.einsum("un,un->n", people, right)
        return FullAutoencoder(wire_ids, people, right.astype(np.float32))


def _weights(gram: Gram, strength: float) -> Gram:
    """B for one λ > 0; the Gram matrix is not changed."""
    from scipy.linalg import get_lapack_funcs  # noqa: PLC0415

    system = np.asfortranarray(gram)
    system = system.copy(order="F") if system is gram else system
    system[np.diag_indices(len(system))] += strength
    factorize, invert = get_lapack_funcs(("potrf", "potri"), (system,))
    factor, problem = factorize(system, lower=1, overwrite_a=1)
    if problem == 0:
        inverse, problem = invert(factor, lower=1, overwrite_c=1)
    if problem != 0:  # λ > 0 makes the matrix definite except for rounding
        raise ArithmeticError("the matrix of the ratings could not be inverted")
    lower = np.tril_indices(len(inverse), -1)
    inverse.T[lower] = inverse[lower]
    diagonal = np.diag(inverse).copy()
    weights: Gram = np.divide(inverse, -diagonal[None, :], out=inverse)
    weights[np.diag_indices(len(weights))] = 0.0
    return weights


def _ndcg(model: FullAutoencoder, ratings: Ratings, held: list[HeldOut]) -> float:
    position = find_positions(model.index, ratings.wire_ids)
    return float(np.mean([ndcg(*pair) for pair in rank_held_out(model.scores, position, held)]))
