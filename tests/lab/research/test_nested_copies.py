"""Nested copies against their definition: exact probability functions, then the samplers.

The reference is the definition alone, computed with 60 digits: V_b is discrete Laplace and V_a is
V_b plus a W that is 0 with probability q and otherwise distributed as V_a. Chi-square tests have
fixed seeds and each errs once in 10⁶ seeds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from epicrec_desktop.lab.research.nested_copies import (
    PeriodAccount,
    bridge_weights,
    geometric,
    issue,
    issue_vector,
    sample_between,
    sample_less_private,
)
from epicrec_desktop.privacy.nested_noise import NoisyValue, derive_noisier_copy, same_probability
from epicrec_desktop.privacy.randomness import NumpySource

ERROR_RATE = 1e-6
BITS = 240
CLOSE = Decimal(10) ** -50

LOW, MIDDLE, HIGH = Fraction(3, 10), Fraction(1, 2), Fraction(7, 10)


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


def bridge(distance: int, a: Fraction, b: Fraction, c: Fraction | None, k: int) -> Decimal:
    """Return the probability function that `bridge_weights` and the module's table describe."""
    bounds = bridge_weights(distance, 1 / a, 1 / b, None if c is None else 1 / c, BITS)
    pieces = [real(Fraction(w.low + w.high, 2 << BITS)) for w in bounds]
    total = sum(pieces)
    gap, both = (-real(b - a)).exp(), (-real(a + b)).exp()
    found = pieces[0] * (k == 0) + pieces[1] * (k == distance)
    if 0 <= k <= distance:
        found += pieces[2] * gap**k * (1 - gap) / (1 - gap ** (distance + 1))
    elif k < 0:
        found += pieces[3] * both ** (-k - 1) * (1 - both)
    else:
        found += pieces[4] * both ** (k - distance - 1) * (1 - both)
    return found / total


LEVELS = [
    (LOW, MIDDLE, HIGH),
    (Fraction(1, 1000), Fraction(1, 999), Fraction(1, 7)),
    (Fraction(1, 4), Fraction(3), Fraction(11, 3)),
]
DISTANCES = [0, 1, 2, 9, 60]


@pytest.mark.parametrize(("a", "b"), [(LOW, HIGH), (Fraction(1, 4), Fraction(3))])
def test_added_noise_gives_the_more_private_level(a: Fraction, b: Fraction) -> None:
    """Summed over all that V_b can be, but for tails below 10⁻²¹."""
    for v in (0, 1, 5):
        total = sum(laplace(b, k) * step(a, b, v - k) for k in range(-100, 101))
        assert abs(total - laplace(a, v)) < Decimal(10) ** -21


@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize(("a", "b", "c"), LEVELS)
def test_upwards_is_the_conditional_of_the_definition(
    a: Fraction, b: Fraction, c: Fraction, distance: int
) -> None:
    for k in range(-12, distance + 13):
        joint = laplace(b, k) * step(a, b, distance - k)
        assert abs(bridge(distance, a, b, None, k) - joint / laplace(a, distance)) < CLOSE


@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize(("a", "b", "c"), LEVELS)
def test_between_is_the_conditional_of_the_definition(
    a: Fraction, b: Fraction, c: Fraction, distance: int
) -> None:
    """By the Chapman-Kolmogorov equation, the normalizer is the step from c to a."""
    for k in range(-12, distance + 13):
        joint = step(b, c, k) * step(a, b, distance - k)
        assert abs(bridge(distance, a, b, c, k) - joint / step(a, c, distance)) < CLOSE


@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize("c", [HIGH, None])
def test_the_pieces_have_closed_forms_that_sum_to_one(distance: int, c: Fraction | None) -> None:
    """Up: the weights of the docstring's last paragraph. Between: what they are divided by."""
    weights = bridge_weights(distance, 1 / LOW, 1 / MIDDLE, None if c is None else 1 / c, BITS)
    total = real(Fraction(sum(w.low for w in weights), 1 << BITS))
    if c is not None:
        scale = (-real(LOW) * distance).exp()
        assert abs(total * scale - step(LOW, c, distance)) < CLOSE
        return
    a, b, d = float(LOW), float(MIDDLE), distance
    s, h, e = (a + b) / 2, (b - a) / 2, math.exp(-(b - a) * d)
    closed = [
        0.0,
        math.sinh(a) / math.sinh(b) * e,
        math.exp(h) * math.sinh(s) * (1 - math.exp(-2 * h * (d + 1))) / math.sinh(b),
        math.exp(-s) * math.sinh(h) / math.sinh(b),
        math.exp(-s) * math.sinh(h) / math.sinh(b) * e,
    ]
    assert [float(Fraction(w.low, 1 << BITS)) / float(total) for w in weights] == pytest.approx(
        closed, abs=1e-14
    )
    assert sum(closed) == pytest.approx(1)


def test_the_pieces_tend_to_the_continuous_form() -> None:
    a, b, v = Fraction(3, 10**6), Fraction(7, 10**6), 10**5
    pieces = [
        float(Fraction(w.low, 1 << BITS)) for w in bridge_weights(v, 1 / a, 1 / b, None, BITS)
    ]
    r, e = float(a / b), math.exp(-float(b - a) * v)
    continuous = [0, r * e, (1 + r) * (1 - e) / 2, (1 - r) / 2, (1 - r) * e / 2]
    assert np.array(pieces) / sum(pieces) == pytest.approx(continuous, abs=1e-5)
    q = same_probability(1 / a, 1 / b, BITS)
    assert float(Fraction(q.low, 1 << BITS)) == pytest.approx(float(a / b) ** 2, abs=1e-5)


def test_three_levels_are_a_markov_chain() -> None:
    """Issued as low, high, then the middle: the joint law is the same as from high to low."""
    a, b, c = LOW, MIDDLE, HIGH
    for x_c, x_b, x_a in [(0, 0, 0), (2, 0, 0), (0, 2, 2), (-1, 3, 3), (1, 1, 4), (2, -3, 5)]:
        chain = laplace(c, x_c) * step(b, c, x_b - x_c) * step(a, b, x_a - x_b)
        sign_a = 1 if x_a >= 0 else -1
        first_two = laplace(a, x_a) * bridge(abs(x_a), a, c, None, sign_a * x_c)
        sign = 1 if x_a >= x_c else -1
        issued = first_two * bridge(abs(x_a - x_c), a, b, c, sign * (x_b - x_c))
        assert abs(issued - chain) < CLOSE


def joint_loss(pair: Callable[[int, int], Decimal], shift: int) -> Decimal:
    """Return the largest |log P(outputs | x = 0) / P(outputs | x = shift)| over a square of
    outputs.

    Beyond it nothing is new: the terms are functions of distances with a sign.
    """
    grid = range(-6 - shift, 7 + shift)
    ratios = (pair(u, v) / pair(u - shift, v - shift) for u in grid for v in grid)
    return max(abs(ratio.ln()) for ratio in ratios)


@pytest.mark.parametrize("shift", [1, 2, 5])
def test_the_joint_loss_is_that_of_the_best_copy(shift: int) -> None:
    """Levels (0.3, 0.7): 0.7 nested, in either order of issue; 1.0 where they are independent.

    An item that counts r at a coordinate costs r times that, which is what the accountant adds up.
    """

    def downwards(y_a: int, y_b: int) -> Decimal:
        return laplace(HIGH, y_b) * step(LOW, HIGH, y_a - y_b)

    def upwards(y_a: int, y_b: int) -> Decimal:
        sign = 1 if y_a >= 0 else -1
        return laplace(LOW, y_a) * bridge(abs(y_a), LOW, HIGH, None, sign * y_b)

    def independent(y_a: int, y_b: int) -> Decimal:
        return laplace(LOW, y_a) * laplace(HIGH, y_b)

    tolerance = Decimal(10) ** -40
    account = PeriodAccount(("A",), ((shift,),))
    account = account.charge("far", shift * LOW, {"A": 1 / LOW})
    account = account.charge("near", shift * HIGH, {"A": 1 / HIGH})
    charged = real(account.loss)
    assert abs(charged - shift * Decimal("0.7")) < tolerance
    assert abs(joint_loss(downwards, shift) - charged) < tolerance
    assert abs(joint_loss(upwards, shift) - charged) < tolerance
    assert abs(joint_loss(independent, shift) - shift * Decimal("1.0")) < tolerance


def test_continuous_atom_is_detected() -> None:
    """With the continuous q the more private copy would not have its own law."""
    q = (real(LOW) / real(HIGH)) ** 2

    def wrong_step(k: int) -> Decimal:
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
    return float(chi2.sf(statistic, len(expected) - 1))


DRAWS = 2_000


def test_the_sampler_downwards() -> None:
    source = NumpySource(np.random.default_rng(21))
    better = NoisyValue(1 / HIGH, 5)
    draws = [derive_noisier_copy(better, 1 / LOW, source).value - 5 for _ in range(DRAWS)]
    assert chi_square_p(draws, lambda k: step(LOW, HIGH, k), -9, 9) > ERROR_RATE
    assert chi_square_p(draws, lambda k: laplace(LOW, k), -9, 9) < ERROR_RATE


@pytest.mark.parametrize("v", [0, 3, -7])
def test_the_sampler_upwards(v: int) -> None:
    source = NumpySource(np.random.default_rng(22))
    worse = NoisyValue(1 / LOW, 40 + v)
    sign = 1 if v >= 0 else -1
    draws = [
        sign * (sample_less_private(40, worse, 1 / HIGH, source).value - 40) for _ in range(DRAWS)
    ]

    def pmf(k: int) -> Decimal:
        return laplace(HIGH, k) * step(LOW, HIGH, abs(v) - k) / laplace(LOW, v)

    assert chi_square_p(draws, pmf, -4, abs(v) + 4) > ERROR_RATE
    assert chi_square_p(draws, lambda k: laplace(HIGH, k), -4, abs(v) + 4) < ERROR_RATE


@pytest.mark.parametrize("apart", [0, 4, -6])
def test_the_sampler_between(apart: int) -> None:
    source = NumpySource(np.random.default_rng(23))
    better, worse = NoisyValue(1 / HIGH, 9), NoisyValue(1 / LOW, 9 + apart)
    sign = 1 if apart >= 0 else -1
    copies = [sample_between(better, worse, 1 / MIDDLE, source) for _ in range(DRAWS)]
    draws = [sign * (copy.value - 9) for copy in copies]

    def pmf(k: int) -> Decimal:
        joint = step(MIDDLE, HIGH, k) * step(LOW, MIDDLE, abs(apart) - k)
        return joint / step(LOW, HIGH, abs(apart))

    assert chi_square_p(draws, pmf, -3, abs(apart) + 3) > ERROR_RATE
    if apart == 0:
        assert any(draws)  # equality does not force the value


@pytest.mark.parametrize("rate", [Fraction(1, 9), Fraction(2, 3), Fraction(7, 2)])
def test_the_geometric_sampler(rate: Fraction) -> None:
    source = NumpySource(np.random.default_rng(24))
    draws = [geometric(rate, source) for _ in range(DRAWS)]
    power = (-real(rate)).exp()
    reach = max(1, int(3 / rate))
    observed = Counter(min(k, reach) for k in draws)
    expected = [float((1 - power) * power**k) for k in range(reach)]
    expected.append(float(power**reach))
    statistic = sum((observed[k] - DRAWS * e) ** 2 / (DRAWS * e) for k, e in enumerate(expected))
    assert chi2.sf(statistic, reach) > ERROR_RATE


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_every_issue_order_gives_the_same_distribution(order: tuple[int, ...]) -> None:
    """Marginals of all three levels, and how often neighbors agree, in each of the six orders."""
    source = NumpySource(np.random.default_rng(25))
    levels = (LOW, MIDDLE, HIGH)
    draws: dict[int, list[int]] = {0: [], 1: [], 2: []}
    for _ in range(600):
        copies: list[NoisyValue] = []
        for index in order:
            copies.append(issue(100, copies, 1 / levels[index], source))
            draws[index].append(copies[-1].value - 100)
    for index, level in enumerate(levels):
        assert chi_square_p(draws[index], lambda k, e=level: laplace(e, k), -6, 6) > ERROR_RATE
    for (i, a), (j, b) in pairwise(enumerate(levels)):
        apart = [x - y for x, y in zip(draws[i], draws[j], strict=True)]
        assert chi_square_p(apart, lambda k, a=a, b=b: step(a, b, k), -4, 4) > ERROR_RATE


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.fractions(Fraction(1, 5), 3000, max_denominator=2**33), min_size=1, max_size=6),
    st.integers(-(10**6), 10**6),
    st.integers(0, 2**32),
)
def test_any_scales_in_any_order(scales: list[Fraction], count: int, seed: int) -> None:
    source = NumpySource(np.random.default_rng(seed))
    copies: list[NoisyValue] = []
    for scale in scales:
        copies.append(issue(count, copies, scale, source))
    for scale, copy in zip(scales, copies, strict=True):
        assert copy.scale == scale
        # beyond 60 scales once in 10²⁶
        assert abs(copy.value - count) <= 60 * scale + 1
        assert issue(count + 1, copies, scale, source) == copy  # once drawn, for ever


def test_levels_next_to_each_other_and_far_apart() -> None:
    source = NumpySource(np.random.default_rng(26))
    scale = Fraction(10**9)
    one = issue(0, [], scale, source)
    near = issue(0, [one], scale + Fraction(1, 10**9), source)
    assert near.value == one.value  # differs once in 10¹⁸
    tiny = issue(0, [one], Fraction(1, 400), source)
    assert tiny.value == 0
    between = issue(0, [one, tiny], Fraction(3), source)
    assert abs(between.value) < 200


def test_a_vector_of_copies() -> None:
    source = NumpySource(np.random.default_rng(27))
    scales = (Fraction(3), Fraction(5, 2))
    first = issue_vector((10, 20), ((), ()), scales, source)
    again = issue_vector((10, 20), [(c,) for c in first], scales, source)
    assert again == first
    with pytest.raises(ValueError, match="zip"):
        issue_vector((10,), ((), ()), scales, source)


def test_copies_that_cannot_be_nested_are_rejected() -> None:
    source = NumpySource(np.random.default_rng(28))
    small, large = NoisyValue(Fraction(1), 0), NoisyValue(Fraction(2), 0)
    with pytest.raises(ValueError, match="larger"):
        derive_noisier_copy(large, Fraction(1), source)
    with pytest.raises(ValueError, match="smaller"):
        sample_less_private(0, small, Fraction(2), source)
    with pytest.raises(ValueError, match="between"):
        sample_between(small, large, Fraction(3), source)
    with pytest.raises(ValueError, match="same"):
        issue(0, [small, NoisyValue(Fraction(1), 1)], Fraction(2), source)
    with pytest.raises(ValueError, match="positive"):
        NoisyValue(Fraction(0), 0)
    with pytest.raises(ValueError, match="positive"):
        geometric(Fraction(0), source)
