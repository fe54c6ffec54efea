"""Public ratings, kept to train on: with the public ids of their movies, in one file."""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.tasks import IsCancelled, check, never_cancelled
from epicrec_desktop.files import replacing
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.recommend.als_training import Ratings

Integers = NDArray[np.integer]

SOURCES = ("movielens", "movietweetings")
"""Where ratings come from; the last import of each is kept, and all are trained on together."""


def store_ratings(
    paths: Paths,
    ratings: PublicRatings,
    wire_ids: Sequence[str | None],
    source: str = SOURCES[0],
    *,
    cancelled: IsCancelled = never_cancelled,
) -> None:
    """Keep the ratings of a source with the public ids of their movies, in one step.

    Raises `Cancelled`: those of before are kept then.
    """
    file = private_folder(paths.ratings) / f"{source}.npz"
    arrays = {
        "users": ratings.users,
        "items": ratings.items,
        "wire_ids": np.array([wire_id or "" for wire_id in wire_ids], dtype=np.str_),
    }
    # What np.savez_compressed writes. That of older versions leaves the archive open where the
    # stream raises.
    with (
        replacing(file) as stream,
        zipfile.ZipFile(_CancellableFile(stream, cancelled), "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)


class _CancellableFile(io.RawIOBase):
    """A file that is written to as long as nobody cancelled: tens of millions take a while."""

    def __init__(self, stream: IO[bytes], cancelled: IsCancelled) -> None:
        super().__init__()
        self._stream = stream
        self._cancelled = cancelled

    def write(self, data: Any, /) -> int:
        """Raises `Cancelled`."""
        check(self._cancelled)
        return self._stream.write(data)

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def flush(self) -> None:
        if not self._stream.closed:
            self._stream.flush()


def training_ratings(paths: Paths) -> Ratings:
    """The ratings kept, of all sources: of each its own people, and every movie once.

    Raises `CatalogError` where there are none, or they are damaged.
    """
    try:
        parts = [_load(file) for file in _files(paths)]
        if not parts:
            raise FileNotFoundError("no ratings")
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error):
        raise CatalogError(
            "There are no public ratings to train on. Recommendations are made as before. "
            "Import MovieLens first: `epicrec catalog import movielens`."
        ) from None
    return parts[0] if len(parts) == 1 else _together(parts)


def _files(paths: Paths) -> list[Path]:
    """The files of ratings that there are."""
    files = (paths.ratings / f"{source}.npz" for source in SOURCES)
    return [file for file in files if file.is_file()]


def _load(file: Path) -> Ratings:
    """One file. Raises what reading it raises."""
    with file.open("rb") as stream, np.load(stream) as stored:
        users, items = stored["users"].astype(np.int32), stored["items"].astype(np.int32)
        wire_ids = [wire_id or None for wire_id in stored["wire_ids"].tolist()]
    _check(users, items, len(wire_ids))
    return Ratings(users, items, wire_ids)


def _together(parts: Sequence[Ratings]) -> Ratings:
    """Ratings of several sources: users numbered on, movies with one public id made one."""
    place: dict[str, int] = {}
    wire_ids: list[str | None] = []
    users, items, people = [], [], 0
    for part in parts:
        moved = np.zeros(len(part.wire_ids), dtype=np.int32)
        for i, wire_id in enumerate(part.wire_ids):
            moved[i] = place.get(wire_id, -1) if wire_id is not None else -1
            if moved[i] < 0:
                moved[i] = len(wire_ids)
                wire_ids.append(wire_id)
            if wire_id is not None:
                place[wire_id] = int(moved[i])
        users.append(part.users + np.int32(people))
        items.append(moved[part.items])
        people += int(part.users.max(initial=-1)) + 1
    return Ratings(np.concatenate(users), np.concatenate(items), wire_ids)


def ratings_digest(ratings: Ratings) -> str:
    """Tells whether two trainings were on the same ratings, whatever file they were kept in."""
    digest = hashlib.sha256()
    for whole in (ratings.users, ratings.items):
        digest.update(np.ascontiguousarray(whole).data)
    digest.update("\n".join(wire_id or "" for wire_id in ratings.wire_ids).encode())
    return digest.hexdigest()[:16]


def _check(users: Integers, items: Integers, movies: int) -> None:
    """Raise ValueError unless every rating is of a person and of one of the movies."""
    if users.ndim != 1 or users.shape != items.shape:
        raise ValueError("the arrays are not of one length")
    if users.size and (min(users.min(), items.min()) < 0 or items.max() >= movies):
        raise ValueError("a rating is of nobody or of no movie")


def ratings_stamp(paths: Paths) -> str | None:
    """Tells one version of the kept ratings from another without reading them; None without any."""
    try:
        found = [file.stat() for file in _files(paths)]
    except OSError:
        return None
    return " ".join(f"{status.st_size}-{status.st_mtime_ns}" for status in found) or None
