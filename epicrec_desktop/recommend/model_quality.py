"""Model quality: measures on held-out people, stored in the model's manifest.

They are measured on the stored ratings, so the displayed quality is that of the model in use. All
figures are NDCG@10 on the same people, 80 % of whose history is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.release import PUBLISHED_NAMES
from epicrec_desktop.recommend.metrics import HeldOut, find_positions, ndcg, nothing, rank_held_out
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.model_manifest import Points
from epicrec_desktop.recommend.release_scorers import PopularityScorer
from epicrec_desktop.recommend.share_scorer import CellRows, ShareScorer
from epicrec_desktop.recommend.wire import RecommendationRequest

EPSILONS = (0.1, 0.2, 0.3, 1.0)
"""Budgets at which a blurred release is tried."""

MAX_TRIALS = 400

_SEED = 7


@dataclass(frozen=True)
class Trials:
    """Measures NDCG@10 of lists by a model for the same held-out `users`. `tick` runs after each.

    `wire_ids` are those that the histories of users are positions in.
    """

    model: ItemModel
    wire_ids: Sequence[str | None]
    users: Sequence[HeldOut]
    tick: Callable[[], None] = nothing

    def popularity(self) -> float:
        """Return that of popularity, the same list for all."""
        return self._mean(lambda _given: self.model.popularity, self.users)

    def learned_question(
        self, rows: CellRows, scorer: ShareScorer, epsilons: Sequence[float] = EPSILONS
    ) -> Points:
        """Return (ε, NDCG@10) of releases that ask a learned question, by its scorer.

        `rows` of the model's items; the question must not have seen these users. The noise is
        numpy's, as nothing of this is released.
        """
        generator = np.random.default_rng(_SEED)

        def blurred(epsilon: float, given: Positions) -> Floats32:
            noise = generator.laplace(scale=1.0 / epsilon, size=len(scorer.cells))
            noisy = (rows.count(given) + noise).tolist()
            return scorer.scores(dict(zip(scorer.cells, noisy, strict=True)), epsilon)

        return self._by_budget(blurred, epsilons)

    def published(
        self,
        scorer: PopularityScorer,
        scales: Mapping[str, float],
        epsilons: Sequence[float] = EPSILONS,
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

        return self._by_budget(blurred, epsilons)

    def _by_budget(
        self, blurred: Callable[[float, Positions], Floats32], epsilons: Sequence[float]
    ) -> Points:
        tried = self.users[:MAX_TRIALS]
        return tuple((float(e), self._mean(partial(blurred, e), tried)) for e in epsilons)

    def _mean(self, score: Callable[[Positions], Floats32], users: Sequence[HeldOut]) -> float:
        position = find_positions(self.model.index, self.wire_ids)
        gains = []
        for ranked, relevant in rank_held_out(score, position, users):
            gains.append(ndcg(ranked, relevant))
            self.tick()
        return float(np.mean(gains)) if gains else 0.0
