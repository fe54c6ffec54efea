"""Modules that the bundle for Linux and the one for Windows go without, and why they may."""

from __future__ import annotations

MODELING = (
    *("cvxpy", "sparsediffpy", "qdldl", "_cvxcore"),
    *("scipy.cluster", "scipy.constants", "scipy.fft", "scipy.fftpack", "scipy.integrate"),
    *("scipy.interpolate", "scipy.io", "scipy.misc", "scipy.ndimage", "scipy.odr"),
    *("scipy.optimize", "scipy.signal", "scipy.spatial", "scipy.stats"),
)
"""The modeling tool of `epicrec-lab`, and what of SciPy that alone asks for."""

LINEAR_ALGEBRA = (
    *("clarabel", "scipy.linalg", "scipy.special", "scipy.differentiate"),
    *("scipy.sparse.linalg", "scipy.sparse.csgraph"),
)
"""CLARABEL, and SciPy's own BLAS with what asks for it: the program uses `scipy.sparse` alone.

`selfcheck` checks our solvers by their proven gap there."""
