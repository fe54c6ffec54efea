"""Trakt: the archive of Settings → Data (JSON), what its API answers, and its tables.

Ratings are 1 to 10. The day of a rating is no day of watching.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
from epicrec_desktop.history.exports.formats import (
    Days,
    EntryFormat,
    Item,
    TableFormat,
    imdb_number_of,
    imdb_of,
    rating_of,
    title_of,
    year_of,
)
from epicrec_desktop.history.exports.parsing import Row, Table, first

_SCALE = 10.0
_WATCHED = ("watched_at", "last_watched_at", "rated_at")
_NO_FILMS = ("episode", "show", "season", "person")
_DAYS = Days()


def _entry_fits(_list: str, entry: dict[str, Any]) -> bool:
    if not any(name in entry for name in (*_WATCHED, "listed_at", "collected_at")):
        return False
    return any(isinstance(entry.get(n), dict) for n in ("movie", "ids", *_NO_FILMS))


def _entry(_list: str, entry: dict[str, Any], name: str) -> Item:
    movie = entry.get("movie", entry)
    if not isinstance(movie, dict) or (
        "movie" not in entry and any(kind in entry for kind in _NO_FILMS)
    ):
        return Skip.SERIES
    ids = movie.get("ids")
    imdb_id = imdb_of(ids.get("imdb")) if isinstance(ids, dict) else None
    title = title_of(movie.get("title"))
    if not (title or imdb_id):
        return Skip.NAMELESS
    kind = RecordKind.WATCHED
    if not any(name in entry for name in _WATCHED):
        if "watchlist" not in PurePosixPath(name).name:
            return Skip.LIST
        kind = RecordKind.WATCHLIST
    return Record(
        title,
        year_of(movie.get("year")),
        imdb_id,
        _DAYS.day(entry.get("watched_at") or entry.get("last_watched_at")),
        rating_of(entry.get("rating"), _SCALE),
        kind,
    )


def _table_fits(columns: frozenset[str]) -> bool:
    return columns >= {"traktid", "title", "type"} and bool(
        columns & {"watchedat", "lastwatchedat", "ratedat", "listedat", "collectedat"}
    )


def _table(table: Table, name: str) -> Iterator[Item]:
    watched = bool({"watchedat", "lastwatchedat", "ratedat"} & set(table.columns))
    wanted = not watched and "watchlist" in PurePosixPath(name).name
    for row in table.rows():
        if row is None:
            yield Skip.BROKEN
        elif row.get("type", "movie").casefold() != "movie":
            yield Skip.SERIES
        elif not (watched or wanted):
            yield Skip.LIST
        else:
            yield _film(row, RecordKind.WATCHLIST if wanted else RecordKind.WATCHED)


def _film(row: Row, kind: RecordKind) -> Item:
    title, imdb_id = title_of(row.get("title")), imdb_number_of(row.get("imdbid", ""))
    if not (title or imdb_id):
        return Skip.NAMELESS
    return Record(
        title,
        year_of(row.get("year", "")),
        imdb_id,
        _DAYS.day(first(row, "watchedat", "lastwatchedat")),
        rating_of(row.get("rating", ""), _SCALE),
        kind,
    )


TABLES = (TableFormat(Service.TRAKT, _table_fits, _table),)
ENTRIES = (EntryFormat(Service.TRAKT, _entry_fits, _entry),)
