"""A weight per item: the definition by enumeration, and the paper's theorems."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from epicrec_desktop.lab.research.heterogeneous_privacy import (
    MAX_ITEMS,
    Guarantee,
    Mechanism,
    compose,
    distortion_bound,
    holds,
    inner_product,
    inner_product_distortion,
    is_served,
    item_losses,
    minimum,
    modular_sensitivities,
    stretch,
    stretched_losses,
    support_size,
)

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


def test_stretching_meets_the_definition_exactly() -> None:
    weights = [Fraction(1), Fraction(1, 2), Fraction(0), Fraction(1, 3)]
    epsilon = Fraction(1, 2)
    mechanism = stretched_count(weights, 12, 12 / epsilon)
    losses = item_losses(mechanism, 4)
    assert losses == pytest.approx([0.5, 0.25, 0.0, 1 / 6])
    assert holds(mechanism, Guarantee(epsilon, tuple(weights)))
    # A hair less than what the second item costs is caught.
    asked = (Fraction(1), Fraction(49, 100), Fraction(0), Fraction(1, 3))
    assert not holds(mechanism, Guarantee(epsilon, asked))


def test_without_stretching_the_weights_do_not_hold() -> None:
    plain = stretched_count([Fraction(1)] * 2, 1, Fraction(2))
    assert not holds(plain, Guarantee(Fraction(1, 2), (Fraction(1), Fraction(1, 2))))
    assert holds(plain, Guarantee(Fraction(1, 2), (Fraction(1), Fraction(1))))


def test_min_v_is_private_for_all_and_useless_with_one_zero() -> None:
    guarantee = Guarantee(Fraction(1), (Fraction(1), Fraction(1, 4), Fraction(1, 2)))
    assert guarantee.minimum == Fraction(1, 4)
    baseline = stretched_count([Fraction(1)] * 3, 1, 1 / guarantee.minimum)
    assert holds(baseline, guarantee)
    assert Guarantee(Fraction(1), (Fraction(1), Fraction(0))).minimum == 0


def test_an_output_only_one_neighbor_has_is_an_infinite_loss() -> None:
    losses = item_losses(lambda profile: {("exact", profile[0]): 1.0}, 2)
    assert losses.tolist() == [math.inf, 0.0]


@given(
    v=st.lists(fractions, min_size=2, max_size=2),
    w=st.lists(fractions, min_size=2, max_size=2),
    a=st.fractions(Fraction(1, 10), 2, max_denominator=10),
    b=st.fractions(Fraction(1, 10), 2, max_denominator=10),
)
def test_losses_add_item_by_item(
    v: list[Fraction], w: list[Fraction], a: Fraction, b: Fraction
) -> None:
    both = compose(Guarantee(a, tuple(v)), Guarantee(b, tuple(w)))
    assert both.epsilon == a + b
    for i in range(2):
        assert both.item(i) == a * v[i] + b * w[i]
    first, second = stretched_count(v, 4, 4 / a), stretched_count(w, 3, 3 / b)

    def together(profile: tuple[int, ...]) -> dict[object, float]:
        one, two = first(profile), second(profile)
        return {(x, y): p * q for x, p in one.items() for y, q in two.items()}

    assert holds(together, both)


def test_compose_of_zero_guarantees() -> None:
    nothing = Guarantee(Fraction(0), (Fraction(1), Fraction(0)))
    assert compose(nothing, nothing).epsilon == 0


@given(
    rows=arrays(np.int64, (4, 3), elements=st.integers(0, 100)),
    weights=st.lists(fractions, min_size=4, max_size=4),
)
def test_an_item_costs_at_most_its_share(rows: np.ndarray, weights: list[Fraction]) -> None:
    scales = [Fraction(7), Fraction(40, 3), Fraction(1000)]
    whole = stretched_losses(rows, scales, [Fraction(1)] * 4)
    stretched = stretched_losses(rows, scales, weights)
    for full, less, w in zip(whole, stretched, weights, strict=True):
        assert less <= w * full


def test_sensitivities_by_hand() -> None:
    coefficients = np.array([3.0, -1.0, 0.0])

    def linear(d: np.ndarray) -> float:
        return float(coefficients @ d)

    assert modular_sensitivities(linear, 3).tolist() == [3, 1, 0]
    weights = np.array([0.5, 1.0, 0.2])
    assert modular_sensitivities(stretch(linear, weights), 3).tolist() == [1.5, 1, 0]
    assert is_served(linear, weights)
    # Of two items together: Δ_i is the same for all, whatever else the profile holds.
    assert modular_sensitivities(lambda d: float(d.prod()), 3).tolist() == [1, 1, 1]


@given(weights=weights_of_five)
def test_inner_product_satisfies_the_stretching_condition(weights: np.ndarray) -> None:
    """With y all ones, the worst case: Δ = 1 and Δ_i of the stretched one is w_i."""
    ones = np.ones(5)
    assert is_served(lambda d: inner_product(d, ones, ones), weights)
    found = modular_sensitivities(lambda d: inner_product(d, ones, weights), 5)
    assert found == pytest.approx(weights)


@given(weights=weights_of_five)
def test_support_size_violates_the_stretching_condition(weights: np.ndarray) -> None:
    assume(((weights > 0) & (weights < 0.999)).any())
    assert not is_served(support_size, weights)


def test_stretched_minimum_is_uninformative() -> None:
    weights = np.array([1.0, 0.0, 1.0])
    assert is_served(minimum, weights)
    stretched = stretch(minimum, weights)
    for profile in ([1.0, 1.0, 1.0], [0.0, 1.0, 0.0]):
        assert stretched(np.array(profile)) == 0.0
    assert minimum(np.ones(3)) == 1.0


@given(weights=weights_of_five, one=bits_of_five, other=bits_of_five)
def test_distortion_of_the_inner_product(
    weights: np.ndarray, one: np.ndarray, other: np.ndarray
) -> None:
    plain = inner_product(one, other, np.ones(5))
    lost = inner_product_distortion(one, other, weights)
    assert plain - inner_product(one, other, weights) == pytest.approx(lost, abs=1e-12)
    assert 0 <= lost <= (1 - weights.min()) * plain + 1e-12
    assert lost <= distortion_bound(float(np.linalg.norm(other)), one, weights) + 1e-12


@given(weights=weights_of_five, profile=bits_of_five)
def test_distortion_of_a_query_that_is_not_linear(weights: np.ndarray, profile: np.ndarray) -> None:
    """f(d) = ‖d‖²: its gradient 2d is longest at d itself."""

    def query(d: np.ndarray) -> float:
        return float(d @ d)

    lost = abs(query(profile) - stretch(query, weights)(profile))
    steepest = 2 * float(np.linalg.norm(profile))
    assert lost <= distortion_bound(steepest, profile, weights) + 1e-9


@given(n=st.integers(1, 10_000))
def test_weights_that_keep_the_distortion_within_the_noise(n: int) -> None:
    """1 − n^(−1/2) is enough for √n; the printed 1 − n^(−3/2) gives far less than that."""
    ones = np.ones(n)
    enough = np.full(n, 1 - n**-0.5)
    assert inner_product_distortion(ones, ones, enough) <= n**0.5 * (1 + 1e-9)
    assert inner_product_distortion(ones, ones, np.full(n, 1 - n**-1.5)) <= n**-0.5 * (1 + 1e-6)


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        stretch(support_size, np.array([1.1]))
    with pytest.raises(ValueError, match="between 0 and 1"):
        Guarantee(Fraction(1), (Fraction(-1, 2),))
    with pytest.raises(ValueError, match="enumerated"):
        modular_sensitivities(support_size, MAX_ITEMS + 1)
    with pytest.raises(ValueError, match="different items"):
        compose(Guarantee(Fraction(1), (Fraction(1),)), Guarantee(Fraction(1), ()))
    with pytest.raises(ValueError, match="each item"):
        stretched_losses(np.ones((2, 1), dtype=np.int64), [Fraction(1)], [Fraction(1)])
