"""The services of a test: real ones over a copied folder, watched.

Forced are only: downloads of catalogs and the quality of a model (`knowledge.py`), the film club's
answers (`elsewhere.py`), and the keyring.

`calls` says what the window asked of them. `faults` names methods that raise:
`services.faults["recommend.refresh"] = ProviderError("…")`. `held` makes one wait until a block
ends or it is cancelled.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import UNATTENDED, Progress, never_cancelled
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from epicrec_desktop.wiring import Services
from keyrings import CHEAP, FakeKeyring
from ui.fakes import prepared
from ui.fakes.base import ADDRESS, CLUB
from ui.fakes.knowledge import FakeCatalogs, FakeModelInfo
from ui.fakes.records import movies
from ui.fakes.watched import Watched
from waiting import PAUSE_S


def never_used(folder: Path, browsers: Path | None = None) -> FakeServices:
    """Nothing but a catalog and browsers: three, or those of this home."""
    return FakeServices(prepared.open_copy(prepared.empty, folder, browsers))


def just_started(folder: Path) -> FakeServices:
    """A small library, three browsers found and none agreed to, nothing released yet."""
    return FakeServices(prepared.open_copy(prepared.just_started, folder))


def released(folder: Path) -> FakeServices:
    """As `just_started`, with three releases in the ledger."""
    return FakeServices(prepared.open_copy(prepared.released, folder))


def lived_in(folder: Path) -> FakeServices:
    """Past the first run: hundreds of movies, recommendations, a browser agreed to, a provider."""
    return FakeServices(prepared.open_copy(prepared.lived_in, folder))


def use_club(services: FakeServices | Services, level: ReleaseLevel | None = None) -> None:
    """Put the film club to use, and choose a level."""
    services.providers.add(CLUB, ADDRESS)
    services.providers.choose(CLUB)
    if level is not None:
        services.privacy.set_overall(level)


def close_all() -> None:
    """Close what is open: Windows removes no file of it before."""
    while _opened:
        _opened.pop().close()


_opened: list[FakeServices] = []


REAL = (
    "alike", "cards", "contacts", "contributions", "data", "facts", "invitations", "ledger",
    "library", "lists", "month_news", "personas", "practice", "privacy", "profiles", "providers",
    "recommend", "releases", "scan", "summaries", "tonight", "unlisted", "updates", "walls",
)  # fmt: skip


@dataclass
class FakeServices:
    """Every use case. The first movies of the catalog are suggested."""

    real: Services
    catalog: list[Movie] = field(default_factory=movies)
    faults: dict[str, Exception] = field(default_factory=dict)
    gates: dict[str, Event] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    closed: bool = False

    def __post_init__(self) -> None:
        _opened.append(self)
        self.paths = self.real.paths
        self.settings = self.real.settings
        for name in REAL:
            setattr(self, name, Watched(getattr(self.real, name), name, self.enter))
        self.catalogs = FakeCatalogs(self.real.catalogs, self.enter)
        self.model_info = FakeModelInfo(self.real.model_info, self.enter, self.catalogs)
        self.protection = LibraryEncryption(self.paths, FakeKeyring(), CHEAP)
        self.context = self.real.context

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.real.close()

    def kept(self) -> dict[int, LibraryEntry]:
        """Return the library as it is stored, by local key."""
        return {entry.id: entry for entry in self.real.library.entries()}

    def check_public_data(self, job) -> list:
        return []

    def prepare_public_data(self, job) -> None:
        """A test that needs it puts its own in place."""

    def make_all(self, cancelled=never_cancelled) -> None:
        """They are all there."""

    def empty_library(self) -> None:
        """Have every movie forgotten."""
        self.real.library.forget(list(self.kept()))

    @contextmanager
    def held(self, name: str) -> Iterator[None]:
        """Let calls of a method wait until the block ends, or until they are cancelled."""
        self.gates[name] = gate = Event()
        try:
            yield
        finally:
            gate.set()

    def enter(self, name: str, job=UNATTENDED) -> None:
        """Note a call; wait and fail as told."""
        self.calls.append(name)
        gate = self.gates.get(name)
        while gate is not None and not gate.wait(PAUSE_S):
            job.check()
            job.report(Progress("Working", 1, 100))
        if name in self.faults:
            raise self.faults[name]
