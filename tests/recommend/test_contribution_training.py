"""Contributions: unbiased sums, and models that know more than their seed.

Seeds are fixed; tolerances are five standard errors, exceeded once in a million seeds.
"""

import numpy as np
import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend.contribution_training import (
    REGULARIZATION,
    ContributionData,
    Tally,
    choose_candidates,
    train_with,
)
from epicrec_desktop.recommend.linear_training import LinearSettings, train
from epicrec_desktop.recommend.metrics import quality, split
from epicrec_desktop.recommend.ratings import Ratings
from small_world import world

FLIP = 0.3
RATES = np.array([0.6, 0.3, 0.1, 0.0, 1.0])


def contributors(number: int, generator: np.random.Generator) -> np.ndarray:
    """Return people who watch movies 0 and 1 together, others by chance."""
    watched = generator.random((number, len(RATES))) < RATES
    watched[:, 1] &= watched[:, 0]
    return watched


def flipped(watched: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    return watched ^ (generator.random(watched.shape) < FLIP)


def test_sums_are_unbiased():
    generator = np.random.default_rng(1)
    number = 40_000
    watched = contributors(number, generator)
    tally = Tally.empty(len(RATES), FLIP)
    for block in np.array_split(flipped(watched, generator), 4):
        tally.add(block)
    assert tally.number == number
    error = 5.0 * (tally.variance / number) ** 0.5
    np.testing.assert_allclose(tally.rates, watched.mean(axis=0), atol=error)
    together = watched.T.astype(float) @ watched / number
    spread = 5.0 * ((tally.variance**2 + 2 * tally.variance) / number) ** 0.5
    np.testing.assert_allclose(tally.together, together, atol=spread)
    assert np.array_equal(np.diag(tally.together), tally.rates)
    assert np.array_equal(tally.together, tally.together.T)


def test_without_flips_sums_are_exact():
    watched = contributors(500, np.random.default_rng(2))
    tally = Tally.empty(len(RATES), 0.0)
    tally.add(watched)
    np.testing.assert_allclose(tally.together, watched.T.astype(float) @ watched / 500)
    assert tally.weight == pytest.approx(500)


def test_empty_tally_has_no_weight():
    tally = Tally.empty(3, FLIP)
    assert (tally.weight, tally.pseudo_profiles().shape) == (0.0, (0, 3))
    assert tally.rates.tolist() == [0.0, 0.0, 0.0]
    assert not tally.together.any()


def test_more_noise_lowers_the_weight_of_contributions():
    weights = []
    for flip in (0.1, 0.3, 0.4, 0.49):
        tally = Tally.empty(2, flip)
        tally.add(np.zeros((3_000, 2), dtype=bool))
        weights.append(tally.weight)
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] < 1.0 < weights[0]


def test_noise_alone_makes_no_pseudo_profiles():
    """Eigenvalues of coins stay in the bulk; those of people who agree stand out of it."""
    generator = np.random.default_rng(3)
    tally = Tally.empty(60, FLIP)
    tally.add(flipped(np.zeros((3_000, 60), dtype=bool), generator))
    assert len(tally.pseudo_profiles()) <= 2
    alike = np.zeros((3_000, 60), dtype=bool)
    alike[:1_500, :30] = True
    reported = Tally.empty(60, FLIP)
    reported.add(flipped(alike, generator))
    rows = reported.pseudo_profiles()
    assert 1 <= len(rows) <= 3
    both = rows.T @ rows
    assert both[:30, :30].mean() == pytest.approx(0.5, abs=0.05)
    assert abs(both[30:, 30:]).mean() < 0.05


def test_bad_input_is_refused():
    for flip in (-0.1, 0.5, 1.0):
        with pytest.raises(ValueError, match="one half"):
            Tally.empty(3, flip)
    with pytest.raises(ValueError, match="one bit for each"):
        Tally.empty(3, FLIP).add(np.zeros((2, 4), dtype=bool))
    with pytest.raises(ValueError, match="count for each"):
        ContributionData(("imdb:tt0000001",), Tally.empty(2, FLIP), 1.0)
    nobody = Ratings(np.zeros(0, np.int64), np.zeros(0, np.int64), world().ratings.wire_ids)
    with pytest.raises(EpicRecError, match="no public ratings"):
        train_with(nobody)


def test_candidates_are_the_seeds_most_watched():
    ratings = world().ratings
    chosen = choose_candidates(ratings, 50)
    assert len(chosen) == len(set(chosen)) == 50
    counts = np.bincount(ratings.items, minlength=len(ratings.wire_ids))
    of = [counts[ratings.wire_ids.index(c)] for c in chosen]
    assert of == sorted(of, reverse=True)
    everything = choose_candidates(ratings, 10_000)
    assert None not in everything
    assert len(everything) == sum(
        w is not None and c > 0 for w, c in zip(ratings.wire_ids, counts, strict=True)
    )


def test_contributions_make_a_small_seed_better():
    """Twelve people of the seed, and many of whom only randomized bits are known."""
    rest, held = split(world().ratings, held_out=0.3)
    people = np.unique(rest.users)
    first = np.isin(rest.users, people[:12])
    seed = Ratings(rest.users[first], rest.items[first], rest.wire_ids)
    listed = choose_candidates(seed, 200)
    column = {w: k for k, w in enumerate(listed)}
    bits = np.zeros((len(people) - 12, len(listed)), dtype=bool)
    for row, user in enumerate(people[12:]):
        for item in rest.items[rest.users == user]:
            if rest.wire_ids[item] in column:
                bits[row, column[rest.wire_ids[item]]] = True
    generator = np.random.default_rng(5)
    tally = Tally.empty(len(listed), FLIP)
    for _ in range(100):
        tally.add(flipped(bits, generator))
    alone = quality(train_with(seed, factors=32), seed.wire_ids, held)
    model = train_with(seed, [ContributionData(listed, tally, 0.85)], factors=32)
    more = quality(model, seed.wire_ids, held)
    assert more.ndcg10 > alone.ndcg10 + 0.05
    assert model.parameters["contributions"] == tally.number
    assert model.parameters["contributions_epsilon"] == 0.85
    counts = np.bincount(rest.items, minlength=len(rest.wire_ids))
    true = [counts[rest.wire_ids.index(w)] for w in model.wire_ids]
    known = [np.corrcoef(m.records["popularity"], true)[0, 1] for m in (train_with(seed), model)]
    assert known[1] > known[0] + 0.1


def test_the_same_input_gives_the_same_model():
    ratings = world().ratings
    assert train_with(ratings, factors=8).id == train_with(ratings, factors=8).id
    nothing = ContributionData(choose_candidates(ratings, 20), Tally.empty(20, FLIP), 1.0)
    assert train_with(ratings, [nothing], factors=8).id == train_with(ratings, factors=8).id


def test_without_contributions_it_is_trained_as_any_seed():
    """Up to the weight that a small seed is given: then folded in the same."""
    ratings = world().ratings
    copies = Ratings(
        np.concatenate([ratings.users, ratings.users + 1_000]),
        np.concatenate([ratings.items, ratings.items]),
        ratings.wire_ids,
    )
    one = train_with(copies, factors=16)
    usual = LinearSettings(16, regularization=1000.0 * REGULARIZATION / len(copies.users))
    other = train(copies, usual)
    reported = np.array([3, 9, 30])
    np.testing.assert_allclose(one.scores(reported), other.scores(reported), atol=1e-3)
