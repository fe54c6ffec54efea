"""Crash reports: what they hold, what they never hold, and how they are shown."""

import faulthandler
import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from epicrec_desktop import __version__, app
from epicrec_desktop.paths import Paths
from epicrec_desktop.ui.common.page import StartFailed
from epicrec_desktop.ui.shell.crash_reports import MAX_REPORTS, CrashDialog, CrashReports
from waiting import LIMIT_S

SECRET = "The Secret Movie (1999)"


def fail(value: str = SECRET) -> None:
    raise KeyError(f"no such movie: {value}")


def error() -> BaseException:
    try:
        fail()
    except KeyError as raised:
        return raised
    raise AssertionError


@pytest.fixture
def reports(tmp_path) -> Iterator[CrashReports]:
    yield CrashReports(tmp_path / "crashes")
    if sys.__stderr__ is not None:  # the other tests' crashes are told there
        faulthandler.enable(sys.__stderr__)


def test_a_report_holds_kind_place_version_platform_and_nothing_else(reports, tmp_path):
    reports.record(error())
    (file,) = (tmp_path / "crashes").iterdir()
    written = file.read_text(encoding="utf-8")
    assert set(json.loads(written)) == {"kind", "places", "version", "platform", "time"}
    (report,) = reports.all()
    assert report.kind == "KeyError"
    assert [p.split(":")[0] for p in report.places] == [
        "test_crash_reports.py",
        "test_crash_reports.py",
    ]
    assert report.places[-1].endswith(" fail")
    assert report.version == __version__
    assert "Qt " in report.platform
    for private in (SECRET, "Secret", str(tmp_path), str(Path.home()), "no such movie"):
        assert private not in written
        assert private not in report.text()


@pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")
def test_only_the_person_can_read_it(reports, tmp_path):
    reports.record(error())
    folder = tmp_path / "crashes"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(f.stat().st_mode) for f in folder.iterdir()] == [0o600]


def test_duplicate_reports_are_dropped_and_the_number_is_limited(reports, tmp_path):
    once = error()
    for _ in range(3):
        reports.record(once)
    assert len(reports.all()) == 1
    for number in range(2 * MAX_REPORTS):
        reports.record(type(f"Kind{number}Error", (Exception,), {})())
    assert len(reports.all()) == MAX_REPORTS
    reports.delete()
    assert reports.all() == []


def test_damaged_reports_are_none(reports, tmp_path):
    folder = tmp_path / "crashes"
    folder.mkdir()
    for number, text in enumerate(("", "[]", "{", '{"places": 3}', '{"places": []}', "\0")):
        (folder / f"{number:04}.json").write_text(text, encoding="utf-8")
    (folder / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    assert reports.all() == []
    reports.record(error())  # whatever the others are called
    assert [report.kind for report in reports.all()] == ["KeyError"]


def test_a_thread_that_dies_leaves_a_report(reports):
    kept = threading.excepthook
    reports.watch()
    try:
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    finally:
        reports.stop_watching()
        threading.excepthook = kept
    assert [report.kind for report in reports.all()] == ["KeyError"]


FAULT = """
import ctypes, sys
from collections.abc import Iterator
from pathlib import Path
from epicrec_desktop.ui.shell.crash_reports import CrashReports
CrashReports(Path(sys.argv[1])).watch()
def hard():
    {fault}
hard()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("fault", "kind"),
    [("ctypes.string_at(0)", "Segmentation fault"), ("__import__('os').abort()", "Aborted")],
)
def test_a_hard_crash_is_a_report_at_the_next_start(reports, tmp_path, fault, kind):
    folder = tmp_path / "crashes"
    code = FAULT.format(fault=fault)
    done = subprocess.run([sys.executable, "-c", code, str(folder)], check=False, timeout=LIMIT_S)
    assert done.returncode < 0
    assert reports.all() == []
    reports.watch()
    reports.stop_watching()
    (report,) = reports.all()
    assert report.kind == kind
    assert any(place.endswith(" hard") for place in report.places)
    assert report.places[-1].split(" ")[-1] in ("hard", "string_at")
    assert str(tmp_path) not in report.text()
    assert "/" not in "".join(report.places)
    assert not (folder / "fatal.txt").exists()


def test_a_good_end_leaves_nothing(reports, tmp_path):
    reports.watch()
    reports.stop_watching()
    reports.stop_watching()
    assert not (tmp_path / "crashes").exists()


def test_a_fault_that_was_survived_is_no_crash(reports, tmp_path):
    reports.watch()
    (tmp_path / "crashes" / "fatal.txt").write_text("Windows fatal exception: code 0x8001010d\n")
    reports.stop_watching()
    reports.watch()
    reports.stop_watching()
    assert reports.all() == []


def test_fault_report_holds_only_the_faulting_thread(reports, tmp_path):
    folder = tmp_path / "crashes"
    folder.mkdir()
    (folder / "fatal.txt").write_text(
        "Fatal Python error: Segmentation fault\n\n"
        "Thread 0x00007f (most recent call first):\n"
        '  File "/home/ann/waits.py", line 3 in wait\n\n'
        "Current thread 0x00007e (most recent call first):\n"
        '  File "C:\\Users\\Ann Lee\\draw.py", line 8 in paint\n'
        '  File "/home/ann/window.py", line 5 in show\n\n'
        "Extension modules: numpy.random (total: 1)\n"
    )
    reports.watch()
    reports.stop_watching()
    assert reports.all()[0].places == ("window.py:5 show", "draw.py:8 paint")


def test_the_next_start_says_so_shows_it_and_deletes_it(open_window, services, qtbot):
    reports = CrashReports(services.paths.crashes)
    assert not open_window("activity").crash.isVisible()
    reports.record(error())
    window = open_window("activity")
    qtbot.mouseClick(window.crash.close_button, Qt.MouseButton.LeftButton)
    assert not window.crash.isVisible()
    assert len(reports.all()) == 1, "closing the strip keeps the report"
    window = open_window("activity")
    assert window.crash.isVisible()
    qtbot.mouseClick(window.crash.buttons["show"], Qt.MouseButton.LeftButton)
    dialog = window.findChild(CrashDialog)
    assert "KeyError" in dialog.text.toPlainText()
    assert SECRET not in dialog.text.toPlainText()
    qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText()
    qtbot.mouseClick(dialog.delete_button, Qt.MouseButton.LeftButton)
    assert not window.crash.isVisible()
    assert reports.all() == []


def test_uncaught_exception_is_recorded(tmp_path, monkeypatch, qtbot):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(
        app.QApplication, "exec", lambda *_: sys.excepthook(KeyError, error(), None)
    )
    monkeypatch.setattr(app, "_open_session", lambda *_: fail())
    app.run(tmp_path)
    kinds = [report.kind for report in CrashReports(Paths.under(tmp_path).crashes).all()]
    assert kinds == ["KeyError", "KeyError"]


def test_exception_while_opening_is_recorded_and_shown(tmp_path, monkeypatch, qtbot):
    seen = []

    def until_reported(*_):
        def failed():
            tops = [top for top in app.QApplication.topLevelWidgets() if top.isVisible()]
            return [top.findChild(StartFailed) for top in tops if top.findChild(StartFailed)]

        qtbot.waitUntil(lambda: bool(failed()))
        seen.extend(failed())
        seen[0].button.click()
        return 0

    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(app, "_build", lambda paths, opened, door: fail())
    monkeypatch.setattr(app.QApplication, "exec", until_reported)
    app.run(tmp_path)
    assert "should not have" in seen[0].sentence.text()
    kinds = [report.kind for report in CrashReports(Paths.under(tmp_path).crashes).all()]
    assert kinds == ["KeyError"]
