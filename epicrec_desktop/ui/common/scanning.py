"""Runs a scan for the window, and says what it found."""

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
    """Result of a scan for the user. `result` is None where no browser may be read."""

    sentence: str
    result: ScanResult | None
    automatic: bool

    @property
    def found(self) -> int:
        return self.result.new_suggested + self.result.new_confirmed if self.result else 0

    @property
    def should_notify(self) -> bool:
        return self.found > 0 or not self.automatic


class ScanController(QObject):
    """Runs one scan at a time. The movies page and the tray observe it; neither owns it."""

    started = Signal(object)  # Task
    reported = Signal(object)  # ScanReport
    failed = Signal(str)  # a sentence
    ended = Signal()
    library_changed = Signal(object)  # the sender: the controller itself

    def __init__(self, services: Services, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._tasks = tasks
        self._by_itself = False
        self.task: Task | None = None
        self.unseen_report: ScanReport | None = None
        """Report of the last scan that no page has shown yet."""

    @property
    def running(self) -> bool:
        return self.task is not None

    def any_consented(self) -> bool:
        """Return whether some browser that is present may be read; queries the database."""
        return any(known.consent and known.present for known in self._services.profiles.discover())

    def scan(self, *, automatic: bool = False) -> None:
        """Scan consented browsers, if no scan runs; `automatic`: the user did not ask for it."""
        if self.task is not None:
            return
        self._by_itself = automatic
        self.unseen_report = None
        self.task = self._tasks.run(
            lambda job: self._services.scan.scan(job=job) if self.any_consented() else None,
            queue=LONG,
            on_result=self._scanned,
            on_error=self.failed.emit,
            on_finished=self._finished,
        )
        self.started.emit(self.task)

    def _scanned(self, result: ScanResult | None) -> None:
        sentence = self.tr("Nothing new since the last scan.")
        if result is None:
            sentence = self.tr(
                "EpicRec may not read any browser yet, so there was nothing to scan. "
                "Choose the browsers it may read."
            )
        elif found := result.new_suggested + result.new_confirmed:
            sentence = wording.plural("ScanController", "%Ln new movies found.", found)
        self.unseen_report = ScanReport(sentence, result, self._by_itself)
        self.reported.emit(self.unseen_report)
        if result is not None:
            self.library_changed.emit(self)

    def _finished(self) -> None:
        self.task = None
        self.ended.emit()
