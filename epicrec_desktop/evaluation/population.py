"""Public users to try the mechanisms on: those of the imported ratings, else made-up ones."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE, CategoryGroups

POOL = 1_000
"""Public users that the floors' mean and median profiles are taken from, at least."""

REAL = "users of the imported ratings"
SYNTHETIC = (
    "random public profiles, as no ratings were imported: movies drawn uniformly, so that users "
    "are far more alike than people are"
)


def random_choice(categories: tuple[str, ...], generator: np.random.Generator) -> PrivacyChoice:
    """A random level for each category, as in EpicRec's experiments."""
    levels = [ReleaseLevel(v) for v in generator.choice(list(ReleaseLevel), len(categories))]
    return PrivacyChoice(per_category=dict(zip(categories, levels, strict=True)))


@dataclass(frozen=True)
class Population:
    """`counts` (u, g): how many items of each group a user has; the first `tested` are tried.

    Users are in random order. `source` says where they come from.
    """

    counts: NDArray[np.int64]
    tested: int
    source: str

    def others(self, half: int) -> NDArray[np.int64]:
        """Counts of every second user: the half that user number `half` does not belong to.

        What is public for a user must not be made of that user's own history.
        """
        return self.counts[1 - half % 2 :: 2]


def sample_population(
    imported: ImportedCatalog, users: int, generator: np.random.Generator
) -> Population:
    """Up to `users` users to be tried, and at least `POOL` in all where there are so many."""
    groups = imported.catalog.groups
    wanted = max(users, POOL)
    ratings = imported.ratings
    if ratings is None or not len(ratings):
        size = imported.catalog.mean_profile_size or DEFAULT_PROFILE_SIZE
        rate = min(1.0, size / max(groups.items, 1))
        synthetic = generator.binomial(groups.sizes, rate, size=(wanted, len(groups.sizes)))
        return Population(synthetic.astype(np.int64), users, SYNTHETIC)
    chosen = generator.permutation(ratings.user_count)[:wanted]
    counts = group_counts(groups, ratings.users, ratings.items, chosen)
    return Population(counts, min(users, len(chosen)), REAL)


def with_ids(imported: ImportedCatalog) -> ImportedCatalog:
    """The same where every movie has a public id, as models need one: made up where it has none."""
    catalog = imported.catalog
    if all(movie.wire_id is not None for movie in catalog.movies):
        return imported
    free = 1 + max((movie.movielens_id or 0 for movie in catalog.movies), default=0)
    movies = tuple(
        replace(movie, movielens_id=free + place) if movie.wire_id is None else movie
        for place, movie in enumerate(catalog.movies)
    )
    return replace(imported, catalog=replace(catalog, movies=movies))


def group_counts(
    groups: CategoryGroups,
    users: NDArray[np.int32],
    items: NDArray[np.int32],
    chosen: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Items of each group for the chosen users: (u, g), from pairs (users, items)."""
    place = np.full(int(users.max()) + 1, -1, dtype=np.int64)
    place[chosen] = np.arange(len(chosen))
    row = place[users]
    kept = row >= 0
    width = len(groups.sizes)
    flat = row[kept] * width + groups.item_group[items[kept]]
    counts = np.bincount(flat, minlength=len(chosen) * width)
    return counts.reshape(len(chosen), width).astype(np.int64)
