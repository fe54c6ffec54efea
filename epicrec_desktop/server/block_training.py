"""Train on people who do not fit into memory: the operations of `server.training` over blocks.

Blocks (`block_kernels.py`) are on a cluster (`spark_session.py`) or in files of this machine
(`block_files.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend import hyperparameter_search
from epicrec_desktop.recommend.contribution_training import (
    ContributionData,
    train_from_counts,
    train_with,
)
from epicrec_desktop.recommend.linear_training import (
    FEW_USERS,
    SEED,
    LinearSettings,
    Spectrum,
    decompose_products,
    model_of,
    train,
)
from epicrec_desktop.recommend.metrics import HeldOut, hash_ids, holdout_size, split_history
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.server import block_kernels as kernels

MOST_COLLECTED = 30_000_000
"""Ratings that the driver takes at most at a time, 8 bytes each: people held out, and tried on."""

_SAMPLE_SEED = 4024


class BlockData:
    """People whose histories are in blocks. Let go of them with `close`.

    `blocks`: an RDD of blocks, or `block_files.Files`; their items are positions in `wire_ids`.
    `storage` is where an RDD is kept, as Spark names it.
    """

    lasting = True

    def __init__(self, blocks: Any, wire_ids: tuple[str, ...], storage: Any = None) -> None:
        self.wire_ids = wire_ids
        self._storage = storage
        self._parts: list[BlockData] = []
        self.blocks = blocks.persist(storage)
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
        """Forget them."""
        for part in self._parts:
            part.close()
        self.blocks.unpersist()

    def folds(self, seed: int) -> Iterator[tuple[BlockData, list[HeldOut]]]:
        """Yield one fold: the users without those with the smallest hashes, and these."""
        limit = self._limit(seed, holdout_size(self.people))
        names, held = hash_ids(self.wire_ids), []
        for keys, starts, items in self._collected(seed, limit):
            for key, history in zip(keys.tolist(), np.split(items, starts[1:-1]), strict=True):
                held.append(split_history(key, history, names, seed))
        away = partial(kernels.split_by_hash, seed=seed, limit=limit, beyond=True)
        rest = BlockData(self.blocks.map(away), self.wire_ids, self._storage)
        self._parts.append(rest)
        yield rest, [one for one in held if one is not None]

    def some(self, most: int) -> Ratings:
        """Return the ratings of so many people, always the same ones, in this process's memory."""
        most = max(1, min(most, MOST_COLLECTED * self.people // max(self.ratings, 1)))
        limit = self._limit(_SAMPLE_SEED, most) if most < self.people else 2**64 - 1
        users, items, number = [], [], 0
        for keys, starts, watched in self._collected(_SAMPLE_SEED, limit):
            users.append(np.repeat(np.arange(number, number + len(keys)), np.diff(starts)))
            items.append(watched)
            number += len(keys)
        return Ratings(np.concatenate(users).astype(np.int32), np.concatenate(items), self.wire_ids)

    def select(self, job: Job = UNATTENDED) -> LinearSettings:
        """Return the best settings on as many of these people as are searched on anywhere."""
        sample = self.some(
            hyperparameter_search.MAX_TRAINING_USERS + hyperparameter_search.MAX_TRIALS
        )
        return hyperparameter_search.select(sample, job=job).settings

    def fit(self, settings: LinearSettings, job: Job = UNATTENDED) -> ItemModel:
        """Return a model of them alone."""
        if self.people <= FEW_USERS:
            return train(self.some(self.people), settings, job=job)
        job.check()
        ids = [self.wire_ids[i] for i in np.flatnonzero(self.counts)]
        found = self._decompose(settings.item_exponent, settings.factors, job=job)
        return model_of(ids, found, settings, {"seed": SEED, "users": self.people})

    def fit_with(self, contributed: Sequence[ContributionData]) -> ItemModel:
        """Return a model of them and of contributions."""
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
            _Sums(self.blocks, watched, len(self.wire_ids)),
            self.counts[watched].astype(np.float64),
            item_exponent,
            factors,
            people=self.people,
            rows=rows,
            popularity=popularity,
            job=job,
        )

    def _limit(self, seed: int, count: int) -> int:
        """Return the hash up to which so many people have theirs."""
        asked = partial(kernels.smallest_hashes, seed=seed, most=count)
        least = self.blocks.mapPartitions(asked).treeReduce(partial(kernels.least, count))
        return int(least[min(count, len(least)) - 1])

    def _collected(self, seed: int, limit: int) -> Iterator[kernels.Block]:
        """Yield the people up to a hash, in this process's memory, in the order of their keys.

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

    def __init__(self, blocks: Any, watched: NDArray[np.int64], items: int) -> None:
        self._blocks, self._watched, self._items = blocks, watched, items

    def spread(self, basis: Floats32) -> Floats32:
        """DᵀD·basis."""
        sent = self._blocks.context.broadcast(self._with_unwatched_rows(basis))
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
        sent = self._blocks.context.broadcast(self._with_unwatched_rows(basis))
        try:
            found = self._blocks.mapPartitions(partial(kernels.inner, sent=sent))
            return np.asarray(found.treeReduce(np.add), dtype=np.float32)
        finally:
            sent.destroy()

    def _with_unwatched_rows(self, basis: Floats32) -> Floats32:
        whole = np.zeros((self._items, basis.shape[1]), dtype=np.float32)
        whole[self._watched] = basis
        return whole
