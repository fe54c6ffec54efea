"""Held-out public users, their histories in two parts, and the public data of each fold.

The public data of a fold (popularity, models, scorers) comes from the other users alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.domain.question import Question
from epicrec_desktop.lab.reference_models import FullAutoencoder, RatingModel, train_full
from epicrec_desktop.privacy.learned import AskedQuestion, PublicHistories
from epicrec_desktop.recommend.hyperparameter_search import select_and_train
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.recommend.metrics import HeldOut
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.question_learning import learn_question
from epicrec_desktop.recommend.ranking import Alignment, Ranker, less_known
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.release_scorers import PopularityScorer, ReleaseScorer
from epicrec_desktop.recommend.share_scorer import CellRows, ShareScorer
from epicrec_desktop.services.public_profiles import PublicProfiles

TRIED = 400
"""At most so many users are tried in one fold: more narrow the intervals, and take their time."""

LEARNED, SHIPPED = "learned", "shipped question"
"""Questions: learned from the training users, or shipped."""


@dataclass(frozen=True)
class User(HeldOut):
    """One test user, by catalog positions, with the ratings of both parts."""

    given_values: Floats
    hidden_values: Floats


@dataclass(frozen=True)
class FoldQuestion:
    """A learned question over a fold's catalog, with its scorer where there are enough users."""

    name: str
    asked: AskedQuestion
    scorer: ShareScorer | None


@dataclass(frozen=True)
class TrainedFold:
    """Public data of one fold. `membership` (m, c): the categories of the model's items.

    `people` (u, g) are some of the training users, `histories` the same by movie. `full` is the
    full autoencoder, where it fits in memory.
    """

    catalog: Catalog
    popularity: Floats
    people: Ints
    histories: PublicHistories
    model: ItemModel
    full: FullAutoencoder | None
    alignment: Alignment
    membership: NDArray[np.bool_]
    ranker: Ranker
    released: PopularityScorer
    aware: ReleaseScorer
    ratings: RatingModel
    questions: tuple[FoldQuestion, ...]

    @cached_property
    def less_known(self) -> NDArray[np.bool_]:
        """Return (n,): movies outside the most watched that together have half of all ratings."""
        return less_known(self.popularity)

    def known(self, movies: Ints) -> Ints:
        """Return the model's items for these catalog positions."""
        items = self.alignment.model_item[movies]
        return items[items >= 0]


def split_people(
    public: PublicRatings, users_train: float, folds: int, generator: np.random.Generator
) -> Iterator[Ints]:
    """Yield disjoint sets of users to hold out."""
    order = generator.permutation(public.user_count)
    size = max(1, round((1.0 - users_train) * len(order)))
    for start in range(0, min(folds, max(1, len(order) // size)) * size, size):
        yield np.sort(order[start : start + size])


def training_ratings(catalog: Catalog, public: PublicRatings, held: Ints) -> Ratings:
    """Return the ratings of all users who are not held out."""
    users, items, _ = _others(public, held)
    return Ratings(users, items, [movie.wire_id for movie in catalog.movies])


def train_ratings(
    public: PublicRatings, held: Ints, movies: int, generator: np.random.Generator
) -> RatingModel:
    """Return a model of the ratings of all users who are not held out."""
    return RatingModel.train(*_others(public, held), movies, generator)


def _others(public: PublicRatings, held: Ints) -> tuple[Ints, Ints, Floats]:
    """Return users, items and stars of those who are not held out."""
    others = ~np.isin(public.users, held)
    users, items = (column[others].astype(np.int64) for column in (public.users, public.items))
    return users, items, public.values[others].astype(np.float64)


def fold_questions(catalog: Catalog, ratings: Ratings, job: Job) -> dict[str, Question]:
    """Return the shipped question, and a learned one if the ratings are of enough people."""
    questions = {SHIPPED: load_question()}
    movies, series = catalog.movies, questions[SHIPPED].series
    pairs = ratings.users.astype(np.int64), ratings.items.astype(np.int64)
    with suppress(ValueError):  # too few people
        questions[LEARNED] = learn_question("fold", movies, *pairs, job=job, series=series)
    return questions


def prepare(
    catalog: Catalog,
    public: PublicRatings,
    held: Ints,
    generator: np.random.Generator,
    job: Job = UNATTENDED,
) -> TrainedFold:
    """Train on all users who are not held out; settings are selected on them as well.

    Raises `CatalogError` for too few users, and `Cancelled`.
    """
    ratings = training_ratings(catalog, public, held)
    if len(np.unique(ratings.users)) < 2:
        raise CatalogError(
            "There are too few users to train on while others are held out, so nothing was "
            "measured. Give a catalog with the ratings of more people."
        )
    popularity = np.bincount(ratings.items, minlength=len(catalog.movies)).astype(np.float64)
    model = select_and_train(ratings, job=job)
    alignment = Alignment.of(model, catalog)
    membership = catalog.membership(alignment.movie)
    profiles = PublicProfiles.sample(ratings)
    questions = []
    for name, question in fold_questions(catalog, ratings, job).items():
        scorer = None
        with suppress(ValueError):  # too few people
            rows = CellRows.of(question, catalog, alignment.movie)
            scorer = ShareScorer.train(question.digest, question.cells, rows, model, ratings)
        questions.append(FoldQuestion(name, AskedQuestion.of(question, catalog.movies), scorer))
    return TrainedFold(
        catalog,
        popularity,
        profiles.group_counts(catalog),
        profiles.histories(catalog),
        model,
        train_full(ratings, job=job),
        alignment,
        membership,
        Ranker(model, catalog),
        PopularityScorer(model, catalog.categories, membership),
        ReleaseScorer.train(model, catalog.categories, membership, ratings),
        train_ratings(public, held, len(catalog.movies), generator),
        tuple(questions),
    )


def histories(
    public: PublicRatings, held: Ints, input_fraction: float, generator: np.random.Generator
) -> Iterator[User]:
    """Yield held-out users with histories split at random; too short histories are skipped."""
    tried = held if len(held) <= TRIED else np.sort(generator.permutation(held)[:TRIED])
    starts = np.searchsorted(public.users, tried)
    ends = np.searchsorted(public.users, tried, side="right")
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        where = start + generator.permutation(end - start)
        count = round(input_fraction * len(where))
        if 0 < count < len(where):
            items = public.items[where].astype(np.int64)
            values = public.values[where].astype(np.float64)
            yield User(items[:count], items[count:], values[:count], values[count:])


def nobody_tried() -> CatalogError:
    """Return the error for histories that are all too short."""
    return CatalogError(
        "Nobody in the test group has enough movies to show some to a method and hide the others, "
        "so nothing was measured. Give a catalog with more ratings per person."
    )
