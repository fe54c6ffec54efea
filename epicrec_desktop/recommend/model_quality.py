"""Model quality: measures on held-out people, stored in the model's manifest.

They are measured on the stored ratings, so the displayed quality is that of the model in use. All
figures are NDCG@10 on the same people, 80 % of whose history is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.release import PUBLISHED_NAMES
from epicrec_desktop.recommend.metrics import HeldOut, find_positions, ndcg, nothing, rank_held_out
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.model_manifest import Points
from epicrec_desktop.recommend.release_scorers import (
    PopularityScorer,
)
from epicrec_desktop.recommend.share_scorer import CellRows, ShareScorer
from epicrec_desktop.recommend.wire import RecommendationRequest

EPSILONS = (0.1, 0.2, 0.3, 1.0)
"""Budgets at which a blurred release is tried."""

MAX_TRIALS = 400

_SEED = 7


def popularity_ndcg(
    model: ItemModel,
    wire_ids: Sequence[str | None],
    users: Sequence[HeldOut],
    tick: Callable[[], None] = nothing,
) -> float:
    """Return NDCG@10 of popularity, the same list for all. `tick` runs after each user."""
    return _mean(model, wire_ids, users, lambda _given: model.popularity, tick)


def learned_question_ndcg(
    model: ItemModel,
    rows: CellRows,
    scorer: ShareScorer,
    wire_ids: Sequence[str | None],
    users: Sequence[HeldOut],
    epsilons: Sequence[float] = EPSILONS,
    tick: Callable[[], None] = nothing,
) -> Points:
    """Return (ε, NDCG@10) of releases that ask a learned question, by its scorer.

    `rows` of the model's items; the question must not have seen these users. The noise is numpy's,
    as nothing of this is released.
    """
    generator = np.random.default_rng(_SEED)

    def blurred(epsilon: float, given: Positions) -> Floats32:
        noisy = rows.count(given) + generator.laplace(scale=1.0 / epsilon, size=len(scorer.cells))
        return scorer.scores(dict(zip(scorer.cells, noisy.tolist(), strict=True)), epsilon)

    tried = users[:MAX_TRIALS]
    return tuple(
        (float(epsilon), _mean(model, wire_ids, tried, partial(blurred, epsilon), tick))
        for epsilon in epsilons
    )


def published_mechanism_ndcg(
    scorer: PopularityScorer,
    scales: Mapping[str, float],
    wire_ids: Sequence[str | None],
    users: Sequence[HeldOut],
    epsilons: Sequence[float] = EPSILONS,
    tick: Callable[[], None] = nothing,
) -> Points:
    """Return (ε, NDCG@10) of releases as published: popularity adjusted by the noisy counts.

    `scales` are the Laplace scales of the counts at ε = 1, by category.
    """
    columns = [scorer.categories.index(name) for name in scales]
    rows = scorer.membership[:, columns].astype(np.float64)
    z = np.array(list(scales.values()))
    generator = np.random.default_rng(_SEED)

    def blurred(epsilon: float, given: Positions) -> Floats32:
        noisy = rows[given].sum(axis=0) + generator.laplace(scale=z / epsilon)
        request = RecommendationRequest(
            (),
            ReleaseLevel.PERTURBED,
            PUBLISHED_NAMES[0],
            epsilon,
            dict(zip(scales, noisy.tolist(), strict=True)),
            {name: 2.0 * (scale / epsilon) ** 2 for name, scale in scales.items()},
        )
        return scorer.scores(request, given[:0])

    tried = users[:MAX_TRIALS]
    return tuple(
        (float(epsilon), _mean(scorer.model, wire_ids, tried, partial(blurred, epsilon), tick))
        for epsilon in epsilons
    )


def _mean(
    model: ItemModel,
    wire_ids: Sequence[str | None],
    users: Sequence[HeldOut],
    score: Callable[[Positions], Floats32],
    tick: Callable[[], None],
) -> float:
    gains = []
    for ranked, relevant in rank_held_out(score, find_positions(model.index, wire_ids), users):
        gains.append(ndcg(ranked, relevant))
        tick()
    return float(np.mean(gains)) if gains else 0.0
