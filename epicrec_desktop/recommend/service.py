"""How a provider finds its answer: the same function in the server and on this computer."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.aware import AwareScorer
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.ranking import Alignment, top
from epicrec_desktop.recommend.released import ReleasedScorer
from epicrec_desktop.recommend.wire import RecommendationRequest, Scored


@dataclass(frozen=True)
class Recommender:
    """A model and the published catalog it is asked about; safe to use from several threads.

    `aware`, where public users were there to train it, scores the releases it knows.
    """

    model: ItemModel
    catalog: Catalog
    aware: AwareScorer | None = None
    _published: NDArray[np.bool_] = field(init=False)
    _membership: NDArray[np.bool_] = field(init=False)
    _released: ReleasedScorer = field(init=False)

    def __post_init__(self) -> None:
        movie = Alignment.of(self.model, self.catalog).movie
        object.__setattr__(self, "_published", movie >= 0)
        membership = self.catalog.membership(movie)
        object.__setattr__(self, "_membership", membership)
        scorer = ReleasedScorer(self.model, self.catalog.categories, membership)
        object.__setattr__(self, "_released", scorer)

    def answer(self, request: RecommendationRequest) -> ProviderAnswer:
        """Score the catalog for a released profile; movies that are not known are counted.

        An exact profile is scored by the model, a perturbed one by what its noise leaves over.
        Categories that the catalog does not have get no list.
        """
        positions = self.model.positions(request.profile)
        if request.level is ReleaseLevel.ALL:
            scores = self.model.scores(positions)
        else:
            scores = self._perturbed(request, positions)
        allowed = self._published.copy()
        if request.exclude_profile:
            allowed[positions] = False
        wanted = request.categories
        names = self.catalog.categories if wanted is True else wanted or ()
        lists = {
            name: self._best(scores, allowed & self._membership[:, j], request.per_category)
            for j, name in enumerate(self.catalog.categories)
            if name in names
        }
        return ProviderAnswer(
            self.model.id,
            len(positions),
            len(request.profile) - len(positions),
            self._best(scores, allowed, request.limit),
            lists,
        )

    def _perturbed(self, request: RecommendationRequest, positions: Positions) -> Floats32:
        """Scores for a perturbed release, by the scorer that knows most of how it was made."""
        aware, counts, epsilon = self.aware, request.counts, request.epsilon
        if (
            aware is not None
            and counts is not None
            and epsilon is not None
            and aware.knows(request.mechanism, counts)
        ):
            return aware.scores(counts, _together(request, epsilon))
        return self._released.scores(request, positions)

    def _best(self, scores: Floats32, allowed: NDArray[np.bool_], places: int) -> Scored:
        items = top(scores, allowed, places) if places else np.zeros(0, dtype=np.int64)
        ids = self.model.wire_ids
        return tuple((ids[i], round(float(scores[i]), 6)) for i in items.tolist())


def _together(request: RecommendationRequest, epsilon: float) -> float:
    """The budget of one window with as much noise as all windows of the release together have.

    Between 10⁻⁹ and 10⁵, as variances have bounds on the wire.
    """
    if not request.variance:
        return epsilon
    return float((2.0 * len(request.variance) / sum(request.variance.values())) ** 0.5)
