"""Public ratings: in order, and what they say of movies and people."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.catalog.ratings import PublicRatings

triples = st.lists(
    st.tuples(st.integers(1, 9), st.integers(0, 6), st.sampled_from([0.5, 3.0, 5.0])), max_size=40
)


def build(rows: list[tuple[int, int, float]]) -> PublicRatings:
    users, items, values = zip(*rows, strict=True) if rows else ((), (), ())
    return PublicRatings.build(
        np.array(users, np.int32), np.array(items, np.int32), np.array(values, np.float32)
    )


@given(triples)
def test_ratings_are_ordered_dense_and_without_repeats(rows):
    ratings = build(rows)
    number = {user: i for i, user in enumerate(sorted({user for user, _, _ in rows}))}
    expected = {(number[user], item): value for user, item, value in rows}
    pairs = list(zip(ratings.users.tolist(), ratings.items.tolist(), strict=True))
    assert pairs == sorted(expected)
    assert dict(zip(pairs, ratings.values.tolist(), strict=True)) == expected
    assert ratings.user_count == len(number)
    assert ratings.popularity(7).tolist() == [
        sum(item == j for _, item in expected) for j in range(7)
    ]
    if rows:
        assert ratings.mean_profile_size == pytest.approx(len(expected) / len(number))
    else:
        assert ratings.mean_profile_size is None
