"""The window is replaced by the lock screen and returns: locked, encrypted, decrypted, lost."""

import gc
import shutil
import weakref
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from sqlalchemy import text

from epicrec_desktop import memory
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.protection.key_file import UnlockMethod
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from epicrec_desktop.store.database import start_copy
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.ui.shell import app_session, timers
from epicrec_desktop.ui.shell.app_session import AppSession
from epicrec_desktop.ui.shell.window import MainWindow
from keyrings import CHEAP, FakeKeyring
from sql import sql
from ui.fakes import movies, prepared

pytestmark = pytest.mark.usefixtures("unpainted", "small_collections")
collect_once = memory.collect_once

WORDS = "several words of mine"


@dataclass
class Home:
    """An app session over the services of a folder."""

    paths: Paths
    keyring: FakeKeyring
    protection: LibraryEncryption
    app_session: AppSession
    built: list[weakref.ref] = field(default_factory=list)

    def unlocked(self, qtbot) -> None:
        qtbot.waitUntil(lambda: self.app_session.window is not None)
        window = self.app_session.window
        qtbot.waitUntil(lambda: window.service_loader.services is not None)
        self.rest(qtbot)

    def rest(self, qtbot) -> None:
        qtbot.waitUntil(lambda: not self.app_session.window.tasks.busy)

    def at_door(self, qtbot, name: str) -> QWidget:
        qtbot.waitUntil(
            lambda: (
                self.app_session.lock_screen is not None
                and self.app_session.lock_screen.findChild(QWidget, name) is not None
            )
        )
        return self.app_session.lock_screen.findChild(QWidget, name)


@pytest.fixture
def home(tmp_path, qtbot):
    shutil.copytree(prepared.lived_in(), tmp_path, dirs_exist_ok=True)
    paths = Paths.under(tmp_path)
    keyring = FakeKeyring()
    protection = LibraryEncryption(paths, keyring, CHEAP)

    def build(driver):
        made = prepared.build(tmp_path, opened=driver or protection.unlock())
        made.protection = protection
        lives.built.append(weakref.ref(made))
        return made

    living = AppSession(paths, build, lambda: protection)
    lives = Home(paths, keyring, protection, living)
    yield lives
    for shown in (living.window, living.lock_screen):
        if shown is not None:
            shown.close()
    living.delete_windows()  # else the next test finds them among the program's
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    living.idle.watch(0)
    QApplication.setQuitOnLastWindowClosed(True)


def start(home: Home) -> None:
    home.app_session.begin()
    home.app_session.show()


def start_unlocked(home: Home, qtbot) -> None:
    """Begin past the lock screen of a library with a passphrase."""
    home.protection.enable_encryption(WORDS)
    home.app_session._open_window(home.protection.unlock(WORDS))
    home.app_session.show()
    home.unlocked(qtbot)


def encryption(window: MainWindow) -> QWidget:
    """The section about encryption, opened."""
    window.show_page("settings")
    page = window.page("settings")
    page.show_item("protection")
    return page.protection


def press(qtbot, widget: QWidget) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def said(window: QWidget) -> str:
    """Every word that can be seen or read out."""
    words = [window.windowTitle(), window.accessibleName()]
    for child in window.findChildren(QWidget):
        words += [child.accessibleName(), child.accessibleDescription(), child.toolTip()]
        if isinstance(child, QLabel):
            words.append(child.text())
    return "\n".join(words)


def test_a_library_with_a_passphrase_starts_locked(home, qtbot):
    home.protection.enable_encryption(WORDS)
    start(home)
    assert home.app_session.window is None
    field = home.at_door(qtbot, "door.passphrase")
    assert field.echoMode() is QLineEdit.EchoMode.Password
    field.setText("not these words")
    press(qtbot, home.at_door(qtbot, "door.unlock"))
    error = home.at_door(qtbot, "door.error")
    qtbot.waitUntil(error.isVisible)
    assert "not the passphrase" in error.label.text()
    assert field.text() == ""
    field.setText(WORDS)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    home.unlocked(qtbot)
    assert home.app_session.lock_screen is None
    assert home.app_session.window.isVisible()


def test_locking_lets_go_of_everything_and_shows_no_title(home, qtbot, monkeypatch):
    """It locks itself when nobody touched it for as long as the settings say."""
    start_unlocked(home, qtbot)
    window = home.app_session.window
    window.show_page("movies")
    home.rest(qtbot)
    titles = {movie.title for movie in movies()}
    page = weakref.ref(window.page("movies"))
    gone = weakref.ref(window)
    gc.freeze()  # as a start does
    monkeypatch.setattr(memory, "collect_once", collect_once)
    clock = [1000.0]
    monkeypatch.setattr(timers, "_clocks", lambda: (clock[0], clock[0]))
    home.app_session.idle.watch(15)
    for _ in range(2):
        clock[0] += 14 * 60
        home.app_session.idle.check()
        assert home.app_session.window is not None
        qtbot.mouseClick(window.navigation, Qt.MouseButton.LeftButton)  # there again
    del window
    clock[0] += 15 * 60
    home.app_session.idle.check()
    field = home.at_door(qtbot, "door.passphrase")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert home.app_session.window is None
    assert [ref() for ref in (gone, page, *home.built)] == [None, None, None]
    words = said(home.app_session.lock_screen)
    assert not [title for title in titles if title in words]
    assert home.app_session.lock_screen.windowTitle() == "EpicRec"
    assert not home.paths.database.with_name("epicrec.sqlite3-wal").exists()  # closed
    gc.freeze()  # for the next tests
    field.setText(WORDS)
    press(qtbot, home.at_door(qtbot, "door.unlock"))
    home.unlocked(qtbot)
    window = home.app_session.window
    window.show_page("settings")
    window.page("settings").protection.lock_button.click()
    del window
    home.at_door(qtbot, "door.passphrase")
    assert home.app_session.window is None


def test_it_never_locks_where_nothing_could_unlock_it(home, qtbot):
    home.protection.enable_encryption()
    start(home)
    home.unlocked(qtbot)
    assert not home.app_session.idle._timer.isActive()
    home.app_session.lock()
    assert home.app_session.window is not None


def test_time_asleep_counts_and_never_is_never(qtbot, monkeypatch):
    awake, wall = [0.0], [0.0]
    monkeypatch.setattr(timers, "_clocks", lambda: (awake[0], wall[0]))
    watch = timers.IdleTimer()
    away = []
    watch.timed_out.connect(lambda: away.append(1))
    watch.watch(5)
    wall[0] += 8 * 3600  # the lid was closed
    watch._timer.timeout.emit()
    assert away == [1]
    watch.watch(0)
    wall[0] += 8 * 3600
    watch.check()
    assert away == [1]


def test_encrypting_from_the_settings_shows_the_code_once(home, qtbot):
    start(home)
    home.unlocked(qtbot)
    window = home.app_session.window
    section = encryption(window)
    home.rest(qtbot)
    assert "not encrypted" in section.status.text()
    press(qtbot, section.on_button)
    dialog = section.findChild(QWidget, "protect")
    assert dialog.yes.isEnabled()  # by the keyring
    dialog.choice.written.click()
    assert not dialog.yes.isEnabled()
    dialog.choice.first.setText(WORDS)
    assert not dialog.yes.isEnabled()
    dialog.choice.again.setText(WORDS)
    assert dialog.yes.isEnabled()
    press(qtbot, dialog.yes)
    del window, section, dialog
    code = home.at_door(qtbot, "door.code.first")
    second = home.at_door(qtbot, "door.code.second")
    written = f"{code.text()}-{second.text()}"
    assert home.paths.database.read_bytes()[:6] != b"SQLite"
    press(qtbot, home.at_door(qtbot, "door.continue"))
    home.unlocked(qtbot)  # without being asked for what was just written
    section = encryption(home.app_session.window)
    home.rest(qtbot)
    assert section.lock_button.isVisibleTo(section)
    assert "passphrase" in section.status.text()
    assert home.protection.recover(written, WORDS).key
    # And back.
    press(qtbot, section.off_button)
    press(qtbot, section.findChild(QWidget, "settings.protection.question").yes)
    del section
    qtbot.waitUntil(lambda: home.protection.way() is None)
    home.unlocked(qtbot)
    assert home.paths.database.read_bytes()[:6] == b"SQLite"


def test_what_cannot_be_encrypted_stays_as_it_is(home, qtbot, monkeypatch):
    """Without a keyring, or while work cannot be stopped."""
    home.keyring.fault = "absent"
    start(home)
    home.unlocked(qtbot)
    home.app_session.window.context.change_protection.emit(app_session.ProtectionChange(True))
    go_on = home.at_door(qtbot, "door.continue")
    qtbot.waitUntil(home.app_session.lock_screen.error.isVisible)
    assert "no keyring" in home.app_session.lock_screen.error.label.text()
    press(qtbot, go_on)
    home.unlocked(qtbot)
    assert home.protection.way() is None
    home.keyring.fault = ""
    close_for_replacement = MainWindow.close_for_replacement
    monkeypatch.setattr(
        MainWindow,
        "close_for_replacement",
        lambda self: bool(close_for_replacement(self)) and False,
    )
    home.app_session.window.context.change_protection.emit(app_session.ProtectionChange(True))
    press(qtbot, home.at_door(qtbot, "door.continue"))
    home.unlocked(qtbot)
    assert home.protection.way() is None


def test_lost_key_is_reported_and_recovery_code_unlocks(home, qtbot):
    code = home.protection.enable_encryption().code
    home.keyring.kept.clear()
    start(home)
    error = home.at_door(qtbot, "door.error")
    qtbot.waitUntil(error.isVisible)
    assert "has no key for your library" in error.label.text()
    press(qtbot, home.at_door(qtbot, "door.use-code"))
    home.at_door(qtbot, "door.code").setText(code)
    press(qtbot, home.at_door(qtbot, "door.recover"))
    home.unlocked(qtbot)
    assert home.keyring.kept


def test_starting_over_asks_and_keeps_the_old_library_aside(home, qtbot):
    home.protection.enable_encryption(WORDS)
    start(home)
    press(qtbot, home.at_door(qtbot, "door.anew"))
    question = home.at_door(qtbot, "door.question")
    assert not question.yes.isEnabled()
    question.word.setText("start anew")
    press(qtbot, question.yes)
    home.unlocked(qtbot)
    assert home.protection.way() is None
    (aside,) = home.paths.data.glob("set-aside-*")
    assert {f.name for f in aside.iterdir()} >= {"epicrec.sqlite3", "epicrec.sqlite3.keys"}


def test_the_way_is_changed_in_the_settings(home, qtbot):
    start_unlocked(home, qtbot)
    window = home.app_session.window
    section = encryption(window)
    qtbot.waitUntil(lambda: section.change_button.isVisibleTo(section))
    section.after.control.chosen.emit("5")
    assert window.services.settings.lock_minutes == 5
    assert home.app_session.idle._minutes == 5
    press(qtbot, section.change_button)
    press(qtbot, section.findChild(QWidget, "protect").yes)
    qtbot.waitUntil(lambda: home.protection.way() is UnlockMethod.KEYRING)
    qtbot.waitUntil(lambda: not home.app_session.idle._timer.isActive())
    press(qtbot, section.code_button)
    press(qtbot, section.findChild(QWidget, "settings.protection.question").yes)
    qtbot.waitUntil(lambda: section.findChild(QWidget, "protection.code") is not None)
    dialog = section.findChild(QWidget, "protection.code")
    press(qtbot, dialog.done_button)


def test_a_damaged_library_offers_its_copy_and_comes_back(home, qtbot):
    opened = open_database(home.paths.database)
    opened.store_start_copy()
    opened.close()
    sql(home.paths.database, "INSERT INTO state VALUES ('written', 'by nobody')")
    start(home)
    window = home.app_session.window
    qtbot.waitUntil(lambda: window.findChild(QPushButton, "failed.quit") is not None)
    failed = window.start_failed
    assert "There is a copy of" in failed.sentence.text()
    assert failed.button.text() == "Restore the copy"
    qtbot.mouseClick(failed.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: home.app_session.window is not window)
    home.unlocked(qtbot)
    with home.app_session.window.services.context.database.read() as session:
        found = session.execute(text("SELECT count(*) FROM state WHERE key = 'written'"))
        assert found.scalar() == 0


def test_a_library_that_lacks_commits_offers_its_newer_copy_in_the_open_window(home, qtbot):
    older = home.paths.database.read_bytes()
    opened = open_database(home.paths.database)
    with opened.write() as session:
        session.execute(text("INSERT INTO state VALUES ('written', 'last')"))
    opened.store_start_copy()
    opened.close()
    home.paths.database.write_bytes(older)
    start(home)
    home.unlocked(qtbot)
    window = home.app_session.window
    notice = window.library_damaged
    assert "newer copy" in notice.label.text()
    assert "`" not in notice.label.text()  # no command of a terminal
    qtbot.mouseClick(notice.buttons["act"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: home.app_session.window is not window)
    home.unlocked(qtbot)
    assert home.app_session.window.library_damaged.isHidden()
    with home.app_session.window.services.context.database.read() as session:
        found = session.execute(text("SELECT value FROM state WHERE key = 'written'"))
        assert found.scalar() == "last"


def test_a_damaged_library_without_a_copy_can_only_be_left(home, qtbot):
    home.paths.database.write_bytes(b"SQLite format 3\0" + bytes(5000))
    start_copy(home.paths.database).unlink()
    start(home)
    window = home.app_session.window
    qtbot.waitUntil(lambda: window.start_failed is not None)
    home.rest(qtbot)
    QApplication.processEvents()
    assert window.start_failed.button.text() == "Quit"
    assert window.findChild(QPushButton, "failed.quit") is None
