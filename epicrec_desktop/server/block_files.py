"""Public ratings of any size on this machine: read once, kept as blocks in files without a name.

Ratings are spread by a hash of the person over `PARTS` files, and these over blocks, so memory is
that of one block, whatever the number of ratings. On disk a rating takes 12 bytes while it is read,
and 4 afterwards. Nobody else can open these files, and they end with the process.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, reduce
from itertools import chain
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.recommend.metrics import splitmix64
from epicrec_desktop.recommend.wire_published import MAX_MOVIES
from epicrec_desktop.server.block_kernels import Block, to_block
from epicrec_desktop.server.block_training import BlockData
from epicrec_desktop.server.rating_sources import LONGEST_ID, Pieces

PARTS = 64
BLOCK_ROWS = 4_000_000
"""Ratings of a block, more or less: sorting them takes some 500 MB."""
MOST_IDS = 2_000_000
"""Different movies that are looked at, before all but `MAX_MOVIES` are left out."""

_THREADS = min(4, os.cpu_count() or 1)
_SEED, _BLOCK_SEED = 6011, 6029
_UNKNOWN = -1
_ROW = np.dtype([("user", "<i8"), ("item", "<i4")])


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

    def persist(self, _storage: Any) -> Files:
        """Return them: they are in files."""
        return self

    def unpersist(self) -> None:
        """Do nothing: the files end with their last reader."""

    @property
    def context(self) -> Files:
        """Return what broadcasts to the machines that have the blocks."""
        return self

    def broadcast(self, value: Floats32) -> SimpleNamespace:
        """Return what has the value as `value`, until `destroy`."""
        return SimpleNamespace(value=value, destroy=lambda: None)

    def _results(self) -> Iterator[Any]:
        # Some at a time: a result can be as large as movies × directions.
        with ThreadPoolExecutor(_THREADS) as pool:
            for first in range(0, len(self.parts), _THREADS):
                some = self.parts[first : first + _THREADS]
                yield from chain.from_iterable(pool.map(lambda part: list(part()), some))


def read(pieces: Pieces, job: Job = UNATTENDED) -> BlockData:
    """Return ratings (`rating_sources.pieces`) as blocks in files.

    Rows without a user or a public id are passed over; of more than `MAX_MOVIES` movies the most
    watched are kept. Raises `Cancelled` and `EpicRecError`.
    """
    try:
        spread = _Spread()
        for users, movies in pieces:
            job.check()
            spread.add(users, movies)
            job.report(Progress("Reading the ratings", spread.rows, 0))
        return spread.blocks(job)
    except OSError:
        raise EpicRecError(
            "The temporary folder {folder} cannot be written or is full; nothing was changed. "
            "A rating takes 12 bytes there. TMPDIR names another folder.",
            folder=tempfile.gettempdir(),
        ) from None


class _File:
    """A file without a name. Safe to read from several threads."""

    def __init__(self) -> None:
        # Without a buffer, whose rest a full disk would not take at the end either.
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed with this object
        self._lock = threading.Lock()
        self.close = weakref.finalize(self, self._file.close)
        self.size = 0

    def write(self, array: NDArray[Any]) -> None:
        """Append an array. Raises `OSError` where the disk is full."""
        if self._file.write(array.tobytes()) != array.nbytes:
            raise OSError
        self.size += array.nbytes

    def read(self, kind: Any, start: int, count: int) -> NDArray[Any]:
        """Return `count` numbers of a type from a byte on."""
        found = np.empty(count, dtype=kind)
        with self._lock:
            self._file.seek(start)
            # What is cut short is as damaged as what cannot be read.
            if self._file.readinto(found.view(np.uint8).data) != found.nbytes:
                raise OSError
        return found

    def rows(self) -> Iterator[NDArray[Any]]:
        """Yield the rows in it, so many at a time."""
        for start in range(0, self.size, _ROW.itemsize * BLOCK_ROWS):
            left = (self.size - start) // _ROW.itemsize
            yield self.read(_ROW, start, min(left, BLOCK_ROWS))


class _Spread:
    """Rows on their way into files; `index` numbers movies as they appear."""

    def __init__(self) -> None:
        self._files = [_File() for _ in range(PARTS)]
        self.index: dict[str, int] = {}
        self._counts = np.zeros(0, dtype=np.int64)
        self.rows = 0

    def add(self, users: Sequence[Any] | NDArray[Any], movies: Sequence[str]) -> None:
        """Write these rows."""
        items = self._numbered(movies)
        kept = items != _UNKNOWN
        row = np.empty(int(kept.sum()), dtype=_ROW)
        row["user"], row["item"] = _keys(users)[kept], items[kept]
        self.rows += len(row)
        found = np.bincount(row["item"], minlength=len(self.index))
        found[: len(self._counts)] += self._counts
        self._counts = found
        _scatter(row, self._files, _SEED)

    def blocks(self, job: Job) -> BlockData:
        """Sort each file's rows into blocks, in place of them."""
        ids = np.array(list(self.index))
        most = np.lexsort((ids, -self._counts))[:MAX_MOVIES]
        most = most[self._counts[most] > 0]
        order = most[np.argsort(ids[most])]
        place = np.full(len(ids), _UNKNOWN, dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        parts: list[Callable[[], Iterable[Block]]] = []
        for file in job.steps("Sorting the ratings", self._files):
            parts.append(_sorted(file, place))
            file.close()
        return BlockData(Files(tuple(parts)), tuple(ids[order].tolist()))

    def _numbered(self, movies: Sequence[str]) -> NDArray[np.int64]:
        for movie in set(movies):
            if movie not in self.index and len(movie) <= LONGEST_ID and WIRE_ID.match(movie):
                self.index[movie] = len(self.index)
        if len(self.index) > MOST_IDS:
            raise EpicRecError(
                "The ratings are of more than {most} different movies; nothing was changed. "
                "Check the column movie_id.",
                most=f"{MOST_IDS:,}",
            )
        find = self.index.get
        return np.fromiter((find(m, _UNKNOWN) for m in movies), np.int64, len(movies))


def _scatter(rows: NDArray[Any], files: Sequence[_File], seed: int) -> None:
    """Write each row into the file that a hash of its user chooses."""
    part = (splitmix64(rows["user"], seed) % np.uint64(len(files))).astype(np.int64)
    order = np.argsort(part, kind="stable")
    cuts = np.searchsorted(part[order], np.arange(1, len(files)))
    for file, some in zip(files, np.split(rows[order], cuts), strict=True):
        file.write(some)


def _sorted(file: _File, place: NDArray[np.int32]) -> Callable[[], Iterator[Block]]:
    """Return what reads the blocks of a file's rows, which are in a file of their own then."""
    sources = [file]
    if file.size > _ROW.itemsize * BLOCK_ROWS:
        sources = [_File() for _ in range(1 + file.size // (_ROW.itemsize * BLOCK_ROWS))]
        for rows in file.rows():
            _scatter(rows, sources, _BLOCK_SEED)
    target, places = _File(), []
    for source in sources:
        keys, starts, items = _block(source, place)
        places.append((target.size, len(keys), len(items)))
        for array in (keys, starts, items):
            target.write(array)
        source.close()
    return partial(_loaded, target, places)


def _block(file: _File, place: NDArray[np.int32]) -> Block:
    """Return the block of a file's rows. Repeated ones never are in memory together."""
    block = to_block(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32))
    for rows in file.rows():
        items = place[rows["item"]]
        kept = items != _UNKNOWN
        users, items = rows["user"][kept], items[kept]
        if len(block[0]):
            before = np.repeat(block[0], np.diff(block[1]))
            users, items = np.append(before, users), np.append(block[2], items)
        block = to_block(users, items)
    return block


def _loaded(file: _File, places: list[tuple[int, int, int]]) -> Iterator[Block]:
    for start, people, ratings in places:
        starts, items = start + 8 * people, start + 16 * people + 8
        yield (
            file.read(np.int64, start, people),
            file.read(np.int64, starts, people + 1),
            file.read(np.int32, items, ratings),
        )


def _keys(users: Sequence[Any] | NDArray[Any]) -> NDArray[np.int64]:
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
