"""Nested copies: a more private copy of a release is a less private one plus further noise.

Independent noise for each provider lets colluding providers average it out. Nested copies do not:
a coalition learns what its best copy says (Koufogiannis, Han, Pappas 2015, arXiv 1504.00429; there
for continuous noise, here for integers, exactly).

At level e = 1/scale, noise V_e is discrete Laplace: P(V_e = k) = t_e·e^(−e|k|) with
t_e = tanh(e/2) and characteristic function 2·sinh²(e/2) / (cosh e − cos τ). For a < b let
V_a = V_b + W with W independent of V_b. Dividing characteristic functions,

    E e^(iτW) = q·(cosh b − cos τ)/(cosh a − cos τ) = q + (1 − q)·E e^(iτV_a),
    q = (sinh(a/2)/sinh(b/2))²,     as cosh b − cosh a = 2·(sinh²(b/2) − sinh²(a/2)).

So W is 0 with probability q and otherwise distributed as V_a, and needs no data. The other two
directions, upwards and between two copies, are in `research/nested.py`: no release needs them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from epicrec_desktop.privacy.bounds import Interval, exp_minus, sample_index
from epicrec_desktop.privacy.noise import discrete_laplace
from epicrec_desktop.privacy.randomness import BitSource


@dataclass(frozen=True)
class NoisyValue:
    """A released value y = x + noise, discrete Laplace of this scale (both on the counts' scale).

    A smaller scale is a less private copy.
    """

    scale: Fraction
    value: int

    def __post_init__(self) -> None:
        if self.scale <= 0:
            raise ValueError("the scale must be positive")


def derive_noisier_copy(less_private: NoisyValue, scale: Fraction, source: BitSource) -> NoisyValue:
    """A more private copy (larger scale), from a less private one and no data."""
    if scale <= less_private.scale:
        raise ValueError("a more private copy has a larger scale")

    def weights(bits: int) -> tuple[Interval, Interval]:
        same = same_probability(scale, less_private.scale, bits)
        return same, Interval.whole(1, bits) - same

    guard = guard_bits(1 / scale, 1 / less_private.scale)
    further = discrete_laplace(scale, source) if sample_index(weights, source, guard=guard) else 0
    return NoisyValue(scale, less_private.value + further)


@lru_cache(maxsize=1024)
def same_probability(more_private: Fraction, less_private: Fraction, bits: int) -> Interval:
    """Bounds on q = (sinh(a/2)/sinh(b/2))², for scales 1/a > 1/b.

    Two copies are equal more often than that, as what is added otherwise can be 0 too.
    """
    a, b = 1 / more_private, 1 / less_private
    one = Interval.whole(1, bits)
    ratio = (one - exp_minus(a, bits)) / (one - exp_minus(b, bits))
    return exp_minus(b - a, bits) * ratio * ratio


def guard_bits(*levels: Fraction) -> int:
    """Bits lost to cancellation, for levels a < b (< c): the weights hold differences as small as
    a level, or as the gap between two, in products of up to four."""
    gaps = [levels[i + 1] - levels[i] for i in range(len(levels) - 1)]
    smallest = min(levels[0], *gaps)
    return 32 + 4 * (smallest.denominator // smallest.numerator).bit_length()
