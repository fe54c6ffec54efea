"""Compute what a release would disclose, before anything is sampled.

People with tastes are blurred many times with the mechanism that a release would use: those of
imported ratings, or simulated ones. What counts is what a release adds to knowing the crowd: in the
number that it tells most surely, is the user on the side of the crowd's middle that it says? Half
of the people are on either side, so that nobody guesses it without a release. What is read from the
user is how many movies count; it is shown to them alone, and nothing that leaves depends on it.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.build_info import full_version
from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.privacy.learned import AskedQuestion, PublicHistories
from epicrec_desktop.privacy.mechanism import Mechanism, movie_shares
from epicrec_desktop.recommend.share_scorer import CellRows
from epicrec_desktop.services.stored_arrays import read_arrays, write_arrays

SIZES = (5, 10, 15, 22, 32, 46, 66, 95, 137, 210, 300, 450, 700, 1_000)
"""Numbers of movies that are simulated; between them the chances are interpolated."""

_MOST_KNOWN = 20_000
"""Movies that simulated people watch, the best-known ones: others are hardly watched."""

_TRIALS = 400
_NOISES = 4  # of each trial
_FEWEST_PEOPLE = 20  # of a size, or simulated ones take their place
_BEGINS = 0.75  # right as often as this, half-way from a coin to certainty, says something
_BALANCED = 0.1  # at most so many more people on one side of the median, or it is not read
_SAME = 0.05  # so few movies from the median are none: shares of movies are rounded
_SEED = 2026
_MIDDLE = 1995  # year of movies whose year is not known

_CATEGORY_TASTE, _TIME_TASTE = 0.5, 1.8
"""How far simulated people's tastes spread: deviations of the logarithm of the odds of a movie, for
each of its categories, and for fifteen years. Chosen on every second of the people of latest-small,
whom a release then tells apart as easily; the others confirm it (docs/privacy.md 9)."""


@dataclass(frozen=True)
class Worth:
    """What a release of so many movies would disclose.

    `right_percent` is how often its surest statement is right: more, or less, of one number than
    half of the people with as many movies. Without a release, 50. `begins`: from so many movies on
    it says something; None where it never does. `worst` is the number that is least sure,
    `worst_percent` how often that is right.
    """

    movies: int
    right_percent: int
    begins: int | None
    worst: str
    worst_percent: int


@dataclass(frozen=True)
class WorthTable:
    """How often guesses are right, by size: the surest (s,), and those of each number (s, k)."""

    names: tuple[str, ...]
    surest_accuracy: Floats
    accuracy: Floats

    @cached_property
    def _begins(self) -> int | None:
        """The fewest movies of which it says something."""
        for size in range(SIZES[0], SIZES[-1] + 1):
            if self._at(self.surest_accuracy, size) >= _BEGINS:
                return size
        return None

    def at(self, movies: int) -> Worth:
        """Return what a release of so many movies would disclose."""
        right = np.array([self._at(column, movies) for column in self.accuracy.T])
        worst = int(right.argmin())
        surest = self._at(self.surest_accuracy, movies) if movies else 0.5
        return Worth(
            movies,
            round(100 * max(surest, 0.5)),
            self._begins,
            self.names[worst],
            round(100 * max(float(right[worst]), 0.5)),
        )

    @staticmethod
    def _at(values: Floats, movies: int) -> float:
        return float(np.interp(np.log(max(movies, 1)), np.log(SIZES), values))


class Query(NamedTuple):
    """What numbers count, and all that they are read with; no user has a part in it."""

    mechanism: Mechanism
    catalog: Catalog
    choice: PrivacyChoice
    histories: PublicHistories | None = None
    asked: AskedQuestion | None = None

    @property
    def rows(self) -> CellRows:
        """What counts movies as a release does: a series as one, where it is asked so."""
        shares = movie_shares(self.mechanism, self.catalog.groups, self.choice, self.asked)
        none = np.full(len(shares), -1, dtype=np.int64)
        return CellRows(shares, none if self.asked is None else self.asked.series)


def people_with_tastes(query: Query, sizes: Sequence[int] = SIZES) -> list[Floats]:
    """Return what people have in each number (t, k), for each of these sizes, without noise.

    From public data alone, and the same every time. No budget plays a part.
    """
    rows, histories = query.rows, query.histories
    generator = np.random.default_rng(_SEED)
    counts = np.abs(rows.values).sum(axis=1) > 0
    people = [] if histories is None else by_person(histories.among(counts))
    simulated = simulate_people(rows, query.catalog, generator, sizes=sizes)
    found = []
    for place, size in enumerate(sizes):
        enough = [p for p in people if len(p) >= size]
        few = len(enough) < _FEWEST_PEOPLE
        found.append(simulated[place] if few else of_people(rows, enough, size, _TRIALS, generator))
    return found


def stored_people(query: Query, file: Path | None) -> list[Floats]:
    """Return `people_with_tastes`, from this file where they are stored; without one they are not.

    Only people of whom every movie is perturbed are stored: others would show the user's levels.
    """
    levels = {*query.choice.levels(query.catalog.groups.categories)}
    if file is None or levels != {ReleaseLevel.PERTURBED}:
        return people_with_tastes(query)
    fingerprint = _fingerprint(query)
    arrays = read_arrays(file, fingerprint)
    if arrays is None:
        arrays = {"people": np.array(people_with_tastes(query))}
        write_arrays(file, fingerprint, arrays)
    return [*arrays["people"]]


def _fingerprint(query: Query) -> bytes:
    """Return a hash of all that `people_with_tastes` reads."""
    rows, catalog, histories = query.rows, query.catalog, query.histories
    parts: list[NDArray[Any]] = [rows.values, rows.series]
    parts += [catalog.popularity, catalog.years, catalog.matrix]
    parts += [] if histories is None else [histories.users, histories.items]
    found = hashlib.sha256(full_version().encode())
    for part in parts:
        found.update(f"{part.dtype.str} {part.shape} ".encode())
        found.update(np.ascontiguousarray(part).data)
    return found.digest()


def simulate(mechanism: Mechanism, people: Sequence[Floats], periods: int = 1) -> WorthTable:
    """Return the chances of guesses about such people; the same table every time.

    `periods`: so many were sampled, and the numbers are their sum, each with noise of its own. A
    sum of n Laplace variables is the difference of two Gamma(n) variables.
    """
    scales = np.array(list(mechanism.movie_scales.values()))
    generator = np.random.default_rng(_SEED)
    surest_accuracy, accuracy = [], []
    for true in people:
        crowd = Crowd.of(true, 2.0 * periods * scales**2)
        more, less = generator.standard_gamma(periods, size=(2, _NOISES, *true.shape))
        of_surest, of_each = crowd.accuracy(true, true + scales * (more - less))
        surest_accuracy.append(of_surest)
        accuracy.append(of_each)
    rising = np.maximum.accumulate(np.array(surest_accuracy))
    return WorthTable(mechanism.categories, rising, np.array(accuracy))


@dataclass(frozen=True)
class Guess:
    """A reader's guess that a user has more, or less, of a number than most people.

    `median`: of the number, over people with as many movies, which is public. `right`: whether that
    is so; None for a user at the median.
    """

    name: str
    more: bool
    median: float
    right: bool | None


def surest_guesses(query: Query, members: Ints, noisy: Mapping[str, float]) -> tuple[Guess, ...]:
    """Return what noisy numbers of these movies would be read as, the surest first.

    As `simulate` reads them: by a reader who knows the crowd of people with as many movies.
    """
    mechanism = query.mechanism
    scales = np.array(list(mechanism.movie_scales.values()))
    size = min(max(len(members), 1), SIZES[-1])
    (people,) = people_with_tastes(query, (size,))
    crowd = Crowd.of(people, 2.0 * scales**2)
    given = np.array([noisy[name] for name in mechanism.categories])
    above = query.rows.count(members) - crowd.median
    found = crowd.scores(given)
    return tuple(
        Guess(
            mechanism.categories[j],
            bool(found[j] > 0),
            float(crowd.median[j]),
            None if abs(above[j]) < _SAME else bool((above[j] > 0) == (found[j] > 0)),
        )
        for j in np.argsort(-np.abs(found), kind="stable")
        if found[j] != 0
    )


@dataclass(frozen=True)
class Crowd:
    """What people with as many movies have in each number, and how a noisy one is read. Public.

    `median` (k,) is that of the numbers; `balanced` (k,) is whether about as many people are above
    it as below. `estimator` (k, k) is the best linear one of all numbers from the noisy ones, which
    go together, and `deviation` (k,) the standard deviation of its error.
    """

    median: Floats
    balanced: NDArray[np.bool_]
    estimator: Floats
    deviation: Floats

    @classmethod
    def of(cls, true: Floats, variance: Floats) -> Crowd:
        """Return it of people (t, k) whose numbers get noise of this variance (k,)."""
        median = np.median(true, axis=0)
        more, less = (true > median).mean(axis=0), (true < median).mean(axis=0)
        covariance = np.atleast_2d(np.cov(true.T))
        estimator = covariance @ np.linalg.pinv(covariance + np.diag(variance))
        error_variance = np.diag(covariance - estimator @ covariance)
        balanced = np.abs(more - less) <= _BALANCED
        return cls(median, balanced, estimator, np.sqrt(np.maximum(error_variance, 1e-9)))

    def scores(self, noisy: Floats) -> Floats:
        """Return by how many deviations noisy numbers (…, k) are read above the median.

        0 for those that most people have none of.
        """
        found = (noisy - self.median) @ self.estimator.T / self.deviation
        return np.where(self.balanced, found, 0.0)

    def accuracy(self, true: Floats, noisy: Floats) -> tuple[float, Floats]:
        """Return how often the surest guess is right, and that of each number (k,).

        A guess is whether a person has more or less than the median. `noisy` (r, t, k) are releases
        of `true` (t, k). A number that most people have none of is guessed by a coin; a person at
        the median counts for neither side.
        """
        found = self.scores(noisy)
        signs = np.sign(found) * np.sign(true - self.median)
        right = np.where(self.balanced, (1.0 + signs) / 2.0, 0.5)
        surest = np.abs(found).argmax(axis=-1)[..., None]
        chosen = np.take_along_axis(right, surest, axis=-1)
        return float(chosen.mean()), right.mean(axis=(0, 1))


def by_person(histories: PublicHistories) -> list[Ints]:
    """Return each person's movies, as positions in the catalog."""
    order = np.argsort(histories.users, kind="stable")
    ends = np.cumsum(np.bincount(histories.users)) if len(order) else np.zeros(0, dtype=np.int64)
    return np.split(histories.items[order], ends[:-1]) if len(ends) else []


def of_people(
    rows: CellRows, people: list[Ints], size: int, trials: int, generator: np.random.Generator
) -> Floats:
    """Return what so many movies of one person have in each number, (t, k), without noise."""
    chosen = generator.integers(len(people), size=trials)
    return np.array([rows.count(generator.choice(people[p], size, replace=False)) for p in chosen])


def simulate_people(
    rows: CellRows,
    catalog: Catalog,
    generator: np.random.Generator,
    trials: int = _TRIALS,
    sizes: Sequence[int] = SIZES,
) -> Floats:
    """Return what so many movies of people with tastes have in each number, (sizes, t, k).

    The Gumbel-max trick: distinct movies in an order of which each size takes the beginning, each
    the more likely the more it is watched, and the more its categories and its time are liked.
    """
    popularity = catalog.popularity
    watched = popularity if popularity.any() else np.ones(len(popularity))
    known = np.flatnonzero((np.abs(rows.values).sum(axis=1) > 0) & (watched > 0))
    known = known[np.argsort(-watched[known], kind="stable")[:_MOST_KNOWN]]
    logs = np.log(watched[known]).astype(np.float32)
    years = np.where(catalog.years == 0, _MIDDLE, catalog.years)[known]
    time = np.clip((years - _MIDDLE) / 15.0, -2.5, 2.0)
    tastes = np.column_stack([_CATEGORY_TASTE * catalog.matrix[known], _TIME_TASTE * time])
    tastes = tastes.astype(np.float32)
    most = min(sizes[-1], len(known))
    found = np.empty((len(sizes), trials, rows.values.shape[1]))
    for trial in range(trials):
        liked = tastes @ generator.standard_normal(tastes.shape[1], dtype=np.float32)
        # Minus the logarithm of an exponential variable is a Gumbel variable.
        with np.errstate(divide="ignore"):  # a zero comes first, as it would with more digits
            waits = np.log(generator.standard_exponential(len(known), dtype=np.float32))
        keys = waits - logs - liked
        first = np.argpartition(keys, most - 1)[:most]
        order = known[first[np.argsort(keys[first])]]
        found[:, trial] = rows.count_first(order, sizes)
    return found


class WorthService:
    """Tables by mechanism, levels and catalog, computed once each; off the thread of the window.

    `file`: where the people are stored between starts (`stored_people`).
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._people: dict[tuple[object, ...], list[Floats]] = {}
        self._tables: dict[tuple[object, ...], WorthTable] = {}

    def worth(self, query: Query, movies: int, periods: int) -> Worth:
        """Return what a release of so many movies, in so many periods, would disclose."""
        mechanism, catalog, choice, histories, _ = query
        levels = tuple(level.value for level in choice.levels(catalog.groups.categories))
        known = 0 if histories is None else len(histories.items)
        counted = (mechanism.kind, mechanism.question, mechanism.categories, mechanism.multiplier)
        crowd = (counted, catalog.name, catalog.version, levels, known)
        table = (crowd, mechanism.scales, periods)
        with self._lock:
            if table not in self._tables:
                if crowd not in self._people:
                    self._people[crowd] = stored_people(query, self._file)
                self._tables[table] = simulate(mechanism, self._people[crowd], periods)
            return self._tables[table].at(movies)
