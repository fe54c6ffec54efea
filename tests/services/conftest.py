"""The real services over a folder of their own, with a clock that tests move."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.progress import IsCancelled, Job, never_cancelled
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services import sampling
from epicrec_desktop.services.periods import read_periods
from epicrec_desktop.services.recommendations import RecommendResult
from epicrec_desktop.wiring import Services
from moments import NOW


@dataclass
class Clock:
    """A clock that moves only when a test sets it."""

    moment: datetime = NOW

    def __call__(self) -> datetime:
        return self.moment


@dataclass
class World:
    """Services with their clock; `add` puts movies into the library, confirmed."""

    services: Services
    clock: Clock
    paths: Paths
    opened: list[Services] = field(default_factory=list)

    def add(self, *titles: str) -> list[int]:
        """Confirm movies of the starter catalog, named with their year: "Heat (1995)"."""
        keys = []
        for label in titles:
            title = label.rpartition(" (")[0]
            found = self.services.library.search_catalog(title, 200)
            keys.append(next(key for key, movie in found if movie.label == label))
        for key in keys:
            self.services.library.add(key)
        return keys

    def release(
        self,
        choice: PrivacyChoice | None = None,
        provider: str | None = None,
        cancelled: IsCancelled = never_cancelled,
    ) -> RecommendResult:
        """Release, as a person does who looks and agrees."""
        recommend, releases = self.services.recommend, self.services.releases
        releases.accept_clock()
        proposal = releases.propose(choice, provider=provider)
        return recommend.release(proposal, job=Job(cancelled=cancelled))

    def sampled(self) -> dict[str, Period]:
        """The sampled periods, by name."""
        with self.services.context.database.read() as session:
            return read_periods(session)

    def wire_ids(self) -> set[str]:
        """Public ids of the whole library."""
        return {e.movie.wire_id or "" for e in self.services.library.entries()}


@pytest.fixture
def build(prepared: Path, tmp_path: Path) -> Iterator[Callable[[Clock], Services]]:
    """Builds services over a copy of the prepared folder; all are closed at the end."""
    base = tmp_path / "base"
    shutil.copytree(prepared, base)
    opened: list[Services] = []

    def make(clock: Clock) -> Services:
        home = tmp_path / "home"
        home.mkdir(exist_ok=True)
        environment = Environment(platform="linux", home=home, env={})
        services = wiring.build(Paths.under(base), now=clock, environment=environment)
        opened.append(services)
        return services

    yield make
    for services in opened:
        services.close()


@pytest.fixture
def true_counts(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, int]]:
    """The private counts of each period when it is sampled; nothing stores them afterwards."""
    seen: list[dict[str, int]] = []
    sample = sampling.sample_period

    def recording(
        mechanism: Mechanism, levels: dict[str, str], counts: tuple[int, ...], source: BitSource
    ) -> Period:
        seen.append(dict(zip(mechanism.categories, counts, strict=True)))
        return sample(mechanism, levels, counts, source)

    monkeypatch.setattr(sampling, "sample_period", recording)
    return seen


@pytest.fixture
def world(build: Callable[[Clock], Services]) -> World:
    clock = Clock()
    services = build(clock)
    return World(services, clock, services.paths)
