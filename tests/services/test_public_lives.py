"""What leaves is the same for two people of whom one only has more that stays here.

Both import the same versions of the same sources, and confirm the same movies. One of them lives:
movies at weight 0, rejections, a watchlist, ratings, corrections, pages that name movies, movies
that no catalog has. With the same bits, every release has the same budget, question and bytes, and
the record of requests is the same.

A movie more that is blurred changes one sample alone, and that by no more than the law of the
mechanism allows.
"""

import os
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy import period
from epicrec_desktop.privacy.families import IMPROVED, LEARNED, PUBLISHED
from epicrec_desktop.privacy.mechanism import Mechanism
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
LIVES = int(os.environ.get("EPICREC_TEST_LIVES", "4"))
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
"""Movies that both confirm; no other movie has their titles or ids."""
MORE = Movie("One more", 1959, ("Drama",), imdb_id="tt9000009", popularity=9.0)
"""A movie of every version of every source, which one of two confirms."""
RESERVED = {movie.title for movie in (*SHARED, MORE)}


@pytest.fixture(autouse=True)
def _budgets_once(monkeypatch) -> None:
    """The same catalog and levels have the same budget: it is computed once for both."""
    found: dict[tuple[Any, ...], Any] = {}
    quantify = mechanism_planner.quantify

    def once(groups, choice, generator, **more):
        z = more["z"].tobytes()
        key = (groups.rows.tobytes(), groups.sizes.tobytes(), repr(choice), z)
        if key not in found:
            found[key] = quantify(groups, choice, generator, **more)
        return found[key]

    monkeypatch.setattr(mechanism_planner, "quantify", once)


@pytest.fixture
def people(tmp_path, monkeypatch) -> Iterator[Callable[[int], list[World]]]:
    monkeypatch.setattr(wiring, "open_database", open_database)  # one without the starter catalog
    opened: list[World] = []

    def make(seed):
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
    """Do something that stays here, with movies that are not shared."""
    database = person.services.context.database
    live(database, made, RESERVED)
    with database.write() as session:
        shared = {MovieLookup(session).find(movie) for movie in (*SHARED, MORE)}
        library = LibraryRepository(session)
        for key in library.confirmed():
            if key not in shared:
                library.set_weight(key, 0.0)


def confirm(person: World, movies: Iterable[Movie] = SHARED, weight: float = 1) -> None:
    with person.services.context.database.write() as session:
        lookup, library = MovieLookup(session), LibraryRepository(session)
        for movie in movies:
            key = lookup.find(movie)
            if key is not None:
                library.add(key, now=NOW)
                library.set_weight(key, weight)


def merge(person: World, source: str, catalog: Catalog) -> None:
    with person.services.context.database.write() as session:
        CatalogRepository(session).merge(source, catalog, now=NOW)


def released(person: World) -> tuple[Any, ...]:
    """Release, and return all that leaves or is recorded of it."""
    services = person.services
    services.releases.accept_clock()
    release, _ = person.commit(person.receiver("Films", ADDRESS))
    with services.context.database.read() as session:
        contacts = ContactRepository(session).all()
    public = services.context.catalog().catalog
    return (
        public,
        None if release is None else (release.payload, release.epsilon, release.mechanism),
        [(c.name, c.address, c.kind, c.asked) for c in contacts],
    )


@pytest.mark.parametrize("seed", range(LIVES))
def test_nothing_that_stays_here_changes_what_leaves(people, seed):
    one, other = people(seed)
    sources, made = Sources(seed), random.Random(seed)
    for _ in range(4):
        for _ in range(2):
            source, catalog = sources.next()
            there = tuple(movie for movie in SHARED if made.random() < 0.9)
            mixed = replace(catalog, movies=(*there, *catalog.movies))
            for person in (one, other):
                merge(person, source, mixed)
                confirm(person)
            for _ in range(made.randint(1, 5)):
                keep(other, made)
        assert released(one) == released(other)
        for person in (one, other):
            person.clock.moment += MONTH


@pytest.mark.parametrize("seed", range(max(3, LIVES // 2)))
def test_a_movie_more_that_is_blurred_follows_the_law_of_the_mechanism(people, monkeypatch, seed):
    """With the same noisy numbers all that leaves is the same, so these numbers alone can differ.

    A number y of scale s has a probability proportional to exp(-|y - count| / s), whatever the
    count, and lower tiers are made of it without data: the ratio for two counts is at most
    exp(|difference| / s), and reached where y is beyond both.
    """
    one, other = people(seed)
    sampled: dict[int, list[tuple[Mechanism, tuple[int, ...]]]] = {}

    def sample(mechanism, counts, source):
        own = sampled.setdefault(id(source), [])  # each of the two has a source
        mechanism.verify()
        own.append((mechanism, tuple(map(int, counts))))
        noise = random.Random(f"{seed}, {len(own)}")
        return tuple(noise.randint(-60, 60) * mechanism.multiplier for _ in counts)

    monkeypatch.setattr(period, "sample", sample)
    sources, made = Sources(seed), random.Random(seed)
    weight, first = made.choice((1, Fraction(1, 2))), made.randint(0, 2)
    for person in (one, other):
        person.services.privacy.use_mechanism((PUBLISHED, IMPROVED, LEARNED)[seed % 3])
    for month in range(4):
        source, catalog = sources.next()
        more = MORE.replace(categories=tuple(made.sample(("Action", "Drama", "Sci-Fi"), 2)))
        for person in (one, other):
            merge(person, source, replace(catalog, movies=(*SHARED, more, *catalog.movies)))
            confirm(person)
        if month == first:
            confirm(other, [more], float(weight))
        keep(other, made)
        assert released(one) == released(other)
        for person in (one, other):
            person.clock.moment += MONTH
    shares = []
    for (mechanism, a), (same, b) in zip(*sampled.values(), strict=True):
        assert mechanism == same
        scaled = zip(a, b, mechanism.scales, strict=True)
        shares.append(sum(Fraction(abs(x - y)) / s for x, y, s in scaled) / mechanism.epsilon)
    counted = [share for share in shares if share]
    if weight == 1 or counted:  # half a row may be rounded to nothing
        (share,) = counted
        assert share <= weight, "one sample counts it, at no more than its weight in ε"
