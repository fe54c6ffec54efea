"""Services in memory for the screens of privacy, activity, settings and the first run.

They keep the promises of the interfaces that the screens rely on, and record what was asked of
them; the numbers are made up, the rules (strictest level wins, a repeat is the stored list) not.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import HistoryError, ProviderError
from epicrec_desktop.domain.history import (
    BrowserFamily,
    BrowserProfile,
    Decision,
    Evidence,
    LibraryStatus,
)
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.release import Recommendations, Release
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.accountant import in_words
from epicrec_desktop.services.calendar import Calendar, Month, Spending
from epicrec_desktop.services.catalogs import CatalogInfo, CatalogService
from epicrec_desktop.services.data import DataService
from epicrec_desktop.services.library import LibraryEntry, LibraryService
from epicrec_desktop.services.planning import Kind
from epicrec_desktop.services.privacy import Budget, Preview, PrivacyService
from epicrec_desktop.services.profiles import KnownProfile, ProfileService
from epicrec_desktop.services.providers import THIS_COMPUTER, ProviderInfo, ProviderService
from epicrec_desktop.services.recommend import Outcome, RecommendService
from epicrec_desktop.services.releases import LedgerEntry, LedgerService
from epicrec_desktop.services.scan import Deleted, ScanResult, ScanService
from epicrec_desktop.settings import Settings
from epicrec_desktop.wiring import Services

NOW = datetime(2026, 11, 14, 18, 30, tzinfo=UTC)

FILMS: tuple[tuple[str, int, str], ...] = (
    ("The Third Man", 1949, "Film-Noir|Mystery|Thriller"),
    ("Blade Runner", 1982, "Action|Sci-Fi|Thriller"),
    ("Arrival", 2016, "Drama|Sci-Fi"),
    ("Heat", 1995, "Action|Crime|Thriller"),
    ("Amélie", 2001, "Comedy|Romance"),
    ("Spirited Away", 2001, "Adventure|Animation|Fantasy"),
    ("Alien", 1979, "Horror|Sci-Fi"),
    ("Stalker", 1979, "Drama|Mystery|Sci-Fi"),
    ("Gattaca", 1997, "Drama|Sci-Fi|Thriller"),
    ("Brazil", 1985, "Fantasy|Sci-Fi"),
    ("Fargo", 1996, "Comedy|Crime|Drama|Thriller"),
    ("Casablanca", 1942, "Drama|Romance|War"),
    ("The Good, the Bad and the Ugly", 1966, "Action|Adventure|Western"),
    ("Cabaret", 1972, "Drama|Musical|Romance"),
    ("Toy Story", 1995, "Adventure|Animation|Children|Comedy|Fantasy"),
    ("Hoop Dreams", 1994, "Documentary"),
    ("Rear Window", 1954, "Mystery|Thriller"),
    ("Airplane!", 1980, "Comedy"),
    ("The Thin Red Line", 1998, "Action|Drama|War"),
    ("Before Sunrise", 1995, "Drama|Romance"),
    ("Chinatown", 1974, "Crime|Film-Noir|Mystery|Thriller"),
    ("Some Like It Hot", 1959, "Comedy|Crime"),
    ("The Apartment", 1960, "Comedy|Drama|Romance"),
    ("Groundhog Day", 1993, "Comedy|Fantasy|Romance"),
    ("Paris, Texas", 1984, "Drama|Romance"),
    ("Tokyo Story", 1953, "Drama"),
    ("The Big Lebowski", 1998, "Comedy|Crime"),
    ("Memento", 2000, "Mystery|Thriller"),
    ("Moon", 2009, "Drama|Mystery|Sci-Fi|Thriller"),
    ("Jaws", 1975, "Action|Horror"),
)


def movies() -> tuple[Movie, ...]:
    """A small catalog of well-known movies."""
    return tuple(
        Movie(title, year, tuple(names.split("|")), movielens_id=i + 1, popularity=1000.0 - i)
        for i, (title, year, names) in enumerate(FILMS)
    )


def counted(items: Sequence[Movie]) -> dict[str, int]:
    """Movies per category, all 18."""
    return {name: sum(name in m.categories for m in items) for name in CATEGORIES}


@dataclass(frozen=True)
class FakeBudget(Budget):
    """A budget whose observer bound is computed as privacy.md 9.4 says."""

    @property
    def observer_percent(self) -> int:
        """100 · e^ε / (1 + e^ε), rounded up."""
        e = math.exp(float(self.epsilon))
        return math.ceil(100 * e / (1 + e))


class FakeLibrary(LibraryService):
    """The small catalog's first movies, confirmed and then suggested."""

    def __init__(self, confirmed: int = 26, suggested: int = 4) -> None:
        statuses = [LibraryStatus.CONFIRMED] * confirmed + [LibraryStatus.SUGGESTED] * suggested
        self.rows = [
            self.entry(i + 1, m, s)
            for i, (m, s) in enumerate(zip(movies(), statuses, strict=False))
        ]

    def watchlist(self) -> list[tuple[int, Movie]]:
        return []

    @staticmethod
    def entry(
        key: int,
        movie: Movie,
        status: LibraryStatus,
        decision: Decision = Decision.ACCEPT,
        count: int = 2,
    ) -> LibraryEntry:
        seen = NOW - timedelta(days=key)
        return LibraryEntry(
            key, movie, status, Evidence.WATCHED, "imdb-id", decision, 0.9, count, seen, seen
        )

    def entries(self, status: LibraryStatus | None = None) -> list[LibraryEntry]:
        return [e for e in self.rows if status is None or e.status is status]

    def set_status(self, ids: Sequence[int], status: LibraryStatus) -> Mapping[int, LibraryStatus]:
        earlier = {e.id: e.status for e in self.rows if e.id in ids}
        self.rows = [replace(e, status=status) if e.id in ids else e for e in self.rows]
        return earlier

    def forget(self, ids: Sequence[int]) -> None:
        self.rows = [e for e in self.rows if e.id not in ids]

    def restore(self, earlier: Mapping[int, LibraryStatus]) -> None:
        self.rows = [replace(e, status=earlier.get(e.id, e.status)) for e in self.rows]

    def counts(self) -> Mapping[LibraryStatus, int]:
        return {s: sum(e.status is s for e in self.rows) for s in LibraryStatus}

    def category_counts(self) -> Mapping[str, int]:
        return counted([e.movie for e in self.entries(LibraryStatus.CONFIRMED)])


class FakePrivacy(PrivacyService):
    """Levels in memory; a preview drawn anew at every call, unless the window was drawn."""

    def __init__(self, library: FakeLibrary, ledger: FakeLedger) -> None:
        self.library, self.ledger = library, ledger
        self.stored = PrivacyChoice()
        self.epsilon = Fraction(23, 100)
        self.previews: list[PrivacyChoice] = []
        self.waiting = 3
        self.kind = Kind.IMPROVED
        self.draws = random.Random(5)

    def choice(self) -> PrivacyChoice:
        return self.stored

    def mechanism(self) -> Kind:
        return self.kind

    def use_mechanism(self, kind: Kind) -> None:
        self.kind = kind

    def set_overall(self, level: ReleaseLevel) -> PrivacyChoice:
        self.stored = PrivacyChoice(level, self.stored.per_category)
        return self.stored

    def set_category(self, category: str, level: ReleaseLevel | None) -> PrivacyChoice:
        own = {k: v for k, v in self.stored.per_category.items() if k != category}
        if level is not None:
            own[category] = level
        self.stored = PrivacyChoice(self.stored.overall, own)
        return self.stored

    def restore(self, choice: PrivacyChoice) -> None:
        self.stored = choice

    def budget(
        self,
        choice: PrivacyChoice | None = None,
        *,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> Budget | None:
        choice = choice or self.stored
        blurred = [c for c in CATEGORIES if choice.level(c) is ReleaseLevel.PERTURBED]
        if not blurred:
            return None
        mechanism = "S-DPDP" if len(blurred) == len(CATEGORIES) else "M-DPDP"
        return FakeBudget(self.epsilon, mechanism, dict.fromkeys(blurred, 7.8))

    def preview(
        self,
        choice: PrivacyChoice | None = None,
        *,
        provider: str | None = None,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> Preview:
        choice = choice or self.stored
        self.previews.append(choice)
        report(Progress("Drawing an example", 0, 2))
        check(cancelled)
        confirmed = [e.movie for e in self.library.entries(LibraryStatus.CONFIRMED)]
        classes = [choice.classify(m.categories) for m in confirmed]
        opened = [m for m, k in zip(confirmed, classes, strict=True) if k is ItemClass.OPEN]
        blurred = classes.count(ItemClass.PERTURBED)
        pool = [m for m in movies() if choice.classify(m.categories) is ItemClass.PERTURBED]
        size = min(len(pool), max(0, blurred + self.draws.randint(-3, 3))) if blurred else 0
        items = (*opened, *self.draws.sample(pool, size))
        stored = self.ledger.of_level(choice.summary(CATEGORIES))
        if stored:
            items = tuple(m for m in movies() if m.wire_id in stored.release.items)
        budget = self.budget(choice)
        return Preview(
            level=choice.summary(CATEGORIES),
            provider=provider or THIS_COMPUTER,
            budget=budget,
            true_counts=counted(confirmed),
            released_counts=counted(items),
            items=items,
            open_items=len(opened),
            perturbed_items=blurred,
            withheld_items=classes.count(ItemClass.WITHHELD),
            waiting_items=self.waiting,
            window="2026-11",
            next_window="2026-12",
            example=budget is not None and stored is None,
            repeat=stored is not None,
        )


def release(key: int, provider: str, level: ReleaseLevel, items: Sequence[Movie]) -> Release:
    """A release of these movies as a ledger would keep it."""
    ids = tuple(str(m.wire_id) for m in items)
    blurred = level is ReleaseLevel.PERTURBED
    body = {
        "profile": list(ids),
        "release": {
            "level": level.value,
            "mechanism": "S-DPDP" if blurred else None,
            "epsilon": "23/100" if blurred else None,
            "counts": None,
        },
        "limit": 500,
    }
    payload = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    return Release(
        id=key,
        created=NOW - timedelta(days=30 * (3 - key) % 90),
        provider=provider,
        receiver=provider,
        level=level,
        mechanism="S-DPDP" if blurred else "none",
        epsilon=Fraction(23, 100) if blurred else None,
        joint=Fraction(23, 100) if blurred else None,
        window="2026-11" if key >= 3 else "2026-10",
        items=ids,
        payload=payload,
        sha256=hashlib.sha256(payload).hexdigest(),
    )


@dataclass
class FakeLedger(LedgerService):
    """Releases in memory."""

    rows: list[LedgerEntry] = field(default_factory=list)

    def entries(self) -> list[LedgerEntry]:
        return sorted(self.rows, key=lambda e: e.release.created, reverse=True)

    def calendar(self) -> Calendar:
        """October and November were released, and three movies wait for December."""
        if not self.rows:
            return Calendar((Month("2026-11", 3, None, (), True),), "2026-11", 0)
        return Calendar(
            (
                Month("2026-10", 21, NOW - timedelta(days=30), ("Film club",), False),
                Month("2026-11", 24, NOW - timedelta(days=2), ("Film club", "Cinema"), False),
                Month("2026-12", 3, None, (), True),
            ),
            "2026-11",
            3,
        )

    def spending(self) -> Spending:
        """Two providers, one of them trusted with half."""
        if not self.rows:
            return Spending(None, {})
        whole, half = in_words(Fraction(23, 100)), in_words(Fraction(23, 200))
        return Spending(whole, {"Film club": whole, "Cinema": half})

    def of_level(self, level: ReleaseLevel) -> LedgerEntry | None:
        """The release of this window at this level, if there is one."""
        return next((e for e in self.rows if e.release.level is level), None)

    def filled(self) -> FakeLedger:
        """With three releases to two providers, one of which failed last time."""
        everything = movies()
        self.rows = [
            LedgerEntry(
                release(3, "Film club", ReleaseLevel.PERTURBED, everything[:24]),
                (NOW - timedelta(days=2), NOW - timedelta(hours=3)),
                None,
            ),
            LedgerEntry(
                release(2, "Film club", ReleaseLevel.PERTURBED, everything[3:20]),
                (),
                "Film club did not answer in time. The release is kept; send it again later.",
            ),
            LedgerEntry(
                release(1, THIS_COMPUTER, ReleaseLevel.ALL, everything[:26]),
                (NOW - timedelta(days=60),),
                None,
            ),
        ]
        return self


class FakeRecommend(RecommendService):
    """Adds to the ledger what the privacy service would release; a repeat adds a sending."""

    def __init__(self, privacy: FakePrivacy, ledger: FakeLedger) -> None:
        self.privacy, self.ledger = privacy, ledger
        self.calls: list[tuple[PrivacyChoice | None, str | None]] = []
        self.error: Exception | None = None

    def refresh(
        self,
        *,
        choice: PrivacyChoice | None = None,
        provider: str | None = None,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> Outcome:
        self.calls.append((choice, provider))
        if self.error:
            raise self.error
        report(Progress("Asking the provider", 1, 2))
        check(cancelled)
        shown = self.privacy.preview(choice, provider=provider)
        stored = self.ledger.of_level(shown.level)
        answer = Recommendations((), NOW, shown.provider, "content", len(shown.items))
        if shown.level is ReleaseLevel.NO:
            return Outcome(None, False, answer)
        if stored is None:
            made = release(len(self.ledger.rows) + 1, shown.provider, shown.level, shown.items)
            self.ledger.rows.append(LedgerEntry(made, (NOW,), None))
            return Outcome(made, False, answer)
        self.ledger.rows.remove(stored)
        self.ledger.rows.append(replace(stored, sent=(*stored.sent, NOW), error=None))
        return Outcome(stored.release, True, answer)

    def latest(self) -> Recommendations | None:
        return None


class FakeProfiles(ProfileService):
    """Three profiles found, none agreed to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        chrome = BrowserProfile(
            "Chrome", BrowserFamily.CHROMIUM, "Personal", folder / "chrome" / "History"
        )
        work = BrowserProfile("Chrome", BrowserFamily.CHROMIUM, "Work", folder / "work" / "History")
        fox = BrowserProfile(
            "Firefox", BrowserFamily.FIREFOX, "default-release", folder / "fox" / "places.sqlite"
        )
        self.known = [KnownProfile(p, consent=False) for p in (chrome, work, fox)]

    def last_scan(self) -> datetime | None:
        return max((k.last_scan for k in self.known if k.last_scan), default=None)

    def discover(self) -> list[KnownProfile]:
        return list(self.known)

    def at(self, path: Path) -> BrowserProfile:
        if path.name.startswith("empty"):
            raise HistoryError(
                "There is no browser history in this folder. Choose the folder of a profile.",
                "missing",
            )
        return BrowserProfile(
            "Chromium", BrowserFamily.CHROMIUM, path.name or "profile", path / "History"
        )

    def set_consent(self, profiles: Sequence[BrowserProfile], *, consent: bool) -> None:
        for profile in profiles:
            if all(k.profile != profile for k in self.known):
                self.known.append(KnownProfile(profile, consent=False))
        self.known = [
            replace(k, consent=consent, movies=k.movies if consent else 0)
            if k.profile in profiles
            else k
            for k in self.known
        ]


class FakeScan(ScanService):
    """Finds the suggestions it was given; the profile named in `failing` is not read."""

    def __init__(self, library: FakeLibrary, profiles: FakeProfiles) -> None:
        self.library, self.profiles = library, profiles
        self.found: list[LibraryEntry] = []
        self.failing: dict[str, str] = {}
        self.scans = 0
        self.gone = Deleted(())

    def deleted(self, *, report: Report = quiet, cancelled: IsCancelled = never) -> Deleted:
        return self.gone

    def scan(
        self,
        profiles: Sequence[BrowserProfile] | None = None,
        *,
        confirm_accepted: bool = False,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> ScanResult:
        self.scans += 1
        agreed = [k.profile for k in self.profiles.known if k.consent]
        for n, profile in enumerate(agreed):
            report(Progress(f"Reading {profile.label}", n, len(agreed)))
            check(cancelled)
        have = {e.id for e in self.library.rows}
        self.library.rows += [e for e in self.found if e.id not in have]
        failures = tuple((p.label, s) for p in agreed if (s := self.failing.get(p.name)))
        read = len(agreed) - len(failures)
        return ScanResult(read, 12345 * read, len(self.found), 0, len(self.found), failures)


class FakeProviders(ProviderService):
    """This computer and what was added."""

    def __init__(self) -> None:
        self.known = [ProviderInfo(THIS_COMPUTER, None, None, current=True)]
        self.down = False

    def all(self) -> list[ProviderInfo]:
        return list(self.known)

    def add(
        self,
        name: str,
        address: str,
        certificate: Path | None = None,
        trust: Fraction | None = None,
        *,
        replace: bool = False,
    ) -> ProviderInfo:
        if not address.startswith("https://"):
            raise ProviderError(
                "The address has to begin with https://. Nothing was added; correct it."
            )
        self.known = [p for p in self.known if p.name != name]
        self.known.append(ProviderInfo(name, address, certificate))
        return self.known[-1]

    def remove(self, name: str) -> None:
        self.known = [p for p in self.known if p.name != name]

    def choose(self, name: str) -> None:
        self.known = [replace(p, current=p.name == name) for p in self.known]

    def test(self, name: str) -> str:
        if self.down:
            raise ProviderError(f"{name} did not answer. Nothing was sent; try again later.")
        return f"{name} answers and knows 9,742 movies. Nothing was sent."


class FakeCatalogs(CatalogService):
    """The starter catalog until something is imported."""

    def __init__(self) -> None:
        self.now = CatalogInfo("Starter catalog", "1", 1200, 1200, 0, 0, "content")
        self.asked = ""
        self.poster_count = 0

    def info(self) -> CatalogInfo:
        return self.now

    def import_path(
        self, path: Path, *, report: Report = quiet, cancelled: IsCancelled = never
    ) -> CatalogInfo:
        report(Progress("Reading movies", 1, 3))
        check(cancelled)
        self.now = CatalogInfo("MovieLens", "latest-small", 9742, 9742, 100836, 610, "als")
        return self.now

    def download(
        self, name: str = "movielens", *, report: Report = quiet, cancelled: IsCancelled = never
    ) -> CatalogInfo:
        self.asked = name
        return self.import_path(Path(name), report=report, cancelled=cancelled)

    def download_posters(self, *, report: Report = quiet, cancelled: IsCancelled = never) -> int:
        return self.poster_count


class FakeData(DataService):
    """Remembers what was asked."""

    def __init__(self) -> None:
        self.erased = False
        self.exported: Path | None = None

    def export(self, file: Path) -> None:
        self.exported = file
        file.write_text("{}", encoding="utf-8")

    def erase(self) -> list[str]:
        self.erased = True
        return ["The library was removed.", "The ledger was removed.", "All settings were removed."]


def fake_services(folder: Path, confirmed: int = 26, suggested: int = 4) -> Services:
    """Every service in memory, its files under `folder`."""
    library = FakeLibrary(confirmed, suggested)
    ledger = FakeLedger()
    privacy = FakePrivacy(library, ledger)
    profiles = FakeProfiles(folder)
    services = SimpleNamespace(
        paths=Paths.under(folder),
        settings=Settings(),
        profiles=profiles,
        scan=FakeScan(library, profiles),
        library=library,
        privacy=privacy,
        recommend=FakeRecommend(privacy, ledger),
        ledger=ledger,
        providers=FakeProviders(),
        catalogs=FakeCatalogs(),
        data=FakeData(),
        close=lambda: None,
    )
    return cast("Services", services)
