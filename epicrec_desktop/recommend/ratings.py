"""Public ratings that models are trained on, and the matrix of who watched what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.errors import EpicRecError

MANY_ITEMS = 50_000
MANY_ITEMS_FACTORS = 104
"""More than so many items have so many factors at most: 60,000 are then less than 8 MB to fetch."""


@dataclass(frozen=True)
class Ratings:
    """Public ratings: two arrays of equal length, one entry per rating.

    `users` are numbers without meaning; `items` are positions in `wire_ids`, whose entries are
    None for movies without a public id (their ratings are left out). `keys`, one for each number of
    a user, identify users in every version of a table that changes; None without such a table.
    """

    users: NDArray[np.integer]
    items: NDArray[np.integer]
    wire_ids: Sequence[str | None]
    keys: NDArray[np.int64] | None = None

    def chosen(self, which: NDArray[np.bool_]) -> Ratings:
        """Return those ratings for which this is true."""
        return Ratings(self.users[which], self.items[which], self.wire_ids, self.keys)

    def keys_of(self, users: NDArray[np.integer]) -> NDArray[np.integer]:
        """Return what identifies these users: their keys, or their numbers where there are none."""
        return users if self.keys is None else self.keys[users]


def no_ratings() -> EpicRecError:
    """Return what is said where there is nothing to train on."""
    return EpicRecError("There are no public ratings to train a model on; nothing was changed.")


def fitting_factors(wanted: int, items: int) -> int:
    """Return how many factors a model of so many items gets."""
    return wanted if items <= MANY_ITEMS else min(wanted, MANY_ITEMS_FACTORS)


def watch_matrix(ratings: Ratings) -> tuple[list[str], Any]:
    """Return the rated items' public ids, and the sparse (users, items) matrix of who rated what.

    Raises `EpicRecError` where there are no ratings.
    """
    from scipy import sparse  # noqa: PLC0415

    named = np.array([w is not None for w in ratings.wire_ids], dtype=bool)
    usable = named[ratings.items]
    if not usable.any():
        raise no_ratings()
    whole = bool(usable.all())
    users = _numbered(ratings.users if whole else ratings.users[usable])[1]
    columns, items = _numbered(ratings.items if whole else ratings.items[usable])
    csr: Any = sparse.csr_matrix
    matrix = csr(
        (np.ones(len(users), dtype=np.float32), (users, items)),
        shape=(int(users.max()) + 1, len(columns)),
    )
    matrix.data[:] = 1.0  # duplicate pairs were added up
    return [str(ratings.wire_ids[c]) for c in columns], matrix


def _numbered(values: NDArray[np.integer]) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
    """Return the different values, ascending, and the place of each one among them.

    Like `np.unique`, but with a fraction of its time and memory for dense numbers.
    """
    if values.min() < 0 or values.max() > 4 * len(values) + 1_000_000:
        found, place = np.unique(values, return_inverse=True)
        return found, place
    is_present = np.zeros(int(values.max()) + 1, dtype=bool)
    is_present[values] = True
    places = np.cumsum(is_present, dtype=np.int32) - np.int32(1)
    return np.flatnonzero(is_present), places[values]
