"""One window per folder: the second start raises the first, and nothing stale blocks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from epicrec_desktop import app
from epicrec_desktop.ui.shell.single_instance import SingleInstance, StartResult
from waiting import LIMIT_S, wait_until

HOLD = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from epicrec_desktop.ui.shell.single_instance import SingleInstance
application = QCoreApplication([])
instance = SingleInstance(Path(sys.argv[1]))
print(instance.acquire_or_raise(0.2).value, flush=True)
instance.raise_requested.connect(lambda: (print("asked", flush=True), application.quit()))
{then}
"""


def holder(folder: Path, then: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD.format(then=then), str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout.readline().strip() == "first"
    return process


def test_second_start_raises_the_first(qapp, tmp_path):
    with holder(tmp_path, "application.exec()") as first:
        second = SingleInstance(tmp_path)
        assert second.acquire_or_raise() is StartResult.RAISED_OTHER
        out, _ = first.communicate(timeout=LIMIT_S)
    assert out.strip() == "asked"
    assert first.returncode == 0
    assert not (tmp_path / "raise").exists()


def test_a_crash_leaves_nothing_that_blocks(qapp, tmp_path):
    with holder(tmp_path, "sys.stdin.read()") as first:
        (tmp_path / "raise").touch()
        first.kill()
    again = SingleInstance(tmp_path)
    assert again.acquire_or_raise(0) is StartResult.FIRST
    assert not (tmp_path / "raise").exists(), "an old request raises nothing"
    again.release()


def test_hanging_instance_gives_no_answer_and_request_is_removed(qapp, tmp_path):
    with holder(tmp_path, "sys.stdin.read()") as first:
        second = SingleInstance(tmp_path)
        assert second.acquire_or_raise(0.3) is StartResult.NO_ANSWER
        assert not (tmp_path / "raise").exists()
        first.kill()


def test_one_that_is_closing_makes_room(qapp, tmp_path):
    with holder(tmp_path, "sys.stdin.read()") as first:
        first.stdin.close()  # it ends meanwhile
        second = SingleInstance(tmp_path)
        assert second.acquire_or_raise(LIMIT_S) is StartResult.FIRST
        second.release()


def test_folders_do_not_know_of_each_other(qapp, tmp_path):
    one, other = SingleInstance(tmp_path / "a"), SingleInstance(tmp_path / "b")
    assert one.acquire_or_raise(0) is StartResult.FIRST
    assert other.acquire_or_raise(0) is StartResult.FIRST
    one.release()
    other.release()


def test_the_activation_token_is_handed_on(qapp, qtbot, tmp_path, monkeypatch):
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.acquire_or_raise(0) is StartResult.FIRST
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "of the launcher")
    with qtbot.waitSignal(first.raise_requested):
        second._request_raise()
        monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "")
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "of the launcher"
    first.release()


def test_without_a_watch_the_folder_is_looked_at_all_the_time(qapp, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr("epicrec_desktop.ui.shell.single_instance.POLL_MS", 1)
    monkeypatch.setattr(
        "epicrec_desktop.ui.shell.single_instance.QFileSystemWatcher.addPath", lambda *_: False
    )
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.acquire_or_raise(0) is StartResult.FIRST
    with qtbot.waitSignal(first.raise_requested):
        second._request_raise()
    first.release()


def test_the_window_comes_to_the_front(window, qtbot):
    window.showMinimized()
    window.bring_to_front()
    assert window.isVisible()
    assert not window.windowState() & Qt.WindowState.WindowMinimized


@pytest.mark.slow
def test_the_program_itself_starts_once(tmp_path):
    command = [sys.executable, "-m", "epicrec_desktop", "--base-dir", str(tmp_path)]
    log = tmp_path / "data" / "logs" / "epicrec.log"
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as first:
        data = tmp_path / "data"
        wait_until(lambda: (data / "settings.json").exists() or (data / "window/lock").exists())
        second = subprocess.run(
            command, capture_output=True, text=True, timeout=LIMIT_S, check=False
        )
        assert second.returncode == 0, second.stderr
        assert "comes to the front" in log.read_text(encoding="utf-8")
        assert first.poll() is None
        first.kill()


def test_a_start_that_is_not_answered_says_so(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(SingleInstance, "acquire_or_raise", lambda self: StartResult.NO_ANSWER)
    shown: list = []
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(app.QApplication, "exec", lambda *_: 0)
    failed = app.StartFailedWindow
    monkeypatch.setattr(failed, "show", lambda window: shown.append(window) or None)
    assert app.run(tmp_path) == 0
    assert "does not answer" in shown[0].state.sentence.text()
    qtbot.addWidget(shown[0])
