"""The program's files are replaced while its window is open."""

import json
import os
import sys
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from epicrec_desktop import app, program_files, resources
from epicrec_desktop.lab.benchmarks.window_probe import invented_user
from epicrec_desktop.paths import Paths
from epicrec_desktop.ui.common import icons, theme
from epicrec_desktop.ui.common.tasks import LONG, Tasks
from epicrec_desktop.ui.shell.crash_reports import CrashReports
from epicrec_desktop.ui.shell.upgrade import RestartNotice
from processes import python
from waiting import wait_until


@pytest.fixture
def replaced(monkeypatch):
    monkeypatch.setattr(program_files, "_at_start", (1, 1))


@pytest.fixture
def notice(qtbot):
    tasks = Tasks()
    strip = RestartNotice(tasks, tasks)
    qtbot.addWidget(strip)
    strip.requests = []
    strip.restart_requested.connect(lambda: strip.requests.append(True))
    yield strip
    tasks.close()


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_strip_comes_with_the_upgrade_and_once(qtbot, notice, monkeypatch):
    notice.check()
    assert not notice.isVisible()
    monkeypatch.setattr(program_files, "_at_start", (1, 1))
    notice.timer.timeout.emit()
    assert notice.isVisible()
    click(qtbot, notice.close_button)
    notice.timer.timeout.emit()
    assert not notice.timer.isActive()


def test_after_a_removal_there_is_nothing_to_restart(qtbot, notice, monkeypatch, tmp_path):
    """An upgrade may remove the old version first: then the strip offers the restart."""
    modules = tmp_path / "modules.pyz"
    monkeypatch.setattr(program_files, "_marker", lambda: modules)
    notice.check()
    removed = notice.label.text()
    assert notice.isVisible()
    assert not notice.buttons["restart"].isVisible()
    click(qtbot, notice.close_button)
    notice.timer.timeout.emit()
    assert not notice.isVisible()
    modules.write_bytes(b"the next version")
    notice.timer.timeout.emit()
    assert notice.label.text() != removed
    assert notice.buttons["restart"].isVisible()


def test_a_click_restarts_where_nothing_runs(qtbot, notice, replaced):
    notice.check()
    click(qtbot, notice.buttons["restart"])
    assert notice.requests == [True]


def test_what_runs_is_finished_first(qtbot, notice, replaced):
    """A second click stops it; "Not now" keeps the program open."""
    ends, finished = Event(), []
    notice.check()
    notice._tasks.run(lambda job: wait_until(ends.is_set, "end"), finished.append, queue=LONG)
    click(qtbot, notice.buttons["restart"])
    assert not notice.requests
    waiting = notice.label.text()
    click(qtbot, notice.buttons["restart"])
    assert notice.requests == [True]
    click(qtbot, notice.close_button)
    assert notice.label.text() != waiting
    notice.show()
    click(qtbot, notice.buttons["restart"])
    ends.set()
    qtbot.waitUntil(lambda: len(notice.requests) == 2)
    assert finished


def test_no_report_of_a_fault_that_an_upgrade_caused(tmp_path, monkeypatch):
    reports = CrashReports(tmp_path)
    monkeypatch.setattr(program_files, "_at_start", (1, 1))
    reports.record(ImportError("of another version"))
    assert not reports.all()
    monkeypatch.undo()
    reports.record(ImportError("of this version"))
    assert len(reports.all()) == 1


_OPEN = """
import os, sys
from epicrec_desktop import __main__, program_files
from PySide6.QtCore import QTimer

def opened(window):
    if window.tasks.busy or window.stack.current_key is None:
        QTimer.singleShot(5, lambda: opened(window))
        return
    window.show_page("activity")
    program_files._at_start = (1, 1)  # the files are others from now on
    window.upgraded.check()
    assert window.upgraded.isVisible()
    sys.executable = sys.argv[2]
    window.upgraded.buttons["restart"].click()

sys.exit(__main__.main(["--base-dir", sys.argv[1]], opened))
"""

# The new version, in the place of the old one: says where it begins, and closes.
_NEW = """#!{python}
import json, os, sys
threads = os.environ.get("OPENBLAS_NUM_THREADS")
from epicrec_desktop import __main__
from PySide6.QtCore import QTimer

def opened(window):
    if window.tasks.busy or window.stack.current_key is None:
        QTimer.singleShot(5, lambda: opened(window))
        return
    page = window.stack.current_key
    print(json.dumps({{"page": page, "arguments": sys.argv[1:], "threads": threads}}))
    window.close()

sys.exit(__main__.main(sys.argv[1:], opened))
"""


@pytest.mark.skipif(os.name == "nt", reason="the new version is a script with a first line")
def test_one_click_restarts_where_one_was(tmp_path):
    base, bin_ = tmp_path / "my data", tmp_path / "bin"
    with invented_user(base):
        pass
    bin_.mkdir()
    new = bin_ / "epicrec-desktop"
    new.write_text(_NEW.format(python=sys.executable), encoding="utf-8")
    new.chmod(0o755)
    users = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = python("-c", _OPEN, base, bin_ / "python", env={**users, "QT_QPA_PLATFORM": "offscreen"})
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report["page"] == "activity"
    assert report["arguments"] == ["--base-dir", str(base), "--page", "activity"]
    assert report["threads"] is None  # else it would be the user's, and reach a browser


def test_a_program_that_is_gone_is_said_so(qtbot, tmp_path, monkeypatch, replaced):
    """Its pictures went with it."""
    shown = []
    theme.style_sheet(theme.LIGHT)  # the program read its template when it was opened
    monkeypatch.setattr(resources, "path", lambda *parts: tmp_path.joinpath("gone", *parts))
    monkeypatch.setattr(icons, "source", icons.source.__wrapped__)

    def show(window):
        shown.append(window)

    monkeypatch.setattr(app.StartFailedWindow, "show", show)
    monkeypatch.setattr(type(app.application()), "exec", lambda *_: 0)

    def gone(*_):
        raise FileNotFoundError

    monkeypatch.setattr("epicrec_desktop.ui.shell.upgrade.restart", gone)
    assert app._restart(Paths.under(tmp_path), "movies") == 0
    (window,) = shown
    qtbot.addWidget(window)
    assert any("Install it again" in label.text() for label in window.findChildren(QLabel))
