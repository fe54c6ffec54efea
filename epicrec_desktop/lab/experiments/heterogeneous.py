"""Utility cost of item weights (Alaggan, Gambs, Kermarrec 2015).

A share of each user's items is sensitive and may cost a part of ε only. Stretching shrinks just
these; the min-v baseline gives every item the smallest weight; without weights nothing is kept from
costing ε. Two queries: the inner product with another user's profile, which a recommender among
peers compares people by, and the category counts of a release. ε is that of one answer: the
similarity to n people costs nε.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
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


Profiles = NDArray[np.float32]
"""0/1 of people and items, (u, n)."""


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
    own, peers, source = _people(imported, users, generator)
    if not len(own) or not groups.rows.any():
        raise CatalogError(
            "Comparing people needs at least two users, and movies with categories. Nothing was "
            "computed. Give a catalog with ratings, or a pair of files."
        )
    used = groups.rows.any(axis=0)
    matrix = groups.matrix()[:, used].astype(np.float32)
    z = np.array(calibrate(groups.rows[:, used]).z)
    # The same noise for every row removes chance from their differences.
    counts = generator.laplace(size=(len(own), len(z))) * z
    inner = generator.laplace(size=(len(own), len(peers)))
    queries = {INNER: (peers.T, inner), COUNTS: (matrix, counts)}
    rows = []
    for share in job.steps("Comparing weighted profiles", shares):
        sensitive = generator.random(own.shape, dtype=np.float32) < share
        for epsilon in epsilons:
            for mechanism, seen, budget, cost in _mechanisms(own, sensitive, weight, epsilon):
                for query, (columns, noise) in queries.items():
                    row = {"query": query, "mechanism": mechanism, "share": share}
                    answer = _answer(query, own, seen, columns, noise, budget)
                    rows.append({**row, "epsilon": epsilon, **answer, "loss_sensitive": cost})
    return {
        "users": len(own),
        "peers": len(peers),
        "population": source,
        "weight": weight,
        "neighbors": min(NEIGHBORS, len(peers)),
        "seed": seed,
        "rows": rows,
    }


def _people(
    imported: ImportedCatalog, users: int, generator: np.random.Generator
) -> tuple[Profiles, Profiles, str]:
    """Return up to `users` users and `PEERS` peers in random order, and where they come from.

    At most half are users.
    """
    items, wanted = len(imported.catalog.movies), users + PEERS
    ratings = imported.ratings
    if ratings is None or not len(ratings):
        rate = (imported.catalog.mean_profile_size or DEFAULT_PROFILE_SIZE) / max(items, 1)
        profiles = (generator.random((wanted, items)) < rate).astype(np.float32)
        return profiles[:users], profiles[users:], SYNTHETIC
    chosen = generator.permutation(ratings.user_count)[:wanted]
    place = np.full(ratings.user_count, -1, dtype=np.int64)
    place[chosen] = np.arange(len(chosen))
    row = place[ratings.users]
    found = np.zeros((len(chosen), items), dtype=np.float32)
    found[row[row >= 0], ratings.items[row >= 0]] = 1.0
    tested = min(users, len(chosen) // 2)
    return found[:tested], found[tested:], REAL


def _mechanisms(
    own: Profiles, sensitive: NDArray[np.bool_], weight: float, epsilon: float
) -> Iterator[tuple[str, Profiles, float, float | None]]:
    """Yield each mechanism, where these items (u, n) are sensitive.

    With the (stretched) profiles that it reads, its budget, and what a sensitive item costs.
    """
    some = bool(sensitive.any())
    stretched = own * np.where(sensitive, np.float32(weight), np.float32(1))
    # The smallest weight is that of all items where weights may not differ.
    smallest = epsilon * (weight if some else 1.0)
    for name, seen, budget, cost in (
        (PLAIN, own, epsilon, epsilon),
        (STRETCHED, stretched, epsilon, epsilon * weight),
        (MIN_V, own, smallest, smallest),
    ):
        yield name, seen, budget, cost if some else None


def _answer(
    query: str,
    own: Profiles,
    seen: Profiles,
    columns: NDArray[np.float32],
    noise: Floats,
    budget: float,
) -> dict[str, float | None]:
    """Return errors of noisy products of profiles with columns, the interval over users.

    None without a budget. Of inner products also the part of the nearest peers that they find.
    """
    if budget == 0.0:
        return dict.fromkeys(("mae", "ci", "distortion", "recall"))
    truth, exact = (products.astype(np.float64) for products in (own @ columns, seen @ columns))
    noisy = exact + noise / budget
    each = np.abs(noisy - truth).mean(axis=1)
    return {
        "mae": float(each.mean()),
        "ci": half_width(each),
        "distortion": float(np.abs(exact - truth).mean()),
        "recall": _recall(truth, noisy) if query == INNER else None,
    }


def _recall(truth: Floats, noisy: Floats) -> float:
    """Return the part of the largest values, of equal ones the first, that the noisy ones find."""
    count = min(NEIGHBORS, truth.shape[1])
    largest, found = (np.argsort(-v, axis=1, kind="stable")[:, :count] for v in (truth, noisy))
    hits = [len(np.intersect1d(*pair)) for pair in zip(largest, found, strict=True)]
    return float(np.mean(hits) / count)


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
