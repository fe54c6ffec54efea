"""Baseline mechanisms (plain Laplace, grouping and smoothing, composition) and the papers' error
bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.privacy.calibration import Utility, plain_laplace


def plain_laplace_scales(rows: Floats, epsilon: float) -> Floats:
    """Return the Laplace mechanism (Dwork et al. 2006): one scale for all, global sensitivity over
    ε.
    """
    _positive(epsilon)
    return np.full(rows.shape[1], plain_laplace(rows) / epsilon)


@dataclass(frozen=True)
class Grouping:
    """A public partition of the columns: `label` (c,) is the part each belongs to, 0 … parts − 1.

    Grouping and smoothing (Kellaris and Papadopoulos 2013): the mean of each part is released with
    noise and stands for each of its columns.
    """

    label: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check that the parts are numbered without a gap."""
        if sorted(set(self.label)) != list(range(len(set(self.label)))):
            raise ValueError("the parts of a grouping are numbered from 0 without a gap")

    @property
    def averaging(self) -> Floats:
        """Return the matrix (c, parts) that turns counts into the means of the parts."""
        label = np.array(self.label, dtype=np.int64)
        members = label[:, None] == np.arange(len(set(self.label)))
        shares: Floats = members / members.sum(axis=0)
        return shares

    def sensitivity(self, rows: Floats) -> float:
        """max over items of Σ over parts of |C_i ∩ part| / (size of the part)."""
        return float((rows @ self.averaging).sum(axis=1).max()) if rows.size else 0.0

    def smooth(self, counts: Floats) -> Floats:
        """Return each column's count replaced by its part's mean, without noise: (…, c)."""
        spread: Floats = (counts @ self.averaging)[..., np.array(self.label, dtype=np.int64)]
        return spread

    def perturb(self, counts: Floats, rows: Floats, epsilon: float, unit: Floats) -> Floats:
        """Return noisy counts (c,): the parts' means plus `unit` (parts,) Laplace(1) draws times
        scale.
        """
        _positive(epsilon)
        noise = unit[: len(set(self.label))] * (self.sensitivity(rows) / epsilon)
        noisy: Floats = self.smooth(counts) + noise[np.array(self.label, dtype=np.int64)]
        return noisy


def choose_grouping(rows: Floats, expected: Floats, epsilon: float) -> Grouping:
    """Return the grouping with the least expected error on a public profile `expected` (c,).

    Columns are ordered by their expected count, so that neighbors are alike, and cut into parts of
    one size; the size from 1 to c with the least noise plus smoothing error is taken. It reads
    public figures only (the original finds similar columns by sampling the private
    data), which makes the baseline a stronger one.
    """
    _positive(epsilon)
    columns = rows.shape[1]
    place = np.argsort(np.argsort(expected, kind="stable"), kind="stable")

    def error(grouping: Grouping) -> float:
        smoothing = float(np.abs(grouping.smooth(expected) - expected).mean())
        return smoothing + grouping.sensitivity(rows) / epsilon

    sizes = range(1, columns + 1)
    candidates = [Grouping(tuple((place // size).tolist())) for size in sizes]
    return min(candidates, key=error, default=Grouping(()))


def composition_scales(
    rows: Floats, budgets: Sequence[float] | Floats, epsilon: float
) -> tuple[Floats, float]:
    """DP-MultiUPP's baseline (section 5.1): every t_j divided by one ratio r.

    r = max over items of Σ_j t_j a_ij / Δ_j, over ε, and at least 1: where ε is above the bound of
    theorem 2 the budgets stay as they are. Returns the scales Δ_j r / t_j and r. Every column must
    have an item and every budget be positive.
    """
    _positive(epsilon)
    t = np.asarray(budgets, dtype=np.float64)
    sensitivity = rows.max(axis=0)
    if not ((t > 0).all() and (sensitivity > 0).all()):
        raise ValueError("every column needs an item and a positive budget")
    ratio = max(1.0, float((rows @ (t / sensitivity)).max()) / epsilon)
    return sensitivity * ratio / t, ratio


def _positive(epsilon: float) -> None:
    if not epsilon > 0:
        raise ValueError("the budget must be positive")


def sanitized_error_bound(z: Sequence[float] | Floats) -> float:
    """EpicRec, theorems 3 and 5: the sanitized counts' expected mean absolute error <= 2‖z‖₁/c.

    For the fractional solution, before rounding. `z` are the scales at the budget in question.
    """
    values = np.asarray(z, dtype=np.float64)
    return float(2.0 * values.mean()) if values.size else 0.0


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
