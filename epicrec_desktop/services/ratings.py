"""Public ratings, kept to train on: with the public ids of their movies, in one file."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.ratings import Ratings
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.recommend.als import Ratings as TrainingRatings

Ints = NDArray[np.int64]

_FILE = "movielens.npz"


def keep_ratings(paths: Paths, ratings: Ratings, wire_ids: Sequence[str | None]) -> None:
    """Keep ratings with the public ids of their movies, in one step."""
    file = private_folder(paths.ratings) / _FILE
    partial = file.with_suffix(".partial")
    with partial.open("wb") as stream:
        np.savez_compressed(
            stream,
            users=ratings.users,
            items=ratings.items,
            wire_ids=np.array([wire_id or "" for wire_id in wire_ids], dtype=np.str_),
        )
    partial.replace(file)


def training_ratings(paths: Paths) -> TrainingRatings:
    """The ratings kept. Raises `CatalogError` where there are none, or they are damaged."""
    try:
        with (paths.ratings / _FILE).open("rb") as stream, np.load(stream) as kept:
            users, items = kept["users"].astype(np.int64), kept["items"].astype(np.int64)
            wire_ids = [wire_id or None for wire_id in kept["wire_ids"].tolist()]
        _check(users, items, len(wire_ids))
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error):
        raise CatalogError(
            "There are no public ratings to train on. Recommendations are made as before. "
            "Import MovieLens first: `epicrec catalog import movielens`."
        ) from None
    return TrainingRatings(users, items, wire_ids)


def _check(users: Ints, items: Ints, movies: int) -> None:
    """Raise ValueError unless every rating is of a person and of one of the movies."""
    if users.ndim != 1 or users.shape != items.shape:
        raise ValueError("the arrays are not of one length")
    if users.size and (min(users.min(), items.min()) < 0 or items.max() >= movies):
        raise ValueError("a rating is of nobody or of no movie")


def ratings_stamp(paths: Paths) -> str | None:
    """Tells one version of the kept ratings from another without reading them; None without any."""
    try:
        status = (paths.ratings / _FILE).stat()
    except OSError:
        return None
    return f"{status.st_size}-{status.st_mtime_ns}"
