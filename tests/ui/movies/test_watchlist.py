"""The watchlist in My movies: shown, counted, answered, and nothing moves under the pointer."""

from datetime import timedelta
from itertools import count

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui.movies.page import MoviesPage
from ui.fakes import NOW
from ui.fakes.pages import open_page, rest
from ui.pointing import action_point


@pytest.fixture
def page(real, qtbot) -> MoviesPage:
    found = [key for key, _ in real.library.search_catalog("the", limit=4)]
    real.library.add(found[0])
    for key in found[1:]:
        real.library.watch_later(key, wanted=True)
    page = open_page(MoviesPage, real, qtbot)
    qtbot.waitUntil(lambda: page.watchlist.length == 3)
    return page


def titles(page: MoviesPage) -> list[str]:
    return [one.movie.title for one in page.watchlist.wall.model().items]


def show(page: MoviesPage, qtbot) -> None:
    qtbot.mouseClick(page.filter._segments["watchlist"], Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def press(page: MoviesPage, qtbot, row: int, answer: str) -> None:
    wall = page.watchlist.wall
    point = action_point(wall, row, answer)
    qtbot.mouseClick(wall.viewport(), Qt.MouseButton.LeftButton, pos=point)
    rest(page, qtbot)


def leave(page: MoviesPage) -> None:
    wall = page.watchlist.wall
    wall.clearFocus()
    QApplication.sendEvent(wall, QEvent(QEvent.Type.Leave))


def test_it_is_a_part_of_the_library_with_its_number(page, real, qtbot):
    assert page.filter._segments["watchlist"].text() == "Watchlist 3"
    show(page, qtbot)
    assert page.watchlist.wall.isVisible()
    assert len(titles(page)) == 3
    assert page.first_focus() is page.watchlist.wall
    wall = page.watchlist.wall
    wall.setFocus()
    wall.setCurrentIndex(wall.model().index(1, 0))
    qtbot.keyClick(wall, Qt.Key.Key_Return)
    qtbot.waitUntil(page.finding.opened.movie_page.isVisible)
    assert page.finding.opened.movie_page.later_button.isChecked()
    qtbot.keyClick(page.finding.opened.movie_page, Qt.Key.Key_Escape)
    assert page.watchlist.wall.hasFocus(), "back is where the user was"
    qtbot.mouseClick(page.filter._segments["confirmed"], Qt.MouseButton.LeftButton)
    assert not page.watchlist.isVisible()
    for key, _ in real.library.watchlist():
        real.library.watch_later(key, wanted=False)
    page.context.library_changed.emit(None)
    show(page, qtbot)
    qtbot.waitUntil(page.watchlist.empty.isVisible)
    assert page.filter._segments["watchlist"].text() == "Watchlist"


def test_a_movie_that_is_taken_off_stays_until_the_pointer_leaves(page, real, qtbot):
    show(page, qtbot)
    before = titles(page)
    wall = page.watchlist.wall
    point = QPointF(20, 20)
    QApplication.sendEvent(wall, QEnterEvent(point, point, point))
    press(page, qtbot, 0, "later")
    assert titles(page) == before, "nothing moved"
    assert page.filter._segments["watchlist"].text() == "Watchlist 2"
    assert len(real.library.watchlist()) == 2
    leave(page)
    qtbot.waitUntil(lambda: titles(page) == before[1:])
    page.entry_actions.undo()
    qtbot.waitUntil(lambda: sorted(titles(page)) == sorted(before))


def test_a_watched_movie_is_off_it_at_once_and_can_be_put_back(page, real, qtbot, monkeypatch):
    moments = (NOW + timedelta(seconds=n) for n in count(1))
    monkeypatch.setattr(real.context, "now", lambda: next(moments))
    show(page, qtbot)
    wall = page.watchlist.wall
    one = wall.model().items[0]
    QApplication.sendEvent(wall, QEnterEvent(*[QPointF(20, 20)] * 3))
    press(page, qtbot, 0, "seen")
    assert wall.is_leaving(one)
    assert page.watchlist.length == 2
    press(page, qtbot, 0, "later")
    assert not wall.is_leaving(one)
    assert one.key in [key for key, _ in real.library.watchlist()]
    press(page, qtbot, 0, "seen")
    leave(page)
    qtbot.waitUntil(lambda: page.watchlist.length == 2)
    assert one.key in {entry.id for entry in real.library.entries(LibraryStatus.CONFIRMED)}


def test_the_cross_takes_a_movie_off_and_says_nothing_else_of_it(page, real, qtbot):
    show(page, qtbot)
    one = page.watchlist.wall.model().items[0]
    before = real.library.counts()
    assert page.watchlist.wall.tip("refused") == "Take it off the watchlist"
    for _ in range(2):  # the second one does not put it back
        press(page, qtbot, 0, "refused")
    leave(page)
    qtbot.waitUntil(lambda: page.watchlist.length == 2)
    assert one.key not in [key for key, _ in real.library.watchlist()]
    assert real.library.counts() == before
