"""The baselines keep the budget they claim, and the papers' bounds hold."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.lab.research.baselines import (
    Grouping,
    choose_grouping,
    composition_scales,
    expected_error,
    plain_laplace_scales,
    sanitized_error_bound,
    smallest_unconstrained_epsilon,
    utility_lower_bound,
    variance_divergence,
)
from epicrec_desktop.privacy.calibration import Utility, calibrate, plain_laplace
from epicrec_desktop.privacy.integer_rows import maximal_rows
from epicrec_desktop.privacy.least_squares import fit_groups


def system_error_bound(rows: Floats, epsilon: float) -> float:
    """EpicRec, sections 4.5 and 5.4: with ‖C‖₁ the largest row sum, the error is <= 2‖C‖₁/ε.

    The plain Laplace scales ‖C‖₁/ε are a solution of (4.4), so the best ones have no larger mean.
    The paper prints O(‖C‖₁/c), which one item with all c categories contradicts: its scales are c.
    """
    return 2.0 * plain_laplace(rows) / epsilon


def utility_upper_bound(
    utility: Utility, rows: Floats, budgets: Sequence[float] | Floats, epsilon: float
) -> float:
    """DP-MultiUPP, section 4.2: the calibrated loss is at most that of its baseline t/r.

    The baseline satisfies every constraint, so the optimum of the same utility is no worse. Printed
    as >= for MSE and MAEL, and for MAEL without its mean over the categories.
    """
    scales, _ = composition_scales(rows, budgets, epsilon)
    return expected_error(utility, scales, rows, budgets)


FIGURE_4 = np.array(
    [[1, 1, 1, 0, 0], [1, 0, 1, 0, 0], [1, 0, 1, 1, 0], [1, 0, 0, 0, 1], [0, 1, 0, 1, 0]],
    dtype=np.float64,
)

shapes = st.tuples(st.integers(1, 10), st.integers(1, 7))
valued = shapes.flatmap(
    lambda s: arrays(np.float64, s, elements=st.sampled_from([0.0, 0.3, 1.0, 7.5]))
).filter(lambda rows: bool(rows.any(axis=0).all()))


def budgets_for(rows: np.ndarray, data: st.DataObject) -> np.ndarray:
    return 10.0 ** data.draw(arrays(np.float64, rows.shape[1], elements=st.floats(-4, 0)))


def test_plain_laplace_uses_the_largest_row():
    assert plain_laplace_scales(FIGURE_4, 0.5).tolist() == [6.0] * 5
    with pytest.raises(ValueError, match="positive"):
        plain_laplace_scales(FIGURE_4, 0.0)


def test_sensitivity_of_a_grouping_by_hand():
    # Parts {1, 2, 3} and {4, 5}: item 1 adds 1 to the first mean, item 4 adds 1/3 + 1/2.
    grouping = Grouping((0, 0, 0, 1, 1))
    assert grouping.sensitivity(FIGURE_4) == pytest.approx(2 / 3 + 1 / 2)  # item 3
    counts = np.array([3.0, 6.0, 0.0, 1.0, 2.0])
    assert grouping.smooth(counts).tolist() == pytest.approx([3, 3, 3, 1.5, 1.5])
    unit = np.array([1.0, -2.0])
    noisy = grouping.perturb(counts, FIGURE_4, 0.5, unit)
    scale = (2 / 3 + 1 / 2) / 0.5
    assert noisy == pytest.approx([3 + scale] * 3 + [1.5 - 2 * scale] * 2)


def test_parts_of_one_are_plain_laplace_and_one_part_is_the_mean():
    assert Grouping((0, 1, 2, 3, 4)).sensitivity(FIGURE_4) == 3
    assert Grouping((0,) * 5).sensitivity(FIGURE_4) == pytest.approx(3 / 5)
    with pytest.raises(ValueError, match="gap"):
        Grouping((0, 2))


@given(rows=valued, data=st.data())
def test_a_grouping_hides_every_item_within_its_budget(rows, data):
    """The privacy loss of any item is its change of the means over the scale: at most ε."""
    expected = data.draw(arrays(np.float64, rows.shape[1], elements=st.floats(0, 100)))
    epsilon = data.draw(st.floats(0.01, 2))
    grouping = choose_grouping(rows, expected, epsilon)
    scale = grouping.sensitivity(rows) / epsilon
    for row in rows:
        change = grouping.smooth(row)
        parts = np.unique(grouping.label, return_index=True)[1]
        assert change[parts].sum() <= scale * epsilon * (1 + 1e-12)


def test_grouping_follows_the_budget_and_the_counts():
    expected = np.array([100.0, 1.0, 99.0, 2.0, 1.5])
    exact = choose_grouping(FIGURE_4, expected, 1000.0)
    assert len(set(exact.label)) == 5  # next to no noise: nothing to gain by smoothing
    assert set(choose_grouping(FIGURE_4, expected, 0.001).label) == {0}
    label = choose_grouping(FIGURE_4[:, :4], expected[:4], 0.5).label
    assert label[0] == label[2] != label[1] == label[3]  # like with like


@given(rows=valued, data=st.data())
def test_composition_satisfies_every_constraint_tightly(rows, data):
    t = budgets_for(rows, data)
    epsilon = data.draw(st.floats(0.001, 2))
    z, ratio = composition_scales(rows, t, epsilon)
    loss = (rows / z).sum(axis=1).max()
    assert loss <= epsilon * (1 + 1e-9)
    assert (rows.max(axis=0) / z <= t * (1 + 1e-9)).all()
    free = smallest_unconstrained_epsilon(rows, t)
    assert (ratio == 1) == (free <= epsilon)  # theorem 2
    if ratio > 1:
        assert loss == pytest.approx(epsilon)


@settings(deadline=None)
@given(rows=valued, utility=st.sampled_from(list(Utility)), data=st.data())
def test_the_optimum_lies_between_the_bounds_of_multiupp(rows, utility, data):
    t = budgets_for(rows, data)
    epsilon = data.draw(st.fractions(min_value=Fraction(1, 1000), max_value=2))
    solved = calibrate(rows, utility=utility, epsilon=epsilon, budgets=t.tolist())
    # One more than the loss, for MAEL: the comparison is relative and a loss may be 0.
    found = expected_error(utility, solved.z, rows, t) + 1
    lower = utility_lower_bound(utility, rows, t) + 1
    upper = utility_upper_bound(utility, rows, t, float(epsilon)) + 1
    assert lower * (1 - 1e-5) <= found <= upper * (1 + 1e-5)
    if float(epsilon) > smallest_unconstrained_epsilon(rows, t) * (1 + 1e-9):
        assert upper == pytest.approx(lower)  # the budgets are met in full


def test_losses_by_hand():
    rows = np.array([[2.0, 0.0], [0.0, 1.0]])
    t = [0.5, 0.25]
    assert utility_lower_bound(Utility.MAE, rows, t) == pytest.approx((4 + 4) / 2)
    assert utility_lower_bound(Utility.MSE, rows, t) == pytest.approx((2 * 16 + 2 * 16) / 2)
    assert utility_lower_bound(Utility.MAEL, rows, t) == pytest.approx(0)
    assert smallest_unconstrained_epsilon(rows, t) == pytest.approx(0.5)
    # ε = 0.25 halves every budget: twice the absolute error, four times the squared one.
    assert utility_upper_bound(Utility.MAE, rows, t, 0.25) == pytest.approx(8)
    assert utility_upper_bound(Utility.MSE, rows, t, 0.25) == pytest.approx(128)
    assert utility_upper_bound(Utility.MAEL, rows, t, 0.25) == pytest.approx(1)


def test_expected_errors_are_those_of_laplace_noise():
    z, t, rows = np.array([3.0, 1.0]), [0.5, 0.25], np.eye(2)
    noise = np.random.default_rng(0).laplace(size=(200_000, 2)) * z
    # Standard errors 0.004, 0.05 and 0.001: five of them fail once in 10⁶ seeds.
    assert np.abs(noise).mean() == pytest.approx(expected_error(Utility.MAE, z, rows, t), abs=0.02)
    assert (noise**2).mean() == pytest.approx(expected_error(Utility.MSE, z, rows, t), abs=0.25)
    loss = (np.abs(noise) * t).mean() - 1
    assert loss == pytest.approx(expected_error(Utility.MAEL, z, rows, t), abs=0.005)


def test_divergence():
    rows = np.eye(3)
    t = [0.2, 0.3, 0.5]
    baseline, _ = composition_scales(rows, t, 0.1)
    assert variance_divergence(baseline, rows, t) == pytest.approx(0, abs=1e-12)
    shares = np.array([1 / 0.04, 1 / 0.09, 1 / 0.25])
    shares /= shares.sum()
    even = float((shares * np.log(shares * 3)).sum())
    assert variance_divergence([7.0, 7.0, 7.0], rows, t) == pytest.approx(even)


def test_epicrec_bounds_hold_on_the_starter_catalog(starter_groups):
    """Theorem 3 on 30 random profiles, and the system bound above it."""
    rows, sizes = starter_groups.rows, starter_groups.sizes
    z = np.array(calibrate(rows).z)
    assert sanitized_error_bound(z) == pytest.approx(2 * z.mean())
    assert sanitized_error_bound(z / 0.3) <= system_error_bound(rows, 0.3) == pytest.approx(8 / 0.3)
    generator = np.random.default_rng(3)
    errors = []
    for _ in range(30):
        counts = generator.binomial(sizes, 0.017) @ rows
        fit = fit_groups(rows, sizes, counts + generator.laplace(size=18) * z / 0.3)
        errors.append(float(np.abs(fit.x @ rows - counts).mean()))
    assert np.mean(errors) <= sanitized_error_bound(z / 0.3)


def test_the_printed_system_bound_cannot_hold():
    """One item with all categories: its scales are c, so no constant over c bounds the error."""
    for c in (5, 50):
        rows = np.ones((1, c))
        assert np.mean(calibrate(rows).z) == pytest.approx(c)
        assert sanitized_error_bound(calibrate(rows).z) == pytest.approx(
            system_error_bound(rows, 1.0)
        )


def test_redundant_rows_change_no_bound(starter_groups):
    t = np.random.default_rng(1).dirichlet(np.ones(18))
    few = maximal_rows(starter_groups.rows)
    for utility in Utility:
        assert utility_upper_bound(utility, few, t, 0.1) == pytest.approx(
            utility_upper_bound(utility, starter_groups.rows, t, 0.1)
        )
