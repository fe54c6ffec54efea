"""Box-constrained least squares on groups: which public movies fit noisy counts best.

    minimize  ½‖Rᵀx − a‖²   over   0 <= x <= sizes

x is how many items of each group are taken. The minimizer is not unique; the one taken here has
the smallest Σ (x_g − m_g)² / v_g, by default with m = 0 and v = 1: the smallest Euclidean norm over
groups. It is reached with a small weight δ on that term, and then the dual has as many unknowns as
there are categories and is smooth and strongly convex: Newton's method on 18 unknowns instead of a
quadratic program on hundreds. δ = 1 with a public m and v is maximum-a-posteriori estimation around
a prior.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats

DELTA = 1e-5
"""Weight of the tie-breaking term for counts up to a thousand, in proportion above."""

MAX_STEPS = 200
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Fit:
    """`x` (g,) items of each group, within [0, size]; `residual` (c,) = a − Rᵀx.

    `dual` (c,) is a warm start for a nearby target.
    """

    x: Floats
    residual: Floats
    dual: Floats


class _Point(NamedTuple):
    """A dual point y, x without and with its bounds, and the dual's gradient y − a + Rᵀx."""

    y: Floats
    raw: Floats
    x: Floats
    gradient: Floats


@dataclass(frozen=True)
class _Problem:
    """The program's data, with v/δ once computed."""

    rows: Floats
    sizes: Floats
    target: Floats
    stretch: Floats

    def point(self, y: Floats, raw: Floats) -> _Point:
        """Everything that follows from y and raw = m + v/δ · Ry."""
        x = np.minimum(np.maximum(raw, 0.0), self.sizes)
        return _Point(y, raw, x, y - self.target + x @ self.rows)


def fit_groups(
    rows: Floats,
    sizes: NDArray[np.int64],
    target: Floats,
    *,
    center: Floats | None = None,
    spread: Floats | None = None,
    delta: float | None = None,
    warm: Floats | None = None,
) -> Fit:
    """Solve the program for `rows` (g, c), `sizes` (g,), `target` (c,); `center` (g,) is m and
    `spread` (g,) > 0 is v.

    Without `delta` the squared residual is within 1e-6 (absolutely, or relatively above 1) of the
    smallest possible; with it, the term's weight is exactly that. Never fails: x is within its
    bounds even if the iterations are cut short.
    """
    largest = float(np.abs(target).max(initial=0.0))
    weight = DELTA * max(1.0, largest / 1000.0) if delta is None else delta
    limits = sizes.astype(np.float64)
    middle = np.zeros(len(limits)) if center is None else center
    stretch = (np.ones(len(limits)) if spread is None else spread) / weight
    problem = _Problem(rows, limits, target, stretch)
    y = np.minimum(target, 0.0) if warm is None else warm  # counts below 0 cannot be met
    end = _newton(problem, problem.point(y, middle + stretch * (rows @ y)))
    return Fit(end.x, target - end.x @ rows, end.y)


def _newton(problem: _Problem, point: _Point) -> _Point:
    """Semismooth Newton on y − a + Rᵀx(y) = 0, the gradient of a strongly convex function."""
    tolerance = _TOLERANCE * (1.0 + float(np.abs(problem.target).max(initial=0.0)))
    identity = np.eye(len(problem.target))
    for _ in range(MAX_STEPS):
        if float(point.gradient @ point.gradient) <= tolerance**2:
            return point
        free = (point.x == point.raw).nonzero()[0]
        active = problem.rows[free]
        hessian = identity + (active.T * problem.stretch[free]) @ active
        point = _advance(problem, point, np.linalg.solve(hessian, -point.gradient))
    return point


def _advance(problem: _Problem, point: _Point, direction: NDArray[np.floating]) -> _Point:
    """Return the full step, or the step to the minimum if the function rises before.

    The derivative along the direction is piecewise linear and increasing: negative at 0, and with
    a kink wherever a group reaches or leaves a bound.
    """
    lever = problem.rows @ direction
    move = problem.stretch * lever
    full = problem.point(point.y + direction, point.raw + move)
    start = float(direction @ point.gradient)
    if float(direction @ full.gradient) <= 0.0:
        return full
    raw, sizes = point.raw, problem.sizes
    above, below = raw > 0.0, raw < sizes
    lower = (above != (full.raw > 0.0)).nonzero()[0]
    upper = (below != (full.raw < sizes)).nonzero()[0]
    kinks = np.concatenate([-raw[lower] / move[lower], (sizes[upper] - raw[upper]) / move[upper]])
    gain = lever * np.abs(move)  # of the slope where a group leaves its lower bound
    jumps = np.concatenate([gain[lower], -gain[upper]])
    square = float(direction @ direction)
    slopes = np.empty(len(kinks) + 1)
    slopes[0] = square + float(np.abs(gain[above & below]).sum())
    order = kinks.argsort()
    slopes[1:] = slopes[0] + jumps[order].cumsum()
    length = _first_zero(start, np.maximum(slopes, square), kinks[order])
    return problem.point(point.y + length * direction, raw + length * move)


def _first_zero(start: float, slopes: Floats, kinks: Floats) -> float:
    """Return where a line from `start` < 0 at 0, whose slope changes at the kinks, is 0."""
    widths = kinks.copy()
    widths[1:] -= kinks[:-1]
    values = start + (widths * slopes[:-1]).cumsum()
    piece = int(values.searchsorted(0.0))
    if piece == 0:
        return -start / float(slopes[0])
    return float(kinks[piece - 1] - values[piece - 1] / slopes[piece])
