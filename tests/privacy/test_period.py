"""A sampled period: tiers from the top down, stored for good, and their loss."""

import json
import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import chdtrc

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.privacy.accountant import Account, Contributed, parallel, sequential
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.privacy.mechanism import Mechanism, plan
from epicrec_desktop.privacy.period import TRUST_TIERS, Period, sample_period
from epicrec_desktop.privacy.randomness import NumpySource

EPSILON = Fraction(1, 2)
LEVELS = dict.fromkeys("ABCD", "perturbed")
ERROR_RATE = 1e-6


class Silent:
    """A source that must not be asked."""

    def below(self, n: int, /) -> int:
        raise AssertionError("something was sampled")


def secure(seed: int = 1) -> NumpySource:
    return NumpySource(np.random.default_rng(seed))


@pytest.fixture(scope="module")
def groups() -> CategoryGroups:
    matrix = (np.random.default_rng(9).random((80, 4)) < 0.4).astype(np.float64)
    return CategoryGroups.from_matrix(tuple("ABCD"), matrix)


@pytest.fixture(scope="module")
def mechanism(groups) -> Mechanism:
    planned = plan(groups, PrivacyChoice(), EPSILON)
    assert planned is not None
    return planned


@pytest.fixture(scope="module")
def counts(groups, mechanism) -> tuple[int, ...]:
    return mechanism.count(groups, PrivacyChoice(), np.arange(30))


@pytest.fixture(scope="module")
def period(mechanism, counts) -> Period:
    return sample_period(mechanism, LEVELS, counts, secure())


def test_every_tier_is_drawn_and_nobody_has_one_yet(period):
    assert set(period.tiers) == set(TRUST_TIERS)
    assert period.loss() == 0
    assert period.copy_of("anybody") is None


def test_no_true_count_is_kept(period, counts):
    kept = json.dumps(period.to_dict())
    assert json.dumps(list(counts)) not in kept
    assert set(period.to_dict()) == {"mechanism", "levels", "rungs", "issued"}


def test_who_asks_first_changes_nothing(period):
    """Any order of asking, and asking again, gives everybody the same numbers."""
    trusts = {"one": Fraction(1), "half": Fraction(1, 2), "little": Fraction(1, 8)}
    seen = set()
    for order in permutations(trusts):
        now = period
        for receiver in (*order, *order):
            now = now.issue(receiver, trusts[receiver])
        seen.add(json.dumps({r: dict(now.copy_of(r).noisy) for r in trusts}, sort_keys=True))
        assert now.loss() == period.mechanism.loss
        assert now.loss(["half", "little"]) == period.mechanism.loss / 2
        assert now.loss(["nobody"]) == 0
    assert len(seen) == 1


def test_a_tier_once_given_is_kept_whatever_trust_becomes(period):
    now = period.issue("one", Fraction(1, 4))
    assert now.issue("one", Fraction(1)) is now
    assert now.loss() == period.mechanism.loss / 4
    assert period.issue("one", Fraction(2, 3)).issued["one"] == Fraction(1, 2), "the one below"


def test_tiers_have_their_scale(mechanism, counts):
    """Mean absolute noise of each tier over its scale: 1, within 4.9 deviations."""
    source = secure(3)
    ratios: dict[Fraction, list[float]] = {tier: [] for tier in TRUST_TIERS}
    same = 0
    for _ in range(200):
        now = sample_period(mechanism, LEVELS, counts, source)
        for tier in TRUST_TIERS:
            scales = mechanism.at(mechanism.epsilon * tier).scales
            ratios[tier] += [
                abs(value - count) / float(scale)
                for value, count, scale in zip(now.tiers[tier], counts, scales, strict=True)
            ]
        pairs = zip(now.tiers[Fraction(1)], now.tiers[Fraction(1, 2)], strict=True)
        same += sum(a == b for a, b in pairs)
    for values in ratios.values():
        assert abs(np.mean(values) - 1) < 4.9 / math.sqrt(len(values))
    # A tier at half the level is the same with probability (1/2)², nearly.
    assert abs(same / 800 - 0.25) < 4.9 * math.sqrt(0.25 * 0.75 / 800) + 0.01


@pytest.mark.slow
def test_the_lowest_tier_is_discrete_laplace_of_its_own_scale():
    """Chi-square over the values around the count, after three steps down."""
    groups = CategoryGroups.from_matrix(("A",), np.ones((3, 1)))
    mechanism = plan(groups, PrivacyChoice(), Fraction(4), family=IMPROVED)
    assert mechanism.multiplier == 1
    source, draws = secure(5), 8_000
    seen = Counter(
        sample_period(mechanism, {"A": "perturbed"}, (0,), source).tiers[Fraction(1, 8)][0]
        for _ in range(draws)
    )
    level = 0.5
    probability = {k: math.tanh(level / 2) * math.exp(-level * abs(k)) for k in range(-8, 9)}
    statistic = sum((seen[k] - draws * p) ** 2 / (draws * p) for k, p in probability.items())
    rest = 1 - sum(probability.values())
    others = draws - sum(seen[k] for k in probability)
    statistic += (others - draws * rest) ** 2 / (draws * rest)
    assert chdtrc(len(probability), statistic) > ERROR_RATE


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(TRUST_TIERS)), max_size=8))
def test_the_loss_is_that_of_the_best_tier_issued(period, asked):
    now = period
    for receiver, trust in asked:
        now = now.issue(receiver, trust)
    first: dict[str, Fraction] = {}
    for receiver, trust in asked:
        first.setdefault(receiver, trust)
    assert now.issued == first
    # Σ_j r_ij · max_k 1/s_kj over the items, from the definition.
    rows, scales = period.mechanism.rows, period.mechanism.scales
    best = max(first.values(), default=Fraction(0))
    exact = max(sum(r * best / s for r, s in zip(row, scales, strict=True)) for row in rows)
    assert now.loss() == exact
    assert Account({"2026-11": now}).loss == exact
    assert now.tiers == period.tiers


def test_nothing_is_drawn_where_it_would_cost_too_much(mechanism, counts):
    """A mechanism whose scales do not keep its ε, which only a fault could make."""
    faulty = replace(
        mechanism, scales=(mechanism.scales[0] * Fraction(3, 5), *mechanism.scales[1:])
    )
    with pytest.raises(PrivacyError):
        sample_period(faulty, LEVELS, counts, Silent())
    kept = Period(faulty, LEVELS, {Fraction(1): tuple(counts)})
    with pytest.raises(PrivacyError):
        kept.issue("one", Fraction(1))


def test_it_is_stored_exactly(period):
    for by_series in (False, True):
        counting = replace(period, mechanism=replace(period.mechanism, by_series=by_series))
        now = counting.issue("one", Fraction(1, 4)).issue("two", Fraction(1))
        assert Period.from_dict(json.loads(json.dumps(now.to_dict()))) == now


def test_nonsense_is_refused(period):
    with pytest.raises(ValueError, match="category"):
        replace(period, tiers={Fraction(1): (1, 2)})
    with pytest.raises(ValueError, match="issued"):
        replace(period, issued={"one": Fraction(1, 3)})


def test_windows_compose_in_parallel_and_what_was_before_adds(period):
    small = period.issue("one", Fraction(1, 2))
    large = period.issue("two", Fraction(1))
    half, whole = small.loss(), large.loss()
    account = Account({"2026-10": small, "2026-11": large})
    assert account.loss == whole
    assert account.loss_to(["one"]) == half
    assert account.loss_to(["one", "two"]) == whole
    restored = Account(account.periods, prior_losses=(Fraction(1, 3), Fraction(1, 4)))
    assert restored.loss == whole + Fraction(7, 12)
    assert restored.loss_to(["one"]) == half  # who had what was before is not known
    twice = Account(account.periods, twice=(("2026-10", "2026-11"), ("2026-10", "2026-10")))
    assert twice.loss == half + whole
    assert Account().loss == 0


def test_a_series_costs_all_its_periods_unless_one_counted_each_movie_by_itself(period):
    whole = replace(period, mechanism=replace(period.mechanism, by_series=True))
    one, other = whole.issue("one", Fraction(1, 2)), whole.issue("two", Fraction(1))
    account = Account({"2026-10": one, "2026-11": other})
    assert account.series_loss_to(["one"]) == one.loss()
    assert account.series_loss_to(["one", "two"]) == one.loss() + other.loss()
    each = replace(account, periods={**account.periods, "2026-09": period.issue("two", 1)})
    assert each.series_loss_to(["one"]) == one.loss()  # did not get that one
    assert each.series_loss_to(["one", "two"]) is None
    reported = {"2026-10": Contributed(Fraction(1), frozenset({"two"}))}
    assert replace(account, contributed=reported).series_loss_to(["one"]) == one.loss()
    assert replace(account, contributed=reported).series_loss_to(["one", "two"]) is None


def test_composition():
    losses = [Fraction(1, 3), Fraction(1, 7)]
    assert parallel(losses) == Fraction(1, 3)
    assert sequential(losses) == Fraction(10, 21)
    assert parallel([]) == sequential([]) == 0


def test_contributions_count_by_who_has_them():
    half, third = Fraction(1, 2), Fraction(1, 3)
    contributed = {
        "2026-10": Contributed(half, frozenset({"one"})),
        "2026-11": Contributed(third, frozenset({"one", "other"})),
        "2026-12": Contributed(Fraction(9), frozenset()),  # sampled, and given to nobody
    }
    account = Account(contributed=contributed)
    assert account.loss == account.contribution_loss == half
    assert account.loss_to({"other"}) == third
    assert account.loss_to({"one", "other"}) == half
    assert account.loss_to({"nobody"}) == account.loss_to(()) == 0
    twice = Account(contributed=contributed, contributed_twice=(("2026-10", "2026-11"),))
    assert twice.loss == half + third
    assert twice.loss_to({"other"}) == third
    assert Account(contributed=contributed, prior_losses=(third,)).loss == half + third
