"""Who is tried with what: public users held out, their histories in two parts, and what is public.

All that is public in a trial (popularity, models, scorers) is made of the other users alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.ratings import Ratings as PublicRatings
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.evaluation.rating_prediction import RatingModel
from epicrec_desktop.recommend import als
from epicrec_desktop.recommend.als import Ratings
from epicrec_desktop.recommend.aware import AwareScorer
from epicrec_desktop.recommend.linear import train
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ranking import Alignment, Ranker
from epicrec_desktop.recommend.released import ReleasedScorer

TRIED = 400
"""At most so many users are tried in one fold: more narrow the intervals, and take their time."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class User:
    """One user who is tried: catalog positions and ratings, told and hidden."""

    told: Ints
    hidden: Ints
    told_values: Floats
    hidden_values: Floats


@dataclass(frozen=True)
class Trial:
    """What is public in one fold. `membership` (m, c) says what the model's items are of.

    `reference` is of the same items, by alternating least squares.
    """

    catalog: Catalog
    popularity: Floats
    model: ItemModel
    reference: ItemModel
    alignment: Alignment
    membership: NDArray[np.bool_]
    ranker: Ranker
    released: ReleasedScorer
    aware: AwareScorer
    ratings: RatingModel

    def known(self, movies: Ints) -> Ints:
        """The model's items for these catalog positions."""
        items = self.alignment.model_item[movies]
        return items[items >= 0]


def folds(
    public: PublicRatings, users_train: float, repeats: int, generator: np.random.Generator
) -> Iterator[Ints]:
    """Disjoint sets of users to hold out."""
    order = generator.permutation(public.user_count)
    size = max(1, round((1.0 - users_train) * len(order)))
    for start in range(0, min(repeats, max(1, len(order) // size)) * size, size):
        yield np.sort(order[start : start + size])


def prepare(
    catalog: Catalog, public: PublicRatings, held: Ints, generator: np.random.Generator
) -> Trial:
    """Train on everybody who is not held out. Raises `CatalogError` where these are too few."""
    others = ~np.isin(public.users, held)
    users, items = public.users[others].astype(np.int64), public.items[others].astype(np.int64)
    if len(np.unique(users)) < 2:
        raise CatalogError(
            "There are too few users to train on while others are held out, so nothing was "
            "measured. Give a catalog with the ratings of more people."
        )
    popularity = np.bincount(items, minlength=len(catalog.movies)).astype(np.float64)
    ratings = Ratings(users, items, [movie.wire_id for movie in catalog.movies])
    model = train(ratings)
    alignment = Alignment.of(model, catalog)
    membership = (catalog.matrix[alignment.movie] > 0) & (alignment.movie >= 0)[:, None]
    values = public.values[others].astype(np.float64)
    return Trial(
        catalog,
        popularity,
        model,
        als.train(ratings, als.Training(threads=1)),
        alignment,
        membership,
        Ranker(model, catalog),
        ReleasedScorer(model, catalog.categories, membership),
        AwareScorer.train(model, catalog.categories, membership, ratings),
        RatingModel.train(users, items, values, len(catalog.movies), generator),
    )


def histories(
    public: PublicRatings, held: Ints, input_fraction: float, generator: np.random.Generator
) -> Iterator[User]:
    """Users held out, each history split at random; without those it cannot be split for."""
    tried = held if len(held) <= TRIED else np.sort(generator.permutation(held)[:TRIED])
    starts = np.searchsorted(public.users, tried)
    ends = np.searchsorted(public.users, tried, side="right")
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        where = start + generator.permutation(end - start)
        count = round(input_fraction * len(where))
        if 0 < count < len(where):
            items = public.items[where].astype(np.int64)
            values = public.values[where].astype(np.float64)
            yield User(items[:count], items[count:], values[:count], values[count:])
