"""EpicRec's programs as published: item by item, in a general modeling tool (cvxpy).

The reference for what `privacy/` computes by groups with solvers of its own. The solver is always
CLARABEL.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.errors import EpicRecError


def require_tool() -> None:
    """Raise `EpicRecError` if cvxpy is missing, as it is in packages; it is not loaded."""
    if find_spec("cvxpy") is None:
        raise EpicRecError(
            "This comparison needs cvxpy, which packages of EpicRec leave out, so nothing was "
            "computed. Install EpicRec with pip for it."
        )


def _modeling_tool() -> Any:
    """The module cvxpy, imported where it is used (it takes a second); its types are incomplete."""
    return import_module("cvxpy")


def calibrate_published(matrix: Floats, epsilon: float = 1.0, caps: Floats | None = None) -> Floats:
    """Program (4.4): Laplace scales (c,) for an (n, c) matrix without empty columns.

    `caps` (c,) are upper limits of 1/z, as in DP-MultiUPP's program (6).
    """
    cp = _modeling_tool()

    x = cp.Variable(matrix.shape[1])
    constraints = [matrix @ x <= epsilon]
    if caps is not None:
        constraints.append(x <= caps)
    problem = cp.Problem(cp.Minimize(cp.sum(cp.inv_pos(x))), constraints)
    problem.solve(solver=cp.CLARABEL)
    values: Floats = 1.0 / np.asarray(x.value, dtype=np.float64)
    return values


def sanitize_published(matrix: Floats, target: Floats) -> Floats:
    """Program (4.5), relaxed: fractions d (n,) of items whose counts fit noisy counts (c,).

    With l, r >= 0, which the paper leaves out.
    """
    cp = _modeling_tool()

    items, categories = matrix.shape
    d = cp.Variable(items)
    below, above = cp.Variable(categories, nonneg=True), cp.Variable(categories, nonneg=True)
    counts = matrix.T @ d
    problem = cp.Problem(
        cp.Minimize(0.5 * cp.sum_squares(below + above)),
        [target - below <= counts, counts <= target + above, d >= 0, d <= 1],
    )
    problem.solve(solver=cp.CLARABEL)
    values: Floats = np.clip(np.asarray(d.value, dtype=np.float64), 0.0, 1.0)
    return values
