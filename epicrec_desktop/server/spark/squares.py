"""Alternating least squares as Spark has it, with settings and factors as ours.

Spark's confidence of a watched movie is 1 + α' where ours is α, so α' = α − 1. Its penalty grows
with the movies of a person and the people of a movie, ours is the same for all: the λ' that it is
given makes it ours for a person of the mean number of movies.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.recommend.als_training import Training, fitting_factors
from epicrec_desktop.recommend.factor_models import FactorModel
from epicrec_desktop.server.spark import kernels

LEAST_ALPHA = 0.01


def train(spark: Any, blocks: Any, training: Training) -> Floats32:
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
    told = found.toArrow()
    factors = np.zeros((items, width), dtype=np.float32)
    flat = told.column("features").combine_chunks().flatten()
    place = told.column("id").to_numpy()
    factors[place] = flat.to_numpy(zero_copy_only=False).reshape(len(place), width)
    return factors


def model_of(
    wire_ids: list[str], factors: Floats32, counts: Floats, training: Training, people: int
) -> FactorModel:
    """The model of these factors (n, f), quantized; it is served as our own are."""
    parameters = {
        "alpha": training.alpha,
        "regularization": training.regularization,
        "iterations": training.iterations,
        "seed": training.seed,
        "users": people,
    }
    return FactorModel.from_factors(wire_ids, factors, counts, parameters)
