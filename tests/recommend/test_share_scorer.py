"""The scorer that knows the improved mechanism: what it learns, and when it is asked."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.release_scorers import MECHANISM, SHARED, ReleaseScorer, shared_rows
from epicrec_desktop.recommend.scorer_files import load_scorer, save_scorer
from epicrec_desktop.recommend.share_scorer import PRODUCTS, RIDGE, CellRows, ShareScorer
from epicrec_desktop.recommend.wire import RecommendationRequest
from small_world import KINDS, PER_KIND, models, world


def membership() -> np.ndarray:
    model, catalog = models()["als"], world().catalog
    return catalog.matrix[[catalog.index[w] for w in model.wire_ids]] > 0


@cache
def trained() -> ReleaseScorer:
    return ReleaseScorer.train(models()["als"], CATEGORIES, membership(), world().ratings)


def counts_of(kind: int, movies: float) -> dict[str, float]:
    """Shared counts of someone who watches one kind alone."""
    names = KINDS[kind]
    return dict.fromkeys(CATEGORIES, 0.0) | {name: movies / len(names) for name in names}


def of_kind(kind: int, scores: np.ndarray, places: int = 10) -> int:
    """Return how many of the best movies are of the kind."""
    ids = set(world().ids(world().of_kind(kind)))
    best = np.argsort(-scores, kind="stable")[:places]
    return sum(models()["als"].wire_ids[i] in ids for i in best)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_counts_of_a_kind_find_its_movies(kind):
    noise = np.random.default_rng(kind).laplace(size=18) / 2.0
    counts = {n: v + e for (n, v), e in zip(counts_of(kind, 20.0).items(), noise, strict=True)}
    assert of_kind(kind, trained().shares.scores(counts, 2.0)) >= 8


def test_large_noise_leaves_popularity():
    """In the limit of ε = 0 the scores do not depend on the counts at all."""
    one, other = (trained().shares.scores(counts_of(k, 20.0), 1e-6) for k in (0, 3))
    np.testing.assert_allclose(one, other, atol=1e-4)
    popularity = models()["als"].records["popularity"]
    assert np.corrcoef(one, popularity)[0, 1] > 0.95


def test_smaller_noise_gives_counts_more_weight():
    found = [
        of_kind(3, trained().shares.scores(counts_of(3, 20.0), e), PER_KIND) for e in (0.01, 0.3, 5)
    ]
    assert found == sorted(found)
    assert found[-1] > found[0]


def test_scorer_rejects_mechanisms_it_was_not_trained_for():
    assert {"S-MAP", "M-MAP"} == SHARED
    assert MECHANISM == "S-MAP"
    everything = counts_of(0, 20.0)
    assert trained().scorer_for("S-MAP", everything)
    assert not trained().scorer_for("S-DPDP", everything)
    assert not trained().scorer_for("M-MAP", everything)
    assert not trained().scorer_for(None, everything)
    assert not trained().scorer_for("S-MAP", None)
    assert not trained().scorer_for("S-MAP", {"Horror": 3.0})
    # Nobody watched a Western here, so that nothing about it was learned.
    assert trained().scorer_for("S-MAP", {n: v for n, v in everything.items() if n != "Western"})


def test_service_uses_the_scorer_for_known_mechanisms():
    model, catalog = models()["als"], world().catalog
    plain, aware = Recommender(model, catalog), Recommender(model, catalog, trained())
    for mechanism, same in (("S-DPDP", True), ("S-MAP", False)):
        request = RecommendationRequest(
            (), ReleaseLevel.PERTURBED, mechanism, 2.0, counts_of(3, 20.0), limit=10
        )
        answers = [service.answer(request).overall for service in (plain, aware)]
        assert (answers[0] == answers[1]) is same
    expected = trained().shares.scores(counts_of(3, 20.0), 2.0)
    (best, score), *_ = answers[1]
    assert score == pytest.approx(float(expected[model.index[best]]), abs=1e-6)


def test_training_is_ridge_regression_on_what_each_user_watched():
    """The same as with the whole matrix of users and items, which large catalogs cannot have."""
    model, ratings = models()["als"], world().ratings
    position = np.array([model.index.get(w or "", -1) for w in ratings.wire_ids])
    watched = np.zeros((ratings.users.max() + 1, len(model.records)))
    kept = position[ratings.items] >= 0
    watched[ratings.users[kept], position[ratings.items][kept]] = 1.0
    shared = watched @ shared_rows(membership())
    size = shared.sum(axis=1)
    shares = shared / size[:, None]
    assert trained().shares.mean == pytest.approx(shares.mean(axis=0))
    assert trained().shares.log_size[0] == pytest.approx(np.log(size).mean())
    spread = np.where(shares.std(axis=0) > 0, shares.std(axis=0, ddof=1), 1.0)
    logs = np.log(size) - np.log(size).mean()
    standardized = (shares - shares.mean(axis=0)) / spread
    products = PRODUCTS * logs[:, None] * standardized
    rows = np.column_stack([np.ones(len(size)), logs, logs**2, standardized, products])
    penalty = np.diag([0.0, *[RIDGE] * (rows.shape[1] - 1)])
    expected = np.linalg.solve(rows.T @ rows + penalty, rows.T @ watched)
    np.testing.assert_allclose(trained().shares.weights, expected, atol=1e-5)


def test_duplicate_pair_counts_once():
    ratings = world().ratings
    twice = Ratings(
        np.r_[ratings.users, ratings.users], np.r_[ratings.items, ratings.items], ratings.wire_ids
    )
    made = ReleaseScorer.for_catalog(models()["als"], world().catalog, twice)
    np.testing.assert_allclose(made.shares.weights, trained().shares.weights, atol=1e-6)


def test_too_few_users_are_refused():
    ratings = world().ratings
    one = ratings.users == 0
    few = Ratings(ratings.users[one], ratings.items[one], ratings.wire_ids)
    with pytest.raises(ValueError, match="too few"):
        ReleaseScorer.train(models()["als"], CATEGORIES, membership(), few)


def test_movies_are_shared_out_among_their_categories():
    rows = shared_rows(np.array([[True, True, False], [False, False, False], [True, True, True]]))
    assert rows == pytest.approx(np.array([[0.5, 0.5, 0.0], [0, 0, 0], [1 / 3, 1 / 3, 1 / 3]]))


def solved_scores(scorer: ShareScorer, counts: dict[str, float], epsilon: float) -> np.ndarray:
    """Return the definition of the scores: one linear system for each size."""
    noisy = np.array([counts.get(name, 0.0) for name in scorer.cells])
    likely, features = [], []
    for mean, covariance, log_size in zip(
        scorer.means, scorer.covariances, scorer.sizes, strict=True
    ):
        size = np.exp(log_size)
        off = noisy / size - mean
        blurred = covariance + np.eye(len(noisy)) * max(2.0 / (epsilon * size) ** 2, 1e-8)
        solution = np.linalg.solve(blurred, off)
        log = log_size - scorer.log_size[0]
        likely.append(
            -0.5 * (off @ solution + np.linalg.slogdet(blurred)[1])
            - len(noisy) * log_size
            - 0.5 * (log / scorer.log_size[1]) ** 2
        )
        share = (mean + covariance @ solution - scorer.mean) / scorer.spread
        share *= min(1.0, 1e6 / max(np.abs(share).max(), 1.0))
        features.append(np.r_[1.0, log, log**2, share, PRODUCTS * log * share])
    weights = np.exp(np.array(likely) - max(likely))
    return (weights @ np.array(features) / weights.sum()) @ scorer.weights


@pytest.mark.parametrize("epsilon", [0.01, 0.3, 2.0, 50.0])
def test_scores_are_those_of_the_linear_systems(epsilon):
    generator = np.random.default_rng(7)
    for _ in range(10):
        noisy = generator.laplace(0.0, 1.0 / epsilon, 18) + generator.exponential(20.0, 18)
        counts = dict(zip(CATEGORIES, noisy.tolist(), strict=True))
        expected = solved_scores(trained().shares, counts, epsilon)
        np.testing.assert_allclose(
            trained().shares.scores(counts, epsilon), expected, rtol=1e-4, atol=1e-5
        )


def test_an_answer_solves_no_linear_system(monkeypatch):
    """Covariances are decomposed once, when the first release is scored."""
    scorer = ReleaseScorer.train(models()["als"], CATEGORIES, membership(), world().ratings)
    counts = counts_of(0, 20.0)
    first = scorer.shares.scores(counts, 0.3)
    for name in ("solve", "slogdet", "eigh"):
        monkeypatch.delattr(np.linalg, name)
    np.testing.assert_array_equal(scorer.shares.scores(counts, 0.3), first)


@given(
    st.dictionaries(st.sampled_from([*CATEGORIES, "Cooking"]), st.floats(-1e12, 1e12), min_size=1),
    st.floats(1e-9, 1e6),
)
def test_any_counts_get_finite_scores(counts, epsilon):
    assert np.isfinite(trained().shares.scores(counts, epsilon)).all()


@pytest.mark.parametrize("movies", [0, 3, 40])
def test_the_first_of_a_profile_count_as_a_profile_of_their_own(movies):
    """Also where a series begins within the first and goes on behind them."""
    generator = np.random.default_rng(movies)
    rows = CellRows(generator.normal(size=(40, 3)), generator.integers(-1, 4, 40))
    items, sizes = generator.permutation(40)[:movies], (1, 2, 7, 30, 100)
    expected = [rows.count(items[:size]) for size in sizes]
    assert np.allclose(rows.count_first(items, sizes), expected)


COUNTS = {"Horror": 12.0, "Comedy": 3.5}


@pytest.fixture(scope="module")
def scorer() -> ReleaseScorer:
    return ReleaseScorer.for_catalog(models()["als"], world().catalog, world().ratings)


def test_loaded_scorer_gives_equal_scores(scorer, tmp_path):
    save_scorer(scorer, tmp_path / "s.npz", "one")
    back = load_scorer(tmp_path / "s.npz", "one")
    assert back.shares.cells == scorer.shares.cells
    for epsilon in (0.1, 1.0):
        np.testing.assert_array_equal(
            back.shares.scores(COUNTS, epsilon), scorer.shares.scores(COUNTS, epsilon)
        )
    assert [file.name for file in tmp_path.iterdir()] == ["s.npz"]


def test_scorer_of_another_training_is_ignored(scorer, tmp_path):
    save_scorer(scorer, tmp_path / "s.npz", "one")
    assert load_scorer(tmp_path / "s.npz", "two") is None
    assert load_scorer(tmp_path / "none.npz", "one") is None


@pytest.mark.parametrize("at", [0, 30, 200, -30])
def test_a_damaged_file_counts_as_none(scorer, tmp_path, at):
    file = tmp_path / "s.npz"
    save_scorer(scorer, file, "one")
    whole = file.read_bytes()
    place = at % len(whole)
    file.write_bytes(whole[:place])
    assert load_scorer(file, "one") is None
    file.write_bytes(whole[:place] + bytes(64) + whole[place + 64 :])
    assert load_scorer(file, "one") is None
