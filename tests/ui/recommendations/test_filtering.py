"""Filters over the rows: chosen in a menu, kept, taken away by a click, and more of a row."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QPushButton

from epicrec_desktop.catalog.movie_facts import MovieFacts, all_traits
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.preferences import WITHOUT, Filters
from epicrec_desktop.services.movie_search import Reason
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import movie_text, translation, wording
from epicrec_desktop.ui.recommendations.page import RecommendationsPage
from ui.fakes.pages import open_page


@pytest.fixture
def fresh(services, qtbot) -> RecommendationsPage:
    """The page, whose menu was not opened yet."""
    return open_page(RecommendationsPage, services, qtbot)


@pytest.fixture
def rest(fresh, qtbot) -> Callable[[], None]:
    """Wait until all rows are there, too."""
    return lambda: qtbot.waitUntil(lambda: not (fresh.context.tasks.busy or fresh.stack.waiting))


@pytest.fixture
def page(fresh, rest) -> RecommendationsPage:
    """The page, of which it is known what could be chosen."""
    fresh.filter_button.wanted.emit()
    rest()
    return fresh


def menu_of(page, part: str):
    page.filter_button.fill()
    menus = {
        m.objectName(): m
        for m in page.filter_button.options.findChildren(type(page.filter_button.options))
    }
    return menus.get(f"recommendations.filter.{part}")


def choose(page, part: str, value: str) -> None:
    menu = menu_of(page, part)
    name = f"recommendations.filter.{part}.{value}"
    next(a for a in menu.actions() if a.objectName() == name).trigger()


def titles(page):
    return {s.title for row in page.rows for s in row.model.items}


def test_decade_filter_is_applied_stored_and_removed(page, rest, services):
    choose(page, "decade", "1990")
    rest()
    assert {s.year // 10 for row in page.rows for s in row.model.items} == {199}
    kept = Settings.load(services.paths.settings)
    assert Filters.from_text(kept.recommendations_filters) == Filters(decade="1990")
    button = page.filter_bar.findChild(QPushButton, "recommendations.filters.decade")
    assert button.text() == "1990s"
    assert button.accessibleName() == "Take the filter away: 1990s"
    button.click()
    rest()
    assert page.filter_bar.isHidden()
    assert "Chinatown" in titles(page)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_filter_values_are_loaded_when_the_menu_opens(services, fresh, rest):
    """An answer is a whole ranking, which a start need not wait for."""
    button = fresh.filter_button
    assert button.isVisible()
    assert "recommend.narrowed" not in services.calls
    button.click()
    button.options.close()
    button.click()
    assert [a.text() for a in button.options.actions()] == ["Counting the movies…"]
    assert not button.options.actions()[0].isEnabled()
    rest()
    assert services.calls.count("recommend.narrowed") == 1, "one answer is waited for"
    assert [a.text() for a in button.options.actions()] == [
        "Category",
        "Years",
        "Length",
        "Country",
        "About",
        "Sequels",
    ]
    assert button.options.height() >= button.options.sizeHint().height()
    button.options.close()
    button.click()
    assert services.calls.count("recommend.narrowed") == 1, "it is known by now"
    button.options.close()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_menu_that_cannot_be_filled_closes_and_the_page_says_why(services, fresh, rest):
    page = fresh
    services.faults["recommend.narrowed"] = ProviderError("The catalog is being changed.")
    page.filter_button.click()
    rest()
    assert not page.filter_button.options.isVisible()
    assert page.error.isVisible()
    del services.faults["recommend.narrowed"]
    page.filter_button.click()
    rest()
    assert len(page.filter_button.options.actions()) == 6
    page.filter_button.options.close()


def test_an_answer_to_filters_taken_away_meanwhile_is_dropped(services, page, rest):
    page._set_filters(Filters(decade="1990"))
    page._set_filters(Filters())
    rest()
    assert "Chinatown" in titles(page)
    assert page.filter_bar.isHidden()
    assert page.filtering.found is None


def test_only_what_can_be_answered_is_offered(services, request):
    usual = services.real.recommend.narrowed
    choices = {"country": (), "theme": (("prison", 3), ("talking teapots", 3))}

    def little_is_known(filters, **further):
        found = usual(filters, **further)
        parts = (replace(p, choices=choices.get(p.name, p.choices)) for p in found.offered)
        return replace(found, offered=tuple(parts))

    services.recommend.narrowed = little_is_known
    page = request.getfixturevalue("page")
    assert menu_of(page, "country") is None, "nothing is known of countries here"
    words = [a.text() for a in menu_of(page, "theme").actions()]
    assert [w.split("  ")[0] for w in words] == ["All", "Prison"], "no words for teapots"


def test_where_nothing_is_left_a_click_loosens_one_filter(page, rest):
    page._set_filters(Filters(decade="1990", theme="prison"))
    rest()
    assert page.filtered_out.isVisible()
    way = page.filtered_out.findChild(QPushButton, "recommendations.loosen.theme")
    assert way.text().startswith("Without “Prison”: ")
    assert page.filtered_out.findChild(QPushButton, "recommendations.loosen.decade") is None, (
        "without the decade there is nothing either"
    )
    way.click()
    rest()
    assert page.stack.isVisible()
    assert page.filtering.filters == Filters(decade="1990")


def test_the_end_of_a_row_brings_more_and_stays_where_it_was(fresh, rest):
    page = fresh
    rest()
    row = page.rows[0]
    before = row.model.items
    bar = row.view.horizontalScrollBar()
    bar.setValue(bar.maximum())
    rest()
    assert row.model.items[: len(before)] == before
    assert len(row.model.items) == len(before) + 60
    place = bar.value()
    assert place > 0
    count = len(row.model.items)
    bar.setValue(bar.maximum())
    rest()
    assert len(row.model.items) >= count


def test_the_filters_hold_at_the_next_start(services, request):
    services.settings.recommendations_filters = Filters(category="Crime").to_text()
    page = request.getfixturevalue("page")
    assert all("Crime" in s.categories for row in page.rows for s in row.model.items)
    assert page.filter_bar.isVisible()


def test_a_country_that_an_earlier_version_had_is_no_filter(services, request):
    services.settings.recommendations_filters = Filters(country="Germany and Austria").to_text()
    page = request.getfixturevalue("page")
    assert not page.filtering.active
    assert not page.filter_bar.isVisible()
    shown = menu_of(page, "country").actions()
    values = {action.objectName().rpartition(".")[2] for action in shown}
    assert {"United Kingdom", "United States"} <= values


def test_card_shows_credits(fresh, rest):
    page = fresh
    rest()
    shown = (s for row in page.ranking.result.rows for s in row.suggestions)
    first = next(s for s in shown if s.title == "Chinatown")
    page.stack.opened.emit(first)
    rest()
    people = [
        link.accessibleName() for link in page.opened.movie_page.people.findChildren(QPushButton)
    ]
    assert people[:3] == ["Roman Polanski", "Jack Nicholson", "Faye Dunaway"]
    year, length, *rest_of_it = page.opened.movie_page.facts.text().split(" · ")
    assert (year, length) == (str(first.year), "2 h 10 min")
    assert rest_of_it[:2] == ["United States", "English"]


def test_what_is_known_of_a_movie_is_said_in_words():
    for known, origin in (
        (MovieFacts(), ""),
        (MovieFacts(countries=("Italy", "Nowhere")), "Italy, Nowhere"),
        (MovieFacts(countries=("Japan",), languages=("Japanese",)), "Japan · Japanese"),
    ):
        assert movie_text.origin(known) == origin


def test_a_sentence_is_the_one_of_the_language_where_there_is_one():
    known = MovieFacts(sentences={"en": "A thief.", "de": "Ein Dieb."})
    before = QLocale()
    try:
        for locale, sentence in (("en_US", "A thief."), ("de_AT", "Ein Dieb."), ("fr", "A thief.")):
            QLocale.setDefault(QLocale(locale))
            assert movie_text.sentence(known) == sentence
    finally:
        QLocale.setDefault(before)
    assert movie_text.sentence(MovieFacts()) == ""


def test_length_filter_reports_movies_of_unknown_length(page, rest):
    words = [a.text() for a in menu_of(page, "length").actions() if not a.isSeparator()]
    assert [w.split("  ")[0] for w in words] == [
        "All", "Up to 1 h 30 min", "Up to 1 h 45 min", "Up to 2 h",
        "2 h 30 min and longer", "Length not known: 221 movies",
    ]  # fmt: skip
    assert not menu_of(page, "length").actions()[-1].isEnabled(), "that is no choice"
    choose(page, "length", "to 120")
    rest()
    button = page.filter_bar.findChild(QPushButton, "recommendations.filters.length")
    assert button.text() == "Up to 2 h"
    said = "Movies whose length this program does not know are left out."
    assert button.accessibleDescription() == said
    assert said in button.toolTip()
    page._set_filters(Filters(sequels=WITHOUT))
    rest()
    button = page.filter_bar.findChild(QPushButton, "recommendations.filters.sequels")
    assert button.text() == "No sequels"


def test_a_length_in_words():
    said = {45: "45 min", 60: "1 h", 61: "1 h 1 min", 142: "2 h 22 min"}
    assert {minutes: wording.length(minutes) for minutes in said} == said


def test_every_tone_and_country_has_a_word():
    """One that has none would not be offered, and nobody would notice."""
    names = {*movie_text.names(), *movie_text.themes()}
    shown = [t.name for t in all_traits() if t.section in ("tones", "countries")]
    assert len(shown) > 90
    assert not set(shown) - names


def test_the_words_of_themes_are_made_once_for_each_language(qapp):
    """Every reason that is painted, and every line of a menu, asks for them."""
    assert movie_text.themes()["Germany"] == "Germany"
    assert movie_text.themes() is movie_text.themes()
    bleak = Reason("tones", "bleak")
    english = movie_text.reason(bleak)
    assert translation.install_translators(qapp, "de")
    assert movie_text.themes()["Germany"] == "Deutschland"
    assert movie_text.reason(bleak) != english
