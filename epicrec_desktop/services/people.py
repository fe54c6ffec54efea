"""Some public people with what they watched: what noisy counts are read with (`privacy/public_prior.py`).

They are drawn once from the ratings at hand, and kept in a file of their own, so that a release
reads no millions of ratings. Public, like the catalog: nothing here comes from a history.
"""

from __future__ import annotations

import hashlib
import json
import threading
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop import __version__
from epicrec_desktop.domain.arrays import Ints
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.files import replacing
from epicrec_desktop.paths import private_folder
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.ratings import ratings_stamp, training_ratings

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
                _check(users, items, len(wire_ids))
        except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error):
            return None
        return PublicProfiles(users, items, wire_ids)

    @property
    def _file(self) -> Path:
        return self._context.paths.models / FILE


def _check(users: Ints, items: Ints, movies: int) -> None:
    """Raise ValueError unless every pair is of one of the people and one of the movies."""
    if users.ndim != 1 or users.shape != items.shape:
        raise ValueError("the arrays are not of one length")
    if users.size and (
        min(users.min(), items.min()) < 0 or items.max() >= movies or users.max() >= MOST_PROFILES
    ):
        raise ValueError("a pair is of nobody or of no movie")
