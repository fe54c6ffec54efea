"""Read a table of public ratings into this process's memory: what each user watched, once.

What does not fit is for a cluster (`spark_session.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.memory import available_bytes
from epicrec_desktop.recommend.ratings import Ratings, no_ratings
from epicrec_desktop.recommend.wire_published import MAX_MOVIES
from epicrec_desktop.server.history_blocks import Block, to_block
from epicrec_desktop.server.rating_sources import LONGEST_ID, Pieces

BYTES_PER_ROW = 100
"""Of memory, for reading and training together (docs/evaluation.md)."""

MOST_IDS = 2_000_000
"""Different movies that are looked at, before all but `MAX_MOVIES` are left out."""

_UNKNOWN = -1


def read(pieces: Pieces, job: Job = UNATTENDED) -> Ratings:
    """Return the ratings of these rows (`rating_sources.pieces`), with the `keys` of their users.

    Rows without a user or a public id are passed over; of more than `MAX_MOVIES` movies the most
    watched are kept. Raises `Cancelled`, and `EpicRecError`, also where the rows would not fit into
    memory.
    """
    index: dict[str, int] = {}
    keys, items = _rows(pieces, index, job)
    wire_ids, places = _most_watched(index, items)
    items = places[items]
    if len(wire_ids) < len(index):
        kept = items != _UNKNOWN
        keys, items = keys[kept], items[kept]
    return ratings_of(to_block(keys, items), wire_ids)


def ratings_of(block: Block, wire_ids: tuple[str, ...]) -> Ratings:
    """Return the ratings of a block's users, with their keys.

    Raises `EpicRecError` where there are none.
    """
    keys, starts, items = block
    if not len(keys):
        raise no_ratings()
    users = np.repeat(np.arange(len(keys), dtype=np.int32), np.diff(starts))
    return Ratings(users, items, wire_ids, keys)


def _rows(
    pieces: Pieces, index: dict[str, int], job: Job
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return user's key and movie's place in `index` of each row; new movies are added there."""
    available = available_bytes()
    keys, items, rows = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int32)], 0
    for users, movies in pieces:
        job.check()
        places = _places(movies, index)
        known = places != _UNKNOWN
        keys.append(_keys(users)[known])
        items.append(places[known])
        rows += len(items[-1])
        if available is not None and rows * BYTES_PER_ROW > available:
            raise EpicRecError(
                "Training on more than {most} ratings does not fit into the memory that is free "
                "here; nothing was changed. Write them as Parquet and train with --engine spark.",
                most=f"{available // BYTES_PER_ROW:,}",
            )
        job.report(Progress("Reading the ratings", rows, 0))
    return np.concatenate(keys), np.concatenate(items)


def _places(movies: Sequence[str], index: dict[str, int]) -> NDArray[np.int32]:
    """Return the place of each movie in `index`, where new ones are added."""
    for movie in set(movies):
        if movie not in index and len(movie) <= LONGEST_ID and WIRE_ID.match(movie):
            index[movie] = len(index)
    if len(index) > MOST_IDS:
        raise EpicRecError(
            "The ratings are of more than {most} different movies; nothing was changed. "
            "Check the column movie_id.",
            most=f"{MOST_IDS:,}",
        )
    return np.fromiter((index.get(movie, _UNKNOWN) for movie in movies), np.int32, len(movies))


def _most_watched(
    index: dict[str, int], items: NDArray[np.int32]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Return at most `MAX_MOVIES` ids, ascending, and the place among them of each in `index`."""
    counts = np.bincount(items, minlength=len(index)).tolist()
    most = sorted(index, key=lambda movie: (-counts[index[movie]], movie))[:MAX_MOVIES]
    wire_ids = tuple(sorted(most))
    places = np.full(len(index), _UNKNOWN, dtype=np.int32)
    places[[index[movie] for movie in wire_ids]] = np.arange(len(wire_ids))
    return wire_ids, places


def _keys(users: Sequence[Any] | NDArray[Any]) -> NDArray[np.int64]:
    """Return whole numbers as they are, and a hash of what is text."""
    try:
        return np.array(users, dtype=np.int64)
    except (ValueError, TypeError, OverflowError):
        known = {user: _key(user) for user in set(users)}
        return np.fromiter((known[user] for user in users), np.int64, len(users))


def _key(user: Any) -> int:
    with suppress(ValueError):
        if abs(int(user)) < 2**63:
            return int(user)
    digest = hashlib.blake2b(str(user).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)
