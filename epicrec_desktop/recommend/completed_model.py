"""A trained model completed by knowledge: movies that nobody rated have a place, too.

A movie without ratings is scored by the knowledge model. Its place among the movies that both
models have is the one that knowledge gives it, and its score is that of the trained model at this
place:

    score_j = Q_trained(F_known(known_j)),

with the distribution F of the knowledge model's scores, and the quantiles Q of the trained model's,
over the movies of both. So the order of movies with ratings is the trained model's, unchanged.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.model import ItemModel, Positions, unit

_NEIGHBORS = 20  # trained movies that stand for one without ratings in similarity
_FEWEST = 20  # movies of both models, without which their scores cannot be compared


def complete(trained: ItemModel, known: KnowledgeModel) -> ItemModel:
    """Return the trained model with movies that only knowledge has; itself if there are none."""
    both = sum(wire_id in trained.index for wire_id in known.wire_ids)
    if both < _FEWEST or both == len(known.records) or trained.kind == known.kind:
        return trained
    return CompletedModel(trained, known)


class CompletedModel(ItemModel):
    """Items: those of the trained model, then those that only knowledge has. Never stored."""

    kind = "completed"

    def __init__(self, trained: ItemModel, known: KnowledgeModel) -> None:
        self._trained, self._known = trained, known
        place = [trained.index.get(wire_id, -1) for wire_id in known.wire_ids]
        trained_item = np.array(place, dtype=np.int64)
        self._added = np.flatnonzero(trained_item < 0)  # of knowledge
        self._both = np.flatnonzero(trained_item >= 0)
        self._both_trained = trained_item[self._both]
        self._count = count = len(trained.records)
        self._known_item = np.full(count + len(self._added), -1, dtype=np.int64)
        self._known_item[self._both_trained] = self._both
        self._known_item[count:] = self._added
        width = max(m.records.dtype["id"].itemsize for m in (trained, known))
        fields = np.dtype([("id", f"S{width}"), ("popularity", "<f4")])
        records = np.zeros(len(self._known_item), dtype=fields)
        for name in ("id", "popularity"):
            records[name][:count] = trained.records[name]
            records[name][count:] = known.records[name][self._added]
        super().__init__(records, {})
        self.training = trained.training
        self.least_kinship = trained.least_kinship  # type: ignore[misc]

    @classmethod
    def check(cls, records: object, parameters: object) -> None:
        """Raise `ValueError`: it is made of two models, and of no file."""
        raise ValueError("a completed model is not stored")

    @cached_property
    def id(self) -> str:
        """Return the trained model's: the same movies with ratings in the same order."""
        return self._trained.id

    def scores(self, profile: Positions, weights: Floats32 | None = None) -> Floats32:
        """Score all items; those without ratings where knowledge puts them among the others."""
        own = self._trained.scores(*_selected(profile, weights, profile < self._count))
        place = self._known_item[profile]
        of_knowledge = self._known.scores(*_selected(place, weights, place >= 0))
        there = np.sort(of_knowledge[self._both])
        trained = np.sort(own[self._both_trained])
        added = np.interp(of_knowledge[self._added], there, trained)
        return np.concatenate([own, added]).astype(np.float32)

    def embeddings(self, items: Positions) -> Floats32:
        """Return the trained model's; for a movie without ratings, those of its neighbors."""
        rated = items < self._count
        some = self._trained.embeddings(items[rated])
        found = np.zeros((len(items), some.shape[1]), dtype=np.float32)
        found[rated] = some
        if not rated.all():
            found[~rated] = self._of_neighbors(self._known_item[items[~rated]])
        return found

    def _of_neighbors(self, known: Positions) -> Floats32:
        near = self._known.embeddings(known) @ self._described.T
        fewest = min(_NEIGHBORS, near.shape[1])
        best = np.argpartition(-near, fewest - 1, axis=1)[:, :fewest]
        weights = np.maximum(np.take_along_axis(near, best, axis=1), 0.0)
        neighbors = self._trained.embeddings(self._both_trained[best].ravel())
        mean = np.einsum("kn,knf->kf", weights, neighbors.reshape(*best.shape, -1))
        return unit(mean)

    @cached_property
    def _described(self) -> Floats32:
        return self._known.embeddings(self._both)

    def kinship(self, items: Positions, watched: Positions) -> Floats32:
        """Return the trained model's of movies with ratings, and knowledge's of all others."""
        found = np.zeros((len(items), len(watched)), dtype=np.float32)
        rated, seen = items < self._count, watched < self._count
        found[np.ix_(rated, seen)] = self._trained.kinship(items[rated], watched[seen])
        scale = self._trained.least_kinship / self._known.least_kinship
        known, of = self._known_item[items], self._known_item[watched]
        for some, others in ((~rated, of >= 0), (rated & (known >= 0), ~seen)):
            related = self._known.kinship(known[some], of[others])
            found[np.ix_(some, others)] = scale * related
        return found


def _selected(
    items: Positions, weights: Floats32 | None, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> tuple[Positions, Floats32 | None]:
    return items[chosen], None if weights is None else weights[chosen]
