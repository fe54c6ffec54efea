"""Recognize the service of an export by its contents, and read its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import PurePosixPath
from typing import Any

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports import (
    lists,
    local_players,
    streaming_services,
    tracker_tables,
    trackers,
)
from epicrec_desktop.history.exports.episodes import (
    WORDS,
    is_episode,
    is_film,
    is_of_series,
    other_medium,
)
from epicrec_desktop.history.exports.markup import table_text
from epicrec_desktop.history.exports.parsing import (
    RATED,
    Days,
    Entry,
    EntryFormat,
    Item,
    Row,
    Table,
    TableFormat,
    decode,
    entries,
    first,
    imdb_number_of,
    imdb_of,
    plain,
    rating_of,
    rating_scale,
    tables,
    title_and_year,
    title_of,
    year_of,
)

# Any table with a column for titles or IMDb's ids; Letterboxd's import format is one.
_TITLES = WORDS["column of titles"]
_VAGUE = frozenset({"name", "nome"})  # of anything, where nothing else of the table is a film's
_ORIGINALS = WORDS["column of original titles"]
_YEARS = WORDS["column of years"]
_IDS = WORDS["column of ids"]
_DATES = WORDS["column of days"]
_RATINGS = WORDS["column of ratings"]
_OWN_RATINGS = ("yourrating", "myrating", "userrating", "personalrating")
_CROWD = frozenset(WORDS["column of votes"])
"""Columns of tables whose ratings are everybody's: "Rating, Votes"; only such as `_OWN_RATINGS` are
a person's."""
_TYPES = ("type", "titletype", "mediatype", "kind", "typ")
_ADDRESSES = ("url", "link", "uri")
_WANTED = ("watchlist", "merkliste", "wantto", "wishlist", "zuschauen")


def _is_list_of_films(columns: frozenset[str]) -> bool:
    known = {plain(column) for column in columns}
    titles = known & {*_TITLES}
    if titles <= _VAGUE and not known & {*_YEARS, *_RATINGS, *_IDS}:
        return False
    return bool(titles or known & {*_IDS})


def _read(table: Table, name: str) -> Iterator[Item]:
    table = table.renamed(plain)
    days = Days(first(row, *_DATES, *RATED) for row in table.rows() if row)
    ratings = _OWN_RATINGS if _CROWD & {*table.columns} else _RATINGS
    if "rating10" in table.columns:
        scale = 10.0
    else:
        scale = rating_scale(first(row, *ratings) for row in table.rows() if row)
    kind = _kind_of_list(name)
    yield from table.items(lambda row: _film(row, days, scale, kind, ratings))


def _kind_of_list(name: str) -> RecordKind:
    """Return what a list says of its films, by the name of its file."""
    file_name = PurePosixPath(name).name
    wanted = any(word in file_name for word in _WANTED)
    return RecordKind.WATCHLIST if wanted else RecordKind.WATCHED


def _film(
    row: Row, days: Days, scale: float, kind: RecordKind, ratings: Sequence[str] = _RATINGS
) -> Item:
    imdb_id = imdb_number_of(first(row, *_IDS)) or imdb_of(first(row, *_ADDRESSES))
    title = title_of(first(row, *_TITLES))
    years = first(row, *_YEARS)
    if is_of_series(row, title, years):
        return Skip.SERIES
    title, year = title_and_year(title, year_of(years))
    if not (title or imdb_id):
        return Skip.NAMELESS
    season = first(row, *_IDS).partition("_s")[2].isdecimal()  # Criticker's "tt0944947_s1"
    if season or not is_film(first(row, *_TYPES)) or is_episode(title):
        return Skip.SERIES
    others = [title_of(first(row, *_ORIGINALS)), *(_SECOND_TITLE.findall(title) or [()])[0]]
    return Record(
        title,
        year,
        imdb_id,
        days.day(first(row, *_DATES)),
        rating_of(first(row, *ratings), scale),
        kind,
        tuple(other for other in others if other and other != title),
        seen_by=days.day(first(row, *RATED)) if kind is RecordKind.WATCHED else None,
    )


_SECOND_TITLE = re.compile(r"^([^()]{2,200}) \((?:TV|[A-Z]|([^()]{3,200}))\)$")
"""FilmAffinity's "Vivir (Ikiru)", and its marks of films for television and of short ones."""


GENERIC_TABLES = (TableFormat(Service.TABLE, _is_list_of_films, _read),)


TABLES: tuple[TableFormat, ...] = (
    *trackers.LETTERBOXD_TABLES,
    *trackers.IMDB_TABLES,
    *trackers.TRAKT_TABLES,
    *tracker_tables.TABLES,
    *streaming_services.TABLES,
    *streaming_services.MEDIA_SERVER_TABLES,
    *GENERIC_TABLES,  # the last: it takes whatever has a title
)
DOCUMENTS: tuple[EntryFormat, ...] = (
    *streaming_services.GOOGLE_ENTRIES,
    *streaming_services.PRIME_ENTRIES,
    *trackers.LIST_ENTRIES,
    *trackers.TRAKT_ENTRIES,
    *streaming_services.MEDIA_SERVER_ENTRIES,
)
_SNIFFED_ENTRIES = 50  # entries of a document by which its service is recognized


def read_export(data: bytes, name: str) -> tuple[Service, Iterator[Item]]:
    """Whose export the bytes of a file are, and its items one at a time.

    `name`: in its archive, "/" between folders; where a service writes two lists alike, it tells
    which one this is, and nothing else. Raises `HistoryError`, also while items are read.
    """
    text = decode(data)
    start = text[:4_096].lstrip("\ufeff \t\r\n")
    if not start:
        raise export_error("empty")
    if (known := _known_text(text)) is not None:
        return known
    if start[0] in "{[":
        return _document(text.lstrip("\ufeff"), name.casefold())
    if start[0] == "<":
        return _page(text, start, name.casefold())
    if (films := lists.read_plain_list(text, _kind_of_list(name.casefold()))) is not None:
        return Service.TABLE, films
    return _table(text, name.casefold())


def _known_text(text: str) -> tuple[Service, Iterator[Item]] | None:
    """Return the items of a file that is neither table nor document; None for any other."""
    player = local_players.read_player(text.lstrip("\ufeff \t\r\n"))
    if player is not None:
        return player
    if (criticker := tracker_tables.read_criticker(text)) is not None:
        return Service.CRITICKER, criticker
    return lists.read_my_anime_list(text)


def _page(text: str, start: str, name: str) -> tuple[Service, Iterator[Item]]:
    """Read a page's table: Kinopoisk's export is one, though its name ends in .xls."""
    try:
        return _table(table_text(text), name)
    except HistoryError:
        page = "html" in start[:200].casefold()
        raise export_error("web-page" if page else "unknown") from None


def _table(text: str, name: str) -> tuple[Service, Iterator[Item]]:
    found = list(tables(text))
    for readable in found[:1]:  # without a header, so that its first film is no column
        if streaming_services.is_playback_report(next(readable.lines(), [])):
            return Service.JELLYFIN, streaming_services.playback_report(readable)
    for kind in TABLES:
        for readable in found:
            columns = frozenset(readable.columns) - {""}
            if kind.fits(columns):
                if kind.service is Service.TABLE and (medium := other_medium(map(plain, columns))):
                    raise export_error(medium)
                return kind.service, kind.read(readable, name)
    for readable in found:
        if names := _by_contents(readable):
            return Service.TABLE, _read(readable.without_header(names), name)
    raise export_error("unknown")


_SNIFFED_ROWS = 20
_YEAR_CELL = re.compile(r"(?:18[89]|19\d|20\d)\d(?:\s?[-–]\s?(?:\d{4}|\.\.\.)?)?")
_RATING_CELL = re.compile(r"\d{1,3}(?:[.,]\d)?|-?")


def _by_contents(table: Table) -> tuple[str, ...]:
    """Return names of the columns of a table without a header: titles, then years, then ratings.

    Empty where the first rows do not all have a title before a year.
    """
    rows = table.without_header(tuple(map(str, range(len(table.columns))))).rows()
    columns = list(zip(*(row.values() for row in islice(rows, _SNIFFED_ROWS) if row), strict=False))
    at = next((i for i, cells in enumerate(columns) if all(map(_YEAR_CELL.fullmatch, cells))), 0)
    if not at or not any(cell[:1].isalpha() for cell in columns[0]) or len(columns[0]) < 2:
        return ()
    rated = at + 1 < len(columns) and all(map(_RATING_CELL.fullmatch, columns[at + 1]))
    return (
        "title",
        *("originaltitle" if i == 1 else f"column{i}" for i in range(1, at)),
        "year",
        *(("rating",) if rated else ()),
    )


def _document(text: str, name: str) -> tuple[Service, Iterator[Item]]:
    every = entries(text)
    first = list(islice(every, _SNIFFED_ENTRIES))
    for kind in DOCUMENTS:
        if any(isinstance(entry, dict) and kind.fits(part, entry) for part, entry in first):
            return kind.service, _items(kind, chain(first, every), name)
    raise export_error("unknown")


def _items(kind: EntryFormat, every: Iterator[Entry], name: str) -> Iterator[Item]:
    of_service = [known for known in DOCUMENTS if known.service is kind.service]
    for part, entry in every:
        if not isinstance(entry, dict):
            continue
        item = _item(of_service, part, entry, name)
        if item is not None:
            yield item


def _item(formats: list[EntryFormat], part: str, entry: dict[str, Any], name: str) -> Item | None:
    for known in formats:
        if known.fits(part, entry):
            try:
                return known.read(part, entry, name)
            except HistoryError:
                raise
            except (TypeError, ValueError, AttributeError, OverflowError):
                return Skip.BROKEN  # values of other kinds than any export has
    return None
