"""The multilevel-trust paper's theorems and algorithms; and that no release can reach them.

Moments are compared with fixed seeds; each comparison errs once in 10⁶ seeds (4.9 deviations).
"""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import epicrec_desktop
from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.lab.research.baselines import (
    corner_wave,
    estimate,
    estimate_error,
    estimate_general,
    independent,
    kronecker_noise,
    on_demand,
)

K = np.array([[4.0, 1.5, 0.2], [1.5, 2.0, -0.3], [0.2, -0.3, 1.0]])
VARIANCES = [0.3, 0.5, 0.9]

SIGMAS = st.lists(st.integers(1, 100).map(lambda k: k / 20), min_size=1, max_size=8, unique=True)


def is_corner_wave(matrix: Floats, tolerance: float = 1e-9) -> bool:
    """Return whether right of and below (i, i) all equal it: the corner-wave property."""
    at = np.diag(matrix)[np.minimum.outer(*2 * [np.arange(len(matrix))])]
    return bool(np.allclose(matrix, at, rtol=tolerance, atol=tolerance))


def dense_error(sigma: Floats, covariance: Floats) -> Floats:
    """Equation (7) as printed: K − K Hᵀ (H K Hᵀ + Σ ⊗ K)⁻¹ H K."""
    h = np.vstack([np.eye(len(covariance))] * len(sigma))
    joint = h @ covariance @ h.T + np.kron(sigma, covariance)
    cross = covariance @ h.T
    return covariance - cross @ np.linalg.solve(joint, cross.T)


@settings(max_examples=50, deadline=None)
@given(SIGMAS)
def test_equation_7_has_its_structure(variances):
    for sigma in (corner_wave(variances), independent(variances)):
        assert dense_error(sigma, K) == pytest.approx(estimate_error(sigma) * K, abs=1e-8)
        h = np.vstack([np.eye(3)] * len(variances))
        inverse = np.linalg.inv(np.kron(sigma, K))
        second = np.linalg.inv(np.linalg.inv(K) + h.T @ inverse @ h)
        assert second == pytest.approx(dense_error(sigma, K), abs=1e-6)


@given(st.floats(0.01, 100))
def test_equation_8_one_copy(variance):
    assert estimate_error(corner_wave([variance])) == pytest.approx(variance / (1 + variance))


def test_equation_6_is_the_dense_estimate():
    generator = np.random.default_rng(1)
    mean = np.array([5.0, -2.0, 0.0])
    data = generator.multivariate_normal(mean, K, 50)
    copies = data + kronecker_noise(corner_wave(VARIANCES), K, len(data), generator)
    sigma = corner_wave(VARIANCES)
    h = np.vstack([np.eye(3)] * 3)
    joint = h @ K @ h.T + np.kron(sigma, K)
    stacked = (copies - mean).transpose(1, 0, 2).reshape(50, 9)
    dense = mean + stacked @ np.linalg.solve(joint, h @ K)
    assert estimate(copies, mean, sigma) == pytest.approx(dense)
    general = estimate_general(copies, K @ h.T, joint, np.tile(mean, (3, 1)))
    assert general == pytest.approx(dense)


@given(st.floats(0.05, 5), st.floats(0.05, 5), st.floats(-1, 1))
def test_theorem_1_independent_increment_if_and_only_if_13(first, more, extra):
    """Jointly Gaussian, so independent means uncorrelated: Cov(Z₁, Z₂ − Z₁) = Cov(Z₁, Z₂) − σ²₁."""
    second = first + more
    assert corner_wave([first, second])[0, 1] - first == 0
    other = np.array([[first, first + extra], [first + extra, second]])
    assert is_corner_wave(other) == (abs(extra) <= 1e-9 * (1 + first))


@given(st.floats(0.05, 5), st.floats(0.01, 5))
def test_theorem_2_the_more_perturbed_copy_adds_nothing(first, more):
    both = estimate_error(corner_wave([first, first + more]))
    assert both == pytest.approx(estimate_error(corner_wave([first])), rel=1e-7)


@given(SIGMAS)
def test_theorem_3_independent_copies_are_averaged_out(variances):
    found = estimate_error(independent(variances))
    assert found == pytest.approx(1 / (1 + sum(1 / v for v in variances)))
    assert estimate_error(independent([*variances, 5.0])) < found


def test_theorem_3_perfect_reconstruction_in_the_limit():
    assert estimate_error(independent([1.0] * 99)) == pytest.approx(0.01)


@settings(deadline=None)
@given(SIGMAS, st.data())
def test_theorem_4_and_corollary_1(variances, data):
    """The error from all copies, and from any subset, is that from the least perturbed one."""
    chosen = data.draw(st.lists(st.sampled_from(variances), min_size=1, unique=True))
    for some in (variances, chosen):
        best = min(some)
        assert estimate_error(corner_wave(some)) == pytest.approx(best / (best + 1), rel=1e-6)


@given(SIGMAS)
def test_theorem_5_independent_increments_if_and_only_if_corner_wave(variances):
    """Z₁ and Z_i − Z_(i−1) uncorrelated ⟺ the covariance is a corner wave."""
    values = np.sort(variances)
    differences = np.eye(len(values)) - np.eye(len(values), k=-1)
    increments = differences @ corner_wave(values) @ differences.T
    assert increments == pytest.approx(np.diag(np.diff(values, prepend=0.0)), abs=1e-12)
    cumulated = np.tril(np.ones((len(values), len(values))))
    back = cumulated @ np.diag(np.diff(values, prepend=0.0)) @ cumulated.T
    assert is_corner_wave(back)
    assert back == pytest.approx(corner_wave(values))


def test_correlated_increments_are_no_corner_wave():
    assert not is_corner_wave(independent(VARIANCES))
    linear = np.outer(
        np.sqrt(VARIANCES), np.sqrt(VARIANCES)
    )  # Z₁ = σ₁/σ₂·Z₂, the second false start
    assert not is_corner_wave(linear)
    assert estimate_error(linear) == pytest.approx(0, abs=1e-9)


def test_the_papers_example_of_alice_and_bob():
    assert estimate_error(independent([1, 4])) == pytest.approx(4 / 9)
    assert estimate_error(corner_wave([1])) == pytest.approx(0.5)
    assert estimate_error(corner_wave([4])) == pytest.approx(0.8)
    assert estimate_error(corner_wave([1, 4])) == pytest.approx(0.5)


TUPLES = 8_000


def assert_covariance(noise: Floats, sigma: Floats) -> None:
    """The sample covariance of noise (M, T, N) is Σ ⊗ K, within 4.9 deviations an entry."""
    size, tuples, attributes = noise.shape
    stacked = noise.transpose(1, 0, 2).reshape(tuples, size * attributes)
    found, expected = stacked.T @ stacked / tuples, np.kron(sigma, K)
    variance = np.diag(expected)
    deviation = np.sqrt((np.outer(variance, variance) + expected**2) / tuples)
    assert (np.abs(found - expected) < 5.5 * deviation).all()  # 45 entries: still once in 10⁶


@pytest.fixture(scope="module")
def data() -> Floats:
    return np.random.default_rng(8).multivariate_normal([0, 0, 0], K, TUPLES)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0)])
def test_algorithm_3_above_and_below_issued_levels(data, order):
    generator = np.random.default_rng(4)
    levels = [VARIANCES[k] for k in order]
    noise = kronecker_noise(corner_wave(levels[:1]), K, TUPLES, generator)
    for level in levels[1:]:
        new = on_demand(noise, K, levels[: len(noise)], [level], generator)
        noise = np.concatenate([noise, new])
    assert_covariance(noise, corner_wave(levels))


def test_algorithm_3_several_levels_and_a_repeated_one():
    generator = np.random.default_rng(5)
    noise = kronecker_noise(corner_wave([0.5]), K, TUPLES, generator)
    new = on_demand(noise, K, [0.5], [0.9, 0.5, 0.3], generator)
    assert new[1] == pytest.approx(noise[0], abs=1e-6)
    assert_covariance(new, corner_wave([0.9, 0.5, 0.3]))
    again = on_demand(new[1:2].repeat(2, axis=0), K, [0.5, 0.5], [0.5], generator)
    assert again[0] == pytest.approx(noise[0], abs=1e-6)


def test_the_observed_error_is_the_theorems(data):
    generator = np.random.default_rng(6)
    for sigma in (corner_wave(VARIANCES), independent(VARIANCES)):
        copies = data + kronecker_noise(sigma, K, TUPLES, generator)
        observed = ((estimate(copies, np.zeros(3), sigma) - data) ** 2).mean()
        # a mean of T·3 squares, correlated within a tuple: 4.9·√(2/T) at most is 0.08
        assert observed == pytest.approx(estimate_error(sigma) * K.trace() / 3, rel=0.08)


def test_invalid_input_is_rejected():
    generator = np.random.default_rng(0)
    with pytest.raises(ValueError, match="positive"):
        corner_wave([0.0])
    with pytest.raises(ValueError, match="one variance"):
        on_demand(np.zeros((1, 2, 3)), K, [0.3, 0.4], [0.5], generator)
    with pytest.raises(ValueError, match="kronecker"):
        on_demand(np.zeros((0, 2, 3)), K, [], [0.5], generator)


def test_release_code_never_names_gaussian_copies():
    """Not even in text that is imported at run time; import contracts see the rest."""
    root = Path(epicrec_desktop.__file__).parent
    for file in root.rglob("*.py"):
        if file.relative_to(root).parts[0] != "lab":
            assert "lab.research" not in file.read_text(encoding="utf-8"), file
