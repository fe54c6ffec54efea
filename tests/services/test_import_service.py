"""Exports come into the library: looked at, taken in once, taken back whole, and out again."""

import json
import os
import sys
import zipfile
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.export_records import RecordKind, Service, Skip
from epicrec_desktop.domain.history import Evidence, LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import Rating
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.import_preview import ImportOutcome, ImportPreview
from epicrec_desktop.services.import_sentences import done
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.store.library import LibraryRepository, WatchlistRepository
from epicrec_desktop.store.movie_lists import MovieList, MovieListRepository
from epicrec_desktop.store.ratings import Imported, ratings
from epicrec_desktop.store.unlisted import MovieLookup
from moments import NOW
from time_zones import in_time_zone

DIARY = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
PLAIN = "Date,Name,Year,Letterboxd URI\n"


def preview(world: Any, *files: Path, viewer: str | None = None) -> ImportPreview:
    return world.services.imports.preview(files, viewer=viewer)


def by_title(world: Any) -> dict[str, LibraryEntry]:
    """What a catalog has of the library."""
    entries = world.services.library.entries()
    return {e.movie.title: e for e in entries if not e.movie.unlisted}


def outcomes(found: ImportPreview) -> dict[str, ImportOutcome]:
    return {entry.title: entry.outcome for entry in found.entries}


@pytest.fixture
def letterboxd(tmp_path) -> Path:
    """An archive as Letterboxd makes it."""
    path = tmp_path / "letterboxd-ash-2026-11-20.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("profile.csv", "Date Joined,Username\n2020-01-01,ash\n")
        archive.writestr(
            "watched.csv",
            PLAIN + "2024-01-01,Heat,1995,u\n2024-01-01,The Matrix,1998,u\n"
            "2024-01-01,No Such Film Here,2001,u\n2024-01-01,Heat,2010,u\n",
        )
        archive.writestr("diary.csv", DIARY + "2024-01-05,Heat,1995,u,4.5,,,2024-01-04\n")
        archive.writestr(
            "ratings.csv",
            DIARY.replace(",Rewatch,Tags,Watched Date", "") + "2024-01-05,The Matrix,1999,u,1\n",
        )
        archive.writestr(
            "watchlist.csv", PLAIN + "2024-01-01,Fargo,1996,u\n2024-01-01,Heat,1995,u\n"
        )
        archive.writestr("deleted/diary.csv", DIARY + "2024-01-05,Alien,1979,u,4.5,,,2024-01-04\n")
    return path


def test_an_archive_is_looked_at_and_nothing_changes(world, letterboxd):
    found = preview(world, letterboxd)
    assert {f.service for f in found.files} == {Service.LETTERBOXD}
    assert not found.problems
    assert found.skipped == {Skip.LIST: 1}
    assert outcomes(found) == {
        "Heat": ImportOutcome.OWN,  # that of 2010; the other one is below
        "The Matrix": ImportOutcome.FOUND,
        "Fargo": ImportOutcome.FOUND,
        "No Such Film Here": ImportOutcome.OWN,
    }
    kinds = {found.movies[e.movies[0]].label: e.kind for e in found.entries if e.movies}
    assert kinds == {
        "Heat (1995)": RecordKind.WATCHED,
        "The Matrix (1999)": RecordKind.WATCHED,
        "Fargo (1996)": RecordKind.WATCHLIST,
    }
    why = {e.title: str(e.why) for e in found.entries if e.outcome is ImportOutcome.OWN}
    assert why == {
        "Heat": "the catalog has this title only of other years",
        "No Such Film Here": "the catalog has no movie of this title",
    }
    assert not world.services.library.entries()
    assert not world.services.library.watchlist()


def test_it_is_taken_in_once_and_its_undo_leaves_nothing(world, letterboxd):
    before = world.services.library.counts()
    applied = world.services.imports.apply(preview(world, letterboxd))
    entries = by_title(world)
    assert set(entries) == {"Heat", "The Matrix"}
    heat, matrix = entries["Heat"], entries["The Matrix"]
    assert heat.status is matrix.status is LibraryStatus.CONFIRMED
    assert heat.evidence is Evidence.WATCHED
    assert heat.imports == (Imported(Service.LETTERBOXD, date(2024, 1, 4), 0.9),)
    marked = Imported(Service.LETTERBOXD, None, 0.2, seen_by=date(2024, 1, 1))
    assert matrix.imports == (marked,), "before it was rated"
    assert [movie.title for _, movie in world.services.library.watchlist()] == ["Fargo"]
    assert len(applied.confirmed) == 4
    assert applied.own == 2
    assert len(applied.wanted) == 1

    again = preview(world, letterboxd)
    assert {again.entries[i].outcome for i in again.usual()} == {ImportOutcome.KNOWN}
    assert not world.services.imports.apply(again).changed

    world.services.imports.undo(applied)
    assert world.services.library.counts() == before
    assert not world.services.library.watchlist()
    assert outcomes(preview(world, letterboxd))["The Matrix"] is ImportOutcome.FOUND
    assert world.services.imports.apply(preview(world, letterboxd)).confirmed


def test_its_lists_come_in_with_their_order_and_notes_and_go_by_undo(world, letterboxd):
    """A movie of a list may be one that no catalog has, if the library has it by then."""
    head = "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2025-02-01,{},,u,{}\n\n"
    movies = "Position,Name,Year,URL,Description\n"
    with zipfile.ZipFile(letterboxd, "a") as archive:
        rows = "1,Fargo,1996,u,\n2,Heat,2010,u,\n3,Nobody Has It,1911,u,\n4,Heat,1995,u,\n"
        archive.writestr("lists/rain.csv", head.format("Rain", "For rain.") + movies + rows)
        archive.writestr("lists/sea.csv", head.format("sea", "") + movies + "1,Jaws,1975,u,\n")
        archive.writestr("lists/none.csv", head.format("None", "") + movies)
        archive.writestr("lists/___.csv", movies + "1,Jaws,1975,u,\n")  # no name anywhere
    lists = world.services.lists
    search = world.services.library.search_catalog
    jaws, alien = (search(title, 1)[0][0] for title in ("Jaws 1975", "Alien 1979"))
    sea = lists.add(MovieList("Sea", "Mine.", (alien,)))

    found = preview(world, letterboxd)
    assert "Jaws" not in outcomes(found), "a list says neither watched nor wanted"
    assert lists.all() == [sea]
    assert not world.services.imports.apply(found, lists=False).lists
    assert lists.all() == [sea]
    applied = world.services.imports.apply(preview(world, letterboxd))
    rain, joined = lists.all()
    assert (rain.name, rain.note) == ("Rain", "For rain.")
    shown = [movie.label for _, movie in lists.movies(rain)]
    assert shown == ["Fargo (1996)", "Heat (2010)", "Heat (1995)"]
    assert joined == replace(sea, movies=(alien, jaws))
    assert [str(one) for one in done(applied)] == ["2 lists came in."]
    assert not world.services.imports.apply(preview(world, letterboxd)).changed
    world.services.imports.undo(applied)
    assert lists.all() == [sea]


def test_undo_brings_back_what_was_there(world, tmp_path):
    (key,) = world.add("Heat (1995)")
    ratings = tmp_path / "a.csv"
    ratings.write_text("title,year,rating10\nHeat,1995,4\n")
    world.services.imports.apply(preview(world, ratings))
    ratings.write_text("title,year,rating10,watcheddate\nHeat,1995,8,2020-02-01\n")
    applied = world.services.imports.apply(preview(world, ratings))
    assert not applied.confirmed
    assert by_title(world)["Heat"].imports == (Imported(Service.TABLE, date(2020, 2, 1), 0.8),)
    world.services.imports.undo(applied)
    (entry,) = world.services.library.entries()
    assert entry.id == key
    assert entry.status is LibraryStatus.CONFIRMED
    assert entry.imports == (Imported(Service.TABLE, None, 0.4),)


def test_a_movie_that_was_rejected_stays_so(world, letterboxd):
    (key,) = world.add("Heat (1995)")
    world.services.library.set_status([key], LibraryStatus.REJECTED)
    found = preview(world, letterboxd)
    (place,) = found.places(ImportOutcome.REJECTED)
    assert found.entries[place].movies == (key,)
    assert place not in found.usual()
    applied = world.services.imports.apply(found, {**found.usual(), place: key})
    assert applied.refused == 1
    assert by_title(world)["Heat"].status is LibraryStatus.REJECTED
    assert not by_title(world)["Heat"].imports


def test_titles_alone_are_asked_about(world, tmp_path):
    netflix = tmp_path / "NetflixViewingHistory.csv"
    netflix.write_text('Title,Date\n"Psycho","12/31/18"\n"Dark: Season 1: Secrets","1/2/19"\n')
    found = preview(world, netflix)
    assert outcomes(found) == {"Psycho": ImportOutcome.DOUBTFUL}
    assert found.skipped == {Skip.SERIES: 1}
    assert len(world.services.imports.apply(found).unplaced) == 1
    assert not world.services.library.entries()
    applied = world.services.imports.apply(found, suggest=[0])
    assert not world.services.unlisted.unplaced()
    (entry,) = world.services.library.entries()
    assert entry.status is LibraryStatus.SUGGESTED
    assert entry.imports == (Imported(Service.NETFLIX, date(2018, 12, 31)),)
    world.services.imports.undo(applied)
    assert not world.services.library.entries()
    world.services.imports.apply(found, {0: found.entries[0].movies[0]})
    assert by_title(world)["Psycho"].status is LibraryStatus.CONFIRMED


def test_each_row_of_a_title_is_judged_by_its_own_day(world, tmp_path):
    table = tmp_path / "NetflixViewingHistory.csv"
    table.write_text("Title,Date\nDune,1990-01-02\nDune,2022-01-02\n")
    found = preview(world, table)
    assert {entry.outcome for entry in found.entries} == {ImportOutcome.FOUND, ImportOutcome.WHICH}


def test_episodes_without_a_season_are_no_movies(world, tmp_path):
    netflix = tmp_path / "NetflixViewingHistory.csv"
    rows = "".join(f'"FUBAR: Part of {name}","14-06-23"\n' for name in ("a", "b", "c", "d"))
    netflix.write_text(f'Title,Date\n"The Matrix","14-06-23"\n{rows}')
    found = preview(world, netflix)
    assert outcomes(found) == {"The Matrix": ImportOutcome.FOUND}
    assert found.skipped == {Skip.SERIES: 4}
    assert [file.entries for file in found.files] == [1]


def test_files_that_a_player_opened_are_movies_without_a_day(world, tmp_path):
    vlc = tmp_path / "vlc-qt-interface.conf"
    places = "file:///v/Heat.1995.mkv, file:///v/holiday.mp3, file:///v/The.Matrix.mkv"
    vlc.write_text(f"[General]\n[RecentsMRL]\nlist={places}\n")
    found = preview(world, vlc)
    assert outcomes(found) == {"Heat": ImportOutcome.FOUND, "The Matrix": ImportOutcome.DOUBTFUL}
    world.services.imports.apply(found)
    assert by_title(world)["Heat"].imports == (Imported(Service.PLAYER, None),)


def test_one_of_several_is_chosen_and_another_entry_settles_it(world, tmp_path):
    table = tmp_path / "films.csv"
    table.write_text("title\nDune\n")
    found = preview(world, table)
    (entry,) = found.entries
    assert entry.outcome is ImportOutcome.WHICH
    assert len(entry.movies) > 1
    with pytest.raises(ValueError, match="its own films"):
        world.services.imports.apply(found, {0: -1})
    world.services.imports.apply(found, {0: entry.movies[1]})
    assert [e.id for e in world.services.library.entries()] == [entry.movies[1]]
    table.write_text("title,year\nDune,\nDune,1984\n")
    (entry,) = preview(world, table).entries
    assert entry.outcome in {ImportOutcome.FOUND, ImportOutcome.KNOWN}
    assert world.services.library.search_catalog("Dune")


def test_several_people_in_one_export_are_not_one(world, tmp_path):
    jellyfin = tmp_path / "report.tsv"
    line = "2023-01-05 20:11:00\t{}\titem\tMovie\t{}\tDirectPlay\tWeb\tFirefox\t5400\n"
    jellyfin.write_text(line.format("ash", "Heat (1995)") + line.format("kim", "Fargo (1996)"))
    found = preview(world, jellyfin)
    assert found.viewers == ("ash", "kim")
    assert set(outcomes(found).values()) == {ImportOutcome.DOUBTFUL}
    assert outcomes(preview(world, jellyfin, viewer="kim")) == {"Fargo": ImportOutcome.FOUND}


def test_takeout_goes_through_the_matching_of_pages(world, tmp_path):
    visit = {"title": "Heat (1995) - IMDb", "url": "https://www.imdb.com/title/tt0113277/"}
    moments = (NOW - timedelta(days=400), NOW - timedelta(days=300))
    rows = [{**visit, "time_usec": int(m.timestamp() * 1e6)} for m in moments]
    once = {"title": "Fargo (1996) - IMDb", "url": "https://www.imdb.com/title/tt0116282/"}
    rows += [{**once, "time_usec": rows[0]["time_usec"]}]
    rows += [{"title": "Bank", "url": "https://bank.example/secret", "time_usec": 1700000000000000}]
    folder = tmp_path / "Takeout" / "Chrome"
    folder.mkdir(parents=True)
    (folder / "History.json").write_text(json.dumps({"Browser History": rows, "Session": []}))
    found = preview(world, folder.parent)
    looked_at = ImportOutcome.LOOKED_AT
    assert outcomes(found) == {"Heat": looked_at, "Fargo": looked_at}
    world.services.imports.apply(found)
    for entry in world.services.library.entries():
        assert entry.looked_at, "pages about a film are no film watched"
        assert entry.imports == (Imported(Service.GOOGLE, evidence=Evidence.INTEREST),)
    assert b"bank.example" not in world.paths.database.read_bytes()


def test_what_is_not_understood_is_said_and_the_rest_is_taken(world, letterboxd, tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ash,\nhow are you?\n")
    page = tmp_path / "watch-history.html"
    page.write_text("<html><body>Watched</body></html>")
    half = tmp_path / "half.json"
    half.write_text('[{"watched_at": "2020-01-01", "movie": {"title": "Alien", "year": 1979}},')
    found = preview(world, letter, page, half, tmp_path / "gone.csv", letterboxd)
    told = {name: str(why) for name, why in found.problems}
    assert set(told) == {"letter.txt", "watch-history.html", "half.json", "gone.csv"}
    assert "Letterboxd" in told["letter.txt"]
    assert "JSON" in told["watch-history.html"]
    assert "Alien" not in outcomes(found)
    assert outcomes(found)["The Matrix"] is ImportOutcome.FOUND


def test_a_day_to_come_is_no_day(world, tmp_path):
    table = tmp_path / "films.csv"
    table.write_text("title,year,date\nHeat,1995,2090-01-01\n")
    world.services.imports.apply(preview(world, table))
    assert by_title(world)["Heat"].imports == (Imported(Service.TABLE),)


def test_the_services_own_process_and_its_cancellation(world, child_process, letterboxd):
    found = world.services.imports.preview([letterboxd])
    assert found.places(ImportOutcome.FOUND)
    with pytest.raises(Cancelled):
        world.services.imports.preview([letterboxd], job=Job(cancelled=lambda: True))


def test_what_is_forgotten_comes_back_with_another_import(world, letterboxd):
    world.services.imports.apply(preview(world, letterboxd))
    key = by_title(world)["Heat"].id
    world.services.library.forget([key])
    assert "Heat" not in by_title(world)
    assert outcomes(preview(world, letterboxd))["The Matrix"] is ImportOutcome.KNOWN
    world.services.imports.apply(preview(world, letterboxd))
    assert by_title(world)["Heat"].id == key


def test_movies_go_out_and_come_back(world, letterboxd, tmp_path):
    world.services.imports.apply(preview(world, letterboxd))
    file = tmp_path / "films.csv"
    assert world.services.data.export_movies(file) == 4
    assert file.read_text().splitlines() == [
        "Title,Year,imdbID,Rating10,WatchedDate",
        "Heat,1995,tt0113277,9,2024-01-04",
        "Heat,2010,,,",
        "No Such Film Here,2001,,,",
        "The Matrix,1999,tt0133093,2,",
    ]
    with pytest.raises(EpicRecError, match="something at"):
        world.services.data.export_movies(file)
    world.services.data.export_movies(file, replace=True)
    back = preview(world, file)
    assert {e.imports[0].rating for e in back.entries} == {0.9, 0.2, None}
    assert set(outcomes(back).values()) == {ImportOutcome.KNOWN}


def movies(path: Path, count: int) -> Path:
    """A table of movies that no catalog has."""
    rows = (f"Quiet Harbour {n},2025,{n % 10 + 1},2025-03-01" for n in range(count))
    path.write_text("title,year,rating10,watcheddate\n" + "\n".join(rows) + "\n")
    return path


def test_taking_in_reports_progress_and_can_be_cancelled(world, tmp_path):
    found = preview(world, movies(tmp_path / "a.csv", 250))
    reports: list[tuple[int, int]] = []

    def report(progress):
        reports.append((progress.done, progress.total))

    with pytest.raises(Cancelled):
        world.services.imports.apply(found, job=Job(report, lambda: len(reports) == 2))
    assert not world.services.library.entries()
    applied = world.services.imports.apply(found, job=Job(report))
    assert reports == [(0, 250), (100, 250), (0, 250), (100, 250), (200, 250)]
    assert len(applied.confirmed) == len(world.services.library.entries()) == 250


def test_a_row_takes_one_statement(world, tmp_path):
    """4,000 rows took 20 s: several statements, and a flush of the session, for each."""
    statements: list[str] = []

    def count(_connection, _cursor, statement, *_):
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", count)
    try:
        counts = []
        for size in (50, 150):
            found = preview(world, movies(tmp_path / f"{size}.csv", size))
            statements.clear()
            applied = world.services.imports.apply(found)
            counts.append(len(statements))
            world.services.imports.undo(applied)
    finally:
        event.remove(Engine, "before_cursor_execute", count)
    assert counts[1] - counts[0] <= 110


HARBOUR_OF_TWO_SITES = (
    Movie("Quiet Harbour", 2025, (), site_ids=(("tmdb", "9900001"),), named_by="tmdb"),
    Movie("Stiller Hafen", 2025, (), site_ids=(("imdb", "tt99000001"),), named_by="imdb"),
)
"""Movies that no catalog has, until a row of an export has the title of one and the other's id."""


def test_movies_that_turn_out_to_be_one_are_joined(world, tmp_path):
    """A page named the title with another site's id, so the second row joins two movies."""
    table = tmp_path / "a.csv"
    table.write_text(
        "title,year,imdbID,rating10,watcheddate\n"
        "Quiet Harbour,2025,,7,2025-03-01\n"
        "Quiet Harbour,2025,tt99000001,,2025-04-02\n"
    )
    found = preview(world, table)
    with world.services.context.database.write() as session:
        lookup = MovieLookup(session)
        for movie in HARBOUR_OF_TWO_SITES:
            lookup.key(movie)
    applied = world.services.imports.apply(found)
    (entry,) = world.services.library.entries()
    assert entry.imports == (Imported(Service.TABLE, date(2025, 4, 2), 0.7),)
    world.services.imports.undo(applied)
    assert not world.services.library.entries()


@pytest.mark.parametrize("status", [LibraryStatus.SUGGESTED, LibraryStatus.CONFIRMED])
@pytest.mark.parametrize("place", [0, 1])
def test_undo_restores_what_was_said_of_movies_that_are_joined(world, tmp_path, place, status):
    table = tmp_path / "a.csv"
    table.write_text(
        "title,year,imdbID,watcheddate\n"
        "Quiet Harbour!,2025,,2025-03-01\n"
        "Quiet Harbour,2025,tt99000001,2025-04-02\n"
    )
    found = preview(world, table)
    with world.services.context.database.write() as session:
        keys = [*map(MovieLookup(session).key, HARBOUR_OF_TWO_SITES)]
        LibraryRepository(session).add_imported({keys[place]: status}, now=NOW)
    applied = world.services.imports.apply(found)
    world.services.imports.undo(applied)
    (entry,) = world.services.library.entries()
    assert entry.status is status


@pytest.mark.parametrize("place", [None, 0, 1])
def test_undo_restores_the_watchlist_of_movies_that_are_joined(world, tmp_path, place):
    table = tmp_path / "watchlist.csv"
    table.write_text("title,year,imdbID\nQuiet Harbour!,2025,\nQuiet Harbour,2025,tt99000001\n")
    found = preview(world, table)
    with world.services.context.database.write() as session:
        keys = [*map(MovieLookup(session).key, HARBOUR_OF_TWO_SITES)]
        if place is not None:
            WatchlistRepository(session).add(keys[place], now=NOW)
    applied = world.services.imports.apply(found)
    world.services.imports.undo(applied)
    with world.services.context.database.read() as session:
        assert len(WatchlistRepository(session).all()) == (place is not None)


def test_a_movie_that_turns_out_to_be_one_of_a_list_is_taken_in(world, tmp_path):
    """The second row joins the movie that the first one names with one that is on a list alone."""
    table = tmp_path / "a.csv"
    table.write_text(
        "title,year,imdbID,watcheddate\n"
        "Quiet Harbour!,2025,,2025-03-01\n"
        "Quiet Harbour,2025,tt99000001,2025-04-02\n"
    )
    with world.services.context.database.write() as session:
        named, listed = map(MovieLookup(session).key, HARBOUR_OF_TWO_SITES)
        LibraryRepository(session).add_imported({named: LibraryStatus.SUGGESTED}, now=NOW)
        MovieListRepository(session).restore([MovieList("Harbours").with_movies([listed])])
    applied = world.services.imports.apply(preview(world, table))
    (entry,) = world.services.library.entries()
    assert (entry.id, entry.status) == (listed, LibraryStatus.CONFIRMED)
    world.services.imports.undo(applied)
    (entry,) = world.services.library.entries()
    assert (entry.status, entry.imports) == (LibraryStatus.SUGGESTED, ())


def test_rewatch_without_a_rating_is_liked(world, tmp_path):
    diary = tmp_path / "diary.csv"
    diary.write_text(
        DIARY + "2025-01-05,Heat,1995,u,,Yes,,2025-01-05\n"
        "2025-01-06,The Matrix,1999,u,1,Yes,,2025-01-06\n2025-01-07,Alien,1979,u,,,,2025-01-07\n"
    )
    applied = world.services.imports.apply(preview(world, diary))
    keys = {entry.movie.title: entry.id for entry in world.services.library.entries()}
    with world.services.context.database.read() as session:
        found = ratings(session)
    assert found == {keys["Heat"]: Rating.LIKED, keys["The Matrix"]: Rating.DISLIKED}
    world.services.imports.undo(applied)
    with world.services.context.database.read() as session:
        assert ratings(session) == {}


def test_of_several_people_each_has_their_own_day_and_what_they_watched(world, tmp_path):
    netflix, diary = tmp_path / "ViewingActivity.csv", tmp_path / "diary.csv"
    netflix.write_text(
        "Profile Name,Start Time,Duration,Title,Supplemental Video Type\n"
        "Ash,2024-05-12 20:00:00,00:05:00,Heat (1995),\n"
        "Kim,2025-06-13 20:00:00,02:50:00,Heat (1995),\n"
    )
    diary.write_text(DIARY + "2024-01-05,Fargo,1996,u,4.5,,,2024-01-04\n")
    found = preview(world, netflix, diary)
    assert len(found.entries) == 2, "one for each film, until somebody is chosen"
    expected = {
        "Ash": (ImportOutcome.LOOKED_AT, None),
        "Kim": (ImportOutcome.FOUND, date(2025, 6, 13)),
    }
    for viewer, (outcome, seen) in expected.items():
        judged = world.services.imports.judged(found, viewer)
        assert outcomes(judged) == {"Heat": outcome, "Fargo": ImportOutcome.FOUND}
        (heat,) = (entry for entry in judged.entries if entry.title == "Heat")
        assert [one.seen for one in heat.imports] == [seen]


def test_of_several_people_each_has_their_own_rating(world, tmp_path):
    thumbs = tmp_path / "Ratings.csv"
    thumbs.write_text(
        "Profile Name,Title Name,Thumbs Value\nAsh,Heat (1995),1\nKim,Heat (1995),2\n"
    )
    ratings_of = {}
    for viewer in ("Ash", "Kim"):
        (heat,) = preview(world, thumbs, viewer=viewer).entries
        (ratings_of[viewer],) = (one.rating for one in heat.imports)
    assert ratings_of["Ash"] < 0.5 < ratings_of["Kim"]


@pytest.mark.skipif(sys.platform == "win32", reason="names of files are text there")
def test_names_of_files_that_are_no_text_are_shown_and_their_rows_come_in(world, tmp_path):
    name = os.fsdecode(b"M\xfcller.csv")
    (tmp_path / name).write_text("title,year\nHeat,1995\n")
    (tmp_path / os.fsdecode(b"no\xfct.txt")).write_text("Dear Ash,\n")
    letterboxd_list = (
        "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2024-01-01,,,u,\n\n"
    )
    letterboxd_list += "Position,Name,Year,URL,Description\n1,Fargo,1996,u,\n"
    (tmp_path / os.fsdecode(b"gr\xfcn.csv")).write_text(letterboxd_list)
    found = world.services.imports.preview(sorted(tmp_path.glob("*.*")))
    marked = ("M\N{REPLACEMENT CHARACTER}ller.csv", "gr\N{REPLACEMENT CHARACTER}n.csv")
    assert tuple(one.name for one in found.files) == marked
    assert outcomes(found)["Heat"] is ImportOutcome.FOUND
    assert [name for name, _ in found.problems] == ["no\N{REPLACEMENT CHARACTER}t.txt"]
    world.services.imports.apply(found)


@in_time_zone("Pacific/Kiritimati")
def test_a_movie_watched_today_has_the_day_of_the_time_zone(world, tmp_path):
    """Where a day begins first: it is tomorrow there when it is noon in London."""
    visit = {"title": "Heat (1995) | Netflix", "url": "https://www.netflix.com/watch/70021648"}
    moments = (NOW - timedelta(minutes=minutes) for minutes in (20, 10))
    rows = [{**visit, "time_usec": int(moment.timestamp() * 1e6)} for moment in moments]
    folder = tmp_path / "Takeout" / "Chrome"
    folder.mkdir(parents=True)
    (folder / "History.json").write_text(json.dumps({"Browser History": rows, "Session": []}))
    (heat,) = world.services.imports.preview([folder.parent]).entries
    assert [one.seen for one in heat.imports] == [date(2026, 11, 22)]
