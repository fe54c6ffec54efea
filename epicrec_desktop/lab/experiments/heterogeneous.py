"""Utility cost of item weights (Alaggan, Gambs, Kermarrec 2015).

A share of each user's items is sensitive and may cost a part of ε only. Stretching shrinks just
these; the min-v baseline gives every item the smallest weight; without weights nothing is kept from
costing ε. Two queries: the inner product with another user's profile, which a recommender among
peers compares people by, and the category counts of a release. ε is that of one answer: the
similarity to n people costs nε.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.confidence import half_width
from epicrec_desktop.lab.figures import Color, Lines, Sheet, series_of
from epicrec_desktop.lab.population import REAL, SYNTHETIC
from epicrec_desktop.privacy.calibration import calibrate

EPSILONS = (0.1, 0.3, 1.0)
SHARES = (0.0, 0.1, 0.3, 0.5)
USERS = 200
PEERS = 300
WEIGHT = 0.25
NEIGHBORS = 10

PLAIN, STRETCHED, MIN_V = "no weights", "stretching", "min-v"
INNER, COUNTS = "inner product", "category counts"


@dataclass(frozen=True)
class _People:
    """`profiles` (u, n) 0/1; the first `tested` are compared with the others, their peers."""

    profiles: NDArray[np.float32]
    tested: int
    source: str

    @property
    def own(self) -> NDArray[np.float32]:
        """Return profiles of the users."""
        return self.profiles[: self.tested]

    @property
    def peers(self) -> NDArray[np.float32]:
        """Return profiles of the peers."""
        return self.profiles[self.tested :]


@dataclass(frozen=True)
class _Noise:
    """Noise at ε = 1 for the inner products (u, p) and the category counts (u, c)."""

    inner: Floats
    counts: Floats


def run(
    imported: ImportedCatalog,
    *,
    users: int = USERS,
    epsilons: Sequence[float] = EPSILONS,
    shares: Sequence[float] = SHARES,
    weight: float = WEIGHT,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return rows {query, mechanism, share, epsilon, mae, ci, distortion, recall, loss_sensitive}.

    `share` of a user's items has `weight`, the others 1. `mae` is the mean absolute error against
    the true answer, `distortion` what is lost before noise; `recall` the part of the true 10
    nearest peers found by the noisy inner product; all are None for min-v where `weight` is 0, as
    nothing can be answered then; `loss_sensitive` what a sensitive item costs
    (at most ε times `weight`, but for "no weights"). Raises `CatalogError` for fewer than two
    users or no categories; `Cancelled`.
    """
    groups = imported.catalog.groups
    generator = np.random.default_rng(seed)
    people = _people(imported, users, generator)
    if people.tested == 0 or not groups.rows.any():
        raise CatalogError(
            "Comparing people needs at least two users, and movies with categories. Nothing was "
            "computed. Give a catalog with ratings, or a pair of files."
        )
    used = groups.rows.any(axis=0)
    matrix = groups.matrix()[:, used].astype(np.float32)
    z = np.array(calibrate(groups.rows[:, used]).z)
    shape = (people.tested, len(people.peers))
    # The same noise for every row removes chance from their differences.
    counts = generator.laplace(size=(people.tested, len(z))) * z
    noise = _Noise(generator.laplace(size=shape), counts)
    rows = []
    for share in job.steps("Comparing weighted profiles", shares):
        sensitive = generator.random(people.own.shape, dtype=np.float32) < share
        for epsilon in epsilons:
            key = {"share": share, "epsilon": epsilon}
            found = _mechanisms(people, sensitive, matrix, noise, weight, epsilon)
            rows += [row | key for row in found]
    return {
        "users": people.tested,
        "peers": len(people.peers),
        "population": people.source,
        "weight": weight,
        "neighbors": min(NEIGHBORS, len(people.peers)),
        "seed": seed,
        "rows": rows,
    }


def _people(imported: ImportedCatalog, users: int, generator: np.random.Generator) -> _People:
    """Return up to `users` users and `PEERS` peers in random order; at most half are users."""
    items, wanted = len(imported.catalog.movies), users + PEERS
    ratings = imported.ratings
    if ratings is None or not len(ratings):
        rate = (imported.catalog.mean_profile_size or DEFAULT_PROFILE_SIZE) / max(items, 1)
        profiles = generator.random((wanted, items)) < rate
        return _People(profiles.astype(np.float32), users, SYNTHETIC)
    chosen = generator.permutation(ratings.user_count)[:wanted]
    place = np.full(ratings.user_count, -1, dtype=np.int64)
    place[chosen] = np.arange(len(chosen))
    row = place[ratings.users]
    found = np.zeros((len(chosen), items), dtype=np.float32)
    found[row[row >= 0], ratings.items[row >= 0]] = 1.0
    return _People(found, min(users, len(chosen) // 2), REAL)


def _mechanisms(
    people: _People,
    sensitive: NDArray[np.bool_],
    matrix: NDArray[np.float32],
    noise: _Noise,
    weight: float,
    epsilon: float,
) -> list[dict[str, Any]]:
    """Return rows of all mechanisms and queries where these items (u, n) are sensitive."""
    some = bool(sensitive.any())
    stretched = people.own * np.where(sensitive, np.float32(weight), np.float32(1))
    # The smallest weight is that of all items where weights may not differ.
    smallest = epsilon * (weight if some else 1.0)
    rows = []
    for name, seen, budget, cost in (
        (PLAIN, people.own, epsilon, epsilon),
        (STRETCHED, stretched, epsilon, epsilon * weight),
        (MIN_V, people.own, smallest, smallest),
    ):
        key = {"mechanism": name, "loss_sensitive": cost if some else None}
        rows += [answer | key for answer in _answers(people, seen, matrix, noise, budget)]
    return rows


def _answers(
    people: _People,
    seen: NDArray[np.float32],
    matrix: NDArray[np.float32],
    noise: _Noise,
    budget: float,
) -> list[dict[str, Any]]:
    """Return both queries of (stretched) profiles `seen`, with noise at this budget; none at 0."""
    if budget == 0.0:
        silent = {"mae": None, "ci": None, "distortion": None, "recall": None}
        return [{"query": INNER} | silent, {"query": COUNTS} | silent]
    truth, exact = _products(people.own, seen, people.peers.T)
    noisy = exact + noise.inner / budget
    inner = _errors(truth, exact, noisy) | {"recall": _recall(truth, noisy)}
    truth, exact = _products(people.own, seen, matrix)
    counts = _errors(truth, exact, exact + noise.counts / budget) | {"recall": None}
    return [{"query": INNER} | inner, {"query": COUNTS} | counts]


def _products(
    own: NDArray[np.float32], seen: NDArray[np.float32], matrix: NDArray[np.float32]
) -> tuple[Floats, Floats]:
    return (own @ matrix).astype(np.float64), (seen @ matrix).astype(np.float64)


def _recall(truth: Floats, noisy: Floats) -> float:
    """Return the part of the nearest peers that the noisy inner products find, mean over users."""
    count = min(NEIGHBORS, truth.shape[1])
    pairs = zip(truth, noisy, strict=True)
    found = [len(np.intersect1d(_largest(t, count), _largest(y, count))) for t, y in pairs]
    return float(np.mean(found) / count)


def _largest(values: Floats, count: int) -> NDArray[np.int64]:
    """Return positions of the largest values; of equal ones the first."""
    return np.argsort(-values, kind="stable")[:count]


def _errors(truth: Floats, exact: Floats, noisy: Floats) -> dict[str, float]:
    """Return errors against the truth; the interval is over users."""
    each = np.abs(noisy - truth).mean(axis=1)
    return {
        "mae": float(each.mean()),
        "ci": half_width(each),
        "distortion": float(np.abs(exact - truth).mean()),
    }


def plot(result: Mapping[str, Any]) -> list[Sheet]:
    """The error of both queries and recall of neighbors over the share of sensitive items."""
    epsilon = min({row["epsilon"] for row in result["rows"]}, key=lambda e: abs(e - 0.3))
    panels = []
    for query, value, heading in (
        (INNER, "mae", "Error of inner products"),
        (COUNTS, "mae", "Error of noisy category counts"),
        (INNER, "recall", f"True {result['neighbors']} nearest peers found"),
    ):
        rows = [r for r in result["rows"] if (r["query"], r["epsilon"]) == (query, epsilon)]
        made = []
        for name, color in ((PLAIN, Color.GRAY), (STRETCHED, Color.GREEN), (MIN_V, Color.RED)):
            own = [row for row in rows if row["mechanism"] == name]
            if all(row[value] is not None for row in own):
                interval = "ci" if value == "mae" else None
                made.append(series_of(own, "share", value, name, color, interval=interval))
            if name == STRETCHED and value == "mae":
                line = series_of(own, "share", "distortion", "of it distortion", Color.BLUE)
                made.append(replace(line, style="--", marker=False))
        panels.append(Lines(heading, made, "share of sensitive movies"))
    return [
        Sheet(
            "heterogeneous",
            "What a weight per movie costs",
            f"Sensitive movies may cost {100 * result['weight']:.0f} % of ε; {result['users']} "
            f"users, ε = {epsilon:g}, with 95 % intervals",
            panels,
        )
    ]
