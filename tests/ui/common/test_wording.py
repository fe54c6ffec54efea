"""Window and terminal use the same words for the same thing."""

import time
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from epicrec_desktop.domain.movies import CATEGORIES, Movie, category_label
from epicrec_desktop.services.library import FoundMovie
from epicrec_desktop.services.mechanism_planner import Budget
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.movie_results import below


def test_a_category_has_one_name(qapp):
    assert [*map(category_label, CATEGORIES)] == [*map(wording.category, CATEGORIES)]


def test_what_an_observer_concludes_is_said_alike(qapp):
    for swap in (Fraction(1, 10), None):
        budget = Budget(Fraction(23, 100), "S-LQ", "learned", {}, swap)
        said = messages.localized(budget.observer)
        assert said == str(budget.observer)
        assert "56\u00a0%" in said
        assert ("none of a series" in said and "51\u00a0%" in said) is (swap is not None)


def test_one_movie_has_one_category_beside_its_year_everywhere(qapp):
    """Rows, walls and lists name the category that says most, not the first in the alphabet."""
    movie = Movie("Blade Runner 2049", 2017, ("Drama", "Mystery", "Sci-Fi"))
    assert wording.short(movie.year, movie.categories) == "2017 · Science fiction"
    assert below(FoundMovie(1, movie, ())) == "2017 · Science fiction"
    assert wording.short(None, ()) == ""


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
def test_a_moment_at_an_end_of_the_calendar_has_a_day(qapp, monkeypatch, zone):
    """A foreign export may have one; no zone can be added to it."""
    if not hasattr(time, "tzset"):
        pytest.skip("the system has one time zone")
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        ends = (datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC))
        for moment, year in zip(ends, ("9999", "0001"), strict=True):
            assert wording.date(moment).endswith(year)
            assert year in wording.moment(moment)
    finally:
        monkeypatch.undo()
        time.tzset()
