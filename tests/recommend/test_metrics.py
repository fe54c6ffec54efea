"""Ranking metrics, holdout splits, and the rule for replacing a model."""

import math
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.recommend import metrics
from epicrec_desktop.recommend.knowledge_model import DEFAULTS, KnowledgeModel
from epicrec_desktop.recommend.linear_training import train
from epicrec_desktop.recommend.metrics import (
    hash_ids,
    holdout_size,
    ndcg,
    quality,
    recall,
    split,
    split_by_hash,
    split_history,
    splitmix64,
)
from epicrec_desktop.recommend.ratings import Ratings
from small_world import world

POPULARITY_ONLY = {**DEFAULTS, "category_weight": 0.0, "era_weight": 0.0}


def test_ndcg_by_hand():
    relevant = np.array([4, 9])
    assert ndcg(np.array([4, 9, 1]), relevant) == pytest.approx(1.0)
    gain = (1 / math.log2(3)) / (1 + 1 / math.log2(3))
    assert ndcg(np.array([1, 9, 2]), relevant) == pytest.approx(gain)
    assert ndcg(np.array([1, 2, 3]), relevant) == 0.0
    everything = np.arange(10)
    assert ndcg(everything, everything) == 1.0  # not above by rounding
    assert ndcg(np.arange(100, 120), np.array([110])) == 0.0  # beyond the tenth place
    assert ndcg(np.array([1]), np.zeros(0, dtype=np.int64)) == 0.0


def test_recall_by_hand():
    assert recall(np.array([1, 2, 3]), np.array([3, 7])) == 0.5
    assert recall(np.arange(20), np.arange(40)) == 1.0  # no more than 20 can be found


def test_held_out_users_are_trained_on_by_nobody():
    ratings = world().ratings
    rest, users = split(ratings)
    assert len(np.unique(rest.users)) + len(users) == len(np.unique(ratings.users))
    histories = {
        frozenset(ratings.items[ratings.users == u].tolist()) for u in np.unique(rest.users)
    }
    for user in users:
        assert not set(user.given.tolist()) & set(user.hidden.tolist())
        assert frozenset([*user.given.tolist(), *user.hidden.tolist()]) not in histories


def test_the_split_is_always_the_same():
    first, second = split(world().ratings)[1], split(world().ratings)[1]
    assert [u.given.tolist() for u in first] == [u.given.tolist() for u in second]


def test_a_movie_the_model_lacks_counts_as_missed():
    w = world()
    ids = tuple(w.ratings.wire_ids)
    rest, users = split(w.ratings)
    whole = train(rest)
    few = np.isin(rest.items, np.arange(60))
    part = train(Ratings(rest.users[few], rest.items[few], rest.wire_ids))
    assert quality(part, ids, users).ndcg10 < quality(whole, ids, users).ndcg10


@pytest.mark.slow
def test_on_movielens_training_beats_content_and_content_beats_popularity(movielens):
    import csv

    with (movielens / "movies.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    place = {row["movieId"]: i for i, row in enumerate(rows)}
    with (movielens / "ratings.csv").open(encoding="utf-8", newline="") as file:
        pairs = [(int(r["userId"]), place[r["movieId"]]) for r in csv.DictReader(file)]
    users, items = (np.array(column) for column in zip(*pairs, strict=True))
    ids = tuple(f"ml:{row['movieId']}" for row in rows)
    rest, held_out = split(Ratings(users, items, ids), held_out=0.2)
    popularity = np.bincount(rest.items, minlength=len(rows))
    movies = (
        Movie(
            row["title"],
            int(year) if (year := row["title"].strip()[-5:-1]).isdigit() else None,
            tuple(g for g in row["genres"].split("|") if g in CATEGORIES),
            movielens_id=int(row["movieId"]),
            popularity=float(popularity[i]),
        )
        for i, row in enumerate(rows)
    )
    catalog = Catalog("ml-latest-small", "1", tuple(movies))
    trained = quality(train(rest), ids, held_out)
    content = quality(KnowledgeModel.from_catalog(catalog, ()), ids, held_out)
    popular = quality(KnowledgeModel.from_catalog(catalog, (), POPULARITY_ONLY), ids, held_out)
    assert trained.users == 122
    assert trained.ndcg10 > 0.33
    assert trained.ndcg10 > content.ndcg10 + 3 * content.standard_error
    assert content.ndcg10 > popular.ndcg10


def histories(ratings: Ratings, held: list[metrics.HeldOut]) -> set[tuple[frozenset[str], ...]]:
    ids = ratings.wire_ids
    return {
        tuple(frozenset(str(ids[i]) for i in part) for part in (one.given, one.hidden))
        for one in held
    }


def test_order_and_numbers_of_movies_do_not_matter():
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


def test_another_seed_holds_out_others_and_hashes_spread_evenly():
    ratings = world().ratings
    one, other = (set(split_by_hash(ratings, seed=s)[0].users.tolist()) for s in (1, 2))
    assert one != other
    hashes = splitmix64(np.arange(100_000), 7) / 2.0**64
    # Of 100 bins none is off by more than six standard deviations.
    counts = np.histogram(hashes, 100, (0.0, 1.0))[0]
    assert np.abs(counts - 1_000).max() < 6 * 1_000**0.5
    assert len(np.unique(splitmix64(np.array([-(2**63), -1, 0, 2**63 - 1]), 3))) == 4


def test_users_held_out_of_a_larger_set_are_new_or_were_held_out_before(monkeypatch):
    """So a model trained without the people held out before has seen none of those now."""
    monkeypatch.setattr(metrics, "MAX_HELD_OUT", 10)
    ratings = world().ratings
    fewer = ratings.users < 120
    before = Ratings(ratings.users[fewer], ratings.items[fewer], ratings.wire_ids)

    def out(part):
        return set(part.users.tolist()) - set(split_by_hash(part)[0].users.tolist())

    assert len(out(before)) == len(out(ratings)) == 10
    assert len(np.unique(ratings.users)) - len(np.unique(split(ratings)[0].users)) == 10
    assert all(user in out(before) or user >= 120 for user in out(ratings))


def test_short_histories_are_not_divided():
    names = hash_ids(["ml:1", "ml:2", None])
    assert split_history(3, np.array([1]), names, 1) is None
    assert split_history(3, np.array([1, 1, 1]), names, 1) is None
    found = split_history(3, np.array([2, 0, 1, 1]), names, 1)
    assert sorted([*found.given, *found.hidden]) == [0, 1, 2]
    assert holdout_size(1) == 1
    assert holdout_size(10**8) == metrics.MAX_HELD_OUT
    said = f"people held out (at most {metrics.MAX_HELD_OUT:,})"
    assert said in (Path(__file__).parents[2] / "docs" / "service.md").read_text(encoding="utf-8")
