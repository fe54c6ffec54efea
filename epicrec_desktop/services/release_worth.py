"""Compute what a release would disclose, before anything is sampled.

Public people (or draws by popularity, where no ratings are known) are blurred many times with the
mechanism that a release would use. What is read from the user is how many movies count; it is
shown to them alone, and nothing that leaves depends on it.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.privacy.learned import AskedQuestion, PublicHistories
from epicrec_desktop.privacy.mechanism import Mechanism, movie_shares

SIZES = (5, 10, 15, 22, 32, 46, 66, 95, 137, 210, 300, 450, 700, 1_000)
"""Numbers of movies that are simulated; between them the chances are interpolated."""

TOP = 3
_TRIALS = 400
_FEWEST_PEOPLE = 20  # of a size, or draws by popularity take their place
_BEGINS = 0.28  # of the way from luck to certainty: 40 % for 18 categories, where luck has 17
_SEED = 2026


@dataclass(frozen=True)
class Worth:
    """What a release of so many movies would disclose.

    `top_percent` is the chance that its clearest number, the one furthest from zero, is one of the
    user's `TOP` clearest, `luck_percent` the same of a random number. Who knows what most people
    watch guesses better than that. `begins`: from so many movies on it says something;
    None where it never does. `worst` is the number that is most often on the wrong side of what is
    usual, `worst_percent` how often it is on the right one.
    """

    movies: int
    top_percent: int
    luck_percent: int
    begins: int | None
    worst: str
    worst_percent: int

    @property
    def little(self) -> bool:
        """Whether it would say almost nothing."""
        return self.begins is None or self.movies < self.begins

    def document(self) -> dict[str, object]:
        """Return it as JSON."""
        return {
            "movies": self.movies,
            "top_percent": self.top_percent,
            "luck_percent": self.luck_percent,
            "begins": self.begins,
            "worst": self.worst,
            "worst_percent": self.worst_percent,
        }


def worth_sentences(worth: Worth) -> list[Message]:
    """Return what a release would disclose, in one or two sentences."""
    if worth.begins is None:
        return [message("At this budget it says almost nothing, however many movies you have.")]
    about = worth.begins if worth.begins < 20 else 10 * round(worth.begins / 10)
    if worth.little:
        return [
            counted(
                "With one movie its clearest number is one of your three clearest in {top} of 100 "
                "cases, a blind guess in {luck}. From about {about} it says something.",
                "With {count:,} movies its clearest number is one of your three clearest in "
                "{top} of 100 cases, a blind guess in {luck}. From about {about} it says "
                "something.",
                count=worth.movies,
                top=worth.top_percent,
                luck=worth.luck_percent,
                about=about,
            )
        ]
    return [
        message(
            "Its clearest number is one of your three clearest in {top} of 100 cases, a blind "
            "guess in {luck}.",
            top=worth.top_percent,
            luck=worth.luck_percent,
        ),
        message(
            "Single tastes stay uncertain: for the worst, “more or less than usual” is right in "
            "{right} of 100 cases, as a coin is in 50.",
            right=worth.worst_percent,
        ),
    ]


@dataclass(frozen=True)
class WorthTable:
    """Simulated chances by size: `top` (s,), and `right` (s, k) of each number. All public."""

    names: tuple[str, ...]
    top: Floats
    right: Floats

    @cached_property
    def _begins(self) -> int | None:
        """The fewest movies for which the chance is clearly more than luck."""
        luck = TOP / len(self.names)
        enough = luck + _BEGINS * (1.0 - luck)
        for size in range(SIZES[0], SIZES[-1] + 1):
            if self._at(self.top, size) >= enough:
                return size
        return None

    def at(self, movies: int) -> Worth:
        """Return what a release of so many movies would disclose."""
        right = np.array([self._at(column, movies) for column in self.right.T])
        worst = int(right.argmin())
        luck = TOP / len(self.names)
        top = luck if movies == 0 else max(self._at(self.top, movies), luck)
        return Worth(
            movies,
            round(100 * top),
            round(100 * luck),
            self._begins,
            self.names[worst],
            round(100 * max(float(right[worst]), 0.5)),
        )

    @staticmethod
    def _at(values: Floats, movies: int) -> float:
        return float(np.interp(np.log(max(movies, 1)), np.log(SIZES), values))


def simulate(
    mechanism: Mechanism,
    catalog: Catalog,
    choice: PrivacyChoice,
    histories: PublicHistories | None,
    asked: AskedQuestion | None = None,
    periods: int = 1,
) -> WorthTable:
    """Return the chances, from public data alone; the same table every time.

    `periods`: so many were sampled, and the numbers are their sum, each with noise of its own.
    """
    shares = movie_shares(mechanism, catalog.groups, choice, asked)
    scales = np.array(list(mechanism.movie_scales.values()))
    generator = np.random.default_rng(_SEED)
    popularity = np.array([movie.popularity for movie in catalog.movies])
    watched = popularity if popularity.any() else np.ones(len(catalog.movies))
    watched = np.where(np.abs(shares).sum(axis=1) > 0, watched, 0.0)
    people = [] if histories is None else _people(histories.among(watched > 0))
    drawn = _by_popularity(shares, watched, generator)
    top, right = [], []
    for place, size in enumerate(SIZES):
        enough = [p for p in people if len(p) >= size]
        few = len(enough) < _FEWEST_PEOPLE
        true = drawn[place] if few else _of_people(shares, enough, size, generator)
        noisy = true + generator.laplace(size=(periods, *true.shape)).sum(axis=0) * scales
        order = np.sort(np.abs(true), axis=1)[:, -min(TOP, true.shape[1])]
        strongest = np.abs(noisy).argmax(axis=1)
        top.append(float((np.abs(true)[np.arange(len(true)), strongest] >= order).mean()))
        usual = true.mean(axis=0)
        right.append(((noisy > usual) == (true > usual)).mean(axis=0))
    rising = np.maximum.accumulate(np.array(top))
    return WorthTable(mechanism.categories, rising, np.array(right))


def _people(histories: PublicHistories) -> list[Ints]:
    order = np.argsort(histories.users, kind="stable")
    ends = np.cumsum(np.bincount(histories.users)) if len(order) else np.zeros(0, dtype=np.int64)
    return np.split(histories.items[order], ends[:-1]) if len(ends) else []


def _of_people(
    shares: Floats, people: list[Ints], size: int, generator: np.random.Generator
) -> Floats:
    """Return what so many movies of one person have in each number, (t, k), without noise."""
    chosen = generator.integers(len(people), size=_TRIALS)
    return np.array(
        [shares[generator.choice(people[p], size, replace=False)].sum(axis=0) for p in chosen]
    )


def _by_popularity(shares: Floats, watched: Floats, generator: np.random.Generator) -> Floats:
    """Return what so many movies have in each number, (sizes, t, k), without noise.

    The Gumbel-max trick: distinct movies, each the more likely the more it is watched, drawn in an
    order of which each size takes the beginning.
    """
    known = np.flatnonzero(watched)
    logs, shares = np.log(watched[known]), shares[known]
    most = min(SIZES[-1], len(known))
    ends = np.minimum(SIZES, most) - 1
    found = np.empty((len(SIZES), _TRIALS, shares.shape[1]))
    for trial in range(_TRIALS):
        keys = -logs - generator.gumbel(size=len(known))
        first = np.argpartition(keys, most - 1)[:most]
        order = first[np.argsort(keys[first])]
        found[:, trial] = shares[order].cumsum(axis=0)[ends]
    return found


class WorthService:
    """Tables by mechanism, levels and catalog, computed once each; off the thread of the window."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: dict[tuple[object, ...], WorthTable] = {}

    def worth(
        self,
        mechanism: Mechanism,
        catalog: Catalog,
        choice: PrivacyChoice,
        histories: PublicHistories | None,
        asked: AskedQuestion | None,
        movies: int,
        periods: int,
    ) -> Worth:
        """Return what a release of so many movies, in so many periods, would disclose."""
        levels = tuple(level.value for level in choice.levels(catalog.groups.categories))
        people = 0 if histories is None else len(histories.items)
        key = (mechanism, catalog.name, catalog.version, levels, people, periods)
        with self._lock:
            if key not in self._tables:
                self._tables[key] = simulate(mechanism, catalog, choice, histories, asked, periods)
            return self._tables[key].at(movies)
