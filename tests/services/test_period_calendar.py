"""Tests of periods and their calendar."""

from __future__ import annotations

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
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.services.periods import (
    EARLIEST,
    next_period,
    open_period,
    period_of,
    read_periods,
)
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.wiring import Services
from moments import NOW

DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)


def months(world) -> list[tuple[str, int, bool, bool]]:
    return [
        (m.name, m.movies, m.sampled is not None, m.joins)
        for m in world.services.ledger.calendar().months
    ]


def test_before_the_first_release_movies_join_this_month(world) -> None:
    world.add("Heat (1995)", "Alien (1979)")
    assert months(world) == [("2026-11", 2, False, True)]
    assert world.services.ledger.calendar().waiting == 0
    assert world.services.ledger.spending().joint is None


def test_movies_confirmed_after_the_release_wait_for_the_next_month(world) -> None:
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    world.add("Casablanca (1942)")
    assert months(world) == [("2026-11", 2, True, False), ("2026-12", 1, False, True)]
    calendar = world.services.ledger.calendar()
    assert (calendar.now, calendar.waiting) == ("2026-11", 1)
    assert calendar.months[0].receivers == ("This computer",)
    world.clock.moment = DECEMBER
    assert world.services.ledger.calendar().waiting == 0


def test_a_rejected_movie_is_not_counted_and_a_withheld_one_is_in_no_month(world) -> None:
    world.services.privacy.set_category("Horror", ReleaseLevel.NO)
    heat, _ = world.add("Heat (1995)", "Alien (1979)")
    assert months(world) == [("2026-11", 1, False, True)]
    world.services.library.forget([heat])
    assert months(world) == [("2026-11", 0, False, True)]


def test_spending_is_said_in_words_and_does_not_grow_with_time(world) -> None:
    epsilon = world.services.privacy.budget().epsilon
    world.add("Heat (1995)")
    world.release()
    spent = world.services.ledger.spending()
    percent = math.ceil(100 / (1 + math.exp(-float(epsilon))))
    assert (spent.joint.epsilon, spent.joint.percent) == (epsilon, percent)
    assert spent.alone == {"This computer": spent.joint}
    world.clock.moment = DECEMBER
    world.release()
    assert world.services.ledger.spending() == spent


IN_DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)
FEBRUARY = datetime(2027, 2, 3, tzinfo=UTC)


def sampled(services: Services) -> dict[str, Period]:
    with services.context.database.read() as session:
        return read_periods(session)


def period_by_title(services: Services) -> dict[str, str]:
    titles = {e.id: e.movie.title for e in services.library.entries()}
    with services.context.database.read() as session:
        periods = LibraryRepository(session).periods()
    return {titles[key]: period for key, period in periods.items() if key in titles}


@given(st.integers(min_value=0, max_value=90 * 365))
def test_periods_follow_each_other_without_a_gap(day: int) -> None:
    moment = datetime(2000, 1, 1, tzinfo=UTC) + timedelta(days=day)
    period = period_of(moment)
    later = moment
    while period_of(later) == period:
        later += timedelta(days=1)
    assert next_period(period) == period_of(later)
    assert next_period(period) > period


def test_movies_confirmed_after_the_sample_join_the_next_period() -> None:
    assert open_period([], NOW) == "2026-11"
    assert open_period(["2026-11"], NOW) == "2026-12"
    assert open_period(["2026-11"], IN_DECEMBER) == "2026-12"


def test_a_second_release_sends_the_same_bytes(world) -> None:
    world.add("Heat (1995)", "Alien (1979)")
    first = world.release()
    again = world.release()
    assert not first.repeated
    assert again.repeated
    assert first.release is not None
    assert again.release == first.release
    assert len(world.services.ledger.entries()) == 1
    assert len(world.services.ledger.entries()[0].sent) == 2


def test_confirming_more_movies_neither_resamples_nor_resends_anything_new(world) -> None:
    world.add("Heat (1995)")
    first = world.release().release
    before = sampled(world.services)
    world.add("Alien (1979)", "Casablanca (1942)")
    second = world.release()
    assert second.repeated
    assert second.release == first
    assert sampled(world.services) == before
    assert period_by_title(world.services) == {
        "Heat": "2026-11",
        "Alien": "2026-12",
        "Casablanca": "2026-12",
    }
    assert world.services.releases.preview().waiting_items == 2


def test_the_next_month_samples_one_new_period_and_keeps_the_old(world, true_counts) -> None:
    world.add("Heat (1995)")
    world.release()
    before = sampled(world.services)["2026-11"]
    world.add("Alien (1979)")
    world.clock.moment = IN_DECEMBER
    outcome = world.release()
    assert not outcome.repeated
    after = sampled(world.services)
    assert list(after) == ["2026-11", "2026-12"]
    assert after["2026-11"] == before
    november, december = true_counts
    assert 2 * december["Horror"] == after["2026-12"].mechanism.multiplier
    assert december["Crime"] == 0  # Heat stays in November
    assert november["Crime"] > 0


def test_periods_are_sampled_even_when_empty_and_none_is_left_out(world, true_counts) -> None:
    world.release()
    world.clock.moment = FEBRUARY
    world.release()
    periods = sampled(world.services)
    assert list(periods) == ["2026-11", "2026-12", "2027-01", "2027-02"]
    assert [set(counts.values()) for counts in true_counts] == [{0}] * 4
    assert any(v != 0 for w in periods.values() for v in w.tiers[Fraction(1)])


@pytest.mark.parametrize("way", ["reject", "forget"])
def test_removing_and_finding_a_movie_again_never_moves_it(world, true_counts, way: str) -> None:
    (heat,) = world.add("Heat (1995)")
    library = world.services.library
    if way == "reject":
        library.set_status([heat], LibraryStatus.REJECTED)
    else:
        library.forget([heat])
    world.release()
    world.clock.moment = IN_DECEMBER
    library.add(heat)
    world.release()
    assert period_by_title(world.services) == {"Heat": "2026-11"}
    assert [sum(counts.values()) for counts in true_counts] == [0, 0]


def test_which_periods_there_are_does_not_tell_when_the_first_movie_was_found(world) -> None:
    """They begin with the installation: the first movie may be confirmed months later."""
    world.clock.moment = FEBRUARY
    world.add("Heat (1995)")
    world.release()
    assert list(sampled(world.services)) == ["2026-11", "2026-12", "2027-01", "2027-02"]


def test_a_clock_set_back_before_the_first_period_samples_that_one(world) -> None:
    world.clock.moment = datetime(2025, 3, 1, tzinfo=UTC)
    world.add("Heat (1995)")
    first = world.release()
    assert first.release is not None
    assert list(sampled(world.services)) == ["2026-11"]
    assert period_by_title(world.services) == {"Heat": "2026-11"}
    assert world.release().repeated
    world.add("Alien (1979)")  # not into the window that was drawn
    assert period_by_title(world.services) == {"Heat": "2026-11", "Alien": "2026-12"}
    assert [m.name for m in world.services.ledger.calendar().months if m.joins] == ["2026-12"]


def test_a_clock_that_stood_still_at_the_first_start_samples_no_hundreds_of_periods(
    tmp_path,
) -> None:
    services = wiring.build(
        Paths.under(tmp_path),
        now=lambda: datetime(2000, 1, 1, tzinfo=UTC),
        environment=Environment("linux", tmp_path, {}),
    )
    try:
        services.recommend.release(services.releases.propose())
        assert list(sampled(services)) == [EARLIEST]
    finally:
        services.close()


def test_a_withheld_movie_belongs_to_no_period_until_it_may_leave(world) -> None:
    privacy = world.services.privacy
    privacy.set_category("Horror", ReleaseLevel.NO)
    world.add("Alien (1979)", "Heat (1995)")
    assert period_by_title(world.services) == {"Heat": "2026-11"}
    world.release()
    privacy.set_category("Horror", None)
    assert period_by_title(world.services) == {"Heat": "2026-11", "Alien": "2026-12"}


def test_levels_changed_after_the_sample_do_not_sample_again(world) -> None:
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    before = sampled(world.services)
    for level in (ReleaseLevel.NO, ReleaseLevel.ALL, None):
        world.services.privacy.set_category("Horror", level)
        world.release()
    assert sampled(world.services) == before


def test_the_counts_in_the_payload_are_the_periods_noisy_counts(world) -> None:
    world.add("Heat (1995)")
    world.release()
    world.clock.moment = IN_DECEMBER
    release = world.release().release
    assert release is not None
    periods = sampled(world.services).values()
    copies = [period.copy_of(release.receiver) for period in periods]
    expected = {
        name: sum(copy.noisy[name] / copy.mechanism.multiplier for copy in copies)
        for name in copies[0].noisy
    }
    assert json.loads(release.payload)["release"]["counts"] == pytest.approx(expected)


def test_a_restart_sends_the_stored_bytes(world) -> None:
    world.add("Heat (1995)")
    first = world.release().release
    world.services.close()
    again = wiring.build(world.paths, now=world.clock)
    try:
        outcome = again.recommend.refresh()
        assert outcome.repeated
        assert outcome.release == first
    finally:
        again.close()


def _dump(services: Services) -> list[str]:
    """The whole database as text, but for the budgets, which are public and kept once found."""
    with closing(sqlite3.connect(services.context.database.path)) as connection:
        return [line for line in connection.iterdump() if "budgets" not in line]


def test_a_preview_changes_nothing(world) -> None:
    world.add("Heat (1995)")
    before = _dump(world.services)
    assert world.services.releases.preview(PrivacyChoice(ReleaseLevel.PERTURBED)).example
    assert not world.services.releases.preview(PrivacyChoice(ReleaseLevel.ALL)).example
    assert _dump(world.services) == before


def test_only_before_the_first_release_is_it_said_that_earlier_ones_count(world) -> None:
    world.add("Heat (1995)")
    assert world.services.releases.preview().proposal.warnings == ("first",)
    world.release()
    assert world.services.releases.preview().proposal.warnings == ()
