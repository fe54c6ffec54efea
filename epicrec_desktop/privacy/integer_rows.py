"""The public matrix as integers: what a released query counts, and which items can cost most."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

IntRows = NDArray[np.int64]
_T = TypeVar("_T", np.int64, np.float64)

DEFAULT_MULTIPLIER = 100
"""M for 0/1 rows. It is public and the same for everyone, so that a weight per movie (in
hundredths) can shrink an integer row although no weights are named."""

FINE_MULTIPLIER = 1 << 16
"""M where no small multiplier makes the rows whole."""

_LARGEST = 1 << 40  # so that the sum over a million items is still exact in 64 bits


def integer_rows(rows: NDArray[np.float64], multiplier: int | None = None) -> tuple[IntRows, int]:
    """Integer rows r_ij = ⌊M·a_ij⌋ and the public multiplier M they are divided by after noise.

    `rows` (g, c), values >= 0. Without a multiplier: `DEFAULT_MULTIPLIER` for whole numbers, else
    `FINE_MULTIPLIER`. Raises ValueError for negative or infinite values.
    """
    check_values(rows)
    if multiplier is None:
        whole = bool((rows == np.floor(rows)).all())
        multiplier = DEFAULT_MULTIPLIER if whole else FINE_MULTIPLIER
    whole_rows = np.floor(rows * multiplier)
    if whole_rows.size and whole_rows.max() > _LARGEST:
        raise ValueError("the values of a matrix are too large to be counted in whole numbers")
    return whole_rows.astype(np.int64), multiplier


def check_values(rows: NDArray[np.float64]) -> None:
    """Raise `ValueError` unless the values of a matrix are finite and not negative."""
    if not np.isfinite(rows).all() or (rows < 0).any():
        raise ValueError("the values of a matrix must be finite and not negative")


def unit_sum_rows(rows: NDArray[np.float64], multiplier: int | None = None) -> tuple[IntRows, int]:
    """Return rows scaled to sum 1, as integers ⌊M·a_ij/Σ_j a_ij⌋: every item then costs the same.

    Without a multiplier, M is a common multiple of the numbers of categories per item where rows
    are 0/1 and it is small (values are then exact), else 2¹⁶. Rows of zeros stay zero. Raises
    ValueError for negative or infinite values.
    """
    check_values(rows)
    sums = rows.sum(axis=1)
    whole = bool(((rows == 0) | (rows == 1)).all())
    if multiplier is None:
        lengths = np.unique(sums[sums > 0]).astype(int).tolist() if whole else [FINE_MULTIPLIER]
        multiplier = min(math.lcm(*lengths), FINE_MULTIPLIER)
    if whole:  # in integers: floats may round a quotient up
        share = multiplier // np.maximum(sums.astype(np.int64), 1)
        return np.where(rows > 0, share[:, None], 0).astype(np.int64), multiplier
    scaled = np.floor(multiplier * rows / np.where(sums > 0, sums, 1.0)[:, None])
    return scaled.astype(np.int64), multiplier


def maximal_rows(rows: NDArray[_T]) -> NDArray[_T]:
    """Return the distinct rows that no other row contains (is at least as large in every column).

    What holds for these holds for all: a constraint with weights >= 0 on a smaller row is implied.
    Rows of zeros constrain nothing and are left out. Shape (m, c), largest sums first.
    """
    distinct = np.unique(rows[rows.any(axis=1)], axis=0)
    ordered = distinct[np.argsort(-distinct.sum(axis=1), kind="stable")]
    if ordered.size and ((ordered == 0) | (ordered == ordered.max())).all():
        # Rows of 0 and 1, the common case, are sets. What is contained in another follows from
        # intersections, as products of matrices: ten times as fast as row by row.
        sets = (ordered > 0).astype(np.float32)  # exact: sizes are small whole numbers
        sizes = sets.sum(axis=1)
        contained = [
            ((sets[i : i + 512] @ sets.T) == sizes[i : i + 512, None]).sum(axis=1) > 1
            for i in range(0, len(sets), 512)
        ]
        is_maximal: NDArray[np.bool_] = ~np.concatenate(contained)
        return ordered[is_maximal]
    maximal = np.empty_like(ordered)
    count = 0
    for row in ordered:  # a row can only be contained in one with a larger sum
        if not (maximal[:count] >= row).all(axis=1).any():
            maximal[count] = row
            count += 1
    return maximal[:count].copy()


def exact_loss(rows: IntRows, scales: Sequence[Fraction]) -> Fraction:
    """max over items of Σ_j r_ij / s_j in rational arithmetic: the ε that noise of scales s costs.

    `rows` (g, c) integers, `scales` (c,) positive. 0 without rows.
    """
    costs, unit = _costs(rows, scales)
    return Fraction(max(costs, default=0), unit)


def exact_losses(rows: IntRows, scales: Sequence[Fraction]) -> list[Fraction]:
    """Σ_j r_ij / s_j of each row: an item's own exact loss."""
    costs, unit = _costs(rows, scales)
    return [Fraction(cost, unit) for cost in costs]


def _costs(rows: IntRows, scales: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return the losses as whole numbers over one common denominator."""
    if rows.shape[1] != len(scales) or any(s <= 0 for s in scales):
        raise ValueError("there must be one positive scale for each column")
    common = math.lcm(*(s.numerator for s in scales))
    prices = [common // s.numerator * s.denominator for s in scales]
    distinct = sorted(set(prices))  # of a learned question there is one
    same = np.equal.outer(np.array(prices, dtype=object), np.array(distinct, dtype=object))
    sums = rows @ same.reshape(len(prices), len(distinct)).astype(np.int64)
    costs = (sums.astype(object) * np.array(distinct, dtype=object)).sum(axis=1, initial=0)
    return costs.tolist(), common


def distinct(weights: Sequence[Fraction]) -> dict[int, Fraction]:
    """Return the objects among weights, by their `id`: movies share few, and to compare is slow."""
    return dict(zip(map(id, weights), weights, strict=True))


def weighted_sum(
    rows: IntRows,
    places: NDArray[np.int64],
    counted: NDArray[np.bool_],
    weights: Sequence[Fraction] | None = None,
) -> tuple[int, ...]:
    """Return the sum of the rows at the counted `places` (m,), each shrunk by its weight in [0, 1].

    A shrunk row is rounded towards zero, so that it costs no more than its weight.
    """
    if weights is None:
        return tuple(rows[places[counted]].sum(axis=0).tolist())
    ones = {key for key, weight in distinct(weights).items() if weight == 1}
    whole = np.array([id(weight) in ones for weight in weights], dtype=bool)
    totals: list[int] = rows[places[counted & whole]].sum(axis=0).tolist()
    for i in np.flatnonzero(counted & ~whole).tolist():
        for j, value in enumerate(rows[places[i]].tolist()):
            shrunk = abs(value) * weights[i].numerator // weights[i].denominator
            totals[j] += shrunk if value >= 0 else -shrunk
    return tuple(totals)
