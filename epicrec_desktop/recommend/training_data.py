"""Public data stored on this computer: ratings, catalog, trained model and scorer.

The desktop writes these files when it imports a catalog. The server trains and publishes from
them without opening any user's database.
"""

from __future__ import annotations

import hashlib
import json
import logging
import time
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop import __version__
from epicrec_desktop.domain.arrays import DAMAGED_ARCHIVE
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.files import replacing, write_file
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.recommend.learned_question import known_questions
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.model_files import load
from epicrec_desktop.recommend.model_manifest import OWN_MODEL
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.release_scorers import MECHANISM, ReleaseScorer
from epicrec_desktop.recommend.scorer_files import load_scorer, save_scorer
from epicrec_desktop.recommend.wire_published import (
    MAX_CATALOG_BYTES,
    encode_catalog,
    parse_catalog,
)
from epicrec_desktop.recommend.wire_schema import WireError

SOURCES = ("movielens", "movietweetings")
"""Sources of ratings. The last import of each is stored; training uses all of them together."""

CATALOG = "catalog.json"
NUMBERS = "movielens-numbers.json"
SCORER = "released-scores.npz"

_log = logging.getLogger(__name__)


def store_ratings(
    paths: Paths,
    ratings: Ratings,
    source: str = SOURCES[0],
    *,
    cancelled: IsCancelled = never_cancelled,
) -> None:
    """Replace the stored ratings of a source, atomically.

    Raises `Cancelled`; the ratings stored before are unchanged then.
    """
    file = private_folder(paths.ratings) / f"{source}.npz"
    arrays = {
        "users": ratings.users,
        "items": ratings.items,
        "wire_ids": np.array([wire_id or "" for wire_id in ratings.wire_ids], dtype=np.str_),
    }
    # As np.savez_compressed does, which in older versions leaves the archive open when writing
    # to the stream raises.
    with replacing(file) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                content: Any = _Cancellable(entry, cancelled)
                np.lib.format.write_array(content, array, allow_pickle=False)


class _Cancellable:
    """A stream whose writes raise `Cancelled` once asked: millions of ratings take long."""

    def __init__(self, stream: IO[bytes], cancelled: IsCancelled) -> None:
        self._stream, self._cancelled = stream, cancelled

    def write(self, data: bytes) -> int:
        check(self._cancelled)
        return self._stream.write(data)


def training_ratings(paths: Paths, new: Mapping[str, Ratings] | None = None) -> Ratings:
    """Return the stored ratings of all sources: users kept apart, each movie once.

    With `new` ratings in the place of what is stored of their sources. Raises `CatalogError` if
    there are none or they are damaged.
    """
    try:
        parts = [
            found
            for source in SOURCES
            if (found := (new or {}).get(source) or _load_ratings(paths, source)) is not None
        ]
        if not parts:
            raise FileNotFoundError("no ratings")
    except DAMAGED_ARCHIVE:
        raise CatalogError(
            "There are no public ratings to train on. Recommendations are made as before. "
            "Import MovieLens first: `epicrec catalog import movielens`."
        ) from None
    return parts[0] if len(parts) == 1 else _merged(parts)


def _load_ratings(paths: Paths, source: str) -> Ratings | None:
    """Return the stored ratings of a source; None without. Raises whatever reading them raises."""
    file = paths.ratings / f"{source}.npz"
    if not file.is_file():
        return None
    with file.open("rb") as stream, np.load(stream) as stored:
        users, items = stored["users"].astype(np.int32), stored["items"].astype(np.int32)
        wire_ids = [wire_id or None for wire_id in stored["wire_ids"].tolist()]
    check_pairs(users, items, len(wire_ids))
    return Ratings(users, items, wire_ids)


def _merged(parts: Sequence[Ratings]) -> Ratings:
    """Return the ratings of several sources as one: users renumbered, movies joined by id."""
    position: dict[str | tuple[int, int], int] = {}  # a movie without an id is one of its own
    users, items, user_count = [], [], 0
    for number, part in enumerate(parts):
        names = (wire_id or (number, i) for i, wire_id in enumerate(part.wire_ids))
        place = [position.setdefault(name, len(position)) for name in names]
        users.append(part.users + np.int32(user_count))
        items.append(np.array(place, dtype=np.int32)[part.items])
        user_count += int(part.users.max(initial=-1)) + 1
    wire_ids = [name if isinstance(name, str) else None for name in position]
    return Ratings(np.concatenate(users), np.concatenate(items), wire_ids)


def check_pairs(users: NDArray[np.integer], items: NDArray[np.integer], movies: int) -> None:
    """Raise `ValueError` unless every user is one, and every item one of so many movies."""
    if users.ndim != 1 or users.shape != items.shape:
        raise ValueError("the arrays differ in length")
    if users.size and (min(users.min(), items.min()) < 0 or items.max() >= movies):
        raise ValueError("a user or movie is out of range")


def ratings_digest(ratings: Ratings) -> str:
    """Return a digest of the content of ratings, whatever file they come from."""
    digest = hashlib.sha256()
    for array in (ratings.users, ratings.items, ratings.keys):
        if array is not None:
            digest.update(np.ascontiguousarray(array).data)
    digest.update("\n".join(wire_id or "" for wire_id in ratings.wire_ids).encode())
    return digest.hexdigest()[:16]


def ratings_stamp(paths: Paths) -> str | None:
    """Return sizes and times of the stored ratings, without reading them; None without any."""
    files = (paths.ratings / f"{source}.npz" for source in SOURCES)
    try:
        found = [file.stat() for file in files if file.is_file()]
    except OSError:
        return None
    return " ".join(f"{status.st_size}-{status.st_mtime_ns}" for status in found) or None


def save_catalog(paths: Paths, catalog: Catalog) -> None:
    """Store the public catalog, in the wire format, beside the ratings. Raises `OSError`.

    The format has one id of each movie, so MovieLens's numbers, which a question of its ratings
    names movies by, are stored apart.
    """
    numbers = {
        movie.wire_id: movie.movielens_id
        for movie in catalog.movies
        if movie.wire_id and movie.movielens_id is not None
    }
    folder = private_folder(paths.ratings)
    write_file(folder / NUMBERS, json.dumps(numbers).encode())
    write_file(folder / CATALOG, encode_catalog(catalog))


def load_catalog(paths: Paths) -> Catalog | None:
    """Return the stored public catalog; None if nothing was imported or it is damaged."""
    try:
        with (paths.ratings / CATALOG).open("rb") as stream:
            catalog = parse_catalog(stream.read(MAX_CATALOG_BYTES + 1))
    except (OSError, WireError):
        return None
    try:
        numbers = json.loads((paths.ratings / NUMBERS).read_bytes())
        movies = tuple(
            movie.replace(movielens_id=int(numbers[movie.wire_id]))
            if movie.wire_id in numbers
            else movie
            for movie in catalog.movies
        )
    except (OSError, TypeError, ValueError):  # then questions know movies by the catalog's ids
        return catalog
    return replace(catalog, movies=movies)


def load_model(paths: Paths) -> ItemModel | None:
    """Return the model trained on this computer; None if there is none.

    Raises `ModelError` where it is damaged.
    """
    try:
        return load(paths.models / OWN_MODEL)
    except FileNotFoundError:
        return None


def scorer_key(paths: Paths, model: ItemModel, catalog: Catalog) -> str | None:
    """Return what identifies the scorer for a model, a catalog and the stored ratings.

    None without public ratings.
    """
    stamp = ratings_stamp(paths)
    if stamp is None:
        return None
    parts = [
        __version__,
        MECHANISM,
        *(question.digest for question in known_questions(paths)),
        model.id,
        catalog.name,
        catalog.version,
        stamp,
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def release_scorer(
    paths: Paths, model: ItemModel, catalog: Catalog, key: str | None
) -> ReleaseScorer | None:
    """Return the scorer stored under `key` (of `scorer_key`), or train and store it.

    None without public ratings, or with too few users. Training takes 0.1 s for a hundred
    thousand ratings and about 12 s for five million.
    """
    if key is None:
        return None
    file = paths.models / SCORER
    stored = load_scorer(file, key)
    if stored is not None:
        return stored
    start = time.perf_counter()
    try:
        scorer = ReleaseScorer.for_catalog(
            model, catalog, training_ratings(paths), known_questions(paths)
        )
    except (CatalogError, ValueError):  # none, damaged, or of too few users
        return None
    _log.info("trained a release scorer in %.2f s", time.perf_counter() - start)
    with suppress(OSError, TypeError):  # then it is trained again at the next start
        private_folder(paths.models)
        save_scorer(scorer, file, key)
    return scorer
