"""Wizard step that scans the ticked browsers; it starts and continues by itself."""

from __future__ import annotations

from dataclasses import dataclass

from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.scan import ScanResult
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.layouts import add_items, column
from epicrec_desktop.ui.common.page import Banner, EmptyState
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import Task, Tasks
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class ScanOutcome:
    """Result of a scan, and whether there is any movie to ask about, from this scan or before."""

    result: ScanResult
    to_ask: bool


def scan_profiles(services: Services, job: Job) -> ScanOutcome:
    """Scan the consented profiles; runs on a worker."""
    result = services.scan.scan(job=job)
    entries = services.library.entries()
    asked = {LibraryStatus.SUGGESTED, LibraryStatus.CONFIRMED}
    to_ask = any(e.status in asked and e.decision is not Decision.WHICH for e in entries)
    return ScanOutcome(result, to_ask)


class ScanStep(Step):
    """Step that stays only where nothing was found, and says why; shows the problems of the last
    scan.
    """

    KEY = "scan"
    PROGRESS_INDEX = 1
    AUTOMATIC = True

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(services, tasks, self.tr("Looking for movies"), "")
        self._task: Task | None = None
        self._found = False
        self.problems: list[str] = []
        self.state = EmptyState("scan", "", "", name="wizard.scan.state")
        self.state.action.connect(self.start)
        self.progress = ProgressStrip(name="wizard.scan.progress")
        self._failures = column(spacing=2 * STEP)
        add_items(self.body, (self.state, 1), self.progress, self._failures)

    def enter(self) -> None:
        """Start a scan; coming back scans for new visits."""
        self.start()

    def start(self) -> None:
        """Scan the consented profiles."""
        if self._task is not None:
            return
        self._found, self.problems = False, []
        self.error.hide()
        self._clear_failures()
        self.state.show_state(
            "scan",
            self.tr("Reading your history…"),
            self.tr("Usually a few seconds. Nothing is sent."),
        )
        services = self.services
        self._task = self.tasks.run(
            lambda job: scan_profiles(services, job),
            on_result=self._take,
            on_error=self._failed,
            on_cancelled=self._stopped,
            on_finished=self._ended,
        )
        self.progress.follow(self._task, self.tr("Reading your history…"))
        self.changed.emit()

    def _take(self, found: ScanOutcome) -> None:
        self.problems = messages.scan_problems(found.result)
        self._found = found.to_ask
        if self._found:
            return
        for place, sentence in enumerate(self.problems):
            banner = Banner("warning", name=f"wizard.scan.failure.{place}")
            self._failures.addWidget(banner)  # a widget shown without a parent is a window
            banner.show_text(sentence)
        if found.result.profiles:
            read = self.tr("{visits} pages were compared, and forgotten again.").format(
                visits=number(found.result.visits)
            )
            self.state.show_state("empty", self.tr("No movies found"), read)
        else:
            self.state.show_state(
                "error",
                self.tr("Nothing could be read"),
                self.tr("The reason is below."),
                self.tr("Try again"),
            )

    def _failed(self, sentence: str) -> None:
        self.state.show_state(
            "error", self.tr("The scan did not finish"), sentence, self.tr("Try again")
        )

    def _stopped(self) -> None:
        self.state.show_state(
            "scan",
            self.tr("Stopped"),
            self.tr("Nothing of this scan was kept."),
            self.tr("Start again"),
        )

    def _ended(self) -> None:
        self._task = None
        self.changed.emit()
        if self._found:
            self.answered.emit()

    def _clear_failures(self) -> None:
        while (item := self._failures.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()

    def handle_escape(self) -> bool:
        """Cancel the scan."""
        if self._task is None:
            return False
        self.progress.cancel.click()
        return True

    def can_continue(self) -> bool:
        """Return whether no scan is running."""
        return self._task is None

    def can_go_back(self) -> bool:
        """Return whether no scan is running: cancel first."""
        return self._task is None

    def next_text(self) -> str:
        """Return the text of the next button: without found movies, the user picks some."""
        return self.tr("Pick movies I liked")

    def next_key(self) -> str:
        """Return the next step: confirm found movies, or pick some."""
        return "movies" if self._found else "pick"
