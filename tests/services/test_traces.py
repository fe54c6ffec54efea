"""What a trace means: watched, looked at, or nothing; from a file to the library and out again."""

import csv
import json
import zlib
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from browser_databases import Page, chromium, chromium_ticks

from epicrec_desktop.domain.export_records import WATCHED_SHARE, RecordKind, Skip, kind_of_time
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.import_preview import ImportOutcome, ImportPreview
from epicrec_desktop.services.year_in_movies import watched_movies
from moments import NOW
from sql import sql

FOUND, LOOKED_AT = ImportOutcome.FOUND, ImportOutcome.LOOKED_AT


def preview(world: Any, folder: Path, name: str, text: str) -> ImportPreview:
    """Preview a file of this text."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return world.services.imports.preview([file])


def outcomes(found: ImportPreview) -> dict[str, ImportOutcome]:
    return {entry.title: entry.outcome for entry in found.entries}


def exported(world: Any, folder: Path) -> set[str]:
    """Return the titles of the table for Letterboxd."""
    table = folder / "films.csv"
    world.services.data.export_movies(table, replace=True)
    with table.open(encoding="utf-8", newline="") as lines:
        return {row["Title"] for row in csv.DictReader(lines)}


def youtube(title: str, *details: str, header: str = "YouTube") -> dict[str, Any]:
    """Return an entry of Takeout's watch-history.json."""
    return {
        "header": header,
        "title": title,
        "titleUrl": f"https://www.youtube.com/watch?v={zlib.crc32(title.encode()):011d}",
        "time": "2025-11-20T18:00:00.000Z",
        "products": ["YouTube"],
        "details": [{"name": name} for name in details],
    }


@pytest.mark.parametrize(
    ("entries", "expected", "skipped"),
    [
        pytest.param(
            [
                youtube("Watched Titanic | Official Trailer (1997)"),
                youtube("Watched TITANIC (1997) Teaser Trailer HD"),
                youtube("Watched Titanic (1997) | only in cinemas", "From Google Ads"),
            ],
            {"Titanic": LOOKED_AT},
            {Skip.AD: 1},
            id="trailers are looked at, an ad is nothing",
        ),
        pytest.param(
            [
                youtube("Liked The Matrix (1999) Full Movie"),
                youtube("Shared Inception (2010) Full Movie"),
                youtube("Searched for fight club 1999 full movie"),
                youtube("Watched Gladiator (2000) Full Movie", header="YouTube Music"),
            ],
            {"The Matrix": LOOKED_AT, "Inception": LOOKED_AT, "Fight Club": LOOKED_AT},
            {Skip.SERIES: 1},
            id="a like, a share and a search are looked at, music is no film",
        ),
        pytest.param(
            [
                youtube("Watched Pulp Fiction (1994) | Full Movie"),
                youtube("Vous avez regardé The Matrix (1999) Full Movie"),
                youtube("Inception (2010) Full Movie を視聴しました"),
                youtube("Je hebt naar Fargo (1996) Full Movie gekeken"),
                youtube("Heat (1995) Full Movie adlı videoyu izlediniz"),
                youtube("Obejrzano: Gladiator (2000) Full Movie"),
                youtube("Ogled Alien (1979) Full Movie"),
            ],
            dict.fromkeys(
                ("Pulp Fiction", "The Matrix", "Inception", "Fargo", "Heat", "Gladiator"), FOUND
            ),
            {},
            id="whole films are watched, in the languages that are known",
        ),
    ],
)
def test_youtube_history(world, tmp_path, entries, expected, skipped):
    found = preview(world, tmp_path, "watch-history.json", json.dumps(entries))
    assert {title: outcomes(found).get(title) for title in expected} == expected
    assert found.skipped == skipped
    world.services.imports.apply(found)
    library = {e.movie.title: e for e in world.services.library.entries()}
    watched = {title for title, outcome in expected.items() if outcome is FOUND}
    assert {e.movie.title for e in library.values() if e.watched} == watched
    assert all(library[t].looked_at for t in expected if t not in watched)
    assert exported(world, tmp_path) == watched


PLEX = {"title": "Heat", "year": 1995, "media_type": "movie", "user": "ash", "date": 1706990400}
JELLYFIN = {"Name": "Heat", "ProductionYear": 1995, "Type": "Movie", "RunTimeTicks": 1_000}
TRAKT = {"movie": {"title": "Heat", "year": 1995}, "paused_at": "2024-02-03T20:00:00Z"}
KODI = "<movie><title>Heat</title><year>1995</year>{}</movie>"
REPORT = "2023-01-05 20:11:00\tash\titem\tMovie\tHeat (1995)\tDirectPlay\tWeb\tFirefox\t{}\n"
NETFLIX = (
    "Profile Name,Start Time,Duration,Title,Supplemental Video Type\n"
    "Ash,2024-05-12 20:00:00,{},Heat (1995),\n"
)


def documents(entry: Mapping[str, Any], **more: Any) -> str:
    return json.dumps([{**entry, **more}])


@pytest.mark.parametrize(
    ("name", "text", "outcome"),
    [
        ("tautulli.json", documents(PLEX, full_title="Heat", watched_status=1), FOUND),
        ("tautulli.json", documents(PLEX, full_title="Heat", watched_status=0.25), LOOKED_AT),
        ("tautulli.json", documents(PLEX, full_title="Heat", watched_status=0), None),
        (
            "tautulli.json",
            documents(PLEX, full_title="Heat", watched_status=0, percent_complete=2),
            LOOKED_AT,
        ),
        ("plex.json", documents(PLEX, viewCount=0, viewOffset=90, duration=100), FOUND),
        ("plex.json", documents(PLEX, viewCount=0, viewOffset=20, duration=100), LOOKED_AT),
        ("plex.json", documents(PLEX, viewCount=0, lastViewedAt=1706990400), LOOKED_AT),
        ("plex.csv", "title,year,viewCount,viewOffset,duration\nHeat,1995,0,2,100\n", LOOKED_AT),
        ("plex.csv", "title,year,viewCount,viewOffset,duration\nHeat,1995,1,2,100\n", FOUND),
        ("jf.json", documents(JELLYFIN, UserData={"Played": True}), FOUND),
        ("jf.json", documents(JELLYFIN, UserData={"PlayedPercentage": 81.5}), FOUND),
        ("jf.json", documents(JELLYFIN, UserData={"PlaybackPositionTicks": 20}), LOOKED_AT),
        ("jf.json", documents(JELLYFIN, UserData={"PlaybackPositionTicks": 0}), None),
        ("trakt.json", documents(TRAKT, progress=2.0, type="movie"), LOOKED_AT),
        ("trakt.json", documents(TRAKT, progress=93.0, type="movie"), FOUND),
        ("kodi.nfo", KODI.format("<playcount>1</playcount>"), FOUND),
        ("kodi.nfo", KODI.format("<playcount>0</playcount>"), None),
        (
            "kodi.nfo",
            KODI.format("<playcount>0</playcount><lastplayed>2024-02-03</lastplayed>"),
            LOOKED_AT,
        ),
        (
            "kodi.nfo",
            KODI.format("<resume><position>9000.5</position><total>10000</total></resume>"),
            FOUND,
        ),
        # Heat lasts 170 minutes; rows of one movie and viewer are added up.
        ("report.tsv", REPORT.format(1800), LOOKED_AT),
        ("report.tsv", REPORT.format(5400) + REPORT.format(4500), FOUND),
        ("netflix.csv", NETFLIX.format("00:40:00"), LOOKED_AT),
        ("netflix.csv", NETFLIX.format("02:45:00"), FOUND),
    ],
)
def test_how_much_counts_as_watched(world, tmp_path, name, text, outcome):
    found = preview(world, tmp_path, name, text)
    assert outcomes(found) == ({"Heat": outcome} if outcome else {})
    world.services.imports.apply(found)
    entries = world.services.library.entries()
    assert [e.watched for e in entries] == ([outcome is FOUND] if outcome else [])
    assert not any(one.seen for e in entries if e.looked_at for one in e.imports)


def test_a_movie_of_unknown_length_is_taken_for_a_short_feature():
    assert kind_of_time(40 * 60 * WATCHED_SHARE) is RecordKind.WATCHED
    assert kind_of_time(40 * 60 * WATCHED_SHARE - 1) is RecordKind.LOOKED_AT
    assert kind_of_time(100 * 60 * WATCHED_SHARE - 1, 100) is RecordKind.LOOKED_AT


def test_a_certain_page_does_not_make_a_doubtful_row_sure(world, tmp_path):
    trailers = json.dumps([youtube("Watched Heat (1995) Official Trailer")] * 2)
    (tmp_path / "history.json").write_text(trailers)
    (tmp_path / "films.csv").write_text("Title,Year\nHeat,\n")
    files = [tmp_path / "history.json", tmp_path / "films.csv"]
    found = world.services.imports.preview(files)
    assert FOUND not in outcomes(found).values()
    doubtful = found.places(ImportOutcome.DOUBTFUL, ImportOutcome.WHICH)
    world.services.imports.apply(found, suggest=[p for p in doubtful if found.entries[p].movies])
    assert not any(entry.watched for entry in world.services.library.entries())
    assert world.services.library.waiting() == 1, "a row says that it was watched"


@pytest.mark.parametrize("day", ["1970-01-01", "0000-00-00", "1899-12-30", "1900-01-01"])
def test_a_zero_day_is_no_day(world, tmp_path, day):
    found = preview(world, tmp_path, "films.csv", f"Title,Year,WatchedDate\nHeat,1995,{day}\n")
    world.services.imports.apply(found)
    (entry,) = world.services.library.entries()
    assert (entry.watched, entry.imports[0].seen) == (True, None)


def history(folder: Path, pages: Mapping[str, str]) -> Any:
    """Write a Chromium profile with one visit of ten minutes of each page."""
    return chromium(
        folder,
        [
            Page(url, title, (chromium_ticks(NOW - timedelta(days=day)),), duration=600_000_000)
            for day, (url, title) in enumerate(pages.items(), start=1)
        ],
    )


def test_pages_about_a_movie_are_never_confirmed(world, tmp_path):
    pages = {
        "https://www.youtube.com/watch?v=aaaaaaaaaa1": "Titanic | Trailer (1997) - YouTube",
        "https://www.youtube.com/watch?v=aaaaaaaaaa2": "TITANIC (1997) Teaser Trailer HD - YouTube",
        "https://www.fandango.com/x/movie-overview": "Jurassic Park (1993) Movie Tickets & "
        "Showtimes Near You | Fandango",
        "https://www.imdb.com/title/tt0120815/": "Saving Private Ryan (1998) - IMDb",
        "https://www.hulu.com/watch/1": "Watch Heat (1995) | Hulu",
    }
    world.services.scan.scan([history(tmp_path / "mine", pages)], confirm_sure=True)
    entries = world.services.library.entries()
    looked_at = {"Titanic", "Jurassic Park", "Saving Private Ryan"}
    assert {e.movie.title for e in entries if e.looked_at} == looked_at
    assert {e.movie.title for e in entries if e.watched} == {"Heat"}
    assert world.services.library.waiting() == 0, "they do not wait for an answer"
    assert exported(world, tmp_path) == {"Heat"}
    assert [w.movie.title for w in watched_movies(entries, None)] == ["Heat"]


def test_the_answer_of_the_user_makes_it_watched(world, tmp_path):
    page = {"https://www.imdb.com/title/tt0120815/": "Saving Private Ryan (1998) - IMDb"}
    world.services.scan.scan([history(tmp_path / "mine", page)], confirm_sure=True)
    (entry,) = world.services.library.entries()
    world.services.library.set_status([entry.id], LibraryStatus.CONFIRMED)
    (entry,) = world.services.library.entries()
    assert entry.watched
    assert exported(world, tmp_path) == {"Saving Private Ryan"}


def test_what_older_versions_confirmed_for_pages_is_not_exported_as_watched(world, tmp_path):
    page = {"https://www.imdb.com/title/tt0120815/": "Saving Private Ryan (1998) - IMDb"}
    world.services.scan.scan([history(tmp_path / "mine", page)])
    sql(world.paths.database, "UPDATE library SET status = 'confirmed'")
    assert exported(world, tmp_path) == set()


def test_an_import_says_the_day_only_of_what_was_watched(world, tmp_path):
    row = {**PLEX, "full_title": "Heat", "lastViewedAt": 1706990400}
    for status, day in ((0.25, None), (1, date(2024, 2, 3))):
        found = preview(world, tmp_path, "plex.json", documents(row, watched_status=status))
        world.services.imports.apply(found)
        (entry,) = world.services.library.entries()
        assert entry.imports[0].seen == day
        assert entry.watched is (day is not None)


BOOKS = "Book Id,Title,Author,ISBN,My Rating,Number of Pages,Date Read\n1,Dune,F. Herbert,,5,604,\n"
RECORDS = "Catalog#,Artist,Title,Label,Format,Rating,Released\nX1,Vangelis,Heat,EMI,LP,5,1994\n"
GAMES = "game,id,hours,title\n1,2,3,Control\n"


@pytest.mark.parametrize(
    ("text", "medium"), [(BOOKS, "books"), (RECORDS, "records"), (GAMES, "games")]
)
def test_lists_of_other_media_are_refused(world, tmp_path, text, medium):
    found = preview(world, tmp_path, "list.csv", text)
    assert not found.entries
    ((_, sentence),) = found.problems
    assert f"a list of {medium}" in str(sentence)
    movies = text.replace("Title", "Title,Director").replace("title", "title,imdbID")
    assert not preview(world, tmp_path, "films.csv", movies).problems


def test_parts_of_no_known_movie_are_of_a_series(world, tmp_path):
    text = (
        'Title,Date\n"Kill Bill: Vol. 1","21/10/2020"\n"When They See Us: Part One","21/10/2020"\n'
    )
    found = preview(world, tmp_path, "netflix.csv", text)
    assert set(outcomes(found)) == {"Kill Bill: Vol. 1"}
    assert found.skipped == {Skip.SERIES: 1}


def test_files_of_movies_that_no_catalog_has_are_kept(world, tmp_path):
    names = ("Heat.1995.mkv", "No.Such.Film.2009.720p.mkv", "Nothing Known.mkv", "Dark.S01E01.mkv")
    lines = [{"time": 1760000000, "path": f"/v/{name}"} for name in (*names, "VID_20240101.mp4")]
    text = "\n".join(map(json.dumps, lines))
    found = preview(world, tmp_path, "watch_history.jsonl", text)
    assert outcomes(found) == {
        "Heat": FOUND,
        "No Such Film": ImportOutcome.OWN,
        "Nothing Known": ImportOutcome.MISSING,
    }
    assert found.skipped == {Skip.SERIES: 2}
    world.services.imports.apply(found)
    assert {e.movie.title for e in world.services.library.entries()} == {"Heat", "No Such Film"}
    assert [row.movie.title for row in world.services.unlisted.unplaced()] == ["Nothing Known"]


MAL = (
    '<?xml version="1.0" encoding="UTF-8" ?>\n<myanimelist>\n'
    "<anime><series_title><![CDATA[Sen to Chihiro no Kamikakushi]]></series_title>"
    "<series_type>Movie</series_type><my_finish_date>2020-03-01</my_finish_date>"
    "<my_score>9</my_score><my_status>Completed</my_status></anime>\n"
    "<anime><series_title>Akira</series_title><series_type>Movie</series_type>"
    "<my_finish_date>0000-00-00</my_finish_date><my_score>0</my_score>"
    "<my_status>Dropped</my_status></anime>\n"
    "<anime><series_title>Cowboy Bebop</series_title><series_type>TV</series_type>"
    "<my_status>Completed</my_status></anime>\n</myanimelist>"
)


def test_my_anime_list(world, tmp_path):
    found = preview(world, tmp_path, "mal.xml", MAL)
    kinds = {entry.title: entry.kind for entry in found.entries}
    assert kinds["Sen to Chihiro no Kamikakushi"] is RecordKind.WATCHED
    assert kinds.get("Akira", RecordKind.LOOKED_AT) is RecordKind.LOOKED_AT
    assert found.skipped == {Skip.SERIES: 1}
    manga = "<myanimelist><manga><manga_title>Akira</manga_title></manga></myanimelist>"
    ((_, sentence),) = preview(world, tmp_path, "manga.xml", manga).problems
    assert "a list of books" in str(sentence)


def test_a_plain_list_of_titles(world, tmp_path):
    text = "Heat (1995)\n\n- Fargo (1996)\n3. The Good, the Bad and the Ugly (1966)\n"
    found = preview(world, tmp_path, "films.txt", text)
    assert outcomes(found) == dict.fromkeys(
        ("Heat", "Fargo", "The Good, the Bad and the Ugly"), FOUND
    )
    wanted = preview(world, tmp_path, "my watchlist.txt", text)
    assert {entry.kind for entry in wanted.entries} == {RecordKind.WATCHLIST}
    assert preview(world, tmp_path, "letter.txt", "Dear Ash,\nin May (1995)\n").problems


def test_of_one_person_only_their_rows_are_counted_as_left_out(world, tmp_path):
    text = (
        "Profile Name,Start Time,Duration,Title,Supplemental Video Type\n"
        "Ash,2024-05-12 20:00:00,02:45:00,Heat (1995),\n"
        "Ash,2024-05-12 20:00:00,00:45:00,Dark: Season 1: Secrets,\n"
        "Kim,2024-05-12 20:00:00,02:45:00,Fargo (1996),\n"
        "Kim,2024-05-12 20:00:00,00:01:30,Fargo,TRAILER\n"
        "Kim,2024-05-12 20:00:00,00:45:00,Dark: Season 1: Secrets,\n"
    )
    found = preview(world, tmp_path, "netflix.csv", text)
    assert found.skipped == {Skip.SERIES: 2, Skip.TRAILER: 1}
    ash = world.services.imports.judged(found, "Ash")
    assert (set(outcomes(ash)), ash.skipped) == ({"Heat"}, {Skip.SERIES: 1})
    kim = world.services.imports.judged(found, "Kim")
    assert kim.skipped == {Skip.SERIES: 1, Skip.TRAILER: 1}
