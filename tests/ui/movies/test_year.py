"""Your year in movies, in the window: chosen, read aloud, saved."""

from datetime import date, timedelta

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QApplication, QMainWindow

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.year_in_movies import WatchedMovie, library_in_movies
from epicrec_desktop.ui.common import dialogs
from epicrec_desktop.ui.movies import year as year_module
from epicrec_desktop.ui.movies.page import MoviesPage
from epicrec_desktop.ui.movies.year import YearDialog, bars
from ui.fakes.pages import open_page, rest

pytestmark = pytest.mark.usefixtures("offline")
DIARY = """Date,Name,Year,Watched Date,Rating
2025-01-02,Heat,1995,2025-01-01,5
2025-03-02,Alien,1979,2025-03-01,4
{day},Ran,1985,{day},
"""


@pytest.fixture
def page(qtbot, real, tmp_path) -> MoviesPage:
    """The page over real services, with three movies of which days are known, and one without."""
    today = real.context.now().astimezone().date()
    diary = tmp_path / "diary.csv"
    before = today.replace(year=2024, day=min(today.day, 28))
    diary.write_text(DIARY.format(day=before), encoding="utf-8")
    real.imports.apply(real.imports.preview([diary]))
    real.library.add(real.library.search_catalog("The Matrix 1999")[0][0])
    return open_page(MoviesPage, real, qtbot)


def opened(page: MoviesPage, qtbot) -> YearDialog:
    page.year_button.click()
    rest(page, qtbot)
    dialog = page.findChild(YearDialog)
    assert dialog is not None
    return dialog


def test_a_year_is_chosen_and_read_aloud(page, qtbot):
    dialog = opened(page, qtbot)
    years = [dialog.choice.itemText(n) for n in range(dialog.choice.count())]
    assert years == ["2025", "2024", "All movies"]
    card = QAccessible.queryAccessibleInterface(dialog.card)
    assert card.text(QAccessible.Text.Name) == "2025 in films"
    words = card.text(QAccessible.Text.Description)
    assert words.startswith(
        "2 films. About 5 h. January: 1. March: 1. First: Heat (1995), 1 January."
    )
    assert "Oldest" in words or "Last: Alien (1979), 1 March" in words
    assert dialog.note.text() == (
        "Each film counts once, in the year it was last watched. "
        "When you watched one movie is not known: it is in no year."
    )
    dialog.choice.setCurrentIndex(1)
    assert card.text(QAccessible.Text.Name) == "2024 in films"
    dialog.choice.setCurrentIndex(2)
    assert card.text(QAccessible.Text.Name) == "All my films"
    words = card.text(QAccessible.Text.Description)
    assert words.startswith(
        "4 films. About 10 h. 1970s: 1. 1980s: 1. 1990s: 2. First: Ran (1985), "
    )
    assert ", 1 Mar 2025. " in words


def test_the_picture_is_saved_here_alone(page, qtbot, tmp_path, monkeypatch):
    dialog = opened(page, qtbot)
    file = tmp_path / "year.png"
    asked: list[str] = []

    def choose(parent, title, then, proposal):
        asked.append(proposal)
        then(file)

    monkeypatch.setattr(year_module, "choose_save_file", choose)
    assert dialogs.choose_save_file is not choose
    dialog.save_button.click()
    rest(page, qtbot)
    assert asked == ["2025.png"]
    image = QImage(str(file))
    assert image.width() == 2 * 680
    colors = {image.pixelColor(x, y).name() for x in range(0, 1360, 40) for y in range(0, 900, 40)}
    assert len(colors) > 20, "posters, bars and text"
    assert dialog.note.text() == "Saved. Nothing left this computer."
    dialog.save_to(tmp_path / "nowhere" / "year.png")
    rest(page, qtbot)
    assert "could not be written" in dialog.note.text()


def test_a_picture_is_saved_also_where_the_dialog_is_closed_meanwhile(page, qtbot, tmp_path):
    dialog = opened(page, qtbot)
    dialog.save_to(tmp_path / "year.png")
    dialog.reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    rest(page, qtbot)
    assert (tmp_path / "year.png").exists()


def test_on_this_day_is_one_quiet_line(page, real, qtbot):
    assert page.year.day.text() == "On this day in 2024: Ran"
    now = real.context.now()
    real.context.now = lambda: now + timedelta(days=3)
    page.activated()
    rest(page, qtbot)
    assert not page.year.day.isVisible()


def test_a_library_without_days_offers_an_import_and_all_movies(services, qtbot, monkeypatch):
    """A visit to a page about a movie is no day on which it was watched, and the words say so."""
    movies = [WatchedMovie(entry.movie, None) for entry in services.library.entries()]
    page = open_page(MoviesPage, services, qtbot)
    asked: list[None] = []
    monkeypatch.setattr(page.importing, "choose_files", lambda: asked.append(None))
    page.year._show(movies)
    dialog = page.findChild(YearDialog)
    assert dialog.layers.currentWidget() is dialog.empty
    assert "a visit to a page about a film does not say" in dialog.empty.sentence.text()
    assert not dialog.choice.isVisibleTo(dialog)
    assert not dialog.save_button.isVisibleTo(dialog)
    qtbot.mouseClick(dialog.all_button, Qt.MouseButton.LeftButton)
    assert dialog.layers.currentWidget() is dialog.card
    assert dialog.save_button.isVisible()
    page.year._show(movies)
    again = page.findChildren(YearDialog)[-1]
    qtbot.mouseClick(again.empty.button, Qt.MouseButton.LeftButton)
    assert asked == [None]
    assert not again.isVisible()


def test_after_an_import_without_days_no_other_one_is_advised(real, qtbot, tmp_path):
    ratings = tmp_path / "ratings.csv"
    ratings.write_text(
        "Date,Name,Year,Letterboxd URI,Rating\n2026-09-14,Heat,1995,https://boxd.it/1,4.5\n",
        encoding="utf-8",
    )
    real.imports.apply(real.imports.preview([ratings]))
    dialog = opened(open_page(MoviesPage, real, qtbot), qtbot)
    assert dialog.empty.isVisible()
    assert "Letterboxd" not in dialog.empty.sentence.text()
    assert "what you imported names no days" in dialog.empty.sentence.text()
    assert not dialog.empty.button.isVisible()
    assert dialog.all_button.isVisible()


def test_no_button_of_the_year_is_a_window_before_it_has_a_place(
    services, qtbot, in_context, flashed
):
    place = QMainWindow()
    qtbot.addWidget(place)
    place.show()
    context = in_context(services)
    for day in (None, date(2025, 1, 1)):
        movies = [WatchedMovie(entry.movie, day) for entry in services.library.entries()]
        YearDialog(context, movies, place).show()
    assert flashed == []
    dialog = YearDialog(context, [], place)
    assert dialog.layers.currentWidget() is dialog.empty, "an empty library has nothing to count"
    assert not dialog.save_button.isVisibleTo(dialog)


def test_more_decades_than_bars_end_in_one_for_all_before():
    made = [1922, 1927, 1941, *range(1950, 2030, 10)]
    movies = [WatchedMovie(Movie("A", year, ("Drama",)), None) for year in made]
    shown = bars(library_in_movies(movies))
    assert shown[0] == ("≤30s", "up to the 1930s", 2)
    assert [short for short, _, _ in shown[1:]] == [
        "40s", "50s", "60s", "70s", "80s", "90s", "00s", "10s", "20s",
    ]  # fmt: skip
