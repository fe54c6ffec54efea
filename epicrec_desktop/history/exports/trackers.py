"""Read exports of film diaries and trackers: Letterboxd, IMDb, Trakt; JSON of Simkl and TV Time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

from epicrec_desktop.domain.export_records import (
    ListHead,
    Record,
    RecordKind,
    Service,
    Skip,
    kind_of_share,
)
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports.episodes import is_film
from epicrec_desktop.history.exports.parsing import (
    RATED,
    Days,
    EntryFormat,
    Item,
    Row,
    Table,
    TableFormat,
    column_name,
    first,
    imdb_among,
    imdb_number_of,
    imdb_of,
    rating_of,
    title_of,
    year_of,
)

_LETTERBOXD_LISTS = "lists"
_LETTERBOXD_OTHER_FOLDERS = frozenset({"deleted", "orphaned", "likes"})
"""Folders of the archive that say neither what is watched now nor what is listed."""
_LETTERBOXD_COLUMNS = frozenset({"name", "year", "letterboxduri"})
_LETTERBOXD_SCALE = 5.0


def _is_letterboxd(columns: frozenset[str]) -> bool:
    if columns >= _LETTERBOXD_COLUMNS:
        return True
    # A list: "Position,Name,Year,URL,Description" below some lines about it.
    return columns >= {"position", "name", "year", "url", "description"}


def _read_letterboxd(table: Table, name: str) -> Iterator[Item]:
    columns = frozenset(table.columns)
    folders = {*PurePosixPath(name).parts[:-1]}
    in_list = "letterboxduri" not in columns
    left_out = folders & _LETTERBOXD_OTHER_FOLDERS or (_LETTERBOXD_LISTS in folders and not in_list)
    kind = RecordKind.WATCHED if left_out or in_list else _letterboxd_kind(columns, name)
    days = Days()

    def film(row: Row) -> Item:
        if not (title := title_of(row.get("name"))):
            return Skip.NAMELESS
        if left_out:
            return Skip.LIST
        seen = days.day(row.get("watcheddate"))
        # "Date" is the day of an entry: of the rating, or of "Watched" being set.
        seen_by = days.day(row.get("date")) if seen is None else None
        return Record(
            title,
            year_of(row.get("year", "")),
            seen=seen,
            rating=rating_of(row.get("rating", ""), _LETTERBOXD_SCALE),
            kind=kind,
            again=row.get("rewatch", "").casefold() == "yes",
            seen_by=seen_by if kind is RecordKind.WATCHED else None,
        )

    if in_list and not left_out:
        yield _letterboxd_list(table)
    yield from table.items(film)


_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>")


def _letterboxd_list(table: Table) -> ListHead:
    """Return what "Date,Name,Tags,URL,Description" and the row below say, above the films."""
    for columns, cells in pairwise(table.above()):
        row = dict(zip(map(column_name, columns), cells, strict=False))
        if row.keys() >= {"name", "description"}:
            return ListHead(title_of(row["name"]), _MARKUP.sub("", row["description"]))
    return ListHead("", "")


def _letterboxd_kind(columns: frozenset[str], name: str) -> RecordKind:
    """Watched and watchlist have the same columns; only their names tell them apart."""
    if "rating" in columns:
        return RecordKind.WATCHED
    if "watchlist" in PurePosixPath(name).name:
        return RecordKind.WATCHLIST
    if "watched" in PurePosixPath(name).name:
        return RecordKind.WATCHED
    raise export_error("which-list")


_ISO_DAYS = Days()
_IMDB_SCALE = 10.0


def _is_imdb(columns: frozenset[str]) -> bool:
    if "const" in columns:
        return bool(columns & {"titletype", "yourrating", "yourated"})
    return columns >= {"titletype", "imdbrating", "url"}


def _read_imdb(table: Table, name: str) -> Iterator[Item]:
    is_list = "position" in table.columns
    yield from table.items(lambda row: _imdb_film(row, is_list=is_list))


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
        seen_by=None if wanted else _ISO_DAYS.day(first(row, *RATED)),
    )


_TRAKT_SCALE = 10.0
_TRAKT_WATCHED = ("watched_at", "last_watched_at", "rated_at")
_TRAKT_PAUSED = "paused_at"  # playback in progress, with how many percent were played
_TRAKT_OTHER_KINDS = ("episode", "show", "season", "person")
_TRAKT_LISTS = ("listed_at", "collected_at", "hidden_at")


def _is_trakt_entry(_list: str, entry: dict[str, Any]) -> bool:
    if not any(name in entry for name in (*_TRAKT_WATCHED, _TRAKT_PAUSED, *_TRAKT_LISTS)):
        return False
    return any(isinstance(entry.get(n), dict) for n in ("movie", "ids", *_TRAKT_OTHER_KINDS))


def _trakt_entry(_list: str, entry: dict[str, Any], name: str) -> Item:
    movie = entry.get("movie", entry)
    if not isinstance(movie, dict) or (
        "movie" not in entry and any(kind in entry for kind in _TRAKT_OTHER_KINDS)
    ):
        return Skip.SERIES
    imdb_id = imdb_among(movie.get("ids"))
    title = title_of(movie.get("title"))
    if not (title or imdb_id):
        return Skip.NAMELESS
    kind = RecordKind.WATCHED
    if _TRAKT_PAUSED in entry:
        percent = entry.get("progress")
        kind = kind_of_share(percent / 100 if isinstance(percent, int | float) else 0.0)
    elif not any(name in entry for name in _TRAKT_WATCHED):
        if "collected_at" in entry:
            return Skip.UNSEEN
        if "watchlist" not in PurePosixPath(name).name:
            return Skip.LIST
        kind = RecordKind.WATCHLIST
    return Record(
        title,
        year_of(movie.get("year")),
        imdb_id,
        _ISO_DAYS.day(entry.get("watched_at") or entry.get("last_watched_at")),
        rating_of(entry.get("rating"), _TRAKT_SCALE),
        kind,
        again=isinstance(plays := entry.get("plays"), int) and plays > 1,
        seen_by=_ISO_DAYS.day(entry.get("rated_at")),
    )


def _is_trakt_table(columns: frozenset[str]) -> bool:
    return columns >= {"traktid", "title", "type"} and bool(
        columns & {"watchedat", "lastwatchedat", "ratedat", "listedat", "collectedat", "hiddenat"}
    )


def _trakt_table(table: Table, name: str) -> Iterator[Item]:
    watched = bool({"watchedat", "lastwatchedat", "ratedat"} & set(table.columns))
    wanted = not watched and "watchlist" in PurePosixPath(name).name
    kind = RecordKind.WATCHLIST if wanted else RecordKind.WATCHED

    def film(row: Row) -> Item:
        if row.get("type", "movie").casefold() != "movie":
            return Skip.SERIES
        if not (watched or wanted):
            return Skip.UNSEEN if "collectedat" in table.columns else Skip.LIST
        return _trakt_film(row, kind)

    yield from table.items(film)


def _trakt_film(row: Row, kind: RecordKind) -> Item:
    title, imdb_id = title_of(row.get("title")), imdb_number_of(row.get("imdbid", ""))
    if not (title or imdb_id):
        return Skip.NAMELESS
    return Record(
        title,
        year_of(row.get("year", "")),
        imdb_id,
        _ISO_DAYS.day(first(row, "watchedat", "lastwatchedat")),
        rating_of(row.get("rating", ""), _TRAKT_SCALE),
        kind,
        seen_by=_ISO_DAYS.day(first(row, *RATED)),
    )


# Simkl's backup as JSON: lists of movies, shows and anime, as api.simkl.com/sync/all-items.
_SIMKL_KINDS = ("movie", "show", "anime")


def _is_simkl_entry(_list: str, entry: dict[str, Any]) -> bool:
    return isinstance(entry.get("status"), str) and any(
        isinstance(entry.get(kind), dict) for kind in _SIMKL_KINDS
    )


def _simkl_entry(_list: str, entry: dict[str, Any], _name: str) -> Item:
    if "movie" not in entry and entry.get("anime_type") != "movie":
        return Skip.SERIES
    kind = _SIMKL_STATES.get(entry["status"])
    if kind is None:
        return Skip.LIST
    movie = next(entry[kind] for kind in _SIMKL_KINDS if kind in entry)
    rating = rating_of(entry.get("user_rating"), 10.0)
    return _listed_film(movie, movie.get("ids"), kind, entry.get("last_watched_at"), rating)


_SIMKL_STATES = {"completed": RecordKind.WATCHED, "plantowatch": RecordKind.WATCHLIST}


# TV Time's site, by the extensions "TV Time Out" and "TV Time Liberator": tvtime-movies-*.json.
def _is_tv_time_entry(_list: str, entry: dict[str, Any]) -> bool:
    return isinstance(entry.get("id"), dict) and any(n in entry for n in ("is_watched", "seasons"))


def _tv_time_entry(_list: str, entry: dict[str, Any], _name: str) -> Item:
    if "seasons" in entry:
        return Skip.SERIES
    kind = RecordKind.WATCHED if entry["is_watched"] is True else RecordKind.WATCHLIST
    return _listed_film(entry, entry["id"], kind, entry.get("watched_at"))


def _listed_film(
    movie: dict[str, Any], ids: object, kind: RecordKind, day: object, rating: float | None = None
) -> Item:
    title, imdb_id = title_of(movie.get("title")), imdb_among(ids)
    if not (title or imdb_id):
        return Skip.NAMELESS
    seen = _ISO_DAYS.day(day) if kind is RecordKind.WATCHED else None
    return Record(title, year_of(movie.get("year")), imdb_id, seen, rating, kind)


TABLES = (
    TableFormat(Service.LETTERBOXD, _is_letterboxd, _read_letterboxd),
    TableFormat(Service.IMDB, _is_imdb, _read_imdb),
    TableFormat(Service.TRAKT, _is_trakt_table, _trakt_table),
)
ENTRIES = (
    EntryFormat(Service.SIMKL, _is_simkl_entry, _simkl_entry),
    EntryFormat(Service.TVTIME, _is_tv_time_entry, _tv_time_entry),
    EntryFormat(Service.TRAKT, _is_trakt_entry, _trakt_entry),
)
