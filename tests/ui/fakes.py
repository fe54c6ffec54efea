"""Services in memory, with sample data: for screens, and for forcing faults.

Each has the signatures of the real one (a test compares them). `faults` names methods that raise:
`services.faults["recommend.refresh"] = ProviderError("…")`; `delays` makes them wait, and they
stop waiting when cancelled.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.evidence import Trace
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.release import Recommendations, Release, Row, Suggestion
from epicrec_desktop.domain.tasks import Progress, check, never, quiet
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.calendar import Calendar, Month, Spending
from epicrec_desktop.services.planning import Kind
from epicrec_desktop.settings import Settings

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)

KNOWN = """Blade Runner|1982|Action,Sci-Fi,Thriller
Arrival|2016|Sci-Fi,Drama
Heat|1995|Action,Crime,Thriller
Amélie|2001|Comedy,Romance
Spirited Away|2001|Adventure,Animation,Fantasy
The Third Man|1949|Film-Noir,Mystery,Thriller
Alien|1979|Horror,Sci-Fi
Stalker|1979|Drama,Mystery,Sci-Fi
Solaris|1972|Drama,Mystery,Sci-Fi
Moon|2009|Drama,Mystery,Sci-Fi
Gattaca|1997|Drama,Sci-Fi,Thriller
Brazil|1985|Fantasy,Sci-Fi
Contact|1997|Drama,Sci-Fi
Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb|1964|Comedy,War
Fargo|1996|Comedy,Crime,Drama,Thriller
Once Upon a Time in the West|1968|Action,Drama,Western
Singin' in the Rain|1952|Comedy,Musical,Romance
Casablanca|1942|Drama,Romance
Man with a Movie Camera|1929|Documentary
The Lion King|1994|Adventure,Animation,Children,Drama,Musical
Paths of Glory|1957|Drama,War
In the Mood for Love|2000|Drama,Romance
The Shining|1980|Horror
Pan's Labyrinth|2006|Drama,Fantasy,Thriller
Wall·E|2008|Adventure,Animation,Children,Romance,Sci-Fi
Raiders of the Lost Ark|1981|Action,Adventure
Chinatown|1974|Crime,Film-Noir,Mystery,Thriller
Groundhog Day|1993|Comedy,Fantasy,Romance
M|1931|Crime,Film-Noir,Thriller
Borat: Cultural Learnings of America for Make Benefit Glorious Nation|2006|Comedy
Llanfairpwllgwyngyllgogerychwyrndrobwll|2019|Documentary
Se7en|1995|Mystery,Thriller""".splitlines()
FIRST = ("Silent", "Last", "Broken", "Hidden", "Golden", "Distant", "Paper", "Winter", "Quiet")
SECOND = ("Harbor", "Letter", "Orchard", "Signal", "Empire", "River", "Garden", "Station", "Road")
RULES = (
    ("imdb-id", Decision.ACCEPT, Evidence.INTEREST),
    ("letterboxd-title-year", Decision.ACCEPT, Evidence.WATCHED),
    ("netflix-player", Decision.ACCEPT, Evidence.WATCHED),
    ("wikipedia-film", Decision.ACCEPT, Evidence.INTEREST),
    ("youtube-trailer", Decision.REVIEW, Evidence.INTEREST),
    ("search-query", Decision.REVIEW, Evidence.INTEREST),
)


def movies(count: int = 400) -> list[Movie]:
    """Known titles first, then made-up ones."""
    rng = random.Random(7)
    result = []
    for line in KNOWN:
        title, year, categories = line.split("|")
        result.append((title, int(year), tuple(categories.split(","))))
    for first, second in itertools.product(FIRST, SECOND):
        chosen = tuple(sorted(rng.sample(CATEGORIES, rng.choice((1, 2, 3)))))
        result.append((f"The {first} {second}", rng.randint(1930, 2025), chosen))
    for number in itertools.count(1):
        if len(result) >= count:
            break
        result.append((f"Picture {number}", 1950 + number % 70, (CATEGORIES[number % 18],)))
    return [
        Movie(title, year, categories, imdb_id=f"tt{1000000 + k}", popularity=500 - k)
        for k, (title, year, categories) in enumerate(result[:count])
    ]


@dataclass(frozen=True)
class FakeEntry:
    """Looks like a `LibraryEntry`."""

    id: int
    movie: Movie
    status: LibraryStatus
    evidence: Evidence
    rule: str
    decision: Decision
    confidence: float
    count: int
    first_seen: datetime | None
    last_seen: datetime | None
    weight: float = 1.0
    fleeting: bool = False
    traces: tuple[Trace, ...] = ()


def entry(number: int, movie: Movie, status: LibraryStatus) -> FakeEntry:
    """A library entry, found by one rule or the other."""
    rule, decision, evidence = RULES[number % len(RULES)]
    seen = NOW - timedelta(days=number)
    count = 1 + number % 5
    return FakeEntry(
        number, movie, status, evidence, rule, decision, 0.99 - number / 1000, count,
        seen - timedelta(days=3), seen, fleeting=number % 5 == 0 and decision is Decision.REVIEW,
        traces=(Trace(rule, decision, evidence, 0.9, count, 90.0 * (number % 4)),),
    )  # fmt: skip


@dataclass
class FakeServices:
    """Every use case, in memory."""

    paths: Paths
    settings: Settings = field(default_factory=lambda: Settings(wizard_step="done"))
    catalog: list[Movie] = field(default_factory=movies)
    suggested: int = 24
    confirmed: int = 150
    faults: dict[str, Exception] = field(default_factory=dict)
    delays: dict[str, float] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    closed: bool = False

    def __post_init__(self) -> None:
        self.recommend = FakeRecommend(self)
        self.library = FakeLibrary(self)
        self.scan = FakeScan(self)
        self.privacy = FakePrivacy(self)
        self.providers = FakeProviders(self)
        self.ledger = FakeLedger(self)
        self.profiles = FakeProfiles(self)
        self.catalogs = SimpleNamespace()
        self.data = SimpleNamespace()

    def close(self) -> None:
        self.closed = True

    def enter(self, name: str, report=quiet, cancelled=never) -> None:
        """Count a call; wait and fail as told."""
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
        self.all_services = services

    def enter(self, name: str, report=quiet, cancelled=never) -> None:
        self.all_services.enter(name, report, cancelled)


class FakeLibrary(_Part):
    """The library."""

    def __init__(self, services: FakeServices) -> None:
        super().__init__(services)
        catalog = services.catalog
        self.later: list[int] = []
        total = services.suggested + services.confirmed
        self.kept: dict[int, FakeEntry] = {
            k: entry(
                k,
                catalog[-k - 1] if k >= services.suggested else catalog[k],
                LibraryStatus.SUGGESTED if k < services.suggested else LibraryStatus.CONFIRMED,
            )
            for k in range(total)
        }

    def entries(self, status: LibraryStatus | None = None) -> list[FakeEntry]:
        self.enter("library.entries")
        return [e for e in self.kept.values() if status in (None, e.status)]

    def set_status(self, ids: Sequence[int], status: LibraryStatus) -> Mapping[int, LibraryStatus]:
        self.enter("library.set_status")
        earlier = {k: self.kept[k].status for k in ids}
        for k in ids:
            self.kept[k] = replace(self.kept[k], status=status)
        return earlier

    def restore(self, earlier: Mapping[int, LibraryStatus]) -> None:
        self.enter("library.restore")
        for k, status in earlier.items():
            self.kept[k] = replace(self.kept[k], status=status)

    def set_weight(self, movie_id: int, weight: float) -> None:
        self.enter("library.set_weight")
        self.kept[movie_id] = replace(self.kept[movie_id], weight=weight)

    def search_catalog(self, text: str, limit: int = 20) -> list[tuple[int, Movie]]:
        self.enter("library.search_catalog")
        found = [
            (10_000 + k, movie)
            for k, movie in enumerate(self.all_services.catalog)
            if text.casefold() in movie.title.casefold()
        ]
        return found[:limit]

    def add(self, movie_id: int) -> FakeEntry:
        self.enter("library.add")
        movie = self.all_services.catalog[movie_id - 10_000]
        made = replace(entry(0, movie, LibraryStatus.CONFIRMED), id=movie_id, rule="by-hand")
        self.kept[movie_id] = made
        return made

    def find(self, wire_id: str) -> int | None:
        wires = [movie.wire_id for movie in self.all_services.catalog]
        return 10_000 + wires.index(wire_id) if wire_id in wires else None

    def refuse(self, movie_id: int) -> None:
        self.enter("library.refuse")
        self.add(movie_id)
        self.kept[movie_id] = replace(self.kept[movie_id], status=LibraryStatus.REJECTED, count=0)

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
        return [
            (k, self.all_services.catalog[k - 10_000]) for k in self.later if k not in self.kept
        ]

    def forget(self, ids: Sequence[int]) -> None:
        self.enter("library.forget")
        for k in ids:
            del self.kept[k]

    def counts(self) -> Mapping[LibraryStatus, int]:
        self.enter("library.counts")
        return {s: sum(e.status is s for e in self.kept.values()) for s in LibraryStatus}

    def category_counts(self) -> Mapping[str, int]:
        sure = [e for e in self.kept.values() if e.status is LibraryStatus.CONFIRMED]
        return {c: sum(c in e.movie.categories for e in sure) for c in CATEGORIES}


class FakeScan(_Part):
    """Finds what `found` says, once."""

    found = 3
    failures: tuple[tuple[str, str], ...] = ()

    def scan(self, profiles=None, *, confirm_accepted=False, report=quiet, cancelled=never) -> Any:
        self.enter("scan.scan", report, cancelled)
        library = self.all_services.library
        start = max(library.kept, default=-1) + 1
        for k in range(start, start + self.found):
            movie = self.all_services.catalog[k % len(self.all_services.catalog)]
            library.kept[k] = entry(k, movie, LibraryStatus.SUGGESTED)
        return SimpleNamespace(
            profiles=2,
            visits=12_345,
            movies=self.found,
            new_confirmed=0,
            new_suggested=self.found,
            failures=self.failures,
        )


def rows(catalog: Sequence[Movie]) -> tuple[Row, ...]:
    """An overall row, the provider's, and one for every category that has movies."""
    rng = random.Random(3)

    def suggest(movie: Movie, ranked: str) -> Suggestion:
        because = rng.choice(("The Matrix (1999)", "Metropolis (1927)", None))
        return Suggestion(
            movie.wire_id or "", movie.title, movie.year, movie.categories, rng.random(), ranked,
            because if ranked == "here" else None,
        )  # fmt: skip

    result = [Row("overall", "here", tuple(suggest(m, "here") for m in catalog[:200]))]
    mixed = rng.sample(list(catalog), min(30, len(catalog)))
    result.append(Row("provider", "provider", tuple(suggest(m, "provider") for m in mixed)))
    for number, name in enumerate(("Sci-Fi", "Crime", *CATEGORIES[:5])):
        inside = [m for m in catalog if name in m.categories][:60]
        if inside and name not in [r.name for r in result]:
            found = tuple(suggest(m, "here") for m in inside)
            result.append(Row(name, "here", found, 41 - 5 * number))
    return tuple(result)


class FakeRecommend(_Part):
    """Recommends the catalog itself."""

    def __init__(self, services: FakeServices) -> None:
        super().__init__(services)
        self.notes: tuple[str, ...] = ()
        self.provider = "This computer"
        self.repeated = False
        self.stored: Recommendations | None = self.make()

    def make(self) -> Recommendations:
        library = getattr(self.all_services, "library", None)
        kept = library.kept.values() if library is not None else ()
        refused = {e.movie for e in kept if e.rule == "by-hand" and e.status != "confirmed"}
        made = rows(self.all_services.catalog)
        wires = {movie.wire_id for movie in refused}
        made = tuple(
            replace(row, suggestions=tuple(s for s in row.suggestions if s.wire_id not in wires))
            for row in made
        )
        return Recommendations(
            made, NOW, self.provider, "als-1",
            self.all_services.confirmed, self.notes,
        )  # fmt: skip

    def refresh(self, *, choice=None, provider=None, report=quiet, cancelled=never) -> Any:
        self.enter("recommend.refresh", report, cancelled)
        self.stored = self.make()
        return SimpleNamespace(
            release=release(self.provider), repeated=self.repeated, recommendations=self.stored
        )

    def rank_here(self, *, report=quiet) -> Recommendations:
        self.enter("recommend.rank_here", report)
        self.stored = self.make()
        return self.stored

    def latest(self) -> Recommendations | None:
        self.enter("recommend.latest")
        return self.stored


def release(provider: str = "This computer") -> Release:
    """A release of November."""
    return Release(
        1, datetime(2026, 11, 2, 9, tzinfo=UTC), provider, provider, ReleaseLevel.PERTURBED,
        "S-DPDP", None, None, "2026-11", ("imdb:tt0000001",), b"{}", "0" * 64,
    )  # fmt: skip


class FakePrivacy(_Part):
    """The choice, without a budget."""

    def __init__(self, services: FakeServices) -> None:
        super().__init__(services)
        self.kept = PrivacyChoice()

    def choice(self) -> PrivacyChoice:
        self.enter("privacy.choice")
        return self.kept

    def mechanism(self) -> Kind:
        self.enter("privacy.mechanism")
        return Kind.IMPROVED


class FakeProviders(_Part):
    """This computer, and one other."""

    def all(self) -> list[Any]:
        self.enter("providers.all")
        return [
            SimpleNamespace(name="This computer", address=None, certificate=None, current=True),
            SimpleNamespace(name="Film club", address="https://x", certificate=None, current=False),
        ]


class FakeLedger(_Part):
    """One release."""

    def entries(self) -> list[Any]:
        self.enter("ledger.entries")
        made = release()
        return [SimpleNamespace(release=made, sent=(made.created,), error=None)]

    def calendar(self) -> Calendar:
        return Calendar((Month("2026-11", 1, None, (), True),), "2026-11", 0)

    def spending(self) -> Spending:
        return Spending(None, {})


class FakeProfiles(_Part):
    """One browser profile, agreed to."""

    consent = True
    last_scan_time: datetime | None = None

    def last_scan(self) -> datetime | None:
        return self.last_scan_time

    def discover(self) -> list[Any]:
        self.enter("profiles.discover")
        profile = SimpleNamespace(browser="Chrome", name="Person 1", database=Path("History"))
        return [SimpleNamespace(profile=profile, consent=self.consent, present=True)]
