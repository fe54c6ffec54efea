"""Many lists of the best items, of one set of scores, with as little sorting as there has to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.recommend.model import Positions


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
        columns = range(len(self.members)) if wanted is None else wanted
        first = best_of(scores, self.items, max(overall, self.length))
        has = self.categories[first]
        orders = [first[:overall]]
        for j in columns:
            found = first[has[:, j]][:each]
            if len(found) < min(each, len(self.members[j])):
                found = best_of(scores, self.members[j], each)
            orders.append(found)
        return [order[scores[order] > -np.inf] for order in orders]


def best_of(scores: Floats32, items: Positions, places: int) -> Positions:
    """Return the best `places` of these items (ascending), best first; ties in the order of the
    items.
    """
    values = scores[items]
    if places < len(items):
        # Everything as good as the last place stays in, so that ties do not depend on the
        # partition's inner order.
        bound = np.partition(values, len(items) - max(places, 1))[len(items) - max(places, 1)]
        above_bound = values >= bound
        items, values = items[above_bound], values[above_bound]
    return items[np.argsort(-values, kind="stable")][:places]
