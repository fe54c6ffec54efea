"""Recognize the service of an export by its contents, and read its rows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice
from pathlib import PurePosixPath

from msgspec.structs import replace

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.export_records import RecordKind, Service
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports import google, letterboxd, lists, local_players
from epicrec_desktop.history.exports.episodes import WORDS, other_medium
from epicrec_desktop.history.exports.layouts import ADDRESSES, LAYOUTS, layout_of
from epicrec_desktop.history.exports.markup import table_text
from epicrec_desktop.history.exports.parsing import (
    Days,
    Entry,
    Item,
    Table,
    decode,
    entries,
    row_of,
    tables,
)

_ANY = layout_of(Service.TABLE)
_VAGUE = frozenset({"name", "nome"})  # of anything, where nothing else of the table is a movie's
_OWN_RATINGS = ("yourrating", "myrating", "userrating", "personalrating")
_CROWD = frozenset(WORDS["column of votes"])
"""Columns of tables whose ratings are everybody's: "Rating, Votes"; only such as `_OWN_RATINGS` are
a person's."""
_WANTED = ("watchlist", "merkliste", "wantto", "wishlist", "zuschauen")


def _is_list_of_movies(columns: Collection[str]) -> bool:
    titles, ids = ({*names}.intersection(columns) for names in (_ANY.title, _ANY.imdb_id))
    ids -= ADDRESSES
    if titles <= _VAGUE and not ids and {*_ANY.year, *_ANY.rating}.isdisjoint(columns):
        return False
    return bool(titles or ids)


def _read_any(table: Table, name: str) -> Iterator[Item]:
    layout = replace(_ANY, scale=10.0) if "rating10" in table.columns else _ANY
    if not _CROWD.isdisjoint(table.columns):
        layout = replace(layout, rating=_OWN_RATINGS)
    wanted = _kind_of_list(name) is RecordKind.WATCHLIST
    if wanted:  # its ratings are not the user's, and its days not those of watching
        layout = replace(layout, rating=(), day=())
    yield from layout.items(table.rows, wanted=wanted)


def _kind_of_list(name: str) -> RecordKind:
    """Return what a list says of its movies, by the name of its file."""
    file_name = PurePosixPath(name).name
    wanted = any(word in file_name for word in _WANTED)
    return RecordKind.WATCHLIST if wanted else RecordKind.WATCHED


_CODE_HEAD, _CODE_LINES = 20_000, 3  # characters that are looked at, and lines that tell
_CODE_LINE = re.compile(r"[)\]}][,;]?|.*(?:\w\(|\{|\):)")  # and not the ":(" of a review
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
    known = local_players.read_player(text.lstrip("\ufeff \t\r\n")) or lists.read_list(text)
    if known is not None:
        return known
    if start[0] in "{[":
        return _document(text.lstrip("\ufeff"), name.casefold())
    if start[0] == "<":
        # Kinopoisk's export is a page's table, though its name ends in .xls.
        try:
            return _table(table_text(text), name.casefold())
        except HistoryError:
            page = "html" in start[:200].casefold()
            raise export_error("web-page" if page else "unknown") from None
    if (movies := lists.read_plain_list(text, _kind_of_list(name.casefold()))) is not None:
        return Service.TABLE, movies
    return _table(text, name.casefold())


def _table(text: str, name: str) -> tuple[Service, Iterator[Item]]:
    found = list(tables(text))
    for readable in found[:1]:  # without a header, so that its first movie is no column
        if lists.is_playback_report(next(readable.lines(), [])):
            return Service.JELLYFIN, lists.playback_report(readable)
    for layout in LAYOUTS:
        for readable in found:
            if layout.fits(readable.columns):
                read = letterboxd.read if layout.service is Service.LETTERBOXD else layout.read
                return layout.service, read(readable, name)
    # A program's lists of names can look like a table's header.
    lines = map(str.strip, text[:_CODE_HEAD].splitlines())
    if sum(_CODE_LINE.fullmatch(line) is not None for line in lines) >= _CODE_LINES:
        raise export_error("unknown")
    return _any_table(found, name)


def _any_table(found: Sequence[Table], name: str) -> tuple[Service, Iterator[Item]]:
    """Read the first table with a column of titles, by the names of its columns or by its rows."""
    for readable in filter(lambda one: _is_list_of_movies(one.columns), found):
        if medium := other_medium(readable.columns, islice(readable.rows(), _SNIFFED_ROWS)):
            raise export_error(medium)
        return Service.TABLE, _read_any(readable, name)
    for readable in found:
        if names := _by_contents(readable):
            return Service.TABLE, _read_any(readable.without_header(names), name)
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
    first = [one for one in islice(every, _SNIFFED_ENTRIES) if isinstance(one[1], dict)]
    objects = chain(first, (one for one in every if isinstance(one[1], dict)))
    if any(google.is_google(*one) for one in first):
        return Service.GOOGLE, google.read(objects)
    rows = [row_of(entry) for _, entry in first]
    for layout in LAYOUTS:
        if any(map(layout.fits_entry, rows)):
            return layout.service, _entries(layout.service, objects, name)
    raise export_error("unknown")


def _entries(service: Service, objects: Iterator[Entry], name: str) -> Iterator[Item]:
    layouts = [(one, one.is_wanted(name)) for one in LAYOUTS if one.service is service]
    days = Days()
    for _, entry in objects:
        row = row_of(entry)
        for layout, wanted in layouts:
            if layout.fits_entry(row):
                yield layout.item(row, days, wanted=wanted)
                break
