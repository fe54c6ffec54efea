"""Levels, the ledger, contacts, and what a release told, in memory."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.domain.release import THIS_COMPUTER, Release
from epicrec_desktop.privacy.families import IMPROVED, LEARNED, Family
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services.asked_question import Cell, Counting, default_counting
from epicrec_desktop.services.ledger import LedgerEntry
from epicrec_desktop.services.mechanism_planner import Budget
from epicrec_desktop.services.period_calendar import Calendar, Month, Spending
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.services.release_difference import ReceiverKnowledge, compare
from epicrec_desktop.services.release_proposal import FIRST, Preview, Proposal
from epicrec_desktop.services.release_summary import ReleaseSummary
from epicrec_desktop.services.release_worth import Worth
from ui.fakes.base import CLUB, CONFIRMED, FakeService
from ui.fakes.films import EPSILON, NOW, counted, release


class FakePrivacy(FakeService):
    """Levels; a preview drawn anew at every call, unless the window was drawn."""

    def _begin(self) -> None:
        self.stored = PrivacyChoice()
        self.previews: list[PrivacyChoice] = []
        self.family: Family = IMPROVED
        self.draws = random.Random(5)
        self.answered = True  # whether the person ever chose a level
        self.sampled: tuple[Movie, ...] | None = None  # what the real list has beside open movies

    def chosen(self) -> bool:
        return self.answered

    def choice(self) -> PrivacyChoice:
        self.enter("privacy.choice")
        return self.stored

    def mechanism(self) -> Family:
        self.enter("privacy.mechanism")
        return self.family

    def counting(self) -> Counting:
        self.enter("privacy.counting")
        if self.family is not LEARNED:
            return Counting(self.family)
        cells = (Cell("Old Hollywood", ("Citizen Kane (1941)",), ()),)
        return replace(default_counting(), cells=cells)

    def use_mechanism(self, family: Family) -> None:
        self.enter("privacy.use_mechanism")
        self.family = family

    def set_overall(self, level: ReleaseLevel) -> PrivacyChoice:
        return self.restore(PrivacyChoice(level, self.stored.per_category))

    def set_category(self, category: str, level: ReleaseLevel | None) -> PrivacyChoice:
        own = {k: v for k, v in self.stored.per_category.items() if k != category}
        if level is not None:
            own[category] = level
        return self.restore(PrivacyChoice(self.stored.overall, own))

    def restore(self, choice: PrivacyChoice) -> PrivacyChoice:
        self.enter("privacy.restore")
        self.answered = True
        self.stored = choice
        return choice

    def budget(self, choice=None, *, job=UNATTENDED) -> Budget | None:
        choice = choice or self.stored
        blurred = [c for c in CATEGORIES if choice.level(c) is ReleaseLevel.PERTURBED]
        if not blurred:
            return None
        name = self.family.names[0 if len(blurred) == len(CATEGORIES) else 1]
        return Budget(EPSILON, name, self.family.key, dict.fromkeys(blurred, 7.8))

    def proposal(self, choice: PrivacyChoice, provider: ProviderInfo) -> Proposal:
        """What a release now would be, as the real service says it."""
        budget = self.budget(choice)
        level = choice.summary(CATEGORIES)
        opened = (m for m in self.confirmed() if choice.classify(m.categories) is ItemClass.OPEN)
        stored = self.services.ledger.of_level(level)
        return Proposal(
            provider=provider.name,
            address=provider.address,
            choice=choice,
            stored=self.stored,
            level=level,
            open_items=tuple(sorted(str(m.wire_id) for m in opened)),
            epsilon=budget.epsilon if budget is not None else None,
            mechanism=budget.mechanism if budget is not None else None,
            repeats=stored is not None,
            due=("2026-11",) if budget and stored is None and self.sampled is None else (),
            warnings=() if self.services.ledger.rows else (FIRST,),
        )

    def confirmed(self) -> list[Movie]:
        """The movies of the library that the person said yes to."""
        return [e.movie for e in self.services.kept().values() if e.status is CONFIRMED]


class FakeReleases(FakeService):
    """Says what a release now would be, and which entry it would send again."""

    def propose(self, choice=None, *, provider=None, job=UNATTENDED) -> Proposal:
        privacy = self.services.privacy
        return privacy.proposal(choice or privacy.stored, self.services.providers.connect(provider))

    def repeat(self, connection, *, job=UNATTENDED) -> Release | None:
        kept = self.services.ledger.of_level(self.propose(provider=connection.name).level)
        return kept.release if kept is not None else None

    def preview(self, choice=None, *, provider=None, job=UNATTENDED) -> Preview:
        self.enter("releases.preview", job)
        privacy = self.services.privacy
        choice = choice or privacy.stored
        privacy.previews.append(choice)
        confirmed, catalog = privacy.confirmed(), self.services.catalog
        classes = [choice.classify(m.categories) for m in confirmed]
        opened = [m for m, k in zip(confirmed, classes, strict=True) if k is ItemClass.OPEN]
        blurred = classes.count(ItemClass.PERTURBED)
        pool = [m for m in catalog if choice.classify(m.categories) is ItemClass.PERTURBED]
        size = min(len(pool), max(0, blurred + privacy.draws.randint(-3, 3))) if blurred else 0
        items = (*opened, *privacy.draws.sample(pool, size))
        if privacy.sampled is not None and blurred:
            items = (*opened, *privacy.sampled)
        stored = self.services.ledger.of_level(choice.summary(CATEGORIES))
        delivered = ReceiverKnowledge(
            frozenset(str(m.wire_id) for m in opened),
            frozenset({(None, "Drama", 12.34)}),
            frozenset({"a list"}),
        )
        if stored:
            items = tuple(m for m in catalog if m.wire_id in stored.release.items)
        return Preview(
            proposal=privacy.proposal(choice, self.services.providers.connect(provider)),
            budget=privacy.budget(choice),
            worth=Worth(len(confirmed), 78, 62, "War", 53),
            true_counts=counted(confirmed),
            released_counts=counted(items),
            items=items,
            difference=compare(
                [str(m.wire_id) for m in opened],
                {"Drama": 12.34} if blurred else {},
                "a list",
                delivered if stored and stored.sent else ReceiverKnowledge(),
            ),
            open_items=len(opened),
            perturbed_items=blurred,
            withheld_items=classes.count(ItemClass.WITHHELD),
            waiting_items=3,
            period="2026-11",
            next_period="2026-12",
            level_chosen=privacy.answered,
            made=f"{stored.release.created:%Y-%m}" if stored else "",
            arrived=bool(stored and stored.sent),
            later="2026-12",
        )

    def sample(self, proposal, *, job=UNATTENDED) -> Preview:
        self.enter("releases.sample", job)
        privacy = self.services.privacy
        shown = self.preview(proposal.choice, provider=proposal.provider)
        if proposal.due and privacy.sampled is None:
            privacy.sampled = shown.items[shown.open_items :]
        return self.preview(proposal.choice, provider=proposal.provider)


class FakeLedger(FakeService):
    """Releases that were made."""

    def _begin(self) -> None:
        self.rows: list[LedgerEntry] = []

    def entries(self) -> list[LedgerEntry]:
        self.enter("ledger.entries")
        return sorted(self.rows, key=lambda e: e.release.created, reverse=True)

    def calendar(self) -> Calendar:
        """October and November were released, and three movies wait for December."""
        if not self.rows:
            return Calendar((Month("2026-11", 3, None, (), True),), "2026-11", 0)
        months = (
            Month("2026-10", 21, NOW - timedelta(days=30), (CLUB,), False),
            Month("2026-11", 24, NOW - timedelta(days=2), (CLUB, "Cinema"), False),
            Month("2026-12", 3, None, (), True),
        )
        return Calendar(months, "2026-11", 3)

    def spending(self) -> Spending:
        """Two providers, one of them trusted with half."""
        if not self.rows:
            return Spending(None, {})
        whole, half = PosteriorBound.of(EPSILON), PosteriorBound.of(EPSILON / 2)
        return Spending(whole, {CLUB: whole, "Cinema": half})

    def of_level(self, level: ReleaseLevel) -> LedgerEntry | None:
        """The release of this window at this level, if there is one."""
        return next((e for e in self.rows if e.release.level is level), None)

    def filled(self) -> FakeLedger:
        """With three releases to two providers, one of which failed last time."""
        some, blurred = self.services.catalog, ReleaseLevel.PERTURBED
        silent = f"{CLUB} did not answer in time. The release is kept; send it again later."
        twice = (NOW - timedelta(days=2), NOW - timedelta(hours=3))
        here = release(1, THIS_COMPUTER, ReleaseLevel.ALL, some[:26])
        self.rows = [
            LedgerEntry(release(3, CLUB, blurred, some[:24]), twice, None),
            LedgerEntry(release(2, CLUB, blurred, some[3:20]), (), silent),
            LedgerEntry(here, (NOW - timedelta(days=60),), None),
        ]
        return self


class FakeReleaseSummaries(FakeService):
    """What a release told: its open movies, and a list that fits made-up numbers."""

    def release_summary(self, release: Release) -> ReleaseSummary:
        labels = {m.wire_id: m.label for m in self.services.catalog}
        named = release.open_items
        rest = [i for i in release.items if i not in named]
        blurred = release.epsilon is not None
        return ReleaseSummary(
            named=tuple(labels[i] for i in named),
            guessed=tuple(labels[i] for i in rest),
            numbers={"Drama": 12.34, "Sci-Fi": 3.5} if blurred else {},
            counted=tuple(m.label for m in self.services.catalog[:6]) if blurred else (),
            excluded=tuple(m.label for m in self.services.catalog[6:9]),
            unsure=(),
        )
