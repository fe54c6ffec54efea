"""The measures, the split, and the rule by which a retrained model replaces the old one."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.recommend.als import Ratings, Training, train
from epicrec_desktop.recommend.content import DEFAULTS, ContentModel
from epicrec_desktop.recommend.metrics import ndcg, quality, recall, split
from small_world import TRAINING, world

POPULARITY_ONLY = {**DEFAULTS, "category_weight": 0.0, "era_weight": 0.0}


def test_ndcg_by_hand() -> None:
    relevant = np.array([4, 9])
    assert ndcg(np.array([4, 9, 1]), relevant) == pytest.approx(1.0)
    gain = (1 / math.log2(3)) / (1 + 1 / math.log2(3))
    assert ndcg(np.array([1, 9, 2]), relevant) == pytest.approx(gain)
    assert ndcg(np.array([1, 2, 3]), relevant) == 0.0
    assert ndcg(np.arange(100, 120), np.array([110])) == 0.0  # beyond the tenth place
    assert ndcg(np.array([1]), np.zeros(0, dtype=np.int64)) == 0.0


def test_recall_by_hand() -> None:
    assert recall(np.array([1, 2, 3]), np.array([3, 7])) == 0.5
    assert recall(np.arange(20), np.arange(40)) == 1.0  # no more than 20 can be found


def test_held_out_users_are_trained_on_by_nobody() -> None:
    ratings = world().ratings
    rest, users = split(ratings)
    assert len(np.unique(rest.users)) + len(users) == len(np.unique(ratings.users))
    histories = {
        frozenset(ratings.items[ratings.users == u].tolist()) for u in np.unique(rest.users)
    }
    for user in users:
        assert not set(user.given.tolist()) & set(user.hidden.tolist())
        assert frozenset([*user.given.tolist(), *user.hidden.tolist()]) not in histories


def test_the_split_is_always_the_same() -> None:
    first, second = split(world().ratings)[1], split(world().ratings)[1]
    assert [u.given.tolist() for u in first] == [u.given.tolist() for u in second]


def test_a_movie_the_model_lacks_counts_as_missed() -> None:
    w = world()
    ids = tuple(w.ratings.wire_ids)
    rest, users = split(w.ratings)
    whole = train(rest, TRAINING)
    few = np.isin(rest.items, np.arange(60))
    part = train(Ratings(rest.users[few], rest.items[few], rest.wire_ids), TRAINING)
    assert quality(part, ids, users).ndcg10 < quality(whole, ids, users).ndcg10


@pytest.mark.slow
def test_on_movielens_training_beats_content_and_content_beats_popularity(movielens: Path) -> None:
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
    trained = quality(train(rest, Training()), ids, held_out)
    content = quality(ContentModel.from_catalog(catalog), ids, held_out)
    popular = quality(ContentModel.from_catalog(catalog, POPULARITY_ONLY), ids, held_out)
    assert trained.users == 122
    assert trained.ndcg10 > 0.33
    assert trained.ndcg10 > content.ndcg10 + 3 * content.standard_error
    assert content.ndcg10 > popular.ndcg10
