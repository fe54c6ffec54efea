"""Train on a cluster on people who do not fit into memory: the operations of `server.training`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend import hyperparameter_search
from epicrec_desktop.recommend.contribution_training import ContributionData, train_from_counts
from epicrec_desktop.recommend.linear_training import (
    SEED,
    LinearSettings,
    Spectrum,
    decompose_products,
    model_of,
)
from epicrec_desktop.recommend.metrics import HeldOut, hash_ids, holdout_size, split_histories
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ratings import Ratings, no_ratings
from epicrec_desktop.server import spark_kernels as kernels
from epicrec_desktop.server.history_blocks import Block, to_block
from epicrec_desktop.server.rating_table import ratings_of

if TYPE_CHECKING:
    from pyspark import RDD, Broadcast

MOST_COLLECTED = 30_000_000
"""Ratings that the driver takes at most at a time, 8 bytes each: people held out, and tried on."""

_SAMPLE_SEED = 4024


class SparkData:
    """People whose histories are on a cluster, until its session ends.

    `blocks`: an RDD of `history_blocks.Block`, whose items are positions in `wire_ids`.
    """

    lasting = True

    def __init__(self, blocks: RDD[Block], wire_ids: tuple[str, ...]) -> None:
        from pyspark import StorageLevel  # noqa: PLC0415 - belongs to an extra

        self.wire_ids = wire_ids
        self.blocks = blocks.persist(StorageLevel.MEMORY_AND_DISK)
        totals = self.blocks.mapPartitions(partial(kernels.totals, items=len(wire_ids)))
        self.people, self._content, self.counts = totals.treeReduce(kernels.add_totals)
        if not self.people:
            raise no_ratings()

    @property
    def ratings(self) -> int:
        """How many there are."""
        return int(self.counts.sum())

    @property
    def digest(self) -> str:
        """Tells whether two trainings were on the same ratings, in whatever order."""
        ids = int(hash_ids(self.wire_ids).sum(dtype=np.uint64))
        return f"{(self._content + ids) % 2**64:016x}"

    def folds(self, seed: int, *, once: bool = True) -> Iterator[tuple[SparkData, list[HeldOut]]]:
        """Yield one fold, always: the users without those with the smallest hashes, and these."""
        limit = self._limit(seed, holdout_size(self.people))
        few = self._collected(seed, limit)
        beyond = partial(kernels.split_by_hash, seed=seed, limit=limit, beyond=True)
        rest = SparkData(self.blocks.map(beyond), self.wire_ids)
        yield rest, split_histories(few, np.unique(few.users), seed)

    def some(self, most: int) -> Ratings:
        """Return the ratings of so many people, always the same ones, in this process's memory."""
        most = max(1, min(most, MOST_COLLECTED * self.people // max(self.ratings, 1)))
        limit = self._limit(_SAMPLE_SEED, most) if most < self.people else 2**64 - 1
        return self._collected(_SAMPLE_SEED, limit)

    def select(self, job: Job = UNATTENDED) -> LinearSettings:
        """Return the best settings on as many of these people as are searched on anywhere."""
        sample = self.some(
            hyperparameter_search.MAX_TRAINING_USERS + hyperparameter_search.MAX_TRIALS
        )
        return hyperparameter_search.select(sample, job=job).settings

    def fit(self, settings: LinearSettings, job: Job = UNATTENDED) -> ItemModel:
        """Return a model of them alone."""
        job.check()
        ids, _counts, decompose = self._remote()
        found = decompose(settings.item_exponent, settings.factors, job=job)
        return model_of(ids, found, settings, {"seed": SEED, "users": self.people})

    def fit_with(self, contributed: Sequence[ContributionData]) -> ItemModel:
        """Return a model of them and of contributions."""
        ids, counts, decompose = self._remote()
        return train_from_counts(ids, self.people, counts, decompose, contributed)

    def _remote(self) -> tuple[list[str], NDArray[np.float64], Callable[..., Spectrum]]:
        """Return the n movies watched, by how many (n,), and what decomposes their watch matrix."""
        watched = np.flatnonzero(self.counts)
        counts = self.counts[watched].astype(np.float64)
        sums = _Sums(self.blocks, watched, len(self.wire_ids))
        ids = [self.wire_ids[i] for i in watched]
        return ids, counts, partial(decompose_products, sums, counts, people=self.people)

    def _limit(self, seed: int, count: int) -> int:
        """Return the hash up to which so many people have theirs."""
        asked = partial(kernels.smallest_hashes, seed=seed, most=count)
        least = self.blocks.mapPartitions(asked).treeReduce(partial(kernels.least, count))
        return int(least[-1])

    def _collected(self, seed: int, limit: int) -> Ratings:
        """Return the ratings of the people up to a hash, in the order of their keys.

        So what is trained on them does not depend on who was in which partition.
        """
        upto = partial(kernels.split_by_hash, seed=seed, limit=limit)
        parts = self.blocks.map(upto).collect()
        users = np.concatenate([np.repeat(keys, np.diff(starts)) for keys, starts, _ in parts])
        items = np.concatenate([items for _, _, items in parts])
        return ratings_of(to_block(users, items), self.wire_ids)


class _Sums:
    """Products of a basis with all people's histories, of the movies `watched` of all `items`."""

    def __init__(self, blocks: RDD[Block], watched: NDArray[np.int64], items: int) -> None:
        self._blocks, self._watched, self._items = blocks, watched, items

    def spread(self, basis: Floats32) -> Floats32:
        """DᵀD·basis."""
        with self._sent(basis) as sent:
            slabs = self._blocks.mapPartitions(partial(kernels.spread, sent=sent))
            parts = min(self._blocks.getNumPartitions(), 1 + self._items // kernels.SLAB)
            found = dict(slabs.reduceByKey(np.add, parts).collect())
        whole = np.concatenate([found[number] for number in sorted(found)])
        return np.asarray(whole[self._watched], dtype=np.float32)

    def inner(self, basis: Floats32) -> Floats32:
        """(D·basis)ᵀ(D·basis)."""
        with self._sent(basis) as sent:
            found = self._blocks.mapPartitions(partial(kernels.inner, sent=sent))
            return np.asarray(found.treeReduce(np.add), dtype=np.float32)

    @contextmanager
    def _sent(self, basis: Floats32) -> Iterator[Broadcast[Floats32]]:
        """Send every machine the basis, with rows of zeros for movies that nobody watched."""
        whole = np.zeros((self._items, basis.shape[1]), dtype=np.float32)
        whole[self._watched] = basis
        sent = self._blocks.context.broadcast(whole)
        try:
            yield sent
        finally:
            sent.destroy()
