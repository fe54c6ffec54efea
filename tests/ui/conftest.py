"""Fixtures of the screens. Without PySide6 this whole folder is skipped."""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

pytest.importorskip("PySide6", reason="the screens need PySide6")
pytest.importorskip("pytestqt", reason="the tests of the screens need pytest-qt")

from PySide6.QtCore import QEvent, QEventLoop, QLocale, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMainWindow, QMenu, QWidget
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import MultiSignalBlocker, SignalBlocker

from epicrec_desktop import wiring
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.ui.common import translation
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.theme import Theme
from epicrec_desktop.ui.shell.pages import PageStack
from epicrec_desktop.ui.shell.window import MainWindow
from reading import reading_here
from ui.event_watch import EventWatch
from ui.fakes import NOW, FakeServices, close_all, just_started, lived_in
from ui.fakes.elsewhere import Club
from waiting import LIMIT_MS, LIMIT_S

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; the offscreen plugin's complaints are not about us."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.qt)
            ignored = r"This plugin does not support (propagateSizeHints|raise)\(\)"
            item.add_marker(pytest.mark.qt_log_ignore(ignored, extend=True))


def _holds(callback: Callable[[], object], *, last: bool) -> bool:
    """Return whether `callback` returns true or nothing. It fails only at the last try."""
    __tracebackhide__ = True
    try:
        holds = callback()
    except AssertionError:
        if last:
            raise
        return False
    assert isinstance(holds, bool | None), f"a condition returned {holds!r}"
    assert holds is not False or not last, "it never happened"
    return holds is not False


UNANNOUNCED_MS = 10
"""After which a condition is looked at without an event: a file, or another thread, has none."""


class PatientBot(QtBot):
    """Waits for events as long as every other test: there is no limit to choose."""

    def waitUntil(self, callback: Callable[[], object]) -> None:  # noqa: N802
        """Process events until `callback` returns true, or returns at all without a value.

        Looks again whenever events were handled. The timer is started again each time, so that it
        never keeps timers without an interval, which are handled last, waiting.
        """
        __tracebackhide__ = True
        end, timer = time.monotonic() + LIMIT_S, QTimer(singleShot=True)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        while not _holds(callback, last=time.monotonic() > end):
            timer.start(UNANNOUNCED_MS)
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def waitSignal(self, signal: SignalInstance, **options: object) -> SignalBlocker:  # noqa: N802
        """Return a context that ends when the signal is emitted."""
        return super().waitSignal(signal, **{"timeout": LIMIT_MS, **options})

    def waitSignals(  # noqa: N802
        self, signals: Sequence[SignalInstance], **options: object
    ) -> MultiSignalBlocker:
        """Return a context that ends when all signals are emitted."""
        return super().waitSignals(signals, timeout=LIMIT_MS, **options)


@pytest.fixture
def qtbot(qapp, request) -> PatientBot:
    """Drives widgets, and waits for what they do."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def collected_here() -> Iterator[None]:
    """Collect garbage between tests, and as usual in those of other folders.

    Within a test it is not collected, as in the program: a worker's thread that collects deletes
    widgets under the window's event loop, which ends the process.
    """
    gc.disable()
    yield
    gc.enable()
    gc.collect(1)


@pytest.fixture
def flashed(qapp) -> Iterator[list[str]]:
    """Widgets that were shown before they had a parent, which takes the focus from the window."""
    shown: list[str] = []

    def note(watched):
        on_top = isinstance(watched, QWidget) and watched.isWindow()
        if on_top and not isinstance(watched, (QDialog, QMainWindow, QMenu)):
            shown.append(f"{type(watched).__name__} {watched.objectName()}")

    watch = EventWatch(QEvent.Type.Show, note, qapp)
    yield shown
    qapp.removeEventFilter(watch)


@pytest.fixture(scope="module", autouse=True)
def without_child_processes() -> Iterator[None]:
    """Read browsers and files in this process."""
    with reading_here():
        yield


@pytest.fixture(autouse=True)
def closed_in_the_end(collected_here) -> Iterator[None]:
    """Close the services that a test opened, after its windows."""
    yield
    close_all()


@pytest.fixture(autouse=True)
def film_club(monkeypatch) -> Club:
    """The only provider elsewhere that answers."""
    club = Club()
    monkeypatch.setattr(ProviderService, "_http", club.way(ProviderService._http))
    return club


@pytest.fixture
def services(tmp_path) -> FakeServices:
    """Services past the first run."""
    return lived_in(tmp_path)


@pytest.fixture
def open_window(qtbot, services) -> Iterator[Callable[..., MainWindow]]:
    """Opens a window over the services, at a page, and closes it in the end."""
    opened: list[MainWindow] = []

    def build(page="recommendations"):
        window = MainWindow(services.paths, services.settings)
        window.show_page(page)
        window.attach_services(services)
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
def unpainted(monkeypatch) -> None:
    """Open windows without style sheets, and paint no page: for tests that are not of the look."""
    build = PageStack.__init__

    def without_painting(stack):
        build(stack)
        stack.setUpdatesEnabled(False)

    monkeypatch.setattr(PageStack, "__init__", without_painting)
    monkeypatch.setattr(Theme, "apply_style_sheet", lambda *_: None)


@pytest.fixture
def settle(qtbot) -> Callable[[MainWindow], None]:
    """Wait until nothing is queued or running."""

    def wait(window):
        qtbot.waitUntil(lambda: not window.tasks.busy)

    return wait


@pytest.fixture(autouse=True)
def english(qapp) -> None:
    """Every test begins in English, whatever the system speaks; English has plurals of its own."""
    assert translation.install_translators(qapp, "en")
    QLocale.setDefault(QLocale("en_US"))


@pytest.fixture(autouse=True)
def assistants(monkeypatch) -> None:
    """Settings offer an assistant, whether the extra `assistant` is installed here or not."""
    monkeypatch.setattr("epicrec_desktop.ui.settings.provider_card.can_serve", lambda: True)


@pytest.fixture
def in_context(qapp, qtbot) -> Iterator[Callable[[wiring.Services], Context]]:
    """Makes the context of a page; afterwards its workers are waited for."""
    made: list[Context] = []

    def make(services):
        tasks = Tasks()
        context = Context(services, tasks, Theme(qapp, "light", tasks))
        made.append(context)
        return context

    yield make
    for context in made:
        assert context.tasks.close()
        qapp.processEvents()


@pytest.fixture
def fake(tmp_path) -> FakeServices:
    """Services before anything was agreed to."""
    return just_started(tmp_path)


@pytest.fixture
def real(tmp_path) -> Iterator[wiring.Services]:
    """The real services on an empty folder, on a computer without browsers."""
    home = tmp_path / "home"
    home.mkdir()
    services = wiring.build(
        Paths.under(tmp_path / "data"), now=lambda: NOW, environment=Environment("linux", home, {})
    )
    yield services
    services.close()


@pytest.fixture(autouse=True)
def no_file_dialogs(monkeypatch) -> None:
    """A native dialog would wait for a person for ever; none may open unless a test says how."""

    def opened(*_, **__):
        raise AssertionError("a file dialog was opened")

    for name in ("getExistingDirectory", "getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, opened)
