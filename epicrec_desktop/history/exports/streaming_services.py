"""Services that stream: Netflix, Prime Video and Disney+. They tell titles without years."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from epicrec_desktop.domain.export_records import Record, Service, Skip
from epicrec_desktop.domain.history import PLAYED_S
from epicrec_desktop.history.exports.formats import (
    Days,
    Item,
    TableFormat,
    is_episode,
    is_film,
    title_and_year,
    title_of,
)
from epicrec_desktop.history.exports.parsing import Row, Table, first

_DURATION = re.compile(r"(\d{1,3}):(\d\d):(\d\d)")

# Netflix: "Title,Date" of the viewing activity; or the longer table of all personal data.
_NETFLIX = frozenset({"title", "date"})
_NETFLIX_LONG = frozenset({"profilename", "starttime", "duration", "title"})
# Prime Video: Amazon's personal data, and the table that a public script makes of the web page.
_PRIME = ("playbackhour", "playbackstartdatetimeutc", "playbackstarttime")
_PRIME_SCRIPT = frozenset({"datewatched", "type", "title"})
_DISNEY = frozenset({"programtitle", "date"})


def _netflix(table: Table, _name: str) -> Iterator[Item]:
    def film(row: Row) -> Item | str:
        if first(row, "supplementalvideotype"):
            return Skip.TRAILER
        length = _DURATION.fullmatch(row.get("duration", ""))
        if length and 3600 * int(length[1]) + 60 * int(length[2]) + int(length[3]) < PLAYED_S:
            return Skip.GLIMPSE
        return row.get("title", "")

    yield from _films(table, film, ("starttime", "date"), "profilename")


def _prime(table: Table, _name: str) -> Iterator[Item]:
    def film(row: Row) -> Item | str:
        if first(row, "episodetitle", "episode") or not is_film(row.get("type", "")):
            return Skip.SERIES
        return row.get("title", "")

    yield from _films(table, film, ("datewatched", *_PRIME))


def _disney(table: Table, _name: str) -> Iterator[Item]:
    def film(row: Row) -> Item | str:
        if first(row, "seasontitle", "seasonname", "season", "episode"):
            return Skip.SERIES
        return row.get("programtitle", "")

    yield from _films(table, film, ("date",), "profileid")


def _films(
    table: Table, film: Callable[[Row], Item | str], dates: tuple[str, ...], viewer: str = ""
) -> Iterator[Item]:
    """What `film` makes of each row: a title to take in, or why not."""
    days = Days(first(row, *dates) for row in table.rows() if row)
    for row in table.rows():
        title_or_skip = Skip.BROKEN if row is None else film(row)
        if row is None or not isinstance(title_or_skip, str) or isinstance(title_or_skip, Skip):
            yield title_or_skip if isinstance(title_or_skip, Skip) else Skip.BROKEN
        elif not (title := title_of(title_or_skip)):
            yield Skip.NAMELESS
        elif is_episode(title):
            yield Skip.SERIES
        else:
            name, year = title_and_year(title, None)
            whose = title_of(row.get(viewer)) if viewer else ""
            yield Record(name, year, seen=days.day(first(row, *dates)), viewer=whose)


TABLES = (
    TableFormat(Service.NETFLIX, lambda c: c == _NETFLIX or c >= _NETFLIX_LONG, _netflix),
    TableFormat(
        Service.PRIME,
        lambda c: c >= _PRIME_SCRIPT or ("title" in c and bool(c & set(_PRIME))),
        _prime,
    ),
    TableFormat(Service.DISNEY, lambda c: c >= _DISNEY, _disney),
)
