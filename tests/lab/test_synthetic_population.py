"""Synthetic people: the same for a seed, as active as real ones, with tastes worth finding."""

import json

import numpy as np
import pytest

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.cli import main
from epicrec_desktop.lab.population import (
    LEAST_WATCHED,
    movies_for,
    sample_ratings,
    sample_world,
    synthetic_catalog,
)
from epicrec_desktop.lab.reference_models import train_full
from epicrec_desktop.recommend.hyperparameter_search import select
from epicrec_desktop.recommend.linear_training import train
from epicrec_desktop.recommend.metrics import quality, split
from epicrec_desktop.recommend.model_quality import Trials
from epicrec_desktop.recommend.ratings import Ratings


def public(people: int, seed: int = 1) -> Ratings:
    """The ratings of synthetic people, to train on."""
    made = synthetic_catalog(people, seed)
    ids = [movie.wire_id for movie in made.catalog.movies]
    users, items = made.ratings.users.astype(np.int64), made.ratings.items.astype(np.int64)
    return Ratings(users, items, ids)


def test_the_seed_decides():
    one, again = synthetic_catalog(100, 3), synthetic_catalog(100, 3)
    assert one.catalog == again.catalog
    assert np.array_equal(one.ratings.items, again.ratings.items)
    other = synthetic_catalog(100, 4)
    assert one.catalog.movies != other.catalog.movies


def test_they_are_as_active_and_movies_as_unequally_known_as_in_movielens():
    made = synthetic_catalog(3_000)
    ratings = made.ratings
    sizes = np.bincount(ratings.users)
    assert sizes.min() >= LEAST_WATCHED
    assert 80 < np.median(sizes) < 115  # 96 in MovieLens-1M
    assert 140 < sizes.mean() < 190  # 165.6
    watched = np.sort(ratings.popularity(len(made.catalog.movies)))[::-1] / 3_000
    assert 0.4 < watched[0] < 0.75  # 0.57
    tenth = len(watched) // 10
    assert watched[:tenth].sum() > 0.4 * watched.sum()


def test_pairs_are_in_order_and_none_is_there_twice():
    ratings = synthetic_catalog(200).ratings
    key = ratings.users.astype(np.int64) << 32 | ratings.items
    assert np.all(np.diff(key) > 0)


def test_so_many_movies_as_public_sets_of_that_size_have():
    assert movies_for(6_040) == 3_883
    assert movies_for(69_878) == 10_677
    assert movies_for(330_975) == 86_000
    assert movies_for(100) >= 2_000


def test_a_mean_can_be_asked_for_and_drawing_can_be_cancelled():
    generator = np.random.default_rng(1)
    world = sample_world(2_000, generator)
    ratings = sample_ratings(world, 800, generator, mean_watched=50.0)
    assert len(ratings) / 800 == pytest.approx(50.0, rel=0.1)
    with pytest.raises(Cancelled):
        sample_ratings(world, 800, generator, job=Job(cancelled=lambda: True))


def test_the_wrong_number_of_people_is_refused(tmp_path, capsys):
    with pytest.raises(ValueError, match="number of people"):
        synthetic_catalog(3)
    base = ["--base-dir", str(tmp_path), "evaluate", "calibration", "--population"]
    with pytest.raises(SystemExit) as refused:
        main([*base, "3"])
    assert refused.value.code == 2
    assert main([*base, "50", "--catalog", "x"]) == 1
    assert "Leave" in capsys.readouterr().err


def test_an_experiment_runs_on_them(tmp_path, capsys):
    command = ["--base-dir", str(tmp_path), "--json", "evaluate", "calibration"]
    assert main([*command, "--population", "100"]) == 0
    assert json.loads(capsys.readouterr().out)["catalog"]["items"] == movies_for(100)


@pytest.mark.slow
def test_the_model_has_97_percent_of_the_full_autoencoder():
    """Settings of both found on their own training people; 500 others judge."""
    rest, held = split(public(3_000), held_out=1 / 6)
    ids = tuple(rest.wire_ids)
    full = train_full(rest)
    assert full is not None
    model = train(rest, select(rest).settings)
    assert len(model.items_file) < 1_000_000
    ours = quality(model, ids, held).ndcg10
    theirs = quality(full, ids, held).ndcg10
    assert ours >= 0.97 * theirs
    assert theirs > 1.7 * Trials(model, ids, held).popularity()


@pytest.mark.slow
def test_settings_of_one_set_keep_97_percent_on_another():
    """λ in shares of the energy: what is best for 600 people is nearly so for 2,400 others."""
    small, large = public(600), public(2_400, seed=2)
    rest, held = split(large, held_out=0.2)
    ids = tuple(rest.wire_ids)
    own = quality(train(rest, select(rest).settings), ids, held).ndcg10
    borrowed = quality(train(rest, select(small).settings), ids, held).ndcg10
    assert borrowed >= 0.97 * own
