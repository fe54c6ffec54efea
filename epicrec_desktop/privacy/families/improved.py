"""Improved: S-MAP and M-MAP, for the same budget a fraction of the published error.

A movie is shared out evenly among its categories, so that every movie costs exactly the same and
one scale serves all, and movies are found by what is publicly known of people's tastes
(`privacy/prior.py`).
`epicrec evaluate perturbation` holds the error against the published one.
"""

from __future__ import annotations

from fractions import Fraction

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.release import IMPROVED_NAMES
from epicrec_desktop.privacy.calibration import Calibration
from epicrec_desktop.privacy.families.base import Family, NoisyCounts
from epicrec_desktop.privacy.rows import IntRows, maximal_rows, unit_sum_rows
from epicrec_desktop.privacy.sanitization import Rounding


class Improved(Family):
    """Rows of C scaled to sum 1, one scale, and what is expected of people given noisy counts."""

    key = "improved"
    names = IMPROVED_NAMES
    rounding = Rounding.GROUPS
    adds_up = False
    by_popularity = True

    def query(self, rows: Floats, multiplier: int | None = None) -> tuple[IntRows, int]:
        """Every row shared out: its sum is M, or just below."""
        return unit_sum_rows(rows, multiplier)

    def noise(
        self, rows: Floats, multiplier: int, epsilon: Fraction, calibration: Calibration | None
    ) -> tuple[IntRows, tuple[Fraction, ...]]:
        """One scale for all: the largest row sum over ε. Needs no calibration."""
        integers, _ = self.query(rows, multiplier)
        scale = Fraction(int(integers.sum(axis=1).max())) / epsilon
        return maximal_rows(integers), (scale,) * rows.shape[1]

    def fit(self, counts: NoisyCounts) -> Floats:
        """What is expected of a person with these noisy counts."""
        return counts.profile_prior.estimate_groups(
            counts.categories, counts.rows, counts.sizes, counts.target, counts.variance
        )


IMPROVED = Improved()
