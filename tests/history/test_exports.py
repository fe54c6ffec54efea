"""Exports of other services: each read as it is written today, and known by what is in it.

The headers are those of real files, as public projects that read them keep them in their tests or
describe them; where each is documented stands beside it.
"""

import json
from datetime import UTC, date, datetime
from itertools import chain

import pytest
from export_reading import expect, read

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.export_records import (
    LeftOut,
    ListHead,
    Record,
    RecordKind,
    Service,
    Skip,
)
from epicrec_desktop.domain.history import UNDATED, Evidence, Visit
from epicrec_desktop.history.exports.episodes import is_episode
from epicrec_desktop.history.exports.layouts import LAYOUTS, SHARES
from epicrec_desktop.history.exports.parsing import Days, column_name
from time_zones import in_time_zone

WATCHLIST = RecordKind.WATCHLIST


# Letterboxd: Settings → Data → Export (letterboxd.com/about/faq); watched and watchlist are alike.
LETTERBOXD_WATCHED = "Date,Name,Year,Letterboxd URI\n"
LETTERBOXD_RATINGS = "Date,Name,Year,Letterboxd URI,Rating\n"
LETTERBOXD_DIARY = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"


def test_letterboxd_diary_has_the_day_half_stars_and_what_was_watched_again():
    """As Letterboxd writes it: "Yes", or nothing. Tags are not read."""
    rows = (
        '2025-01-10,"Crouching Tiger, Hidden Dragon",2000,https://boxd.it/b,4.5,Yes,,2025-01-09\n'
        "2025-01-05,Alien,1979,u,,Yes,,2025-01-05\n2025-01-03,Heat,1995,u,4.5,,a tag,2025-01-02\n"
    )
    title, day = "Crouching Tiger, Hidden Dragon", date(2025, 1, 9)
    expect(
        LETTERBOXD_DIARY + rows,
        Service.LETTERBOXD,
        Record(title, 2000, seen=day, rating=0.9, again=True),
        Record("Alien", 1979, seen=date(2025, 1, 5), again=True),
        Record("Heat", 1995, seen=date(2025, 1, 2), rating=0.9),
    )


def test_letterboxd_ratings_tell_no_day_of_watching():
    row = "2024-05-02,Arrival,2016,https://boxd.it/y,5\n2024-05-02,Heat,1995,https://boxd.it/z,0.5"
    assert read(LETTERBOXD_RATINGS + row, "whatever.txt")[1] == [
        Record("Arrival", 2016, rating=1.0, seen_by=date(2024, 5, 2)),
        Record("Heat", 1995, rating=0.1, seen_by=date(2024, 5, 2)),
    ]


def test_letterboxd_watched_and_watchlist_are_distinguished_by_name():
    text = LETTERBOXD_WATCHED + "2024-05-02,Arrival,2016,https://boxd.it/y\n"
    assert read(text, "watched.csv")[1] == [Record("Arrival", 2016, seen_by=date(2024, 5, 2))]
    assert read(text, "Takeout/Watchlist (1).csv")[1] == [Record("Arrival", 2016, kind=WATCHLIST)]
    with pytest.raises(HistoryError) as caught:
        read(text, "films.csv")
    assert caught.value.reason == "which-list"


@pytest.mark.parametrize("name", ["deleted/diary.csv", "likes/films.csv", "x/lists/best.csv"])
def test_letterboxd_deleted_and_listed_movies_are_not_watched(name):
    row = "2025-01-10,Heat,1995,https://boxd.it/b,4.5,,,2025-01-09\n"
    assert read(LETTERBOXD_DIARY + row, name)[1] == [Skip.LIST]


def test_letterboxd_list_export_with_its_lines_before_the_header():
    header = "Position,Name,Year,URL,Description\n"
    movies = "1,Heat,1995,https://boxd.it/b,still <3\n2,Alien,1979,https://boxd.it/a,\n"
    text = (
        "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n"
        '2024-01-01,Best,"a, b",https://boxd.it/l,"Two of them,\n<i>I <3 both</i>."\n\n'
        f"{header}{movies}"
    )
    listed = [Record("Heat", 1995), Record("Alien", 1979)]
    for name in ("best.csv", "export/lists/best.csv"):
        head = ListHead("Best", "Two of them,\nI <3 both.")
        assert read(text, name) == (Service.LETTERBOXD, [head, *listed])
    assert read(header + movies, "best.csv")[1] == [ListHead("", ""), *listed]
    assert read(text, "deleted/lists/best.csv")[1] == [Skip.LIST] * 2


# IMDb: "Export" on Your ratings and Your watchlist (help.imdb.com, "Exporting lists").
IMDB_RATINGS = (
    "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,"
    "Runtime (mins),Year,Genres,Num Votes,Release Date,Directors\n"
)
IMDB_LIST = (
    "Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,"
    "Runtime (mins),Year,Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated\n"
)
IMDB_OLD = (  # until 2017
    '"position","const","created","modified","description","Title","Title type","Directors",'
    '"You rated","IMDb Rating","Runtime (mins)","Year","Genres","Num. Votes",'
    '"Release Date (month/day/year)","URL"\n'
)


def test_imdb_ratings_of_today():
    text = IMDB_RATINGS + (
        "tt0114369,9,2024-03-15,Sieben,Se7en,https://www.imdb.com/title/tt0114369/,Movie,8.6,127,"
        '1995,"Crime, Drama",1900000,1995-09-22,David Fincher\n'
        "tt0903747,10,2024-03-11,Breaking Bad,Breaking Bad,https://www.imdb.com/title/tt0903747/,"
        "TV Series,9.5,49,2008,Crime,2100000,2008-01-20,\n"
        "tt1234567,7,2024-03-11,Some Episode,Some Episode,u,TV Episode,9.5,49,2008,,,,\n"
        "tt7654321,7,2024-03-11,A Game,A Game,u,Video Game,9.5,49,2008,,,,\n"
    )
    service, items = read(text)
    assert service is Service.IMDB
    assert items == [
        Record(
            "Sieben",
            1995,
            "tt0114369",
            rating=0.9,
            other_titles=("Se7en",),
            seen_by=date(2024, 3, 15),
        ),
        Skip.SERIES,
        Skip.SERIES,
        Skip.SERIES,
    ]


def test_imdb_watchlist_entry_with_a_rating_is_watched():
    text = IMDB_LIST + (
        "1,tt0110912,2024-01-01,2024-01-01,,Pulp Fiction,Pulp Fiction,u,Movie,8.9,154,1994,,,,,,\n"
        "2,tt0468569,2023-07-09,2024-02-01,,The Dark Knight,The Dark Knight,u,Movie,9,152,2008,,,"
        ",,8,2024-02-02\n"
    )
    assert read(text)[1] == [
        Record("Pulp Fiction", 1994, "tt0110912", kind=WATCHLIST),
        Record("The Dark Knight", 2008, "tt0468569", rating=0.8, seen_by=date(2024, 2, 2)),
    ]


def test_imdb_list_that_went_through_a_spreadsheet():
    """Names of columns without spaces, one column gone; the kinds as IMDb named them until 2024."""
    text = (
        "Position,Created,Modified,Title,URL,TitleType,IMDbRating,Runtime(mins),Year,Genres,"
        "NumVotes,Release Date,Directors,YourRating,DateRated\n"
        "1,13-08-2015,13-08-2015,Heat,https://www.imdb.com/title/tt0113277/,movie,8.2,170,1995,x,1,"
        "15-12-1995,x,10,08-12-2016\n"
        "2,13-08-2015,13-08-2015,Dark,https://www.imdb.com/title/tt5753856/,tvMiniSeries,8,9,2017,"
        "x,1,,,10,08-12-2016\n"
        "3,13-08-2015,13-08-2015,Roma,https://www.imdb.com/title/tt6155172/,video,8,9,2018,x,1,,,,\n"
    )
    expect(
        text,
        Service.IMDB,
        Record("Heat", 1995, "tt0113277", rating=1.0),
        Skip.SERIES,
        Record("Roma", 2018, "tt6155172", kind=WATCHLIST),
        name="WATCHLIST.csv",
    )


@pytest.mark.parametrize("kind", ["Série de TV", "Épisode", "Fernsehserie", "Сериал", "tvSeries"])
def test_imdb_series_in_other_languages(kind):
    text = f"Const,Your Rating,Title,Title Type,Year\ntt1,9,Dark,{kind},2017\n"
    assert read(text)[1] == [Skip.SERIES]


def test_imdb_before_2017():
    row = (
        '"1","tt0113277","Sat Jan  3 00:00:00 2015","","","Heat","Feature Film","Michael Mann",'
        '"9","8.2","170","1995","action","400000","1995-12-15","http://www.imdb.com/title/x/"\n'
    )
    expect(IMDB_OLD + row, Service.IMDB, Record("Heat", 1995, "tt0113277", rating=0.9))


# Trakt: trakt.tv/settings/data, the same objects as trakt.docs.apiary.io (sync/history, …).
TRAKT_MOVIE = {
    "ids": {"imdb": "tt0468569", "slug": "the-dark-knight-2008", "tmdb": 155, "trakt": 120},
    "year": 2008,
    "title": "The Dark Knight",
}


@pytest.mark.parametrize(
    ("entry", "name", "expected"),
    [
        (
            {"id": 1, "watched_at": "2014-04-05T15:27:00.000Z", "action": "scrobble"},
            "watched-history-1.json",
            Record("The Dark Knight", 2008, "tt0468569", date(2014, 4, 5)),
        ),
        (
            {"plays": 2, "last_watched_at": "2015-01-02T00:00:00.000Z"},
            "watched-movies.json",
            Record("The Dark Knight", 2008, "tt0468569", date(2015, 1, 2), again=True),
        ),
        (
            {"rated_at": "2015-01-02T00:00:00.000Z", "rating": 8},
            "x.json",
            Record("The Dark Knight", 2008, "tt0468569", rating=0.8, seen_by=date(2015, 1, 2)),
        ),
        (
            {"rank": 1, "id": 2, "listed_at": "2015-01-02T00:00:00.000Z", "notes": None},
            "lists-watchlist.json",
            Record("The Dark Knight", 2008, "tt0468569", kind=WATCHLIST),
        ),
        ({"rank": 1, "listed_at": "2015-01-02T00:00:00.000Z"}, "lists-best.json", Skip.LIST),
        ({"collected_at": "2015-01-02T00:00:00.000Z"}, "collection-movies.json", Skip.UNSEEN),
        ({"hidden_at": "2015-01-02T00:00:00.000Z"}, "hidden-dropped.json", Skip.LIST),
    ],
)
def test_trakt(entry, name, expected):
    entry = {**entry, "type": "movie", "movie": TRAKT_MOVIE}
    episode = {**entry, "type": "episode", "episode": {"title": "x"}, "show": {"title": "y"}}
    del episode["movie"]
    assert read(json.dumps([entry, episode]), name) == (Service.TRAKT, [expected, Skip.SERIES])


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-01-01T02:30:00.000Z", date(2025, 12, 31)),
        ("2026-01-01 02:30:00 UTC", date(2025, 12, 31)),
        ("2026-01-01T02:30:00+01:00", date(2025, 12, 31)),
        ("2026-01-01T00:00:00.000Z", date(2026, 1, 1)),  # a day without a time
        ("2026-01-01T02:30:00", date(2026, 1, 1)),  # of a zone that is not known
        ("1767234600", date(2025, 12, 31)),
        ("1767225600000", date(2026, 1, 1)),
        ("1965-06-01T02:00:00Z", date(1965, 5, 31)),
    ],
)
@in_time_zone("America/New_York")
def test_a_moment_is_of_the_day_that_it_was_here(moment, day):
    assert Days().day(moment) == day


@in_time_zone("America/New_York")
def test_a_movie_of_new_years_eve_is_of_that_evening():
    netflix = (
        "Profile Name,Start Time,Duration,Title,Supplemental Video Type\n"
        "Mia,2026-01-01 02:30:00,01:56:00,Heat,\n"
    )
    prime = "Playback Start Date Time (UTC),Title\n2026-01-01 02:30:00{},Heat\n"
    for table in (netflix, *map(prime.format, ("", " UTC", "Z", "+00:00"))):
        (found,) = read(table)[1]
        assert found.seen == date(2025, 12, 31)


def test_trakt_table():
    # The table that TMDB's import accepts from Trakt (themoviedb.org, "Import list").
    text = (
        "rated_at,type,title,year,trakt_rating,trakt_id,imdb_id,tmdb_id,tvdb_id,url,released,"
        "season_number,episode_number,episode_title,episode_released,episode_trakt_rating,"
        "episode_trakt_id,episode_imdb_id,episode_tmdb_id,episode_tvdb_id,genres,rating\n"
        "2018-08-24T13:48:52Z,movie,Heat,1995,8.3,82405,tt0113277,,,,,,,,,,,,,,,9\n"
        "2018-08-24T13:48:52Z,episode,Dark,2017,8.3,1,tt1,,,,,1,1,Secrets,,,,,,,,9\n"
    )
    assert read(text)[1] == [
        Record("Heat", 1995, "tt0113277", rating=0.9, seen_by=date(2018, 8, 24)),
        Skip.SERIES,
    ]


# Netflix: "Download all" of the viewing activity (help.netflix.com/node/101917), and the table of
# the personal data (help.netflix.com/node/100624).
def test_netflix_viewing_activity():
    text = (
        'Title,Date\n"Dark: Season 1: Secrets","3/14/19"\n"Dune: Part Two","3/4/19"\n'
        '"Money Heist: Part 1: Episode 3","3/14/19"\n"Marriage Story","12/31/18"\n'
        '"Chernobyl: Limited Series: 1:23:45","1/1/19"\n"Kill Bill: Vol. 2","1/2/19"\n'
    )
    expect(
        text,
        Service.NETFLIX,
        Skip.SERIES,
        Record("Dune: Part Two", seen=date(2019, 3, 4)),
        Skip.SERIES,
        Record("Marriage Story", seen=date(2018, 12, 31)),
        Skip.SERIES,
        Record("Kill Bill: Vol. 2", seen=date(2019, 1, 2)),
    )


def test_netflix_previews_and_what_goes_with_a_title_are_no_movies():
    names = ("Heat_hook_primary_16x9", "Heat_shortpreview_9x16", "Our Sea - Behind The Scenes")
    rows = "".join(f"{name},3/14/19\n" for name in (*names, "Making Of Love"))
    *extras, movie = read(f"Title,Date\n{rows}")[1]
    assert extras == [Skip.TRAILER] * len(names)
    assert movie == Record("Making Of Love", seen=date(2019, 3, 14))


@pytest.mark.parametrize(
    ("head", "row"),
    [("TITLE,DATE", "{},3/14/19"), (",Title,Date", "0,{},3/14/19"), ("Date;Title", "3/14/19;{}")],
)
def test_netflix_columns_more_and_in_another_order(head, row):
    rows = [row.format("Roma"), row.format("Dark: Staffel 1: Geheimnisse")]
    expect(
        "\n".join([head, *rows]),
        Service.NETFLIX,
        Record("Roma", seen=date(2019, 3, 14)),
        Skip.SERIES,
    )


def test_netflix_days_of_other_countries():
    german = "Title,Date\nHeat,31.12.18\nRoma,04.03.19\n"
    assert [r.seen for r in read(german)[1]] == [date(2018, 12, 31), date(2019, 3, 4)]
    untold = "Title,Date\nHeat,3/4/19\nRoma,5/5/19\n"
    assert [r.seen for r in read(untold)[1]] == [None, date(2019, 5, 5)]
    korean = 'Title,Date\nHeat,"21. 9. 14."\nRoma,"20. 12. 3."\n'
    assert [r.seen for r in read(korean)[1]] == [date(2021, 9, 14), date(2020, 12, 3)]
    hungarian = 'Title,Date\nHeat,"2021. 09. 14."\n'
    assert [r.seen for r in read(hungarian)[1]] == [date(2021, 9, 14)]


def test_years_of_two_digits_that_come_first():
    """Read as days first, one person's file would be of thirty years."""
    days = [date(2021, 12, 27), date(2021, 11, 2), date(2020, 3, 1), date(2021, 4, 4)]
    rows = "".join(f"Roma,{day:%y-%m-%d}\n" for day in days)
    assert [r.seen for r in read(f"Title,Date\n{rows}")[1]] == days
    few = "Title,Date\nRoma,14/10/19\nHeat,13/10/19\n99/99/99,99/99/99\n"
    assert [r.seen for r in read(few)[1]][:2] == [date(2019, 10, 14), date(2019, 10, 13)]


def test_netflix_personal_data_without_trailers_and_glimpses():
    text = (
        "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,"
        "Bookmark,Latest Bookmark,Country\n"
        "Ash,2026-05-12 20:32:15,01:42:30,,Dune: Part Two,,TV,01:42:30,01:42:30,US\n"
        "Kim,2026-05-12 18:59:02,00:01:30,,Dune,TRAILER,TV,00:01:30,00:01:30,US\n"
        "Kim,2026-05-12 18:59:02,00:00:30,Autoplayed,Dune,,TV,00:01:30,00:01:30,US\n"
        "Kim,2026-05-12 18:59:02,00:48:30,,Dark: Season 1: Secrets (Episode 1),,TV,x,x,US\n"
    )
    assert read(text)[1] == [
        Record("Dune: Part Two", seen=date(2026, 5, 12), viewer="Ash", played_s=6150),
        LeftOut(Skip.TRAILER, "Kim"),
        LeftOut(Skip.GLIMPSE, "Kim"),
        LeftOut(Skip.SERIES, "Kim"),
    ]


@pytest.mark.parametrize(
    "columns",
    [
        "Title,Start Time",
        "Title,Start Time,End Time,Location",  # a calendar
        "Start Time,Duration,Title,Country",  # meetings, recordings
        "Channel,Start Time,Title,Duration,Device Type",  # a program guide
    ],
)
def test_table_of_titles_and_start_times_is_not_netflix(columns):
    values = {"Title": "Heat", "Start Time": "2026-05-12 20:32:15", "Duration": "01:42:30"}
    row = ",".join(values.get(column, "x") for column in columns.split(","))
    # As any table of titles: a title without a day is asked about.
    assert read(f"{columns}\n{row}\n") == (Service.TABLE, [Record("Heat")])


@pytest.mark.parametrize(
    "columns",
    [
        "Profile Name,Start Time,Duration,Title",  # as programs shorten Netflix's table
        "Start Time,Title,Supplemental Video Type",
        "Title,Start Time,Latest Bookmark,Country",
        "Titel,Title,Start Time,Profile Name",
    ],
)
def test_part_of_netflix_personal_data_is_netflix(columns):
    values = {"Title": "Heat", "Start Time": "2026-05-12 20:32:15", "Duration": "01:42:30"}
    row = ",".join(values.get(column, "") for column in columns.split(","))
    service, (record,) = read(f"{columns}\n{row}\n")
    assert service is Service.NETFLIX
    played_s = 6150 if "Duration" in columns else None
    assert record == Record("Heat", seen=date(2026, 5, 12), played_s=played_s)


# Prime Video: github.com/twocaretcat/watch-history-exporter-for-amazon-prime-video, in all of its
# languages, and Amazon's "Request my data", whose columns Amazon does not document; these are
# reported ones.
def test_prime_video():
    script = (
        "Date Watched,Type,Title,Episode Title,Global Title Identifier\n"
        "2024-04-23 20:15:00.000,Movie,Heat,,amzn1\n"
        "2024-04-22 20:15:00.000,Series,Fallout,The End,x\n"
    )
    expect(script, Service.PRIME, Record("Heat", seen=date(2024, 4, 23)), Skip.SERIES)
    asked = (
        "Playback Hour,Title,Marketplace,Operating System\n"
        "12/14/2016 19:00:00,Heat (1995),Amazon.com,x\n"
        "12/14/2016 20:00:00,Fallout - Season 1,Amazon.com,x\n"
    )
    expect(asked, Service.PRIME, Record("Heat", 1995, seen=date(2016, 12, 14)), Skip.SERIES)


@pytest.mark.parametrize(
    "head",
    [
        "Datum angesehen,Typ,Titel,Folge",
        "Fecha vista,Tipo,Título,Episodio",
        "Fecha de visualización,Tipo,Título,Episodio",
        "Date regardée,Type,Titre,Épisode",
        "Data assistida,Tipo,Título,Episódio",
        "觀看日期,類型,標題,集",
        "視聴日,種類,タイトル,エピソード",
    ],
)
def test_prime_video_in_other_languages(head):
    text = f"{head}\n2024-04-23,Film,Heat,\n2024-04-22,Serie,Fallout,Das Ende\n"
    assert read(text) == (Service.PRIME, [Record("Heat", seen=date(2024, 4, 23)), Skip.SERIES])


def test_prime_video_as_json():
    rows = [
        {"dateWatched": 1713903300000, "type": "Movie", "title": "Heat", "path": "/detail/x"},
        {"dateWatched": 1713903300000, "type": "Series", "title": "Fallout", "episodeTitle": "A"},
    ]
    names = ("Ronin (Trailer)", "Trailer: Ronin", "Ronin - Official Teaser", "Trailer Park Boys")
    rows += [{**rows[0], "title": name} for name in names]
    service, (movie, episode, *trailers, last) = read(json.dumps(rows))
    assert (service, movie.title, movie.seen.year) == (Service.PRIME, "Heat", 2024)
    assert episode is Skip.SERIES
    assert trailers == [Skip.TRAILER] * 3
    assert last.title == "Trailer Park Boys"


def test_trailers_of_prime_video_are_no_plays():
    text = (
        "Playback Hour,Entitlement Type,Video Type,Title\n"
        "01/13/2016 22:00:00,RENTAL,Feature,Heat\n02/14/2016 01:00:00,TRAILER,Trailer,Ronin\n"
        "02/14/2016 01:00:00,PRIME,Feature,Ronin (Trailer)\n"
        "02/14/2016 01:00:00,PRIME,,Trailer: Ronin\n02/15/2016 01:00:00,PRIME,,Trailer Park Boys\n"
    )
    heat, *trailers, last = read(text)[1]
    assert heat == Record("Heat", seen=date(2016, 1, 13))
    assert trailers == [Skip.TRAILER] * 3
    assert last == Record("Trailer Park Boys", seen=date(2016, 2, 15))


# Disney+ sends a PDF; its table, as github.com/simon-eller/DisneyPlusExport2YamTrackImport has it.
def test_disney():
    text = (
        "Profile ID;Program Title;Season Title;Date\n"
        "mine;Bluff;Prison Break;2026-01-01\nmine;Coco;;2026-01-02\n"
    )
    expect(
        text,
        Service.DISNEY,
        LeftOut(Skip.SERIES, "mine"),
        Record("Coco", seen=date(2026, 1, 2), viewer="mine"),
    )


# Google Takeout: Chrome's History.json (until 2023 BrowserHistory.json), YouTube's histories as
# JSON; the sections are those of an export of December 2025.
def test_chromes_history_of_takeout():
    text = json.dumps(
        {
            "Browser History": [
                {
                    "favicon_url": "https://www.imdb.com/favicon.ico",
                    "page_transition_qualifier": "CLIENT_REDIRECT",
                    "title": "Heat (1995) - IMDb",
                    "url": "https://www.imdb.com/title/tt0113277/",
                    "time_usec": 1738590839450168,
                    "client_id": "IAQTOFgxEBlXQbaNAe2BhA==",
                },
                {"title": "", "url": "https://x/", "time_usec": 10**400},
            ],
            "Typed Url": [{"url": "https://x/", "title": "x", "hidden": False}],
            "Session": [],
        }
    )
    service, (visit, broken) = read(text)
    assert service is Service.GOOGLE
    assert broken is Skip.BROKEN
    assert isinstance(visit, Visit)
    assert visit == Visit(
        "https://www.imdb.com/title/tt0113277/",
        "Heat (1995) - IMDb",
        datetime(2025, 2, 3, 13, 53, 59, 450168, UTC),
    )


def test_youtubes_histories_of_takeout():
    entry = {
        "header": "YouTube",
        "title": "Watched Heat (1995) Official Trailer",
        "titleUrl": "https://www.youtube.com/watch?v=2GfZl4kuVNI",
        "subtitles": [{"name": "Clips", "url": "https://www.youtube.com/channel/x"}],
        "time": "2022-04-25T18:09:04.784Z",
        "products": ["YouTube"],
        "activityControls": ["YouTube watch history"],
    }
    search = {
        **entry,
        "title": "Searched for heat 1995 movie",
        "titleUrl": "https://www.youtube.com/results?search_query=heat+1995+movie",
    }
    removed = {k: v for k, v in entry.items() if k != "titleUrl"}
    song = {**entry, "title": "Watched Inferno", "subtitles": [{"name": "A Musician - Topic"}]}
    shop = {**entry, "title": "Watched Heat", "subtitles": [{"name": "YouTube Movies & TV"}]}
    service, items = read(json.dumps([entry, search, removed, song, shop]))
    assert service is Service.GOOGLE
    time = datetime(2022, 4, 25, 18, 9, 4, 784000, UTC)
    assert items == [
        Visit(entry["titleUrl"], "Heat (1995) Official Trailer", time),
        Visit(search["titleUrl"], "heat 1995 movie", time, at_most=Evidence.INTEREST),
        Skip.NAMELESS,
        Skip.SERIES,
        Record("Heat", kind=RecordKind.LOOKED_AT),  # the movie that was bought, or its preview
    ]


# Plex: Tautulli's exporter (docs.tautulli.com/using-tautulli/exporter-guide) has plexapi's names.
def test_plex_by_tautulli():
    movies = [
        {
            "title": "Heat",
            "year": 1995,
            "type": "movie",
            "viewCount": 1,
            "lastViewedAt": "2024-02-03T20:00:00",
            "userRating": 9.0,
            "guids": [{"id": "tmdb://949"}, {"id": "imdb://tt0113277"}],
        },
        {"title": "Unseen", "year": 2001, "type": "movie", "viewCount": 0},
        {"title": "Dark", "type": "episode", "viewCount": 3},
    ]
    expect(
        json.dumps(movies),
        Service.PLEX,
        Record("Heat", 1995, "tt0113277", date(2024, 2, 3), 0.9),
        Skip.UNSEEN,
        Skip.SERIES,
    )
    table = (
        "title,year,viewCount,lastViewedAt,userRating,guids.id\n"
        'Heat,1995,1,2024-02-03T20:00:00,9.0,"tmdb://949,imdb://tt0113277"\nUnseen,2001,0,,,\n'
    )
    expect(
        table, Service.PLEX, Record("Heat", 1995, "tt0113277", date(2024, 2, 3), 0.9), Skip.UNSEEN
    )


def test_plex_history_of_tautulli():
    row = {
        "full_title": "Heat",
        "title": "Heat",
        "media_type": "movie",
        "year": 1995,
        "date": 1706990400,
        "watched_status": 1,
        "user": "ash",
    }
    half = {**row, "watched_status": 0.5}
    named = {**row, "user": None, "friendly_name": "Ash at home"}
    both = {**named, "user": "ash"}
    rows = [row, half, named, both]
    text = json.dumps({"response": {"result": "success", "data": {"data": rows}}})
    expect(
        text,
        Service.PLEX,
        Record("Heat", 1995, seen=date(2024, 2, 3), viewer="ash"),
        Record("Heat", 1995, kind=RecordKind.LOOKED_AT, viewer="ash"),
        Record("Heat", 1995, seen=date(2024, 2, 3), viewer="Ash at home"),
        Record("Heat", 1995, seen=date(2024, 2, 3), viewer="ash"),
    )


# Jellyfin: what /Users/{id}/Items answers (api.jellyfin.org, BaseItemDto), and the backup of
# github.com/jellyfin/jellyfin-plugin-playbackreporting, which has no header.
def test_jellyfin():
    items = {
        "Items": [
            {
                "Name": "Sieben",
                "OriginalTitle": "Se7en",
                "ProductionYear": 1995,
                "Type": "Movie",
                "ProviderIds": {"Imdb": "tt0114369", "Tmdb": "807"},
                "UserData": {"Played": True, "LastPlayedDate": "2024-01-02T20:00:00.0000000Z"},
            },
            {"Name": "Unseen", "ProductionYear": 2000, "Type": "Movie", "UserData": {}},
            {"Name": "Dark", "Type": "Series", "UserData": {"Played": True}},
        ],
        "TotalRecordCount": 3,
    }
    expect(
        json.dumps(items),
        Service.JELLYFIN,
        Record("Sieben", 1995, "tt0114369", date(2024, 1, 2), other_titles=("Se7en",)),
        Skip.UNSEEN,
        Skip.SERIES,
    )


def test_jellyfins_playback_report():
    line = "2023-01-05 20:11:00\tuser\titem\t{}\t{}\tDirectPlay\tWeb\tFirefox\t{}\n"
    text = line.format("Movie", "Heat", 5400) + line.format("Episode", "Dark", 900)
    expect(
        text + line.format("Movie", "Heat", 5),
        Service.JELLYFIN,
        Record("Heat", seen=date(2023, 1, 5), viewer="user", played_s=5400),
        LeftOut(Skip.SERIES, "user"),
        LeftOut(Skip.GLIMPSE, "user"),
    )


# Any table; the first is Letterboxd's import format (letterboxd.com/about/importing-data).
@pytest.mark.parametrize(
    "text",
    [
        "Title,Year,imdbID,Rating10,WatchedDate\nHeat,1995,tt0113277,9,2020-02-01\n",
        "Titel;Erscheinungsjahr;IMDb-ID;Bewertung;Gesehen am\nHeat;1995;113277;9/10;01.02.2020\n",
        (
            "Movie Title\tRelease Year\tIMDb URL\tMy Rating\tSeen\n"
            "Heat (1995)\t\thttps://m.imdb.com/title/tt0113277/\t90%\t2020-02-01T20:00:00Z\n"
        ),
        "sep=;\nname;year;imdb;score;watched\nHeat;1995;tt0113277;4,5;2020/02/01\n",
        (
            '\n\n"Title";"Année";"IMDB ID";"Rating";"Date"\n'
            '"Heat";"1995";"=""tt0113277""";9/10;1580515200\n'
        ),
        'title,year,imdb_id,stars,watched_at\n" Heat\t",1995.0,tt0113277,★★★★½,1580515200000\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_tables_in_several_spellings(text, encoding):
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError:
        pytest.skip("not to be written so")
    service, (record,) = read(data)
    assert service is Service.TABLE
    assert record == Record("Heat", 1995, "tt0113277", date(2020, 2, 1), 0.9)


@pytest.mark.parametrize(
    "row",
    [
        "Dark,2017,90,tt5753856_s1,,",
        "Cosmos (Serie de TV),1980,90,,,",
        "Planet Earth (TV Miniseries),2006,90,,,",
        "Бригада (сериал),2002,90,,,",
        "House,2004 – 2012,90,,,",
        "Southland,2009 – ...,90,,,",
        "Dark,2017,90,,1,",
        "Fleabag,2016,90,,,https://example.org/tv/fleabag/",
    ],
)
def test_rows_of_series_in_tables(row):
    head = "Title,Year,Rating,IMDB ID,Season,URL\n"
    movie = "Heat,1995,80,tt0113277,,https://example.org/film/heat/\n"
    assert read(f"{head}{movie}{row}\n")[1] == [
        Record("Heat", 1995, "tt0113277", rating=0.8),
        Skip.SERIES,
    ]


@pytest.mark.parametrize("text", ["name,created_at\nBest of\n", "Name\nAsh\n"])
def test_a_table_of_names_alone_is_of_no_movies(text):
    """Archives of personal data have tables of devices, lists and friends."""
    with pytest.raises(HistoryError) as caught:
        read(text)
    assert caught.value.reason == "unknown"


def test_a_table_of_ids_alone_and_a_wishlist():
    assert read("imdb_id\n0113277\n\nno\n")[1] == [Record("", imdb_id="tt0113277"), Skip.NAMELESS]
    assert read("title,year\nHeat,1995\n", "My Watchlist.csv")[1] == [
        Record("Heat", 1995, kind=WATCHLIST)
    ]


@pytest.mark.parametrize(
    ("title", "others"),
    [
        ("Vivir (Ikiru)", ("Vivir", "Ikiru")),
        ("Camino de servidumbre (TV)", ("Camino de servidumbre",)),
        ("El globo rojo (C)", ("El globo rojo",)),
        ("(500) Days of Summer", ()),
        ("Zwei (Drei) (Vier)", ()),
    ],
)
def test_a_title_with_another_one_in_brackets(title, others):
    """FilmAffinity writes titles so. It has no export; scripts that people wrote make tables."""
    assert read(f"Title,Year,Directors,Rating10\n{title},1990,,9\n")[1] == [
        Record(title, 1990, rating=0.9, other_titles=others)
    ]


def test_a_table_in_capitals():
    head = "DATE,NAME,YEAR,LETTERBOXD URI"
    diary = f"{head},RATING,REWATCH,TAGS,WATCHED DATE\n,Heat,1995,x,5,,,2020-02-01\n"
    heat = Record("Heat", 1995, seen=date(2020, 2, 1), rating=1.0)
    assert read(diary, "DIARY.CSV") == (Service.LETTERBOXD, [heat])
    wanted = Record("Heat", 1995, kind=WATCHLIST)
    assert read(f"{head}\n,Heat,1995,x\n", "WATCHLIST.CSV")[1] == [wanted]


def test_the_scale_of_a_column_is_that_of_its_highest_rating():
    for low, high, scale in (("2", "4.5", 5), ("4", "9", 10), ("40", "95", 100)):
        first, _ = read(f"title,rating\nHeat,{low}\nRoma,{high}\n")[1]
        assert first.rating == pytest.approx(float(low) / scale)


@pytest.mark.parametrize(
    ("title", "episode"),
    [
        ("Dark: Staffel 1: Geheimnisse", True),
        ("The Crown: Season 2", True),
        ("Sherlock: Limited Series", True),
        ("Fargo S01E03", True),
        ("Haus des Geldes: Teil 1: Folge 2", True),
        ("Borgen: Sæson 1: Afsnit 2", True),
        ("La casa de papel: 1. Kısım: 1. Bölüm", True),
        ("Aşk 101: 1. Sezon: 3. Bölüm", True),
        ("全裸監督: シーズン1: 第2話", True),
        ("오징어 게임: 시즌 1: 무궁화 꽃이 피던 날", True),
        ("鱿鱼游戏：第 1 季：一二三木头人", True),
        ("Temný případ: 1. řada: Díl 1", True),
        ("Wiedźmin: Sezon 2: Odcinek 1", True),
        ("A korona: 3. évad: Olding", True),
        ("Élite: 2.ª temporada: 20 horas desaparecido", True),
        ("Areena: Kausi 1: Jakso 3", True),
        ("Сваты: Сезон 4: Серия 2", True),
        ("שטיסל: עונה 1: פרק 2", True),
        ("المداح: الموسم 1", True),
        ("Gambit królowej: Serial limitowany: Otwarcia", True),
        ("Bandidas: Parte 2: El plan", True),
        ("キングダム: 第1シリーズ: 無名の少年", True),
        ("Love, Death & Robots: 3. svazek: Roj", True),
        ("Ferry (Dizi): Dizi: Sadece Üyeler", True),
        ("KENGAN ASHURA: Part ll: Father", True),
        ("Rough Diamonds: Aflevering 8", True),
        ("Kuroko no basket: 2. řada: 26. díl", True),
        ("Stranger Things: Stranger Things 4: Chapter Nine: The Piggyback", True),
        ("Stranger Things: Capítulo um: O desaparecimento de Will Byers", True),
        ("Como Acabar com o Natal: O Funeral: Lá vamos nós de novo (Episódio 1)", True),
        ("Sugar Rush: Extra Sweet: Junk Foodie (Episode 1)", True),
        ("The Queen's Gambit: Openings (Folge 1)", True),
        ("Unbelievable: Episode Eight", True),
        ("아는 형님: 2021: 2021-10-23", True),
        ("Talkshow: 2020: Gäste des Abends", True),
        ("Nightly: 2021-01-28", True),
        ("The Boys Season 3 Episode 5: The Last Time", True),
        ("Alice in Borderland: エピソード1", True),
        ("It: Chapter Two", False),
        ("It: Capítulo dos", False),
        ("Star Wars: Episode VI: Return of the Jedi", False),
        ("Diuna: Część 2", False),
        ("Hunger Games: Síla vzdoru 2. část", False),
        ("Ulice strachu – 2. část: 1978", False),
        ("The Godfather: Part II", False),
        ("Penceremden 2: Aramızdaki Deniz", False),
        ("Dune: Deuxième partie", False),
        ("Kill Bill: Vol. 2", False),
        ("Mission: 3 Days to Go", False),
        ("Harry Potter and the Deathly Hallows: Part 1", False),
        ("Star Wars: Episode IV - A New Hope", False),
        ("John Wick: Chapter 4", False),
        ("Guardians of the Galaxy Vol. 2", False),
        ("Season of the Witch", False),
        ("Open Season 3", False),
        ("Death Race: 2050", False),
        ("Mission: Impossible", False),
    ],
)
def test_episode_is_recognized_in_every_language(title, episode):
    assert is_episode(title) is episode


# Netflix: Ratings.csv and MyList.csv in CONTENT_INTERACTION of the personal data. Stars are older
# than thumbs, which are 1 down, 2 up, 3 two up.
def test_netflix_ratings_are_stars_or_thumbs():
    text = (
        "Profile Name,Title Name,Rating Type,Star Value,Thumbs Value,Device Model,Event Utc Ts,"
        "Region View Date\n"
        "Ash,Dune: Part Two,star,4,2,TV,2016-05-12 20:00:00,\n"
        "Ash,Roma,thumb,,2,TV,2019-05-12 20:00:00,\n"
        "Ash,Heat,thumb,,1,TV,2019-05-12 20:00:00,\n"
        "Ash,Alien,thumb,,3,TV,2022-05-12 20:00:00,\n"
        "Ash,Fargo,thumb,-1,0,TV,2022-05-12 20:00:00,\n"
        "Ash,Dark: Season 1: Secrets,thumb,,2,TV,2019-05-12 20:00:00,\n"
    )
    expect(
        text,
        Service.NETFLIX,
        Record("Dune: Part Two", rating=0.8, viewer="Ash"),
        Record("Roma", rating=0.8, viewer="Ash"),
        Record("Heat", rating=0.2, viewer="Ash"),
        Record("Alien", rating=1.0, viewer="Ash"),
        Record("Fargo", viewer="Ash"),
        LeftOut(Skip.SERIES, "Ash"),
    )


def test_netflix_list_is_a_watchlist():
    text = "Profile Name,Country,Utc Title Add Date,Title Name\nAsh,US,2024-05-12,Roma\n"
    assert read(text) == (Service.NETFLIX, [Record("Roma", kind=WATCHLIST, viewer="Ash")])


def test_record_repr_contains_no_title():
    assert "Heat" not in repr(Record("Heat", 1995))


def test_every_service_has_a_name_of_its_own():
    names = [str(service.label) for service in Service]
    assert all(names)
    assert len(set(names)) == len(names)


def _files(text: str) -> tuple[Service, list[tuple[str, object]]]:
    service, items = read(text)
    return service, [(i.url, i.time) if isinstance(i, Visit) else ("", i) for i in items]


def test_vlc_recent_files_have_no_day():
    """vlc-qt-interface.conf, in ~/.config/vlc or %APPDATA%\\vlc: Qt quotes what has a comma."""
    text = (
        "[General]\nfiledialog-path=/home/me\n\n[RecentsMRL]\n"
        'list=file:///v/Heat.1995.mkv, "file:///v/Crouching%20Tiger, Hidden.mp4", file:///v/a.mp3\n'
        "times=0, 1234, 0\n\n[OpenDialog]\nnetMRL=https://example.org/stream\n"
    )
    assert _files(text) == (
        Service.PLAYER,
        [
            ("file:///v/Heat.1995.mkv", UNDATED),
            ("file:///v/Crouching%20Tiger, Hidden.mp4", UNDATED),
        ],
    )
    assert _files("[General]\n[RecentsMRL]\nlist=@Invalid()\n") == (
        Service.PLAYER,
        [("", Skip.BROKEN)],
    )


def test_mpv_history_and_resume_file():
    """watch_history.jsonl (mpv's manual, save-watch-history), and a file of watch_later."""
    text = (
        '{"time":1706990400,"path":"/v/Heat (1995).mkv","title":"Heat"}\n'
        '{"time":1706990400,"path":"C:\\\\v\\\\Heat.mkv"}\n'
        '{"time":1706990400,"path":"https://www.youtube.com/watch?v=a"}\n{"time":1}\n'
    )
    time = datetime(2024, 2, 3, 20, tzinfo=UTC)
    assert _files(text) == (
        Service.PLAYER,
        [
            ("file:///v/Heat%20%281995%29.mkv", time),
            ("file:///C:/v/Heat.mkv", time),
            ("https://www.youtube.com/watch?v=a", time),
            ("", Skip.BROKEN),
        ],
    )
    resume = "# /v/Heat.1995.mkv\nvolume=70\nstart=5012.3\n"
    assert _files(resume) == (Service.PLAYER, [("file:///v/Heat.1995.mkv", UNDATED)])


def test_recent_files_of_the_desktop():
    """~/.local/share/recently-used.xbel (freedesktop.org, Desktop Bookmark Specification)."""
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<xbel version="1.0">\n'
        '  <bookmark href="file:///v/Tom%20&amp;%20Jerry.1992.mkv" added="2024-02-01T10:00:00Z" '
        'modified="2024-02-03T20:00:00Z" visited="2024-02-03T20:00:00Z">\n  </bookmark>\n'
        '  <bookmark href="file:///d/letter.odt" added="2024-02-01T10:00:00Z" '
        'visited="2024-02-03T20:00:00Z">\n  </bookmark>\n</xbel>\n'
    )
    time = datetime(2024, 2, 3, 20, tzinfo=UTC)
    assert _files(text) == (Service.PLAYER, [("file:///v/Tom%20&%20Jerry.1992.mkv", time)])


def test_kodi_library_as_one_file_or_many():
    """Settings → Media → Library → Export (kodi.wiki, NFO files and Import-export library)."""
    heat = (
        "<movie><title>Hitze &amp; Co</title><originaltitle>Heat</originaltitle>"
        "<userrating>9</userrating><playcount>1</playcount><lastplayed>2024-02-03</lastplayed>"
        '<uniqueid type="imdb" default="true">tt0113277</uniqueid><premiered>1995-12-15</premiered>'
        "<actor><name>Al Pacino</name></actor></movie>"
    )
    unseen = "<movie><title>Roma</title><year>2018</year><playcount>0</playcount></movie>"
    text = f'<?xml version="1.0"?>\n<videodb><version>1</version>{heat}{unseen}<tvshow></tvshow>'
    record = Record("Hitze & Co", 1995, "tt0113277", date(2024, 2, 3), 0.9, other_titles=("Heat",))
    assert read(f"{text}</videodb>") == (Service.KODI, [record, Skip.UNSEEN, Skip.SERIES])
    assert read(heat) == (Service.KODI, [record])
    assert read(heat.replace("<premiered>", "<year>0</year><premiered>"))[1] == [record]


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("Title,Year,Rating,Votes\nHeat,1995,8.3,700000\n", None),
        ("Title,Year,Rating,Votes,Your Rating\nHeat,1995,8.3,700000,7\n", 0.7),
        ("Title,Year,Rating\nHeat,1995,8\n", 0.8),
    ],
)
def test_ratings_of_a_crowd_are_nobodys_own(text, rating):
    (record,) = read(text)[1]
    assert record.rating == rating


def test_prime_video_opened_and_closed_at_once_is_no_play():
    """As with Netflix: a row of some seconds says nothing of the movie."""
    text = (
        "Playback Hour,Title,Seconds Viewed\n"
        "01/13/2016 22:00:00,Heat,30\n02/14/2016 22:00:00,Ronin,5400\n"
    )
    heat, ronin = read(text)[1]
    assert heat is Skip.GLIMPSE
    assert ronin == Record("Ronin", seen=date(2016, 2, 14), played_s=5400)


@pytest.mark.parametrize("kind", ["", "TV", "DVD", "tv"])
def test_a_vague_kind_makes_no_movie_of_an_episode(kind):
    text = f"Title,Type,Year\nDark: Season 1: Secrets,{kind},2017\nHeat,{kind},1995\n"
    assert read(text)[1] == [Skip.SERIES, Record("Heat", 1995)]


def test_a_movie_of_a_table_may_be_titled_like_an_episode():
    text = "Title,Type,Year\nStar Wars: Episode 4: A New Hope,movie,1977\n"
    assert read(text)[1] == [Record("Star Wars: Episode 4: A New Hope", 1977)]


def test_a_movie_without_its_kind_is_one():
    """Members that are empty say as little as members that are missing."""
    entry = {"title": "Heat", "type": "", "media_type": None, "viewCount": 1, "year": 1995}
    expect(json.dumps([entry]), Service.PLEX, Record("Heat", 1995))
    expect("Title,Type,View Count\nHeat,,1\n", Service.PLEX, Record("Heat"))
    movie = {"title": "Heat", "year": 1995}
    entry = {"status": "completed", "anime_type": None, "movie": movie}
    series = {"status": "completed", "anime_type": None, "show": movie}
    expect(json.dumps([entry, series]), Service.SIMKL, Record("Heat", 1995), Skip.SERIES)


def test_a_number_is_an_imdb_id_in_a_column_of_them_alone():
    """Lists of other sites have their own numbers in "Link" or "URL"."""
    heat, ronin = read("Title,Year,IMDb,URL\nHeat,1995,,7\nRonin,1998,122690,8\n")[1]
    assert (heat.imdb_id, ronin.imdb_id) == (None, "tt0122690")
    (linked,) = read("Title,Link\nHeat,https://www.imdb.com/title/tt0113277/\n")[1]
    assert linked.imdb_id == "tt0113277"
    plex = "Title,View Count,IMDB Link\nHeat,1,https://www.imdb.com/title/tt0113277/\n"
    expect(plex, Service.PLEX, Record("Heat", imdb_id="tt0113277"))


def test_a_number_of_minutes_is_no_play_of_seconds():
    """Tables that people make have a movie's own length, in minutes."""
    text = "Program Title,Date,Duration\nShort,2024-01-02,45\nLong,2024-01-02,00:00:45\n"
    assert read(text)[1] == [Record("Short", seen=date(2024, 1, 2)), Skip.GLIMPSE]


def test_layouts_name_columns_as_tables_have_them():
    """A name with an accent, a capital letter or a space would never be found."""
    for layout in LAYOUTS:
        if layout.service is Service.MYANIMELIST:
            continue  # its elements are taken by their own names
        named = [*layout.columns, *layout.members, layout.title, layout.other_title, layout.year]
        named += [layout.imdb_id, layout.day, layout.rated, layout.rating, layout.viewer]
        named += [layout.length, layout.kind, layout.beside, layout.others, layout.wanted_columns]
        named += [(layout.thumbs, layout.again, layout.extra, layout.state, layout.movie)]
        for name in "|".join(chain(*named)).split("|"):
            assert name.removesuffix(".") == column_name(name), (layout.service, name)
        states = {*layout.watched, *layout.wanted, *layout.started, *layout.kinds}
        assert states == {column_name(state) for state in states}
        assert layout.played in {"", *SHARES}
