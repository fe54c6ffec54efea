"""The papers' bounds on privacy and error, as functions, with their misprints set right.

Errors are expectations of the noise alone, before sanitizing, unless a function says otherwise.
`z` (m,) are Laplace scales, `rows` (g, m) public values a_ij >= 0, `budgets` (m,) the t_j > 0 of
DP-MultiUPP, Δ_j = max_i a_ij.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.privacy.calibration import Utility, plain_laplace
from epicrec_desktop.privacy.research.baselines import composition_scales


def sanitized_error_bound(z: Sequence[float] | Floats) -> float:
    """EpicRec, theorems 3 and 5: the sanitized counts' expected mean absolute error <= 2‖z‖₁/c.

    For the fractional solution, before rounding. `z` are the scales at the budget in question.
    """
    values = np.asarray(z, dtype=np.float64)
    return float(2.0 * values.mean()) if values.size else 0.0


def system_error_bound(rows: Floats, epsilon: float) -> float:
    """EpicRec, sections 4.5 and 5.4: with ‖C‖₁ the largest row sum, the error is <= 2‖C‖₁/ε.

    The plain Laplace scales ‖C‖₁/ε are a solution of (4.4), so the best ones have no larger mean.
    The paper prints O(‖C‖₁/c), which one item with all c categories contradicts: its scales are c.
    """
    return 2.0 * plain_laplace(rows) / epsilon


def smallest_unconstrained_epsilon(rows: Floats, budgets: Sequence[float] | Floats) -> float:
    """DP-MultiUPP, theorem 2: from this ε on, every t_j can be used in full.

    max over items of Σ_j t_j a_ij / Δ_j.
    """
    t = np.asarray(budgets, dtype=np.float64)
    return float((rows @ (t / rows.max(axis=0))).max())


def expected_error(
    utility: Utility,
    z: Sequence[float] | Floats,
    rows: Floats,
    budgets: Sequence[float] | Floats,
) -> float:
    """DP-MultiUPP's utility losses of noise with scales z: E|Lap(z)| = z, E Lap(z)² = 2z².

    MAE: mean of z_j. MSE: mean of 2 z_j². MAEL: mean of z_j t_j / Δ_j, less 1.
    """
    values = np.asarray(z, dtype=np.float64)
    if utility is Utility.MAE:
        return float(values.mean())
    if utility is Utility.MSE:
        return float(2.0 * (values**2).mean())
    best = rows.max(axis=0) / np.asarray(budgets, dtype=np.float64)
    return float((values / best).mean() - 1.0)


def utility_lower_bound(utility: Utility, rows: Floats, budgets: Sequence[float] | Floats) -> float:
    """DP-MultiUPP, theorem 3: the least loss that the t_j allow, at any ε. 0 for MAEL."""
    best = rows.max(axis=0) / np.asarray(budgets, dtype=np.float64)
    return expected_error(utility, best, rows, budgets)


def utility_upper_bound(
    utility: Utility, rows: Floats, budgets: Sequence[float] | Floats, epsilon: float
) -> float:
    """DP-MultiUPP, section 4.2: the calibrated loss is at most that of its baseline t/r.

    The baseline satisfies every constraint, so the optimum of the same utility is no worse. Printed
    as >= for MSE and MAEL, and for MAEL without its mean over the categories.
    """
    scales, _ = composition_scales(rows, budgets, epsilon)
    return expected_error(utility, scales, rows, budgets)


def variance_divergence(
    z: Sequence[float] | Floats, rows: Floats, budgets: Sequence[float] | Floats
) -> float:
    """DP-MultiUPP's KL figure, in nats: shares of variance at the t_j against those of z.

    0 where every scale is the same multiple of its best, as with the baseline.
    """
    best = rows.max(axis=0) / np.asarray(budgets, dtype=np.float64)
    wished = best**2 / float((best**2).sum())
    values = np.asarray(z, dtype=np.float64)
    given = values**2 / float((values**2).sum())
    return float(max(0.0, (wished * np.log(wished / given)).sum()))
