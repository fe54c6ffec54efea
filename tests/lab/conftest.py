"""Catalogs for the experiments' tests."""

import csv

import numpy as np
import pytest

from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie


@pytest.fixture(scope="session")
def latest_small_catalog(movielens) -> Catalog:
    """MovieLens latest-small: movies and genres, and the mean number of ratings per user."""
    with (movielens / "movies.csv").open(encoding="utf-8", newline="") as file:
        movies = tuple(
            Movie(
                row["title"],
                None,
                tuple(row["genres"].split("|")),
                movielens_id=int(row["movieId"]),
            )
            for row in csv.DictReader(file)
        )
    with (movielens / "ratings.csv").open(encoding="utf-8", newline="") as file:
        users = [row["userId"] for row in csv.DictReader(file)]
    return Catalog(
        "MovieLens latest-small", "2018-09", movies, mean_profile_size=len(users) / len(set(users))
    )


@pytest.fixture(scope="session")
def synthetic_catalog() -> Catalog:
    """300 made-up movies with one to four genres."""
    generator = np.random.default_rng(1)
    movies = tuple(
        Movie(
            f"Movie {k}", 2000, tuple(generator.choice(CATEGORIES, generator.integers(1, 5), False))
        )
        for k in range(300)
    )
    return Catalog("made up", "1", movies)
