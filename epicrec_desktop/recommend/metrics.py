"""Ranking metrics, and holdout splits of public ratings by random sampling or by hash."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.selection import top

HELD_OUT = 0.1
MAX_HELD_OUT = 2_000
"""More people than this measure nothing better, and are missed in training."""

INPUT_FRACTION = 0.8
SPLIT_SEED = 2016


@dataclass(frozen=True)
class HeldOut:
    """A held-out public user with a split history: the given part, and the part to be found.

    Both as positions in the ratings' `wire_ids`.
    """

    given: Positions
    hidden: Positions


@dataclass(frozen=True)
class Quality:
    """NDCG@10 and Recall@20 over users, with the standard error of the former."""

    ndcg10: float
    standard_error: float
    recall20: float
    users: int


def ndcg(ranked: Positions, relevant: Positions, k: int = 10) -> float:
    """Normalized discounted cumulative gain of the first k places, relevance 0 or 1."""
    if len(relevant) == 0:
        return 0.0
    discounts = 1.0 / np.log2(np.arange(2, k + 2))
    hits = np.isin(ranked[:k], relevant)
    gain = float(hits @ discounts[: len(hits)] / discounts[: min(k, len(relevant))].sum())
    return min(gain, 1.0)  # not above by rounding: it is checked when read again


def recall(ranked: Positions, relevant: Positions) -> float:
    """Return the share of the relevant items in the first 20 places, of at most 20."""
    if len(relevant) == 0:
        return 0.0
    return float(np.isin(ranked[:20], relevant).sum() / min(20, len(relevant)))


def split(
    ratings: Ratings, *, held_out: float = HELD_OUT, seed: int = SPLIT_SEED
) -> tuple[Ratings, list[HeldOut]]:
    """Return ratings of the users to train on, and held-out users with their histories split.

    The same ratings and seed always hold out the same users, so that an old and a new model can be
    compared on users that neither has seen.
    """
    generator = np.random.default_rng(seed)
    users = np.unique(ratings.users)
    held_out_users = np.sort(generator.permutation(users)[: holdout_size(len(users), held_out)])
    chosen = np.zeros(int(users.max(initial=-1)) + 1, dtype=bool)
    chosen[held_out_users] = True
    is_held_out = chosen[ratings.users]
    histories = []
    for items in _by_user(ratings.chosen(is_held_out), held_out_users):
        watched = generator.permutation(np.unique(items))
        given = round(INPUT_FRACTION * len(watched))
        if 0 < given < len(watched):
            histories.append(HeldOut(watched[:given], watched[given:]))
    return ratings.chosen(~is_held_out), histories


def _by_user(ratings: Ratings, users: Positions) -> Iterator[Positions]:
    """Return the items of each of these users, one after the other."""
    order = np.argsort(ratings.users, kind="stable")
    items, whose = ratings.items[order].astype(np.int64), ratings.users[order]
    starts, ends = np.searchsorted(whose, users), np.searchsorted(whose, users, side="right")
    return (items[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True))


def nothing() -> None:
    """Do nothing; the default progress callback."""


def user_measures(
    model: ItemModel,
    wire_ids: tuple[str | None, ...],
    users: Sequence[HeldOut],
    tick: Callable[[], None] = nothing,
) -> Floats:
    """Return NDCG@10 and Recall@20 for each held-out user, (n, 2), without ranking given items.

    An item unknown to the model counts as missed. `tick` runs after each user.
    """
    position = find_positions(model.index, wire_ids)
    measures = np.zeros((len(users), 2))
    for row, (ranked, relevant) in enumerate(rank_held_out(model.scores, position, users)):
        measures[row] = ndcg(ranked, relevant), recall(ranked, relevant)
        tick()
    return measures


def find_positions(index: Mapping[str, int], wire_ids: Sequence[str | None]) -> Positions:
    """Return the position of each public id, (n,); -1 for one that `index` does not have."""
    return np.array([index.get(wire_id or "", -1) for wire_id in wire_ids], dtype=np.int64)


def rank_held_out(
    scores: Callable[[Positions], Floats32], position: Positions, users: Iterable[HeldOut]
) -> Iterator[tuple[Positions, Positions]]:
    """Yield the 20 best items for each user, without given ones, and the hidden items.

    `scores` are of all items of a model for given ones; `position` is from `find_positions`. A
    hidden item unknown to the model stays relevant, under an index that is never ranked.
    """
    for user in users:
        given, hidden = position[user.given], position[user.hidden]
        given = given[given >= 0]
        values = scores(given)
        allowed = np.ones(len(values), dtype=bool)
        allowed[given] = False
        relevant = np.where(hidden >= 0, hidden, -1 - np.arange(len(hidden)))
        yield top(values, allowed, 20), relevant


def summarize(measures: Floats) -> Quality:
    """Return the means of what `user_measures` returned."""
    users = len(measures)
    spread = float(np.std(measures[:, 0], ddof=1) / np.sqrt(users)) if users > 1 else 0.0
    return Quality(float(measures[:, 0].mean()), spread, float(measures[:, 1].mean()), users)


def quality(
    model: ItemModel,
    wire_ids: tuple[str | None, ...],
    users: Sequence[HeldOut],
    tick: Callable[[], None] = nothing,
) -> Quality:
    """Measure a model on held-out users: the means of `user_measures`."""
    return summarize(user_measures(model, wire_ids, users, tick))


Hashes = NDArray[np.uint64]


def splitmix64(keys: NDArray[Any], seed: int) -> Hashes:
    """Return a hash of each integer (SplitMix64), different for each seed."""
    with np.errstate(over="ignore"):
        z = keys.astype(np.int64).view(np.uint64) + np.uint64(seed) * np.uint64(0xD1342543DE82EF95)
        z += np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def hash_ids(wire_ids: Sequence[str | None]) -> Hashes:
    """Return a hash of each public id, (n,)."""
    digests = [hashlib.blake2b((w or "").encode(), digest_size=8).digest() for w in wire_ids]
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64)


def holdout_size(people: int, share: float = HELD_OUT) -> int:
    """Return how many of so many people are held out."""
    return max(1, min(round(share * people), MAX_HELD_OUT))


def split_history(key: int, items: NDArray[Any], names: Hashes, seed: int) -> HeldOut | None:
    """Split a history, `items` (k,) being positions in `names`; return None if it is too short."""
    own = splitmix64(np.array([key]), seed)
    items = np.unique(items).astype(np.int64)
    order = np.argsort(splitmix64((names[items] ^ own).view(np.int64), seed + 1), kind="stable")
    watched, given = items[order], round(INPUT_FRACTION * len(items))
    return HeldOut(watched[:given], watched[given:]) if 0 < given < len(watched) else None


def split_by_hash(
    ratings: Ratings, *, seed: int = SPLIT_SEED, part: tuple[int, int] = (0, 1)
) -> tuple[Ratings, list[HeldOut]]:
    """Return what `split` does, by hashes of the users' keys (`Ratings.keys_of`).

    With `part` (k, n), n > 1, the users held out are the k-th of n parts of all.
    """
    users = np.unique(ratings.users)
    users = users[np.argsort(splitmix64(ratings.keys_of(users), seed), kind="stable")]
    held_out_users = users[: holdout_size(len(users))]
    if part[1] > 1:
        held_out_users = np.array_split(users, part[1])[part[0]]
    is_held_out = np.isin(ratings.users, held_out_users)
    held = split_histories(ratings.chosen(is_held_out), held_out_users, seed)
    return ratings.chosen(~is_held_out), held


def split_histories(ratings: Ratings, users: Positions, seed: int) -> list[HeldOut]:
    """Split the history of each of these users by the hash of their key; not those too short."""
    names, keys = hash_ids(ratings.wire_ids), ratings.keys_of(users).tolist()
    histories = zip(keys, _by_user(ratings, users), strict=True)
    found = (split_history(key, items, names, seed) for key, items in histories)
    return [one for one in found if one is not None]
