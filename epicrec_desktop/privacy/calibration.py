"""Noise calibration: find the scales that minimize the error at a given privacy budget.

The convex program is solved by an interior-point method and certified by its dual.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.privacy.integer_rows import IntRows, check_values, exact_loss, maximal_rows

TARGET_GAP = 1e-9
MAX_STEPS = 200
_CENTERING = 0.1
_TO_BOUNDARY = 0.99
_MIN_SLACK = 0.05  # of each slack, in one step
_SHORT_STEP = 0.15
_RIDGE = 1e-13
_LONGEST = 3.0  # of a step in log v: a factor of 20


def minimize_inverse_powers(
    weights: Floats, power: int, rows: Floats, caps: Floats | None
) -> tuple[Floats, float]:
    """Solve the program; return x (k,) and the proven relative gap of its objective.

    `weights` (k,) > 0, `power` 1 or 2, `rows` (m, k) >= 0 with no column of zeros, `caps` (k,) > 0
    or None. x is feasible up to rounding in the last place.
    """
    weights = weights / weights.max()
    start = _start(weights, power, rows, caps)
    a = rows * start
    if caps is not None:
        a = np.vstack([a, np.diag(start / caps)])
    coefficients = weights * start ** (-float(power))
    v, gap = _solve(coefficients / coefficients.sum(), power, a)
    return v * start, gap


def _start(weights: Floats, power: int, rows: Floats, caps: Floats | None) -> Floats:
    """Return a strictly feasible point near where each column alone would be."""
    start: Floats = (weights / rows.sum(axis=0)) ** (1.0 / (power + 1))
    if caps is not None:
        start = np.minimum(start / (rows @ start).max(), caps)
    largest = float((rows @ start).max())
    if caps is not None:
        largest = max(largest, 1.0)
    return start * (0.9 / largest)


def _solve(w: Floats, power: int, a: Floats) -> tuple[Floats, float]:
    """Interior-point steps on min Σ w v^-p, a v <= 1, from v = 1, which is strictly feasible."""
    m, k = a.shape
    v = np.ones(k)
    slack = 1.0 - a @ v
    dual = power / m / slack  # so that dual · slack sums to the size of the objective's gradient
    best, best_gap = v, np.inf
    centering = _CENTERING
    for _ in range(MAX_STEPS):
        candidate = v / (a @ v).max()
        objective = float((w * candidate**-power).sum())
        gap = 1.0 - lower_bound(w, power, a, dual) / objective
        if gap < best_gap:
            best, best_gap = candidate, gap
        if best_gap <= TARGET_GAP:
            break
        # Not below what the target needs: slacks have no digits left there, and steps end.
        mu = max(centering * float(slack @ dual), 0.2 * TARGET_GAP * objective) / m
        step = _newton_step(w, power, a, v, slack, dual, mu)
        (v, slack, dual), length = _advance(w, power, a, (v, slack, dual), step, mu)
        # After a short step some slack is almost zero: return to the central path first.
        centering = _CENTERING if length > _SHORT_STEP else 1.0
    return best, max(float(best_gap), 0.0)


def lower_bound(w: Floats, power: int, a: Floats, dual: Floats) -> float:
    """Return the Lagrange dual's value at `dual` >= 0, scaled to its maximum along the ray."""
    q = dual @ a
    total = float(dual.sum())
    if total <= 0.0:
        return 0.0
    p = float(power)
    inner = (1 + p) * float((w ** (1 / (p + 1)) * (q / p) ** (p / (p + 1))).sum())
    # max over t > 0 of t^(p/(p+1))·inner − t·total
    t: float = (p * inner / ((p + 1) * total)) ** (p + 1)
    return float(t ** (p / (p + 1)) * inner - t * total)


def _newton_step(
    w: Floats, power: int, a: Floats, v: Floats, slack: Floats, dual: Floats, mu: float
) -> tuple[Floats, Floats]:
    """Directions of log v and of the dual towards the central path at mu.

    The program is convex in log v too, and there it does not matter how far apart scales are.
    """
    objective = power * w * v ** (-float(power))
    rows = a * v
    hessian = (rows.T * (dual / slack)) @ rows
    hessian[np.diag_indices_from(hessian)] += power * objective + dual @ rows
    unit = 1.0 / np.sqrt(np.diag(hessian))  # to a unit diagonal: weights may be 10¹² apart
    scaled = hessian * unit * unit[:, None]
    scaled[np.diag_indices_from(scaled)] += _RIDGE  # equal columns of next to no weight
    dy = unit * np.linalg.solve(scaled, -unit * (rows.T @ (mu / slack) - objective))
    ddual = (mu - dual * slack + dual * (rows @ dy)) / slack
    return dy, ddual


def _advance(
    w: Floats,
    power: int,
    a: Floats,
    point: tuple[Floats, Floats, Floats],
    step: tuple[Floats, Floats],
    mu: float,
) -> tuple[tuple[Floats, Floats, Floats], float]:
    """Return the next point, and the share of the step that was taken.

    The step is shortened until slacks and duals stay positive and the residual falls.
    """
    v, slack, dual = point
    dy, ddual = step
    length = min(1.0, _room(dual, ddual), _LONGEST / max(float(np.abs(dy).max()), _LONGEST))
    before = _residual(w, power, a, point, mu)
    for _ in range(30):
        new = v * np.exp(length * dy)
        trial = (new, 1.0 - a @ new, dual + length * ddual)
        if (trial[1] > _MIN_SLACK * slack).all() and _residual(w, power, a, trial, mu) <= (
            1 - 0.01 * length
        ) * before:
            return trial, length
        length *= 0.5
    return (v, slack, np.maximum(dual, mu / slack)), 0.0


def _room(u: Floats, du: Floats) -> float:
    """Return the longest step that keeps u + step·du positive, with a margin."""
    falling = du < 0
    if not falling.any():
        return 1.0
    return _TO_BOUNDARY * float((-u[falling] / du[falling]).min())


def _residual(
    w: Floats, power: int, a: Floats, point: tuple[Floats, Floats, Floats], mu: float
) -> float:
    """Norm of what the optimality conditions at mu are missed by."""
    v, slack, dual = point
    stationarity = v * (dual @ a - power * w * v ** (-power - 1.0))
    return float(np.hypot(np.linalg.norm(stationarity), np.linalg.norm(dual * slack - mu)))


SCALE_BITS = 32
"""Scales are rounded up to rationals of about this many significant bits."""


class Utility(StrEnum):
    """What the noise is calibrated to keep small (DP-MultiUPP, section 2.3).

    MAE: mean absolute error, Σz. MSE: mean squared error, Σz². MAEL: absolute error relative to
    the best that each category's own budget allows, Σ z·t/Δ; it needs budgets per category.
    """

    MAE = "mae"
    MSE = "mse"
    MAEL = "mael"


@dataclass(frozen=True)
class Calibration:
    """The solution for one matrix, at ε = 1 unless there are caps.

    `kept` are the columns that some item has; nothing is published for the others. `rows` are the
    maximal rows on the kept columns. `z` are the Laplace scales of the kept columns, on the scale
    of the matrix, at budget `epsilon`. `gap` is a proven bound on how far, relatively, the
    objective is from its optimum.
    """

    kept: tuple[int, ...]
    rows: tuple[tuple[float, ...], ...]
    z: tuple[float, ...]
    epsilon: Fraction
    capped: bool
    gap: float

    def z_at(self, epsilon: Fraction) -> Floats:
        """Scales of the kept columns at another budget: z(ε) = z(1)/ε.

        Raises ValueError with caps, where the solution does not scale and has to be solved again.
        """
        if self.capped and epsilon != self.epsilon:
            raise ValueError("a calibration with budgets per category holds for its own ε only")
        if epsilon <= 0:
            raise ValueError("the budget must be positive")
        return np.array(self.z) * float(self.epsilon / epsilon)

    def scales(self, epsilon: Fraction, rows: IntRows, multiplier: int = 1) -> tuple[Fraction, ...]:
        """Rational scales for integer rows r = M·a, rounded up so that they cost at most ε exactly.

        `rows` (g, k) integers on the kept columns. The result holds `exact_loss(rows, scales)
        <= epsilon`; it is within 2⁻³⁰ of the float solution, relatively.
        """
        rough = tuple(round_up(Fraction(float(z)) * multiplier) for z in self.z_at(epsilon))
        loss = exact_loss(rows, rough)
        if loss <= epsilon:
            return rough
        # Scaled by loss/ε the constraint holds with equality; rounding up can only lower the loss.
        return tuple(round_up(scale * loss / epsilon) for scale in rough)


def calibrate(
    rows: Floats,
    *,
    utility: Utility = Utility.MAE,
    epsilon: Fraction = Fraction(1),
    budgets: Sequence[float] | None = None,
) -> Calibration:
    """Calibrate noise for the rows (g, c) of a public matrix with values >= 0.

    `budgets` (c,) are t_j per category (DP-MultiUPP): the noise on category j alone is then at
    least Δ_j / t_j with Δ_j the largest value of the column. Without them the solution at any
    other ε follows by scaling, so one call serves a catalog. Raises ValueError for values that are
    negative or not finite, budgets that are not positive, or MAEL without budgets. It has no other
    way to fail: where iterations end early, the answer is still feasible and `gap` says how good.
    """
    if epsilon <= 0:
        raise ValueError("the budget must be positive")
    check_values(rows)
    kept = np.flatnonzero(rows.any(axis=0)) if rows.size else np.zeros(0, dtype=np.int64)
    if kept.size == 0:
        return Calibration((), (), (), epsilon, budgets is not None, 0.0)
    worst = maximal_rows(rows[:, kept])
    sensitivity = worst.max(axis=0)
    caps = _caps(budgets, kept, sensitivity, float(epsilon))
    weights = np.ones(kept.size)
    if utility is Utility.MAEL:
        if caps is None:
            raise ValueError("MAEL compares with budgets per category, and there are none")
        weights = caps
    power = 2 if utility is Utility.MSE else 1
    x, gap = minimize_inverse_powers(weights, power, worst, caps)
    z = 1.0 / (x * float(epsilon))
    return Calibration(
        kept=tuple(kept.tolist()),
        rows=tuple(tuple(row) for row in worst.tolist()),
        z=tuple(z.tolist()),
        epsilon=epsilon,
        capped=caps is not None,
        gap=gap,
    )


def plain_laplace(rows: Floats) -> float:
    """Scale of the plain Laplace mechanism at ε = 1, the largest row sum (EpicRec, Theorem 1)."""
    return float(rows.sum(axis=1).max()) if rows.size else 0.0


def verify(rows: IntRows, scales: Sequence[Fraction], epsilon: Fraction) -> Fraction:
    """Check in rational arithmetic that noise of these scales costs at most ε; return the loss.

    Called before every sampling. Raises `PrivacyError`, and nothing is sampled.
    """
    loss = exact_loss(rows, scales)
    if loss > epsilon:
        raise PrivacyError(
            "The noise of this release would not keep its privacy budget, so nothing was "
            "released. Please report this as a fault of the program."
        )
    return loss


def round_up(value: Fraction) -> Fraction:
    """Return the least multiple of a power of two >= value, with about `SCALE_BITS` bits kept."""
    if value <= 0:
        raise ValueError("only positive values are rounded")
    size = value.numerator.bit_length() - value.denominator.bit_length()
    unit = Fraction(2) ** (size - SCALE_BITS)
    return math.ceil(value / unit) * unit


def _caps(
    budgets: Sequence[float] | None, kept: NDArray[np.int64], sensitivity: Floats, epsilon: float
) -> Floats | None:
    """Upper limits of x relative to ε, or None."""
    if budgets is None:
        return None
    values = np.asarray(budgets, dtype=np.float64)[kept]
    if not (np.isfinite(values).all() and (values > 0).all()):
        raise ValueError("budgets per category must be positive and finite")
    caps: Floats = values / sensitivity / epsilon
    return caps
