"""The provider's format: what is written is read again, and nothing else is."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.wire import (
    MAX_EPSILON,
    MAX_VARIANCE,
    MIN_EPSILON,
    MIN_VARIANCE,
    RecommendationRequest,
    encode_answer,
    encode_request,
    parse_answer,
    parse_request,
)
from epicrec_desktop.recommend.wire_published import encode_catalog, parse_catalog
from epicrec_desktop.recommend.wire_schema import WireError
from small_world import world

GOOD = {"profile": ["imdb:tt0133093"], "release": {"level": "all"}}
SECRET = "imdb:tt1234567 and what else they watched"

ids = st.one_of(
    st.integers(1, 10**10 - 1).map(lambda n: f"imdb:tt{n:07}"),
    st.integers(0, 10**9).map(lambda n: f"wd:Q{n}"),
    st.integers(0, 10**9).map(lambda n: f"ml:{n}"),
)
names = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=64)


def _disclosed(counts: dict[str, float] | None, variance: float | None) -> dict[str, Any]:
    disclosed = None if counts is None or variance is None else dict.fromkeys(counts, variance)
    return {"counts": counts, "variance": disclosed}


counted = st.builds(
    _disclosed,
    st.none() | st.dictionaries(names, st.floats(-1e6, 1e6), max_size=5),
    st.none() | st.floats(MIN_VARIANCE, MAX_VARIANCE),
)
plain = st.builds(
    RecommendationRequest,
    profile=st.lists(ids, unique=True, max_size=20).map(lambda p: tuple(sorted(p))),
    level=st.sampled_from([ReleaseLevel.PERTURBED, ReleaseLevel.ALL]),
    mechanism=st.none() | names,
    epsilon=st.none() | st.floats(MIN_EPSILON, MAX_EPSILON),
    limit=st.integers(1, 500),
    categories=st.booleans() | st.lists(names, unique=True, max_size=5).map(tuple),
    per_category=st.integers(0, 500),
    exclude_profile=st.booleans(),
)
requests = st.builds(lambda request, disclosed: replace(request, **disclosed), plain, counted)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["profile", "release", "limit", "overall", "id", "level", "x"]), inner
        )
    ),
    max_leaves=20,
)


@given(requests)
def test_a_request_is_read_as_it_was_written(request):
    assert parse_request(encode_request(request)) == request


@given(st.lists(ids, max_size=8))
def test_encoding_does_not_depend_on_profile_order(profile):
    one = RecommendationRequest(tuple(profile), ReleaseLevel.ALL)
    other = RecommendationRequest(tuple(reversed(profile)), ReleaseLevel.ALL)
    assert encode_request(one) == encode_request(other)


def test_the_bytes_of_a_request_are_fixed():
    body = encode_request(
        RecommendationRequest(
            ("ml:2", "imdb:tt0133093"),
            ReleaseLevel.PERTURBED,
            mechanism="S-DPDP",
            epsilon=0.21,
            counts={"Drama": 3},
            variance={"Drama": 12.5},
        )
    )
    assert json.loads(body) == {
        "profile": ["imdb:tt0133093", "ml:2"],
        "release": {
            "level": "perturbed",
            "mechanism": "S-DPDP",
            "epsilon": 0.21,
            "counts": {"Drama": 3},
            "variance": {"Drama": 12.5},
        },
        "limit": 200,
        "categories": True,
        "per_category": 30,
        "exclude_profile": False,
    }


def test_a_variance_that_is_not_known_is_not_written():
    body = encode_request(
        RecommendationRequest((), ReleaseLevel.PERTURBED, epsilon=0.2, counts={"Drama": 3})
    )
    assert set(json.loads(body)["release"]) == {"level", "mechanism", "epsilon", "counts"}


def test_a_minimal_request_gets_the_documented_defaults():
    request = parse_request(json.dumps(GOOD).encode())
    assert (request.limit, request.per_category) == (200, 30)
    assert (request.categories, request.exclude_profile) == (True, False)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"profile": None}, "/profile"),
        ({"profile": "ml:1"}, "/profile"),
        ({"profile": ["ml:1", SECRET]}, "/profile/1"),
        ({"profile": ["ml:١"]}, "/profile/0"),  # a digit, but not ASCII
        ({"profile": ["ml:1\n"]}, "/profile/0"),
        ({"profile": [1]}, "/profile/0"),
        ({"profile": ["ml:1"] * 20_001}, "/profile"),
        ({"release": None}, "/release"),
        ({"release": {}}, "/release/level"),
        ({"release": {"level": "no"}}, "/release/level"),
        ({"release": {"level": ["all"]}}, "/release/level"),
        ({"release": {"level": "all", "epsilon": "0.2"}}, "/release/epsilon"),
        ({"release": {"level": "all", "epsilon": -1}}, "/release/epsilon"),
        ({"release": {"level": "all", "epsilon": True}}, "/release/epsilon"),
        ({"release": {"level": "all", "counts": []}}, "/release/counts"),
        ({"release": {"level": "all", "counts": {"Drama": SECRET}}}, "/release/counts/…"),
        ({"release": {"level": "all", "counts": {"Drama": 10**400}}}, "/release/counts/…"),
        ({"release": {"level": "all", "variance": {"Drama": 1}}}, "/release/variance"),
        (
            {"release": {"level": "all", "counts": {"Drama": 1}, "variance": {"War": 1}}},
            "/release/variance",
        ),
        (
            {"release": {"level": "all", "counts": {"Drama": 1}, "variance": {"Drama": 0}}},
            "/release/variance/…",
        ),
        ({"release": {"level": "all", "user": SECRET}}, "/release"),
        ({"limit": 0}, "/limit"),
        ({"limit": 501}, "/limit"),
        ({"limit": True}, "/limit"),
        ({"limit": 2.0}, "/limit"),
        ({"categories": "Drama"}, "/categories"),
        ({"categories": [""]}, "/categories/0"),
        ({"categories": [SECRET * 10]}, "/categories/0"),
        ({"per_category": -1}, "/per_category"),
        ({"exclude_profile": 1}, "/exclude_profile"),
        ({"history": SECRET}, ""),
    ],
)
def test_a_wrong_request_is_refused_by_its_place_and_not_quoted(change, pointer):
    with pytest.raises(WireError) as caught:
        parse_request(json.dumps({**GOOD, **change}).encode())
    assert caught.value.pointer == pointer
    assert "tt1234567" not in str(caught.value)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe{}",
        b'{"profile": [NaN], "release": {"level": "all"}}',
        b"[" * 100_000,
        b'{"limit": ' + b"9" * 5000 + b"}",
        b" " * 2_000_001,
    ],
)
def test_what_is_not_json_or_too_large_is_refused(body):
    with pytest.raises(WireError) as caught:
        parse_request(body)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@given(anything)
def test_any_json_is_a_document_or_a_wire_error(value):
    body = json.dumps(value).encode()
    for parse in (parse_request, parse_answer, parse_catalog):
        try:
            parse(body)
        except WireError:
            continue


def test_request_repr_does_not_contain_the_profile():
    assert "ml:" not in repr(RecommendationRequest(("ml:1",), ReleaseLevel.ALL))


def test_an_unusable_request_is_never_written():
    with pytest.raises(WireError):
        encode_request(RecommendationRequest(("heat",), ReleaseLevel.ALL))
    with pytest.raises(WireError):
        encode_request(RecommendationRequest((), ReleaseLevel.NO))


def test_an_answer_is_read_as_it_was_written():
    answer = ProviderAnswer(
        "als-1", 3, 1, (("ml:1", 0.5), ("wd:Q7", 0.25)), {"Drama": (("ml:1", 0.5),), "War": ()}
    )
    assert parse_answer(encode_answer(answer)) == answer


@pytest.mark.parametrize(
    "change",
    [
        {"model": ""},
        {"model": 3},
        {"known": -1},
        {"unknown": 1.5},
        {"overall": {}},
        {"overall": [["ml:1", 0.5]]},
        {"overall": [{"id": "ml:1"}]},
        {"overall": [{"id": "<b>", "score": 1}]},
        {"overall": [{"id": "ml:1", "score": "1"}]},
        {"overall": [{"id": "ml:1", "score": 1e300}]},
        {"overall": [{"id": "ml:1", "score": 1}, {"id": "ml:1", "score": 1}]},
        {"overall": [{"id": f"ml:{i}", "score": 1} for i in range(501)]},
        {"categories": []},
        {"categories": {"\u202e": []}},
        {"categories": {str(i): [] for i in range(101)}},
    ],
)
def test_a_wrong_answer_is_refused(change):
    good = {"model": "m", "known": 0, "unknown": 0, "overall": [], "categories": {}}
    parse_answer(json.dumps(good).encode())
    with pytest.raises(WireError):
        parse_answer(json.dumps({**good, **change}).encode())


def test_a_catalog_arrives_with_ids_categories_and_popularity():
    sent = world().catalog
    got = parse_catalog(encode_catalog(sent))
    public = [m for m in sent.movies if m.wire_id is not None]
    assert [m.wire_id for m in got.movies] == [m.wire_id for m in public]
    for ours, theirs in zip(public, got.movies, strict=True):
        assert (ours.title, ours.year, ours.categories) == (
            theirs.title,
            theirs.year,
            theirs.categories,
        )
        assert ours.popularity == theirs.popularity
    assert (got.name, got.version, got.categories) == (sent.name, sent.version, sent.categories)
    assert got.mean_profile_size == sent.mean_profile_size


def test_encoded_catalog_contains_no_local_movie_ids():
    movie = Movie(
        "A", 1990, (), imdb_id="tt0000001", tmdb_id=77, alternative_titles=("my own name",)
    )
    body = encode_catalog(Catalog("c", "1", (movie, Movie("by hand", None, ()))))
    assert b"my own name" not in body
    assert b"by hand" not in body


@pytest.mark.parametrize(
    "change",
    [
        {"id": "ml:007"},
        {"id": None},
        {"title": ""},
        {"title": "x" * 501},
        {"year": "1990"},
        {"year": 99},
        {"popularity": -1},
        {"popularity": None},
        {"categories": ["Cooking"]},
        {"categories": "Drama"},
    ],
)
def test_a_catalog_with_one_wrong_movie_is_refused(change):
    movie = {"id": "ml:7", "title": "A", "year": 1990, "categories": ["Drama"], "popularity": 1}
    good = {"name": "c", "version": "1", "categories": ["Drama"], "movies": [movie]}
    assert parse_catalog(json.dumps(good).encode()).movies[0].wire_id == "ml:7"
    with pytest.raises(WireError):
        parse_catalog(json.dumps({**good, "movies": [{**movie, **change}]}).encode())
    with pytest.raises(WireError):
        parse_catalog(json.dumps({**good, "movies": [movie, movie]}).encode())


@pytest.mark.parametrize("member", [b'"":1', b'"movies":[]'])
def test_a_catalog_with_a_member_many_times_over_is_refused(member):
    """A million of them take seconds, though little of it is kept."""
    movies = [{"id": "ml:7", "title": "A", "categories": ["Drama"]}]
    good = {"name": "c", "version": "1", "categories": ["Drama"], "movies": movies}
    with pytest.raises(WireError, match="too many members"):
        parse_catalog(json.dumps(good).encode()[:-1] + b"," + b",".join([member] * 100) + b"}")
