"""What exports said of movies: it outlives browsers and catalogs, and goes where its movie goes."""

from datetime import date
from pathlib import Path

import pytest

from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile, LibraryStatus
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.store import library, ratings
from epicrec_desktop.store.browser_profiles import ProfileRepository
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.movie_joins import join_rows_of
from epicrec_desktop.store.ratings import Imported, own_ratings, put_own
from moments import NOW

MOVIES = tuple(
    Movie(title, 1990 + n, ("Drama",), imdb_id=f"tt{n + 1:07}")
    for n, title in enumerate(("Heat", "Fargo", "Moon"))
)
SAID = Imported(Service.LETTERBOXD, date(2024, 1, 2), 0.9)


@pytest.fixture
def filled(database) -> Database:
    with database.write() as session:
        CatalogRepository(session).merge("one", Catalog("one", "1", MOVIES), now=NOW)
        LibraryRepository(session).add_imported({1: LibraryStatus.SUGGESTED}, now=NOW)
        ratings.put_imports(session, [(1, SAID)])
    return database


def test_it_is_part_of_the_movie(filled):
    with filled.read() as session:
        (record,) = LibraryRepository(session).all()
    assert record.imports == (SAID,)
    assert record.rule == "imported"


def test_a_browser_that_is_revoked_takes_no_import_with_it(filled):
    profile = BrowserProfile("Chrome", BrowserFamily.CHROMIUM, "Default", Path("/x/History"))
    with filled.write() as session:
        profiles = ProfileRepository(session)
        profiles.agree("key", profile)
        profiles.revoke("key")
        assert [r.movie_id for r in LibraryRepository(session).all()] == [1]


def test_it_goes_with_its_movie(filled):
    with filled.write() as session:
        said = (Imported(Service.LETTERBOXD, date(2025, 1, 2)), Imported(Service.IMDB, None, 0.3))
        ratings.put_imports(session, ((2, one) for one in said))
        join_rows_of(session, 2, 1, same=True)
    with filled.read() as session:
        assert ratings.by_movie(session) == {
            1: (
                Imported(Service.IMDB, None, 0.3),
                Imported(Service.LETTERBOXD, date(2025, 1, 2), 0.9),
            )
        }


def test_forgetting_forgets_it_and_a_catalog_that_goes_does_not(filled):
    with filled.write() as session:
        CatalogRepository(session).merge("one", Catalog("one", "2", MOVIES[1:]), now=NOW)
        assert CatalogRepository(session).movies([1])[1].title == "Heat"
        LibraryRepository(session).forget([1], now=NOW)
    with filled.read() as session:
        assert ratings.by_movie(session) == {}


def test_the_persons_rating_is_nothing_that_a_service_says(filled):
    with filled.write() as session:
        put_own(session, 1, OwnRating(Rating.LIKED, True))
    with filled.read() as session:
        assert ratings.by_movie(session) == {1: (SAID,)}
        assert own_ratings(session) == {1: OwnRating(Rating.LIKED, True)}


def test_the_day_that_a_person_says_is_kept_beside_a_rating_and_alone(filled):
    day = date(2024, 5, 3)
    liked = OwnRating(Rating.LIKED, True, 9, day)
    for said, counts in ((OwnRating(day=day), Rating.LIKED), (liked, Rating.LIKED)):
        with filled.write() as session:
            put_own(session, 1, said)
        with filled.read() as session:
            assert own_ratings(session) == {1: said}
            assert ratings.ratings(session)[1] is counts, "a day alone leaves the imported one"


def test_the_persons_rating_goes_with_its_movie(filled):
    with filled.write() as session:
        put_own(session, 1, OwnRating(Rating.LIKED))
        put_own(session, 2, OwnRating(Rating.DISLIKED, True))
        put_own(session, 3, OwnRating(None, True))
        join_rows_of(session, 2, 1, same=True)
    with filled.read() as session:
        assert own_ratings(session) == {1: OwnRating(Rating.LIKED, True), 3: OwnRating(None, True)}


def test_a_list_of_one_status_reads_what_is_said_of_its_movies_alone(filled, monkeypatch):
    """The count of suggestions, of a library of tens of thousands, is asked for at every page."""
    read, genuine = [], library.by_movie

    def by_movie(*asked):
        read.append(genuine(*asked))
        return read[-1]

    monkeypatch.setattr(library, "by_movie", by_movie)
    with filled.write() as session:
        repository = LibraryRepository(session)
        repository.add_imported({2: LibraryStatus.CONFIRMED}, now=NOW)
        ratings.put_imports(session, [(2, SAID)])
        put_own(session, 2, OwnRating(Rating.LIKED))
        assert repository.waiting() == 1
        (seen,) = repository.all(LibraryStatus.CONFIRMED)
        assert seen.imports == (SAID,)
        assert seen.own.rating is Rating.LIKED
    assert read == [{1: (SAID,)}, {2: (SAID,)}]
