"""What a catalog says of its movies' categories."""

from __future__ import annotations

import numpy as np

from epicrec_desktop.domain.movies import Catalog, Movie

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


def test_membership_of_positions_and_of_missing_movies() -> None:
    found = CATALOG.membership(np.array([1, -1, 0, 2]))
    assert found.tolist() == [
        [False, False, True],
        [False, False, False],  # -1 is no movie, and not the last one
        [True, True, False],
        [False, False, False],
    ]
