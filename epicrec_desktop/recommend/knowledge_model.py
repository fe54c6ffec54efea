"""The knowledge model: movie facts that ship with the program, for use without ratings.

The score of a movie is its popularity, adjusted by the era, categories and traits of the person's
movies. Traits are directors, actors, series, themes, countries and tones. Each adjustment is the
ratio of the person's count to that of an average person, shrunk towards 1: a Poisson count with a
gamma prior,

    score_j = b·log popularity_j + w_e·log era + w_c·Σ log category + Σ_v w_v·log trait_v
            + w_n·log near_j,
    trait_v = (n_v + a) / (n·p_v + a),

n_v of the person's n movies having the trait and p_v being the share of popularity that has it.
Absence counts as well: a user without movies after 1999 gets few recent ones.

Neighbors are movies of one circle: movies that fans of one of them watch next. Movies in one circle
mostly share other circles as well, so circles do not count one by one. The nearness of two movies
is the sum over the circles and traits that both have, each divided by its size, and

    near_j = (Σ_i near_ij + a) / (n·Σ_k p_k near_kj + a)

over the person's movies i, and all movies k with their share p_k of popularity.

The weights are a handful of round numbers that were compared on half of the people of MovieLens
latest-small. The movie facts contain no public ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.model import (
    ItemModel,
    Parameters,
    Positions,
    check_numbers,
    unit,
    weighted_profile,
)

MAX_CATEGORIES = 1_000
MAX_TRAIT_BYTES = 4_096
MAX_SHARED, MAX_TABLE = 2_000_000, 40_000_000
"""Pairs of a movie and a trait it has, and those a table of all movies with traits has room for: an
answer takes some 100 bytes for each of the first, 5 of the second. Ours has 19,190, 4 million."""
FIRST_YEAR, LAST_YEAR = 1880, 2060
LEAST_PRIOR = 1e-6
"""Of a movie: a ratio to less than that may be no number."""

DEFAULTS: Parameters = {
    "popularity_power": 2.0,
    "known_weight": 0.25,
    "era_weight": 0.5,
    "era_years": 2.0,
    "era_prior": 1.0,
    "category_weight": 0.25,
    "category_prior": 5.0,
    "trait_prior": 2.0,
    "near_weight": 1.0,
    "near_prior": 1.0,
}
"""`known_weight`: what being known by more traits adds. Priors are in movies; that of nearness in
movies that are next to one in a single circle of `_CIRCLE` movies."""

TRAIT_WEIGHTS = {
    "directors": 0.5,
    "series": 0.5,
    "actors": 0.25,
    "themes": 0.25,
    "countries": 0.25,
    "tones": 0.25,
}

CIRCLES = "circles"
"""The last section of traits: circles tell by nearness alone, and not one by one."""

_SECTIONS = (*TRAIT_WEIGHTS, CIRCLES)
_LAST = _SECTIONS[-2]  # of those that count one by one
_DESCRIBED = "themes"  # the last section of embeddings; countries and tones say too little
_NO_KIN = ("countries", "tones")
_NEAR = {"actors": 0.5}  # weight of a section in nearness, 1 for others
_CIRCLE = 10.0

_KIN_PRIOR = 2.0
"""The weight of unknown traits that a movie is taken to have beside the known ones: a single common
actor makes no kin of two movies of which little else is known."""
_OTHER_KIND = 0.3
"""What kinship is worth without a common category: a circle joins movies of many kinds."""

_RELATED = (1.0, 0.5, 2.0)  # weights of categories, era and traits in similarity


Traits = Sequence[tuple[str, Sequence[str]]]
"""What movies have in common: a section, and the public ids of its movies."""


def trait_rows(wire_ids: Sequence[str], traits: Traits) -> Any:
    """Return the traits as a sparse matrix (t, n): as if of people who watched just these movies.

    A row's energy is the same for all, so that the product of two movies' columns is their nearness
    in the sense of `KnowledgeModel`. Traits with fewer than two of the items are left out.
    """
    from scipy import sparse  # noqa: PLC0415

    place = {wire_id: i for i, wire_id in enumerate(wire_ids)}
    rows = []
    for section, movies in traits:
        found = sorted({place[movie] for movie in movies if movie in place})
        if len(found) > 1:
            rows.append((found, (_NEAR.get(section, 1.0) * _CIRCLE / len(found)) ** 0.5))
    ends = np.cumsum([0, *(len(found) for found, _ in rows)])
    columns = [column for found, _ in rows for column in found]
    values = np.repeat([weight for _, weight in rows], np.diff(ends)).astype(np.float32)
    csr: Any = sparse.csr_matrix
    return csr((values, columns, ends), shape=(len(rows), len(wire_ids)))


class KnowledgeModel(ItemModel):
    """Scores by popularity, times, categories and traits.

    Records: `year`, `categories` (c,) 0/1, and `traits` as packed bits. The parameter
    "trait_weight_<section>" is followed by "trait_end_<section>", where the section's bits end;
    "trait_end_circles" ends those of circles, which have no weight of their own.
    """

    kind = "knowledge"

    @classmethod
    def check(cls, records: NDArray[np.void], parameters: Parameters) -> None:
        """Raise `ValueError` unless these are years, categories, traits and their weights."""
        for field, most in (("categories", MAX_CATEGORIES), ("traits", MAX_TRAIT_BYTES)):
            names = records.dtype.names or ()
            shape = records.dtype[field].shape if field in names else ()
            if len(shape) != 1 or not 0 < shape[0] <= most:
                raise ValueError(f"the number of {field} is out of range")
            check_numbers(records, field, "u1", shape)
        check_numbers(records, "year", "<i2", ())
        if not all(0 <= parameters.get(name, -1) < 1e3 for name in DEFAULTS):
            raise ValueError("a weight is missing or out of range")
        if min(parameters[name] for name in DEFAULTS if name.endswith("_prior")) < LEAST_PRIOR:
            raise ValueError("a prior is out of range")
        if parameters["era_years"] < 0.5:
            raise ValueError("the width of an era is out of range")
        ends = [parameters.get(f"trait_end_{section}", -1) for section in _SECTIONS]
        weights = [parameters.get(f"trait_weight_{section}", -1) for section in TRAIT_WEIGHTS]
        bits = 8 * records.dtype["traits"].shape[0]
        if ends != sorted(ends) or not ends[0] >= 0 or ends[-1] > bits:
            raise ValueError("the traits are out of range")
        held = np.bitwise_count(records["traits"]).sum(axis=1, dtype=np.int64)
        if held.sum() > MAX_SHARED or np.count_nonzero(held) * bits > MAX_TABLE:
            raise ValueError("there are too many traits")
        if not all(0 <= weight < 1e3 for weight in weights):
            raise ValueError("a weight is missing or out of range")

    @classmethod
    def from_catalog(
        cls, catalog: Catalog, traits: Traits, parameters: Parameters = DEFAULTS
    ) -> KnowledgeModel:
        """Build the model of a catalog's movies that have a public id. Raises `ValueError`.

        `traits` are (section, public ids of movies): those of `TRAIT_WEIGHTS` in this order, then
        circles.
        """
        public_rows = [i for i, movie in enumerate(catalog.movies) if movie.wire_id is not None]
        movies = [catalog.movies[i] for i in public_rows]
        ids = [str(movie.wire_id).encode("ascii") for movie in movies]
        bits = np.zeros((len(movies), max(len(traits), 1)), dtype=bool)
        place = {wire_id: row for row, movie in enumerate(movies) for wire_id in movie.wire_ids}
        for column, (_, members) in enumerate(traits):
            bits[[place[member] for member in members if member in place], column] = True
        packed = np.packbits(bits, axis=1)
        fields = [
            ("id", f"S{max(map(len, ids), default=1)}"),
            ("popularity", "<f4"),
            ("year", "<i2"),
            ("categories", "u1", (len(catalog.categories),)),
            ("traits", "u1", (packed.shape[1],)),
        ]
        records = np.zeros(len(movies), dtype=fields)
        records["id"] = ids
        records["popularity"] = [max(movie.popularity, 0.0) for movie in movies]
        records["year"] = [movie.year or 0 for movie in movies]
        records["categories"] = catalog.matrix[public_rows] > 0
        records["traits"] = packed
        return cls.create(records, {**parameters, **_sections(traits)})

    @cached_property
    def _traits(self) -> tuple[Positions, Floats32, Floats]:
        """Return movies with traits (k,), which they have (k, t), and weights of traits (t,)."""
        weights = np.zeros(self._parts[_LAST].stop)
        for section in TRAIT_WEIGHTS:
            weights[self._parts[section]] = self.parameters[f"trait_weight_{section}"]
        some, bits = self._bits(_LAST)
        return some, bits.astype(np.float32), weights

    @cached_property
    def _parts(self) -> dict[str, slice]:
        """Return where the traits of each section are."""
        ends = [int(self.parameters[f"trait_end_{section}"]) for section in _SECTIONS]
        return dict(zip(_SECTIONS, map(slice, [0, *ends], ends), strict=True))

    def _bits(self, last: str) -> tuple[Positions, NDArray[np.uint8]]:
        """Return movies with any trait up to a section (k,), and which they have (k, t)."""
        end = self._parts[last].stop
        packed = self.records["traits"][:, : -(-end // 8)]
        some = np.flatnonzero(packed.any(axis=1))
        bits = np.unpackbits(packed[some], axis=1, count=end)
        is_present = bits.any(axis=1)
        return some[is_present], bits[is_present]

    @cached_property
    def _near(self) -> tuple[Positions, Positions, Floats]:
        """Return movies and shared traits, as pairs (p,) (p,), with the root of their weight, (p,).

        The matrix is sparse: a thousandth of all pairs.
        """
        some, bits = self._bits(CIRCLES)
        weights = _CIRCLE / np.maximum(bits.sum(axis=0, dtype=np.int64), 1)
        for section, weight in _NEAR.items():
            weights[self._parts[section]] *= weight
        rows, shared = np.nonzero(bits)
        return some[rows], shared, np.sqrt(weights[shared])

    def _near_to(self, counted: Floats) -> Floats:
        """Return the nearness to each movie of the counted movies, (n,) both."""
        movies, shared, root = self._near
        count = len(self.records)
        each = np.bincount(shared, weights=root * counted[movies])
        near = np.bincount(movies, weights=root * each[shared], minlength=count)
        return near.astype(np.float64)

    @cached_property
    def _expected_near(self) -> Floats:
        """Return the expected nearness to each movie of one movie by popularity, (n,)."""
        return self._near_to(self._share)

    @cached_property
    def log_odds(self) -> Floats:
        """Logarithm of how often each movie is watched by everybody, up to a constant, (n,)."""
        power, known = self.parameters["popularity_power"], self.parameters["known_weight"]
        odds = power * np.log1p(self.records["popularity"].astype(np.float64))
        some, has, _ = self._traits
        odds[some] += known * np.log1p(has.sum(axis=1, dtype=np.float64))
        return np.asarray(odds - odds.max())

    @cached_property
    def _share(self) -> Floats:
        odds = np.exp(self.log_odds)
        return np.asarray(odds / odds.sum())

    @cached_property
    def _years(self) -> tuple[Positions, Floats, Floats]:
        """Return the row of each movie's year (n,), kernels (y, y) and shares (y,) of years.

        An unknown year is the last row, which is all zeros.
        """
        years = np.arange(FIRST_YEAR, LAST_YEAR + 1, dtype=np.float64)
        width = self.parameters["era_years"]
        kernels = np.exp(-0.5 * ((years[:, None] - years) / width) ** 2)
        kernels /= kernels.sum(axis=1, keepdims=True)
        kernels = np.vstack([kernels, np.zeros(len(years))])
        own = self.records["year"].astype(np.int64)
        known = (own >= FIRST_YEAR) & (own <= LAST_YEAR)
        row = np.where(known, own - FIRST_YEAR, len(years))
        counted = np.bincount(row, weights=self._share, minlength=len(kernels))
        return row, kernels, np.maximum(counted @ kernels, 1e-9)

    @cached_property
    def _categories(self) -> tuple[Floats32, Floats32]:
        """Return categories 0/1, and the same shared out evenly among each movie's, (n, c) both."""
        has = self.records["categories"].astype(np.float32)
        return has, has / np.maximum(has.sum(axis=1, keepdims=True), 1.0)

    def scores(self, profile: Positions, weights: Floats32 | None = None) -> Floats32:
        """Score all items, shape (n,); popularity if no item has a positive weight.

        A movie's weight is how many movies it counts as; a negative one reduces the counts of
        others that share its traits, down to zero.
        """
        watched, weights = weighted_profile(profile, weights)
        size = float(np.maximum(weights, 0.0).sum())
        if size == 0.0:
            return self.popularity
        scores = self.log_odds + self._era(watched, weights, size)
        scores += self._category(watched, weights, size)
        some, has, of_traits = self._traits
        share = self._share[some] @ has
        counted = np.zeros(len(self.records))  # how many movies each item counts as
        counted[watched] = weights
        count = np.maximum(counted[some] @ has, 0.0)
        prior = self.parameters["trait_prior"]
        tilt = np.log((count + prior) / (size * share + prior))
        scores[some] += has @ (of_traits * tilt)
        near = np.maximum(self._near_to(counted), 0.0)
        prior = self.parameters["near_prior"]
        tilt = np.log((near + prior) / (size * self._expected_near + prior))
        scores += self.parameters["near_weight"] * tilt
        return scores.astype(np.float32)

    def _era(self, watched: Positions, weights: Floats32, size: float) -> Floats:
        row, kernels, share = self._years
        prior = self.parameters["era_prior"]
        seen = np.maximum(weights @ kernels[row[watched]], 0.0)
        tilt = np.log((seen / share + prior) / (size + prior))
        by_year: Floats = self.parameters["era_weight"] * (kernels @ tilt)
        return by_year[row]

    def _category(self, watched: Positions, weights: Floats32, size: float) -> Floats:
        has, shared = self._categories
        prior = self.parameters["category_prior"]
        share = np.maximum(self._share @ shared, 1e-9)
        seen = np.maximum(weights @ shared[watched], 0.0)
        tilt = np.log((seen / share + prior) / (size + prior))
        return np.asarray(self.parameters["category_weight"] * (has @ tilt))

    def embeddings(self, items: Positions) -> Floats32:
        """Return categories, time and traits side by side, rows of length 1."""
        row, kernels, _ = self._years
        has, _ = self._categories
        categories, time, trait = (weight**0.5 for weight in _RELATED)
        parts = (
            categories * unit(has[items]),
            time * unit(kernels[row[items]]),
            trait * self._described(items),
        )
        return unit(np.concatenate(parts, axis=1))

    def kinship(self, items: Positions, watched: Positions) -> Floats32:
        """Return kinship by common traits and circles, more for movies of the same categories.

        The square root of a shrunk cosine, so that its scale is that of other models.
        """
        has = unit(self._categories[0])
        some, rows = self._kin
        kin = np.zeros((len(items), len(watched)), dtype=np.float32)
        (to, left), (of, right) = _found(some, items), _found(some, watched)
        kin[np.ix_(to, of)] = rows[left] @ rows[right].T
        return np.sqrt(kin * (_OTHER_KIND + (1.0 - _OTHER_KIND) * (has[items] @ has[watched].T)))

    @cached_property
    def _kin(self) -> tuple[Positions, Floats32]:
        """Return movies with traits or circles (k,), these weighted as in nearness (k, t).

        Rows are shorter than 1, the more so the less is known.
        """
        some, bits = self._bits(CIRCLES)
        weights = np.zeros(bits.shape[1], dtype=np.float32)
        weights[self._near[1]] = self._near[2]
        for section in _NO_KIN:
            weights[self._parts[section]] = 0.0
        rows = bits * weights
        return some, rows / np.sqrt((rows**2).sum(axis=1, keepdims=True) + np.float32(_KIN_PRIOR))

    @cached_property
    def _rarity(self) -> tuple[Positions, Floats32]:
        """Return movies with traits that describe them (k,), and these by rarity, (k, r)."""
        some, traits = self._bits(_DESCRIBED)
        rare = np.log((1.0 + len(some)) / (1.0 + traits.sum(axis=0)))
        return some, (traits * rare).astype(np.float32)

    def _described(self, items: Positions) -> Floats32:
        """Return traits of these items as rows of length 1; 0 where none are known."""
        some, traits = self._rarity
        described = np.zeros((len(items), traits.shape[1]), dtype=np.float32)
        at, rows = _found(some, items)
        described[at] = traits[rows]
        return unit(described)


def _found(some: Positions, items: Positions) -> tuple[Positions, Positions]:
    """Return where items are that are among some (ascending), and where in these."""
    at = np.flatnonzero(np.isin(items, some))
    return at, np.searchsorted(some, items[at])


def _sections(traits: Sequence[tuple[str, Sequence[str]]]) -> dict[str, float | int]:
    """Return weights of the sections, and where each ends among the traits."""
    names = [section for section, _ in traits]
    parameters: dict[str, float | int] = {}
    end = 0
    for section in _SECTIONS:
        end += names.count(section)
        parameters[f"trait_end_{section}"] = end
        if section in TRAIT_WEIGHTS:
            parameters[f"trait_weight_{section}"] = TRAIT_WEIGHTS[section]
    if names != sorted(names, key=_SECTIONS.index):
        raise ValueError("the traits are out of order")
    return parameters
