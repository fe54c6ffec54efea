"""Trains what a service publishes: on public ratings, and on contributions where they help.

Nothing is taken on trust. Of the public people some are held out to choose between training with
and without contributions, and others, whom no choice has seen, to measure what was chosen; a model
replaces the published one only if it is at least as good on those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
)
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.recommend.contribution_training import ContributionData, train_with
from epicrec_desktop.recommend.hyperparameter_search import Settings, fit, select
from epicrec_desktop.recommend.metrics import SPLIT_SEED, HeldOut, Quality, quality, split_by_hash
from epicrec_desktop.recommend.model import ItemModel

MIN_CONTRIBUTIONS = 100
"""Fewer are not used: noise dominates, and a single user could stand out."""


@dataclass(frozen=True)
class TrainingResult:
    """A model, and NDCG@10 on the same public people of it and of the published one.

    `before` is None where nothing was published. `about` is for its publication.
    """

    model: ItemModel
    quality_measured: Quality
    before: float | None
    contributions: int
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_as_good(self) -> bool:
        """Return whether it may replace the published model."""
        return self.before is None or self.quality_measured.ndcg10 >= self.before


class TrainingData(Protocol):
    """Public people to train on: in memory, or on a cluster (`spark/people.py`)."""

    lasting: bool
    """Whether who is held out to measure a model stays out of what is published.

    Of many people nothing is lost by that, and one training is saved; and it has not seen those
    whom the next one is measured on.
    """

    @property
    def wire_ids(self) -> Sequence[str | None]:
        """Public ids of all movies; users held out are given by positions among these."""

    def hold_out(self, seed: int) -> tuple[TrainingData, list[HeldOut]]:
        """Return the data without some users, and these users; always the same for a seed."""

    def select(self, job: Job) -> Settings:
        """Return the best settings for these users."""

    def fit(self, settings: Settings, job: Job) -> ItemModel:
        """A model of them alone. Raises `Cancelled`, `EpicRecError`."""

    def fit_with(self, contributed: ContributionData) -> ItemModel:
        """A model of them and of contributions. Raises `EpicRecError`."""


class InMemoryData:
    """Ratings in this process's memory."""

    lasting = False

    def __init__(self, ratings: Ratings) -> None:
        self.ratings = ratings
        self.wire_ids = tuple(ratings.wire_ids)

    def hold_out(self, seed: int) -> tuple[InMemoryData, list[HeldOut]]:
        """Return the data without the users with the smallest hashes, and these users."""
        rest, held = split_by_hash(self.ratings, seed=seed)
        return InMemoryData(rest), held

    def select(self, job: Job) -> Settings:
        """Search on these very people."""
        return select(self.ratings, job=job).settings

    def fit(self, settings: Settings, job: Job) -> ItemModel:
        """Train on all of them."""
        return fit(self.ratings, settings, job=job)

    def fit_with(self, contributed: ContributionData) -> ItemModel:
        """Train on all of them and on contributions."""
        return train_with(self.ratings, contributed)


@dataclass(frozen=True)
class _TrainingMethod:
    """A way to train: on the public ratings with these settings, or with contributions."""

    settings: Settings | None
    contributed: ContributionData | None

    def train(self, people: TrainingData, job: Job) -> ItemModel:
        if self.contributed is not None:
            return people.fit_with(self.contributed)
        assert self.settings is not None
        return people.fit(self.settings, job)


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
    no ratings.
    """
    people: TrainingData = InMemoryData(ratings) if isinstance(ratings, Ratings) else ratings
    rest, measured_on = people.hold_out(SPLIT_SEED)
    way = _choose(rest, contributed, job)
    job.check()
    trial = way.train(rest, job)
    ids = tuple(people.wire_ids)
    quality_measured = quality(trial, ids, measured_on)
    before = None if published is None else _published_quality(*published, digest, ids, measured_on)
    job.check()
    model = trial if people.lasting else way.train(people, job)
    number = 0 if way.contributed is None else way.contributed.tally.number
    held_out = {
        "ndcg10": quality_measured.ndcg10,
        "standard_error": quality_measured.standard_error,
        "recall20": quality_measured.recall20,
        "users": quality_measured.users,
    }
    about = {"ratings": digest, "contributions": number, "held_out": held_out, "before": before}
    return TrainingResult(model, quality_measured, before, number, about)


def _choose(
    people: TrainingData,
    contributed: Sequence[ContributionData],
    job: Job,
) -> _TrainingMethod:
    """Return the better way, measured on users held out for this choice alone."""
    alone = _TrainingMethod(people.select(job), None)
    largest = max(contributed, key=lambda c: c.tally.number, default=None)
    if largest is None or largest.tally.number < MIN_CONTRIBUTIONS:
        return alone
    rest, chosen_on = people.hold_out(SPLIT_SEED + 1)
    ways = [alone, _TrainingMethod(None, largest)]
    ids = tuple(rest.wire_ids)
    return max(ways, key=lambda way: quality(way.train(rest, job), ids, chosen_on).ndcg10)


def _published_quality(
    model: ItemModel,
    about: Mapping[str, Any],
    digest: str,
    wire_ids: tuple[str | None, ...],
    measured_on: list[HeldOut],
) -> float:
    """NDCG@10 of the published model on these people.

    Of one that was trained on these very ratings it is what was measured then: it has seen
    everybody since, and would look better than it is.
    """
    noted = about.get("held_out")
    if about.get("ratings") == digest and isinstance(noted, dict):
        known = noted.get("ndcg10")
        if isinstance(known, float) and 0.0 <= known <= 1.0:
            return known
    return quality(model, wire_ids, measured_on).ndcg10
