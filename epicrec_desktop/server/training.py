"""Trains what a service publishes: on public ratings, and on contributions where they help.

Nothing is taken on trust. Of the public people some are held out to choose between training with
and without contributions, and others, whom no choice has seen, to measure what was chosen; a model
replaces the published one only if it is at least as good on those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from epicrec_desktop.domain.tasks import (
    IsCancelled,
    Report,
    check,
    never_cancelled,
    no_progress,
)
from epicrec_desktop.recommend.als import Ratings
from epicrec_desktop.recommend.contributions import Contributed, train_with
from epicrec_desktop.recommend.metrics import SPLIT_SEED, HeldOut, Quality, quality, split
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.selection import Settings, fit, select

LEAST_CONTRIBUTIONS = 100
"""Of fewer, nothing stands out of the noise, and nobody should stand out of so few."""


@dataclass(frozen=True)
class Trained:
    """A model, and NDCG@10 on the same public people of it and of the published one.

    `before` is None where nothing was published. `about` is for its publication.
    """

    model: ItemModel
    worth: Quality
    before: float | None
    contributions: int
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_as_good(self) -> bool:
        """Whether it may replace the published one."""
        return self.before is None or self.worth.ndcg10 >= self.before


@dataclass(frozen=True)
class _Way:
    """How to train: on the public ratings by these settings, or with contributions."""

    settings: Settings | None
    contributed: Contributed | None

    def train(self, ratings: Ratings, report: Report, cancelled: IsCancelled) -> ItemModel:
        if self.contributed is not None:
            return train_with(ratings, self.contributed)
        assert self.settings is not None
        return fit(ratings, self.settings, report=report, cancelled=cancelled)


def train_for_service(
    ratings: Ratings,
    digest: str,
    contributed: Sequence[Contributed] = (),
    published: tuple[ItemModel, Mapping[str, Any]] | None = None,
    *,
    report: Report = no_progress,
    cancelled: IsCancelled = never_cancelled,
) -> Trained:
    """Train, and measure beside what is `published` (its model and what was noted about it).

    `digest` names the content of `ratings`. Raises `Cancelled`, and `EpicRecError` where there are
    no ratings.
    """
    rest, measured_on = split(ratings)
    way = _choose(rest, contributed, report, cancelled)
    check(cancelled)
    trial = way.train(rest, report, cancelled)
    worth = quality(trial, tuple(rest.wire_ids), measured_on)
    before = None if published is None else _worth(*published, digest, rest, measured_on)
    check(cancelled)
    model = way.train(ratings, report, cancelled)
    number = 0 if way.contributed is None else way.contributed.tally.number
    held_out = {
        "ndcg10": worth.ndcg10,
        "standard_error": worth.standard_error,
        "recall20": worth.recall20,
        "users": worth.users,
    }
    about = {"ratings": digest, "contributions": number, "held_out": held_out, "before": before}
    return Trained(model, worth, before, number, about)


def _choose(
    ratings: Ratings, contributed: Sequence[Contributed], report: Report, cancelled: IsCancelled
) -> _Way:
    """The better way on people held out for this choice alone."""
    found = select(ratings, report=report, cancelled=cancelled)
    alone = _Way(found.settings, None)
    told = max(contributed, key=lambda c: c.tally.number, default=None)
    if told is None or told.tally.number < LEAST_CONTRIBUTIONS:
        return alone
    rest, chosen_on = split(ratings, seed=SPLIT_SEED + 1)
    ways = [alone, _Way(None, told)]
    ids = tuple(rest.wire_ids)
    return max(
        ways, key=lambda way: quality(way.train(rest, report, cancelled), ids, chosen_on).ndcg10
    )


def _worth(
    model: ItemModel,
    about: Mapping[str, Any],
    digest: str,
    ratings: Ratings,
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
    return quality(model, tuple(ratings.wire_ids), measured_on).ndcg10
