"""The real services over a folder of their own, with a clock that tests move."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import IsCancelled, Job, never_cancelled
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.services import sampling
from epicrec_desktop.services.erasing import close_log
from epicrec_desktop.services.recommendations import RecommendResult
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.wiring import Services
from losses import periods_of
from moments import NOW, Clock
from planting import planting
from reading import reading_here

FAME = 45
"""The movies of at least this fame: four hundred."""
LITTLE_KNOWN = {
    "Before Sunrise (1995)",
    "Duel (1971)",
    "Dune (1984)",
    "King Kong (1976)",
    "King Kong (2005)",
    "Notting Hill (1999)",
    "Raising Arizona (1987)",
    "The Lion King (2019)",
    "The Lives of Others (2006)",
    "Aelita (1924)",
}


@dataclass
class World:
    """Services with their clock; `add` puts movies into the library, confirmed."""

    services: Services
    clock: Clock
    paths: Paths
    opened: list[Services] = field(default_factory=list)

    def add(self, *titles: str) -> list[int]:
        """Confirm movies of the starter catalog, named with their year: "Heat (1995)"."""
        stored = self.services.context.catalog()
        labels = [movie.label for movie in stored.catalog.movies]
        keys = [stored.keys[labels.index(label)] for label in titles]
        for key in keys:
            self.services.library.add(key)
        return keys

    def find(self, label: str) -> int:
        """Return the key of a movie of the catalog, named with its year."""
        found = self.services.library.search_catalog(label.rpartition(" (")[0], 50)
        return next(key for key, movie in found if movie.label == label)

    def wire_id(self, label: str) -> str:
        """Return the public id of a movie of the catalog, named with its year."""
        return str(self.services.library.movie(self.find(label)).wire_id)

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

    def receiver(self, name: str, address: str) -> Any:
        """A provider at an address, with the catalog of this computer; it is not asked."""
        catalog = self.services.providers.connect("This computer").catalog
        return SimpleNamespace(
            name=name, address=address, catalog=catalog, has_catalog=lambda: True
        )

    def commit(self, receiver: Any, choice: PrivacyChoice | None = None) -> tuple[Any, bool]:
        """Commit a release to a receiver, up to the moment before it is sent."""
        releases = self.services.releases
        return releases.commit(receiver, releases.propose_to(receiver, choice))

    def merge(self, source: str, *movies: Movie) -> None:
        """Have a source of the catalog bring these movies."""
        with self.services.context.database.write() as session:
            catalog = Catalog(source, "1", movies)
            CatalogRepository(session).merge(source, catalog, now=self.clock())

    def sampled(self) -> dict[str, Period]:
        """The sampled periods, by name."""
        return periods_of(self.services)

    def wire_ids(self) -> set[str]:
        """Public ids of the whole library."""
        return {e.movie.wire_id or "" for e in self.services.library.entries()}


@pytest.fixture(scope="session")
def prepared(tmp_path_factory) -> Path:
    """Return a base folder with the best-known movies of the starter catalog, to be copied.

    It has the name and the version of the whole one, so a start adds nothing. What a service does
    does not depend on the size of the catalog.
    """
    starter = wiring.load_starter()
    movies = tuple(m for m in starter.movies if (m.fame or 0) >= FAME or m.label in LITTLE_KNOWN)
    base = tmp_path_factory.mktemp("prepared")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiring, "load_starter", lambda: replace(starter, movies=movies))
        # None of the libraries that ship: those have the whole catalog.
        patch.setattr(wiring, "open_database", lambda path, opened, _: open_database(path, opened))
        services = wiring.build(Paths.under(base), now=lambda: NOW)
    services.privacy.budget()  # stored: it does not depend on the history
    services.close()
    close_log()  # what tests log meanwhile is in no copy
    return base


@pytest.fixture
def services(world) -> Services:
    """The services of the world as it begins."""
    return world.services


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Iterator[World]:
    """Services over the whole starter catalog, which the tests of a module share."""
    clock = Clock()
    services = wiring.build(Paths.under(tmp_path_factory.mktemp("whole")), now=clock)
    yield World(services, clock, services.paths)
    services.close()


@pytest.fixture
def child_process() -> None:
    """Read in a child process, as the program does: for tests of the process itself."""


@pytest.fixture(autouse=True)
def _in_this_process(request) -> Iterator[None]:
    with nullcontext() if "child_process" in request.fixturenames else reading_here():
        yield


@pytest.fixture
def build(prepared, tmp_path) -> Iterator[Callable[[Clock], Services]]:
    """Builds services over a copy of the prepared folder; all are closed at the end."""
    base = tmp_path / "base"
    shutil.copytree(prepared, base)
    opened: list[Services] = []

    def make(clock):
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
def true_counts(monkeypatch) -> list[dict[str, int]]:
    """The private counts of each period when it is sampled; nothing stores them afterwards."""
    seen: list[dict[str, int]] = []
    sample = sampling.sample_period

    def recording(mechanism, levels, counts, source):
        seen.append(dict(zip(mechanism.categories, counts, strict=True)))
        return sample(mechanism, levels, counts, source)

    monkeypatch.setattr(sampling, "sample_period", recording)
    return seen


@pytest.fixture
def world(build) -> Iterator[World]:
    clock = Clock()
    services = build(clock)
    world = World(services, clock, services.paths)
    yield world
    for again in world.opened:
        again.close()


@pytest.fixture
def home(world, prepared, tmp_path) -> Iterator[Callable[[str], World]]:
    """Builds homes by their name, each as on a computer of its own; a second time the same one."""
    opened: dict[str, World] = {}

    def make(name):
        base = tmp_path / name
        if name in opened:
            opened[name].services.close()
        elif not base.exists():
            shutil.copytree(prepared, base)
            shutil.rmtree(base / "state", ignore_errors=True)
            with planting(Paths.under(base).database) as database:
                database.execute("DELETE FROM state WHERE key = 'epoch'")
        nowhere = tmp_path / "home"
        nowhere.mkdir(exist_ok=True)
        environment = Environment(platform="linux", home=nowhere, env={})
        clock = Clock()
        services = wiring.build(Paths.under(base), now=clock, environment=environment)
        opened[name] = World(services, clock, services.paths)
        return opened[name]

    yield make
    for one in opened.values():
        one.services.close()
