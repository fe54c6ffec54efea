"""Exports of trackers: TMDB, Movary, Simkl, Yamtrack, TV Time, Kinopoisk and Criticker.

The headers are those of real files; where each is documented stands beside it.
"""

import json
from datetime import date

import pytest
from export_reading import expect, read

from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip

WATCHLIST = RecordKind.WATCHLIST


# themoviedb.org: Settings → Ratings → Export.
def test_tmdb_export_has_the_users_own_rating():
    text = (
        "TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,"
        "Date Rated\n"
        "550,tt0137523,movie,Fight Club,1999-10-15T00:00:00Z,,,8.49,7.0,2022-09-20T00:00:00Z\n"
        "92749,tt10234724,tv,Moon Knight,2022-03-30T00:00:00Z,,,7.64,9.0,2022-09-20T00:00:00Z\n"
    )
    movie = Record("Fight Club", 1999, "tt0137523", rating=0.7, seen_by=date(2022, 9, 20))
    assert read(text) == (Service.TMDB, [movie, Skip.SERIES])
    wanted = text.replace(",7.0,", ",,")
    # The watchlist is the table without ratings of one's own, whatever its file is called.
    assert read(wanted, "export.csv")[1][0] == Record(
        "Fight Club", 1999, "tt0137523", kind=WATCHLIST
    )


# github.com/leepeuker/movary, src/Service/Export/ExportService.php
def test_movarys_history_ratings_and_watchlist():
    head, movie = "title,year,tmdbId,imdbId,", '"Heat",1995,949,tt0113277,'
    expect(
        f"{head}watchedAt,comment,location\n{movie}2024-01-02,,\n",
        Service.MOVARY,
        Record("Heat", 1995, "tt0113277", date(2024, 1, 2)),
    )
    rated = Record("Heat", 1995, "tt0113277", rating=0.9)
    assert read(f"{head}userRating\n{movie}9\n") == (Service.MOVARY, [rated])
    wanted = Record("Heat", 1995, "tt0113277", kind=WATCHLIST)
    assert read(f"{head}addedAt\n{movie}2024-01-02\n") == (Service.MOVARY, [wanted])


# simkl.com: Settings → Download backup (CSV format).
def test_simkl():
    text = (
        "SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB\n"
        "1,Heat,movie,1995,completed,,2024-01-02 20:00:00,9,,,949,tt0113277\n"
        "2,Roma,movie,2018,plan to watch,,,,,,1,tt6155172\n"
        "3,Dark,tv,2017,completed,s1e1,2024-01-02,8,,,1,tt5753856\n"
        "4,Alien,movie,1979,dropped,,,,,,348,tt0078748\n"
    )
    expect(
        text,
        Service.SIMKL,
        Record("Heat", 1995, "tt0113277", date(2024, 1, 2), 0.9),
        Record("Roma", 2018, "tt6155172", kind=WATCHLIST),
        Skip.SERIES,
        Skip.LIST,
    )


# github.com/FuzzyGrim/Yamtrack: Settings → Export.
def test_yamtrack():
    text = (
        "media_id,source,media_type,title,image,season_number,episode_number,score,progress,"
        "status,start_date,end_date,notes,progressed_at\n"
        "949,tmdb,movie,Heat,,,,8,1,Completed,,2026-01-02T20:00:00Z,,2026-01-02T20:00:00Z\n"
        "1,tmdb,movie,Roma,,,,,0,Planning,,,,\n"
        "2,tmdb,episode,Dark,,1,1,,1,Completed,,2026-01-02,,\n"
    )
    expect(
        text,
        Service.YAMTRACK,
        Record("Heat", seen=date(2026, 1, 2), rating=0.8),
        Record("Roma", kind=WATCHLIST),
        Skip.SERIES,
    )


# TV Time's answer to a request for one's data, tracking-prod-records.csv, without some columns of
# series. A release that it does not know is in the year 0; others are in the user's time.
def test_tv_time():
    text = (
        "series_name,created_at,series_id,uuid,type-uuid-n,updated_at,user_id,type,"
        "release_date_range_key,runtime,entity_type,release_date,movie_name,rewatch_count\n"
        ",2023-05-06 20:11:12,,u1,watch-u1-0,,1,watch,watch-release-date-2016-01-01,6000,movie,"
        "2015-12-31 21:00:00,Heat,0\n"
        ",2023-05-06 20:11:12,,u2,towatch-u2-0,,1,towatch,,6000,movie,2018-11-21 00:00:00,Roma,\n"
        "Dark,2023-05-06 20:11:12,1,u3,watch-u3-0,,1,watch,,3000,episode,,,\n"
        ",2023-05-06 20:11:12,,u1,follow-u1-0,,1,follow,,6000,movie,1995-12-15 00:00:00,Heat,\n"
        ",2023-05-06 20:11:12,,u4,watch-u4-0,,1,watch,,,movie,0000-12-31 20:06:12,Alien,0\n"
    )
    expect(
        text,
        Service.TVTIME,
        Record("Heat", 2016, seen=date(2023, 5, 6)),
        Record("Roma", 2018, kind=WATCHLIST),
        Skip.SERIES,
        Skip.LIST,
        Record("Alien", seen=date(2023, 5, 6)),
    )


def test_tv_time_joins_the_rows_of_a_movie():
    """A row of watching often has no release, and no row an original title in our letters."""
    head = (
        "series_name,created_at,uuid,type,watches,release_date,entity_type,movie_name,"
        "alpha_range_key,release_date_range_key"
    )
    rows = (
        "Dark,2023-05-06 20:11:12,,count-watch-episode-series,,,,,,",
        ",,,count-watch-movie,[u1 u2],,,,,",
        ",2019-09-15 10:26:24,u1,follow,,2011-09-16 00:00:00,movie,Drive,,",
        ",2019-09-04 01:30:50,u2,follow,,0001-01-01 00:00:00,movie,Jagten,follow-alpha-the-hunt,",
        ",2022-03-02 22:55:45,u3,follow,,1998-11-13 00:00:00,movie,,follow-alpha-meet-joe-black,",
        ",2020-08-22 10:30:11,u1,watch,,0001-01-01 00:00:00,movie,Drive,watch-alpha-drive,",
        ",2020-08-22 10:30:11,u2,watch,,0001-01-01 00:00:00,movie,Jagten,,",
        ",2020-08-22 10:30:11",
    )
    assert read("\n".join((head, *rows)))[1] == [
        Skip.SERIES,
        Skip.SERIES,
        Skip.LIST,
        Skip.LIST,
        Record("meet joe black", 1998, kind=WATCHLIST),
        Record("Drive", 2011, seen=date(2020, 8, 22)),
        Record("Jagten", seen=date(2020, 8, 22), other_titles=("the hunt",)),
        Skip.NAMELESS,
    ]


# What browser extensions save of TV Time's site: "TV Time Out" a file each for movies, series and
# episodes, as a table and as JSON; "TV Time Liberator" one table.
def test_tv_time_movie_file():
    movies = [
        Record("Aladdin", 1993, "tt0103639", date(2022, 11, 14)),
        Record("Heat", 1995, "tt0113277", kind=WATCHLIST),
    ]
    table = (
        "uuid,tvdb_id,imdb_id,title,year,created_at,watched_at,is_watched,rewatch_count\n"
        "u1,285,tt0103639,Aladdin,1993,2022-11-14T15:45:28Z,2022-11-14T15:46:27Z,true,0\n"
        "u2,286,tt0113277,Heat,1995,2022-11-14T15:45:28Z,,false,0\n"
    )
    assert read(table, "tvtime-movies-2026-07-06.csv") == (Service.TVTIME, movies)
    entries = [
        {
            "uuid": f"u{tvdb}",
            "id": {"tvdb": tvdb, "imdb": movie.imdb_id},
            "created_at": "2022-11-14T15:45:28Z",
            "title": movie.title,
            "year": movie.year,
            "watched_at": "2022-11-14T15:46:27Z" if movie.seen else None,
            "is_watched": movie.seen is not None,
            "is_favorite": False,
        }
        for tvdb, movie in enumerate(movies)
    ]
    series = {"uuid": "u9", "id": {"tvdb": 1, "imdb": None}, "title": "Dark", "seasons": []}
    assert read(json.dumps([*entries, series])) == (Service.TVTIME, [*movies, Skip.SERIES])
    both = (
        "imdb_id,tvdb_id,type,title,season,episode,is_special,is_watched,watched_at,status,"
        "is_watchlisted\n"
        "tt0103639,285,movie,Aladdin,,,false,true,2022-11-14T15:46:27Z,,false\n"
        "tt0113277,286,movie,Heat,,,false,false,,,true\n"
        "tt5753856,287,episode,Dark,1,2,false,true,2022-11-14T15:46:27Z,ended,false\n"
    )
    named = [Record("Aladdin", None, "tt0103639", date(2022, 11, 14))]
    named += [Record("Heat", None, "tt0113277", kind=WATCHLIST)]
    assert read(both) == (Service.TVTIME, [*named, Skip.SERIES])


@pytest.mark.parametrize(
    "text",
    [
        "uuid,tvdb_id,imdb_id,title,status,created_at\nu1,1,tt5753856,Dark,up_to_date,2026-01-01\n",
        (
            "series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,"
            "watched_at,rewatch_count,special\n1,,u1,Dark,1,2,3,true,2024-01-01 20:00:00,0,false\n"
        ),
    ],
)
def test_tv_times_series_are_no_movies(text):
    assert read(text) == (Service.TVTIME, [Skip.SERIES])


# Simkl's backup as JSON, the same as its interface's sync/all-items.
def test_simkl_json():
    def ids(imdb):
        return {"simkl": 1, "slug": "x", "imdb": imdb}

    heat = {"title": "Heat", "year": 1995, "ids": ids("tt0113277")}
    roma = {"title": "Roma", "year": 2018, "ids": ids("tt6155172")}
    anime = {"title": "Paprika", "year": 2006, "ids": ids("tt0851578")}
    day = "2024-01-02T20:00:00Z"
    text = json.dumps(
        {
            "shows": [{"status": "watching", "last_watched_at": day, "show": {"title": "Dark"}}],
            "anime": [
                {
                    "status": "completed",
                    "anime_type": "movie",
                    "last_watched_at": day,
                    "show": anime,
                },
                {"status": "completed", "anime_type": "tv", "last_watched_at": day, "show": anime},
            ],
            "movies": [
                {"status": "completed", "last_watched_at": day, "user_rating": 9, "movie": heat},
                {"status": "plantowatch", "last_watched_at": None, "movie": roma},
                {"status": "dropped", "last_watched_at": day, "movie": heat},
            ],
        }
    )
    expect(
        text,
        Service.SIMKL,
        Skip.SERIES,
        Record("Paprika", 2006, "tt0851578", date(2024, 1, 2)),
        Skip.SERIES,
        Record("Heat", 1995, "tt0113277", date(2024, 1, 2), 0.9),
        Record("Roma", 2018, "tt6155172", kind=WATCHLIST),
        Skip.LIST,
    )


def test_kinopoisk_has_both_titles():
    text = "nameRus;nameEng;year;rating\nСхватка;Heat;1995;9\n;Alien;1979;8\n"
    movies = [
        Record("Схватка", 1995, rating=0.9, other_titles=("Heat",)),
        Record("Alien", 1979, rating=0.8),
    ]
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1251"):
        assert read(text.encode(encoding)) == (Service.KINOPOISK, movies)


# Kinopoisk's own export, until 2021: a page in Windows' Cyrillic encoding that is called .xls.
def test_kinopoisk_page_called_xls():
    head = ("русскоязычное название", "оригинальное название", "год", "страны", "моя оценка")
    rows = (
        ("Дом &laquo;У дороги&raquo;", "Road House", "1989", "США", "7"),
        ("Летят журавли", "", "1957", "СССР", ""),
        ("Доктор Хаус (сериал)", "House M.D.", "2004 – 2012", "США", "9"),
    )
    table = "".join(
        "<tr>\n"
        + "".join(f'<td align="left" nowrap><b>{cell}</b></td>\n' for cell in row)
        + "</tr>"
        for row in (tuple(f"<i>{name}</i>" for name in head), *rows)
    )
    page = (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">\n<html>\n<head>'
        '<meta http-equiv="content-type" content="text/html; charset=windows-1251" /></head>\n'
        f"<body>\n<table>\n{table}</table></body></html>"
    ).encode("cp1251")
    road_house = Record("Дом «У дороги»", 1989, rating=0.7, other_titles=("Road House",))
    expect(
        page,
        Service.KINOPOISK,
        road_house,
        Record("Летят журавли", 1957),
        Skip.SERIES,
        name="kinopoisk.ru-viewed.xls",
    )
    assert read(page, "kinopoisk.ru-watchlist.xls")[1][1] == Record(
        "Летят журавли", 1957, kind=WATCHLIST
    )


def test_a_table_without_a_header():
    """As scripts leave of Kinopoisk's votes: both titles, the year, the vote, when it was given."""
    text = (
        "Схватка,Heat,1995,9,04.04.10 18:36\nЛетят журавли,,1957,-,04.04.10 18:37\n"
        "Доктор Хаус,House  M.D.,2004 – 2012,8,04.04.10 18:37\n"
        "Доктор Кто,Doctor Who,2005 – ...,9,04.04.10 18:38\n"
    )
    expect(
        text.encode("cp1251"),
        Service.TABLE,
        Record("Схватка", 1995, rating=0.9, other_titles=("Heat",)),
        Record("Летят журавли", 1957),
        Skip.SERIES,
        Skip.SERIES,
    )
    assert read("Heat;1995\nAlien;1979\n")[1] == [Record("Heat", 1995), Record("Alien", 1979)]


# criticker.com, Export: as a table, as XML (its elements are those that public readers ask for) and
# as text. The scale is each person's own.
CRITICKER = "Score, Film Name, Year, Date Rated, Mini Review, URL, IMDB ID\n"


def test_criticker_table():
    text = CRITICKER + (
        '95,"Lust, Caution",2007,"Jan 16 2013, 21:54","",https://www.criticker.com/film/x/,tt0808357\n'
        '50,"Cosmos",1980,"Mar 12 2016, 00:53","",https://www.criticker.com/tv/Cosmos/,tt0081846\n'
    )
    movie = Record("Lust, Caution", 2007, "tt0808357", rating=0.95)
    assert read(text) == (Service.CRITICKER, [movie, Skip.SERIES])
    tens = text.replace("95,", "9,").replace("50,", "5,")
    assert read(tens)[1][0] == Record("Lust, Caution", 2007, "tt0808357", rating=0.9)


def test_criticker_xml():
    movie = (
        "<film><filmid>1</filmid><filmname><![CDATA[{}]]></filmname>{}<filmlink>https://www."
        "criticker.com/{}/x/</filmlink><img></img><score>{}</score><quote><![CDATA[a <b>]]></quote>"
        "<reviewdate>2013-01-16</reviewdate><tier>9</tier></film>\n"
    )
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n<recentrankings>\n'
        + movie.format("Lust &amp; Caution (2007)", "", "film", 95)
        + movie.format("Heat", "<filmyear>1995</filmyear>", "film", 80)
        + movie.format("Cosmos (1980)", "", "tv", 50)
    )
    movies = [
        Record("Lust & Caution", 2007, rating=0.95),
        Record("Heat", 1995, rating=0.8),
        Skip.SERIES,
    ]
    assert read(f"{text}</recentrankings>") == (Service.CRITICKER, movies)
    assert read(f"{text}<film><filmname>")[1] == [*movies, Skip.BROKEN]


def test_criticker_text():
    text = (
        "ash's rankings at Criticker.com\n\nPage 1 of 1\n1 - 3 of 3 films\n\n"
        "100\tHeat (1995)\nSummary: Two men, one city.\n"
        "https://www.criticker.com/film/Heat/rating/ash\n\n"
        "99\tCosmos (1980)\nhttps://www.criticker.com/tv/Cosmos/rating/ash\n\n"
        "7\tWALL·E (2008)\nhttps://www.criticker.com/film/WALL-E/rating/ash\n"
    )
    expect(
        text,
        Service.CRITICKER,
        Record("Heat", 1995, rating=1.0),
        Skip.SERIES,
        Record("WALL·E", 2008, rating=0.07),
    )


def test_simkl_as_others_write_it():
    text = (
        "simkl_id,TVDB_ID,TMDB,IMDB_ID,MAL_ID,Type,Title,Year,LastEpWatched,Watchlist,WatchedDate,"
        "Rating,Memo\n1,,949,tt0113277,,movie,Heat,1995,,completed,2024-01-02,9,\n"
    )
    expect(text, Service.SIMKL, Record("Heat", 1995, "tt0113277", date(2024, 1, 2), 0.9))


def test_what_a_row_says_counts_more_than_the_name_of_its_file():
    """TV Time Out names files as its user likes; "watchlist.csv" may have watched movies too."""
    text = (
        "tvdb_id,imdb_id,title,year,watched_at,is_watched\n"
        "1,tt0113277,Heat,1995,,true\n2,tt6155172,Roma,2018,,false\n"
    )
    watched, wanted = read(text, "watchlist.csv")[1]
    assert (watched.kind, wanted.kind) == (RecordKind.WATCHED, WATCHLIST)
    dropped = "media_id,source,media_type,title,status\n1,tmdb,movie,Heat,Dropped\n"
    expect(dropped, Service.YAMTRACK, Skip.LIST, name="watchlist.csv")
    entry = {"id": {"imdb": "tt0113277"}, "title": "Heat", "is_watched": True}
    (movie,) = read(json.dumps([entry]), "watchlist.json")[1]
    assert movie.kind is RecordKind.WATCHED


def test_columns_are_known_with_and_without_accents():
    spellings = ("Titre,Année,Note", "TITRE,ANNEE,NOTE")
    for head in spellings:
        assert read(f"{head}\nHeat,1995,8\n")[1] == [Record("Heat", 1995, rating=0.8)]


def test_trakts_table_is_not_movarys():
    """Trakt's history has all columns of Movary's, and rows of shows and episodes."""
    text = (
        "watched_at,action,type,title,year,trakt_rating,trakt_id,imdb_id,tmdb_id,tvdb_id\n"
        "2024-01-02T12:00:00Z,scrobble,movie,Heat,1995,8,1,tt0113277,949,\n"
        "2024-01-02T12:00:00Z,scrobble,episode,Secrets,2017,8,2,tt6305578,1,3\n"
    )
    heat = Record("Heat", 1995, "tt0113277", date(2024, 1, 2))
    expect(text, Service.TRAKT, heat, Skip.SERIES)
