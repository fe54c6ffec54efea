"""Tests of public profiles."""

import json
import zipfile
from io import BytesIO

import numpy as np
import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.training_data import load_catalog, store_ratings, training_ratings
from epicrec_desktop.services.public_profiles import (
    FILE,
    MOST_PROFILES,
    PublicProfiles,
    PublicProfilesService,
)

HORROR = "Horror"


def keep_horror(world, people: int = 60) -> None:
    """Ratings by people who watch nothing but horror."""
    catalog = world.services.context.catalog().catalog
    scary = [i for i, movie in enumerate(catalog.movies) if HORROR in movie.categories]
    generator = np.random.default_rng(1)
    users = np.repeat(np.arange(people), 20)
    items = np.concatenate([generator.choice(scary, 20, replace=False) for _ in range(people)])
    wire_ids = [movie.wire_id for movie in catalog.movies]
    store_ratings(world.paths, Ratings(users, items, wire_ids))


def test_profiles_are_counted_by_group():
    catalog = load_starter()
    wire_ids = [movie.wire_id for movie in catalog.movies[:3]]
    ratings = Ratings(
        np.array([7, 7, 7, 9, 9]), np.array([0, 1, 1, 2, 3]), [*wire_ids, None, "ml:424242"]
    )
    people = PublicProfiles.sample(ratings)
    profiles = people.group_counts(catalog)
    assert profiles.sum(axis=1).tolist() == [2, 1]  # each movie once, and those that have an id
    groups = catalog.groups.item_group
    assert profiles[0, groups[0]] >= 1
    assert profiles[1, groups[2]] == 1


def test_of_many_people_some_are_drawn_always_the_same():
    users = np.repeat(np.arange(MOST_PROFILES + 500), 2)
    ratings = Ratings(users, users % 5, [f"ml:{i}" for i in range(1, 6)])
    one = PublicProfiles.sample(ratings)
    assert len(np.unique(one.users)) == MOST_PROFILES
    assert (one.users == PublicProfiles.sample(ratings).users).all()


def test_they_are_kept_until_the_ratings_change(world):
    context = world.services.context
    catalog = context.catalog().catalog
    assert PublicProfilesService(context).watched(catalog).counts is None
    keep_horror(world)
    first = PublicProfilesService(context).watched(catalog).counts
    assert first is not None
    assert len(first) == 60
    file = world.paths.models / FILE
    written = file.stat().st_mtime_ns
    again = PublicProfilesService(context).watched(catalog).counts
    assert (again == first).all()
    assert file.stat().st_mtime_ns == written
    keep_horror(world, people=50)
    other = PublicProfilesService(context).watched(catalog).counts
    assert other is not None
    assert len(other) == 50


def test_ratings_of_too_few_people_change_nothing(world):
    catalog = world.services.context.catalog().catalog
    keep_horror(world, people=49)
    service = PublicProfilesService(world.services.context)
    service.prepare(training_ratings(world.paths))
    assert service.watched(catalog).counts is None
    assert service.watched(catalog).histories is None


def test_a_damaged_file_is_made_again(world):
    keep_horror(world)
    context = world.services.context
    catalog = context.catalog().catalog
    first = PublicProfilesService(context).watched(catalog).counts
    header = b"\x93NUMPY\x01\x00\x0a\x00{'a': (, \n"  # the bracket is never closed
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as stored:
        stored.writestr("stamp.npy", header)
    for content in (b"", b"not arrays", b"PK\x03\x04 cut", archive.getvalue()):
        (world.paths.models / FILE).write_bytes(content)
        again = PublicProfilesService(context).watched(catalog).counts
        assert again is not None
        assert (again == first).all()


def test_ratings_imported_after_a_release_change_no_repeat(world):
    """What was agreed to and sent stays; only what is made again is read with the new people."""
    world.add("Heat (1995)", "The Matrix (1999)")
    first = world.release().release
    keep_horror(world)
    again = world.release()
    assert again.repeated
    assert again.release.payload == first.payload


def test_people_say_how_counts_are_read_and_not_what_they_are(world):
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


def test_an_imported_catalog_is_stored_for_training(world, tmp_path):
    paths = world.services.paths
    assert load_catalog(paths) is None
    folder = tmp_path / "ml"
    folder.mkdir()
    (folder / "movies.csv").write_text(
        "movieId,title,genres\n1,Heat (1995),Action|Crime\n2,A New Movie (2031),Drama\n"
    )
    (folder / "links.csv").write_text("movieId,imdbId,tmdbId\n1,0113277,949\n2,9999999,\n")
    world.services.catalogs.import_path(folder)
    stored = load_catalog(paths)
    in_use = world.services.context.catalog().catalog
    assert (stored.name, stored.version) == (in_use.name, in_use.version)
    assert {movie.wire_id for movie in stored.movies} == {
        movie.wire_id for movie in in_use.movies if movie.wire_id
    }
    assert "imdb:tt9999999" in {movie.wire_id for movie in stored.movies}
