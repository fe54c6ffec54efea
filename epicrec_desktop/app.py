"""Adds the screens to what wiring built.

`build_window` is the whole app for one base folder; everything in it has a stable object name
("nav.movies", "movies.confirm"), so that a test can find it with `findChild`.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QMainWindow

from epicrec_desktop import __version__, logs, resources, wiring
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui import icons
from epicrec_desktop.ui.tasks import log_unexpected, unexpected_sentence
from epicrec_desktop.ui.theme import Theme
from epicrec_desktop.ui.widgets.states import EmptyState
from epicrec_desktop.ui.window import MINIMUM, MainWindow

logger = logging.getLogger(__name__)
_DRAW_MS = 1000


def application() -> QApplication:
    """The one QApplication of this process, made if there is none."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    QApplication.setApplicationName("EpicRec")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("epicrec-desktop")
    return QApplication(sys.argv[:1])


def build_window(paths: Paths) -> MainWindow:
    """Build the whole app for these paths and return its window, not yet shown.

    Makes the QApplication if there is none, opens (and migrates) the database, and starts no event
    loop. At a first run the window holds the wizard (`wizard`), else the pages. Closing the window
    cancels all work, waits for it, and closes the database.

    Raises `EpicRecError` with a sentence if the database cannot be opened.
    """
    logs.configure(paths)
    running = application()
    translate(running, Settings.load(paths.settings).language)
    services = wiring.build(paths)
    try:
        return MainWindow(services)
    except BaseException:
        services.close()
        raise


def translate(running: QApplication, language: str) -> bool:
    """Speak the person's language where there is a translation; else English."""
    locale = QLocale.system() if language == "system" else QLocale(language)
    translator = QTranslator(running)
    folder = str(resources.path("translations"))
    return translator.load(locale, "epicrec", "_", folder) and running.installTranslator(translator)


class StartFailedWindow(QMainWindow):
    """Says why the app cannot open, and that nothing was changed."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.setObjectName("window.failed")
        self.setWindowTitle("EpicRec")
        self.setWindowIcon(icons.application_icon())
        self.setMinimumSize(*MINIMUM)
        state = EmptyState(
            "error", self.tr("EpicRec could not open"), sentence, self.tr("Quit"), name="failed"
        )
        state.action.connect(self.close)
        self.setCentralWidget(state)


def run(base: Path | None = None) -> int:
    """Open the window and run until it is closed; the process's exit code."""
    paths = Paths.under(base) if base is not None else Paths.default()
    running = application()
    sys.excepthook = _log_uncaught
    try:
        window: QMainWindow = build_window(paths)
    except (EpicRecError, OSError) as error:
        logger.error("The app could not open: %s", type(error).__name__)
        sentence = str(error) if isinstance(error, EpicRecError) else unexpected_sentence()
        Theme(running, Settings.load(paths.settings).appearance)
        window = StartFailedWindow(sentence)
    window.show()
    return running.exec()


def check_window(base: Path | None = None) -> int:
    """Open the real window, let it draw itself, and close it again; for `epicrec selfcheck`.

    Prints what was drawn. The exit code is 1 where nothing was.
    """
    paths = Paths.under(base) if base is not None else Paths.default()
    window = build_window(paths)
    window.show()
    end = QDeadlineTimer(_DRAW_MS)
    while not end.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)
    picture = window.grab().toImage()
    colors = {picture.pixel(x, 40) for x in range(picture.width())}
    platform = QApplication.platformName()
    window.close()
    print(f"{platform}, {picture.width()} x {picture.height()}")  # noqa: T201
    return 0 if len(colors) > 1 else 1


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Log where an error rose, without its text; Ctrl+C in a terminal ends the app."""
    if issubclass(kind, KeyboardInterrupt):
        QApplication.quit()
        return
    log_unexpected(error.with_traceback(trace))
