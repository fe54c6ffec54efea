"""Numbers at the ends of what the format allows: every answer is whole, finite and readable."""

import json
import math
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.wire import (
    MAX_EPSILON,
    MAX_VARIANCE,
    MIN_EPSILON,
    MIN_VARIANCE,
    encode_answer,
    parse_answer,
    parse_request,
)
from epicrec_desktop.recommend.wire_schema import WireError
from small_world import models, world

LIMIT = 25
LARGEST = math.nextafter(1e12, 0)


def within(least: float, most: float) -> st.SearchStrategy[float]:
    """Return numbers of every size between two positive bounds, and often the bounds themselves."""
    sizes = st.floats(math.log(least), math.log(most)).map(math.exp)
    return st.sampled_from([least, most]) | sizes.map(lambda x: min(max(x, least), most))


COUNTS = st.sampled_from([0.0, -LARGEST, LARGEST]) | st.floats(-LARGEST, LARGEST) | st.floats(-9, 9)
VARIANCES = within(MIN_VARIANCE, MAX_VARIANCE)
EVERY = dict.fromkeys(CATEGORIES, (0.5, MIN_VARIANCE))


@cache
def service(kind: str) -> Recommender:
    model, catalog = models()[kind], world().catalog
    return Recommender(model, catalog, ReleaseScorer.for_catalog(model, catalog, world().ratings))


def body(release: dict[str, object], profile: tuple[str, ...] = ()) -> bytes:
    return json.dumps({"profile": profile, "release": release, "limit": LIMIT}).encode()


@given(
    st.sampled_from(["S-MAP", "M-MAP", "S-DPDP", None]),
    st.none() | within(MIN_EPSILON, MAX_EPSILON),
    st.fixed_dictionaries({name: st.tuples(COUNTS, VARIANCES) for name in CATEGORIES})
    | st.dictionaries(st.sampled_from(CATEGORIES), st.tuples(COUNTS, VARIANCES)),
    st.booleans(),
    st.lists(st.integers(0, 200), max_size=3, unique=True),
)
@example("S-MAP", 1.0, EVERY, True, [])
@example("S-MAP", MIN_EPSILON, EVERY, False, [])
@example("S-MAP", MAX_EPSILON, EVERY, False, [])
@example("S-MAP", MAX_EPSILON, dict.fromkeys(CATEGORIES, (LARGEST, MIN_VARIANCE)), True, [])
@example("S-MAP", MAX_EPSILON, dict.fromkeys(CATEGORIES, (-LARGEST, MIN_VARIANCE)), True, [])
@example("S-MAP", 1.0, {**EVERY, "Horror": (LARGEST, 1.0), "Drama": (-LARGEST, 1.0)}, False, [])
@example("S-MAP", 1.0, dict.fromkeys(CATEGORIES, (LARGEST, MAX_VARIANCE)), True, [])
def test_a_release_within_the_bounds_gets_a_whole_finite_answer(
    mechanism, epsilon, variances, says_variance, profile
):
    release: dict[str, object] = {
        "level": "perturbed",
        "mechanism": mechanism,
        "epsilon": epsilon,
        "counts": {name: count for name, (count, _) in variances.items()},
    }
    if says_variance:
        release["variance"] = {name: variance for name, (_, variance) in variances.items()}
    for kind in ("als", "knowledge"):
        ids = tuple(models()[kind].wire_ids[i] for i in profile)
        answer = service(kind).answer(parse_request(body(release, ids)))
        assert len(answer.overall) == LIMIT
        scores = [score for _, score in answer.overall]
        assert all(abs(score) < 1e9 for score in scores)  # neither NaN nor infinite
        assert scores == sorted(scores, reverse=True)
        assert all(answer.categories[name] for name in ("Action", "Comedy", "Horror"))
        assert parse_answer(encode_answer(answer)) == answer


@pytest.mark.parametrize("epsilon", [5e-324, 1e-200, 0, 9.9e-7, 1001, 1e300, 10**400])
def test_a_budget_out_of_bounds_is_refused_with_the_bound(epsilon):
    release = {"level": "perturbed", "mechanism": "S-MAP", "epsilon": epsilon}
    with pytest.raises(
        WireError, match=r"must be a number( >= 1e-06| <= 1000\.0| that can be stored)"
    ) as caught:
        parse_request(body(release))
    assert caught.value.pointer == "/release/epsilon"


OF_VARIANCE = r"must be a number( >= 1e-09| <= 1e\+18| that can be stored)"


@pytest.mark.parametrize(
    ("variance", "words"),
    [
        *((number, OF_VARIANCE) for number in (5e-324, 0, -1, 9.9e-10, 1.1e18, 1e300, 10**400)),
        *((no_number, "must be a number") for no_number in (True, "1", None, [1])),
    ],
)
def test_a_variance_out_of_bounds_is_refused_with_the_bound(variance, words):
    counts = dict.fromkeys(CATEGORIES, 1)
    variances = {**counts, "Horror": variance}
    release = {"level": "perturbed", "mechanism": "S-MAP", "counts": counts, "variance": variances}
    with pytest.raises(WireError, match=words) as caught:
        parse_request(body(release))
    assert caught.value.pointer == "/release/variance/…"
