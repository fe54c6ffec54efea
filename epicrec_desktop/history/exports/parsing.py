"""Parse export files: JSON entries, delimited tables, and values such as years, ids and days."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any

from epicrec_desktop.domain.export_records import LeftOut, ListHead, Record, Skip
from epicrec_desktop.domain.history import Visit
from epicrec_desktop.domain.json_text import JsonText
from epicrec_desktop.domain.months import local_day
from epicrec_desktop.history.cleaning import UNIX_EPOCH, clean_title
from epicrec_desktop.history.errors import export_error

ENTRIES = 5_000_000
"""Entries of a document that are read."""
_WINDOWS = (2_048, 65_536, 4_194_304)
"""Characters of an entry: most have some hundreds, and none may have more than the last."""
_NESTED = 3  # lists within objects that are looked into: Tautulli's are in response.data.data
_LISTED = 20  # objects of a list within an entry that are looked into
_MEMBERS = 2_000  # members of an object, and columns of a row made of it
_MEMBER_NAME = 256  # characters of a member's name that are looked at

Entry = tuple[str, Any]
"""The name of the list that an entry is in (empty for the document's own), and the entry."""


def entries(text: str) -> Iterator[Entry]:
    """Yield the entries of the document's list, or of the lists that its object has.

    Other members of the object come as they are. Raises `HistoryError` where the text is no JSON,
    or an entry is too long.
    """
    reader = JsonText(text, _WINDOWS)
    try:
        for count, entry in enumerate(_of_value(reader, "", _NESTED)):
            if count >= ENTRIES:
                raise export_error("too-many")
            yield entry
        reader.end()
    except ValueError:
        raise export_error("damaged") from None


def _of_value(reader: JsonText, name: str, depth: int) -> Iterator[Entry]:
    sign = reader.peek()
    if sign == "[":
        yield from ((name, entry) for entry in reader.entries())
    elif sign == "{" and depth:
        for member in reader.members():
            yield from _of_value(reader, member, depth - 1)
    else:
        yield name, reader.value()


ROWS = 1_000_000
"""Rows of a table that are read; more than a life has evenings, by far."""
_COLUMNS = 400
_CELL = 8_192  # characters of a cell that are kept
_DELIMITERS = ",;\t"
_NOT_WORD = re.compile(r"[\W_]+")
_HEADER_LINES = 8  # that may stand before the header: Letterboxd's lists have a few

Row = Mapping[str, str]
"""A row's cells by the name of their column, as `column_name` makes it."""


_CYRILLIC = re.compile(rb"[\xa8\xb8\xc0-\xff]{4}")
"""Four letters of Windows' Cyrillic encoding in a row; Western text has single ones."""


def decode(data: bytes) -> str:
    """Text of unknown encoding: UTF-8 with or without a mark, UTF-16, else one of Windows'."""
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:].decode("utf-8", "replace")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    head = data[:400]
    if len(head) >= 4 and head.count(0) * 3 > len(head):
        return data.decode(
            "utf-16-le" if head[1::2].count(0) > head[::2].count(0) else "utf-16-be", "replace"
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        cyrillic = _CYRILLIC.search(data[:65_536])
        return data.decode("cp1251" if cyrillic else "cp1252", "replace")


def plain(text: str) -> str:
    """Return a text without accents: "année" is "annee"."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def column_name(text: str) -> str:
    """Return a column's name without case, accents, spaces and signs: "Année 1" is "annee1"."""
    return _NOT_WORD.sub("", plain(text.casefold()))[:64]


_member_name = lru_cache(1_024)(column_name)


def row_of(entry: dict[str, Any]) -> Row:
    """Return a JSON entry as a row: {"movie": {"title": "Heat"}} has the column "movietitle".

    An object has one of its own, "movie.", which is empty. Objects in a list are read as one, with
    spaces between their texts.
    """
    row: dict[str, str] = {}
    _add_members(row, "", entry, _NESTED)
    return row


def _add_members(row: dict[str, str], prefix: str, entry: dict[str, Any], depth: int) -> None:
    for member, value in islice(entry.items(), _MEMBERS):
        if len(row) >= _MEMBERS:
            return
        name = prefix + _member_name(member[:_MEMBER_NAME])
        if isinstance(value, str) and name not in row:
            row[name] = value[:_CELL].strip()
        elif isinstance(value, dict):
            row[f"{name}."] = ""
            if depth:
                _add_members(row, name, value, depth - 1)
        elif isinstance(value, list):
            row.setdefault(name, "")
            for one in value[:_LISTED] if depth else ():
                if isinstance(one, dict):
                    _add_members(row, name, one, 0)
        else:
            text, known = _cell_of(value), row.get(name)
            row[name] = text if known is None else f"{known} {text}"[:_CELL]


def _cell_of(value: object) -> str:
    """Return a value as a table has it; empty for null, and for numbers that say nothing."""
    if isinstance(value, str):
        return value[:_CELL].strip()
    if isinstance(value, bool):
        return str(value).casefold()
    if isinstance(value, int | float) and abs(value) < 10**16:
        return str(value) if isinstance(value, int) else f"{value:.6f}".rstrip("0").rstrip(".")
    return ""


def first(row: Row, *names: str) -> str:
    """Return the first of these columns that a row fills; empty where there is none."""
    return next((value for name in names if (value := row.get(name))), "")


@dataclass(frozen=True)
class Table:
    """A table with a header. `columns` are as `column_name` makes them."""

    columns: tuple[str, ...]
    _text: str
    _delimiter: str
    _skipped: int

    def without_header(self, columns: tuple[str, ...]) -> Table:
        """Return a table whose first line is a row already, with these names of its columns."""
        return replace(self, columns=columns, _skipped=0)

    def rows(self) -> Iterator[Row | None]:
        """Yield the rows in order; None for one that cannot be read. Raises `HistoryError`."""
        lines = csv.reader(io.StringIO(self._text, newline=""), delimiter=self._delimiter)
        number = 0
        while True:
            try:
                cells = next(lines)
            except StopIteration:
                return
            except csv.Error:
                yield None
                continue
            number += 1
            if number > ROWS + self._skipped:
                raise export_error("too-many")
            if number <= self._skipped or not any(cells):
                continue
            named = zip(self.columns, cells, strict=False)
            yield {name: cell[:_CELL].strip() for name, cell in named if name}

    def above(self) -> list[list[str]]:
        """Return the lines above the header as cells."""
        lines = csv.reader(io.StringIO(self._text, newline=""), delimiter=self._delimiter)
        return [[cell[:_CELL].strip() for cell in next(lines)] for _ in range(self._skipped - 1)]

    def lines(self) -> Iterator[list[str]]:
        """Yield all lines as cells, for a table that has no header."""
        reader = csv.reader(
            io.StringIO(self._text, newline=""), delimiter=self._delimiter, quoting=csv.QUOTE_NONE
        )
        for number, cells in enumerate(reader):
            if number >= ROWS:
                raise export_error("too-many")
            yield [cell[:_CELL].strip() for cell in cells[:_COLUMNS]]


def tables(text: str) -> Iterator[Table]:
    """Yield the ways to read a text as a table, likeliest first: by delimiter and header line.

    The caller takes the first whose columns it knows.
    """
    text = text.replace("\0", "")
    head = text[:65_536].splitlines()[: _HEADER_LINES * 2]
    blank = 0
    while blank < len(head) and not head[blank].strip():
        blank += 1
    if blank == len(head):
        return
    marked = re.fullmatch(r"sep=(.)", head[blank].strip())  # a hint for spreadsheets
    if marked and marked[1] in _DELIMITERS:
        yield from _at_lines(text, marked[1], blank + 1, 1)
        return
    by_columns = sorted(_DELIMITERS, key=lambda sign: -head[blank].count(sign))
    for delimiter in by_columns:
        yield from _at_lines(text, delimiter, 0, 1)
    for delimiter in by_columns:
        yield from _at_lines(text, delimiter, 1, _HEADER_LINES)


def _at_lines(text: str, delimiter: str, first_line: int, count: int) -> Iterator[Table]:
    reader = csv.reader(io.StringIO(text[:262_144], newline=""), delimiter=delimiter)
    found = 0
    for number in range(first_line + count + _HEADER_LINES):
        try:
            cells = next(reader)
        except (StopIteration, csv.Error):
            return
        if number < first_line or not any(cells):
            continue
        columns = tuple(column_name(cell) for cell in cells[:_COLUMNS])
        yield Table(columns, text, delimiter, number + 1)
        found += 1
        if found >= count:
            return


_IMDB = re.compile(r"(?<![a-z0-9])tt[0-9]{7,10}(?!\d)")
_BARE_NUMBER = re.compile(r"\d{1,10}")
_YEAR = re.compile(r"(?<!\d)(?:18[89]\d|19\d\d|20\d\d)(?!\d)")
_YEAR_AT_END = re.compile(r"^(?P<title>.*\S)\s*[(\[](?P<year>(?:18|19|20)\d\d)[)\]]$")
_ISO = re.compile(r"(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})(?!\d)")
_KOREAN = re.compile(r"(\d\d)\. (\d{1,2})\. (\d{1,2})\.")
_NUMERIC = re.compile(r"(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4}|\d{1,2})(?!\d)")
_SECONDS = re.compile(r"(?P<s>\d{9,10})(?:\d{3}|\d{6})?")
_NUMBER = re.compile(r"(\d{1,3}(?:[.,]\d{1,6})?)\s*(?:/\s*(\d{1,3})|(%))?")
_SPREADSHEET = re.compile(r"'(?=[=+\-@])")
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""
_EARLIEST = date(1888, 1, 1)  # no movie is older
_LATEST = date(2100, 1, 1)
_ZERO_DAYS = frozenset(
    (
        *(date(1970, 1, 1), date(1969, 12, 31)),  # Unix
        *(date(1899, 12, 30), date(1899, 12, 31), date(1900, 1, 1), date(1904, 1, 1)),  # sheets
    )
)
"""Days that stand for none: where clocks and spreadsheets begin to count."""
_DAY_FIRST, _MONTH_FIRST, _YEAR_FIRST = (2, 1, 0), (2, 0, 1), (0, 1, 2)
"""Where year, month and day stand among three numbers."""
_SAMPLED_DATES = 20_000  # dates by which their order is recognized
_MOST_YEARS = 25
"""Between the first and the last day of a file whose years have two digits: more would be days."""
_Numbers = tuple[int, int, int]


def title_of(value: object) -> str:
    """Return a title on one line, without control characters; empty where there is none."""
    if not value or not isinstance(value, str):
        return ""
    text = clean_title(value)
    if not text.isprintable():
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return _SPREADSHEET.sub("", text, count=1) if "'" in text else text


def title_and_year(title: str, year: int | None) -> tuple[str, int | None]:
    """Takes a year in brackets off a title: "Heat (1995)"."""
    found = _YEAR_AT_END.match(title)
    if found is None or (year is not None and year != int(found["year"])):
        return title, year
    return found["title"], int(found["year"])


def year_of(text: str) -> int | None:
    """Return a year in which a movie can have been made."""
    found = _YEAR.search(text[:64])
    return int(found[0]) if found else None


def imdb_id_of(text: str) -> str | None:
    """Return IMDb's id in a text, such as an address, or that of a number alone.

    In a column of ids "tt" and zeros may be missing.
    """
    text = text.strip()
    if _BARE_NUMBER.fullmatch(text) and int(text):
        return f"tt{int(text):07d}"
    found = _IMDB.search(text[:2_000].lower())
    return found[0] if found else None


def rating_of(text: str, scale: float) -> float | None:
    """Return a rating between 0 and 1 ("8/10" and "80%" bring a scale). None: not rated."""
    if text[:1] == "★" or text == "½":
        stars = len(text[:8]) - (0.5 if "½" in text[:8] else 0.0)
        return stars / 5 if set(text) <= {"★", "½"} and stars <= 5 else None
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    if found[3]:
        scale = 100.0
    elif found[2]:
        scale = float(found[2])
    number = float(found[1].replace(",", "."))
    return number / scale if 0 < number <= scale else None


def rating_scale(texts: Iterable[str]) -> float:
    """Return the scale that a column of ratings is on: 5, 10 or 100, by the highest of them."""
    highest = 0.0
    for text in texts:
        found = _NUMBER.fullmatch(text.strip())
        if found and not found[2] and not found[3]:
            highest = max(highest, float(found[1].replace(",", ".")))
    return 5.0 if highest <= 5 else 10.0 if highest <= 10 else 100.0


class Days:
    """Parse the days of one file. All of them decide whether day, month or year comes first.

    Where they leave it open, "3/4/2024" is no day: a wrong one would be worse.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        sampled = [text.strip() for text in islice(texts, _SAMPLED_DATES)]
        # A date with dots begins with the day, in every country.
        dotted = any("." in text for text in sampled if _numbers(text))
        orders = (_DAY_FIRST, _YEAR_FIRST) if dotted else (_DAY_FIRST, _MONTH_FIRST, _YEAR_FIRST)
        dates = {
            numbers
            for numbers in map(_numbers, sampled)
            if numbers and any(_in_order(order, numbers) for order in orders)
        }
        fitting = [order for order in orders if _fits_order(order, dates)]
        if len(fitting) > 1 and fitting[-1] == _YEAR_FIRST:
            fitting.pop()  # it is the rarest
        self._order = fitting[0] if dates and len(fitting) == 1 else None

    def day(self, text: str, *, utc: bool = False) -> date | None:
        """Return the day of a date, or of a count of seconds, milli- or microseconds since 1970.

        A moment of a known time zone is of the day that it was here; midnight stands for a day.
        `utc`: a moment that names no zone is in UTC.
        """
        text = text.strip()[:40]
        if (found := _SECONDS.fullmatch(text)) is not None:
            return _local_day(UNIX_EPOCH + timedelta(seconds=int(found["s"])))
        if (moment := _moment(text, utc=utc)) is not None:
            return _local_day(moment)
        if (found := _ISO.match(text)) is not None:
            return _day(int(found[1]), int(found[2]), int(found[3]))
        if (found := _KOREAN.match(text)) is not None:
            return _day(2000 + int(found[1]), int(found[2]), int(found[3]))
        numbers = _numbers(text)
        if numbers is None:
            return None
        order = self._order or (_DAY_FIRST if numbers[0] == numbers[1] else None)
        return _in_order(order, numbers) if order else None


def _numbers(text: str) -> _Numbers | None:
    """Return the numbers of a date that may begin with any of them."""
    found = None if _KOREAN.match(text) else _NUMERIC.match(text)
    return (int(found[1]), int(found[3]), int(found[4])) if found else None


def _in_order(order: _Numbers, numbers: _Numbers) -> date | None:
    year, month, day = (numbers[place] for place in order)
    return _day(year + 2000 if year < 100 else year, month, day)


def _fits_order(order: _Numbers, dates: Iterable[_Numbers]) -> bool:
    """Return whether all dates are days in this order, and of the years of one person's file."""
    days = {numbers: _in_order(order, numbers) for numbers in dates}
    years = [day.year for numbers, day in days.items() if day and max(numbers) < 100]
    return all(days.values()) and (not years or max(years) - min(years) <= _MOST_YEARS)


def _moment(text: str, *, utc: bool) -> datetime | None:
    """Return the moment of a text that names its time zone, or of one in UTC."""
    try:
        found = datetime.fromisoformat(text.removesuffix(" UTC") + "Z" * text.endswith(" UTC"))
    except ValueError:
        return None
    if found.tzinfo is None:
        return found.replace(tzinfo=UTC) if utc else None
    return found


def _local_day(moment: datetime) -> date | None:
    """Return the day of a moment on this computer; of midnight, a day without a time, its own."""
    timed = any((moment.hour, moment.minute, moment.second))
    day = local_day(moment) if timed else moment.date()
    return _day(day.year, day.month, day.day)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found if _EARLIEST <= found < _LATEST and found not in _ZERO_DAYS else None


def formula_safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; `title_of` removes the sign."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


Item = Record | Visit | Skip | LeftOut | ListHead
"""A movie, a page of a browser's history, or why a row is neither; a list begins with its head."""
