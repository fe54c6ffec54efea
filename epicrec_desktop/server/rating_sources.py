"""Read public ratings of any size in pieces: Parquet (extra `parquet`), CSV, PostgreSQL."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from epicrec_desktop.console.extras import how_to_install
from epicrec_desktop.domain.errors import EpicRecError

POSTGRES = ("postgresql://", "postgres://")
USER, MOVIE = "user_id", "movie_id"
LONGEST_ID, LONGEST_USER = 40, 200
"""Characters of a movie's public id, and of a user's id that is text."""

LONGEST_LINE = 1_000_000
"""Characters of a line of CSV; its fields have at most 131,072 (`csv.field_size_limit`)."""

AT_ONCE = 200_000
"""Rows that are read at a time."""

LARGEST_COLUMN = 500_000_000
"""Bytes of a column in one row group of Parquet: 20 million ids of 25 characters."""

MISSING = frozenset({"", "nan", "NaN", "null", "NULL", "None", "\\N"})
"""What programs write into a table for a value that is not there."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,62}")

Pieces = Iterator[tuple[Sequence[Any] | NDArray[Any], Sequence[str]]]
"""Users (whole numbers or text) and movies (public ids) of some rows."""


def pieces(place: str, table: str) -> Pieces:
    """Yield the rows at a place that have a user and a movie.

    `place` is a path of Parquet or CSV (`.csv`, `.csv.gz`), a folder of either, or the address of a
    PostgreSQL with its `table`. Raises `EpicRecError`, also where files change while they are read.
    """
    if place.startswith(POSTGRES):
        yield from _of_postgres(place, table)
        return
    path = Path(place)
    try:
        before = _state(path)
        tables = [file for file in before if file.name.endswith((".csv", ".csv.gz"))]
        if tables:
            yield from chain.from_iterable(map(_of_csv, tables))
        else:
            yield from _of_parquet(path)
        changed = _state(path) != before
    except (OSError, EOFError, UnicodeDecodeError, csv.Error):
        raise EpicRecError(
            "There are no ratings at that place, or they cannot be read; nothing was changed. "
            "Name Parquet, CSV, a folder of either, or postgresql://…"
        ) from None
    if changed:
        raise EpicRecError(
            "The ratings changed while they were read; nothing was changed. "
            "Try again when nobody writes to them."
        )


def _state(path: Path) -> dict[Path, tuple[int, int]]:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    states = {file: file.stat() for file in files}
    return {file: (one.st_size, one.st_mtime_ns) for file, one in states.items()}


def _of_csv(path: Path) -> Pieces:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(_lines(file))
        header = next(rows, [])
        if not {USER, MOVIE} <= set(header):
            raise wrong_columns()
        user, movie, width = header.index(USER), header.index(MOVIE), len(header)
        whole = (
            (row[user], row[movie])
            for row in rows
            if len(row) == width
            and row[user] not in MISSING
            and len(row[user]) <= LONGEST_USER
            and len(row[movie]) <= LONGEST_ID
        )
        while some := list(islice(whole, AT_ONCE)):
            users, movies = zip(*some, strict=True)
            yield users, movies


def _lines(file: Any) -> Iterator[str]:
    while line := file.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise EpicRecError(
                "A line of the ratings has more than {longest} characters; nothing was changed. "
                "Each row has a line of its own.",
                longest=f"{LONGEST_LINE:,}",
            )
        yield line


def _of_parquet(path: Path) -> Pieces:
    try:
        from pyarrow import ArrowException, dataset, types  # noqa: PLC0415 - belongs to an extra
    except ImportError:
        raise EpicRecError(
            "PyArrow is not installed, which reads Parquet; nothing was changed. Install it: {how}",
            how=how_to_install("parquet"),
        ) from None
    try:
        found = dataset.dataset(path, format="parquet")
        if not {USER, MOVIE} <= set(found.schema.names):
            raise wrong_columns()
        user, movie = (_plain(found.schema.field(name).type) for name in (USER, MOVIE))
        if not (types.is_integer(user) or _is_text(user)) or not _is_text(movie):
            raise EpicRecError(
                "The ratings have columns of another type; nothing was changed. "
                "user_id has whole numbers or text, movie_id has text."
            )
        _check_sizes(found)
        # A value that is in many rows is in memory once.
        texts = [name for name, kind in ((USER, user), (MOVIE, movie)) if _is_text(kind)]
        format_ = dataset.ParquetFileFormat(dictionary_columns=set(texts))
        table = dataset.dataset(path, format=format_)
        # Two batches ahead, of one file: PyArrow's own numbers would be gigabytes.
        ahead = {"batch_size": AT_ONCE, "batch_readahead": 2, "fragment_readahead": 1}
        for batch in table.to_batches(columns=[USER, MOVIE], **ahead):
            rows = batch.drop_null()
            movies = _texts(rows.column(1), LONGEST_ID)
            if USER not in texts:
                yield rows.column(0).to_numpy(zero_copy_only=False), movies
                continue
            users = _texts(rows.column(0), LONGEST_USER)
            whole = [pair for pair in zip(users, movies, strict=True) if pair[0]]
            yield [one for one, _ in whole], [one for _, one in whole]
    except ArrowException as error:
        raise OSError from error


def _check_sizes(table: Any) -> None:
    """Raise `EpicRecError` where a column of a row group would not fit into memory."""
    for fragment in table.get_fragments():
        file = fragment.metadata
        for group in map(file.row_group, range(file.num_row_groups)):
            for column in map(group.column, range(group.num_columns)):
                if (
                    column.path_in_schema in (USER, MOVIE)
                    and column.total_uncompressed_size > LARGEST_COLUMN
                ):
                    raise EpicRecError(
                        "A row group of the ratings has more than {most} bytes of one column; "
                        "nothing was changed. Ids are short: write smaller row groups.",
                        most=f"{LARGEST_COLUMN:,}",
                    )


def _texts(column: Any, longest: int) -> list[str]:
    """Return the texts of a column that keeps each once, "" for those that are too long."""
    import pyarrow.compute as pc  # noqa: PLC0415 - belongs to an extra

    values = column.dictionary
    fits = pc.less_equal(pc.binary_length(values), longest)
    known = pc.if_else(fits, values, "").to_pylist()
    return [known[index] or "" for index in column.indices.to_pylist()]


def _plain(kind: Any) -> Any:
    """Return the type of the values of a column, which may be kept in a dictionary."""
    return getattr(kind, "value_type", kind) if str(kind).startswith("dictionary") else kind


def _is_text(kind: Any) -> bool:
    return str(kind) in ("string", "large_string", "string_view")


def _of_postgres(address: str, table: str) -> Pieces:
    import psycopg  # noqa: PLC0415 - belongs to the extra `server`
    from psycopg import sql  # noqa: PLC0415

    names = table.split(".")
    if len(names) > 2 or not all(_NAME.fullmatch(name) for name in names):
        raise EpicRecError("That is no name of a table; nothing was changed.")
    query = sql.SQL("SELECT {}::text, {}::text FROM {}").format(
        sql.Identifier(USER), sql.Identifier(MOVIE), sql.Identifier(*names)
    )
    try:
        with psycopg.connect(address) as connection, connection.cursor("ratings") as cursor:
            cursor.execute(query)
            while rows := cursor.fetchmany(AT_ONCE):
                whole = [row for row in rows if row[0] and row[1]]
                yield [user for user, _ in whole], [movie for _, movie in whole]
    except psycopg.errors.UndefinedColumn:
        raise wrong_columns() from None
    except psycopg.Error:
        raise EpicRecError(
            "The table of ratings cannot be read from PostgreSQL; nothing was changed. "
            "Check the address, the name of the table, and the rights of its user."
        ) from None


def wrong_columns() -> EpicRecError:
    """Return what is said of a table without the columns that are read."""
    return EpicRecError(
        "The ratings have no columns user_id and movie_id; nothing was changed. "
        "See the manual of the service for what a table of ratings has."
    )
