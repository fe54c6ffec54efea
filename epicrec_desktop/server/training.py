"""Train what a service publishes: on public ratings, and on contributions where they help.

Models are judged on public users that they were not trained on, and compared user by user.
Contributions are used only if the gain is significant; a model replaces the published one unless it
is significantly worse. With few public users every one of them is held out in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.json_documents import plain
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend.contribution_training import ContributionData, train_with
from epicrec_desktop.recommend.hyperparameter_search import select
from epicrec_desktop.recommend.linear_training import LinearSettings, train
from epicrec_desktop.recommend.metrics import (
    SPLIT_SEED,
    HeldOut,
    Quality,
    holdout_size,
    split_by_hash,
    summarize,
    user_measures,
)
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.server.spark_training import SparkData

MIN_CONTRIBUTIONS = 100
"""Lists with fewer are not used: noise dominates, and a single user could stand out."""

ENOUGH_USERS = 200
"""Where fewer are held out at a time, all public users are held out in turn, in `FOLDS` parts."""

FOLDS = 5

MIN_USERS = 30
"""Contributions are never used on the judgement of fewer public users."""

ONE_SIDED = 1.645
"""Standard errors of a one-sided test at 5 %."""

MARGIN = 0.05
"""A model that is worse than the published one by this share never replaces it."""


@dataclass(frozen=True)
class Comparison:
    """Differences of NDCG@10 between two models for the same `users`: mean and standard error."""

    mean: float
    standard_error: float
    users: int

    @classmethod
    def of(cls, new: Floats, old: Floats) -> Comparison:
        """Compare NDCG@10 of two models, (n,) each, user by user."""
        differences = new - old
        spread = float(np.std(differences, ddof=1)) if len(differences) > 1 else 0.0
        return cls(float(differences.mean()), spread / len(differences) ** 0.5, len(differences))

    @property
    def is_better(self) -> bool:
        """Return whether enough users show a significant gain."""
        return self.users >= MIN_USERS and self.mean > ONE_SIDED * self.standard_error

    def is_worse(self, margin: float) -> bool:
        """Return whether the loss is significant, or larger than a margin."""
        return self.mean < -min(ONE_SIDED * self.standard_error, margin)


@dataclass(frozen=True)
class TrainingResult:
    """A model, and NDCG@10 on the same public people of it and of the published one.

    `before` and `compared` are None where nothing was published; `gain` of contributions where
    there are none. `about` is for the publication.
    """

    model: ItemModel
    quality_measured: Quality
    before: float | None
    compared: Comparison | None
    gain: Comparison | None
    contributions: int
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_as_good(self) -> bool:
        """Return whether it may replace the published model."""
        if self.compared is None or self.before is None:
            return True
        return not self.compared.is_worse(MARGIN * self.before)

    @property
    def figures(self) -> dict[str, float]:
        """Return what the decisions were made of, for metrics."""
        measured = self.quality_measured
        found = {
            "ndcg10": measured.ndcg10,
            "users": measured.users,
            "contributions": self.contributions,
        }
        for name, one in (("change", self.compared), ("gain", self.gain)):
            if one is not None:
                found |= {name: one.mean, f"{name}_standard_error": one.standard_error}
        return found


class InMemoryData:
    """Ratings in this process's memory: public people to train on, as `SparkData` has them.

    `lasting`: whether users held out to measure a model stay out of the published one as well. They
    do where users have `keys`: a table changes, and the next model has to be measured on users whom
    the published one has not seen.
    """

    def __init__(self, ratings: Ratings) -> None:
        self.ratings = ratings
        self.wire_ids = tuple(ratings.wire_ids)
        self.lasting = ratings.keys is not None

    def folds(self, seed: int, *, once: bool = False) -> Iterator[Fold]:
        """Yield the data without the users with the smallest hashes, and these users.

        Where they are few, and not `once`, all users are held out in turn, in `FOLDS` parts. The
        same data and seed give the same folds.
        """
        users = len(np.unique(self.ratings.users))
        once = once or holdout_size(users) >= ENOUGH_USERS
        parts = 1 if once else min(FOLDS, users)
        for part in range(parts):
            rest, held = split_by_hash(self.ratings, seed=seed, part=(part, parts))
            yield InMemoryData(rest), held

    def select(self, job: Job) -> LinearSettings:
        """Search on these very people."""
        return select(self.ratings, job=job).settings

    def fit(self, settings: LinearSettings, job: Job) -> ItemModel:
        """Train on all of them."""
        return train(self.ratings, settings, job=job)

    def fit_with(self, contributed: Sequence[ContributionData]) -> ItemModel:
        """Train on all of them and on contributions."""
        return train_with(self.ratings, contributed)


TrainingData = InMemoryData | SparkData
Fold = tuple[TrainingData, list[HeldOut]]
"""The data without some users, and these users."""


@dataclass(frozen=True)
class _Trial:
    """NDCG@10 and Recall@20 of the users of one fold, (n, 2) each.

    Trained without contributions, and with them where there are any.
    """

    alone: Floats
    helped: Floats | None


def _gain(trials: Sequence[_Trial]) -> Comparison | None:
    """Return what contributions change for these users; None without contributions."""
    pairs = [
        (trial.helped[:, 0], trial.alone[:, 0]) for trial in trials if trial.helped is not None
    ]
    if not pairs:
        return None
    helped, alone = (np.concatenate(column) for column in zip(*pairs, strict=True))
    return Comparison.of(helped, alone)


def _helps(gain: Comparison | None) -> bool:
    return gain is not None and gain.is_better


@dataclass(frozen=True)
class _Trainer:
    people: TrainingData
    digest: str
    contributed: Sequence[ContributionData]
    published: tuple[ItemModel, Mapping[str, Any]] | None
    job: Job

    def train(self, people: TrainingData, *, helped: bool) -> ItemModel:
        self.job.check()
        if helped:
            return people.fit_with(self.contributed)
        return people.fit(people.select(self.job), self.job)

    def trials(self, folds: Sequence[Fold]) -> list[_Trial]:
        """Train and measure on every fold, both ways."""
        found = []
        for rest, held in folds:
            ids = tuple(rest.wire_ids)
            alone = user_measures(self.train(rest, helped=False), ids, held)
            helped = None
            if self.contributed:
                helped = user_measures(self.train(rest, helped=True), ids, held)
            found.append(_Trial(alone, helped))
        return found

    def result(
        self, model: ItemModel, measures: Floats, held: list[HeldOut], gain: Comparison | None
    ) -> TrainingResult:
        """Return a model measured on these users, beside what is published."""
        self.job.check()
        measured = summarize(measures)
        before, compared = None, None
        if self.published is not None:
            old = self._measures_of_published(*self.published, held)
            before, compared = float(old.mean()), Comparison.of(measures[:, 0], old)
        number = sum(c.tally.number for c in self.contributed) if _helps(gain) else 0
        about = {
            "ratings": self.digest,
            "contributions": number,
            "held_out": plain(measured),
            "ndcg10_by_user": measures[:, 0].tolist(),
            "before": before,
        }
        return TrainingResult(model, measured, before, compared, gain, number, about)

    def _measures_of_published(
        self, model: ItemModel, about: Mapping[str, Any], held: list[HeldOut]
    ) -> Floats:
        """Return NDCG@10 of the published model for these users, (n,).

        For one that was trained on these very ratings it is what was measured then: it has seen
        everybody since, and would look better than it is.
        """
        noted = about.get("ndcg10_by_user")
        if about.get("ratings") != self.digest or not isinstance(noted, list):
            noted = []
        if len(noted) == len(held) and all(isinstance(v, float) and 0.0 <= v <= 1.0 for v in noted):
            return np.array(noted)
        return user_measures(model, tuple(self.people.wire_ids), held)[:, 0]


def train_for_service(
    ratings: Ratings | TrainingData,
    digest: str,
    contributed: Sequence[ContributionData] = (),
    published: tuple[ItemModel, Mapping[str, Any]] | None = None,
    *,
    job: Job = UNATTENDED,
) -> TrainingResult:
    """Train, and measure beside what is `published` (its model and what was noted about it).

    `digest` names the content of `ratings`. Raises `Cancelled`, and `EpicRecError` where there are
    too few ratings.
    """
    people: TrainingData = InMemoryData(ratings) if isinstance(ratings, Ratings) else ratings
    enough = [c for c in contributed if c.tally.number >= MIN_CONTRIBUTIONS]
    trainer = _Trainer(people, digest, enough, published, job)
    folds = list(people.folds(SPLIT_SEED, once=people.lasting))
    held = [user for _, users in folds for user in users]
    if not held:
        raise EpicRecError(
            "Users who would measure a model have fewer than three ratings; nothing was changed. "
            "Check the column user_id."
        )
    if len(folds) == 1:
        rest = folds[0][0]
        # Contributions are judged on others than the users who measure; where these others are
        # few, on all of them in turn.
        gain = _gain(trainer.trials(list(rest.folds(SPLIT_SEED + 1)))) if enough else None
        model = trainer.train(rest, helped=_helps(gain))
        measures = user_measures(model, tuple(people.wire_ids), held)
        if not people.lasting:
            model = trainer.train(people, helped=_helps(gain))
    else:
        trials = trainer.trials(folds)
        gain = _gain(trials)
        measures = np.concatenate([_unseen(trials, k) for k in range(len(trials))])
        model = trainer.train(people, helped=_helps(gain))
    return trainer.result(model, measures, held, gain)


def _unseen(trials: Sequence[_Trial], k: int) -> Floats:
    """Return the measures of fold `k`, trained in the way that the other folds chose."""
    chosen = trials[k]
    others = _gain([*trials[:k], *trials[k + 1 :]])
    return chosen.helped if _helps(others) and chosen.helped is not None else chosen.alone
