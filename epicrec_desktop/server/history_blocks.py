"""Blocks of histories, as one machine and those of a cluster train on them.

A *block* is (keys (p,) int64, starts (p + 1,) int64, items (r,) int32): each person's items are
ascending and different, and all of a person are in one block. This code is sent to a cluster too
(`spark_session.py`), so it needs NumPy alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Block = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]


def to_block(users: NDArray[np.int64], items: NDArray[np.int32]) -> Block:
    """Return the block of these pairs, each of which may be there several times."""
    order = np.lexsort((items, users))
    users, items = users[order], items[order]
    fresh = np.ones(len(users), dtype=bool)
    fresh[1:] = (users[1:] != users[:-1]) | (items[1:] != items[:-1])
    users, items = users[fresh], items[fresh]
    first = np.flatnonzero(np.concatenate([[True], users[1:] != users[:-1]])[: len(users)])
    starts = np.append(first, len(users)).astype(np.int64)
    return users[first], starts, items.astype(np.int32)
