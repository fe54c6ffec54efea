"""Work on some people at a time, on the machines of a cluster.

It needs Python, NumPy, SciPy and PyArrow there, and nothing of this program: this code is sent
along (`spark_session.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.recommend.linear_training import PEOPLE
from epicrec_desktop.recommend.metrics import splitmix64
from epicrec_desktop.server.history_blocks import Block, to_block

Totals = tuple[int, int, NDArray[np.int64]]

SLAB = 4_096
"""Rows of a sum that travel together: some megabytes."""


def packed_blocks(batches: Iterable[Any]) -> Iterator[Any]:
    """Of a partition's batches (user long, item int) one row with the bytes of their block."""
    import pyarrow as pa  # noqa: PLC0415 - on the cluster alone

    whole = [b for b in batches if b.num_rows]
    if not whole:
        return
    users = np.concatenate([b.column(0).to_numpy(zero_copy_only=False) for b in whole])
    items = np.concatenate([b.column(1).to_numpy(zero_copy_only=False) for b in whole])
    block = to_block(users.astype(np.int64), items.astype(np.int32))
    columns = [pa.array([array.tobytes()], pa.binary()) for array in block]
    yield pa.RecordBatch.from_arrays(columns, names=["keys", "starts", "items"])


def unpacked(row: Any) -> Block:
    """Return the block of such a row."""
    return (
        np.frombuffer(row[0], dtype=np.int64),
        np.frombuffer(row[1], dtype=np.int64),
        np.frombuffer(row[2], dtype=np.int32),
    )


def smallest_hashes(blocks: Iterable[Block], seed: int, most: int) -> Iterator[NDArray[np.uint64]]:
    """Yield the least hashes of a partition's people, at most so many."""
    found = np.zeros(0, dtype=np.uint64)
    for keys, _starts, _items in blocks:
        found = np.sort(np.concatenate([found, splitmix64(keys, seed)]))[:most]
    yield found


def split_by_hash(block: Block, seed: int, limit: int, *, beyond: bool = False) -> Block:
    """Return the people whose hash is at most `limit`, or those `beyond` it."""
    keys, starts, items = block
    wanted = (splitmix64(keys, seed) <= np.uint64(limit)) != beyond
    lengths = np.diff(starts)
    offsets = np.append(0, np.cumsum(lengths[wanted])).astype(np.int64)
    return keys[wanted], offsets, items[np.repeat(wanted, lengths)]


def totals(blocks: Iterable[Block], items: int) -> Iterator[Totals]:
    """Of a partition: people, a number that tells its content, and by how many each was watched.

    The number is a sum over all pairs, so it does not depend on who is in which partition.
    """
    people, content, counts = 0, 0, np.zeros(items, dtype=np.int64)
    for keys, starts, watched in blocks:
        people += len(keys)
        counts += np.bincount(watched, minlength=items)
        who = np.repeat(keys, np.diff(starts))
        pairs = splitmix64(splitmix64(who, 1).view(np.int64) ^ watched.astype(np.int64), 2)
        content = (content + int(pairs.sum(dtype=np.uint64))) % 2**64
    yield people, content, counts


def add_totals(one: Totals, other: Totals) -> Totals:
    """Return the totals of two partitions together."""
    return one[0] + other[0], (one[1] + other[1]) % 2**64, one[2] + other[2]


def least(count: int, one: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the least of both, at most so many, ascending."""
    return np.sort(np.concatenate([one, other]))[:count]


def spread(blocks: Iterable[Block], sent: Any) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """DᵀD·basis of a partition's people, (n, w), in slabs of rows by their number.

    `sent` is the broadcast basis.
    """
    basis = sent.value
    found = np.zeros(basis.shape, dtype=np.float32)
    for matrix in _matrices(blocks, len(basis)):
        found += matrix.T @ (matrix @ basis)
    for number, start in enumerate(range(0, len(found), SLAB)):
        yield number, found[start : start + SLAB]


def inner(blocks: Iterable[Block], sent: Any) -> Iterator[NDArray[np.float32]]:
    """(D·basis)ᵀ(D·basis) of a partition's people, (w, w); `sent` is the broadcast basis."""
    basis = sent.value
    width = basis.shape[1]
    found = np.zeros((width, width), dtype=np.float32)
    for matrix in _matrices(blocks, len(basis)):
        image = matrix @ basis
        found += image.T @ image
    yield found


def _matrices(blocks: Iterable[Block], items: int) -> Iterator[Any]:
    """Yield watch matrices of so many people at a time that products with a basis are bounded."""
    from scipy import sparse  # noqa: PLC0415

    csr: Any = sparse.csr_matrix
    for keys, starts, watched in blocks:
        ones = np.ones(len(watched), dtype=np.float32)
        whole = csr((ones, watched, starts), shape=(len(keys), items))
        yield from (whole[first : first + PEOPLE] for first in range(0, len(keys), PEOPLE))
