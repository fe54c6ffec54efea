"""The linear autoencoder: what is trained, and that folding in is what it was trained for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.tasks import never, quiet
from epicrec_desktop.recommend import als, linear
from epicrec_desktop.recommend.als import Ratings
from epicrec_desktop.recommend.factors import FactorModel
from epicrec_desktop.recommend.linear import REGULARIZATION, item_factors, train
from epicrec_desktop.recommend.metrics import HeldOut, quality, split
from small_world import world


def whole() -> tuple[Any, np.ndarray]:
    """The small world's sparse matrix, and the weights of ridge regression with all ranks."""
    _, matrix = als.watch_matrix(world().ratings)
    dense = matrix.toarray().astype(np.float64)
    gram = dense.T @ dense
    return matrix, np.linalg.solve(gram + 20.0 * np.eye(len(gram)), gram)


def folded(factors: np.ndarray, regularization: float) -> np.ndarray:
    """What a fold-in by ridge regression makes of every single movie: Z(ZᵀZ + λI)⁻¹Zᵀ."""
    z = factors.astype(np.float64)
    return z @ np.linalg.solve(z.T @ z + regularization * np.eye(z.shape[1]), z.T)


def test_with_all_ranks_folding_in_is_ridge_regression_of_all_movies_on_all() -> None:
    matrix, weights = whole()
    count = matrix.shape[1]
    none = np.zeros((0, count), dtype=np.float32)
    z = item_factors(matrix, none, np.asarray(matrix.sum(axis=0)).ravel(), count, 20.0)
    np.testing.assert_allclose(folded(z, 20.0), weights, atol=2e-4)


@pytest.mark.parametrize("factors", [12, 60])
def test_many_users_are_trained_on_as_few_are(
    monkeypatch: pytest.MonkeyPatch, factors: int
) -> None:
    """Subspace iteration finds what the products of all histories tell."""
    matrix, _ = whole()
    popularity = np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
    rows = np.eye(matrix.shape[1], dtype=np.float32)[:5]
    few = item_factors(matrix, rows, popularity, factors, 20.0)
    monkeypatch.setattr(linear, "FEW_USERS", 0)
    many = item_factors(matrix, rows, popularity, factors, 20.0)
    np.testing.assert_allclose(folded(many, 20.0), folded(few, 20.0), atol=0.01)


def test_a_few_factors_are_the_best_for_popular_movies() -> None:
    """Of rank f no weights are nearer to the full ones, each side weighted by √popularity."""
    matrix, weights = whole()
    popularity = np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
    none = np.zeros((0, matrix.shape[1]), dtype=np.float32)
    z = item_factors(matrix, none, popularity, 12, 20.0)
    root = np.sqrt((popularity + 1.0) / (popularity.max() + 1.0))
    target = root[:, None] * weights * root
    found = root[:, None] * folded(z, 20.0) * root
    lost = float(np.linalg.norm(np.linalg.eigvalsh(target)[:-12]))
    # Made of 36 directions of the 180 there are, so not quite.
    assert lost <= np.linalg.norm(found - target) <= 1.03 * lost


def test_rows_below_the_matrix_count_as_users() -> None:
    matrix, _ = whole()
    popularity = np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
    top, below = matrix[:120], matrix[120:].toarray()
    together = item_factors(top, below, popularity, 16, 20.0)
    none = np.zeros((0, matrix.shape[1]), dtype=np.float32)
    at_once = item_factors(matrix, none, popularity, 16, 20.0)
    np.testing.assert_allclose(folded(together, 20.0), folded(at_once, 20.0), atol=1e-3)


def test_it_finds_what_people_like_and_is_the_same_every_time() -> None:
    rest, held = split(world().ratings, held_out=0.2)
    model = train(rest, factors=16)
    assert model.id == train(rest, factors=16).id
    counts = np.bincount(rest.items, minlength=len(rest.wire_ids)).astype(float)
    popular = np.mean([np.isin(np.argsort(-counts)[:10], u.hidden).mean() for u in held])
    assert quality(model, tuple(rest.wire_ids), held).ndcg10 > 3 * popular
    assert model.parameters == {
        "alpha": 1.0,
        "regularization": REGULARIZATION,
        "seed": 1,
        "users": 144,
    }


def test_it_reports_can_be_cancelled_and_needs_ratings() -> None:
    steps: list[Any] = []
    train(world().ratings, factors=4, report=steps.append)
    assert (steps[0].done, steps[-1].done) == (0, steps[-1].total)
    with pytest.raises(Cancelled):
        train(world().ratings, factors=4, cancelled=lambda: True)
    nobody = Ratings(np.zeros(0, np.int64), np.zeros(0, np.int64), world().ratings.wire_ids)
    with pytest.raises(EpicRecError, match="no public ratings"):
        train(nobody)


def test_one_person_is_enough() -> None:
    one = Ratings(np.zeros(3, np.int64), np.array([1, 2, 3]), world().ratings.wire_ids)
    model = train(one)
    assert len(model.records) == 3
    assert np.isfinite(model.scores(np.array([0]))).all()


def test_training_loads_neither_implicit_nor_threads() -> None:
    code = (
        "import sys, numpy as np\n"
        "from epicrec_desktop.recommend.als import Ratings\n"
        "from epicrec_desktop.recommend.linear import train\n"
        "train(Ratings(np.array([0, 0, 1]), np.array([0, 1, 1]), ['ml:1', 'ml:2']))\n"
        "print([m for m in ('implicit', 'threadpoolctl') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "[]")


@pytest.fixture(scope="module")
def real(movielens: Path) -> tuple[Ratings, list[HeldOut]]:
    """MovieLens latest-small, 122 users held out."""
    imported = read_source(movielens, quiet, never)
    public = imported.ratings
    assert public is not None
    wire_ids = [movie.wire_id for movie in imported.catalog.movies]
    ratings = Ratings(public.users.astype(np.int64), public.items.astype(np.int64), wire_ids)
    return split(ratings, held_out=0.2)


def test_int8_loses_less_than_half_a_percent_of_ndcg(
    real: tuple[Ratings, list[HeldOut]], monkeypatch: pytest.MonkeyPatch
) -> None:
    rest, held = real
    floats: list[np.ndarray] = []
    quantize = FactorModel.from_factors

    def watching(ids: list[str], factors: np.ndarray, *others: Any) -> FactorModel:
        floats.append(factors)
        return quantize(ids, factors, *others)

    monkeypatch.setattr(FactorModel, "from_factors", watching)
    model = train(rest)

    class Exact(FactorModel):
        factors = floats[0]

    wire_ids = tuple(rest.wire_ids)
    exact = quality(Exact(model.records, model.parameters), wire_ids, held).ndcg10
    assert quality(model, wire_ids, held).ndcg10 >= 0.995 * exact


@pytest.mark.slow
def test_it_is_better_than_alternating_least_squares(
    real: tuple[Ratings, list[HeldOut]],
) -> None:
    rest, held = real
    wire_ids = tuple(rest.wire_ids)
    here = quality(train(rest), wire_ids, held).ndcg10
    assert here > quality(als.train(rest, als.Training(threads=2)), wire_ids, held).ndcg10
