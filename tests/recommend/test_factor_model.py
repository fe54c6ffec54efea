"""Alternating least squares: what is trained, and how a user is folded in."""

import os
import sys

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab import als_training
from epicrec_desktop.lab.als_training import Training, train
from epicrec_desktop.recommend import ratings as public_ratings
from epicrec_desktop.recommend.factor_models import FactorModel
from epicrec_desktop.recommend.metrics import quality, split
from epicrec_desktop.recommend.ratings import Ratings, fitting_factors
from processes import python
from small_world import models, world


def test_fold_in_solves_the_weighted_ridge_regression():
    """Every item is a row of the regression: weight 7 and target 1 if watched, else 1 and 0."""
    generator = np.random.default_rng(3)
    ids = [f"imdb:tt{1_000_000 + i}" for i in range(150)]
    factors = generator.normal(size=(150, 24)).astype(np.float32)
    model = FactorModel.from_factors(
        ids, factors, np.ones(150), {"alpha": 7.0, "regularization": 3.0}
    )
    for size in (1, 5, 80):
        watched = np.zeros(150)
        watched[generator.choice(150, size, replace=False)] = 1.0
        expected = best_user(model.factors.astype(float), watched, 7.0, 3.0)
        profile = np.flatnonzero(watched)
        np.testing.assert_allclose(model.fold_in(profile), expected, rtol=2e-3, atol=2e-4)
        np.testing.assert_allclose(
            model.scores(profile), model.factors @ expected, rtol=5e-3, atol=1e-3
        )


def best_user(
    items: np.ndarray, watched: np.ndarray, alpha: float, regularization: float
) -> np.ndarray:
    """The ridge regression of one row on the other side's factors, by stacked least squares."""
    weights = np.sqrt(np.where(watched > 0, alpha, 1.0))
    width = items.shape[1]
    rows = np.vstack([items * weights[:, None], np.sqrt(regularization) * np.eye(width)])
    return np.linalg.lstsq(rows, np.r_[weights * watched, np.zeros(width)], rcond=None)[0]


def test_training_reaches_the_loss_of_exact_alternating_least_squares():
    """With rows of one to forty entries, so that blocks are padded and some have one row."""
    generator = np.random.default_rng(5)
    watched = (generator.random((60, 40)) < generator.random((60, 1))).astype(np.float32)
    watched[:, 0] = 1.0
    training = Training(factors=6, regularization=3.0, alpha=4.0, iterations=30)

    def sides(items):
        users = np.array([best_user(items, row, 4.0, 3.0) for row in watched])
        return users, np.array([best_user(users, row, 4.0, 3.0) for row in watched.T])

    def loss(items):
        users = sides(items)[0]
        weights = np.where(watched > 0, 4.0, 1.0)
        misfit = (weights * (watched - users @ items.T) ** 2).sum()
        return float(misfit + 3.0 * ((users**2).sum() + (items**2).sum()))

    exact = generator.normal(size=(40, 6)) * 0.01
    for _ in range(30):
        exact = sides(exact)[1]
    found = als_training._fit(csr_matrix(watched), training, UNATTENDED)
    assert loss(found) == pytest.approx(loss(exact), rel=0.01)


def test_training_learns_what_users_like():
    w, model = world(), models()["als"]
    for kind in range(6):
        own = w.of_kind(kind)
        given_profile = model.positions(w.ids(own[:6]))
        scores = model.scores(given_profile)
        scores[given_profile] = -np.inf
        best = [model.wire_ids[i] for i in np.argsort(-scores)[:10]]
        assert len(set(best) & set(w.ids(own))) >= 8


def test_training_is_deterministic_whatever_the_threads():
    one = train(world().ratings, Training(factors=8, iterations=3, threads=1))
    two = train(world().ratings, Training(factors=8, iterations=3, threads=2))
    assert one.id == two.id
    other_seed = train(world().ratings, Training(factors=8, iterations=3, seed=2))
    assert other_seed.id != one.id


def test_movies_without_public_id_or_ratings_are_left_out():
    ids = ["ml:1", None, "ml:3", "ml:4"]
    ratings = Ratings(np.array([1, 1, 2, 2, 2]), np.array([0, 1, 0, 2, 2]), ids)
    model = train(ratings, Training(factors=2, iterations=2))
    assert model.wire_ids == ("ml:1", "ml:3")
    assert model.records["popularity"].tolist() == [2.0, 1.0]  # a rating twice counts once


def test_missing_ratings_raise_an_error():
    nothing = np.zeros(0, dtype=np.int64)
    with pytest.raises(EpicRecError, match="no public ratings"):
        train(Ratings(nothing, nothing, ["ml:1"]))


def test_training_reports_progress_and_stops_when_cancelled():
    seen: list[tuple[int, int]] = []

    def cancelled():
        return len(seen) >= 3

    with pytest.raises(Cancelled):
        train(
            world().ratings,
            Training(factors=4, iterations=50),
            job=Job(lambda p: seen.append((p.done, p.total)), cancelled),
        )
    assert seen == [(0, 50), (1, 50), (2, 50)]


def test_training_prints_nothing(capfd):
    train(world().ratings, Training(factors=4, iterations=2))
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_int8_factors_rank_as_the_floats_do():
    generator = np.random.default_rng(0)
    floats = generator.normal(size=(500, 32)).astype(np.float32)
    ids = [f"ml:{i}" for i in range(500)]
    model = FactorModel.from_factors(ids, floats, np.ones(500), {"alpha": 2, "regularization": 5})
    assert np.abs(model.factors - floats).max() <= np.abs(floats).max() / 127
    overlaps = []
    for _ in range(30):
        user = generator.normal(size=32).astype(np.float32)
        exact, ours = (set(np.argsort(-y @ user)[:20].tolist()) for y in (floats, model.factors))
        overlaps.append(len(exact & ours) / 20)
    assert np.mean(overlaps) > 0.95


def test_an_empty_profile_is_scored_by_popularity():
    model = models()["als"]
    scores = model.scores(np.zeros(0, dtype=np.int64))
    assert model.records["popularity"][int(np.argmax(scores))] == model.records["popularity"].max()
    assert scores.max() == pytest.approx(1.0)


def test_a_profile_is_a_set():
    model = models()["als"]
    once, twice = np.array([3, 9, 4]), np.array([9, 3, 4, 3, 9])
    np.testing.assert_array_equal(model.scores(once), model.scores(twice))


@pytest.mark.parametrize(("count", "megabytes"), [(6_000, 1), (60_000, 8)])
def test_a_model_is_small_enough_to_fetch_whole(count, megabytes):
    generator = np.random.default_rng(1)
    width = fitting_factors(Training().factors, count)
    assert width >= 104
    ids = [f"imdb:tt{1_000_000 + i}" for i in range(count)]
    factors = generator.normal(size=(count, width)).astype(np.float32)
    model = FactorModel.from_factors(
        ids, factors, np.ones(count), {"alpha": 2, "regularization": 5}
    )
    assert len(model.items_file) < megabytes * 1_000_000


def test_a_model_of_many_movies_gets_the_factors_that_fit(monkeypatch):
    monkeypatch.setattr(public_ratings, "MANY_ITEMS", 100)
    monkeypatch.setattr(public_ratings, "MANY_ITEMS_FACTORS", 4)
    model = train(world().ratings, Training(factors=8, iterations=1))
    assert model.factors.shape == (len(model.records), 4)


def test_int8_loses_less_than_half_a_percent_of_ndcg(monkeypatch):
    """A fifth of the users held out: the float factors, and the model made of them."""
    ratings = world().ratings
    rest, users = split(ratings, held_out=0.2)
    floats: list[np.ndarray] = []
    quantize = FactorModel.from_factors

    def watching(ids, factors, *others):
        floats.append(factors.astype(np.float64))
        return quantize(ids, factors, *others)

    monkeypatch.setattr(FactorModel, "from_factors", watching)
    model = train(rest, Training(threads=2))

    class Exact(FactorModel):
        """The same model with the factors before they were rounded."""

        def scores(self, profile):
            (y,) = floats
            watched, alpha = y[profile], self.parameters["alpha"]
            gram = y.T @ y + self.parameters["regularization"] * np.eye(y.shape[1])
            matrix = gram + (alpha - 1) * watched.T @ watched
            return (y @ np.linalg.solve(matrix, alpha * watched.sum(axis=0))).astype(np.float32)

    wire_ids = tuple(ratings.wire_ids)
    exact = quality(Exact(model.records, model.parameters), wire_ids, users)
    ours = quality(model, wire_ids, users)
    assert exact.ndcg10 > 0.3
    assert ours.ndcg10 > 0.995 * exact.ndcg10


def test_serving_a_model_loads_neither_scipy_nor_threadpoolctl():
    program = (
        "import sys; from epicrec_desktop.recommend import linear_training, model_files, metrics, "
        "ranking, recommender;"
        "print([m for m in ('scipy', 'threadpoolctl') if m in sys.modules])"
    )
    answer = python(
        "-c", program, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )
    assert answer.stdout.strip() == "[]"
