"""Public ratings of a catalog: for popularity, the size of a usual profile, and training."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class PublicRatings:
    """Who rated what: three arrays of one length, ordered by user, then item; no pair twice.

    `users` int32, 0 … user_count − 1; `items` int32, positions in `catalog.movies`; `values`
    float32, stars. Every rating counts as watched, whatever its stars.
    """

    users: NDArray[np.int32]
    items: NDArray[np.int32]
    values: NDArray[np.float32]

    @classmethod
    def build(cls, users: NDArray[Any], items: NDArray[Any], values: NDArray[Any]) -> PublicRatings:
        """Bring ratings in order: users numbered from 0, and the last of a repeated pair kept."""
        if users.size == 0:
            return cls(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32))
        _, dense = np.unique(users, return_inverse=True)
        key = (dense.astype(np.int64) << 32) | items.astype(np.int64)
        if not np.all(np.diff(key) > 0):
            # The first of the reversed order is the last that was given.
            key, last = np.unique(key[::-1], return_index=True)
            values = values[::-1][last]
        return cls(
            (key >> 32).astype(np.int32),
            (key & 0xFFFFFFFF).astype(np.int32),
            values.astype(np.float32),
        )

    def __len__(self) -> int:
        """How many ratings there are."""
        return int(self.users.size)

    @cached_property
    def user_count(self) -> int:
        """How many people rated anything."""
        return int(self.users[-1]) + 1 if len(self) else 0

    @property
    def mean_profile_size(self) -> float | None:
        """Mean number of movies per user; None without ratings."""
        return len(self) / self.user_count if len(self) else None

    def popularity(self, movies: int) -> NDArray[np.int64]:
        """Raters per movie, shape (movies,)."""
        return np.bincount(self.items, minlength=movies)
