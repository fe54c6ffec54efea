"""Heterogeneous differential privacy: a weight per item (Alaggan, Gambs, Kermarrec 2015).

Weights v in [0, 1] say how much of ε an item may cost: 1 usual, 0 nothing at all. A mechanism is
(ε, v)-private if, for every item i, output
probabilities of profiles that differ in i alone have a ratio of at most e^(ε v_i). A release gets this by shrinking integer rows (`Mechanism.count`); this module has the
definition, the stretching of any query of a binary profile, and the paper's results about it.

The method fails for the size of the support (ℓ0) and the minimum, below.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.privacy.integer_rows import IntRows, exact_losses

Query = Callable[[Floats], float]
"""A function of a profile d in [0, 1]ⁿ."""
Mechanism = Callable[[tuple[int, ...]], Mapping[Hashable, float]]
"""The exact distribution of outputs for a binary profile: probability of each output."""

MAX_ITEMS = 14
"""Profiles are enumerated up to this many items."""


@dataclass(frozen=True)
class Guarantee:
    """(ε, v)-privacy: item i costs at most ε v_i. Exact fractions; v in [0, 1]."""

    epsilon: Fraction
    weights: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        """Check the ranges."""
        if self.epsilon < 0 or any(not 0 <= v <= 1 for v in self.weights):
            raise ValueError("ε is not negative, and a weight is between 0 and 1")

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
    if len(first.weights) != len(second.weights):
        raise ValueError("the two guarantees are about different items")
    epsilon = first.epsilon + second.epsilon
    if epsilon == 0:
        return Guarantee(Fraction(0), first.weights)
    pairs = zip(first.weights, second.weights, strict=True)
    return Guarantee(
        epsilon, tuple((first.epsilon * v + second.epsilon * w) / epsilon for v, w in pairs)
    )


def item_losses(mechanism: Mechanism, items: int) -> Floats:
    """Return the exact loss of each item, from the definition: max |log ratio| over neighboring
    profiles.

    Enumerates all 2ⁿ profiles and outputs, so for tests and small examples: at most `MAX_ITEMS`.
    An output that only one of two neighbors can have is an infinite loss.
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
    """Return whether a mechanism keeps a guarantee, checked against the definition by enumeration."""
    losses = item_losses(mechanism, len(guarantee.weights))
    allowed = [float(guarantee.item(i)) for i in range(len(losses))]
    return bool((losses <= np.array(allowed) + tolerance).all())


def stretched_losses(
    rows: IntRows, scales: Sequence[Fraction], weights: Sequence[Fraction]
) -> list[Fraction]:
    """Return the exact loss Σ_j ⌊w_i r_ij⌋ / s_j of each item under noise of scales s.

    `rows` (n, c) integers, one for each item. At most w_i times the loss of the whole row.
    """
    if len(weights) != len(rows):
        raise ValueError("there must be one weight for each item")
    stretched = [
        [value * w.numerator // w.denominator for value in row]
        for row, w in zip(rows.tolist(), weights, strict=True)
    ]
    return exact_losses(np.array(stretched, dtype=np.int64).reshape(rows.shape), scales)


def stretch(query: Query, weights: Floats) -> Query:
    """Return the stretched query f̂(d) = f(w ∘ d), which gets the noise of f."""
    _check_weights(weights)
    return lambda profile: query(weights * profile)


def modular_sensitivities(query: Query, items: int) -> Floats:
    """Δ_i: the most that item i alone changes a query of binary profiles (definition 2).

    By enumeration, at most `MAX_ITEMS`. The global sensitivity Δ is the largest.
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
    """Return the bound of the distortion theorem: |f(d) − f(w ∘ d)| <= (1 − m) ‖∇f(Bd)‖ ‖d‖ with m = min w.

    `gradient_norm` is the largest norm of f's gradient between w ∘ d and d; for a linear f it is
    that of its coefficients. The paper has m = min v, which is the same at w = v; at w < v only
    min w is right. Items that the profile does not hold may be left out of both.
    """
    _check_weights(weights)
    smallest = float(weights.min(initial=1.0))
    return (1.0 - smallest) * gradient_norm * float(np.linalg.norm(profile))


def inner_product(one: Floats, other: Floats, weights: Floats) -> float:
    """Return the stretched inner product of a profile with weights and another person's: Σ w_i d_i
    y_i.

    Δ = 1, and Δ_i(f̂) = w_i: Laplace noise of scale 1/ε makes it (ε, w)-private.
    """
    _check_weights(weights)
    return float((weights * one) @ other)


def inner_product_distortion(one: Floats, other: Floats, weights: Floats) -> float:
    """Return how much lower the stretched inner product is: Σ (1 − w_i) d_i y_i, at most (1 − m)
    d·y.

    So weights of 1 − n^(−1/2) keep it within √n, the order of the least noise of two-party inner
    products; the paper's 1 − Õ(n^(−3/2)) is sufficient, not necessary.
    """
    _check_weights(weights)
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
    if items > MAX_ITEMS:
        raise ValueError(f"profiles are enumerated up to {MAX_ITEMS} items")
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


def _check_weights(weights: Floats) -> None:
    if weights.size and not (weights.min() >= 0.0 and weights.max() <= 1.0):
        raise ValueError("a weight is between 0 and 1")
