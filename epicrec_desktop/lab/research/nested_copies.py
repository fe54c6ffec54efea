"""Nested copies in any order, also between two issued ones. Experiments only.

Independent noise for each provider lets colluding providers average it out. Here a more private
copy is a less private one plus further noise, in whatever order they are asked for (Koufogiannis,
Han, Pappas 2015, arXiv 1504.00429; there for continuous noise, here for integers, exactly).

The coupling, and the direction down, are in `privacy/nested_noise.py`. Going from high levels to
low ones, the increments are independent: the copies are a Markov chain, and an unknown level
depends only on the nearest known level on either side.

**Between** a < b < c, given y_a and y_c, no data needed. Let A = q(a, b), B = q(b, c),
D = |y_a − y_c|, and k the distance of y_b from y_c in the direction of y_a. Then

    P(k) ∝ [B·1(k=0) + (1−B)·t_b·e^(−b|k|)] · [A·1(k=D) + (1−A)·t_a·e^(−a|D−k|)].

Multiplied out, divided by e^(−aD), with E = e^(−(b−a)D), K = (1−A)(1−B)·t_a·t_b, these are

    k = 0       B·(1−A)·t_a, and A·B more if D = 0
    k = D       (1−B)·t_b·A·E
    0 … D       K·e^(−(b−a)k)       in total K·(1 − e^(−(b−a)(D+1)))/(1 − e^(−(b−a)))
    −j, j >= 1  K·e^(−(a+b)j)       in total K/(e^(a+b) − 1)
    D+j, j >= 1 K·E·e^(−(a+b)j)     in total K·E/(e^(a+b) − 1)

Equal copies do not force the value: at D = 0 the last two lines are still there.

**Up** (less privacy) from a to b, given v = y_a − x, which takes the data: the same with x in the
place of y_c and c = ∞, so B = 0. Divided by t_a, the weights are then r·E at v with
r = sinh a / sinh b, e^d·sinh(S)·(1 − e^(−2d(D+1)))/sinh b in 0 … v, e^(−S)·sinh(d)/sinh b beyond 0
and E times that beyond v, with S = (a+b)/2, d = (b−a)/2: they sum to 1, and the limits for small
levels are the continuous form's rE, (1+r)(1−E)/2, (1−r)/2 and (1−r)E/2.

A geometric number modulo D + 1 is a geometric number truncated to 0 … D, so nothing is rejected.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.privacy.integer_rows import exact_loss
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.nested_noise import (
    Interval,
    NoisyValue,
    derive_noisier_copy,
    exp_minus,
    guard_bits,
    same_probability,
    sample_index,
)
from epicrec_desktop.privacy.noise import bernoulli_exp, discrete_laplace
from epicrec_desktop.privacy.randomness import BitSource


def issue(
    count: int, released: Sequence[NoisyValue], scale: Fraction, source: BitSource
) -> NoisyValue:
    """Return the copy of this scale, nested with every copy of the count that was released before.

    `released` are all of them, in any order; one of the same scale is returned as it is. Raises
    ValueError if two of one scale differ, as such copies are not nested.
    """
    known = {copy.scale: copy for copy in released}
    if any(known[copy.scale] != copy for copy in released):
        raise ValueError("two copies of one scale must be the same")
    if scale in known:
        return known[scale]
    better = max((s for s in known if s < scale), default=None)
    worse = min((s for s in known if s > scale), default=None)
    if better is not None and worse is not None:
        return sample_between(known[better], known[worse], scale, source)
    if better is not None:
        return derive_noisier_copy(known[better], scale, source)
    if worse is not None:
        return sample_less_private(count, known[worse], scale, source)
    return NoisyValue(scale, count + discrete_laplace(scale, source))


def issue_vector(
    counts: Sequence[int],
    released: Sequence[Sequence[NoisyValue]],
    scales: Sequence[Fraction],
    source: BitSource,
) -> tuple[NoisyValue, ...]:
    """Issue a copy of each of a period's counts; `released` has a sequence of copies per count."""
    return tuple(
        issue(count, copies, scale, source)
        for count, copies, scale in zip(counts, released, scales, strict=True)
    )


def sample_less_private(
    count: int, more_private: NoisyValue, scale: Fraction, source: BitSource
) -> NoisyValue:
    """Return a less private copy (smaller scale), from the true count and a more private copy."""
    if scale >= more_private.scale:
        raise ValueError("a less private copy has a smaller scale")
    return _bridge(count, None, more_private, scale, source)


def sample_between(
    less: NoisyValue, more: NoisyValue, scale: Fraction, source: BitSource
) -> NoisyValue:
    """Return a copy between a less private and a more private one, from these two and no data."""
    if not less.scale < scale < more.scale:
        raise ValueError("the scale must be between those of the two copies")
    return _bridge(less.value, less.scale, more, scale, source)


def bridge_weights(
    distance: int, more_private: Fraction, scale: Fraction, less_private: Fraction | None, bits: int
) -> tuple[Interval, ...]:
    """Return bounds on the weights of the five pieces of the module's table, in its order.

    `distance` D; scales 1/a > 1/b > 1/c, or None for c = ∞ (the true count).
    """
    a, b = 1 / more_private, 1 / scale
    one = Interval.whole(1, bits)
    stays_a, tanh_a, tanh_b, tail, gap = _constants(more_private, scale, bits)
    stays_b = (
        Interval.whole(0, bits)
        if less_private is None
        else same_probability(scale, less_private, bits)
    )
    moves_a, moves_b = one - stays_a, one - stays_b
    decay = exp_minus((b - a) * distance, bits)
    last = exp_minus((b - a) * (distance + 1), bits)
    both = moves_a * moves_b * tanh_a * tanh_b
    at_start = stays_b * moves_a * tanh_a
    if distance == 0:
        at_start += stays_a * stays_b
    at_end = moves_b * tanh_b * stays_a * decay
    return at_start, at_end, both * (one - last) / gap, both * tail, both * tail * decay


@lru_cache(maxsize=1024)
def _constants(more_private: Fraction, scale: Fraction, bits: int) -> tuple[Interval, ...]:
    """Return A, t_a, t_b, 1/(e^(a+b) − 1) and 1 − e^(−(b−a))."""
    a, b = 1 / more_private, 1 / scale
    one = Interval.whole(1, bits)
    tanh_a, tanh_b = (
        (one - power) / (one + power) for power in (exp_minus(a, bits), exp_minus(b, bits))
    )
    power = exp_minus(a + b, bits)
    stays = same_probability(more_private, scale, bits)
    return stays, tanh_a, tanh_b, power / (one - power), one - exp_minus(b - a, bits)


def _bridge(
    start: int, less_private: Fraction | None, more: NoisyValue, scale: Fraction, source: BitSource
) -> NoisyValue:
    """Sample once between `start` (at scale `less_private`, or the true count) and a copy."""
    a, b = 1 / more.scale, 1 / scale
    distance = abs(more.value - start)
    sign = 1 if more.value >= start else -1

    def weights(bits: int) -> tuple[Interval, ...]:
        return bridge_weights(distance, more.scale, scale, less_private, bits)

    guard = guard_bits(a, b) if less_private is None else guard_bits(a, b, 1 / less_private)
    piece = sample_index(weights, source, guard=guard)
    if piece == 0:
        k = 0
    elif piece == 1:
        k = distance
    elif piece == 2:
        k = geometric(b - a, source) % (distance + 1)
    elif piece == 3:
        k = -1 - geometric(a + b, source)
    else:
        k = distance + 1 + geometric(a + b, source)
    return NoisyValue(scale, start + sign * k)


def geometric(rate: Fraction, source: BitSource) -> int:
    """Return one exact sample m >= 0 with P(m) ∝ e^(−rate·m), for a rational rate > 0.

    Canonne, Kamath, Steinke 2020, Algorithm 2: with rate u/t, a number with P(n) ∝ e^(−n/t) is
    sampled digit by digit in base t, and m = ⌊n/u⌋.
    """
    if rate <= 0:
        raise ValueError("the rate must be positive")
    low = source.below(rate.denominator)
    while not bernoulli_exp(Fraction(low, rate.denominator), source):
        low = source.below(rate.denominator)
    high = 0
    while bernoulli_exp(Fraction(1), source):
        high += 1
    return (low + rate.denominator * high) // rate.numerator


ZERO = Fraction(0)


@dataclass(frozen=True)
class Charge:
    """One copy issued to a provider: its budget in this period, and the scale of each column."""

    provider: str
    epsilon: Fraction
    scales: Mapping[str, Fraction]

    def __post_init__(self) -> None:
        if self.epsilon <= 0 or any(scale <= 0 for scale in self.scales.values()):
            raise ValueError("a budget and its scales are positive")


@dataclass(frozen=True)
class PeriodAccount:
    """The charges of one period.

    `columns` are the counts that are released and `rows` (m, c) the integer rows of the items that
    can cost most. Columns hold nested copies of one count each. Another query in the same period
    (other levels, another mechanism) is other columns, with its own names and each item's rows side
    by side; the losses then add.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    charges: tuple[Charge, ...] = ()

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("a row has a value for each column")

    @property
    def loss(self) -> Fraction:
        """Return what all providers of this period together have learned at most: the charged ε."""
        return self.loss_of({charge.provider for charge in self.charges})

    @property
    def budget(self) -> Fraction:
        """Return the largest provider's ε: the limit of the coalition. 0 without charges."""
        return max((charge.epsilon for charge in self.charges), default=ZERO)

    def loss_of(self, providers: Collection[str]) -> Fraction:
        """Return the exact loss to a coalition of these providers; of one, what it has learned
        alone.
        """
        levels = self._levels(providers)
        where = [j for j, level in enumerate(levels) if level > 0]
        rows = np.array(self.rows, dtype=np.int64).reshape(len(self.rows), len(self.columns))
        return exact_loss(rows[:, where], [1 / levels[j] for j in where])

    def item_loss(self, row: Sequence[int], providers: Collection[str] | None = None) -> Fraction:
        """Return an item's own exact loss, for its integer row (with its weight, if it has one)."""
        if len(row) != len(self.columns):
            raise ValueError("a row has a value for each column")
        everyone = {charge.provider for charge in self.charges}
        levels = self._levels(everyone if providers is None else providers)
        return sum((r * level for r, level in zip(row, levels, strict=True)), ZERO)

    def charge(
        self, provider: str, epsilon: Fraction, scales: Mapping[str, Fraction]
    ) -> PeriodAccount:
        """Return the account after one more copy; the same account for a repeat.

        Raises `PrivacyError` if the copies of this provider would cost more than its own ε, or
        those of all more than the largest provider's; then nothing may be sampled.
        """
        unknown = set(scales) - set(self.columns)
        if unknown or not scales:
            raise ValueError("scales are given for columns of the account, for at least one")
        new = Charge(provider, epsilon, dict(scales))
        if new in self.charges:
            return self
        after = replace(self, charges=(*self.charges, new))
        own = max(c.epsilon for c in after.charges if c.provider == provider)
        if after.loss_of({provider}) > own:
            raise PrivacyError(
                "This release would tell the provider more than its privacy budget allows, so "
                "nothing was released and nothing was charged. Wait for the next release window, "
                "or give the provider a larger budget."
            )
        if after.loss > after.budget:
            raise PrivacyError(
                "Providers that share what they know could learn more than the largest of their "
                "privacy budgets allows, so nothing was released and nothing was charged. Wait for "
                "the next release window, where all providers get copies of one release."
            )
        return after

    def _levels(self, providers: Collection[str]) -> list[Fraction]:
        """max_k 1/s_kj of each column; 0 for one that none of these providers has."""
        levels = dict.fromkeys(self.columns, ZERO)
        for charge in self.charges:
            if charge.provider in providers:
                for name, scale in charge.scales.items():
                    levels[name] = max(levels[name], 1 / scale)
        return [levels[name] for name in self.columns]


@dataclass(frozen=True)
class IssuedCopy:
    """Noisy counts that were issued to a provider at its budget in this period."""

    provider: str
    epsilon: Fraction
    noisy: tuple[int, ...]


@dataclass(frozen=True)
class FrozenPeriod:
    """`counts` (c,) are private; `issued` are the copies that may be sent, oldest first."""

    mechanism: Mechanism
    counts: tuple[int, ...]
    issued: tuple[IssuedCopy, ...] = ()

    def __post_init__(self) -> None:
        sizes = {len(self.counts), *(len(copy.noisy) for copy in self.issued)}
        if sizes != {len(self.mechanism.scales)}:
            raise ValueError("there must be one count for each published category")

    @property
    def account(self) -> PeriodAccount:
        """Return what this period's copies cost, alone and together, in exact fractions."""
        mechanism = self.mechanism
        charges = tuple(self._charge(copy.provider, copy.epsilon) for copy in self.issued)
        return PeriodAccount(mechanism.categories, mechanism.rows, charges)

    def scales(self, epsilon: Fraction) -> tuple[Fraction, ...]:
        """Return the period's scales for a provider trusted with ε: its shape, times ε_w / ε."""
        return self.mechanism.at(epsilon).scales

    def copy(self, provider: str, epsilon: Fraction) -> tuple[int, ...] | None:
        """Return the noisy counts issued to a provider at this budget; None if none were."""
        for issued in self.issued:
            if (issued.provider, issued.epsilon) == (provider, epsilon):
                return issued.noisy
        return None

    def issue(self, provider: str, epsilon: Fraction, source: BitSource) -> FrozenPeriod:
        """Return the period after a copy for this provider; the same period if it has that copy.

        The copy is nested with all that were issued before, to any provider. Raises `PrivacyError`
        if it would exceed the limit; then nothing is sampled. `source` must be the system's secure
        generator for a release.
        """
        if self.copy(provider, epsilon) is not None:
            return self
        charge = self._charge(provider, epsilon)
        self.account.charge(provider, epsilon, charge.scales)
        vectors = [(self.scales(old.epsilon), old.noisy) for old in self.issued]
        released = [
            [NoisyValue(scales[j], noisy[j]) for scales, noisy in vectors]
            for j in range(len(self.counts))
        ]
        copies = issue_vector(self.counts, released, self.scales(epsilon), source)
        new = IssuedCopy(provider, epsilon, tuple(copy.value for copy in copies))
        return replace(self, issued=(*self.issued, new))

    def _charge(self, provider: str, epsilon: Fraction) -> Charge:
        names = self.mechanism.categories
        return Charge(provider, epsilon, dict(zip(names, self.scales(epsilon), strict=True)))
