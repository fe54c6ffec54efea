"""A factor model served with numpy alone: fold a profile in, score everything.

Hu, Koren, Volinsky, "Collaborative Filtering for Implicit Feedback Datasets" (2008). The factors
are kept as 8-bit integers with one scale per item: an eighth of double precision, and no
measurable loss of quality.
"""

from __future__ import annotations

from collections.abc import Sequence
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
        check_numbers(records, "scale", "<f4", ())
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
            ("scale", "<f4"),
            ("factors", "i1", (factors.shape[1],)),
        ]
        records = np.zeros(len(wire_ids), dtype=fields)
        scale = np.abs(factors).max(axis=1) / LEVELS
        step = np.where(scale > 0, scale, 1.0)[:, None]
        records["id"] = [w.encode("ascii") for w in wire_ids]
        records["popularity"] = popularity
        records["scale"] = scale
        records["factors"] = np.rint(factors / step).astype(np.int8)
        return cls.create(records, parameters)

    @cached_property
    def factors(self) -> Floats:
        """Y, the item factors, shape (n, f)."""
        scale = self.records["scale"][:, None]
        return np.ascontiguousarray(self.records["factors"].astype(np.float32) * scale)

    @cached_property
    def _regularized_gram(self) -> NDArray[np.float64]:
        """YᵀY + λI, the part of the normal equations that every profile shares."""
        gram = (self.factors.T @ self.factors).astype(np.float64)
        return gram + self.parameters["regularization"] * np.eye(gram.shape[0])

    @cached_property
    def vectors(self) -> Floats:
        """The item factors scaled to length 1."""
        norms = np.linalg.norm(self.factors, axis=1, keepdims=True)
        return np.asarray(self.factors / np.where(norms > 0, norms, 1.0), dtype=np.float32)

    def fold_in(self, profile: Positions) -> Floats:
        """The factors of a user who watched exactly these items, shape (f,).

        Solves (YᵀY + Yᵀ(C−I)Y + λI) x = YᵀCp with C = alpha on the profile and 1 elsewhere.
        """
        alpha = self.parameters["alpha"]
        watched = self.factors[np.unique(profile)].astype(np.float64)
        matrix = self._regularized_gram + (alpha - 1.0) * (watched.T @ watched)
        solution: NDArray[np.float64] = np.linalg.solve(matrix, alpha * watched.sum(axis=0))
        return solution.astype(np.float32)

    def scores(self, profile: Positions) -> Floats:
        """Predicted preference of all items, shape (n,); popularity for an empty profile."""
        if len(profile) == 0:
            return self.popularity
        scores: Floats = self.factors @ self.fold_in(profile)
        return scores
