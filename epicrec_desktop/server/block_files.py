"""Public ratings of any size on this machine: read once, kept as blocks in files.

Parquet (extra `parquet`), CSV and PostgreSQL are read a piece at a time and spread by a hash of the
person over `PARTS` files, so memory is that of one part, whatever the number of ratings. On disk a
rating takes 12 bytes while it is read, and 4 afterwards.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.recommend import hyperparameter_search
from epicrec_desktop.recommend.als_training import Training
from epicrec_desktop.recommend.metrics import splitmix64
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.wire_published import MAX_MOVIES
from epicrec_desktop.server.block_kernels import Block, to_block
from epicrec_desktop.server.block_training import BlockData, Histories

PARTS = 64
"""Files: of 10⁹ ratings one has 16 million, and a gigabyte of memory sorts them."""
POSTGRES = ("postgresql://", "postgres://")
USER, MOVIE = "user_id", "movie_id"
LONGEST_ID = 40

AT_ONCE = 200_000
"""Rows that are read at a time."""

_THREADS = min(4, os.cpu_count() or 1)
_SEED = 6011
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,62}")
_UNKNOWN = -1

Pieces = Iterator[tuple[Sequence[Any], Sequence[str]]]
"""Users (whole numbers or text) and movies (public ids) of some rows."""


@dataclass(frozen=True)
class Files:
    """Blocks in files, with those operations of an RDD that `block_training.py` asks for."""

    parts: tuple[Callable[[], Iterable[Any]], ...]

    def map(self, change: Callable[[Any], Any]) -> Files:
        """Change each block when it is read."""
        return self.mapPartitions(lambda blocks: map(change, blocks))

    def mapPartitions(  # noqa: N802 - as an RDD's
        self, change: Callable[[Any], Iterable[Any]]
    ) -> Files:
        """Change the blocks of each file when they are read."""
        return Files(tuple(lambda part=part: change(part()) for part in self.parts))  # type: ignore[misc]

    def collect(self) -> list[Any]:
        """Return what all parts give, in their order."""
        return list(self._results())

    def treeReduce(  # noqa: N802 - as an RDD's
        self, add: Callable[[Any, Any], Any]
    ) -> Any:
        """Return the sum of what all parts give."""
        return reduce(add, self._results())

    def reduceByKey(  # noqa: N802 - as an RDD's
        self, add: Callable[[Any, Any], Any], parts: int
    ) -> Files:
        """Return the sums of what all parts give under each key, as one part."""
        del parts
        found: dict[Any, Any] = {}
        for key, value in self._results():
            found[key] = add(found[key], value) if key in found else value
        return Files((found.items,))

    def getNumPartitions(  # noqa: N802 - as an RDD's
        self,
    ) -> int:
        """Return how many parts there are."""
        return len(self.parts)

    def unpersist(self) -> None:
        """Do nothing: the folder is the caller's."""

    def _results(self) -> Iterator[Any]:
        # Some at a time: a result can be as large as movies × directions.
        with ThreadPoolExecutor(_THREADS) as pool:
            for first in range(0, len(self.parts), _THREADS):
                some = self.parts[first : first + _THREADS]
                yield from chain.from_iterable(pool.map(lambda part: list(part()), some))


@dataclass(frozen=True)
class _Sent:
    value: Floats32

    def destroy(self) -> None:
        """Do nothing: it is in this process."""


class FilesEngine:
    """This machine (`block_training.Engine`)."""

    def broadcast(self, value: Floats32) -> _Sent:
        """Return it."""
        return _Sent(value)

    def persist(self, blocks: Files) -> Files:
        """Return them: they are in files."""
        return blocks

    def fit_factors(self, data: BlockData, training: Training, job: Job) -> ItemModel:
        """Train on as many people as are taken into memory (`block_training.MOST_COLLECTED`)."""
        return hyperparameter_search.fit(data.some(data.people), training, job=job)


def read(place: str, table: str, folder: Path, job: Job = UNATTENDED) -> Histories:
    """Return the ratings at a place as blocks in files of an empty folder.

    `place` is a path of Parquet or CSV (`.csv`, `.csv.gz`), a folder of either, or the address of a
    PostgreSQL with its `table`. Rows without a user or a public id are passed over; of more than
    `MAX_MOVIES` movies the most watched are kept. Raises `Cancelled` and `EpicRecError`.
    """
    spread = _Spread(folder)
    try:
        for users, movies in _pieces(place, table):
            job.check()
            spread.add(users, movies)
            job.report(Progress("Reading the ratings", spread.rows, 0))
    finally:
        spread.close()
    if not spread.index:
        raise EpicRecError("There are no public ratings to train a model on; nothing was changed.")
    return spread.blocks(job)


class _Spread:
    """Rows on their way into files; `index` numbers movies as they appear."""

    def __init__(self, folder: Path) -> None:
        self._paths = [folder / f"part-{k:02}" for k in range(PARTS)]
        self._files = [path.open("wb") for path in self._paths]
        self.index: dict[str, int] = {}
        self._counts = np.zeros(0, dtype=np.int64)
        self.rows = 0

    def add(self, users: Sequence[Any], movies: Sequence[str]) -> None:
        """Write these rows."""
        items = self._numbered(movies)
        keys = _keys(users)
        kept = items != _UNKNOWN
        keys, items = keys[kept], items[kept]
        self.rows += len(keys)
        found = np.bincount(items, minlength=len(self.index))
        found[: len(self._counts)] += self._counts
        self._counts = found
        part = (splitmix64(keys, _SEED) % np.uint64(PARTS)).astype(np.int64)
        order = np.argsort(part, kind="stable")
        cuts = np.searchsorted(part[order], np.arange(1, PARTS))
        row = np.empty(len(keys), dtype=[("user", "<i8"), ("item", "<i4")])
        row["user"], row["item"] = keys[order], items[order]
        for file, rows in zip(self._files, np.split(row, cuts), strict=True):
            file.write(rows.tobytes())

    def close(self) -> None:
        """Close the files."""
        for file in self._files:
            file.close()

    def blocks(self, job: Job) -> Histories:
        """Sort each file's rows into a block, in place of them."""
        ids = np.array(list(self.index))
        most = np.lexsort((ids, -self._counts))[:MAX_MOVIES]
        most = most[self._counts[most] > 0]
        order = most[np.argsort(ids[most])]
        place = np.full(len(ids), _UNKNOWN, dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        for done, path in enumerate(self._paths):
            job.check()
            job.report(Progress("Sorting the ratings", done, PARTS))
            _sort(path, place)
        parts = tuple(lambda path=path: iter([_load(path)]) for path in self._paths)
        return Histories(Files(parts), tuple(ids[order].tolist()))

    def _numbered(self, movies: Sequence[str]) -> NDArray[np.int64]:
        for movie in set(movies):
            if (
                movie not in self.index
                and isinstance(movie, str)
                and len(movie) <= LONGEST_ID
                and WIRE_ID.match(movie)
            ):
                self.index[movie] = len(self.index)
        find = self.index.get
        return np.fromiter((find(m, _UNKNOWN) for m in movies), np.int64, len(movies))


def _sort(path: Path, place: NDArray[np.int32]) -> None:
    rows = np.fromfile(path, dtype=[("user", "<i8"), ("item", "<i4")])
    items = place[rows["item"]]
    kept = items != _UNKNOWN
    keys, starts, watched = to_block(rows["user"][kept], items[kept])
    with path.with_suffix(".npy").open("wb") as file:
        for array in (keys, starts, watched):
            np.save(file, array)
    path.unlink()


def _load(path: Path) -> Block:
    with path.with_suffix(".npy").open("rb") as file:
        return np.load(file), np.load(file), np.load(file)


def _keys(users: Sequence[Any]) -> NDArray[np.int64]:
    """Return whole numbers as they are, and a hash of what is text."""
    try:
        return np.array(users, dtype=np.int64)
    except (ValueError, TypeError, OverflowError):
        known = {user: _key(user) for user in set(users)}
        return np.fromiter((known[user] for user in users), np.int64, len(users))


def _key(user: Any) -> int:
    with suppress(ValueError):
        if abs(int(user)) < 2**63:
            return int(user)
    digest = hashlib.blake2b(str(user).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def _pieces(place: str, table: str) -> Pieces:
    if place.startswith(POSTGRES):
        yield from _of_postgres(place, table)
        return
    path = Path(place)
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    tables = [file for file in files if file.name.endswith((".csv", ".csv.gz"))]
    try:
        if tables:
            yield from chain.from_iterable(map(_of_csv, tables))
        else:
            yield from _of_parquet(path)
    except (OSError, EOFError, UnicodeDecodeError, csv.Error):
        raise EpicRecError(
            "There are no ratings at that place, or they cannot be read; nothing was changed. "
            "Name Parquet, CSV, a folder of either, or postgresql://…"
        ) from None


def _of_csv(path: Path) -> Pieces:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8-sig", newline="") as lines:
        rows = csv.reader(lines)
        header = next(rows, [])
        if not {USER, MOVIE} <= set(header):
            raise wrong_columns()
        user, movie, width = header.index(USER), header.index(MOVIE), len(header)
        while some := list(islice(rows, AT_ONCE)):
            whole = [row for row in some if len(row) == width and row[user]]
            yield [row[user] for row in whole], [row[movie] for row in whole]


def _of_parquet(path: Path) -> Pieces:
    path.stat()  # missing is said before PyArrow is asked for
    try:
        from pyarrow import ArrowException, dataset  # noqa: PLC0415 - belongs to an extra
    except ImportError:
        raise EpicRecError(
            "PyArrow is not installed, which reads Parquet; nothing was changed. "
            "Install it with: pip install 'epicrec-desktop[parquet]'"
        ) from None
    try:
        table = dataset.dataset(path, format="parquet")
        if not {USER, MOVIE} <= set(table.schema.names):
            raise wrong_columns()
        for batch in table.to_batches(columns=[USER, MOVIE], batch_size=AT_ONCE):
            rows = batch.drop_null()
            yield rows.column(0).to_numpy(zero_copy_only=False), rows.column(1).to_pylist()
    except ArrowException as error:
        raise OSError from error


def _of_postgres(address: str, table: str) -> Pieces:
    import psycopg  # noqa: PLC0415 - belongs to the extra `server`

    (query,), _ = postgres_queries(address, table, 1)
    try:
        with psycopg.connect(address) as connection, connection.cursor("ratings") as cursor:
            cursor.execute(query.encode())
            while rows := cursor.fetchmany(AT_ONCE):
                whole = [row for row in rows if row[0] and row[1]]
                yield [user for user, _ in whole], [movie for _, movie in whole]
    except psycopg.Error:
        raise _unreadable_table() from None


def postgres_queries(address: str, table: str, parts: int) -> tuple[list[str], bool]:
    """Return a query for each part of a table (user text, movie text), and whether users are whole
    numbers.

    `parts` are ranges of pages; a view has none, and is one part. Raises `EpicRecError`.
    """
    import psycopg  # noqa: PLC0415 - belongs to the extra `server`
    from psycopg import sql  # noqa: PLC0415

    names = table.split(".")
    if len(names) > 2 or not all(_NAME.fullmatch(name) for name in names):
        raise EpicRecError("That is no name of a table; nothing was changed.")
    source = sql.Identifier(*names)
    try:
        with psycopg.connect(address) as connection:
            query = sql.SQL("SELECT {}, {} FROM {} LIMIT 0").format(
                sql.Identifier(USER), sql.Identifier(MOVIE), source
            )
            kinds = connection.execute(query).description or []
            whole = kinds[0].type_code in (20, 21, 23)  # int8, int2, int4
            # Pages of tables alone: a view has none, and is read by one connection.
            pages = connection.execute(
                "SELECT pg_relation_size(c.oid) / current_setting('block_size')::int "
                "FROM pg_class c WHERE c.oid = %s::regclass AND c.relkind = 'r'",
                [source.as_string(connection)],
            ).fetchone()
            plain = sql.SQL("SELECT {}::text, {}::text FROM {}").format(
                sql.Identifier(USER), sql.Identifier(MOVIE), source
            )
            text = plain.as_string(connection)
    except psycopg.errors.UndefinedColumn:
        raise wrong_columns() from None
    except psycopg.Error:
        raise _unreadable_table() from None
    if pages is None or parts == 1:
        return [text], whole
    cuts = np.unique(np.linspace(0, pages[0] + 1, parts + 1).astype(np.int64)).tolist()
    ranges = [
        f"{text} WHERE ctid >= '({low},0)'::tid AND ctid < '({high},0)'::tid"
        for low, high in zip(cuts[:-1], [*cuts[1:-1], 4_294_967_295], strict=True)
    ]
    return ranges, whole


def _unreadable_table() -> EpicRecError:
    return EpicRecError(
        "The table of ratings cannot be read from PostgreSQL; nothing was changed. "
        "Check the address, the name of the table, and the rights of its user."
    )


def wrong_columns() -> EpicRecError:
    """Return what is said of a table without the columns that are read."""
    return EpicRecError(
        "The ratings have no columns user_id and movie_id; nothing was changed. "
        "See the manual of the service for what a table of ratings has."
    )
