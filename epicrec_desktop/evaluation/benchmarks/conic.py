"""EpicRec's programs item by item, handed to CLARABEL as it takes them: cones, without cvxpy.

A second opinion on the solvers of `privacy/` that a package can carry: cvxpy, which
`published.py` has, asks for 30 MB of SciPy that nothing else here does.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats


def _tools() -> tuple[Any, Any]:
    """The modules clarabel and scipy.sparse, imported where they are used; neither is typed."""
    return import_module("clarabel"), import_module("scipy.sparse")


def calibrate_conic(matrix: Floats, epsilon: float = 1.0) -> Floats:
    """Program (4.4): Laplace scales (c,) for an (n, c) matrix without empty columns.

    The least sum of t where matrix @ x <= epsilon and t x >= 1: (x + t, x - t, 2) is in the
    second-order cone.
    """
    clarabel, sparse = _tools()
    items, columns = matrix.shape
    rows = np.zeros((items + 3 * columns, 2 * columns))
    bounds = np.zeros(len(rows))
    rows[:items, :columns], bounds[:items] = matrix, epsilon
    for column in range(columns):
        cone = items + 3 * column
        rows[cone, [column, columns + column]] = -1.0, -1.0
        rows[cone + 1, [column, columns + column]] = -1.0, 1.0
        bounds[cone + 2] = 2.0
    cones = [clarabel.NonnegativeConeT(items), *[clarabel.SecondOrderConeT(3)] * columns]
    cost = np.concatenate([np.zeros(columns), np.ones(columns)])
    found = _solved(sparse.csc_array((len(cost), len(cost))), cost, rows, bounds, cones)
    scales: Floats = 1.0 / found[:columns]
    return scales


def sanitize_conic(matrix: Floats, target: Floats) -> Floats:
    """Program (4.5), relaxed: fractions (n,) of items whose counts fit noisy counts (c,)."""
    clarabel, sparse = _tools()
    items, columns = matrix.shape
    size, one = items + 2 * columns, sparse.eye_array(columns)
    upper = sparse.block_diag(
        [sparse.csc_array((items, items)), sparse.kron([[1, 1], [0, 1]], one)]
    )
    counts = sparse.csc_array(matrix.T)
    rows = sparse.vstack(
        [
            sparse.hstack([-counts, -one, 0 * one]),  # target - below <= counts
            sparse.hstack([counts, 0 * one, -one]),  # counts <= target + above
            -sparse.eye_array(size),  # nothing is negative
            sparse.eye_array(items, size),  # no more than the whole of an item
        ]
    )
    bounds = np.concatenate([-target, target, np.zeros(size), np.ones(items)])
    cones = [clarabel.NonnegativeConeT(len(bounds))]
    fractions: Floats = np.clip(
        _solved(upper, np.zeros(size), rows, bounds, cones)[:items], 0.0, 1.0
    )
    return fractions


def _solved(upper: Any, cost: Floats, rows: Any, bounds: Floats, cones: list[Any]) -> Floats:
    """The z with the least z @ Q @ z / 2 + cost @ z where bounds - rows @ z is in the cones.

    `upper`: the upper half of Q, sparse.
    """
    clarabel, sparse = _tools()
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    solver = clarabel.DefaultSolver(
        sparse.csc_matrix(upper), cost, sparse.csc_matrix(rows), bounds, cones, settings
    )
    return np.asarray(solver.solve().x, dtype=np.float64)
