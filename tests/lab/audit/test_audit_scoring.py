"""Learning, choosing and certifying, on made-up releases whose loss is known exactly."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import binom

from epicrec_desktop.lab.audit.observer import Samples, certify
from epicrec_desktop.lab.audit.run import ERROR
from epicrec_desktop.lab.audit.trials import planted_trials

FEATURES = 12
NAMES = [f"feature {j}" for j in range(FEATURES)]
SIZES = {trial.name: trial.size for trial in planted_trials()}
Release = Callable[[np.random.Generator, int, bool], np.ndarray]


def one_count(generator: np.random.Generator, n: int, present: bool, scale: float = 1.0):
    """Laplace noise on counts; the audited movie adds 1 to the first. Its loss is 1 / scale."""
    counts = 10 + 2.0 * generator.laplace(size=(n, FEATURES))
    counts[:, 0] = 10 + present + scale * generator.laplace(size=n)
    return counts


def two_counts(generator: np.random.Generator, n: int, present: bool):
    """The movie adds a half to two counts, each with noise of scale 1: its loss is 1."""
    counts = one_count(generator, n, False)
    counts[:, 1] = 10 + generator.laplace(size=n)
    counts[:, :2] += 0.5 * present
    return counts


def weak(generator: np.random.Generator, n: int, present: bool):
    """Its loss is 1 / 0.6."""
    return one_count(generator, n, present, scale=0.6)


def two_copies(generator: np.random.Generator, n: int, present: bool):
    """Two providers with independent noise: the loss to both together is 2."""
    counts = one_count(generator, n, present)
    counts[:, 1] = 10 + present + generator.laplace(size=n)
    return counts


def certified(
    release: Release, seed: int, learn: int, choose: int, trials: int, error: float
) -> float:
    generator = np.random.default_rng(seed)
    n = learn + choose + trials
    samples = Samples(release(generator, n, True), release(generator, n, False))
    return certify(samples, NAMES, learn=learn, choose=choose, error=error).bound


@pytest.mark.parametrize("release", [one_count, two_counts])
def test_the_loss_is_exceeded_no_more_often_than_stated(release):
    """At 20 % error and with few samples, so that exceeding it would show."""
    runs, error = 80, 0.2
    bounds = [certified(release, seed, 100, 200, 400, error) for seed in range(runs)]
    # Right with probability 1 - 1e-3, were the true rate as high as the error.
    assert sum(bound > 1 for bound in bounds) <= binom.isf(1e-3, runs, error)
    assert np.median(bounds) > 0.2  # and it is no empty promise


def test_the_bound_comes_near_the_loss():
    """Of 4,300 releases each, the best any event can give here is 0.88 on the average."""
    bounds = [certified(one_count, seed, 300, 500, 4_300, ERROR) for seed in range(8)]
    assert np.median(bounds) > 0.8
    assert max(bounds) < 1.05


@pytest.mark.parametrize(
    ("name", "release"), [("scale × 0.6", weak), ("independent copies", two_copies)]
)
def test_faults_are_caught_with_the_audits_own_sizes(name, release):
    """A miss in 200 is what is allowed: of 40 runs, more than 2 would then be 1 in 800."""
    size = SIZES[name]
    bounds = [
        certified(release, seed, size.learn, size.choose, size.certify, ERROR) for seed in range(40)
    ]
    assert sum(bound <= 1 for bound in bounds) <= 2


def test_nothing_is_certified_where_nothing_differs():
    same = np.full((300, FEATURES), 7.0)
    certificate = certify(Samples(same, same), NAMES, learn=100, choose=100, error=ERROR)
    assert certificate.bound == 0.0
    assert certificate.event == "nothing differs"


def test_a_leak_in_any_feature_is_found():
    generator = np.random.default_rng(3)
    samples = Samples(one_count(generator, 300, True), one_count(generator, 300, True))
    samples.present[:, 9], samples.absent[:, 9] = 3.0, 4.0  # fewer where the movie is there
    certificate = certify(samples, NAMES, learn=60, choose=80, error=ERROR)
    assert certificate.bound > 3
    assert certificate.event == "feature 9"


def test_the_parts_do_not_overlap():
    rows = np.arange(10.0).reshape(10, 1)
    parts = list(Samples(rows, rows).split(2, 3))
    assert [part.present[:, 0].tolist() for part in parts] == [[0, 1], [2, 3, 4], [5, 6, 7, 8, 9]]
