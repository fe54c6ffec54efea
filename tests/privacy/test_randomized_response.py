"""Randomized response: exact coins, an exact loss. Each statistical test errs once in 10⁶ seeds."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import bdtr, bdtrc, chdtrc

from epicrec_desktop.privacy.randomized_response import RandomizedResponse, sample_flip
from epicrec_desktop.privacy.randomness import NumpySource
from privacy.coins import probabilities

ERROR_RATE = 1e-6
LIST = tuple(f"imdb:tt{k:07}" for k in range(40))


def test_the_coin_is_exact():
    """Every branch of six answers, in fractions: the bounds enclose 1/(1 + √e)."""
    mass = probabilities(lambda source: sample_flip(Fraction(1, 2), source), 6)
    assert sum(mass.values()) == 1
    assert mass[None] < Fraction(6, 100)
    assert mass[True] <= Fraction(1 / (1 + math.exp(0.5))) <= mass[True] + mass[None]
    assert mass[False] <= Fraction(1 / (1 + math.exp(-0.5))) <= mass[False] + mass[None]


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(3, 10), Fraction(1), Fraction(5, 2)])
def test_the_flip_probability(epsilon):
    source, draws = NumpySource(np.random.default_rng(11)), 20_000
    flips = sum(sample_flip(epsilon, source) for _ in range(draws))
    probability = RandomizedResponse(LIST, epsilon).flip
    assert bdtr(flips, draws, probability) > ERROR_RATE / 2
    assert bdtrc(flips - 1, draws, probability) > ERROR_RATE / 2
    assert math.log((1 - probability) / probability) == pytest.approx(float(epsilon))


def test_full_noise_reveals_nothing_and_zero_budget_is_refused():
    heads = NumpySource(np.random.default_rng(1))
    assert sum(sample_flip(Fraction(0), heads) for _ in range(2_000)) == pytest.approx(
        1_000, abs=120
    )
    for epsilon in (Fraction(0), Fraction(-1)):
        with pytest.raises(ValueError, match="positive"):
            RandomizedResponse(LIST, epsilon)
    with pytest.raises(ValueError, match="once"):
        RandomizedResponse((LIST[0], LIST[0]), Fraction(1))


def test_the_report_has_one_length_whatever_was_watched():
    mechanism = RandomizedResponse(LIST, Fraction(1, 2))
    source = NumpySource(np.random.default_rng(2))
    for watched in ([], LIST, ["imdb:tt9999999"], LIST[:3]):
        assert len(mechanism.report(watched, source)) == len(LIST)
    assert mechanism.loss == Fraction(1, 2)
    assert RandomizedResponse((), Fraction(1)).report(LIST, source) == ()
    assert RandomizedResponse((), Fraction(1)).loss == 0


def test_one_more_movie_changes_one_bit():
    """With the same coins the reports of neighbors differ in that one bit: so ε is all."""
    mechanism = RandomizedResponse(LIST, Fraction(3, 10))
    for seed in range(20):
        one, other = (
            mechanism.report(watched, NumpySource(np.random.default_rng(seed)))
            for watched in (LIST[:5], LIST[:6])
        )
        assert [k for k in range(len(LIST)) if one[k] != other[k]] == [5]


def test_a_movie_that_is_not_on_the_list_changes_nothing():
    mechanism = RandomizedResponse(LIST[:10], Fraction(3, 10))
    one, other = (
        mechanism.report(watched, NumpySource(np.random.default_rng(4)))
        for watched in (LIST[:5], [*LIST[:5], LIST[20]])
    )
    assert one == other


def _probability(said: tuple[bool, ...], watched: set[str], epsilon: Fraction) -> float:
    """Of exactly this report, by the mechanism's definition."""
    flip = 1.0 / (1.0 + math.exp(float(epsilon)))
    right = [(movie in watched) == bit for movie, bit in zip(LIST, said, strict=False)]
    return math.prod(1.0 - flip if fits else flip for fits in right)


def test_all_reports_of_one_movie_cost_epsilon():
    """Two months and a repeat, every outcome of each: with and without one movie, e^ε at most.

    The movie is told of in the first month; in the second its bit is as of one never watched, as
    is everybody's. A repeat is the first month's bytes again.
    """
    epsilon, worst = Fraction(1), 0.0
    outcomes = list(itertools.product((False, True), repeat=3))
    for first, second in itertools.product(outcomes, repeat=2):
        later = _probability(second, {LIST[1]}, epsilon)
        repeat = 1.0  # the same bytes: certain, once the first are known
        with_it = _probability(first, {LIST[0], LIST[2]}, epsilon) * later * repeat
        without = _probability(first, {LIST[2]}, epsilon) * later * repeat
        worst = max(worst, with_it / without, without / with_it)
    assert math.log(worst) == pytest.approx(float(RandomizedResponse(LIST[:3], epsilon).loss))


@pytest.mark.parametrize("watched", [{LIST[0], LIST[2]}, {LIST[2]}])
def test_reports_have_exactly_these_probabilities(watched):
    """All eight reports on three movies, of two neighbors: so the ratio above is the sampler's."""
    mechanism, draws = RandomizedResponse(LIST[:3], Fraction(1)), 8_000
    source = NumpySource(np.random.default_rng(5))
    seen = Counter(mechanism.report(watched, source) for _ in range(draws))
    outcomes = list(itertools.product((False, True), repeat=3))
    expected = [draws * _probability(said, watched, mechanism.epsilon) for said in outcomes]
    statistic = sum((seen[o] - e) ** 2 / e for o, e in zip(outcomes, expected, strict=True))
    assert chdtrc(len(outcomes) - 1, statistic) > ERROR_RATE
