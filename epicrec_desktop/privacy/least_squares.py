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

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

DELTA = 1e-5
"""Weight of the tie-breaking term for counts up to a thousand, in proportion above."""

MAX_STEPS = 200
_TOLERANCE = 1e-9
_REMAINING = 0.1  # of the slope along a direction may be left by the line search


@dataclass(frozen=True)
class Fit:
    """`x` (g,) items of each group, within [0, size]; `residual` (c,) = a − Rᵀx.

    `dual` (c,) is a warm start for a nearby target; `steps` counts Newton steps.
    """

    x: Floats
    residual: Floats
    dual: Floats
    steps: int


@dataclass(frozen=True)
class _Problem:
    """The program's data, with v/δ once computed."""

    rows: Floats
    sizes: Floats
    center: Floats
    target: Floats
    stretch: Floats

    def unclipped(self, y: Floats) -> Floats:
        """What x would be at a dual point without its bounds."""
        raw: Floats = self.center + self.stretch * (self.rows @ y)
        return raw

    def clip(self, raw: Floats) -> Floats:
        """x within its bounds."""
        return np.minimum(np.maximum(raw, 0.0), self.sizes)


def fit_groups(
    rows: Floats,
    sizes: NDArray[np.int64],
    target: Floats,
    *,
    center: Floats | None = None,
    spread: Floats | None = None,
    delta: float = DELTA,
    warm: Floats | None = None,
) -> Fit:
    """Solve the program for `rows` (g, c), `sizes` (g,), `target` (c,); `center` (g,) is m and
    `spread` (g,) > 0 is v.

    The squared residual is within 1e-6 (absolutely, or relatively above 1) of the smallest
    possible. Never fails: x is within its bounds even if the iterations are cut short.
    """
    weight = delta * max(1.0, float(np.abs(target).max(initial=0.0)) / 1000.0)
    limits = sizes.astype(np.float64)
    middle = np.zeros(len(limits)) if center is None else center
    stretch = (np.ones(len(limits)) if spread is None else spread) / weight
    problem = _Problem(rows, limits, middle, target, stretch)
    y = np.zeros(rows.shape[1]) if warm is None else warm
    y, x, steps = _newton(problem, y)
    return Fit(x, target - x @ rows, y, steps)


def _newton(problem: _Problem, start: Floats) -> tuple[Floats, Floats, int]:
    """Semismooth Newton on y − a + Rᵀx(y) = 0, the gradient of a strongly convex function."""
    rows, target = problem.rows, problem.target
    tolerance = _TOLERANCE * (1.0 + float(np.abs(target).max(initial=0.0)))
    identity = np.eye(rows.shape[1])
    y = start
    for step in range(MAX_STEPS + 1):
        raw: Floats = problem.unclipped(y)
        x = problem.clip(raw)
        gradient = y - target + x @ rows
        if step == MAX_STEPS or float(np.abs(gradient).max(initial=0.0)) <= tolerance:
            break
        free = np.flatnonzero(x == raw)
        active = rows[free]
        hessian = identity + (active.T * problem.stretch[free]) @ active
        direction = np.asarray(np.linalg.solve(hessian, -gradient), dtype=np.float64)
        length = _step_length(problem, y, raw, gradient, direction)
        y = np.add(y, length * direction, dtype=np.float64)
    return y, x, step


def _step_length(
    problem: _Problem, y: Floats, raw: Floats, gradient: Floats, direction: Floats
) -> float:
    """1 if the function does not climb again by then, else exactly where it is smallest.

    The derivative along the direction is piecewise linear and increasing: negative at 0, and with
    a kink wherever a group reaches or leaves a bound.
    """
    lever = problem.rows @ direction
    move = problem.stretch * lever
    moved = raw + move
    start, square = float(direction @ gradient), float(direction @ direction)
    at_full = float(direction @ (y + direction - problem.target) + lever @ problem.clip(moved))
    if at_full <= _REMAINING * -start:
        return 1.0
    lower = np.flatnonzero((raw > 0.0) != (moved > 0.0))
    upper = np.flatnonzero((raw < problem.sizes) != (moved < problem.sizes))
    kinks = np.concatenate(
        [-raw[lower] / move[lower], (problem.sizes[upper] - raw[upper]) / move[upper]]
    )
    jumps = np.concatenate(
        [np.abs(move[lower]) * lever[lower], -np.abs(move[upper]) * lever[upper]]
    )
    free = (raw > 0.0) & (raw < problem.sizes)
    slope = square + float(lever[free] @ move[free])
    order = np.argsort(kinks)
    slopes = np.empty(len(kinks) + 1)
    slopes[0] = slope
    slopes[1:] = slope + np.cumsum(jumps[order])
    return _first_zero(start, np.maximum(slopes, square), kinks[order])


def _first_zero(start: float, slopes: Floats, kinks: Floats) -> float:
    """Where a line from `start` < 0 at 0, with slopes that change at the kinks, reaches 0."""
    widths = kinks.copy()
    widths[1:] -= kinks[:-1]
    values = start + np.cumsum(widths * slopes[:-1])
    piece = int(values.searchsorted(0.0))
    if piece == 0:
        return -start / float(slopes[0])
    return float(kinks[piece - 1] - values[piece - 1] / slopes[piece])
