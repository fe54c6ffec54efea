"""The bounds are Clopper and Pearson's, and hold as often as they say."""

import math

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from epicrec_desktop.lab.confidence import (
    loss_bound,
    loss_bounds,
    lower_proportion,
    upper_proportion,
)


@pytest.mark.parametrize(("hits", "trials"), [(0, 50), (1, 50), (17, 50), (49, 50), (50, 50)])
@pytest.mark.parametrize("error", [0.005, 0.1])
def test_bounds_of_a_proportion_are_scipys(hits, trials, error):
    exact = binomtest(hits, trials).proportion_ci(confidence_level=1 - 2 * error, method="exact")
    assert lower_proportion(hits, trials, error) == pytest.approx(exact.low, abs=1e-9)
    assert upper_proportion(hits, trials, error) == pytest.approx(exact.high, abs=1e-9)


def test_the_bound_of_a_loss_is_too_large_no_more_often_than_stated():
    """Exactly, by summing over all outcomes: no simulation could be this sure."""
    trials, error = 24, 0.1
    seen = np.arange(trials + 1)
    bounds = np.array([[loss_bound(k, m, trials, error) for m in seen] for k in seen])
    worst = 0.0
    for loss in (0.0, 0.3, 0.5, 1.0, 2.0, 3.0):
        for frequency in (0.04, 0.1, 0.3, 0.5, 0.7, 0.95, 1.0):
            often = binom.pmf(seen, trials, frequency)
            rarely = binom.pmf(seen, trials, frequency * math.exp(-loss))
            worst = max(worst, float(often @ (bounds > loss) @ rarely))
    assert worst <= error
    assert worst > error / 2  # and little of the error is left unused


def test_the_exact_test_says_with_half_the_trials_what_two_bounds_say():
    for often, rarely in ((500, 184), (300, 70)):
        two_bounds = loss_bounds(2 * often, 2 * rarely, 2_000, 0.00125)
        assert loss_bound(often, rarely, 1_000, 0.00125) > two_bounds * 0.99


def test_a_bound_is_never_negative_and_grows_with_what_is_known():
    assert loss_bound(10, 40, 50, 0.01) == 0.0
    assert loss_bound(0, 0, 50, 0.01) == 0.0
    few, many = loss_bound(50, 18, 100, 0.01), loss_bound(5_000, 1_800, 10_000, 0.01)
    assert 0 < few < many < math.log(50 / 18)
    assert loss_bound(100, 0, 100, 0.01) > 2.5  # an event that settles it
