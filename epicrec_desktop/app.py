"""Adds the screens to what wiring built.

`build_window` is the whole app for one base folder; everything in it has a stable object name
("nav.movies", "movies.confirm"), so that a test can find it with `findChild`.
"""

from __future__ import annotations

import logging
import os
import sys
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QDeadlineTimer,
    QEvent,
    QEventLoop,
    QSettings,
    QTimer,
)
from PySide6.QtWidgets import QApplication, QMainWindow

from epicrec_desktop import __version__, logs, memory
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import icons, wishes
from epicrec_desktop.ui.common.plain import set_window_title
from epicrec_desktop.ui.common.sources import read_no_sources
from epicrec_desktop.ui.common.states import StartFailed
from epicrec_desktop.ui.common.tasks import foreseeable, log_unexpected, unexpected_sentence
from epicrec_desktop.ui.common.theme import Theme
from epicrec_desktop.ui.common.translation import install_translators
from epicrec_desktop.ui.shell.crashes import CrashReports
from epicrec_desktop.ui.shell.geometry import MINIMUM
from epicrec_desktop.ui.shell.instance import Instance, Place
from epicrec_desktop.ui.shell.page_registry import page_specs
from epicrec_desktop.ui.shell.residence import Residence
from epicrec_desktop.ui.shell.window import MainWindow

if TYPE_CHECKING:
    from epicrec_desktop.history.roots import Environment
    from epicrec_desktop.store.driver import Driver
    from epicrec_desktop.ui.shell.start_watch import StartWatch
    from epicrec_desktop.ui.shell.wall_watch import WallWatch
    from epicrec_desktop.wiring import Services

logger = logging.getLogger(__name__)
_DRAW_MS = 1000
_WORK_MS = 60_000
_BEHIND_MS = 1500
"""After this the desktop is asked for its wishes: behind the first page, which takes less."""


def application() -> QApplication:
    """The one QApplication of this process, made if there is none."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    read_no_sources()  # the services are imported after this
    QApplication.setApplicationName("EpicRec")
    QApplication.setApplicationVersion(__version__)
    # By it a desktop finds icon and name; a Flatpak's are called after the Flatpak.
    QApplication.setDesktopFileName(os.environ.get("FLATPAK_ID", "epicrec-desktop"))
    return QApplication(sys.argv[:1])


def keep_dialogs_here(paths: Paths) -> None:
    """Have Qt note the folders its file dialogs visited in the person's own folder.

    It writes them without being asked, beside the settings of all Qt programs: a browser profile
    that was chosen would be named there, on a computer the program was only carried to, and after
    everything was erased. Elsewhere than on Linux the system's own dialogs are used.
    """
    QSettings.setPath(
        QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(paths.data / "dialogs")
    )


def build_window(paths: Paths, environment: Environment | None = None) -> MainWindow:
    """Build the whole app for these paths and return its window, not yet shown.

    `environment` is where browsers are looked for: this computer, unless a test passes another one
    (`history.sample.write_sample_home` makes one with the sample history).

    Makes the QApplication if there is none, opens (and migrates) the database, and starts no event
    loop. At a first run the window holds the wizard (`wizard`), else the pages. Closing the window
    cancels all work, waits for it, and closes the database.

    Raises `EpicRecError` with a sentence if the database cannot be opened.
    """
    logs.configure(paths)
    keep_dialogs_here(paths)
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
    paths: Paths, opened: Driver | None = None, environment: Environment | None = None
) -> Services:
    # Most of a start is this import: where there is a person, the frame is drawn before it.
    from epicrec_desktop import wiring  # noqa: PLC0415
    from epicrec_desktop.services.erasing import finish_erasing  # noqa: PLC0415
    from epicrec_desktop.services.protection.service import Protection  # noqa: PLC0415

    finish_erasing(paths)
    driver = Protection(paths).unlock() if opened is None else opened
    return wiring.build(paths, driver, environment=environment)


class StartFailedWindow(QMainWindow):
    """Says why the app cannot open, and that nothing was changed."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.setObjectName("window.failed")
        set_window_title(self, "EpicRec")
        self.setWindowIcon(icons.application_icon())
        self.setMinimumSize(*MINIMUM)
        self.state = StartFailed(sentence)
        self.state.action.connect(self.close)
        self.setCentralWidget(self.state)


def run(
    base: Path | None = None,
    watch: StartWatch | WallWatch | None = None,
    *,
    hidden: bool = False,
    person: str = "",
) -> int:
    """Open the window and run until it is closed; the process's exit code.

    Of several people in one computer account it is that of `person`, or of whoever says so first.
    When somebody else is chosen in it, all of the one is closed before the other comes in. `watch`
    is told of the window. `hidden`: the session began, and the window is shown only where there is
    no tray for it.
    """
    first = Paths.under(base) if base is not None else Paths.default()
    paths: Paths | None = first
    if person or first.people.is_dir():
        paths = _enter(first, person, hidden=hidden)
    while paths is not None:
        code, following = _live(paths, watch, hidden=hidden)
        if following is None:
            return code
        _forget()
        hidden, watch = False, None
        paths = _enter(first, following, ask=True)
    return 0


def _enter(first: Paths, person: str, *, hidden: bool = False, ask: bool = False) -> Paths | None:
    """Whose folders are opened, of several people; None where nobody comes in."""
    from epicrec_desktop.ui.shell.entrance import enter  # noqa: PLC0415 - for several people alone

    running = application()
    try:
        return enter(running, first, person, hidden=hidden, ask=ask)
    except EpicRecError as error:
        failed = _failed(first, error.message)
        failed.show()
        running.exec()
        return None


def _forget() -> None:
    """Nothing of one person is there any more when another one comes in."""
    from epicrec_desktop.services.erasing import close_log  # noqa: PLC0415 - loaded by now

    close_log()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.removePostedEvents(application(), QEvent.Type.Quit)
    memory.forget_start()


def _live(
    paths: Paths, watch: StartWatch | WallWatch | None, *, hidden: bool
) -> tuple[int, str | None]:
    """One person's window until it is closed: the exit code, and who comes in next, if anybody.

    Where a window is open for this folder already, that one comes to the front instead. The frame
    is drawn first, and the services are built on a worker behind it.
    """
    keep_dialogs_here(paths)
    running = application()
    unfinished = _finish_erasing(paths)
    if unfinished is not None:
        left = _failed(paths, unfinished)
        left.show()
        return running.exec(), None
    reports = CrashReports(paths.crashes)
    sys.excepthook = partial(_uncaught, reports)
    instance = Instance(paths.data / "window", running)
    try:
        place = instance.settle()
        if place is Place.RAISED:
            return 0, None
        window: Residence | QMainWindow = (
            _open(paths, instance, reports, watch)
            if place is Place.FIRST
            else _failed(paths, _silent_sentence())
        )
    except EpicRecError as error:
        logger.error("The app could not open: %s", type(error).__name__)
        window = _failed(paths, error.message)
    except Exception as error:  # noqa: BLE001 - whatever it is, the person is told
        log_unexpected(error)
        said = foreseeable(error)
        if not said:
            reports.record(error)
        window = _failed(paths, said or unexpected_sentence())
    if not (hidden and _stays_hidden(window, paths)):
        window.show()
    QTimer.singleShot(_BEHIND_MS, wishes.of_system().begin)
    try:
        code = running.exec()
    finally:
        instance.release()
        reports.unwatch()
    if not isinstance(window, Residence) or window.following is None:
        return code, None
    window.let_go()
    instance.deleteLater()
    return code, window.following


def _stays_hidden(opened: Residence | QMainWindow, paths: Paths) -> bool:
    """Whether there is a tray for it; what asks for something is always shown."""
    from epicrec_desktop.ui.shell.hidden_start import HiddenStart  # noqa: PLC0415 - seldom

    window = opened.window if isinstance(opened, Residence) else None
    if window is None:
        return False
    return HiddenStart(window, Settings.load(paths.settings)).begin()


def _finish_erasing(paths: Paths) -> Message | None:
    """What keeps an erasing that was ended from being finished; before any file is open."""
    from epicrec_desktop.services.erasing import finish_erasing  # noqa: PLC0415

    try:
        finish_erasing(paths)
    except EpicRecError as error:
        return error.message
    return None


def _open(
    paths: Paths,
    instance: Instance,
    reports: CrashReports,
    watch: StartWatch | WallWatch | None = None,
) -> Residence:
    """The frame, which opens the person's data once it is drawn; the door where it is locked."""
    reports.watch()
    logs.configure(paths)
    settings = Settings.load(paths.settings)
    install_translators(application(), settings.language)

    def build(opened: Driver | None) -> Services:
        try:
            return _build(paths, opened)
        except EpicRecError as error:
            logger.error("The app could not open: %s", type(error).__name__)
            raise
        except Exception as error:
            if not foreseeable(error):
                reports.record(error)
            raise

    def services_attached(window: MainWindow) -> None:
        memory.end_start()
        # On Windows a file that is open cannot be removed.
        window.context.erasing.connect(instance.release)
        window.context.erasing.connect(reports.unwatch)
        window.context.not_erased.connect(partial(instance.settle, 0.0))
        window.context.not_erased.connect(reports.watch)

    residence = Residence(paths, build)
    residence.moved_in.connect(services_attached)
    instance.asked.connect(residence.bring_to_front)
    residence.begin()
    if watch is not None and residence.window is not None:
        watch.follow(residence.window)
    return residence


def _failed(paths: Paths, said: str | Message) -> QMainWindow:
    running = application()
    settings = Settings.load(paths.settings)
    install_translators(running, settings.language)
    Theme(running, settings.appearance)
    from epicrec_desktop.ui.common import messages  # noqa: PLC0415 - it imports services

    return StartFailedWindow(messages.localized(said))


def _silent_sentence() -> str:
    return QCoreApplication.translate(
        "StartFailedWindow",
        "EpicRec is open already, but it does not answer. Nothing was changed. "
        "Wait a moment and start it again, or end the other one first.",
    )


def check_window(base: Path | None = None, pictures: Path | None = None) -> int:
    """Open the real window, let it draw itself, and close it again; for `epicrec selfcheck`.

    Prints what was drawn. The exit code is 1 where nothing was. With `pictures`, a picture of every
    page is put into that folder: what a bundle really shows.
    """
    paths = Paths.under(base) if base is not None else Paths.default()
    window = build_window(paths)
    window.show()
    _let_it_draw(window)
    picture = window.grab().toImage()
    colors = {picture.pixel(x, 40) for x in range(picture.width())}
    platform = QApplication.platformName()
    if pictures is not None:
        _take_pictures(window, pictures)
    window.close()
    print(f"{platform}, {picture.width()} x {picture.height()}")  # noqa: T201
    return 0 if len(colors) > 1 else 1


def _let_it_draw(window: MainWindow, patience_ms: int = 0) -> None:
    """A moment, and where there is patience until no work is under way."""
    patience = QDeadlineTimer(patience_ms)
    end = QDeadlineTimer(_DRAW_MS)
    while not end.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)
        if window.tasks.busy and not patience.hasExpired():
            end = QDeadlineTimer(_DRAW_MS)


def _take_pictures(window: MainWindow, folder: Path) -> None:
    from epicrec_desktop.ui.common import posters  # noqa: PLC0415 - the first page comes without

    # Without a screen nothing asks for the posters of a later pass.
    folder.mkdir(parents=True, exist_ok=True)
    with posters.queue().at_once():
        for spec in page_specs():
            window.show_page(spec.key)
            _let_it_draw(window, _WORK_MS)
            window.grab().save(str(folder / f"{spec.key}.png"))


def _uncaught(
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
