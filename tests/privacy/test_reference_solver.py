"""The programs as cones, against the same programs in a modeling tool."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.lab.benchmarks import perturbation_bench
from epicrec_desktop.lab.benchmarks.perturbation_bench import (
    calibrate_published,
    sanitize_published,
)
from epicrec_desktop.privacy import reference_solver
from epicrec_desktop.privacy.reference_solver import calibrate_by_cones, sanitize_by_cones

SHAPES = [(1, 1), (5, 3), (40, 6), (300, 18)]


def rows(shape: tuple[int, int]) -> np.ndarray:
    """Items with and without a category; no category is empty."""
    made = (np.random.default_rng(3).random(shape) < 0.3).astype(float)
    made[0] = 1.0
    return made


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("epsilon", [0.05, 1.0])
def test_scales_are_those_of_the_tool(shape: tuple[int, int], epsilon: float) -> None:
    matrix = rows(shape)
    found, expected = calibrate_by_cones(matrix, epsilon), calibrate_published(matrix, epsilon)
    assert found.sum() == pytest.approx(expected.sum(), rel=2e-6)
    assert found == pytest.approx(expected, rel=1e-3)  # the best is flat
    assert (matrix @ (1 / found)).max() <= epsilon * (1 + 1e-4)


@pytest.mark.parametrize("shape", SHAPES)
def test_fractions_match_the_modeling_tool(shape: tuple[int, int]) -> None:
    matrix = rows(shape)
    noise = np.random.default_rng(4).laplace(size=shape[1]) * 5
    target = 0.2 * matrix.sum(axis=0) + noise
    mine, theirs = sanitize_by_cones(matrix, target), sanitize_published(matrix, target)
    misfit = ((target - mine @ matrix) ** 2).sum()
    assert misfit == pytest.approx(((target - theirs @ matrix) ** 2).sum(), rel=1e-6, abs=1e-9)
    assert mine.min() >= 0
    assert mine.max() <= 1


def test_unsolved_program_raises() -> None:
    """Limits that nothing keeps: no x has x <= 1 and x >= 2."""
    nonnegative = reference_solver.import_module("clarabel").NonnegativeConeT(2)
    bounds = reference_solver.import_module("scipy.sparse").csc_array([[1.0], [-1.0]])
    with pytest.raises(EpicRecError, match="do not agree"):
        reference_solver._solve(
            bounds[:1] * 0.0, np.ones(1), bounds, np.array([1.0, -2.0]), [nonnegative]
        )


def loaded(code: str, names: str) -> str:
    """Which of the modules that a bundle leaves out the code imports."""
    code = (
        f"from epicrec_desktop.cli import installation; import left_out; {code};"
        f"print([name for name in left_out.{names} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.append('packaging'); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_reference_solver_does_not_load_the_modeling_tool() -> None:
    assert loaded("installation._solver()", "MODELING") == "[]"


def test_program_uses_nothing_of_scipy_but_sparse() -> None:
    code = (
        "import scipy.sparse; installation.find_spec = lambda _: None;"
        "installation._solver(); installation._training();"
        "import epicrec_desktop.wiring, epicrec_desktop.recommend.hyperparameter_search;"
        "import epicrec_desktop.recommend.question_learning"
    )
    assert loaded(code, "LINEAR_ALGEBRA") == "[]"


def test_a_package_says_that_the_tool_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perturbation_bench, "find_spec", lambda _: None)
    with pytest.raises(EpicRecError, match="nothing was computed"):
        perturbation_bench.require_tool()
