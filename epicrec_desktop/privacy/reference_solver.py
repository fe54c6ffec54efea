"""The published programs written as cones by hand, and solved by CLARABEL itself.

A modeling tool would do the same, but packages of the program leave it out, with the parts of SciPy
that only the tool asks for. The reference of `selfcheck`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.errors import EpicRecError


def calibrate_by_cones(matrix: Floats, epsilon: float = 1.0) -> Floats:
    """Program (4.4): Laplace scales (c,) for an (n, c) matrix without empty columns.

    Over x = 1/z and t: the least sum of t, where matrix @ x <= epsilon and t >= 1/x. The second is
    |(x - t, 2)| <= x + t, a cone for each column.
    """
    sparse = import_module("scipy.sparse")
    cones = import_module("clarabel")
    items, columns = matrix.shape
    ones = np.ones(columns)
    rows = 3 * np.arange(columns)
    places = (np.tile(rows, 2), np.arange(2 * columns))
    sums = sparse.coo_array((np.tile(-ones, 2), places), (3 * columns, 2 * columns))
    places = (np.tile(rows + 1, 2), np.arange(2 * columns))
    differences = sparse.coo_array((np.r_[-ones, ones], places), (3 * columns, 2 * columns))
    limits = sparse.hstack([sparse.csc_array(matrix), sparse.csc_array((items, columns))])
    found = _solve(
        sparse.csc_array((2 * columns, 2 * columns)),
        np.r_[np.zeros(columns), ones],
        sparse.vstack([limits, sums + differences]),
        np.r_[np.full(items, epsilon), np.tile([0.0, 0.0, 2.0], columns)],
        [cones.NonnegativeConeT(items), *(cones.SecondOrderConeT(3) for _ in range(columns))],
    )
    scales: Floats = 1.0 / found[:columns]
    return scales


def sanitize_by_cones(matrix: Floats, target: Floats) -> Floats:
    """Program (4.5), relaxed: fractions (n,) of items whose counts fit noisy counts (c,).

    Over the fractions d and the distances below and above: half the least sum of the squares of
    below + above, where target - below <= counts <= target + above, 0 <= d <= 1, below, above >= 0.
    """
    sparse = import_module("scipy.sparse")
    cones = import_module("clarabel")
    items, columns = matrix.shape
    one = sparse.eye_array(columns)
    square = sparse.bmat([[one, one], [None, one]])  # CLARABEL reads the upper triangle
    counts = sparse.csc_array(matrix.T)
    nothing = sparse.csc_array((columns, columns))
    bounds = sparse.vstack(
        [
            sparse.hstack([-counts, -one, nothing]),
            sparse.hstack([counts, nothing, -one]),
            -sparse.eye_array(items + 2 * columns),
            sparse.hstack([sparse.eye_array(items), sparse.csc_array((items, 2 * columns))]),
        ]
    )
    limits = np.r_[-target, target, np.zeros(items + 2 * columns), np.ones(items)]
    found = _solve(
        sparse.block_diag([sparse.csc_array((items, items)), square]),
        np.zeros(items + 2 * columns),
        bounds,
        limits,
        [cones.NonnegativeConeT(len(limits))],
    )
    fractions: Floats = np.clip(found[:items], 0.0, 1.0)
    return fractions


def _solve(square: Any, linear: Floats, bounds: Any, limits: Floats, cones: list[Any]) -> Floats:
    """Return x minimizing ½xᵀ square x + linear x with limits - bounds @ x in the cones."""
    clarabel = import_module("clarabel")
    csc = import_module("scipy.sparse").csc_matrix
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    given = (csc(square), linear, csc(bounds), limits, cones, settings)
    solution = clarabel.DefaultSolver(*given).solve()
    if solution.status != clarabel.SolverStatus.Solved:
        raise EpicRecError("the two solvers do not agree")
    return np.asarray(solution.x, dtype=np.float64)
