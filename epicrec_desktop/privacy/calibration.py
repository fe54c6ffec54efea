"""Noise calibration: the scales of the least harmful noise, as one convex program.

    minimize  U(z)   subject to   R x <= ε,  0 < x <= caps,  z = 1/x

R holds the public rows of the items, caps are budgets per category. This is EpicRec's program
(4.4) and (5.2) where U = Σz without caps, and DP-MultiUPP's program (6) otherwise.
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
from epicrec_desktop.privacy.interior_point import minimize_inverse_powers
from epicrec_desktop.privacy.rows import IntRows, exact_loss, maximal_rows

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

        Raises ValueError with caps, where the solution does not scale and is solved anew.
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
    if not np.isfinite(rows).all() or (rows < 0).any():
        raise ValueError("the values of a matrix must be finite and not negative")
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

    Done before every draw. Raises `PrivacyError`: then nothing is drawn.
    """
    loss = exact_loss(rows, scales)
    if loss > epsilon:
        raise PrivacyError(
            "The noise of this release would not keep its privacy budget, so nothing was "
            "released. Please report this as a fault of the program."
        )
    return loss


def round_up(value: Fraction, bits: int = SCALE_BITS) -> Fraction:
    """The smallest multiple of a power of two that is >= value, with about `bits` bits kept."""
    if value <= 0:
        raise ValueError("only positive values are rounded")
    size = value.numerator.bit_length() - value.denominator.bit_length()
    unit = Fraction(2) ** (size - bits)
    return math.ceil(value / unit) * unit


def _caps(
    budgets: Sequence[float] | None,
    kept: NDArray[np.int64],
    sensitivity: Floats,
    epsilon: float,
) -> Floats | None:
    """Upper limits of x relative to ε, or None."""
    if budgets is None:
        return None
    values = np.asarray(budgets, dtype=np.float64)[kept]
    if not (np.isfinite(values).all() and (values > 0).all()):
        raise ValueError("budgets per category must be positive and finite")
    caps: Floats = values / sensitivity / epsilon
    return caps
