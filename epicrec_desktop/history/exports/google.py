"""Read Google Takeout: the histories of Chrome and YouTube as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from epicrec_desktop.domain.export_records import Record, RecordKind, Skip
from epicrec_desktop.domain.history import Evidence, Visit
from epicrec_desktop.history.cleaning import EARLIEST, UNIX_EPOCH, clean_title, clean_url
from epicrec_desktop.history.exports.parsing import Entry, Item, title_and_year, title_of


def is_google(name: str, entry: dict[str, Any]) -> bool:
    """Return whether a JSON entry of the list `name` is of Takeout."""
    return _is_chrome(name, entry) or _is_activity(entry)


def read(entries: Iterable[Entry]) -> Iterator[Item]:
    """Yield entries as visits of pages, as movies, or why they are neither."""
    for name, entry in entries:
        try:
            if _is_chrome(name, entry):
                yield _chrome(entry)
            elif _is_activity(entry):
                yield _activity(entry)
        except (TypeError, ValueError, AttributeError, OverflowError):
            yield Skip.BROKEN  # values of other kinds than any export has


_LATEST_VISIT = datetime(2100, 1, 1, tzinfo=UTC)
# What Google writes before or after the title of a video that was watched, and of anything else.
_WATCHED = re.compile(
    r"^(?:Watched|Vous avez regardé|Has visto|Hai guardato|Você assistiu a|Assistiu a|"
    r"Вы посмотрели(?: видео)?|Просмотрено видео|Ви дивилися відео|Гледахте|Obejrzano:|"
    r"Zhlédli jste video|Ați vizionat|Tittade på|Så(?: på)?|Pinanood ang|Παρακολουθήσατε το βίντεο|"
    r"تمت مشاهدة|را تماشا کردید|Je hebt(?= .+ bekeken$)|Je hebt naar(?= .+ gekeken$))\s+|"
    r"(?<!\s)\s+(?:angesehen|bekeken|gekeken|を視聴しました|adlı videoyu izlediniz|izlənildi|"
    r"katsottiin|দেখা হয়েছে|देखा|دیکھی)$|(?<!\s)\s?을\(를\) 시청했습니다\.?$"
)
_OTHER_ACTION = re.compile(
    r"^(?:Searched for|Visited|Viewed|Liked|Disliked|Shared|Saved|Added|Commented on|Voted on|"
    r"Vous avez (?:recherché|consulté)|Has buscado|Hai cercato|Você pesquisou|Вы искали)\s+|"
    r"(?<!\s)\s+(?:gesucht|aufgerufen|を検索しました)$"
)
_SHOP = re.compile(r"YouTube (?:Movies|Films?|Filme)\b.{0,20}")
"""The channel of movies that YouTube sells, in the language of the country."""
_AD = re.compile(
    r"google.*(?:\bads\b|anzeigen|annonces|an[uú]ncios|広告|광고|реклам|reklam)", re.IGNORECASE
)


def _is_chrome(name: str, entry: dict[str, Any]) -> bool:
    return name == "Browser History" and "url" in entry and "time_usec" in entry


def _chrome(entry: dict[str, Any]) -> Item:
    ticks = entry["time_usec"]
    if isinstance(ticks, str) and ticks.isdecimal() and len(ticks) < 20:
        ticks = int(ticks)
    if not isinstance(ticks, int) or isinstance(ticks, bool) or not 0 < ticks < 10**17:
        return Skip.BROKEN
    time = UNIX_EPOCH + timedelta(microseconds=ticks)
    return _visit(entry["url"], entry.get("title"), time)


def _is_activity(entry: dict[str, Any]) -> bool:
    return all(isinstance(entry.get(n), str) for n in ("header", "title", "time")) and isinstance(
        entry.get("products"), list
    )


def _activity(entry: dict[str, Any]) -> Item:
    if "titleUrl" not in entry:
        return Skip.NAMELESS  # a video that was deleted since, or is private
    try:
        time = datetime.fromisoformat(entry["time"][:40])
    except ValueError:
        return Skip.BROKEN
    if time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    details = entry.get("details")
    names = details[:20] if isinstance(details, list) else ()
    texts = (one.get("name") for one in names if isinstance(one, dict))
    if any(isinstance(text, str) and _AD.search(text[:200]) for text in texts):
        return Skip.AD
    channels = entry.get("subtitles")
    known = channels[0] if isinstance(channels, list) and channels else None
    channel = title_of(known.get("name")) if isinstance(known, dict) else ""
    if entry["header"] == "YouTube Music" or channel.endswith(" - Topic"):
        return Skip.SERIES  # a song: YouTube makes such a channel for each musician
    name = entry["title"][:1_000]
    watched = _WATCHED.search(name) is not None
    title = (_WATCHED if watched else _OTHER_ACTION).sub("", name)
    if watched and _SHOP.fullmatch(channel):
        # It plays what was bought, and previews of the same name.
        movie, year = title_and_year(title_of(title), None)
        return Record(movie, year, kind=RecordKind.LOOKED_AT) if movie else Skip.NAMELESS
    # A video that was liked, shared or searched for was not watched to the end.
    limited = entry["header"] == "YouTube" and not watched
    return _visit(
        entry["titleUrl"], title, time, Evidence.INTEREST if limited else Evidence.WATCHED
    )


def _visit(
    url: object, title: object, time: datetime, at_most: Evidence = Evidence.WATCHED
) -> Item:
    address = clean_url(url)
    try:
        time = time.astimezone(UTC)
    except OverflowError:
        return Skip.BROKEN
    if address is None or not EARLIEST <= time < _LATEST_VISIT:
        return Skip.BROKEN
    return Visit(address, clean_title(title), time, at_most=at_most)
