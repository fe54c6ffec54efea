"""Which movies a released list should name, and how many, for services that score it as if watched.

A release of the learned question is sampled for every test user of disjoint folds, and lists of
several lengths are made of it: the most likely movies, the same spread over kinds and years, those
that are more likely than for others, or a sample. Each is scored by recommenders that know nothing
of the release. A rule that is chosen on some people is judged on others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.arrays import Floats, Floats32, Ints
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.confidence import compared, half_width, ratio, resamples
from epicrec_desktop.lab.experiments.recommendation_folds import (
    FoldQuestion,
    TrainedFold,
    User,
    folds,
    histories,
    prepare,
    training_ratings,
)
from epicrec_desktop.lab.experiments.recommendation_methods import EVERYTHING
from epicrec_desktop.lab.population import with_ids
from epicrec_desktop.privacy.learned import ProfilePosterior, most_likely
from epicrec_desktop.privacy.mechanism import perturbed_items, plan_question, sample
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.recommend.als_training import Ratings, watch_matrix
from epicrec_desktop.recommend.metrics import ndcg
from epicrec_desktop.recommend.selection import top

EPSILONS = (0.1, 0.3, 1.0)
FOLDS = 5
LENGTHS = (20, 40, 60, 100, None)
"""Lengths of the lists; None is the expected size of the profile, as a release has it."""

LIKELY, SPREAD, LIFTED, SAMPLED = "most likely", "spread", "lifted", "sampled"
IN_USE = (LIKELY, None)
FULL, ALS, NEIGHBORS = "full autoencoder", "alternating least squares", "nearest neighbors"
CANDIDATES = 500

_AGAIN = 0.8  # what a further movie of the same kind and years is worth, in the spread list
_LIFT = 0.5  # power of the usual chance that the lifted list divides by
_NEAREST = 50  # people

Key = tuple[Any, ...]
Scorer = Callable[[Ints], Floats32]


def run(
    imported: ImportedCatalog,
    *,
    epsilons: Sequence[float] = EPSILONS,
    repeats: int = FOLDS,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return tables of NDCG@10 over the users of `repeats` of `FOLDS` folds.

    Each has the 95 % interval of its ratio to popularity, by a paired bootstrap.

    `lists` has rows {question, epsilon, kind, length, scorer, …}, `candidates` what ranking 500
    movies with the true history gives, by who named them. `chosen` compares the list that was best
    on the other folds, or on every second of the people, with the one in use. Raises
    `CatalogError`, `Cancelled`.
    """
    imported = with_ids(imported)
    public = imported.ratings
    if public is None or len(public) == 0:
        raise CatalogError("Lists are judged on public ratings. Give a MovieLens folder.")
    generator = np.random.default_rng(seed)
    found = _Found()
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        held_out = folds(public, 1.0 - 1.0 / FOLDS, repeats, generator)
        for number, held in enumerate(held_out):
            job.report(Progress("Training on public users", number, repeats))
            fold = prepare(imported.catalog, public, held, generator, job)
            tried = _Tried.of(fold, public, held, generator)
            for user in histories(public, held, 0.8, generator):
                job.check()
                found.people.append((number, len(found.people) % 2))
                for key, items in tried.rankings(user, epsilons):
                    found.gains.setdefault(key, []).append(ndcg(items, user.hidden))
    return {"seed": seed, "users": len(found.people), **found.tables(generator)}


@dataclass
class _Found:
    """NDCG@10 by key, an entry per user; `people` has each one's fold and half."""

    people: list[tuple[int, int]] = field(default_factory=list)
    gains: dict[Key, list[float]] = field(default_factory=dict)

    def tables(self, generator: np.random.Generator) -> dict[str, Any]:
        draws = resamples(len(self.people), generator)
        popular = np.array(self.gains[("popularity",)])
        names = {
            "lists": ("question", "epsilon", "kind", "length", "scorer"),
            "candidates": ("epsilon", "named_by"),
            "whole": ("scorer",),
        }
        tables: dict[str, Any] = {table: [] for table in names}
        for (table, *rest), gains in self.gains.items():
            if table in names:
                row = dict(zip(names[table], rest, strict=True))
                tables[table].append(row | _measures(np.array(gains), popular, draws))
        tables["popularity"] = float(popular.mean())
        tables["chosen"] = self._chosen(draws)
        return tables

    def _chosen(self, draws: Ints) -> dict[str, Any]:
        """Judge the list that is best over all budgets and scorers on people who did not choose."""
        total: dict[Key, Floats] = {}
        for key, gains in self.gains.items():
            if key[:2] in (("lists", "learned"), ("lists", "shipped")):
                total[key[3:5]] = total.get(key[3:5], 0.0) + np.array(gains)
        rows: dict[str, Any] = {}
        for name, column in (("folds", 0), ("halves", 1)):
            group = np.array([person[column] for person in self.people])
            parts = np.unique(group)
            judged, chosen = np.zeros(len(group)), []
            for part in parts if len(parts) > 1 else ():
                own = group == part
                means = {rule: float(gains[~own].mean()) for rule, gains in total.items()}
                best = max(means, key=means.__getitem__)
                judged[own] = total[best][own]
                chosen.append(list(best))
            if chosen:
                over, low, high = ratio(judged, total[IN_USE], draws)
                rows[name] = {"chosen": chosen, "over_used": over, "ci": [low, high]}
        return rows


def _measures(gains: Floats, popular: Floats, draws: Ints) -> dict[str, Any]:
    quality = {"ndcg10": float(gains.mean()), "ci": half_width(gains)}
    return quality | compared("over_popularity", gains, popular, draws)


@dataclass(frozen=True)
class _Asked:
    """A question of a fold, with the posterior that reads it."""

    question: FoldQuestion
    posterior: ProfilePosterior

    @classmethod
    def of(cls, fold: TrainedFold, question: FoldQuestion) -> _Asked:
        asked = question.asked
        perturbed = perturbed_items(fold.catalog.groups, EVERYTHING)
        return cls(
            question,
            ProfilePosterior.of(
                asked.weights,
                perturbed,
                asked.features,
                popularity=fold.popularity,
                histories=fold.histories,
            ),
        )

    def release(
        self, fold: TrainedFold, given: Ints, epsilon: float, generator: np.random.Generator
    ) -> tuple[Floats, float]:
        """Return the noisy cells (k,) in movies, sampled by the engine, and their variance."""
        groups, asked = fold.catalog.groups, self.question.asked
        mechanism = plan_question(
            asked, groups, EVERYTHING, Fraction(epsilon).limit_denominator(10**6)
        )
        if mechanism is None:
            raise CatalogError("This catalog has no categories, so there is nothing to perturb.")
        counts = mechanism.count(groups, EVERYTHING, given, asked=asked)
        noisy = np.array(sample(mechanism, counts, NumpySource(generator)))
        return noisy / asked.multiplier, mechanism.variance

    def known(self, noisy: Floats, epsilon: float) -> Floats32 | None:
        """Return the scores of the service that knows the question."""
        if self.question.scorer is None:
            return None
        counts = dict(zip(self.question.asked.cells, noisy.tolist(), strict=True))
        return self.question.scorer.scores(counts, epsilon)


@dataclass(frozen=True)
class _Tried:
    """Everything that is tried on a fold's users."""

    fold: TrainedFold
    asked: Mapping[str, _Asked]
    scorers: Mapping[str, Scorer]
    kinds: Ints
    generator: np.random.Generator

    @classmethod
    def of(
        cls, fold: TrainedFold, public: PublicRatings, held: Ints, generator: np.random.Generator
    ) -> _Tried:
        names = ("learned", "shipped") if len(fold.questions) > 1 else ("shipped",)
        asked = {n: _Asked.of(fold, q) for n, q in zip(names, fold.questions, strict=True)}
        movies = fold.catalog.movies
        ratings = training_ratings(fold.catalog, public, held)
        kinds = {kind: i for i, kind in enumerate(dict.fromkeys(map(_kind, movies)))}
        numbers = np.array([kinds[_kind(movie)] for movie in movies], dtype=np.int64)
        return cls(fold, asked, _scorers(fold, ratings), numbers, generator)

    def rankings(self, user: User, epsilons: Sequence[float]) -> Iterator[tuple[Key, Ints]]:
        """Yield each ranking of movies that the user was not shown, with its key."""
        fold = self.fold
        mine = fold.model.scores(fold.known(user.given))
        yield ("popularity",), self._first(fold.model.popularity, user)
        for name, scorer in self.scorers.items():
            yield ("whole", name), self._first(scorer(user.given), user)
        yield ("candidates", None, "everything"), self._first(mine, user)
        yield ("candidates", None, "popularity"), self._among(fold.model.popularity, mine, user)
        for epsilon in epsilons:
            for name, asked in self.asked.items():
                noisy, variance = asked.release(fold, user.given, epsilon, self.generator)
                yield from self._lists(name, asked, noisy, variance, epsilon, user)
                known = asked.known(noisy, epsilon)
                if name == next(iter(self.asked)) and known is not None:
                    yield ("candidates", epsilon, "knows"), self._among(known, mine, user)

    def _lists(
        self, name: str, asked: _Asked, noisy: Floats, variance: float, epsilon: float, user: User
    ) -> Iterator[tuple[Key, Ints]]:
        expected, size = asked.posterior.expected(noisy, variance)
        usual = size * asked.posterior.share
        for kind in (LIKELY, SPREAD, LIFTED, SAMPLED):
            for length in LENGTHS if kind != SAMPLED else (None,):
                count = size if length is None else float(length)
                movies = self._list(kind, expected, usual, count)
                for scorer, score in self.scorers.items():
                    scores = score(movies)
                    yield ("lists", name, epsilon, kind, length, scorer), self._first(scores, user)
                    if (kind, length) == IN_USE and name == next(iter(self.asked)):
                        mine = self.fold.model.scores(self.fold.known(user.given))
                        key = ("candidates", epsilon, scorer)
                        yield key, self._among(scores, mine, user)

    def _list(self, kind: str, expected: Floats, usual: Floats, size: float) -> Ints:
        if kind == SAMPLED:
            return np.flatnonzero(self.generator.random(len(expected)) < expected)
        if kind == LIFTED:
            return most_likely(expected / np.maximum(usual, 1e-9) ** _LIFT, size)
        if kind == SPREAD:
            order = np.argsort(-expected, kind="stable")
            kinds = self.kinds[order]
            by_kind = np.argsort(kinds, kind="stable")
            starts = np.flatnonzero(np.diff(kinds[by_kind], prepend=-1))
            before = np.empty(len(order))
            counts = np.diff(np.append(starts, len(order)))
            before[by_kind] = np.arange(len(order)) - np.repeat(starts, counts)
            worth = np.empty(len(order))
            worth[order] = expected[order] * _AGAIN**before
            return most_likely(worth, size)
        return most_likely(expected, size)

    def _first(self, scores: Floats32, user: User, among: Ints | None = None) -> Ints:
        """Return the first ten of the movies (catalog positions); those given are left out."""
        alignment = self.fold.alignment
        allowed = alignment.movie >= 0
        if among is not None:
            allowed &= np.isin(np.arange(len(allowed)), among)
        allowed[self.fold.known(user.given)] = False
        return np.asarray(alignment.movie[top(scores.astype(np.float32), allowed, 10)])

    def _among(self, named: Floats32, mine: Floats32, user: User) -> Ints:
        """Rank the candidates with the best of these scores by the true history."""
        allowed = self.fold.alignment.movie >= 0
        candidates = top(named.astype(np.float32), allowed, CANDIDATES)
        return self._first(mine, user, candidates)


def _kind(movie: Movie) -> tuple[tuple[str, ...], int]:
    return tuple(sorted(movie.categories)), (movie.year or 0) // 5


def _scorers(fold: TrainedFold, ratings: Ratings) -> dict[str, Scorer]:
    """Return recommenders of a list as if watched; scores (m,) of the model's items."""
    model, full = fold.model, fold.full
    ids, matrix = watch_matrix(ratings)
    place = {wire_id: i for i, wire_id in enumerate(ids)}
    column = np.array([place[wire_id] for wire_id in model.wire_ids], dtype=np.int64)
    sizes = np.asarray(matrix.sum(axis=1)).ravel()

    def neighbors(movies: Ints) -> Floats32:
        shown = np.zeros(matrix.shape[1])
        shown[column[fold.known(movies)]] = 1.0
        alike = (matrix @ shown) / np.sqrt(sizes)
        nearest = np.argsort(-alike, kind="stable")[:_NEAREST]
        return np.asarray(alike[nearest] @ matrix[nearest], dtype=np.float32)[column]

    found: dict[str, Scorer] = {
        ALS: lambda movies: fold.reference.scores(fold.known(movies)),
        NEIGHBORS: neighbors,
    }
    if full is not None:
        order = np.array([full.index[wire_id] for wire_id in model.wire_ids], dtype=np.int64)
        found[FULL] = lambda movies: full.scores(order[fold.known(movies)])[order]
    return found
