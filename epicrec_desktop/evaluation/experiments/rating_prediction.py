"""Predicting ratings, for the paper's own measure of recommendations (EpicRec, figures 5b and 6b).

Matrix factorization with biases by stochastic gradient descent (Koren, Bell, Volinsky 2009):
r_ui ≈ μ + b_u + b_i + p_u · q_i. It is trained on public users; a user who is tried is folded in by
ridge regression on b_u and p_u with the items fixed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Ints

FACTORS = 20
EPOCHS = 30
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
        for _ in range(EPOCHS):
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
        """The rating that is expected of someone of whom nothing is known."""
        expected: Floats = self.mean + self.biases[items]
        return expected

    def predict(self, given: Ints, values: Floats, wanted: Ints) -> Floats:
        """Predicted ratings of the wanted items by a user who gave these ratings."""
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
    """The gradient's rows: 1 for the bias, factors as they are."""
    changed = rows.copy()
    changed[:, 0] = 1.0
    return changed
