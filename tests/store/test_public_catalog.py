"""The catalog that releases are made from is the same for everybody who imported the same."""

import random
import shutil
from collections.abc import Callable, Collection
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from epicrec_desktop.domain.history import (
    BrowserFamily,
    BrowserProfile,
    Decision,
    Evidence,
    LibraryStatus,
    RuleEvidence,
    Sighting,
    Watermark,
)
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.store import unlisted
from epicrec_desktop.store.browser_profiles import ProfileRepository
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.corrections import correct
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.store.library import LibraryRepository, WatchlistRepository
from epicrec_desktop.store.movie_lists import MovieList, MovieListRepository
from epicrec_desktop.store.ratings import put_own
from epicrec_desktop.store.unlisted import MovieLookup
from moments import NOW

WORDS = ("Heat", "Moon", "Fargo", "Alien", "Carmen", "Ran", "Big", "Solaris")
CATEGORIES = ("Action", "Drama", "Horror", "Sci-Fi")


class World:
    """Sources that change from version to version: movies come, go, and are described anew."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._movies = [self._movie(number) for number in range(12)]
        self._version = 0

    def _movie(self, number: int) -> Movie:
        made = self._random
        return Movie(
            made.choice(WORDS), made.choice((1982, 1983)), self._categories(),
            imdb_id=f"tt{number:07}" if made.random() < 0.7 else None,
            wikidata_id=f"Q{number}" if made.random() < 0.5 else None,
            starter_id=f"film-{number}", popularity=float(made.randint(0, 50)),
        )  # fmt: skip

    def _categories(self) -> tuple[str, ...]:
        return tuple(c for c in CATEGORIES if self._random.random() < 0.4)

    def next(self) -> tuple[str, Catalog]:
        """Change some movies; return the next version of a source."""
        made = self._random
        self._version += 1
        for place in made.sample(range(len(self._movies)), 3):
            movie = self._movies[place]
            self._movies[place] = made.choice(
                (
                    movie.replace(categories=self._categories()),
                    movie.replace(imdb_id=f"tt{made.randint(100, 140):07}"),
                    movie.replace(imdb_id=None),
                )
            )
        there = [movie for movie in self._movies if made.random() < 0.6]
        names = {}  # no two movies of a source have one id
        for movie in there:
            names.setdefault(movie.imdb_id or movie.starter_id, movie)
        source = made.choice(("starter", "wikidata-1", "wikidata-2"))
        return source, Catalog(source, str(self._version), tuple(names.values()))


def live(database: Database, made: random.Random, spared: Collection[str] = ()) -> None:
    """Let a person do something that stays here, with any movie that they could know of.

    `spared`: titles of movies that nothing is done with.
    """
    with database.write() as session:
        rows = session.exec_driver_sql("SELECT id, title FROM movies ORDER BY id")
        keys = [key for key, title in rows if title not in spared]
        library = LibraryRepository(session)
        own = Movie(made.choice(WORDS), made.choice((1982, 1983, None)), ("Horror",))
        acts: list[Callable[[int], object]] = [
            lambda key: library.add(key, now=NOW),
            lambda key: library.put_status({key: LibraryStatus.REJECTED}, now=NOW),
            lambda key: library.forget([key], now=NOW),
            lambda key: WatchlistRepository(session).add(key, now=NOW),
            lambda key: enlist(session, key),
            lambda key: put_own(session, key, OwnRating(Rating.LIKED)),
            lambda key: library.assign_period([key]),
            lambda key: correct(session, key, made.choice(keys), now=NOW),
            lambda key: see(session, key),
            lambda _key: library.add(MovieLookup(session).key(own), now=NOW),
            lambda _key: MovieLookup(session).key(own.replace(site_ids=(("imdb", "tt0000003"),))),
        ]
        if keys:
            made.choice(acts)(made.choice(keys))
        unlisted.drop_orphans(session)


def enlist(session, key: int) -> None:
    """Put a movie on a list of the person, as the first."""
    lists = MovieListRepository(session)
    mine = next(iter(lists.all()), MovieList("Mine"))
    lists.put(mine.with_movies([key]).ordered([key]))


def see(session, key: int) -> None:
    """Let a page that any website may have made name a movie."""
    profiles = ProfileRepository(session)
    profile = BrowserProfile("Firefox", BrowserFamily.FIREFOX, "default", Path("places.sqlite"))
    profiles.agree("a", profile)
    evidence = (RuleEvidence("title", Decision.REVIEW, Evidence.INTEREST, 0.7),)
    found = Sighting(0, NOW, NOW + timedelta(1), evidence)
    profiles.record(
        "a", [(key, found)], full=False, watermark=Watermark(1, "x"), catalog_version="1", now=NOW
    )
    LibraryRepository(session).add_found({key: found.verdict}, confirm_sure=False, now=NOW)


def public(database: Database) -> tuple[object, ...]:
    """Everything that a release is made from, in its order."""
    with database.read() as session:
        stored = CatalogRepository(session).load()
        return (stored.catalog, [movie.wire_id for movie in stored.catalog.movies])


@pytest.mark.parametrize("seed", range(25))
def test_no_life_changes_what_a_catalog_says(tmp_path, empty_database, seed):
    compare_lives(tmp_path, empty_database, seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(25, 1_025, 50))
def test_a_thousand_lives_change_nothing_either(tmp_path, empty_database, first):
    for seed in range(first, first + 50):
        compare_lives(tmp_path / str(seed), empty_database, seed)
        shutil.rmtree(tmp_path / str(seed))


def compare_lives(folder: Path, empty: Path, seed: int) -> None:
    """Let two people import the same versions; what they do between is their own."""
    world, made = World(seed), random.Random(1000 + seed)
    folder.mkdir(exist_ok=True)
    files = [shutil.copy(empty, folder / f"{name}.sqlite3") for name in ("one", "other")]
    with closing(open_database(files[0])) as one, closing(open_database(files[1])) as other:
        for _ in range(8):
            source, catalog = world.next()
            for person in (one, other):
                with person.write() as session:
                    CatalogRepository(session).merge(source, catalog, now=NOW)
            for _ in range(made.randint(0, 6)):
                live(other, made)
            assert public(one) == public(other)


ALIEN = Movie("Alien", 1979, ("Horror",), imdb_id="tt0078748")


def merge(database: Database, *movies: Movie, version: str) -> list[int]:
    with database.write() as session:
        catalog = Catalog("starter", version, movies)
        return [int(key) for key in CatalogRepository(session).merge("starter", catalog, now=NOW)]


def confirm(database: Database, key: int, period: str) -> None:
    with database.write() as session:
        library = LibraryRepository(session)
        library.add(key, now=NOW)
        library.assign_period([key], period)


def listed(database: Database) -> dict[int, tuple[LibraryStatus, str | None]]:
    with database.read() as session:
        return {
            one.movie_id: (one.status, one.release_period)
            for one in LibraryRepository(session).all()
        }


def test_a_movie_that_comes_back_is_described_as_for_everybody_else(database):
    (key,) = merge(database, ALIEN, version="1")
    confirm(database, key, "2026-10")
    merge(database, version="2")
    assert public(database) == (Catalog("starter", public(database)[0].version, ()), [])
    assert listed(database) == {key: (LibraryStatus.CONFIRMED, "2026-10")}
    (again,) = merge(database, ALIEN.replace(categories=("Sci-Fi",)), version="3")
    with database.read() as session:
        (movie,) = CatalogRepository(session).load().catalog.movies
    assert movie.categories == ("Sci-Fi",)
    assert listed(database) == {again: (LibraryStatus.CONFIRMED, "2026-10")}


@pytest.mark.parametrize("in_between", [True, False])
def test_a_movie_with_a_new_number_keeps_its_period(database, in_between):
    """A catalog that renumbers its movies made one count in every month."""
    (key,) = merge(database, ALIEN, version="1")
    confirm(database, key, "2026-10")
    if in_between:
        merge(database, version="2")
    (other,) = merge(database, ALIEN.replace(imdb_id="tt9999999"), version="3")
    assert listed(database) == {other: (LibraryStatus.CONFIRMED, "2026-10")}


def test_each_of_two_movies_that_may_be_meant_has_the_period(database):
    (key,) = merge(database, ALIEN, version="1")
    confirm(database, key, "2026-10")
    twins = [ALIEN.replace(imdb_id=f"tt999999{n}") for n in (1, 2)]
    found = merge(database, *twins, version="2")
    with database.read() as session:
        periods = LibraryRepository(session).periods()
    assert {periods[one] for one in found} == {"2026-10"}


def test_a_namesake_that_was_there_all_the_time_is_another_movie(database):
    other = ALIEN.replace(imdb_id="tt9999999", categories=("Comedy",))
    key, namesake = merge(database, ALIEN, other, version="1")
    confirm(database, key, "2026-10")
    merge(database, other, version="2")
    assert listed(database) == {key: (LibraryStatus.CONFIRMED, "2026-10")}
    assert namesake not in listed(database)
