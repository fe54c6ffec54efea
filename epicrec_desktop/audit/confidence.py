"""Exact confidence bounds: how large a privacy loss is at least, given how often an event happened.

Of an ε-private release, every event S of what arrives satisfies P(S | one history) <= e^ε · P(S |
its neighbor). So ln of a lower bound of the first over an upper bound of the second is a lower
bound of ε, whatever the mechanism is.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv

from epicrec_desktop.domain.arrays import Floats


def lower_proportion(hits: ArrayLike, trials: ArrayLike, error: float) -> Floats:
    """Clopper–Pearson: below the true probability, except with probability `error` at most.

    `hits` may be fractional where a bound is planned, not claimed.
    """
    k, n = np.asarray(hits, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    bound = betaincinv(np.maximum(k, 1e-9), n - k + 1.0, error)
    return np.where(k <= 0, 0.0, bound)


def upper_proportion(hits: ArrayLike, trials: ArrayLike, error: float) -> Floats:
    """Clopper–Pearson: above the true probability, except with probability `error` at most."""
    k, n = np.asarray(hits, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    bound = betaincinv(k + 1.0, np.maximum(n - k, 1e-9), 1.0 - error)
    return np.where(k >= n, 1.0, bound)


def loss_bounds(often: ArrayLike, rarely: ArrayLike, trials: ArrayLike, error: float) -> Floats:
    """Lower bounds on ε, at least 0, from events seen `often` and `rarely` in `trials` each.

    Each holds except with probability `error` at most, which its two proportions share
    (Bonferroni).
    """
    low = lower_proportion(often, trials, error / 2)
    high = upper_proportion(rarely, trials, error / 2)
    ratio = np.maximum(low, 1e-300) / high
    return np.maximum(np.log(ratio), 0.0)


def loss_bound(often: int, rarely: int, trials: int, error: float) -> float:
    """The same for one event."""
    bound = float(loss_bounds(often, rarely, trials, error))
    return bound if math.isfinite(bound) else 0.0
