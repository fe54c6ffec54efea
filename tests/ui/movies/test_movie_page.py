"""The page of a movie and of a person: from wall to wall, and back to where the user was."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QPushButton

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui.common.movie_wall import MovieWall, is_seen
from epicrec_desktop.ui.movies.page import MoviesPage
from ui.event_watch import EventWatch
from ui.fakes.pages import open_page
from ui.places import settle_layouts

GODFATHER = "The Godfather (1972)"


@pytest.fixture
def services(real):
    """The real services, with three movies watched."""
    for text in ("the godfather", "alien", "gladiator"):
        real.library.add(real.library.search_catalog(text, 1)[0][0])
    return real


@pytest.fixture
def page(services, qtbot) -> MoviesPage:
    return open_page(MoviesPage, services, qtbot, styled=True, size=(1040, 800))


@pytest.fixture
def rest(page, qtbot):
    return lambda: qtbot.waitUntil(lambda: not page.context.tasks.busy)


@pytest.fixture
def card(page, rest, services):
    """The page of a movie of the library, of which much is known."""
    key = next(entry.id for entry in page.model.every if entry.movie.label == GODFATHER)
    page.entries.open(key)
    rest()
    return page.entries.movie_page


def people(card) -> dict[str, QPushButton]:
    return {link.accessibleName(): link for link in card.people.findChildren(QPushButton)}


def test_it_says_who_made_it_and_what_it_is_about(card):
    assert card.facts.text() == "1972 · 2 h 55 min · United States · English · Crime · Drama"
    assert card.about.text().startswith("The youngest son of a New York crime family")
    assert list(people(card))[:3] == ["Francis Ford Coppola", "Marlon Brando", "Al Pacino"]
    assert not card.bar.isVisible()
    assert card.area.verticalScrollBar().value() == 0


def test_walls_have_their_height_from_their_first_frame(page, rest, qapp, qtbot):
    key = next(entry.id for entry in page.model.every if entry.movie.label == GODFATHER)
    found: list[tuple[str, int, int]] = []

    def note(watched):
        if isinstance(watched, MovieWall):
            height = page.covered_by.content.height()
            found.append((watched.objectName(), watched.height(), height))

    painted = EventWatch(QEvent.Type.Paint, note, qapp)
    page.entries.open(key)
    rest()
    qtbot.waitUntil(lambda: bool(found))
    rest()
    settle_layouts(page)
    qapp.removeEventFilter(painted)
    card = page.entries.movie_page
    last = {(wall.objectName(), wall.height(), card.content.height()) for wall in card.walls}
    assert set(found) <= last


@pytest.mark.parametrize("beside", [0, 1, 50])
def test_a_wall_is_as_high_as_its_rows_at_any_width(card, qtbot, beside):
    wall = MovieWall(name="wall", rows=None)
    qtbot.addWidget(wall)
    movies = [one for other in card.walls for one in other.view.movies]
    least = wall.delegate.least_width + wall.delegate.GAP
    wall.show_movies("", movies)
    for columns in (2, 3, 4):
        width = columns * least + beside
        wall.resize(width, wall.layout().totalHeightForWidth(width))
        wall.show()
        last = wall.model.index(wall.model.rowCount() - 1, 0)
        assert wall.model.rowCount() == len(movies)
        below = wall.view.viewport().height() - wall.view.visualRect(last).bottom()
        assert 0 < below <= 3


def test_a_person_leads_to_their_movies_and_back_to_the_list(page, card, rest, qtbot):
    people(card)["Francis Ford Coppola"].click()
    rest()
    person = page.pages.person
    assert person.isVisible()
    assert person.back_button.text() == "The Godfather"
    titles = [one.movie.title for one in person.directed.view.movies]
    assert {"The Godfather", "The Godfather Part II"} <= set(titles)
    every = {
        found.key: found for found in (*person.directed.view.movies, *person.played.view.movies)
    }
    seen = sum(map(is_seen, every.values()))
    assert seen
    assert person.figures[0][0].text() == f"{seen} of {len(every)}"
    view = person.directed.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(titles.index("The Godfather Part II"), 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    rest()
    shown = page.covered_by
    assert shown.title.text() == "The Godfather Part II"
    assert shown.back_button.text() == "Francis Ford Coppola"
    names = []
    while page.covered_by is not None:
        names.append(page.covered_by.title.text())
        qtbot.keyClick(page.covered_by, Qt.Key.Key_Escape)
        rest()
    assert names == ["The Godfather Part II", "Francis Ford Coppola", "The Godfather"]
    assert page.library.isVisible()


def test_the_cross_leads_to_the_list_at_once(page, card, rest):
    page.pages.open_person("Al Pacino")
    rest()
    page.pages.person.close_button.click()
    assert page.covered_by is None
    assert not page.pages.trail.steps


def test_the_head_stays_in_sight_with_its_answers(page, card, rest, qtbot):
    bar = card.area.verticalScrollBar()

    def scrolled():  # the walls have their height a moment later
        bar.setValue(bar.maximum())
        return card.bar.isVisible()

    qtbot.waitUntil(scrolled)
    assert card.bar.title.text() == "The Godfather"
    assert card.bar.facts.text() == "1972 · Francis Ford Coppola"
    place = bar.value()
    card.bar_stars.setValue(8)
    card.bar_stars.flush()
    rest()
    assert card.stars.value() == 8, "both show the same"
    assert {name for name, one in card.verdicts.items() if one.isChecked()} == {"seen", "liked"}
    assert card.bar_seen.isChecked()
    assert bar.value() == min(place, bar.maximum()), "what a seen film has more of moves nothing"
    card.verdicts["liked"].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: not card.bar.isVisible() or bar.value() == 0)


def test_an_answer_stays_on_the_page_and_is_undone_from_its_notice(page, card, services, rest):
    key = card.entry_id
    before = services.library.entry(key).status
    answer = "refused" if before is LibraryStatus.CONFIRMED else "seen"
    card.verdicts[answer].click()
    rest()
    assert card.isVisible()
    assert card.verdicts[answer].isChecked()
    assert card.verdicts["seen"].isChecked() is (answer == "seen")
    assert services.library.entry(key).status is not before
    assert page.changed.isVisible()
    assert not page.changed.geometry().intersects(card.bar.geometry())
    page.changed.button.click()
    rest()
    assert services.library.entry(key).status is before
    assert card.isVisible()
    assert not card.verdicts[answer].isChecked()


def test_its_notice_goes_with_the_page_as_the_list_names_the_step_itself(
    page, card, services, rest
):
    """It stood over the list after all was undone, and its button undid another step."""
    before = services.library.entry(card.entry_id).status
    card.stars.setValue(8)
    card.stars.flush()
    rest()
    assert page.changed.isVisible()
    words = page.changed.label.text()
    card.back_button.click()
    rest()
    assert not page.changed.isVisible()
    assert page.answers.undo.text() == f"Undo: {words}"
    while page.answers.undo.isVisible():
        page.answers.undo.click()
        rest()
        assert not page.changed.isVisible()
    assert services.library.entry(card.entry_id).status is before


def test_a_movie_of_which_nothing_is_known_has_no_empty_rows(page, rest):
    page.pages.trail.leave()
    entry = page.model.items[0]
    page.entries.movie_page.show_movie(
        -5, entry, entry.movie, facts="1995", why="", note="", known=False
    )
    card = page.entries.movie_page
    for part in (card.about, card.people, card.cast_section, card.link_section):
        assert part.isHidden()
    assert card.walls == []


def test_an_answer_of_a_movie_that_another_program_forgot_is_refused(page, card, services, rest):
    gone = card.entry_id
    services.library.forget([gone])
    card.verdicts["liked"].click()
    rest()
    assert "no longer in your library" in page.error.label.text()
    assert page.covered_by is None
    assert page.model.find(gone) is None
    assert not page.changes.steps.canUndo()
