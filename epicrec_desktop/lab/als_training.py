"""Train a factor model on public ratings: implicit alternating least squares.

The reference that the linear model is compared with, and the recommender of a paper's case study.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend.factor_models import FactorModel
from epicrec_desktop.recommend.ratings import Ratings, fitting_factors, watch_matrix

_STEP = "Training by alternating least squares"
_STEPS = 3
"""Of conjugate gradients for each row: more make no better model after all iterations."""
_BLOCK = 8_192
"""Rows of factors that one block gathers: 4 MB."""
_TINY = np.float32(1e-20)


@dataclass(frozen=True)
class Training:
    """Training settings. The defaults were chosen on held-out users of MovieLens latest-small."""

    factors: int = 128
    regularization: float = 5.0
    alpha: float = 2.0
    iterations: int = 15
    seed: int = 1
    threads: int = 2


def train(
    ratings: Ratings, training: Training | None = None, *, job: Job = UNATTENDED
) -> FactorModel:
    """Train on public ratings; every rating counts as watched. Items nobody rated are left out.

    The same input and seed give the same model. Raises `Cancelled` between two iterations, and
    `EpicRecError` where there are no ratings.
    """
    training = training or Training()
    rated_items, matrix = watch_matrix(ratings)
    job.step(_STEP, 0, training.iterations)
    item_factors = _fit(matrix, training, job)
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


def _fit(matrix: Any, training: Training, job: Job) -> Floats32:
    """Item factors, shape (items, factors), of a sparse (users, items) matrix of ones."""
    import threadpoolctl  # noqa: PLC0415 - only where a model is trained

    width = fitting_factors(training.factors, matrix.shape[1])
    generator = np.random.RandomState(training.seed)
    users, items = (
        generator.random_sample((count, width)).astype(np.float32) * np.float32(0.01)
        for count in matrix.shape
    )
    sides = ((users, items, _blocks(matrix)), (items, users, _blocks(matrix.T.tocsr())))
    limits: Any = threadpoolctl.threadpool_limits
    # A block is computed by one thread, so their number does not change the result.
    with limits(1, "blas"), ThreadPoolExecutor(training.threads) as threads:
        for iteration in range(training.iterations):
            for factors, fixed, blocks in sides:
                gram = fixed.T @ fixed + np.float32(training.regularization) * np.eye(
                    width, dtype=np.float32
                )
                fixed_and_zero = np.vstack([fixed, np.zeros_like(fixed[:1])])
                update = partial(_update, factors, fixed_and_zero, gram, np.float32(training.alpha))
                for _ in threads.map(update, blocks):
                    pass
            job.step(_STEP, iteration + 1, training.iterations)
    return items


Block = tuple[NDArray[np.intp], NDArray[np.intp]]


def _blocks(matrix: Any) -> list[Block]:
    """Return rows (b,) of similar length with their columns (b, k), padded with -1."""
    lengths = np.diff(matrix.indptr)
    order = np.argsort(-lengths, kind="stable")
    blocks = []
    while len(order):
        longest = int(lengths[order[0]])
        rows = order[: max(1, _BLOCK // longest)]
        rows = rows[2 * lengths[rows] >= longest]
        order = order[len(rows) :]
        places = np.arange(longest)
        taken = np.minimum(matrix.indptr[rows, None] + places, len(matrix.indices) - 1)
        blocks.append((rows, np.where(places < lengths[rows, None], matrix.indices[taken], -1)))
    return blocks


def _update(
    factors: Floats32, fixed: Floats32, gram: Floats32, alpha: np.float32, block: Block
) -> None:
    """Improve the factors of a block's rows in place, the other side's being fixed.

    Solves (gram + (alpha - 1) YᵀY) x = alpha Yᵀ1 for each row, Y (k, f) being the factors of its
    columns, by conjugate gradients from the present x (Takács, Pilászy and Tikk 2011). The last of
    `fixed` is zero, for padding.
    """
    rows, columns = block
    watched = fixed[columns]

    def product(x: Floats32) -> Floats32:
        inner = np.matmul(watched, x[:, :, None]).transpose(0, 2, 1)
        return np.asarray(x @ gram + (alpha - 1) * np.matmul(inner, watched)[:, 0])

    x = factors[rows]
    residual = alpha * watched.sum(axis=1) - product(x)
    direction, size = residual.copy(), _squares(residual)
    for _ in range(_STEPS):
        change = product(direction)
        step = size / np.maximum((direction * change).sum(axis=1, keepdims=True), _TINY)
        x += step * direction
        residual -= step * change
        before, size = size, _squares(residual)
        direction = residual + size / np.maximum(before, _TINY) * direction
    factors[rows] = x


def _squares(rows: Floats32) -> Floats32:
    return np.asarray((rows * rows).sum(axis=1, keepdims=True))
