"""Recommendation methods that are compared, and their measures for one user.

On the service: from the true history, from a release as published or improved, scored as a list of
movies, by popularity adjusted by its counts or by a scorer for the mechanism, or from nothing.
Locally: from the true history, independent of the release. Levels: No Release, everything at
Perturbed, a random level for each category ("mixed", as in EpicRec's experiments), All Release.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.lab.experiments.recommendation_folds import FoldQuestion, TrainedFold, User
from epicrec_desktop.lab.population import random_choice
from epicrec_desktop.lab.reference_models import RatingModel
from epicrec_desktop.lab.research.baselines import choose_grouping, plain_laplace_scales
from epicrec_desktop.privacy import families
from epicrec_desktop.privacy.calibration import Calibration
from epicrec_desktop.privacy.learned import AskedQuestion, ProfilePosterior, most_likely
from epicrec_desktop.privacy.least_squares import fit_groups
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.mechanism import (
    Mechanism,
    calibrate_levels,
    perturbed_items,
    plan,
    plan_question,
    sample,
    sanitize,
)
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.privacy.sanitization import choose_items
from epicrec_desktop.recommend.metrics import ndcg, recall
from epicrec_desktop.recommend.selection import top
from epicrec_desktop.recommend.wire import RecommendationRequest

TRUE = "true history on the service"
TRUE_FULL = "true history, full autoencoder"
"""With a weight for every pair of movies (EASE): what there is to be had from these ratings."""

PUBLISHED = "as published"
PUBLISHED_TILT = "as published, tilted by counts"
IMPROVED = "improved"
IMPROVED_AWARE = "improved, aware scorer"
IMPROVED_TILT = "improved, tilted by counts"
AWARE = ", aware scorer"
"""Releases of a question are scored by what knows it, and by its most likely movies as if watched,
under the name of the question alone."""
POPULARITY = "popularity"
LOCAL = ", ranked here"
RANKED_LOCALLY = "ranked here"
PSEUDO_LPA, PSEUDO_GS = "Pseudo-LPA", "Pseudo-GS"
"""EpicRec's competitors: another noise in the counts, and the same sanitization after it."""

NOTHING = "no release"

NO, PERTURBED, MIXED, ALL = "no", "perturbed", "mixed", "all"
LEVELS = (NO, PERTURBED, MIXED, ALL)

EVERYTHING = PrivacyChoice(ReleaseLevel.PERTURBED)
PLACES = 20
FIRST = 10
"""So many places are what a row shows first."""

_NOBODY = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Method:
    """A recommendation method: its name, its budget if it has one, and the release's level."""

    name: str
    epsilon: float | None
    level: str


@dataclass
class Measured:
    """Measures of one method: an entry per user, in the users' order.

    `errors` are sums of |prediction − rating| if the method predicts ratings; `parts` those over
    the movies of categories at a level, where each category has a random one. Of the first ten,
    `tail` is the share of less known movies, `alike` their mean similarity, and `shown` all movies
    that ever were among them (catalog positions). `categories` has for each category the
    users who have hidden movies of it, and the measures of its list.
    """

    ndcg: list[float] = field(default_factory=list)
    recall: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    parts: dict[ReleaseLevel, float] = field(default_factory=dict)
    tail: list[float] = field(default_factory=list)
    alike: list[float] = field(default_factory=list)
    shown: set[int] = field(default_factory=set)
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

    def note_variety(self, first: Ints, fold: TrainedFold) -> None:
        """Measure variety of the first movies of the overall list (catalog positions)."""
        self.shown.update(first.tolist())
        if len(first):
            self.tail.append(float(fold.less_known[first].mean()))
        items = fold.known(first)
        if len(items) > 1:
            rows = fold.model.embeddings(items)
            pairs = len(items) * (len(items) - 1)
            self.alike.append(float(((rows @ rows.T).sum() - len(items)) / pairs))


Found = dict[Method, Measured]


@dataclass(frozen=True)
class Released:
    """A release at one level and budget: noisy counts, and movies (catalog positions).

    `mechanism` is None where nothing was perturbed.
    """

    mechanism: Mechanism | None
    epsilon: float
    counts: Mapping[str, float]
    movies: Ints

    def request(self, question: str | None = None) -> RecommendationRequest:
        """Return what a service is asked with these counts alone."""
        name, variance = None, None
        if self.mechanism is not None:
            name, scales = self.mechanism.name, self.mechanism.movie_scales
            variance = {name: 2.0 * scale**2 for name, scale in scales.items()}
        return RecommendationRequest(
            (),
            ReleaseLevel.PERTURBED,
            name,
            self.epsilon,
            self.counts or None,
            variance,
            question=question,
        )


@dataclass(frozen=True)
class Evaluator:
    """Evaluates every method on one user after another and stores the measures in `found`."""

    fold: TrainedFold
    calibration: Calibration
    epsilons: Sequence[float]
    mixed_epsilons: Sequence[float]
    generator: np.random.Generator
    found: Found
    has: NDArray[np.bool_]

    def evaluate(self, user: User) -> bool:
        """Evaluate one user; return whether the local ranking was the same at every level."""
        fold = self.fold
        local = fold.ranker.rank(user.given.tolist(), limit=PLACES, per_category=PLACES)
        overall = np.array([r.movie for r in local.overall], dtype=np.int64)
        lists = [
            np.array([r.movie for r in local.categories[name]], dtype=np.int64)
            for name in self.fold.catalog.categories
        ]
        self._measure(Method(NOTHING + LOCAL, None, NO), overall, lists, user)
        self._served(Method(TRUE, None, ALL), fold.model.scores(fold.known(user.given)), user)
        self._rated(Method(TRUE, None, ALL), user.given, user)
        self._served_in_full(user)
        self._served(Method(POPULARITY, None, NO), fold.model.popularity, user)
        self._rated(Method(POPULARITY, None, NO), _NOBODY, user)
        self._learned(EVERYTHING, PERTURBED, self.epsilons, user)
        for epsilon in self.epsilons:
            self._perturbed(EVERYTHING, PERTURBED, self.calibration, epsilon, user)
        groups = fold.catalog.groups
        mixed = random_choice(groups.categories, self.generator)
        some = split_levels(groups, mixed).columns.size > 0
        calibration = calibrate_levels(groups, mixed) if some else self.calibration
        self._rated(Method(TRUE, None, MIXED), user.given, user, mixed)
        self._rated(Method(POPULARITY, None, MIXED), _NOBODY, user, mixed)
        self._learned(mixed, MIXED, self.mixed_epsilons, user)
        for epsilon in self.mixed_epsilons:
            self._perturbed(mixed, MIXED, calibration, epsilon, user)
        again = fold.ranker.rank(user.given.tolist(), limit=PLACES, per_category=PLACES)
        return local == again

    def _perturbed(
        self,
        choice: PrivacyChoice,
        level: str,
        calibration: Calibration,
        epsilon: float,
        user: User,
    ) -> None:
        fold = self.fold
        by_level = choice if level == MIXED else None
        for name in (PSEUDO_LPA, PSEUDO_GS):
            movies = pseudo_release(fold, user.given, choice, name, epsilon, self.generator)
            self._rated(Method(name, epsilon, level), movies, user, by_level)
        for family, name, tilt in (
            (families.PUBLISHED, PUBLISHED, PUBLISHED_TILT),
            (families.IMPROVED, IMPROVED, IMPROVED_TILT),
        ):
            released = release(
                fold, user.given, choice, family, epsilon, calibration, self.generator
            )
            items = fold.known(released.movies)
            method = Method(name, epsilon, level)
            self._served(method, fold.model.scores(items), user)
            self._rated(method, released.movies, user, by_level)
            if family is families.IMPROVED and level == PERTURBED:
                scores = fold.aware.shares.scores(released.counts, epsilon)
                self._served(Method(IMPROVED_AWARE, epsilon, level), scores, user)
                continue
            # With everything at Perturbed, generated movies add nothing to the counts.
            profile = items if level == MIXED else _NOBODY
            scores = fold.released.scores(released.request(), profile)
            self._served(Method(tilt, epsilon, level), scores, user)

    def _learned(
        self, choice: PrivacyChoice, level: str, epsilons: Sequence[float], user: User
    ) -> None:
        """Measure what reads releases that ask the fold's own questions, and the shipped one."""
        for question in self.fold.questions:
            posterior = ProfilePosterior.of(
                question.asked,
                perturbed_items(self.fold.catalog.groups, choice),
                popularity=self.fold.popularity,
                histories=self.fold.histories,
            )
            for epsilon in epsilons:
                released = learned_release(
                    self.fold.catalog.groups, question.asked, posterior, user.given, choice,
                    epsilon, self.generator,
                )  # fmt: skip
                self._read(question, released, level, user)

    def _read(self, question: FoldQuestion, released: Released, level: str, user: User) -> None:
        name, epsilon, movies = question.name, released.epsilon, released.movies
        method = Method(name, epsilon, level)
        self._served(method, self.fold.model.scores(self.fold.known(movies)), user)
        self._rated(method, movies, user)
        if level == PERTURBED and question.scorer is not None:
            scores = question.scorer.scores(released.counts, epsilon)
            self._served(Method(name + AWARE, epsilon, level), scores, user)

    def _served(self, method: Method, scores: NDArray[np.floating], user: User) -> None:
        """Measure a service's lists; the app removes watched movies."""
        alignment = self.fold.alignment
        allowed = alignment.movie >= 0
        allowed[self.fold.known(user.given)] = False
        values = scores.astype(np.float32)
        overall = alignment.movie[top(values, allowed, PLACES)]
        lists = [
            alignment.movie[top(values, allowed & of, PLACES)] for of in self.fold.membership.T
        ]
        self._measure(method, overall, lists, user)

    def _measure(self, method: Method, overall: Ints, lists: Sequence[Ints], user: User) -> None:
        measured = self.found.setdefault(method, Measured())
        measured.note(overall, lists, self.has, user)
        measured.note_variety(overall[:FIRST], self.fold)

    def _served_in_full(self, user: User) -> None:
        """Measure the full autoencoder's lists of the true history, where it fits in memory."""
        full, model = self.fold.full, self.fold.model
        if full is None:
            return
        ids = [model.wire_ids[i] for i in self.fold.known(user.given).tolist()]
        profile = np.array([full.index[i] for i in ids if i in full.index], dtype=np.int64)
        scores = full.scores(profile)
        known = [full.index[wire_id] for wire_id in model.wire_ids]
        self._served(Method(TRUE_FULL, None, ALL), scores[known], user)

    def _rated(
        self, method: Method, movies: Ints, user: User, by_level: PrivacyChoice | None = None
    ) -> None:
        errors = rating_errors(self.fold.ratings, user, movies)
        measured = self.found.setdefault(method, Measured())
        measured.errors.append(float(errors.sum()))
        if by_level is None:
            return
        levels = by_level.levels(self.fold.catalog.groups.categories)
        for level in (ReleaseLevel.NO, ReleaseLevel.PERTURBED):
            columns = [each is level for each in levels]
            of_level = self.has[user.hidden][:, columns].any(axis=1)
            measured.parts[level] = measured.parts.get(level, 0.0) + errors[of_level].sum()


def release(
    fold: TrainedFold,
    given: Ints,
    choice: PrivacyChoice,
    family: families.CategoryFamily,
    epsilon: float,
    calibration: Calibration,
    generator: np.random.Generator,
) -> Released:
    """Return a release of these movies through the engine; openly released ones are unchanged."""
    groups = fold.catalog.groups
    budget = Fraction(epsilon).limit_denominator(10**6)
    mechanism = plan(groups, choice, budget, family=family, calibration=calibration)
    visible = split_levels(groups, choice).items(groups, given, ItemClass.OPEN)
    if mechanism is None:
        return Released(None, epsilon, {}, visible)
    source = NumpySource(generator)
    noisy = sample(mechanism, mechanism.count(groups, choice, given), source)
    movies = sanitize(
        groups, choice, mechanism, noisy, source,
        popularity=fold.popularity, public_profiles=fold.people,
    )  # fmt: skip
    counts = mechanism.in_movies(noisy)
    return Released(mechanism, epsilon, counts, np.union1d(movies, visible))


def pseudo_release(
    fold: TrainedFold,
    given: Ints,
    choice: PrivacyChoice,
    name: str,
    epsilon: float,
    generator: np.random.Generator,
) -> Ints:
    """Return the movies (catalog positions) of a release by one of EpicRec's competitors."""
    groups = fold.catalog.groups
    split = split_levels(groups, choice)
    visible = split.items(groups, given, ItemClass.OPEN)
    if split.columns.size == 0:
        return visible
    rows = split.rows(groups)
    counts = groups.aggregates(split.items(groups, given, ItemClass.PERTURBED))[split.columns]
    unit = generator.laplace(size=len(counts))
    if name == PSEUDO_LPA:
        noisy = counts + plain_laplace_scales(rows, epsilon) * unit
    else:
        expected = np.bincount(groups.item_group, weights=fold.popularity)[split.perturbed] @ rows
        expected *= (fold.catalog.mean_profile_size or 1.0) / max(fold.popularity.sum(), 1.0)
        noisy = choose_grouping(rows, expected, epsilon).perturb(counts, rows, epsilon, unit)
    x = np.zeros(len(groups.sizes))
    x[split.perturbed] = fit_groups(rows, groups.sizes[split.perturbed], noisy).x
    chosen = choose_items(groups.item_group, x, NumpySource(generator))
    return np.union1d(chosen, visible)


def learned_release(
    groups: CategoryGroups,
    asked: AskedQuestion,
    posterior: ProfilePosterior,
    given: Ints,
    choice: PrivacyChoice,
    epsilon: float,
    generator: np.random.Generator,
) -> Released:
    """Return a release of the learned question by the engine, open movies as they are.

    `posterior` is of the same question and levels.
    """
    budget = Fraction(epsilon).limit_denominator(10**6)
    mechanism = plan_question(asked, groups, choice, budget)
    visible = split_levels(groups, choice).items(groups, given, ItemClass.OPEN)
    if mechanism is None:
        return Released(None, epsilon, {}, visible)
    counts = mechanism.count(groups, choice, given, asked=asked)
    noisy = mechanism.in_movies(sample(mechanism, counts, NumpySource(generator)))
    movies = most_likely(*posterior.expected(np.array([*noisy.values()]), mechanism.variance))
    return Released(mechanism, epsilon, noisy, np.union1d(movies, visible))


def rating_errors(ratings: RatingModel, user: User, movies: Ints) -> Floats:
    """Return |prediction − rating| of each hidden movie, for a profile of these movies.

    A released movie that was watched has the user's own rating; one that noise added has its mean.
    """
    own = dict(zip(user.given.tolist(), user.given_values.tolist(), strict=True))
    usual = ratings.usual(movies)
    values = np.array([own.get(i, u) for i, u in zip(movies.tolist(), usual, strict=True)])
    predicted = ratings.predict(movies, values, user.hidden)
    return np.abs(predicted - user.hidden_values)


def at_level(found: Found, level: str) -> Iterator[tuple[Method, Measured]]:
    """Yield the service's measures of a level's release, and those of local ranking."""
    for method, measured in found.items():
        if method.level == level and not method.name.endswith(LOCAL):
            yield method, measured
    yield Method(RANKED_LOCALLY, None, level), found[Method(NOTHING + LOCAL, None, NO)]
