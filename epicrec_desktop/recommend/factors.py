"""A factor model served with numpy alone: fold a profile in, score everything.

Hu, Koren, Volinsky, "Collaborative Filtering for Implicit Feedback Datasets" (2008). The factors
are kept as 8-bit integers with one scale per item, and used as such, block by block: a matrix of
floats would be four times as large, and multiplying it takes as long, since memory is the limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.recommend.model import (
    Floats,
    ItemModel,
    Parameters,
    Positions,
    check_numbers,
)

MAX_FACTORS = 1024
LEVELS = 127

BLOCK = 1_024
"""Items turned into floats at a time: half a megabyte, which stays in the processor's cache."""


class FactorModel(ItemModel):
    """Item factors with the regularization and confidence they were trained with.

    Parameters: `alpha`, the confidence of a watched item (1 for all others), and
    `regularization`; others tell how the model was made and are not read here.
    """

    kind = "als"

    @classmethod
    def check(cls, records: NDArray[np.void], parameters: Parameters) -> None:
        """Raise `ValueError` unless these are int8 factors with scales, alpha and λ."""
        names = records.dtype.names or ()
        shape = records.dtype["factors"].shape if "factors" in names else ()
        if len(shape) != 1 or not 0 < shape[0] <= MAX_FACTORS:
            raise ValueError("the number of factors is out of range")
        check_numbers(records, "factors", "i1", shape)
        check_numbers(records, "scale", "<f2 <f4", ())
        if not 0 < parameters.get("alpha", 0) < 1e6:
            raise ValueError("alpha is out of range")
        if not 0 < parameters.get("regularization", 0) < 1e6:
            raise ValueError("the regularization is out of range")

    @classmethod
    def from_factors(
        cls,
        wire_ids: Sequence[str],
        factors: Floats,
        popularity: NDArray[np.float64],
        parameters: Parameters,
    ) -> FactorModel:
        """Quantize float factors, shape (n, f). Raises `ValueError` for unsound input."""
        if factors.shape[1] == 0 or not np.isfinite(factors).all():
            raise ValueError("the factors are none, or hold something that is not a number")
        width = max((len(w) for w in wire_ids), default=1)
        fields = [
            ("id", f"S{width}"),
            ("popularity", "<f4"),
            ("scale", "<f2"),
            ("factors", "i1", (factors.shape[1],)),
        ]
        records = np.zeros(len(wire_ids), dtype=fields)
        records["id"] = [w.encode("ascii") for w in wire_ids]
        records["popularity"] = popularity
        with np.errstate(over="ignore"):  # what is too large is refused below
            records["scale"] = np.abs(factors).max(axis=1) / LEVELS
        scale = records["scale"].astype(np.float32)  # the rounded one, which is multiplied with
        step = np.where(scale > 0, scale, 1.0)[:, None]
        levels = np.rint(factors / step)
        records["factors"] = np.clip(levels, -LEVELS, LEVELS).astype(np.int8)
        return cls.create(records, parameters)

    @property
    def factors(self) -> Floats:
        """Y, the item factors, shape (n, f), as floats."""
        return self._floats(slice(None))

    @cached_property
    def _regularized_gram(self) -> NDArray[np.float64]:
        """YᵀY + λI, the part of the normal equations that every profile shares."""
        width = self.records.dtype["factors"].shape[0]
        gram = self.parameters["regularization"] * np.eye(width)
        for block in self._blocks():
            rows = self._floats(block)
            gram += rows.T @ rows
        return gram

    def directions(self, items: Positions) -> Floats:
        """The factors of these items scaled to length 1, shape (k, f)."""
        rows = self.records["factors"][items].astype(np.float32)
        norms = np.sqrt(np.einsum("kf,kf->k", rows, rows))
        rows /= np.where(norms > 0, norms, 1.0)[:, None]
        return rows

    def fold_in(self, profile: Positions) -> Floats:
        """The factors of a user who watched exactly these items, shape (f,).

        Solves (YᵀY + Yᵀ(C−I)Y + λI) x = YᵀCp with C = alpha on the profile and 1 elsewhere.
        """
        alpha = self.parameters["alpha"]
        watched = self._floats(np.unique(profile)).astype(np.float64)
        matrix = self._regularized_gram + (alpha - 1.0) * (watched.T @ watched)
        solution: NDArray[np.float64] = np.linalg.solve(matrix, alpha * watched.sum(axis=0))
        return solution.astype(np.float32)

    def scores(self, profile: Positions) -> Floats:
        """Predicted preference of all items, shape (n,); popularity for an empty profile."""
        if len(profile) == 0:
            return self.popularity
        user = self.fold_in(profile)
        scores = np.empty(len(self.records), dtype=np.float32)
        levels = self.records["factors"]
        room = np.empty((BLOCK, levels.shape[1]), dtype=np.float32)  # once: new memory is slow
        for block in self._blocks():
            floats = room[: len(levels[block])]
            np.copyto(floats, levels[block])
            np.matmul(floats, user, out=scores[block])
        scores *= self.records["scale"]
        return scores

    def _blocks(self) -> Iterator[slice]:
        for start in range(0, len(self.records), BLOCK):
            yield slice(start, start + BLOCK)

    def _floats(self, items: Positions | slice) -> Floats:
        """The factors of these items, shape (k, f)."""
        scale = self.records["scale"][items].astype(np.float32)
        rows: Floats = self.records["factors"][items].astype(np.float32)
        rows *= scale[:, None]
        return rows
