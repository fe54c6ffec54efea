"""The mechanism of a release: what is counted, with which noise, at which exact cost.

    mechanism = plan(groups, choice, epsilon, family=IMPROVED)
    counts = mechanism.count(groups, choice, items)           # private
    noisy = sample(mechanism, counts, source)                   # safe to keep and to release
    x = fit(groups, choice, noisy_by_category, …)             # how many movies of each group
    movies = sample_movies(groups, choice, x, source, family=IMPROVED)

Counting, sampling and choosing movies are separate steps, because a period stores its noisy counts
and movies are chosen for the sum of several periods. What differs is in `families.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.json_text import fraction, whole
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.privacy.calibration import Calibration, calibrate, verify
from epicrec_desktop.privacy.families import (
    LEARNED,
    PUBLISHED,
    CategoryFamily,
    Family,
    NoisyCounts,
    category_family,
    family_of,
)
from epicrec_desktop.privacy.integer_rows import IntRows, distinct, exact_loss, weighted_sum
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.levels import LevelSplit, split_levels
from epicrec_desktop.privacy.noise import discrete_laplace
from epicrec_desktop.privacy.public_prior import TYPICAL, TYPICAL_PART, ProfilePrior, public_share
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.privacy.sanitization import choose_items

_LEAST_PART = 1e-12  # of what people watch that can be perturbed


@dataclass(frozen=True)
class Mechanism:
    """Discrete Laplace noise on integer counts of public categories. All of it is public.

    `rows` are the integer rows that can cost most (every other item's row is contained in one);
    `multiplier` M: a released integer over M is a count of movies, or of shares of them; `scales`
    s_j are on the scale of the integers. Any ε-private release has `loss` <= `epsilon`. `kind` is
    the key of its family.

    With a learned question `categories` are its cells, `question` its digest, and `rows` all of M
    in one cell, for each of them: no row with Σ|r_ij| <= M can cost more than all of these. Where
    it counts `by_series`, that holds for all movies of one series together.
    """

    name: str
    categories: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    multiplier: int
    scales: tuple[Fraction, ...]
    epsilon: Fraction
    kind: str = PUBLISHED.key
    question: str | None = None
    by_series: bool = False

    @property
    def family(self) -> Family:
        """What the query, the noise and the fit are made of."""
        return family_of(self.kind)

    @cached_property
    def loss(self) -> Fraction:
        """Return the exact privacy loss of one sample: max over items of Σ_j r_ij / s_j."""
        return exact_loss(self._rows, self.scales)

    @property
    def movie_scales(self) -> dict[str, float]:
        """Laplace scale of each published category, in movies."""
        pairs = zip(self.categories, self.scales, strict=True)
        return {name: float(scale / self.multiplier) for name, scale in pairs}

    @property
    def variance(self) -> float:
        """Return the mean variance of one sample's noise in a count, in movies squared."""
        scales = [float(scale / self.multiplier) for scale in self.scales]
        return 2.0 * sum(z * z for z in scales) / len(scales) if scales else 0.0

    def in_movies(self, noisy: Sequence[int]) -> dict[str, float]:
        """Return the integers of a sample by category, in movies or shares of them."""
        values = (float(Fraction(value, self.multiplier)) for value in noisy)
        return dict(zip(self.categories, values, strict=True))

    def verify(self) -> Fraction:
        """Return the exact loss, after the check that it is within ε. Raises `PrivacyError`."""
        return verify(self._rows, self.scales, self.epsilon)

    def at(self, epsilon: Fraction) -> Mechanism:
        """Return the same query with the same shape of noise, at another budget."""
        if epsilon <= 0:
            raise ValueError("the budget must be positive")
        factor = self.epsilon / epsilon
        return replace(self, scales=tuple(scale * factor for scale in self.scales), epsilon=epsilon)

    @property
    def _rows(self) -> IntRows:
        return np.array(self.rows, dtype=np.int64).reshape(len(self.rows), len(self.scales))

    def count(
        self,
        groups: CategoryGroups,
        choice: PrivacyChoice,
        items: NDArray[np.int64],
        weights: Sequence[Fraction] | None = None,
        *,
        asked: AskedQuestion | None = None,
    ) -> tuple[int, ...]:
        """Return the private integer counts: the sum of ⌊w_i·r_ij⌋ over the perturbed items.

        `items` are distinct indices; withheld and open items enter no count. `weights` in [0, 1],
        one for each item, shrink its row and so its own cost. `asked` is the question that a
        learned mechanism was planned for. Raises `PrivacyError` if the catalog, the levels or the
        question are others than the mechanism was planned for, or if an item of this catalog would
        cost more than ε.
        """
        if len(np.unique(items)) != len(items):
            raise ValueError("an item counts once")
        if any(not 0 <= weight <= 1 for weight in distinct(weights or ()).values()):
            raise ValueError("a weight is between 0 and 1")
        split = split_levels(groups, choice)
        if self.kind == LEARNED.key:
            return self._count_cells(groups, split, items, weights, asked)
        rows = self._covered_rows(groups, split)
        at = split.positions(groups)[items]
        return weighted_sum(rows, at, at >= 0, weights)

    def _covered_rows(self, groups: CategoryGroups, split: LevelSplit) -> IntRows:
        """Integer rows of the perturbed groups, after the exact check that all cost at most ε."""
        if tuple(groups.categories[j] for j in split.columns) != self.categories:
            raise PrivacyError(
                "The catalog or the levels are not those this release was planned for, so "
                "nothing was released. Please try again."
            )
        family = category_family(self.kind)
        rows, _ = family.query(split.rows(groups), self.multiplier)
        verify(rows, self.scales, self.epsilon)
        return rows

    def _count_cells(
        self,
        groups: CategoryGroups,
        split: LevelSplit,
        items: NDArray[np.int64],
        weights: Sequence[Fraction] | None,
        asked: AskedQuestion | None,
    ) -> tuple[int, ...]:
        """Return what the perturbed items add to the cells of a learned question.

        Before anything is counted, every row that can be asked for is checked exactly.
        """
        if (
            asked is None
            or (asked.digest, asked.cells) != (self.question, self.categories)
            or asked.multiplier != self.multiplier
            or asked.by_series != self.by_series
            or len(asked.rows) != groups.items
        ):
            raise PrivacyError(
                "The question or the catalog are not those this release was planned for, so "
                "nothing was released. Please try again."
            )
        is_perturbed = split.positions(groups) >= 0
        self.verify()
        verify(asked.most[is_perturbed], self.scales, self.epsilon)
        return asked.count(items, is_perturbed[items], weights)

    def to_dict(self) -> dict[str, Any]:
        """As JSON: fractions as "numerator/denominator"."""
        named = {} if self.question is None else {"question": self.question}
        return {
            **named,
            **({"by_series": True} if self.by_series else {}),
            "name": self.name,
            "categories": list(self.categories),
            "rows": [list(row) for row in self.rows],
            "multiplier": self.multiplier,
            "scales": [str(scale) for scale in self.scales],
            "epsilon": str(self.epsilon),
            "kind": self.kind,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Mechanism:
        """Read what `to_dict` wrote, exactly."""
        return cls(
            name=str(data["name"]),
            categories=tuple(data["categories"]),
            rows=tuple(tuple(map(whole, row)) for row in data["rows"]),
            multiplier=whole(data["multiplier"]),
            scales=tuple(fraction(s) for s in data["scales"]),
            epsilon=fraction(data["epsilon"]),
            kind=str(data["kind"]),
            question=str(data["question"]) if "question" in data else None,
            by_series=data.get("by_series") is True,
        )


def mechanism_name(groups: CategoryGroups, choice: PrivacyChoice, family: Family) -> str:
    """Return the family's first name where every category is at Perturbed, else its second."""
    single = set(choice.levels(groups.categories)) <= {ReleaseLevel.PERTURBED}
    return family.names[0 if single else 1]


def calibrate_levels(groups: CategoryGroups, choice: PrivacyChoice) -> Calibration:
    """Return the calibration at ε = 1 for a catalog and levels, which serves every ε."""
    return calibrate(split_levels(groups, choice).rows(groups))


def plan(
    groups: CategoryGroups,
    choice: PrivacyChoice,
    epsilon: Fraction,
    *,
    family: CategoryFamily = PUBLISHED,
    calibration: Calibration | None = None,
    multiplier: int | None = None,
) -> Mechanism | None:
    """Return the mechanism for a catalog, levels and budget; None where nothing can be perturbed.

    `calibration` is that of `calibrate_levels`, solved here if it is needed and not given. Raises
    `PrivacyError` if the budget would not hold (the last check, in rational arithmetic).
    """
    split = split_levels(groups, choice)
    if split.columns.size == 0:
        return None
    rows, multiplier = family.query(split.rows(groups), multiplier)
    worst, scales = family.noise(split.rows(groups), multiplier, epsilon, calibration)
    verify(rows, scales, epsilon)
    return Mechanism(
        name=mechanism_name(groups, choice, family),
        categories=tuple(groups.categories[j] for j in split.columns),
        rows=tuple(tuple(row) for row in worst.tolist()),
        multiplier=multiplier,
        scales=scales,
        epsilon=epsilon,
        kind=family.key,
    )


def plan_question(
    asked: AskedQuestion, groups: CategoryGroups, choice: PrivacyChoice, epsilon: Fraction
) -> Mechanism | None:
    """Return the mechanism of a learned question; None where nothing can be perturbed.

    Scale and rows depend on the question alone, not on the movies that a catalog happens to have.
    Raises `PrivacyError` if a movie of this catalog would cost more than ε.
    """
    split = split_levels(groups, choice)
    if split.columns.size == 0:
        return None
    if len(asked.rows) != groups.items:
        raise ValueError("the question is of another catalog")
    width = len(asked.cells)
    scales = (Fraction(asked.multiplier) / epsilon,) * width
    verify(asked.most[split.positions(groups) >= 0], scales, epsilon)
    return Mechanism(
        name=mechanism_name(groups, choice, LEARNED),
        categories=asked.cells,
        rows=question_rows(asked.multiplier, width),
        multiplier=asked.multiplier,
        scales=scales,
        epsilon=epsilon,
        kind=LEARNED.key,
        question=asked.digest,
        by_series=asked.by_series,
    )


def question_rows(multiplier: int, width: int) -> tuple[tuple[int, ...], ...]:
    """Return the rows that cost most of any question: all of a movie in one of its cells."""
    return tuple(tuple(multiplier * (i == j) for j in range(width)) for i in range(width))


def sample(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> tuple[int, ...]:
    """Integer counts plus exact discrete Laplace noise, after the exact check of the budget.

    `source` must be the system's secure generator for a release. Raises `PrivacyError`.
    """
    if len(counts) != len(mechanism.scales):
        raise ValueError("there must be one count for each published category")
    mechanism.verify()
    pairs = zip(counts, mechanism.scales, strict=True)
    return tuple(int(count) + discrete_laplace(scale, source) for count, scale in pairs)


def sanitize(
    groups: CategoryGroups,
    choice: PrivacyChoice,
    mechanism: Mechanism,
    noisy: Sequence[int],
    source: BitSource,
    *,
    popularity: Floats | None = None,
    public_profiles: NDArray[np.integer] | None = None,
) -> NDArray[np.int64]:
    """Return movies (ascending item indices) whose counts fit one sample's noisy ones best.

    Only items that can be perturbed are in it. Reads nothing private but `noisy`; the rest as of
    `fit`.
    """
    family = category_family(mechanism.kind)
    x = fit(
        groups,
        choice,
        mechanism.in_movies(noisy),
        mechanism.variance,
        family=family,
        popularity=popularity,
        public_profiles=public_profiles,
    )
    return sample_movies(groups, choice, x, source, family, popularity=popularity)


def fit(
    groups: CategoryGroups,
    choice: PrivacyChoice,
    noisy: Mapping[str, float],
    variance: float,
    *,
    family: CategoryFamily,
    popularity: Floats | None = None,
    public_profiles: NDArray[np.integer] | None = None,
    among: int = 1,
) -> Floats:
    """Return how many items of each group (g,) fit noisy counts best; 0 for groups not perturbed.

    `choice` is that of the sample. `noisy` are counts by category, in movies or shares of them,
    with noise of this variance in each; a category that is not in it says nothing (it may have been
    closed since). `popularity` (n,) is public; all items are alike without it. So are
    `public_profiles` (u, g): how many items of each group public users watched. `among`: the
    history was asked for in so many parts, of which this is one.
    """
    split = split_levels(groups, choice)
    names = [groups.categories[j] for j in split.columns]
    released = [j for j, name in enumerate(names) if name in noisy]
    x = np.zeros(len(groups.sizes))
    if not released:
        return x
    at = split.positions(groups)
    # Groups that cannot be perturbed are taken together, as the last.
    share = public_share(
        popularity, np.where(at < 0, len(split.perturbed), at), len(split.perturbed) + 1
    )
    part = 1.0 - float(share[-1])
    profile_prior = ProfilePrior.of(
        share[:-1] / max(part, _LEAST_PART),
        None if public_profiles is None else public_profiles[:, split.perturbed],
        typical=min(TYPICAL, TYPICAL_PART * groups.items) * part,
        among=among,
    )
    x[split.perturbed] = family.fit(
        NoisyCounts(
            split.rows(groups)[:, released],
            family.weights(split.rows(groups))[:, released],
            groups.sizes[split.perturbed],
            np.array([noisy[names[j]] for j in released]),
            variance,
            profile_prior,
        )
    )
    return x


def sample_movies(
    groups: CategoryGroups,
    choice: PrivacyChoice,
    x: Floats,
    source: BitSource,
    family: CategoryFamily,
    *,
    popularity: Floats | None = None,
) -> NDArray[np.int64]:
    """Ascending indices of movies that can be perturbed, x_g of each group in expectation.

    `x` (g,) in [0, size], as of `fit`.
    """
    split = split_levels(groups, choice)
    at = split.positions(groups)
    candidates = np.flatnonzero(at >= 0)
    chosen = choose_items(
        at[candidates],
        x[split.perturbed],
        source,
        rounding=family.rounding,
        popularity=None if popularity is None else popularity[candidates],
    )
    return candidates[chosen]


def movie_shares(
    mechanism: Mechanism,
    groups: CategoryGroups,
    choice: PrivacyChoice,
    asked: AskedQuestion | None = None,
) -> Floats:
    """Return what each movie adds to each released number (n, k), in movies or shares of them.

    0 for movies that cannot be perturbed, and for a category that no movie has that can be: the
    catalog may have changed since. `asked` as of `Mechanism.count`.
    """
    split = split_levels(groups, choice)
    at = split.positions(groups)
    if asked is not None:
        return np.where((at >= 0)[:, None], asked.weights, 0.0)
    rows = category_family(mechanism.kind).query(split.rows(groups), mechanism.multiplier)[0]
    column = {groups.categories[j]: k for k, j in enumerate(split.columns.tolist())}
    columns = [column.get(name, len(column)) for name in mechanism.categories]
    padded = np.pad(rows / mechanism.multiplier, ((0, 1), (0, 1)))  # the last are of no movie
    found: Floats = padded[at][:, columns]
    return found


def perturbed_items(groups: CategoryGroups, choice: PrivacyChoice) -> NDArray[np.bool_]:
    """Return which items (n,) can be perturbed under these levels."""
    return split_levels(groups, choice).positions(groups) >= 0
