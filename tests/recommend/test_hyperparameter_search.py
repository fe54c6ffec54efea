"""Settings found on the ratings at hand: better than fixed ones, and by nobody's history twice."""

from typing import Any

import numpy as np
import pytest

from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend import hyperparameter_search
from epicrec_desktop.recommend.hyperparameter_search import select, select_and_train
from epicrec_desktop.recommend.linear_training import LinearSettings, train
from epicrec_desktop.recommend.metrics import quality, split
from epicrec_desktop.recommend.ratings import Ratings
from small_world import world


def noisy(people: int, seed: int = 1) -> Ratings:
    """Return people of four tastes who watch 12 movies each, half of them of their taste."""
    generator = np.random.default_rng(seed)
    items = []
    for user in range(people):
        own = generator.choice(np.arange(user % 4, 200, 4), 6, replace=False)
        items.append(np.union1d(own, generator.choice(200, 6, replace=False)))
    users = np.repeat(np.arange(people), [len(i) for i in items])
    return Ratings(users, np.concatenate(items), [f"ml:{i}" for i in range(200)])


def test_best_trial_is_selected_and_recorded():
    found = select(noisy(300), factors=16)
    best = max(attempt.ndcg10 for attempt in found.attempts)
    (chosen, *_) = [a for a in found.attempts if a.ndcg10 == best]
    assert found.settings == chosen.settings
    assert {a.document["family"] for a in found.attempts} == {"linear"}
    assert {a.document["item_exponent"] for a in found.attempts} == {0.0, 0.25, 0.5}
    assert found.users > 100  # several fifths of the 300


def test_selected_settings_beat_a_foreign_penalty_on_held_out_users():
    rest, held = split(noisy(800), held_out=0.5)
    ids = tuple(rest.wire_ids)
    found = quality(train(rest, select(rest, factors=32).settings), ids, held).ndcg10
    weak = quality(train(rest, LinearSettings(32, regularization=0.01, gain=0.0)), ids, held).ndcg10
    assert found > 1.1 * weak


def test_the_same_ratings_give_the_same_settings():
    assert select(noisy(120), factors=8) == select(noisy(120), factors=8)


def test_search_uses_only_the_given_ratings(monkeypatch):
    """And of those, nobody is trained on and compared on in one fold."""
    folds = list(hyperparameter_search._folds(noisy(200)))
    assert len(folds) == hyperparameter_search.FOLDS
    for fold in folds:
        assert fold.matrix.shape[0] + len(fold.hidden) == 200
    monkeypatch.setattr(hyperparameter_search, "MAX_TRAINING_USERS", 60)
    monkeypatch.setattr(hyperparameter_search, "MAX_TRIALS", 20)
    assert len(np.unique(hyperparameter_search._some(noisy(200)).users)) == 80


def test_little_time_is_enough_for_some_settings():
    found = select(noisy(120), factors=8, seconds=0.0)
    assert 0 < len(found.attempts) <= len(hyperparameter_search.REGULARIZATIONS)


def test_it_reports_and_can_be_cancelled_at_every_step():
    steps: list[Any] = []
    whole = select(noisy(120), factors=8, job=Job(report=steps.append))
    assert all(0 <= step.done <= step.total for step in steps)
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    for after in (1, 5, len(whole.attempts)):
        asked = iter(range(10_000))
        with pytest.raises(Cancelled):
            select(noisy(120), factors=8, job=Job(cancelled=lambda: next(asked) >= after))  # noqa: B023


@pytest.mark.parametrize("people", [1, 3])
def test_a_few_people_get_the_usual_settings(people):
    found = select(noisy(people))
    assert (found.settings, found.users) == (LinearSettings(), 0)
    assert np.isfinite(select_and_train(noisy(people)).scores(np.array([0]))).all()


def test_missing_ratings_raise_an_error():
    nobody = Ratings(np.zeros(0, np.int64), np.zeros(0, np.int64), world().ratings.wire_ids)
    with pytest.raises(EpicRecError, match="no public ratings"):
        select(nobody)


def test_the_panel_measures_what_the_served_model_has():
    """NDCG@10 of the search is that of the model as it is served, but for 8 bits."""
    ratings = noisy(300)
    (fold, *_) = hyperparameter_search._folds(ratings)
    rest, held = split(
        ratings, held_out=hyperparameter_search.HELD_OUT, seed=hyperparameter_search._SEED
    )
    settings = LinearSettings(32, item_exponent=0.25)
    search = hyperparameter_search._Search([fold], 32, 0.0, UNATTENDED)
    spectrum = search._spectrum(fold, 0.25)
    found = search._linear([spectrum], settings).ndcg10
    served = quality(train(rest, settings), tuple(rest.wire_ids), held).ndcg10
    assert found == pytest.approx(served, abs=0.01)
