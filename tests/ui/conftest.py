"""Fixtures of the screens. Without PySide6 this whole folder is skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6", reason="the screens need PySide6")
pytest.importorskip("pytestqt", reason="the tests of the screens need pytest-qt")

from PySide6.QtCore import QLocale

from epicrec_desktop.paths import Paths
from epicrec_desktop.ui import language
from epicrec_desktop.ui.window import MainWindow
from ui.fakes import FakeServices

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; the offscreen plugin's complaints are not about us."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.qt)
            ignored = r"This plugin does not support (propagateSizeHints|raise)\(\)"
            item.add_marker(pytest.mark.qt_log_ignore(ignored, extend=True))


@pytest.fixture
def services(tmp_path: Path) -> FakeServices:
    """Services in memory, past the first run."""
    return FakeServices(Paths.under(tmp_path))


@pytest.fixture
def open_window(qtbot, services) -> Iterator[Callable[[], MainWindow]]:
    """Opens a window over the fake services, and closes it in the end."""
    opened: list[MainWindow] = []

    def build() -> MainWindow:
        window = MainWindow(services.paths, services.settings)
        window.move_in(services)
        opened.append(window)
        qtbot.addWidget(window)
        window.show()
        qtbot.waitUntil(lambda: not window.tasks.busy)
        return window

    yield build
    for window in opened:
        window.close()


@pytest.fixture
def window(open_window) -> MainWindow:
    """A window that has loaded its first page."""
    return open_window()


@pytest.fixture
def settle(qtbot) -> Callable[[MainWindow], None]:
    """Wait until nothing is queued or running."""

    def wait(window: MainWindow) -> None:
        qtbot.waitUntil(lambda: not window.tasks.busy, timeout=5000)

    return wait


@pytest.fixture(autouse=True)
def english(qapp) -> None:
    """Every test begins in English, whatever the system speaks; English has plurals of its own."""
    assert language.speak(qapp, "en")
    QLocale.setDefault(QLocale("en_US"))
