"""What the first places of a list hold: not all of one series, and something less known.

Ranking by what is most likely shows hardly anything that is little known (docs/evaluation.md), and
somebody who knows all of a row learns nothing from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.recommend.model import Positions

HEAD = 8
"""So many places of a row are seen without scrolling."""

SERIES_AHEAD, AHEAD = 2, 10
"""No more than so many films of one series are among so many first places of a row."""


def less_known(popularity: NDArray[Any]) -> NDArray[np.bool_]:
    """(n,): which are not among the most watched that together have half of all that is watched."""
    counts = popularity.astype(np.float64)
    order = np.argsort(-counts, kind="stable")
    before = np.cumsum(counts[order]) - counts[order]
    less = np.empty(len(order), dtype=bool)
    less[order] = before >= 0.5 * counts.sum()
    return less


def lacks_less_known(order: Positions, less: NDArray[np.bool_]) -> bool:
    """Whether all the first places are taken, and by what is well known."""
    return len(order) >= AHEAD and not less[order[:AHEAD]].any()


def insert_less_known(order: Positions, item: int) -> Positions:
    """The same list with this item at the last place that is seen; as long as before."""
    others = order[order != item]
    return np.insert(others, HEAD - 1, item)[: len(order)]


def spread_series(order: Positions, series: Mapping[int, Sequence[int]]) -> Positions:
    """The same list, with what is too much of one series moved behind the first places.

    `series` has for an item the numbers of those it belongs to. Where there is nothing else to
    show, it stays as it is.
    """
    listed = order.tolist()
    if not series or not any(item in series for item in listed[:AHEAD]):
        return order
    first: list[int] = []
    later: list[int] = []
    count: dict[int, int] = {}
    for item in listed:
        of = series.get(item, ())
        if len(first) < AHEAD and any(count.get(one, 0) >= SERIES_AHEAD for one in of):
            later.append(item)
            continue
        if len(first) < AHEAD:
            count.update((one, count.get(one, 0) + 1) for one in of)
        first.append(item)
    return np.array([*first[:AHEAD], *_merged(listed, first[AHEAD:], later)], dtype=np.int64)


def _merged(order: Sequence[int], *parts: Sequence[int]) -> list[int]:
    """What is in any of the parts, in the order of the list."""
    kept = {item for part in parts for item in part}
    return [item for item in order if item in kept]
