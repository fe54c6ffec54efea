"""As published: S-DPDP and M-DPDP (EpicRec, 4 and 5).

A movie adds 1 to each of its categories, noise is calibrated per category, and movies are found by
least squares.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.release import PUBLISHED_NAMES
from epicrec_desktop.privacy.calibration import Calibration, calibrate
from epicrec_desktop.privacy.families.base import Family, NoisyCounts
from epicrec_desktop.privacy.least_squares import fit_groups
from epicrec_desktop.privacy.rows import IntRows, integer_rows
from epicrec_desktop.privacy.sanitization import Rounding


class Published(Family):
    """Rows of C, calibrated scales, least squares."""

    key = "published"
    names = PUBLISHED_NAMES
    rounding = Rounding.COINS
    adds_up = True
    by_popularity = False

    def query(self, rows: Floats, multiplier: int | None = None) -> tuple[IntRows, int]:
        """The rows themselves."""
        return integer_rows(rows, multiplier)

    def noise(
        self, rows: Floats, multiplier: int, epsilon: Fraction, calibration: Calibration | None
    ) -> tuple[IntRows, tuple[Fraction, ...]]:
        """Scales of the least mean error; `calibration` (at ε = 1) is solved if it is not given."""
        solved = calibrate(rows) if calibration is None else calibration
        if solved.kept != tuple(range(rows.shape[1])):
            raise ValueError("the calibration belongs to another catalog or other levels")
        worst, _ = integer_rows(np.array(solved.rows), multiplier)
        return worst, solved.scales(epsilon, worst, multiplier)

    def fit(self, counts: NoisyCounts) -> Floats:
        """Least squares within the groups' sizes (EpicRec, program 4.5, with its signs)."""
        return fit_groups(counts.rows, counts.sizes, counts.target).x


PUBLISHED = Published()
