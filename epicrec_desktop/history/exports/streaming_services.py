"""Read exports of players: Netflix, Prime Video, Disney+, Google Takeout, Plex and Jellyfin."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
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
    imdb_of,
    is_episode,
    is_film,
    rating_of,
    title_and_year,
    title_of,
    year_of,
)

_DURATION = re.compile(r"(\d{1,3}):(\d\d):(\d\d)")

# Netflix: "Title,Date" of the viewing activity; or the longer table of all personal data.
_NETFLIX = frozenset({"title", "date"})
_NETFLIX_MORE = frozenset({"", "index", "unnamed0", "profile", "profilename", "country"})
_NETFLIX_LONG = frozenset({"starttime", "title"})
_NETFLIX_ONLY = frozenset({"profilename", "supplementalvideotype", "latestbookmark"})
"""Columns of the longer table that calendars and program guides lack; English in every account."""
_NETFLIX_STARS = 5.0
_NETFLIX_THUMBS = {"1": 0.2, "2": 0.8, "3": 1.0}  # down, up, two up; 0 and none: not rated
# Prime Video: Amazon's personal data, and the table that a public script makes of the web page.
_PRIME = ("playbackhour", "playbackstartdatetimeutc", "playbackstarttime")
_PRIME_SCRIPT = frozenset({"datewatched", "type", "title"})
_DISNEY = frozenset({"programtitle", "date"})
_IN_UTC = ("starttime", "playbackstartdatetimeutc")
"""Columns of moments in UTC, whose values seldom name the zone."""


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
    """Yield the titles of Ratings.csv and MyList.csv, two tables of Netflix's personal data."""
    wanted = "utctitleadddate" in table.columns
    kind = RecordKind.WATCHLIST if wanted else RecordKind.WATCHED
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
            rating = rating or _NETFLIX_THUMBS.get(row.get("thumbsvalue", ""))
            whose = title_of(row.get("profilename"))
            yield Record(name, year, rating=rating, kind=kind, viewer=whose)


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
            played = first(row, *dates)
            seen = days.day(played, utc=played in map(row.get, _IN_UTC))
            yield Record(name, year, seen=seen, viewer=whose)


TABLES = (
    TableFormat(
        Service.NETFLIX,
        lambda c: (c >= _NETFLIX_LONG and bool(c & _NETFLIX_ONLY)) or c - _NETFLIX_MORE == _NETFLIX,
        _netflix,
    ),
    TableFormat(
        Service.NETFLIX,
        lambda c: "titlename" in c and bool(c & {"thumbsvalue", "starvalue", "utctitleadddate"}),
        _netflix_ratings,
    ),
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
    r"(?<!\s)\s+(?:angesehen|gesucht|aufgerufen)$"
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


_SCALE = 10.0
_DAYS = Days()
_POSITIVE = re.compile(r"0*[1-9]\d{0,8}(?:\.0)?")

# Plex: Tautulli's exporter (plexapi's names), its history, and WebTools-NG.


def _plex_fits(_list: str, entry: dict[str, Any]) -> bool:
    if "full_title" in entry and "media_type" in entry:
        return True
    return "title" in entry and any(n in entry for n in ("viewCount", "lastViewedAt", "ratingKey"))


def _plex(_list: str, entry: dict[str, Any], _name: str) -> Item:
    kind = entry.get("media_type") or entry.get("type") or "movie"
    if kind != "movie":
        return Skip.SERIES
    title = title_of(entry.get("title")) or title_of(entry.get("full_title"))
    imdb_id = imdb_of(entry.get("guid")) or _guid(entry.get("guids") or entry.get("Guid"))
    if not (title or imdb_id):
        return Skip.NAMELESS
    if "watched_status" in entry:  # of Tautulli's history: 1, or the part of it
        status = entry["watched_status"]
        seen = isinstance(status, int | float) and not isinstance(status, bool) and status >= 1
    else:
        seen = _counted(entry.get("viewCount")) or bool(entry.get("lastViewedAt"))
    if not seen:
        return Skip.UNSEEN
    return Record(
        title,
        year_of(entry.get("year")),
        imdb_id,
        _DAYS.day(entry.get("lastViewedAt") or entry.get("date")),
        rating_of(entry.get("userRating"), _SCALE),
        viewer=title_of(entry.get("user")),
    )


def _guid(guids: object) -> str | None:
    if not isinstance(guids, list):
        return None
    ids = (imdb_of(g.get("id")) for g in guids[:20] if isinstance(g, dict))
    return next((found for found in ids if found), None)


def _counted(count: object) -> bool:
    if isinstance(count, str):
        return _POSITIVE.fullmatch(count.strip()) is not None
    return isinstance(count, int) and count > 0


def _plex_table_fits(columns: frozenset[str]) -> bool:
    return "title" in columns and bool(columns & {"viewcount", "lastviewedat"})


def _plex_table(table: Table, _name: str) -> Iterator[Item]:
    days = Days(row.get("lastviewedat", "") for row in table.rows() if row)
    for row in table.rows():
        yield Skip.BROKEN if row is None else _plex_row(row, days)


def _plex_row(row: Row, days: Days) -> Item:
    guids = (imdb_of(cell) for name, cell in row.items() if "guid" in name or "imdb" in name)
    imdb_id = next((found for found in guids if found), None)
    title, year = title_and_year(title_of(row.get("title")), year_of(row.get("year", "")))
    if not is_film(first(row, "type", "mediatype")):
        return Skip.SERIES
    if not (title or imdb_id):
        return Skip.NAMELESS
    seen = days.day(row.get("lastviewedat"))
    if seen is None and not _counted(row.get("viewcount", "")):
        return Skip.UNSEEN
    return Record(title, year, imdb_id, seen, rating_of(row.get("userrating", ""), _SCALE))


# Jellyfin and Emby: the items of a user from the server's API, and the Playback Reporting
# plugin's backup, whose lines have no header.


def _jellyfin_fits(_list: str, entry: dict[str, Any]) -> bool:
    return isinstance(entry.get("Name"), str) and any(
        name in entry for name in ("UserData", "ProviderIds", "ProductionYear")
    )


def _jellyfin(_list: str, entry: dict[str, Any], _name: str) -> Item:
    if entry.get("Type", "Movie") != "Movie":
        return Skip.SERIES
    own, ids = entry.get("UserData"), entry.get("ProviderIds")
    own = own if isinstance(own, dict) else {}
    imdb_id = imdb_of(ids.get("Imdb")) if isinstance(ids, dict) else None
    title = title_of(entry["Name"])
    if not (title or imdb_id):
        return Skip.NAMELESS
    if own.get("Played") is not True:
        return Skip.UNSEEN
    original = title_of(entry.get("OriginalTitle"))
    return Record(
        title,
        year_of(entry.get("ProductionYear")),
        imdb_id,
        _DAYS.day(own.get("LastPlayedDate")),
        rating_of(own.get("Rating"), _SCALE),
        other_titles=(original,) if original and original != title else (),
    )


_REPORTED = 9  # day, user, item, kind, name, method, client, device, seconds
_TYPES = frozenset({"Movie", "Episode", "Audio", "MusicVideo", "Video", "Trailer", "TvChannel"})


def is_playback_report(cells: list[str]) -> bool:
    """Return whether a line is one of the Playback Reporting plugin's backup."""
    return len(cells) >= _REPORTED and cells[3] in _TYPES and _DAYS.day(cells[0]) is not None


def playback_report(table: Table) -> Iterator[Item]:
    """Yield the films of such a backup."""
    for cells in table.lines():
        if not any(cells):
            continue
        if not is_playback_report(cells):
            yield Skip.BROKEN
        elif cells[3] != "Movie":
            yield Skip.SERIES
        elif not (title := title_of(cells[4])):
            yield Skip.NAMELESS
        elif cells[8].isdecimal() and len(cells[8]) < 10 and int(cells[8]) < PLAYED_S:
            yield Skip.GLIMPSE
        else:
            name, year = title_and_year(title, None)
            yield Record(name, year, seen=_DAYS.day(cells[0]), viewer=title_of(cells[1])[:32])


MEDIA_SERVER_TABLES = (TableFormat(Service.PLEX, _plex_table_fits, _plex_table),)
MEDIA_SERVER_ENTRIES = (
    EntryFormat(Service.PLEX, _plex_fits, _plex),
    EntryFormat(Service.JELLYFIN, _jellyfin_fits, _jellyfin),
)
