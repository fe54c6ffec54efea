"""Levels, the budget they are quantified to, and the preview of a release."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
    Progress,
)
from epicrec_desktop.privacy.families import Family
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.library import count_categories
from epicrec_desktop.services.mechanism_planner import Budget, Planner
from epicrec_desktop.services.periods import assign_periods, next_period, open_period, period_of
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.release_proposal import Proposal, ProposalView
from epicrec_desktop.services.releases import ReleaseService, level_chosen
from epicrec_desktop.store.choices import ChoiceRepository

__all__ = ["Budget", "Preview", "PrivacyService"]


@dataclass(frozen=True)
class Preview:
    """What would leave now. An example where months are to be drawn: its draw is thrown away.

    `proposal` is what the person agrees to; where `items` are the real list it names their bytes.
    Where it repeats, nothing is newly eligible and the stored bytes would be sent again: then
    `items` and `released_counts` are the stored ones.
    """

    proposal: Proposal
    budget: Budget | None  # None where nothing is perturbed
    true_counts: Mapping[str, int]  # confirmed movies per category, all 18
    released_counts: Mapping[str, int]  # movies of `items` per category
    items: tuple[Movie, ...]  # under our own titles
    open_items: int  # leave as they are: the receiver's catalog has them
    perturbed_items: int  # confirmed movies that only leave through noise
    withheld_items: int  # kept here: by level or by the person, or the receiver does not know them
    waiting_items: int  # of those that leave through noise: they wait for the next release window
    period: str  # "2026-11"
    next_period: str  # what all `waiting_items` wait for; "" where they wait for several
    made: str = ""  # of a repeat: the month the stored bytes were made in
    arrived: bool = False  # of a repeat: whether they were sent and answered before
    already_delivered: bool = False  # whether the receiver has these blurred counts already
    counted_before: int = 0  # a level of now keeps them back; in numbers made before it
    silenced_items: int = 0  # kept to oneself now; in numbers made before, if they were not then
    level_chosen: bool = True  # else nobody said yet what may leave
    later: str = ""  # of an example: the month of movies confirmed after the draw

    @property
    def confirmed_items(self) -> int:
        """All movies that were confirmed."""
        stored = self.withheld_items + self.counted_before + self.silenced_items
        return self.open_items + self.perturbed_items + stored

    @property
    def level(self) -> ReleaseLevel:
        """What the release is called."""
        return self.proposal.level

    @property
    def provider(self) -> str:
        """The name of who would get it."""
        return self.proposal.provider

    @property
    def repeat(self) -> bool:
        """Whether the stored bytes would be sent again."""
        return self.proposal.repeats

    @property
    def example(self) -> bool:
        """Whether `items` are an example, and not what will be sent.

        Where every month is drawn already the list follows from what was drawn: it is the real one.
        """
        return bool(self.proposal.due) and not self.repeat and self.level is not ReleaseLevel.NO

    @property
    def frozen(self) -> bool:
        """Whether `items` hold what was drawn for good and was not made a release yet."""
        blurred = self.proposal.mechanism is not None and self.level is not ReleaseLevel.NO
        return blurred and not self.example and not self.repeat


class PrivacyService:
    """The person's choice, and what it would release."""

    def __init__(
        self,
        context: ServiceContext,
        planner: Planner,
        providers: ProviderService,
        releases: ReleaseService,
    ) -> None:
        self._context = context
        self._planner = planner
        self._providers = providers
        self._releases = releases

    def choice(self) -> PrivacyChoice:
        """The stored choice (Perturbed overall at first)."""
        with self._context.database.read() as session:
            return ChoiceRepository(session).load()

    def chosen(self) -> bool:
        """Whether the person said what may leave: chose a level, or agreed to a release before.

        The window asks before anything could go elsewhere. In the terminal the command that names a
        release, and prints it, is the answer.
        """
        return level_chosen(self._context)

    def set_overall(self, level: ReleaseLevel) -> PrivacyChoice:
        """Choose the overall level."""
        return self._change(lambda choice: PrivacyChoice(level, choice.per_category))

    def set_category(self, category: str, level: ReleaseLevel | None) -> PrivacyChoice:
        """Choose a category's own level; None: follow the overall one again."""

        def change(choice: PrivacyChoice) -> PrivacyChoice:
            own = {name: stored for name, stored in choice.per_category.items() if name != category}
            if level is not None:
                own[category] = level
            return PrivacyChoice(choice.overall, own)

        return self._change(change)

    def restore(self, choice: PrivacyChoice) -> PrivacyChoice:
        """Put a choice in force, whole (undo, or "clear all categories")."""
        return self._change(lambda _: choice)

    def _change(self, change: Callable[[PrivacyChoice], PrivacyChoice]) -> PrivacyChoice:
        """Change the stored choice in one transaction, so that nobody's change is lost."""
        with self._context.database.write() as session:
            repository = ChoiceRepository(session)
            choice = change(repository.load())
            repository.save(choice)
            assign_periods(session, now=self._context.now(), choice=choice)
        return choice

    def mechanism(self) -> Family:
        """What windows are drawn with from now on (the improved one at first)."""
        return self._planner.family()

    def use_mechanism(self, family: Family) -> None:
        """Draw with this from the next window on; what was drawn stays as it is."""
        self._planner.use(family)

    def budget(
        self,
        choice: PrivacyChoice | None = None,
        *,
        job: Job = UNATTENDED,
    ) -> Budget | None:
        """The budget of a window under a choice (the stored one by default).

        Quantified once and kept; the same for every provider, who is given its trust's part of it.
        None where nothing is perturbed.
        """
        mechanism = self._planner.plan(choice or self.choice(), job=job)
        return Budget.of(mechanism) if mechanism is not None else None

    def preview(
        self,
        choice: PrivacyChoice | None = None,
        *,
        provider: str | None = None,
        job: Job = UNATTENDED,
    ) -> Preview:
        """What would leave for this choice, before anything leaves. Changes nothing."""
        connection = self._providers.connect(provider)
        view = self._releases.propose(connection, choice, job=job)
        shown = self._shown(connection, view)
        job.check()
        return shown

    def sample(
        self,
        proposal: Proposal,
        *,
        job: Job = UNATTENDED,
    ) -> Preview:
        """Draw the months that are due, for good, and show the real list. Nothing is sent.

        Until the call that draws it can be cancelled. Raises `AgreementError` where something else
        would be drawn than was shown, and `ProviderError`; nothing is drawn then.
        """
        connection = self._providers.connect(proposal.provider)
        job.report(Progress("Making the list"))
        view = self._releases.sample(connection, proposal, job=job)
        return self._shown(connection, view)

    def _shown(self, connection: Provider, view: ProposalView) -> Preview:
        proposal, inputs = view.proposal, view.inputs
        release_list = self._releases.release_list(view, connection)
        ids = release_list.items
        unknown = len(set(proposal.open_items).difference(ids))
        index = inputs.catalog.index
        movies = tuple(inputs.catalog.movies[index[wire_id]] for wire_id in ids if wire_id in index)
        now = self._context.now()
        waits = inputs.waiting
        blurs = inputs.mechanism is not None
        before, silenced = (inputs.counted_before, inputs.silenced) if blurs else (0, 0)
        made, arrived = self._releases.history(view)
        seen = release_list.sha256 if release_list.payload and not proposal.due else None
        return Preview(
            proposal=replace(proposal, sha256=seen),
            budget=_budget(inputs.mechanism, proposal.epsilon),
            true_counts=inputs.true_counts,
            released_counts=count_categories(movies),
            items=movies,
            open_items=inputs.classes[ItemClass.OPEN] - unknown,
            perturbed_items=inputs.classes[ItemClass.PERTURBED],
            withheld_items=inputs.classes[ItemClass.WITHHELD] + unknown - before - silenced,
            counted_before=before,
            silenced_items=silenced,
            waiting_items=sum(waits.values()),
            period=period_of(now),
            next_period=next_period(period_of(now)) if not waits else _only(waits),
            made=made,
            arrived=arrived,
            already_delivered=self._releases.already_delivered(view),
            level_chosen=self.chosen(),
            later=open_period({*inputs.sampled, *inputs.due}, now, max(inputs.due, default="")),
        )


def _only(waits: Mapping[str, int]) -> str:
    return next(iter(waits)) if len(waits) == 1 else ""


def _budget(mechanism: Mechanism | None, epsilon: Fraction | None) -> Budget | None:
    if mechanism is None or not epsilon:
        return None
    return Budget.of(mechanism.at(epsilon))
