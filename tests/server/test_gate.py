"""Models are compared user by user: contributions that help are used, and noise changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `server`")

from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.server.training import (
    FOLDS,
    MARGIN,
    MIN_USERS,
    Comparison,
    InMemoryData,
)
from small_world import world


def first(people: int) -> Ratings:
    """The ratings of the first people of the world."""
    ratings = world().ratings
    kept = np.isin(ratings.users, np.unique(ratings.users)[:people])
    return Ratings(ratings.users[kept], ratings.items[kept], ratings.wire_ids)


def test_noise_between_equal_models_is_a_gain_one_time_in_twenty() -> None:
    """Error rate of the test: of 2,000 pairs of equal models 5 % look better, and as many worse."""
    generator = np.random.default_rng(5)
    pairs = [
        Comparison.of(generator.normal(0.3, 0.1, 200), generator.normal(0.3, 0.1, 200))
        for _ in range(2_000)
    ]
    assert np.mean([pair.is_better for pair in pairs]) == pytest.approx(0.05, abs=0.015)
    assert np.mean([pair.is_worse(1.0) for pair in pairs]) == pytest.approx(0.05, abs=0.015)


def test_a_loss_is_refused_if_significant_or_larger_than_the_margin() -> None:
    base = np.full(400, 0.3)
    spread = np.tile([0.1, -0.1], 200)
    assert not Comparison.of(base + spread - 0.001, base).is_worse(MARGIN * 0.3)
    assert Comparison.of(base + spread - 0.012, base).is_worse(MARGIN * 0.3)  # 2.4 errors
    wide = np.tile([0.3, -0.3], 200)
    assert Comparison.of(base + wide - 0.016, base).is_worse(MARGIN * 0.3)  # one error: the margin
    assert not Comparison.of(base + wide - 0.014, base).is_worse(MARGIN * 0.3)


def test_few_people_never_decide_that_contributions_are_used() -> None:
    gain = Comparison.of(np.full(MIN_USERS - 1, 0.9), np.full(MIN_USERS - 1, 0.1))
    assert not gain.is_better


def test_few_users_are_all_held_out_once() -> None:
    ratings = first(60)
    folds = list(InMemoryData(ratings).folds(3))
    assert len(folds) == FOLDS
    for rest, held in folds:
        assert isinstance(rest, InMemoryData)
        assert len(np.unique(rest.ratings.users)) == 60 - 12
        assert len(held) <= 12
    profiles = [
        frozenset(np.concatenate([u.given, u.hidden]).tolist()) for _, h in folds for u in h
    ]
    everyone = {
        frozenset(ratings.items[ratings.users == user].tolist())
        for user in np.unique(ratings.users)
    }
    assert set(profiles) <= everyone
    assert len(profiles) == len(set(profiles)) > 55
