"""What is published is at least as good, contributions help, and liars do not decide."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.recommend.contribution_training import (
    ContributionData,
    Tally,
    choose_candidates,
    train_with,
)
from epicrec_desktop.recommend.metrics import quality, split, split_by_hash
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.server.training import (
    FOLDS,
    MARGIN,
    MIN_USERS,
    Comparison,
    InMemoryData,
    train_for_service,
)
from small_world import world

FLIP = 1 / (1 + np.e)


def some(ratings: Ratings, people: int) -> Ratings:
    return some_of(ratings, np.unique(ratings.users)[:people])


def contribution(
    number: int, movies: slice = slice(None), *, honest: bool = True
) -> ContributionData:
    """Contributions by people of the world, sampled with replacement, or of coins alone."""
    ratings = world().ratings
    candidates = tuple(w for w in ratings.wire_ids if w is not None)[movies]
    users, generator = np.unique(ratings.users), np.random.default_rng(number)
    profiles = watched_by(ratings, users, candidates) & honest
    tally = Tally.empty(len(candidates), FLIP)
    sampled = profiles[generator.integers(len(users), size=number)]
    tally.add(sampled ^ (generator.random(sampled.shape) < FLIP))
    return ContributionData(candidates, tally, 1.0)


def test_noise_between_equal_models_is_a_gain_one_time_in_twenty():
    """Error rate of the test: of 2,000 pairs of equal models 5 % look better, and as many worse."""
    generator = np.random.default_rng(5)
    pairs = [
        Comparison.of(generator.normal(0.3, 0.1, 200), generator.normal(0.3, 0.1, 200))
        for _ in range(2_000)
    ]
    assert np.mean([pair.is_better for pair in pairs]) == pytest.approx(0.05, abs=0.015)
    assert np.mean([pair.is_worse(1.0) for pair in pairs]) == pytest.approx(0.05, abs=0.015)


def test_a_loss_is_refused_if_significant_or_larger_than_the_margin():
    base = np.full(400, 0.3)
    spread = np.tile([0.1, -0.1], 200)
    assert not Comparison.of(base + spread - 0.001, base).is_worse(MARGIN * 0.3)
    assert Comparison.of(base + spread - 0.012, base).is_worse(MARGIN * 0.3)  # 2.4 errors
    wide = np.tile([0.3, -0.3], 200)
    assert Comparison.of(base + wide - 0.016, base).is_worse(MARGIN * 0.3)  # one error: the margin
    assert not Comparison.of(base + wide - 0.014, base).is_worse(MARGIN * 0.3)


def test_few_people_never_decide_that_contributions_are_used():
    gain = Comparison.of(np.full(MIN_USERS - 1, 0.9), np.full(MIN_USERS - 1, 0.1))
    assert not gain.is_better


def test_few_users_are_all_held_out_once():
    ratings = some(world().ratings, 60)
    folds = list(InMemoryData(ratings).folds(3))
    assert len(folds) == FOLDS
    for rest, held in folds:
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


def test_contributions_that_help_are_used_and_coins_are_not():
    seed = some(world().ratings, 60)
    alone = train_for_service(seed, "digest")
    assert alone.before is None
    assert alone.is_as_good
    assert alone.contributions == 0
    helped = train_for_service(seed, "digest", [contribution(20_000)], (alone.model, alone.about))
    assert helped.before == alone.quality_measured.ndcg10  # measured on the same people, unseen
    assert helped.quality_measured.ndcg10 > helped.before
    assert helped.compared.users == alone.quality_measured.users
    assert helped.is_as_good
    assert helped.gain.is_better
    assert helped.figures["gain"] == helped.gain.mean
    assert (helped.contributions, helped.about["contributions"]) == (20_000, 20_000)
    coins = train_for_service(seed, "digest", [contribution(20_000, honest=False)])
    assert coins.contributions == 0
    assert coins.model.id == alone.model.id


def test_contributions_help_a_table_of_few_users():
    """A tenth of them would be too few to say whether they help."""
    table = replace(some(world().ratings, 60), keys=np.arange(1_000, dtype=np.int64))
    helped = train_for_service(table, "digest", [contribution(20_000)])
    assert helped.gain.users >= MIN_USERS
    assert helped.contributions == 20_000
    assert helped.quality_measured.users == 6, "who are trained on by none of these models"


def test_a_worse_model_does_not_replace_the_published_one():
    ratings = some(world().ratings, 90)
    good = train_for_service(ratings, "all")
    # The same people as in the figure, and next to nobody to learn from.
    rest, _ = split_by_hash(ratings)
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
    assert worse.quality_measured.ndcg10 < worse.before
    assert not worse.is_as_good


def test_contributions_to_two_lists_are_used_together_and_too_few_are_not():
    """A list that was renewed takes nothing from contributions to the one before."""
    half = sum(w is not None for w in world().ratings.wire_ids) // 2
    first, second = slice(0, half), slice(half, None)
    seed, old = some(world().ratings, 60), contribution(15_000, first)
    both = train_for_service(seed, "digest", [old, contribution(12_000, second)])
    assert both.contributions == 27_000
    few = train_for_service(seed, "digest", [old, contribution(50, second)])
    assert few.contributions in (0, 15_000)  # too few of the second list to be used


@pytest.mark.slow
def test_one_liar_in_twenty_pushes_no_movie_into_lists(movielens):
    """They all tell that one obscure movie was watched, and everything popular with it."""
    source = read_source(movielens)
    wire_ids = tuple(movie.wire_id for movie in source.catalog.movies)
    ratings = Ratings(source.ratings.users, source.ratings.items, wire_ids)
    rest, held = split(ratings)
    generator = np.random.default_rng(3)
    users = generator.permutation(np.unique(rest.users))
    seed = some_of(rest, users[:55])
    candidates = choose_candidates(seed, 1000)
    profiles = watched_by(rest, users, candidates)
    popular = profiles.mean(axis=0)
    target = int(np.argmin(np.abs(popular - 0.02)))
    pushed = [target, *np.argsort(-popular)[:20].tolist()]

    def measured(liars):
        """NDCG@10 on people held out, and the share of them who see the movie among ten."""
        tally = Tally.empty(len(candidates), FLIP)
        honest = profiles[generator.integers(len(users), size=20_000 - liars)]
        tally.add(honest ^ (generator.random(honest.shape) < FLIP))
        if liars:
            lies = generator.random((liars, len(candidates))) < FLIP
            lies[:, pushed] = True
            tally.add(lies)
        model = train_with(seed, [ContributionData(candidates, tally, 1.0)])
        place = np.array([model.index.get(w or "", -1) for w in wire_ids])
        at = model.index[candidates[target]]
        seen = 0
        for user in held:
            given = place[user.given][place[user.given] >= 0]
            scores = model.scores(given).copy()
            scores[given] = -np.inf
            seen += int((scores > scores[at]).sum()) < 10
        return quality(model, wire_ids, held).ndcg10, seen / len(held)

    alone = quality(train_with(seed), wire_ids, held).ndcg10
    honest, _ = measured(0)
    lied_to, seen = measured(1_000)
    assert honest > 1.1 * alone
    assert lied_to > 1.1 * alone
    assert lied_to > 0.93 * honest
    assert seen <= 0.02


def some_of(ratings: Ratings, users: NDArray[np.int32]) -> Ratings:
    kept = np.isin(ratings.users, users)
    return Ratings(ratings.users[kept], ratings.items[kept], ratings.wire_ids)


def watched_by(
    ratings: Ratings, users: NDArray[np.int32], candidates: Sequence[str]
) -> NDArray[np.bool_]:
    """Who of the users watched which candidate."""
    column = {wire_id: k for k, wire_id in enumerate(candidates)}
    row = {int(user): k for k, user in enumerate(users)}
    profiles = np.zeros((len(users), len(candidates)), dtype=bool)
    for user, item in zip(ratings.users.tolist(), ratings.items.tolist(), strict=True):
        wire_id = ratings.wire_ids[item]
        if wire_id in column:
            profiles[row[user], column[wire_id]] = True
    return profiles
