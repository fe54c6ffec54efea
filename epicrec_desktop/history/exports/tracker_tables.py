"""Read tables of trackers by the names of their columns: TMDB, Movary, Simkl, TV Time and others.

Criticker's export as XML or text is read as such a table.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

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


@dataclass(frozen=True)
class _Tracker:
    """A tracker's table, by the names of its columns as `column_name` makes them.

    A table with all of `required` is the tracker's. `kind` holds the kind of a title, `state`
    whether it was watched; a value of `wanted` there puts it on the watchlist, another one that
    is not in `watched` on a list. `scale` is the highest rating; 0: what the highest one says.
    `rated`: a title without a rating is wanted.
    """

    service: Service
    required: frozenset[str]
    title: str
    year: tuple[str, ...] = ()
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
        """Yield rows, which are gone through three times, as records, or why they are none."""
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


_NOT_LETTER = re.compile(r"[\W_]+")
_ALPHA = re.compile(r"[a-z]+-alpha-(.+)")  # "watch-alpha-the-hunt": the English title


class _TvTime(_Tracker):
    """TV Time's table of what was done with a movie: followed, put on the watchlist, watched.

    The row of watching may lack the release that the row of following has. A movie that was
    followed and not watched is wanted.
    """

    def items(
        self, rows: Callable[[], Iterator[Row | None]], *, wanted: bool = False
    ) -> Iterator[Item]:
        """Yield rows as records, each completed from other rows of its movie."""
        known: dict[str, dict[str, str]] = {}
        for row in rows():
            if row and (movie := row.get("uuid")) and row.get(self.kind) == "movie":
                known.setdefault(movie, {}).update(self._shared(row))
        return super().items(lambda: (self._whole(row, known) for row in rows()), wanted=wanted)

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
        shared = known.get(row.get("uuid", "")) if row else None
        if not row or shared is None:
            return row
        wanted = row.get(self.state) == "follow" and self.state not in shared
        state = "towatch" if wanted else row.get(self.state, "")
        own = self.year[:1] if year_of(first(row, *self.year)) else ()
        return {**row, **shared, **{name: row.get(name, "") for name in own}, self.state: state}


# criticker.com, Export ratings (CSV). People rate up to 100, 10 or 5, each in their own way.
_CRITICKER = _Tracker(
    Service.CRITICKER,
    frozenset({"score", "filmname", "imdbid"}),
    "filmname",
    ("year",),
    "imdbid",
    rating="score",
    scale=0.0,
)
_TRACKERS = (
    # themoviedb.org, Settings → Ratings and Watchlist → Export. "Rating" is everybody's; one table
    # for ratings and one for the watchlist, which alone has titles without a rating of one's own.
    _Tracker(
        Service.TMDB,
        frozenset({"tmdbid", "type", "name", "yourrating"}),
        "name",
        ("releasedate",),
        "imdbid",
        rating="yourrating",
        kind="type",
        rated=True,
    ),
    # github.com/leepeuker/movary, src/Service/Export/ExportService.php: three files.
    _Tracker(
        Service.MOVARY,
        frozenset({"title", "year", "tmdbid", "imdbid", "watchedat"}),
        "title",
        ("year",),
        "imdbid",
        ("watchedat",),
    ),
    _Tracker(
        Service.MOVARY,
        frozenset({"title", "year", "tmdbid", "imdbid", "userrating"}),
        "title",
        ("year",),
        "imdbid",
        rating="userrating",
    ),
    _Tracker(
        Service.MOVARY,
        frozenset({"title", "year", "tmdbid", "imdbid", "addedat"}),
        "title",
        ("year",),
        "imdbid",
        wanted_columns=frozenset({"addedat"}),
    ),
    # simkl.com, Settings → Download backup (CSV); simkl.com/apps/import/csv has the same columns.
    _Tracker(
        Service.SIMKL,
        frozenset({"simklid", "title", "type", "year", "watchlist"}),
        "title",
        ("year",),
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
        frozenset({"mediaid", "source", "mediatype", "title", "status"}),
        "title",
        day=("enddate", "progressedat", "progresschanged"),
        rating="score",
        kind="mediatype",
        state="status",
        watched=frozenset({"completed"}),
        wanted=frozenset({"planning"}),
    ),
    # TV Time, answer to a request for one's data, tracking-prod-records.csv. The release is given
    # in the user's own time, a day early where it is behind; the key has the day itself.
    _TvTime(
        Service.TVTIME,
        frozenset({"moviename", "entitytype", "type", "createdat"}),
        "moviename",
        ("releasedaterangekey", "releasedate"),
        day=("createdat",),
        kind="entitytype",
        state="type",
        watched=frozenset({"watch", "rewatch"}),
        wanted=frozenset({"towatch"}),
        other_title="englishtitle",
    ),
    # TV Time's site, by "TV Time Out" (tvtime-movies-*.csv, tvtime-series-episodes-*.csv) and "TV
    # Time Liberator" (one table of both kinds).
    _Tracker(
        Service.TVTIME,
        frozenset({"tvdbid", "title", "iswatched"}),
        "title",
        ("year",),
        "imdbid",
        ("watchedat",),
        kind="type",
        state="iswatched",
        watched=frozenset({"true", "1", "yes"}),
        wanted=frozenset({"false", "0", "no"}),
    ),
    _Tracker(  # its tvtime-series-*.csv: "status" is a series'
        Service.TVTIME, frozenset({"uuid", "tvdbid", "title", "status"}), "title", kind="status"
    ),
    # Kinopoisk: its own export, a page named .xls; and tables that scripts make of the votes.
    _Tracker(
        Service.KINOPOISK,
        frozenset({"русскоязычноеназвание", "год"}),
        "русскоязычноеназвание",
        ("год",),
        rating="мояоценка",
        other_title="оригинальноеназвание",
    ),
    _Tracker(
        Service.KINOPOISK,
        frozenset({"namerus", "nameeng"}),
        "namerus",
        ("year",),
        rating="rating",
        other_title="nameeng",
    ),
    _CRITICKER,
)
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
