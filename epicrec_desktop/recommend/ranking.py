"""Rank a catalog locally with the true history: overall and per category, varied at the top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.preferences import Rating
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.selection import (
    DIVERSITY,
    Shortlist,
    best_of,
    distinct,
    diversified,
    pool,
)

HEAD = 8
"""So many places of a row are seen without scrolling."""

SERIES_AHEAD, AHEAD = 2, 10
"""No more than so many movies of one series are among so many first places of a row."""


def less_known(popularity: NDArray[Any]) -> NDArray[np.bool_]:
    """(n,): which are not among the most watched that together have half of all that is watched."""
    counts = popularity.astype(np.float64)
    order = np.argsort(-counts, kind="stable")
    before = np.cumsum(counts[order]) - counts[order]
    less = np.empty(len(order), dtype=bool)
    less[order] = before >= 0.5 * counts.sum()
    return less


def spread_series(order: Positions, series: Mapping[int, Sequence[int]]) -> Positions:
    """Return the same list, with what is too much of one series moved behind the first places.

    In those, the earlier movie of a series is before the later one. `series` has for an item the
    numbers of those it belongs to, and the items by year.
    """
    ranked_items = order.tolist()
    if not series or not any(item in series for item in ranked_items[:AHEAD]):
        return order
    first: list[int] = []
    later: list[int] = []
    count: dict[int, int] = {}
    for item in ranked_items:
        of = series.get(item, ())
        if len(first) < AHEAD and any(count.get(one, 0) >= SERIES_AHEAD for one in of):
            later.append(item)
            continue
        if len(first) < AHEAD:
            count.update((one, count.get(one, 0) + 1) for one in of)
        first.append(item)
    rest = {*first[AHEAD:], *later}
    behind = (item for item in ranked_items if item in rest)
    return np.array([*_by_year(first[:AHEAD], series), *behind], dtype=np.int64)


def _by_year(items: list[int], series: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the items, those of one series by year at the places that they have together."""
    age = {item: place for place, item in enumerate(series)}
    for number in dict.fromkeys(one for item in items for one in series.get(item, ())):
        movies = [item for item in items if number in series.get(item, ())]
        earliest_first = iter(sorted(movies, key=age.__getitem__))
        items = [next(earliest_first) if item in movies else item for item in items]
    return items


SHORTLIST = 2_048
"""So many of the best items are sorted at once, for all lists."""

CATEGORY_BONUS = 0.2
"""What sharing all categories adds to the kinship where a reason is looked for. A model finds
movies alike that nobody would: without this, 16 % of the reasons share no category with the movie,
with it 2 %, at nearly the same similarity (0.49 and 0.50; MovieLens latest-small)."""

WEIGHTS = {Rating.LIKED: 2.0, Rating.DISLIKED: -0.5}
"""How many movies a rated one counts as where others are ranked by it; one that is not rated is 1.
Chosen on half of the people of MovieLens latest-small; what it is worth to the other half is in
docs/evaluation.md, "Decided once"."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A movie with its score; `because` is the watched movie most like it. Catalog positions."""

    movie: int
    score: float
    because: int | None = None


@dataclass(frozen=True)
class Ranking:
    """Movies best first, none of them watched; every category of the catalog is a key."""

    overall: tuple[Ranked, ...]
    categories: Mapping[str, tuple[Ranked, ...]]


@dataclass(frozen=True)
class Taste:
    """What one person watched, and refused to see; catalog positions.

    `weights`: how much a rated movie counts for what is like it, where that is not 1.
    """

    watched: Sequence[int]
    weights: Mapping[int, float]
    refused: Sequence[int] = ()


LIKED_BY_ALL = 0.75
"""What is for everybody is among the best quarter of what each has not seen."""


def least_places(scores: Sequence[Floats32], items: Positions) -> Floats32:
    """Return each item's place for the person who likes it least, (m,).

    `scores` (m,) of each person. A place is the part of `items` that is no better: 1 for the best,
    0 for the worst, whatever the scale of the scores. −∞ for other items, and below `LIKED_BY_ALL`.
    """
    found = np.full(len(scores[0]), -np.inf, dtype=np.float32)
    if len(items) < 2:
        found[items] = 1.0
        return found
    least = np.ones(len(items))
    for one in scores:
        values = one[items]
        ordered = np.sort(values)
        least = np.minimum(least, np.searchsorted(ordered, values) / (len(items) - 1))
    found[items] = np.where(least >= LIKED_BY_ALL, least, -np.inf)
    return found


@dataclass(frozen=True)
class Alignment:
    """Positions of a catalog's movies in a model, and the reverse.

    `model_item` (n,): the model's item for each movie, -1 where it has none. `movie` (m,): the
    catalog's movie for each item of the model, -1 where it has none.
    """

    model_item: Positions
    movie: Positions

    @classmethod
    def of(cls, model: ItemModel, catalog: Catalog) -> Alignment:
        """Match the two by public ids."""
        found = [model.index.get(movie.wire_id or "", -1) for movie in catalog.movies]
        model_item = np.array(found, dtype=np.int64)
        movie = np.full(len(model.records), -1, dtype=np.int64)
        known = np.flatnonzero(model_item >= 0)
        movie[model_item[known]] = known
        return cls(model_item, movie)


@dataclass(frozen=True)
class Ranker:
    """A model and a catalog, ready to rank; build it once per pair.

    `series` are movies that belong together (catalog positions): of each, a row's first places
    hold no more than `SERIES_AHEAD`.
    """

    model: ItemModel
    catalog: Catalog
    series: Sequence[Sequence[int]] = ()
    alignment: Alignment = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "alignment", Alignment.of(self.model, self.catalog))

    @cached_property
    def listable(self) -> NDArray[np.bool_]:
        """Return which of the catalog's movies can be in a list at all, (n,)."""
        return self.alignment.model_item >= 0

    @property
    def listable_items(self) -> NDArray[np.bool_]:
        """Return which of the model's items the catalog has, (m,)."""
        return self.alignment.movie >= 0

    @cached_property
    def _series_of(self) -> dict[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}
        for number, members in enumerate(self.series):
            for item in self._items(members).tolist():
                found[item] = (*found.get(item, ()), number)
        movies, movie = self.catalog.movies, self.alignment.movie
        by_year = sorted(found, key=lambda item: movies[movie[item]].year or 0)
        return {item: found[item] for item in by_year}

    @cached_property
    def _has(self) -> NDArray[np.bool_]:
        """Return the categories of the model's items, (m, c); none outside the catalog."""
        return self.catalog.membership(self.alignment.movie)

    @cached_property
    def _less_known(self) -> NDArray[np.bool_]:
        """Return which of the model's items are less known, (m,)."""
        return less_known(self.model.records["popularity"])

    @cached_property
    def _category_rows(self) -> Floats32:
        """Return the categories of each of the model's items as a row of length 1 or 0, (m, c)."""
        rows = self._has.astype(np.float32)
        return np.asarray(rows / np.sqrt(np.maximum(rows.sum(axis=1, keepdims=True), 1.0)))

    @cached_property
    def _shortlist(self) -> Shortlist:
        return Shortlist(self.listable_items, self._has, SHORTLIST)

    def rank(
        self,
        watched: Iterable[int],
        *,
        limit: int = 60,
        per_category: int = 30,
        exclude: Iterable[int] = (),
        weights: Mapping[int, float] | None = None,
        diversity: float = DIVERSITY,
        further: int = 0,
    ) -> Ranking:
        """Rank for someone who watched these movies (catalog positions).

        `exclude`: further movies that are not to be listed, such as those the person rejected.
        `weights`: how much a movie watched speaks for what is like it, where that is not 1.
        `further`: so many more in each list, by their scores alone; those before them stay as they
        are without.
        """
        items, weight = self._weighed(watched, weights)
        scores = self.model.scores(items, weight)
        open_to = scores.copy()
        open_to[items] = -np.inf
        open_to[self._items(exclude)] = -np.inf
        shortlist = self._shortlist
        orders = shortlist.best(open_to, pool(limit), pool(per_category))
        embedding = self.model.embeddings
        chosen = [
            *diversified(scores, orders[:1], limit, embedding, diversity),
            *diversified(scores, orders[1:], per_category, embedding, diversity),
        ]
        listed = [
            _followed(self._first_items(one, open_to, members), open_to, members, further)
            for one, members in zip(chosen, [shortlist.items, *shortlist.members], strict=True)
        ]
        rows = self._explained(listed, scores, items[weight > 0])
        return Ranking(rows[0], dict(zip(self.catalog.categories, rows[1:], strict=True)))

    def among(
        self,
        watched: Iterable[int],
        candidates: Iterable[int],
        *,
        limit: int = 60,
        exclude: Iterable[int] = (),
        weights: Mapping[int, float] | None = None,
        diversity: float = DIVERSITY,
    ) -> tuple[Ranked, ...]:
        """Return the best of these movies for someone who watched those; catalog positions.

        For candidates that somebody else named. Those the model does not know come last, in the
        order they are given in, with a score of 0. `weights` as in `rank`.
        """
        named, watched = list(dict.fromkeys(candidates)), list(watched)
        items, weight = self._weighed(watched, weights)
        scores = self.model.scores(items, weight)
        left_out = {*watched, *exclude}
        known = self._items(movie for movie in named if movie not in left_out)
        order = best_of(scores, known, pool(limit))
        chosen = diversified(scores, [order], limit, self.model.embeddings, diversity)
        ranked_items = [spread_series(one, self._series_of) for one in chosen]
        (ranked,) = self._explained(ranked_items, scores, items[weight > 0])
        unknown = [
            Ranked(movie, 0.0)
            for movie in named
            if self.alignment.model_item[movie] < 0 and movie not in left_out
        ]
        return (*ranked, *unknown)[:limit]

    def scores_of(
        self,
        movies: Sequence[int],
        watched: Iterable[int],
        weights: Mapping[int, float] | None = None,
    ) -> Floats32:
        """Return the scores of listable movies for someone who watched those; catalog positions."""
        scores = self.model.scores(*self._weighed(watched, weights))
        return scores[self.alignment.model_item[np.array(movies, dtype=np.int64)]]

    def together(
        self, tastes: Sequence[Taste], *, exclude: Iterable[int] = (), limit: int = 24
    ) -> tuple[Ranked, ...]:
        """Return what several people would all like, best first; none watched or refused any of it.

        Each movie counts by its place in the list of the person who likes it least, so that what
        somebody would hate is never first (`least_places`); a score of 1 is the best of all for
        everybody. `because`: a movie that all of them watched. `exclude`: movies not to be listed.
        """
        weighed = [self._weighed(taste.watched, taste.weights) for taste in tastes]
        free = self.listable_items.copy()
        for taste in tastes:
            free[self._items((*taste.watched, *taste.refused))] = False
        free[self._items(exclude)] = False
        items = np.flatnonzero(free)
        places = least_places([self.model.scores(*one) for one in weighed], items)
        order = best_of(places, items, pool(limit))
        order = order[places[order] > -np.inf]
        (chosen,) = diversified(places, [order], limit, self.model.embeddings)
        chosen = spread_series(chosen, self._series_of)
        liked_by_all = reduce(np.intersect1d, [items[weight > 0] for items, weight in weighed])
        (found,) = self._explained([chosen], places, liked_by_all)
        return found

    def _first_items(self, order: Positions, scores: Floats32, members: Positions) -> Positions:
        """Return a list whose first places are not all of one series, nor all known to everybody.

        Where they are, the best that is less known takes the last place that is seen.
        `members`: the items that it may hold; `scores` are −∞ where one may not be listed.
        """
        order, less = spread_series(order, self._series_of), self._less_known
        some = members[less[members]]
        if len(order) < AHEAD or less[order[:AHEAD]].any() or not len(some):
            return order
        found = int(some[scores[some].argmax()])
        if scores[found] == -np.inf:
            return order
        return np.insert(order[order != found], HEAD - 1, found)[: len(order)]

    def _items(self, movies: Iterable[int]) -> Positions:
        items = self.alignment.model_item[np.fromiter(movies, dtype=np.int64)]
        return np.unique(items[items >= 0])

    def _weighed(
        self, movies: Iterable[int], weights: Mapping[int, float] | None
    ) -> tuple[Positions, Floats32]:
        """Return the items of these movies, ascending, and the weight of each."""
        items = self._items(movies)
        given = weights or {}
        found = [given.get(movie, 1.0) for movie in self.alignment.movie[items].tolist()]
        return items, np.array(found, dtype=np.float32)

    def _explained(
        self, lists: Sequence[Positions], scores: Floats32, watched: Positions
    ) -> list[tuple[Ranked, ...]]:
        """Return the lists with scores and reasons; a movie that is in several is looked at once.

        `watched`: the items that may be reasons.
        """
        items, place = distinct(np.concatenate(lists))
        movies, values = self.alignment.movie[items].tolist(), scores[items].tolist()
        reasons: list[int | None] = [None] * len(movies)
        if len(watched) and len(items):
            kinship = self.model.kinship(items, watched)
            categories = self._category_rows
            shared = categories[items] @ categories[watched].T
            most = (kinship + CATEGORY_BONUS * shared).argmax(axis=1)
            nearest = self.alignment.movie[watched[most]].tolist()
            strong = kinship[np.arange(len(items)), most] >= self.model.least_kinship
            reasons = [n if s else None for n, s in zip(nearest, strong.tolist(), strict=True)]
        ranked = list(map(Ranked, movies, values, reasons))
        ends = np.cumsum([len(one) for one in lists])[:-1]
        return [tuple(ranked[i] for i in one.tolist()) for one in np.split(place, ends)]


def deduplicate_heads(rows: Sequence[Sequence[Ranked]]) -> list[tuple[Ranked, ...]]:
    """Return the rows in order, each beginning with movies that no head of a row before it shows.

    Those that were shown follow, so that nothing is lost; both keep their order. A movie is in the
    row of each of its categories: without this, 43 % of what is seen of a usual page's 19 rows is
    seen twice (MovieLens latest-small).
    """
    shown: set[int] = set()
    result = []
    for row in rows:
        found = tuple(sorted(row, key=lambda ranked: ranked.movie in shown))
        shown.update(ranked.movie for ranked in found[:HEAD])
        result.append(found)
    return result


def _followed(one: Positions, scores: Floats32, members: Positions, further: int) -> Positions:
    """Return a list with so many more of its members, best first, but those scored −∞."""
    if not further:
        return one
    order = best_of(scores, members, len(one) + further)
    order = order[(scores[order] > -np.inf) & ~np.isin(order, one)]
    return np.concatenate([one, order[:further]])
