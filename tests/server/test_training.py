"""What is published is at least as good, contributions help, and liars do not decide."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `server`")

from epicrec_desktop.recommend.als import Ratings
from epicrec_desktop.recommend.contributions import Contributed, Tally
from epicrec_desktop.recommend.metrics import split
from epicrec_desktop.server.training import train_for_service
from small_world import world

FLIP = 1 / (1 + np.e)


def some(ratings: Ratings, people: int) -> Ratings:
    kept = np.isin(ratings.users, np.unique(ratings.users)[:people])
    return Ratings(ratings.users[kept], ratings.items[kept], ratings.wire_ids)


def told(number: int, seed: int = 1) -> Contributed:
    """Contributions by people of the world, drawn with replacement."""
    ratings = world().ratings
    candidates = tuple(w for w in ratings.wire_ids if w is not None)
    place = {w: k for k, w in enumerate(candidates)}
    users, generator = np.unique(ratings.users), np.random.default_rng(seed)
    profiles = np.zeros((len(users), len(candidates)), dtype=bool)
    for user, item in zip(ratings.users, ratings.items, strict=True):
        wire_id = ratings.wire_ids[item]
        if wire_id is not None:
            profiles[np.searchsorted(users, user), place[wire_id]] = True
    tally = Tally.empty(len(candidates), FLIP)
    drawn = profiles[generator.integers(len(users), size=number)]
    tally.add(drawn ^ (generator.random(drawn.shape) < FLIP))
    return Contributed(candidates, tally, 1.0)


def test_contributions_that_help_are_used_and_both_figures_are_said() -> None:
    seed = some(world().ratings, 60)
    alone = train_for_service(seed, "digest")
    assert alone.before is None
    assert alone.is_as_good
    assert alone.contributions == 0
    first = (alone.model, alone.about)
    helped = train_for_service(seed, "digest", [told(20_000)], first)
    assert helped.before == alone.worth.ndcg10  # measured on the same people, unseen
    assert helped.is_as_good == (helped.worth.ndcg10 >= alone.worth.ndcg10)
    if helped.contributions:
        assert helped.contributions == 20_000
        assert helped.about["contributions"] == 20_000


def test_a_worse_model_does_not_replace_the_published_one() -> None:
    ratings = world().ratings
    good = train_for_service(ratings, "all")
    # The same people as in the figure, and next to nobody to learn from.
    rest, _ = split(ratings)
    noise = np.random.default_rng(1)
    shuffled = Ratings(
        ratings.users,
        np.where(
            np.isin(ratings.users, np.unique(rest.users)),
            noise.integers(len(ratings.wire_ids), size=len(ratings.items)),
            ratings.items,
        ).astype(ratings.items.dtype),
        ratings.wire_ids,
    )
    worse = train_for_service(shuffled, "others", (), (good.model, good.about))
    assert worse.before is not None
    assert worse.worth.ndcg10 < worse.before
    assert not worse.is_as_good


def test_a_handful_of_contributions_is_left_alone() -> None:
    found = train_for_service(some(world().ratings, 60), "digest", [told(50)])
    assert found.contributions == 0
