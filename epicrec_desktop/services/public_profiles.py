"""Public profiles: a sample of users of public ratings, as a prior for noisy counts."""

from __future__ import annotations

import hashlib
import json
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop import __version__
from epicrec_desktop.domain.arrays import DAMAGED_ARCHIVE, Ints
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.files import replacing
from epicrec_desktop.paths import private_folder
from epicrec_desktop.privacy.learned import PublicHistories
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.training_data import check_pairs, ratings_stamp, training_ratings
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.store.stored_catalog import FEWEST_USERS

FILE = "public_profiles.npz"

MOST_PROFILES = 2_000
"""Most users in the sample. 300 give most of the effect, thousands a few percent more."""

_SEED = 2024


@dataclass(frozen=True)
class PublicProfiles:
    """Which public user watched which movie: `users` and `items` (p,), each pair once.

    `items` are positions in `wire_ids`.
    """

    users: Ints
    items: Ints
    wire_ids: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many users there are."""
        return int(self.users.max(initial=-1)) + 1

    @classmethod
    def sample(cls, ratings: Ratings, most: int = MOST_PROFILES) -> PublicProfiles:
        """Return a sample of at most `most` users of these ratings; the same one every time."""
        known = np.array([bool(wire_id) for wire_id in ratings.wire_ids], dtype=bool)
        some = np.unique(ratings.users)
        if len(some) > most:
            some = np.random.default_rng(_SEED).choice(some, most, replace=False)
        chosen = np.isin(ratings.users, some) & known[ratings.items]
        _, users = np.unique(ratings.users[chosen], return_inverse=True)
        own, items = np.unique(ratings.items[chosen], return_inverse=True)
        width = max(len(own), 1)
        pairs = np.unique(users.astype(np.int64) * width + items)
        wire_ids = tuple(ratings.wire_ids[i] or "" for i in own.tolist())
        return cls(pairs // width, pairs % width, wire_ids)

    def group_counts(self, catalog: Catalog) -> NDArray[np.int64]:
        """Return how many movies of each group of this catalog each user watched, (u, g)."""
        watched = self.histories(catalog)
        users, groups = self.count, len(catalog.groups.sizes)
        flat = watched.users * groups + catalog.groups.item_group[watched.items]
        return np.bincount(flat, minlength=users * groups).reshape(users, groups)

    def histories(self, catalog: Catalog) -> PublicHistories:
        """Return who watched which movie, as positions in this catalog, of the movies it has."""
        index = catalog.index
        place = np.array([index.get(wire_id, -1) for wire_id in self.wire_ids], dtype=np.int64)
        movies = place[self.items]
        return PublicHistories(self.users[movies >= 0], movies[movies >= 0])


class PublicUsers(NamedTuple):
    """What public users watched of a catalog, to read noisy counts with; None without any.

    `counts` (u, g) are by user and group, `histories` the same by movie.
    """

    counts: NDArray[np.int64] | None = None
    histories: PublicHistories | None = None


NOBODY = PublicUsers()


class PublicProfilesService:
    """Public profiles, cached while catalog and ratings stay the same."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._cached: tuple[tuple[str, str], PublicUsers] | None = None

    def watched(self, catalog: Catalog) -> PublicUsers:
        """Return what they watched of this catalog; nothing of fewer than `FEWEST_USERS` users."""
        stamp = self._stamp()
        if stamp is None:
            return NOBODY
        key = (stamp, catalog.version)
        with self._lock:
            if self._cached is None or self._cached[0] != key:
                profiles = self._load(stamp) or self._sample(stamp)
                if profiles is None or profiles.count < FEWEST_USERS:
                    return NOBODY
                watched = PublicUsers(profiles.group_counts(catalog), profiles.histories(catalog))
                self._cached = (key, watched)
            return self._cached[1]

    def prepare(self, ratings: Ratings) -> None:
        """Sample the profiles now, from the stored ratings that the caller has in memory."""
        stamp = self._stamp()
        if stamp is not None:
            self._store(PublicProfiles.sample(ratings), stamp)

    def _stamp(self) -> str | None:
        stamp = ratings_stamp(self._context.paths)
        if stamp is None:
            return None
        return hashlib.sha256(json.dumps([__version__, stamp]).encode()).hexdigest()

    def _sample(self, stamp: str) -> PublicProfiles | None:
        try:
            profiles = PublicProfiles.sample(training_ratings(self._context.paths))
        except CatalogError:  # damaged: counts are interpreted without a prior
            return None
        self._store(profiles, stamp)
        return profiles

    def _store(self, profiles: PublicProfiles, stamp: str) -> None:
        with (
            suppress(OSError),  # then they are sampled again at the next start
            replacing(private_folder(self._file.parent) / FILE, durable=False) as stream,
        ):
            np.savez_compressed(
                stream,
                stamp=np.asarray(stamp),
                users=profiles.users.astype(np.int32),
                items=profiles.items.astype(np.int32),
                wire_ids=np.array(profiles.wire_ids, dtype=np.str_),
            )

    def _load(self, stamp: str) -> PublicProfiles | None:
        """Return the profiles in the file; None if it is damaged or of other ratings."""
        try:
            with self._file.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
                if stored["stamp"].item() != stamp:
                    return None
                users, items = stored["users"].astype(np.int64), stored["items"].astype(np.int64)
                wire_ids = tuple(stored["wire_ids"].tolist())
                check_pairs(users, items, len(wire_ids))
                if users.max(initial=0) >= MOST_PROFILES:
                    return None
        except DAMAGED_ARCHIVE:
            return None
        return PublicProfiles(users, items, wire_ids)

    @property
    def _file(self) -> Path:
        return self._context.paths.models / FILE
