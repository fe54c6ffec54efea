"""Item factor models, served with numpy alone: fold a profile in and score all items.

`LinearModel` is the one that is trained (`linear_training.py`). `FactorModel`, which version 0.1.0
trained as well, is read alone: alternating least squares (Hu, Koren, Volinsky, "Collaborative
Filtering for Implicit Feedback Datasets", 2008).

The factors are stored as 8-bit integers with one scale per item. A small model is multiplied as
floats, made once. A large one is used in its stored form, block by block: floats are four times as
large, and memory bandwidth would limit the multiplication.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.recommend.model import (
    ItemModel,
    Parameters,
    Positions,
    check_numbers,
    weighted_profile,
)

MAX_FACTORS = 1024
LEVELS = 127

BLOCK = 1_024
"""Items turned into floats at a time: half a megabyte, which stays in the processor's cache."""

FLOATS_BYTES = 10_000_000
"""Of factors that are kept as floats. In a cache of its own the product of 10,000 items with 128
takes 0.09 ms in place of 0.25, of 20,000 0.2 in place of 0.47, and from 40,000 on the same."""

_LARGEST = 1e6
"""Of a scale and a gain: products of two stay finite. Trained ones are at most 1,000."""

_LEAST_REGULARIZATION = 1e-6
_PRECISION = 1e-12
"""Of the largest eigenvalue of the normal equations: with less regularization than this share of it
they may have no solution in floating-point numbers."""


def _check_size(records: NDArray[np.void], field: str) -> None:
    """Raise `ValueError` where scores could overflow: none of them would then be a number."""
    if float(np.abs(records[field]).max(initial=0.0)) > _LARGEST:
        raise ValueError(f"a {field} is out of range")


def _energy(records: NDArray[np.void]) -> float:
    """Return the sum of the squares of all factors, which no eigenvalue of YᵀY exceeds."""
    squares = (
        np.square(records["factors"][start : start + BLOCK], dtype=np.float64).sum(axis=1)
        for start in range(0, len(records), BLOCK)
    )
    return float(np.concatenate([*squares]) @ np.square(records["scale"], dtype=np.float64))


class QuantizedModel(ItemModel):
    """Item factors in 8 bits: `factors` (f,) int8 and `scale` per item, beside id and popularity.

    A user is a vector of as many factors; an item's score is their inner product.
    """

    @classmethod
    def check(cls, records: NDArray[np.void], parameters: Parameters) -> None:
        """Raise `ValueError` unless these are int8 factors with scales."""
        names = records.dtype.names or ()
        shape = records.dtype["factors"].shape if "factors" in names else ()
        if len(shape) != 1 or not 0 < shape[0] <= MAX_FACTORS:
            raise ValueError("the number of factors is out of range")
        check_numbers(records, "factors", "i1", shape)
        check_numbers(records, "scale", "<f2 <f4", ())
        _check_size(records, "scale")

    @abstractmethod
    def fold_in(self, profile: Positions, weights: Floats32 | None = None) -> Floats32:
        """Return the factors of a user who watched exactly these items, shape (f,).

        `weights` (k,) as in `scores`.
        """

    @property
    def factors(self) -> Floats32:
        """Y, the item factors, shape (n, f), as floats."""
        return self._floats(slice(None))

    def embeddings(self, items: Positions) -> Floats32:
        """Return the factors of these items scaled to length 1, shape (k, f)."""
        rows = self.records["factors"][items].astype(np.float32)
        norms = np.sqrt(np.einsum("kf,kf->k", rows, rows))
        rows /= np.where(norms > 0, norms, 1.0)[:, None]
        return rows

    def scores(self, profile: Positions, weights: Floats32 | None = None) -> Floats32:
        """Return predicted preference of all items, (n,); popularity if no item has a weight."""
        profile, weights = weighted_profile(profile, weights)
        if not (weights > 0).any():
            return self.popularity
        user = self.fold_in(profile, weights)
        scores = np.empty(len(self.records), dtype=np.float32)
        levels = self.records["factors"]
        room = np.empty((BLOCK, levels.shape[1]), dtype=np.float32)  # allocated once, for speed
        for block in self._blocks():
            if self._float_levels is not None:
                floats = self._float_levels[block]
            else:
                floats = room[: len(levels[block])]
                np.copyto(floats, levels[block])
            np.matmul(floats, user, out=scores[block])
        scores *= self._weight
        return scores

    @cached_property
    def _float_levels(self) -> Floats32 | None:
        """Return the factors without their scale, (n, f); None where that is too much to keep."""
        levels = self.records["factors"]
        return levels.astype(np.float32) if 4 * levels.size <= FLOATS_BYTES else None

    @cached_property
    def _weight(self) -> Floats32:
        """Return the factor of each item's inner product, (n,), contiguous for speed."""
        return self.records["scale"].astype(np.float32)

    def _blocks(self) -> Iterator[slice]:
        for start in range(0, len(self.records), BLOCK):
            yield slice(start, start + BLOCK)

    def _floats(self, items: Positions | slice) -> Floats32:
        """Return the factors of these items, shape (k, f)."""
        scale = self.records["scale"][items].astype(np.float32)
        rows: Floats32 = self.records["factors"][items].astype(np.float32)
        rows *= scale[:, None]
        return rows


class LinearModel(QuantizedModel):
    """A linear autoencoder: an item's score is the sum of its weights to the watched items.

    The weight of watched i for item j is gain_j · y_i·y_j, y being the factors: `gain` is a further
    number per item, which makes the weights those of a ridge regression without the item itself
    (`linear_training.py`). Parameters record how the model was trained and are not read here.
    """

    kind = "linear"

    @classmethod
    def check(cls, records: NDArray[np.void], parameters: Parameters) -> None:
        """Raise `ValueError` unless these are int8 factors with scales and gains."""
        super().check(records, parameters)
        check_numbers(records, "gain", "<f2 <f4", ())
        _check_size(records, "gain")
        if records["gain"].min(initial=0.0) < 0:
            raise ValueError("a gain is negative")

    @classmethod
    def from_factors(
        cls,
        wire_ids: Sequence[str],
        factors: Floats32,
        gain: Floats32,
        popularity: NDArray[np.float64],
        parameters: Parameters,
    ) -> LinearModel:
        """Quantize float factors, shape (n, f). Raises `ValueError` for unsound input."""
        if factors.shape[1] == 0 or not np.isfinite(factors).all():
            raise ValueError("the factors are none, or hold something that is not a number")
        width = max((len(w) for w in wire_ids), default=1)
        fields = [("id", f"S{width}"), ("popularity", "<f4"), ("scale", "<f2"), ("gain", "<f4")]
        records = np.zeros(len(wire_ids), dtype=[*fields, ("factors", "i1", (factors.shape[1],))])
        records["id"] = [w.encode("ascii") for w in wire_ids]
        records["popularity"] = popularity
        records["gain"] = gain
        with np.errstate(over="ignore"):  # overflow is rejected when the model is created
            records["scale"] = np.abs(factors).max(axis=1) / LEVELS
        scale = records["scale"].astype(np.float32)  # the rounded scale is the one used for scores
        levels = np.rint(factors / np.where(scale > 0, scale, 1.0)[:, None])
        records["factors"] = np.clip(levels, -LEVELS, LEVELS).astype(np.int8)
        return cls.create(records, parameters)

    def fold_in(self, profile: Positions, weights: Floats32 | None = None) -> Floats32:
        """Return the weighted sum of the factors of watched items, shape (f,)."""
        profile, weights = weighted_profile(profile, weights)
        return np.asarray(weights @ self._floats(profile), dtype=np.float32)

    @cached_property
    def _weight(self) -> Floats32:
        scale, gain = (self.records[name].astype(np.float32) for name in ("scale", "gain"))
        return np.asarray(scale * gain)


class FactorModel(QuantizedModel):
    """Item factors with the regularization and confidence they were trained with.

    Parameters: `alpha`, the confidence of a watched item (1 for all others), and
    `regularization`; others record how the model was trained and are not read here. Older versions
    stored linear models in this form, with an alpha of 1.
    """

    kind = "als"

    @classmethod
    def check(cls, records: NDArray[np.void], parameters: Parameters) -> None:
        """Raise `ValueError` unless these are int8 factors with scales, alpha and λ."""
        super().check(records, parameters)
        alpha, strength = parameters.get("alpha", 0), parameters.get("regularization", 0)
        if not 0 < alpha < 1e6:
            raise ValueError("alpha is out of range")
        least = max(_LEAST_REGULARIZATION, _PRECISION * max(alpha, 1.0) * _energy(records))
        if not least <= strength < 1e6:
            raise ValueError("the regularization is out of range")

    @cached_property
    def _regularized_gram(self) -> NDArray[np.float64]:
        """YᵀY + λI, the part of the normal equations that every profile shares."""
        width = self.records.dtype["factors"].shape[0]
        gram = self.parameters["regularization"] * np.eye(width)
        for block in self._blocks():
            rows = self._floats(block)
            gram += rows.T @ rows
        return gram

    def fold_in(self, profile: Positions, weights: Floats32 | None = None) -> Floats32:
        """Return the factors of a user who watched exactly these items, shape (f,).

        Solves (YᵀY + Yᵀ(C−I)Y + λI) x = YᵀCp with C = alpha on the profile and 1 elsewhere; p, the
        preference, is the weight on the profile and 0 elsewhere.
        """
        alpha = self.parameters["alpha"]
        profile, weights = weighted_profile(profile, weights)
        watched = self._floats(profile).astype(np.float64)
        matrix = self._regularized_gram + (alpha - 1.0) * (watched.T @ watched)
        wanted = alpha * (watched.T @ weights.astype(np.float64))
        return np.asarray(np.linalg.solve(matrix, wanted), dtype=np.float32)
