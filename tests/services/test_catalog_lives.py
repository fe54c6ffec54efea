"""Account and records are true while catalogs, levels and mechanisms change.

Eight movies of a catalog that corrects public ids, learns that two rows are one movie, drops movies
and adds categories. Which movie is which is known here from what the catalog was made to say, never
from the program's tables.
"""

import os
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.privacy.families import IMPROVED, LEARNED, PUBLISHED
from epicrec_desktop.recommend.wire_contribution import EPSILON, public_lists
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRepository
from services.test_account import TIERS, Life, life, noise, truth

__all__ = ["life", "truth"]
NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
CATEGORIES = ("Drama", "Comedy", "Horror", "War")
MOVIES = 8


class Movies:
    """What a catalog says of eight movies; `of` is the movie that each row turned out to be.

    Every id that a movie ever had is `known` to be its own. Half of them are in the public list.
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.free = [name.removeprefix("imdb:") for name in public_lists()[-1].movies[500:]]
        self.of = list(range(MOVIES))
        self.imdb = [self.free.pop() if number % 2 else None for number in range(MOVIES)]
        self.movielens = [900_000 + number for number in range(MOVIES)]
        self.categories = [{CATEGORIES[number % 4]} for number in range(MOVIES)]
        self.dropped: set[int] = set()
        self.known: dict[str, int] = {}
        self.version = 0

    def catalog(self) -> Catalog:
        self.version += 1
        numbers = sorted(set(self.of) - self.dropped)
        movies = tuple(
            Movie(
                f"Film {number}",
                1950 + number,
                tuple(sorted(self.categories[number])),
                imdb_id=self.imdb[number],
                movielens_id=self.movielens[number],
                popularity=1.0,
            )
            for number in numbers
        )
        self.known |= {str(m.wire_id): number for m, number in zip(movies, numbers, strict=True)}
        return Catalog("mine", str(self.version), movies)

    def movie(self, wire_id: str | None) -> int | None:
        """Return the movie that has, or had, this public id."""
        number = self.known.get(str(wire_id))
        return None if number is None else self.of[number]

    def change(self) -> None:
        number, other = (self.of[self.chance.randrange(MOVIES)] for _ in range(2))
        match self.chance.choice(("id", "id", "id", "category", "drop", "merge")):
            case "id":
                self.imdb[number] = self.free.pop()
            case "category":
                self.categories[number].add(self.chance.choice(CATEGORIES))
            case "drop":
                self.dropped ^= {number}
            case _ if self.imdb[number] and not self.imdb[other]:  # they are one, by both ids
                self.movielens[number] = self.movielens[other]
                self.categories[number] |= self.categories[other]
                self.of = [number if one == other else one for one in self.of]
                self.dropped -= {number, other}


class Witness:
    """Checks account and record of a life against what was counted of which movie."""

    def __init__(self, life: Life, movies: Movies) -> None:
        self.life, self.movies = life, movies
        self.counted: dict[Any, set[int]] = {}
        self.answered: dict[Any, set[int]] = {}

    def look(self) -> None:
        """Note what new samples counted, by the ids that movies have at this moment."""
        true = self.life.truth
        movies = self.life.world.services.context.catalog().catalog.movies
        for sample in true.releases.keys() - self.counted.keys():
            at = (self.movies.movie(movies[one].wire_id) for one in true.releases[sample][0])
            self.counted[sample] = {number for number in at if number is not None}
        for bits in true.contributions.keys() - self.answered.keys():
            found = map(self.movies.movie, true.contributions[bits])
            self.answered[bits] = {number for number in found if number is not None}

    def loss(self) -> Fraction:
        """Return the largest loss of a movie, of all that was counted as one."""
        losses = [Fraction(0)] * MOVIES
        given, of = self.life.truth.given, self.movies.of
        for sample, movies in self.counted.items():
            for number in {of[one] for one in movies} if sample in given else ():
                losses[number] += self.life.truth.releases[sample][1] * max(given[sample].values())
        for bits, movies in self.answered.items():
            for number in {of[one] for one in movies} if bits in given else ():
                losses[number] += EPSILON
        return max(losses)

    def check(self) -> None:
        """Compare the account, and the record of the newest release."""
        services = self.life.world.services
        assert self.life.account() >= self.loss()
        newest = next(iter(services.ledger.entries()), None)
        if newest is None or newest.release.period is None:
            return
        release, periods = newest.release, self.life.world.sampled()
        summary = services.summaries.release_summary(release)
        inside = set()
        for name, period in periods.items():
            if name <= release.period and release.receiver in period.issued:
                inside |= {self.movies.of[one] for one in self.counted[noise(period)]}
        titles = {title: number for number, title in self.confirmed().items()}
        found = {titles[one] for one in (*summary.counted, *summary.unsure) if one in titles}
        assert found <= inside, "said to be behind the numbers, and is not"
        unnamed = {titles[one] for one in summary.excluded if one in titles}
        if any(self.asks(one) for one in periods.values()):
            return  # whole samples may be left out of a list: test_release_summary.py
        for number in unnamed & inside:
            assert self.movies.categories[number].isdisjoint(summary.numbers), (
                "in it, said not to be"
            )

    @staticmethod
    def asks(period: Any) -> bool:
        return period.mechanism.question is not None

    def confirmed(self) -> dict[int, str]:
        with self.life.world.services.context.database.read() as session:
            keys = LibraryRepository(session).confirmed()
            movies = CatalogRepository(session).movies(keys).values()
        numbered = ((self.movies.movie(movie.wire_id), movie.label) for movie in movies)
        return {number: label for number, label in numbered if number is not None}


def acts(life: Life, movies: Movies) -> dict[str, tuple[int, Callable[[], object]]]:
    """Return what can happen, and how often."""
    chance = movies.chance
    services = life.world.services

    def put() -> None:
        services.catalogs._put("mine", movies.catalog(), UNATTENDED)

    def change() -> None:
        movies.change()
        put()

    def library(act: Callable[[int], object]) -> None:
        number, stored = chance.choice(movies.of), services.context.catalog()
        for key, movie in zip(stored.ids, stored.catalog.movies, strict=True):
            if movies.movie(movie.wire_id) == number:
                act(int(key))

    def set_weight(key: int) -> None:
        if found.entry(key) is not None:  # the user sets it in the library
            found.set_weight(key, chance.choice((0.0, 0.5, 1.0)))

    found = services.library
    refused = LibraryStatus.REJECTED
    families = (PUBLISHED, IMPROVED, LEARNED)
    levels = (NO, PERTURBED, ALL, None)
    put()
    return {
        "confirm": (9, lambda: library(found.add)),
        "refuse": (2, lambda: library(lambda key: found.set_status([key], refused))),
        "forget": (1, lambda: library(lambda key: found.forget([key]))),
        "weight": (2, lambda: library(set_weight)),
        "category": (
            2,
            lambda: services.privacy.set_category(chance.choice(CATEGORIES), chance.choice(levels)),
        ),
        "overall": (
            1,
            lambda: services.privacy.set_overall(chance.choice((PERTURBED, PERTURBED, ALL))),
        ),
        "mechanism": (1, lambda: services.privacy.use_mechanism(chance.choice(families))),
        "catalog": (6, change),
        "release": (5, life.release),
        "elsewhere": (2, lambda: life.release_elsewhere(chance.choice(list(TIERS)))),
        "contribute": (6, life.contribute),
        "month": (5, life.next_month),
    }


@pytest.mark.parametrize(
    "seed",
    [
        0,
        *(
            pytest.param(seed, marks=pytest.mark.slow)
            for seed in range(1, int(os.environ.get("EPICREC_TEST_LIVES", "8")))
        ),
    ],
)
def test_account_and_record_are_true_while_catalogs_change(life, seed):
    chance = random.Random(seed)
    movies = Movies(chance)
    witness, possible = Witness(life, movies), acts(life, movies)
    for _ in range(2 * MOVIES):  # most of them
        possible["confirm"][1]()
    for act in chance.choices(list(possible), [weight for weight, _ in possible.values()], k=50):
        try:
            possible[act][1]()
        except PrivacyError:
            continue  # nothing may leave at these levels
        witness.look()
        witness.check()
