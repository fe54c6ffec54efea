"""Public ratings of a catalog: for popularity, the size of a usual profile, and training."""

from __future__ import annotations

import os
import tempfile
import zipfile
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.paths import private_folder

_NAMES = ("users", "items", "values")


@dataclass(frozen=True, eq=False)
class Ratings:
    """Who rated what: three arrays of one length, ordered by user, then item; no pair twice.

    `users` int32, 0 … user_count − 1; `items` int32, positions in `catalog.movies`; `values`
    float32, stars. Every rating counts as watched, whatever its stars.
    """

    users: NDArray[np.int32]
    items: NDArray[np.int32]
    values: NDArray[np.float32]

    @classmethod
    def build(cls, users: NDArray[Any], items: NDArray[Any], values: NDArray[Any]) -> Ratings:
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

    def moved(self, positions: NDArray[np.int64]) -> Ratings:
        """The same ratings for another order of movies: item i is at `positions[i]`, −1: dropped.

        Users whose every movie is dropped are gone, and the others are numbered from 0 again.
        """
        items = positions[self.items]
        kept = items >= 0
        return Ratings.build(self.users[kept], items[kept], self.values[kept])

    def save(self, path: Path) -> None:
        """Write as compressed npz, in one step and for the person alone."""
        private_folder(path.parent)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".partial")
        partial = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                np.savez_compressed(stream, users=self.users, items=self.items, values=self.values)
                stream.flush()
                os.fsync(stream.fileno())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: Path) -> Ratings:
        """Read what `save` wrote. Raises `CatalogError` for a missing or damaged file."""
        try:
            # numpy leaves a file open that it opened itself and cannot read.
            with path.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
                users, items, values = (arrays[name] for name in _NAMES)
        except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error) as error:
            raise _damaged() from error
        shapes = {users.shape, items.shape, values.shape}
        if len(shapes) != 1 or users.ndim != 1 or (users.size and users.min() < 0):
            raise _damaged()
        return cls(
            users.astype(np.int32, copy=False),
            items.astype(np.int32, copy=False),
            values.astype(np.float32, copy=False),
        )


def _damaged() -> CatalogError:
    return CatalogError(
        "The stored public ratings are missing or damaged. Your movies are kept. "
        "Import the catalog again."
    )
