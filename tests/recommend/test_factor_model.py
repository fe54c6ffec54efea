"""Models of factors: how a user is folded in, and what 8 bits lose."""

import os
import sys

import numpy as np
import pytest

from epicrec_desktop.recommend import factor_models
from epicrec_desktop.recommend import ratings as public_ratings
from epicrec_desktop.recommend.factor_models import LinearModel
from epicrec_desktop.recommend.linear_training import FACTORS, LinearSettings, train
from epicrec_desktop.recommend.ratings import fitting_factors
from processes import python
from small_world import models, stored_factor_model, world


def test_fold_in_solves_the_weighted_ridge_regression():
    """Every item is a row of the regression: weight 7 and target 1 if watched, else 1 and 0."""
    generator = np.random.default_rng(3)
    ids = [f"imdb:tt{1_000_000 + i}" for i in range(150)]
    factors = generator.normal(size=(150, 24)).astype(np.float32)
    model = stored_factor_model(ids, factors, np.ones(150), {"alpha": 7.0, "regularization": 3.0})
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


def test_int8_factors_rank_as_the_floats_do():
    generator = np.random.default_rng(0)
    floats = generator.normal(size=(500, 32)).astype(np.float32)
    ids = [f"ml:{i}" for i in range(500)]
    model = stored_factor_model(ids, floats, np.ones(500), {"alpha": 2, "regularization": 5})
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


def test_a_model_scores_the_same_whether_its_floats_are_kept(monkeypatch):
    stored = models()["als"]
    model = type(stored).create(stored.records, stored.parameters)
    monkeypatch.setattr(factor_models, "FLOATS_BYTES", 0)
    watched = np.array([3, 9, 4])
    assert model.scores(watched).tobytes() == stored.scores(watched).tobytes()


@pytest.mark.parametrize(("count", "megabytes"), [(6_000, 1), (60_000, 8)])
def test_a_model_is_small_enough_to_fetch_whole(count, megabytes):
    generator = np.random.default_rng(1)
    width = fitting_factors(FACTORS, count)
    assert width >= 104
    ids = [f"imdb:tt{1_000_000 + i}" for i in range(count)]
    factors = generator.normal(size=(count, width)).astype(np.float32)
    gains = np.ones(count, dtype=np.float32)
    model = LinearModel.from_factors(ids, factors, gains, np.ones(count), {})
    assert len(model.items_file) < megabytes * 1_000_000


def test_a_model_of_many_movies_gets_the_factors_that_fit(monkeypatch):
    monkeypatch.setattr(public_ratings, "MANY_ITEMS", 100)
    monkeypatch.setattr(public_ratings, "MANY_ITEMS_FACTORS", 4)
    model = train(world().ratings, LinearSettings(factors=8))
    assert model.factors.shape == (len(model.records), 4)


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
