"""Tests of public ratings and public profiles."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.services.public_ratings import (
    FILE,
    MOST_PROFILES,
    PublicProfiles,
    PublicProfilesService,
    ratings_stamp,
    store_ratings,
    training_ratings,
)

IDS = ["ml:1", None, "ml:3"]


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.under(tmp_path)


def file_of(paths: Paths) -> Path:
    (file,) = paths.ratings.iterdir()
    return file


def keep(paths: Paths) -> None:
    ratings = PublicRatings.build(np.array([9, 9, 4]), np.array([2, 0, 1]), np.full(3, 5.0))
    store_ratings(paths, ratings, IDS)


def test_ratings_are_read_back_with_the_ids_of_their_movies(paths: Paths) -> None:
    assert ratings_stamp(paths) is None
    keep(paths)
    keep(paths)
    kept = training_ratings(paths)
    assert kept.users.tolist() == [0, 1, 1]
    assert kept.items.tolist() == [1, 0, 2]
    assert kept.wire_ids == IDS
    assert ratings_stamp(paths) is not None


def test_no_ratings_at_all_are_a_sentence(paths: Paths) -> None:
    with pytest.raises(CatalogError, match="Import MovieLens first"):
        training_ratings(paths)


@pytest.mark.parametrize("content", [b"", b"not arrays", b"PK\x03\x04 cut"])
def test_a_file_that_holds_no_arrays_is_a_sentence(paths: Paths, content: bytes) -> None:
    keep(paths)
    file_of(paths).write_bytes(content)
    with pytest.raises(CatalogError, match="Import MovieLens first"):
        training_ratings(paths)


def test_a_file_that_was_cut_off_is_a_sentence(paths: Paths) -> None:
    keep(paths)
    file = file_of(paths)
    file.write_bytes(file.read_bytes()[:200])
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
def test_arrays_that_are_no_ratings_are_a_sentence(
    paths: Paths, change: dict[str, np.ndarray]
) -> None:
    keep(paths)
    file = file_of(paths)
    with np.load(file) as arrays:
        whole = dict(arrays)
    np.savez(file, **{**whole, **change})
    with pytest.raises(CatalogError, match="Import MovieLens first"):
        training_ratings(paths)


def test_ratings_of_two_sources_are_trained_on_together(paths: Paths) -> None:
    """People are others; a movie that both have is one."""
    first = PublicRatings.build(np.array([0, 0, 1]), np.array([0, 1, 1]), np.ones(3))
    second = PublicRatings.build(np.array([0, 1]), np.array([0, 1]), np.ones(2))
    store_ratings(paths, first, ["imdb:tt0000001", None])
    alone = ratings_stamp(paths)
    store_ratings(paths, second, ["wd:Q7", "imdb:tt0000001"], "movietweetings")
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


HORROR = "Horror"


def keep_horror(world, people: int = 60) -> None:
    """Ratings by people who watch nothing but horror."""
    catalog = world.services.context.catalog().catalog
    scary = [i for i, movie in enumerate(catalog.movies) if HORROR in movie.categories]
    generator = np.random.default_rng(1)
    users = np.repeat(np.arange(people), 20)
    items = np.concatenate([generator.choice(scary, 20, replace=False) for _ in range(people)])
    ratings = PublicRatings.build(users, items, np.full(len(users), 4.0))
    store_ratings(world.paths, ratings, [movie.wire_id for movie in catalog.movies])


def test_profiles_are_counted_by_group() -> None:
    catalog = load_starter()
    wire_ids = [movie.wire_id for movie in catalog.movies[:3]]
    ratings = Ratings(
        np.array([7, 7, 7, 9, 9]), np.array([0, 1, 1, 2, 3]), [*wire_ids, None, "ml:424242"]
    )
    people = PublicProfiles.sample(ratings)
    profiles = people.profiles(catalog)
    assert profiles.sum(axis=1).tolist() == [2, 1]  # each movie once, and those that have an id
    groups = catalog.groups.item_group
    assert profiles[0, groups[0]] >= 1
    assert profiles[1, groups[2]] == 1


def test_of_many_people_some_are_drawn_always_the_same() -> None:
    users = np.repeat(np.arange(MOST_PROFILES + 500), 2)
    ratings = Ratings(users, users % 5, [f"ml:{i}" for i in range(1, 6)])
    one = PublicProfiles.sample(ratings)
    assert len(np.unique(one.users)) == MOST_PROFILES
    assert (one.users == PublicProfiles.sample(ratings).users).all()


def test_they_are_kept_until_the_ratings_change(world) -> None:
    context = world.services.context
    catalog = context.catalog().catalog
    assert PublicProfilesService(context).profiles(catalog) is None
    keep_horror(world)
    first = PublicProfilesService(context).profiles(catalog)
    assert first is not None
    assert len(first) == 60
    file = world.paths.models / FILE
    written = file.stat().st_mtime_ns
    again = PublicProfilesService(context).profiles(catalog)
    assert (again == first).all()
    assert file.stat().st_mtime_ns == written
    keep_horror(world, people=30)
    other = PublicProfilesService(context).profiles(catalog)
    assert other is not None
    assert len(other) == 30


@pytest.mark.parametrize("content", [b"", b"not arrays", b"PK\x03\x04 cut"])
def test_a_damaged_file_is_made_anew(world, content: bytes) -> None:
    keep_horror(world)
    context = world.services.context
    catalog = context.catalog().catalog
    first = PublicProfilesService(context).profiles(catalog)
    (world.paths.models / FILE).write_bytes(content)
    again = PublicProfilesService(context).profiles(catalog)
    assert again is not None
    assert (again == first).all()


def test_ratings_imported_after_a_release_change_no_repeat(world) -> None:
    """What was agreed to and sent stays; only what is made anew is read with the new people."""
    world.add("Heat (1995)", "The Matrix (1999)")
    first = world.release().release
    keep_horror(world)
    again = world.release()
    assert again.repeated
    assert again.release.payload == first.payload


def test_people_say_how_counts_are_read_and_not_what_they_are(world) -> None:
    world.add("Heat (1995)", "The Matrix (1999)")
    keep_horror(world)
    release = world.release().release
    (period,) = world.sampled().values()
    said = json.loads(release.payload)["release"]["counts"]
    sampled = dict(zip(period.mechanism.categories, period.tiers[1], strict=True))
    multiplier = period.mechanism.multiplier
    assert said == {n: pytest.approx(v / multiplier, abs=1e-5) for n, v in sampled.items()}
    catalog = world.services.context.catalog().catalog
    movies = [catalog.movies[catalog.index[wire_id]] for wire_id in release.items]
    assert sum(HORROR in movie.categories for movie in movies) > 0.5 * len(movies)
