"""Calibration against the reference program in a general modeling tool, on many budgets.

The reference is scaled as it must be for a cone solver: x = u·s with u the largest value that each
column could have alone, and weights relative to the largest term.
"""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.privacy.calibration import Utility, calibrate
from epicrec_desktop.privacy.rows import integer_rows, maximal_rows

cvxpy = pytest.importorskip("cvxpy")
BUDGETS = 1_000
EPSILONS = (0.001, 0.05, 0.1, 0.2, 0.4, 1.0, 10.0)


class Reference:
    """The program for one matrix and power, compiled once for all budgets."""

    def __init__(self, rows: np.ndarray, power: int) -> None:
        self.rows, self.power = rows, power
        self.sure = True  # whether the last answer was called optimal by the solver
        columns = rows.shape[1]
        self.weights = cvxpy.Parameter(columns, nonneg=True)
        self.scaled = cvxpy.Parameter(rows.shape, nonneg=True)
        self.s = cvxpy.Variable(columns)
        objective = self.weights @ cvxpy.power(self.s, -power)
        self.problem = cvxpy.Problem(
            cvxpy.Minimize(objective), [self.scaled @ self.s <= 1, self.s <= 1]
        )

    def z(self, utility: Utility, epsilon: float, t: np.ndarray) -> np.ndarray:
        """The optimal scales for these budgets per category."""
        sensitivity = self.rows.max(axis=0)
        unit = np.minimum(t, epsilon) / sensitivity
        own = t / sensitivity if utility is Utility.MAEL else np.ones_like(t)
        weights = own * unit**-self.power
        self.weights.value = weights / weights.max()
        self.scaled.value = self.rows * unit / epsilon
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Solution may be inaccurate")
            self.problem.solve(solver=cvxpy.CLARABEL)
        self.sure = self.problem.status == cvxpy.OPTIMAL
        return 1 / (unit * self.s.value)


def value(utility: Utility, z: np.ndarray, rows: np.ndarray, t: np.ndarray) -> float:
    """The utility that is minimized."""
    if utility is Utility.MAE:
        return float(z.sum())
    if utility is Utility.MSE:
        return float((z**2).sum())
    return float((z * t / rows.max(axis=0)).sum())


def matrices() -> dict[str, np.ndarray]:
    generator = np.random.default_rng(3)
    return {
        "figure 4": np.array(
            [[1, 1, 1, 0, 0], [1, 0, 1, 0, 0], [1, 0, 1, 1, 0], [1, 0, 0, 0, 1], [0, 1, 0, 1, 0]]
        ),
        "one item": np.ones((1, 6)),
        "all the same": np.ones((9, 4)),
        "one category": np.ones((5, 1)),
        "values": generator.choice([0.0, 0.5, 1.0, 3.0], (12, 7)) + np.eye(12, 7),
        "many": (generator.random((60, 12)) < 0.3) + np.eye(60, 12),
    }


def check(reference: dict[int, Reference], utility: Utility, epsilon: float, t: Any) -> bool:
    """As good as the reference to 1e-6, and feasible in exact rationals once rounded up.

    False where the reference itself is not sure: then the proven gap is what there is.
    """
    one = reference[2 if utility is Utility.MSE else 1]
    exact = Fraction(epsilon)
    found = calibrate(one.rows, utility=utility, epsilon=exact, budgets=t.tolist())
    best = value(utility, one.z(utility, epsilon, t), one.rows, t)
    assert found.gap < 1e-8
    if one.sure:
        assert value(utility, np.array(found.z), one.rows, t) == pytest.approx(best, rel=1e-6)
    whole, multiplier = integer_rows(np.array(found.rows))
    scales = found.scales(exact, whole, multiplier)
    for row in whole.tolist():
        assert (
            sum((Fraction(r) / s for r, s in zip(row, scales, strict=True)), Fraction(0)) <= exact
        )
    return one.sure


def compiled(rows: np.ndarray) -> dict[int, Reference]:
    worst = maximal_rows(rows.astype(np.float64))
    return {power: Reference(worst, power) for power in (1, 2)}


@pytest.mark.slow
def test_a_thousand_random_budgets() -> None:
    """Dirichlet(1) budgets, as in the paper's figures, and ones up to a million times apart."""
    generator = np.random.default_rng(17)
    references = [compiled(rows) for rows in matrices().values()]
    sure = 0
    for number in range(BUDGETS):
        reference = references[number % len(references)]
        columns = reference[1].rows.shape[1]
        t = generator.dirichlet(np.ones(columns))
        if number % 4 == 3:
            t = 10.0 ** generator.uniform(-6, 0, columns)
        sure += check(reference, list(Utility)[number % 3], float(generator.choice(EPSILONS)), t)
    assert sure >= 0.97 * BUDGETS


@pytest.mark.slow
def test_random_budgets_on_the_starter_catalog(starter_groups: CategoryGroups) -> None:
    generator = np.random.default_rng(18)
    reference = compiled(starter_groups.rows)
    for number in range(12):
        t = generator.dirichlet(np.ones(starter_groups.rows.shape[1]))
        check(reference, list(Utility)[number % 3], EPSILONS[number % len(EPSILONS)], t)
