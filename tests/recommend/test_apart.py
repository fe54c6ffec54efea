"""Who is held out by hash: the same people wherever the ratings are, in whatever order."""

from __future__ import annotations

import numpy as np
import pytest

from epicrec_desktop.recommend import apart
from epicrec_desktop.recommend.als import Ratings
from epicrec_desktop.recommend.apart import (
    hash_ids,
    holdout_size,
    split_by_hash,
    split_history,
    splitmix64,
)
from small_world import world


def histories(ratings: Ratings, held: list[apart.HeldOut]) -> set[tuple[frozenset[str], ...]]:
    ids = ratings.wire_ids
    return {
        tuple(frozenset(str(ids[i]) for i in part) for part in (one.given, one.hidden))
        for one in held
    }


def test_order_and_numbers_of_movies_do_not_matter() -> None:
    ratings = world().ratings
    generator = np.random.default_rng(1)
    order = generator.permutation(len(ratings.users))
    moved = generator.permutation(len(ratings.wire_ids))
    ids: list[str | None] = [None] * len(moved)
    for old, new in enumerate(moved.tolist()):
        ids[new] = ratings.wire_ids[old]
    shuffled = Ratings(ratings.users[order], moved[ratings.items[order]], ids)
    (rest, held), (other, also) = split_by_hash(ratings), split_by_hash(shuffled)
    assert histories(ratings, held) == histories(shuffled, also)
    assert len(held) == 18
    assert set(rest.users.tolist()) == set(other.users.tolist())
    assert len(np.unique(rest.users)) == 162
    for one in held:
        assert len(one.given) == 16
        assert set(one.given.tolist()).isdisjoint(one.hidden.tolist())


def test_another_seed_holds_out_others_and_hashes_spread_evenly() -> None:
    ratings = world().ratings
    one, other = (set(split_by_hash(ratings, seed=s)[0].users.tolist()) for s in (1, 2))
    assert one != other
    hashes = splitmix64(np.arange(100_000), 7) / 2.0**64
    # Of 100 bins none is off by more than six standard deviations.
    counts = np.histogram(hashes, 100, (0.0, 1.0))[0]
    assert np.abs(counts - 1_000).max() < 6 * 1_000**0.5
    assert len(np.unique(splitmix64(np.array([-(2**63), -1, 0, 2**63 - 1]), 3))) == 4


def test_who_is_held_out_of_more_people_is_new_or_was_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So a model trained without the people held out before has seen none of those now."""
    monkeypatch.setattr(apart, "MAX_HELD_OUT", 10)
    ratings = world().ratings
    fewer = ratings.users < 120
    before = Ratings(ratings.users[fewer], ratings.items[fewer], ratings.wire_ids)

    def out(part: Ratings) -> set[int]:
        return set(part.users.tolist()) - set(split_by_hash(part)[0].users.tolist())

    assert len(out(before)) == len(out(ratings)) == 10
    assert all(user in out(before) or user >= 120 for user in out(ratings))


def test_short_histories_are_not_divided() -> None:
    names = hash_ids(["ml:1", "ml:2", None])
    assert split_history(3, np.array([1]), names, 1) is None
    assert split_history(3, np.array([1, 1, 1]), names, 1) is None
    found = split_history(3, np.array([0, 1, 1]), names, 1, share=0.5)
    assert found is not None
    assert sorted([*found.given, *found.hidden]) == [0, 1]
    assert holdout_size(1) == 1
    assert holdout_size(10**8) == apart.MAX_HELD_OUT
