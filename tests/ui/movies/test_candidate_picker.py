"""Which of several movies with one title a suggestion is: asked, answered, taken back."""

import shutil
from contextlib import closing

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton

from epicrec_desktop import wiring
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.lab.benchmarks.scan_bench import write_history
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.library import LibraryPart
from epicrec_desktop.ui.common import translation
from epicrec_desktop.ui.movies.entry_model import action_box
from epicrec_desktop.ui.movies.page import MoviesPage
from moments import NOW
from ui.fakes.pages import open_page, rest

SUGGESTED, LOOKED_AT, CONFIRMED, REJECTED = LibraryPart
PAGES = (
    ("https://www.imdb.com/title/tt0113277/", "Heat (1995) - IMDb"),
    ("https://www.justwatch.com/us/movie/king-kong", "King Kong streaming: where to watch?"),
)


@pytest.fixture(scope="module")
def scanned(tmp_path_factory):
    """A base folder after a scan of the two pages, to be copied."""
    base = tmp_path_factory.mktemp("scanned")
    profile = write_history(base / "browser", iter(PAGES), len(PAGES))
    with closing(wiring.build(Paths.under(base / "data"), now=lambda: NOW)) as services:
        services.scan.scan([profile])
    return base / "data"


@pytest.fixture
def real(scanned, tmp_path):
    """The real services over a copy of the scanned folder."""
    shutil.copytree(scanned, tmp_path / "data")
    with closing(wiring.build(Paths.under(tmp_path / "data"), now=lambda: NOW)) as services:
        yield services


@pytest.fixture
def page(real, qtbot) -> MoviesPage:
    """The page, standing on the suggestion that may be several movies."""
    page = open_page(MoviesPage, real, qtbot)
    page.view.select_row(row_of(page, "King Kong"))
    page.view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(page.which.isVisible)
    return page


def row_of(page, title: str) -> int:
    return next(n for n, e in enumerate(page.model.items) if e.movie.title == title)


def statuses(services) -> dict[str, LibraryPart]:
    return {e.movie.label: e.status for e in services.library.entries()}


BEFORE = {"Heat (1995)": SUGGESTED, "King Kong (1933)": SUGGESTED}
AFTER = {**BEFORE, "King Kong (1933)": REJECTED, "King Kong (2005)": CONFIRMED}


def test_a_title_of_several_movies_asks_and_shows_them(page):
    labels = [button.candidate.movie.label for button in page.which.buttons]
    assert labels == ["King Kong (1933)", "King Kong (2005)", "King Kong (1976)"]
    assert "no page gave the year" in page.which.sentence.text()
    spoken = [button.accessibleName() for button in page.which.buttons]
    assert spoken[1].startswith("King Kong, 2005 · Peter Jackson")
    assert page.answers.confirm.text() == "Which one?"
    assert not page.answers.all.isVisible(), "the candidates get its line in a low window"
    index = page.model.index(row_of(page, "King Kong"), 0)
    assert page.model.data(index) == "King Kong", "the list claims no year"
    spoken_text = page.model.data(index, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken_text.startswith("King Kong. Which one? 3 movies. Looked up on JustWatch")
    page.entries.open_selected()
    assert "1933" not in page.entries.movie_page.facts.text()
    assert "Which one is it?" in page.entries.movie_page.note.text()
    page.pages.trail.leave()
    page.view.select_row(row_of(page, "Heat"))
    assert not page.which.isVisible(), "a movie that is named asks nothing"
    assert page.answers.confirm.text() == "I watched it"
    page.view.selectAll()
    assert not page.which.isVisible()


def test_movies_of_pages_alone_have_a_list_of_their_own(page):
    assert page.filter.value == LOOKED_AT, "it is shown at first where there is nothing else"
    assert page.subtitle.text().startswith("You looked at these.")
    assert not page.answers.sure.isVisible(), "nothing says that they were watched"


def test_one_click_answers_and_undo_takes_it_back(page, real, qtbot):
    qtbot.mouseClick(page.which.buttons[1], Qt.MouseButton.LeftButton)
    assert not page.which.isVisible()
    rest(page, qtbot)
    assert statuses(real) == AFTER
    assert page.model.counts() == {LOOKED_AT: 1, SUGGESTED: 0, CONFIRMED: 1, REJECTED: 1}
    assert "1" in page.findChild(QAbstractButton, "movies.filter.confirmed").text()
    assert page.answers.undo.accessibleName() == "Undo: Watched · King Kong (2005)"
    qtbot.mouseClick(page.answers.undo, Qt.MouseButton.LeftButton)
    rest(page, qtbot)
    assert statuses(real) == BEFORE
    assert page.model.counts() == {LOOKED_AT: 2, SUGGESTED: 0, CONFIRMED: 0, REJECTED: 0}
    assert page.which.isVisible()


def test_a_digit_answers_from_the_list(page, real, qtbot):
    qtbot.keyClick(page.view, Qt.Key.Key_9)  # there are three
    rest(page, qtbot)
    assert statuses(real) == BEFORE
    qtbot.keyClick(page.view, Qt.Key.Key_2)
    rest(page, qtbot)
    assert statuses(real) == AFTER
    assert page.view.hasFocus()
    qtbot.keyClick(page.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    rest(page, qtbot)
    assert statuses(real) == BEFORE


def round_question(page) -> QPoint:
    rect = page.view.visualRect(page.model.index(row_of(page, "King Kong"), 0))
    return action_box(rect, 1).center()


def test_i_watched_it_leads_to_the_movies(page, real, qtbot):
    viewport = page.view.viewport()
    for ask in (
        lambda: qtbot.keyClick(page.view, Qt.Key.Key_Y),
        page.answers.confirm.click,
        lambda: qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=round_question(page)),
    ):
        ask()
        first, second, third = page.which.buttons
        assert first.hasFocus()
        qtbot.keyClick(first, Qt.Key.Key_Right)
        assert second.hasFocus()
        for _ in range(3):
            qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Right)
        assert third.hasFocus()
        qtbot.keyClick(third, Qt.Key.Key_Escape)
        assert page.view.hasFocus()
        assert statuses(real) == BEFORE
    page.which.enter()
    qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Return)
    rest(page, qtbot)
    assert statuses(real) == {"Heat (1995)": SUGGESTED, "King Kong (1933)": CONFIRMED}
    page.entry_actions.undo()
    rest(page, qtbot)
    assert statuses(real) == BEFORE


def test_a_click_on_the_round_question_in_another_row_waits_for_the_movies(page, qtbot):
    page.view.select_row(row_of(page, "Heat"))
    viewport = page.view.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=round_question(page))
    qtbot.waitUntil(lambda: bool(page.which.buttons) and page.which.buttons[0].hasFocus())


def test_none_of_these_is_an_answer_too(page, real, qtbot):
    def key_at_the_movies():
        page.which.enter()
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_N)

    for answer in (
        lambda: qtbot.mouseClick(page.which.none_button, Qt.MouseButton.LeftButton),
        lambda: qtbot.keyClick(page.view, Qt.Key.Key_N),
        key_at_the_movies,
    ):
        answer()
        rest(page, qtbot)
        assert statuses(real) == {**BEFORE, "King Kong (1933)": REJECTED}
        assert page.changes.steps.undoText() == "Not recommended again · King Kong"
        page.entry_actions.undo()
        rest(page, qtbot)
        assert statuses(real) == BEFORE
        qtbot.waitUntil(page.which.isVisible)


def test_confirming_all_leaves_ambiguous_suggestions(page, real, qtbot):
    page.which.press(2)
    page.entry_actions.undo()  # before it is saved
    rest(page, qtbot)
    assert statuses(real) == BEFORE
    assert page.model.counts() == {LOOKED_AT: 2, SUGGESTED: 0, CONFIRMED: 0, REJECTED: 0}
    page.view.selectAll()
    qtbot.keyClick(page.view, Qt.Key.Key_Y)
    rest(page, qtbot)
    assert statuses(real) == {**BEFORE, "Heat (1995)": CONFIRMED}


@pytest.mark.parametrize(("answer", "status"), [("refuse", REJECTED), ("add", CONFIRMED)])
def test_a_movie_that_was_answered_for_before_gets_its_answer_back(
    page, real, qtbot, answer, status
):
    getattr(real.library, answer)(page.which.buttons[2].candidate.id)
    page.context.library_changed.emit(None)
    rest(page, qtbot)
    page.which.press(3)
    rest(page, qtbot)
    assert statuses(real)["King Kong (1976)"] == CONFIRMED
    assert page.changes.steps.undoText() == "Watched · King Kong (1976)"
    page.entry_actions.undo()
    rest(page, qtbot)
    assert statuses(real) == {**BEFORE, "King Kong (1976)": status}


def test_a_database_that_refuses_puts_the_question_back(page, real, qtbot, monkeypatch):
    def refuse(*_):
        raise StoreError("The disk is full. Nothing was changed.")

    monkeypatch.setattr(real.library, "answer", refuse)
    page.which.press(2)
    qtbot.waitUntil(page.error.isVisible)
    rest(page, qtbot)
    assert statuses(real) == BEFORE
    page.view.select_row(row_of(page, "King Kong"))
    qtbot.waitUntil(page.which.isVisible)
    assert not page.answers.undo.isVisible()


@pytest.fixture
def services(real):
    """The services of a window in German, whose words are longer."""
    real.settings.wizard_step, real.settings.language = "done", "de"
    return real


def test_three_movies_are_whole_in_a_small_window(services, qapp, qtbot, open_window):
    translation.install_translators(qapp, "de")
    window = open_window("movies")
    page = window.page("movies")
    which = page.which
    page.view.select_row(row_of(page, "King Kong"))
    qtbot.waitUntil(lambda: len(which.buttons) == 3)
    viewport = which.area.viewport()

    def whole():
        boxes = [QRect(b.mapTo(viewport, QPoint()), b.size()) for b in which.buttons]
        foot = which.mapTo(window, QPoint(0, which.height())).y()
        answers = page.answers.mapTo(window, QPoint()).y()
        return (
            all(viewport.rect().contains(box) for box in boxes)
            and which.rect().contains(which.area.geometry())
            and which.height() >= which.sizeHint().height()
            and foot <= answers
        )

    for size in ((784, 560), (837, 464)):
        window.resize(*size)
        qtbot.waitUntil(whole)
        sentence = which.sentence
        assert sentence.fontMetrics().horizontalAdvance(sentence.text()) <= sentence.width()


def test_the_wall_asks_too(page, qtbot):
    page._use_wall(True)
    page.view.select_row(row_of(page, "Heat"))
    page.view.select_row(row_of(page, "King Kong"))
    assert page.which.isVisible()
    qtbot.keyClick(page.view, Qt.Key.Key_Y)
    assert page.which.buttons[0].hasFocus()
    page.resize(420, 640)
    for _ in range(2):
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Right)
    last, area = page.which.buttons[2], page.which.area.viewport()
    place = last.mapTo(area, last.rect().center())
    assert area.rect().contains(place), "many films scroll in a narrow window"
