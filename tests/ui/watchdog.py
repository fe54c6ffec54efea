"""Measures how long the event loop did not come round.

A timer is to tick every few milliseconds. Where it comes late, the loop was blocked: by work on the
screen's thread, or by a worker that held the interpreter lock. On a busy computer it may also be
late because the whole process had to wait for a processor; that is no fault of the program. So a
block counts as long as the process used a processor during it: the least of wall-clock time and
processor time of all its threads.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Qt, QTimer

TICK_MS = 4


@dataclass
class Blocks:
    """Every time the loop was late, in milliseconds: (counted, wall clock)."""

    late: list[tuple[float, float]] = field(default_factory=list)

    @property
    def longest(self) -> float:
        """The longest block that counts."""
        return max((counted for counted, _ in self.late), default=0.0)


class Watchdog(QObject):
    """Watches from `begin` to `end`."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._blocks = Blocks()
        self._last = (0.0, 0.0)

    def begin(self) -> None:
        """Watch from now on."""
        self._blocks = Blocks()
        self._last = (time.perf_counter(), time.process_time())
        self._timer.start()

    def _tick(self) -> None:
        now = (time.perf_counter(), time.process_time())
        wall, used = (1000 * (b - a) for a, b in zip(self._last, now, strict=True))
        self._last = now
        self._blocks.late.append((min(wall, used), wall))

    def end(self) -> Blocks:
        """What was seen."""
        self._tick()
        self._timer.stop()
        return self._blocks
