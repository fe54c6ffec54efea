"""People on this computer, in Settings: added, renamed, removed after a question, changed to."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.local_users import FIRST, LocalUsers
from epicrec_desktop.ui.settings.local_users import LocalUsersSection
from ui.fakes.pages import open_section


@pytest.fixture(autouse=True)
def own_autostart(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def local_users(services) -> LocalUsers:
    return LocalUsers(services.paths)


@pytest.fixture
def section(services, in_context, qtbot) -> LocalUsersSection:
    made = open_section(LocalUsersSection, in_context(services), qtbot)
    rest(made, qtbot)
    return made


def rest(section: LocalUsersSection, qtbot) -> None:
    """Until its rows are there, and shown: a layout shows what it is given a moment later."""
    section.load()
    qtbot.waitUntil(lambda: not section.context.tasks.busy)
    qtbot.waitUntil(lambda: all(row.isVisible() for row in section.rows))


def press(section: LocalUsersSection, qtbot, name: str) -> None:
    qtbot.mouseClick(section.findChild(QWidget, name), Qt.MouseButton.LeftButton)


def answer(section: LocalUsersSection, qtbot, name: str, own: str = "") -> QWidget:
    dialog = section.findChildren(QWidget, "person")[-1]
    dialog.name.setText(name)
    if own:
        dialog.own.setText(own)
    qtbot.mouseClick(dialog.yes, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not section.context.tasks.busy)
    return dialog


def shown(section: LocalUsersSection) -> list[str]:
    return [row.name.text() for row in section.rows]


def test_single_user_sees_only_an_add_button(section):
    assert section.status.isVisible()
    assert section.rows == []
    assert section.add.isVisible()
    assert not section.change.isVisible()
    assert "not protected from each other" in section.honest.text()
    assert "Settings → Safety" in section.honest.text()


def test_who_is_added_is_shown_also_where_the_dialog_was_closed_meanwhile(section, qtbot):
    press(section, qtbot, "settings.people.add")
    dialog = section.findChild(QWidget, "person")
    dialog.name.setText("Ben")
    dialog.own.setText("Anna")
    dialog.yes.click()
    dialog.reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.waitUntil(lambda: not section.context.tasks.busy)
    assert section.news.label.text().startswith("Ben was added")


def test_adding_the_first_user_asks_for_both_names(section, local_users, services, qtbot):
    reports = []
    section.context.users_changed.connect(lambda: reports.append(True))
    press(section, qtbot, "settings.people.add")
    dialog = section.findChild(QWidget, "person")
    dialog.name.setText("Ben")
    assert not dialog.yes.isEnabled()
    answer(section, qtbot, "Ben", "Anna")
    rest(section, qtbot)
    assert shown(section) == ["Anna", "Ben"]
    assert reports == [True]
    assert "Ben was added" in section.news.label.text()
    assert local_users.paths_for(local_users.find("Anna")) == services.paths
    assert section.change.isVisible()
    assert not section.status.isVisible()
    press(section, qtbot, "settings.people.add")
    assert not section.findChildren(QWidget, "person")[-1].own.isVisible()
    section.findChildren(QWidget, "person")[-1].reject()


def test_current_user_is_renamed_here_and_removed_elsewhere(section, local_users, qtbot, flashed):
    local_users.add("Ben", "Anna")
    flashed.clear()  # the section, which has no window here
    rest(section, qtbot)
    assert flashed == []
    anna, ben = section.rows
    assert anna.note.isVisible()
    assert "Erase everything" in anna.note.text()
    assert not anna.remove.isVisible()
    assert ben.remove.accessibleName() == "Remove Ben"
    press(section, qtbot, "settings.people.0.rename")
    dialog = answer(section, qtbot, "ben")
    assert "already" in dialog.error.label.text()
    assert dialog.isVisible()
    answer(section, qtbot, "Anne")
    rest(section, qtbot)
    assert shown(section) == ["Anne", "Ben"]
    with qtbot.waitSignal(section.context.change_user) as asked:
        press(section, qtbot, "settings.people.change")
    assert asked.args == [""]


def test_removing_a_user_asks_and_lists_what_is_deleted(section, local_users, qtbot):
    ben = local_users.paths_for(local_users.add("Ben", "Anna"))
    ben.data.mkdir(parents=True)
    ben.database.write_bytes(b"a library")
    rest(section, qtbot)
    press(section, qtbot, "settings.people.1.remove")
    question = section.findChild(QWidget, "settings.people.question")
    said = question.findChild(QLabel, "settings.people.question.text").text()
    for word in ("Ben", "movies", "levels", "settings", "what was sent", "withdrawn"):
        assert word in said
    assert not question.yes.isEnabled()
    assert ben.database.exists()
    question.word.setText("erase")
    qtbot.mouseClick(question.yes, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not section.context.tasks.busy)
    assert not ben.data.exists()
    proof = section.findChild(QWidget, "settings.people.proof")
    lines = [label.text() for label in proof.findChildren(QLabel)]
    assert any(str(ben.data) in line for line in lines)
    proof.accept()
    rest(section, qtbot)
    assert section.rows == []
    assert section.isEnabled()


def test_user_with_an_open_window_is_not_removed(section, local_users, qtbot):
    ben = local_users.paths_for(local_users.add("Ben", "Anna"))
    (ben.data / "window").mkdir(parents=True)
    lock = FileLock(ben.data / "window" / "lock")
    assert lock.acquire(exclusive=True)
    rest(section, qtbot)
    press(section, qtbot, "settings.people.1.remove")
    question = section.findChild(QWidget, "settings.people.question")
    question.word.setText("erase")
    qtbot.mouseClick(question.yes, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not section.context.tasks.busy)
    lock.release()
    assert "Another EpicRec window" in section.error.label.text()
    assert shown(section) == ["Anna", "Ben"]


def test_another_window_shows_its_own_person(services, local_users, in_context, qtbot):
    ben = local_users.add("Ben", "Anna")
    services.paths = local_users.paths_for(ben)
    made = open_section(LocalUsersSection, in_context(services), qtbot)
    rest(made, qtbot)
    here = [row.user.id for row in made.rows if not row.remove.isVisible()]
    assert here == [ben.id]
    assert [row.user.id for row in made.rows] == [FIRST, ben.id]


def test_a_long_name_leaves_room_for_the_buttons(section, local_users, qtbot):
    local_users.add("W" * 40, "Anna")
    rest(section, qtbot)
    section.resize(section.minimumSizeHint())
    section.grab()
    for row in section.rows:
        assert row.rename.geometry().right() <= row.rect().right()
        assert section.rect().contains(row.mapTo(section, row.rect().bottomRight()))


def test_window_and_tray_are_named_after_the_user(window, settle):
    assert window.windowTitle() == "EpicRec"
    LocalUsers(window.services.paths).add("Ben", "Anna")
    window.context.users_changed.emit()
    settle(window)
    assert window.windowTitle() == "EpicRec – Anna"
    assert window.tray.title == "EpicRec – Anna"
    LocalUsers(window.services.paths).rename(FIRST, "<b>Anne</b>")
    window.context.users_changed.emit()
    settle(window)
    assert window.windowTitle() == "EpicRec – <b>Anne</b>"
    assert isinstance(window.services.paths, Paths)
