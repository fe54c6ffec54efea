"""The improved mechanism: exact costs, and movies found around a public prior."""

import dataclasses
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.privacy.integer_rows import exact_losses, unit_sum_rows
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.mechanism import (
    Mechanism,
    fit,
    plan,
    sample,
    sample_movies,
    sanitize,
)
from epicrec_desktop.privacy.public_prior import ProfilePrior, public_share
from epicrec_desktop.privacy.randomness import NumpySource

ALL_PERTURBED = PrivacyChoice()
NAMES = ("A", "B", "C", "D", "E")
MIXED = PrivacyChoice(
    ReleaseLevel.PERTURBED, {"B": ReleaseLevel.ALL, "D": ReleaseLevel.NO, "E": ReleaseLevel.ALL}
)
levels = st.sampled_from(list(ReleaseLevel))
choices = st.builds(PrivacyChoice, levels, st.dictionaries(st.sampled_from(NAMES), levels))


def improved(groups: CategoryGroups, choice: PrivacyChoice, epsilon: Fraction) -> Mechanism:
    mechanism = plan(groups, choice, epsilon, family=IMPROVED)
    assert mechanism is not None
    return mechanism


def source(seed: int = 0) -> NumpySource:
    return NumpySource(np.random.default_rng(seed))


@given(choice=choices, epsilon=st.fractions(min_value=Fraction(1, 10**6), max_value=10))
def test_every_item_costs_exactly_the_budget(small_catalog, choice, epsilon):
    mechanism = plan(small_catalog, choice, epsilon, family=IMPROVED)
    split = split_levels(small_catalog, choice)
    if mechanism is None:
        assert split.perturbed.size == 0
        return
    assert mechanism.loss == epsilon
    items = np.arange(small_catalog.items)
    counted = split.items(small_catalog, items, ItemClass.PERTURBED)
    for item in items:
        row = mechanism.count(small_catalog, choice, np.array([item]))
        cost = sum(Fraction(r) / s for r, s in zip(row, mechanism.scales, strict=True))
        assert cost == (epsilon if item in counted else 0)


def test_names_and_scales(small_catalog):
    single = improved(small_catalog, ALL_PERTURBED, Fraction(1, 4))
    assert (single.name, single.multiplier) == ("S-MAP", 12)  # items of one to four categories
    assert set(single.movie_scales.values()) == {4.0}
    assert single.variance == 32.0
    assert improved(small_catalog, MIXED, Fraction(1, 4)).name == "M-MAP"


def test_the_multiplier_on_the_starter_catalog(starter_groups):
    mechanism = improved(starter_groups, ALL_PERTURBED, Fraction(21, 100))
    assert mechanism.multiplier == 12  # a common multiple of 1 to 4
    assert mechanism.loss == Fraction(21, 100)


def test_rows_without_a_small_common_multiple_are_rounded_down():
    """Items of one to forty categories: ⌊2¹⁶/k⌋ each, so that most cost a little less than ε."""
    names = tuple(f"c{j}" for j in range(40))
    groups = CategoryGroups.from_matrix(names, np.tril(np.ones((40, 40))))
    mechanism = improved(groups, ALL_PERTURBED, Fraction(1, 3))
    assert mechanism.multiplier == 1 << 16
    losses = exact_losses(np.array(mechanism.rows), mechanism.scales)
    assert max(losses) == mechanism.loss == Fraction(1, 3)
    assert min(losses) > Fraction(999, 3000)


def test_rows_of_values_are_scaled_too():
    rows, multiplier = unit_sum_rows(np.array([[0.5, 1.5, 0.0], [0.0, 0.0, 0.1], [0.0, 0.0, 0.0]]))
    assert multiplier == 1 << 16
    assert rows.tolist() == [[1 << 14, 3 << 14, 0], [0, 0, 1 << 16], [0, 0, 0]]
    with pytest.raises(ValueError, match="negative"):
        unit_sum_rows(np.array([[-1.0]]))


def test_mechanism_round_trips_through_json(small_catalog):
    mechanism = improved(small_catalog, MIXED, Fraction(23, 100))
    assert Mechanism.from_dict(json.loads(json.dumps(mechanism.to_dict()))) == mechanism


def test_scale_below_the_budget_is_never_sampled(small_catalog):
    good = improved(small_catalog, ALL_PERTURBED, Fraction(23, 100))
    bad = dataclasses.replace(good, scales=(good.scales[0] * Fraction(6, 10), *good.scales[1:]))
    with pytest.raises(PrivacyError):
        sample(bad, (0,) * 5, source())
    with pytest.raises(PrivacyError):
        bad.count(small_catalog, ALL_PERTURBED, np.array([0]))
    with pytest.raises(PrivacyError, match="planned for"):
        good.count(small_catalog, MIXED, np.array([0]))


def test_counts_are_shares_of_movies_and_weights_shrink_them(small_catalog):
    mechanism = improved(small_catalog, ALL_PERTURBED, Fraction(1))
    matrix = small_catalog.matrix()
    item = np.flatnonzero(matrix.sum(axis=1) == 3)[:1]
    full = mechanism.count(small_catalog, ALL_PERTURBED, item)
    assert full == tuple((4 * matrix[item[0]]).astype(int))
    part = mechanism.count(small_catalog, ALL_PERTURBED, item, [Fraction(1, 3)])
    assert part == tuple(v // 3 for v in full)
    everything = np.flatnonzero(matrix.any(axis=1))
    total = mechanism.count(small_catalog, ALL_PERTURBED, everything)
    assert sum(total) == 12 * len(everything)  # every movie counts once, however many categories


def test_noise_is_of_the_one_scale(small_catalog):
    mechanism = improved(small_catalog, ALL_PERTURBED, Fraction(1, 2))
    one, runs = source(9), 2_000
    noise = np.array([sample(mechanism, (0,) * 5, one) for _ in range(runs)])
    sizes = np.abs(noise).mean(axis=0) / 24.0
    assert (np.abs(sizes - 1) < 5.2 / math.sqrt(runs)).all()  # errs once in 10⁶ seeds


def test_popularity_decides_among_equal_fits(small_catalog):
    """With no budget to speak of, all that is left is the prior."""
    mechanism = improved(small_catalog, ALL_PERTURBED, Fraction(1, 1000))
    popularity = np.zeros(small_catalog.items)
    group = int(small_catalog.item_group[np.flatnonzero(small_catalog.matrix()[:, 0])[0]])
    popularity[small_catalog.item_group == group] = 100.0
    noisy = mechanism.count(small_catalog, ALL_PERTURBED, np.arange(small_catalog.items))
    x = fit(
        small_catalog,
        ALL_PERTURBED,
        mechanism.in_movies(noisy),
        mechanism.variance,
        family=IMPROVED,
        popularity=popularity,
    )
    assert x[group] / small_catalog.sizes[group] > 0.9
    others = np.arange(len(x)) != group
    assert x[others].sum() < 0.2 * small_catalog.sizes[others].sum()
    assert (x >= 0).all()
    assert (x <= small_catalog.sizes).all()


def test_only_items_that_can_be_perturbed_come_out(small_catalog):
    mechanism = improved(small_catalog, MIXED, Fraction(1, 2))
    split = split_levels(small_catalog, MIXED)
    popularity = np.arange(small_catalog.items, dtype=np.float64)
    for seed in range(20):
        noisy = sample(mechanism, (300, 180), source(seed))
        chosen = sanitize(
            small_catalog, MIXED, mechanism, noisy, source(seed), popularity=popularity
        )
        assert split.items(small_catalog, chosen, ItemClass.PERTURBED).tolist() == chosen.tolist()
        assert len(chosen)


def test_a_large_budget_gives_the_profile_back_but_for_its_names(starter_groups):
    mechanism = improved(starter_groups, ALL_PERTURBED, Fraction(50))
    items = np.sort(np.random.default_rng(3).choice(starter_groups.items, 165, replace=False))
    noisy = sample(mechanism, mechanism.count(starter_groups, ALL_PERTURBED, items), source(1))
    counts = mechanism.in_movies(noisy)
    x = fit(starter_groups, ALL_PERTURBED, counts, mechanism.variance, family=IMPROVED)
    assert np.abs(x @ starter_groups.rows - starter_groups.aggregates(items)).mean() < 1  # of 18
    chosen = sample_movies(starter_groups, ALL_PERTURBED, x, source(2), IMPROVED)
    assert abs(len(chosen) - 164) < 45


@pytest.mark.parametrize("periods", [1, 4])
def test_the_noise_of_a_sum_of_windows_is_known(starter_groups, periods):
    """Given the true variance, the estimate is no worse than when given another, on average."""
    generator = np.random.default_rng(5)
    rows = starter_groups.rows[starter_groups.rows.any(axis=1)]
    sizes = starter_groups.sizes[starter_groups.rows.any(axis=1)]
    scaled = rows / rows.sum(axis=1, keepdims=True)
    share = generator.dirichlet(np.full(len(sizes), 0.3))
    profile_prior = ProfilePrior.of(share)
    errors: dict[float, list[float]] = {0.01: [], 1.0: [], 100.0: []}
    true = 2.0 * periods / 0.2**2
    for _ in range(40):
        profile = np.minimum(generator.poisson(150 * share * generator.gamma(0.5, 2.0)), sizes)
        noise = generator.laplace(scale=5.0, size=(periods, 18)).sum(axis=0)
        for factor, found in errors.items():
            noisy = profile @ scaled + noise
            x = profile_prior.estimate_groups(rows, scaled, sizes, noisy, true * factor)
            found.append(float(np.abs((x - profile) @ rows).mean()))
    assert np.mean(errors[1.0]) < np.mean(errors[0.01])
    assert np.mean(errors[1.0]) < 1.02 * np.mean(errors[100.0])


def test_shares_of_groups():
    groups = np.array([0, 0, 1, 2])
    assert public_share(None, groups, 3) == pytest.approx([0.5, 0.25, 0.25])
    assert public_share(np.zeros(4), groups, 3) == pytest.approx([0.5, 0.25, 0.25])
    share = public_share(np.array([1.0, 2.0, 0.0, 1.0]), groups, 3)
    assert share == pytest.approx(np.array([3.2, 0.1, 1.1]) / 4.4)
    with pytest.raises(ValueError, match="popularity"):
        public_share(np.array([1.0, -1.0, 0.0, 0.0]), groups, 3)
