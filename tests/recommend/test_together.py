"""A list for several people: nobody is left behind."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.recommend.ranking import LIKED_BY_ALL, Ranker, Taste, least_places
from small_world import models, world

SCORES = st.lists(st.tuples(st.floats(-9, 9, width=32), st.floats(-9, 9, width=32)), min_size=2)


@given(SCORES)
def test_what_one_person_would_hate_is_never_first(scores):
    people = np.array(scores, dtype=np.float32).T
    items = np.arange(people.shape[1])
    places = least_places(list(people), items)
    first = int(places.argmax())
    if places[first] == -np.inf:
        return  # nothing is for both
    for one in people:
        better = (one > one[first]).sum()
        assert better <= (1 - LIKED_BY_ALL) * (len(items) - 1)
    # Of no other movie is everybody's place higher.
    ranks = [np.searchsorted(np.sort(one), one) for one in people]
    assert np.min(ranks, axis=0).max() == min(rank[first] for rank in ranks)


def test_a_scale_of_scores_decides_nothing():
    one, two = np.random.default_rng(3).normal(size=(2, 50)).astype(np.float32)
    items = np.arange(50)
    assert (least_places([one, two], items) == least_places([1000 * one, two - 7], items)).all()


@pytest.mark.parametrize("kind", ["als", "knowledge"])
def test_a_compromise_and_not_one_persons_list(kind):
    w = world()
    action, both = w.of_kind(0), w.of_kind(5)  # Action, Thriller; Sci-Fi, Action
    romance = w.of_kind(1)
    ranker = Ranker(models()[kind], w.catalog)
    tastes = [
        Taste([*action[:8], *both[:4]], {}),
        Taste([*romance[:8], *both[4:8]], {both[4]: 2.0}),
    ]
    found = ranker.together(tastes, exclude=both[8:10])
    listed = [one.movie for one in found]
    seen = {*tastes[0].watched, *tastes[1].watched, *both[8:10]}
    assert listed
    assert not seen & set(listed)
    assert listed[0] not in w.of_kind(3), "horror, which nobody watched"
    assert {one.because for one in found} == {None}, "they watched nothing in common"


def test_the_reason_is_a_movie_that_both_watched():
    w = world()
    action = w.of_kind(0)
    tastes = [Taste(action[:8], {}), Taste(action[4:12], {})]
    found = Ranker(models()["als"], w.catalog).together(tastes)
    reasons = {one.because for one in found} - {None}
    assert reasons
    assert reasons <= set(action[4:8])
