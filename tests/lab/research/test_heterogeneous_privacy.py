"""Heterogeneous differential privacy: a weight per item (Alaggan, Gambs, Kermarrec 2015).

Weights v in [0, 1] say how much of ε an item may cost: 1 usual, 0 nothing at all. A mechanism is
(ε, v)-private if, for every item i, output probabilities of profiles that differ in i alone have a
ratio of at most e^(ε v_i). A release gets this by shrinking integer rows (`Mechanism.count`). Here
are the definition by enumeration, the stretching of any query of a binary profile, and the paper's
theorems. The method fails for the size of the support (ℓ0) and the minimum.
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.privacy.integer_rows import IntRows, exact_losses

Query = Callable[[Floats], float]
"""A function of a profile d in [0, 1]ⁿ."""
Mechanism = Callable[[tuple[int, ...]], Mapping[Hashable, float]]
"""The exact distribution of outputs for a binary profile: probability of each output."""


@dataclass(frozen=True)
class Guarantee:
    """(ε, v)-privacy: item i costs at most ε v_i. Exact fractions; v in [0, 1]."""

    epsilon: Fraction
    weights: tuple[Fraction, ...]

    def item(self, i: int) -> Fraction:
        """ε v_i: what item i costs at most."""
        return self.epsilon * self.weights[i]

    @property
    def minimum(self) -> Fraction:
        """ε min v: the budget of the min-v baseline, which ignores that weights differ.

        Any mechanism that is private at this ε for every item keeps the guarantee, but one item
        at weight 0 leaves nothing for all of them.
        """
        return self.epsilon * min(self.weights, default=Fraction(1))


def compose(first: Guarantee, second: Guarantee) -> Guarantee:
    """Return the guarantee of two mechanisms together: losses add item by item.

    ε = ε₁ + ε₂, and weights are the means of the two, weighted by their ε.
    """
    epsilon = first.epsilon + second.epsilon
    pairs = zip(first.weights, second.weights, strict=True)
    return Guarantee(
        epsilon, tuple((first.epsilon * v + second.epsilon * w) / epsilon for v, w in pairs)
    )


def item_losses(mechanism: Mechanism, items: int) -> Floats:
    """Return the exact loss of each item, from the definition: max |log ratio| over neighboring
    profiles.

    Enumerates all 2ⁿ profiles and outputs. An output that only one of two neighbors can have is
    an infinite loss.
    """
    losses = np.zeros(items)
    known = {profile: mechanism(profile) for profile in _profiles(items)}
    for profile, distribution in known.items():
        for i in range(items):
            if profile[i]:
                there = known[(*profile[:i], 0, *profile[i + 1 :])]
                losses[i] = max(losses[i], _largest_ratio(distribution, there))
    return losses


def holds(mechanism: Mechanism, guarantee: Guarantee, tolerance: float = 1e-9) -> bool:
    """Return whether a mechanism keeps a guarantee, checked by enumeration."""
    losses = item_losses(mechanism, len(guarantee.weights))
    allowed = [float(guarantee.item(i)) for i in range(len(losses))]
    return bool((losses <= np.array(allowed) + tolerance).all())


def stretched_losses(
    rows: IntRows, scales: Sequence[Fraction], weights: Sequence[Fraction]
) -> list[Fraction]:
    """Return the exact loss Σ_j ⌊w_i r_ij⌋ / s_j of each item under noise of scales s.

    `rows` (n, c) integers, one for each item. At most w_i times the loss of the whole row.
    """
    stretched = [
        [value * w.numerator // w.denominator for value in row]
        for row, w in zip(rows.tolist(), weights, strict=True)
    ]
    return exact_losses(np.array(stretched, dtype=np.int64).reshape(rows.shape), scales)


def stretch(query: Query, weights: Floats) -> Query:
    """Return the stretched query f̂(d) = f(w ∘ d), which gets the noise of f."""
    return lambda profile: query(weights * profile)


def modular_sensitivities(query: Query, items: int) -> Floats:
    """Δ_i: the most that item i alone changes a query of binary profiles (definition 2).

    By enumeration. The global sensitivity Δ is the largest.
    """
    values = {profile: query(np.array(profile, dtype=np.float64)) for profile in _profiles(items)}
    return np.array(
        [
            max(
                (
                    abs(value - values[(*profile[:i], 0, *profile[i + 1 :])])
                    for profile, value in values.items()
                    if profile[i]
                ),
                default=0.0,
            )
            for i in range(items)
        ]
    )


def is_served(query: Query, weights: Floats) -> bool:
    """Return whether w = v keeps Δ_i(f̂) <= v_i Δ(f) for every item: then f̂ is (ε, v)-private.

    By enumeration. False for ℓ0; true for the minimum, which fails in another way.
    """
    allowed = weights * float(modular_sensitivities(query, len(weights)).max(initial=0.0))
    stretched = modular_sensitivities(stretch(query, weights), len(weights))
    return bool((stretched <= allowed + 1e-12).all())


def distortion_bound(gradient_norm: float, profile: Floats, weights: Floats) -> float:
    """Return the distortion bound: |f(d) − f(w ∘ d)| <= (1 − m) ‖∇f(Bd)‖ ‖d‖ with m = min w.

    `gradient_norm` is the largest norm of f's gradient between w ∘ d and d; for a linear f it is
    that of its coefficients. The paper has m = min v, which is the same at w = v; at w < v only
    min w is right. Items that the profile does not hold may be left out of both.
    """
    smallest = float(weights.min(initial=1.0))
    return (1.0 - smallest) * gradient_norm * float(np.linalg.norm(profile))


def inner_product(one: Floats, other: Floats, weights: Floats) -> float:
    """Return the stretched inner product of a profile with weights and another person's: Σ w_i d_i
    y_i.

    Δ = 1, and Δ_i(f̂) = w_i: Laplace noise of scale 1/ε makes it (ε, w)-private.
    """
    return float((weights * one) @ other)


def inner_product_distortion(one: Floats, other: Floats, weights: Floats) -> float:
    """Return how much lower the stretched inner product is: Σ (1 − w_i) d_i y_i, at most (1 − m)
    d·y.

    So weights of 1 − n^(−1/2) keep it within √n, the order of the least noise of two-party inner
    products; the paper's 1 − Õ(n^(−3/2)) is sufficient, not necessary.
    """
    return float(((1.0 - weights) * one) @ other)


def support_size(profile: Floats) -> float:
    """ℓ0, how many items a profile holds. Not served: any weight above 0 still counts as one."""
    return float(np.count_nonzero(profile))


def minimum(profile: Floats) -> float:
    """Return the smallest entry. Not served: stretched, it is at most min w, whatever the profile
    says.

    Its sensitivities shrink as they should, but an item at weight 0 makes it 0 for every profile.
    """
    return float(profile.min())


def _profiles(items: int) -> list[tuple[int, ...]]:
    return [tuple(code >> i & 1 for i in range(items)) for code in range(1 << items)]


def _largest_ratio(one: Mapping[Hashable, float], other: Mapping[Hashable, float]) -> float:
    """max over outputs of |log P(output) − log Q(output)|."""
    largest = 0.0
    for output in {*one, *other}:
        p, q = one.get(output, 0.0), other.get(output, 0.0)
        if p == q:
            continue
        if p == 0.0 or q == 0.0:
            return float("inf")
        largest = max(largest, abs(float(np.log(p) - np.log(q))))
    return largest


unit = st.floats(0, 1)
weights_of_five = arrays(np.float64, 5, elements=unit)
bits_of_five = arrays(np.float64, 5, elements=st.sampled_from([0.0, 1.0]))
fractions = st.fractions(0, 1, max_denominator=20)


def stretched_count(weights: list[Fraction], multiplier: int, scale: Fraction) -> Mechanism:
    """Discrete Laplace noise on Σ ⌊w_i M⌋ d_i, as a release adds it; exact but for far tails.

    Values beyond the window are left out for all profiles alike: within it, ratios are exact.
    """
    steps = [w.numerator * multiplier // w.denominator for w in weights]
    decay = math.exp(-1 / scale)
    norm = (1 - decay) / (1 + decay)

    def distribution(profile: tuple[int, ...]) -> dict[int, float]:
        center = sum(step for step, has in zip(steps, profile, strict=True) if has)
        return {x: norm * decay ** abs(x - center) for x in range(-5, sum(steps) + 6)}

    return distribution


def test_stretching_meets_the_definition_exactly():
    weights = [Fraction(1), Fraction(1, 2), Fraction(0), Fraction(1, 3)]
    epsilon = Fraction(1, 2)
    mechanism = stretched_count(weights, 12, 12 / epsilon)
    losses = item_losses(mechanism, 4)
    assert losses == pytest.approx([0.5, 0.25, 0.0, 1 / 6])
    assert holds(mechanism, Guarantee(epsilon, tuple(weights)))
    # A hair less than what the second item costs is caught.
    asked = (Fraction(1), Fraction(49, 100), Fraction(0), Fraction(1, 3))
    assert not holds(mechanism, Guarantee(epsilon, asked))


def test_without_stretching_the_weights_do_not_hold():
    plain = stretched_count([Fraction(1)] * 2, 1, Fraction(2))
    assert not holds(plain, Guarantee(Fraction(1, 2), (Fraction(1), Fraction(1, 2))))
    assert holds(plain, Guarantee(Fraction(1, 2), (Fraction(1), Fraction(1))))


def test_min_v_is_private_for_all_and_useless_with_one_zero():
    guarantee = Guarantee(Fraction(1), (Fraction(1), Fraction(1, 4), Fraction(1, 2)))
    assert guarantee.minimum == Fraction(1, 4)
    baseline = stretched_count([Fraction(1)] * 3, 1, 1 / guarantee.minimum)
    assert holds(baseline, guarantee)
    assert Guarantee(Fraction(1), (Fraction(1), Fraction(0))).minimum == 0


def test_an_output_only_one_neighbor_has_is_an_infinite_loss():
    losses = item_losses(lambda profile: {("exact", profile[0]): 1.0}, 2)
    assert losses.tolist() == [math.inf, 0.0]


@settings(max_examples=30)
@given(
    v=st.lists(fractions, min_size=2, max_size=2),
    w=st.lists(fractions, min_size=2, max_size=2),
    a=st.fractions(Fraction(1, 10), 2, max_denominator=10),
    b=st.fractions(Fraction(1, 10), 2, max_denominator=10),
)
def test_losses_add_item_by_item(v, w, a, b):
    both = compose(Guarantee(a, tuple(v)), Guarantee(b, tuple(w)))
    assert both.epsilon == a + b
    for i in range(2):
        assert both.item(i) == a * v[i] + b * w[i]
    first, second = stretched_count(v, 4, 4 / a), stretched_count(w, 3, 3 / b)

    def together(profile):
        one, two = first(profile), second(profile)
        return {(x, y): p * q for x, p in one.items() for y, q in two.items()}

    assert holds(together, both)


@settings(max_examples=30)
@given(
    rows=arrays(np.int64, (4, 3), elements=st.integers(0, 100)),
    weights=st.lists(fractions, min_size=4, max_size=4),
)
def test_an_item_costs_at_most_its_share(rows, weights):
    scales = [Fraction(7), Fraction(40, 3), Fraction(1000)]
    whole = stretched_losses(rows, scales, [Fraction(1)] * 4)
    stretched = stretched_losses(rows, scales, weights)
    for full, less, w in zip(whole, stretched, weights, strict=True):
        assert less <= w * full


def test_sensitivities_by_hand():
    coefficients = np.array([3.0, -1.0, 0.0])

    def linear(d):
        return float(coefficients @ d)

    assert modular_sensitivities(linear, 3).tolist() == [3, 1, 0]
    weights = np.array([0.5, 1.0, 0.2])
    assert modular_sensitivities(stretch(linear, weights), 3).tolist() == [1.5, 1, 0]
    assert is_served(linear, weights)
    # Of two items together: Δ_i is the same for all, whatever else the profile holds.
    assert modular_sensitivities(lambda d: float(d.prod()), 3).tolist() == [1, 1, 1]


@given(weights=weights_of_five)
def test_inner_product_satisfies_the_stretching_condition(weights):
    """With y all ones, the worst case: Δ = 1 and Δ_i of the stretched one is w_i."""
    ones = np.ones(5)
    assert is_served(lambda d: inner_product(d, ones, ones), weights)
    found = modular_sensitivities(lambda d: inner_product(d, ones, weights), 5)
    assert found == pytest.approx(weights)


@given(weights=weights_of_five)
def test_support_size_violates_the_stretching_condition(weights):
    assume(((weights > 0) & (weights < 0.999)).any())
    assert not is_served(support_size, weights)


def test_stretched_minimum_is_uninformative():
    weights = np.array([1.0, 0.0, 1.0])
    assert is_served(minimum, weights)
    stretched = stretch(minimum, weights)
    for profile in ([1.0, 1.0, 1.0], [0.0, 1.0, 0.0]):
        assert stretched(np.array(profile)) == 0.0
    assert minimum(np.ones(3)) == 1.0


@given(weights=weights_of_five, one=bits_of_five, other=bits_of_five)
def test_distortion_of_the_inner_product(weights, one, other):
    plain = inner_product(one, other, np.ones(5))
    lost = inner_product_distortion(one, other, weights)
    assert plain - inner_product(one, other, weights) == pytest.approx(lost, abs=1e-12)
    assert 0 <= lost <= (1 - weights.min()) * plain + 1e-12
    assert lost <= distortion_bound(float(np.linalg.norm(other)), one, weights) + 1e-12


@given(weights=weights_of_five, profile=bits_of_five)
def test_distortion_of_a_query_that_is_not_linear(weights, profile):
    """f(d) = ‖d‖²: its gradient 2d is longest at d itself."""

    def query(d):
        return float(d @ d)

    lost = abs(query(profile) - stretch(query, weights)(profile))
    steepest = 2 * float(np.linalg.norm(profile))
    assert lost <= distortion_bound(steepest, profile, weights) + 1e-9


@given(n=st.integers(1, 10_000))
def test_weights_that_keep_the_distortion_within_the_noise(n):
    """1 − n^(−1/2) is enough for √n; the printed 1 − n^(−3/2) gives far less than that."""
    ones = np.ones(n)
    enough = np.full(n, 1 - n**-0.5)
    assert inner_product_distortion(ones, ones, enough) <= n**0.5 * (1 + 1e-9)
    assert inner_product_distortion(ones, ones, np.full(n, 1 - n**-1.5)) <= n**-0.5 * (1 + 1e-6)
