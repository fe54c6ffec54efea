"""The watchlist: kept in order, off it what was answered, and movies on it are kept."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import text

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.watchlist import WatchlistRepository
from moments import NOW

MOVIES = tuple(
    Movie(title, 1990 + n, ("Drama",), imdb_id=f"tt{n + 1:07}")
    for n, title in enumerate(("Heat", "Fargo", "Moon"))
)


@pytest.fixture
def filled(database: Database) -> Database:
    with database.write() as session:
        CatalogRepository(session).merge("one", Catalog("one", "1", MOVIES), now=NOW)
    return database


def test_the_newest_is_first_and_twice_is_once(filled: Database) -> None:
    with filled.write() as session:
        watchlist = WatchlistRepository(session)
        for hours, key in enumerate((1, 2, 1, 3)):
            watchlist.add(key, now=NOW + timedelta(hours=hours))
        assert watchlist.all() == [3, 2, 1]
        watchlist.remove(2)
        watchlist.remove(2)
        assert watchlist.all() == [3, 1]


def test_what_was_answered_is_off_it_and_a_suggestion_is_not(filled: Database) -> None:
    with filled.write() as session:
        for key in (1, 2, 3):
            WatchlistRepository(session).add(key, now=NOW)
        library = LibraryRepository(session)
        library.add(1, now=NOW)
        library.refuse(2, now=NOW)
        library.add(3, now=NOW)
        library.restore({3: LibraryStatus.SUGGESTED}, now=NOW)
        assert WatchlistRepository(session).all() == [3]


def test_a_movie_on_it_stays_when_its_catalog_loses_it(filled: Database) -> None:
    with filled.write() as session:
        WatchlistRepository(session).add(2, now=NOW)
        CatalogRepository(session).merge("one", Catalog("one", "2", MOVIES[2:]), now=NOW)
        assert session.execute(text("SELECT title FROM movies ORDER BY id")).scalars().all() == [
            "Fargo",
            "Moon",
        ]
        assert CatalogRepository(session).movies([2])[2].title == "Fargo"


def test_refusing_wins_over_a_scan_and_is_listed(filled: Database) -> None:
    with filled.write() as session:
        library = LibraryRepository(session)
        library.refuse(1, now=NOW)
        (record,) = library.all()
        assert record.status is LibraryStatus.REJECTED
        assert record.answered
        assert not record.by_hand
        assert record.count == 0
