"""The linear autoencoder: what is trained, and that folding in is what it was trained for."""

from typing import Any

import numpy as np
import pytest

from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.recommend import linear_training
from epicrec_desktop.recommend.factor_models import LinearModel
from epicrec_desktop.recommend.linear_training import LinearSettings, Spectrum, decompose, train
from epicrec_desktop.recommend.metrics import quality, split
from epicrec_desktop.recommend.ratings import Ratings, watch_matrix
from processes import python
from small_world import world

REGULARIZATION = 20.0


def whole() -> Any:
    """Return the small world's sparse matrix."""
    return watch_matrix(world().ratings)[1]


def full_weights(matrix: Any, penalty: np.ndarray) -> np.ndarray:
    """Return the full autoencoder's weights for λ·penalty, by its closed form."""
    dense = matrix.toarray().astype(np.float64)
    inverse = np.linalg.inv(dense.T @ dense + REGULARIZATION * np.diag(penalty))
    weights = -inverse / np.diag(inverse)
    np.fill_diagonal(weights, 0.0)
    return weights


def served_weights(spectrum: Spectrum, settings: LinearSettings) -> np.ndarray:
    """Return what one watched movie (rows) gives every other one (columns)."""
    factors, gain = spectrum.weights(settings, REGULARIZATION)
    weights = factors.astype(np.float64) @ factors.T * gain
    np.fill_diagonal(weights, 0.0)
    return weights


@pytest.mark.parametrize("exponent", [0.0, 0.25, 0.5])
def test_with_all_ranks_it_is_the_full_autoencoder(exponent):
    matrix = whole()
    count = matrix.shape[1]
    settings = LinearSettings(count, item_exponent=exponent, gain=1.0)
    popularity = np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
    found = served_weights(decompose(matrix, exponent, count), settings)
    np.testing.assert_allclose(found, full_weights(matrix, popularity ** (2 * exponent)), atol=2e-4)


@pytest.mark.parametrize("factors", [12, 60])
@pytest.mark.parametrize("exponent", [0.0, 0.5])
def test_many_users_are_trained_on_as_few_are(monkeypatch, factors, exponent):
    """Subspace iteration finds what the products of all histories tell."""
    rows = np.eye(whole().shape[1], dtype=np.float32)[:5]
    settings = LinearSettings(factors)
    few = served_weights(decompose(whole(), exponent, factors, rows=rows), settings)
    monkeypatch.setattr(linear_training, "FEW_USERS", 0)
    many = served_weights(decompose(whole(), exponent, factors, rows=rows), settings)
    np.testing.assert_allclose(many, few, atol=0.02 * np.abs(few).max())


def test_a_few_factors_are_the_best_for_popular_movies():
    """Of rank f no weights are nearer to the full ones, each side weighted by √popularity."""
    matrix = whole()
    popularity = np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
    dense = matrix.toarray().astype(np.float64)
    gram = dense.T @ dense
    ridge = np.linalg.solve(gram + REGULARIZATION * np.eye(len(gram)), gram)
    found = decompose(matrix, 0.0, 12)
    factors, _ = found.weights(LinearSettings(12, focus=0.5), REGULARIZATION)
    root = np.sqrt((popularity + 1.0) / (popularity.max() + 1.0))
    target = root[:, None] * ridge * root
    cut = root[:, None] * (factors.astype(np.float64) @ factors.T) * root
    lost = float(np.linalg.norm(np.linalg.eigvalsh(target)[:-12]))
    # Made of 36 directions of the 180 there are, so not quite.
    assert lost <= np.linalg.norm(cut - target) <= 1.05 * lost


def test_rows_below_the_matrix_count_as_users():
    matrix = whole()
    popularity = np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
    top, below = matrix[:120], matrix[120:].toarray()
    settings = LinearSettings(16)
    together = decompose(top, 0.25, 16, rows=below, popularity=popularity)
    at_once = decompose(matrix, 0.25, 16)
    assert together.energy == pytest.approx(at_once.energy)
    np.testing.assert_allclose(
        served_weights(together, settings), served_weights(at_once, settings), atol=1e-3
    )


def test_the_penalty_grows_with_the_people():
    """Everybody twice: the same settings make the same model of them."""
    ratings = world().ratings
    twice = Ratings(
        np.concatenate([ratings.users, ratings.users + 1_000]),
        np.concatenate([ratings.items, ratings.items]),
        ratings.wire_ids,
    )
    given_profile = np.array([3, 9, 30])
    one, two = train(ratings).scores(given_profile), train(twice).scores(given_profile)
    np.testing.assert_allclose(one, two, atol=0.02 * np.abs(one).max())


def test_it_finds_what_people_like_and_is_the_same_every_time():
    rest, held = split(world().ratings, held_out=0.2)
    settings = LinearSettings(factors=16)
    model = train(rest, settings)
    assert model.id == train(rest, settings).id
    assert model.kind == "linear"
    counts = np.bincount(rest.items, minlength=len(rest.wire_ids)).astype(float)
    popular = np.mean([np.isin(np.argsort(-counts)[:10], u.hidden).mean() for u in held])
    assert quality(model, tuple(rest.wire_ids), held).ndcg10 > 3 * popular
    assert model.parameters == {
        "regularization": pytest.approx(0.002 * len(rest.items), rel=0.01),
        "item_exponent": 0.0,
        "gain": settings.gain,
        "focus": settings.focus,
        "knowledge": 0.0,
        "seed": 1,
        "users": 144,
    }


def test_a_movie_that_millions_watched_can_be_in_a_model():
    """Models with a gain of more than 10⁶ are refused, and scales have 16 bits."""
    popularity = np.array([2_000_000.0, 40_000.0, 300.0, 1.0])
    settings = LinearSettings(4, item_exponent=0.5, gain=1.0)
    penalty = (popularity**-0.5).astype(np.float32)
    energies = np.array([3.0, 2.0, 1.0, 0.5])
    vectors = np.linalg.qr(np.arange(16.0).reshape(4, 4) % 7)[0].astype(np.float32)
    spectrum = Spectrum(energies, vectors, penalty, popularity, float(energies.sum()))
    ids = [f"ml:{number}" for number in range(4)]
    model = linear_training.model_of(ids, spectrum, settings, {}, REGULARIZATION)
    inner = (vectors * (energies / (energies + REGULARIZATION))) @ vectors.T
    expected = inner / (1.0 - np.diag(inner)) * penalty[:, None] / penalty
    for item, weights in enumerate(expected):
        scores = model.scores(np.array([item]))
        np.testing.assert_allclose(scores, weights, rtol=0.02, atol=0.02 * np.abs(weights).max())


def test_training_reports_progress_can_be_cancelled_and_needs_ratings():
    steps: list[Any] = []
    train(world().ratings, job=Job(steps.append))
    assert (steps[0].done, steps[-1].done) == (0, steps[-1].total)
    with pytest.raises(Cancelled):
        train(world().ratings, job=Job(cancelled=lambda: True))
    nobody = Ratings(np.zeros(0, np.int64), np.zeros(0, np.int64), world().ratings.wire_ids)
    with pytest.raises(EpicRecError, match="no public ratings"):
        train(nobody)


def test_one_person_is_enough():
    one = Ratings(np.zeros(3, np.int64), np.array([1, 2, 3]), world().ratings.wire_ids)
    model = train(one)
    assert len(model.records) == 3
    assert np.isfinite(model.scores(np.array([0]))).all()


@pytest.mark.parametrize(
    ("field", "number"), [("gain", -1.0), ("gain", 3e38), ("scale", 3e38), ("scale", -3e38)]
)
def test_numbers_with_which_no_score_is_one_are_refused(field, number):
    model = train(world().ratings)
    wide = [(n, "<f4" if n == field else t, *shape) for n, t, *shape in model.records.dtype.descr]
    records = model.records.astype(wide)
    records[field][3] = number
    with pytest.raises(ValueError, match=field):
        LinearModel.create(records, model.parameters)


def test_training_does_not_load_threadpoolctl():
    code = (
        "import sys, numpy as np\n"
        "from epicrec_desktop.recommend.ratings import Ratings\n"
        "from epicrec_desktop.recommend.linear_training import train\n"
        "train(Ratings(np.array([0, 0, 1]), np.array([0, 1, 1]), ['ml:1', 'ml:2']))\n"
        "print([m for m in ('threadpoolctl',) if m in sys.modules])"
    )
    done = python("-c", code)
    assert (done.returncode, done.stdout.strip()) == (0, "[]")


def test_int8_loses_less_than_half_a_percent_of_ndcg(monkeypatch):
    rest, held = split(world().ratings, held_out=0.2)
    floats: list[np.ndarray] = []
    quantize = LinearModel.from_factors

    def watching(ids, factors, *others):
        floats.append(factors)
        return quantize(ids, factors, *others)

    monkeypatch.setattr(LinearModel, "from_factors", watching)
    model = train(rest)

    class Exact(LinearModel):
        def scores(self, profile):
            return floats[0] @ floats[0][profile].sum(axis=0) * self.records["gain"]

    wire_ids = tuple(rest.wire_ids)
    exact = quality(Exact(model.records, model.parameters), wire_ids, held).ndcg10
    assert quality(model, wire_ids, held).ndcg10 >= 0.995 * exact
