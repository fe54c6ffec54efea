"""Read exports of players: Netflix, Prime Video, Disney+, Google Takeout, Plex and Jellyfin."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from epicrec_desktop.domain.export_records import (
    Record,
    RecordKind,
    Service,
    Skip,
    kind_of_share,
)
from epicrec_desktop.domain.history import PLAYED_S, Evidence, Visit
from epicrec_desktop.history.cleaning import EARLIEST, UNIX_EPOCH, clean_title, clean_url
from epicrec_desktop.history.exports.episodes import is_episode, is_film
from epicrec_desktop.history.exports.parsing import (
    Days,
    EntryFormat,
    Item,
    Row,
    Table,
    TableFormat,
    first,
    imdb_among,
    imdb_of,
    left_out,
    plain,
    rating_of,
    title_and_year,
    title_of,
    year_of,
)

_DURATION = re.compile(r"(\d{1,3}):(\d\d):(\d\d)")
_SECONDS = re.compile(r"\d{1,7}(?:\.\d{1,6})?")

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
# The script writes its columns in the language of the account.
_PRIME_DATES = (
    *("datewatched", "datumangesehen", "fechavista", "fechadevisualizacion", "dateregardee"),
    *("dataassistida", "datadevisualizacao", "觀看日期", "視聴日"),
)
_PRIME_TITLES = ("title", "titel", "titulo", "titre", "標題", "タイトル")
_PRIME_EPISODES = ("episodetitle", "episode", "folge", "episodio", "集", plain("エピソード"))
_TRAILER = re.compile(
    r"\((?:official )?(?:trailer|teaser)\)|^(?:official )?(?:trailer|teaser|clip)\s*:|"
    r"[-–:|] (?:official )?(?:trailer|teaser)$",
    re.IGNORECASE,
)
_EXTRA = re.compile(
    r"_(?:hook|shortpreview|clip)(?:_|$)|[-–:]\s*(?:behind the scenes|(?:the )?making of\b.*)$",
    re.IGNORECASE,
)
"""Previews of Netflix by the names of their files, and what goes with a title."""
_DISNEY = frozenset({"programtitle", "date"})
_IN_UTC = ("starttime", "playbackstartdatetimeutc")
"""Columns of moments in UTC, whose values seldom name the zone."""


def _netflix(table: Table, _name: str) -> Iterator[Item]:
    def film(row: Row) -> Skip | str:
        if first(row, "supplementalvideotype") or _EXTRA.search(row.get("title", "")):
            return Skip.TRAILER
        played_s = _played_s(row)
        if played_s is not None and played_s < PLAYED_S:
            return Skip.GLIMPSE
        return row.get("title", "")

    yield from _films(table, film, ("starttime", "date"), "profilename")


def _played_s(row: Row) -> float | None:
    """Return for how long a title was played at one time; None where the row does not say."""
    length = _DURATION.fullmatch(row.get("duration", ""))
    if length:
        return 3600.0 * int(length[1]) + 60 * int(length[2]) + int(length[3])
    seconds = row.get("secondsviewed", "")
    return float(seconds) if _SECONDS.fullmatch(seconds) else None


def _netflix_ratings(table: Table, _name: str) -> Iterator[Item]:
    """Yield the titles of Ratings.csv and MyList.csv, two tables of Netflix's personal data."""
    wanted = "utctitleadddate" in table.columns
    kind = RecordKind.WATCHLIST if wanted else RecordKind.WATCHED

    def film(row: Row) -> Item:
        rating = rating_of(row.get("starvalue", ""), _NETFLIX_STARS)
        rating = rating or _NETFLIX_THUMBS.get(row.get("thumbsvalue", ""))
        whose = title_of(row.get("profilename"))
        return _dated(
            Record(title_of(row.get("titlename")), rating=rating, kind=kind, viewer=whose)
        )

    yield from table.items(film)


def _dated(record: Record) -> Item:
    """Return a record with the year that its title ends in, or why it is left out."""
    if not record.title or is_episode(record.title):
        return left_out(Skip.SERIES if record.title else Skip.NAMELESS, record.viewer)
    title, year = title_and_year(record.title, None)
    return replace(record, title=title, year=year)


def _prime(table: Table, _name: str) -> Iterator[Item]:
    def film(row: Row) -> Skip | str:
        title = first(row, *_PRIME_TITLES)
        if first(row, "videotype") not in {"", "Feature"}:
            return Skip.TRAILER
        return _prime_film(title, first(row, *_PRIME_EPISODES), row.get("type", ""))

    yield from _films(table.renamed(plain), film, (*_PRIME_DATES, *_PRIME))


def _prime_film(title: str, episode: object, kind: str) -> str | Skip:
    """Return the title of what was played, or why it is none of a film."""
    if _TRAILER.search(title):
        return Skip.TRAILER
    return Skip.SERIES if episode or not is_film(kind) else title


def _fits_prime(columns: frozenset[str]) -> bool:
    known = {plain(column) for column in columns}
    of_script = "type" in known or not known.isdisjoint(_PRIME_EPISODES)
    days = {*_PRIME, *(_PRIME_DATES if of_script else ())}
    return not known.isdisjoint(_PRIME_TITLES) and not known.isdisjoint(days)


def _prime_entry_fits(_list: str, entry: dict[str, Any]) -> bool:
    return "dateWatched" in entry and isinstance(entry.get("title"), str)


def _prime_entry(_list: str, entry: dict[str, Any], _name: str) -> Item:
    kind = str(entry.get("type", ""))[:40]
    film = _prime_film(title_of(entry["title"]), entry.get("episodeTitle"), kind)
    if isinstance(film, Skip):
        return film
    name, year = title_and_year(film, None)
    return Record(name, year, seen=_DAYS.day(entry["dateWatched"])) if name else Skip.NAMELESS


def _disney(table: Table, _name: str) -> Iterator[Item]:
    def film(row: Row) -> Skip | str:
        if first(row, "seasontitle", "seasonname", "season", "episode"):
            return Skip.SERIES
        return row.get("programtitle", "")

    yield from _films(table, film, ("date",), "profileid")


def _films(
    table: Table, film: Callable[[Row], Skip | str], dates: tuple[str, ...], viewer: str = ""
) -> Iterator[Item]:
    days = Days(first(row, *dates) for row in table.rows() if row)

    def item(row: Row) -> Item:
        title = film(row)
        whose = title_of(row.get(viewer))
        if isinstance(title, Skip):
            return left_out(title, whose)
        played = first(row, *dates)
        seen = days.day(played, utc=played in map(row.get, _IN_UTC))
        return _dated(Record(title_of(title), seen=seen, viewer=whose, played_s=_played_s(row)))

    yield from table.items(item)


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
    TableFormat(Service.PRIME, _fits_prime, _prime),
    TableFormat(Service.DISNEY, lambda c: c >= _DISNEY, _disney),
)


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
"""The channel of films that YouTube sells, in the language of the country."""
_AD = re.compile(
    r"google.*(?:\bads\b|anzeigen|annonces|an[uú]ncios|広告|광고|реклам|reklam)", re.IGNORECASE
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
    if _is_ad(entry.get("details")):
        return Skip.AD
    channel = _channel(entry)
    if entry["header"] == "YouTube Music" or channel.endswith(" - Topic"):
        return Skip.SERIES  # a song: YouTube makes such a channel for each musician
    name = entry["title"][:1_000]
    watched = _WATCHED.search(name) is not None
    title = (_WATCHED if watched else _OTHER_ACTION).sub("", name)
    if watched and _SHOP.fullmatch(channel):
        # It plays what was bought, and previews of the same name.
        film, year = title_and_year(title_of(title), None)
        return Record(film, year, kind=RecordKind.LOOKED_AT) if film else Skip.NAMELESS
    # A video that was liked, shared or searched for was not watched to the end.
    limited = entry["header"] == "YouTube" and not watched
    return _visit(
        entry["titleUrl"], title, time, Evidence.INTEREST if limited else Evidence.WATCHED
    )


def _channel(entry: dict[str, Any]) -> str:
    channels = entry.get("subtitles")
    known = channels[0] if isinstance(channels, list) and channels else None
    return title_of(known.get("name")) if isinstance(known, dict) else ""


def _is_ad(details: object) -> bool:
    names = details[:20] if isinstance(details, list) else ()
    texts = (one.get("name") for one in names if isinstance(one, dict))
    return any(isinstance(text, str) and _AD.search(text[:200]) for text in texts)


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


PRIME_ENTRIES = (EntryFormat(Service.PRIME, _prime_entry_fits, _prime_entry),)
GOOGLE_ENTRIES = (
    EntryFormat(Service.GOOGLE, _chrome_fits, _chrome),
    EntryFormat(Service.GOOGLE, _activity_fits, _activity),
)


_SCALE = 10.0
_DAYS = Days()

# Plex: Tautulli's exporter (plexapi's names), its history, and WebTools-NG.


def _plex_fits(_list: str, entry: dict[str, Any]) -> bool:
    if "full_title" in entry and "media_type" in entry:
        return True
    return "title" in entry and any(n in entry for n in ("viewCount", "lastViewedAt", "ratingKey"))


def _plex(_list: str, entry: dict[str, Any], _name: str) -> Item:
    kind = entry.get("media_type") or entry.get("type") or "movie"
    whose = title_of(entry.get("user")) or title_of(entry.get("friendly_name"))
    if kind != "movie":
        return left_out(Skip.SERIES, whose)
    title = title_of(entry.get("title")) or title_of(entry.get("full_title"))
    imdb_id = imdb_of(entry.get("guid")) or _guid(entry.get("guids") or entry.get("Guid"))
    day = _DAYS.day(entry.get("lastViewedAt") or entry.get("date"))
    rating = rating_of(entry.get("userRating"), _SCALE)
    film = Record(title, year_of(entry.get("year")), imdb_id, day, rating, viewer=whose)
    return _as_played(film, _plex_share(entry))


def _as_played(film: Record, share: float) -> Item:
    """Return a film of a media server by the part of it that was played, or why it is left out."""
    if not (film.title or film.imdb_id):
        return left_out(Skip.NAMELESS, film.viewer)
    if not share:
        return left_out(Skip.UNSEEN, film.viewer)
    kind = kind_of_share(share)
    return replace(film, kind=kind, seen=film.seen if kind is RecordKind.WATCHED else None)


def _plex_share(entry: dict[str, Any]) -> float:
    """Return the part of a film that was played, 1 where Plex counts it; 0: nothing was.

    Tautulli's history has 1 as `watched_status`, or the part of it in quarters.
    """
    status, percent = entry.get("watched_status"), _number(entry.get("percent_complete"))
    if status is not None:
        return 1.0 if _number(status) >= 1 else percent / 100 or _number(status)
    if _number(entry.get("viewCount")) >= 1:
        return 1.0
    if share := _share(entry.get("viewOffset"), entry.get("duration")):
        return share
    if not entry.get("lastViewedAt"):
        return 0.0
    return 1.0 if entry.get("viewCount") is None else _STARTED


_STARTED = 0.01
"""The part of a film that was begun and not finished, where nothing tells how far."""


def _number(value: object) -> float:
    """Return a number that is none of the other kinds; 0 for anything else, and below 0."""
    if isinstance(value, str) and _SECONDS.fullmatch(value.strip()):
        value = float(value)
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return max(0.0, float(value)) if known and math.isfinite(value) else 0.0  # type: ignore[arg-type]


def _share(position: object, length: object) -> float:
    """Return a position as a part of a length in the same unit; 0 where either is not known."""
    whole = _number(length)
    return min(1.0, _number(position) / whole) if whole else 0.0


def _guid(guids: object) -> str | None:
    known = guids[:20] if isinstance(guids, list) else ()
    ids = (imdb_of(g.get("id")) for g in known if isinstance(g, dict))
    return next((found for found in ids if found), None)


def _plex_table_fits(columns: frozenset[str]) -> bool:
    return "title" in columns and bool(columns & {"viewcount", "lastviewedat"})


def _plex_table(table: Table, _name: str) -> Iterator[Item]:
    days = Days(row.get("lastviewedat", "") for row in table.rows() if row)
    yield from table.items(lambda row: _plex_row(row, days))


def _plex_row(row: Row, days: Days) -> Item:
    guids = (imdb_of(cell) for name, cell in row.items() if "guid" in name or "imdb" in name)
    imdb_id = next((found for found in guids if found), None)
    title, year = title_and_year(title_of(row.get("title")), year_of(row.get("year", "")))
    if not is_film(first(row, "type", "mediatype")):
        return Skip.SERIES
    names = {"viewCount": "viewcount", "viewOffset": "viewoffset", "lastViewedAt": "lastviewedat"}
    cells = {name: row[column] for name, column in names.items() if row.get(column)}
    seen, rating = days.day(row.get("lastviewedat")), rating_of(row.get("userrating", ""), _SCALE)
    share = _plex_share({**cells, "duration": row.get("duration")})
    return _as_played(Record(title, year, imdb_id, seen, rating), share)


# Jellyfin and Emby: the items of a user from the server's API, and the Playback Reporting
# plugin's backup, whose lines have no header.


def _jellyfin_fits(_list: str, entry: dict[str, Any]) -> bool:
    return isinstance(entry.get("Name"), str) and any(
        name in entry for name in ("UserData", "ProviderIds", "ProductionYear")
    )


def _jellyfin(_list: str, entry: dict[str, Any], _name: str) -> Item:
    if entry.get("Type", "Movie") != "Movie":
        return Skip.SERIES
    own = entry.get("UserData")
    own = own if isinstance(own, dict) else {}
    imdb_id = imdb_among(entry.get("ProviderIds"), "Imdb")
    title = title_of(entry["Name"])
    original = title_of(entry.get("OriginalTitle"))
    others = (original,) if original and original != title else ()
    year, rating = year_of(entry.get("ProductionYear")), rating_of(own.get("Rating"), _SCALE)
    film = Record(title, year, imdb_id, _DAYS.day(own.get("LastPlayedDate")), rating)
    share = 1.0 if own.get("Played") is True else _jellyfin_share(entry, own)
    return _as_played(replace(film, other_titles=others), share)


def _jellyfin_share(entry: dict[str, Any], own: dict[str, Any]) -> float:
    percent = _number(own.get("PlayedPercentage")) / 100
    position = own.get("PlaybackPositionTicks")
    known = percent or _share(position, entry.get("RunTimeTicks"))
    return min(1.0, known) or (_STARTED if _number(position) else 0.0)


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
            continue
        whose, played_s = title_of(cells[1])[:32], _number(cells[8]) or None
        if cells[3] != "Movie":
            yield left_out(Skip.SERIES, whose)
        elif not (title := title_of(cells[4])):
            yield left_out(Skip.NAMELESS, whose)
        elif played_s is not None and played_s < PLAYED_S:
            yield left_out(Skip.GLIMPSE, whose)
        else:
            name, year = title_and_year(title, None)
            yield Record(name, year, seen=_DAYS.day(cells[0]), viewer=whose, played_s=played_s)


MEDIA_SERVER_TABLES = (TableFormat(Service.PLEX, _plex_table_fits, _plex_table),)
MEDIA_SERVER_ENTRIES = (
    EntryFormat(Service.PLEX, _plex_fits, _plex),
    EntryFormat(Service.JELLYFIN, _jellyfin_fits, _jellyfin),
)
