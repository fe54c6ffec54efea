"""The user's privacy levels, and the budget they are quantified to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.periods import assign_periods
from epicrec_desktop.store.choices import ChoiceRepository
from epicrec_desktop.store.ledger import LedgerRepository

if TYPE_CHECKING:  # NumPy comes with them, and the window reads the choice at its start
    from epicrec_desktop.privacy.families import Family
    from epicrec_desktop.services.asked_question import Counting
    from epicrec_desktop.services.mechanism_planner import Budget, Planner


class PrivacyService:
    """Reads and changes the privacy levels."""

    def __init__(self, context: ServiceContext, planner: Callable[[], Planner]) -> None:
        self._context = context
        self._planner = planner

    def choice(self) -> PrivacyChoice:
        """Return the stored choice (Perturbed overall at first)."""
        return stored_choice(self._context)

    def chosen(self) -> bool:
        """Return whether the user chose a level, or agreed to a release elsewhere before.

        The window asks before anything could leave. In the terminal the command that names a
        release, and prints it, is the answer.
        """
        return level_chosen(self._context)

    def set_overall(self, level: ReleaseLevel) -> PrivacyChoice:
        """Choose the overall level."""
        return self._change(lambda choice: PrivacyChoice(level, choice.per_category), overall=True)

    def set_category(self, category: str, level: ReleaseLevel | None) -> PrivacyChoice:
        """Choose a category's own level; None: follow the overall one again."""

        def change(choice: PrivacyChoice) -> PrivacyChoice:
            own = {name: stored for name, stored in choice.per_category.items() if name != category}
            if level is not None:
                own[category] = level
            return PrivacyChoice(choice.overall, own)

        return self._change(change)

    def restore(self, choice: PrivacyChoice, *, overall: bool = True) -> PrivacyChoice:
        """Put a choice in force, whole; `overall`: that level was chosen (undo: not always)."""
        return self._change(lambda _: choice, overall=overall)

    def set_all(self, level: ReleaseLevel | None) -> PrivacyChoice:
        """Choose the same own level for every category; None: all follow the overall one again."""
        own = {} if level is None else dict.fromkeys(CATEGORIES, level)
        return self._change(lambda choice: PrivacyChoice(choice.overall, own))

    def _change(
        self, change: Callable[[PrivacyChoice], PrivacyChoice], *, overall: bool | None = None
    ) -> PrivacyChoice:
        """Change the stored choice in one transaction, so that nobody's change is lost.

        `overall`: whether that level is chosen then; None: as before.
        """
        with self._context.database.write() as session:
            repository = ChoiceRepository(session)
            choice = change(repository.load())
            repository.save(
                choice, overall=repository.overall_chosen() if overall is None else overall
            )
            assign_periods(session, choice=choice)
        return choice

    def mechanism(self) -> Family:
        """Return the family that periods are sampled with from now on."""
        return self._planner().family()

    def counting(self) -> Counting:
        """Return what movies are counted in from the next period on. Raises `CatalogError`."""
        from epicrec_desktop.services.asked_question import counting_of  # noqa: PLC0415

        catalog = self._context.catalog().catalog
        return counting_of(self.mechanism(), self._context.paths, catalog)

    def use_mechanism(self, family: Family) -> None:
        """Sample with this family from the next period on; existing samples stay."""
        self._planner().use(family)

    def budget(
        self, choice: PrivacyChoice | None = None, *, job: Job = UNATTENDED
    ) -> Budget | None:
        """Return the budget of a period under a choice (the stored one by default).

        Quantified once and stored; the same for every provider, whose trust tier decides its part.
        None where nothing is perturbed.
        """
        from epicrec_desktop.services.asked_question import asked_question  # noqa: PLC0415
        from epicrec_desktop.services.mechanism_planner import Budget  # noqa: PLC0415

        choice = choice or self.choice()
        mechanism = self._planner().plan(choice, job=job)
        if mechanism is None:
            return None
        catalog = self._context.catalog().catalog
        return Budget.of(
            mechanism, asked_question(self._context.paths, catalog, mechanism.question)
        )


def level_chosen(context: ServiceContext) -> bool:
    """Return whether the user chose a level or agreed to a release elsewhere before."""
    with context.database.read() as session:
        if ChoiceRepository(session).chosen():
            return True
        return bool(LedgerRepository(session).receivers().keys() - {THIS_COMPUTER})


def stored_choice(context: ServiceContext) -> PrivacyChoice:
    """Return the levels in force."""
    with context.database.read() as session:
        return ChoiceRepository(session).load()
