"""The desktop application: the window over the services of `wiring`.

`build_window` builds the whole app for one base folder. All controls have stable object names
("nav.movies", "movies.confirm"), so that a test can find them with `findChild`.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent, QEventLoop, QSettings, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QMainWindow

from epicrec_desktop import __version__, logs, memory, process_environment
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.door.sealing import seal
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import erasing
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import desktop_preferences, messages
from epicrec_desktop.ui.common.page import StartFailed
from epicrec_desktop.ui.common.tasks import (
    log_unexpected,
    system_error_sentence,
    unexpected_sentence,
)
from epicrec_desktop.ui.common.translation import install_translators
from epicrec_desktop.ui.common.window_frame import TopWindow, fitted, minimum_size
from epicrec_desktop.ui.shell.app_session import AppSession
from epicrec_desktop.ui.shell.crash_reports import CrashReports
from epicrec_desktop.ui.shell.single_instance import SingleInstance, StartResult
from epicrec_desktop.ui.shell.startup import skip_pyside_source_scan
from epicrec_desktop.ui.shell.window import MainWindow

if TYPE_CHECKING:
    from epicrec_desktop.door.process import Door
    from epicrec_desktop.history.browser_paths import Environment
    from epicrec_desktop.store.driver import Driver
    from epicrec_desktop.wiring import Services

logger = logging.getLogger(__name__)
_DRAW_MS = 1000
_SCREENSHOT_PATIENCE_MS = 60_000
_PREFERENCES_DELAY_MS = 1500
"""Milliseconds after which the desktop preferences are queried: later than the first page."""


def application() -> QApplication:
    """Return the QApplication of this process; make it if there is none."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    skip_pyside_source_scan()  # the services are imported after this
    QApplication.setApplicationName("EpicRec")
    QApplication.setApplicationVersion(__version__)
    # A desktop finds icon and name by it; a Flatpak's are named after the Flatpak.
    QApplication.setDesktopFileName(os.environ.get("FLATPAK_ID", "epicrec-desktop"))
    with _without_starting_a_bus():
        made = QApplication(sys.argv[:1])
        QAccessible.isActive()  # connects to the session's bus, now or never
    return made


@contextmanager
def _without_starting_a_bus() -> Iterator[None]:
    """Keep Qt from starting a session bus where there is none.

    On X11 its D-Bus library would run `dbus-launch` for it, and the first paint wait for seconds.
    """
    if sys.platform != "linux" or process_environment.has_bus(os.environ):
        yield
        return
    os.environ[process_environment.BUS] = "disabled:"
    try:
        yield
    finally:
        del os.environ[process_environment.BUS]


def keep_dialog_settings_in(paths: Paths) -> None:
    """Store the folders of Qt's file dialogs in the user's own folder.

    Qt writes them beside the settings of all Qt programs: they would name a chosen browser profile,
    on a computer the program was only carried to, and after everything was erased. Only Linux needs
    this; other systems use native dialogs.
    """
    QSettings.setPath(
        QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(paths.data / "dialogs")
    )


def build_window(paths: Paths, environment: Environment | None = None) -> MainWindow:
    """Build the whole app for these paths and return its window, not yet shown.

    `environment` says where browsers are: this computer, unless another one is passed
    (`history.sample.write_sample_home` makes one with the sample history).

    Makes the QApplication if there is none, opens (and migrates) the database, and starts no event
    loop. At a first run the window holds the wizard (`wizard`), else the pages. Closing the window
    cancels all work, waits for it, and closes the database.

    Raises `EpicRecError` with a sentence if the database cannot be opened.
    """
    logs.configure(paths)
    keep_dialog_settings_in(paths)
    running = application()
    settings = Settings.load(paths.settings)
    install_translators(running, settings.language)
    services = _build(paths, environment=environment)
    try:
        window = MainWindow(paths, settings)
        window.attach_services(services)
    except BaseException:
        services.close()
        raise
    return window


def _build(
    paths: Paths,
    opened: Driver | None = None,
    environment: Environment | None = None,
    door: Door | None = None,
) -> Services:
    # This import takes most of a start, so the frame is drawn before it.
    from epicrec_desktop import wiring  # noqa: PLC0415
    from epicrec_desktop.services.protection.library_encryption import LibraryEncryption  # noqa: PLC0415

    erasing.finish_erasing(paths)
    driver = LibraryEncryption(paths).unlock() if opened is None else opened
    return wiring.build(paths, driver, environment=environment, door=door)


class StartFailedWindow(TopWindow):
    """Window that says why the app cannot open, and that nothing was changed."""

    def __init__(self, paths: Paths | None, sentence: str | Message) -> None:
        """Create it in the look and language of this user's settings, if there are any."""
        running = application()
        settings = Settings() if paths is None else Settings.load(paths.settings)
        install_translators(running, settings.language)
        super().__init__("window.failed", "EpicRec", settings)
        self.setMinimumSize(minimum_size(self))
        self.resize(minimum_size(self))
        self.state = StartFailed(messages.localized(sentence))
        self.state.action.connect(self.close)
        self.setCentralWidget(fitted(self, self.state))


@dataclass(frozen=True)
class Start:
    """How a window opens, as `run` takes it; a user who is changed to has none of it."""

    opened: Callable[[MainWindow], None] | None = None
    hidden: bool = False
    page: str = ""
    invitation: str = ""

    def begin(self, window: MainWindow) -> None:
        """Show the page, and pass the window on, before it is shown."""
        if self.page in window.stack.titles:
            window.show_page(self.page)
        if self.opened is not None:
            self.opened(window)


def run(
    base: Path | None = None,
    opened: Callable[[MainWindow], None] | None = None,
    *,
    hidden: bool = False,
    user: str = "",
    page: str = "",
    invitation: str = "",
    door: Door | None = None,
) -> int:
    """Open the window and run until it is closed; return the process's exit code.

    With several local users, `user` is opened, or the one who is chosen. Switching users closes
    everything of one user before the next one is opened. `opened` is called with the first window
    before it is shown. `hidden`: a login start, where the window is shown only without a tray.
    `page`: the key of the page to begin with; `invitation`: the line of one to ask about. `door`:
    what makes the requests of this process, which from then on cannot make any itself.
    """
    if door is not None:
        application()  # connects to the display and the bus, which may be over TCP
        seal()
    try:
        first = Paths.under(base) if base is not None else Paths.default()
        several = bool(user) or first.users.is_dir()
    except (OSError, RuntimeError) as error:
        return _show_start_failed(None, system_error_sentence(error) or unexpected_sentence())
    paths: Paths | None = first
    if several:
        paths = _select_user(first, user, hidden=hidden)
    start = Start(opened, hidden, page, invitation)
    while paths is not None:
        code, next_user = _run_window(paths, start, door)
        if next_user is None:
            return code
        # Everything of one user is released before another one is opened.
        erasing.close_log()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.removePostedEvents(application(), QEvent.Type.Quit)
        memory.collect_once()
        start = Start()
        paths = _select_user(first, next_user, ask=True)
    return 0


def _select_user(
    first: Paths, user: str, *, hidden: bool = False, ask: bool = False
) -> Paths | None:
    """Return the folders of the chosen user; None where nobody was chosen."""
    from epicrec_desktop.ui.shell.user_selection import select_user  # noqa: PLC0415 - for several people alone

    try:
        return select_user(application(), first, user, hidden=hidden, ask=ask)
    except EpicRecError as error:
        _show_start_failed(first, error.message)
        return None


def _run_window(paths: Paths, start: Start, door: Door | None) -> tuple[int, str | None]:
    """Run one user's window until it is closed; return the exit code and the next user, if any.

    Where a window is open for this folder already, it is raised instead. The frame is drawn first;
    a worker builds the services.
    """
    keep_dialog_settings_in(paths)
    running = application()
    try:
        erasing.finish_erasing(paths)  # an interrupted one, before any file is open
    except EpicRecError as error:
        return _show_start_failed(paths, error.message), None
    reports = CrashReports(paths.crashes)
    sys.excepthook = partial(_record_uncaught, reports)
    instance = SingleInstance(paths.data / "window", running)
    try:
        instance.leave_invitation(start.invitation)
        place = instance.acquire_or_raise()
        if place is StartResult.RAISED_OTHER:
            return 0, None
        no_answer = QCoreApplication.translate(
            "StartFailedWindow",
            "EpicRec is open already, but it does not answer. Nothing was changed. "
            "Wait a moment and start it again, or end the other one first.",
        )
        window: AppSession | QMainWindow = (
            _open_session(paths, instance, reports, start, door)
            if place is StartResult.FIRST
            else StartFailedWindow(paths, no_answer)
        )
    except EpicRecError as error:
        logger.error("The app could not open: %s", type(error).__name__)
        window = StartFailedWindow(paths, error.message)
    except Exception as error:  # noqa: BLE001 - any error is shown to the user
        log_unexpected(error)
        sentence = system_error_sentence(error)
        if not sentence:
            reports.record(error)
        window = StartFailedWindow(paths, sentence or unexpected_sentence())
    if not (start.hidden and _starts_hidden(window, paths)):
        window.show()
    QTimer.singleShot(_PREFERENCES_DELAY_MS, desktop_preferences.preferences_watcher().begin)
    try:
        code = running.exec()
    finally:
        instance.release()
        reports.stop_watching()
    if not isinstance(window, AppSession):
        return code, None
    if window.window is not None and window.window.restart_page is not None:
        return _restart(paths, window.window.restart_page, door), None
    if window.next_user is None:
        return code, None
    window.delete_windows()
    instance.deleteLater()
    return code, window.next_user


def _restart(paths: Paths, page: str, door: Door | None = None) -> int:
    from epicrec_desktop.ui.shell.upgrade import restart  # noqa: PLC0415 - loaded by the window

    try:
        return restart(paths, page, door)
    except (OSError, EpicRecError) as error:
        logger.error("The program could not be started again: %s", type(error).__name__)
        sentence = QCoreApplication.translate(
            "StartFailedWindow",
            "EpicRec could not be started again: its program is not where it was. "
            "What was stored is kept. Install it again.",
        )
        return _show_start_failed(paths, sentence)


def _starts_hidden(opened: AppSession | QMainWindow, paths: Paths) -> bool:
    """Return whether the window may start hidden in the tray: never one that asks for something."""
    from epicrec_desktop.ui.shell.startup import HiddenStartup  # noqa: PLC0415 - seldom

    if not isinstance(opened, AppSession) or opened.window is None:
        return False
    return HiddenStartup(opened.window, Settings.load(paths.settings)).begin()


def _open_session(
    paths: Paths, instance: SingleInstance, reports: CrashReports, start: Start, door: Door | None
) -> AppSession:
    """Return the session that opens the data after the first paint, or first asks to unlock it."""
    reports.watch()
    logs.configure(paths)
    settings = Settings.load(paths.settings)
    install_translators(application(), settings.language)

    def build(driver: Driver | None) -> Services:
        try:
            return _build(paths, driver, door=door)
        except EpicRecError as error:
            logger.error("The app could not open: %s", type(error).__name__)
            raise
        except Exception as error:
            if not system_error_sentence(error):
                reports.record(error)
            raise

    def services_attached(window: MainWindow) -> None:
        memory.resume_collection()
        # Windows cannot remove an open file.
        window.open_invitation(instance.take_invitation)
        window.context.erasing.connect(instance.release)
        window.context.erasing.connect(reports.stop_watching)
        window.context.erasing_refused.connect(partial(instance.acquire_or_raise, 0.0))
        window.context.erasing_refused.connect(reports.watch)

    def raised() -> None:
        app_session.bring_to_front()
        if app_session.window is not None:
            app_session.window.open_invitation(instance.take_invitation)

    app_session = AppSession(paths, build)
    app_session.window_opened.connect(services_attached)
    instance.raise_requested.connect(raised)
    app_session.begin()
    if app_session.window is not None:
        start.begin(app_session.window)
    return app_session


def _show_start_failed(paths: Paths | None, sentence: str | Message) -> int:
    failed = StartFailedWindow(paths, sentence)
    failed.show()
    return application().exec()


def check_window(base: Path | None = None, pictures: Path | None = None, link: str = "") -> int:
    """Open the real window, paint it and close it again; for `epicrec selfcheck`.

    Prints the platform and size. Return 1 where nothing was painted. With `pictures`, save a
    picture of every page into that folder. With `link`, open this address as the cards do.
    """
    paths = Paths.under(base) if base is not None else Paths.default()
    window = build_window(paths)
    window.show()
    _process_paint_events(window)
    picture = window.grab().toImage()
    colors = {picture.pixel(x, 40) for x in range(picture.width())}
    platform = QApplication.platformName()
    if pictures is not None:
        from epicrec_desktop.ui.common import posters  # noqa: PLC0415 - the first page comes without

        pictures.mkdir(parents=True, exist_ok=True)
        with posters.queue().without_delay():  # without a screen no later pass is painted
            for key in window.stack.titles:
                window.show_page(key)
                _process_paint_events(window, _SCREENSHOT_PATIENCE_MS)
                window.grab().save(str(pictures / f"{key}.png"))
    if link:
        from epicrec_desktop.ui.common.links import open_address  # noqa: PLC0415 - seldom

        open_address(link)
        _process_paint_events(window)
    window.close()
    print(f"{platform}, {picture.width()} x {picture.height()}")  # noqa: T201
    return 0 if len(colors) > 1 else 1


def _process_paint_events(window: MainWindow, patience_ms: int = 0) -> None:
    """Process paint events for a moment, and with `patience_ms` until no work is running."""
    patience = QDeadlineTimer(patience_ms)
    end = QDeadlineTimer(_DRAW_MS)
    while not end.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)
        if window.tasks.busy and not patience.hasExpired():
            end = QDeadlineTimer(_DRAW_MS)


def _record_uncaught(
    reports: CrashReports,
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType | None,
) -> None:
    """Keep where an error rose, without its text; Ctrl+C in a terminal ends the app."""
    if issubclass(kind, KeyboardInterrupt):
        QApplication.quit()
        return
    error = error.with_traceback(trace)
    log_unexpected(error)
    reports.record(error)
