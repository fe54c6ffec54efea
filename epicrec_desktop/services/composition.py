"""What a release says: movies and counts, made from what its receiver holds of the windows.

A window keeps the mechanism it was drawn with. The published kind's windows add up, category by
category. Those of the improved kind share a movie out among the categories counted at the time, so
only windows of the same levels ask the same and add up; each such query is estimated on its own
(different windows hold different movies) and the estimates are added. Nothing here reads anything
private but noisy counts, and the open movies.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.perturbation import (
    Kind,
    Mechanism,
    fit_noisy,
    fit_shared,
    list_movies,
    mechanism_name,
    sanitize,
)
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.privacy.sanitization import Rounding
from epicrec_desktop.services.copies import Held
from epicrec_desktop.services.situation import Situation

COMBINED = "combined"
"""The mechanism's name where windows of several queries were put together: counts are then
estimates of numbers of movies."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Told:
    """What a release says besides its movies: the mechanism's name, and counts by category.

    `variance` is that of the noise in each count; None where counts are estimates.
    """

    mechanism: str
    counts: Mapping[str, float]
    variance: Mapping[str, float] | None = None


def compose_items(
    situation: Situation, windows: Mapping[str, Held], source: BitSource
) -> tuple[str, ...]:
    """The movies of the payload: open ones as they are, and a list that fits the noisy counts.

    Reads of the private side nothing but the open movies.
    """
    chosen = set(situation.open_items)
    mechanism, catalog = situation.mechanism, situation.catalog
    if mechanism is not None:
        improved, published = _by_kind(windows)
        if improved:
            positions = list_movies(
                catalog.groups,
                situation.choice,
                _estimate(situation, mechanism, windows),
                source,
                rounding=Rounding.GROUPS,
                popularity=_popularity(catalog),
            )
        else:
            fitted, counts = _published(mechanism, published)
            positions = sanitize(catalog.groups, situation.choice, fitted, counts, source)
        wire_ids = (catalog.movies[p].wire_id for p in positions.tolist())
        chosen.update(w for w in wire_ids if w is not None)
    return tuple(sorted(chosen))


def told(situation: Situation, windows: Mapping[str, Held]) -> Told | None:
    """The mechanism and the counts that a release names; None where nothing is perturbed.

    Categories whose level has become stricter since a window was drawn are left out.
    """
    mechanism, catalog = situation.mechanism, situation.catalog
    if mechanism is None:
        return None
    improved, published = _by_kind(windows)
    if improved and (published or _queries(improved) != [_levels(situation)]):
        x = _estimate(situation, mechanism, windows)
        split = split_levels(catalog.groups, situation.choice)
        movies = x[split.perturbed] @ split.rows(catalog.groups)
        values = zip(mechanism.categories, movies.tolist(), strict=True)
        return Told(COMBINED, {name: round(value, 6) for name, value in values})
    kind = Kind.IMPROVED if improved else Kind.PUBLISHED
    counts = noisy_counts(windows.values())
    return Told(
        mechanism_name(catalog.groups, situation.choice, kind),
        {name: float(counts[name]) for name in mechanism.categories if name in counts},
        _variance(mechanism.categories, windows.values()),
    )


def _variance(categories: Iterable[str], windows: Iterable[Held]) -> dict[str, float]:
    """Variance of the noise in the sum of these windows' counts: that of discrete Laplace noise
    of hundredths of a movie is 2 s² but for its sixth digit."""
    total = dict.fromkeys(categories, 0.0)
    for window in windows:
        for name, scale in window.mechanism.movie_scales.items():
            if name in total:
                total[name] += 2.0 * scale**2
    return {name: round(value, 6) for name, value in total.items() if value > 0.0}


def noisy_counts(windows: Iterable[Held]) -> dict[str, Fraction]:
    """Noisy counts per category, these windows together: of movies, or of shares of them.

    Only windows of one query add up to something.
    """
    totals: dict[str, Fraction] = {}
    for window in windows:
        multiplier = window.mechanism.multiplier
        for category, value in window.noisy.items():
            totals[category] = totals.get(category, Fraction(0)) + Fraction(value, multiplier)
    return totals


def _by_kind(
    windows: Mapping[str, Held],
) -> tuple[list[Held], list[Held]]:
    """Windows of the improved kind, and of the published one."""
    improved: list[Held] = []
    published: list[Held] = []
    for window in windows.values():
        improve = window.mechanism.kind is Kind.IMPROVED
        (improved if improve else published).append(window)
    return improved, published


def _queries(windows: Iterable[Held]) -> list[dict[str, str]]:
    """The distinct levels of these windows."""
    found: list[dict[str, str]] = []
    for window in windows:
        if dict(window.levels) not in found:
            found.append(dict(window.levels))
    return found


def _levels(situation: Situation) -> dict[str, str]:
    names = situation.catalog.categories
    levels = situation.choice.levels(names)
    return {name: level.value for name, level in zip(names, levels, strict=True)}


def _published(mechanism: Mechanism, windows: Iterable[Held]) -> tuple[Mechanism, list[int]]:
    """The sum of the published windows: a mechanism with their common multiplier, and counts."""
    counts = noisy_counts(windows)
    # A category that no window has yet counts as zero, and says so to nobody.
    wanted = [counts.get(name, Fraction(0)) for name in mechanism.categories]
    multiplier = math.lcm(*(value.denominator for value in wanted))
    fitted = replace(mechanism, multiplier=multiplier, kind=Kind.PUBLISHED)
    return fitted, [int(value * multiplier) for value in wanted]


def _estimate(situation: Situation, mechanism: Mechanism, windows: Mapping[str, Held]) -> Floats:
    """How many movies of each group (g,) all windows together have, within the groups' sizes."""
    catalog = situation.catalog
    improved, published = _by_kind(windows)
    x = np.zeros(len(catalog.groups.sizes))
    if published:
        fitted, counts = _published(mechanism, published)
        x += fit_noisy(catalog.groups, situation.choice, fitted, counts)
    for levels in _queries(improved):
        same = [window for window in improved if dict(window.levels) == levels]
        held = noisy_counts(same)
        x += fit_shared(
            catalog.groups,
            # What a window does not know was not counted in it.
            PrivacyChoice(
                ReleaseLevel.NO, {name: ReleaseLevel(level) for name, level in levels.items()}
            ),
            {name: float(held[name]) for name in mechanism.categories if name in held},
            sum(window.mechanism.variance for window in same),
            popularity=_popularity(catalog),
        )
    return np.minimum(x, catalog.groups.sizes)


def _popularity(catalog: Catalog) -> Floats | None:
    """Public popularity of the movies (n,); None where the catalog has none."""
    popularity = np.array([movie.popularity for movie in catalog.movies])
    return popularity if popularity.any() else None
