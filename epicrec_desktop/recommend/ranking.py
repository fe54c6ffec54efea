"""Ranks a catalog on this computer with the true history: overall, and per category."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.model import Floats, ItemModel, Positions

DIVERSITY = 0.15
"""How much likeness to a movie already listed costs, relative to the spread of the scores."""

DIVERSE_PLACES = 40
"""Only so many places are filled with an eye on diversity: nobody reads further."""

POOL = 4
"""Candidates looked at per such place."""

BECAUSE = 0.3
"""Least similarity for "because you watched"."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A movie with its score; `because` is the watched movie most like it. Catalog positions."""

    movie: int
    score: float
    because: int | None = None


@dataclass(frozen=True)
class Ranking:
    """Movies best first, none of them watched; every category of the catalog is a key."""

    overall: tuple[Ranked, ...]
    categories: Mapping[str, tuple[Ranked, ...]]
    known: int  # watched movies that the model knows


@dataclass(frozen=True)
class Alignment:
    """Where the movies of a catalog are in a model.

    `model_item` (n,): the model's item for each movie, -1 where it has none. `movie` (m,): the
    catalog's movie for each item of the model, -1 where it has none.
    """

    model_item: Positions
    movie: Positions

    @classmethod
    def of(cls, model: ItemModel, catalog: Catalog) -> Alignment:
        """Match the two by public ids."""
        model_item = np.full(len(catalog.movies), -1, dtype=np.int64)
        movie = np.full(len(model.records), -1, dtype=np.int64)
        for position, entry in enumerate(catalog.movies):
            item = model.index.get(entry.wire_id or "", -1)
            model_item[position] = item
            if item >= 0:
                movie[item] = position
        return cls(model_item, movie)


@dataclass(frozen=True)
class Ranker:
    """A model and a catalog, ready to rank; build it once per pair."""

    model: ItemModel
    catalog: Catalog
    alignment: Alignment = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "alignment", Alignment.of(self.model, self.catalog))

    def rank(
        self,
        watched: Iterable[int],
        *,
        limit: int = 60,
        per_category: int = 30,
        exclude: Iterable[int] = (),
        diversity: float = DIVERSITY,
    ) -> Ranking:
        """Rank for someone who watched these movies (catalog positions).

        `exclude`: further movies that are not to be listed, such as those the person rejected.
        """
        items = self._items(watched)
        scores = self.model.scores(items)
        allowed = self.alignment.movie >= 0
        allowed[items] = False
        allowed[self._items(exclude)] = False
        matrix = self.catalog.matrix[self.alignment.movie] > 0

        def ranked(mask: NDArray[np.bool_], places: int) -> tuple[Ranked, ...]:
            chosen = best(scores, mask, places, self.model.vectors, diversity)
            return self._explained(chosen, scores, items)

        return Ranking(
            ranked(allowed, limit),
            {
                name: ranked(allowed & matrix[:, j], per_category)
                for j, name in enumerate(self.catalog.categories)
            },
            len(items),
        )

    def _items(self, movies: Iterable[int]) -> Positions:
        items = self.alignment.model_item[np.fromiter(movies, dtype=np.int64)]
        return np.unique(items[items >= 0])

    def _explained(
        self, chosen: Positions, scores: Floats, watched: Positions
    ) -> tuple[Ranked, ...]:
        movies, values = self.alignment.movie[chosen].tolist(), scores[chosen].tolist()
        reasons: list[int | None] = [None] * len(movies)
        if len(watched) and len(chosen):
            likeness = self.model.vectors[chosen] @ self.model.vectors[watched].T
            nearest = self.alignment.movie[watched[likeness.argmax(axis=1)]].tolist()
            strong = (likeness.max(axis=1) >= BECAUSE).tolist()
            reasons = [n if s else None for n, s in zip(nearest, strong, strict=True)]
        return tuple(map(Ranked, movies, values, reasons))


def best(
    scores: Floats,
    allowed: NDArray[np.bool_],
    places: int,
    vectors: Floats,
    diversity: float = DIVERSITY,
) -> Positions:
    """The best `places` allowed items, the first of them chosen with an eye on diversity.

    Maximal marginal relevance (Carbonell, Goldstein 1998): each place goes to the item with the
    largest (1−d) · score − d · (likeness to the most similar item already chosen), scores scaled
    to [0, 1] over the candidates.
    """
    order = top(scores, allowed, max(places, POOL * min(places, DIVERSE_PLACES)))
    ahead = min(places, DIVERSE_PLACES)
    if diversity <= 0 or len(order) <= 2 or ahead == 0:
        return order[:places]
    values = scores[order].astype(np.float64)
    gain = (1.0 - diversity) * (values - values[-1]) / max(values[0] - values[-1], 1e-12)
    candidates = vectors[order]
    likeness = np.zeros(len(order))
    chosen: list[int] = []
    for _ in range(min(ahead, len(order))):
        place = int(np.argmax(gain - diversity * likeness))
        chosen.append(place)
        gain[place] = -np.inf
        np.maximum(likeness, candidates @ candidates[place], out=likeness)
    rest = np.delete(order, chosen)
    return np.concatenate([order[chosen], rest])[:places]


def top(scores: Floats, allowed: NDArray[np.bool_], places: int) -> Positions:
    """The best `places` allowed items by score alone; ties in the order of the items."""
    items = np.flatnonzero(allowed)
    if places < len(items):
        # Everything as good as the last place stays in, so that ties do not depend on the
        # partition's inner order.
        values = scores[items]
        bound = np.partition(values, len(items) - max(places, 1))[len(items) - max(places, 1)]
        items = items[values >= bound]
    return items[np.argsort(-scores[items], kind="stable")][:places]
