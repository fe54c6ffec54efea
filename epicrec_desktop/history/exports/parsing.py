"""Parse export files: JSON documents entry by entry, and delimited tables in any common
encoding.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from epicrec_desktop.domain.json_text import JsonText
from epicrec_desktop.history.errors import export_error

ENTRIES = 5_000_000
"""Entries of a document that are read."""
_WINDOWS = (2_048, 65_536, 4_194_304)
"""Characters of an entry: most have some hundreds, and none may have more than the last."""
_NESTED = 3  # lists within objects that are looked into: Tautulli's are in response.data.data

Entry = tuple[str, Any]
"""The name of the list that an entry is in (empty for the document's own), and the entry."""


def entries(text: str) -> Iterator[Entry]:
    """The entries of the document's list, or of the lists that its object has.

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


def decode(data: bytes) -> str:
    """Text of unknown encoding: UTF-8 with or without a mark, UTF-16, else Windows' Western one."""
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
        return data.decode("cp1252", "replace")


def column_name(text: str) -> str:
    """A column's name without case, spaces and signs: "Your Rating" is "yourrating"."""
    return _NOT_WORD.sub("", text.casefold())[:64]


def first(row: Row, *names: str) -> str:
    """The first of these columns that a row fills; empty where there is none."""
    for name in names:
        if value := row.get(name):
            return value
    return ""


@dataclass(frozen=True)
class Table:
    """A table with a header. `columns` are as `column_name` makes them."""

    columns: tuple[str, ...]
    _text: str
    _delimiter: str
    _skipped: int

    def renamed(self, rename: Callable[[str], str]) -> Table:
        """The same table with other names of its columns."""
        return replace(self, columns=tuple(map(rename, self.columns)))

    def rows(self) -> Iterator[Row | None]:
        """The rows in their order; None for one that cannot be read. Raises `HistoryError`."""
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

    def lines(self) -> Iterator[list[str]]:
        """All lines as cells, for a table that has no header."""
        reader = csv.reader(
            io.StringIO(self._text, newline=""), delimiter=self._delimiter, quoting=csv.QUOTE_NONE
        )
        for number, cells in enumerate(reader):
            if number >= ROWS:
                raise export_error("too-many")
            yield [cell[:_CELL].strip() for cell in cells[:_COLUMNS]]


def tables(text: str) -> Iterator[Table]:
    """The ways to read a text as a table, the likeliest first: by delimiter, and by header line.

    The caller takes the first whose columns it knows.
    """
    text = text.replace("\0", "")
    head = text[:65_536].splitlines()[: _HEADER_LINES * 2]
    blank = 0
    while blank < len(head) and not head[blank].strip():
        blank += 1
    if blank == len(head):
        return
    marked = re.fullmatch(r"sep=(.)", head[blank].strip())  # how spreadsheets are told
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
