"""IMDb: the tables of ratings and of lists, the watchlist among them, of today and before 2017.

Ratings are 1 to 10. The day of a rating is no day of watching, so it is not taken for one.
"""

from __future__ import annotations

from collections.abc import Iterator

from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
from epicrec_desktop.history.exports.formats import (
    Item,
    TableFormat,
    imdb_number_of,
    imdb_of,
    is_film,
    rating_of,
    title_of,
    year_of,
)
from epicrec_desktop.history.exports.parsing import Row, Table, first

_SCALE = 10.0


def _fits(columns: frozenset[str]) -> bool:
    return "const" in columns and bool(columns & {"titletype", "yourrating", "yourated"})


def _read(table: Table, name: str) -> Iterator[Item]:
    is_list = "position" in table.columns
    for row in table.rows():
        yield Skip.BROKEN if row is None else _film(row, is_list=is_list)


def _film(row: Row, *, is_list: bool) -> Item:
    title, imdb_id = title_of(row.get("title")), imdb_number_of(row.get("const", ""))
    imdb_id = imdb_id or imdb_of(row.get("url", ""))
    if not (title or imdb_id):
        return Skip.NAMELESS
    if not is_film(row.get("titletype", "")):
        return Skip.SERIES
    rating = rating_of(first(row, "yourrating", "yourated"), _SCALE)
    original = title_of(row.get("originaltitle"))
    # Who has rated a film of a list has seen it; the others of a list are yet to be watched.
    wanted = is_list and rating is None
    return Record(
        title,
        year_of(row.get("year", "")),
        imdb_id,
        rating=rating,
        kind=RecordKind.WATCHLIST if wanted else RecordKind.WATCHED,
        other_titles=(original,) if original and original != title else (),
    )


TABLES = (TableFormat(Service.IMDB, _fits, _read),)
