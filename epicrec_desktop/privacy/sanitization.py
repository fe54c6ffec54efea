"""Sanitization: from noisy counts to a list of movies (EpicRec, Algorithm 1, phase 2).

It reads nothing private but the noisy counts, so nothing done here costs privacy. The program
(4.5) is solved with both error vectors nonnegative, which makes it box-constrained least squares;
as printed, without signs, its optimum is always 0.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.privacy.randomness import BitSource, uniforms

Indices = NDArray[np.int64]


class Rounding(StrEnum):
    """How fractions become movies.

    COINS: a coin for each item, as published; the reference. GROUPS: ⌊x⌋ + Bernoulli(fraction)
    items of each group, sampled without replacement and, where it is known, by popularity, which
    follows the fit more closely.
    """

    COINS = "coins"
    GROUPS = "groups"


def choose_items(
    item_group: Indices,
    x: Floats,
    source: BitSource,
    *,
    rounding: Rounding = Rounding.COINS,
    popularity: Floats | None = None,
) -> Indices:
    """Indices of the items chosen, ascending, for x_g items of each group in expectation.

    `item_group` (n,) the group of each item, `x` (g,) within [0, size]. `popularity` (n,) >= 0 is
    public: items of a group are then sampled with probabilities proportional to popularity + 1
    instead of uniformly. Coins do without it.
    """
    sizes = np.bincount(item_group, minlength=len(x))
    if rounding is Rounding.COINS:
        share = np.divide(x, sizes, out=np.zeros(len(x)), where=sizes > 0)
        return np.flatnonzero(uniforms(source, len(item_group)) < share[item_group])
    counts = round_groups(x, sizes, uniforms(source, len(x)))
    return sample_within_groups(item_group, counts, source, popularity)


def round_groups(x: Floats, sizes: Indices, coins: Floats) -> Indices:
    """⌊x⌋ + Bernoulli(fraction) for each group, at most its size; `coins` (g,) in [0, 1)."""
    whole = np.floor(x)
    counts = whole.astype(np.int64) + (coins < x - whole)
    return np.minimum(counts, sizes)


def sample_within_groups(
    item_group: Indices, counts: Indices, source: BitSource, popularity: Floats | None = None
) -> Indices:
    """Draw `counts` (g,) items of each group without replacement; ascending indices.

    Each item has a key, exponential with rate 1 or popularity + 1, and a group's smallest keys
    win (Efraimidis and Spirakis 2006).
    """
    candidates = np.flatnonzero(counts[item_group] > 0)
    keys = -np.log1p(-uniforms(source, len(candidates)))
    if popularity is not None:
        keys = keys / (popularity[candidates] + 1.0)
    groups = item_group[candidates]
    order = np.lexsort((keys, groups))
    ordered = groups[order]
    first = np.searchsorted(ordered, ordered)  # where each one's group starts
    rank = np.arange(len(ordered)) - first
    return np.sort(candidates[order[rank < counts[ordered]]])
