"""Tests of periods and their calendar."""

import json
import math
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.months import due_periods, next_period, open_month, period_of
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.wiring import Services
from moments import NOW

DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)
MOVIES = (
    "Heat (1995)",
    "Alien (1979)",
    "The Matrix (1999)",
    "Jaws (1975)",
    "Casablanca (1942)",
    "Metropolis (1927)",
)


def months(world) -> list[tuple[str, int, bool]]:
    return [
        (m.name, m.movies, m.sampled is not None) for m in world.services.ledger.calendar().months
    ]


def test_movies_confirmed_after_the_release_wait_for_the_next_month(world):
    world.add("Heat (1995)", "Alien (1979)")
    assert months(world) == [("2026-11", 2, False)]
    assert world.services.ledger.spending().joint is None
    world.release()
    world.add("Casablanca (1942)")
    assert months(world) == [("2026-11", 2, True), ("2026-12", 1, False)]
    calendar = world.services.ledger.calendar()
    assert calendar.now == "2026-11"
    assert calendar.months[0].receivers == ("This computer",)


def test_a_rejected_movie_is_not_counted_and_a_withheld_one_is_in_no_month(world):
    world.services.privacy.set_category("Horror", ReleaseLevel.NO)
    heat, _ = world.add("Heat (1995)", "Alien (1979)")
    assert months(world) == [("2026-11", 1, False)]
    world.services.library.forget([heat])
    assert months(world) == [("2026-11", 0, False)]


def test_spending_is_said_in_words_and_does_not_grow_with_time(world):
    epsilon = world.services.privacy.budget().epsilon
    world.add("Heat (1995)")
    world.release()
    spent = world.services.ledger.spending()
    percent = math.ceil(100 / (1 + math.exp(-float(epsilon))))
    assert (spent.joint.epsilon, spent.joint.percent) == (epsilon, percent)
    assert spent.alone == {"This computer": spent.joint}
    world.clock.moment = DECEMBER
    world.release()
    later = world.services.ledger.spending()
    assert (later.joint, later.alone) == (spent.joint, spent.alone)
    assert later.series.epsilon == 2 * epsilon, "each month may have a part of a series"


FEBRUARY = datetime(2027, 2, 3, tzinfo=UTC)


def period_by_title(services: Services) -> dict[str, str]:
    titles = {e.id: e.movie.title for e in services.library.entries()}
    with services.context.database.read() as session:
        periods = LibraryRepository(session).periods()
    return {titles[key]: period for key, period in periods.items() if key in titles}


@given(st.integers(min_value=0, max_value=90 * 365))
def test_periods_follow_each_other_without_a_gap(day):
    moment = datetime(2000, 1, 1, tzinfo=UTC) + timedelta(days=day)
    period = period_of(moment)
    later = moment
    while period_of(later) == period:
        later += timedelta(days=1)
    assert next_period(period) == period_of(later)
    assert next_period(period) > period


def test_the_open_period_is_sampled_once_a_month():
    assert open_month([], NOW) == "2026-11"
    assert open_month(["2026-11"], NOW) == "2026-12"
    assert open_month(["2026-11"], DECEMBER) == "2026-12"
    assert due_periods([], NOW) == ("2026-11",)
    assert due_periods(["2026-11"], NOW) == ()
    assert due_periods(["2026-11"], FEBRUARY) == ("2027-02",)


def test_confirming_more_movies_neither_resamples_nor_resends_anything_new(world):
    world.add("Heat (1995)")
    first = world.release().release
    before = world.sampled()
    world.add("Alien (1979)", "Casablanca (1942)")
    second = world.release()
    assert second.repeated
    assert second.release == first
    (entry,) = world.services.ledger.entries()
    assert len(entry.sent) == 2
    assert world.sampled() == before
    assert period_by_title(world.services) == {
        "Heat": "2026-11",
        "Alien": OPEN_PERIOD,
        "Casablanca": OPEN_PERIOD,
    }
    assert world.services.releases.preview().waiting_items == 2


def test_the_next_month_samples_one_new_period_and_keeps_the_old(world, true_counts):
    world.services.privacy.use_mechanism(IMPROVED)
    world.add("Heat (1995)")
    world.release()
    before = world.sampled()["2026-11"]
    world.add("Alien (1979)")
    world.clock.moment = DECEMBER
    outcome = world.release()
    assert not outcome.repeated
    after = world.sampled()
    assert list(after) == ["2026-11", "2026-12"]
    assert after["2026-11"] == before
    november, december = true_counts
    assert 2 * december["Horror"] == after["2026-12"].mechanism.multiplier
    assert december["Crime"] == 0  # Heat stays in November
    assert november["Crime"] > 0


def test_a_period_is_sampled_even_when_empty_and_only_when_asked_for(world, true_counts):
    world.release()
    world.clock.moment = FEBRUARY
    world.release()
    periods = world.sampled()
    assert list(periods) == ["2026-11", "2027-02"]
    assert [set(counts.values()) for counts in true_counts] == [{0}] * 2
    assert any(v != 0 for w in periods.values() for v in w.tiers[Fraction(1)])


@pytest.mark.parametrize("way", ["reject", "forget"])
def test_removing_and_finding_a_movie_again_never_moves_it(world, true_counts, way):
    (heat,) = world.add("Heat (1995)")
    library = world.services.library
    if way == "reject":
        library.set_status([heat], LibraryStatus.REJECTED)
    else:
        library.forget([heat])
    world.release()
    world.clock.moment = DECEMBER
    library.add(heat)
    world.release()
    assert period_by_title(world.services) == {"Heat": "2026-11"}
    assert [sum(counts.values()) for counts in true_counts] == [0, 0]


def test_which_periods_there_are_does_not_tell_when_a_movie_was_found(world, true_counts):
    """They are the moments of releases, which are public anyway."""
    world.services.privacy.use_mechanism(IMPROVED)
    world.add("Heat (1995)")
    world.clock.moment = FEBRUARY
    world.add("Alien (1979)")
    world.release()
    assert list(world.sampled()) == ["2027-02"]
    assert period_by_title(world.services) == {"Heat": "2027-02", "Alien": "2027-02"}
    (counts,) = true_counts
    assert counts["Crime"] > 0
    assert counts["Horror"] > 0


def test_months_without_a_release_add_no_noise(world, true_counts):
    """Sixty months, with a release in each tenth."""
    titles = iter(MOVIES)
    for number in range(60):
        world.clock.moment = datetime(2027 + number // 12, number % 12 + 1, 9, tzinfo=UTC)
        if number % 5 == 0 and (title := next(titles, None)):
            world.add(title)
        if number % 10 == 9:
            release = world.release().release
    assert len(world.sampled()) == len(true_counts) == 6
    noisy = json.loads(release.payload)["release"]["variance"]
    scales = world.services.privacy.budget().scales
    assert noisy == pytest.approx({name: 12 * scale**2 for name, scale in scales.items()})
    held = period_by_title(world.services)
    assert len(held) == len(MOVIES)
    assert set(held.values()) <= set(world.sampled())


def test_a_clock_ten_years_ahead_adds_noise_once_and_holds_no_movie_back(world):
    world.add("Heat (1995)")
    world.clock.moment = datetime(2036, 5, 1, tzinfo=UTC)
    world.release()
    assert list(world.sampled()) == ["2036-05"]
    world.clock.moment = NOW
    world.add("Alien (1979)")
    world.release()
    assert list(world.sampled()) == ["2026-11", "2036-05"]
    assert period_by_title(world.services) == {"Heat": "2036-05", "Alien": "2026-11"}
    names = [m.name for m in world.services.ledger.calendar().months]
    assert names == ["2026-11", "2036-05", "2026-12"], "the open one is the last"


@pytest.mark.parametrize("days", [-2, 63, 3650])
def test_nothing_is_sampled_under_a_clock_that_jumped_before_somebody_says_it_is_right(world, days):
    world.add("Heat (1995)")
    releases = world.services.releases
    world.clock.moment = NOW + timedelta(days=days)
    proposal = releases.propose()
    assert proposal.clock.last == NOW
    before = _dump(world.services)
    for act in (releases.sample, releases.send):
        with pytest.raises(PrivacyError, match="clock of this computer"):
            act(proposal)
    assert _dump(world.services) == before
    releases.accept_clock()
    assert releases.propose().clock is None
    releases.send(releases.propose())
    assert list(world.sampled()) == [period_of(world.clock.moment)]


@pytest.mark.parametrize("days", [-1, 0, 31, 62])
def test_an_ordinary_clock_is_not_asked_about(world, days):
    world.clock.moment = NOW + timedelta(days=days)
    assert world.services.releases.propose().clock is None


def test_starts_move_the_clock_on_and_a_jump_does_not(world, build):
    """Else the wrong time would be the measure of the right one."""
    world.add("Heat (1995)")
    for days in (40, 80, 120):
        world.services.close()
        world.clock.moment = NOW + timedelta(days=days)
        world.services = build(world.clock)
        assert world.services.releases.propose().clock is None
    world.clock.moment = NOW + timedelta(days=3650)
    world.services.close()
    world.services = build(world.clock)
    assert world.services.releases.propose().clock is not None
    world.clock.moment = NOW + timedelta(days=121)
    assert world.services.releases.propose().clock is None


def test_a_clock_that_stood_still_at_the_first_start_samples_no_hundreds_of_periods(world):
    world.clock.moment = datetime(2000, 1, 1, tzinfo=UTC)
    world.release()
    assert list(world.sampled()) == ["2000-01"]


def test_a_withheld_movie_belongs_to_no_period_until_it_may_leave(world):
    privacy = world.services.privacy
    privacy.set_category("Horror", ReleaseLevel.NO)
    world.add("Alien (1979)", "Heat (1995)")
    assert period_by_title(world.services) == {"Heat": OPEN_PERIOD}
    world.release()
    privacy.set_category("Horror", None)
    assert period_by_title(world.services) == {"Heat": "2026-11", "Alien": OPEN_PERIOD}


def test_levels_changed_after_the_sample_do_not_sample_again(world):
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    before = world.sampled()
    for level in (ReleaseLevel.NO, ReleaseLevel.ALL, None):
        world.services.privacy.set_category("Horror", level)
        world.release()
    assert world.sampled() == before


def test_a_restart_sends_the_stored_bytes(world):
    world.add("Heat (1995)")
    first = world.release().release
    world.services.close()
    with closing(wiring.build(world.paths, now=world.clock)) as again:
        outcome = again.recommend.refresh()
        assert outcome.repeated
        assert outcome.release == first


def _dump(services: Services) -> list[str]:
    """The whole database as text, but for the budgets, which are public and kept once found."""
    with closing(sqlite3.connect(services.context.database.path)) as connection:
        return [line for line in connection.iterdump() if "budgets" not in line]


def test_only_before_the_first_release_is_it_said_that_earlier_ones_count(world):
    world.add("Heat (1995)")
    assert world.services.releases.preview().proposal.warnings == ("first",)
    world.release()
    assert world.services.releases.preview().proposal.warnings == ()


def test_a_preview_changes_nothing(world):
    """A movie that a look at other levels assigned would stay in that period for ever."""
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    world.add("Heat (1995)")
    before = _dump(world.services)
    assert world.services.releases.preview(PrivacyChoice(ReleaseLevel.PERTURBED)).example
    assert not world.services.releases.preview(PrivacyChoice(ReleaseLevel.ALL)).example
    assert _dump(world.services) == before
