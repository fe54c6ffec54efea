"""The content model: categories, era and popularity, for catalogs without ratings."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.model import (
    ItemModel,
    Parameters,
    Positions,
    check_numbers,
    weighted_profile,
)

MAX_CATEGORIES = 1000
FIRST_YEAR, LAST_YEAR = 1870, 2100
ERA_STEP = 5
"""Years between the centers of the era features."""

DEFAULTS: Parameters = {
    "category_weight": 1.0,
    "era_weight": 1.0,
    "popularity_weight": 2.0,
    "era_years": 8.0,
}


class ContentModel(ItemModel):
    """Scores by similarity to the profile's categories and years, and by popularity.

    score = w_c · cos(item's categories, profile's categories) + w_e · (closeness of the years)
          + w_p · popularity, each part in [0, 1]. Categories weigh by inverse document frequency,
    so that Film-Noir counts more than Drama. Closeness of two years is a Gaussian kernel of width
    `era_years`, averaged over the profile and scaled so that its best year has 1.
    """

    kind = "content"

    @classmethod
    def check(cls, records: NDArray[np.void], parameters: Parameters) -> None:
        """Raise `ValueError` unless these are years and categories with the four weights."""
        names = records.dtype.names or ()
        shape = records.dtype["categories"].shape if "categories" in names else ()
        if len(shape) != 1 or not 0 < shape[0] <= MAX_CATEGORIES:
            raise ValueError("the number of categories is out of range")
        check_numbers(records, "categories", "u1", shape)
        check_numbers(records, "year", "<i2", ())
        if not all(0 <= parameters.get(name, -1) < 1e6 for name in DEFAULTS):
            raise ValueError("a weight is missing or out of range")
        if parameters["era_years"] < 1:
            raise ValueError("the width of an era is out of range")

    @classmethod
    def from_catalog(cls, catalog: Catalog, parameters: Parameters = DEFAULTS) -> ContentModel:
        """Build the model of a catalog's movies that have a public id. Raises `ValueError`."""
        public_rows = [i for i, movie in enumerate(catalog.movies) if movie.wire_id is not None]
        ids = [str(catalog.movies[i].wire_id).encode("ascii") for i in public_rows]
        fields = [
            ("id", f"S{max(map(len, ids), default=1)}"),
            ("popularity", "<f4"),
            ("year", "<i2"),
            ("categories", "u1", (len(catalog.categories),)),
        ]
        records = np.zeros(len(public_rows), dtype=fields)
        records["id"] = ids
        records["popularity"] = [max(catalog.movies[i].popularity, 0.0) for i in public_rows]
        records["year"] = [catalog.movies[i].year or 0 for i in public_rows]
        records["categories"] = catalog.matrix[public_rows] > 0
        return cls.create(records, parameters)

    @cached_property
    def _category_vectors(self) -> Floats32:
        """Return categories by inverse document frequency, rows of length 1 or 0, (n, c)."""
        present = self.records["categories"].astype(np.float64)
        idf = np.log((1.0 + len(present)) / (1.0 + present.sum(axis=0)))
        return _unit(present * idf)

    @cached_property
    def _era_vectors(self) -> Floats32:
        """Return years as kernels around fixed centers, rows of length 1, or 0 if unknown."""
        years = self.records["year"].astype(np.float64)[:, None]
        centers = np.arange(FIRST_YEAR, LAST_YEAR + 1, ERA_STEP, dtype=np.float64)
        # Two kernels of width w/√2 overlap as a kernel of width w of their distance.
        width = self.parameters["era_years"] / np.sqrt(2.0)
        kernels = np.exp(-0.5 * ((years - centers) / width) ** 2)
        known = (years >= FIRST_YEAR) & (years <= LAST_YEAR)
        return _unit(np.where(known, kernels, 0.0))

    def embeddings(self, items: Positions) -> Floats32:
        """Return categories and era side by side, weighted as in the score, rows of length 1."""
        parts = (
            np.sqrt(self.parameters["category_weight"]) * self._category_vectors[items],
            np.sqrt(self.parameters["era_weight"]) * self._era_vectors[items],
        )
        return _unit(np.concatenate(parts, axis=1))

    def kinship(self, items: Positions, watched: Positions) -> Floats32:
        """Return zeros: the model has no data besides categories and years."""
        return np.zeros((len(items), len(watched)), dtype=np.float32)

    def scores(self, profile: Positions, weights: Floats32 | None = None) -> Floats32:
        """Score all items, shape (n,); popularity if no item has a positive weight."""
        profile, weights = weighted_profile(profile, weights)
        if not (weights > 0).any():
            return self.popularity
        categories = self._category_vectors @ _unit(weights @ self._category_vectors[profile])
        era = np.maximum(self._era_vectors @ (weights @ self._era_vectors[profile]), 0.0)
        era = era / max(float(era.max()), 1e-6 * len(profile))
        parts = self.parameters
        scores: Floats32 = (
            parts["category_weight"] * categories
            + parts["era_weight"] * era
            + parts["popularity_weight"] * self.popularity
        ).astype(np.float32)
        return scores


def _unit(rows: NDArray[np.floating]) -> Floats32:
    """Return the rows scaled to length 1; rows of zeros stay."""
    norms = np.linalg.norm(rows, axis=-1, keepdims=True)
    return (rows / np.where(norms > 0, norms, 1.0)).astype(np.float32)
