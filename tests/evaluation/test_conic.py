"""The programs as cones, against the same ones in a modeling tool."""

from __future__ import annotations

import numpy as np
import pytest

from epicrec_desktop.evaluation.benchmarks.conic import calibrate_conic, sanitize_conic
from epicrec_desktop.evaluation.benchmarks.published import calibrate_published, sanitize_published


@pytest.mark.parametrize("seed", range(3))
def test_they_have_the_same_solutions(seed):
    generator = np.random.default_rng(seed)
    matrix = (generator.random((60, 7)) < 0.3).astype(float)
    matrix[0] = 1.0
    assert calibrate_conic(matrix, 0.7) == pytest.approx(calibrate_published(matrix, 0.7), rel=1e-6)
    target = matrix[:20].sum(axis=0) + generator.laplace(size=7) * 3
    counts = [matrix.T @ solve(matrix, target) for solve in (sanitize_conic, sanitize_published)]
    assert counts[0] == pytest.approx(counts[1], abs=1e-6)
