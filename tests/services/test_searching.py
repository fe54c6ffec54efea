"""The search over the catalog in use, as the window and the terminal ask for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.store.catalog import CatalogRepository


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("amelie", "Amélie (2001)"),
        ("das leben der anderen", "The Lives of Others (2006)"),
        ("metropolis 1927", "Metropolis (1927)"),
    ],
)
def test_films_are_found_as_people_ask_for_them(world, typed, label) -> None:
    library = world.services.library
    key, movie = library.search_catalog(typed)[0]
    assert movie.label == label
    assert library.add(key).movie.label == label


def test_the_limit_holds_and_nothing_finds_nothing(world) -> None:
    library = world.services.library
    assert len(library.search_catalog("the", 7)) == 7
    assert library.search_catalog("") == library.search_catalog("%") == []


def test_a_film_of_a_newer_catalog_is_found(world) -> None:
    services = world.services
    assert services.library.search_catalog("quiet orchard") == []
    made = Movie("The Quiet Orchard", 2026, ("Drama",), imdb_id="tt9999999")
    with services.context.database.write() as session:
        CatalogRepository(session).merge(
            "wikidata", Catalog("wikidata", "1", (made,)), now=world.clock()
        )
    assert [m.label for _, m in services.library.search_catalog("quiet orchard")] == [
        "The Quiet Orchard (2026)"
    ]


def test_a_filter_knows_the_other_titles(world) -> None:
    library = world.services.library
    (wire,) = library.named("le fabuleux destin")
    key = library.find(wire)
    assert key is not None
    assert dict(library.search_catalog("amelie"))[key].label == "Amélie (2001)"
    assert library.named("qqqq zzzz") == frozenset()


def test_many_may_ask_at_once(world) -> None:
    library = world.services.library
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(library.search_catalog, ["amelie"] * 8))
    assert all(answer == answers[0] for answer in answers)


def test_directors_are_told_where_they_are_known(world) -> None:
    library = world.services.library
    movies = [movie for _, movie in library.search_catalog("metropolis 1927", 1)]
    unknown = Movie("Nobody Knows Who", 2020, ())
    assert library.directors([*movies, unknown]) == ["Fritz Lang", ""]
