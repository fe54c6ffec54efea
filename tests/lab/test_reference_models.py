"""The reference: its closed form, and when it is not to be had."""

import numpy as np
import pytest

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab import reference_models
from epicrec_desktop.lab.reference_models import train_full
from epicrec_desktop.recommend.ratings import Ratings, watch_matrix
from small_world import world


def test_the_weights_are_regression_of_each_movie_on_all_the_others():
    _, matrix = watch_matrix(world().ratings)
    dense = matrix.toarray().astype(np.float64)
    gram = (dense.T @ dense).astype(np.float32)
    before = gram.copy()
    weights = reference_models._weights(gram, 10.0)
    assert np.array_equal(gram, before)
    for j in (0, 7, 50):
        others = np.delete(np.arange(dense.shape[1]), j)
        x, y = dense[:, others], dense[:, j]
        expected = np.linalg.solve(x.T @ x + 10.0 * np.eye(len(others)), x.T @ y)
        np.testing.assert_allclose(weights[others, j], expected, atol=1e-4)
        assert weights[j, j] == 0.0


def test_with_fewer_people_than_movies_it_is_the_same():
    _, matrix = watch_matrix(world().ratings)
    some = matrix[:90]
    names = [f"ml:{i}" for i in range(matrix.shape[1])]
    few = reference_models._Solver.of(some)
    assert few.people is not None
    gram = np.asarray((some.T @ some).toarray(), dtype=np.float32)
    many = reference_models._Solver(gram, None)
    profile = np.array([3, 50, 100])
    others = np.setdiff1d(np.arange(len(names)), profile)
    np.testing.assert_allclose(
        few.model(names, 20.0).scores(profile)[others],
        many.model(names, 20.0).scores(profile)[others],
        atol=1e-4,
    )


def test_too_many_movies_are_not_tried(monkeypatch):
    monkeypatch.setattr(reference_models, "MOST_ITEMS", 10)
    assert train_full(world().ratings) is None


def test_it_can_be_cancelled_and_one_person_is_too_few():
    with pytest.raises(Cancelled):
        train_full(world().ratings, job=Job(cancelled=lambda: True))
    assert train_full(Ratings(np.zeros(2, np.int64), np.arange(2), ["ml:1", "ml:2"])) is None
