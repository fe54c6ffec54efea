"""Notices that the person is away: no key, no click, no movement over the program's windows."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

_LOOK_MS = 5_000
_SIGNS = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
    }
)


class IdleTimer(QObject):
    """`timed_out` once the person was away for `minutes`; 0 is never. Time asleep counts."""

    timed_out = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._minutes = 0
        self._last = (0.0, 0.0)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self.check)

    def watch(self, minutes: int) -> None:
        """Begin to count anew; 0 minutes stop it."""
        application = QApplication.instance()
        assert application is not None
        application.removeEventFilter(self)
        self._timer.stop()
        self._minutes = minutes
        if minutes > 0:
            self.user_active()
            application.installEventFilter(self)
            self._timer.start()

    def user_active(self) -> None:
        """The person is there."""
        self._last = _now()

    def check(self) -> None:
        """Tell, if the person was away for so long."""
        # One of the clocks stands still while the computer sleeps, the other one can be set.
        idle_s = max(now - last for now, last in zip(_now(), self._last, strict=True))
        if self._minutes and idle_s >= 60 * self._minutes:
            self.watch(0)
            self.timed_out.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Every sign of the person counts; none is held back."""
        if event.type() in _SIGNS:
            self.user_active()
        return False


def _now() -> tuple[float, float]:
    return time.monotonic(), time.time()
