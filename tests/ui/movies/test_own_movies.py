"""Movies that no catalog has, in the window: added anyway, corrected, placed by hand."""

import json
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.lab.benchmarks.scan_bench import add_history, write_history
from epicrec_desktop.services.import_reader import read_files
from epicrec_desktop.ui.common.own_movie import OwnMovieDialog
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.import_dialog import UnplacedDialog
from epicrec_desktop.ui.movies.page import MoviesPage
from ui.fakes.pages import open_page
from ui.fakes.pages import rest as wait_for


@pytest.fixture
def page(real, qtbot) -> MoviesPage:
    return open_page(MoviesPage, real, qtbot)


@pytest.fixture
def rest(page, qtbot) -> Callable[[], None]:
    return lambda: wait_for(page, qtbot)


def labels(real) -> set[str]:
    return {e.movie.label for e in real.library.entries()}


def shown(page: MoviesPage) -> list[str]:
    return [e.movie.label for e in page.model.items]


def ask(page, rest, words: str) -> AddMovieDialog:
    dialog = page.findChild(AddMovieDialog)
    dialog.search.setText(words)
    dialog._ask()
    rest()
    return dialog


def test_add_anyway(page, real, rest):
    page.add_by_hand()
    dialog = ask(page, rest, "The Salt Road 2026")
    assert dialog.hint.text() == "No movie of this title."
    dialog.anyway.click()
    form = dialog.findChild(OwnMovieDialog)
    assert (form.title.text(), form.year.text()) == ("The Salt Road", "2026")
    form.imdb.setText("https://example.org/")
    form.yes.click()
    rest()
    assert "no address of a film" in form.error.label.text()
    assert not labels(real)
    form.imdb.setText("https://www.imdb.com/title/tt99000001/?ref_=x")
    form.year.setText("2025")
    form.yes.click()
    rest()
    assert dialog.hint.text() == "Added: The Salt Road (2025)"
    assert labels(real) == {"The Salt Road (2025)"}
    assert shown(page) == ["The Salt Road (2025)"]
    (entry,) = real.library.entries()
    assert entry.movie.identities == {"imdb": "tt99000001"}
    page.entries.open_selected()
    card = page.entries.movie_page
    assert card.note.text().startswith("Not in the catalog yet")
    assert not card.release_section.isVisible()


def test_a_form_that_is_sent_twice_or_closed_meanwhile_adds_one_movie(page, rest):
    page.add_by_hand()
    dialog = ask(page, rest, "The Salt Road 2026")
    dialog.anyway.click()
    form = dialog.findChild(OwnMovieDialog)
    form.yes.click()
    form.yes.click()
    form.reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    rest()
    assert dialog.hint.text() == "Added: The Salt Road (2026)"
    assert shown(page) == ["The Salt Road (2026)"]


def test_it_was_another_movie_and_undo(page, real, rest):
    (wrong,) = (k for k, m in real.library.search_catalog("Heat 1995", 5) if m.year == 1995)
    page.changes.add(wrong, page._added)
    rest()
    page.entries.open_selected()
    page.entries.movie_page.other.click()
    dialog = ask(page, rest, "Heat")
    offered = [dialog.list.item(n).text() for n in range(dialog.list.count())]
    assert not any(text.startswith("Heat (1995)") for text in offered)
    ask(page, rest, "Fargo 1996")
    dialog._choose_current()
    rest()
    assert labels(real) == {"Fargo (1996)"}
    assert shown(page) == ["Fargo (1996)"]
    page.entry_actions.undo()
    rest()
    assert labels(real) == {"Heat (1995)"}


def test_it_was_a_movie_that_no_catalog_has_of_a_page_and_of_an_export(
    page, real, rest, qtbot, tmp_path
):
    """Chosen with mouse and keys; kept by a rescan and an import; undone without a rest."""
    row = ("https://www.netflix.com/watch/70044605", "Watch Inception (2010) | Netflix")
    profile = write_history(tmp_path / "browser", iter([row]), 1)
    diary = tmp_path / "diary.csv"
    diary.write_text("Date,Name,Year,Watched Date\n2025-01-02,Heat,1995,2025-01-01\n", "utf-8")

    def read_all():
        add_history(profile.database, iter([(f"{row[0]}?again", row[1])]), 1)
        real.scan.scan([profile], confirm_sure=True)
        real.imports.apply(real.imports.preview([diary]))
        page.context.library_changed.emit(None)
        rest()

    read_all()
    page.filter._pick("confirmed")
    rest()
    assert set(shown(page)) == {"Inception (2010)", "Heat (1995)"}
    for label, right in (("Inception (2010)", "Quiet Lane"), ("Heat (1995)", "The Salt Road")):
        page.view.select_ids([next(e.id for e in page.model.every if e.movie.label == label)])
        page.entries.open_selected()
        qtbot.mouseClick(page.entries.movie_page.other, Qt.MouseButton.LeftButton)
        rest()
        dialog = page.findChild(AddMovieDialog)
        assert dialog.hint.text() in ("No other movie of this title.", "")
        qtbot.keyClicks(dialog.search, f"{right} 2026")  # what is selected is typed over
        qtbot.waitUntil(dialog.anyway.isVisible)
        rest()
        qtbot.mouseClick(dialog.anyway, Qt.MouseButton.LeftButton)
        qtbot.mouseClick(dialog.findChild(OwnMovieDialog).yes, Qt.MouseButton.LeftButton)
        rest()
    corrected = {"Quiet Lane (2026)", "The Salt Road (2026)"}
    assert labels(real) == set(shown(page)) == corrected
    read_all()
    assert labels(real) == set(shown(page)) == corrected
    real.data.export(tmp_path / "all.json")
    exported = json.loads((tmp_path / "all.json").read_text("utf-8"))
    assert {row["title"] for row in exported["library"]} == {"Quiet Lane", "The Salt Road"}
    for label in ("Heat (1995)", "Inception (2010)"):
        qtbot.mouseClick(page.answers.undo, Qt.MouseButton.LeftButton)
        rest()
        (current,) = page.view.selected_ids()
        assert page.model.find(current).movie.label == label
    assert labels(real) == {"Inception (2010)", "Heat (1995)"}
    read_all()
    assert labels(real) == {"Inception (2010)", "Heat (1995)"}


def close_while_it_saves(dialog) -> None:
    """Save the movie of one's own that is asked for over a dialog, and close both at once."""
    form = dialog.findChild(OwnMovieDialog)
    form.yes.click()
    form.reject()
    dialog.reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def unplaced(page, real, rest, tmp_path) -> UnplacedDialog:
    """The dialog over three rows: of two movies of one name, and of none that is known."""
    file = tmp_path / "NetflixViewingHistory.csv"
    titles = ("Night Ferry to Nowhere", "Heat", "The Salt Road")
    rows = [f'"{title}","12/31/18"' for title in titles]
    file.write_text("\n".join(("Title,Date", *rows, "")))
    found = read_files(real.context.known_pages(), [file], real.context.now().date())
    real.imports.apply(real.imports.judged(found))
    page.loader.load()
    rest()
    assert page.filters.unplaced.text() == "3 not placed"
    page.filters.unplaced.click()
    return page.findChild(UnplacedDialog)


def test_a_row_is_placed_where_another_one_is_still_being_saved(unplaced, page, real, rest):
    unplaced.drop.click()  # of "Heat"; the list is shown again once it is saved
    unplaced.list.setCurrentRow(1)
    unplaced.own.click()
    form = unplaced.findChild(OwnMovieDialog)
    rest()
    form.year.setText("2025")
    form.yes.click()
    rest()
    assert labels(real) == {"Night Ferry to Nowhere (2025)"}
    assert [row.movie.title for row in real.unlisted.unplaced()] == ["The Salt Road"]


def test_a_row_that_is_dropped_by_two_presses_comes_back(unplaced, rest):
    unplaced.drop.click()
    unplaced.drop.click()
    rest()
    assert unplaced.list.count() == 2
    unplaced.back.click()
    rest()
    assert unplaced.list.count() == 3


def test_the_library_follows_a_row_that_is_saved_while_its_dialog_is_closed(unplaced, page, rest):
    unplaced.drop.click()
    unplaced.reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    rest()
    assert page.filters.unplaced.text() == "2 not placed"


def test_rows_are_placed_by_hand(unplaced, page, real, rest):
    dialog = unplaced
    dialog.list.setCurrentRow(2)
    dialog.drop.click()
    dialog.list.setCurrentRow(0)
    rest()
    assert dialog.list.item(0).text().startswith("Heat · Netflix · ")
    dialog.choose.click()
    asking = dialog.findChild(AddMovieDialog)
    asking.search.setText("Heat 1995")
    asking._ask()
    rest()
    asking._choose_current()
    rest()
    assert labels(real) == {"Heat (1995)"}
    dialog.own.click()
    form = dialog.findChild(OwnMovieDialog)
    assert not form.yes.isEnabled(), "a film of one's own has a year"
    form.year.setText("2025")
    form.yes.click()
    rest()
    assert labels(real) == {"Heat (1995)", "Night Ferry to Nowhere (2025)"}
    assert dialog.list.count() == 0
    dialog.reject()
    rest()
    assert not page.filters.unplaced.isVisible()
    (ferry,) = (e for e in real.library.entries() if e.movie.unlisted)
    assert ferry.status is LibraryStatus.CONFIRMED
    assert ferry.imports


def test_what_a_catalog_knows_now_is_said_once(page, real, rest):
    real.context.known_now = 76
    page.loader.load()
    rest()
    assert page.news.label.text() == "76 of your films are known now."
    assert real.context.known_now == 0


def test_a_movie_is_shown_where_both_dialogs_are_closed_while_it_is_saved(page, rest):
    page.add_by_hand()
    dialog = ask(page, rest, "The Salt Road 2026")
    dialog.anyway.click()
    close_while_it_saves(dialog)
    rest()
    (added,) = page.model.watched
    assert added.movie.label == "The Salt Road (2026)"


def test_a_row_stays_where_both_dialogs_are_closed_while_its_movie_is_saved(unplaced, page, rest):
    unplaced.own.click()
    unplaced.findChild(OwnMovieDialog).year.setText("1995")
    close_while_it_saves(unplaced)
    rest()
    (added,) = page.model.watched
    assert added.movie.label == "Heat (1995)"
    assert page.filters.unplaced.text() == "3 not placed"
