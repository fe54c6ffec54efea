"""The learned family: exact costs on any catalog and levels, weights, tiers, and the reading."""

import dataclasses
import itertools
import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.domain.question import Question
from epicrec_desktop.privacy.families import LEARNED, category_family, family_of
from epicrec_desktop.privacy.learned import (
    AskedQuestion,
    ProfilePosterior,
    PublicHistories,
    most_likely,
)
from epicrec_desktop.privacy.mechanism import Mechanism, perturbed_items, plan_question, sample
from epicrec_desktop.privacy.period import TRUST_TIERS, Period, sample_period
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.recommend.learned_question import load_question

SOME = CATEGORIES[:5]
levels = st.sampled_from(list(ReleaseLevel))
choices = st.builds(PrivacyChoice, levels, st.dictionaries(st.sampled_from(SOME), levels))
epsilons = st.fractions(min_value=Fraction(1, 10**6), max_value=10)
made_up = st.lists(
    st.builds(
        Movie,
        st.just("Made up"),
        st.none() | st.integers(1900, 2026),
        st.sets(st.sampled_from(SOME), max_size=4).map(lambda names: tuple(sorted(names))),
    ),
    min_size=1,
    max_size=12,
)


def catalog_of(movies: list[Movie]) -> Catalog:
    return Catalog("Made up", "1", tuple(movies))


@pytest.fixture
def catalog() -> Catalog:
    generator = np.random.default_rng(3)
    movies = [
        Movie(
            f"Movie {i}",
            int(generator.integers(1950, 2020)),
            tuple(name for name in SOME if generator.random() < 0.4) or ("Action",),
            movielens_id=i + 1,
        )
        for i in range(80)
    ]
    return catalog_of(movies)


def asked_of(catalog: Catalog, question: Question | None = None) -> AskedQuestion:
    return AskedQuestion.of(question or load_question(), catalog.movies)


def planned(catalog: Catalog, choice: PrivacyChoice, epsilon: Fraction) -> Mechanism:
    mechanism = plan_question(asked_of(catalog), catalog.groups, choice, epsilon)
    assert mechanism is not None
    return mechanism


def source(seed: int = 0) -> NumpySource:
    return NumpySource(np.random.default_rng(seed))


@given(movies=made_up, choice=choices, epsilon=epsilons)
def test_no_movie_costs_more_than_the_budget(movies, choice, epsilon):
    catalog = catalog_of(movies)
    asked = asked_of(catalog)
    mechanism = plan_question(asked, catalog.groups, choice, epsilon)
    classes = [choice.classify(movie.categories) for movie in movies]
    if mechanism is None:
        assert ItemClass.PERTURBED not in classes
        return
    assert mechanism.loss == epsilon
    everything = np.arange(len(movies))
    whole = mechanism.count(catalog.groups, choice, everything, asked=asked)
    for item, kind in zip(everything, classes, strict=True):
        without = mechanism.count(catalog.groups, choice, np.delete(everything, item), asked=asked)
        change = [abs(a - b) for a, b in zip(whole, without, strict=True)]
        cost = sum(Fraction(c) / s for c, s in zip(change, mechanism.scales, strict=True))
        assert cost <= epsilon
        if kind is not ItemClass.PERTURBED:  # levels mean what they mean: no part in any cell
            assert cost == 0


@given(movies=made_up, weights=st.lists(st.fractions(0, 1), min_size=12, max_size=12))
def test_a_weight_shrinks_what_a_movie_costs(movies, weights):
    catalog, epsilon = catalog_of(movies), Fraction(1, 3)
    mechanism = plan_question(asked_of(catalog), catalog.groups, PrivacyChoice(), epsilon)
    if mechanism is None:
        return
    for item, weight in zip(range(len(movies)), weights, strict=False):
        row = mechanism.count(
            catalog.groups, PrivacyChoice(), np.array([item]), [weight], asked=asked_of(catalog)
        )
        cost = sum(abs(Fraction(r)) / s for r, s in zip(row, mechanism.scales, strict=True))
        assert cost <= weight * epsilon


@st.composite
def series_worlds(draw: st.DrawFn) -> tuple[Catalog, Question]:
    """A small catalog, some of whose movies are of a series, and a question of a small multiplier,
    so that every rounding can be seen."""
    count, width = draw(st.integers(2, 7)), draw(st.integers(1, 3))
    multiplier = draw(st.integers(width + 1, 40))
    ids = [f"imdb:tt000000{i}" for i in range(count)]
    of = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    series = sorted(tuple(w for w, n in zip(ids, of, strict=True) if n == k) for k in (1, 2))
    signs = st.tuples(*[st.sampled_from((-1, 1))] * width)
    rows = {}
    for wire_id in ids:
        parts = draw(st.lists(st.integers(0, multiplier), min_size=width - 1, max_size=width - 1))
        ends = [0, *sorted(parts), multiplier]
        values = [b - a for a, b in itertools.pairwise(ends)]
        rows[wire_id] = tuple(s * v for s, v in zip(draw(signs), values, strict=True))
    cells = tuple(f"Cell {j}" for j in range(width))
    question = Question(
        "random", multiplier, cells, {}, (), rows, tuple(one for one in series if len(one) > 1)
    )
    movies = [Movie("Made up", 2000, ("Drama",), imdb_id=w.removeprefix("imdb:")) for w in ids]
    return catalog_of(movies), question


def costs_between(
    asked: AskedQuestion, one: dict[int, Fraction], other: dict[int, Fraction]
) -> Fraction:
    """Return what two histories differ by in all cells, in shares of M: ε at most for neighbors."""
    first, second = (
        asked.count(
            np.array(list(some), dtype=np.int64),
            np.ones(len(some), dtype=bool),
            list(some.values()),
        )
        for some in (one, other)
    )
    return sum(
        (abs(Fraction(a - b, asked.multiplier)) for a, b in zip(first, second, strict=True)),
        Fraction(0),
    )


@given(world=series_worlds(), data=st.data())
def test_a_movie_costs_its_weight_and_a_whole_series_what_a_movie_costs(world, data):
    """Every set of movies, with random weights: one movie less, and all of a series less."""
    catalog, question = world
    asked = asked_of(catalog, question)
    assert plan_question(asked, catalog.groups, PrivacyChoice(), Fraction(1)) is not None
    weights = data.draw(st.lists(st.just(Fraction(1)) | st.fractions(0, 1), min_size=7, max_size=7))
    places = range(len(catalog.movies))
    for size in places:
        for watched in itertools.combinations(places, size + 1):
            whole = {item: weights[item] for item in watched}
            for item in watched:
                without = {i: w for i, w in whole.items() if i != item}
                assert costs_between(asked, whole, without) <= weights[item]
            for number in set(asked.series.tolist()) - {-1}:
                rest = {i: w for i, w in whole.items() if asked.series[i] != number}
                gone = [w for i, w in whole.items() if asked.series[i] == number]
                assert costs_between(asked, whole, rest) <= max(gone, default=0)


@given(world=series_worlds())
def test_two_parts_of_one_series_differ_by_two_movies_at_most(world):
    asked = asked_of(*world)
    for number in set(asked.series.tolist()) - {-1}:
        own = np.flatnonzero(asked.series == number).tolist()
        parts = [p for size in range(1, len(own) + 1) for p in itertools.combinations(own, size)]
        for one, other in itertools.combinations(parts, 2):
            whole = (dict.fromkeys(part, Fraction(1)) for part in (one, other))
            assert costs_between(asked, *whole) <= 2


def together(*series: tuple[str, ...]) -> AskedQuestion:
    """Three movies of a row all in one cell, of one sign or the other."""
    rows = {f"imdb:tt000000{i}": (1000 if i else -1000, 0) for i in range(3)}
    movies = [Movie("Made up", 2000, ("Drama",), imdb_id=f"tt000000{i}") for i in range(3)]
    return asked_of(
        catalog_of(movies), Question("three", 1000, ("One", "Two"), {}, (), rows, series)
    )


def test_the_bounds_are_reached_and_movies_of_no_series_add_up():
    """No sentence may claim less: two parts of one series cost 2ε, two movies of none 2ε too."""
    one = Fraction(1)
    asked = together(tuple(f"imdb:tt000000{i}" for i in range(3)))
    assert costs_between(asked, {0: one}, {1: one}) > Fraction(19, 10)
    assert costs_between(asked, {1: one, 2: one}, {}) < 1
    assert costs_between(together(), {1: one, 2: one}, {}) == 2


def test_a_row_without_room_for_rounding_is_never_sampled_with():
    asked = together(tuple(f"imdb:tt000000{i}" for i in range(3)))
    movies = [Movie("Made up", 2000, ("Drama",)) for _ in range(3)]
    groups = catalog_of(movies).groups
    good = plan_question(asked, groups, PrivacyChoice(), Fraction(1))
    planted = dataclasses.replace(asked, rows=together().rows)
    with pytest.raises(PrivacyError):
        plan_question(planted, groups, PrivacyChoice(), Fraction(1))
    with pytest.raises(PrivacyError):
        good.count(groups, PrivacyChoice(), np.array([1]), asked=planted)


def test_a_row_that_costs_too_much_is_never_sampled_with(catalog):
    mechanism, asked = planned(catalog, PrivacyChoice(), Fraction(1, 4)), asked_of(catalog)
    rows = asked.rows.copy()
    rows[5] = rows[5] * 3 // 2
    planted = dataclasses.replace(asked, rows=rows)
    with pytest.raises(PrivacyError):
        mechanism.count(catalog.groups, PrivacyChoice(), np.array([1]), asked=planted)
    with pytest.raises(PrivacyError):
        plan_question(planted, catalog.groups, PrivacyChoice(), Fraction(1, 4))


def test_a_scale_that_is_too_small_is_never_sampled_with(catalog):
    good = planned(catalog, PrivacyChoice(), Fraction(1, 4))
    bad = dataclasses.replace(good, scales=(good.scales[0] * Fraction(6, 10), *good.scales[1:]))
    with pytest.raises(PrivacyError):
        bad.count(catalog.groups, PrivacyChoice(), np.array([1]), asked=asked_of(catalog))
    with pytest.raises(PrivacyError):
        sample(bad, [0] * len(bad.scales), source())


def test_another_question_or_none_is_refused(catalog):
    mechanism = planned(catalog, PrivacyChoice(), Fraction(1, 4))
    shipped = load_question()
    other = dataclasses.replace(shipped, name="another")
    for asked in (None, asked_of(catalog, other), asked_of(catalog_of(list(catalog.movies[:9])))):
        with pytest.raises(PrivacyError):
            mechanism.count(catalog.groups, PrivacyChoice(), np.array([1]), asked=asked)


def test_it_is_stored_with_the_digest_of_its_question(catalog):
    single = planned(catalog, PrivacyChoice(), Fraction(23, 100))
    assert (single.name, single.family) == ("S-LQ", LEARNED)
    assert single.question == load_question().digest
    assert Mechanism.from_dict(json.loads(json.dumps(single.to_dict()))) == single
    mixed = PrivacyChoice(ReleaseLevel.PERTURBED, {"Action": ReleaseLevel.ALL})
    assert planned(catalog, mixed, Fraction(1)).name == "M-LQ"


def test_it_has_no_counts_by_category():
    assert family_of("learned") is LEARNED
    with pytest.raises(PrivacyError):
        category_family("learned")


def test_tiers_are_nested_and_cost_what_the_best_one_costs(catalog):
    mechanism, asked = planned(catalog, PrivacyChoice(), Fraction(1)), asked_of(catalog)
    counts = mechanism.count(catalog.groups, PrivacyChoice(), np.arange(20), asked=asked)
    period = sample_period(mechanism, {}, counts, source())
    assert set(period.tiers) == set(TRUST_TIERS)
    low = period.issue("low", Fraction(1, 4))
    both = low.issue("high", Fraction(1))
    assert (low.loss(), both.loss()) == (Fraction(1, 4), Fraction(1))
    copy = both.copy_of("low")
    assert set(copy.noisy) == set(asked.cells)
    assert copy.mechanism.loss == Fraction(1, 4)
    assert Period.from_dict(json.loads(json.dumps(both.to_dict()))) == both


def test_the_joint_law_of_two_tiers_has_the_loss_of_the_better_one():
    """Exact probabilities of (tier 1, tier 1/2) of a count and of its neighbor, by enumeration."""
    upper, lower = 2.0, 4.0  # scales
    a, b = 1.0 / lower, 1.0 / upper
    reach = np.arange(-60, 61)
    law = np.tanh(b / 2) * np.exp(-b * np.abs(reach))
    noisier = np.tanh(a / 2) * np.exp(-a * np.abs(reach))
    stays = (np.sinh(a / 2) / np.sinh(b / 2)) ** 2
    step = (1 - stays) * noisier
    step[60] += stays
    worst = 0.0
    for high in range(-8, 9):
        for low in range(-8, 9):
            further = step[60 + low - high]
            near = [law[60 + high - count] * further for count in (0, 1)]
            worst = max(worst, abs(float(np.log(near[0] / near[1]))))
    assert worst == pytest.approx(b)


def test_what_is_released_is_unbiased_and_has_the_variance_it_says(catalog):
    mechanism, asked = planned(catalog, PrivacyChoice(), Fraction(1)), asked_of(catalog)
    counts = mechanism.count(catalog.groups, PrivacyChoice(), np.arange(30), asked=asked)
    noise = source(4)
    drawn = np.array([sample(mechanism, counts, noise) for _ in range(400)]) / asked.multiplier
    assert drawn.mean(axis=0) == pytest.approx(np.array(counts) / asked.multiplier, abs=0.35)
    assert drawn.var(axis=0).mean() == pytest.approx(mechanism.variance, rel=0.15)


def people(catalog: Catalog, count: int = 120) -> tuple[PublicHistories, np.ndarray]:
    """Users of two kinds: of old movies, and of new ones."""
    generator = np.random.default_rng(1)
    new = np.array([(movie.year or 0) >= 1985 for movie in catalog.movies])
    pairs = []
    for user in range(count):
        chance = np.where(new == bool(user % 2), 0.5, 0.05)
        pairs += [(user, item) for item in np.flatnonzero(generator.random(len(new)) < chance)]
    users, items = np.array(pairs).T
    return PublicHistories(users, items), new


def posterior_of(catalog: Catalog, histories: PublicHistories | None) -> ProfilePosterior:
    asked = asked_of(catalog)
    perturbed = perturbed_items(catalog.groups, PrivacyChoice())
    return ProfilePosterior.of(asked, perturbed, histories=histories)


@pytest.mark.parametrize("known", [True, False])
def test_exact_cells_of_somebody_make_a_list_of_such_movies(catalog, known):
    histories, new = people(catalog)
    posterior = posterior_of(catalog, histories if known else None)
    asked = asked_of(catalog)
    watched = np.flatnonzero(new)[:20]
    expected, size = posterior.expected(asked.weights[watched].sum(axis=0), 0.1)
    assert 5 < size < 60
    assert ((expected >= 0) & (expected <= 1)).all()
    chosen = most_likely(expected, size / 2)
    if known:
        assert new[chosen].mean() > 0.9
    else:  # tastes are assumed by category alone: its movies are likelier than the others'
        assert len(chosen) == round(size / 2)


def test_without_movies_that_can_be_perturbed_nothing_is_expected(catalog):
    nothing = np.zeros(len(catalog.movies), dtype=bool)
    posterior = ProfilePosterior.of(asked_of(catalog), nothing)
    expected, size = posterior.expected(np.zeros(10), 1.0)
    assert len(most_likely(expected, size)) == 0


def test_a_posterior_in_memory_is_never_that_of_other_movies_people_or_popularity(catalog):
    asked = asked_of(catalog)
    every = perturbed_items(catalog.groups, PrivacyChoice())
    fame = np.arange(1.0, 81.0)
    cases = [
        (movies, {"popularity": popularity, "histories": histories, "among": among})
        for movies in (every, every & (np.arange(80) % 2 == 0))
        for popularity in (None, fame)
        for histories in (None, people(catalog)[0])
        for among in (1, 2)
    ]
    noisy = asked.weights[:20].sum(axis=0)
    for movies, known in cases + cases[::-1]:
        fresh = ProfilePosterior.of(asked, movies, **known)
        for _ in range(2):
            found, size = asked.posterior(movies, **known).expected(noisy, 0.5)
            expected, fresh_size = fresh.expected(noisy, 0.5)
            assert (found.tolist(), size) == (expected.tolist(), fresh_size)


@given(size=st.floats(0, 100), values=st.lists(st.floats(0, 1), max_size=20))
def test_the_most_likely_movies(size, values):
    expected = np.array(values, dtype=np.float64)
    chosen = most_likely(expected, size)
    assert len(chosen) <= max(round(size), 0)
    assert (expected[chosen] > 0).all()
    rest = np.delete(expected, chosen)
    if len(chosen) and len(chosen) == round(size) and len(rest):
        assert expected[chosen].min() >= rest.max()
    assert chosen.tolist() == sorted(set(chosen.tolist()))
