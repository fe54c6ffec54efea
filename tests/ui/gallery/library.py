"""A realistic library over the real services, the same at every making: for pictures.

Its movies are its own, whatever the starter catalog has.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from epicrec_desktop import wiring
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.store.catalog import STARTER, CatalogRepository
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.wiring import Services
from moments import Clock

MOVIES = Path(__file__).parent / "films.csv"
"""A part of the starter catalog, in its format, as it was once."""

OCTOBER = datetime(2026, 10, 4, 19, 12, tzinfo=UTC)
NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
CLUB = "Film club"
CONFIRMED, SUGGESTED = 186, 6


class Seeded(NumpySource):
    """The same samples after every `again`."""

    def __init__(self) -> None:
        super().__init__(np.random.default_rng(0))

    def again(self) -> None:
        """Begin again."""
        self._generator = np.random.default_rng(11)


class Club(LocalProvider):
    """A provider elsewhere, without the way there."""

    down = False
    personas = SimpleNamespace(asked=lambda digest: None)  # asked about none

    def recommend(self, release: Release, **_: object) -> ProviderAnswer:
        if Club.down:
            raise ProviderError(
                f"{self.name} cannot be reached. Check the address and whether the service is "
                "running. The release is kept, and sending it again costs nothing."
            )
        return super().recommend(release)


@dataclass
class World:
    """Services with what drives them."""

    services: Services
    source: Seeded
    clock: Clock


def open_world(home: Path, folder: Path, moment: datetime = NOW) -> World:
    """Services over a folder, on a computer with the two browsers of `home`."""
    clock, source = Clock(moment), Seeded()
    services = wiring.build(
        Paths.under(folder),
        now=clock,
        environment=Environment("linux", home, {}),
        source=source,
        starter=False,
    )
    services.settings.language = "en"
    source.again()
    return World(services, source, clock)


def furnish(home: Path, folder: Path, *, lived_in: bool) -> None:
    """Make a folder: only opened once, or a library with levels and releases of two months."""
    for browser in ("chromium", "google-chrome"):
        profile = write_sample_profile(home / ".config" / browser, OCTOBER)
        os.utime(profile.database, (OCTOBER.timestamp(), OCTOBER.timestamp()))
    paths = Paths.under(folder)
    paths.data.mkdir(parents=True, mode=0o700)
    database = open_database(paths.database)
    with database.write() as session:
        CatalogRepository(session).merge(STARTER, load_starter(MOVIES), now=OCTOBER)
    database.close()
    world = open_world(home, folder, OCTOBER)
    if lived_in:
        _live(world)
    world.services.settings.save(world.services.paths.settings)
    world.services.close()


def connect_to_club(self: ProviderService, name: str, address: str, certificate: object) -> Club:
    """In place of the way to a provider elsewhere."""
    del address, certificate
    stored = self._context.catalog()
    return Club(stored.catalog, lambda: self._models().current(stored.catalog), name)


def _live(world: World) -> None:
    services, clock = world.services, world.clock
    found = services.profiles.discover()
    services.profiles.set_consent([known.profile for known in found], consent=True)
    services.scan.scan()
    entries = services.library.entries(LibraryStatus.SUGGESTED)
    sure = [entry.id for entry in entries if not entry.looked_at][SUGGESTED:]
    services.library.set_status(sure, LibraryStatus.CONFIRMED)
    _add_popular(services, CONFIRMED - len(sure))
    services.settings.wizard_step = "done"
    services.providers.add(CLUB, "https://films.example/epicrec")
    services.privacy.set_overall(ReleaseLevel.PERTURBED)
    services.recommend.release(services.releases.propose())
    services.providers.choose(CLUB)
    clock.moment = OCTOBER.replace(month=11, day=2)
    services.recommend.release(services.releases.propose())
    clock.moment = OCTOBER.replace(month=11, day=9)
    Club.down = True
    services.recommend.refresh()
    Club.down = False
    clock.moment = OCTOBER.replace(month=11, day=16)
    services.recommend.refresh()


def _add_popular(services: Services, count: int) -> None:
    """Well-known movies of many kinds: popular ones with gaps, so that some are left to like."""
    stored = services.context.catalog()
    places = stored.position
    popular = sorted(places, key=lambda key: -stored.catalog.movies[places[key]].popularity)
    have = {entry.id for entry in services.library.entries()}
    for key in _every_other(popular, have)[:count]:
        services.library.add(key)


def _every_other(keys: Sequence[int], have: set[int]) -> list[int]:
    left = [key for key in keys if key not in have]
    return [key for place, key in enumerate(left) if place % 3 != 1]
