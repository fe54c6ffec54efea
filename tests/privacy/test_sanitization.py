"""Sanitization: least squares on groups against a general solver, and the two roundings."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from epicrec_desktop.lab.benchmarks.perturbation_bench import sanitize_published
from epicrec_desktop.privacy.least_squares import DELTA, fit_groups
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.privacy.sanitization import (
    Rounding,
    choose_items,
    round_groups,
    sample_within_groups,
)


def group_reference(rows: np.ndarray, sizes: np.ndarray, target: np.ndarray) -> float:
    """The smallest squared residual, by CLARABEL."""
    import cvxpy as cp

    x = cp.Variable(len(sizes))
    objective = cp.sum_squares(rows.T @ x - target)
    cp.Problem(cp.Minimize(objective), [x >= 0, x <= sizes]).solve(solver=cp.CLARABEL)
    return float(((target - np.clip(x.value, 0, sizes) @ rows) ** 2).sum())


def optimality_gap(rows: np.ndarray, sizes: np.ndarray, target: np.ndarray, x: np.ndarray) -> float:
    """A proven bound on ½‖residual‖² above its minimum, by the Frank-Wolfe gap."""
    gradient = -rows @ (target - x @ rows)
    best = np.where(gradient < 0, sizes, 0.0)
    return float(gradient @ (x - best))


@pytest.mark.parametrize("epsilon", [0.02, 0.1, 0.3, 1.0])
def test_as_close_as_a_general_solver(starter_groups, epsilon):
    generator = np.random.default_rng(4)
    for _ in range(2):
        profile = generator.binomial(starter_groups.sizes, 0.017) @ starter_groups.rows
        target = profile + generator.laplace(size=18) * 7.8 / epsilon
        fit = fit_groups(starter_groups.rows, starter_groups.sizes, target)
        found = float((fit.residual**2).sum())
        best = group_reference(starter_groups.rows, starter_groups.sizes, target)
        assert found <= best * (1 + 1e-6) + 1e-6
        assert fit.x.min() >= 0
        assert (fit.x <= starter_groups.sizes).all()


@settings(deadline=None)
@given(
    data=st.data(),
    shape=st.tuples(st.integers(1, 12), st.integers(1, 6)),
    scale=st.sampled_from([1.0, 30.0, 1e4, 1e7]),
)
def test_fit_is_optimal(data, shape, scale):
    rows = data.draw(arrays(np.float64, shape, elements=st.sampled_from([0.0, 1.0])))
    sizes = data.draw(arrays(np.int64, shape[0], elements=st.integers(0, 50)))
    target = scale * data.draw(arrays(np.float64, shape[1], elements=st.floats(-1, 1)))
    fit = fit_groups(rows, sizes, target)
    square = float((fit.residual**2).sum())
    # The tie-breaking term may cost this much; the rest is the iteration's tolerance.
    tie = DELTA * max(1.0, np.abs(target).max() / 1000) * float((sizes**2).sum()) / 4
    assert optimality_gap(rows, sizes, target, fit.x) <= tie + 1e-6 * (1 + square)
    assert (fit.x >= 0).all()
    assert (fit.x <= sizes).all()
    assert np.allclose(fit.residual, target - fit.x @ rows)


def test_item_by_item_the_counts_are_the_same(small_catalog):
    target = np.array([30.4, 12.2, -3.0, 40.0, 2.5])
    fractions = sanitize_published(small_catalog.matrix(), target)
    fit = fit_groups(small_catalog.rows, small_catalog.sizes, target)
    assert fit.x @ small_catalog.rows == pytest.approx(fractions @ small_catalog.matrix(), abs=1e-3)


def test_the_smallest_of_the_many_best_is_taken():
    rows = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    sizes = np.array([10, 10, 10])
    # Best fits are (t, t, 3 − t); the smallest norm is at t = 1.
    fit = fit_groups(rows, sizes, np.array([3.0, 3.0]))
    assert fit.x == pytest.approx([1.0, 1.0, 2.0], abs=1e-3)
    # The closest to a center, and in proportion to a spread, where asked for.
    near = fit_groups(rows, sizes, np.array([3.0, 3.0]), center=np.array([3.0, 3.0, 0.0]))
    assert near.x == pytest.approx([3.0, 3.0, 0.0], abs=1e-3)
    wide = fit_groups(rows, sizes, np.array([3.0, 3.0]), spread=np.array([1.0, 1.0, 1e-6]))
    assert wide.x == pytest.approx([3.0, 3.0, 0.0], abs=1e-3)


def test_weighted_fit_is_the_estimate_around_a_prior():
    # One group and one category: minimize ½(x − a)² + δ/2·(x − m)²/v, a weighted mean.
    rows, sizes = np.ones((1, 1)), np.array([10_000])
    fit = fit_groups(
        rows, sizes, np.array([5000.0]), center=np.array([8.0]), spread=np.array([4.0]), delta=2.0
    )
    assert fit.x[0] == pytest.approx((5000 + 8 * 2 / 4) / (1 + 2 / 4))


def test_a_warm_start_gives_the_same_answer(starter_groups):
    target = np.linspace(-20, 60, 18)
    cold = fit_groups(starter_groups.rows, starter_groups.sizes, target)
    near = fit_groups(starter_groups.rows, starter_groups.sizes, 1.05 * target)
    warm = fit_groups(starter_groups.rows, starter_groups.sizes, target, warm=near.dual)
    assert warm.x == pytest.approx(cold.x, abs=1e-3)


def test_empty_fit():
    empty = fit_groups(np.zeros((0, 2)), np.zeros(0, dtype=np.int64), np.array([1.0, -1.0]))
    assert empty.x.shape == (0,)
    assert empty.residual.tolist() == [1.0, -1.0]
    none = fit_groups(np.zeros((3, 0)), np.array([1, 2, 3]), np.zeros(0))
    assert none.x.tolist() == [0.0, 0.0, 0.0]


ITEM_GROUP = np.array([0, 1, 1, 0, 1, 2, 1, 1, 1, 2])


@pytest.mark.parametrize("rounding", list(Rounding))
@pytest.mark.parametrize("popular", [False, True])
def test_rounding_keeps_the_expected_count_of_each_group(rounding, popular):
    x = np.array([1.3, 2.6, 2.0])
    source = NumpySource(np.random.default_rng(8))
    popularity = np.arange(10.0) if popular else None
    counts = np.zeros(3)
    runs = 3_000
    for _ in range(runs):
        chosen = choose_items(ITEM_GROUP, x, source, rounding=rounding, popularity=popularity)
        assert (np.diff(chosen) > 0).all()
        found = np.bincount(ITEM_GROUP[chosen], minlength=3)
        if rounding is Rounding.GROUPS:
            assert (np.abs(found - x) < 1).all()
        counts += found
    # A coin's deviation is at most ½; each of the 12 comparisons errs once in 10⁶ seeds.
    assert (np.abs(counts / runs - x) <= 4.9 * 0.5 * math.sqrt(6 / runs)).all()


@given(data=st.data(), sizes=arrays(np.int64, 6, elements=st.integers(0, 9)))
def test_groups_never_exceed_their_size(data, sizes):
    share = data.draw(arrays(np.float64, 6, elements=st.floats(0, 1)))
    coins = data.draw(arrays(np.float64, 6, elements=st.floats(0, 1, exclude_max=True)))
    counts = round_groups(share * sizes, sizes, coins)
    assert (counts >= np.floor(share * sizes)).all()
    assert (counts <= sizes).all()
    group = np.repeat(np.arange(6), sizes)
    chosen = sample_within_groups(group, counts, NumpySource(np.random.default_rng(0)))
    assert np.bincount(group[chosen], minlength=6).tolist() == counts.tolist()


def test_popular_items_are_sampled_in_proportion():
    group, counts = np.zeros(3, dtype=np.int64), np.array([1])
    source = NumpySource(np.random.default_rng(6))
    runs = 4_000
    drawn = [
        sample_within_groups(group, counts, source, np.array([0.0, 2.0, 5.0]))[0]
        for _ in range(runs)
    ]
    shares = np.bincount(drawn, minlength=3) / runs
    assert (np.abs(shares - np.array([1, 3, 6]) / 10) < 4.9 * 0.5 / math.sqrt(runs)).all()
