"""What a catalog says of its movies' categories."""

import numpy as np
import pytest

from epicrec_desktop.domain.movies import Catalog, Movie, split_year

CATALOG = Catalog(
    "test",
    "1",
    (
        Movie("Heat", 1995, ("Action", "Crime")),
        Movie("Alien", 1979, ("Horror",)),
        Movie("M", 1931, ()),
    ),
    ("Action", "Crime", "Horror"),
)


def test_membership_of_positions_and_of_missing_movies():
    found = CATALOG.membership(np.array([1, -1, 0, 2]))
    assert found.tolist() == [
        [False, False, True],
        [False, False, False],  # -1 is no movie, and not the last one
        [True, True, False],
        [False, False, False],
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bugonia (2025)", ("Bugonia", 2025)),
        (" Bugonia, 2025 ", ("Bugonia", 2025)),
        ("2001: A Space Odyssey 1968", ("2001: A Space Odyssey", 1968)),
        ("1917 (2019)", ("1917", 2019)),
        ("1917", ("1917", None)),
        ("Heat", ("Heat", None)),
        ("", ("", None)),
    ],
)
def test_a_title_and_its_year(text, expected):
    assert split_year(text) == expected
