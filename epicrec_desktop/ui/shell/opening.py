"""From the frame to the services behind it: built on a worker, once the frame is on the screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from epicrec_desktop.ui.common.states import EmptyState
from epicrec_desktop.ui.common.tasks import LONG, Tasks

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

LOADING_NOTICE_MS = 400
"""Opening that takes longer than this is told; it is less but for a first run or an update."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("MainWindow", text)


class ServiceLoader(QObject):
    """`blank` is what is behind the frame meanwhile: nothing, then one sentence."""

    built = Signal(object)  # Services
    failed = Signal(str)  # a sentence

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._build: Callable[[], Services] | None = None
        self.services: Services | None = None
        self.loading_state: EmptyState | None = EmptyState(
            "scan",
            _tr("One moment"),
            _tr("Your library is being opened."),
            name="window.opening",
        )
        self.loading_state.hide()
        self.blank = QWidget()
        column = QVBoxLayout(self.blank)
        column.addWidget(self.loading_state)

    def wait_for_paint(self, build: Callable[[], Services]) -> None:
        """Build the services this way as soon as the frame is drawn."""
        self._build = build

    def after_paint(self) -> None:
        """The frame is drawn: the first time, go on to what is behind it."""
        if self._build is not None:
            build, self._build = self._build, None
            QTimer.singleShot(0, self, partial(self._start_build, build))

    def forget(self) -> None:
        """The window closes: nothing is to be built anymore."""
        self._build = None

    def _start_build(self, build: Callable[[], Services]) -> None:
        def work(report: Any, cancelled: Any) -> None:
            # Kept by the worker itself: a window that closes meanwhile hears of no result.
            self.services = build()

        self._tasks.run(
            work,
            queue=LONG,
            on_result=lambda _: self.built.emit(self.services),
            on_error=self._load_failed,
        )
        QTimer.singleShot(LOADING_NOTICE_MS, self, self._show_loading)

    def _show_loading(self) -> None:
        if self.loading_state is not None:
            self.loading_state.show()

    def _load_failed(self, sentence: str) -> None:
        self.loading_state = None  # something else is, in its place
        self.failed.emit(sentence)

    def end(self) -> None:
        """There is something to be seen: nothing more is told."""
        if self.loading_state is not None:
            self.loading_state.hide()
            self.loading_state = None
            self.blank.deleteLater()
