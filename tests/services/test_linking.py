"""How often lists of two months can be told to be one person's, as docs/privacy.md 9 says."""

from fractions import Fraction

import numpy as np
import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.mechanism import movie_shares, plan, plan_question
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.recommend.share_scorer import CellRows

PEOPLE, MONTHS, A_MONTH = 5_000, 4, 8
EPSILON = Fraction(23, 100)


def watched(generator: np.random.Generator) -> list[list[np.ndarray]]:
    """Return the new movies of each month of people with tastes, as in `release_worth`."""
    catalog = load_starter()
    popularity = np.array([movie.popularity for movie in catalog.movies])
    years = np.array([movie.year or 1995 for movie in catalog.movies])
    time = np.clip((years - 1995) / 15.0, -2.5, 2.0)
    tastes = np.column_stack([0.5 * catalog.matrix, 1.8 * time])
    logs = np.log(np.maximum(popularity, 1e-9))
    people = []
    for _ in range(PEOPLE):
        keys = -logs - tastes @ generator.normal(size=tastes.shape[1])
        keys -= generator.gumbel(size=len(keys))
        counts = generator.poisson(A_MONTH, MONTHS)
        movies = generator.permutation(np.argpartition(keys, counts.sum())[: counts.sum()])
        people.append(np.split(movies, counts.cumsum()[:-1]))
    return people


def linked(added: Floats, month: int) -> float:
    """Return how often the nearest sums of the months before are the same person's.

    `added` (m, u, k) is what each month adds to the numbers, with its noise. Whoever compares knows
    its mean and covariance over people.
    """
    before, step = added[:month].sum(axis=0), added[month]
    root = np.linalg.cholesky(np.linalg.inv(np.cov(step.T)))
    known, later = (before + step.mean(axis=0)) @ root, (before + step) @ root
    lengths = (known**2).sum(axis=1)
    nearest = [(lengths - 2.0 * known @ one).argmin() for one in later]
    return float(np.mean(np.array(nearest) == np.arange(len(later))))


@pytest.mark.slow
def test_lists_of_two_months_are_linked_as_often_as_is_said():
    catalog, choice = load_starter(), PrivacyChoice(ReleaseLevel.PERTURBED)
    generator = np.random.default_rng(1)
    people = watched(generator)
    asked = AskedQuestion.of(load_question(), catalog.movies)
    categories = plan(catalog.groups, choice, EPSILON, family=IMPROVED)
    cells = plan_question(asked, catalog.groups, choice, EPSILON)
    none = np.full(len(catalog.movies), -1)
    for mechanism, question, said in ((categories, None, (44, 91)), (cells, asked, (16, 55))):
        assert mechanism is not None
        series = none if question is None else question.series
        rows = CellRows(movie_shares(mechanism, catalog.groups, choice, question), series)
        counts = np.array([[rows.count(movies) for movies in person] for person in people])
        scale = float(mechanism.scales[0] / mechanism.multiplier)
        added = counts.swapaxes(0, 1) + scale * generator.laplace(size=counts.swapaxes(0, 1).shape)
        found = [round(100 * linked(added, month)) for month in (1, 3)]
        assert found == pytest.approx(said, abs=4)
