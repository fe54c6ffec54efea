"""Choose the items of lists from scores: the best of many lists at once, then diverse ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.recommend.model import Positions

DIVERSITY = 0.15
"""How much similarity to a movie already listed costs, relative to the spread of the scores."""

DIVERSE_PLACES = 40
"""Only so many places are filled with an eye on diversity: nobody reads further."""

POOL = 3
"""Candidates looked at per such place."""

Embedding = Callable[[Positions], Floats32]
"""Gives items rows of length 1, shape (k, f), whose inner products are the items' similarities."""


@dataclass(frozen=True)
class Shortlist:
    """The items that may be listed, and those of each category, found once for all requests.

    `known` (m,): which items may be listed at all. `categories` (m, c): which of them have which
    category; none where not known. `length`: so many of the best items are sorted at once, for all
    lists: a category that has too few of those is sorted by itself.
    """

    known: NDArray[np.bool_]
    categories: NDArray[np.bool_]
    length: int
    items: Positions = field(init=False)
    members: list[Positions] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", np.flatnonzero(self.known))
        columns = np.ascontiguousarray(self.categories.T)
        object.__setattr__(self, "members", [np.flatnonzero(column) for column in columns])

    def best(
        self, scores: Floats32, overall: int, each: int, wanted: Sequence[int] | None = None
    ) -> list[Positions]:
        """Return the best items, best first: so many overall, then so many of each wanted category.

        `scores` are −∞ where an item may not be listed; ties are in the order of the items.
        """
        first = _allowed(best_of(scores, self.items, max(overall, self.length)), scores)
        has = self.categories.take(first, axis=0).T.copy()  # contiguous for each category
        orders = [first[:overall]]
        for j in range(len(self.members)) if wanted is None else wanted:
            found = first[has[j].nonzero()[0][:each]]
            if len(found) < min(each, len(self.members[j])):
                found = _allowed(best_of(scores, self.members[j], each), scores)
            orders.append(found)
        return orders


def _allowed(items: Positions, scores: Floats32) -> Positions:
    return items[scores[items] > -np.inf]


def best_of(scores: Floats32, items: Positions, places: int) -> Positions:
    """Return the best `places` of these ascending items, best first; ties in their order."""
    values = scores[items]
    if places < len(items):
        # Everything as good as the last place stays in, so that ties do not depend on the
        # partition's inner order.
        last = len(items) - max(places, 1)
        good = np.flatnonzero(values >= np.partition(values, last)[last])
        items, values = items[good], values[good]
    return items[_falling(values)[:places]]


def _falling(values: Floats32) -> Positions:
    """Return the places of the values, largest first, and equal ones in their order.

    As a stable sort has it, in a third of its time: the bits of a float are ordered as a whole
    number where those below the sign are inverted for a negative one, and its place is put behind.
    """
    bits = (np.float32(0.0) - values).view(np.int32).astype(np.int64)
    ordered = bits ^ ((bits >> 31) & 0x7FFF_FFFF)
    return np.sort((ordered << 32) | np.arange(len(values))) & 0xFFFF_FFFF


def pool(places: int) -> int:
    """Return how many candidates are looked at for so many places."""
    return max(places, POOL * min(places, DIVERSE_PLACES))


def diversified(
    scores: Floats32,
    orders: Sequence[Positions],
    places: int,
    embedding: Embedding,
    diversity: float = DIVERSITY,
) -> list[Positions]:
    """`places` items of each list (items, best first), with an eye on diversity.

    Maximal marginal relevance (Carbonell, Goldstein 1998): each place goes to the item with the
    largest (1−d) · score − d · (similarity to the most similar item already chosen), scores scaled
    to [0, 1] over the candidates. All lists are filled at the same time, place by place.
    """
    ahead = min(places, DIVERSE_PLACES)
    if diversity <= 0 or ahead == 0 or not any(len(order) > 2 for order in orders):
        return [order[:places] for order in orders]
    width = POOL * ahead
    candidates = np.zeros((len(orders), width), dtype=np.int64)
    gain = np.full((len(orders), width), -np.inf, dtype=np.float32)
    for k, order in enumerate(orders):
        first = order[:width]
        candidates[k, : len(first)] = first
        gain[k, : len(first)] = _scaled(scores[order])[:width]
    gain *= (1.0 - diversity) / diversity  # instead of scaling all the similarities by d
    items, where = distinct(candidates)
    rows = embedding(items).take(where, axis=0)
    picked = _pick(gain, rows @ rows.transpose(0, 2, 1), ahead)
    return [
        _picked_first(order, chosen)[:places] for order, chosen in zip(orders, picked, strict=True)
    ]


def distinct(items: Positions) -> tuple[Positions, Positions]:
    """Return the different items, ascending, and where each of the given ones is among them.

    What `np.unique` does, without sorting.
    """
    there = np.zeros(int(items.max(initial=-1)) + 1, dtype=bool)
    there[items] = True
    found = np.flatnonzero(there)
    place = np.empty(len(there), dtype=np.int64)
    place[found] = np.arange(len(found))
    return found, place[items]


def _scaled(values: Floats32) -> NDArray[np.float64]:
    """Return values that fall, scaled to [0, 1]."""
    if len(values) == 0:
        return np.zeros(0)
    exact = values.astype(np.float64)
    scaled: NDArray[np.float64] = (exact - exact[-1]) / max(float(exact[0] - exact[-1]), 1e-12)
    return scaled


def _pick(gain: Floats32, similarity: Floats32, ahead: int) -> Positions:
    """Places (l, ahead) of the candidates chosen in each list, one after the other.

    `gain` (l, k), −∞ where there is no candidate; `similarity` (l, k, k) of each to each.
    """
    rows = np.arange(len(gain))
    worst = np.zeros_like(gain)  # similarity below 0 is as good as none
    picked = np.zeros((len(gain), ahead), dtype=np.int64)
    for k in range(ahead):
        place = (gain - worst).argmax(axis=1)
        picked[:, k] = place
        gain[rows, place] = -np.inf
        np.maximum(worst, similarity[rows, place], out=worst)
    return picked


def _picked_first(order: Positions, picked: Positions) -> Positions:
    picked = picked[: len(order)]  # a short list runs out of candidates
    return np.concatenate([order[picked], np.delete(order, picked)])


def top(scores: Floats32, allowed: NDArray[np.bool_], places: int) -> Positions:
    """Return the best `places` allowed items by score alone; ties in the order of the items."""
    return best_of(scores, np.flatnonzero(allowed), places)
