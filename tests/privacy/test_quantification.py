"""Budget quantification: the rule of the paper's text, and the known mean."""

from fractions import Fraction

import numpy as np
import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.privacy.quantification import on_ladder, quantify, should_stop

PROFILE = 165.3  # the mean of latest-small


@pytest.mark.slow
def test_mean_over_200_runs(latest_small):
    """Known: 0.14 to 0.30, mean 0.21. A run's deviation is 0.05, so 200 runs err by 0.0035."""
    generator = np.random.default_rng(2016)
    found = quantify(latest_small, PrivacyChoice(), generator, profile_size=PROFILE, repeats=200)
    assert float(found.epsilon) == pytest.approx(0.205, abs=0.0175)  # five deviations
    low, high = np.quantile([float(b) for b in found.budgets], [0.05, 0.95])
    assert low == pytest.approx(0.14, abs=0.041)
    assert high == pytest.approx(0.30, abs=0.041)


def test_maximal_epsilon_is_where_improvement_stops_falling():
    assert not should_stop([10.0])
    assert not should_stop([10.0, 5.0])
    assert not should_stop([10.0, 5.0, 3.0])  # 2 after 5
    assert should_stop([10.0, 5.0, 0.0])  # 5 after 5
    assert should_stop([10.0, 5.0, 3.0, 0.5])  # 2.5 after 2
    assert not should_stop([10.0, 5.0, 3.0, 4.0])  # −1 after 2


def test_budgets_are_steps_up_to_one(small_catalog):
    found = quantify(small_catalog, PrivacyChoice(), np.random.default_rng(1), profile_size=30)
    assert len(found.budgets) == 10
    for budget in found.budgets:
        assert (budget / Fraction(1, 50)).denominator == 1
        assert Fraction(1, 25) <= budget <= 1
    assert found.epsilon == sum(found.budgets) / 10
    # A run that ends at (i − 1)δ solved i programs.
    assert found.solves == sum(int(b * 50) + 1 for b in found.budgets)


def test_the_same_seed_gives_the_same_budget(small_catalog):
    one, other = (
        quantify(small_catalog, PrivacyChoice(), np.random.default_rng(5)) for _ in range(2)
    )
    assert one == other


def test_levels_decide_what_is_looked_at(small_catalog):
    choice = PrivacyChoice(ReleaseLevel.PERTURBED, {"A": ReleaseLevel.NO, "B": ReleaseLevel.ALL})
    found = quantify(small_catalog, choice, np.random.default_rng(5))
    assert 0 < found.epsilon <= 1
    for level in (ReleaseLevel.NO, ReleaseLevel.ALL):
        assert quantify(small_catalog, PrivacyChoice(level), np.random.default_rng(5)) is None


def test_a_receiver_sees_a_step_of_the_public_ladder_and_no_digit_more():
    steps = {on_ladder(Fraction(number, 2000)) for number in range(1, 2001)}
    assert all(step.numerator * 1000 % step.denominator == 0 for step in steps if step >= 0.01)
    assert {step for step in steps if step >= Fraction(1, 10)} == {
        Fraction(number, 100) for number in range(10, 101)
    }
    assert on_ladder(Fraction(178, 1000)) == Fraction(17, 100)
    assert on_ladder(Fraction(99, 2000)) == Fraction(49, 1000)
    assert on_ladder(Fraction(1)) == 1
    assert all(
        Fraction(9, 10) * exact < on_ladder(exact) <= exact
        for exact in (Fraction(number, 2000) for number in range(1, 2001))
    )
