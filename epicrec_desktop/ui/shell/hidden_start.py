"""A start with the session: into the tray where there is one, else as always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.shell import tray

if TYPE_CHECKING:
    from epicrec_desktop.ui.shell.window import MainWindow

PATIENCE_MS, POLL_MS = 10_000, 500
"""A desktop's panel may come up after the programs that start with it."""


class HiddenStartup(QObject):
    """Begins without the window, and shows it where nobody could find it otherwise."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._left = PATIENCE_MS
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self._poll_tray)
        self.wanted = settings.tray and settings.wizard_step == "done"

    def begin(self) -> bool:
        """Whether the window stays hidden for now; else it is to be shown."""
        if not self.wanted:
            return False
        self._window.service_loader.failed.connect(self._window.show)
        self._window.service_loader.after_paint()  # nothing is drawn, and the services are built all the same
        if not tray.available():
            self._timer.start()
        return True

    def _poll_tray(self) -> None:
        self._left -= POLL_MS
        if tray.available() or self._window.isVisible():
            self._timer.stop()
            self._window.update_tray()
        elif self._left <= 0:
            self._timer.stop()
            self._window.show()
