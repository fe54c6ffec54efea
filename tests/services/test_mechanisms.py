"""Which mechanism a window is drawn with, and what is made of windows of different kinds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import numpy as np
import pytest

from epicrec_desktop import wiring
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.privacy.perturbation import Kind, Mechanism, plan
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.services.composition import COMBINED, Told, compose_items, told
from epicrec_desktop.services.copies import Held
from epicrec_desktop.services.situation import Situation
from epicrec_desktop.store.ledger import LedgerRepository

DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)
EVERYTHING = PrivacyChoice()
NO_HORROR = PrivacyChoice(ReleaseLevel.PERTURBED, {"Horror": ReleaseLevel.NO})


def kinds(world) -> dict[str, Kind]:
    with world.services.context.database.read() as session:
        windows = LedgerRepository(session).windows()
    return {name: Mechanism.from_dict(w.mechanism).kind for name, w in windows.items()}


def test_the_improved_mechanism_is_the_default_and_the_choice_is_kept(world) -> None:
    assert world.services.privacy.mechanism() is Kind.IMPROVED
    world.services.privacy.use_mechanism(Kind.PUBLISHED)
    world.services.close()
    again = wiring.build(world.paths, now=world.clock)
    try:
        assert again.privacy.mechanism() is Kind.PUBLISHED
    finally:
        again.close()


def test_both_mechanisms_have_the_same_budget(world) -> None:
    improved = world.services.privacy.budget()
    world.services.privacy.use_mechanism(Kind.PUBLISHED)
    published = world.services.privacy.budget()
    assert (improved.mechanism, published.mechanism) == ("S-MAP", "S-DPDP")
    assert improved.epsilon == published.epsilon
    (scale,) = set(improved.scales.values())
    assert scale == pytest.approx(1 / float(improved.epsilon))
    assert sum(improved.scales.values()) < sum(published.scales.values()) / 2


def test_a_change_applies_from_the_next_window(world) -> None:
    world.add("Heat (1995)")
    first = world.services.recommend.refresh().release
    world.services.privacy.use_mechanism(Kind.PUBLISHED)
    again = world.services.recommend.refresh()
    assert again.repeated
    assert again.release == first
    world.add("Alien (1979)")
    world.clock.moment = DECEMBER
    later = world.services.recommend.refresh().release
    assert kinds(world) == {"2026-11": Kind.IMPROVED, "2026-12": Kind.PUBLISHED}
    assert later.mechanism == COMBINED
    body = json.loads(later.payload)["release"]
    assert body["mechanism"] == COMBINED
    assert set(body["counts"]) == set(world.services.privacy.budget().scales)
    assert later.epsilon == first.epsilon  # windows hold different movies


@pytest.mark.parametrize(("kind", "name"), [(Kind.IMPROVED, "S-MAP"), (Kind.PUBLISHED, "S-DPDP")])
def test_windows_of_one_kind_add_up(world, kind: Kind, name: str) -> None:
    world.services.privacy.use_mechanism(kind)
    first = world.services.recommend.refresh().release
    world.clock.moment = DECEMBER
    second = world.services.recommend.refresh().release
    assert second.mechanism == name
    one, two = (json.loads(r.payload)["release"]["variance"] for r in (first, second))
    scales = world.services.privacy.budget().scales
    assert one == pytest.approx({name: 2 * scale**2 for name, scale in scales.items()})
    assert two == pytest.approx({name: 2 * value for name, value in one.items()})


def test_counts_that_are_estimates_have_no_variance(world) -> None:
    world.services.recommend.refresh()
    world.services.privacy.use_mechanism(Kind.PUBLISHED)
    world.clock.moment = DECEMBER
    mixed = world.services.recommend.refresh().release
    assert mixed.mechanism == COMBINED
    assert "variance" not in json.loads(mixed.payload)["release"]


# From here on windows are made by hand, without noise, so that the truth is known.


def catalog() -> Catalog:
    return load_starter()


def window(kind: Kind, choice: PrivacyChoice, items: np.ndarray) -> Held:
    groups = catalog().groups
    mechanism = plan(groups, choice, Fraction(50), kind=kind)
    assert mechanism is not None
    counts = mechanism.count(groups, choice, items)
    names = groups.categories
    return Held(
        levels=dict(zip(names, (lv.value for lv in choice.levels(names)), strict=True)),
        mechanism=mechanism,
        noisy=dict(zip(mechanism.categories, counts, strict=True)),
    )


def situation(choice: PrivacyChoice, kind: Kind = Kind.IMPROVED) -> Situation:
    return Situation(
        catalog=catalog(),
        choice=choice,
        mechanism=plan(catalog().groups, choice, Fraction(50), kind=kind),
        drawn={},
        due=(),
        members={},
        open_items=(),
        true_counts={},
        classes=dict.fromkeys(ItemClass, 0),
        waiting=0,
    )


def halves() -> tuple[np.ndarray, np.ndarray]:
    """Two disjoint sets of movies, each as someone might watch in a month: popular ones mostly."""
    movies = catalog().movies
    popularity = np.array([m.popularity for m in movies]) + 1e-9
    odds = popularity / popularity.sum()
    chosen = np.random.default_rng(1).choice(len(movies), 120, replace=False, p=odds)
    return np.sort(chosen[:60]), np.sort(chosen[60:])


def error(found: Mapping[str, float], items: np.ndarray) -> float:
    """Mean absolute error of counts of movies per category."""
    truth = dict(
        zip(catalog().categories, catalog().groups.aggregates(items).tolist(), strict=True)
    )
    return float(np.mean([abs(found[name] - truth[name]) for name in found]))


def listed(choice: PrivacyChoice, windows: Mapping[str, Held]) -> np.ndarray:
    source = NumpySource(np.random.default_rng(2))
    ids = compose_items(situation(choice), windows, source)
    return np.array([catalog().index[i] for i in ids], dtype=np.int64)


@pytest.mark.parametrize("now", list(Kind))
def test_windows_of_different_kinds_are_put_together(now: Kind) -> None:
    """Whatever is in use now: what was drawn is what counts."""
    first, second = halves()
    both = np.union1d(first, second)
    windows = {
        "2026-11": window(Kind.PUBLISHED, EVERYTHING, first),
        "2026-12": window(Kind.IMPROVED, EVERYTHING, second),
    }
    said = told(situation(EVERYTHING, now), windows)
    assert isinstance(said, Told)
    assert said.mechanism == COMBINED
    assert error(said.counts, both) < 1.5  # of 18 on average
    assert error(said.counts, first) > 3 * error(said.counts, both)
    items = listed(EVERYTHING, windows)
    assert abs(len(items) - 120) < 40
    counts = dict(
        zip(catalog().categories, catalog().groups.aggregates(items).tolist(), strict=True)
    )
    assert error(counts, both) < 4


def test_windows_of_the_improved_kind_with_other_levels_are_other_queries() -> None:
    first, second = halves()
    windows = {
        "2026-11": window(Kind.IMPROVED, EVERYTHING, first),
        "2026-12": window(Kind.IMPROVED, NO_HORROR, second),
    }
    said = told(situation(NO_HORROR), windows)
    assert said is not None
    assert said.mechanism == COMBINED
    assert "Horror" not in said.counts
    without = [
        i for i in np.union1d(first, second) if "Horror" not in catalog().movies[i].categories
    ]
    assert error(said.counts, np.array(without)) < 2
    items = listed(NO_HORROR, windows)
    assert len(items) > 60
    assert not any("Horror" in catalog().movies[i].categories for i in items)


def test_a_closed_category_has_no_influence_on_what_is_told_now() -> None:
    """Two people whose histories differ in nothing but Horror's counts tell the same now."""
    first, _ = halves()
    one = window(Kind.IMPROVED, EVERYTHING, first)
    other = replace(one, noisy={**one.noisy, "Horror": 10**6})
    results = [told(situation(NO_HORROR), {"2026-11": w}) for w in (one, other)]
    assert results[0] == results[1]
    lists = [listed(NO_HORROR, {"2026-11": w}).tolist() for w in (one, other)]
    assert lists[0] == lists[1]


def test_windows_of_one_improved_query_tell_shares_of_movies() -> None:
    first, second = halves()
    windows = {
        name: window(Kind.IMPROVED, EVERYTHING, items)
        for name, items in (("2026-11", first), ("2026-12", second))
    }
    said = told(situation(EVERYTHING), windows)
    assert said is not None
    assert said.mechanism == "S-MAP"
    with_categories = sum(bool(catalog().movies[i].categories) for i in np.r_[first, second])
    assert sum(said.counts.values()) == pytest.approx(with_categories)


def test_nothing_is_told_where_nothing_is_perturbed() -> None:
    assert told(situation(PrivacyChoice(ReleaseLevel.ALL)), {}) is None
