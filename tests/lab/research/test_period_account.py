"""The accountant, against losses computed by enumerating outputs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.lab.research.nested_copies import Charge, PeriodAccount
from epicrec_desktop.privacy.calibration import Utility, calibrate
from epicrec_desktop.privacy.integer_rows import integer_rows

ONE_COUNT = PeriodAccount(("Drama",), ((1,),))
TWO_COUNTS = PeriodAccount(("Drama", "Comedy"), ((2, 1), (0, 3)))


def at_levels(*levels: str) -> dict[str, Fraction]:
    names = ("Drama", "Comedy", "Crime")
    return {name: 1 / Fraction(level) for name, level in zip(names, levels, strict=False)}


def test_nested_levels_cost_the_larger_budget() -> None:
    account = ONE_COUNT.charge("near", Fraction(7, 10), at_levels("0.7"))
    account = account.charge("far", Fraction(3, 10), at_levels("0.3"))
    assert account.loss == Fraction(7, 10)
    assert account.loss_of({"far"}) == Fraction(3, 10)
    assert account.loss_of({"nobody"}) == 0
    assert account.budget == Fraction(7, 10)


def enumerated_loss(account: PeriodAccount) -> float:
    """Return the largest log ratio over items and outputs, from the copies' joint probabilities.

    For nested copies the joint probability is the best copy's times factors without the count.
    """
    worst = 0.0
    for row in account.rows:
        for signs in product((-1, 0, 1), repeat=len(account.columns)):
            total = 0.0
            for j, name in enumerate(account.columns):
                scales = [c.scales[name] for c in account.charges if name in c.scales]
                if not scales:
                    continue
                y = signs[j] * 50  # far out on either side, and where the count is
                best = float(1 / min(scales))
                total += best * (abs(y) - abs(y - row[j]))
            worst = max(worst, abs(total))
    return worst


LEVELS = st.fractions(Fraction(1, 50), Fraction(1, 4), max_denominator=60)


@settings(max_examples=30)
@given(st.lists(st.tuples(LEVELS, LEVELS), min_size=1, max_size=4))
def test_coalition_loss_equals_the_enumerated_loss(levels: list[tuple[Fraction, Fraction]]) -> None:
    charges = tuple(
        Charge(str(k), Fraction(9), {"Drama": 1 / a, "Comedy": 1 / b})
        for k, (a, b) in enumerate(levels)
    )
    account = PeriodAccount(TWO_COUNTS.columns, TWO_COUNTS.rows, charges)
    assert float(account.loss) == pytest.approx(enumerated_loss(account))
    assert account.loss <= sum(account.loss_of({c.provider}) for c in charges)
    assert account.loss >= max(account.loss_of({c.provider}) for c in charges)
    assert account.loss == max(account.item_loss(row) for row in account.rows)


def test_other_shapes_at_the_same_budget_are_refused() -> None:
    """Each provider is best at another count, so the two together would learn 3/2."""
    account = PeriodAccount(("Drama", "Comedy"), ((1, 1),))
    account = account.charge("one", Fraction(1), at_levels("0.75", "0.25"))
    with pytest.raises(PrivacyError, match="nothing was charged"):
        account.charge("two", Fraction(1), at_levels("0.25", "0.75"))
    assert [c.provider for c in account.charges] == ["one"]
    # The same copy is allowed to one whose budget has room for both.
    assert account.charge("two", Fraction(3, 2), at_levels("0.25", "0.75")).loss == Fraction(3, 2)


def test_mixed_utilities_cost_more_than_their_budget() -> None:
    """MAE- and MSE-calibrated scales of one catalog at one ε: the accountant sees it."""
    rows = (np.random.default_rng(5).random((40, 6)) < 0.4).astype(np.float64)
    one, other = calibrate(rows), calibrate(rows, utility=Utility.MSE)
    whole, multiplier = integer_rows(np.array(one.rows))
    names = tuple("ABCDEF")
    account = PeriodAccount(names, tuple(tuple(row) for row in whole.tolist()))
    epsilon = Fraction(1, 2)

    def scales(calibration) -> dict[str, Fraction]:
        return dict(zip(names, calibration.scales(epsilon, whole, multiplier), strict=True))

    account = account.charge("one", epsilon, scales(one))
    assert epsilon * Fraction(999_999, 1_000_000) < account.loss <= epsilon
    with pytest.raises(PrivacyError):
        account.charge("other", epsilon, scales(other))


def test_a_copy_may_not_exceed_its_own_budget() -> None:
    exactly = TWO_COUNTS.charge("one", Fraction(7, 10), at_levels("0.25", "0.2"))
    assert exactly.loss == Fraction(7, 10)
    with pytest.raises(PrivacyError, match="nothing was charged"):
        TWO_COUNTS.charge("one", Fraction(7, 10) - Fraction(1, 10**12), at_levels("0.25", "0.2"))
    # A large budget of another provider does not help.
    rich = TWO_COUNTS.charge("rich", Fraction(10), at_levels("0.25", "0.2"))
    with pytest.raises(PrivacyError, match="the provider"):
        rich.charge("one", Fraction(1, 2), at_levels("0.25", "0.2"))


def test_two_copies_to_one_provider_count_together() -> None:
    account = PeriodAccount(("Drama", "Comedy"), ((1, 1),))
    account = account.charge("one", Fraction(1), at_levels("0.75", "0.25"))
    with pytest.raises(PrivacyError, match="the provider"):
        account.charge("one", Fraction(1), at_levels("0.25", "0.75"))
    more = account.charge("one", Fraction(3, 2), at_levels("0.75", "0.75"))
    assert more.loss == more.loss_of({"one"}) == Fraction(3, 2)


def test_a_repeat_costs_nothing() -> None:
    account = ONE_COUNT.charge("one", Fraction(1), at_levels("0.5"))
    assert account.charge("one", Fraction(1), at_levels("0.5")) is account


def test_losses_of_two_queries_in_one_period_add() -> None:
    """Other levels are another query: other columns, an item's rows side by side."""
    both = PeriodAccount(("Drama", "Drama (other levels)"), ((1, 1), (1, 0)))
    both = both.charge("one", Fraction(1, 2), {"Drama": Fraction(2)})
    with pytest.raises(PrivacyError):
        both.charge("two", Fraction(1, 2), {"Drama (other levels)": Fraction(2)})
    after = both.charge("two", Fraction(1), {"Drama (other levels)": Fraction(2)})
    assert after.loss == 1
    assert after.item_loss((1, 0)) == Fraction(1, 2)
    assert after.item_loss((1, 1), {"two"}) == Fraction(1, 2)


def test_invalid_input_is_rejected() -> None:
    with pytest.raises(ValueError, match="columns"):
        ONE_COUNT.charge("one", Fraction(1), {"Western": Fraction(1)})
    with pytest.raises(ValueError, match="at least one"):
        ONE_COUNT.charge("one", Fraction(1), {})
    with pytest.raises(ValueError, match="positive"):
        ONE_COUNT.charge("one", Fraction(0), at_levels("1"))
    with pytest.raises(ValueError, match="column"):
        PeriodAccount(("A",), ((1, 2),))
    with pytest.raises(ValueError, match="column"):
        ONE_COUNT.item_loss((1, 2))
