"""How a provider finds its answer: the same function in the server and on this computer."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.ranking import Alignment
from epicrec_desktop.recommend.release_scorers import PopularityScorer, ReleaseScorer
from epicrec_desktop.recommend.selection import Shortlist
from epicrec_desktop.recommend.wire import AnswerEncoder, RecommendationRequest

SHORTLIST = 1_024
"""So many of the best items are sorted for all lists at once; answers of 30 places a category are
found fastest with about a thousand."""


_Found = tuple[int, int, list[str], list[list[int]], list[float]]
"""An answer by items of the model, as `AnswerEncoder.encode` takes it."""


@dataclass(frozen=True)
class Recommender:
    """A model and the published catalog it is asked about; safe to use from several threads.

    `aware`, where public users were there to train it, scores the releases it knows.
    """

    model: ItemModel
    catalog: Catalog
    aware: ReleaseScorer | None = None
    _shortlist: Shortlist = field(init=False)
    _released: PopularityScorer = field(init=False)

    def __post_init__(self) -> None:
        movie = Alignment.of(self.model, self.catalog).movie
        membership = self.catalog.membership(movie)
        object.__setattr__(self, "_shortlist", Shortlist(movie >= 0, membership, SHORTLIST))
        scorer = PopularityScorer(self.model, self.catalog.categories, membership)
        object.__setattr__(self, "_released", scorer)

    @property
    def items(self) -> int:
        """Return how many items are scored for an answer."""
        return len(self.model.records)

    def answer(self, request: RecommendationRequest) -> ProviderAnswer:
        """Score the catalog for a released profile; movies that are not known are counted.

        An exact profile is scored by the model, a perturbed one by what its noise leaves over.
        Categories that the catalog does not have get no list.
        """
        known, unknown, names, lists, scores = self._find(request)
        ids, score = self.model.wire_ids, iter(scores)
        overall, *rows = (tuple((ids[item], next(score)) for item in one) for one in lists)
        categories = dict(zip(names, rows, strict=True))
        return ProviderAnswer(self.model.id, known, unknown, overall, categories)

    def encoded_answer(self, request: RecommendationRequest) -> bytes:
        """Return the bytes of `answer` on the wire."""
        return self._encoder.encode(*self._find(request))

    @cached_property
    def _encoder(self) -> AnswerEncoder:
        return AnswerEncoder(self.model.id, self.model.wire_ids)

    def _find(self, request: RecommendationRequest) -> _Found:
        positions = self.model.positions(request.profile)
        if request.level is ReleaseLevel.ALL:
            scores = self.model.scores(positions)
        else:
            scores = self._perturbed(request, positions)
        if request.exclude_profile:
            scores = scores.copy()  # it may be the model's own popularity
            scores[positions] = -np.inf
        names, wanted = self.catalog.categories, request.categories
        asked = set(names if wanted is True else wanted or ())
        columns = [j for j, name in enumerate(names) if name in asked]
        orders = self._shortlist.best(scores, request.limit, request.per_category, columns)
        found = scores[np.concatenate(orders)].astype(np.float64)
        if not np.isfinite(found).all():
            raise ValueError("a score is not finite")
        return (
            len(positions),
            len(request.profile) - len(positions),
            [names[j] for j in columns],
            [order.tolist() for order in orders],
            # As `round(score, 6)` has it: six digits more than the 24 bits of a score are exact.
            (np.rint(found * 1e6) / 1e6).tolist(),
        )

    def _perturbed(self, request: RecommendationRequest, positions: Positions) -> Floats32:
        """Return scores for a perturbed release, by the scorer that fits its mechanism best."""
        counts, epsilon = request.counts, request.epsilon
        if self.aware is not None and counts is not None and epsilon is not None:
            scorer = self.aware.scorer_for(request.mechanism, counts, request.question)
            if scorer is not None:
                return scorer.scores(counts, _together(request, epsilon))
        return self._released.scores(request, positions)


def _together(request: RecommendationRequest, epsilon: float) -> float:
    """Return the budget of one period with as much noise as all those of the release together.

    Between 10⁻⁹ and 10⁵, as variances have bounds on the wire.
    """
    if not request.variance:
        return epsilon
    return float((2.0 * len(request.variance) / sum(request.variance.values())) ** 0.5)
