"""A movie for two, in the window: with a person of this computer, and with a friend's list."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from epicrec_desktop import wiring
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import tonight
from epicrec_desktop.services.local_users import LocalUsers
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from epicrec_desktop.ui.recommendations.page import RecommendationsPage
from epicrec_desktop.ui.recommendations.tonight import TonightDialog, why
from keyrings import CHEAP
from moments import NOW
from ui.fakes.pages import open_page, rest

MINE = ("Alien 1979", "Arrival 2016", "The Matrix 1999")
PASSPHRASE = "several words of mine"


def _add(services: wiring.Services, *titles: str) -> None:
    for title in titles:
        services.library.add(services.library.search_catalog(title)[0][0])


@pytest.fixture(scope="module")
def two_people(tmp_path_factory) -> Path:
    """A base folder to be copied: somebody beside whom Anna has a library that is locked."""
    base = tmp_path_factory.mktemp("two-people")
    with closing(wiring.build(Paths.under(base), now=lambda: NOW)) as services:
        _add(services, *MINE)
        services.month_news.take_news()  # is written down a second after the start, else
        users = LocalUsers(services.paths)
        anna = users.paths_for(users.add("Anna", "Ben"))
    with closing(wiring.build(anna)) as services:
        _add(services, "Arrival 2016", "Notting Hill 1999")
    LibraryEncryption(anna, cost=CHEAP).enable_encryption(PASSPHRASE)
    return base


@pytest.fixture
def real(two_people, tmp_path) -> Iterator[wiring.Services]:
    shutil.copytree(two_people, tmp_path / "data")
    with closing(wiring.build(Paths.under(tmp_path / "data"), now=lambda: NOW)) as services:
        yield services


@pytest.fixture
def dialog(qtbot, real, monkeypatch, offline) -> TonightDialog:
    monkeypatch.setattr(tonight, "LibraryEncryption", lambda p: LibraryEncryption(p, cost=CHEAP))
    page = open_page(RecommendationsPage, real, qtbot)
    page.tonight_button.click()
    rest(page, qtbot)
    return page.findChild(TonightDialog)


def test_a_locked_library_is_opened_by_its_person(dialog, qtbot):
    page = dialog.parent()
    assert [dialog.who.itemText(n) for n in range(dialog.who.count())] == ["Anna"]
    assert dialog.layers.currentWidget() is dialog.friend
    assert not dialog.minutes.isVisible(), "there is no list that a length could limit"
    dialog.who.setCurrentIndex(0)
    dialog.who.activated.emit(0)
    rest(page, qtbot)
    assert dialog.locked.isVisible()
    assert not dialog.minutes.isVisible()
    assert dialog.layers.currentWidget() is dialog.friend
    dialog.passphrase.setText("a word of somebody else")
    dialog.open_button.click()
    rest(page, qtbot)
    assert "not the passphrase" in dialog.error.label.text()
    assert dialog.locked.isVisible(), "it can be tried again"
    dialog.passphrase.setText(PASSPHRASE)
    dialog.open_button.click()
    rest(page, qtbot)
    assert not dialog.locked.isVisible()
    assert dialog.minutes.isVisible()
    assert not dialog.passphrase.text()
    assert dialog.layers.currentWidget() is dialog.found
    first = dialog.model.items[0]
    assert dialog.reason.text().startswith(first.movie.label)
    seen = {"Alien (1979)", "Arrival (2016)", "The Matrix (1999)", "Notting Hill (1999)"}
    assert not seen & {pick.movie.label for pick in dialog.model.items}
    assert "Notting Hill" not in " ".join(
        str(dialog.model.value(pick, 0)) for pick in dialog.model.items
    )
    interface = QAccessible.queryAccessibleInterface(dialog.wall)
    assert interface.child(0).text(QAccessible.Text.Name).startswith(first.movie.label)


def test_nothing_of_the_evening_is_on_the_disk(dialog, qtbot, real, tmp_path):
    """Two lists and a locked library, byte for byte; only what both watched is named."""
    page = dialog.parent()

    def files():
        base = real.paths.data.parent
        return {file: file.read_bytes() for file in base.rglob("*") if file.is_file()}

    table = tmp_path / "friend.csv"
    table.write_text("Title,Year\nThe Piano,1993\nArrival,2016\n", encoding="utf-8")
    real.tonight.choose(*real.tonight.file(table))  # the model is made
    before = files()
    qtbot.keyClick(dialog.who, Qt.Key.Key_Down)
    dialog.who.activated.emit(dialog.who.currentIndex())
    rest(page, qtbot)
    dialog.passphrase.setText(PASSPHRASE)
    qtbot.keyClick(dialog.passphrase, Qt.Key.Key_Return)
    rest(page, qtbot)
    said = [why(pick, dialog.model.name) for pick in dialog.model.items]
    dialog.read_file(table)
    rest(page, qtbot)
    said += [why(pick, dialog.model.name) for pick in dialog.model.items]
    qtbot.mouseClick(dialog.pick_button, Qt.MouseButton.LeftButton)
    for place in range(3):
        dialog.picker.model.toggle(place)
    qtbot.mouseClick(dialog.find_button, Qt.MouseButton.LeftButton)
    rest(page, qtbot)
    qtbot.mouseClick(dialog.seen_button, Qt.MouseButton.LeftButton)
    rest(page, qtbot)
    assert len(list(filter(None, said))) > 8
    assert not any(title in " ".join(said) for title in ("Alien", "Matrix", "Piano", "Notting"))
    qtbot.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    rest(page, qtbot)
    after = files()
    assert {*after} == {*before}
    assert [file.name for file in after if after[file] != before[file]] == []


def test_a_friends_list_and_a_short_evening(dialog, qtbot, tmp_path):
    page = dialog.parent()
    table = tmp_path / "friend.csv"
    table.write_text("Title,Year\nArrival,2016\n", encoding="utf-8")
    dialog.read_file(table)
    rest(page, qtbot)
    assert dialog.who.currentText() == "friend"
    assert "Because you both watched Arrival (2016)." in dialog.reason.text() or dialog.model.items
    dialog.minutes.setCurrentIndex(1)
    dialog.minutes.activated.emit(1)
    rest(page, qtbot)
    assert dialog.model.items
    assert all(pick.minutes <= 90 for pick in dialog.model.items)
    dialog.read_file(tmp_path / "nowhere.csv")
    rest(page, qtbot)
    assert dialog.error.isVisible()


def test_a_friend_picks_movies_by_keys_and_one_that_was_seen_goes(dialog, qtbot):
    page, picker = dialog.parent(), dialog.picker

    def press(*keys):
        for key in keys:
            qtbot.keyClick(dialog.focusWidget(), key)

    assert dialog.focusWidget() is picker.wall
    assert not dialog.pick_button.isVisible(), "it is what is shown"
    first = picker.model.items[0][0]
    press(Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Space)
    assert picker.model.ticked >= {first}
    assert picker.picked.text() == "2 of 3 picked"
    assert not dialog.find_button.isEnabled()
    spoken = QAccessible.queryAccessibleInterface(picker.wall).child(0)
    assert "liked" in spoken.text(QAccessible.Text.Name)
    picker.search.setFocus()
    qtbot.keyClicks(picker.search, "arrival")
    press(Qt.Key.Key_Return)  # before the wall is that of the word
    qtbot.waitUntil(lambda: picker.picked.text() == "3 picked")
    assert picker.model.items[0][1].title == "Arrival"
    assert dialog.isVisible(), "Return picks and answers no button"
    dialog.find_button.setFocus()
    press(Qt.Key.Key_Space)
    rest(page, qtbot)
    assert dialog.layers.currentWidget() is dialog.found
    assert dialog.focusWidget() is dialog.wall
    keys = {*picker.model.ticked}
    library = page.context.services.library
    assert {entry.movie.label.rpartition(" (")[0] for entry in library.entries()} == {
        "Alien", "Arrival", "The Matrix"
    }  # fmt: skip
    shown = [pick.movie.label for pick in dialog.model.items]
    assert not keys & {library.search_catalog(label)[0][0] for label in shown}
    assert any("Arrival (2016)" in why(pick, "") for pick in dialog.model.items)
    assert not any("often watches" in why(pick, "") for pick in dialog.model.items)
    press(Qt.Key.Key_Right)
    at = dialog.wall.currentIndex().row()
    dialog.seen_button.click()
    rest(page, qtbot)
    assert shown[at] not in [pick.movie.label for pick in dialog.model.items]
    assert dialog.wall.currentIndex().row() == at, "the place is kept"
    dialog.pick_button.click()
    assert dialog.layers.currentWidget() is dialog.friend
    assert picker.model.ticked == keys, "what was picked can be changed"
    dialog.find_button.click()
    rest(page, qtbot)
    assert shown == [pick.movie.label for pick in dialog.model.items]
