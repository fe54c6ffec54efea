"""Derived copies against their definition: exact probability functions, then the sampler.

The reference is the definition alone, computed with 60 digits: V_b is discrete Laplace and V_a is
V_b plus a W that is 0 with probability q and otherwise distributed as V_a. Chi-square tests have
fixed seeds and each errs once in 10⁶ seeds.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy.special import chdtrc

from epicrec_desktop.privacy.nested_noise import noisier_copy, same_probability
from epicrec_desktop.privacy.randomness import NumpySource

ERROR_RATE = 1e-6
LOW, HIGH = Fraction(3, 10), Fraction(7, 10)
LEVELS = [
    (LOW, HIGH),
    (Fraction(1, 1000), Fraction(1, 999)),
    (Fraction(1, 4), Fraction(3)),
    (Fraction(3, 10**6), Fraction(7, 10**6)),
]


@pytest.fixture(autouse=True)
def sixty_digits() -> Iterator[None]:
    with localcontext() as context:
        context.prec = 60
        yield


def real(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


@cache
def laplace(level: Fraction, k: int) -> Decimal:
    """P(V = k) at a level."""
    e = real(level)
    return (1 - (-e).exp()) / (1 + (-e).exp()) * (-e * abs(k)).exp()


@cache
def atom(a: Fraction, b: Fraction) -> Decimal:
    """q = (sinh(a/2)/sinh(b/2))², written out."""
    sinh_a, sinh_b = ((real(e) / 2).exp() - (-real(e) / 2).exp() for e in (a, b))
    return (sinh_a / sinh_b) ** 2


@cache
def step(a: Fraction, b: Fraction, k: int) -> Decimal:
    """P(W = k) from level b down to a."""
    q = atom(a, b)
    return (1 - q) * laplace(a, k) + (q if k == 0 else 0)


@pytest.mark.parametrize(("a", "b"), [(LOW, HIGH), (Fraction(1, 4), Fraction(3))])
def test_added_noise_gives_the_more_private_level(a, b):
    """Summed over all that V_b can be, but for tails below 10⁻²¹."""
    for v in (0, 1, 5):
        total = sum(laplace(b, k) * step(a, b, v - k) for k in range(-100, 101))
        assert abs(total - laplace(a, v)) < Decimal(10) ** -21


def joint_loss(pair: Callable[[int, int], Decimal], shift: int) -> Decimal:
    """Return the largest |log P(outputs | x = 0) / P(outputs | x = shift)| over a square of
    outputs.

    Beyond it nothing is new: the terms are functions of distances with a sign.
    """
    grid = range(-6 - shift, 7 + shift)
    ratios = (pair(u, v) / pair(u - shift, v - shift) for u in grid for v in grid)
    return max(abs(ratio.ln()) for ratio in ratios)


@pytest.mark.parametrize("shift", [1, 2, 5])
def test_the_joint_loss_is_that_of_the_best_copy(shift):
    """Levels (0.3, 0.7): 0.7 nested, 1.0 where they are independent; an item that counts r costs
    r times that.
    """

    def nested(y_a, y_b):
        return laplace(HIGH, y_b) * step(LOW, HIGH, y_a - y_b)

    def independent(y_a, y_b):
        return laplace(LOW, y_a) * laplace(HIGH, y_b)

    tolerance = Decimal(10) ** -40
    assert abs(joint_loss(nested, shift) - shift * Decimal("0.7")) < tolerance
    assert abs(joint_loss(independent, shift) - shift * Decimal("1.0")) < tolerance


@pytest.mark.parametrize(("a", "b"), LEVELS)
def test_the_probability_of_the_same_value_is_computed_exactly(a, b):
    found = same_probability(1 / a, 1 / b, 240)
    assert abs(real(Fraction(found.low, 1 << 240)) - atom(a, b)) < Decimal(10) ** -50
    assert found.high - found.low < 1 << 70


def test_continuous_atom_is_detected():
    """With the continuous q the more private copy would not have its own law."""
    q = (real(LOW) / real(HIGH)) ** 2

    def wrong_step(k):
        return (1 - q) * laplace(LOW, k) + (q if k == 0 else 0)

    total = sum(laplace(HIGH, k) * wrong_step(-k) for k in range(-100, 101))
    assert abs(total - laplace(LOW, 0)) > Decimal("0.001")


def chi_square_p(draws: list[int], pmf: Callable[[int], Decimal], low: int, high: int) -> float:
    """p-value of draws against a probability function, with the two tails pooled."""
    counts = Counter(min(max(k, low), high) for k in draws)
    inner = {k: float(pmf(k)) for k in range(low + 1, high)}
    left = float(sum(pmf(k) for k in range(low, low - 90, -1)))
    expected = [left, *inner.values(), 1 - left - sum(inner.values())]
    observed = [counts[k] for k in range(low, high + 1)]
    n = len(draws)
    statistic = sum((o - n * e) ** 2 / (n * e) for o, e in zip(observed, expected, strict=True))
    return float(chdtrc(len(expected) - 1, statistic))


DRAWS = 2_000


def test_the_sampler_downwards():
    source = NumpySource(np.random.default_rng(21))
    draws = [noisier_copy(5, 1 / HIGH, 1 / LOW, source) - 5 for _ in range(DRAWS)]
    assert chi_square_p(draws, lambda k: step(LOW, HIGH, k), -9, 9) > ERROR_RATE
    assert chi_square_p(draws, lambda k: laplace(LOW, k), -9, 9) < ERROR_RATE


def test_levels_next_to_each_other_and_far_apart():
    source = NumpySource(np.random.default_rng(26))
    scale = Fraction(10**9)
    near = noisier_copy(40, scale, scale + Fraction(1, 10**9), source)
    assert near == 40  # differs once in 10¹⁸
    # beyond 60 scales once in 10²⁶
    assert abs(noisier_copy(7, Fraction(1, 400), Fraction(3), source) - 7) < 181


def test_copies_that_cannot_be_nested_are_rejected():
    source = NumpySource(np.random.default_rng(0))
    for scale, larger in ((2, 1), (1, 1), (0, 1)):
        with pytest.raises(ValueError, match="larger"):
            noisier_copy(0, Fraction(scale), Fraction(larger), source)
