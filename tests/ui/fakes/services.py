"""The services, in memory: the promises that the screens rely on, over made-up numbers.

Levels count (the strictest wins), a repeat is the stored list. `calls` says what was asked of them.
`faults` names methods that raise: `services.faults["recommend.refresh"] = ProviderError("…")`.
`delays` makes them wait, and they stop waiting when cancelled.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Progress,
    never_cancelled,
)
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.ledger import LedgerEntry
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.driver import PLAIN
from keyrings import CHEAP, FakeKeyring
from ui.fakes.base import CLUB
from ui.fakes.contributions import FakeContributions
from ui.fakes.films import NOW, movies, release
from ui.fakes.knowledge import FakeAlike, FakeCatalogs, FakeFilms, FakeModelInfo
from ui.fakes.library import FakeLibrary, FakeProfiles, FakeScan, FakeUnlisted
from ui.fakes.privacy import (
    FakeContacts,
    FakeLedger,
    FakePrivacy,
    FakeReleases,
    FakeReleaseSummaries,
)
from ui.fakes.providers import FakeCards, FakeProviders
from ui.fakes.recommend import FakeRecommend
from ui.fakes.upkeep import FakeData, FakeMonthNews, FakeUpdates


def just_started(folder: Path) -> FakeServices:
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

    def link_log(self) -> None:
        """There is none."""

    def state(self) -> object:
        """Return another one each time: what a test changed in a fake is loaded."""
        return object()


@dataclass
class FakeContext:
    """What the screens ask of it."""

    database: FakeDatabase = field(default_factory=FakeDatabase)
    known_now: int = 0
    now: Callable[[], datetime] = lambda: NOW
    title_language: str = ""

    def show_titles_in(self, language: str) -> None:
        """Note it."""
        self.title_language = language


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
        self.unlisted = FakeUnlisted(self)
        self.privacy = FakePrivacy(self)
        self.releases = FakeReleases(self)
        self.recommend = FakeRecommend(self)
        self.providers = FakeProviders(self)
        self.cards = FakeCards(self)
        self.ledger = FakeLedger(self)
        self.profiles = FakeProfiles(self)
        self.catalogs = FakeCatalogs(self)
        self.model_info = FakeModelInfo(self)
        self.data = FakeData(self)
        self.contacts = FakeContacts(self)
        self.summaries = FakeReleaseSummaries(self)
        self.alike = FakeAlike(self)
        self.films = FakeFilms(self)
        self.updates = FakeUpdates(self)
        self.month_news = FakeMonthNews(self)
        self.contributions = FakeContributions(self)
        self.protection = LibraryEncryption(self.paths, FakeKeyring(), CHEAP)
        self.context = FakeContext()

    def close(self) -> None:
        self.closed = True

    def make_all(self, cancelled=never_cancelled) -> None:
        """They are all there."""

    def enter(self, name: str, job=UNATTENDED) -> None:
        """Note a call; wait and fail as told."""
        self.calls.append(name)
        end = time.monotonic() + self.delays.get(name, 0)
        step = 0
        while time.monotonic() < end:
            job.check()
            step += 1
            job.report(Progress("Working", step, 100))
            time.sleep(0.005)
        if name in self.faults:
            raise self.faults[name]
