"""The mechanism of a release: counting, drawing, sanitizing, and what is promised of it."""

import dataclasses
import itertools
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.lab.research.baselines import sanitized_error_bound
from epicrec_desktop.privacy.families import Family, Published
from epicrec_desktop.privacy.integer_rows import exact_loss
from epicrec_desktop.privacy.least_squares import fit_groups
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.mechanism import (
    Mechanism,
    calibrate_levels,
    fit,
    plan,
    sample,
    sample_movies,
    sanitize,
)
from epicrec_desktop.privacy.posterior_bound import PosteriorBound, posterior_bound
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.privacy.sanitization import Rounding

ALL_PERTURBED = PrivacyChoice()
MIXED = PrivacyChoice(
    ReleaseLevel.PERTURBED, {"B": ReleaseLevel.ALL, "D": ReleaseLevel.NO, "E": ReleaseLevel.ALL}
)
NAMES = ("A", "B", "C", "D", "E")
levels = st.sampled_from(list(ReleaseLevel))
choices = st.builds(PrivacyChoice, levels, st.dictionaries(st.sampled_from(NAMES), levels))


def planned(groups: CategoryGroups, choice: PrivacyChoice, epsilon: Fraction) -> Mechanism:
    mechanism = plan(groups, choice, epsilon)
    assert mechanism is not None
    return mechanism


def source(seed: int = 0) -> NumpySource:
    return NumpySource(np.random.default_rng(seed))


@given(
    choice=choices,
    epsilon=st.fractions(min_value=Fraction(1, 10**6), max_value=10),
    multiplier=st.sampled_from([1, 100, 840, 2**16]),
)
def test_one_item_never_costs_more_than_the_budget(small_catalog, choice, epsilon, multiplier):
    mechanism = plan(small_catalog, choice, epsilon, multiplier=multiplier)
    if mechanism is None:
        assert split_levels(small_catalog, choice).perturbed.size == 0
        return
    assert mechanism.loss <= epsilon
    for item in range(small_catalog.items):
        changed = mechanism.count(small_catalog, choice, np.array([item]))
        cost = sum(Fraction(r) / s for r, s in zip(changed, mechanism.scales, strict=True))
        assert cost <= mechanism.loss


def test_withheld_and_open_items_enter_no_count(small_catalog):
    mechanism = planned(small_catalog, MIXED, Fraction(1, 2))
    assert mechanism.name == "M-DPDP"
    assert mechanism.categories == ("A", "C")
    split = split_levels(small_catalog, MIXED)
    everything = np.arange(small_catalog.items)
    for kind in (ItemClass.WITHHELD, ItemClass.OPEN):
        hidden = split.items(small_catalog, everything, kind)
        assert hidden.size
        assert mechanism.count(small_catalog, MIXED, hidden) == (0, 0)
    counted = split.items(small_catalog, everything, ItemClass.PERTURBED)
    expected = 100 * small_catalog.aggregates(counted)[[0, 2]]
    assert mechanism.count(small_catalog, MIXED, everything) == tuple(expected.astype(int))


def test_only_items_that_can_be_perturbed_come_out(small_catalog):
    mechanism = planned(small_catalog, MIXED, Fraction(1, 2))
    split = split_levels(small_catalog, MIXED)
    for seed in range(20):
        noisy = sample(mechanism, (2_000, 1_500), source(seed))
        chosen = sanitize(small_catalog, MIXED, mechanism, noisy, source(seed))
        assert split.items(small_catalog, chosen, ItemClass.PERTURBED).tolist() == chosen.tolist()


def test_single_level_is_everything_at_perturbed(small_catalog):
    mechanism = planned(small_catalog, ALL_PERTURBED, Fraction(23, 100))
    assert mechanism.name == "S-DPDP"
    assert mechanism.categories == NAMES
    solved = calibrate_levels(small_catalog, ALL_PERTURBED)
    again = plan(small_catalog, ALL_PERTURBED, Fraction(23, 100), calibration=solved)
    assert again == mechanism
    assert list(mechanism.movie_scales.values()) == pytest.approx(
        (np.array(solved.z) / 0.23).tolist()
    )


def test_nothing_to_perturb(small_catalog):
    for level in (ReleaseLevel.NO, ReleaseLevel.ALL):
        assert plan(small_catalog, PrivacyChoice(level), Fraction(1)) is None
    empty = CategoryGroups.from_matrix(NAMES, np.zeros((0, 5)))
    assert plan(empty, ALL_PERTURBED, Fraction(1)) is None


def test_mechanism_round_trips_through_json(small_catalog):
    mechanism = planned(small_catalog, ALL_PERTURBED, Fraction(23, 100))
    text = json.dumps(mechanism.to_dict())
    assert Mechanism.from_dict(json.loads(text)) == mechanism


def test_scale_below_the_budget_is_never_sampled(small_catalog):
    good = planned(small_catalog, ALL_PERTURBED, Fraction(23, 100))
    scales = (good.scales[0] * Fraction(6, 10), *good.scales[1:])
    bad = dataclasses.replace(good, scales=scales)
    with pytest.raises(PrivacyError):
        sample(bad, (0,) * 5, source())
    with pytest.raises(PrivacyError):
        bad.count(small_catalog, ALL_PERTURBED, np.array([0]))


def test_another_catalog_or_other_levels_are_refused(small_catalog):
    mechanism = planned(small_catalog, ALL_PERTURBED, Fraction(23, 100))
    with pytest.raises(PrivacyError, match="planned for"):
        mechanism.count(small_catalog, MIXED, np.array([0]))
    richer = CategoryGroups.from_matrix(NAMES, np.ones((1, 5)) * 3)
    with pytest.raises(PrivacyError):
        mechanism.count(richer, ALL_PERTURBED, np.array([0]))
    other = calibrate_levels(small_catalog, MIXED)
    with pytest.raises(ValueError, match="another catalog"):
        plan(small_catalog, ALL_PERTURBED, Fraction(1), calibration=other)
    with pytest.raises(ValueError, match="one count"):
        sample(mechanism, (1, 2), source())
    with pytest.raises(ValueError, match="once"):
        mechanism.count(small_catalog, ALL_PERTURBED, np.array([3, 3]))


def test_weights_shrink_an_item_and_its_cost(small_catalog):
    mechanism = planned(small_catalog, ALL_PERTURBED, Fraction(1))
    item = np.flatnonzero(small_catalog.matrix().sum(axis=1) == 3)[:1]
    full = mechanism.count(small_catalog, ALL_PERTURBED, item)
    part = mechanism.count(small_catalog, ALL_PERTURBED, item, [Fraction(1, 3)])
    assert any(full)
    assert part == tuple(v // 3 for v in full)
    rows = np.array([full, part])
    loss = exact_loss(rows[:1], mechanism.scales)
    assert exact_loss(rows[1:], mechanism.scales) <= loss / 3
    assert not any(mechanism.count(small_catalog, ALL_PERTURBED, item, [Fraction(0)]))
    with pytest.raises(ValueError, match="between 0 and 1"):
        mechanism.count(small_catalog, ALL_PERTURBED, item, [Fraction(2)])


@given(weights=st.lists(st.fractions(0, 1, max_denominator=20), min_size=4, max_size=4))
def test_a_movie_costs_at_most_its_weight_whatever_else_was_watched(small_catalog, weights):
    """The definition, on all profiles of four movies, with exact fractions."""
    epsilon = Fraction(1, 2)
    mechanism = planned(small_catalog, ALL_PERTURBED, epsilon)

    def count(profile):
        items = np.array(profile, dtype=np.int64)
        return np.array(
            mechanism.count(small_catalog, ALL_PERTURBED, items, [weights[i] for i in profile])
        )

    for chosen in itertools.product((0, 1), repeat=4):
        profile = [item for item, has in enumerate(chosen) if has]
        for item in profile:
            without = [other for other in profile if other != item]
            changed = np.abs(count(profile) - count(without))
            assert exact_loss(changed[None], mechanism.scales) <= weights[item] * epsilon


def test_draws_are_counts_plus_noise_of_the_scales(small_catalog):
    mechanism = planned(small_catalog, ALL_PERTURBED, Fraction(1, 2))
    counts = (4_000, 1_000, 0, -3, 7)
    runs, one = 3_000, source(9)
    noise = np.array([sample(mechanism, counts, one) for _ in range(runs)]) - np.array(counts)
    sizes = np.abs(noise).mean(axis=0) / [float(s) for s in mechanism.scales]
    assert (np.abs(sizes - 1) < 5.2 / math.sqrt(runs)).all()  # errs once in 10⁶ seeds
    correlation = np.corrcoef(noise.T) - np.eye(5)
    assert (np.abs(correlation) < 6 / math.sqrt(runs)).all()


@pytest.mark.parametrize("choice", [ALL_PERTURBED, MIXED])
def test_expected_error_is_within_the_theorems(small_catalog, choice):
    """EpicRec, theorems 3 and 5: expected MAE <= 2‖z‖₁/c."""
    split = split_levels(small_catalog, choice)
    rows, sizes = split.rows(small_catalog), small_catalog.sizes[split.perturbed]
    items = np.random.default_rng(1).choice(small_catalog.items, 40, replace=False)
    for epsilon in (Fraction(1, 5), Fraction(1), Fraction(4)):
        mechanism = planned(small_catalog, choice, epsilon)
        counts = mechanism.count(small_catalog, choice, np.sort(items))
        errors, one = [], source(2)
        for _ in range(300):
            target = np.array(sample(mechanism, counts, one)) / mechanism.multiplier
            fit = fit_groups(rows, sizes, target)
            errors.append(np.abs(fit.x @ rows - np.array(counts) / 100).mean())
        margin = 4.9 * float(np.std(errors)) / math.sqrt(len(errors))
        bound = sanitized_error_bound(list(mechanism.movie_scales.values()))
        assert np.mean(errors) - margin <= bound
        # The bound is of the right size, not a formality.
        assert np.mean(errors) >= bound / 40


def rounded(how: Rounding) -> Family:
    """The published family, but rounded so."""

    class Rounded(Published):
        rounding = how

    return Rounded()


@pytest.mark.parametrize("rounding", list(Rounding))
def test_a_large_budget_gives_the_counts_back(starter_groups, rounding):
    mechanism = planned(starter_groups, ALL_PERTURBED, Fraction(50))
    items = np.sort(np.random.default_rng(3).choice(starter_groups.items, 165, replace=False))
    noisy = sample(mechanism, mechanism.count(starter_groups, ALL_PERTURBED, items), source(1))
    family = rounded(rounding)
    counts = mechanism.in_movies(noisy)
    x = fit(starter_groups, ALL_PERTURBED, counts, mechanism.variance, family=family)
    chosen = sample_movies(starter_groups, ALL_PERTURBED, x, source(2), family)
    error = np.abs(starter_groups.aggregates(chosen) - starter_groups.aggregates(items)).mean()
    assert error < 8  # coins alone add the square root of a count, 4 on average
    popular = np.arange(starter_groups.items, dtype=np.float64)
    by_popularity = sample_movies(
        starter_groups, ALL_PERTURBED, x, source(2), family, popularity=popular
    )
    wins = popular[by_popularity].mean() > popular[chosen].mean()
    assert wins == (rounding is Rounding.GROUPS)


def test_sums_of_windows_can_be_sanitized(small_catalog):
    mechanism = planned(small_catalog, ALL_PERTURBED, Fraction(20))
    halves = [np.arange(0, 40), np.arange(40, 80)]
    noisy = [
        sample(mechanism, mechanism.count(small_catalog, ALL_PERTURBED, half), source(k))
        for k, half in enumerate(halves)
    ]
    total = tuple(a + b for a, b in zip(*noisy, strict=True))
    chosen = sanitize(small_catalog, ALL_PERTURBED, mechanism, total, source(5))
    truth = small_catalog.aggregates(np.arange(80))
    assert np.abs(small_catalog.aggregates(chosen) - truth).mean() < 10


@settings(max_examples=30)
@given(prior=st.floats(0.01, 0.99), epsilon=st.floats(0.0, 5.0), movies=st.integers(1, 4))
def test_posterior_bound_of_an_observer(prior, epsilon, movies):
    bound = posterior_bound(epsilon, prior, movies)
    odds = prior / (1 - prior) * math.exp(epsilon * movies)
    assert bound == pytest.approx(odds / (1 + odds))


def test_observer_in_percent():
    assert round(100 * posterior_bound(Fraction(23, 100))) == 56
    assert round(100 * posterior_bound(1)) == 73
    assert round(100 * posterior_bound(Fraction(23, 100), movies=3)) == 67
    assert posterior_bound(0) == 0.5


@pytest.mark.parametrize(
    ("epsilon", "movies", "percent"),
    [("0", 1, 50), ("0.23", 1, 56), ("0.23", 3, 67), ("1", 1, 74), ("40", 1, 100)],
)
def test_loss_as_posterior_bound(epsilon, movies, percent):
    bound = PosteriorBound.of(Fraction(epsilon), movies)
    assert bound.percent == percent
    odds = math.exp(float(Fraction(epsilon)) * movies)
    assert bound.percent >= 100 * odds / (1 + odds) - 1e-6


def test_a_loss_that_is_none_means_nothing():
    with pytest.raises(ValueError, match="negative"):
        PosteriorBound.of(Fraction(-1))


@pytest.mark.parametrize("budget", [Fraction(0), Fraction(-1)])
def test_there_is_no_mechanism_without_a_budget(small_catalog, budget):
    mechanism = planned(small_catalog, PrivacyChoice(), Fraction(1))
    with pytest.raises(ValueError, match="must be positive"):
        mechanism.at(budget)
