"""Any table with a column for titles or IMDb's ids; Letterboxd's import format is one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import PurePosixPath

from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
from epicrec_desktop.history.exports.parsing import (
    Days,
    Item,
    Row,
    Table,
    TableFormat,
    first,
    imdb_number_of,
    imdb_of,
    is_episode,
    is_film,
    rating_of,
    rating_scale,
    title_and_year,
    title_of,
    year_of,
)

# fmt: off
_TITLES = (
    "title", "movietitle", "filmtitle", "primarytitle", "name", "movie", "film", "titel",
    "filmtitel", "filmname", "titre", "titulo", "titolo", "nome",
)
_ORIGINALS = ("originaltitle", "originaltitel")
_YEARS = (
    "year", "releaseyear", "yearofrelease", "releasedyear", "startyear", "jahr",
    "erscheinungsjahr", "produktionsjahr", "annee", "ano", "anno",
)
_IDS = ("imdbid", "imdb", "imdbidentifier", "const", "tconst", "imdbtitleid", "imdburl", "imdblink")
_DATES = (
    "watcheddate", "datewatched", "watchedat", "watchedon", "watched", "lastwatched",
    "lastwatchedat", "seen", "seenon", "dateseen", "viewed", "viewedat", "lastplayed", "date",
    "datum", "gesehen", "gesehenam",
)
_RATINGS = (
    "rating10", "rating", "yourrating", "myrating", "userrating", "personalrating", "score",
    "stars", "vote", "bewertung", "wertung", "sterne", "note",
)
_TYPES = ("type", "titletype", "mediatype", "kind", "typ")
_ADDRESSES = ("url", "link", "uri")
_WANTED = ("watchlist", "merkliste", "wantto", "wishlist", "zuschauen")
# fmt: on


def _plain(column: str) -> str:
    """Without accents: "année" is "annee"."""
    return "".join(c for c in unicodedata.normalize("NFD", column) if not unicodedata.combining(c))


def _fits(columns: frozenset[str]) -> bool:
    plain = {_plain(column) for column in columns}
    return bool(plain & {*_TITLES, *_IDS})


def _read(table: Table, name: str) -> Iterator[Item]:
    table = table.renamed(_plain)
    file_name = PurePosixPath(name).name
    wanted = any(word in file_name for word in _WANTED)
    days = Days(first(row, *_DATES) for row in table.rows() if row)
    if "rating10" in table.columns:
        scale = 10.0
    else:
        scale = rating_scale(first(row, *_RATINGS) for row in table.rows() if row)
    kind = RecordKind.WATCHLIST if wanted else RecordKind.WATCHED
    for row in table.rows():
        yield Skip.BROKEN if row is None else _film(row, days, scale, kind)


def _film(row: Row, days: Days, scale: float, kind: RecordKind) -> Item:
    imdb_id = imdb_number_of(first(row, *_IDS)) or imdb_of(first(row, *_ADDRESSES))
    title = title_of(first(row, *_TITLES))
    title, year = title_and_year(title, year_of(first(row, *_YEARS)))
    if not (title or imdb_id):
        return Skip.NAMELESS
    if not is_film(first(row, *_TYPES)) or is_episode(title):
        return Skip.SERIES
    original = title_of(first(row, *_ORIGINALS))
    return Record(
        title,
        year,
        imdb_id,
        days.day(first(row, *_DATES)),
        rating_of(first(row, *_RATINGS), scale),
        kind,
        (original,) if original and original != title else (),
    )


TABLES = (TableFormat(Service.TABLE, _fits, _read),)
