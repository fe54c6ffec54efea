"""Confidence intervals: bootstrap over users, and exact bounds on a privacy loss
(Clopper-Pearson).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv

from epicrec_desktop.domain.arrays import Floats

Z95 = 1.959964
RESAMPLES = 2_000

_LEAST = 1e-12


def resamples(users: int, generator: np.random.Generator) -> Floats:
    """Return the weight of each user in samples with replacement, (`RESAMPLES`, users).

    A table's bootstraps share them: a mean of every sample is one product.
    """
    chosen = generator.integers(users, size=(RESAMPLES, users))
    chosen += users * np.arange(RESAMPLES)[:, None]
    counts = np.bincount(chosen.ravel(), minlength=RESAMPLES * users)
    return counts.reshape(RESAMPLES, users) / users


def half_width(values: Floats) -> float:
    """Return half the 95 % interval of a mean over users; 0 for one user."""
    if len(values) < 2:
        return 0.0
    return Z95 * float(values.std(ddof=1)) / float(np.sqrt(len(values)))


def ratio(values: Floats, base: Floats, draws: Floats) -> tuple[float, float, float]:
    """Return the ratio of two means over the same users, with its paired bootstrap interval."""
    ratios = (draws @ values) / np.maximum(draws @ base, _LEAST)
    low, high = np.quantile(ratios, [0.025, 0.975])
    return float(values.mean() / max(base.mean(), _LEAST)), float(low), float(high)


def compared(name: str, values: Floats, base: Floats, draws: Floats) -> dict[str, Any]:
    """Return `ratio` as two columns of a table: `name`, and the bounds as `name` with `_ci`."""
    middle, low, high = ratio(values, base, draws)
    return {name: middle, f"{name}_ci": [low, high]}


def quality(values: Floats, draws: Floats, **bases: Floats | None) -> dict[str, Any]:
    """Return columns of a table: mean NDCG@10 over users, its interval, and ratios to `bases`."""
    columns: dict[str, Any] = {"ndcg10": float(values.mean()), "ci": half_width(values)}
    for name, base in bases.items():
        no_base = {name: None, f"{name}_ci": [None, None]}
        columns |= no_base if base is None else compared(name, values, base, draws)
    return columns


def lower_proportion(hits: ArrayLike, trials: ArrayLike, error: float) -> Floats:
    """Return Clopper–Pearson lower bounds, each wrong with probability `error` at most.

    `hits` may be fractional when a bound is only planned.
    """
    k, n = np.asarray(hits, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    bound = betaincinv(np.maximum(k, 1e-9), n - k + 1.0, error)
    return np.where(k <= 0, 0.0, bound)


def upper_proportion(hits: ArrayLike, trials: ArrayLike, error: float) -> Floats:
    """Return Clopper–Pearson upper bounds, each wrong with probability `error` at most."""
    k, n = np.asarray(hits, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    bound = betaincinv(k + 1.0, np.maximum(n - k, 1e-9), 1.0 - error)
    return np.where(k >= n, 1.0, bound)


def loss_bounds(often: ArrayLike, rarely: ArrayLike, trials: ArrayLike, error: float) -> Floats:
    """Return lower bounds on ε, at least 0, from events seen `often` and `rarely` in `trials` each.

    Each holds except with probability `error` at most, which its two proportions share
    (Bonferroni).
    """
    low = lower_proportion(often, trials, error / 2)
    high = upper_proportion(rarely, trials, error / 2)
    ratio = np.maximum(low, 1e-300) / high
    return np.maximum(np.log(ratio), 0.0)


def loss_bound(often: int, rarely: int, trials: int, error: float) -> float:
    """Return `loss_bounds` of one event."""
    bound = float(loss_bounds(often, rarely, trials, error))
    return bound if math.isfinite(bound) else 0.0
