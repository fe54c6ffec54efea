"""Exact discrete Laplace noise. Seeds are fixed; each chi-square test errs once in 10⁶ seeds."""

import math
import secrets
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import chdtrc

from epicrec_desktop.privacy.noise import (
    bernoulli_exp,
    discrete_laplace,
    float_laplace,
)
from epicrec_desktop.privacy.randomness import NumpySource, uniforms
from privacy.coins import probabilities

ERROR_RATE = 1e-6


@pytest.mark.parametrize("gamma", [Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1)])
def test_bernoulli_exp_is_exact(gamma):
    mass = probabilities(lambda source: bernoulli_exp(gamma, source), 4)
    low, high = mass[True], mass[True] + mass[None]
    assert low <= Fraction(math.exp(-gamma)) + Fraction(1, 10**15)
    assert Fraction(math.exp(-gamma)) <= high + Fraction(1, 10**15)
    assert high - low < Fraction(1, 10)


def test_bernoulli_exp_above_one():
    source = NumpySource(np.random.default_rng(3))
    hits = sum(bernoulli_exp(Fraction(5, 2), source) for _ in range(20_000))
    expected = math.exp(-2.5)
    spread = math.sqrt(20_000 * expected * (1 - expected))
    assert abs(hits - 20_000 * expected) < 4.9 * spread  # errs once in 10⁶ seeds


def chi_square_p(draws: np.ndarray, scale: float) -> float:
    """p-value of draws against the discrete Laplace pmf, with pooled tails."""
    reach = max(1, round(3 * scale))
    ratio = math.exp(-1 / scale)
    pmf = {k: (1 - ratio) / (1 + ratio) * ratio ** abs(k) for k in range(-reach + 1, reach)}
    tail = ratio**reach / (1 + ratio)
    observed = [int((draws == k).sum()) for k in pmf]
    observed += [int((draws <= -reach).sum()), int((draws >= reach).sum())]
    expected = len(draws) * np.array([*pmf.values(), tail, tail])
    assert expected.sum() == pytest.approx(len(draws))
    statistic = float(((np.array(observed) - expected) ** 2 / expected).sum())
    return float(chdtrc(len(observed) - 1, statistic))


@pytest.mark.parametrize(
    "scale", [Fraction(1, 3), Fraction(1), Fraction(7, 3), Fraction(12_345_679, 2**20)]
)
def test_discrete_laplace_has_its_pmf(scale):
    source = NumpySource(np.random.default_rng(11))
    draws = np.array([discrete_laplace(scale, source) for _ in range(20_000)])
    assert chi_square_p(draws, float(scale)) > ERROR_RATE


def test_a_wrong_scale_is_caught():
    source = NumpySource(np.random.default_rng(11))
    draws = np.array([discrete_laplace(Fraction(2), source) for _ in range(20_000)])
    assert chi_square_p(draws, 2.2) < ERROR_RATE


def test_large_scales_keep_their_size():
    source = NumpySource(np.random.default_rng(5))
    scale = Fraction(10**12, 7)
    draws = [abs(discrete_laplace(scale, source)) / float(scale) for _ in range(4_000)]
    assert abs(np.mean(draws) - 1) < 4.9 / math.sqrt(4_000)


def test_the_system_generator_fits_the_interface():
    class Secure:
        def below(self, n, /):
            return secrets.randbelow(n)

    noise = [discrete_laplace(Fraction(3), Secure()) for _ in range(8)]
    assert all(isinstance(value, int) for value in noise)


@pytest.mark.parametrize("scale", [Fraction(0), Fraction(-1)])
def test_scales_must_be_positive(scale):
    source = NumpySource(np.random.default_rng(0))
    with pytest.raises(ValueError, match="positive"):
        discrete_laplace(scale, source)
    with pytest.raises(ValueError, match="negative"):
        bernoulli_exp(Fraction(-1, 2), source)


def test_float_laplace_scales_each_column():
    scales = np.array([1.0, 10.0])
    draws = np.array([float_laplace(scales, np.random.default_rng(k)) for k in range(4_000)])
    means = np.abs(draws).mean(axis=0)
    assert (np.abs(means / scales - 1) < 4.9 / math.sqrt(4_000)).all()


def test_numpy_source_is_uniform_also_beyond_64_bits():
    source = NumpySource(np.random.default_rng(1))
    n = 3 * 2**70
    draws = np.array([source.below(n) * 3 // n for _ in range(6_000)])
    counts = np.bincount(draws, minlength=3)
    assert float(chdtrc(2, ((counts - 2_000) ** 2 / 2_000).sum())) > ERROR_RATE


def test_uniforms_are_uniform_and_below_one():
    draws = uniforms(NumpySource(np.random.default_rng(2)), 50_000)
    counts = np.histogram(draws, bins=20, range=(0, 1))[0]
    assert draws.min() >= 0
    assert draws.max() < 1
    assert float(chdtrc(19, ((counts - 2_500) ** 2 / 2_500).sum())) > ERROR_RATE
    assert uniforms(NumpySource(np.random.default_rng(2)), 0).shape == (0,)
