"""Category groups: of MovieLens latest-small for known answers, of the starter catalog, made up."""

import csv

import numpy as np
import pytest

from epicrec_desktop.domain.movies import CATEGORIES, CategoryGroups


@pytest.fixture(scope="session")
def latest_small(movielens) -> CategoryGroups:
    """9,742 movies and 18 genres, without "IMAX" and "(no genres listed)"."""
    with (movielens / "movies.csv").open(encoding="utf-8", newline="") as file:
        genres = [row["genres"].split("|") for row in csv.DictReader(file)]
    matrix = np.array([[float(name in found) for name in CATEGORIES] for found in genres])
    return CategoryGroups.from_matrix(CATEGORIES, matrix)


@pytest.fixture(scope="session")
def small_catalog() -> CategoryGroups:
    """120 made-up items of five categories; a few without any."""
    generator = np.random.default_rng(7)
    matrix = (generator.random((120, 5)) < [0.5, 0.3, 0.3, 0.15, 0.1]).astype(np.float64)
    return CategoryGroups.from_matrix(("A", "B", "C", "D", "E"), matrix)
