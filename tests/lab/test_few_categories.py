"""The shape of MovieLens-1M: as many movies with one, two, … categories, and the same people."""

from collections import Counter

import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.lab.experiments import perturbation
from epicrec_desktop.lab.population import (
    LAST_YEAR,
    MOVIES_WITH,
    synthetic_catalog,
    with_few_categories,
)


@pytest.fixture(scope="module")
def imported() -> ImportedCatalog:
    return synthetic_catalog(600)


def test_movies_have_as_few_categories_as_there(imported):
    few = with_few_categories(imported, np.random.default_rng(1)).catalog
    counts = Counter(len(movie.categories) for movie in few.movies)
    total = sum(MOVIES_WITH)
    for count, movies in enumerate(MOVIES_WITH[:3], start=1):
        assert counts[count] / len(few.movies) == pytest.approx(movies / total, abs=0.12)
    mean = sum(k * n for k, n in counts.items()) / len(few.movies)
    assert 1.4 <= mean <= 1.7
    assert mean < np.mean([len(movie.categories) for movie in imported.catalog.movies]) - 0.3


def test_each_keeps_some_of_its_own_and_who_watched_it(imported):
    few = with_few_categories(imported, np.random.default_rng(1))
    before = {movie.movielens_id: movie for movie in imported.catalog.movies}
    for movie in few.catalog.movies:
        assert movie.year is not None
        assert movie.year <= LAST_YEAR
        assert set(movie.categories) <= set(before[movie.movielens_id].categories)
        assert movie.categories
    watched = few.ratings.popularity(len(few.catalog.movies))
    np.testing.assert_array_equal(watched, [movie.popularity for movie in few.catalog.movies])


def test_there_is_less_to_gain_and_half_is_gained(imported):
    """With a sixth of the usual users: improved over published is at most 0.50 at ε = 1."""
    found = perturbation.run(imported, users=50, epsilons=(1.0,), few_categories=True)
    error = {row["mechanism"]: row["mae"] for row in found["rows"]}
    assert error["S-MAP"] < 0.5 * error["S-DPDP"]


def test_without_ratings_or_movies_of_that_time_an_error_is_raised(imported):
    generator = np.random.default_rng(1)
    with pytest.raises(CatalogError, match="no ratings"):
        with_few_categories(ImportedCatalog(Catalog("t", "1", ()), None), generator)
