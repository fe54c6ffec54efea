"""Public ratings of a catalog: read rating tables, skip and count malformed rows."""

from __future__ import annotations

import codecs
import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.files import MAX_RATINGS_BYTES, SourceFiles, catalog_error, check_size
from epicrec_desktop.catalog.movielens_format import fields_of
from epicrec_desktop.domain.messages import Message, counted
from epicrec_desktop.domain.progress import Job, Progress

MAX_SHARE = 0.01
"""Lines of a file that may be damaged, as a share."""
ALWAYS_ALLOWED = 3


@dataclass
class MalformedRows:
    """Counts of lines and damaged lines of one file; `first` is the first damaged one, from 1."""

    file: str
    lines: int = 0
    damaged: int = 0
    first: int = 0

    def skip(self, line: int) -> None:
        """Note a damaged line at this number."""
        self.damaged += 1
        if self.first == 0:
            self.first = line

    def check(self) -> None:
        """Raise `CatalogError` for too many damaged lines, or more than good ones."""
        good = self.lines - self.damaged
        if self.damaged > max(ALWAYS_ALLOWED, self.lines * MAX_SHARE) or self.damaged > good:
            raise catalog_error(
                "{damaged:,} of {lines:,} lines of {file} are damaged or belong to "
                "another catalog, the first is line {first:,}.",
                "Download the catalog again, then import it once more.",
                damaged=self.damaged,
                lines=self.lines,
                file=self.file,
                first=self.first,
            )

    def notes(self) -> tuple[Message, ...]:
        """Return a sentence for the person, if anything was skipped."""
        if self.damaged == 0:
            return ()
        note = counted(
            "One damaged line of {file} was skipped: line {first:,}.",
            "{count:,} damaged lines of {file} were skipped, the first is line {first:,}.",
            count=self.damaged,
            file=self.file,
            first=self.first,
        )
        return (note,)


@dataclass(frozen=True, eq=False)
class PublicRatings:
    """Who rated what: three arrays of one length, ordered by user, then item; no pair twice.

    `users` int32, 0 … user_count − 1; `items` int32, positions in `catalog.movies`; `values`
    float32, stars. Every rating counts as watched, whatever its stars.
    """

    users: NDArray[np.int32]
    items: NDArray[np.int32]
    values: NDArray[np.float32]

    @classmethod
    def build(cls, users: NDArray[Any], items: NDArray[Any], values: NDArray[Any]) -> PublicRatings:
        """Return sorted ratings: users numbered from 0, and of a repeated pair the last one."""
        if users.size == 0:
            return cls(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32))
        _, dense = np.unique(users, return_inverse=True)
        key = (dense.astype(np.int64) << 32) | items.astype(np.int64)
        if not np.all(np.diff(key) > 0):
            # The first of the reversed order is the last that was given.
            key, last = np.unique(key[::-1], return_index=True)
            values = values[::-1][last]
        return cls(
            (key >> 32).astype(np.int32),
            (key & 0xFFFFFFFF).astype(np.int32),
            values.astype(np.float32),
        )

    def fits(self, movies: int) -> bool:
        """Return whether the arrays are as they are described, for a catalog of so many movies."""
        users, items = self.users, self.items
        if not users.shape == items.shape == self.values.shape == (users.size,):
            return False
        steps = np.diff(users)
        return not users.size or bool(
            users[0] == 0
            and ((steps == 0) | (steps == 1)).all()
            and items.min() >= 0
            and items.max() < movies
            and np.isfinite(self.values).all()
        )

    def __len__(self) -> int:
        return int(self.users.size)

    @cached_property
    def user_count(self) -> int:
        """Return the number of users, each of whom rated something."""
        return int(self.users[-1]) + 1 if len(self) else 0

    @property
    def mean_profile_size(self) -> float | None:
        """Return the mean number of movies per user; None without ratings."""
        return len(self) / self.user_count if len(self) else None

    def popularity(self, movies: int) -> NDArray[np.int64]:
        """Return the number of users who rated each movie, shape (movies,)."""
        return np.bincount(self.items, minlength=movies)


_BLOCK_BYTES = 2_000_000  # a second or so of a slow computer: it can be cancelled in between
_MAX_LINE_BYTES = 10_000
_MAX_STARS = 10.0
_MAX_ID = 2**31 - 1
_GIVE_UP_AFTER = 10_000  # damaged lines, whatever their share will be


@dataclass(frozen=True)
class _Columns:
    """Where user, movie and stars are in a line."""

    delimiter: str
    at: tuple[int, int, int] = (0, 1, 2)
    header: int = 0


def read_ratings(
    files: SourceFiles, name: str, movie_ids: NDArray[np.int64], job: Job
) -> tuple[PublicRatings, MalformedRows]:
    """Return the ratings of the movies with these MovieLens ids, (n,), in the catalog's order.

    Lines about other movies count as damaged. Raises `CatalogError` for too much damage.
    """
    total = check_size(files, name, MAX_RATINGS_BYTES)
    file = PurePosixPath(name).name
    with files.open(name) as stream:
        columns = _columns(stream, file)
    malformed = MalformedRows(file)
    parts = [_narrow(np.zeros((0, 3)))]
    order = np.argsort(movie_ids)
    done = 0
    with files.open(name) as stream:
        for block in _blocks(stream, file):
            job.step("Reading public ratings", done, total)
            parts.append(_narrow(_parse(block, columns, malformed, movie_ids, order)))
            done += len(block)
    job.report(Progress("Reading public ratings", total, total))
    malformed.check()
    job.check()
    arrays = (np.concatenate(column) for column in zip(*parts, strict=True))
    return PublicRatings.build(*arrays), malformed


def _narrow(
    rows: NDArray[np.float64],
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
    """Return users, items and stars, (m,) each, in half the memory: there may be millions."""
    return (rows[:, 0].astype(np.int32), rows[:, 1].astype(np.int32), rows[:, 2].astype(np.float32))


def _blocks(stream: BinaryIO, file: str) -> Iterator[bytes]:
    """Yield the file in pieces of whole lines."""
    rest = b""
    if not (start := stream.read(len(codecs.BOM_UTF8))).startswith(codecs.BOM_UTF8):
        rest = start
    while block := stream.read(_BLOCK_BYTES):
        cut = block.rfind(b"\n") + 1
        if cut == 0 and len(rest) + len(block) > _BLOCK_BYTES:
            raise catalog_error(
                "{file} is not a table of ratings.", "Choose another file.", file=file
            )
        if cut:
            yield rest + block[:cut]
            rest = block[cut:]
        else:
            rest += block
    if rest:
        yield rest


def _columns(stream: BinaryIO, file: str) -> _Columns:
    first = stream.readline(_MAX_LINE_BYTES).decode("latin-1").removeprefix("ï»¿").strip()
    if not first:
        return _Columns(",")
    if "::" in first:
        return _Columns("::")
    delimiter = max(",;\t", key=first.count)
    if first.lstrip('"')[:1].isdigit():
        return _Columns(delimiter)
    try:
        names = [field.strip().lower() for field in fields_of(first, delimiter)]
        at = (names.index("userid"), names.index("movieid"), names.index("rating"))
    except ValueError as error:
        raise catalog_error(
            "{file} does not have the columns userId, movieId and rating.",
            "Choose another file.",
            file=file,
        ) from error
    return _Columns(delimiter, at, header=1)


def _parse(
    block: bytes,
    columns: _Columns,
    malformed: MalformedRows,
    movie_ids: NDArray[np.int64],
    order: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return rows (user, position, stars) of a block; counts its lines."""
    if malformed.lines == 0:
        for _ in range(columns.header):
            block = block.partition(b"\n")[2]
            malformed.lines += 1
    numbers, rows = _read(block, columns)
    found = _positions(rows[:, 1], movie_ids, order)
    # Rows are good that have whole ids, stars that can be, and a movie of the catalog.
    ids, stars = rows[:, :2], rows[:, 2]
    whole = ((ids > 0) & (ids <= _MAX_ID) & (ids == np.floor(ids))).all(axis=1)
    good: NDArray[np.bool_] = whole & (stars > 0) & (stars <= _MAX_STARS) & (found >= 0)
    for number in numbers[~good].tolist():
        malformed.skip(malformed.lines + number)
    malformed.lines += block.count(b"\n") + (not block.endswith(b"\n") and block != b"")
    if malformed.damaged > _GIVE_UP_AFTER and malformed.damaged > malformed.lines // 2:
        malformed.check()
    rows[:, 1] = found
    return rows[good]


def _read(block: bytes, columns: _Columns) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the numbers of lines that are not empty, from 1, and rows (user, movie, stars).

    A line that is no row has NaN.
    """
    rows = _fast(block, columns)
    if rows is not None:
        return np.arange(1, len(rows) + 1), rows
    lines = enumerate(block.decode("latin-1").removesuffix("\n").split("\n"), start=1)
    numbered = [(number, _row(line.strip(), columns)) for number, line in lines if line.strip()]
    numbers = np.array([number for number, _ in numbered], dtype=np.int64)
    return numbers, np.array([row for _, row in numbered], dtype=np.float64).reshape(-1, 3)


def _fast(block: bytes, columns: _Columns) -> NDArray[np.float64] | None:
    """Return all rows at once, or None if the lines are not all in order."""
    if not block.strip():
        return None
    lines = block.count(b"\n") + (not block.endswith(b"\n"))
    delimiter = columns.delimiter
    if delimiter == "::":
        block, delimiter = block.replace(b"::", b"\t"), "\t"
    try:
        rows: NDArray[np.float64] = np.loadtxt(
            io.BytesIO(block),
            delimiter=delimiter,
            comments=None,
            quotechar='"',
            usecols=columns.at,
            ndmin=2,
            encoding="latin-1",
        )
    except ValueError:
        return None
    # Empty lines are passed over by loadtxt: then numbers of lines would be wrong.
    return rows if rows.shape[0] == lines else None


def _row(line: str, columns: _Columns) -> tuple[float, ...]:
    try:
        split = columns.delimiter == "::"
        fields = line.split("::") if split else fields_of(line, columns.delimiter)
        return tuple(float(fields[i]) for i in columns.at)
    except (ValueError, IndexError):
        return (math.nan,) * 3


def _positions(
    movies: NDArray[np.float64], movie_ids: NDArray[np.int64], order: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the position of each movie in the catalog, −1 where it has none."""
    if movie_ids.size == 0:
        return np.full(movies.shape, -1, dtype=np.int64)
    at = np.searchsorted(movie_ids, movies, sorter=order).clip(max=movie_ids.size - 1)
    found = order[at]
    return np.where(movie_ids[found] == movies, found, -1)
