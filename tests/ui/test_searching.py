"""The one search, wherever the window has a field for it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui.common.own_movie import OwnMovieDialog
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.page import MoviesPage
from epicrec_desktop.ui.wizard.movies import MoviesStep
from ui.fakes.pages import open_page, rest

LIVES, AMELIE, GODFATHER = "The Lives of Others (2006)", "Amélie (2001)", "The Godfather (1972)"


@pytest.fixture
def library(real):
    """The real services with three movies watched."""
    for text in ("the lives of others", "amélie", "the godfather"):
        real.library.add(real.library.search_catalog(text, 1)[0][0])
    return real


@pytest.fixture
def page(library, qtbot) -> MoviesPage:
    """The page, painted: no other test draws what a search finds."""
    return open_page(MoviesPage, library, qtbot, size=(900, 640), styled=True)


def labels(page) -> set[str]:
    return {entry.movie.label for entry in page.model.items}


def test_add_a_movie_finds_what_people_ask_for(page, qtbot):
    page.add_by_hand()
    dialog = page.findChild(AddMovieDialog)
    for typed, first in (
        ("amelie", AMELIE),
        ("das leben der anderen", f"{LIVES} · Das Leben der Anderen"),
        ("metropolis 1927", "Metropolis (1927)"),
    ):
        dialog.search.clear()
        qtbot.keyClicks(dialog.search, typed)
        qtbot.waitUntil(
            lambda first=first: dialog.list.count() > 0 and dialog.list.item(0).text() == first
        )
    dialog.reject()


def found(page, qtbot, typed: str) -> list[str]:
    page.search.setText(typed)
    rest_of = page.results.model
    page.results.refresh()
    rest(page, qtbot)
    return [one.movie.label for one in rest_of.items]


def test_the_search_of_my_movies(page, qtbot):
    for typed, first in (
        ("das leben der anderen", LIVES),
        ("amelie 2001", AMELIE),
        ("godfahter", GODFATHER),
        ("others lives", LIVES),
        ("coppola pacino", GODFATHER),
    ):
        assert found(page, qtbot, typed)[0] == first
        assert page.results.model.items[0].status is LibraryStatus.CONFIRMED
    page.search.clear()
    assert len(labels(page)) == 3


def test_what_was_found_says_why(page, qtbot):
    assert GODFATHER in found(page, qtbot, "coppola")
    index = page.results.model.index(0, 0)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "directed by Francis Ford Coppola" in spoken
    assert spoken.endswith("among your movies") or found(page, qtbot, "coppola")[0] != GODFATHER


def test_more_like_a_movie_of_the_library_is_searched_for(page, qtbot):
    key = next(entry.id for entry in page.model.items if entry.movie.label == GODFATHER)
    page.view.select_ids([key])
    page.entries.open_selected()
    page.entries.movie_page.alike_button.click()
    assert page.search.text() == "like The Godfather 1972"
    page.results.refresh()
    rest(page, qtbot)
    labels = [one.movie.label for one in page.results.model.items]
    assert "The Godfather Part II (1974)" in labels[:5]
    assert GODFATHER not in labels


def test_what_nobody_knows_is_added_anyway(page, qtbot):
    assert found(page, qtbot, "the salt road 2031") == []
    qtbot.mouseClick(page.results.nothing.button, Qt.MouseButton.LeftButton)
    dialog = page.findChild(OwnMovieDialog)
    assert (dialog.title.text(), dialog.year.text()) == ("the salt road", "2031")
    dialog.yes.click()
    rest(page, qtbot)
    assert page.search.text() == ""
    assert "the salt road (2031)" in labels(page)
    assert page.model.find(page.view.selected_ids()[0]).movie.title == "the salt road"
    assert found(page, qtbot, "salt road") == ["the salt road (2031)"]


def test_endless_words_are_searched_for_and_nothing_is_drawn_of_them(page, qtbot):
    assert found(page, qtbot, "x" * 10_000 + "\u202e\0") == []
    assert found(page, qtbot, "\x1b[2J & <b>") is not None


def test_the_first_run_searches_as_well(library, in_context, qtbot):
    step = MoviesStep(in_context(library))
    qtbot.addWidget(step)
    step.enter()
    model = step.played.model
    qtbot.waitUntil(lambda: model.rowCount() == 3)
    for typed, count in (("das leben", 1), ("godfahter", 1), ("the", 2), ("qqqq", 0), ("", 3)):
        step.search.setText(typed)
        assert model.rowCount() == count
    step.search.setText("das leben")
    step.played.none.click()
    left = {e.movie.label for e in model.every if e.id in model.ticked}
    assert left == {AMELIE, GODFATHER}
    assert all(e.status is LibraryStatus.CONFIRMED for e in model.every)


def test_a_person_who_is_searched_for_has_a_page(page, qtbot):
    found(page, qtbot, "coppola")
    links = {link.accessibleName(): link for link in page.results.people.findChildren(QPushButton)}
    qtbot.waitUntil(links["Francis Ford Coppola"].isVisible)
    links["Francis Ford Coppola"].click()
    rest(page, qtbot)
    person = page.pages.person
    assert person.isVisible()
    assert person.roles.text().startswith("Director")
    person.back_button.click()
    assert page.search.text() == "coppola"
    assert page.results.wall.isVisible()
    found(page, qtbot, "amélie")
    assert page.results.people.isHidden(), "nobody is called so"
