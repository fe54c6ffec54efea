"""What is known or assumed of people, and noisy counts: made-up people, and bounds."""

import numpy as np
import pytest

from epicrec_desktop.privacy.public_prior import TYPICAL, ProfilePrior

ROWS = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
SHARED = ROWS / ROWS.sum(axis=1, keepdims=True)
SIZES = np.full(4, 500)
EVEN = np.full(4, 0.25)


def people(number: int, seed: int) -> np.ndarray:
    """Half watch the first two groups, half the others; between 20 and 300 movies each."""
    generator = np.random.default_rng(seed)
    parts = np.where(
        (np.arange(number) % 2 == 0)[:, None], [0.45, 0.45, 0.05, 0.05], [0.05, 0.05, 0.45, 0.45]
    )
    sizes = generator.integers(20, 300, number)
    drawn = [generator.multinomial(n, p) for n, p in zip(sizes, parts, strict=True)]
    return np.array(drawn, dtype=np.int64).reshape(number, 4)


def errors(profile_prior: ProfilePrior, persons: np.ndarray, scale: float = 15.0) -> float:
    """Mean error of the counts of these people, read from counts with noise of this scale."""
    generator = np.random.default_rng(3)
    found = []
    for mine in persons:
        noisy = mine @ SHARED + generator.laplace(scale=scale, size=3)
        x = profile_prior.estimate_groups(ROWS, SHARED, SIZES, noisy, 2.0 * scale**2)
        found.append(float(np.abs((x - mine) @ ROWS).mean()))
    return float(np.mean(found))


@pytest.mark.parametrize(
    "profile_prior", [ProfilePrior.of(EVEN, people(200, 1)), ProfilePrior.of(EVEN)]
)
def test_counts_without_noise_are_known_exactly(profile_prior):
    mine = np.array([60, 50, 5, 6])
    found = profile_prior.estimate_counts(SHARED, SHARED, mine @ SHARED, 1e-6)
    np.testing.assert_allclose(found, mine @ SHARED, atol=0.5)


def test_prior_models_correlations_that_popularity_lacks():
    """Much of the first group tells of much of the second, under noise that hides the second."""
    public, others = people(400, 1), people(60, 2)
    share = public.sum(axis=0) / public.sum()
    assert errors(ProfilePrior.of(share, public), others) < 0.9 * errors(
        ProfilePrior.of(share), others
    )


def test_prior_gains_weight_with_more_profiles():
    others = people(60, 2)
    found = [errors(ProfilePrior.of(EVEN, people(number, 1)), others) for number in (0, 20, 400)]
    assert found[2] < found[1] < found[0]


def test_people_of_about_the_same_size_teach_the_mean():
    """Who watches little watches the first group, who watches much the third."""
    generator = np.random.default_rng(5)
    sizes = np.exp(generator.uniform(3.0, 6.0, 600)).astype(int)
    parts = np.where((sizes < 90)[:, None], [0.85, 0.05, 0.05, 0.05], [0.05, 0.05, 0.85, 0.05])
    public = np.array([generator.multinomial(n, p) for n, p in zip(sizes, parts, strict=True)])
    profile_prior = ProfilePrior.of(EVEN, public)
    hidden = 1e9  # only the sum of all counts is told
    for size, group in ((30, 0), (300, 2)):
        total = SHARED.sum(axis=1, keepdims=True)
        found = profile_prior.estimate_counts(ROWS, total, np.array([float(size)]), 1.0)
        assert found.argmax() == group
    alone = profile_prior.estimate_counts(ROWS, SHARED, np.zeros(3), hidden)
    assert np.isfinite(alone).all()


def test_of_several_parts_one_is_thought_smaller():
    priors = [ProfilePrior.of(EVEN, among=among) for among in (1, 4)]
    found = [t.estimate_counts(ROWS, SHARED, np.zeros(3), 1e12).sum() for t in priors]
    assert found[1] < 0.6 * found[0]
    assert ProfilePrior.of(EVEN, typical=TYPICAL / 10).size[0] < ProfilePrior.of(EVEN).size[0]


@pytest.mark.parametrize("variance", [1e-9, 2.0, 1e12])
@pytest.mark.parametrize("scale", [0.0, -50.0, 1e6])
@pytest.mark.parametrize("number", [0, 2, 50])
def test_any_noise_gives_numbers_within_bounds(variance, scale, number):
    profile_prior = ProfilePrior.of(EVEN, people(number, 1))
    noisy = scale * np.array([1.0, -0.5, 2.0])
    counts = profile_prior.estimate_counts(ROWS, SHARED, noisy, variance)
    assert np.isfinite(counts).all()
    assert (counts >= 0).all()
    found = profile_prior.estimate_groups(ROWS, SHARED, SIZES, noisy, variance)
    assert (found >= 0).all()
    assert (found <= SIZES).all()


def test_people_of_no_movies_or_all_alike_are_no_trouble():
    for public in ([[1, 2, 3, 4], [0, 0, 0, 0]], [[1, 2, 3, 4]] * 50, [[0, 0, 0, 0]]):
        profile_prior = ProfilePrior.of(EVEN, np.array(public))
        assert np.isfinite(profile_prior.estimate_counts(ROWS, SHARED, np.ones(3), 2.0)).all()
