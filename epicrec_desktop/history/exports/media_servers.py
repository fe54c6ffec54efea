"""Plex and Jellyfin: what Tautulli, WebTools and the servers' own interfaces write.

Films that are only in the collection are none that were watched. Ratings are 0 to 10.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from epicrec_desktop.domain.export_records import Record, Service, Skip
from epicrec_desktop.domain.history import PLAYED_S
from epicrec_desktop.history.exports.parsing import (
    Days,
    EntryFormat,
    Item,
    Row,
    Table,
    TableFormat,
    first,
    imdb_of,
    is_film,
    rating_of,
    title_and_year,
    title_of,
    year_of,
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


TABLES = (TableFormat(Service.PLEX, _plex_table_fits, _plex_table),)
ENTRIES = (
    EntryFormat(Service.PLEX, _plex_fits, _plex),
    EntryFormat(Service.JELLYFIN, _jellyfin_fits, _jellyfin),
)
