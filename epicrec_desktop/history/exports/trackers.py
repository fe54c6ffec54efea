"""Read exports of film diaries and trackers.

Letterboxd, IMDb and Trakt; TMDB, Simkl, Movary, Yamtrack, TV Time and Kinopoisk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports.parsing import (
    Days,
    EntryFormat,
    Item,
    Row,
    Table,
    TableFormat,
    first,
    imdb_number_of,
    imdb_of,
    is_film,
    rating_of,
    title_of,
    year_of,
)

_LETTERBOXD_OTHER_FOLDERS = frozenset({"deleted", "orphaned", "lists", "likes"})
"""Folders of the archive that do not say what is watched now."""
_LETTERBOXD_COLUMNS = frozenset({"name", "year", "letterboxduri"})
_LETTERBOXD_SCALE = 5.0


def _is_letterboxd(columns: frozenset[str]) -> bool:
    if columns >= _LETTERBOXD_COLUMNS:
        return True
    # A list: "Position,Name,Year,URL,Description" below some lines about it.
    return columns >= {"position", "name", "year", "url", "description"}


def _read_letterboxd(table: Table, name: str) -> Iterator[Item]:
    columns = frozenset(table.columns)
    in_list = "letterboxduri" not in columns or _LETTERBOXD_OTHER_FOLDERS & set(
        PurePosixPath(name).parts[:-1]
    )
    kind = RecordKind.WATCHED if in_list else _letterboxd_kind(columns, name)
    days = Days()
    for row in table.rows():
        if row is None:
            yield Skip.BROKEN
        elif in_list:
            yield Skip.LIST
        elif not (title := title_of(row.get("name"))):
            yield Skip.NAMELESS
        else:
            yield Record(
                title,
                year_of(row.get("year", "")),
                seen=days.day(row.get("watcheddate")),
                rating=rating_of(row.get("rating", ""), _LETTERBOXD_SCALE),
                kind=kind,
                again=row.get("rewatch", "").casefold() == "yes",
            )


def _letterboxd_kind(columns: frozenset[str], name: str) -> RecordKind:
    """Watched and watchlist have the same columns; only their names tell them apart."""
    if "rating" in columns:
        return RecordKind.WATCHED
    if "watchlist" in PurePosixPath(name).name:
        return RecordKind.WATCHLIST
    if "watched" in PurePosixPath(name).name:
        return RecordKind.WATCHED
    raise export_error("which-list")


LETTERBOXD_TABLES = (TableFormat(Service.LETTERBOXD, _is_letterboxd, _read_letterboxd),)


_IMDB_SCALE = 10.0


def _is_imdb(columns: frozenset[str]) -> bool:
    return "const" in columns and bool(columns & {"titletype", "yourrating", "yourated"})


def _read_imdb(table: Table, name: str) -> Iterator[Item]:
    is_list = "position" in table.columns
    for row in table.rows():
        yield Skip.BROKEN if row is None else _imdb_film(row, is_list=is_list)


def _imdb_film(row: Row, *, is_list: bool) -> Item:
    title, imdb_id = title_of(row.get("title")), imdb_number_of(row.get("const", ""))
    imdb_id = imdb_id or imdb_of(row.get("url", ""))
    if not (title or imdb_id):
        return Skip.NAMELESS
    if not is_film(row.get("titletype", "")):
        return Skip.SERIES
    rating = rating_of(first(row, "yourrating", "yourated"), _IMDB_SCALE)
    original = title_of(row.get("originaltitle"))
    # Who has rated a film of a list has seen it; the others of a list are yet to be watched.
    wanted = is_list and rating is None
    return Record(
        title,
        year_of(row.get("year", "")),
        imdb_id,
        rating=rating,
        kind=RecordKind.WATCHLIST if wanted else RecordKind.WATCHED,
        other_titles=(original,) if original and original != title else (),
    )


IMDB_TABLES = (TableFormat(Service.IMDB, _is_imdb, _read_imdb),)


_TRAKT_SCALE = 10.0
_TRAKT_WATCHED = ("watched_at", "last_watched_at", "rated_at")
_TRAKT_OTHER_KINDS = ("episode", "show", "season", "person")
_TRAKT_LISTS = ("listed_at", "collected_at", "hidden_at")
_TRAKT_DAYS = Days()


def _is_trakt_entry(_list: str, entry: dict[str, Any]) -> bool:
    if not any(name in entry for name in (*_TRAKT_WATCHED, *_TRAKT_LISTS)):
        return False
    return any(isinstance(entry.get(n), dict) for n in ("movie", "ids", *_TRAKT_OTHER_KINDS))


def _trakt_entry(_list: str, entry: dict[str, Any], name: str) -> Item:
    movie = entry.get("movie", entry)
    if not isinstance(movie, dict) or (
        "movie" not in entry and any(kind in entry for kind in _TRAKT_OTHER_KINDS)
    ):
        return Skip.SERIES
    ids = movie.get("ids")
    imdb_id = imdb_of(ids.get("imdb")) if isinstance(ids, dict) else None
    title = title_of(movie.get("title"))
    if not (title or imdb_id):
        return Skip.NAMELESS
    kind = RecordKind.WATCHED
    if not any(name in entry for name in _TRAKT_WATCHED):
        if "collected_at" in entry:
            return Skip.UNSEEN
        if "watchlist" not in PurePosixPath(name).name:
            return Skip.LIST
        kind = RecordKind.WATCHLIST
    return Record(
        title,
        year_of(movie.get("year")),
        imdb_id,
        _TRAKT_DAYS.day(entry.get("watched_at") or entry.get("last_watched_at")),
        rating_of(entry.get("rating"), _TRAKT_SCALE),
        kind,
    )


def _is_trakt_table(columns: frozenset[str]) -> bool:
    return columns >= {"traktid", "title", "type"} and bool(
        columns & {"watchedat", "lastwatchedat", "ratedat", "listedat", "collectedat", "hiddenat"}
    )


def _trakt_table(table: Table, name: str) -> Iterator[Item]:
    watched = bool({"watchedat", "lastwatchedat", "ratedat"} & set(table.columns))
    wanted = not watched and "watchlist" in PurePosixPath(name).name
    for row in table.rows():
        if row is None:
            yield Skip.BROKEN
        elif row.get("type", "movie").casefold() != "movie":
            yield Skip.SERIES
        elif not (watched or wanted):
            yield Skip.UNSEEN if "collectedat" in table.columns else Skip.LIST
        else:
            yield _trakt_film(row, RecordKind.WATCHLIST if wanted else RecordKind.WATCHED)


def _trakt_film(row: Row, kind: RecordKind) -> Item:
    title, imdb_id = title_of(row.get("title")), imdb_number_of(row.get("imdbid", ""))
    if not (title or imdb_id):
        return Skip.NAMELESS
    return Record(
        title,
        year_of(row.get("year", "")),
        imdb_id,
        _TRAKT_DAYS.day(first(row, "watchedat", "lastwatchedat")),
        rating_of(row.get("rating", ""), _TRAKT_SCALE),
        kind,
    )


TRAKT_TABLES = (TableFormat(Service.TRAKT, _is_trakt_table, _trakt_table),)
TRAKT_ENTRIES = (EntryFormat(Service.TRAKT, _is_trakt_entry, _trakt_entry),)


@dataclass(frozen=True)
class _Tracker:
    """A tracker's table, by the names of its columns as `column_name` makes them.

    A table with all of `required` is the tracker's. `kind` holds the kind of a title, `state`
    whether it was watched; a value of `wanted` there puts it on the watchlist, another one that
    is not in `watched` on a list. `scale` is the highest rating.
    """

    service: Service
    required: frozenset[str]
    title: str
    year: str = ""
    imdb_id: str = ""
    day: tuple[str, ...] = ()
    rating: str = ""
    scale: float = 10.0
    kind: str = ""
    state: str = ""
    watched: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()
    wanted_columns: frozenset[str] = frozenset()
    other_title: str = ""

    def fits(self, columns: frozenset[str]) -> bool:
        """Return whether a table with these columns is the tracker's."""
        return columns >= self.required

    def read(self, table: Table, name: str) -> Iterator[Item]:
        """Yield the rows of a table as records, or why they are none."""
        days = Days(first(row, *self.day) for row in table.rows() if row)
        wanted = "watchlist" in PurePosixPath(name).name or not self.wanted_columns.isdisjoint(
            table.columns
        )
        for row in table.rows():
            yield Skip.BROKEN if row is None else self._item(row, days, wanted=wanted)

    def _item(self, row: Row, days: Days, *, wanted: bool) -> Item:
        title, imdb_id = title_of(row.get(self.title)), imdb_of(first(row, self.imdb_id, "imdbid"))
        # A table without a column for the kind has movies only.
        if self.kind and row.get(self.kind, "").casefold() not in {"movie", "movies", "film"}:
            return Skip.SERIES
        other = title_of(row.get(self.other_title))
        if not (title or other or imdb_id):
            return Skip.NAMELESS
        rating = rating_of(row.get(self.rating, ""), self.scale)
        state = _NOT_LETTER.sub("", row.get(self.state, "").casefold())
        wanted = (wanted and rating is None) or state in self.wanted
        if self.state and not wanted and state not in self.watched:
            return Skip.LIST
        return Record(
            title or other,
            year_of(row.get(self.year, "")),
            imdb_id,
            None if wanted else days.day(first(row, *self.day)),
            rating,
            RecordKind.WATCHLIST if wanted else RecordKind.WATCHED,
            (other,) if other and title and other != title else (),
        )


_NOT_LETTER = re.compile(r"[\W_]+")
_TRACKERS = (
    # themoviedb.org, Settings → Ratings and Watchlist → Export. "Rating" is everybody's.
    _Tracker(
        Service.TMDB,
        frozenset({"tmdbid", "imdbid", "type", "name", "releasedate", "yourrating"}),
        "name",
        "releasedate",
        "imdbid",
        rating="yourrating",
        kind="type",
    ),
    # github.com/leepeuker/movary, src/Service/Export/ExportService.php: three files.
    _Tracker(
        Service.MOVARY,
        frozenset({"title", "year", "tmdbid", "imdbid", "watchedat"}),
        "title",
        "year",
        "imdbid",
        ("watchedat",),
    ),
    _Tracker(
        Service.MOVARY,
        frozenset({"title", "year", "tmdbid", "imdbid", "userrating"}),
        "title",
        "year",
        "imdbid",
        rating="userrating",
    ),
    _Tracker(
        Service.MOVARY,
        frozenset({"title", "year", "tmdbid", "imdbid", "addedat"}),
        "title",
        "year",
        "imdbid",
        wanted_columns=frozenset({"addedat"}),
    ),
    # simkl.com, Settings → Download backup (CSV); simkl.com/apps/import/csv has the same columns.
    _Tracker(
        Service.SIMKL,
        frozenset({"simklid", "title", "type", "year", "watchlist", "watcheddate"}),
        "title",
        "year",
        "imdb",
        ("watcheddate",),
        "rating",
        kind="type",
        state="watchlist",
        watched=frozenset({"completed", "watched"}),
        wanted=frozenset({"plantowatch"}),
    ),
    # github.com/FuzzyGrim/Yamtrack, Settings → Export: media of every kind, without years.
    _Tracker(
        Service.YAMTRACK,
        frozenset({"mediaid", "source", "mediatype", "title", "status", "score"}),
        "title",
        day=("enddate", "progressedat"),
        rating="score",
        kind="mediatype",
        state="status",
        watched=frozenset({"completed"}),
        wanted=frozenset({"planning"}),
    ),
    # TV Time, answer to a request for one's data, tracking-prod-records.csv; as
    # github.com/runarmod/TvTime2Letterboxd reads it.
    _Tracker(
        Service.TVTIME,
        frozenset({"moviename", "entitytype", "type", "releasedate", "createdat"}),
        "moviename",
        "releasedate",
        day=("createdat",),
        kind="entitytype",
        state="type",
        watched=frozenset({"watch", "rewatch"}),
        wanted=frozenset({"towatch"}),
    ),
    # Kinopoisk: tables that public scripts make of the votes of a profile.
    _Tracker(
        Service.KINOPOISK,
        frozenset({"namerus", "nameeng"}),
        "namerus",
        "year",
        rating="rating",
        other_title="nameeng",
    ),
)
TRACKER_TABLES = tuple(
    TableFormat(tracker.service, tracker.fits, tracker.read) for tracker in _TRACKERS
)
