"""Perturbed releases: counts tilt popularity by as much as the noise allows."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.release_scorers import PopularityScorer, ReleaseScorer
from epicrec_desktop.recommend.wire import RecommendationRequest
from small_world import KINDS, models, world

NOTHING = np.zeros(0, dtype=np.int64)
LIKED = {name: 30.0 if name == "Horror" else 5.0 for kind in KINDS for name in kind}


def scorer(kind: str = "als") -> PopularityScorer:
    model, catalog = models()[kind], world().catalog
    rows = [catalog.index[w] for w in model.wire_ids]
    return PopularityScorer(model, catalog.categories, catalog.matrix[rows] > 0)


def asked(counts: dict[str, float] | None, epsilon: float | None) -> RecommendationRequest:
    return RecommendationRequest((), ReleaseLevel.PERTURBED, epsilon=epsilon, counts=counts)


def gain(request: RecommendationRequest, category: str = "Horror") -> float:
    """Return mean score of a category's movies above that of all."""
    made = scorer()
    scores = made.scores(request, NOTHING)
    inside = made.membership[:, CATEGORIES.index(category)]
    plain = np.log(made.model.records["popularity"] + 0.5)
    return float((scores - plain)[inside].mean() - (scores - plain)[~inside].mean())


@pytest.mark.parametrize("category", ["Horror", "Documentary"])
def test_smaller_noise_gives_counts_more_weight(category):
    counts = LIKED | {"Horror": 5.0} | {category: 50.0}
    gains = [gain(asked(counts, epsilon), category) for epsilon in (0.1, 1, 10)]
    assert 0 < gains[0] < gains[1] < gains[2]


@pytest.mark.parametrize("shared", [False, True])
def test_counts_equal_to_popularity_change_nothing(shared):
    """The improved mechanism counts 1/k of a movie in each of its k categories."""
    made = scorer()
    popularity = made.model.records["popularity"].astype(float)
    rows = made.membership / (made.membership.sum(axis=1, keepdims=True) if shared else 1.0)
    share = popularity @ rows / popularity.sum()
    counts = {name: 40.0 * float(s) for name, s in zip(CATEGORIES, share, strict=True)}
    request = asked(counts, 1.0)
    scores = made.scores(replace(request, mechanism="S-MAP") if shared else request, NOTHING)
    order = np.argsort(-scores, kind="stable")
    assert popularity[order].tolist() == sorted(popularity.tolist(), reverse=True)


def test_model_uses_openly_released_movies_without_a_counted_category():
    made, w = scorer(), world()
    children = w.ids(w.of_kind(2))
    disclosed = made.model.positions(children[:6])
    counts = {"Horror": 3.0, "Documentary": 3.0}

    def found(scores):
        """Return how many of the kind, other than those told, are among the ten best."""
        scores[disclosed] = -np.inf
        best = [made.model.wire_ids[i] for i in np.argsort(-scores)[:10]]
        return len(set(best) & set(children))

    with_them = found(made.scores(asked(counts, 0.2), disclosed))
    without = found(made.scores(asked(counts, 0.2), NOTHING))
    assert with_them >= 5
    assert with_them >= without + 3


def test_movies_of_a_counted_category_are_not_taken_for_watched():
    made, w = scorer(), world()
    counts = {"Horror": 3.0}
    fake = made.model.positions(w.ids(w.of_kind(3))[:6])
    np.testing.assert_array_equal(
        made.scores(asked(counts, 0.2), fake), made.scores(asked(counts, 0.2), NOTHING)
    )


@given(
    st.none() | st.dictionaries(st.sampled_from([*CATEGORIES, "Cooking"]), st.floats(-1e9, 1e9)),
    st.none() | st.floats(1e-6, 1e6),
    st.lists(st.integers(0, 200), max_size=5),
)
def test_any_release_gets_finite_scores(counts, epsilon, profile):
    for kind in ("als", "knowledge"):
        scores = scorer(kind).scores(asked(counts, epsilon), np.array(profile, dtype=np.int64))
        assert np.isfinite(scores).all()


def test_shared_counts_have_more_weight_at_the_same_budget():
    plain = asked(LIKED, 0.3)
    assert gain(replace(plain, mechanism="M-MAP")) > gain(plain)


@pytest.mark.parametrize("mechanism", ["S-DPDP", "S-MAP"])
def test_counts_of_many_periods_have_less_weight(mechanism):
    """Each window has noise of its own, and the variance says how much that is together."""
    one = replace(asked(LIKED, 0.5), mechanism=mechanism)
    gains = [gain(replace(one, variance=dict.fromkeys(LIKED, 8.0 * w))) for w in (1, 12, 60)]
    assert gains[0] > gains[1] > gains[2] > 0


def test_missing_variance_defaults_to_one_period():
    made = scorer()
    shared = replace(asked(LIKED, 0.5), mechanism="S-MAP")
    disclosed = replace(shared, variance=dict.fromkeys(LIKED, 2.0 / 0.5**2))
    np.testing.assert_array_equal(made.scores(shared, NOTHING), made.scores(disclosed, NOTHING))


def test_service_passes_variance_of_all_periods_to_the_scorer():
    w, model = world(), models()["als"]
    aware = ReleaseScorer.for_catalog(model, w.catalog, w.ratings)
    service = Recommender(model, w.catalog, aware)
    counts = dict.fromkeys(w.catalog.categories, 0.5) | {"Horror": 20.0}
    one = replace(asked(counts, 0.6), mechanism="S-MAP", limit=20)
    nine = replace(one, variance=dict.fromkeys(counts, 9 * 2.0 / 0.6**2))
    assert service.answer(nine) == service.answer(replace(one, epsilon=0.2))
    assert service.answer(nine) != service.answer(one)
