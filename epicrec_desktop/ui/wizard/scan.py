"""Third step: reading the profiles agreed to."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from epicrec_desktop.services.scan import ScanResult
from epicrec_desktop.ui import words
from epicrec_desktop.ui.privacy_words import number
from epicrec_desktop.ui.tasks import Task, Tasks
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.progress import ProgressStrip
from epicrec_desktop.ui.widgets.states import Banner, EmptyState
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services


class ScanStep(Step):
    """Starts by itself; says what was found, and of each profile that was not read, why."""

    KEY = "scan"

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("Looking for movies"),
            self.tr("The history is copied, read and compared on this computer."),
        )
        self._task: Task | None = None
        self.result: ScanResult | None = None
        self.state = EmptyState("scan", "", "", name="wizard.scan.state")
        self.state.action.connect(self.start)
        self.progress = ProgressStrip(name="wizard.scan.progress")
        self._failures = QVBoxLayout()
        self._failures.setSpacing(2 * STEP)
        self.body.addWidget(self.state, 1)
        self.body.addWidget(self.progress)
        self.body.addLayout(self._failures)

    def enter(self) -> None:
        """Begin. Coming back reads what is new since."""
        self.start()

    def start(self) -> None:
        """Scan the profiles agreed to."""
        if self._task is not None:
            return
        self.result = None
        self.error.hide()
        self._clear_failures()
        self.state.show_state(
            "scan",
            self.tr("Reading your history…"),
            self.tr("Usually a few seconds. Nothing is sent."),
        )
        scan = self.services.scan
        self._task = self.tasks.run(
            lambda report, cancelled: scan.scan(report=report, cancelled=cancelled),
            on_result=self._found,
            on_error=self._failed,
            on_cancelled=self._stopped,
            on_finished=self._ended,
        )
        self.progress.follow(self._task, self.tr("Reading your history…"))
        self.changed.emit()

    def _found(self, result: ScanResult) -> None:
        self.result = result
        for place, (label, sentence) in enumerate(result.failures):
            banner = Banner("warning", name=f"wizard.scan.failure.{place}")
            self._failures.addWidget(banner)  # a widget shown before it has a parent is a window
            banner.show_text(f"{label}: {sentence}")
        read = self.tr("{visits} pages were compared, and forgotten again.").format(
            visits=number(result.visits)
        )
        if result.movies:
            found = words.plural("ScanStep", "%Ln movies found", result.movies)
            self.state.show_state("done", found, read)
        elif result.profiles:
            more = self.tr("You can add movies by hand in My movies.")
            self.state.show_state("empty", self.tr("No movies found"), f"{read} {more}")
        else:
            self.state.show_state(
                "error",
                self.tr("Nothing could be read"),
                self.tr("What stands below says why. You can try again, or go on without."),
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
            self.tr("Nothing of this scan was kept. You can start again, or go on without."),
            self.tr("Start again"),
        )

    def _ended(self) -> None:
        self._task = None
        self.changed.emit()

    def _clear_failures(self) -> None:
        while (item := self._failures.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()

    def can_go_on(self) -> bool:
        """Not while something is read."""
        return self._task is None

    def can_go_back(self) -> bool:
        """Not while something is read: Cancel first."""
        return self._task is None

    def next_text(self) -> str:
        """Going on without a result is possible."""
        found = self.result is not None and self.result.movies
        return self.tr("See the movies") if found else self.tr("Go on")

    def following(self, usual: str) -> str:
        """Nothing found by this scan or an earlier one: nothing to confirm."""
        return usual if self.result is not None and self.result.profiles else "level"
