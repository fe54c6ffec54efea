"""When the next scan by itself is due, counted from the last one, also over nights and restarts."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, QTimer

from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.scans import ScanController

_MINUTE_S = 60.0


class RescanSchedule:
    """Counts the minutes since the last scan; a computer that slept catches up at once."""

    def __init__(
        self,
        settings: Settings,
        last_scan: datetime | None,
        now: datetime,
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._settings = settings
        since = (now - last_scan).total_seconds() if last_scan else 0.0
        self._minutes = max(0, int(since // _MINUTE_S))
        self._clock = clock
        self._ticked = clock()

    def minute_passed(self) -> bool:
        """Called once a minute; whether a scan is due. Never where nobody asked for it."""
        asleep = int((self._clock() - self._ticked) // _MINUTE_S)
        self._ticked = self._clock()
        self._minutes += max(1, asleep)
        every = 0 if self._settings.rescans_paused else self._settings.rescan_minutes
        return every > 0 and self._minutes >= every

    def scanned(self) -> None:
        """A scan began: the next one is due an interval later."""
        self._minutes = 0


class RescanTimer(QObject):
    """Asks for a scan whenever one is due, and counts every scan, whoever asked for it.

    `allowed` is asked at that moment: during the first run nothing scans by itself.
    """

    def __init__(
        self,
        rescans: RescanSchedule,
        scans: ScanController,
        allowed: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rescans, self._scans, self._allowed = rescans, scans, allowed
        scans.started.connect(rescans.scanned)
        self.timer = QTimer(self)
        self.timer.setInterval(int(1000 * _MINUTE_S))
        self.timer.timeout.connect(self.minute_passed)
        self.timer.start()

    def minute_passed(self) -> None:
        """Scan again by itself, as often as the settings say."""
        if self._rescans.minute_passed() and self._allowed():
            self._scans.scan(automatic=True)
