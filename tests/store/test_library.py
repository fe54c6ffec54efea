"""Tests of the library and the watchlist in the database."""

from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from sqlalchemy import text

from epicrec_desktop.domain.history import (
    BrowserFamily,
    BrowserProfile,
    Decision,
    Evidence,
    LibraryStatus,
    RuleEvidence,
    Sighting,
    Watermark,
)
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.store.browser_profiles import ProfileRepository
from epicrec_desktop.store.catalog import STARTER, CatalogRepository
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.library import LibraryRecord, LibraryRepository, WatchlistRepository
from moments import NOW

PROFILE = BrowserProfile("Firefox", BrowserFamily.FIREFOX, "main", Path("/x/places.sqlite"))
MOVIES = tuple(Movie(f"M{i}", 1990 + i, ("Drama",), imdb_id=f"tt{i:07}") for i in range(4))


@pytest.fixture
def movies(database) -> list[int]:
    with database.write() as session:
        keys = CatalogRepository(session).merge(STARTER, Catalog("t", "1", MOVIES), now=NOW)
        ProfileRepository(session).agree("p1", PROFILE)
        ProfileRepository(session).agree("p2", PROFILE)
        return list(keys.tolist())


def _sighting(
    count: int = 1,
    decision: Decision = Decision.ACCEPT,
    days: int = 0,
    evidence: Evidence = Evidence.INTEREST,
) -> Sighting:
    seen = NOW - timedelta(days=days)
    item = RuleEvidence("imdb-id", decision, evidence, 0.9, count)
    return Sighting(0, seen, seen, (item,))


def _record(
    database: Database, key: str, sightings: list[tuple[int, Sighting]], *, full: bool = True
) -> None:
    with database.write() as session:
        ProfileRepository(session).record(
            key, sightings, full=full, watermark=Watermark(7, "f"), catalog_version="c", now=NOW
        )
        LibraryRepository(session).add_found(
            {movie: s.verdict for movie, s in sightings}, confirm_sure=False, now=NOW
        )


def _library(database: Database) -> dict[int, LibraryRecord]:
    with database.read() as session:
        return {r.movie_id: r for r in LibraryRepository(session).all()}


@pytest.mark.parametrize("status", [LibraryStatus.REJECTED, LibraryStatus.CONFIRMED])
def test_an_answer_survives_a_rescan(database, movies, status):
    _record(database, "p1", [(movies[0], _sighting())])
    with database.write() as session:
        LibraryRepository(session).put_status({movies[0]: status}, now=NOW)
    _record(database, "p1", [(movies[0], _sighting())])
    with database.write() as session:
        found = LibraryRepository(session).add_found(
            {movies[0]: _sighting(evidence=Evidence.WATCHED).verdict}, confirm_sure=True, now=NOW
        )
    assert found == (0, 0)
    assert _library(database)[movies[0]].status is status


def test_undo_gives_back_what_was(database, movies):
    _record(database, "p1", [(m, _sighting()) for m in movies[:2]])
    with database.write() as session:
        library = LibraryRepository(session)
        previous = dict(
            zip(movies, (LibraryStatus.REJECTED, LibraryStatus.SUGGESTED), strict=False)
        )
        for statuses in (dict.fromkeys(previous, LibraryStatus.CONFIRMED), previous):
            library.put_status(statuses, now=NOW)
    after = _library(database)
    assert after[movies[0]].status is LibraryStatus.REJECTED
    assert after[movies[1]].status is LibraryStatus.SUGGESTED
    assert not after[movies[1]].answered


def test_an_answer_puts_a_movie_in_by_hand_and_a_suggestion_does_not(database, movies):
    statuses = dict(zip(movies, LibraryStatus, strict=False))
    with database.write() as session:
        LibraryRepository(session).put_status(statuses, now=NOW)
    there = {key: (one.status, one.by_hand) for key, one in _library(database).items()}
    answers = (LibraryStatus.CONFIRMED, LibraryStatus.REJECTED)
    expected = {key: (one, one is answers[0]) for key, one in statuses.items() if one in answers}
    assert there == expected


def test_incremental_scans_add_up_and_full_ones_do_not(database, movies):
    movie = movies[0]
    _record(database, "p1", [(movie, _sighting(3, days=5))])
    _record(database, "p1", [(movie, _sighting(2))], full=False)
    assert _library(database)[movie].count == 5
    assert _library(database)[movie].first_seen == NOW - timedelta(days=5)
    _record(database, "p1", [(movie, _sighting(4))], full=True)  # the browser forgot one visit
    assert _library(database)[movie].count == 5
    _record(database, "p2", [(movie, _sighting(1))])
    assert _library(database)[movie].count == 6


def test_visits_of_two_scans_and_of_two_browsers_make_a_suggestion_certain(database, movies):
    scanned_twice, in_two_browsers, once, _ = movies
    _record(database, "p1", [(m, _sighting()) for m in (scanned_twice, in_two_browsers, once)])
    assert {r.decision for r in _library(database).values()} == {Decision.REVIEW}
    _record(database, "p1", [(scanned_twice, _sighting())], full=False)
    _record(database, "p2", [(in_two_browsers, _sighting())])
    found = {movie: record.decision for movie, record in _library(database).items()}
    assert found == {
        scanned_twice: Decision.ACCEPT,
        in_two_browsers: Decision.ACCEPT,
        once: Decision.REVIEW,
    }
    assert _library(database)[once].brief_visit
    with database.read() as session:
        verdicts = ProfileRepository(session).verdicts(found)
    assert {movie: verdict.decision for movie, verdict in verdicts.items()} == found


def test_revoking_removes_what_came_from_that_profile_alone(database, movies):
    ours, shared, answered, _ = movies
    _record(database, "p1", [(m, _sighting()) for m in (ours, shared, answered)])
    _record(database, "p2", [(shared, _sighting())])
    with database.write() as session:
        LibraryRepository(session).put_status({answered: LibraryStatus.CONFIRMED}, now=NOW)
        ProfileRepository(session).revoke("p1")
    after = _library(database)
    assert set(after) == {shared, answered}
    assert after[answered].count == 0
    with database.read() as session:
        first, second = ProfileRepository(session).all()
    assert not first.consent
    assert first.watermark is None
    assert second.consent


def test_forgetting_keeps_the_release_window(database, movies):
    _record(database, "p1", [(m, _sighting()) for m in movies[:2]])
    with database.write() as session:
        library = LibraryRepository(session)
        library.put_status(dict.fromkeys(movies[:2], LibraryStatus.CONFIRMED), now=NOW)
        library.assign_period(movies[:1], "2026-11")
        library.forget(movies[:2], now=NOW)
        assert library.all() == []
        assert library.periods() == {movies[0]: "2026-11"}
        library.add(movies[0], now=NOW)
        library.assign_period(movies[:1], "2026-12")
        assert library.periods() == {movies[0]: "2026-11"}
        assert library.confirmed_parts() == {movies[0]: (("2026-11",), 1)}


@pytest.mark.parametrize(("weight", "percent"), [(0.996, 99), (0.29, 29), (0.005, 0), (0.5, 50)])
def test_a_weight_is_rounded_down(database, movies, weight, percent):
    with database.write() as session:
        library = LibraryRepository(session)
        library.add(movies[0], now=NOW)
        library.set_weight(movies[0], weight)
        assert library.weights() == {movies[0]: Fraction(percent, 100)}
        assert library.confirmed_parts() == {movies[0]: (("",), Fraction(percent, 100))}


def test_the_newest_is_first_and_twice_is_once(database, movies):
    with database.write() as session:
        watchlist = WatchlistRepository(session)
        for hours, key in enumerate((1, 2, 1, 3)):
            watchlist.add(key, now=NOW + timedelta(hours=hours))
        assert watchlist.all() == [3, 2, 1]
        watchlist.remove(2)
        watchlist.remove(2)
        assert watchlist.all() == [3, 1]


def test_what_was_answered_is_off_it_and_a_suggestion_is_not(database, movies):
    with database.write() as session:
        for key in (1, 2, 3):
            WatchlistRepository(session).add(key, now=NOW)
        library = LibraryRepository(session)
        library.add(1, now=NOW)
        library.put_status({2: LibraryStatus.REJECTED}, now=NOW)
        library.add(3, now=NOW)
        library.put_status({3: LibraryStatus.SUGGESTED}, now=NOW)
        assert WatchlistRepository(session).all() == [3]


def test_a_movie_on_it_stays_when_its_catalog_loses_it(database, movies):
    with database.write() as session:
        WatchlistRepository(session).add(2, now=NOW)
        CatalogRepository(session).merge(STARTER, Catalog("t", "2", MOVIES[2:]), now=NOW)
        left = session.execute(text("SELECT title FROM movies ORDER BY id")).scalars().all()
        assert left == ["M1", "M2", "M3"]
        assert CatalogRepository(session).movies([2])[2].title == "M1"


def test_refusing_wins_over_a_scan_and_is_listed(database, movies):
    with database.write() as session:
        library = LibraryRepository(session)
        library.put_status({1: LibraryStatus.REJECTED}, now=NOW)
        (record,) = library.all()
        assert record.status is LibraryStatus.REJECTED
        assert record.answered
        assert not record.by_hand
        assert record.count == 0


def test_what_has_no_period_yet_is_confirmed_named_and_in_a_category(database):
    catalog = Catalog(
        "t",
        "1",
        (
            Movie("Waits", 1990, ("Drama", "War"), wikidata_id="Q1"),
            Movie("Has one", 1991, ("Drama",), imdb_id="tt0000001"),
            Movie("Rejected", 1992, ("Drama",), imdb_id="tt0000002"),
            Movie("In no category", 1993, (), imdb_id="tt0000003"),
            Movie("Without a public id", 1994, ("Drama",), tmdb_id=4),
        ),
    )
    with database.write() as session:
        keys = CatalogRepository(session).merge(STARTER, catalog, now=NOW).tolist()
        library = LibraryRepository(session)
        library.add_imported(dict.fromkeys(keys, LibraryStatus.CONFIRMED), now=NOW)
        library.put_status({keys[2]: LibraryStatus.REJECTED}, now=NOW)
        library.assign_period([keys[1]])
        assert library.unassigned() == {keys[0]: ("Drama", "War")}
