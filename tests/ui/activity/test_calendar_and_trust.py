"""The person sees which months were told to whom, what waits, and how far each is trusted."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

from epicrec_desktop.services.calendar import Month
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui.activity.page import ActivityPage
from epicrec_desktop.ui.activity.window_calendar import MonthTile
from epicrec_desktop.ui.settings.providers import ProvidersSection


def test_activity_shows_the_calendar_and_what_was_spent(fake, in_context, qtbot) -> None:
    fake.ledger.filled()
    page = ActivityPage(in_context(fake))
    qtbot.addWidget(page)
    page.show()
    page.activated()
    qtbot.waitUntil(lambda: len(page.calendar.tiles) == 3)
    last, current, following = page.calendar.tiles
    assert "Film club" in last.state.text()
    assert current.property("kind") == "chosen"
    assert following.state.text() == "Waits for the month to begin"
    assert following.movies.text().startswith("3")
    assert "56" in page.spent.text()
    assert "all providers" in page.spent.text()


def test_before_the_first_release_nothing_is_said_to_be_spent(fake, in_context, qtbot) -> None:
    page = ActivityPage(in_context(fake))
    qtbot.addWidget(page)
    page.show()
    page.activated()
    qtbot.waitUntil(lambda: len(page.calendar.tiles) == 1)
    assert not page.spent.isVisible()
    assert page.calendar.tiles[0].state.text() == "Not blurred yet"


def test_a_month_of_this_computer_alone_has_a_sentence_of_its_own(qtbot) -> None:
    moment = datetime(2026, 11, 3, tzinfo=UTC)
    tile = MonthTile(Month("2026-11", 3, moment, (THIS_COMPUTER,), False), "2026-11")
    qtbot.addWidget(tile)
    assert tile.state.text() == "Blurred once on 3 November 2026, for this computer"


def test_trust_is_set_and_kept(real, in_context, qtbot) -> None:
    real.providers.add("Film club", "https://film.example")
    real.providers.add("Odd", "https://odd.example", trust=Fraction(1, 8))
    section = ProvidersSection(in_context(real))
    qtbot.addWidget(section)
    section.show()
    section.load()
    qtbot.waitUntil(lambda: len(section.rows) == 3)
    here, club, odd = section.rows
    assert not here.trust.isVisible()
    assert (club.trust.value, odd.trust.value) == ("1", "1/8")
    assert "8 times" in odd.effect.text()
    club.trust._segments["1/2"].click()
    qtbot.waitUntil(lambda: section.rows[1] is not club)
    assert section.rows[1].trust.value == "1/2"
    assert "twice as much" in section.rows[1].effect.text()
    assert {p.name: p.trust for p in real.providers.all()}["Film club"] == Fraction(1, 2)
