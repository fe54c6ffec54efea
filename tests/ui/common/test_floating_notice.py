"""Notices over a page: one at a time, gone after a while, and not while somebody is on them."""

import pytest
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common import notices
from epicrec_desktop.ui.common.notices import FloatingNotice
from waiting import LIMIT_MS


@pytest.fixture
def page(qtbot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    return page


def test_it_goes_by_itself_with_its_undo(page, qtbot, monkeypatch):
    monkeypatch.setattr(notices, "NOTICE_MS", 30)
    notice = FloatingNotice(page, name="notice", button="Undo")
    notice.show_text("Alien is on your watchlist.")
    assert notice.isVisible()
    assert notice.button.isVisible()
    assert page.rect().contains(notice.geometry())
    qtbot.waitUntil(notice.isHidden)
    assert not notice.button.isVisible()


def test_it_stays_while_the_focus_is_on_it(page, qtbot, monkeypatch):
    notice = FloatingNotice(page, name="notice", button="Undo")
    page.activateWindow()
    notice.show_text("Alien is on your watchlist.")
    notice.button.setFocus()
    monkeypatch.setattr(notices, "NOTICE_MS", 30)
    notice._timer.timeout.emit()
    assert notice.isVisible()
    assert not notice.graphicsEffect().isEnabled()
    notice.button.clearFocus()
    qtbot.waitUntil(notice.isHidden)


def test_it_fades_and_is_whole_again_for_the_next_sentence(page, qtbot, monkeypatch):
    monkeypatch.setattr(notices, "FADE_MS", LIMIT_MS)
    monkeypatch.setattr(notices, "is_motion_reduced", lambda: False)
    notice = FloatingNotice(page, name="notice")
    notice.show_text("One")
    notice._timer.timeout.emit()
    assert notice.graphicsEffect().isEnabled()
    qtbot.waitUntil(lambda: notice.graphicsEffect().opacity() < 1)
    assert notice.isVisible()
    notice.show_text("Two")
    assert notice.isVisible()
    assert not notice.graphicsEffect().isEnabled()


def test_it_does_not_fade_where_motion_is_reduced(page, monkeypatch):
    monkeypatch.setattr(notices, "is_motion_reduced", lambda: True)
    notice = FloatingNotice(page, name="notice")
    notice.show_text("One")
    notice._timer.timeout.emit()
    assert notice.isHidden()


def test_a_newer_one_takes_its_place(page):
    first, second = (FloatingNotice(page, name=name) for name in ("first", "second"))
    first.show_text("One")
    second.show_text("Two")
    assert (first.isVisible(), second.isVisible()) == (False, True)


def test_a_page_that_is_shown_again_gives_it_no_more_time(page):
    notice = FloatingNotice(page, name="notice")
    notice.show_text("One")
    notice._timer.start(50)  # most of its time has passed
    page.hide()
    page.show()
    assert notice._timer.interval() < notices.NOTICE_MS // 2
    notice.show_text("Two")
    assert notice._timer.interval() == notices.NOTICE_MS, "a new one has all of it"


def test_it_follows_the_size_of_the_page(page, qtbot):
    notice = FloatingNotice(page, name="notice")
    notice.show_text("A long sentence that says what was done, and where to look at it. " * 3)
    page.resize(420, 400)
    qtbot.waitUntil(lambda: page.rect().contains(notice.geometry()))
    assert notice.height() >= notice.label.heightForWidth(notice.label.width())


def test_on_a_page_that_is_not_shown_it_waits_for_its_reader(page, qtbot, monkeypatch):
    monkeypatch.setattr(notices, "NOTICE_MS", 30)
    monkeypatch.setattr(notices, "FADE_MS", 10)
    notice = FloatingNotice(page, name="notice")
    page.hide()
    notice.show_text("3 movies were found.")
    assert not notice._timer.isActive(), "its time has not begun"
    assert not notice.isHidden()
    page.show()
    assert notice.isVisible()
    qtbot.waitUntil(notice.isHidden)
