"""ALS: what is trained, and that numpy's fold-in is implicit's own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.recommend import als_training
from epicrec_desktop.recommend.als_training import Ratings, Training, fitting_factors, train
from epicrec_desktop.recommend.factor_models import FactorModel
from epicrec_desktop.recommend.metrics import quality, split
from small_world import models, world


def test_fold_in_is_what_implicit_itself_computes() -> None:
    from implicit.als import AlternatingLeastSquares
    from scipy.sparse import csr_matrix

    generator = np.random.default_rng(3)
    wire_ids = [f"imdb:tt{1_000_000 + i}" for i in range(150)]
    factors = generator.normal(size=(150, 24)).astype(np.float32)
    model = FactorModel.from_factors(
        wire_ids, factors, np.ones(150), {"alpha": 7.0, "regularization": 3.0}
    )
    theirs = AlternatingLeastSquares(
        factors=24, alpha=7.0, regularization=3.0, use_gpu=False, num_threads=1
    )
    theirs.item_factors = model.factors
    for size in (1, 5, 80):
        profile = generator.choice(150, size, replace=False)
        row = csr_matrix(
            (np.ones(size, dtype=np.float32), (np.zeros(size, dtype=int), profile)), (1, 150)
        )
        expected = theirs.recalculate_user(0, row)
        np.testing.assert_allclose(model.fold_in(profile), expected, rtol=2e-3, atol=2e-4)
        np.testing.assert_allclose(
            model.scores(profile), model.factors @ expected, rtol=5e-3, atol=1e-3
        )


def test_training_learns_what_users_like() -> None:
    w, model = world(), models()["als"]
    for kind in range(6):
        own = w.of_kind(kind)
        told = model.positions(w.ids(own[:6]))
        scores = model.scores(told)
        scores[told] = -np.inf
        best = [model.wire_ids[i] for i in np.argsort(-scores)[:10]]
        assert len(set(best) & set(w.ids(own))) >= 8


def test_training_is_deterministic_whatever_the_threads() -> None:
    one = train(world().ratings, Training(factors=8, iterations=3, threads=1))
    two = train(world().ratings, Training(factors=8, iterations=3, threads=2))
    assert one.id == two.id
    other_seed = train(world().ratings, Training(factors=8, iterations=3, seed=2))
    assert other_seed.id != one.id


def test_movies_without_public_id_or_ratings_are_left_out() -> None:
    ids = ["ml:1", None, "ml:3", "ml:4"]
    ratings = Ratings(np.array([1, 1, 2, 2, 2]), np.array([0, 1, 0, 2, 2]), ids)
    model = train(ratings, Training(factors=2, iterations=2))
    assert model.wire_ids == ("ml:1", "ml:3")
    assert model.records["popularity"].tolist() == [2.0, 1.0]  # a rating twice counts once


def test_missing_ratings_raise_an_error() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    with pytest.raises(EpicRecError, match="no public ratings"):
        train(Ratings(nothing, nothing, ["ml:1"]))


def test_training_reports_progress_and_stops_when_cancelled() -> None:
    seen: list[tuple[int, int]] = []

    def cancelled() -> bool:
        return len(seen) >= 3

    with pytest.raises(Cancelled):
        train(
            world().ratings,
            Training(factors=4, iterations=50),
            job=Job(lambda p: seen.append((p.done, p.total)), cancelled),
        )
    assert seen == [(0, 50), (1, 50), (2, 50)]


def test_training_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    train(world().ratings, Training(factors=4, iterations=2))
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_int8_factors_rank_as_the_floats_do() -> None:
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


def test_an_empty_profile_is_scored_by_popularity() -> None:
    model = models()["als"]
    scores = model.scores(np.zeros(0, dtype=np.int64))
    assert model.records["popularity"][int(np.argmax(scores))] == model.records["popularity"].max()
    assert scores.max() == pytest.approx(1.0)


def test_a_profile_is_a_set() -> None:
    model = models()["als"]
    once, twice = np.array([3, 9, 4]), np.array([9, 3, 4, 3, 9])
    np.testing.assert_array_equal(model.scores(once), model.scores(twice))


@pytest.mark.parametrize(("count", "megabytes"), [(6_000, 1), (60_000, 8)])
def test_a_model_is_small_enough_to_fetch_whole(count: int, megabytes: int) -> None:
    generator = np.random.default_rng(1)
    width = fitting_factors(Training().factors, count)
    assert width >= 104
    ids = [f"imdb:tt{1_000_000 + i}" for i in range(count)]
    factors = generator.normal(size=(count, width)).astype(np.float32)
    model = FactorModel.from_factors(
        ids, factors, np.ones(count), {"alpha": 2, "regularization": 5}
    )
    assert len(model.items_file) < megabytes * 1_000_000


def test_a_model_of_many_movies_gets_the_factors_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(als_training, "MANY_ITEMS", 100)
    monkeypatch.setattr(als_training, "MANY_ITEMS_FACTORS", 4)
    model = train(world().ratings, Training(factors=8, iterations=1))
    assert model.factors.shape == (len(model.records), 4)


def test_int8_loses_less_than_half_a_percent_of_ndcg(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth of the users held out: the float factors, and the model made of them."""
    ratings = world().ratings
    rest, users = split(ratings, held_out=0.2)
    floats: list[np.ndarray] = []
    quantize = FactorModel.from_factors

    def watching(ids: list[str], factors: np.ndarray, *others: Any) -> FactorModel:
        floats.append(factors.astype(np.float64))
        return quantize(ids, factors, *others)

    monkeypatch.setattr(FactorModel, "from_factors", watching)
    model = train(rest, Training(threads=2))

    class Exact(FactorModel):
        """The same model with the factors before they were rounded."""

        def scores(self, profile: np.ndarray) -> np.ndarray:
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


def test_serving_a_model_does_not_load_the_training_library() -> None:
    program = (
        "import sys; from epicrec_desktop.recommend import als_training, model_files, metrics, "
        "ranking, recommender;"
        "print([m for m in ('implicit', 'scipy', 'threadpoolctl') if m in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert answer.stdout.strip() == "[]"
