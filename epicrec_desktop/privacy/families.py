"""Mechanism families of a release: query, noise, and estimation of movies from noisy counts.

`Published` is S-DPDP and M-DPDP as in the EpicRec paper; `Improved` is S-MAP and M-MAP. Both count
in categories. `Learned` is S-LQ and M-LQ: it counts in the cells of a public learned question, and
its rows and its reading are in `privacy/learned.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.release import IMPROVED_NAMES, LEARNED_NAMES, PUBLISHED_NAMES
from epicrec_desktop.privacy.calibration import Calibration, calibrate
from epicrec_desktop.privacy.integer_rows import IntRows, integer_rows, maximal_rows, unit_sum_rows
from epicrec_desktop.privacy.least_squares import fit_groups
from epicrec_desktop.privacy.public_prior import ProfilePrior
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


class Family:
    """A family of mechanisms. All of it is public; none of it reads a history.

    `names` are the mechanism's names on the wire: everything at one level, and levels that differ.
    Users read `title`, `explanation` where they choose, and `counting` where it is used.
    `measured_as` names the figures of `ModelQuality` for its releases, if there are any.
    `adds_up`: periods sampled at different levels ask the same of each category, so that their
    counts can be added.
    """

    key: ClassVar[str]
    names: ClassVar[tuple[str, str]]
    title: ClassVar[str]
    explanation: ClassVar[str]
    counting: ClassVar[str]
    measured_as: ClassVar[str] = ""
    adds_up: ClassVar[bool]


class CategoryFamily(Family, ABC):
    """A family that counts in categories."""

    rounding: ClassVar[Rounding]

    @abstractmethod
    def query(self, rows: Floats, multiplier: int | None = None) -> tuple[IntRows, int]:
        """Integer rows (g, c) of the query over 0/1 rows, and the multiplier M they carry."""

    @abstractmethod
    def noise(
        self, rows: Floats, multiplier: int, epsilon: Fraction, calibration: Calibration | None
    ) -> tuple[IntRows, tuple[Fraction, ...]]:
        """Return the integer rows that can cost most, and the Laplace scale of each column at ε."""

    @abstractmethod
    def fit(self, counts: NoisyCounts) -> Floats:
        """x (g,) in [0, sizes]: how many items of each group fit the noisy counts."""

    def weights(self, rows: Floats) -> Floats:
        """Return what one item adds to each count, in movies or their shares: the query over M."""
        integers, multiplier = self.query(rows)
        return integers / multiplier


class Improved(CategoryFamily):
    """Rows of C scaled to sum 1, one scale, and what is expected of people given noisy counts."""

    key = "improved"
    names = IMPROVED_NAMES
    title = N_("Improved")
    explanation = N_(
        "A movie of several categories is shared out among them. In our measurements the blurred "
        "counts came out two to five times as exact."
    )
    counting = N_(
        "Blurred as “Improved”: your movies are counted in 18 categories, and one of several "
        "categories is shared out among them."
    )
    measured_as = "released"
    rounding = Rounding.GROUPS
    adds_up = False

    def query(self, rows: Floats, multiplier: int | None = None) -> tuple[IntRows, int]:
        """Return every row scaled to the sum M, or just below."""
        return unit_sum_rows(rows, multiplier)

    def noise(
        self, rows: Floats, multiplier: int, epsilon: Fraction, calibration: Calibration | None
    ) -> tuple[IntRows, tuple[Fraction, ...]]:
        """Return one scale for all: the largest row sum over ε. Needs no calibration."""
        integers, _ = self.query(rows, multiplier)
        scale = Fraction(int(integers.sum(axis=1).max())) / epsilon
        return maximal_rows(integers), (scale,) * rows.shape[1]

    def fit(self, counts: NoisyCounts) -> Floats:
        """Return the expected profile of a user with these noisy counts."""
        return counts.profile_prior.estimate_groups(
            counts.categories, counts.rows, counts.sizes, counts.target, counts.variance
        )


IMPROVED = Improved()


class Published(CategoryFamily):
    """Rows of C, calibrated scales, least squares."""

    key = "published"
    names = PUBLISHED_NAMES
    title = N_("As published")
    explanation = N_(
        "As in the EpicRec paper, to compare with. A service can do little with what it gets."
    )
    counting = N_("Blurred “As published”: your movies are counted in 18 categories.")
    measured_as = "published"
    rounding = Rounding.COINS
    adds_up = True

    def query(self, rows: Floats, multiplier: int | None = None) -> tuple[IntRows, int]:
        """Return the rows themselves."""
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


class Learned(Family):
    """Integer rows of a public learned question, one scale, and the most likely movies."""

    key = "learned"
    names = LEARNED_NAMES
    title = N_("Learned")
    explanation = N_(
        "Movies are counted in groups that tell tastes apart, instead of categories. In our "
        "measurements it helps a service most."
    )
    counting = N_(
        "Blurred as “Learned”: your movies are counted in {count} groups that tell tastes apart."
    )
    measured_as = "released"
    adds_up = False


LEARNED = Learned()

FAMILIES: dict[str, Family] = {family.key: family for family in (LEARNED, IMPROVED, PUBLISHED)}
"""By key, as users choose among them. Where no user chose, `LEARNED` is used."""


def family_of(key: str) -> Family:
    """Return the family of this key. Raises `PrivacyError` for an unknown one."""
    try:
        return FAMILIES[key]
    except KeyError:
        raise PrivacyError(
            "An earlier release was made with a mechanism that this version does not "
            "know, so nothing was released. Please update the program."
        ) from None


def category_family(key: str) -> CategoryFamily:
    """Return the family of this key, which must count in categories. Raises `PrivacyError`."""
    family = family_of(key)
    if not isinstance(family, CategoryFamily):
        raise PrivacyError(
            "A learned question has no counts by category, so nothing was released. Please report "
            "this as a fault of the program."
        )
    return family
