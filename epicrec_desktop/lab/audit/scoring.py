"""From what arrived to a certified bound: learn on one set, choose on a second, certify on a third.

Nothing here knows the mechanism. Releases are rows of numbers; those made from the history with the
audited movie and those from the history without it. On the first set, scores are learned that tell
the two apart. On the second, one event {score >= t} or {score < t} is chosen. The third set was
looked at by nobody, so counting the event in it is a fair experiment, and the bound is exact
however bad the score is: a bad one only makes the bound small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.lab.confidence import (
    loss_bound,
    loss_bounds,
    lower_proportion,
    upper_proportion,
)

Score = Callable[[Floats], Floats]

STRONGEST = (2, 4, 6)
"""How many of the most informative features go into a score together."""

_ALONE = 4  # scores of one feature; with more to choose from, chance chooses more often
_THRESHOLDS = 24
_DOUBT = 0.01  # how unlikely it is that an event was better than it will be
_BETTER = 1e-9  # of two that are as good, the simpler one, which comes first
_BINS = 6
_RIDGE = 5.0
_ROUNDS = 25


@dataclass(frozen=True)
class Samples:
    """Features of releases from the history with the movie and the one without: (n, f) each."""

    present: Floats
    absent: Floats

    def split(self, *sizes: int) -> Iterator[Samples]:
        """Consecutive parts of these sizes, the rest at the end."""
        for start, end in pairwise(np.cumsum([0, *sizes, len(self.present) - sum(sizes)]).tolist()):
            yield Samples(self.present[start:end], self.absent[start:end])


@dataclass(frozen=True)
class Event:
    """Something that may be seen at the wire: a score on one side of a threshold.

    `favors_present`: it is the history with the movie that makes it more likely.
    """

    score: Score
    threshold: float
    above: bool
    favors_present: bool
    name: str

    def happened(self, features: Floats) -> NDArray[np.bool_]:
        """In which of these releases (n, f)."""
        seen = self.score(features) >= self.threshold
        return seen if self.above else ~seen


@dataclass(frozen=True)
class Certificate:
    """A lower bound on ε that holds except with the stated error, and how it was found."""

    bound: float
    often: int
    rarely: int
    trials: int
    event: str


def certify(
    samples: Samples, names: list[str], *, learn: int, choose: int, error: float
) -> Certificate:
    """Return a lower bound on ε that is too large with probability `error` at most.

    The first `learn` releases of each history are for the scores, the next `choose` for the event;
    the rest certify. `names` are the features'.
    """
    first, second, third = samples.split(learn, choose)
    event = choose_event(second, candidates(first, names), len(third.present), error)
    present = int(event.happened(third.present).sum())
    absent = int(event.happened(third.absent).sum())
    often, rarely = (present, absent) if event.favors_present else (absent, present)
    trials = len(third.present)
    bound = loss_bound(often, rarely, trials, error)
    return Certificate(bound, often, rarely, trials, event.name)


def candidates(learn: Samples, names: list[str]) -> list[tuple[str, Score]]:
    """Scores worth trying: each feature alone, and the strongest ones weighed together."""
    varying = [j for j in range(len(names)) if _varies(learn, j)]
    strength = {j: _distance(learn.present[:, j], learn.absent[:, j]) for j in varying}
    order = sorted(varying, key=lambda j: -strength[j])
    alone = [(names[j], _column(j)) for j in order[:_ALONE]]
    together: list[tuple[str, Score]] = []
    for many in sorted({min(m, len(order)) for m in STRONGEST} - {0, 1}):
        label = " + ".join(names[j] for j in order[:many])
        together.append((label, AdditiveScore.fit(learn, order[:many])))
    return alone + together


def choose_event(
    second: Samples, scores: list[tuple[str, Score]], trials: int, error: float
) -> Event:
    """Return the event that promises the largest bound with this many trials of each history.

    Where nothing varies, an event that always happens: its bound is 0.
    """
    best = Event(_nothing, 0.0, above=True, favors_present=True, name="nothing differs")
    promise = 0.0
    size = len(second.present)
    for name, score in scores:
        present, absent = np.sort(score(second.present)), np.sort(score(second.absent))
        thresholds = _thresholds(np.concatenate([present, absent]))
        above_p = size - np.searchsorted(present, thresholds, side="left")
        above_a = size - np.searchsorted(absent, thresholds, side="left")
        for above, p, a in ((True, above_p, above_a), (False, size - above_p, size - above_a)):
            for favors_present, often, rarely in ((True, p, a), (False, a, p)):
                planned = _promise(often, rarely, size, trials, error)
                at = int(np.argmax(planned))
                if planned[at] > promise + _BETTER:
                    promise = float(planned[at])
                    best = Event(score, float(thresholds[at]), above, favors_present, name)
    return best


@dataclass(frozen=True)
class AdditiveScore:
    """Logistic regression on the bins of several features: a sum of one step function of each.

    `edges` are the inner edges of each column's bins, `weights` (bins of all columns,).
    """

    columns: tuple[int, ...]
    edges: tuple[Floats, ...]
    weights: Floats

    @classmethod
    def fit(cls, learn: Samples, columns: list[int]) -> AdditiveScore:
        """Fit with a ridge penalty by Newton's method."""
        both = np.concatenate([learn.present, learn.absent])
        quantiles = np.linspace(0, 1, _BINS + 1)[1:-1]
        edges = tuple(np.unique(np.quantile(both[:, j], quantiles)) for j in columns)
        inputs = _indicators(both, columns, edges)
        labels = np.repeat([1.0, 0.0], [len(learn.present), len(learn.absent)])
        weights = np.zeros(inputs.shape[1])
        for _ in range(_ROUNDS):
            odds = 1.0 / (1.0 + np.exp(-np.clip(inputs @ weights, -30, 30)))
            gradient = inputs.T @ (labels - odds) - _RIDGE * weights
            hessian = (inputs.T * (odds * (1 - odds))) @ inputs + _RIDGE * np.eye(len(weights))
            step = np.linalg.solve(hessian, gradient)
            weights = weights + step
            if np.abs(step).max() < 1e-9:
                break
        return cls(tuple(columns), edges, weights)

    def __call__(self, features: Floats) -> Floats:
        """Return the score (n,) of each release."""
        scored: Floats = _indicators(features, list(self.columns), self.edges) @ self.weights
        return scored


def _indicators(features: Floats, columns: list[int], edges: tuple[Floats, ...]) -> Floats:
    """Return one column for each bin of each feature: 1 where the value is in it."""
    parts = []
    for j, inner in zip(columns, edges, strict=True):
        bins = np.searchsorted(inner, features[:, j], side="right")
        parts.append(np.eye(len(inner) + 1)[bins])
    return np.concatenate(parts, axis=1)


def _promise(
    often: NDArray[np.int64], rarely: NDArray[np.int64], size: int, trials: int, error: float
) -> Floats:
    """Return the bounds that events will give, seen so often among `size` releases, at worst.

    Rare events look best by chance, so what is not known of their frequencies yet counts against
    them. A plan, not a claim.
    """
    p = lower_proportion(often, size, _DOUBT)
    q = upper_proportion(rarely, size, _DOUBT)
    return loss_bounds(p * trials, q * trials, trials, error)


def _varies(samples: Samples, column: int) -> bool:
    values = np.concatenate([samples.present[:, column], samples.absent[:, column]])
    return bool(values.min() < values.max())


def _distance(one: Floats, other: Floats) -> float:
    """Kolmogorov and Smirnov's: the largest difference of the two distribution functions."""
    points = np.unique(np.concatenate([one, other]))
    below = [np.searchsorted(np.sort(s), points, side="right") / len(s) for s in (one, other)]
    return float(np.abs(below[0] - below[1]).max())


def _thresholds(values: Floats) -> Floats:
    found: Floats = np.unique(
        np.quantile(values, np.linspace(0, 1, _THRESHOLDS), method="inverted_cdf")
    )
    return found


def _column(j: int) -> Score:
    def score(features: Floats) -> Floats:
        values: Floats = features[:, j]
        return values

    return score


def _nothing(features: Floats) -> Floats:
    return np.zeros(len(features))
