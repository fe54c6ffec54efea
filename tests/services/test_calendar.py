"""What the person sees of the release windows, and of what was spent in them."""

from __future__ import annotations

import math
from datetime import UTC, datetime

from epicrec_desktop.domain.choices import ReleaseLevel

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
