"""Training data and models on a cluster: the operations of `server.training`, and Spark's ALS."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
)
from epicrec_desktop.recommend import hyperparameter_search
from epicrec_desktop.recommend.als_training import Ratings, Training, fitting_factors
from epicrec_desktop.recommend.contribution_training import (
    ContributionData,
    train_from_counts,
    train_with,
)
from epicrec_desktop.recommend.factor_models import FactorModel
from epicrec_desktop.recommend.hyperparameter_search import Settings
from epicrec_desktop.recommend.linear_training import (
    FEW_USERS,
    Spectrum,
    decompose_products,
    model_of,
)
from epicrec_desktop.recommend.metrics import HeldOut, hash_ids, holdout_size, split_history
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.server.spark import kernels
from epicrec_desktop.server.spark.session import Histories

LEAST_ALPHA = 0.01


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


def als_model(
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


MOST_COLLECTED = 30_000_000
"""Ratings that the driver takes at most at a time, 8 bytes each: people held out, and tried on."""

_SAMPLE_SEED = 4024
_SEED = 1


class ClusterData:
    """People whose histories are on a cluster. Let go of them with `close`."""

    lasting = True

    def __init__(self, spark: Any, histories: Histories) -> None:
        from pyspark import StorageLevel  # noqa: PLC0415

        self._spark = spark
        self.wire_ids = histories.wire_ids
        self._parts: list[ClusterData] = []
        self.blocks = histories.blocks.persist(StorageLevel.MEMORY_AND_DISK)
        items = len(self.wire_ids)
        found = self.blocks.mapPartitions(partial(kernels.totals, items=items))
        self.people, self._content, self.counts = found.treeReduce(kernels.add_totals)
        if not self.people:
            raise EpicRecError(
                "There are no public ratings to train a model on; nothing was changed."
            )

    @property
    def ratings(self) -> int:
        """How many there are."""
        return int(self.counts.sum())

    @property
    def digest(self) -> str:
        """Tells whether two trainings were on the same ratings, in whatever order."""
        ids = int(hash_ids(self.wire_ids).sum(dtype=np.uint64))
        return f"{(self._content + ids) % 2**64:016x}"

    def close(self) -> None:
        """Let the cluster forget them."""
        for part in self._parts:
            part.close()
        self.blocks.unpersist()

    def hold_out(self, seed: int) -> tuple[ClusterData, list[HeldOut]]:
        """All but those with the least hashes, and these."""
        limit = self._limit(seed, holdout_size(self.people))
        names, held = hash_ids(self.wire_ids), []
        for keys, starts, items in self._collected(seed, limit):
            for key, history in zip(keys.tolist(), np.split(items, starts[1:-1]), strict=True):
                held.append(split_history(key, history, names, seed))
        away = partial(kernels.split_by_hash, seed=seed, limit=limit, beyond=True)
        rest = ClusterData(self._spark, Histories(self.blocks.map(away), self.wire_ids))
        self._parts.append(rest)
        return rest, [one for one in held if one is not None]

    def some(self, most: int) -> Ratings:
        """The ratings of so many people, always the same ones, in this process's memory."""
        most = max(1, min(most, MOST_COLLECTED * self.people // max(self.ratings, 1)))
        limit = self._limit(_SAMPLE_SEED, most) if most < self.people else 2**64 - 1
        users, items, number = [], [], 0
        for keys, starts, watched in self._collected(_SAMPLE_SEED, limit):
            users.append(np.repeat(np.arange(number, number + len(keys)), np.diff(starts)))
            items.append(watched)
            number += len(keys)
        return Ratings(np.concatenate(users).astype(np.int32), np.concatenate(items), self.wire_ids)

    def select(self, job: Job = UNATTENDED) -> Settings:
        """The best settings on as many of these people as are searched on anywhere."""
        sample = self.some(
            hyperparameter_search.MAX_TRAINING_USERS + hyperparameter_search.MAX_TRIALS
        )
        return hyperparameter_search.select(sample, job=job).settings

    def fit(
        self,
        settings: Settings,
        job: Job = UNATTENDED,
    ) -> ItemModel:
        """A model of them alone."""
        if self.people <= FEW_USERS:
            return hyperparameter_search.fit(self.some(self.people), settings, job=job)
        watched = np.flatnonzero(self.counts)
        ids = [self.wire_ids[i] for i in watched]
        counts = self.counts[watched].astype(np.float64)
        job.check()
        if isinstance(settings, Training):
            factors = train_als(self._spark, self.blocks, settings)
            return als_model(ids, factors[watched], counts, settings, self.people)
        found = self._decompose(settings.item_exponent, settings.factors, job=job)
        return model_of(ids, found, settings, {"seed": _SEED, "users": self.people})

    def fit_with(self, contributed: ContributionData) -> ItemModel:
        """A model of them and of contributions."""
        if self.people <= FEW_USERS:
            return train_with(self.some(self.people), contributed)
        watched = np.flatnonzero(self.counts)
        ids = [self.wire_ids[i] for i in watched]
        counts = self.counts[watched].astype(np.float64)
        return train_from_counts(ids, self.people, counts, self._decompose, contributed)

    def _decompose(
        self,
        item_exponent: float,
        factors: int,
        *,
        rows: Floats32 | None = None,
        popularity: Floats | None = None,
        job: Job = UNATTENDED,
    ) -> Spectrum:
        watched = np.flatnonzero(self.counts)
        return decompose_products(
            _Sums(self._spark.sparkContext, self.blocks, watched, len(self.wire_ids)),
            self.counts[watched].astype(np.float64),
            item_exponent,
            factors,
            people=self.people,
            rows=rows,
            popularity=popularity,
            seed=_SEED,
            job=job,
        )

    def _limit(self, seed: int, count: int) -> int:
        """The hash up to which so many people have theirs."""
        asked = partial(kernels.smallest_hashes, seed=seed, most=count)
        least = self.blocks.mapPartitions(asked).treeReduce(partial(kernels.least, count))
        return int(least[min(count, len(least)) - 1])

    def _collected(self, seed: int, limit: int) -> Iterator[kernels.Block]:
        """The people up to a hash, in this process's memory, in the order of their keys.

        So what is trained on them does not depend on who was in which partition.
        """
        asked = self.blocks.map(partial(kernels.split_by_hash, seed=seed, limit=limit))
        parts = [part for part in asked.collect() if len(part[0])]
        if not parts:
            return
        users = np.concatenate([np.repeat(keys, np.diff(starts)) for keys, starts, _ in parts])
        yield kernels.to_block(users, np.concatenate([items for _, _, items in parts]))


class _Sums:
    """Products of a basis with all people's histories, of the movies `watched` of all `items`."""

    def __init__(self, context: Any, blocks: Any, watched: NDArray[np.int64], items: int) -> None:
        self._context, self._blocks, self._watched, self._items = context, blocks, watched, items

    def spread(self, basis: Floats32) -> Floats32:
        """DᵀD·basis."""
        sent = self._context.broadcast(self._whole(basis))
        try:
            slabs = self._blocks.mapPartitions(partial(kernels.spread, sent=sent))
            parts = min(self._blocks.getNumPartitions(), 1 + self._items // kernels.SLAB)
            found = dict(slabs.reduceByKey(np.add, parts).collect())
        finally:
            sent.destroy()
        whole = np.concatenate([found[number] for number in sorted(found)])
        return np.asarray(whole[self._watched], dtype=np.float32)

    def inner(self, basis: Floats32) -> Floats32:
        """(D·basis)ᵀ(D·basis)."""
        sent = self._context.broadcast(self._whole(basis))
        try:
            found = self._blocks.mapPartitions(partial(kernels.inner, sent=sent))
            return np.asarray(found.treeReduce(np.add), dtype=np.float32)
        finally:
            sent.destroy()

    def _whole(self, basis: Floats32) -> Floats32:
        whole = np.zeros((self._items, basis.shape[1]), dtype=np.float32)
        whole[self._watched] = basis
        return whole
