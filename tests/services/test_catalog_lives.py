"""Account and records are true while catalogs, levels and mechanisms change.

Eight films of a catalog that corrects public ids, learns that two rows are one film, drops films
and adds categories. Which film is which is known here from what the catalog was made to say, never
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
FILMS = 8


class Films:
    """What a catalog says of eight films; `of` is the film that each of its rows turned out to be.

    Every id that a film ever had is `known` to be its own. Half of them are in the public list.
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.free = [name.removeprefix("imdb:") for name in public_lists()[-1].movies[500:]]
        self.of = list(range(FILMS))
        self.imdb = [self.free.pop() if film % 2 else None for film in range(FILMS)]
        self.movielens = [900_000 + film for film in range(FILMS)]
        self.categories = [{CATEGORIES[film % 4]} for film in range(FILMS)]
        self.dropped: set[int] = set()
        self.known: dict[str, int] = {}
        self.version = 0

    def catalog(self) -> Catalog:
        self.version += 1
        films = sorted(set(self.of) - self.dropped)
        movies = tuple(
            Movie(
                f"Film {film}",
                1950 + film,
                tuple(sorted(self.categories[film])),
                imdb_id=self.imdb[film],
                movielens_id=self.movielens[film],
                popularity=1.0,
            )
            for film in films
        )
        self.known |= {str(m.wire_id): film for m, film in zip(movies, films, strict=True)}
        return Catalog("mine", str(self.version), movies)

    def film(self, wire_id: str | None) -> int | None:
        """Return the film that has, or had, this public id."""
        film = self.known.get(str(wire_id))
        return None if film is None else self.of[film]

    def change(self) -> None:
        film, other = (self.of[self.chance.randrange(FILMS)] for _ in range(2))
        match self.chance.choice(("id", "id", "id", "category", "drop", "merge")):
            case "id":
                self.imdb[film] = self.free.pop()
            case "category":
                self.categories[film].add(self.chance.choice(CATEGORIES))
            case "drop":
                self.dropped ^= {film}
            case _ if self.imdb[film] and not self.imdb[other]:  # they are one, by both ids
                self.movielens[film] = self.movielens[other]
                self.categories[film] |= self.categories[other]
                self.of = [film if one == other else one for one in self.of]
                self.dropped -= {film, other}


class Witness:
    """Checks account and record of a life against what was counted of which film."""

    def __init__(self, life: Life, films: Films) -> None:
        self.life, self.films = life, films
        self.counted: dict[Any, set[int]] = {}
        self.answered: dict[Any, set[int]] = {}

    def look(self) -> None:
        """Note what new samples counted, by the ids that films have at this moment."""
        true = self.life.truth
        movies = self.life.world.services.context.catalog().catalog.movies
        for sample in true.releases.keys() - self.counted.keys():
            at = (self.films.film(movies[one].wire_id) for one in true.releases[sample][0])
            self.counted[sample] = {film for film in at if film is not None}
        for bits in true.contributions.keys() - self.answered.keys():
            found = map(self.films.film, true.contributions[bits])
            self.answered[bits] = {film for film in found if film is not None}

    def loss(self) -> Fraction:
        """Return the largest loss of a film, of all that was counted as one."""
        losses = [Fraction(0)] * FILMS
        given, of = self.life.truth.given, self.films.of
        for sample, films in self.counted.items():
            for film in {of[one] for one in films} if sample in given else ():
                losses[film] += self.life.truth.releases[sample][1] * max(given[sample].values())
        for bits, films in self.answered.items():
            for film in {of[one] for one in films} if bits in given else ():
                losses[film] += EPSILON
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
                inside |= {self.films.of[one] for one in self.counted[noise(period)]}
        titles = {title: film for film, title in self.confirmed().items()}
        found = {titles[one] for one in (*summary.counted, *summary.unsure) if one in titles}
        assert found <= inside, "said to be behind the numbers, and is not"
        unnamed = {titles[one] for one in summary.excluded if one in titles}
        if any(self.asks(one) for one in periods.values()):
            return  # whole samples may be left out of a list: test_release_summary.py
        for film in unnamed & inside:
            assert self.films.categories[film].isdisjoint(summary.numbers), "in it, said not to be"

    @staticmethod
    def asks(period: Any) -> bool:
        return period.mechanism.question is not None

    def confirmed(self) -> dict[int, str]:
        with self.life.world.services.context.database.read() as session:
            keys = LibraryRepository(session).confirmed()
            movies = CatalogRepository(session).movies(keys).values()
        films = ((self.films.film(movie.wire_id), movie.label) for movie in movies)
        return {film: label for film, label in films if film is not None}


def acts(life: Life, films: Films) -> dict[str, tuple[int, Callable[[], object]]]:
    """Return what can happen, and how often."""
    chance = films.chance
    services = life.world.services

    def put() -> None:
        services.catalogs._put("mine", films.catalog(), UNATTENDED)

    def change() -> None:
        films.change()
        put()

    def library(act: Callable[[int], object]) -> None:
        film, stored = chance.choice(films.of), services.context.catalog()
        for key, movie in zip(stored.ids, stored.catalog.movies, strict=True):
            if films.film(movie.wire_id) == film:
                act(int(key))

    found = services.library
    refused = LibraryStatus.REJECTED
    families = (PUBLISHED, IMPROVED, LEARNED)
    levels = (NO, PERTURBED, ALL, None)
    put()
    return {
        "confirm": (9, lambda: library(found.add)),
        "refuse": (2, lambda: library(lambda key: found.set_status([key], refused))),
        "forget": (1, lambda: library(lambda key: found.forget([key]))),
        "weight": (
            2,
            lambda: library(lambda key: found.set_weight(key, chance.choice((0.0, 0.5, 1.0)))),
        ),
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
    films = Films(chance)
    witness, possible = Witness(life, films), acts(life, films)
    for _ in range(2 * FILMS):  # most of them
        possible["confirm"][1]()
    for act in chance.choices(list(possible), [weight for weight, _ in possible.values()], k=50):
        try:
            possible[act][1]()
        except PrivacyError:
            continue  # nothing may leave at these levels
        witness.look()
        witness.check()
