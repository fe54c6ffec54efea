"""Intervals that hold the true value, and choices with irrational probabilities."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epicrec_desktop.privacy.nested_noise import Interval, exp_minus, sample_index
from epicrec_desktop.privacy.randomness import NumpySource

POSITIVE = st.fractions(min_value=0, max_value=300, max_denominator=10**14)


def exact_exp_minus(x: Fraction) -> Fraction:
    """e^(−x) to 120 digits, by another implementation."""
    with localcontext() as context:
        context.prec = 120
        return Fraction((Decimal(-x.numerator) / Decimal(x.denominator)).exp())


@settings(max_examples=100, deadline=None)
@given(POSITIVE, st.sampled_from([32, 64, 150, 300]))
def test_exp_minus_holds_the_true_value(x, bits):
    found = exp_minus(x, bits)
    assert found.low <= exact_exp_minus(x) * 2**bits <= found.high
    assert found.high - found.low <= 2


def test_bernoulli_exp_of_zero_and_negative_values():
    assert exp_minus(Fraction(0), 64).high == 1 << 64
    with pytest.raises(ValueError, match="negative"):
        exp_minus(Fraction(-1), 64)


@settings(max_examples=100, deadline=None)
@given(POSITIVE, POSITIVE, st.sampled_from([20, 64]))
def test_arithmetic_rounds_outwards(x, y, bits):
    def around(value):
        scaled = value * 2**bits
        return Interval(math.floor(scaled), math.ceil(scaled), bits)

    a, b = around(x), around(y)
    results = [(a + b, x + y), (a * b, x * y), (a - b, max(x - y, Fraction(0)))]
    if b.low > 0:
        results.append((a / b, x / y))
    for found, true in results:
        assert found.low <= true * 2**bits <= found.high


def test_a_divisor_that_may_be_zero_is_refused():
    with pytest.raises(ZeroDivisionError):
        Interval.whole(1, 8) / Interval(0, 3, 8)


class Scripted:
    """A source with prepared answers; it notes how much was asked for."""

    def __init__(self, *answers: int) -> None:
        self.answers, self.asked = list(answers), []

    def below(self, n: int, /) -> int:
        self.asked.append(n)
        return self.answers.pop(0)


def half_weights(bits: int) -> list[Interval]:
    """Two weights of e^(−1) each, with bounds a few units apart."""
    return [exp_minus(Fraction(1), bits)] * 2


def test_more_bits_are_sampled_only_when_needed():
    easy = Scripted(2)
    assert sample_index(half_weights, easy, guard=8, first_bits=3) == 0
    assert easy.asked == [8]
    # 7/16 … 8/16 touches the threshold, whose bounds are not tight; the next bits tell.
    close = Scripted(7, 15, 0)
    assert sample_index(half_weights, close, guard=8, first_bits=4) == 0
    assert close.asked == [16, 16, 256]
    above = Scripted(8, 15)
    assert sample_index(half_weights, above, guard=8, first_bits=4) == 1


@pytest.mark.parametrize("first_bits", [1, 2, 64])
def test_frequencies_do_not_depend_on_the_first_bits(first_bits):
    def weights(bits):
        return [exp_minus(Fraction(k), bits) for k in (0, 1, 2, 500)]

    source = NumpySource(np.random.default_rng(4))
    draws = [sample_index(weights, source, guard=0, first_bits=first_bits) for _ in range(3_000)]
    expected = np.exp([0.0, -1, -2])
    expected *= 3_000 / expected.sum()
    observed = np.bincount(draws, minlength=4)
    assert observed[3] == 0
    spread = np.sqrt(expected * (1 - expected / 3_000))
    # three normal deviates below 5.1: errs once in 10⁶ seeds
    assert (np.abs(observed[:3] - expected) < 5.1 * spread).all()


def test_weights_of_zero_are_never_chosen():
    def weights(bits):
        return [Interval.whole(0, bits), exp_minus(Fraction(1), bits), Interval.whole(0, bits)]

    source = NumpySource(np.random.default_rng(0))
    assert {sample_index(weights, source, guard=8) for _ in range(200)} == {1}
