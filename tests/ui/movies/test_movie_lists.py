"""Lists in My movies: made, ordered by keys and mouse; nothing moves under the pointer."""

import csv
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.services.movie_lists import MovieListService
from epicrec_desktop.store.movie_lists import MovieList
from epicrec_desktop.ui.common.list_menu import ListDialog
from epicrec_desktop.ui.common.lists import ITEM, ROOT
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.page import MoviesPage
from ui.fakes.pages import open_page, rest
from waiting import LIMIT_S

TITLES = ("jaws", "heat", "alien", "casablanca")


@pytest.fixture
def keys(real) -> list[int]:
    found = [real.library.search_catalog(title, 1)[0][0] for title in TITLES]
    for key in found[:2]:
        real.library.add(key)
    return found


@pytest.fixture
def page(real, keys, qtbot, monkeypatch) -> MoviesPage:
    """Two lists: one of four movies, of which two are in the library, and an empty one."""
    real.lists.add(MovieList("Sea", "With the windows open.", tuple(keys)))
    real.lists.add(MovieList("Winter"))
    page = open_page(MoviesPage, real, qtbot, size=(1100, 800))
    page.filters.lists.click()
    monkeypatch.setattr(page.pages.lists.menu, "popup", lambda at: None)
    rest(page, qtbot)
    return page


def shown(page) -> list[str]:
    return [one.movie.title for one in page.lists.view.movies.items if not one.gone]


def stored(page, name: str = "Sea") -> list[str]:
    lists = page.context.services.lists
    one = next(one for one in lists.all() if one.name == name)
    return [movie.title for _, movie in lists.movies(one)]


def cross(page, qtbot, row: int) -> None:
    view = page.lists.view
    view.doItemsLayout()
    index = view.model().index(row)
    (box,) = view.itemDelegate().action_boxes(view.visualRect(index), index.data(ITEM)).values()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    rest(page, qtbot)


def test_keys_move_open_and_take_off_and_each_can_be_undone(page, qtbot):
    assert page.subtitle.text().startswith("Drag films")
    assert page.lists.note.text() == "With the windows open."
    view = page.lists.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(0))
    steps = (
        (Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier, "Heat Jaws Alien Casablanca"),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier, "Heat Alien Jaws Casablanca"),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier, "Heat Jaws Alien Casablanca"),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier, "Heat Alien Casablanca"),
    )
    seen = [shown(page)]
    for key, modifier, titles in steps:
        qtbot.keyClick(view, key, modifier)
        rest(page, qtbot)
        assert shown(page) == stored(page) == titles.split()
        seen.append(shown(page))
    assert view.currentIndex().data() == "Alien (1979)", "the next one is current"
    assert page.answers.undo.text() == "Undo: Taken off “Sea”"
    for titles in reversed(seen[:-1]):
        page.entry_actions.undo()
        rest(page, qtbot)
        assert shown(page) == stored(page) == titles
    for _ in range(3):  # at its ends a movie stays
        qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        rest(page, qtbot)
    assert len(stored(page)) == 4
    view.setCurrentIndex(view.model().index(shown(page).index("Heat")))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert page.entries.movie_page.isVisible(), "of the library: with its evidence"
    page.entries.movie_page.back_button.click()
    view.setCurrentIndex(view.model().index(shown(page).index("Alien")))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert page.finding.opened.movie_page.isVisible()
    page.finding.opened.movie_page.back_button.click()
    assert page.lists.isVisible(), "back is where the user was"


def test_what_was_read_before_a_move_does_not_take_it_back(page, qtbot, real, monkeypatch):
    """With Alt and an arrow held down, movies are moved while the lists are read."""
    began, gate, read = Event(), Event(), MovieListService.all

    def slowly(self):
        found = read(self)
        began.set()
        assert gate.wait(LIMIT_S)
        return found

    monkeypatch.setattr(MovieListService, "all", slowly)
    view, seen = page.lists.view, []
    view.model().modelReset.connect(lambda: seen.append(shown(page)))
    view.setCurrentIndex(view.model().index(0))
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(began.is_set)
    gate.set()
    rest(page, qtbot)
    assert stored(page) == shown(page) == ["Heat", "Alien", "Casablanca", "Jaws"]
    assert all(titles == shown(page) for titles in seen), "no film jumped back"


def test_a_change_that_cannot_be_saved_is_not_shown(page, qtbot, real):
    before = shown(page)
    real.lists.delete(page.lists._shown.id)  # as another program may
    view = page.lists.view
    view.setCurrentIndex(view.model().index(0))
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    rest(page, qtbot)
    assert "was deleted" in page.error.label.text()
    assert page.lists.name.text() == "Winter"
    assert before != shown(page) == []


def test_a_dialog_closed_while_it_saves_does_no_harm(page, qtbot, real):
    gate = Event()
    page.context.tasks.run(lambda job: gate.wait(LIMIT_S))
    page.lists.new.click()
    made = dialog(page)
    made.name.setText("Autumn")
    made.yes.click()
    made.no.click()
    QApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete)
    gate.set()
    rest(page, qtbot)
    assert page.lists.name.text() == "Autumn"
    assert page.answers.undo.text() == "Undo: List created"


def test_a_dropped_movie_is_moved(page, qtbot):
    """Qt calls `moveRow` for a drop between rows; without a display it cannot drag itself."""
    model = page.lists.view.movies
    assert not model.flags(model.index(0)) & Qt.ItemFlag.ItemIsDropEnabled, "between rows alone"
    data = model.mimeData([model.index(0)])
    assert model.canDropMimeData(data, Qt.DropAction.MoveAction, 2, 0, ROOT)
    assert [bytes(data.data(name).data()) for name in data.formats()] == [b""], "no title in it"
    assert model.moveRow(ROOT, 0, ROOT, 4)
    rest(page, qtbot)
    assert shown(page) == stored(page) == ["Heat", "Alien", "Casablanca", "Jaws"]
    assert model.moveRow(ROOT, 3, ROOT, 1)
    rest(page, qtbot)
    assert shown(page) == stored(page) == ["Heat", "Jaws", "Alien", "Casablanca"]
    assert not model.moveRow(ROOT, 3, ROOT, 3), "to its own place"


def test_what_is_taken_off_stays_until_the_pointer_leaves_and_can_be_put_back(page, qtbot):
    view = page.lists.view
    cross(page, qtbot, 1)
    assert stored(page) == ["Jaws", "Alien", "Casablanca"]
    assert view.model().rowCount() == 4, "nothing moved"
    cross(page, qtbot, 3)
    assert stored(page) == ["Jaws", "Alien"]
    cross(page, qtbot, 1)
    assert stored(page) == ["Jaws", "Heat", "Alien"], "put back at its place"
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert view.model().rowCount() == 3


def dialog(page) -> ListDialog:
    return next(one for one in page.findChildren(ListDialog) if one.isVisible())


def test_lists_are_made_named_and_deleted(page, qtbot, real):
    page.lists.new.click()
    made = dialog(page)
    assert not made.yes.isEnabled()
    made.name.setText("sea")
    made.yes.click()
    qtbot.waitUntil(made.error.isVisible)
    assert "this name already" in made.error.label.text()
    made.name.setText("Autumn")
    made.note.setPlainText("Fog.")
    made.yes.click()
    qtbot.waitUntil(lambda: page.lists.name.text() == "Autumn")
    assert [one.name for one in real.lists.all()] == ["Autumn", "Sea", "Winter"]
    assert page.lists.hint.isVisible()
    page.lists.edit.click()
    dialog(page).name.setText("Late autumn")
    dialog(page).yes.click()
    qtbot.waitUntil(lambda: page.lists.name.text() == "Late autumn")
    page.lists.delete.click()
    qtbot.waitUntil(lambda: page.lists.name.text() == "Sea")
    for names in (["Late autumn", "Sea", "Winter"], ["Autumn", "Sea", "Winter"], ["Sea", "Winter"]):
        page.entry_actions.undo()
        rest(page, qtbot)
        assert [one.name for one in real.lists.all()] == names
    for _ in range(2):
        page.lists.delete.click()
        rest(page, qtbot)
    assert page.lists.empty.isVisible()
    assert page.subtitle.text() == "", "there is nothing to be moved"
    assert page.first_focus() is page.lists.empty.button


def test_after_a_list_that_is_deleted_the_next_one_is_shown(page, qtbot, real):
    real.lists.add(MovieList("Autumn"))
    page.lists.refresh()
    rest(page, qtbot)
    assert page.lists.name.text() == "Sea"
    for name in ("Winter", "Autumn"):
        page.lists.delete.click()
        rest(page, qtbot)
        assert page.lists.name.text() == name


def test_a_movie_is_added_where_the_list_is(page, qtbot, real):
    """To its end, and to no library."""
    page.lists.add.click()
    (asked,) = page.lists.findChildren(AddMovieDialog)
    qtbot.keyClicks(asked.search, "metropolis")
    qtbot.waitUntil(lambda: asked.list.count() > 0)
    qtbot.keyClick(asked.search, Qt.Key.Key_Return)
    rest(page, qtbot)
    assert shown(page) == stored(page) == ["Jaws", "Heat", "Alien", "Casablanca", "Metropolis"]
    assert page.answers.undo.text() == "Undo: Put on “Sea”"
    assert len(real.library.entries()) == 2
    page.entry_actions.undo()
    rest(page, qtbot)
    assert shown(page) == stored(page) == ["Jaws", "Heat", "Alien", "Casablanca"]


def test_the_dialog_says_whether_a_movie_was_put_on_the_list(page, qtbot, real, monkeypatch):
    page.lists.add.click()
    (asked,) = page.lists.findChildren(AddMovieDialog)

    def put(title: str) -> str:
        asked.search.setText(title)
        qtbot.waitUntil(lambda: asked.list.count() > 0)
        qtbot.keyClick(asked.search, Qt.Key.Key_Return)
        rest(page, qtbot)
        return asked.hint.text()

    def refuse(*_):
        raise StoreError("The disk is full. Nothing was changed.")

    assert put("metropolis 1927").startswith("Added: Metropolis (1927)")
    monkeypatch.setattr(real.lists, "change", refuse)
    assert put("gladiator") == "The disk is full. Nothing was changed."
    assert not page.error.isVisible()


LETTERBOXD = """Letterboxd list export v7
Date,Name,Tags,URL,Description
2025-02-01,Rainy nights,,https://boxd.it/x,For rain.

Position,Name,Year,URL,Description
1,Jaws,1975,https://boxd.it/j,
2,Alien,1979,https://boxd.it/a,the best
3,No film that anybody knows,1911,https://boxd.it/n,
4,Heat,1995,https://boxd.it/h,
"""


def test_a_list_of_letterboxd_comes_in_in_its_order(page, qtbot, real, tmp_path, monkeypatch):
    """Its movies are on the list alone; nothing is written before it has a name."""
    file = tmp_path / "list.csv"
    file.write_text(LETTERBOXD, encoding="utf-8")
    before = real.library.entries()
    page.lists.read_list(file)
    qtbot.waitUntil(lambda: page.findChild(ListDialog) is not None)
    made = dialog(page)
    assert made.accessibleName() == "New list of 3 films (1 row names no film for certain)"
    assert len(real.lists.all()) == 2
    assert made.name.text() == "Rainy nights"
    assert made.note.toPlainText() == "For rain."
    made.yes.click()
    qtbot.waitUntil(lambda: page.lists.name.text() == "Rainy nights")
    assert shown(page) == stored(page, "Rainy nights") == ["Jaws", "Alien", "Heat"]
    assert real.library.entries() == before
    page.entry_actions.undo()
    rest(page, qtbot)
    assert len(real.lists.all()) == 2
    page.lists.read_list(tmp_path / "nowhere.csv")
    qtbot.waitUntil(page.error.isVisible)
    gate = Event()

    def slowly(self, file, job):
        assert gate.wait(LIMIT_S)
        job.check()

    monkeypatch.setattr(MovieListService, "read", slowly)
    page.lists.read_list(file)
    qtbot.waitUntil(page.progress.isVisible)
    page.progress.cancel.click()
    gate.set()
    rest(page, qtbot)
    assert not page.progress.isVisible()
    assert page.findChild(ListDialog) is None, "nothing is asked after that"


def action(page, name: str) -> QAction:
    found = page.pages.lists.menu.findChild(QAction, f"film-lists.menu.{name}")
    assert found is not None
    return found


def test_the_menu_of_selected_movies_and_of_a_page_ticks_their_lists(page, keys, qtbot, real):
    sea, winter = real.lists.all()
    page.filter._pick("confirmed")
    page.view.selectAll()
    QApplication.sendEvent(
        page.view, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    )
    rest(page, qtbot)
    assert action(page, str(sea.id)).isChecked()
    assert not action(page, str(winter.id)).isChecked()
    action(page, str(winter.id)).trigger()
    rest(page, qtbot)
    assert sorted(stored(page, "Winter")) == ["Heat", "Jaws"]
    page.entry_actions.undo()
    rest(page, qtbot)
    assert stored(page, "Winter") == []

    page.search.setText("metropolis")  # not in the library
    qtbot.waitUntil(lambda: page.results.model.rowCount() > 0)
    page.finding.open(page.results.model.items[0])
    card = page.finding.opened.movie_page
    card.lists_button.click()
    rest(page, qtbot)
    action(page, str(winter.id)).trigger()
    rest(page, qtbot)
    assert stored(page, "Winter") == ["Metropolis"]
    assert real.library.entry(real.lists.all()[1].movies[0]) is None, "a list adds nothing else"
    card.lists_button.click()
    rest(page, qtbot)
    action(page, "new").trigger()
    dialog(page).name.setText("Silent")
    dialog(page).yes.click()
    rest(page, qtbot)
    assert stored(page, "Silent") == ["Metropolis"]


def test_a_forgotten_movie_is_not_put_back_by_undo(page, keys, qtbot, real):
    view = page.lists.view
    view.setCurrentIndex(view.model().index(3))
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    rest(page, qtbot)
    page.changes.forget([keys[0]])
    rest(page, qtbot)
    assert stored(page) == ["Heat", "Alien"]
    page.entry_actions.undo()
    rest(page, qtbot)
    assert stored(page) == ["Heat", "Alien", "Casablanca"]


def test_it_is_written_for_letterboxd(page, qtbot, tmp_path):
    file = tmp_path / "sea.csv"
    page.lists.write(file)
    qtbot.waitUntil(page.lists.said.isVisible)
    with file.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.reader(opened))
    assert [row[0] for row in rows] == ["Title", "Jaws", "Heat", "Alien", "Casablanca"]
    page.lists.write(tmp_path / "missing" / "sea.csv")
    qtbot.waitUntil(lambda: "could not be written" in page.lists.said.text())
