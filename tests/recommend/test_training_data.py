"""Tests of stored public data: ratings and catalog."""

from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.training_data import (
    load_catalog,
    ratings_stamp,
    save_catalog,
    store_ratings,
    training_ratings,
)

IDS = ["ml:1", None, "ml:3"]


@pytest.fixture
def paths(tmp_path) -> Paths:
    return Paths.under(tmp_path)


def file_of(paths: Paths) -> Path:
    (file,) = paths.ratings.iterdir()
    return file


def keep(paths: Paths) -> None:
    ratings = PublicRatings.build(np.array([9, 9, 4]), np.array([2, 0, 1]), np.full(3, 5.0))
    store_ratings(paths, Ratings(ratings.users, ratings.items, IDS))


def test_ratings_are_read_back_with_the_ids_of_their_movies(paths):
    assert ratings_stamp(paths) is None
    keep(paths)
    keep(paths)
    kept = training_ratings(paths)
    assert kept.users.tolist() == [0, 1, 1]
    assert kept.items.tolist() == [1, 0, 2]
    assert kept.wire_ids == IDS
    assert ratings_stamp(paths) is not None


def test_missing_ratings_raise_an_error(paths):
    with pytest.raises(CatalogError, match="Import MovieLens first"):
        training_ratings(paths)


@pytest.mark.parametrize("content", [b"", b"not arrays", b"PK\x03\x04 cut", None])
def test_file_without_arrays_raises_an_error(paths, content):
    keep(paths)
    file = file_of(paths)
    file.write_bytes(file.read_bytes()[:200] if content is None else content)
    with pytest.raises(CatalogError, match="Import MovieLens first"):
        training_ratings(paths)


@pytest.mark.parametrize(
    "change",
    [
        {"users": np.zeros(2, np.int32)},
        {"users": np.zeros((3, 1), np.int32), "items": np.zeros((3, 1), np.int32)},
        {"users": np.array([0, 0, -1])},
        {"items": np.array([0, 1, -1])},
        {"items": np.array([0, 1, 3])},
        {"users": np.array([{}, {}, {}], dtype=object)},
        {"wire_ids": np.array([], dtype=np.str_)},
    ],
)
def test_invalid_arrays_raise_an_error(paths, change):
    keep(paths)
    file = file_of(paths)
    with np.load(file) as arrays:
        whole = dict(arrays)
    np.savez(file, **{**whole, **change})
    with pytest.raises(CatalogError, match="Import MovieLens first"):
        training_ratings(paths)


def test_ratings_of_two_sources_are_trained_on_together(paths):
    """People are others; a movie that both have is one."""
    first = PublicRatings.build(np.array([0, 0, 1]), np.array([0, 1, 1]), np.ones(3))
    second = PublicRatings.build(np.array([0, 1]), np.array([0, 1]), np.ones(2))
    store_ratings(paths, Ratings(first.users, first.items, ["imdb:tt0000001", None]))
    alone = ratings_stamp(paths)
    wire_ids = ["wd:Q7", "imdb:tt0000001"]
    store_ratings(paths, Ratings(second.users, second.items, wire_ids), "movietweetings")
    assert ratings_stamp(paths) != alone
    both = training_ratings(paths)
    assert both.users.tolist() == [0, 0, 1, 2, 3]
    assert [both.wire_ids[i] for i in both.items.tolist()] == [
        "imdb:tt0000001",
        None,
        None,
        "wd:Q7",
        "imdb:tt0000001",
    ]
    assert len(set(both.items[[0, 4]].tolist())) == 1


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"name": "x"}'])
def test_a_damaged_catalog_is_none(paths, content):
    paths.ratings.mkdir(parents=True)
    (paths.ratings / "catalog.json").write_bytes(content)
    assert load_catalog(paths) is None


def test_a_stored_catalog_is_loaded_as_it_was(paths):
    catalog = load_starter()
    save_catalog(paths, catalog)
    stored = load_catalog(paths)
    assert stored.version == catalog.version
    assert [m.wire_id for m in stored.movies] == [m.wire_id for m in catalog.movies]
