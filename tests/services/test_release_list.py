"""Tests of the list and counts of a release."""

import json
import threading
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache
from unittest.mock import Mock

import numpy as np
import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import Cancelled, PrivacyError, ProviderError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.privacy.families import FAMILIES, IMPROVED, PUBLISHED, CategoryFamily, Family
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.mechanism import Mechanism, plan, plan_question
from epicrec_desktop.privacy.period import ReceiverCopy
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.services import release_list
from epicrec_desktop.services.release_inputs import ReleaseInputs
from epicrec_desktop.services.release_list import (
    COMBINED,
    build_disclosure,
    build_list,
    choose_movies,
)
from epicrec_desktop.services.sampling import Receiver, SecureSource
from waiting import LIMIT_S

DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)
EVERYTHING = PrivacyChoice()
NO_HORROR = PrivacyChoice(ReleaseLevel.PERTURBED, {"Horror": ReleaseLevel.NO})


def families(world) -> dict[str, Family]:
    return {name: period.mechanism.family for name, period in world.sampled().items()}


def test_both_mechanisms_have_the_same_budget(world):
    world.services.privacy.use_mechanism(IMPROVED)
    improved = world.services.privacy.budget()
    world.services.privacy.use_mechanism(PUBLISHED)
    published = world.services.privacy.budget()
    assert (improved.mechanism, published.mechanism) == ("S-MAP", "S-DPDP")
    assert improved.epsilon == published.epsilon
    (scale,) = set(improved.scales.values())
    assert scale == pytest.approx(1 / float(improved.epsilon))
    assert sum(improved.scales.values()) < sum(published.scales.values()) / 2


def test_a_change_applies_from_the_next_period(world):
    world.services.privacy.use_mechanism(IMPROVED)
    world.add("Heat (1995)")
    first = world.release().release
    world.services.privacy.use_mechanism(PUBLISHED)
    again = world.release()
    assert again.repeated
    assert again.release == first
    world.add("Alien (1979)")
    world.clock.moment = DECEMBER
    later = world.release().release
    assert families(world) == {"2026-11": IMPROVED, "2026-12": PUBLISHED}
    assert later.mechanism == COMBINED
    body = json.loads(later.payload)["release"]
    assert body["mechanism"] == COMBINED
    assert set(body["counts"]) == set(world.services.privacy.budget().scales)
    assert later.epsilon == first.epsilon  # windows hold different movies


@pytest.mark.parametrize(("family", "name"), [(IMPROVED, "S-MAP"), (PUBLISHED, "S-DPDP")])
def test_periods_of_one_kind_add_up(world, family, name):
    world.services.privacy.use_mechanism(family)
    first = world.release().release
    world.clock.moment = DECEMBER
    second = world.release().release
    assert second.mechanism == name
    one, two = (json.loads(r.payload)["release"]["variance"] for r in (first, second))
    scales = world.services.privacy.budget().scales
    assert one == pytest.approx({name: 2 * scale**2 for name, scale in scales.items()})
    assert two == pytest.approx({name: 2 * value for name, value in one.items()})


def test_counts_that_are_estimates_have_no_variance(world):
    world.release()
    world.services.privacy.use_mechanism(PUBLISHED)
    world.clock.moment = DECEMBER
    mixed = world.release().release
    assert mixed.mechanism == COMBINED
    assert "variance" not in json.loads(mixed.payload)["release"]


# From here on windows are made by hand, without noise, so that the truth is known.


@cache
def catalog() -> Catalog:
    return load_starter()


@cache
def asked() -> AskedQuestion:
    return AskedQuestion.of(load_question(), catalog().movies)


def planned(family: Family, choice: PrivacyChoice) -> Mechanism | None:
    groups = catalog().groups
    if isinstance(family, CategoryFamily):
        mechanism = plan(groups, choice, Fraction(50), family=family)
    else:
        mechanism = plan_question(asked(), groups, choice, Fraction(50))
    return mechanism


def period(family: Family, choice: PrivacyChoice, items: np.ndarray) -> ReceiverCopy:
    groups = catalog().groups
    mechanism = planned(family, choice)
    counts = mechanism.count(groups, choice, items, asked=asked())
    names = groups.categories
    return ReceiverCopy(
        levels=dict(zip(names, (lv.value for lv in choice.levels(names)), strict=True)),
        mechanism=mechanism,
        noisy=dict(zip(mechanism.categories, counts, strict=True)),
    )


def inputs(choice: PrivacyChoice, family: Family = IMPROVED) -> ReleaseInputs:
    return ReleaseInputs(
        catalog=catalog(),
        choice=choice,
        mechanism=planned(family, choice),
        sampled={},
        due=(),
        members={},
        open_items=(),
        true_counts={},
        classes=dict.fromkeys(ItemClass, 0),
        open_keys=frozenset(),
        waiting=0,
        questions=(asked(),),
    )


def test_more_open_movies_than_a_release_has_room_for_are_refused_with_what_to_choose(monkeypatch):
    """The sentence asked to report a fault of the program."""
    monkeypatch.setattr(release_list, "MAX_PROFILE", 3)
    everything = inputs(PrivacyChoice(ReleaseLevel.ALL))
    named = tuple(sorted(movie.wire_id for movie in catalog().movies[:4]))
    receiver = Receiver("https://a.example", ())
    with pytest.raises(PrivacyError) as caught:
        build_list(replace(everything, open_items=named), receiver, {})
    assert "room for 3 movies, and this one would name 4" in str(caught.value)
    assert build_list(replace(everything, open_items=named[:3]), receiver, {}).items == named[:3]


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


def listed(choice: PrivacyChoice, periods: Mapping[str, ReceiverCopy]) -> np.ndarray:
    ids = choose_movies(inputs(choice), periods)
    return np.array([catalog().index[i] for i in ids], dtype=np.int64)


@pytest.mark.parametrize("now", list(FAMILIES.values()))
def test_periods_of_different_kinds_are_put_together(now):
    """What was sampled counts, whatever is in use now."""
    first, second = halves()
    both = np.union1d(first, second)
    periods = {
        "2026-11": period(PUBLISHED, EVERYTHING, first),
        "2026-12": period(IMPROVED, EVERYTHING, second),
    }
    disclosure = build_disclosure(inputs(EVERYTHING, now), periods)
    assert disclosure.mechanism == COMBINED
    assert error(disclosure.counts, both) < 1.5  # of 18 on average
    assert error(disclosure.counts, first) > 3 * error(disclosure.counts, both)
    items = listed(EVERYTHING, periods)
    assert abs(len(items) - 120) < 40
    counts = dict(
        zip(catalog().categories, catalog().groups.aggregates(items).tolist(), strict=True)
    )
    assert error(counts, both) < 4


def test_periods_of_the_improved_kind_with_other_levels_are_other_queries():
    first, second = halves()
    periods = {
        "2026-11": period(IMPROVED, EVERYTHING, first),
        "2026-12": period(IMPROVED, NO_HORROR, second),
    }
    disclosure = build_disclosure(inputs(NO_HORROR), periods)
    assert disclosure.mechanism == COMBINED
    assert "Horror" not in disclosure.counts
    without = [
        i for i in np.union1d(first, second) if "Horror" not in catalog().movies[i].categories
    ]
    assert error(disclosure.counts, np.array(without)) < 2
    items = listed(NO_HORROR, periods)
    assert len(items) > 60
    assert not any("Horror" in catalog().movies[i].categories for i in items)


def test_a_closed_category_has_no_influence_on_what_is_disclosed_now():
    """Two people whose histories differ in nothing but Horror's counts tell the same now."""
    first, _ = halves()
    one = period(IMPROVED, EVERYTHING, first)
    other = replace(one, noisy={**one.noisy, "Horror": 10**6})
    results = [build_disclosure(inputs(NO_HORROR), {"2026-11": w}) for w in (one, other)]
    assert results[0] == results[1]
    lists = [listed(NO_HORROR, {"2026-11": w}).tolist() for w in (one, other)]
    assert lists[0] == lists[1]


def test_periods_of_one_improved_query_tell_shares_of_movies():
    first, second = halves()
    periods = {
        name: period(IMPROVED, EVERYTHING, items)
        for name, items in (("2026-11", first), ("2026-12", second))
    }
    disclosure = build_disclosure(inputs(EVERYTHING), periods)
    assert disclosure.mechanism == "S-MAP"
    with_categories = sum(bool(catalog().movies[i].categories) for i in np.r_[first, second])
    assert sum(disclosure.counts.values()) == pytest.approx(with_categories)


def test_nothing_is_disclosed_where_nothing_is_perturbed():
    assert build_disclosure(inputs(PrivacyChoice(ReleaseLevel.ALL)), {}) is None


def test_two_who_release_at_once_send_the_same_bytes(world):
    """Both were shown the same; the quicker one's bytes are sent by both."""
    world.add("Heat (1995)", "Alien (1979)")
    both = threading.Barrier(2)
    made: list[tuple[Release | None, bool]] = []

    def release():
        proposal = world.services.releases.propose()
        both.wait(LIMIT_S)
        made.append(world.services.releases.send(proposal)[:2])

    threads = [threading.Thread(target=release) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_S)
    first, second = (release for release, _ in made)
    assert first == second
    assert sorted(repeated for _, repeated in made) == [False, True]
    assert len(world.services.ledger.entries()) == 1


def test_a_category_that_was_closed_is_not_disclosed_to_anybody_new(world):
    """Its counts were sampled in an earlier period; a provider that asks now does not get them."""
    world.services.privacy.use_mechanism(IMPROVED)
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    world.services.privacy.set_category("Horror", ReleaseLevel.NO)
    release, _ = world.commit(world.receiver("New", "https://new.example"))
    assert release.provider == "New"
    counts = json.loads(release.payload)["release"]["counts"]
    assert "Crime" in counts
    assert "Horror" not in counts


def test_bytes_on_their_way_are_in_the_ledger_even_if_the_program_dies(world, monkeypatch):
    class Killed(BaseException):
        pass

    monkeypatch.setattr(LocalProvider, "recommend", Mock(side_effect=Killed))
    with pytest.raises(Killed):
        world.release()
    (entry,) = world.services.ledger.entries()
    assert entry.error is not None
    assert "may have arrived" in str(entry.error)


def test_an_answer_is_one_attempt(world, monkeypatch):
    down = Mock(side_effect=ProviderError("It did not answer."))
    with monkeypatch.context() as patch:
        patch.setattr(LocalProvider, "recommend", down)
        world.release()
        (entry,) = world.services.ledger.entries()
        assert (entry.sent, str(entry.error)) == ((), "It did not answer.")
    world.release()
    (entry,) = world.services.ledger.entries()
    assert (len(entry.sent), entry.error) == (1, None)


def test_cancelling_after_bytes_were_sent_does_not_say_nothing_happened(world, monkeypatch):
    sent = []

    def answer(self, release, **_):
        sent.append(release)
        return ProviderAnswer("m", 0, 0, ())

    monkeypatch.setattr(LocalProvider, "recommend", answer)
    with pytest.raises(Cancelled) as caught:
        world.release(cancelled=lambda: bool(sent))
    assert "Nothing was changed" not in str(caught.value)
    assert "record says whether" in str(caught.value)


def test_no_path_of_a_release_uses_numpys_generator(world, monkeypatch):
    """All tiers come from the system's secure generator, and are sampled once for all receivers."""
    world.add("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
    choices = [PrivacyChoice(), PrivacyChoice(ReleaseLevel.ALL, {"Crime": ReleaseLevel.PERTURBED})]
    for choice in choices:
        assert world.services.privacy.budget(choice) is not None  # from public data, and kept
    used: list[int] = []
    secure = SecureSource.below

    def counted(self, bound):
        used.append(bound)
        return secure(self, bound)

    refused = Mock(side_effect=AssertionError("a release may not use numpy's generator"))
    monkeypatch.setattr(SecureSource, "below", counted)
    monkeypatch.setattr(NumpySource, "below", refused)
    for name in ("default_rng", "RandomState", "random", "normal", "laplace", "choice", "seed"):
        monkeypatch.setattr(f"numpy.random.{name}", refused)
    for number, family in enumerate(FAMILIES.values()):
        world.services.privacy.use_mechanism(family)
        sampled = []
        for trust in (8, 1):
            receiver = f"https://{family.key}-{trust}.example"
            world.services.providers.add("P", receiver, trust=Fraction(1, trust), replace=True)
            before = len(used)
            world.commit(world.receiver("P", receiver), choices[number % 2])
            sampled.append(len(used) > before)
        assert sampled == [True, False]
        world.clock.moment += timedelta(days=31)
