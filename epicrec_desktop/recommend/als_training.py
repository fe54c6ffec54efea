"""Train a factor model on public ratings: implicit alternating least squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
    Progress,
)
from epicrec_desktop.recommend.factor_models import FactorModel

MANY_ITEMS = 50_000
MANY_ITEMS_FACTORS = 104
"""More than so many items have so many factors at most: 60,000 are then less than 8 MB to fetch."""


@dataclass(frozen=True)
class Training:
    """Training settings. The defaults were chosen on held-out users of MovieLens latest-small."""

    factors: int = 128
    regularization: float = 5.0
    alpha: float = 2.0
    iterations: int = 15
    seed: int = 1
    threads: int = 2


@dataclass(frozen=True)
class Ratings:
    """Public ratings: two arrays of equal length, one entry per rating.

    `users` are numbers without meaning; `items` are positions in `wire_ids`, whose entries are
    None for movies without a public id (their ratings are left out).
    """

    users: NDArray[np.integer]
    items: NDArray[np.integer]
    wire_ids: Sequence[str | None]


def fitting_factors(wanted: int, items: int) -> int:
    """Return how many factors a model of so many items gets."""
    return wanted if items <= MANY_ITEMS else min(wanted, MANY_ITEMS_FACTORS)


def train(
    ratings: Ratings,
    training: Training | None = None,
    *,
    job: Job = UNATTENDED,
) -> FactorModel:
    """Train on public ratings; every rating counts as watched. Items nobody rated are left out.

    The same input and seed give the same model. Raises `Cancelled` between two iterations, and
    `EpicRecError` where there are no ratings.
    """
    training = training or Training()
    rated_items, matrix = watch_matrix(ratings)
    job.report(Progress("Training the recommendation model", 0, training.iterations))

    def after_iteration(iteration: int, _seconds: float, _loss: float | None) -> None:
        job.report(
            Progress("Training the recommendation model", iteration + 1, training.iterations)
        )
        job.check()

    job.check()
    item_factors = _fit(matrix, training, after_iteration)
    return FactorModel.from_factors(
        rated_items,
        item_factors,
        np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel(),
        {
            "alpha": training.alpha,
            "regularization": training.regularization,
            "iterations": training.iterations,
            "seed": training.seed,
            "users": int(matrix.shape[0]),
        },
    )


def _fit(matrix: Any, training: Training, callback: Callable[..., None]) -> Floats32:
    """Item factors, shape (items, factors), of implicit's solver on the processor."""
    import threadpoolctl  # noqa: PLC0415 - with implicit, only where a model is trained
    from implicit import als as implicit_als  # noqa: PLC0415

    limits: Any = threadpoolctl.threadpool_limits
    solver: Any = implicit_als.AlternatingLeastSquares
    # implicit has its own threads, which BLAS threads would slow down.
    with limits(1, "blas"):
        trainer = solver(
            factors=fitting_factors(training.factors, matrix.shape[1]),
            regularization=training.regularization,
            alpha=training.alpha,
            iterations=training.iterations,
            random_state=training.seed,
            num_threads=training.threads,
            use_gpu=False,
        )
        trainer.fit(matrix, show_progress=False, callback=callback)
    return np.asarray(trainer.item_factors, dtype=np.float32)


def watch_matrix(ratings: Ratings) -> tuple[list[str], Any]:
    """Return public ids of the rated items, and the sparse (users, items) matrix with 1 per rated
    pair.

    Raises `EpicRecError` where there are no ratings.
    """
    from scipy import sparse  # noqa: PLC0415

    named = np.array([w is not None for w in ratings.wire_ids], dtype=bool)
    usable = named[ratings.items]
    if not usable.any():
        raise EpicRecError("There are no public ratings to train a model on; nothing was changed.")
    whole = bool(usable.all())
    users = _numbered(ratings.users if whole else ratings.users[usable])[1]
    columns, items = _numbered(ratings.items if whole else ratings.items[usable])
    csr: Any = sparse.csr_matrix
    matrix = csr(
        (np.ones(len(users), dtype=np.float32), (users, items)),
        shape=(int(users.max()) + 1, len(columns)),
    )
    matrix.data[:] = 1.0  # duplicate pairs were added up
    return [str(ratings.wire_ids[c]) for c in columns], matrix


def _numbered(values: NDArray[np.integer]) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
    """Return the different values, ascending, and the place of each one among them.

    Like `np.unique`, but with a fraction of its time and memory for dense numbers.
    """
    if values.min() < 0 or values.max() > 4 * len(values) + 1_000_000:
        found, place = np.unique(values, return_inverse=True)
        return found, place
    is_present = np.zeros(int(values.max()) + 1, dtype=bool)
    is_present[values] = True
    places = np.cumsum(is_present, dtype=np.int32) - np.int32(1)
    return np.flatnonzero(is_present), places[values]
