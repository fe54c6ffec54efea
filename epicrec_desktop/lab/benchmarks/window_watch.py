"""Timers for a running main window: first paint and first use, scrolling of the posters, and how
long a scan, and the first visit of each page, stop the event loop.

`window_probe` opens the window with one of them.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QListView

from epicrec_desktop.memory import peak_bytes

if TYPE_CHECKING:
    from epicrec_desktop.ui.shell.window import MainWindow

STEP_PX = 40
"""Scrolled per frame: 2,000 pixels a second at 50 frames a second, two screens."""

TICK_MS = 4
"""Interval of the timer that notices a stopped event loop."""

REST_MS = 1_500
"""Milliseconds without a task after which a step is done: pages load others after a while."""

OPENING = "opening"
"""The step in which the first page loads, and the window prepares the others."""


class StartTimer(QObject):
    """Times a window that is not shown yet, prints both moments as JSON, and closes it.

    First paint: the window has painted itself and handled its events. Usable: its first page has
    painted the data that it loaded, no task is running, and events are handled.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._moments: dict[str, float] = {}
        window.installEventFilter(self)
        window.services_attached.connect(self._services_attached)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note the first paint, which is on the screen in the next round of the event loop."""
        if event.type() == QEvent.Type.Paint and watched is self._window:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, lambda: self._note("first_paint"))
        return False

    def _services_attached(self) -> None:
        self._window.tasks.busy_changed.connect(self._busy_changed)
        self._busy_changed(self._window.tasks.busy)

    def _busy_changed(self, busy: bool) -> None:
        if not busy and "usable" not in self._moments:
            # After the result of the last task was painted.
            QTimer.singleShot(0, self, self._paint_and_quit)

    def _paint_and_quit(self) -> None:
        window = self._window
        if window.tasks.busy or "usable" in self._moments:
            return
        window.repaint()
        self._note("usable")
        print(json.dumps(self._moments), flush=True)
        window.quit()

    def _note(self, name: str) -> None:
        self._moments.setdefault(name, time.monotonic())


class ScrollTimer(QObject):
    """Opens the poster wall of a window, scrolls it, prints the figures as JSON, and closes it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.services_attached.connect(lambda: window.show_page("movies"))
        window.tasks.busy_changed.connect(self._busy_changed)

    def _busy_changed(self, busy: bool) -> None:
        if not busy:
            QTimer.singleShot(0, self, self._scroll_when_shown)

    def _scroll_when_shown(self) -> None:
        window = self._window
        wall = window.findChild(QListView, "movies.wall")
        if wall is None or window.tasks.busy or not wall.isVisible():
            return
        window.tasks.busy_changed.disconnect(self._busy_changed)
        print(json.dumps(scroll(wall)), flush=True)
        window.quit()


def scroll(wall: QListView) -> dict[str, Any]:
    """Scroll to the end; return {posters, frames, seconds, cpu_s, slowest_ms, p99_ms, peak_mb}.

    `cpu_s` is the processor time of this thread, which other programs hardly affect.
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
    peak = peak_bytes()
    return None if peak is None else peak / 1e6


class BlockTimer(QObject):
    """Does one thing after the other in a window, times how long each stops its event loop, prints
    {ticks, longest_ms, longest_cpu_ms, cpu_s, peak_mb} of each as JSON, and closes the window.

    The loop is stopped while a timer comes late: by work on the window's thread, or by a worker
    that holds the interpreter lock. `longest_cpu_ms` counts the processor time of that thread
    alone, so that waiting for a busy processor is no block. `cpu_s` is the processor time of all
    threads of the process; the timer itself has a part in it. `peak_mb` is the most memory so far.
    The first step is `OPENING`.
    """

    def __init__(self, window: MainWindow, steps: Mapping[str, Callable[[], object]]) -> None:
        super().__init__(window)
        self._window = window
        self._steps = {OPENING: lambda: None, **steps}
        self._late: list[tuple[float, float]] = []
        self._last = (0.0, 0.0)
        self._begun = 0.0
        self._found: dict[str, dict[str, float | None]] = {}
        self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._next)
        window.services_attached.connect(self._next)
        window.tasks.busy_changed.connect(lambda _busy: self._rest.start())

    def _tick(self) -> None:
        now = (time.perf_counter(), time.thread_time())
        wall, used = (1e3 * (b - a) for a, b in zip(self._last, now, strict=True))
        self._last = now
        self._late.append((wall, min(wall, used)))

    def _next(self) -> None:
        """End the step that is done, and begin another one, or close the window."""
        if self._window.tasks.busy and self._found:
            return
        if self._found:
            self._tick()
            wall, used = zip(*self._late, strict=True)
            self._found[next(reversed(self._found))] = {
                "ticks": len(wall),
                "longest_ms": max(wall),
                "longest_cpu_ms": max(used),
                "cpu_s": time.process_time() - self._begun,
                "peak_mb": _peak_mb(),
            }
        if not self._steps:
            print(json.dumps(self._found), flush=True)
            self._window.quit()
            return
        name = next(iter(self._steps))
        self._found[name], self._late = {}, []
        self._last = (time.perf_counter(), time.thread_time())
        self._begun = time.process_time()
        self._timer.start()
        QTimer.singleShot(0, self, self._steps.pop(name))
        self._rest.start()


def watch_scan(window: MainWindow) -> None:
    """Time the blocks of a scan, on the page of movies."""

    def scan() -> None:
        window.context.scans.scan()  # which is there by then

    BlockTimer(window, {"movies": partial(window.show_page, "movies"), "scan": scan})


def watch_pages(window: MainWindow) -> None:
    """Time the blocks of the first visit of each page, and of one more."""
    BlockTimer(
        window,
        {
            f"{key} {visit}": partial(window.show_page, key)
            for visit in ("first", "again")
            for key in window.stack.titles
        },
    )
