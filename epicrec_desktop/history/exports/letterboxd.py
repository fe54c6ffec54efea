"""Letterboxd: the archive of Settings → Data → Export, or a table out of it.

Ratings are half stars, 0.5 to 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports.formats import (
    Days,
    Item,
    TableFormat,
    rating_of,
    title_of,
    year_of,
)
from epicrec_desktop.history.exports.parsing import Table

_ASIDE = frozenset({"deleted", "orphaned", "lists", "likes"})
"""Folders of the archive that do not say what is watched now."""
_COLUMNS = frozenset({"name", "year", "letterboxduri"})
_SCALE = 5.0


def _fits(columns: frozenset[str]) -> bool:
    if columns >= _COLUMNS:
        return True
    # A list: "Position,Name,Year,URL,Description" below some lines about it.
    return columns >= {"position", "name", "year", "url", "description"}


def _read(table: Table, name: str) -> Iterator[Item]:
    columns = frozenset(table.columns)
    in_list = "letterboxduri" not in columns or _ASIDE & set(PurePosixPath(name).parts[:-1])
    kind = RecordKind.WATCHED if in_list else _kind(columns, name)
    days = Days()
    for row in table.rows():
        if row is None:
            yield Skip.BROKEN
        elif in_list:
            yield Skip.LIST
        elif not (title := title_of(row.get("name"))):
            yield Skip.NAMELESS
        else:
            yield Record(
                title,
                year_of(row.get("year", "")),
                seen=days.day(row.get("watcheddate")),
                rating=rating_of(row.get("rating", ""), _SCALE),
                kind=kind,
            )


def _kind(columns: frozenset[str], name: str) -> RecordKind:
    """Watched and watchlist have the same columns; only their names tell them apart."""
    if "rating" in columns:
        return RecordKind.WATCHED
    if "watchlist" in PurePosixPath(name).name:
        return RecordKind.WATCHLIST
    if "watched" in PurePosixPath(name).name:
        return RecordKind.WATCHED
    raise export_error("which-list")


TABLES = (TableFormat(Service.LETTERBOXD, _fits, _read),)
