"""The ways to recommend that are compared, and what is measured of each for one user.

On the service: from the true history, from a release as published or improved, scored as a list of
movies, by popularity tilted by its counts or by what knows the mechanism, or from nothing. On this
computer: from the true history, whatever was released. Levels: No Release, everything at Perturbed,
a random level for each category ("mixed", as in EpicRec's experiments), All Release.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.evaluation.population import random_choice
from epicrec_desktop.evaluation.rating_prediction import RatingModel
from epicrec_desktop.evaluation.recommendation_trial import Ints, Trial, User
from epicrec_desktop.privacy.calibration import Calibration
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.perturbation import Kind, calibrate_levels, draw, plan, sanitize
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.privacy.sanitization import Rounding
from epicrec_desktop.recommend.metrics import ndcg, recall
from epicrec_desktop.recommend.ranking import Ranking, top
from epicrec_desktop.recommend.wire import RecommendationRequest

TRUE = "true history on the service"
TRUE_REFERENCE = "true history on the service, ALS"
"""With a model of alternating least squares instead of the linear one."""

PUBLISHED = "as published"
PUBLISHED_TILT = "as published, tilted by counts"
IMPROVED = "improved"
IMPROVED_AWARE = "improved, aware scorer"
IMPROVED_TILT = "improved, tilted by counts"
POPULARITY = "popularity"
HERE = ", ranked here"
RANKED_HERE = "ranked here"
NOTHING = "no release"

NO, PERTURBED, MIXED, ALL = "no", "perturbed", "mixed", "all"
LEVELS = (NO, PERTURBED, MIXED, ALL)

EVERYTHING = PrivacyChoice(ReleaseLevel.PERTURBED)
PLACES = 20

_NOBODY = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Way:
    """One way to recommend: its name, its budget where it has one, and the level of the release."""

    name: str
    epsilon: float | None
    level: str


@dataclass
class Measured:
    """Measures of one way: an entry per user, in the users' order.

    `errors` are sums of |prediction − rating|, where a way predicts ratings. `categories` has for
    each category the users who have hidden movies of it, and the measures of its list.
    """

    ndcg: list[float] = field(default_factory=list)
    recall: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    categories: dict[int, tuple[list[int], list[float], list[float]]] = field(default_factory=dict)

    def note(
        self, overall: Ints, lists: Sequence[Ints], has: NDArray[np.bool_], user: User
    ) -> None:
        """Measure an overall list and one per category; `has` (n, c) of the catalog."""
        number = len(self.ndcg)
        self.ndcg.append(ndcg(overall, user.hidden))
        self.recall.append(recall(overall, user.hidden))
        for j, ranked in enumerate(lists):
            wanted = user.hidden[has[user.hidden, j]]
            if len(wanted):
                users, gains, recalls = self.categories.setdefault(j, ([], [], []))
                users.append(number)
                gains.append(ndcg(ranked, wanted))
                recalls.append(recall(ranked, wanted))


Found = dict[Way, Measured]


@dataclass(frozen=True)
class Released:
    """What leaves at one level, budget and kind: noisy counts, and movies (catalog positions)."""

    name: str | None
    epsilon: float
    counts: Mapping[str, float]
    variance: Mapping[str, float]
    movies: Ints


@dataclass(frozen=True)
class Judge:
    """Tries every way on one user after the other, and keeps the measures in `found`."""

    trial: Trial
    calibration: Calibration
    epsilons: Sequence[float]
    mixed_epsilons: Sequence[float]
    generator: np.random.Generator
    found: Found
    has: NDArray[np.bool_]

    def judge(self, user: User) -> bool:
        """Try one user; whether what is ranked here was the same at every level."""
        trial = self.trial
        here = trial.ranker.rank(user.told.tolist(), limit=PLACES, per_category=PLACES)
        self._here(here, user)
        self._served(Way(TRUE, None, ALL), trial.model.scores(trial.known(user.told)), user)
        self._rated(Way(TRUE, None, ALL), user.told, user)
        scores = trial.reference.scores(trial.known(user.told))
        self._served(Way(TRUE_REFERENCE, None, ALL), scores, user)
        self._served(Way(POPULARITY, None, NO), trial.model.popularity, user)
        self._rated(Way(POPULARITY, None, NO), _NOBODY, user)
        for epsilon in self.epsilons:
            self._perturbed(EVERYTHING, PERTURBED, self.calibration, epsilon, user)
        groups = trial.catalog.groups
        mixed = random_choice(groups.categories, self.generator)
        some = split_levels(groups, mixed).columns.size > 0
        calibration = calibrate_levels(groups, mixed) if some else self.calibration
        for epsilon in self.mixed_epsilons:
            self._perturbed(mixed, MIXED, calibration, epsilon, user)
        again = trial.ranker.rank(user.told.tolist(), limit=PLACES, per_category=PLACES)
        return here == again

    def _here(self, here: Ranking, user: User) -> None:
        """Ranked on this computer: one list, whatever was released."""
        overall = np.array([r.movie for r in here.overall], dtype=np.int64)
        lists = [
            np.array([r.movie for r in here.categories[name]], dtype=np.int64)
            for name in self.trial.catalog.categories
        ]
        way = Way(NOTHING + HERE, None, NO)
        self.found.setdefault(way, Measured()).note(overall, lists, self.has, user)

    def _perturbed(
        self,
        choice: PrivacyChoice,
        level: str,
        calibration: Calibration,
        epsilon: float,
        user: User,
    ) -> None:
        """Every way that reads a release with noise."""
        trial = self.trial
        for kind, name, tilt in (
            (Kind.PUBLISHED, PUBLISHED, PUBLISHED_TILT),
            (Kind.IMPROVED, IMPROVED, IMPROVED_TILT),
        ):
            told = release(trial, user.told, choice, kind, epsilon, calibration, self.generator)
            items = trial.known(told.movies)
            way = Way(name, epsilon, level)
            self._served(way, trial.model.scores(items), user)
            self._rated(way, told.movies, user)
            if kind is Kind.IMPROVED and level == PERTURBED:
                scores = trial.aware.scores(told.counts, epsilon)
                self._served(Way(IMPROVED_AWARE, epsilon, level), scores, user)
                continue
            request = RecommendationRequest(
                (),
                ReleaseLevel.PERTURBED,
                told.name,
                epsilon,
                told.counts or None,
                told.variance or None,
            )
            # With everything at Perturbed the movies are made up for the counts: they add nothing.
            profile = items if level == MIXED else _NOBODY
            scores = trial.released.scores(request, profile)
            self._served(Way(tilt, epsilon, level), scores, user)

    def _served(self, way: Way, scores: NDArray[np.floating], user: User) -> None:
        """A service's lists; the app leaves out what was watched."""
        alignment = self.trial.alignment
        allowed = alignment.movie >= 0
        allowed[self.trial.known(user.told)] = False
        values = scores.astype(np.float32)
        overall = alignment.movie[top(values, allowed, PLACES)]
        lists = [
            alignment.movie[top(values, allowed & of, PLACES)] for of in self.trial.membership.T
        ]
        self.found.setdefault(way, Measured()).note(overall, lists, self.has, user)

    def _rated(self, way: Way, movies: Ints, user: User) -> None:
        self.found[way].errors.append(rating_error(self.trial.ratings, user, movies))


def release(
    trial: Trial,
    told: Ints,
    choice: PrivacyChoice,
    kind: Kind,
    epsilon: float,
    calibration: Calibration,
    generator: np.random.Generator,
) -> Released:
    """A release of these movies through the engine, with the open ones as they are."""
    groups = trial.catalog.groups
    budget = Fraction(epsilon).limit_denominator(10**6)
    mechanism = plan(groups, choice, budget, kind=kind, calibration=calibration)
    visible = split_levels(groups, choice).items(groups, told, ItemClass.OPEN)
    if mechanism is None:
        return Released(None, epsilon, {}, {}, visible)
    source = NumpySource(generator)
    noisy = draw(mechanism, mechanism.count(groups, choice, told), source)
    improved = kind is Kind.IMPROVED
    movies = sanitize(
        groups,
        choice,
        mechanism,
        noisy,
        source,
        rounding=Rounding.GROUPS if improved else Rounding.COINS,
        popularity=trial.popularity if improved else None,
    )
    pairs = zip(mechanism.categories, noisy, strict=True)
    return Released(
        mechanism.name,
        epsilon,
        {name: value / mechanism.multiplier for name, value in pairs},
        {name: 2.0 * scale**2 for name, scale in mechanism.movie_scales.items()},
        np.union1d(movies, visible),
    )


def rating_error(ratings: RatingModel, user: User, movies: Ints) -> float:
    """Σ |prediction − rating| over the hidden movies, for a profile of these movies.

    A released movie that was watched has the user's own rating; one that the noise put there has
    the rating that is usual for it, since there is no other.
    """
    own = dict(zip(user.told.tolist(), user.told_values.tolist(), strict=True))
    usual = ratings.usual(movies)
    values = np.array([own.get(i, u) for i, u in zip(movies.tolist(), usual, strict=True)])
    predicted = ratings.predict(movies, values, user.hidden)
    return float(np.abs(predicted - user.hidden_values).sum())


def at_level(found: Found, level: str) -> Iterator[tuple[Way, Measured]]:
    """What a level's release gives on the service, and what is ranked here beside it."""
    for way, measured in found.items():
        if way.level == level and not way.name.endswith(HERE):
            yield way, measured
    yield Way(RANKED_HERE, None, level), found[Way(NOTHING + HERE, None, NO)]
