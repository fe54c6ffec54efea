"""Google Takeout: Chrome's history, what was watched and searched on YouTube, and My Activity.

What comes of it are pages with their times, which are matched as a browser's history is.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from epicrec_desktop.domain.export_records import Service, Skip
from epicrec_desktop.domain.history import Visit
from epicrec_desktop.history.cleaning import EARLIEST, UNIX_EPOCH, clean_title, clean_url
from epicrec_desktop.history.exports.formats import EntryFormat, Item

_LATEST = datetime(2100, 1, 1, tzinfo=UTC)
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
    if address is None or not EARLIEST <= time < _LATEST:
        return Skip.BROKEN
    return Visit(address, clean_title(title), time)


ENTRIES = (
    EntryFormat(Service.GOOGLE, _chrome_fits, _chrome),
    EntryFormat(Service.GOOGLE, _activity_fits, _activity),
)
