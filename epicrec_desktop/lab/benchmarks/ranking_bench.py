"""How long folding a profile in and ranking everything takes, and how large the model is.

On synthetic catalogs of given sizes: factors and categories are sampled, with shares of
categories like MovieLens's, so that no ratings are needed. The model is of the linear family, which
training chose on every set of ratings so far (docs/evaluation.md), in its full size. Times are
processor time of the one thread that it takes, and do not depend on what the factors say.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, check
from epicrec_desktop.lab.population import WATCHED, synthetic_model
from epicrec_desktop.recommend.ranking import Ranker

SIZES = (6_000, 60_000)
ROUNDS = 300

PLACES, PER_CATEGORY = 60, 30


def run(
    sizes: Sequence[int] = SIZES, *, rounds: int = ROUNDS, seed: int = 1, job: Job = UNATTENDED
) -> dict[str, Any]:
    """Rows {items, p50_ms, p99_ms, fold_in_ms, model_mb, rounds}; the first one's figures again.

    A round folds a new profile in and makes the overall list and one for each of 18 categories,
    with diversity and reasons, as the app does. `model_mb` (10⁶ bytes) is the file that is
    fetched, with its ids. What is prepared once per model and catalog is not part of a round.
    """
    rows = []
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        for size in job.steps("Ranking made-up catalogs", sizes):
            rows.append(_measure(size, rounds, np.random.default_rng(seed), job.cancelled))
    return {**rows[0], "watched": WATCHED, "categories": len(CATEGORIES), "rows": rows}


def _measure(
    size: int, rounds: int, generator: np.random.Generator, cancelled: IsCancelled
) -> dict[str, Any]:
    catalog, model = synthetic_model(size, generator)
    ranker = Ranker(model, catalog)
    count = min(WATCHED, size // 2)
    ranker.rank(range(count), limit=PLACES, per_category=PER_CATEGORY)  # prepares what is kept
    times, folds = [], []
    for _ in range(rounds):
        check(cancelled)
        watched = generator.choice(size, count, replace=False)
        start = time.thread_time()
        ranker.rank(watched.tolist(), limit=PLACES, per_category=PER_CATEGORY)
        times.append(time.thread_time() - start)
        start = time.thread_time()
        model.fold_in(watched)
        folds.append(time.thread_time() - start)
    return {
        "items": size,
        "p50_ms": 1e3 * float(np.percentile(times, 50)),
        "p99_ms": 1e3 * float(np.percentile(times, 99)),
        "fold_in_ms": 1e3 * float(np.median(folds)),
        "model_mb": len(model.items_file) / 1e6,
        "rounds": rounds,
    }
