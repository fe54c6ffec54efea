"""Two people with different histories, who do the same with the program."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from browser_databases import Page, chromium, chromium_ticks

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.history import BrowserProfile, LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.wiring import Services
from moments import NOW, Clock
from network_capture.recording_server import CapturedRequest, Recording

CANARY = "Kanarienvogel8417"
"""In every page title, address and profile of both."""


@dataclass(frozen=True)
class Person:
    """Somebody, with what they watched: title with year, and number at IMDb."""

    name: str
    watched: Mapping[str, str]


ALICE = Person("alice", {"Alien (1979)": "tt0078748"})
BOB = Person(
    "bob",
    {
        "The Matrix (1999)": "tt0133093",
        "Heat (1995)": "tt0113277",
        "Casablanca (1942)": "tt0034583",
        "Spirited Away (2001)": "tt0245429",
        "Blade Runner (1982)": "tt0083658",
        "The Shining (1980)": "tt0081505",
    },
)


@dataclass
class SessionResult:
    """What somebody left behind: on the wire by act, and in their folders after each act."""

    base: Path
    said: dict[str, tuple[CapturedRequest, ...]] = field(default_factory=dict)
    pauses: tuple[tuple[str, float], ...] = ()

    @property
    def wire(self) -> list[CapturedRequest]:
        """Every request, in its order."""
        return [request for requests in self.said.values() for request in requests]

    @property
    def paths(self) -> Paths:
        """The folders."""
        return Paths.under(self.base)


@dataclass
class UserSession:
    """A person at the program. Every public method is an act."""

    person: Person
    services: Services
    recording: Recording
    clock: Clock
    choice: PrivacyChoice
    base: Path

    def provider(self) -> None:
        """Add a provider and use it; its catalog and model are fetched."""
        self.services.providers.add("Theirs", self.recording.address)
        self.services.providers.choose("Theirs")
        self.services.providers.fetch_first()

    def scan(self) -> None:
        """Read the history."""
        self.services.scan.scan([history(self.person, self.base.parent / f"{CANARY} browser")])

    def answers(self) -> None:
        """Confirm what was suggested, rate it, and add what is not."""
        library = self.services.library
        for number in self.person.watched.values():
            key = library.find(f"imdb:{number}")
            assert key is not None
            library.add(key)
            library.rate(key, OwnRating(Rating.LIKED))
        suggested = [entry.id for entry in library.entries(LibraryStatus.SUGGESTED)]
        library.set_status(suggested, LibraryStatus.CONFIRMED)

    def levels(self) -> None:
        """Choose what may leave, and look at what would."""
        self.services.privacy.restore(self.choice)
        self.services.releases.preview()

    def draw(self) -> None:
        """Have the real list made, look at it, and do something else first."""
        releases = self.services.releases
        releases.sample(releases.preview().proposal)
        releases.preview()

    def release(self) -> None:
        """Release once, as one who looks and agrees; then see rows that are made here."""
        recommend = self.services.recommend
        recommend.release(self.services.releases.preview().proposal)
        recommend.rank_locally()

    def refresh(self) -> None:
        """The same again, and a day later what is fetched by the clock."""
        self.services.recommend.refresh()
        self.clock.moment += timedelta(hours=27)
        self.services.providers.refresh_public()
        self.services.contacts.all()

    def export(self) -> None:
        """Write the private export to a place of the person's own."""
        own = self.base.parent / "exports"
        own.mkdir(exist_ok=True)
        self.services.data.export(own / "export.json", replace=True)

    def erase(self) -> None:
        """Remove everything. Nothing can be done after it."""
        self.services.data.erase()


ACTS: Sequence[Callable[[UserSession], None]] = (
    UserSession.provider,
    UserSession.scan,
    UserSession.answers,
    UserSession.levels,
    UserSession.draw,
    UserSession.release,
    UserSession.refresh,
    UserSession.export,
)
SHORT = tuple(act for act in ACTS if act not in (UserSession.scan, UserSession.export))
"""Without what starts a process or writes only here."""
TO_THE_END = (*SHORT, UserSession.erase)
"""And nothing is left: its own tests look at that."""


def live(
    person: Person,
    folder: Path,
    prepared: Path,
    recording: Recording,
    choice: PrivacyChoice,
    *,
    acts: Sequence[Callable[[UserSession], None]] = ACTS,
    pause: float = 0.0,
) -> SessionResult:
    """Live these acts in a folder of one's own; the folders stay to be looked at."""
    base, home, clock = folder / "base", folder / "home", Clock()
    home.mkdir(parents=True)
    shutil.copytree(prepared, base)
    environment = Environment(platform="linux", home=home, env={})
    services = wiring.build(Paths.under(base), now=clock, environment=environment, pause=pause)
    life = SessionResult(base)
    recording.take()
    recording.pauses.clear()
    try:
        living = UserSession(person, services, recording, clock, choice, base)
        for act in acts:
            getattr(living, act.__name__)()
            life.said[act.__name__] = recording.take()
        life.pauses = tuple(recording.pauses)
    finally:
        services.close()
    return life


def history(person: Person, folder: Path) -> BrowserProfile:
    """Their browser's history: a page for every movie, and of ordinary ones twice as many."""
    days = range(1, 2 + len(person.watched))
    times = tuple(chromium_ticks(NOW - timedelta(days=day)) for day in days)
    movies = [
        Page(f"https://www.imdb.com/title/{number}/?{CANARY}", f"{title} - IMDb {CANARY}", times)
        for title, number in person.watched.items()
    ]
    others = [
        Page(f"https://bank.example/{CANARY}/{n}", f"Account {CANARY}", times)
        for n in range(2 * len(movies))
    ]
    return chromium(folder / f"{person.name} Default", movies + others)
