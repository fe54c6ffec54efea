"""What the desktop keeps of the window: titles, clipboard, tray, lists of recent files."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6", reason="the screens need PySide6")
pytest.importorskip("pytestqt", reason="the tests of the screens need pytest-qt")

from PySide6.QtCore import QEvent, QObject, QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QSystemTrayIcon, QWidget

from epicrec_desktop import app
from epicrec_desktop.paths import Paths
from epicrec_desktop.ui.common import dialogs
from network_capture.traffic_diff import traces
from network_capture.user_sessions import BOB, CANARY
from waiting import LIMIT_MS

pytestmark = [
    pytest.mark.qt,
    pytest.mark.qt_log_ignore(
        r"This plugin does not support (propagateSizeHints|raise)\(\)", extend=True
    ),
]
MOVIES = [title.rpartition(" (")[0] for title in BOB.watched]


class DesktopObserver(QObject):
    """Sees what the desktop is told of any window, and of the icon in the tray."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.seen: list[str] = []
        for name in ("showMessage", "setToolTip"):
            genuine = getattr(QSystemTrayIcon, name)

            def shown(icon: QSystemTrayIcon, *said: object, _genuine: object = genuine) -> None:
                self.seen += [text for text in said if isinstance(text, str)]

            patch.setattr(QSystemTrayIcon, name, shown)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Every title a window gets."""
        if event.type() == QEvent.Type.WindowTitleChange and isinstance(watched, QWidget):
            self.seen.append(watched.windowTitle())
        return False

    def look(self) -> list[str]:
        """Everything told so far that names a movie or an address."""
        clipboard = QGuiApplication.clipboard()
        windows = [w for w in QApplication.topLevelWidgets() if not w.isHidden()]
        shown = [
            *self.seen,
            *(w.windowTitle() for w in windows),
            *(w.windowFilePath() for w in windows),
            *(w.windowRole() for w in windows),
            clipboard.text(),
            clipboard.text(clipboard.Mode.Selection),
        ]
        words = [*MOVIES, *BOB.watched.values(), CANARY, "://"]
        return [text for text in shown if any(word in text for word in words)]


@pytest.fixture
def desktop_observer(qapp, monkeypatch) -> Iterator[DesktopObserver]:
    clipboard = qapp.clipboard()
    for mode in (clipboard.Mode.Clipboard, clipboard.Mode.Selection):
        clipboard.clear(mode)  # of what an earlier test copied
    made = DesktopObserver(monkeypatch)
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


def test_no_page_names_a_movie_to_the_desktop(qtbot, desktop_observer, tmp_path):
    from epicrec_desktop.settings import Settings

    paths = Paths.under(tmp_path / "app")
    Settings(wizard_step="done").save(paths.settings)
    window = app.build_window(paths)
    qtbot.addWidget(window)
    try:
        library = window.services.library
        for number in BOB.watched.values():
            key = library.find(f"imdb:{number}")
            assert key is not None
            library.add(key)
        window.show()
        for name in window.stack.titles:
            window.show_page(name)
            qtbot.waitUntil(lambda: not window.tasks.busy, timeout=LIMIT_MS)
            assert desktop_observer.look() == [], name
        assert window.windowTitle() in desktop_observer.seen or window.windowTitle() == "EpicRec"
    finally:
        window.close()


@pytest.mark.parametrize("kind", ["question", "proof"])
def test_no_dialog_tells_the_desktop_what_it_asks(qtbot, desktop_observer, kind):
    """Its frame says whose it is; a screen reader reads what it asks."""
    from epicrec_desktop.ui.common.dialogs import ConfirmDialog, ResultDialog

    asked = "Forget Heat, and 6 others?"
    dialog = {
        "question": lambda: ConfirmDialog(asked, "It is gone then.", "Forget", name="x"),
        "proof": lambda: ResultDialog(asked, ["Heat was forgotten."], name="x"),
    }[kind]()
    qtbot.addWidget(dialog)
    dialog.show()
    assert desktop_observer.look() == []
    assert dialog.windowTitle() == "EpicRec"
    assert "Heat" in dialog.accessibleName()


@pytest.mark.parametrize("leak", ["title", "dialog", "clipboard", "tray", "tray's tip", "address"])
def test_what_names_one_is_found(qtbot, desktop_observer, leak):
    window, dialog = QWidget(), QDialog()
    for widget in (window, dialog):
        qtbot.addWidget(widget)
        widget.show()
    assert desktop_observer.look() == []
    icon = QSystemTrayIcon()
    if leak == "title":
        window.setWindowTitle("Heat (1995)")
        window.setWindowTitle("EpicRec")  # it was seen all the same
    elif leak == "dialog":
        dialog.setWindowTitle("Forget Casablanca?")
    elif leak == "clipboard":
        QGuiApplication.clipboard().setText("The Matrix")
    elif leak == "tray":
        icon.showMessage("EpicRec", "Found Blade Runner")
    elif leak == "tray's tip":
        icon.setToolTip("EpicRec: The Shining")
    else:
        window.setWindowFilePath("https://www.imdb.com/title/tt0113277/")
    try:
        assert desktop_observer.look()
    finally:
        QGuiApplication.clipboard().clear()


def choose(folder: Path) -> None:
    """As Qt's own functions do: the dialog notes the folder when it goes."""
    dialog = QFileDialog(None, "Choose", str(folder))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.done(QDialog.DialogCode.Accepted)
    dialog.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def elsewhere(tmp_path) -> Path:
    """Where Qt keeps what all its programs share, on Linux; Windows has its registry for that."""
    folder = tmp_path / "elsewhere"
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder))
    return folder


def test_what_all_qt_programs_share_keeps_no_folder_of_ours(
    qtbot, elsewhere, tmp_path, monkeypatch
):
    """On Windows, whose registry has no place of our own; tried on Linux as well."""
    chosen, before = tmp_path / CANARY, tmp_path / "of another program"
    for folder in (chosen, before):
        folder.mkdir()

    def noted():
        kept = QSettings(QSettings.Scope.UserScope, "QtProject")
        return [kept.value(key) for key in dialogs.LAST_FOLDER_KEY]

    def answer(*_):
        choose(chosen)
        assert any(CANARY in str(value) for value in noted()), "it would be found"
        return str(chosen)

    monkeypatch.setattr(dialogs, "SHARED", True)
    monkeypatch.setattr(dialogs, "_answered", [])
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", answer)
    choose(before)
    was = noted()
    parent = QWidget()
    qtbot.addWidget(parent)
    passed_on: list[Path] = []
    dialogs.choose_folder(parent, "Choose", passed_on.append)
    assert passed_on == [chosen]
    assert noted() == was
    assert not any(CANARY in str(value) for value in was)


@pytest.mark.skipif(os.name == "nt", reason="Windows has a registry: the test above")
def test_folders_that_were_chosen_are_noted_in_our_folder_alone(qtbot, elsewhere, tmp_path):
    """Qt's own dialog writes them down; erasing then takes them along."""
    chosen = tmp_path / CANARY
    chosen.mkdir()
    paths = Paths.under(tmp_path / "base")
    choose(chosen)
    assert traces([elsewhere], [CANARY]), "it would be found"
    before = {f: f.read_bytes() for f in elsewhere.rglob("*") if f.is_file()}
    app.keep_dialog_settings_in(paths)
    try:
        choose(chosen)
        assert {f: f.read_bytes() for f in elsewhere.rglob("*") if f.is_file()} == before
        assert traces([paths.data], [CANARY])
    finally:
        QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(elsewhere))
