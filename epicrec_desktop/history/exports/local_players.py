"""Read what players on this computer store: VLC, mpv, Kodi, and the desktop's recent files.

VLC, mpv and the desktop name files; their movies are found as in a browser's history.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import chain, repeat
from pathlib import PureWindowsPath
from urllib.parse import quote

from epicrec_desktop.domain.export_records import RecordKind, Service, Skip, kind_of_time
from epicrec_desktop.domain.history import UNDATED, VIDEO_ENDINGS, Visit
from epicrec_desktop.domain.plain_text import unescaped
from epicrec_desktop.history.cleaning import clean_url
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports.layouts import layout_of
from epicrec_desktop.history.exports.markup import elements, value
from epicrec_desktop.history.exports.parsing import ROWS, Days, Item

_HEAD = 4_096
_VLC_LIST = re.compile(r"^\[RecentsMRL\][^\[]*?^list=([^\n]*)", re.MULTILINE)
_VLC_TIMES = re.compile(r"\s*^times=([\d, ]*)$", re.MULTILINE)
_MPV_RESUME = re.compile(r"# ([^\n]+)\n(?:[\w/-]+=[^\n]*\n)*start=(\d{1,7}(?:\.\d*)?)")
_RECENT = re.compile(r'<bookmark href="([^"<>]*)"(?: [a-z]+="[^"<>]*")*? visited="([^"<>]*)"')
_ID = re.compile(r"<(?:uniqueid|id)\b[^<>]*>\s*(tt[0-9]{7,10})\s*<")
_A_DAY_S = 86_400
_DAYS = Days()


def read_player(text: str) -> tuple[Service, Iterator[Item]] | None:
    """Return whose file a text is, and its items; None if it is no player's."""
    head = text[:_HEAD]
    if head.startswith("[") and (found := _VLC_LIST.search(text)):
        times = _VLC_TIMES.match(text, found.end())
        return Service.PLAYER, _vlc(found[1], times[1] if times else "")
    if head.startswith("{") and _mpv_line(text.partition("\n")[0]) is not None:
        lines = (_mpv_line(line) for line in text.splitlines() if line.strip())
        return Service.PLAYER, _played(line or ("", None) for line in lines)
    if head.startswith("# ") and (found := _MPV_RESUME.match(head)):
        stopped_s = float(found[2])
        return Service.PLAYER, _played([(found[1], UNDATED)], [kind_of_time(stopped_s)])
    if "<xbel" in head:
        visits = ((unescaped(at), _time(when)) for at, when in _RECENT.findall(text))
        return Service.PLAYER, _played(visits)
    if "<videodb>" in head or "<movie>" in head:
        return Service.KODI, _kodi(text)
    return None


def _vlc(line: str, times: str) -> Iterator[Item]:
    """Yield the recent files of vlc-qt-interface.conf, which has no days.

    `times`: milliseconds at which each was left; 0 where it was not, or to the end.
    """
    try:
        places = next(csv.reader([line], skipinitialspace=True), [])
    except csv.Error:
        places = []
    left = [int(time) for time in times.split(",")[: len(places)] if time.strip().isdecimal()]
    kinds = [kind_of_time(ms / 1000) if ms else RecordKind.WATCHED for ms in left]
    return _played(((place, UNDATED) for place in places), kinds)


def _mpv_line(line: str) -> tuple[str, datetime | None] | None:
    """Return the path and the time of a line of mpv's watch_history.jsonl."""
    try:
        entry = json.loads(line[: 2 * _HEAD])
    except (ValueError, RecursionError):
        return None
    path, time = (entry.get("path"), entry.get("time")) if isinstance(entry, dict) else (None, None)
    if not isinstance(path, str) or isinstance(time, bool) or not isinstance(time, int | float):
        return None
    return path, _time(time)


def _played(
    places: Iterable[tuple[str, datetime | None]], kinds: Iterable[RecordKind] = ()
) -> Iterator[Item]:
    """Yield a visit of each video, and of each page that a player opened.

    `kinds`: how far each was played, as far as that is known.
    """
    how = chain(kinds, repeat(RecordKind.WATCHED))
    for number, ((place, time), kind) in enumerate(zip(places, how, strict=False)):
        if number >= ROWS:
            raise export_error("too-many")
        url = _address(place)
        if url is None or time is None:
            yield Skip.BROKEN
        elif not url.startswith("file:") or url.lower().endswith(VIDEO_ENDINGS):
            yield Visit(url, "", time, at_most=kind.evidence)


def _address(place: str) -> str | None:
    """Return the address of a file; a web address as it is. None for anything else."""
    if place.startswith(("file:", "http:", "https:")):
        return clean_url(place)
    if place.startswith("/"):
        return clean_url("file://" + quote(place))
    windows = PureWindowsPath(place)
    return clean_url(windows.as_uri()) if windows.is_absolute() else None


def _time(value: str | float) -> datetime | None:
    """Return the time of seconds since 1970, or of an ISO text; the first day stands for none."""
    try:
        if isinstance(value, str):
            time = datetime.fromisoformat(value[:40])
        else:
            time = datetime.fromtimestamp(value, UTC)
        return time.astimezone(UTC) if time.timestamp() > _A_DAY_S else UNDATED
    except (ValueError, OverflowError, OSError):
        return None


def _kodi(text: str) -> Iterator[Item]:
    """Yield the movies of Kodi's video library as one file, or of an .nfo file beside a movie."""
    layout = layout_of(Service.KODI)
    for movie in elements(text, "movie"):
        if movie is None:
            yield Skip.BROKEN
            continue
        found = _ID.search(movie)
        row = {name: value(movie, name) for name in _KODI}
        yield layout.item({**row, "imdbid": found[1] if found else ""}, _DAYS)
    for _ in range(text.count("<tvshow>")):
        yield Skip.SERIES


_KODI = (
    *("title", "originaltitle", "year", "premiered", "lastplayed", "userrating", "playcount"),
    *("watched", "position", "total"),
)
