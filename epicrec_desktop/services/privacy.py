"""Levels, the budget they are quantified to, and the preview of a release."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.tasks import IsCancelled, Report, check, never, quiet
from epicrec_desktop.privacy.perturbation import Mechanism
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services.composition import compose_items
from epicrec_desktop.services.context import Context
from epicrec_desktop.services.copies import Held, Receiver, held_by, issue_copies
from epicrec_desktop.services.library import count_categories
from epicrec_desktop.services.planning import Budget, Kind, Planner, describe
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.releases import receiver_of
from epicrec_desktop.services.situation import read_situation
from epicrec_desktop.services.windows import assign_windows, next_window, window_of
from epicrec_desktop.store.choices import ChoiceRepository
from epicrec_desktop.store.ledger import LedgerRepository

__all__ = ["Budget", "Kind", "Preview", "PrivacyService"]


@dataclass(frozen=True)
class Preview:
    """What would leave now. An example where something is perturbed: the draw is thrown away.

    `repeat`: nothing is newly eligible, so the stored bytes would be sent again: then `items` and
    `released_counts` are the stored ones, not an example.
    """

    level: ReleaseLevel
    provider: str
    budget: Budget | None  # None where nothing is perturbed
    true_counts: Mapping[str, int]  # confirmed movies per category, all 18
    released_counts: Mapping[str, int]  # movies of `items` per category
    items: tuple[Movie, ...]
    open_items: int
    perturbed_items: int  # confirmed movies that only leave through noise
    withheld_items: int
    waiting_items: int  # wait for the next release window
    window: str  # "2026-11"
    next_window: str
    example: bool
    repeat: bool
    first: bool = False  # nothing was released from this database yet: what another knows adds


class PrivacyService:
    """The person's choice, and what it would release."""

    def __init__(
        self,
        context: Context,
        planner: Planner,
        providers: ProviderService,
        source: BitSource,
    ) -> None:
        self._context = context
        self._planner = planner
        self._providers = providers
        self._source = source

    def choice(self) -> PrivacyChoice:
        """The stored choice (Perturbed overall at first)."""
        with self._context.database.read() as session:
            return ChoiceRepository(session).load()

    def set_overall(self, level: ReleaseLevel) -> PrivacyChoice:
        """Choose the overall level."""
        return self._change(lambda choice: PrivacyChoice(level, choice.per_category))

    def set_category(self, category: str, level: ReleaseLevel | None) -> PrivacyChoice:
        """Choose a category's own level; None: follow the overall one again."""

        def change(choice: PrivacyChoice) -> PrivacyChoice:
            own = {name: kept for name, kept in choice.per_category.items() if name != category}
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
            assign_windows(session, now=self._context.now(), choice=choice)
        return choice

    def mechanism(self) -> Kind:
        """The mechanism that windows are drawn with from now on (the improved one at first)."""
        return self._planner.kind()

    def use_mechanism(self, kind: Kind) -> None:
        """Draw with this mechanism from the next window on; what was drawn stays as it is."""
        self._planner.use(kind)

    def budget(
        self,
        choice: PrivacyChoice | None = None,
        *,
        provider: str | None = None,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> Budget | None:
        """What the provider may learn from a window under a choice (the stored one by default).

        Its trust's fraction of the quantified budget, which is computed once and kept. None where
        nothing is perturbed.
        """
        connection = self._providers.connect(provider)
        mechanism = self._planner.plan(
            connection.catalog(), choice or self.choice(), report=report, cancelled=cancelled
        )
        with self._context.database.read() as session:
            return _told_budget(mechanism, receiver_of(session, connection))

    def preview(
        self,
        choice: PrivacyChoice | None = None,
        *,
        provider: str | None = None,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> Preview:
        """What would leave for this choice, before anything leaves. Changes nothing."""
        connection = self._providers.connect(provider)
        choice = choice or self.choice()
        catalog = connection.catalog()
        mechanism = self._planner.plan(catalog, choice, report=report, cancelled=cancelled)
        now = self._context.now()
        with self._context.database.write() as session:
            # Windows are assigned on trial and rolled back: a preview must not fix anything.
            with session.begin_nested() as trial:
                situation = read_situation(session, catalog, choice, mechanism, now)
                trial.rollback()
            stored = LedgerRepository(session).find(
                connection.name, situation.basis(situation.drawn, connection.address)
            )
            first = not LedgerRepository(session).entries()
            receiver = receiver_of(session, connection)
        nothing = choice.summary(catalog.categories) is ReleaseLevel.NO
        repeat = stored is not None and not situation.due
        items: tuple[str, ...] = ()
        held: Mapping[str, Held] = {}
        if repeat and stored is not None:
            items, held = stored.items, held_by(receiver, situation.drawn)
        elif not nothing:
            held = held_by(receiver, issue_copies(situation, receiver, self._source, now))
            items = compose_items(situation, held, self._source)
        check(cancelled)
        movies = tuple(catalog.movies[catalog.index[wire_id]] for wire_id in items)
        return Preview(
            level=ReleaseLevel.NO if nothing else situation.level,
            provider=connection.name,
            budget=_told_budget(mechanism, receiver, held),
            true_counts=situation.true_counts,
            released_counts=count_categories(movies),
            items=movies,
            open_items=situation.classes[ItemClass.OPEN],
            perturbed_items=situation.classes[ItemClass.PERTURBED],
            withheld_items=situation.classes[ItemClass.WITHHELD],
            waiting_items=situation.waiting,
            window=window_of(now),
            next_window=next_window(window_of(now)),
            example=mechanism is not None and not repeat and not nothing,
            repeat=repeat and not nothing,
            first=first and not nothing,
        )


def _told_budget(
    mechanism: Mechanism | None, receiver: Receiver, held: Mapping[str, Held] | None = None
) -> Budget | None:
    """What the receiver may learn: from all that it holds, or without that from a new window."""
    if mechanism is None:
        return None
    epsilon = mechanism.epsilon * receiver.trust
    if held:  # copies stay as they were issued, whatever levels and trust are by now
        epsilon = max(copy.mechanism.epsilon for copy in held.values())
    return describe(mechanism.at(epsilon))
