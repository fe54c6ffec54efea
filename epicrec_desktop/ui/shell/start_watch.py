"""Tells when a starting window was first painted, and when it could first be used.

For `epicrec bench start`. Moments are of the monotonic clock, which all processes of a computer
share: whoever started this one knows when.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer

if TYPE_CHECKING:
    from epicrec_desktop.ui.shell.window import MainWindow


class StartTimer(QObject):
    """Watches one window until it can be used, prints both moments as JSON, and closes it.

    First paint: the window has drawn itself and its events were answered. Usable: its first page
    is there and painted with what it loaded, nothing is under way, and events are answered.
    """

    def __init__(self) -> None:
        super().__init__()
        self._window: MainWindow | None = None
        self._moments: dict[str, float] = {}

    def follow(self, window: MainWindow) -> None:
        """Watch this window from before it is shown."""
        self._window = window
        window.installEventFilter(self)
        window.services_attached.connect(self._services_attached)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See the first paint. It has reached the screen when the event loop comes round again."""
        if event.type() == QEvent.Type.Paint and watched is self._window:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, lambda: self._note("first_paint"))
        return False

    def _services_attached(self) -> None:
        assert self._window is not None
        self._window.tasks.busy_changed.connect(self._rested)
        self._rested(self._window.tasks.busy)

    def _rested(self, busy: bool) -> None:
        if not busy and "usable" not in self._moments:
            # After the paint of what the last piece of work brought.
            QTimer.singleShot(0, self, self._paint_and_end)

    def _paint_and_end(self) -> None:
        window = self._window
        if window is None or window.tasks.busy or "usable" in self._moments:
            return
        window.repaint()
        self._note("usable")
        print(json.dumps(self._moments), flush=True)  # noqa: T201 - the benchmark reads it
        window.quit()

    def _note(self, name: str) -> None:
        self._moments.setdefault(name, time.monotonic())
