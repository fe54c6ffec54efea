"""Recommender: answers equal independent sorting, and encode to the expected bytes."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend import recommender
from epicrec_desktop.recommend.ranking import Alignment
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.selection import best_of, top
from epicrec_desktop.recommend.wire import (
    RecommendationRequest,
    encode_answer,
    parse_answer,
)
from small_world import models, world

FLOAT32 = st.floats(width=32, allow_nan=False, allow_infinity=False)


def disclosed(watched: int = 9, **asked: Any) -> RecommendationRequest:
    ids = [str(movie.wire_id) for movie in world().catalog.movies[:watched]]
    return RecommendationRequest((*ids, "wd:Q99999999"), ReleaseLevel.ALL, **asked)


@pytest.mark.parametrize("kind", ["als", "knowledge"])
@pytest.mark.parametrize("shortlist", [1, 25, 10_000])
@pytest.mark.parametrize(
    "request_",
    [
        disclosed(),
        disclosed(exclude_profile=True, limit=7, per_category=3),
        disclosed(categories=("Horror", "Drama", "nonsense"), per_category=500, limit=500),
        disclosed(categories=False),
        disclosed(0, per_category=0, exclude_profile=True),
    ],
)
def test_shortlist_equals_separately_sorted_lists(kind, shortlist, request_, monkeypatch):
    monkeypatch.setattr(recommender, "SHORTLIST", shortlist)
    model, whole = models()[kind], world().catalog
    catalog = replace(whole, movies=whole.movies[:-20])  # the model knows more than it has
    before = model.popularity.copy()
    answering = Recommender(model, catalog)
    found = answering.answer(request_)
    assert answering.encoded_answer(request_) == encode_answer(found)
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
@example([k / 2**7 for k in range(-2_001, 2_000, 16)])  # seven digits, of which the last is 5
def test_scores_are_rounded_as_python_rounds(values):
    """At once, and to the same number, with its sign."""
    model = models()["als"]
    scores = np.resize(np.array(values, dtype=np.float32), len(model.records))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(model), "scores", lambda *_: scores)
        found = Recommender(model, world().catalog).answer(disclosed(limit=500)).overall
    expected = dict(zip(model.wire_ids, (repr(round(float(s), 6)) for s in scores), strict=True))
    assert {wire_id: repr(score) for wire_id, score in found} == expected


@given(
    st.lists(FLOAT32 | st.sampled_from([0.0, -0.0, 1.5, -np.inf]), max_size=30), st.integers(0, 35)
)
def test_the_best_are_those_of_a_stable_sort(values, places):
    scores = np.array(values, dtype=np.float32)
    order = np.argsort(-scores, kind="stable")[:places]
    assert best_of(scores, np.arange(len(values)), places).tolist() == order.tolist()


def test_an_infinite_score_is_never_answered(monkeypatch):
    model = models()["als"]
    answering = Recommender(model, world().catalog)
    scores = np.where(np.arange(len(model.records)) == 3, np.inf, model.popularity)
    monkeypatch.setattr(type(model), "scores", lambda *_: scores.astype(np.float32))
    with pytest.raises(ValueError, match="finite"):
        answering.encoded_answer(disclosed())


FINITE = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12)
IDS = st.from_regex(r"imdb:tt[0-9]{7,10}|wd:Q[0-9]{1,9}|starter:[a-z0-9-]{1,9}", fullmatch=True)
LISTS = st.lists(st.tuples(IDS, FINITE), max_size=5, unique_by=lambda e: e[0]).map(tuple)
NAMES = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=9)


def document_of(answer):
    def document(found):
        return [{"id": wire_id, "score": score} for wire_id, score in found]

    return {
        "model": answer.model_id,
        "known": answer.known,
        "unknown": answer.unknown,
        "overall": document(answer.overall),
        "categories": {name: document(found) for name, found in answer.categories.items()},
    }


@given(LISTS, st.dictionaries(NAMES, LISTS, max_size=4), st.integers(0, 20_000))
@example((("wd:Q1", 1e-6), ("wd:Q2", 123456.7), ("wd:Q3", 0.1)), {}, 0)
def test_an_encoded_answer_is_its_document(overall, categories, known):
    answer = ProviderAnswer("als-0123456789abcdef", known, 3, overall, categories)
    assert json.loads(encode_answer(answer)) == document_of(answer)


def test_any_name_of_a_category_is_written_as_text():
    found = (("imdb:tt0133093", 0.5),)
    answer = ProviderAnswer("als-0", 1, 0, found, {'Sci-Fi "new"\\': found, "Krimi – für alle": ()})
    assert parse_answer(encode_answer(answer)) == answer


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -float("inf")])
def test_a_score_that_is_no_number_is_never_written(score):
    answer = ProviderAnswer("als-0", 1, 0, (("imdb:tt0133093", score),), {})
    with pytest.raises(ValueError, match="finite"):
        encode_answer(answer)
