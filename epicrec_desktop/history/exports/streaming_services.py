"""Read exports of streaming services: Netflix, Prime Video, Disney+ and Google Takeout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from epicrec_desktop.domain.export_records import Record, Service, Skip
from epicrec_desktop.domain.history import PLAYED_S, Visit
from epicrec_desktop.history.cleaning import EARLIEST, UNIX_EPOCH, clean_title, clean_url
from epicrec_desktop.history.exports.parsing import (
    Days,
    EntryFormat,
    Item,
    Row,
    Table,
    TableFormat,
    first,
    is_episode,
    is_film,
    rating_of,
    title_and_year,
    title_of,
)

_DURATION = re.compile(r"(\d{1,3}):(\d\d):(\d\d)")

# Netflix: "Title,Date" of the viewing activity; or the longer table of all personal data.
_NETFLIX = frozenset({"title", "date"})
_NETFLIX_LONG = frozenset({"profilename", "starttime", "duration", "title"})
_NETFLIX_RATINGS = frozenset({"titlename", "thumbsvalue"})  # Ratings.csv of the same archive
_NETFLIX_STARS = 5.0
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


def _netflix_ratings(table: Table, _name: str) -> Iterator[Item]:
    """Yield the rated titles. Thumbs are not read: what their numbers mean is not documented."""
    for row in table.rows():
        if row is None:
            yield Skip.BROKEN
        elif not (title := title_of(row.get("titlename"))):
            yield Skip.NAMELESS
        elif is_episode(title):
            yield Skip.SERIES
        else:
            name, year = title_and_year(title, None)
            rating = rating_of(row.get("starvalue", ""), _NETFLIX_STARS)
            yield Record(name, year, rating=rating, viewer=title_of(row.get("profilename")))


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
    """Yield what `film` makes of each row: a title to take in, or why not."""
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
    TableFormat(Service.NETFLIX, lambda c: c >= _NETFLIX_RATINGS, _netflix_ratings),
    TableFormat(
        Service.PRIME,
        lambda c: c >= _PRIME_SCRIPT or ("title" in c and bool(c & set(_PRIME))),
        _prime,
    ),
    TableFormat(Service.DISNEY, lambda c: c >= _DISNEY, _disney),
)


_LATEST_VISIT = datetime(2100, 1, 1, tzinfo=UTC)
# What Google writes before or after the title of a video, in English and in German.
_ACTION_PREFIX = re.compile(
    r"^(?:Watched|Searched for|Visited|Viewed)\s+|"
    r"\s+(?:angesehen|gesucht|aufgerufen)$"
)


def _chrome_fits(name: str, entry: dict[str, Any]) -> bool:
    return name == "Browser History" and "url" in entry and "time_usec" in entry


def _chrome(_list: str, entry: dict[str, Any], _name: str) -> Item:
    ticks = entry["time_usec"]
    if isinstance(ticks, str) and ticks.isdecimal() and len(ticks) < 20:
        ticks = int(ticks)
    if not isinstance(ticks, int) or isinstance(ticks, bool) or not 0 < ticks < 10**17:
        return Skip.BROKEN
    time = UNIX_EPOCH + timedelta(microseconds=ticks)
    return _visit(entry["url"], entry.get("title"), time)


def _activity_fits(_list: str, entry: dict[str, Any]) -> bool:
    return all(isinstance(entry.get(n), str) for n in ("header", "title", "time")) and isinstance(
        entry.get("products"), list
    )


def _activity(_list: str, entry: dict[str, Any], _name: str) -> Item:
    if "titleUrl" not in entry:
        return Skip.NAMELESS  # a video that was deleted since, or is private
    try:
        time = datetime.fromisoformat(entry["time"][:40])
    except ValueError:
        return Skip.BROKEN
    if time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    return _visit(entry["titleUrl"], _ACTION_PREFIX.sub("", entry["title"][:1_000]), time)


def _visit(url: object, title: object, time: datetime) -> Item:
    address = clean_url(url)
    try:
        time = time.astimezone(UTC)
    except OverflowError:
        return Skip.BROKEN
    if address is None or not EARLIEST <= time < _LATEST_VISIT:
        return Skip.BROKEN
    return Visit(address, clean_title(title), time)


GOOGLE_ENTRIES = (
    EntryFormat(Service.GOOGLE, _chrome_fits, _chrome),
    EntryFormat(Service.GOOGLE, _activity_fits, _activity),
)
