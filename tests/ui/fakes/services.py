"""The services, in memory: the promises that the screens rely on, over made-up numbers.

Levels count (the strictest wins), a repeat is the stored list. `calls` says what was asked of them.
`faults` names methods that raise: `services.faults["recommend.refresh"] = ProviderError("…")`.
`delays` makes them wait, and they stop waiting when cancelled.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from epicrec_desktop.catalog.knowledge import Known
from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import AgreementError, HistoryError, ProviderError
from epicrec_desktop.domain.filters import Filters, Part
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile, LibraryStatus
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.ratings import OwnRating
from epicrec_desktop.domain.release import Recommendations, Release, Suggestion
from epicrec_desktop.domain.tasks import Progress, check, never_cancelled, no_progress
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.families import IMPROVED, Family
from epicrec_desktop.privacy.observer import ObserverBound
from epicrec_desktop.recommend.about_wire import About
from epicrec_desktop.recommend.worth import Worth
from epicrec_desktop.services.calendar import Calendar, Month, Spending
from epicrec_desktop.services.catalogs import CatalogInfo
from epicrec_desktop.services.contacts import Contact, ContactKind, ContactOutcome
from epicrec_desktop.services.contributing.service import (
    ContributionProposal,
    Example,
    ExampleBit,
)
from epicrec_desktop.services.contributing.standing import Entry, Standing, State
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.services.planning import Budget
from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.services.proposals import FIRST, Proposal
from epicrec_desktop.services.protection.service import Protection
from epicrec_desktop.services.provider_cards import ProviderCard, SharedModel, Tried
from epicrec_desktop.services.providers import THIS_COMPUTER, ProviderInfo
from epicrec_desktop.services.recommend import Narrowed, Outcome
from epicrec_desktop.services.releases import LedgerEntry
from epicrec_desktop.services.scan import Deletions, ScanResult
from epicrec_desktop.services.telling import Told
from epicrec_desktop.services.updates import UpdateAnswer, Verdict
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.driver import PLAIN
from epicrec_desktop.updates.manifest import Artifact, Manifest, order
from keyrings import CHEAP, FakeKeyring
from ui.fakes.films import EPSILON, NOW, counted, entry, movies, release, rows

SUGGESTED, CONFIRMED, REJECTED = LibraryStatus
CLUB = "Film club"
ADDRESS = "https://films.example"


def just_begun(folder: Path) -> FakeServices:
    """A small library, three browsers found and none agreed to, nothing released yet."""
    return FakeServices(Paths.under(folder))


def lived_in(folder: Path) -> FakeServices:
    """Past the first run: hundreds of movies, recommendations, a browser agreed to, a provider."""
    services = FakeServices(
        Paths.under(folder), Settings(wizard_step="done"), movies(400), suggested=24, confirmed=150
    )
    services.profiles.set_consent([services.profiles.known[0].profile], consent=True)
    services.providers.add(CLUB, "https://films.example")
    here = release(1, THIS_COMPUTER, ReleaseLevel.PERTURBED, services.catalog[:24])
    services.ledger.rows = [LedgerEntry(here, (here.created,), None)]
    services.recommend.stored = services.recommend.make()
    services.calls.clear()
    return services


class FakeDatabase:
    """How it is opened, and nothing in it."""

    driver = PLAIN

    def hold_log(self) -> None:
        """There is none."""


@dataclass
class FakeContext:
    """What the screens ask of it."""

    database: FakeDatabase = field(default_factory=FakeDatabase)


@dataclass
class FakeServices:
    """Every use case. The first movies of the catalog are suggested, the last ones confirmed."""

    paths: Paths
    settings: Settings = field(default_factory=Settings)
    catalog: list[Movie] = field(default_factory=lambda: movies(30))
    suggested: int = 4
    confirmed: int = 26
    faults: dict[str, Exception] = field(default_factory=dict)
    delays: dict[str, float] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    closed: bool = False

    def __post_init__(self) -> None:
        self.library = FakeLibrary(self)
        self.scan = FakeScan(self)
        self.privacy = FakePrivacy(self)
        self.releases = FakeReleases(self)
        self.recommend = FakeRecommend(self)
        self.providers = FakeProviders(self)
        self.cards = FakeCards(self)
        self.ledger = FakeLedger(self)
        self.profiles = FakeProfiles(self)
        self.catalogs = FakeCatalogs(self)
        self.data = FakeData(self)
        self.contacts = FakeContacts(self)
        self.telling = FakeTelling(self)
        self.alike = FakeAlike(self)
        self.films = FakeFilms(self)
        self.updates = FakeUpdates(self)
        self.contributions = FakeContributions(self)
        self.protection = Protection(self.paths, FakeKeyring(), CHEAP)
        self.context = FakeContext()

    def close(self) -> None:
        self.closed = True

    def make_all(self, cancelled=never_cancelled) -> None:
        """They are all there."""

    def enter(self, name: str, report=no_progress, cancelled=never_cancelled) -> None:
        """Note a call; wait and fail as told."""
        self.calls.append(name)
        end = time.monotonic() + self.delays.get(name, 0)
        step = 0
        while time.monotonic() < end:
            check(cancelled)
            step += 1
            report(Progress("Working", step, 100))
            time.sleep(0.005)
        if name in self.faults:
            raise self.faults[name]


class _Part:
    def __init__(self, services: FakeServices) -> None:
        self.services = services
        self.enter = services.enter
        self._begin()

    def _begin(self) -> None:
        """Its own state; the others may not be there yet."""


class FakeLibrary(_Part):
    """The library. Movies of the catalog that are not in it have numbers from 10,000 on."""

    def _begin(self) -> None:
        some, catalog = self.services.suggested, self.services.catalog
        self.later: list[int] = []
        self.kept: dict[int, LibraryEntry] = {
            k: entry(k, catalog[k], SUGGESTED)
            if k < some
            else entry(k, catalog[some - k - 1], CONFIRMED)
            for k in range(some + self.services.confirmed)
        }

    def entries(self, status: LibraryStatus | None = None) -> list[LibraryEntry]:
        self.enter("library.entries")
        return [e for e in self.kept.values() if status in (None, e.status)]

    def set_status(self, ids: Sequence[int], status: LibraryStatus) -> Mapping[int, LibraryStatus]:
        self.enter("library.set_status")
        earlier = {k: self.kept[k].status for k in ids}
        self.restore(dict.fromkeys(ids, status))
        return earlier

    def restore(self, earlier: Mapping[int, LibraryStatus]) -> None:
        self.enter("library.restore")
        for k, status in earlier.items():
            self.kept[k] = replace(self.kept[k], status=status)

    def set_weight(self, movie_id: int, weight: float) -> None:
        self.enter("library.set_weight")
        self.kept[movie_id] = replace(self.kept[movie_id], weight=weight)

    def rate(self, movie_id: int, rating: OwnRating) -> OwnRating:
        self.enter("library.rate")
        before = self.kept[movie_id].own
        self.kept[movie_id] = replace(self.kept[movie_id], own=rating)
        return before

    def rate_all(self, ratings: Mapping[int, OwnRating]) -> None:
        for movie_id, rating in ratings.items():
            self.rate(movie_id, rating)

    def search_catalog(self, text: str, limit: int = 20) -> list[tuple[int, Movie]]:
        self.enter("library.search_catalog")
        found = [
            (10_000 + k, movie)
            for k, movie in enumerate(self.services.catalog)
            if text.casefold() in movie.title.casefold()
        ]
        return found[:limit]

    def well_known(self, count: int = 120) -> list[tuple[int, Movie]]:
        self.enter("library.well_known")
        return [(10_000 + k, movie) for k, movie in enumerate(self.services.catalog)][:count]

    def named(self, text: str) -> frozenset[str]:
        return frozenset(movie.wire_id for _, movie in self.search_catalog(text, 10_000))

    def add(self, movie_id: int) -> LibraryEntry:
        self.enter("library.add")
        movie = self.services.catalog[movie_id - 10_000]
        made = replace(entry(0, movie, CONFIRMED), id=movie_id, rule="by-hand")
        self.kept[movie_id] = made
        return made

    def find(self, wire_id: str) -> int | None:
        wires = [movie.wire_id for movie in self.services.catalog]
        return 10_000 + wires.index(wire_id) if wire_id in wires else None

    def refuse(self, movie_id: int) -> None:
        self.enter("library.refuse")
        self.kept[movie_id] = replace(self.add(movie_id), status=REJECTED, count=0)

    def withdraw(self, movie_id: int) -> None:
        self.enter("library.withdraw")
        del self.kept[movie_id]

    def watch_later(self, movie_id: int, wanted: bool) -> None:
        self.enter("library.watch_later")
        self.later = [key for key in self.later if key != movie_id]
        if wanted:
            self.later.insert(0, movie_id)

    def watchlist(self) -> list[tuple[int, Movie]]:
        self.enter("library.watchlist")
        return [(k, self.services.catalog[k - 10_000]) for k in self.later if k not in self.kept]

    def forget(self, ids: Sequence[int]) -> None:
        self.enter("library.forget")
        for k in ids:
            del self.kept[k]

    def counts(self) -> Mapping[LibraryStatus, int]:
        self.enter("library.counts")
        return {s: sum(e.status is s for e in self.kept.values()) for s in LibraryStatus}

    def category_counts(self) -> Mapping[str, int]:
        return counted([e.movie for e in self.kept.values() if e.status is CONFIRMED])


class FakeScan(_Part):
    """Finds what it was given; the profiles named in `failures` are not read."""

    def _begin(self) -> None:
        have, catalog = len(self.services.library.kept), self.services.catalog
        self.found = [entry(have + k, catalog[k], SUGGESTED) for k in range(3)]
        self.failures: tuple[tuple[str, str], ...] = ()
        self.left_behind = 0
        self.gone = Deletions(())

    def deletions(self, *, report=no_progress, cancelled=never_cancelled) -> Deletions:
        self.enter("scan.deleted", report, cancelled)
        return self.gone

    def scan(
        self,
        profiles=None,
        *,
        confirm_accepted=False,
        report=no_progress,
        cancelled=never_cancelled,
    ) -> ScanResult:
        self.enter("scan.scan", report, cancelled)
        kept = self.services.library.kept
        new = {e.id: e for e in self.found if e.id not in kept}
        kept.update(new)
        read = sum(k.consent for k in self.services.profiles.known) - len(self.failures)
        return ScanResult(
            read, 12345 * read, len(new), 0, len(new), self.failures, left_behind=self.left_behind
        )


class FakePrivacy(_Part):
    """Levels; a preview drawn anew at every call, unless the window was drawn."""

    def _begin(self) -> None:
        self.stored = PrivacyChoice()
        self.previews: list[PrivacyChoice] = []
        self.family: Family = IMPROVED
        self.draws = random.Random(5)
        self.answered = True  # whether the person ever chose a level
        self.drawn: tuple[Movie, ...] | None = None  # what the real list has beside open movies

    def chosen(self) -> bool:
        return self.answered

    def choice(self) -> PrivacyChoice:
        self.enter("privacy.choice")
        return self.stored

    def mechanism(self) -> Family:
        self.enter("privacy.mechanism")
        return self.family

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

    def budget(
        self, choice=None, *, report=no_progress, cancelled=never_cancelled
    ) -> Budget | None:
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
            due=("2026-11",) if budget and stored is None and self.drawn is None else (),
            warnings=() if self.services.ledger.rows else (FIRST,),
        )

    def confirmed(self) -> list[Movie]:
        """The movies of the library that the person said yes to."""
        return [e.movie for e in self.services.library.kept.values() if e.status is CONFIRMED]

    def preview(
        self, choice=None, *, provider=None, report=no_progress, cancelled=never_cancelled
    ) -> Preview:
        self.enter("privacy.preview", report, cancelled)
        choice = choice or self.stored
        self.previews.append(choice)
        confirmed, catalog = self.confirmed(), self.services.catalog
        classes = [choice.classify(m.categories) for m in confirmed]
        opened = [m for m, k in zip(confirmed, classes, strict=True) if k is ItemClass.OPEN]
        blurred = classes.count(ItemClass.PERTURBED)
        pool = [m for m in catalog if choice.classify(m.categories) is ItemClass.PERTURBED]
        size = min(len(pool), max(0, blurred + self.draws.randint(-3, 3))) if blurred else 0
        items = (*opened, *self.draws.sample(pool, size))
        if self.drawn is not None and blurred:
            items = (*opened, *self.drawn)
        stored = self.services.ledger.of_level(choice.summary(CATEGORIES))
        if stored:
            items = tuple(m for m in catalog if m.wire_id in stored.release.items)
        return Preview(
            proposal=self.proposal(choice, self.services.providers.connect(provider)),
            budget=self.budget(choice),
            true_counts=counted(confirmed),
            released_counts=counted(items),
            items=items,
            open_items=len(opened),
            perturbed_items=blurred,
            withheld_items=classes.count(ItemClass.WITHHELD),
            waiting_items=3,
            window="2026-11",
            next_window="2026-12",
            level_chosen=self.answered,
            made=f"{stored.release.created:%Y-%m}" if stored else "",
            arrived=bool(stored and stored.sent),
            later="2026-12",
        )

    def draw(self, proposal, *, report=no_progress, cancelled=never_cancelled) -> Preview:
        self.enter("privacy.draw", report, cancelled)
        shown = self.preview(proposal.choice, provider=proposal.provider)
        if proposal.due and self.drawn is None:
            self.drawn = shown.items[shown.open_items :]
        return self.preview(proposal.choice, provider=proposal.provider)


class FakeLedger(_Part):
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
        whole, half = ObserverBound.of(EPSILON), ObserverBound.of(EPSILON / 2)
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


class FakeContacts(_Part):
    """Everybody who was asked for something."""

    def _begin(self) -> None:
        self.rows: list[Contact] = []

    @contextmanager
    def noted(
        self, kind: ContactKind, name: str, address: str | None = None, *, asked: bool = True
    ) -> Iterator[None]:
        self.enter("contacts.noted")
        self.rows.append(Contact(NOW, name, address, kind, asked, ContactOutcome.ANSWERED))
        yield

    def all(self) -> list[Contact]:
        sent = [
            Contact(
                time,
                e.release.provider,
                ADDRESS,
                ContactKind.RELEASE,
                True,
                ContactOutcome.ANSWERED,
            )
            for e in self.services.ledger.rows
            for time in e.sent
            if e.release.provider != THIS_COMPUTER
        ]
        return sorted([*self.rows, *sent], key=lambda contact: contact.time, reverse=True)

    def filled(self) -> FakeContacts:
        """Of every kind and end."""
        published, ended = ContactKind.PUBLISHED, ContactOutcome
        silent = message("{provider} could not be reached. {kept}", provider="Cinema", kept="")
        day = timedelta(days=1)
        self.rows = [
            Contact(NOW - day, CLUB, ADDRESS, published, False, ended.ANSWERED),
            Contact(NOW - 2 * day, "Cinema", ADDRESS, published, True, ended.FAILED, silent),
            Contact(NOW - 3 * day, "MovieLens", None, ContactKind.CATALOG, True, ended.ANSWERED),
            Contact(NOW - 4 * day, "TMDB", None, ContactKind.POSTERS, True, ended.BEGUN),
        ]
        return self


class FakeAlike(_Part):
    """Movies like one: those of its first category."""

    def like(self, wire_id: str, limit: int = 24) -> tuple[Suggestion, ...]:
        self.enter("alike.like")
        this = next((m for m in self.services.catalog if m.wire_id == wire_id), None)
        others = [m for m in self.services.catalog if m is not this]
        return tuple(
            Suggestion(m.wire_id or "", m.title, m.year, m.categories, 1.0, "alike")
            for m in others
            if this is not None and m.categories[0] == this.categories[0]
        )[:limit]


class FakeFilms(_Part):
    """What is known of films: all by one director."""

    def about(self, wire_id: str) -> Known:
        self.enter("films.about")
        return Known(
            directors=("Ada Lovelace",),
            actors=("Grace Hopper", "Alan Turing"),
            themes=("prison",),
            tones=("warm and uplifting",),
            minutes=142,
        )

    def minutes(self, wire_id: str | None) -> int | None:
        self.enter("films.minutes")
        return None if wire_id is None else 142


class FakeTelling(_Part):
    """What a release told: its open movies, and a list that fits made-up numbers."""

    def told(self, release: Release) -> Told:
        labels = {m.wire_id: m.label for m in self.services.catalog}
        named = release.open_items
        rest = [i for i in release.items if i not in (named or ())]
        blurred = release.epsilon is not None
        return Told(
            named=None if named is None else tuple(labels[i] for i in named),
            guessed=tuple(labels[i] for i in rest),
            numbers={"Drama": 12.34, "Sci-Fi": 3.5} if blurred else {},
            counted=tuple(m.label for m in self.services.catalog[:6]) if blurred else (),
            apart=tuple(m.label for m in self.services.catalog[6:9]),
            unsure=(),
        )


class FakeContributions(_Part):
    """Nothing contributed, until a test does."""

    def _begin(self) -> None:
        self.rows: tuple[Entry, ...] = ()

    def filled(self) -> FakeContributions:
        """To three receivers, in every state that a person may have to do something about."""
        busy = message("{provider} asks to come back later. {kept}", provider="Cinema", kept="")
        self.rows = (
            self._made(CLUB, ADDRESS, State.SENT),
            self._made("Cinema", "https://cinema.example", State.WAITING, busy),
            self._made("Library", "https://library.example", State.WITHDRAWN),
        )
        return self

    def _made(self, name: str, address: str, state: State, error: Message | None = None) -> Entry:
        payload = b'{"list":"0123456789abcdef","epsilon":"1","bits":"' + b"Ab3+" * 42 + b'"}'
        until = NOW + timedelta(hours=2) if state is State.WAITING else None
        sha256 = hashlib.sha256(payload).hexdigest()
        return Entry("2026-11", NOW, name, address, state, NOW, error, until, payload, sha256)

    def standing(self) -> Standing:
        self.enter("contributions.standing")
        bound = ObserverBound.of(Fraction(1)) if self.rows else None
        return Standing(self.rows, bound, bound)

    def propose(self, provider: str) -> ContributionProposal:
        self.enter("contributions.propose")
        again = any(e.provider == provider and e.unsent for e in self.rows)
        done = any(e.provider == provider and e.state is State.SENT for e in self.rows)
        return ContributionProposal(
            provider=provider,
            address=ADDRESS,
            movies="0123456789abcdef",
            size=1_000,
            epsilon=Fraction(1),
            choice=PrivacyChoice(),
            window=None if again or done else "2026-11",
            again=("2026-11",) if again else (),
            told=0 if again or done else 87,
            alone=ObserverBound.of(Fraction(1)),
            after=ObserverBound.of(Fraction(6, 5)),
        )

    def example(self) -> Example:
        self.enter("contributions.example")
        bits = tuple(
            ExampleBit(movie.label, place < 4, place % 3 != 0)
            for place, movie in enumerate(self.services.catalog[:8])
        )
        return Example(bits, size=1_000, watched=87, yes=304, true=64)

    def contribute(
        self, proposal: ContributionProposal, *, report=no_progress, cancelled=never_cancelled
    ) -> Standing:
        self.enter("contributions.contribute", report, cancelled)
        others = tuple(e for e in self.rows if e.provider != proposal.provider)
        self.rows = (self._made(proposal.provider, proposal.address, State.SENT), *others)
        return self.standing()

    def withdraw(self, receiver: str, *, report=no_progress, cancelled=never_cancelled) -> Standing:
        self.enter("contributions.withdraw", report, cancelled)
        self.rows = tuple(
            replace(e, state=State.WITHDRAWN) if e.receiver == receiver else e for e in self.rows
        )
        return self.standing()


class FakeUpdates(_Part):
    """Nobody to ask, unless a test names somebody; then a newer version."""

    def _begin(self) -> None:
        self.host: str | None = None
        self.newest = "9.1"

    def check(self, cancelled=never_cancelled) -> UpdateAnswer:
        self.enter("updates.check", cancelled=cancelled)
        manifest = Manifest(
            self.newest,
            NOW,
            NOW + timedelta(days=30),
            "https://films.example/epicrec",
            {"en": "Posters are drawn <b>faster</b>.", "de": "Plakate entstehen schneller."},
            (Artifact("epicrec-9.1.deb", "linux", 90_000_000, "ab" * 32),),
            "cd" * 32,
        )
        newer = order(self.newest) > order("9.0")
        verdict = Verdict.NEWER if newer else Verdict.CURRENT
        return UpdateAnswer(verdict, "9.0", manifest, manifest.artifacts)


class FakeReleases(_Part):
    """Says what a release now would be, and which entry it would send again."""

    def propose(
        self, connection, choice=None, *, report=no_progress, cancelled=never_cancelled
    ) -> Any:
        privacy = self.services.privacy
        proposal = privacy.proposal(choice or privacy.stored, connection)
        kept = self.services.ledger.of_level(proposal.level)
        return SimpleNamespace(proposal=proposal, last=kept.release if kept is not None else None)


class FakeRecommend(_Part):
    """Recommends the catalog itself.

    A release adds to the ledger what was agreed to; a repeat adds a sending, and never begins.
    `released` are the proposals that were handed in, `refreshed` the providers of repeats.
    """

    def _begin(self) -> None:
        self.notes: tuple[str, ...] = ()
        self.released: list[Proposal] = []
        self.refreshed: list[str | None] = []
        self.stored: Recommendations | None = None

    @property
    def asked(self) -> bool:
        """Whether anybody wanted anything to leave, for the first time or again."""
        return bool(self.released or self.refreshed)

    def make(self, provider: str | None = None) -> Recommendations:
        """What is recommended now: nothing that was refused."""
        kept = self.services.library.kept.values()
        refused = {e.movie.wire_id for e in kept if e.rule == "by-hand" and e.status == REJECTED}
        made = tuple(
            replace(row, suggestions=tuple(s for s in row.suggestions if s.wire_id not in refused))
            for row in rows(self.services.catalog)
        )
        name = self.services.providers.connect(provider).name
        size = sum(e.status is CONFIRMED for e in kept)
        return Recommendations(made, NOW, name, "als-1", size, self.notes)

    def refresh(self, *, provider=None, report=no_progress, cancelled=never_cancelled) -> Outcome:
        self.refreshed.append(provider)
        self.enter("recommend.refresh", report, cancelled)
        choice = self.services.privacy.stored
        kept = self.services.ledger.of_level(choice.summary(CATEGORIES))
        if kept is None:
            made = self._outcome(None, provider)
            return replace(made, waiting=not choice.releases_nothing)
        return self._again(kept, provider)

    def release(self, proposal, *, report=no_progress, cancelled=never_cancelled) -> Outcome:
        self.released.append(proposal)
        self.enter("recommend.release", report, cancelled)
        name, services = proposal.provider, self.services
        if proposal.choice.releases_nothing:
            return self._outcome(None, name)
        if proposal != services.privacy.proposal(proposal.choice, services.providers.connect(name)):
            raise AgreementError("What would be sent is no longer what you agreed to.")
        kept = services.ledger.of_level(proposal.level)
        if kept is not None:
            return self._again(kept, name)
        items = services.privacy.preview(proposal.choice, provider=name).items
        made = release(len(services.ledger.rows) + 1, name, proposal.level, items)
        services.ledger.rows.append(LedgerEntry(made, (NOW,), None))
        return self._outcome(made, name)

    def _again(self, kept: LedgerEntry, provider: str | None) -> Outcome:
        ledger = self.services.ledger
        ledger.rows.remove(kept)
        ledger.rows.append(replace(kept, sent=(*kept.sent, NOW), error=None))
        return replace(self._outcome(kept.release, provider), repeated=True)

    def _outcome(self, made: Release | None, provider: str | None) -> Outcome:
        self.stored = self.make(provider)
        return Outcome(made, False, self.stored)

    def rank_here(self, *, report=no_progress) -> Recommendations:
        self.enter("recommend.rank_here", report)
        self.stored = self.make()
        return self.stored

    def narrowed(self, filters: Filters, *, further: int = 0) -> Narrowed:
        """By decade and category alone; nothing is left under a theme."""
        self.enter("recommend.narrowed")

        def fits(movie, filters: Filters) -> bool:
            decade = str((movie.year or 0) // 10 * 10)
            return (
                filters.decade in ("", decade)
                and filters.category in ("", *movie.categories)
                and not filters.theme
            )

        made = self.make()
        narrowed = tuple(
            replace(row, suggestions=tuple(s for s in row.suggestions if fits(s, filters)))
            for row in made.rows
        )
        first = narrowed[0].suggestions
        more = [m for m in self.services.catalog if fits(m, filters)]
        known = {s.wire_id for s in first}
        extra = [
            Suggestion(m.wire_id or "", m.title, m.year, m.categories, 0.0, "here")
            for m in more
            if m.wire_id not in known
        ][:further]
        narrowed = (replace(narrowed[0], suggestions=(*first, *extra)), *narrowed[1:])
        left = tuple(row for row in narrowed if row.suggestions)
        parts = tuple(
            Part(
                name,
                sum(fits(m, filters.without(name)) for m in self.services.catalog),
                tuple((value, 3) for value in choices),
                unknown=7 if name == "length" else 0,
            )
            for name, choices in (
                ("category", ("Drama", "Crime")),
                ("decade", ("1990", "1980")),
                ("length", ("to 90", "to 120", "from 150")),
                ("theme", ("prison", "talking teapots")),
            )
        )
        return Narrowed(replace(made, rows=left), parts, frozenset())

    def latest(self) -> Recommendations | None:
        self.enter("recommend.latest")
        return self.stored


class FakeProfiles(_Part):
    """Three profiles found, none agreed to."""

    def _begin(self) -> None:
        folder = self.services.paths.data.parent
        chrome, fox = BrowserFamily.CHROMIUM, BrowserFamily.FIREFOX
        found = (
            BrowserProfile("Chrome", chrome, "Personal", folder / "chrome" / "History"),
            BrowserProfile("Chrome", chrome, "Work", folder / "work" / "History"),
            BrowserProfile("Firefox", fox, "default-release", folder / "fox" / "places.sqlite"),
        )
        self.known = [KnownProfile(profile, consent=False) for profile in found]

    def last_scan(self) -> datetime | None:
        return max((k.last_scan for k in self.known if k.last_scan), default=None)

    def discover(self) -> list[KnownProfile]:
        self.enter("profiles.discover")
        return list(self.known)

    def at(self, path: Path) -> BrowserProfile:
        if path.name.startswith("empty"):
            raise HistoryError(
                "There is no browser history in this folder. Choose the folder of a profile.",
                "missing",
            )
        name = path.name or "profile"
        return BrowserProfile("Chromium", BrowserFamily.CHROMIUM, name, path / "History")

    def set_consent(self, profiles: Sequence[BrowserProfile], *, consent: bool) -> None:
        have = [k.profile for k in self.known]
        self.known += [KnownProfile(p, consent=False) for p in profiles if p not in have]
        self.known = [
            replace(k, consent=consent, movies=k.movies if consent else 0)
            if k.profile in profiles
            else k
            for k in self.known
        ]


class FakeCards(_Part):
    """A card of each provider, with a model that can be tried."""

    def card(self, name: str) -> ProviderCard:
        info = next(p for p in self.services.providers.known if p.name == name)
        told = About(name="Film <b>club</b>", operator="", people=610)
        shared = SharedModel("linear-0123456789abcdef", 9_000)
        return ProviderCard(info, told, None, 9_742, shared, 0, None, 0, None)

    def try_model(self, name, *, report=no_progress, cancelled=never_cancelled) -> Tried:
        self.enter("cards.try_model", report, cancelled)
        return Tried(0.4, 0.2, 100)


class FakeProviders(_Part):
    """This computer and what was added."""

    def _begin(self) -> None:
        self.known = [ProviderInfo(THIS_COMPUTER, None, None, current=True)]
        self.met: list[str | None] = []

    def all(self) -> list[ProviderInfo]:
        self.enter("providers.all")
        return list(self.known)

    def connect(self, name: str | None = None) -> ProviderInfo:
        """Who would be asked: what a proposal needs to know of a connection."""
        return next(p for p in self.known if (p.name == name if name else p.current))

    def add(
        self,
        name: str,
        address: str,
        certificate: Path | None = None,
        trust: Fraction | None = None,
        *,
        key: str | None = None,
        replace: bool = False,
    ) -> ProviderInfo:
        if not address.startswith("https://"):
            raise ProviderError(
                "The address has to begin with https://. Nothing was added; correct it."
            )
        self.remove(name)
        self.known.append(ProviderInfo(name, address, certificate, has_key=key is not None))
        return self.known[-1]

    def set_key(self, name: str, key: str | None) -> None:
        self.enter("providers.set_key")
        if key == "two words":
            raise ProviderError("This is no key. Nothing was changed.")
        has = key is not None
        self.known = [replace(p, has_key=has) if p.name == name else p for p in self.known]

    def known_elsewhere(self, name: str, address: str) -> ProviderInfo | None:
        same = (p for p in self.known if p.name.casefold() == name.casefold())
        return next((p for p in same if p.address != address), None)

    def remove(self, name: str) -> None:
        self.known = [p for p in self.known if p.name != name]

    def choose(self, name: str) -> None:
        self.known = [replace(p, current=p.name == name) for p in self.known]

    def fetch(self, name=None, *, report=no_progress, cancelled=never_cancelled) -> str:
        self.enter("providers.fetch", report, cancelled)
        return f"{name} answers and knows 9,742 movies. Nothing was sent."

    def fetch_first(self, name=None, *, report=no_progress, cancelled=never_cancelled) -> None:
        self.met.append(name)

    def refresh_public(
        self, now=None, *, report=no_progress, cancelled=never_cancelled
    ) -> tuple[str, ...]:
        self.enter("providers.refresh_public")
        return ()


class FakeCatalogs(_Part):
    """The starter catalog until something is imported."""

    def _begin(self) -> None:
        self.now = CatalogInfo("Starter catalog", "1", 1200, 1200, 0, 0, "content")
        self.asked = ""
        self.poster_count = 0
        blurred, published = ((0.1, 0.21), (1.0, 0.27)), ((0.1, 0.2), (1.0, 0.22))
        self.measured: Worth | None = Worth(0.4, 0.01, 0.3, 0.18, 61, blurred, published)

    def worth(self) -> Worth | None:
        return self.measured

    def info(self) -> CatalogInfo:
        return self.now

    def import_path(self, path, *, report=no_progress, cancelled=never_cancelled) -> CatalogInfo:
        self.enter("catalogs.import_path", report, cancelled)
        self.now = CatalogInfo("MovieLens", "latest-small", 9742, 9742, 100836, 610, "als")
        return self.now

    def download(
        self, name="movielens", *, report=no_progress, cancelled=never_cancelled
    ) -> CatalogInfo:
        self.asked = name
        return self.import_path(Path(name), report=report, cancelled=cancelled)

    def download_posters(self, *, report=no_progress, cancelled=never_cancelled) -> int:
        return self.poster_count


class FakeData(_Part):
    """Remembers what was asked."""

    def export(self, file: Path, *, replace: bool = False) -> None:
        self.enter("data.export")
        file.write_text("{}", encoding="utf-8")

    def erase(self) -> list[str]:
        self.enter("data.erase")
        return ["The library was removed.", "The ledger was removed.", "All settings were removed."]
