"""Read rows of exports by the names of their columns: `resources/exports/layouts.toml` has them.

A row is one of a table, or an entry of a JSON document or of XML whose members are its columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import PurePosixPath

import msgspec

from epicrec_desktop import resources
from epicrec_desktop.domain.export_records import (
    LeftOut,
    Record,
    RecordKind,
    Service,
    Skip,
    kind_of_share,
)
from epicrec_desktop.domain.history import PLAYED_S
from epicrec_desktop.history.exports.episodes import is_episode, is_movie, is_of_series
from epicrec_desktop.history.exports.parsing import (
    Days,
    Item,
    Row,
    Table,
    column_name,
    first,
    imdb_id_of,
    rating_of,
    rating_scale,
    title_and_year,
    title_of,
    year_of,
)

RATED = ("daterated", "ratedat")
"""Columns of the day of a rating, which is not that of watching."""
ADDRESSES = frozenset({"url", "link", "uri"})
"""Columns of addresses at any site."""
_Rows = Callable[[], Iterator[Row | None]]
_Names = tuple[str, ...]
_MOVIES = frozenset({"movie", "movies", "film"})


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a service writes a movie, by the names of columns as `column_name` makes them.

    A table is the service's if it has all columns of a group of `columns`, and no other ones than
    those `beside` them where that is not empty; a JSON entry (`row_of`) if it has all of a group of
    `members`. "a|b" is either.

    Fields that name several columns mean the first that a row fills, `imdb_id` and `year` the first
    with an id and a year. `year`, `day` and `rated` (a day on which it had been watched) may be
    dates. `rating` is of `scale`, 0: of what the highest one says; `thumbs`: 1 down, 2 up, 3 two
    up. `again`: "yes", or how often it was watched. `length`: for how long it was played at one
    time, as "01:42:30", or a number in a column of "seconds". A value of `extra` other than
    "Feature" marks a trailer.

    `kind` holds the kind of a title: one of `kinds` ("": none), or any word for movies where these
    are empty; there, a row without one is of a movie, if its title names no episode. Without a
    kind, a JSON entry with an object "movie" is of one; another that has a member of `others` is of
    something else.

    Whether it was watched is said by `played`, a function of `SHARES`, or by `state`: a value of
    `watched`, `wanted` or `started`; any other is of a list. Without these, rows without rating and
    day are wanted where `rated_only` says so, where the table has one of `wanted_columns`, and
    where its file is called a watchlist.

    `movie` holds what tells movies apart where a table has a row for each thing done with one (TV
    Time: followed, put on the watchlist, watched). The row of watching may lack the release that
    the row of following has; a movie that was followed and not watched is wanted.
    """

    service: Service
    columns: tuple[_Names, ...] = ()
    beside: frozenset[str] = frozenset()
    members: tuple[_Names, ...] = ()
    title: _Names = ("title",)
    other_title: _Names = ()
    year: _Names = ("year",)
    imdb_id: _Names = ("imdbid",)
    day: _Names = ()
    rated: _Names = RATED
    rating: _Names = ()
    thumbs: str = ""
    scale: float = 10.0
    again: str = ""
    viewer: _Names = ()
    length: _Names = ()
    extra: str = ""
    kind: _Names = ()
    kinds: frozenset[str] = _MOVIES
    others: frozenset[str] = frozenset()
    played: str = ""
    state: str = ""
    watched: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()
    started: frozenset[str] = frozenset()
    wanted_columns: frozenset[str] = frozenset()
    rated_only: bool = False
    movie: str = ""

    def fits(self, columns: Collection[str]) -> bool:
        """Return whether a table with these columns is the service's."""
        for group in self.columns:
            if _has(group, columns) and (not self.beside or {*columns} - {*group} <= self.beside):
                return True
        return False

    def fits_entry(self, row: Row) -> bool:
        """Return whether a JSON entry, as `row_of` makes a row of it, is the service's."""
        return any(_has(group, row) for group in self.members)

    def read(self, table: Table, name: str) -> Iterator[Item]:
        """Yield the rows of a table as records, or why they are none; `name` is its file's."""
        yield from self.items(table.rows, wanted=self.is_wanted(name, table.columns))

    def is_wanted(self, name: str, columns: Collection[str] = ()) -> bool:
        """Return whether unrated movies of a file are wanted, by its name and columns."""
        listed = "watchlist" in PurePosixPath(name).name
        return self.rated_only or listed or not self.wanted_columns.isdisjoint(columns)

    def items(self, rows: _Rows, *, wanted: bool = False) -> Iterator[Item]:
        """Yield rows, which are gone through several times, as records, or why they are none."""
        if self.movie:
            rows = self._completed(rows)
        days = Days(first(row, *self.day, *self.rated) for row in rows() if row)
        scale = self.scale or rating_scale(first(row, *self.rating) for row in rows() if row)
        for row in rows():
            yield Skip.BROKEN if row is None else self.item(row, days, scale, wanted=wanted)

    def item(
        self, row: Row, days: Days, scale: float | None = None, *, wanted: bool = False
    ) -> Item:
        """Return a row as a record, or why it is none; `scale` is of ratings, if not the own."""
        viewer = title_of(first(row, *self.viewer))
        made = self._record(row, days, scale or self.scale, wanted=wanted)
        if isinstance(made, Skip):
            return LeftOut(made, viewer) if viewer else made
        return replace(made, viewer=viewer) if viewer else made

    def _record(self, row: Row, days: Days, scale: float, *, wanted: bool) -> Record | Skip:
        title, other = title_of(first(row, *self.title)), title_of(first(row, *self.other_title))
        years, played_s = first(row, *self.year), self._played_s(row)
        if self.extra and (_EXTRA.search(title) or row.get(self.extra, "") not in _FEATURE):
            return Skip.TRAILER
        if played_s is not None and played_s < PLAYED_S:
            return Skip.GLIMPSE
        if is_of_series(row, title, years) or not self._is_movie(row, title):
            return Skip.SERIES
        others = (year_of(row.get(name, "")) for name in self.year[1:])
        year = year_of(years) or next(filter(None, others), None)
        title, year = title_and_year(title, year)
        imdb_id = self._imdb_id(row)
        if not (title or other or imdb_id):
            return Skip.NAMELESS
        rating = rating_of(first(row, *self.rating), scale)
        rating = rating or _THUMBS.get(row.get(self.thumbs, ""))
        day, again = first(row, *self.day), row.get(self.again, "")
        kind = self._kind(row, wanted=wanted and rating is None and not day)
        if isinstance(kind, Skip):
            return kind
        seen = seen_by = None
        if kind is RecordKind.WATCHED:
            seen = days.day(day, utc=day in map(row.get, _IN_UTC))
            seen_by = days.day(first(row, *self.rated)) if seen is None else None
        return Record(
            title or other,
            year,
            imdb_id,
            seen,
            rating,
            kind,
            self._other_titles(title, other),
            again=bool(again) and (again.casefold() == "yes" or number(again) > 1),
            played_s=played_s,
            seen_by=seen_by,
        )

    def _played_s(self, row: Row) -> float | None:
        for name in self.length:
            text = row.get(name, "")
            if length := _DURATION.fullmatch(text):
                return 3600.0 * int(length[1]) + 60 * int(length[2]) + int(length[3])
            if "seconds" in name and _NUMBER.fullmatch(text):
                return number(text)
        return None

    def _imdb_id(self, row: Row) -> str | None:
        for name in self.imdb_id:
            text = row.get(name)
            if not text or (name in ADDRESSES and text.isdecimal()):
                continue  # a number in a column of addresses is not IMDb's
            if found := imdb_id_of(text):
                return found
        return None

    def _other_titles(self, title: str, other: str) -> tuple[str, ...]:
        others = [other]
        if self.service is Service.TABLE:
            others += (_SECOND_TITLE.findall(title) or [()])[0]
        if not title or not any(others):
            return ()
        own = {"", column_name(title)}
        return tuple(one for one in others if column_name(one) not in own)

    def _is_movie(self, row: Row, title: str) -> bool:
        kind = first(row, *self.kind)
        if not self.kinds:
            # IMDb's kinds are sure; "DVD" or "TV" in another table says nothing of an episode.
            sure = kind if self.service is Service.IMDB else kind.casefold() in _MOVIES
            return is_movie(kind) and (bool(sure) or not is_episode(title))
        if "movie." in row and not kind:
            return True
        if kind or not row.keys().isdisjoint(self.kind):
            return kind.casefold() in self.kinds
        return self.others.isdisjoint(row)

    def _kind(self, row: Row, *, wanted: bool) -> RecordKind | Skip:
        if self.played and (share := SHARES[self.played](row)) is not None:
            return kind_of_share(share) if share else Skip.UNSEEN
        state = _NOT_LETTER.sub("", row.get(self.state, "").casefold())
        if self.state and state in self.watched:
            return RecordKind.WATCHED
        if state in self.wanted or (wanted and not state):
            return RecordKind.WATCHLIST
        if state in self.started:
            return RecordKind.LOOKED_AT
        return Skip.LIST if self.state or self.played else RecordKind.WATCHED

    def _completed(self, rows: _Rows) -> _Rows:
        """Return the rows, each completed from other rows of its movie."""
        known: dict[str, dict[str, str]] = {}
        for row in rows():
            if row and (movie := row.get(self.movie)) and first(row, *self.kind) == "movie":
                known.setdefault(movie, {}).update(self._shared(row))
        return lambda: (self._whole(row, known) for row in rows())

    def _shared(self, row: Row) -> Iterator[tuple[str, str]]:
        """Yield the cells of a row that its movie's other rows may lack."""
        release = first(row, *self.year)
        if year_of(release):
            yield self.year[0], release
        if english := _ALPHA.fullmatch(row.get("alpharangekey", "")):
            yield self.other_title[0], english[1].replace("-", " ")
        if row.get(self.state) in self.watched:
            yield self.state, "watch"

    def _whole(self, row: Row | None, known: Mapping[str, Mapping[str, str]]) -> Row | None:
        shared = known.get(row.get(self.movie, "")) if row else None
        if not row or shared is None:
            return row
        wanted = row.get(self.state) == "follow" and self.state not in shared
        state = "towatch" if wanted else row.get(self.state, "")
        own = self.year[:1] if year_of(first(row, *self.year)) else ()
        return {**row, **shared, **{name: row.get(name, "") for name in own}, self.state: state}


def _has(group: _Names, columns: Collection[str]) -> bool:
    return not any(either.isdisjoint(columns) for either in _alternatives(group))


@cache
def _alternatives(group: _Names) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(either.split("|")) for either in group)


_NOT_LETTER = re.compile(r"[\W_]+")
_ALPHA = re.compile(r"[a-z]+-alpha-(.+)")  # "watch-alpha-the-hunt": the English title
_SECOND_TITLE = re.compile(r"^([^()]{2,200}) \((?:TV|[A-Z]|([^()]{3,200}))\)$")
"""FilmAffinity's "Vivir (Ikiru)", and its marks of movies for television and of short ones."""
_THUMBS = {"1": 0.2, "2": 0.8, "3": 1.0}  # down, up, two up; 0 and none: not rated
_FEATURE = {"", "Feature"}
_EXTRA = re.compile(
    r"\((?:official )?(?:trailer|teaser)\)|^(?:official )?(?:trailer|teaser|clip)\s*:|"
    r"[-–:|] (?:official )?(?:trailer|teaser)$|"
    r"_(?:hook|shortpreview|clip)(?:_|$)|[-–:]\s*(?:behind the scenes|(?:the )?making of\b.*)$",
    re.IGNORECASE,
)
"""Trailers, previews of Netflix by the names of their files, and what goes with a title."""
_IN_UTC = ("starttime", "playbackstartdatetimeutc")
"""Columns of moments in UTC, whose values seldom name the zone."""
_DURATION = re.compile(r"(\d{1,3}):(\d\d):(\d\d)")
_NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,9})?")
_DAYS = Days()


def number(text: str) -> float:
    """Return a number; 0 for anything else, and below 0."""
    return float(text) if _NUMBER.fullmatch(text) else 0.0


_STARTED = 0.01
"""The part of a movie that was begun and not finished, where nothing tells how far."""


def _share(row: Row, position: str, length: str) -> float:
    """Return a position as a part of a length in the same unit; 0 where either is not known."""
    whole = number(row.get(length, ""))
    return min(1.0, number(row.get(position, "")) / whole) if whole else 0.0


def _plex(row: Row) -> float:
    """Tautulli's history has 1 as `watched_status`, or the part of it in quarters."""
    if status := row.get("watchedstatus"):
        percent = number(row.get("percentcomplete", ""))
        return 1.0 if number(status) >= 1 else percent / 100 or number(status)
    count = row.get("viewcount", "")
    if number(count) >= 1:
        return 1.0
    if share := _share(row, "viewoffset", "duration"):
        return share
    if not row.get("lastviewedat"):
        return 0.0
    return _STARTED if count else 1.0


def _jellyfin(row: Row) -> float:
    if row.get("userdataplayed") == "true":
        return 1.0
    percent = number(row.get("userdataplayedpercentage", "")) / 100
    known = percent or _share(row, "userdataplaybackpositionticks", "runtimeticks")
    begun = number(row.get("userdataplaybackpositionticks", ""))
    return min(1.0, known) or (_STARTED if begun else 0.0)


def _kodi(row: Row) -> float:
    if row["playcount"] not in {"", "0"} or row["watched"] == "true":
        return 1.0
    begun = number(row["position"]) or _DAYS.day(row["lastplayed"])
    return _share(row, "position", "total") or (_STARTED if begun else 0.0)


def _trakt(row: Row) -> float | None:
    if "pausedat" in row:  # playback in progress, with how many percent were played
        return number(row.get("progress", "")) / 100 or _STARTED
    if not row.keys().isdisjoint(("watchedat", "lastwatchedat", "ratedat")):
        return 1.0
    return 0.0 if "collectedat" in row else None


SHARES: dict[str, Callable[[Row], float | None]] = {
    "plex": _plex,
    "jellyfin": _jellyfin,
    "kodi": _kodi,
    "trakt": _trakt,
}
"""The part of a movie that was played; 0: it is in a collection, None: it is on a list."""

LAYOUTS = msgspec.toml.decode(
    resources.path("exports", "layouts.toml").read_bytes(), type=dict[str, list[Layout]]
)["layouts"]


def layout_of(service: Service) -> Layout:
    """Return the first layout of a service."""
    return next(layout for layout in LAYOUTS if layout.service is service)
