"""Measure a running main window: time to first paint and to first use, and scrolling of the poster
wall.

`window_probe` runs this module in a child process.
"""

from __future__ import annotations

import json
import statistics
import time
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QListView

from epicrec_desktop.memory import peak_bytes

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
        print(json.dumps(self._moments), flush=True)
        window.quit()

    def _note(self, name: str) -> None:
        self._moments.setdefault(name, time.monotonic())


STEP_PX = 40
"""Of one frame: at 50 frames a second this is 2,000 pixels, two screens."""


class ScrollTimer(QObject):
    """Follows one window; prints what it measured as JSON, and closes it."""

    def __init__(self) -> None:
        super().__init__()
        self._window: MainWindow | None = None

    def follow(self, window: MainWindow) -> None:
        """Go to the wall of this window as soon as it is open."""
        self._window = window
        window.services_attached.connect(lambda: window.show_page("movies"))
        window.tasks.busy_changed.connect(self._rested)

    def _rested(self, busy: bool) -> None:
        if not busy:
            QTimer.singleShot(0, self, self._scroll_when_there)

    def _scroll_when_there(self) -> None:
        window = self._window
        wall = window.findChild(QListView, "movies.wall") if window is not None else None
        if window is None or wall is None or window.tasks.busy or not wall.isVisible():
            return
        window.tasks.busy_changed.disconnect(self._rested)
        print(json.dumps(scroll(wall)), flush=True)
        window.quit()


def scroll(wall: QListView) -> dict[str, Any]:
    """{posters, frames, seconds, cpu_s, slowest_ms, p99_ms, peak_mb} of a whole way down.

    `cpu_s` is the processor time of this thread: a busy computer adds to the others, hardly to it.
    """
    bar, viewport = wall.verticalScrollBar(), wall.viewport()
    viewport.repaint()
    times, used = [], time.thread_time()
    for place in range(0, bar.maximum(), STEP_PX):
        start = time.perf_counter()
        bar.setValue(place)
        QApplication.processEvents()
        viewport.repaint()
        times.append(time.perf_counter() - start)
    return {
        "posters": wall.model().rowCount(),
        "frames": len(times),
        "seconds": sum(times),
        "cpu_s": time.thread_time() - used,
        "p99_ms": 1e3 * statistics.quantiles(times, n=100)[-1],
        "slowest_ms": 1e3 * max(times),
        "peak_mb": _peak_mb(),
    }


def _peak_mb() -> float | None:
    """The most memory this process had, in 10⁶ bytes; None where the system does not tell."""
    most = peak_bytes()
    return most / 1e6 if most is not None else None
