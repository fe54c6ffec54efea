"""Confidence intervals: bootstrap over users, and exact bounds on a privacy loss."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv, gammaln, xlog1py, xlogy

from epicrec_desktop.domain.arrays import Floats, Ints

Z95 = 1.959964
RESAMPLES = 2_000

_LEAST = 1e-12
_HALVINGS = 12
_INTERVALS = 8
_INTERVAL_PART = 0.02
_ROUNDING = 1e-9


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


def quality(values: Floats, draws: Floats, **bases: Floats | None) -> dict[str, Any]:
    """Return columns of a table: mean NDCG@10 over users, its interval, and ratios to `bases`.

    The bounds of a ratio are in the column with its name and `_ci`.
    """
    columns: dict[str, Any] = {"ndcg10": float(values.mean()), "ci": half_width(values)}
    for name, base in bases.items():
        middle, *bounds = (None,) * 3 if base is None else ratio(values, base, draws)
        columns |= {name: middle, f"{name}_ci": bounds}
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

    Each holds but for a probability `error` at most, shared by its two proportions (Bonferroni).
    """
    low = lower_proportion(often, trials, error / 2)
    high = upper_proportion(rarely, trials, error / 2)
    ratio = np.maximum(low, 1e-300) / high
    return np.maximum(np.log(ratio), 0.0)


def loss_bound(often: int, rarely: int, trials: int, error: float) -> float:
    """Return a lower bound on ε that holds except with probability `error` at most.

    An exact test of ε inverted: the largest ε at which an outcome that `loss_bounds` ranks as high
    as this one has no more than this probability, whatever the rare frequency is within an interval
    of its own, which takes a small part of the error (Berger and Boos 1994). Bounds of both
    frequencies, as in `loss_bounds`, take twice the trials for the same ε: both are rarely wrong at
    once.
    """
    rank = float(loss_bounds(often, rarely, trials, error))
    if rank <= 0:
        return 0.0
    needed = _needed(rank, trials, error)
    apart = _INTERVAL_PART * error
    ends = (
        float(lower_proportion(rarely, trials, apart / 2)),
        float(upper_proportion(rarely, trials, apart / 2)),
    )
    least, most = 0.0, rank + 1.0  # the largest ε that is looked at
    for _ in range(_HALVINGS):
        middle = (least + most) / 2
        if _is_rare(needed, trials, middle, ends, error - apart):
            least = middle
        else:
            most = middle
    return least


def _needed(rank: float, trials: int, error: float) -> Ints:
    """Return how often an event is seen at least, by how rarely, to have this bound or more.

    More than `trials` where no outcome has.
    """
    seen = np.arange(trials + 1)
    low = lower_proportion(seen, trials, error / 2)
    high = upper_proportion(seen, trials, error / 2)
    return np.searchsorted(low, high * (math.exp(rank) * (1 - _ROUNDING)))


def _is_rare(
    needed: Ints, trials: int, loss: float, ends: tuple[float, float], error: float
) -> bool:
    """Return whether these outcomes have probability `error` at most, whatever the frequencies are.

    The rare frequency is between these ends, the other one exp(`loss`) times it. Outcomes become
    likelier with the one and less likely with the other, so that the upper end of the one and the
    lower end of the other bound a whole interval; an interval that this does not settle is halved.
    """
    seen = np.arange(trials + 1)
    ways = gammaln(trials + 1) - gammaln(seen + 1) - gammaln(trials - seen + 1)

    def binomial(frequencies: Floats) -> Floats:
        p = frequencies[:, None]
        found: Floats = np.exp(ways + xlogy(seen, p) + xlog1py(trials - seen, -p))
        return found

    def probability(rare: Floats, often: Floats) -> Floats:
        at_least = np.cumsum(binomial(often)[:, ::-1], axis=1)[:, ::-1]
        at_least = np.pad(at_least, ((0, 0), (0, 1)))  # never more often than in all trials
        total: Floats = (binomial(rare) * at_least[:, needed]).sum(axis=1)
        return total

    if math.exp(-loss) <= ends[0]:
        return True  # with this loss no frequency is between the ends
    edges = np.linspace(ends[0], min(ends[1], math.exp(-loss)), _INTERVALS + 1)
    low, high = edges[:-1], edges[1:]
    for _ in range(_HALVINGS):
        often = np.minimum(np.stack([low, high]) * math.exp(loss), 1.0)
        unsettled = probability(low, often[1]) > error
        low, high = low[unsettled], high[unsettled]
        if not len(low):
            return True
        if (probability(low, often[0, unsettled]) > error).any():
            return False
        middle = (low + high) / 2
        low, high = np.concatenate([low, middle]), np.concatenate([middle, high])
    return False
