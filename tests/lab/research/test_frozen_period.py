"""A window's frozen state: copies for providers with different trust, and what they cost."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.lab.research.nested_copies import FrozenPeriod
from epicrec_desktop.privacy.mechanism import Mechanism, plan
from epicrec_desktop.privacy.randomness import NumpySource

EPSILON = Fraction(1, 2)


class Silent:
    """A source that must not be asked."""

    def below(self, n: int, /) -> int:
        raise AssertionError("something was drawn")


def secure(seed: int = 1) -> NumpySource:
    return NumpySource(np.random.default_rng(seed))


@pytest.fixture(scope="module")
def period() -> FrozenPeriod:
    matrix = (np.random.default_rng(9).random((80, 4)) < 0.4).astype(np.float64)
    groups = CategoryGroups.from_matrix(tuple("ABCD"), matrix)
    mechanism = plan(groups, PrivacyChoice(), EPSILON)
    assert mechanism is not None
    counts = mechanism.count(groups, PrivacyChoice(), np.arange(30))
    return FrozenPeriod(mechanism, counts)


REQUESTS = st.lists(
    st.tuples(st.sampled_from("abc"), st.fractions(Fraction(1, 20), 2, max_denominator=40)),
    min_size=1,
    max_size=7,
)


@settings(max_examples=25, deadline=None)
@given(REQUESTS, st.integers(0, 2**32))
def test_any_order_of_copies_costs_the_largest_budget(
    period: FrozenPeriod, requests: list[tuple[str, Fraction]], seed: int
) -> None:
    """In any order, again and again: loss exactly that of the best copy, one copy per budget."""
    source = secure(seed)
    share = period.mechanism.loss / EPSILON  # at most 1: scales are rounded up
    assert Fraction(999_999, 1_000_000) < share <= 1
    first: dict[Fraction, tuple[int, ...]] = {}
    now = period
    for provider, epsilon in requests:
        now = now.issue(provider, epsilon, source)
        noisy = now.copy(provider, epsilon)
        assert noisy is not None
        assert first.setdefault(epsilon, noisy) == noisy  # no second draw for anybody
        assert now.issue(provider, epsilon, Silent()) is now
    account = now.account
    assert account.loss == share * max(epsilon for _, epsilon in requests)
    for provider in {name for name, _ in requests}:
        own = max(epsilon for name, epsilon in requests if name == provider)
        assert account.loss_of({provider}) == share * own <= own
    assert now.counts == period.counts


def test_copies_have_noise_of_their_scale(period: FrozenPeriod) -> None:
    """Mean absolute noise of each copy over its scale: 1, within 4.9 deviations."""
    budgets = {"far": EPSILON / 3, "near": EPSILON * 2, "middle": EPSILON}
    source = secure(3)
    ratios: dict[str, list[float]] = {name: [] for name in budgets}
    together = 0
    for _ in range(200):
        now = period
        for name, epsilon in budgets.items():
            now = now.issue(name, epsilon, source)
            noisy, scales = now.copy(name, epsilon), now.scales(epsilon)
            assert noisy is not None
            ratios[name] += [
                abs(value - count) / float(scale)
                for value, count, scale in zip(noisy, now.counts, scales, strict=True)
            ]
        near, middle = now.copy("near", EPSILON * 2), now.copy("middle", EPSILON)
        assert near is not None
        assert middle is not None
        together += sum(a == b for a, b in zip(near, middle, strict=True))
    for values in ratios.values():
        assert abs(np.mean(values) - 1) < 4.9 / math.sqrt(len(values))
    # A copy at half the level is the same with probability (1/2)², nearly.
    assert abs(together / 800 - 0.25) < 4.9 * math.sqrt(0.25 * 0.75 / 800) + 0.01


def test_copy_over_budget_samples_no_noise(period: FrozenPeriod) -> None:
    """A mechanism whose scales do not keep its ε, which only a fault could make."""
    scales = (period.mechanism.scales[0] * Fraction(3, 5), *period.mechanism.scales[1:])
    faulty = FrozenPeriod(replace(period.mechanism, scales=scales), period.counts)
    with pytest.raises(PrivacyError):
        faulty.issue("one", EPSILON, Silent())


def test_invalid_input_is_rejected(period: FrozenPeriod) -> None:
    with pytest.raises(ValueError, match="category"):
        FrozenPeriod(period.mechanism, period.counts[1:])
    with pytest.raises(ValueError, match="positive"):
        period.issue("one", Fraction(0), Silent())
    assert period.copy("one", Fraction(1)) is None
    assert isinstance(period.mechanism, Mechanism)
