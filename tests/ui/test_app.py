"""The app as a whole, over the real services, and how it starts."""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QWidget
from screen_reader.session import display

from epicrec_desktop import __main__ as program
from epicrec_desktop import app, wiring
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.lab.benchmarks.window_probe import invented_user
from epicrec_desktop.paths import Paths
from epicrec_desktop.system_errors import NO_HOME, TOO_LONG
from epicrec_desktop.ui.common import window_frame
from processes import python
from ui.places import PAGES
from waiting import LIMIT_S


def start(arguments: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    kept.pop("QT_QPA_PLATFORM", None)
    return python("-m", "epicrec_desktop", *arguments, env={**kept, **environment})  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there always is a display")
@pytest.mark.parametrize(
    "environment",
    [{}, {"DISPLAY": ":97531"}, {"WAYLAND_DISPLAY": "wayland-97531"}, {"DISPLAY": "nonsense"}],
    ids=["none", "no such X11", "no such Wayland", "no display's name"],
)
def test_without_a_display_it_says_one_line_and_names_the_other_way(environment, tmp_path):
    done = start(["--base-dir", str(tmp_path)], **environment)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "epicrec run" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="displays of Linux")
def test_a_display_that_listens_is_one(tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        environment = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
        assert program.has_display(environment)
    assert not program.has_display({})
    assert program.has_display({"QT_QPA_PLATFORM": "offscreen:some=option"})


def test_the_first_line_makes_bundles_with_child_processes_work():
    body = Path(program.__file__).read_text(encoding="utf-8").split("def main(")[1]
    statements = body.split('"""')[2].strip().splitlines()
    assert statements[0] == "multiprocessing.freeze_support()"


_FIRST_PAGE = """
import json, linecache, sys
from pathlib import Path
from epicrec_desktop import app

loaded = {}

def note(moment):
    loaded[moment] = [name for name in sys.modules if name not in sys.builtin_module_names]

note("frame")
running = app.application()
sources = set(linecache.cache)
from epicrec_desktop import wiring
note("services")
read = sum(name.endswith(".py") for name in set(linecache.cache) - sources)

from epicrec_desktop.ui.shell import preparation

preparation.PRELOAD_DELAY_MS = 10**8

def opened(window):
    page = window.stack.built.get("recommendations")
    if page is None or not page.rows or window.tasks.busy:
        app.QTimer.singleShot(5, lambda: opened(window))
        return
    note("first page")
    window.close()

app.run(Path(sys.argv[1]), opened)
print(json.dumps({"loaded": loaded, "sources": read}))
"""


def test_a_start_loads_nothing_before_it_is_needed(tmp_path):
    """Neither heavy modules, nor the question of several users, nor sources.

    PySide's own search would read hundreds of sources.
    """
    with invented_user(tmp_path) as services:
        stored = services.context.catalog()
        services.library.add(next(iter(stored.position)))
        services.recommend.rank_locally()
    done = python(
        "-c",
        _FIRST_PAGE,
        str(tmp_path),
        check=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    report = json.loads(done.stdout)
    loaded = {moment: set(names) for moment, names in report["loaded"].items()}
    wiring_ = "epicrec_desktop.wiring"
    assert not loaded["frame"] & {"numpy", "sqlalchemy", "requests", wiring_}
    assert not loaded["services"] & {
        "cvxpy", "scipy", "fastapi", "matplotlib", "clarabel", "alembic"
    }  # fmt: skip
    assert wiring_ in loaded["services"]
    assert not loaded["first page"] & {"numpy", "requests", "epicrec_desktop.history.reader"}
    assert "epicrec_desktop.ui.recommendations.page" in loaded["first page"]
    assert "epicrec_desktop.ui.shell.user_selection" not in loaded["first page"]
    assert report["sources"] < 5


def test_the_whole_app_for_one_folder(qtbot, tmp_path):
    window = app.build_window(Paths.under(tmp_path))
    qtbot.addWidget(window)
    window.show()
    assert window.first_run.wizard.isVisible()
    window.context.save_settings(wizard_step="done")
    for key in PAGES:
        window.show_page(key)
        assert window.findChild(QWidget, f"page.{key}").isVisible()
    qtbot.waitUntil(lambda: not window.tasks.busy)
    assert window.navigation.provider.text() == "This computer"
    assert window.navigation.released.text() == "No list sent so far"
    window.close()
    outside = [
        p
        for p in tmp_path.rglob("*")
        if p.is_file()
        and p.parent.name
        not in ("data", "logs", "cache", "models", "snapshots", "downloads", "ratings", "state")
    ]
    assert outside == []
    second = app.build_window(Paths.under(tmp_path))  # goes straight to the pages
    qtbot.addWidget(second)
    second.show()
    assert second.findChild(QWidget, "page.recommendations").isVisible()
    second.close()


def test_failing_build_raises(qtbot, tmp_path, monkeypatch):
    def fail(*args, **options):
        raise StoreError("The database is damaged. Nothing was changed.")

    monkeypatch.setattr(wiring, "build", fail)
    with pytest.raises(StoreError, match="damaged"):
        app.build_window(Paths.under(tmp_path))


SHOWS = """
from PySide6.QtWidgets import QLabel
from epicrec_desktop.app import application
running = application()
label = QLabel("text")
label.show()
running.processEvents()
"""


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs an X server")
@pytest.mark.skipif(Path("/usr/bin/dbus-launch").exists(), reason="it is asked before another one")
def test_no_session_bus_is_started_for_the_first_paint(tmp_path):
    """On X11 without a bus, Qt's D-Bus library starts one, and everything waits for it."""
    started = tmp_path / "started"
    launcher = tmp_path / "dbus-launch"
    launcher.write_text(f"#!/bin/sh\ntouch {started}\n", encoding="utf-8")
    launcher.chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DBUS_", "XDG_"))}
    kept["PATH"] = f"{tmp_path}{os.pathsep}{kept['PATH']}"
    with display() as name:
        subprocess.run(
            [sys.executable, "-c", SHOWS],
            env={**kept, "DISPLAY": name, "QT_QPA_PLATFORM": "xcb"},
            check=True,
            timeout=LIMIT_S,
        )
    assert not started.exists()


def test_a_folder_that_cannot_be_used_is_said_in_a_window(qtbot, tmp_path, monkeypatch):
    """It ended in a traceback, which a window on a desktop shows to no one."""
    shown = []

    def show(window):
        shown.append(window)

    monkeypatch.setattr(app.StartFailedWindow, "show", show)
    monkeypatch.setattr(type(app.application()), "exec", lambda *_: 0)
    for base in (tmp_path / ("x" * 300), Path("~nobody-of-this-name/x")):
        assert app.run(base) == 0
        qtbot.addWidget(shown[-1])
    texts = [[label.text() for label in window.findChildren(QLabel)] for window in shown]
    for labels, sentence in zip(texts, (TOO_LONG, NO_HOME), strict=True):
        assert str(sentence) in labels


def test_the_window_that_says_why_it_cannot_open_fits_a_small_screen(qtbot, monkeypatch):
    room = QSize(624, 330)
    monkeypatch.setattr(window_frame, "available_size", lambda _: room)
    window = app.StartFailedWindow(None, TOO_LONG)
    qtbot.addWidget(window)
    window.show()
    assert window.size() == room
    area = window.centralWidget()
    area.ensureWidgetVisible(window.state.button)
    assert window.state.button.visibleRegion().boundingRect() == window.state.button.rect()
