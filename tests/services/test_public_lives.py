"""What leaves is the same for two people of whom one only has more that stays here.

Both import the same versions of the same sources, and confirm the same films. One of them lives:
films at weight 0, rejections, a watchlist, ratings, corrections, pages that name films, films that
no catalog has. With the same bits, every release has the same budget, question and bytes, and the
record of requests is the same.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import mechanism_planner
from epicrec_desktop.services.sampling import RepeatableSource
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.contacts import ContactRepository
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.unlisted import MovieLookup
from moments import NOW
from services.conftest import Clock, World
from store.test_public_catalog import World as Sources
from store.test_public_catalog import live

ADDRESS = "https://films.example"
MONTH = timedelta(days=31)
LIVES = int(os.environ.get("EPICREC_TEST_LIVES", "8"))
SHARED = tuple(
    Movie(
        f"Shared {n}",
        1960 + n,
        (("Action", "Drama", "Horror", "Sci-Fi")[n % 4],),
        imdb_id=f"tt900000{n}",
        popularity=9.0,
    )
    for n in range(6)
)
"""Films that both confirm; no other film has their titles or ids."""


@pytest.fixture(autouse=True)
def _budgets_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same catalog and levels have the same budget: it is computed once for both."""
    found: dict[tuple[Any, ...], Any] = {}
    quantify = mechanism_planner.quantify

    def once(groups: Any, choice: Any, generator: Any, **more: Any) -> Any:
        z = more["z"].tobytes()
        key = (groups.rows.tobytes(), groups.sizes.tobytes(), repr(choice), z)
        if key not in found:
            found[key] = quantify(groups, choice, generator, **more)
        return found[key]

    monkeypatch.setattr(mechanism_planner, "quantify", once)


@pytest.fixture
def people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[int], list[World]]]:
    monkeypatch.setattr(wiring, "open_database", open_database)  # one without the starter catalog
    opened: list[World] = []

    def make(seed: int) -> list[World]:
        for name in ("one", "other"):
            clock, base = Clock(), tmp_path / name
            services = wiring.build(
                Paths.under(base),
                now=clock,
                environment=Environment(platform="linux", home=tmp_path / "home", env={}),
                source=RepeatableSource(bytes([seed % 256])),
                starter=False,
                pause=0.0,
            )
            services.privacy.restore(
                PrivacyChoice(ReleaseLevel.PERTURBED, {"Horror": ReleaseLevel.ALL})
            )
            opened.append(World(services, clock, services.paths))
        return opened

    yield make
    for person in opened:
        person.services.close()


def keep(person: World, made: random.Random) -> None:
    """Do something that stays here, with films that are not shared."""
    database = person.services.context.database
    live(database, made, {movie.title for movie in SHARED})
    with database.write() as session:
        shared = {MovieLookup(session).find(movie) for movie in SHARED}
        library = LibraryRepository(session)
        for key in library.confirmed():
            if key not in shared:
                library.set_weight(key, 0.0)


def confirm_shared(person: World) -> None:
    with person.services.context.database.write() as session:
        lookup, library = MovieLookup(session), LibraryRepository(session)
        for movie in SHARED:
            key = lookup.find(movie)
            if key is not None:
                library.add(key, now=NOW)


def released(person: World) -> tuple[Any, ...]:
    """Release, and return all that leaves or is recorded of it."""
    services = person.services
    here = services.providers.connect()
    receiver: Any = SimpleNamespace(name="Films", address=ADDRESS, catalog=here.catalog)
    services.releases.accept_clock()
    proposal = services.releases.propose_to(receiver)
    release, _ = services.releases.commit(receiver, proposal)
    with services.context.database.read() as session:
        contacts = ContactRepository(session).all()
    public = services.context.catalog().catalog
    return (
        public,
        None if release is None else (release.payload, release.epsilon, release.mechanism),
        [(c.name, c.address, c.kind, c.asked) for c in contacts],
    )


@pytest.mark.parametrize("seed", range(LIVES))
def test_nothing_that_stays_here_changes_what_leaves(
    people: Callable[[int], list[World]], seed: int
) -> None:
    one, other = people(seed)
    sources, made = Sources(seed), random.Random(seed)
    for _ in range(4):
        for _ in range(2):
            source, catalog = sources.next()
            there = tuple(movie for movie in SHARED if made.random() < 0.9)
            mixed = replace(catalog, movies=(*there, *catalog.movies))
            for person in (one, other):
                with person.services.context.database.write() as session:
                    CatalogRepository(session).merge(source, mixed, now=NOW)
                confirm_shared(person)
            for _ in range(made.randint(1, 5)):
                keep(other, made)
        assert released(one) == released(other)
        for person in (one, other):
            person.clock.moment += MONTH
