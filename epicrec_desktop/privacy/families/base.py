"""What a mechanism is made of: a query, noise for it, and how movies are found in noisy counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.privacy.calibration import Calibration
from epicrec_desktop.privacy.prior import ProfilePrior
from epicrec_desktop.privacy.rows import IntRows
from epicrec_desktop.privacy.sanitization import Rounding


@dataclass(frozen=True)
class NoisyCounts:
    """Noisy counts of some published categories, and what they were counted in.

    `categories` (g, c) are the groups that can be perturbed as 0/1, `rows` (g, c) is what one item
    of each adds to each of the counts `target` (c,), `sizes` (g,) how many items each has, and
    `profile_prior` what is publicly known of people. `variance` is that of the noise in each count.
    """

    categories: Floats
    rows: Floats
    sizes: NDArray[np.int64]
    target: Floats
    variance: float
    profile_prior: ProfilePrior


class Family(ABC):
    """A family of mechanisms. All of it is public; none of it reads a history.

    `names` are the mechanism's names on the wire: everything at one level, and levels that differ.
    `adds_up`: windows drawn at different levels ask the same of each category, so that their counts
    can be added. `by_popularity`: movies of a group are drawn by public popularity.
    """

    key: ClassVar[str]
    names: ClassVar[tuple[str, str]]
    rounding: ClassVar[Rounding]
    adds_up: ClassVar[bool]
    by_popularity: ClassVar[bool]

    @abstractmethod
    def query(self, rows: Floats, multiplier: int | None = None) -> tuple[IntRows, int]:
        """Integer rows (g, c) of the query over 0/1 rows, and the multiplier M they carry."""

    @abstractmethod
    def noise(
        self, rows: Floats, multiplier: int, epsilon: Fraction, calibration: Calibration | None
    ) -> tuple[IntRows, tuple[Fraction, ...]]:
        """The integer rows that can cost most, and the Laplace scale of each column at ε."""

    @abstractmethod
    def fit(self, counts: NoisyCounts) -> Floats:
        """x (g,) in [0, sizes]: how many items of each group fit the noisy counts."""

    def weights(self, rows: Floats) -> Floats:
        """What one item adds to each count, in movies or shares of them: the query over M."""
        integers, multiplier = self.query(rows)
        return integers / multiplier
