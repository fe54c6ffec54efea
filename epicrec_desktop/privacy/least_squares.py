"""Box-constrained least squares on groups: which public movies fit noisy counts best.

    minimize  ½‖Rᵀx − a‖²   over   0 <= x <= sizes

x is how many items of each group are taken. The minimizer is not unique; the one taken here has
the smallest Σ (x_g − m_g)²/size_g, that is, the list of movies as fractions d closest to m/size in
Euclidean norm (m = 0 by default). It is reached with a small weight δ on that term, and then the
dual has as many unknowns as there are categories and is smooth and strongly convex: Newton's
method on 18 unknowns instead of a quadratic program on hundreds. A larger δ with a public m is
maximum-a-posteriori estimation around a prior.
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
_SUFFICIENT = 0.1  # a full Newton step is taken if it takes this much of the slope away


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
    """The program's data, with sizes over δ once computed."""

    rows: Floats
    sizes: Floats
    center: Floats
    target: Floats
    stretch: Floats

    def unclipped(self, y: Floats) -> Floats:
        """What x would be at a dual point without its bounds."""
        raw: Floats = self.center + self.stretch * (self.rows @ y)
        return raw


def fit_groups(
    rows: Floats,
    sizes: NDArray[np.int64],
    target: Floats,
    *,
    center: Floats | None = None,
    delta: float = DELTA,
    warm: Floats | None = None,
) -> Fit:
    """Solve the program for `rows` (g, c), `sizes` (g,), `target` (c,); `center` (g,) is m.

    The squared residual is within 1e-6 (absolutely, or relatively above 1) of the smallest
    possible. Never fails: x is within its bounds even if the iterations are cut short.
    """
    weight = delta * max(1.0, float(np.abs(target).max(initial=0.0)) / 1000.0)
    limits = sizes.astype(np.float64)
    middle = np.zeros(len(limits)) if center is None else center
    problem = _Problem(rows, limits, middle, target, limits / weight)
    y = np.zeros(rows.shape[1]) if warm is None else warm
    y, x, steps = _newton(problem, y)
    return Fit(x, target - x @ rows, y, steps)


def _newton(problem: _Problem, y: Floats) -> tuple[Floats, Floats, int]:
    """Semismooth Newton on y − a + Rᵀx(y) = 0, the gradient of a strongly convex function."""
    rows, target = problem.rows, problem.target
    tolerance = _TOLERANCE * (1.0 + float(np.abs(target).max(initial=0.0)))
    identity = np.eye(rows.shape[1])
    for step in range(MAX_STEPS + 1):
        raw = problem.unclipped(y)
        x = np.clip(raw, 0.0, problem.sizes)
        gradient = y - target + x @ rows
        if step == MAX_STEPS or float(np.abs(gradient).max(initial=0.0)) <= tolerance:
            break
        free = (raw > 0.0) & (raw < problem.sizes)
        active = rows[free]
        hessian = identity + (active.T * problem.stretch[free]) @ active
        direction = -np.linalg.solve(hessian, gradient)
        y = y + _step_length(problem, y, raw, gradient, direction) * direction
    return y, x, step


def _step_length(
    problem: _Problem, y: Floats, raw: Floats, gradient: Floats, direction: Floats
) -> float:
    """1 if the function's slope there is not uphill again, else the exact minimizer."""
    lever = problem.rows @ direction
    move = problem.stretch * lever
    at_full = direction @ (y + direction - problem.target)
    at_full += lever @ np.clip(raw + move, 0.0, problem.sizes)
    start = float(direction @ gradient)
    if at_full <= -_SUFFICIENT * start:
        return 1.0
    return _exact_minimizer(start, float(direction @ direction), raw, move, lever, problem.sizes)


def _exact_minimizer(
    start: float, square: float, raw: Floats, move: Floats, lever: Floats, sizes: Floats
) -> float:
    """The zero t of the increasing, piecewise linear derivative along a direction.

    The derivative is `start` < 0 at t = 0 and grows by `square` · t; a group adds lever · move to
    its slope while raw + t · move is within the group's bounds.
    """
    moving = move != 0.0
    raw, move, lever, sizes = raw[moving], move[moving], lever[moving], sizes[moving]
    hits = np.sort(np.stack([-raw / move, (sizes - raw) / move]), axis=0)
    gain = lever * move
    enter, leave = hits[0] > 0.0, hits[1] > 0.0
    slope = square + float(gain[leave & ~enter].sum())
    times = np.concatenate([hits[0][enter], hits[1][leave]])
    order = np.argsort(times)
    times = times[order]
    slopes = slope + np.concatenate(
        [[0.0], np.cumsum(np.concatenate([gain[enter], -gain[leave]])[order])]
    )
    slopes = np.maximum(slopes, square)  # cancellation must not turn the function concave
    values = start + np.cumsum(np.diff(times, prepend=0.0) * slopes[:-1])
    piece = int(np.searchsorted(values, 0.0))
    if piece == 0:
        return -start / float(slopes[0])
    return float(times[piece - 1] - values[piece - 1] / slopes[piece])
