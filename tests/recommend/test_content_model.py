"""The content model: similarity of categories and years, and popularity."""

from __future__ import annotations

import numpy as np
import pytest

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.recommend.content_model import DEFAULTS, ContentModel
from small_world import models, world


def _catalog(*movies: tuple[int | None, tuple[str, ...], float]) -> Catalog:
    built = (
        Movie(f"Movie {i}", year, categories, movielens_id=i, popularity=popularity)
        for i, (year, categories, popularity) in enumerate(movies)
    )
    return Catalog("test", "1", tuple(built))


def test_likeness_of_categories_decides_between_equals() -> None:
    model = ContentModel.from_catalog(
        _catalog(
            (1990, ("Horror",), 5), (1990, ("Comedy",), 5), (1990, ("Horror",), 5), (1990, (), 5)
        )
    )
    scores = model.scores(np.array([0]))
    assert scores[2] > scores[1]
    assert scores[2] > scores[3]


def test_rare_category_has_more_weight_than_a_common_one() -> None:
    common = [(1990, ("Drama",), 5.0)] * 30
    model = ContentModel.from_catalog(
        _catalog(
            (1990, ("Drama", "Film-Noir"), 5),
            (1990, ("Film-Noir", "Comedy"), 5),
            (1990, ("Drama", "Comedy"), 5),
            *common,
        )
    )
    scores = model.scores(np.array([0]))
    assert scores[1] > scores[2]


def test_closeness_of_years_decides_between_equals_and_unknown_years_are_far() -> None:
    model = ContentModel.from_catalog(
        _catalog(
            (1950, ("Drama",), 5),
            (1953, ("Drama",), 5),
            (1975, ("Drama",), 5),
            (None, ("Drama",), 5),
        )
    )
    scores = model.scores(np.array([0]))
    assert scores[1] > scores[2]
    assert scores[2] >= scores[3]


def test_popularity_decides_between_equals_and_for_an_empty_profile() -> None:
    model = ContentModel.from_catalog(
        _catalog((1990, ("Drama",), 1), (1990, ("Drama",), 100), (1990, ("Drama",), 10))
    )
    assert np.argsort(-model.scores(np.array([0])))[0] == 1
    assert np.argsort(-model.scores(np.zeros(0, dtype=np.int64))).tolist() == [1, 2, 0]


def test_a_catalog_without_popularity_or_categories_is_still_ranked() -> None:
    model = ContentModel.from_catalog(_catalog((None, (), 0), (None, (), 0)))
    assert np.isfinite(model.scores(np.array([0]))).all()
    assert np.isfinite(model.embeddings(np.arange(len(model.records)))).all()


def test_it_recommends_a_users_own_kind() -> None:
    w, model = world(), models()["content"]
    for kind in range(6):
        own = w.of_kind(kind)
        profile = model.positions(w.ids(own[:6]))
        scores = model.scores(profile)
        scores[profile] = -np.inf
        best = [model.wire_ids[i] for i in np.argsort(-scores)[:10]]
        assert len(set(best) & set(w.ids(own))) >= 8


def test_movies_without_public_id_are_left_out() -> None:
    w = world()
    assert len(models()["content"].records) == len(w.catalog.movies) - 1


def test_wrong_parameters_are_refused() -> None:
    catalog = _catalog((1990, ("Drama",), 1))
    with pytest.raises(ValueError, match="weight"):
        ContentModel.from_catalog(catalog, {**DEFAULTS, "era_weight": -1.0})
    with pytest.raises(ValueError, match="era"):
        ContentModel.from_catalog(catalog, {**DEFAULTS, "era_years": 0.0})
