"""Nested noisy releases: derive a more private copy from a less private one by exact sampling.

Probabilities are irrational; interval arithmetic on integers decides each choice exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from epicrec_desktop.privacy.noise import discrete_laplace
from epicrec_desktop.privacy.randomness import BitSource

FIRST_BITS = 64


@dataclass(frozen=True, slots=True)
class Interval:
    """low/2^bits <= value <= high/2^bits, for a real value >= 0; rounded outwards at each step.

    Operands of one expression have the same `bits`. A difference that may be negative is cut at 0,
    so subtract only where the true value is known to be nonnegative.
    """

    low: int
    high: int
    bits: int

    @classmethod
    def whole(cls, value: int, bits: int) -> Interval:
        """Return a whole number >= 0, exactly."""
        return cls(value << bits, value << bits, bits)

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high, self.bits)

    def __sub__(self, other: Interval) -> Interval:
        return Interval(max(self.low - other.high, 0), max(self.high - other.low, 0), self.bits)

    def __mul__(self, other: Interval) -> Interval:
        low = self.low * other.low >> self.bits
        return Interval(low, -(-self.high * other.high >> self.bits), self.bits)

    def __truediv__(self, other: Interval) -> Interval:
        """Raises ZeroDivisionError where the divisor is not yet known to be positive."""
        low = (self.low << self.bits) // other.high
        return Interval(low, -((-self.high << self.bits) // other.low), self.bits)


@lru_cache(maxsize=4096)
def exp_minus(x: Fraction, bits: int) -> Interval:
    """Bounds on e^(−x) for a rational x >= 0, a few units of 2^−bits apart at most.

    Halve x until it is at most 1/2, sum the alternating series, square as often. With y = Y/2^w,
    each computed term T_i = ⌊T_(i−1)·Y/(2^w·i)⌋ is less than 2 below the true one (its error is at
    most half of the one before, plus 1), so N terms are off by less than 2N, the rest of the series
    by less than its first term (3), and y's own rounding by less than 1.
    """
    if x < 0:
        raise ValueError("x must not be negative")
    if x >= bits:  # e^(−x) < 2^(−x)
        return Interval(0, 1, bits)
    halvings = max(0, (2 * x.numerator // x.denominator).bit_length())
    work = bits + 2 * halvings + 16
    y = (x.numerator << work) // (x.denominator << halvings)
    total = term = 1 << work
    count = 1
    while term:
        term = term * y // (count << work)
        total += -term if count % 2 else term
        count += 1
    margin = 2 * count + 4
    result = Interval(total - margin, min(total + margin, 1 << work), work)
    for _ in range(halvings):
        result = result * result
    shift = work - bits
    return Interval(result.low >> shift, -(-result.high >> shift), bits)


def sample_index(
    weights: Callable[[int], Sequence[Interval]],
    source: BitSource,
    *,
    guard: int,
    first_bits: int = FIRST_BITS,
) -> int:
    """Return an index i with probability w_i / Σw, exactly.

    `weights(bits)` gives bounds on all weights at a precision; `guard` is how many bits more than
    the uniform's the weights start with, enough to make up for what cancels in them.
    """
    prefix, have, bits = 0, 0, first_bits
    while True:
        prefix = (prefix << (bits - have)) | source.below(1 << (bits - have))
        have = bits
        index = _decided(weights(bits + guard), prefix, have)
        if index is not None:
            return index
        bits *= 2


def _decided(weights: Sequence[Interval], prefix: int, have: int) -> int | None:
    """Return the index that the whole interval [drawn, drawn + 1)/2^have falls to, if it is one.

    The uniform is below the i-th threshold, Σ_(j<=i) w_j / Σ w, for certain if it is where the
    weights up to i are smallest and the others largest; and the other way round.
    """
    low_total, high_total = sum(w.low for w in weights), sum(w.high for w in weights)
    low = high = 0
    for index, weight in enumerate(weights[:-1]):
        low, high = low + weight.low, high + weight.high
        if (prefix + 1) * (low + high_total - high) <= low << have:
            return index
        if prefix * (high + low_total - low) < high << have:
            return None
    return len(weights) - 1


def noisier_copy(value: int, scale: Fraction, larger: Fraction, source: BitSource) -> int:
    """Return a more private copy, of a `larger` scale, of a released value, and from no data.

    The value is a count plus discrete Laplace noise of `scale`, both on the counts' scale.
    """
    if not 0 < scale < larger:
        raise ValueError("scales are positive, and a more private copy has a larger one")

    def weights(bits: int) -> tuple[Interval, Interval]:
        same = same_probability(larger, scale, bits)
        return same, Interval.whole(1, bits) - same

    if sample_index(weights, source, guard=_guard_bits(1 / larger, 1 / scale)) == 0:
        return value
    return value + discrete_laplace(larger, source)


@lru_cache(maxsize=1024)
def same_probability(more_private: Fraction, less_private: Fraction, bits: int) -> Interval:
    """Bounds on q = (sinh(a/2)/sinh(b/2))², for scales 1/a > 1/b.

    Two copies are equal more often than that, as what is added otherwise can be 0 too.
    """
    a, b = 1 / more_private, 1 / less_private
    one = Interval.whole(1, bits)
    ratio = (one - exp_minus(a, bits)) / (one - exp_minus(b, bits))
    return exp_minus(b - a, bits) * ratio * ratio


def _guard_bits(a: Fraction, b: Fraction) -> int:
    """Bits lost to cancellation, for levels a < b: the weights hold differences as small as a level
    or the gap between the two, in products of up to four."""
    smallest = min(a, b - a)
    return 32 + 4 * (smallest.denominator // smallest.numerator).bit_length()
