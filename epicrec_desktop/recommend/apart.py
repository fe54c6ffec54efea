"""Holds people out by a hash of who they are: the same ones wherever the ratings are.

A trainer on a cluster sees neither all people at once nor in any order, so nobody can be drawn by
their place among the others. Here those with the least hash are held out, and of their histories
the movies with the least hash are given. Who is held out of more people than before is new, or was
held out before (`MAX_HELD_OUT` once reached): a model that was trained without the people held
out then has seen none of those held out now.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.recommend.als import Ratings
from epicrec_desktop.recommend.metrics import (
    HELD_OUT,
    INPUT_FRACTION,
    MAX_HELD_OUT,
    SPLIT_SEED,
    HeldOut,
)

Hashes = NDArray[np.uint64]


def splitmix64(keys: NDArray[Any], seed: int) -> Hashes:
    """A hash of each whole number (SplitMix64); another for every seed."""
    with np.errstate(over="ignore"):
        z = keys.astype(np.int64).view(np.uint64) + np.uint64(seed) * np.uint64(0xD1342543DE82EF95)
        z += np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    found: Hashes = z ^ (z >> np.uint64(31))
    return found


def hash_ids(wire_ids: Sequence[str | None]) -> Hashes:
    """A hash of each public id, (n,)."""
    digests = [hashlib.blake2b((w or "").encode(), digest_size=8).digest() for w in wire_ids]
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64)


def holdout_size(people: int, held_out: float = HELD_OUT) -> int:
    """How many of so many people are held out."""
    return max(1, min(round(held_out * people), MAX_HELD_OUT))


def split_history(
    key: int, items: NDArray[Any], names: Hashes, seed: int, share: float = INPUT_FRACTION
) -> HeldOut | None:
    """A history in two, `items` (k,) being positions in `names`; None where it is too short."""
    own = splitmix64(np.array([key]), seed)
    items = np.unique(items).astype(np.int64)
    order = np.argsort(splitmix64((names[items] ^ own).view(np.int64), seed + 1), kind="stable")
    watched, given = items[order], round(share * len(items))
    return HeldOut(watched[:given], watched[given:]) if 0 < given < len(watched) else None


def split_by_hash(ratings: Ratings, *, seed: int = SPLIT_SEED) -> tuple[Ratings, list[HeldOut]]:
    """As `metrics.split`, by hashes of `ratings.users`; histories by the hash of their person."""
    users = np.unique(ratings.users)
    order = np.argsort(splitmix64(users, seed), kind="stable")
    held_out_users = users[order[: holdout_size(len(users))]]
    is_held_out = np.isin(ratings.users, held_out_users)
    rest = Ratings(ratings.users[~is_held_out], ratings.items[~is_held_out], ratings.wire_ids)
    user_column, items = ratings.users[is_held_out], ratings.items[is_held_out]
    by_user = np.argsort(user_column, kind="stable")
    user_column, items = user_column[by_user], items[by_user]
    names = hash_ids(ratings.wire_ids)
    parts = (
        split_history(
            int(user), items[slice(*np.searchsorted(user_column, [user, user + 1]))], names, seed
        )
        for user in held_out_users.tolist()
    )
    return rest, [part for part in parts if part is not None]
