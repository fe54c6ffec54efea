"""Importing movies in the window: a file dropped or chosen, looked at, ticked, taken in, undone."""

import json
import threading
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QWidget

from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services import import_service
from epicrec_desktop.services.import_sentences import done
from epicrec_desktop.services.import_service import AppliedImport
from epicrec_desktop.services.library import LibraryPart
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.ui.common import translation
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.import_dialog import ImportDialog
from epicrec_desktop.ui.movies.page import MoviesPage
from epicrec_desktop.ui.shell.drops import local_files
from epicrec_desktop.ui.shell.window import MainWindow
from ui.fakes.pages import open_page, rest
from waiting import wait_until

CONFIRMED = LibraryStatus.CONFIRMED


@pytest.fixture
def page(real, qtbot) -> MoviesPage:
    return open_page(MoviesPage, real, qtbot)


@pytest.fixture
def services(real):
    """The real services, past the first run."""
    real.settings.wizard_step = "done"
    return real


@pytest.fixture
def window(open_window) -> MainWindow:
    return open_window("movies")


@pytest.fixture
def movies(tmp_path) -> Path:
    file = tmp_path / "films.csv"
    file.write_text(
        "Title,Year,Rating10,WatchedDate\nHeat,1995,9,2024-01-04\nAlien,1979,8,\n"
        "King Kong,,7,\nFargo,,,\n<b>No Such\x1b</b> Movie,2001,3,\n",
        encoding="utf-8",
    )
    return file


def dropped(window, *paths: Path) -> ImportDialog:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    arguments = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.NoModifier)
    entered = QDragEnterEvent(QPointF(5, 5).toPoint(), *arguments)
    window.dragEnterEvent(entered)
    assert entered.isAccepted()
    assert window.findChild(QWidget, "window.drop").isVisible()
    window.dropEvent(QDropEvent(QPointF(5, 5), *arguments))
    assert not window.findChild(QWidget, "window.drop").isVisible()
    dialog = window.findChild(ImportDialog)
    assert dialog is not None
    return dialog


def opened(page, qtbot, *paths: Path) -> ImportDialog:
    """Return the preview of these files, read."""
    page.context.files_dropped.emit(list(paths))
    rest(page, qtbot)
    dialog = page.findChild(ImportDialog)
    assert dialog is not None
    return dialog


@pytest.fixture
def dialog(page, movies, qtbot) -> ImportDialog:
    return opened(page, qtbot, movies)


def rows(dialog) -> list[str]:
    tree = dialog.list
    return [tree.topLevelItem(i).text(0) for i in range(tree.topLevelItemCount())]


def titles(real) -> dict[str, LibraryStatus]:
    """What a catalog has of the library."""
    entries = real.library.entries()
    return {e.movie.label: e.status for e in entries if not e.movie.unlisted}


def test_all_files_of_a_drop_are_read(window, tmp_path, qtbot):
    files = [tmp_path / f"{number}.csv" for number in range(60)]
    for number, file in enumerate(files):
        file.write_text(f"Title,Year\nNo Such Movie {number},2001\n")
    dialog = dropped(window, *files)
    qtbot.waitUntil(lambda: not window.tasks.busy)
    assert "and 57 more files" in dialog.about.text()


def test_a_link_and_an_address_without_a_path_are_no_files():
    """A path that is empty would be the folder in which the program was started."""
    data = QMimeData()
    data.setUrls([QUrl("https://www.imdb.com/title/tt0113277/"), QUrl("file:")])
    assert local_files(data) == []


def test_a_file_is_shown_and_nothing_is_taken_in_before_a_yes(dialog, real):
    assert dialog.hint.height() < 2 * dialog.hint.fontMetrics().lineSpacing(), "it is one line"
    assert rows(dialog) == ["Heat (1995)", "Alien (1979)"]
    assert "films.csv" in dialog.about.text()
    assert dialog.take_button.text() == "Add 3 movies"
    dialog.part._pick("own")
    item = dialog.list.topLevelItem(0)
    assert item.text(0).startswith("<b>No Such"), "plain text"
    assert "\x1b" not in item.text(0)
    assert item.text(2) == "the catalog has no movie of this title"
    assert item.checkState(0) is Qt.CheckState.Checked
    item.setCheckState(0, Qt.CheckState.Unchecked)
    assert dialog.take_button.text() == "Add 2 movies"
    dialog.reject()
    assert not titles(real)


def test_large_numbers_are_written_alike(dialog):
    """In the part, in the button, and in the language."""
    dialog._show(replace(dialog._preview, entries=dialog._preview.entries[:1] * 1213))
    assert dialog.part._segments["found"].text() == "Found 1,213"
    assert dialog.take_button.text() == "Add 1,213 movies"


def test_found_is_taken_in_and_undo_takes_back_what_is_left(page, dialog, real, qtbot):
    qtbot.mouseClick(dialog.take_button, Qt.MouseButton.LeftButton)
    rest(page, qtbot)
    assert titles(real) == {"Heat (1995)": CONFIRMED, "Alien (1979)": CONFIRMED}
    assert page.importing.news.isVisible()
    news = page.importing.news.label.text()
    assert news.startswith("3 movies came into your library. 1 is not in the catalog yet.")
    assert page.changes.steps.undoText() == "3 movies imported"
    assert {e.movie.title for e in page.model.items if not e.movie.unlisted} == {"Heat", "Alien"}
    page.entry_actions.forget([next(e.id for e in page.model.items if e.movie.title == "Heat")])
    rest(page, qtbot)
    assert page.changes.steps.undoText() == "2 movies imported"
    page.entry_actions.undo()
    rest(page, qtbot)
    assert not titles(real)
    assert not page.model.items
    assert not page.changes.steps.undoText()


def test_a_notice_after_a_drop_covers_no_button_of_the_answer_bar(window, movies, settle, qtbot):
    dialog = dropped(window, movies)
    settle(window)
    qtbot.mouseClick(dialog.take_button, Qt.MouseButton.LeftButton)
    settle(window)
    page = window.page("movies")
    notice = page.importing.news

    def covered():
        over = QRect(notice.mapToGlobal(QPoint(0, 0)), notice.size())
        buttons = page.answers.findChildren(QAbstractButton)
        boxes = {
            button.objectName(): QRect(button.mapToGlobal(QPoint(0, 0)), button.size())
            for button in buttons
            if button.isVisible()
        }
        assert "movies.undo" in boxes
        return [name for name, box in boxes.items() if box.intersects(over)]

    assert notice.isVisible()
    for width, height in ((1280, 800), (784, 560), (837, 464)):
        page.view.select_row(0)
        window.resize(width, height)
        qtbot.waitUntil(lambda: not covered())
        page.view.selectAll()  # another height of the bar
        window.resize(width - 20, height)
        qtbot.waitUntil(lambda: not covered())


def test_space_ticks_and_one_of_several_is_chosen(page, dialog, real, qtbot):
    dialog.part._pick("doubtful")
    assert rows(dialog) == ["Fargo (1996)", "King Kong"]
    tree = dialog.list
    assert tree.topLevelItem(0).checkState(0) is Qt.CheckState.Unchecked
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_Space)
    assert tree.topLevelItem(0).checkState(0) is Qt.CheckState.Checked
    several = tree.topLevelItem(1)
    labels = [several.child(i).text(0) for i in range(several.childCount())]
    assert {"King Kong (1933)", "King Kong (2005)"} <= set(labels)
    several.child(0).setCheckState(0, Qt.CheckState.Checked)
    several.child(1).setCheckState(0, Qt.CheckState.Checked)
    assert several.child(0).checkState(0) is Qt.CheckState.Unchecked
    assert dialog.take_button.text() == "Add 5 movies"
    dialog.part._pick("found")
    qtbot.mouseClick(dialog.every, Qt.MouseButton.LeftButton)
    assert dialog.take_button.text() == "Add 3 movies"
    dialog.import_ticked()
    rest(page, qtbot)
    assert set(titles(real)) == {"Fargo (1996)", labels[1]}


def test_what_was_only_looked_at_becomes_suggestions_of_its_own_list(page, tmp_path, real, qtbot):
    entry = {
        "header": "YouTube",
        "title": "Watched Heat (1995) Official Trailer",
        "titleUrl": "https://www.youtube.com/watch?v=2GfZl4kuVNI",
        "time": "2022-04-25T18:09:04.784Z",
        "products": ["YouTube"],
    }
    file = tmp_path / "watch-history.json"
    file.write_text(json.dumps([entry]))
    dialog = opened(page, qtbot, file)
    assert dialog.part.value == "looked-at"
    assert not dialog.list.chosen
    assert "80 %" in dialog.hint.text()
    assert dialog.take_button.text() == "Add one suggestion"
    dialog.take_button.click()
    rest(page, qtbot)
    assert not real.library.entries(CONFIRMED)
    assert page.filter.value == LibraryPart.LOOKED_AT
    assert [e.movie.label for e in page.model.items] == ["Heat (1995)"]
    page.entry_actions.undo()
    rest(page, qtbot)
    assert not real.library.entries()


def test_a_rejected_movie_is_left_out_and_that_is_said(page, movies, real, qtbot):
    real.library.refuse(
        next(key for key, m in real.library.search_catalog("Heat") if m.year == 1995)
    )
    dialog = opened(page, qtbot, movies)
    assert rows(dialog) == ["Alien (1979)"]
    dialog.part._pick("missing")
    first = dialog.list.topLevelItem(0)
    assert (first.text(0), first.text(2)) == ("Heat (1995)", "you said that it is not yours")


def test_the_movies_of_one_of_several_people(page, tmp_path, real, qtbot):
    line = "2023-01-05 20:11:00\t{}\titem\tMovie\t{}\tDirectPlay\tWeb\tFirefox\t5400\n"
    file = tmp_path / "report.tsv"
    file.write_text(line.format("ash", "Heat (1995)") + line.format("kim", "Fargo (1996)"))
    dialog = opened(page, qtbot, file)
    assert dialog.whose.isVisible()
    assert not dialog.take_button.isEnabled()
    row = dialog.whose.findText("kim")
    dialog.whose.setCurrentIndex(row)
    dialog.whose.activated.emit(row)
    rest(page, qtbot)
    dialog.part._pick("found")
    assert rows(dialog) == ["Fargo (1996)"]
    dialog.import_ticked()
    rest(page, qtbot)
    assert set(titles(real)) == {"Fargo (1996)"}


def test_file_without_export_shows_an_error(page, tmp_path, qtbot):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ash,\n")
    dialog = opened(page, qtbot, file)
    assert "letter.txt: EpicRec cannot read this file" in dialog.problems.label.text()
    assert not dialog.take_button.isEnabled()
    assert not dialog.list.isVisible()


def test_closing_stops_the_reading(page, movies, monkeypatch, qtbot):
    reading, stopped = threading.Event(), []

    def endless(work, arguments, job):
        reading.set()
        wait_until(job.cancelled)
        stopped.append(True)
        job.check()

    monkeypatch.setattr(import_service, "run_in_child", endless)
    page.context.files_dropped.emit([movies])
    dialog = page.findChild(ImportDialog)
    qtbot.waitUntil(lambda: reading.is_set() and dialog.progress.isVisible())
    buttons = [b for b in dialog.findChildren(QAbstractButton) if b.isVisible()]
    assert [b.text() for b in buttons].count("Cancel") == 1
    dialog.reject()
    rest(page, qtbot)
    assert stopped == [True]


def test_the_button_asks_for_files_and_german_has_a_name_for_everything(
    real, movies, monkeypatch, qtbot, qapp
):
    translation.install_translators(qapp, "de")
    page = open_page(MoviesPage, real, qtbot)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(movies)], ""))
    page.add_by_hand()
    adding = page.findChild(AddMovieDialog)
    qtbot.mouseClick(adding.import_button, Qt.MouseButton.LeftButton)
    assert not adding.isVisible()
    rest(page, qtbot)
    dialog = page.findChild(ImportDialog)
    assert dialog.take_button.text() == "3 Filme hinzufügen"
    assert dialog.list.accessibleName() == "Filme des Imports"
    for child in dialog.findChildren(QWidget):
        if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.isVisibleTo(dialog):
            assert child.accessibleName() or getattr(child, "text", str)(), child


def chosen_in_the_first_run(window, file, settle, qtbot, monkeypatch) -> ImportDialog:
    """The preview of a file, over the first step."""
    window.show_wizard()
    window.first_run.wizard._show("welcome")
    settle(window)
    welcome = window.first_run.wizard.welcome
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(file)], ""))
    for key in ("letterboxd", "netflix", "imdb", "trakt", "tvtime"):
        assert welcome.findChild(QWidget, f"wizard.import.{key}").isVisible()
    welcome.findChild(QWidget, "wizard.import.letterboxd").click()
    question = welcome.findChild(ConfirmDialog)
    assert "Export your data" in question.findChild(QWidget, "wizard.import.text").text()
    assert question.focusWidget() is question.yes
    qtbot.keyClick(question.focusWidget(), Qt.Key.Key_Return)
    settle(window)
    dialog = window.findChild(ImportDialog)
    assert file.name in dialog.about.text()
    return dialog


def test_import_in_first_run_leads_to_recommendations_and_can_be_undone(
    window, real, movies, settle, qtbot, monkeypatch
):
    dialog = chosen_in_the_first_run(window, movies, settle, qtbot, monkeypatch)
    assert window.first_run.wizard.isVisible(), "it waits behind the preview"
    dialog.reject()
    qtbot.waitUntil(lambda: window.findChild(ImportDialog) is None)
    assert window.first_run.wizard.welcome.isVisible()
    assert not real.library.entries()
    dialog = dropped(window, movies)  # a drop leads there too
    settle(window)
    assert window.first_run.wizard.isVisible()
    dialog.take_button.click()
    settle(window)
    assert window.first_run.finished_setup()
    assert real.settings.wizard_step == "done"
    page = window.page("recommendations")
    assert page.isVisible()
    qtbot.waitUntil(lambda: bool(page.rows))
    assert page.ranking.result.library_size == 2, "the third is in no catalog"
    window.show_page("movies")
    settle(window)
    undo = window.findChild(QAbstractButton, "movies.undo")
    assert undo.isVisible()
    assert undo.text() == "Undo: 3 movies imported"
    undo.click()
    settle(window)
    assert not real.library.entries(CONFIRMED)


def test_import_without_watched_movies_leaves_some_to_pick_in_first_run(
    window, real, tmp_path, settle, qtbot, monkeypatch
):
    file = tmp_path / "watchlist.csv"
    file.write_text(
        "Date,Name,Year,Letterboxd URI\n2026-09-14,Heat,1995,https://boxd.it/1\n", encoding="utf-8"
    )
    dialog = chosen_in_the_first_run(window, file, settle, qtbot, monkeypatch)
    dialog.take_button.click()
    settle(window)
    assert len(real.library.watchlist()) == 1
    assert not window.first_run.finished_setup()
    assert window.first_run.wizard.step.KEY == "pick"


def test_long_titles_get_the_room_that_other_columns_leave(real, tmp_path, qtbot):
    file = tmp_path / "ratings.csv"
    title = "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb"
    file.write_text(
        f"Date,Name,Year,Letterboxd URI,Rating\n2026-09-14,{title},1964,https://boxd.it/1,4.5\n"
        "2026-09-13,Heat,1995,https://boxd.it/2,4\n",
        encoding="utf-8",
    )
    dialog = opened(open_page(MoviesPage, real, qtbot, styled=True), qtbot, file)
    titles = dialog.list
    spare = titles.columnWidth(2) - titles.sizeHintForColumn(2)
    assert titles.columnWidth(0) >= titles.sizeHintForColumn(0) or spare <= 16
    assert sum(titles.columnWidth(n) for n in range(3)) <= titles.viewport().width()
    assert "4½ of 5 stars" in titles.topLevelItem(0).text(1)


def test_stars_and_day_are_not_cut_beside_short_titles(real, tmp_path, qtbot, qapp):
    translation.install_translators(qapp, "de")
    file = tmp_path / "ratings.csv"
    file.write_text(
        "Date,Name,Year,Letterboxd URI,Rating\n2026-09-14,Heat,1995,https://boxd.it/2,4.5\n",
        encoding="utf-8",
    )
    rows = opened(open_page(MoviesPage, real, qtbot, styled=True), qtbot, file).list
    assert all(rows.columnWidth(n) >= rows.sizeHintForColumn(n) for n in range(3))
    assert sum(rows.columnWidth(n) for n in range(3)) <= rows.viewport().width()


def test_what_was_there_before_is_said_to_be_up_to_date():
    before = Imported(Service.LETTERBOXD)
    imports = tuple((key, Service.LETTERBOXD, before) for key in (1, 2, 3, 4))
    applied = AppliedImport(confirmed=((1, None),), unplaced=(2,), imports=imports)
    assert " ".join(map(str, done(applied))) == (
        "One movie came into your library. 2 were there: days and ratings are up to date. "
        "1 row is kept as not placed."
    )


LIST = """Letterboxd list export v7
Date,Name,Tags,URL,Description
2025-02-01,{name},,https://boxd.it/x,For rain.

Position,Name,Year,URL,Description
1,Heat,1995,https://boxd.it/h,
2,Alien,1979,https://boxd.it/a,
"""


def test_lists_of_an_archive_are_named_and_come_in_unless_they_are_unticked(
    page, tmp_path, real, qtbot
):
    archive = tmp_path / "letterboxd.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in ("Rain", "<b>Sea"):
            packed.writestr(f"lists/{name[-3:]}.csv", LIST.format(name=name))
    dialog = opened(page, qtbot, archive)
    assert dialog.lists.text() == "Also 2 lists"
    assert dialog.list_names.text() == "Rain, <b>Sea"
    assert dialog.take_button.text() == "Add 2 lists"
    dialog.lists.click()
    assert not dialog.take_button.isEnabled()
    dialog.lists.click()
    dialog.take_button.click()
    rest(page, qtbot)
    assert [(one.name, len(one.movies)) for one in real.lists.all()] == [("<b>Sea", 2), ("Rain", 2)]
    assert page.importing.news.label.text() == "2 lists came in."
    assert not titles(real)
    assert page.answers.undo.text() == "Undo: 2 lists imported"
    page.entry_actions.undo()
    rest(page, qtbot)
    assert not real.lists.all()


def test_it_fits_on_a_small_screen_in_a_longer_language(page, movies, qtbot, qapp):
    assert translation.install_translators(qapp, "de")
    dialog = opened(page, qtbot, movies)
    assert dialog.minimumSizeHint().width() <= 784, "a screen of 800 x 600 within a frame"
