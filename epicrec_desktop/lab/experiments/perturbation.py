"""Error of category counts in perturbed profiles (EpicRec, figures 5a and 6a).

Each mechanism perturbs the counts of public users; phase 2 of EpicRec's algorithm (least squares,
then a coin for each movie) follows every published one, as in the paper. The improved mechanism is
evaluated three times: with other users' histories as prior, as in a release when ratings are
available; with their popularity alone; and without a prior. All mechanisms and budgets use the same
users and the same unit noise, which removes chance from differences between rows.

Grouping and smoothing is given the best public groups: neighbors in the order of other users' mean
counts, cut where the expected error is least. This version beats S-DPDP at small budgets, unlike
in the paper, whose version has to find its groups in the private data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.confidence import half_width
from epicrec_desktop.lab.figures import Color, Lines, Sheet, series_of
from epicrec_desktop.lab.population import (
    REAL,
    Population,
    no_categories,
    random_choice,
    sample_population,
    with_few_categories,
)
from epicrec_desktop.lab.research.baselines import (
    choose_grouping,
    plain_laplace_scales,
    sanitized_error_bound,
)
from epicrec_desktop.privacy.calibration import calibrate
from epicrec_desktop.privacy.integer_rows import unit_sum_rows
from epicrec_desktop.privacy.least_squares import fit_groups
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.public_prior import SMOOTHING, TYPICAL, ProfilePrior
from epicrec_desktop.privacy.sanitization import round_groups

EPSILONS = (0.1, 0.2, 0.3, 0.5, 1.0)
USERS = 300

LAPLACE, GROUPING = "plain Laplace", "grouping and smoothing"
IMPROVED = {"S-DPDP": "S-MAP", "M-DPDP": "M-MAP"}
"""The improved mechanism beside each published one."""

NO_RATINGS, NO_POPULARITY = ", no ratings", ", no popularity"
"""Marks the improved mechanism read with public popularity alone, and without that too."""

MEAN_FLOOR, MEDIAN_FLOOR = "public mean profile", "public median profile"
MULTI = " (M)"
"""Marks what is measured with random levels per category."""


Errors = dict[str, float]
"""Of one user at one mechanism and budget, by the column of the table that has their mean."""

COLUMNS = ("mae", "mae_noisy", "mae_movies", "bound")


@dataclass(frozen=True)
class _Case:
    """One user under one choice of levels: the perturbable part of the profile.

    `rows` (g', c') and `sizes` (g',) of the groups that can be perturbed, `mine` (g',) the user's
    items, `others` (p, g') those of other users, `popular` (g',) of all these together, `public`
    (p, c') the counts of other users, `typical` the profile size that is assumed without such
    counts, `z` (c',) the calibrated scales at ε = 1, `unit` (c',) unit draws of noise.
    """

    rows: Floats
    sizes: NDArray[np.int64]
    mine: NDArray[np.int64]
    others: NDArray[np.int64]
    popular: NDArray[np.int64]
    public: Floats
    typical: float
    z: Floats
    unit: Floats

    @property
    def counts(self) -> Floats:
        """Return the user's true counts (c',)."""
        return self.mine @ self.rows


def run(
    imported: ImportedCatalog,
    *,
    users: int = USERS,
    epsilons: Sequence[float] = EPSILONS,
    few_categories: bool = False,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return rows {mechanism, epsilon, mae, ci, mae_noisy, mae_movies, bound}.

    `mae` is the mean absolute error per category after least squares, which is what the theorems
    bound; `ci` the half width of its 95 % interval over users; `mae_noisy` before and `mae_movies`
    after it, once coins have made a list of movies. `bound` is theorem 3 or 5, where there is one.
    `few_categories` gives the set the shape of MovieLens-1M first. Raises `CatalogError` for a
    catalog without categories; `Cancelled`.
    """
    if few_categories:
        imported = with_few_categories(imported, np.random.default_rng([seed, 1]))
    groups = imported.catalog.groups
    if not groups.rows.any():
        raise no_categories()
    generator = np.random.default_rng(seed)
    population = sample_population(imported, users, generator)
    coins = generator.spawn(1)[0]  # a separate stream: published rows stay unchanged
    found: dict[tuple[str, float], list[Errors]] = {}
    z = np.array(calibrate(groups.rows).z)
    everything = np.arange(len(groups.sizes)), np.flatnonzero(groups.rows.any(axis=0))
    for user in job.steps("Perturbing public users", range(population.tested)):
        single = _case(groups, population, user, everything, generator, z)
        measured = [*_measure(single, "S-DPDP", "", epsilons, generator, coins)]
        split = split_levels(groups, random_choice(groups.categories, generator))
        if split.columns.size:
            multi = _case(groups, population, user, (split.perturbed, split.columns), generator)
            measured += _measure(multi, "M-DPDP", MULTI, epsilons, generator, coins)
        for name, epsilon, errors in measured:
            found.setdefault((name, epsilon), []).append(errors)
    return {
        "users": population.tested,
        "population": population.source,
        "mean_count": float((population.counts[: population.tested] @ groups.rows).mean()),
        "seed": seed,
        "rows": [_row(name, epsilon, errors) for (name, epsilon), errors in found.items()],
    }


def _row(name: str, epsilon: float, errors: Sequence[Errors]) -> dict[str, Any]:
    means = {
        column: float(np.mean([one[column] for one in errors])) if column in errors[0] else None
        for column in COLUMNS
    }
    interval = half_width(np.array([one["mae"] for one in errors]))
    return {"mechanism": name, "epsilon": epsilon, **means, "ci": interval}


def _case(
    groups: CategoryGroups,
    population: Population,
    user: int,
    split: tuple[Ints, Ints],
    generator: np.random.Generator,
    z: Floats | None = None,
) -> _Case:
    """Return the case of the groups and columns of `split`; `z` are its scales, if known."""
    perturbed, columns = split
    rows = groups.rows[np.ix_(perturbed, columns)]
    everything = population.others(user)
    others = everything[:, perturbed]
    popular = others.sum(axis=0)
    return _Case(
        rows=rows,
        sizes=groups.sizes[perturbed],
        mine=population.counts[user, perturbed],
        others=others,
        popular=popular,
        public=others @ rows,
        typical=TYPICAL * float(popular.sum() / max(everything.sum(), 1)),
        z=np.array(calibrate(rows).z) if z is None else z,
        unit=generator.laplace(size=len(columns)),
    )


def _measure(
    case: _Case,
    calibrated: str,
    suffix: str,
    epsilons: Sequence[float],
    generator: np.random.Generator,
    coins: np.random.Generator,
) -> Iterator[tuple[str, float, Errors]]:
    """Yield the errors of each mechanism at each budget."""
    truth = case.counts
    expected = case.public.mean(axis=0)
    floors = {MEAN_FLOOR: expected, MEDIAN_FLOOR: np.median(case.public, axis=0)}
    for epsilon in epsilons:
        scales = {
            calibrated: case.z / epsilon,
            LAPLACE + suffix: plain_laplace_scales(case.rows, epsilon),
        }
        for name, z in scales.items():
            errors = _sanitize(case, truth + z * case.unit, generator)
            yield name, epsilon, {**errors, "bound": sanitized_error_bound(z)}
        grouping = choose_grouping(case.rows, expected, epsilon)
        noisy = grouping.perturb(truth, case.rows, epsilon, case.unit)
        yield GROUPING + suffix, epsilon, _sanitize(case, noisy, generator)
        for read_with, errors in _improve(case, epsilon, coins):
            yield IMPROVED[calibrated] + read_with, epsilon, errors
        for name, floor in floors.items():
            yield name + suffix, epsilon, {"mae": _mean_error(floor, truth)}


def _improve(
    case: _Case, epsilon: float, coins: np.random.Generator
) -> Iterator[tuple[str, Errors]]:
    """Yield errors of the improved mechanism with the same unit noise, for each public prior.

    Movies without any of the categories cost nothing and are not counted in the groups' shares.
    """
    integers, multiplier = unit_sum_rows(case.rows)
    rows = integers / multiplier
    some = rows.any(axis=1)
    noisy = case.mine @ rows + case.unit / epsilon
    mean = max(float(case.popular.sum()), 1.0) / float(case.sizes.sum())
    popular = case.popular + SMOOTHING * mean * case.sizes
    variance = 2.0 / epsilon**2
    for suffix, weights in (("", popular), (NO_RATINGS, popular), (NO_POPULARITY, case.sizes)):
        share = weights[some] / weights[some].sum()
        people = case.others[:, some] if not suffix else None
        profile_prior = ProfilePrior.of(share, people, typical=case.typical)
        x = np.zeros(len(case.sizes))
        x[some] = profile_prior.estimate_groups(
            case.rows[some], rows[some], case.sizes[some], noisy, variance
        )
        movies = round_groups(x, case.sizes, coins.random(len(x)))
        yield suffix, _errors(case, _mean_error(noisy, case.mine @ rows), x, movies)


def _sanitize(case: _Case, noisy: Floats, generator: np.random.Generator) -> Errors:
    """Apply phase 2: least squares, then a coin for each movie (a binomial draw in each group)."""
    x = fit_groups(case.rows, case.sizes, noisy).x
    coins = generator.binomial(case.sizes, np.clip(x / case.sizes, 0.0, 1.0))
    return _errors(case, _mean_error(noisy, case.counts), x, coins)


def _errors(case: _Case, noisy: float, x: Floats, movies: Ints) -> Errors:
    """Return errors of noisy counts, of fitted groups (g',), and of the movies made of them."""
    fitted, rounded = (_mean_error(found @ case.rows, case.counts) for found in (x, movies))
    return {"mae": fitted, "mae_noisy": noisy, "mae_movies": rounded}


def _mean_error(found: Floats, truth: Floats) -> float:
    return float(np.abs(found - truth).mean())


def plot(result: Mapping[str, Any]) -> list[Sheet]:
    """Figures 5a and 6a in one: error over ε, the theorems' bounds, and the references."""
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for row in result["rows"]:
        rows.setdefault(row["mechanism"], []).append(row)
    panels = []
    for suffix, calibrated, heading in (
        ("", "S-DPDP", "Everything at Perturbed Release"),
        (MULTI, "M-DPDP", "A random level for each category"),
    ):
        improved = IMPROVED[calibrated]
        wanted = (
            (calibrated, calibrated, "mae", Color.GREEN, "-"),
            (calibrated, f"bound of {calibrated}", "bound", Color.GREEN, ":"),
            (improved, improved, "mae", Color.OCHRE, "-"),
            (LAPLACE + suffix, LAPLACE, "mae", Color.RED, "-"),
            (GROUPING + suffix, GROUPING, "mae", Color.BLUE, "-"),
            (MEAN_FLOOR + suffix, MEAN_FLOOR, "mae", Color.GRAY, "--"),
            (MEDIAN_FLOOR + suffix, MEDIAN_FLOOR, "mae", Color.MUTED, "--"),
        )
        series = [
            series_of(
                *(rows[name], "epsilon", value, label, color),
                interval="ci" if style == "-" else None,
                style=style,
                marker=style == "-",
            )
            for name, label, value, color, style in wanted
            if name in rows  # no user may have had such levels
        ]
        panels.append(Lines(heading, series, "privacy budget ε", "xy"))
    users = f"{result['users']} {'real' if result['population'] == REAL else 'made-up'} users"
    return [
        Sheet(
            "perturbation",
            "What is left of the category counts",
            f"Mean absolute error per category after sanitizing, {users}, with 95 % intervals",
            panels,
        )
    ]
