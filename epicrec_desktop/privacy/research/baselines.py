"""What the mechanisms are compared with: plain Laplace, grouping and smoothing, composition.

Each gives the scales of its noise for public rows (g, c) of values >= 0; none of them is used by a
release. `calibration.plain_laplace` is the scale of the first at ε = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.privacy.calibration import plain_laplace


def plain_laplace_scales(rows: Floats, epsilon: float) -> Floats:
    """The Laplace mechanism (Dwork et al. 2006): one scale for all, global sensitivity over ε."""
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
        """The matrix (c, parts) that turns counts into the means of the parts."""
        label = np.array(self.label, dtype=np.int64)
        members = label[:, None] == np.arange(len(set(self.label)))
        shares: Floats = members / members.sum(axis=0)
        return shares

    def sensitivity(self, rows: Floats) -> float:
        """max over items of Σ over parts of |C_i ∩ part| / (size of the part)."""
        return float((rows @ self.averaging).sum(axis=1).max()) if rows.size else 0.0

    def smooth(self, counts: Floats) -> Floats:
        """Each column's count replaced by its part's mean, without noise: (…, c)."""
        spread: Floats = (counts @ self.averaging)[..., np.array(self.label, dtype=np.int64)]
        return spread

    def perturb(self, counts: Floats, rows: Floats, epsilon: float, unit: Floats) -> Floats:
        """Noisy counts (c,): the parts' means plus `unit` (parts,) Laplace(1) draws times scale."""
        _positive(epsilon)
        noise = unit[: len(set(self.label))] * (self.sensitivity(rows) / epsilon)
        noisy: Floats = self.smooth(counts) + noise[np.array(self.label, dtype=np.int64)]
        return noisy


def choose_grouping(rows: Floats, expected: Floats, epsilon: float) -> Grouping:
    """The grouping with the least expected error on a public profile `expected` (c,).

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
