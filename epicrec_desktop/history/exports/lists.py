"""Read lists of titles: MyAnimeList's export, and plain text with a "Title (year)" per line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports.markup import elements, value
from epicrec_desktop.history.exports.parsing import (
    ROWS,
    Days,
    Item,
    rating_of,
    title_and_year,
    title_of,
)

_HEAD = 4_096
_DAYS = Days()
_SCALE = 10.0
_STATES = {
    "completed": RecordKind.WATCHED,
    "plan to watch": RecordKind.WATCHLIST,
    "watching": RecordKind.LOOKED_AT,
    "on-hold": RecordKind.LOOKED_AT,
    "dropped": RecordKind.LOOKED_AT,
}


def read_my_anime_list(text: str) -> tuple[Service, Iterator[Item]] | None:
    """Return the items of MyAnimeList's export; None if it is none.

    Raises `HistoryError` for its export of manga.
    """
    head = text[:_HEAD]
    if "<myanimelist>" not in head:
        return None
    if "<manga>" in head and "<anime>" not in head:
        raise export_error("books")
    found = elements(text, "anime")
    return Service.MYANIMELIST, (Skip.BROKEN if a is None else _anime(a) for a in found)


def _anime(anime: str) -> Item:
    if value(anime, "series_type").casefold() != "movie":
        return Skip.SERIES
    title = title_of(value(anime, "series_title"))
    kind = _STATES.get(value(anime, "my_status").casefold())
    if not title:
        return Skip.NAMELESS
    if kind is None:
        return Skip.LIST
    name, year = title_and_year(title, None)
    day = _DAYS.day(value(anime, "my_finish_date")) if kind is RecordKind.WATCHED else None
    return Record(name, year, None, day, rating_of(value(anime, "my_score"), _SCALE), kind)


_LINE = re.compile(
    r"\s*(?:[-*•–]\s+|\d{1,4}[.)]\s+)?(?P<film>\S.{0,300}?\s?[(\[](?:18|19|20)\d\d[)\]])\s*"
)
_SNIFFED = 20


def read_plain_list(text: str, kind: RecordKind) -> Iterator[Item] | None:
    """Return the films of a text with a "Title (year)" in each line; None if it is no such text.

    `kind`: what the list says of them.
    """
    lines = (line for line in text.splitlines() if line.strip())
    first = list(islice(lines, _SNIFFED))
    return _films(text, kind) if first and all(map(_LINE.fullmatch, first)) else None


def _films(text: str, kind: RecordKind) -> Iterator[Item]:
    for number, line in enumerate(text.splitlines()):
        if number >= ROWS:
            raise export_error("too-many")
        if not line.strip():
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            yield Skip.BROKEN
        else:
            title, year = title_and_year(title_of(found["film"]), None)
            yield Record(title, year, kind=kind)
