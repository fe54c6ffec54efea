"""`evaluate ratings`: who chose is not who judges, and dislikes are heard."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.preferences import Rating
from epicrec_desktop.lab.experiments import ratings
from epicrec_desktop.lab.experiments.ratings import MEAN, Measured, Weights
from epicrec_desktop.recommend.ranking import WEIGHTS
from small_world import world


def imported() -> ImportedCatalog:
    """Return the small world: users give their own kind five stars, and two to what else they
    watched.
    """
    made = world()
    liked = made.ratings.users % 6 == made.ratings.items % 6
    values = np.where(liked, 5.0, 2.0)
    return ImportedCatalog(
        made.catalog, PublicRatings.build(made.ratings.users, made.ratings.items, values)
    )


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratings, "LIKED", (1.0, 2.0))
        patch.setattr(ratings, "DISLIKED", (1.0, -0.5))
        return json.loads(json.dumps(ratings.run(imported())))


def test_half_of_the_users_tune_and_the_others_evaluate(result: dict[str, Any]) -> None:
    assert result["tuned_on"] + result["judged_on"] == result["users"]
    assert abs(result["tuned_on"] - result["judged_on"]) <= 1
    assert result["folds"] == ratings.FOLDS


def test_rows_have_both_models_and_valid_values(result: dict[str, Any]) -> None:
    assert [row["model"] for row in result["rows"]] == [m for m in ratings.MODELS for _ in range(3)]
    for row in result["rows"]:
        assert 0.0 <= row["ndcg10"] <= 1.0
        assert 0.0 <= row["disliked10"] <= ratings.PLACES
        low, high = row["over_unrated_ci"]
        assert low <= row["over_unrated"] <= high
    assert len(result["grid"]) == 2 * 2 * 2 * 2


def test_ratings_list_fewer_films_that_are_disliked(result: dict[str, Any]) -> None:
    trained = {r["name"]: r for r in result["rows"] if r["model"] == ratings.TRAINED}
    assert trained[ratings.UNRATED]["over_unrated"] == 1.0
    assert trained[ratings.IN_USE]["disliked10"] <= trained[ratings.UNRATED]["disliked10"]
    assert trained[ratings.IN_USE]["liked"] == WEIGHTS[Rating.LIKED]


def test_weights_use_the_scale_or_the_users_mean() -> None:
    values = np.array([0.9, 0.8, 0.7, 0.5])
    np.testing.assert_allclose(Weights(2.0, -0.5).of(values), [2.0, 2.0, 1.0, -0.5])
    strict = Weights(2.0, -0.5, MEAN).of(np.array([1.0, 1.0, 0.8]))
    np.testing.assert_allclose(strict, [1.0, 1.0, -0.5])


def test_equally_good_weights_with_fewest_disliked_films_are_chosen() -> None:
    tried = {
        ratings.NOT_USED: Measured([0.5], [0.5], [1.0]),
        Weights(2.0, 0.5): Measured([0.6], [0.5], [0.9]),
        Weights(2.0, -0.5): Measured([0.599], [0.4], [0.2]),
        Weights(3.0, -1.0): Measured([0.55], [0.4], [0.0]),
    }
    assert ratings._chosen(dict.fromkeys(ratings.MODELS, tried)) == Weights(2.0, -0.5)


def test_catalog_without_ratings_is_rejected() -> None:
    with pytest.raises(CatalogError, match="public ratings"):
        ratings.run(ImportedCatalog(Catalog("t", "1", ()), None))
