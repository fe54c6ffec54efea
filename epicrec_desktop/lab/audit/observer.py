"""The observer of the audit: records what a service gets, and certifies a bound from it.

`RecordingServer` is a recommendation service on this computer. What is scored is only this: the
bodies of requests as they came over the network. `Observer` knows everything that is public, and
which movie it is asked about; it reads numbers from the bodies.

`certify` learns on one set of releases, chooses on a second, and certifies on a third. It knows
nothing of the mechanism. Releases are rows of numbers; those made from the history with the audited
movie and those from the history without it. On the first set, scores are learned that distinguish
the two. On the second, one event {score >= t} or {score < t} is chosen. The third set was looked at
by nobody, so counting the event in it is a fair experiment, and the bound is exact however bad the
score is: a bad one only makes the bound small.
"""

from __future__ import annotations

import json
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.lab.confidence import (
    loss_bound,
    loss_bounds,
    lower_proportion,
    upper_proportion,
)
from epicrec_desktop.lab.service_process import responding
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.recommend.wire_published import encode_catalog

_CATALOG = "/v1/catalog"
_RECOMMENDATIONS = "/v1/recommendations"
_ABSENT = -1e6  # in the place of a count that was not in the request


class RecordingServer:
    """Publishes a catalog to any number of providers' addresses and records what each is sent."""

    def __init__(self, catalog: Catalog) -> None:
        self.base = ""
        self._published = encode_catalog(catalog)
        self._arrived: list[tuple[str, bytes]] = []
        self._lock = threading.Lock()

    def address(self, provider: str) -> str:
        """Return where this provider is reached; names are plain words."""
        return f"{self.base}/{provider}"

    def respond(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        """Serve the catalog; record a request for recommendations, of which there are none."""
        if method == "GET" and path.endswith(_CATALOG):
            return 200, self._published
        if method == "GET" or not path.endswith(_RECOMMENDATIONS) or not body:
            return 404, b"{}"
        known = len(set(json.loads(body)["profile"]))
        with self._lock:
            self._arrived.append((path.removesuffix(_RECOMMENDATIONS).strip("/"), body))
        answer = {"model": "none", "known": known, "unknown": 0, "overall": []}
        return 200, json.dumps(answer).encode()

    def take_arrived(self) -> list[tuple[str, bytes]]:
        """Return what arrived since the last call: (provider, body), in order."""
        with self._lock:
            arrived, self._arrived = self._arrived, []
        return arrived


@contextmanager
def recording(catalog: Catalog) -> Iterator[RecordingServer]:
    """Yield a running server on a free port of this computer."""
    server = RecordingServer(catalog)
    with responding(server.respond) as server.base:
        yield server


class Observer:
    """Reads one row of numbers from what a provider was sent.

    Every count, by category or cell, how many movies of each kind (set of categories) the profile
    has, its size, whether the audited movie is in it, the body's length, and a checksum of all the
    rest, so that nothing in a request is left unread.
    """

    def __init__(self, catalog: Catalog, movie: str) -> None:
        self._counts = (*catalog.categories, *load_question().cells)
        self._kind = {m.wire_id or "": "+".join(m.categories) or "none" for m in catalog.movies}
        self._kinds = tuple(sorted(set(self._kind.values())))
        self._movie = movie
        self.names = [
            *(f"count of {name}" for name in self._counts),
            *(f"movies of {kind}" for kind in self._kinds),
            *("size", "the movie itself", "length", "the rest"),
        ]
        """What each number is, in order."""

    def names_of(self, coalition: Sequence[str]) -> list[str]:
        """Return what the numbers of several providers together are."""
        if len(coalition) == 1:
            return self.names
        return [f"{provider}: {name}" for provider in coalition for name in self.names]

    def read(self, body: bytes) -> list[float]:
        """Return the numbers in a body."""
        request = json.loads(body)
        profile = request.pop("profile")
        counts = request["release"].pop("counts") or {}
        values = [float(counts.pop(name, _ABSENT)) for name in self._counts]
        kinds = Counter(self._kind[movie] for movie in profile if movie in self._kind)
        strangers = [movie for movie in profile if movie not in self._kind]
        rest = json.dumps([request, counts, strangers], sort_keys=True).encode()
        return [
            *values,
            *(float(kinds[kind]) for kind in self._kinds),
            float(len(profile)),
            float(self._movie in profile),
            float(len(body)),
            float(zlib.crc32(rest)),
        ]


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
    both = np.concatenate([learn.present, learn.absent])
    varying = np.flatnonzero(np.ptp(both, axis=0) > 0).tolist()
    strength = {j: _distance(learn.present[:, j], learn.absent[:, j]) for j in varying}
    order = sorted(varying, key=lambda j: -strength[j])
    found: list[tuple[str, Score]] = [(names[j], itemgetter(np.s_[:, j])) for j in order[:_ALONE]]
    for many in sorted({min(m, len(order)) for m in STRONGEST} - {0, 1}):
        label = " + ".join(names[j] for j in order[:many])
        found.append((label, AdditiveScore.fit(learn, order[:many])))
    return found


def choose_event(
    second: Samples, scores: list[tuple[str, Score]], trials: int, error: float
) -> Event:
    """Return the event that promises the largest bound with this many trials of each history.

    Where nothing varies, an event that always happens: its bound is 0.
    """

    def always(features: Floats) -> Floats:
        return np.zeros(len(features))

    best = Event(always, 0.0, above=True, favors_present=True, name="nothing differs")
    promise = 0.0
    size = len(second.present)
    for name, score in scores:
        present, absent = np.sort(score(second.present)), np.sort(score(second.absent))
        both, quantiles = np.concatenate([present, absent]), np.linspace(0, 1, _THRESHOLDS)
        thresholds = np.unique(np.quantile(both, quantiles, method="inverted_cdf"))
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
        return _indicators(features, list(self.columns), self.edges) @ self.weights


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


def _distance(one: Floats, other: Floats) -> float:
    """Kolmogorov and Smirnov's: the largest difference of the two distribution functions."""
    points = np.unique(np.concatenate([one, other]))
    below = [np.searchsorted(np.sort(s), points, side="right") / len(s) for s in (one, other)]
    return float(np.abs(below[0] - below[1]).max())
