"""The scan under way, whoever asked for it: a page, the tray, or the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.tasks import LONG, Task, Tasks

if TYPE_CHECKING:
    from epicrec_desktop.services.scan import ScanResult
    from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class ScanReport:
    """What a scan has to say. `result` is None where no browser may be read."""

    sentence: str
    result: ScanResult | None
    automatic: bool

    @property
    def found(self) -> int:
        """Movies that are new in the library."""
        return self.result.new_suggested + self.result.new_confirmed if self.result else 0

    @property
    def should_notify(self) -> bool:
        """Whoever asked is always answered; a scan by itself speaks of new movies only."""
        return self.found > 0 or not self.automatic


class ScanController(QObject):
    """Runs one scan at a time. The page of movies and the tray observe it; neither owns it."""

    started = Signal(object)  # Task
    reported = Signal(object)  # ScanNews
    failed = Signal(str)  # a sentence
    ended = Signal()
    library_changed = Signal(object)  # the controller itself: who changed it

    def __init__(self, services: Services, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._tasks = tasks
        self._by_itself = False
        self.task: Task | None = None
        self.unseen_report: ScanReport | None = None
        """What the last scan said while no page was there to show it."""

    @property
    def running(self) -> bool:
        """Whether a scan is under way."""
        return self.task is not None

    def any_consented(self) -> bool:
        """Whether some browser that is there may be read; asks the database."""
        return any(known.consent and known.present for known in self._services.profiles.discover())

    def scan(self, *, automatic: bool = False) -> None:
        """Look through what is new in the browsers agreed to; `automatic`: nobody asked for it.

        While a scan is under way nothing more is begun.
        """
        if self.task is not None:
            return
        self._by_itself = automatic
        self.unseen_report = None
        self.task = self._tasks.run(
            lambda report, cancelled: (
                self._services.scan.scan(report=report, cancelled=cancelled)
                if self.any_consented()
                else None
            ),
            queue=LONG,
            on_result=self._scanned,
            on_error=self.failed.emit,
            on_finished=self._finished,
        )
        self.started.emit(self.task)

    def _scanned(self, result: ScanResult | None) -> None:
        news = ScanReport(self._sentence(result), result, self._by_itself)
        self.unseen_report = news
        self.reported.emit(news)
        if result is not None:
            self.library_changed.emit(self)

    def _sentence(self, result: ScanResult | None) -> str:
        if result is None:
            return self.tr(
                "EpicRec may not read any browser yet, so there was nothing to scan. "
                "Choose the browsers it may read."
            )
        found = result.new_suggested + result.new_confirmed
        if found:
            return wording.plural("ScanController", "%Ln new movies found.", found)
        return self.tr("Nothing new since the last scan.")

    def _finished(self) -> None:
        self.task = None
        self.ended.emit()
