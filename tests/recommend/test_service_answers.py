"""A provider's answer: its lists are those that sorting each by itself finds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.recommend import service
from epicrec_desktop.recommend.ranking import Alignment, top
from epicrec_desktop.recommend.service import Recommender
from epicrec_desktop.recommend.wire import RecommendationRequest
from small_world import models, world

FLOAT32 = st.floats(width=32, allow_nan=False, allow_infinity=False)


def told(watched: int = 9, **asked: Any) -> RecommendationRequest:
    ids = [str(movie.wire_id) for movie in world().catalog.movies[:watched]]
    return RecommendationRequest((*ids, "wd:Q99999999"), ReleaseLevel.ALL, **asked)


@pytest.mark.parametrize("kind", ["als", "content"])
@pytest.mark.parametrize("shortlist", [1, 25, 10_000])
@pytest.mark.parametrize(
    "request_",
    [
        told(),
        told(exclude_profile=True, limit=7, per_category=3),
        told(categories=("Horror", "Drama", "nonsense"), per_category=500, limit=500),
        told(categories=False),
        told(0, per_category=0, exclude_profile=True),
    ],
)
def test_it_is_what_each_list_sorted_by_itself_has(
    kind: str, shortlist: int, request_: RecommendationRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "SHORTLIST", shortlist)
    model, whole = models()[kind], world().catalog
    catalog = replace(whole, movies=whole.movies[:-20])  # the model knows more than it has
    before = model.popularity.copy()
    found = Recommender(model, catalog).answer(request_)
    assert model.popularity.tolist() == before.tolist()
    positions = model.positions(request_.profile)
    assert (found.known, found.unknown) == (len(positions), len(request_.profile) - len(positions))
    scores = model.scores(positions)
    movie = Alignment.of(model, catalog).movie
    allowed = movie >= 0
    if request_.exclude_profile:
        allowed[positions] = False
    lists = {"": (allowed, request_.limit)}
    for j, name in enumerate(catalog.categories):
        if request_.categories is True or name in (request_.categories or ()):
            has = catalog.membership(movie)[:, j]
            lists[name] = (allowed & has, request_.per_category)
    expected = {
        name: [
            (model.wire_ids[i], round(float(scores[i]), 6))
            for i in (top(scores, mask, places) if places else [])
        ]
        for name, (mask, places) in lists.items()
    }
    assert {"": found.overall, **found.categories} == {n: tuple(e) for n, e in expected.items()}
    assert list(found.categories) == [name for name in lists if name]


@given(st.lists(FLOAT32, min_size=1, max_size=20))
def test_scores_are_rounded_as_python_rounds(values: list[float]) -> None:
    """At once, and to the same number, with its sign."""
    scores = np.array(values, dtype=np.float32)
    rounded = (np.rint(scores.astype(np.float64) * 1e6) / 1e6).tolist()
    assert [repr(v) for v in rounded] == [repr(round(float(s), 6)) for s in scores]


def test_halves_are_rounded_to_the_even_digit() -> None:
    halves = np.array([k / 2**7 for k in range(-2_000, 2_000)], dtype=np.float32)  # 7 digits
    rounded = (np.rint(halves.astype(np.float64) * 1e6) / 1e6).tolist()
    assert rounded == [round(float(s), 6) for s in halves]
