"""A solver for the one small program of noise calibration, with a certificate.

    minimize  Σ w_j x_j^-p   subject to   A x <= 1,  0 < x <= caps

Primal-dual interior-point steps (Boyd and Vandenberghe, Convex Optimization, 11.7) in log x, where
scales do not matter, from a strictly feasible start. Every point on the way is feasible, and every
dual point gives a lower bound on the optimum, so the answer comes with a proven relative gap. A
general cone solver gave up on unscaled budgets, and so did steps in x.
"""

from __future__ import annotations

import numpy as np

from epicrec_desktop.domain.arrays import Floats

TARGET_GAP = 1e-9
MAX_STEPS = 200
_CENTERING = 0.1
_TO_BOUNDARY = 0.99
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
    """A strictly feasible point near where each column alone would be."""
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
    for _ in range(MAX_STEPS):
        candidate = v / (a @ v).max()
        objective = float((w * candidate**-power).sum())
        gap = 1.0 - lower_bound(w, power, a, dual) / objective
        if gap < best_gap:
            best, best_gap = candidate, gap
        if best_gap <= TARGET_GAP:
            break
        # Not below what the target needs: slacks have no digits left there, and steps end.
        mu = max(_CENTERING * float(slack @ dual), 0.2 * TARGET_GAP * objective) / m
        step = _newton_step(w, power, a, v, slack, dual, mu)
        v, slack, dual = _advance(w, power, a, (v, slack, dual), step, mu)
    return best, max(float(best_gap), 0.0)


def lower_bound(w: Floats, power: int, a: Floats, dual: Floats) -> float:
    """The Lagrange dual's value at `dual` >= 0, scaled to where it is largest along its ray."""
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
) -> tuple[Floats, Floats, Floats]:
    """As far along the step as positivity allows and the residual falls."""
    v, slack, dual = point
    dy, ddual = step
    length = min(1.0, _room(dual, ddual), _LONGEST / max(float(np.abs(dy).max()), _LONGEST))
    before = _residual(w, power, a, point, mu)
    for _ in range(30):
        new = v * np.exp(length * dy)
        trial = (new, 1.0 - a @ new, dual + length * ddual)
        if (trial[1] > 0).all() and _residual(w, power, a, trial, mu) <= (
            1 - 0.01 * length
        ) * before:
            return trial
        length *= 0.5
    return v, slack, np.maximum(dual, mu / slack)


def _room(u: Floats, du: Floats) -> float:
    """The longest step that keeps u + step·du positive, with a margin."""
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
