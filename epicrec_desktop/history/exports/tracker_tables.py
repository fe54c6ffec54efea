"""Read tables of trackers by the names of their columns: TMDB, Movary, Simkl, TV Time and others.

Criticker's export as XML or text is read as such a table.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath

import msgspec

from epicrec_desktop import resources
from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports.episodes import is_of_series
from epicrec_desktop.history.exports.markup import elements, value
from epicrec_desktop.history.exports.parsing import (
    RATED,
    ROWS,
    Days,
    Item,
    Row,
    Table,
    TableFormat,
    column_name,
    first,
    imdb_of,
    rating_of,
    rating_scale,
    title_and_year,
    title_of,
    year_of,
)


class _Tracker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tracker's table, by the names of its columns as `column_name` makes them.

    A table with all of `required` is the tracker's. `kind` holds the kind of a title, `state`
    whether it was watched; a value of `wanted` there puts it on the watchlist, another one that
    is not in `watched` on a list. `scale` is the highest rating; 0: what the highest one says.
    `rated`: a title without a rating is wanted. `movie` holds what tells movies apart where a table
    has a row for each thing done with one (TV Time: followed, put on the watchlist, watched). The
    row of watching may lack the release that the row of following has; a movie that was followed
    and not watched is wanted.
    """

    service: Service
    required: frozenset[str]
    title: str = "title"
    year: tuple[str, ...] = ("year",)
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
    rated: bool = False
    movie: str = ""

    def fits(self, columns: frozenset[str]) -> bool:
        """Return whether a table with these columns is the tracker's."""
        return columns >= self.required

    def read(self, table: Table, name: str) -> Iterator[Item]:
        """Yield the rows of a table as records, or why they are none."""
        wanted = "watchlist" in PurePosixPath(name).name
        wanted = wanted or not self.wanted_columns.isdisjoint(table.columns)
        yield from self.items(table.rows, wanted=wanted or self.rated)

    def items(
        self, rows: Callable[[], Iterator[Row | None]], *, wanted: bool = False
    ) -> Iterator[Item]:
        """Yield rows, which are gone through several times, as records, or why they are none."""
        if self.movie:
            rows = self._completed(rows)
        days = Days(first(row, *self.day, *RATED) for row in rows() if row)
        scale = self.scale or rating_scale(row.get(self.rating, "") for row in rows() if row)
        for row in rows():
            yield Skip.BROKEN if row is None else self._item(row, days, scale, wanted=wanted)

    def _item(self, row: Row, days: Days, scale: float, *, wanted: bool) -> Item:
        title, imdb_id = title_of(row.get(self.title)), imdb_of(first(row, self.imdb_id, "imdbid"))
        years = first(row, *self.year)
        # A table without a column for the kind has movies only.
        kind = row.get(self.kind, "movie").casefold()
        if kind not in {"movie", "movies", "film"} or is_of_series(row, title, years):
            return Skip.SERIES
        title, year = title_and_year(title, year_of(years))
        other = title_of(row.get(self.other_title))
        if not (title or other or imdb_id):
            return Skip.NAMELESS
        rating = rating_of(row.get(self.rating, ""), scale)
        state = _NOT_LETTER.sub("", row.get(self.state, "").casefold())
        wanted = (wanted and rating is None) or state in self.wanted
        if self.state and not wanted and state not in self.watched:
            return Skip.LIST
        return Record(
            title or other,
            year,
            imdb_id,
            None if wanted else days.day(first(row, *self.day)),
            rating,
            RecordKind.WATCHLIST if wanted else RecordKind.WATCHED,
            (other,) if title and column_name(other) not in {"", column_name(title)} else (),
            seen_by=None if wanted else days.day(first(row, *RATED)),
        )

    def _completed(
        self, rows: Callable[[], Iterator[Row | None]]
    ) -> Callable[[], Iterator[Row | None]]:
        """Return the rows, each completed from other rows of its movie."""
        known: dict[str, dict[str, str]] = {}
        for row in rows():
            if row and (movie := row.get(self.movie)) and row.get(self.kind) == "movie":
                known.setdefault(movie, {}).update(self._shared(row))
        return lambda: (self._whole(row, known) for row in rows())

    def _shared(self, row: Row) -> Iterator[tuple[str, str]]:
        """Yield the cells of a row that its movie's other rows may lack."""
        release = first(row, *self.year)
        if year_of(release):
            yield self.year[0], release
        if english := _ALPHA.fullmatch(row.get("alpharangekey", "")):
            yield self.other_title, english[1].replace("-", " ")
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


_NOT_LETTER = re.compile(r"[\W_]+")
_ALPHA = re.compile(r"[a-z]+-alpha-(.+)")  # "watch-alpha-the-hunt": the English title

_TRACKERS = msgspec.toml.decode(
    resources.path("exports", "trackers.toml").read_bytes(), type=dict[str, list[_Tracker]]
)["tables"]
(_CRITICKER,) = (tracker for tracker in _TRACKERS if tracker.service is Service.CRITICKER)
TABLES = tuple(TableFormat(tracker.service, tracker.fits, tracker.read) for tracker in _TRACKERS)


_HEAD = 4_096


def read_criticker(text: str) -> Iterator[Item] | None:
    """Return the items of Criticker's export as XML or as plain text; None if it is neither."""
    head = text[:_HEAD]
    if "<film>" in head and "<filmname>" in head:
        return _CRITICKER.items(lambda: map(_of_element, elements(text, "film")))
    if "'s rankings at Criticker.com" in head:
        return _CRITICKER.items(lambda: _of_lines(text))
    return None


def _of_element(film: str | None) -> Row | None:
    if film is None:
        return None
    names = {"filmname": "filmname", "filmyear": "year", "filmlink": "url", "imdbid": "imdbid"}
    row = {column: value(film, name) for name, column in names.items()}
    return {**row, "score": value(film, "score") or value(film, "rating")}


def _of_lines(text: str) -> Iterator[Row]:
    """Yield "99<tab>Heat (1995)" and the address below it, with a summary between them."""
    row: dict[str, str] = {}
    number = 0
    for line in io.StringIO(text, newline=None):
        score, tab, title = line.partition("\t")
        if tab and score.isdecimal() and len(score) <= 3:
            if row:
                yield row
            number += 1
            if number > ROWS:
                raise export_error("too-many")
            row = {"score": score, "filmname": title.rstrip("\n")}
        elif row and line.startswith("https://www.criticker.com/"):
            row["url"] = line.rstrip("\n")
    if row:
        yield row
