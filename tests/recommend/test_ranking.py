"""Ranking on this computer: nothing watched, every category, reasons, some diversity."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.recommend import ranking
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.ranking import (
    AHEAD,
    HEAD,
    Ranked,
    Ranker,
    deduplicate_heads,
    less_known,
)
from epicrec_desktop.recommend.selection import diversified, pool, top
from small_world import World, models, stored_factor_model, world

KINDS = ["als", "knowledge"]


@pytest.fixture
def w() -> World:
    return world()


@pytest.mark.parametrize("kind", KINDS)
def test_watched_and_excluded_movies_are_not_listed(w, kind):
    watched, rejected = w.of_kind(0)[:10], w.of_kind(0)[10:15]
    found = Ranker(models()[kind], w.catalog).rank(watched, exclude=rejected)
    for listed in (found.overall, *found.categories.values()):
        movies = [entry.movie for entry in listed]
        assert not set(movies) & {*watched, *rejected}
        assert len(set(movies)) == len(movies)


@pytest.mark.parametrize("kind", KINDS)
def test_lists_hold_the_users_kind_and_each_category_its_own(w, kind):
    found = Ranker(models()[kind], w.catalog).rank(w.of_kind(3)[:8], limit=10, per_category=5)
    assert len(found.overall) == 10
    assert sum(e.movie % 6 == 3 for e in found.overall) >= 7
    assert list(found.categories) == list(w.catalog.categories)
    for name, listed in found.categories.items():
        assert all(name in w.catalog.movies[e.movie].categories for e in listed)
        assert len(listed) == min(5, sum(name in m.categories for m in w.catalog.movies))


@pytest.mark.parametrize("kind", KINDS)
def test_because_names_a_watched_movie_of_the_same_kind(w, kind):
    watched = w.of_kind(2)[:6] + w.of_kind(4)[:6]
    found = Ranker(models()[kind], w.catalog).rank(watched, limit=12)
    reasons = [(e.movie, e.because) for e in found.overall if e.because is not None]
    if kind == "knowledge":  # knows categories alone, and these are no reason
        assert not reasons
        return
    assert len(reasons) >= 10
    assert all(because in watched for _, because in reasons)
    assert sum(movie % 6 == because % 6 for movie, because in reasons) >= 10


def test_of_two_watched_movies_alike_the_one_of_the_same_category_is_the_reason():
    """The model finds both nearly as similar; only one of them would convince anybody."""
    movies = tuple(
        Movie(title, 2000, (category,), movielens_id=i)
        for i, (title, category) in enumerate(
            [("Seen drama", "Drama"), ("Seen horror", "Horror"), ("New", "Drama"), ("Far", "War")]
        )
    )
    factors = np.array([[1, 0.10, 0], [1, 0.02, 0], [1, 0, 0], [0.01, 0, 1]], dtype=np.float32)
    model = stored_factor_model(
        [f"ml:{i}" for i in range(4)], factors, np.ones(4), {"alpha": 2, "regularization": 1}
    )
    found = Ranker(model, Catalog("t", "1", movies)).rank([0, 1], limit=2).overall
    assert {r.movie: r.because for r in found} == {2: 0, 3: None}


def test_empty_history_lists_popular_movies_without_reasons(w):
    found = Ranker(models()["als"], w.catalog).rank([], limit=5, diversity=0)
    popularity = [w.catalog.movies[e.movie].popularity for e in found.overall]
    assert popularity == sorted(popularity, reverse=True)
    assert all(e.because is None for e in found.overall)


def test_movies_the_model_does_not_know_are_not_listed(w):
    by_hand = len(w.catalog.movies) - 1
    found = Ranker(models()["als"], w.catalog).rank([by_hand, 0], limit=500)
    assert by_hand not in {e.movie for e in found.overall}


def test_a_model_of_another_catalog_ranks_what_both_have(w):
    some = Catalog("other", "1", tuple(reversed(w.catalog.movies[:60])))
    found = Ranker(models()["als"], some).rank([0], limit=500)
    assert {e.movie for e in found.overall} <= set(range(1, 60))
    assert all(some.movies[e.movie].wire_id in models()["als"].index for e in found.overall)


def test_watching_everything_leaves_empty_lists(w):
    found = Ranker(models()["knowledge"], w.catalog).rank(range(len(w.catalog.movies)))
    assert found.overall == ()
    assert not any(found.categories.values())


def test_diversity_mixes_kinds_that_score_nearly_alike():
    movies = [
        Movie(f"A{i}", 1990, ("Horror",), movielens_id=i, popularity=100 - i) for i in range(20)
    ] + [Movie(f"B{i}", 1950, ("Comedy",), movielens_id=50 + i, popularity=95) for i in range(5)]
    catalog = Catalog("t", "1", tuple(movies))
    ranker = Ranker(KnowledgeModel.from_catalog(catalog, ()), catalog)
    plain = [e.movie for e in ranker.rank([], limit=5, diversity=0).overall]
    mixed = [e.movie for e in ranker.rank([], limit=5, diversity=0.5).overall]
    assert plain == [0, 1, 2, 3, 4]
    assert mixed[0] == 0
    assert any(movie >= 20 for movie in mixed)


@given(st.data())
def test_best_is_a_choice_of_the_best_candidates(data):
    size = data.draw(st.integers(1, 60))
    generator = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    scores = generator.integers(0, 5, size).astype(np.float32)  # many ties
    allowed = generator.random(size) < 0.7
    vectors = generator.normal(size=(size, 3)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    places = data.draw(st.integers(1, 70))
    plain = top(scores, allowed, places)
    expected = [i for i in np.argsort(-scores, kind="stable") if allowed[i]][:places]
    assert plain.tolist() == expected
    candidates = top(scores, allowed, pool(places))
    (chosen,) = diversified(scores, [candidates], places, vectors.__getitem__)
    assert len(chosen) == len(plain)
    assert len(set(chosen.tolist())) == len(chosen)
    assert allowed[chosen].all()


def one_by_one(
    scores: np.ndarray, allowed: np.ndarray, places: int, vectors: np.ndarray, d: float
) -> list[int]:
    """Maximal marginal relevance as it is defined, for a single list."""
    order = sorted(np.flatnonzero(allowed), key=lambda i: (-scores[i], i))[: pool(places)]
    values = scores[order].astype(float)
    relevance = (values - values.min()) / max(float(np.ptp(values)), 1e-12)
    left, chosen = dict(zip(order, relevance, strict=True)), []
    while left and len(chosen) < places:
        worth = {
            i: (1 - d) * r - d * max([0.0, *(float(vectors[i] @ vectors[c]) for c in chosen)])
            for i, r in left.items()
        }
        chosen.append(max(worth, key=worth.__getitem__))
        del left[chosen[-1]]
    return chosen


@pytest.mark.parametrize("seed", range(4))
def test_many_lists_at_once_are_filled_as_each_by_itself(seed):
    generator = np.random.default_rng(seed)
    scores = generator.normal(size=300).astype(np.float32)
    vectors = generator.normal(size=(300, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    masks = [generator.random(300) < share for share in (1.0, 0.5, 0.05, 0.01)]
    orders = [top(scores, mask, pool(12)) for mask in masks]
    found = diversified(scores, orders, 12, vectors.__getitem__, 0.3)
    for mask, chosen in zip(masks, found, strict=True):
        assert chosen.tolist() == one_by_one(scores, mask, 12, vectors, 0.3)


def test_a_rare_category_is_whole_however_badly_it_scores(monkeypatch):
    """Lists are looked for among the best of all first; a list that is short there is not cut."""
    monkeypatch.setattr(ranking, "SHORTLIST", 20)
    w = world()
    for kind in KINDS:
        found = Ranker(models()[kind], w.catalog).rank(w.of_kind(3)[:8], limit=10, per_category=9)
        for name, listed in found.categories.items():
            assert len(listed) == min(9, sum(name in m.categories for m in w.catalog.movies))


@pytest.mark.parametrize("kind", KINDS)
def test_candidates_are_ranked_as_in_the_whole_list(w, kind):
    """Somebody else's candidates: the same order as here, and nothing watched or refused."""
    ranker = Ranker(models()[kind], w.catalog)
    watched, refused = w.of_kind(1)[:8], w.of_kind(1)[8:10]
    whole = ranker.rank(watched, exclude=refused, limit=500, diversity=0).overall
    candidates = list(range(0, len(w.catalog.movies) - 1, 3))
    found = ranker.among(watched, reversed(candidates), exclude=refused, limit=500, diversity=0)
    left_out = {*watched, *refused}
    assert [r.movie for r in found] == [r.movie for r in whole if r.movie in set(candidates)]
    assert {r.movie for r in found} == set(candidates) - left_out
    assert kind == "knowledge" or any(r.because in watched for r in found)
    short = ranker.among(watched, candidates, exclude=refused, limit=7)
    assert len(short) == 7
    assert short[0] == found[0]


def test_candidates_the_model_does_not_know_come_last_in_their_order(w):
    rated = Catalog("some", "1", w.catalog.movies[:60])
    ranker = Ranker(KnowledgeModel.from_catalog(rated, ()), w.catalog)
    found = ranker.among([0], [200, 3, 100, 9, 0, 200], limit=10)
    assert {r.movie for r in found[:2]} == {3, 9}
    assert [(r.movie, r.score, r.because) for r in found[2:]] == [
        (200, 0.0, None),
        (100, 0.0, None),
    ]
    assert ranker.among([0], [], limit=10) == ()


def test_a_list_holds_several_tastes_of_someone_who_has_several(w):
    """Two thirds of one kind, one third of another: the other is not crowded out."""
    watched = [*w.of_kind(0)[:12], *w.of_kind(4)[:6]]
    for kind in KINDS:
        ranked = Ranker(models()[kind], w.catalog).rank(watched, limit=20).overall
        kinds = [entry.movie % 6 for entry in ranked]
        assert kinds.count(0) >= 5, kind
        assert kinds.count(4) >= 3, kind


@pytest.mark.parametrize("kind", KINDS)
def test_diversity_makes_a_list_less_alike_and_keeps_the_best_first(kind):
    w, model = world(), models()[kind]
    ranker = Ranker(model, w.catalog)
    watched = [*w.of_kind(0)[:6], *w.of_kind(1)[:6]]

    def alike(diversity):
        found = ranker.rank(watched, limit=15, diversity=diversity).overall
        items = ranker.alignment.model_item[[r.movie for r in found]]
        rows = model.embeddings(items)
        likeness = rows @ rows.T
        return float(likeness[np.triu_indices(len(items), 1)].mean()), found[0].movie

    (plain, first), (mixed, still_first) = alike(0.0), alike(0.4)
    assert mixed < plain
    assert still_first == first


def test_rows_begin_with_what_no_row_above_shows_and_lose_nothing():
    rows = [[Ranked(i, 1.0) for i in row] for row in (range(12), range(4, 20), (0, 40, 5, 12))]
    first, second, third = deduplicate_heads(rows)
    assert [r.movie for r in first] == list(range(12))
    # 4 to 7 are in the head above; 8 to 11 are not: nobody sees them there without scrolling
    assert [r.movie for r in second] == [*range(8, 20), 4, 5, 6, 7]
    assert [r.movie for r in third] == [40, 0, 5, 12]


def test_a_page_shows_each_movie_once(w):
    found = Ranker(models()["als"], w.catalog).rank([*w.of_kind(0)[:8], *w.of_kind(5)[:8]])
    kinds = ("Action", "Thriller", "Sci-Fi")
    rows = [found.overall, *(found.categories[name] for name in kinds)]
    seen = [r.movie for row in deduplicate_heads(rows) for r in row[:HEAD]]
    assert len(set(seen)) == len(seen)
    assert len({r.movie for row in rows for r in row[:HEAD]}) < len(seen)


def test_of_a_series_no_more_than_two_are_among_the_first_ten(w):
    """The earlier one first. And nothing is lost: what was too much is behind the first ten."""
    watched = w.of_kind(0)[:6]
    plain = Ranker(models()["als"], w.catalog).rank(watched, limit=40, diversity=0)
    series = [[entry.movie for entry in plain.overall[:8]], [plain.overall[3].movie]]
    found = Ranker(models()["als"], w.catalog, series).rank(watched, limit=40, diversity=0)
    movies = [entry.movie for entry in found.overall]
    assert sorted(movies) == sorted(entry.movie for entry in plain.overall)
    years = {movie: w.catalog.movies[movie].year or 0 for movie in series[0]}
    assert movies[:2] == sorted(series[0][:2], key=years.__getitem__)
    assert len(set(movies[:10]) & set(series[0])) == 2
    assert movies[10:16] == series[0][2:]
    scores = {entry.movie: entry.score for entry in plain.overall}
    assert all(entry.score == scores[entry.movie] for entry in found.overall)


def test_where_there_is_nothing_but_one_series_it_is_shown(w):
    every = [list(range(len(w.catalog.movies)))]
    plain = Ranker(models()["als"], w.catalog).rank([0], limit=30, diversity=0)
    found = Ranker(models()["als"], w.catalog, every).rank([0], limit=30, diversity=0)
    assert {*found.overall} == {*plain.overall}
    years = [w.catalog.movies[one.movie].year or 0 for one in found.overall[:2]]
    assert years == sorted(years), "of a series the earlier film is before the later one"
    candidates = [entry.movie for entry in plain.overall[:12]]
    among = Ranker(models()["als"], w.catalog, [candidates[:5]]).among([0], candidates, diversity=0)
    assert sorted(entry.movie for entry in among) == sorted(candidates)
    assert len({entry.movie for entry in among[:7]} & set(candidates[:5])) == 2


def test_something_less_known_is_among_the_first_ten_and_nothing_else_moves(w, monkeypatch):
    """It is the one that scores best of those, and stands where it is still seen."""
    watched = w.of_kind(0)[:6]
    ranker = Ranker(models()["als"], w.catalog)
    less = np.zeros(len(ranker.model.records), dtype=bool)
    monkeypatch.setattr(
        "epicrec_desktop.recommend.ranking.less_known", lambda popularity: less.copy()
    )
    plain = ranker.rank(watched, limit=30)
    known = {entry.movie for entry in plain.overall[:AHEAD]}
    less[:] = [int(movie) not in known for movie in ranker.alignment.movie]
    found = Ranker(models()["als"], w.catalog).rank(watched, limit=30)
    movies = [entry.movie for entry in found.overall]
    moved = movies.pop(HEAD - 1)
    assert moved not in known
    rest = [entry.movie for entry in plain.overall if entry.movie != moved]
    assert movies == rest[: len(movies)]
    scores = ranker.model.scores(np.array(ranker.alignment.model_item[watched]))
    place = ranker.alignment.model_item
    others = [m for m in range(len(w.catalog.movies)) if m not in {*known, *watched}]
    assert scores[place[moved]] == max(scores[place[m]] for m in others if place[m] >= 0)


def test_less_known_is_what_is_outside_the_half_that_is_watched_most():
    assert less_known(np.array([1, 50, 30, 19])).tolist() == [True, False, True, True]
    assert less_known(np.array([1, 49, 30, 20])).tolist() == [True, False, False, True]
    assert less_known(np.zeros(3)).all()
    assert less_known(np.zeros(0)).shape == (0,)


@pytest.mark.parametrize("kind", sorted(models()))
def test_weights_of_1_change_nothing(w, kind):
    watched = [*w.of_kind(1)[:6], *w.of_kind(4)[:3]]
    ranker = Ranker(models()[kind], w.catalog)
    assert ranker.rank(watched, weights=dict.fromkeys(watched, 1.0)) == ranker.rank(watched)


@pytest.mark.parametrize("kind", sorted(models()))
def test_a_kind_that_counts_more_is_listed_more_and_one_against_it_less(w, kind):
    ones, others = w.of_kind(3)[:6], w.of_kind(4)[:6]
    ranker = Ranker(models()[kind], w.catalog)

    def of_kind(weight):
        weights = dict.fromkeys(ones, weight)
        found = ranker.rank([*ones, *others], limit=12, weights=weights).overall
        return sum(entry.movie % 6 == 3 for entry in found)

    assert of_kind(-0.5) < of_kind(1.0) < of_kind(4.0) or of_kind(-0.5) == 0 < of_kind(4.0)


@pytest.mark.parametrize("kind", sorted(models()))
def test_negative_weights_give_no_reason_and_popularity_is_the_fallback(w, kind):
    ones, others = w.of_kind(3)[:6], w.of_kind(4)[:6]
    ranker = Ranker(models()[kind], w.catalog)
    found = ranker.rank([*ones, *others], weights=dict.fromkeys(ones, -0.5)).overall
    assert not set(ones) & {entry.because for entry in found}
    listed = ranker.among([*ones, *others], w.of_kind(3), weights=dict.fromkeys(ones, -0.5))
    assert not set(ones) & {entry.because for entry in listed}
    nothing = ranker.rank(ones, limit=9, diversity=0, weights=dict.fromkeys(ones, -0.5))
    popular = ranker.rank([], limit=9, diversity=0, exclude=ones)
    assert [e.movie for e in nothing.overall] == [e.movie for e in popular.overall]
