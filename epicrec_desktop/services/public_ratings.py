"""Store public ratings for training, and public profiles as a prior for noisy counts."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop import __version__
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.arrays import Ints
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.files import replacing
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.services.context import ServiceContext

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
    _check_ratings(users, items, len(wire_ids))
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


def _check_ratings(users: Integers, items: Integers, movies: int) -> None:
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


FILE = "people.npz"

MOST_PROFILES = 2_000
"""Three hundred teach most of what there is, thousands a few percent more."""

_SEED = 2024


@dataclass(frozen=True)
class PublicProfiles:
    """`users` and `items` (p,), each pair once: who watched what, `wire_ids` of the items."""

    users: Ints
    items: Ints
    wire_ids: tuple[str, ...]

    @classmethod
    def sample(cls, ratings: Ratings, most: int = MOST_PROFILES) -> PublicProfiles:
        """Some of the people of these ratings, always the same ones."""
        known = np.array([bool(wire_id) for wire_id in ratings.wire_ids], dtype=bool)
        some = np.unique(ratings.users)
        if len(some) > most:
            some = np.random.default_rng(_SEED).choice(some, most, replace=False)
        stored = np.isin(ratings.users, some) & known[ratings.items]
        _, users = np.unique(ratings.users[stored], return_inverse=True)
        own, items = np.unique(ratings.items[stored], return_inverse=True)
        width = max(len(own), 1)
        pairs = np.unique(users.astype(np.int64) * width + items)
        wire_ids = tuple(ratings.wire_ids[i] or "" for i in own.tolist())
        return cls(pairs // width, pairs % width, wire_ids)

    def profiles(self, catalog: Catalog) -> NDArray[np.int64]:
        """(u, g): how many movies of each group of this catalog everybody watched."""
        index = catalog.index
        place = np.array([index.get(wire_id, -1) for wire_id in self.wire_ids], dtype=np.int64)
        movies = place[self.items]
        people, groups = int(self.users.max(initial=-1)) + 1, len(catalog.groups.sizes)
        flat = self.users * groups + catalog.groups.item_group[movies]
        counts = np.bincount(flat[movies >= 0], minlength=people * groups)
        return counts.reshape(people, groups)


class PublicProfilesService:
    """The public people at hand, kept while catalog and ratings stay the same."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._kept: tuple[tuple[str, str], NDArray[np.int64]] | None = None

    def profiles(self, catalog: Catalog) -> NDArray[np.int64] | None:
        """What they watched (u, g), by the catalog's groups; None without public ratings."""
        stamp = self._stamp()
        if stamp is None:
            return None
        key = (stamp, catalog.version)
        with self._lock:
            if self._kept is None or self._kept[0] != key:
                people = self._load(stamp) or self._sample(stamp)
                if people is None:
                    return None
                self._kept = (key, people.profiles(catalog))
            return self._kept[1]

    def prepare(self, ratings: Ratings) -> None:
        """Draw them now, from the ratings that are kept, which are in memory for once."""
        stamp = self._stamp()
        if stamp is not None:
            self._keep(PublicProfiles.sample(ratings), stamp)

    def _stamp(self) -> str | None:
        stamp = ratings_stamp(self._context.paths)
        if stamp is None:
            return None
        return hashlib.sha256(json.dumps([__version__, stamp]).encode()).hexdigest()

    def _sample(self, stamp: str) -> PublicProfiles | None:
        try:
            people = PublicProfiles.sample(training_ratings(self._context.paths))
        except CatalogError:  # damaged: counts are read as without ratings
            return None
        self._keep(people, stamp)
        return people

    def _keep(self, people: PublicProfiles, stamp: str) -> None:
        with (
            suppress(OSError),  # then they are drawn again at the next start
            replacing(private_folder(self._file.parent) / FILE, durable=False) as stream,
        ):
            np.savez_compressed(
                stream,
                stamp=np.asarray(stamp),
                users=people.users.astype(np.int32),
                items=people.items.astype(np.int32),
                wire_ids=np.array(people.wire_ids, dtype=np.str_),
            )

    def _load(self, stamp: str) -> PublicProfiles | None:
        """Those in the file; None where it is of other ratings, or damaged."""
        try:
            with self._file.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
                if stored["stamp"].item() != stamp:
                    return None
                users, items = stored["users"].astype(np.int64), stored["items"].astype(np.int64)
                wire_ids = tuple(stored["wire_ids"].tolist())
                _check_profiles(users, items, len(wire_ids))
        except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error):
            return None
        return PublicProfiles(users, items, wire_ids)

    @property
    def _file(self) -> Path:
        return self._context.paths.models / FILE


def _check_profiles(users: Ints, items: Ints, movies: int) -> None:
    """Raise ValueError unless every pair is of one of the people and one of the movies."""
    if users.ndim != 1 or users.shape != items.shape:
        raise ValueError("the arrays are not of one length")
    if users.size and (
        min(users.min(), items.min()) < 0 or items.max() >= movies or users.max() >= MOST_PROFILES
    ):
        raise ValueError("a pair is of nobody or of no movie")
