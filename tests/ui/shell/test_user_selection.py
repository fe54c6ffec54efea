"""Several people at one computer: who is it at the start, and one after the other in a window."""

import logging
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from epicrec_desktop import app, logs
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.autostart import Autostart
from epicrec_desktop.services.erasing import close_log, remove
from epicrec_desktop.services.local_users import FIRST, LIST, LocalUsers
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.ui.common import window_frame
from epicrec_desktop.ui.common.page import StartFailed
from epicrec_desktop.ui.shell.lock_screen import LockScreen
from epicrec_desktop.ui.shell.single_instance import StartResult
from epicrec_desktop.ui.shell.user_selection import UserSelectionWindow
from epicrec_desktop.ui.shell.window import MainWindow
from epicrec_desktop.ui.wizard.welcome import ProfileList
from keyrings import CHEAP
from waiting import LIMIT_S

pytestmark = pytest.mark.usefixtures("unpainted", "small_collections")

Step = tuple[type[QWidget], Callable[[QWidget], object]]


@pytest.fixture(autouse=True)
def as_before(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    close_log()
    yield
    close_log()
    QApplication.setQuitOnLastWindowClosed(True)


@pytest.fixture
def first(tmp_path) -> Paths:
    paths = Paths.under(tmp_path / "base")
    Settings(wizard_step="done", language="en").save(paths.settings)
    return paths


@pytest.fixture
def local_users(first) -> LocalUsers:
    """Anna, whose folders these are, and Ben."""
    local_users = LocalUsers(first)
    ben = local_users.add("Ben", "Anna")
    Settings(wizard_step="done", language="en").save(local_users.paths_for(ben).settings)
    return local_users


@dataclass
class Play:
    """What a person does while the program runs: with each window in turn, once it is there."""

    steps: list[Step]
    seen: list[str] = field(default_factory=list)
    stuck: bool = False

    def run(self, base: Path, **how: object) -> int:
        timer = QTimer()
        timer.setInterval(5)
        end = time.monotonic() + LIMIT_S

        def look() -> None:
            if time.monotonic() > end:
                self.stuck = True
                for top in QApplication.topLevelWidgets():
                    top.close()
                QApplication.quit()
                return
            if not self.steps:
                return
            kind, act = self.steps[0]
            found = [
                top
                for top in QApplication.topLevelWidgets()
                if isinstance(top, kind) and top.isVisible() and ready(top)
            ]
            if found:
                self.steps.pop(0)
                self.seen.append(f"{kind.__name__}: {found[0].windowTitle()}")
                act(found[0])

        timer.timeout.connect(look)
        timer.start()
        try:
            code = app.run(base, **how)
        finally:
            timer.stop()
        assert not self.stuck, self.seen
        assert self.steps == [], self.seen
        return code


def ready(top: QWidget) -> bool:
    if isinstance(top, MainWindow):
        return top.service_loader.services is not None and not top.tasks.busy
    return True


def choose(name: str) -> Callable[[UserSelectionWindow], None]:
    def act(chooser: UserSelectionWindow) -> None:
        next(row for row in chooser.rows if row.accessibleName() == name).click()

    return act


def closed(window: QWidget) -> None:
    window.close()


def movie(window: MainWindow, key: str) -> None:
    found = window.services.library.find(key)
    assert found is not None
    window.services.library.add(found)


# The start


def test_single_user_is_asked_nothing(first, qapp):
    play = Play([(MainWindow, closed)])
    assert play.run(first.data.parent) == 0
    assert play.seen == ["MainWindow: EpicRec"]
    assert not first.users.exists()


def test_one_after_the_other_has_a_window_and_folders_of_their_own(first, local_users, qapp):
    """Chosen, changed, changed back: nothing of the one is left when the other one comes in."""
    gone: list[weakref.ref] = []

    def change(window):
        movie(window, "imdb:tt0113277")
        logging.getLogger(f"{logs.ROOT}.test").warning("of Ben")
        gone.append(weakref.ref(window))
        window.context.change_user.emit("")

    def check(window):
        assert gone[0]() is None
        assert window.services.library.entries() == []
        logging.getLogger(f"{logs.ROOT}.test").warning("of Anna")
        window.context.change_user.emit(local_users.find("Ben").id)

    def end(window):
        assert len(window.services.library.entries()) == 1
        window.close()

    play = Play(
        [
            (UserSelectionWindow, choose("Ben")),
            (MainWindow, change),
            (UserSelectionWindow, choose("Anna")),
            (MainWindow, check),
            (MainWindow, end),
        ]
    )
    play.run(first.data.parent)
    assert play.seen == [
        "UserSelectionWindow: EpicRec",
        "MainWindow: EpicRec – Ben",
        "UserSelectionWindow: EpicRec",
        "MainWindow: EpicRec – Anna",
        "MainWindow: EpicRec – Ben",
    ]
    close_log()
    ben = local_users.paths_for(local_users.find("Ben"))
    for paths, own, other in ((first, "of Anna", "of Ben"), (ben, "of Ben", "of Anna")):
        text = (paths.logs / "epicrec.log").read_text(encoding="utf-8")
        assert own in text
        assert other not in text
        lock = FileLock(paths.data / "window" / "lock")
        assert lock.acquire(exclusive=True)  # nobody's window is open
        lock.release()
    assert local_users.last().name == "Ben"


def test_closing_the_question_opens_nothing(first, local_users, qapp):
    play = Play([(UserSelectionWindow, closed)])
    assert play.run(first.data.parent) == 0
    assert not first.database.exists()


def test_named_user_opens_without_a_question(first, local_users, qapp):
    play = Play([(MainWindow, closed)])
    play.run(first.data.parent, user="ben")
    assert play.seen == ["MainWindow: EpicRec – Ben"]


def test_unknown_user_name_raises(first, local_users, qapp):
    def read(failed):
        assert "Nobody here is called “Cleo”" in failed.findChild(StartFailed).sentence.text()
        failed.close()

    play = Play([(app.StartFailedWindow, read)])
    play.run(first.data.parent, user="Cleo")
    assert not first.database.exists()


def test_login_start_opens_the_first_user_without_a_question(first, local_users, qapp):
    """Without a tray the window is shown, as ever."""
    play = Play([(MainWindow, closed)])
    play.run(first.data.parent, hidden=True)
    assert play.seen == ["MainWindow: EpicRec – Anna"]
    ben = Autostart(local_users.paths_for(local_users.find("Ben")))
    anna = Autostart(first)
    assert ben.command[-3:] == ["--person", local_users.find("Ben").id, "--in-tray"]
    assert str(first.data.parent) in ben.command
    assert ben._suffix != anna._suffix


def test_remaining_single_user_is_asked_nothing(first, local_users, qapp):
    """The first one went; the other one is the only one, in the folders they had."""
    remove(local_users, FIRST)
    play = Play([(MainWindow, closed)])
    play.run(first.data.parent)
    assert play.seen == ["MainWindow: EpicRec"]
    assert not first.data.exists()
    assert local_users.paths_for(local_users.find("Ben")).settings.exists()


def test_a_removal_that_was_ended_is_finished_before_the_question(first, local_users, qapp):
    local_users.add("Cleo")
    ben = local_users.paths_for(local_users.find("Ben"))
    local_users.being_removed(ben)

    def look(chooser):
        assert {row.accessibleName() for row in chooser.rows} == {"Anna", "Cleo"}
        assert not ben.data.exists()
        chooser.close()

    Play([(UserSelectionWindow, look)]).run(first.data.parent)


def test_malformed_user_list_is_reported_and_users_can_still_open(first, local_users, qapp):
    ben = local_users.find("Ben")
    for paths in (first, local_users.paths_for(ben)):
        paths.database.touch()
    (first.users / LIST).write_bytes(b"\x00nonsense")
    (first.users / f"{LIST}.copy").unlink()

    def look(chooser):
        assert "damaged" in chooser.error.label.text()
        assert chooser.error.isVisible()
        row = next(row for row in chooser.rows if row.user.id == ben.id)
        assert row.accessibleName() == "Person 2"
        row.click()

    play = Play([(UserSelectionWindow, look), (MainWindow, closed)])
    play.run(first.data.parent)
    assert play.seen[-1] == "MainWindow: EpicRec – Person 2"


def test_choosing_comes_before_the_door_and_the_door_has_a_way_back(first, local_users, qapp):
    """Ben's library has a passphrase; Anna's has none, and is reached from his lock screen."""
    ben = local_users.paths_for(local_users.find("Ben"))
    open_database(ben.database).close()
    LibraryEncryption(ben, cost=CHEAP).enable_encryption("several words of mine")

    def at_door(lock_screen):
        assert lock_screen.windowTitle() == "EpicRec – Ben"
        lock_screen.findChild(QWidget, "door.change-person").click()

    play = Play(
        [
            (UserSelectionWindow, choose("Ben")),
            (LockScreen, at_door),
            (UserSelectionWindow, choose("Anna")),
            (MainWindow, closed),
        ]
    )
    play.run(first.data.parent)
    assert play.seen[-1] == "MainWindow: EpicRec – Anna"


# Two at once


HOLD = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from epicrec_desktop.ui.shell.single_instance import SingleInstance
core = QCoreApplication([])
instance = SingleInstance(Path(sys.argv[1]), core)
instance.raise_requested.connect(lambda: (print("raised", flush=True), core.quit()))
print(str(instance.acquire_or_raise()), flush=True)
core.exec()
"""
"""Another process: a window of somebody, as far as the lock of their folder goes."""


def test_two_people_can_be_in_at_the_same_time_and_one_only_once(first, local_users, qapp):
    """Who is in already comes to the front, whoever else is in."""
    folder = local_users.paths_for(local_users.find("Ben")).data / "window"
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline().strip() == StartResult.FIRST
        play = Play([(UserSelectionWindow, choose("Anna")), (MainWindow, closed)])
        play.run(first.data.parent)
        assert play.seen[-1] == "MainWindow: EpicRec – Anna"
        assert process.poll() is None
        Play([(UserSelectionWindow, choose("Ben"))]).run(first.data.parent)
        assert process.stdout.readline().strip() == "raised"
    finally:
        process.kill()
        process.communicate()


# The question itself


@pytest.fixture
def chooser(local_users, qtbot) -> UserSelectionWindow:
    made = UserSelectionWindow(local_users, Settings(language="en"))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_most_recent_user_is_first_and_focused(local_users, qtbot):
    local_users.record_last_user(local_users.find("Ben"))
    made = UserSelectionWindow(local_users, Settings())
    qtbot.addWidget(made)
    made.show()
    assert [row.accessibleName() for row in made.rows] == ["Ben", "Anna"]
    assert made.focusWidget() is made.rows[0]


def test_it_can_be_answered_without_a_mouse(chooser, qtbot):
    chosen = []
    chooser.chosen.connect(chosen.append)
    qtbot.keyClick(chooser.focusWidget(), Qt.Key.Key_Down)
    qtbot.keyClick(chooser.focusWidget(), Qt.Key.Key_Down)
    assert chooser.focusWidget() is chooser.add
    qtbot.keyClick(chooser.focusWidget(), Qt.Key.Key_Down)
    assert chooser.focusWidget() is chooser.add
    qtbot.keyClick(chooser.focusWidget(), Qt.Key.Key_Up)
    qtbot.keyClick(chooser.focusWidget(), Qt.Key.Key_Return)
    assert [user.name for user in chosen] == ["Ben"]
    assert not chooser.isVisible()


def test_escape_answers_nothing(chooser, qtbot):
    chosen = []
    chooser.chosen.connect(chosen.append)
    qtbot.keyClick(chooser.focusWidget(), Qt.Key.Key_Escape)
    assert chosen == []
    assert not chooser.isVisible()


def test_screen_reader_gets_the_user_names(chooser):
    for row in chooser.rows:
        spoken = QAccessible.queryAccessibleInterface(row)
        assert spoken.text(QAccessible.Text.Name) == row.user.name
        assert spoken.role() is QAccessible.Role.Button
    assert "not protected from each other" in chooser.findChild(QLabel, "chooser.note").text()


def test_new_user_is_added_and_opened(chooser, local_users, qtbot):
    chosen = []
    chooser.chosen.connect(chosen.append)
    qtbot.mouseClick(chooser.add, Qt.MouseButton.LeftButton)
    dialog = chooser.findChild(QWidget, "person")
    assert not dialog.yes.isEnabled()
    dialog.name.setText("anna")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert "already" in dialog.error.label.text()
    assert dialog.isVisible()
    assert chosen == []
    dialog.name.setText("Cleo & <b>Co</b>")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert [user.name for user in chosen] == ["Cleo & <b>Co</b>"]
    assert local_users.find("Cleo & <b>Co</b>").id == chosen[0].id


@pytest.mark.parametrize(
    "name", ["W" * 40, "<img src=x>", "&&", "e\u0301\u0301", "👩‍👩‍👧 us", "ليلى"]
)
def test_a_name_is_shown_as_it_is_in_little_room(local_users, qtbot, name):
    local_users.add(name)
    made = UserSelectionWindow(local_users, Settings())
    qtbot.addWidget(made)
    made.resize(made.minimumSize())
    made.show()
    made.grab()
    row = next(row for row in made.rows if row.user.name not in ("Anna", "Ben"))
    assert row.accessibleName() == row.user.name
    room = made.centralWidget()
    assert row.width() <= room.viewport().width()
    assert not room.horizontalScrollBar().isVisible()


def test_nothing_is_ticked_and_not_all_at_once_where_several_people_are(qtbot):
    """The browsers of this account may be somebody else's."""
    for shared in (False, True):
        profiles = ProfileList(shared=shared)
        qtbot.addWidget(profiles)
        assert ("Several people" in profiles.note.text()) is shared
        assert profiles._shared is shared


def test_title_names_the_user_only_where_there_are_several(first, local_users):
    assert window_frame.title(first) == "EpicRec – Anna"
    assert window_frame.title(Paths.under(first.data.parent / "elsewhere")) == "EpicRec"
    remove(local_users, local_users.find("Ben").id)
    assert window_frame.title(first) == "EpicRec"
