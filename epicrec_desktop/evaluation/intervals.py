"""Intervals over users: what two methods to recommend differ by, on the same people."""

from __future__ import annotations

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Ints

Z95 = 1.959964
RESAMPLES = 2_000

_LEAST = 1e-12


def resamples(users: int, generator: np.random.Generator) -> Ints:
    """Users drawn with replacement, (`RESAMPLES`, users), for every bootstrap of one table."""
    return generator.integers(users, size=(RESAMPLES, users))


def half_width(values: Floats) -> float:
    """Half the 95 % interval of a mean over users; 0 for one user."""
    if len(values) < 2:
        return 0.0
    return Z95 * float(values.std(ddof=1)) / float(np.sqrt(len(values)))


def ratio(values: Floats, base: Floats, draws: Ints) -> tuple[float, float, float]:
    """Ratio of two means over the same users, and its 95 % interval by a paired bootstrap."""
    ratios = values[draws].mean(axis=1) / np.maximum(base[draws].mean(axis=1), _LEAST)
    low, high = np.quantile(ratios, [0.025, 0.975])
    return float(values.mean() / max(base.mean(), _LEAST)), float(low), float(high)
