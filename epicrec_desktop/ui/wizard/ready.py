"""Last step: what was set up, and the first recommendations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.tasks import IsCancelled, Report
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui.privacy_words import level_title, movies
from epicrec_desktop.ui.tasks import NETWORK, Task, Tasks
from epicrec_desktop.ui.widgets.progress import ProgressStrip
from epicrec_desktop.ui.widgets.states import EmptyState
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class Summary:
    """How things stand at the end of the first run."""

    confirmed: int
    level: ReleaseLevel
    provider: str


def summary(services: Services) -> Summary:
    """Ask the services; for a worker."""
    current = next((p.name for p in services.providers.all() if p.current), THIS_COMPUTER)
    confirmed = services.library.counts().get(LibraryStatus.CONFIRMED, 0)
    return Summary(confirmed, services.privacy.choice().overall, current)


class ReadyStep(Step):
    """Going on from here makes the first recommendations.

    Only with confirmed movies and This computer as provider does that release anything, and there
    it stays.
    """

    KEY = "ready"

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services, tasks, self.tr("All set"), self.tr("Your first recommendations are next.")
        )
        self._task: Task | None = None
        self.state = EmptyState("done", "", "", name="wizard.ready.state")
        self.progress = ProgressStrip(name="wizard.ready.progress")
        self.body.addWidget(self.state, 1)
        self.body.addWidget(self.progress)

    def enter(self) -> None:
        """Load the summary."""
        services = self.services
        self.tasks.run(
            lambda report, cancelled: summary(services),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def _show(self, now: Summary) -> None:
        heading = self.tr("{movies} confirmed · {level}").format(
            movies=movies(now.confirmed), level=level_title(now.level)
        )
        if not now.confirmed:
            sentence = self.tr(
                "Recommendations are ranked on this computer, and nothing is released: this "
                "month's release would be drawn without a movie of yours. Add movies in My movies "
                "first."
            )
        elif now.provider == THIS_COMPUTER:
            sentence = self.tr(
                "The provider is This computer: recommendations are made here, and nothing leaves."
            )
        else:
            sentence = self.tr(
                "Recommendations are ranked here first; nothing is sent to {name} until you "
                "release it in Privacy."
            ).format(name=now.provider)
        self.state.show_state("done", heading, sentence)

    def can_go_on(self) -> bool:
        """Not twice."""
        return self._task is None

    def can_go_back(self) -> bool:
        """Not while recommendations are made."""
        return self._task is None

    def next_text(self) -> str:
        """Where it leads."""
        return self.tr("Show my recommendations")

    def leave(self, then: Callable[[], object]) -> None:
        """Make the first recommendations, and go on whatever becomes of them."""
        services, recommend = self.services, self.services.recommend

        def work(report: Report, cancelled: IsCancelled) -> object:
            now = summary(services)
            # A window drawn without any movie is drawn for the whole month.
            if now.confirmed and now.provider == THIS_COMPUTER:
                return recommend.refresh(provider=THIS_COMPUTER, report=report, cancelled=cancelled)
            return recommend.rank_here(report=report)

        # An error is told by the Recommendations page, where it can be tried again.
        self._task = self.tasks.run(work, queue=NETWORK, on_finished=then)
        self.progress.follow(self._task, self.tr("Making recommendations…"))
        self.changed.emit()
