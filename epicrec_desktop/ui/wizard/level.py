"""Fifth step: what may leave."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.privacy import Budget
from epicrec_desktop.ui import privacy_words
from epicrec_desktop.ui.tasks import NETWORK, Tasks
from epicrec_desktop.ui.widgets.level_cards import LevelCards
from epicrec_desktop.ui.widgets.text import Note
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services


class LevelStep(Step):
    """The three cards. The one chosen beforehand is the same for everybody."""

    KEY = "level"

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("What may leave this computer?"),
            self.tr("You can change this at any time, also for single categories of movies."),
        )
        self._choice = PrivacyChoice()
        self._confirmed = 0
        self._budget: Budget | None = None
        self.cards = LevelCards("wizard.level")
        self.cards.set_stacked(True)
        self.note = Note(
            self.tr(
                "Nothing is sent yet. Before anything leaves you see what it is, and afterwards "
                "you can read every byte in Activity."
            ),
            name="wizard.level.note",
        )
        self.body.addWidget(self.cards)
        self.body.addWidget(self.note)
        self.body.addStretch(1)

    def enter(self) -> None:
        """Load the stored choice, then what it means."""
        services = self.services

        def work(report: object, cancelled: object) -> tuple[PrivacyChoice, int]:
            confirmed = services.library.counts().get(LibraryStatus.CONFIRMED, 0)
            return services.privacy.choice(), confirmed

        self.tasks.run(work, on_result=self._show, on_error=self.error.show_text)
        self.tasks.run(
            lambda report, cancelled: services.privacy.budget(
                PrivacyChoice(ReleaseLevel.PERTURBED), report=report, cancelled=cancelled
            ),
            queue=NETWORK,
            on_result=self._show_budget,
        )

    def _show(self, loaded: tuple[PrivacyChoice, int]) -> None:
        self._choice, self._confirmed = loaded
        self.cards.show_level(self._choice.overall)
        self._draw()
        if self.isVisible():
            self.first_focus().setFocus()

    def _show_budget(self, budget: Budget | None) -> None:
        self._budget = budget
        self._draw()

    def _draw(self) -> None:
        words = {}
        for level in ReleaseLevel:
            note = ""
            if level is ReleaseLevel.PERTURBED and self._budget is not None:
                note = privacy_words.observer(self._budget)
            body = privacy_words.consequence(level, self._choice, self._confirmed)
            words[level] = (body, note)
        self.cards.set_words(words)

    def first_focus(self) -> QWidget:
        """The chosen card: arrows change it."""
        return self.cards.cards[self.cards.level() or ReleaseLevel.PERTURBED]

    def leave(self, then: Callable[[], object]) -> None:
        """Store the level."""
        level, privacy = self.cards.level(), self.services.privacy
        if level is None or level is self._choice.overall:
            then()
            return
        self.keep(lambda report, cancelled: privacy.set_overall(level), then)
