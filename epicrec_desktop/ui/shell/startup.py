"""Startup: services built after the first paint, a hidden start, damaged settings reported."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.layouts import column
from epicrec_desktop.ui.common.messages import localized
from epicrec_desktop.ui.common.notices import NoticeStrip
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.tasks import LONG, Tasks
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.shell import tray

if TYPE_CHECKING:
    from epicrec_desktop.ui.shell.window import MainWindow
    from epicrec_desktop.wiring import Services

LOADING_NOTICE_MS = 400
"""Milliseconds until a notice: only a first run or an update takes longer to open."""


_tr = translator("MainWindow")


class ServiceLoader(QObject):
    """Builds the services on a worker; `blank` is shown meanwhile: nothing, then a sentence."""

    built = Signal(object)  # Services
    failed = Signal(str)  # a sentence

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self.pending: Callable[[], Services] | None = None
        """Builds the services after the next paint; None for nothing, as when the window closes."""
        self.services: Services | None = None
        self.loading_state = EmptyState(
            "scan", _tr("One moment"), _tr("Your library is being opened."), name="window.opening"
        )
        self.loading_state.hide()
        self.blank = QWidget()
        column(self.loading_state, parent=self.blank, margins=None)

    def after_paint(self) -> None:
        if self.pending is not None:
            build, self.pending = self.pending, None
            QTimer.singleShot(0, self, partial(self._start_build, build))

    def _start_build(self, build: Callable[[], Services]) -> None:
        def work(job: Job) -> None:
            # The worker stores the result itself: a closed window receives no signal.
            self.services = build()

        self._tasks.run(
            work, lambda _: self.built.emit(self.services), self.failed.emit, queue=LONG
        )
        # Never once it is deleted: the content replaced it, or an error did.
        QTimer.singleShot(LOADING_NOTICE_MS, self.loading_state, self.loading_state.show)


class DamageNotice(NoticeStrip):
    """Strip over the whole window that says what was damaged; hidden where nothing was.

    Its button emits `asked`; `button` returns its text.
    """

    asked = Signal()

    def __init__(self, *, name: str, button: Callable[[], str]) -> None:
        self._sentences: tuple[Message, ...] = ()
        self._button = button
        super().__init__("act", name=name)
        self.buttons["act"].clicked.connect(self.asked)

    def show_sentences(self, sentences: Iterable[Message], *, button: bool) -> None:
        """Show what was damaged, if anything was; `button`: whether something can be done."""
        self._sentences = tuple(sentences)
        self.retranslate()
        self.buttons["act"].setVisible(button)
        self.setVisible(bool(self._sentences))

    def retranslate(self) -> None:
        text = " ".join(map(localized, self._sentences))
        self.set_texts(text, self.tr("Close"), act=self._button())


TRAY_PATIENCE_MS, TRAY_POLL_MS = 10_000, 500
"""Milliseconds to wait for a tray: a panel may start after the program."""


class HiddenStartup(QObject):
    """Starts without a window, and shows it where no tray appears."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._left = TRAY_PATIENCE_MS
        self._timer = QTimer(self, interval=TRAY_POLL_MS)
        self._timer.timeout.connect(self._poll_tray)
        self.wanted = settings.tray and settings.wizard_step == "done"

    def begin(self) -> bool:
        """Start hidden; return False where the window must be shown."""
        if not self.wanted:
            return False
        loader = self._window.service_loader
        loader.failed.connect(self._window.show)
        # Nothing is painted, and the services are built all the same.
        loader.after_paint()
        if not tray.available():
            self._timer.start()
        return True

    def _poll_tray(self) -> None:
        self._left -= TRAY_POLL_MS
        if tray.available() or self._window.isVisible():
            self._timer.stop()
            self._window.tray.follow()
        elif self._left <= 0:
            self._timer.stop()
            self._window.show()


_SCAN_FUNCTION = "_mod_uses_pyside"


def skip_pyside_source_scan() -> None:
    """Let PySide assume that every module uses it, without its scan; not where PySide changed."""
    try:
        feature = importlib.import_module("shibokensupport.feature")
    except ImportError:
        return
    if hasattr(feature, _SCAN_FUNCTION):
        setattr(feature, _SCAN_FUNCTION, lambda _module: True)
