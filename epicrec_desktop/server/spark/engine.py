"""Spark as the engine that blocks are worked on with, and its alternating least squares."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.recommend.als_training import Training, fitting_factors
from epicrec_desktop.recommend.factor_models import FactorModel
from epicrec_desktop.server import block_kernels as kernels
from epicrec_desktop.server.block_training import BlockData

LEAST_ALPHA = 0.01


class SparkEngine:
    """A cluster (`block_training.Engine`)."""

    def __init__(self, spark: Any) -> None:
        self._spark = spark

    def broadcast(self, value: Floats32) -> Any:
        """Send it to every machine."""
        return self._spark.sparkContext.broadcast(value)

    def persist(self, blocks: Any) -> Any:
        """Keep blocks in memory, and on the machines' disks where it is too small."""
        from pyspark import StorageLevel  # noqa: PLC0415

        return blocks.persist(StorageLevel.MEMORY_AND_DISK)

    def fit_factors(self, data: BlockData, training: Training, job: Job) -> FactorModel:
        """Train with Spark's ALS; the model is served as our own are."""
        job.check()
        watched = np.flatnonzero(data.counts)
        factors = train_als(self._spark, data.blocks, training)[watched]
        parameters = {
            "alpha": training.alpha,
            "regularization": training.regularization,
            "iterations": training.iterations,
            "seed": training.seed,
            "users": data.people,
        }
        counts = data.counts[watched].astype(np.float64)
        ids = [data.wire_ids[i] for i in watched]
        return FactorModel.from_factors(ids, factors, counts, parameters)


def train_als(spark: Any, blocks: Any, training: Training) -> Floats32:
    """Item factors (n, f) for people in an RDD of blocks; 0 for movies that nobody watched."""
    from pyspark.ml.recommendation import ALS  # noqa: PLC0415

    sizes = blocks.mapPartitions(kernels.sizes).collect()
    people, ratings = (sum(size[k] for size in sizes) for k in (0, 1))
    items = 1 + max(size[2] for size in sizes)
    before = np.cumsum([0, *(size[0] for size in sizes)]).tolist()
    rows = blocks.mapPartitionsWithIndex(partial(kernels.numbered, before=before))
    table = spark.createDataFrame(rows, "users binary, items binary")
    width = fitting_factors(training.factors, items)
    trainer = ALS(
        rank=width,
        maxIter=training.iterations,
        regParam=training.regularization * people / max(ratings, 1),
        alpha=max(training.alpha - 1.0, LEAST_ALPHA),
        implicitPrefs=True,
        userCol="user",
        itemCol="item",
        ratingCol="rating",
        seed=training.seed,
        numUserBlocks=len(sizes),
        numItemBlocks=len(sizes),
    )
    watched = table.mapInArrow(kernels.pairs, "user int, item int")
    found = trainer.fit(watched.selectExpr("user", "item", "float(1.0) AS rating")).itemFactors
    table = found.toArrow()
    factors = np.zeros((items, width), dtype=np.float32)
    flat = table.column("features").combine_chunks().flatten()
    place = table.column("id").to_numpy()
    factors[place] = flat.to_numpy(zero_copy_only=False).reshape(len(place), width)
    return factors
