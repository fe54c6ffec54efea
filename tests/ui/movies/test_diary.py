"""The diary: days in order, what is guessed, and the ways to a movie and to a year."""

from datetime import date

import pytest
from PySide6.QtCore import Qt

from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import Evidence, LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import OwnRating
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.ui.movies.diary import DiaryMovie, about_words, diary_rows, tags
from epicrec_desktop.ui.movies.page import MoviesPage
from epicrec_desktop.ui.movies.sort_filter import SortFilter
from epicrec_desktop.ui.movies.year import YearDialog
from ui.fakes import entry
from ui.fakes.pages import open_page

HEAT = Movie("Heat", 1995, ("Drama",), imdb_id="tt0113277")


@pytest.fixture
def page(real, qtbot) -> MoviesPage:
    """Four movies: two of a month, one of the year before, one without a day."""
    for title, own in (
        ("jaws", OwnRating(day=date(2025, 12, 24), stars=9)),
        ("heat", OwnRating(day=date(2026, 5, 3), note="The café.\nAt last.")),
        ("alien", OwnRating(day=date(2026, 5, 9), again=True)),
        ("casablanca", OwnRating()),
    ):
        key = real.library.search_catalog(title, 1)[0][0]
        real.library.add(key)
        real.library.rate(key, own)
    page = open_page(MoviesPage, real, qtbot, size=(1200, 800))
    page.filters.diary.click()
    qtbot.waitUntil(lambda: not page.context.tasks.busy)
    return page


def lines(page) -> list[str]:
    return [page.diary.model.index(row).data() for row in range(page.diary.model.rowCount())]


def test_months_and_their_movies_the_newest_first(page):
    assert lines(page) == [
        "May 2026", "Alien (1979)", "Heat (1995)", "December 2025", "Jaws (1975)",
    ]  # fmt: skip
    may, alien, heat, *_ = page.diary.model.items
    assert (may.movies, may.minutes) == (2, 117 + 170)
    assert about_words(heat) == "1995 · Michael Mann · “The café. At last.”"
    assert tags(alien) == ["again"]
    assert page.diary.undated.text() == "One film has no day."
    assert page.diary.year.text() == "2026"
    assert page.diary.months.accessibleDescription() == "May: 2"
    spoken = page.diary.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("9 May 2026. Alien (1979). Ridley Scott")


def test_keys_pass_months_and_open_a_movie(page, qtbot):
    view = page.diary.list
    view.setFocus()
    view.setCurrentIndex(page.diary.model.index(2))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().data() == "Jaws (1975)", "a month is no stop"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    card = page.entries.movie_page
    assert card.isVisible()
    assert card.title.text() == "Jaws"
    card.own.day_button.click()
    card.own.day_field.setText("24 May 2026")
    qtbot.keyClick(card.own.day_field, Qt.Key.Key_Return)
    card.back_button.click()
    qtbot.waitUntil(lambda: not page.context.tasks.busy)
    assert lines(page)[:2] == ["May 2026", "Jaws (1975)"], "it follows what is written"


def test_a_day_that_is_being_written_survives_a_scan(page, qtbot):
    card = page.entries.movie_page
    page.diary.opened.emit(page.model.watched[0].id)
    card.own.write_day()
    card.own.day_field.setText("24 M")
    page.context.library_changed.emit(None)
    qtbot.waitUntil(lambda: not page.context.tasks.busy)
    assert card.own.day_field.isVisible()
    assert card.own.day_field.text() == "24 M"
    page.entries.open(page.model.watched[1].id)
    assert card.own.day_field.isHidden(), "of another film"


def test_a_playing_is_a_guess_and_an_export_is_none():
    found = entry(1, HEAT, LibraryStatus.CONFIRMED)
    played = found.replace(evidence=Evidence.WATCHED, last_seen=found.first_seen)
    imported = played.replace(imports=(Imported(Service.LETTERBOXD, date(2026, 1, 2), again=True),))
    for one, words in ((played, ["a guess"]), (imported, ["again"])):
        movies = [row for row in diary_rows([one], {}) if isinstance(row, DiaryMovie)]
        assert [tags(row) for row in movies] == [words]


def test_without_any_day_it_says_how_to_add_one(real, qtbot):
    real.library.add(real.library.search_catalog("jaws", 1)[0][0])
    page = open_page(MoviesPage, real, qtbot)
    page.filters.diary.click()
    assert page.diary.empty.isVisible()
    assert "film's page" in page.diary.empty.sentence.text()
    page.diary.empty.button.click()
    assert page.entries.movie_page.own.day_field.isVisible()


def test_days_are_added_one_movie_after_the_other(real, qtbot):
    """From the year and the diary; Return goes on, and no movie leaves the list meanwhile."""
    keys = [real.library.search_catalog(title, 1)[0][0] for title in ("jaws", "heat", "alien")]
    for key in keys:
        real.library.add(key)
    real.library.rate(keys[0], OwnRating(day=date(2026, 5, 3)))
    page = open_page(MoviesPage, real, qtbot, size=(1200, 800))
    page.year_button.click()
    qtbot.waitUntil(lambda: page.findChild(YearDialog) is not None)
    year = page.findChild(YearDialog)
    year.days_button.click()
    card, own = page.entries.movie_page, page.entries.movie_page.own
    assert not year.isVisible()
    assert page.order == SortFilter(day="unknown")
    assert card.place.text() == "1 of 2"
    first = card.title.text()
    own.day_field.setText("soon")
    qtbot.keyClick(own.day_field, Qt.Key.Key_Return)
    assert card.title.text() == first, "what is no day goes nowhere"
    own.day_field.setText("24 May 2026")
    qtbot.keyClick(own.day_field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: card.title.text() != first)
    assert card.place.text() == "2 of 2", "the first one stays in the list"
    assert own.day_field.isVisible()
    assert own.day_field.text() == ""
    qtbot.keyClick(own.day_field, Qt.Key.Key_Return)
    qtbot.waitUntil(own.day_field.isHidden)
    assert card.place.text() == "2 of 2", "the last one"
    card.back_button.click()
    qtbot.waitUntil(lambda: not page.context.tasks.busy)
    assert [one.movie.title for one in page.model.items] != [first]
    assert page.model.rowCount() == 1
    days = {e.movie.title: e.own.day for e in real.library.entries()}
    assert days[first] == date(2026, 5, 24)
    page.entries.open(page.model.items[0].id)
    own.day_button.click()
    qtbot.keyClick(own.day_field, Qt.Key.Key_Return)
    assert not own.day_field.isVisible(), "a page that was opened for itself asks for one day"
