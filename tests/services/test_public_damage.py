"""The catalog and the trained model, changed by the disk: reported, and mended where it ships."""

from dataclasses import replace
from unittest.mock import Mock

import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.services import catalogs
from epicrec_desktop.store.choices import StateRepository
from services.test_local_models import give_model, give_ratings
from sql import sql

WHO = "(SELECT id FROM movies WHERE title = 'Heat')"
DAMAGES = (
    f"UPDATE movies SET title = 'Heau' WHERE id = {WHO}",
    f"UPDATE movies SET year = 1994 WHERE id = {WHO}",
    f"UPDATE movies SET imdb_id = 'tt0113278' WHERE id = {WHO}",
    f"UPDATE movies SET fame = fame * 2 WHERE id = {WHO}",
    f"UPDATE movies SET alternative_titles = '[]' WHERE id = {WHO}",
    f"UPDATE movies SET sources = '' WHERE id = {WHO}",
    f"DELETE FROM movie_categories WHERE movie_id = {WHO}",
    f"INSERT INTO movie_categories VALUES ({WHO}, {1 + CATEGORIES.index('Western')})",
)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_row_is_reported_and_taken_from_the_program_again(
    world, services, damage, monkeypatch
):
    world.add("Heat (1995)")
    movies = services.context.catalog().catalog.movies
    labels = {movie.label for movie in movies}  # a test's program ships the best known alone
    shipped = replace(
        load_starter(), movies=[m for m in load_starter().movies if m.label in labels]
    )
    monkeypatch.setattr(catalogs, "load_starter", lambda: shipped)
    entries = services.library.entries()
    search = services.context.public_cache("search")
    search.write_bytes(b"made of the damaged rows")
    assert services.check_public_data(UNATTENDED) == []
    sql(world.paths.database, damage)
    (sentence,) = services.check_public_data(UNATTENDED)
    assert not search.exists()
    assert "taken from the program again" in str(sentence)
    assert set(services.context.catalog().catalog.movies) == set(movies)
    assert [e.movie for e in services.library.entries()] == [e.movie for e in entries]
    assert services.check_public_data(UNATTENDED) == []


def test_what_does_not_ship_is_to_be_imported_again(world, services):
    movie = Movie("Nowhere Else", 1990, ("Drama",), "tt9999999")
    world.merge("movielens", movie)
    sql(
        world.paths.database,
        "UPDATE movies SET title = 'Nowhere Elsf' WHERE title = 'Nowhere Else'",
    )
    for _ in range(2):  # until it is imported
        (sentence,) = services.check_public_data(UNATTENDED)
        assert "Import again: movielens" in str(sentence)
        world.merge("wikidata-2026")  # another one mends nothing of it
    world.merge("movielens", movie)
    assert services.check_public_data(UNATTENDED) == []


def test_what_cannot_be_written_now_is_said_and_no_command_ends_there(world, services, monkeypatch):
    refused = Mock(side_effect=StoreError("The disk is full."))
    sql(world.paths.database, "UPDATE movies SET title = title || 'x' WHERE sources != ''")
    monkeypatch.setattr(services.catalogs, "_put", refused)
    (sentence,) = services.check_public_data(UNATTENDED)
    assert "not taken from the program again yet: The disk is full." in str(sentence)


def test_the_catalog_of_an_older_library_is_known_from_its_first_check_on(world, services):
    with services.context.database.write() as session:
        StateRepository(session).remove("catalog_sum")
    assert services.check_public_data(UNATTENDED) == []
    sql(world.paths.database, DAMAGES[0])
    assert len(services.check_public_data(UNATTENDED)) == 1


def test_what_the_user_does_is_no_damage(world, services):
    world.add("Heat (1995)")
    services.unlisted.add("Of No Catalog", 2001, ["Drama"])
    world.release()
    assert services.check_public_data(UNATTENDED) == []


def test_a_damaged_model_is_reported_before_anything_is_ranked(services):
    give_ratings(services)
    give_model(services)
    assert services.check_public_data(UNATTENDED) == []
    manifest = services.models._manifest
    manifest.write_text(manifest.read_text().replace("sha256", "sha257"))
    (sentence,) = services.check_public_data(UNATTENDED)
    assert "damaged and was not used" in str(sentence)
