"""The one search, wherever the window has a field for it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.page import MoviesPage
from epicrec_desktop.ui.recommendations.row_stack import RowSpec, RowStack
from epicrec_desktop.ui.wizard.movies import MoviesStep

LIVES, AMELIE, GODFATHER = "The Lives of Others (2006)", "Amélie (2001)", "The Godfather (1972)"


def rest(page, qtbot) -> None:
    qtbot.waitUntil(lambda: not page.context.tasks.busy)


@pytest.fixture
def library(real):
    """The real services with three movies watched."""
    for text in ("the lives of others", "amélie", "the godfather"):
        real.library.add(real.library.search_catalog(text, 1)[0][0])
    return real


@pytest.fixture
def page(library, in_context, qtbot) -> MoviesPage:
    page = MoviesPage(in_context(library))
    qtbot.addWidget(page)
    page.resize(900, 640)
    page.show()
    page.activated()
    rest(page, qtbot)
    return page


def labels(page) -> set[str]:
    return {entry.movie.label for entry in page.model.entries}


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("amelie", AMELIE),
        ("das leben der anderen", f"{LIVES} · Das Leben der Anderen"),
        ("metropolis 1927", "Metropolis (1927)"),
    ],
)
def test_add_a_movie_finds_what_people_ask_for(page, qtbot, typed, first):
    page.add_by_hand()
    dialog = page.findChild(AddMovieDialog)
    qtbot.keyClicks(dialog.search, typed)
    qtbot.waitUntil(lambda: dialog.list.count() > 0 and dialog.list.item(0).text() == first)
    dialog.reject()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("das leben", {LIVES}),
        ("amelie 2001", {AMELIE}),
        ("godfahter", {GODFATHER}),
        ("others lives", {LIVES}),
        ("1972", {GODFATHER}),
        ("the", {LIVES, GODFATHER}),
    ],
)
def test_the_filter_of_my_movies(page, typed, found):
    page.search.setText(typed)
    assert labels(page) == found
    page.search.clear()
    assert len(labels(page)) == 3


def test_a_filter_that_finds_nothing_takes_its_words_along(page, qtbot):
    page.search.setText("metropolis 1927")
    assert page.empty.button.text() == "Add “metropolis 1927”"
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    dialog = page.findChild(AddMovieDialog)
    assert dialog.search.text() == "metropolis 1927"
    qtbot.waitUntil(lambda: dialog.list.count() > 0)
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    rest(page, qtbot)
    assert page.search.text() == ""
    assert "Metropolis (1927)" in labels(page)
    page.search.setText("metroplis")  # what was added is searched for too
    assert labels(page) == {"Metropolis (1927)"}


def test_endless_words_stay_on_the_button(page):
    page.search.setText("x" * 10_000 + "\u202e\0")
    assert len(page.empty.button.text()) < 60
    page.search.setText("\x1b[2J & <b>")
    assert "\x1b" not in page.empty.button.text()


def suggestion(title: str, year: int, wire: str, *categories: str) -> Suggestion:
    return Suggestion(wire, title, year, categories, 1.0, "here")


@pytest.fixture
def stack(qtbot) -> RowStack:
    stack = RowStack("rows")
    qtbot.addWidget(stack)
    one = [
        suggestion("Amélie", 2001, "imdb:tt1", "Comedy"),
        suggestion("Heat", 1995, "imdb:tt2", "Crime"),
    ]
    other = [suggestion("Blade Runner", 1982, "", "Sci-Fi")]
    stack.set_rows([RowSpec("one", "One", "", one), RowSpec("other", "Other", "", other)])
    qtbot.waitUntil(lambda: not stack.waiting)
    return stack


def seen(stack) -> list[str]:
    models = [row.model for row in stack.shown_rows]
    return [model.index(n, 0).data() for model in models for n in range(model.rowCount())]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("amelie", ["Amélie (2001)"]),
        ("runner blade", ["Blade Runner (1982)"]),
        ("blade runer", ["Blade Runner (1982)"]),
        ("crime 1995", ["Heat (1995)"]),
        ("science fic", ["Blade Runner (1982)"]),
        ("nothing like it", []),
    ],
)
def test_recommendations_are_searched_by_title_year_and_category(stack, typed, found):
    stack.set_needle(typed)
    assert seen(stack) == found
    stack.set_needle("")
    assert len(seen(stack)) == 3


def test_recommendations_are_found_by_titles_that_only_the_catalog_knows(window, settle, qtbot):
    settle(window)
    page = window.page("recommendations")
    qtbot.waitUntil(lambda: bool(page.rows) and not page.stack.waiting)
    wanted = page.rows[0].model.index(2, 0).data(Qt.ItemDataRole.UserRole)
    asked = []

    def named(text: str) -> frozenset[str]:
        asked.append(text)
        return frozenset({wanted.wire_id})

    page.context.services.library.named = named
    qtbot.keyClicks(page.search, "zzqq")
    assert page.nothing.isVisible()
    qtbot.waitUntil(lambda: not page.nothing.isVisible())
    assert {label.rpartition(" (")[0] for label in seen(page.stack)} == {wanted.title}
    assert asked == ["zzqq"]  # the hands are waited for
    page.search.clear()
    assert len(page.stack.shown_rows) == len(page.rows)


def test_the_first_run_searches_as_well(library, in_context, qtbot):
    context = in_context(library)
    step = MoviesStep(library, context.tasks)
    qtbot.addWidget(step)
    step.enter()
    qtbot.waitUntil(lambda: step.found.rowCount() == 3)
    for typed, count in (("das leben", 1), ("godfahter", 1), ("the", 2), ("qqqq", 0), ("", 3)):
        step.search.setText(typed)
        assert step.found.rowCount() == count
    step.search.setText("das leben")
    step.none.click()
    left = {e.movie.label for e in step.model.entries if e.id in step.model.ticked}
    assert left == {AMELIE, GODFATHER}
    assert all(e.status is LibraryStatus.CONFIRMED for e in step.model.entries)
