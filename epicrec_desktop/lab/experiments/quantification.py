"""Budget quantification of a catalog (EpicRec, S-PBQ and M-PBQ, shaded in figures 5 and 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE, CategoryGroups
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.figures import Color, Lines, Series, Sheet
from epicrec_desktop.lab.population import no_categories, random_choice
from epicrec_desktop.privacy.calibration import calibrate
from epicrec_desktop.privacy.least_squares import fit_groups
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.noise import float_laplace
from epicrec_desktop.privacy.quantification import REPEATS, STEP, quantify


def run(
    imported: ImportedCatalog, *, seed: int = 0, runs: int = REPEATS, job: Job = UNATTENDED
) -> dict[str, Any]:
    """Return the budgets of the runs and their mean, everything being at Perturbed.

    `multi_level` has ten more, each for random levels per category (None where nothing of them
    could be perturbed); `curve` the error function of the runs: the error at each ε, mean over ten
    runs, with its smallest and largest. Raises `CatalogError` where no movie of the catalog has a
    category; `Cancelled`.
    """
    groups, size = imported.catalog.groups, imported.catalog.mean_profile_size
    size = size or DEFAULT_PROFILE_SIZE
    found = quantify(
        groups,
        PrivacyChoice(),
        np.random.default_rng(seed),
        profile_size=size,
        repeats=runs,
        cancelled=job.cancelled,
    )
    if found is None:
        raise no_categories()
    return {
        "budgets": [float(budget) for budget in found.budgets],
        "mean": float(found.epsilon),
        "multi_level": _multi_level(groups, size, seed, job),
        "curve": _curve(groups, size, seed, job),
        "profile_size": size,
        "seed": seed,
    }


def _multi_level(groups: CategoryGroups, size: float, seed: int, job: Job) -> dict[str, Any] | None:
    """Return budgets of M-PBQ, one run for each of ten random choices of levels."""
    generator = np.random.default_rng([seed, 1])
    budgets = []
    for _ in job.steps("Quantifying random levels", range(REPEATS)):
        choice = random_choice(groups.categories, generator)
        found = quantify(groups, choice, generator, profile_size=size, repeats=1)
        if found is not None:
            budgets.append(float(found.epsilon))
    return {"budgets": budgets, "mean": float(np.mean(budgets))} if budgets else None


def _curve(groups: CategoryGroups, size: float, seed: int, job: Job) -> list[dict[str, float]]:
    """Return err(i) of Algorithm 2 at every ε = iδ up to 1, over ten profiles and noise samples."""
    generator = np.random.default_rng([seed, 2])
    split = split_levels(groups, PrivacyChoice())
    rows, sizes = split.rows(groups), groups.sizes[split.perturbed]
    z = np.array(calibrate(rows).z)
    steps = [float(k * STEP) for k in range(1, int(1 / STEP) + 1)]
    errors = np.zeros((REPEATS, len(steps)))
    for run_errors in errors:
        job.check()
        profile = generator.binomial(sizes, min(1.0, size / groups.items)) @ rows
        noise = float_laplace(z, generator)
        for k, epsilon in enumerate(steps):
            target = profile + noise / epsilon
            x = fit_groups(rows, sizes, target).x
            coins = generator.binomial(sizes, np.clip(x / sizes, 0.0, 1.0))
            run_errors[k] = np.abs(target - coins @ rows).mean() + 1.0 / epsilon
    return [
        {
            "epsilon": epsilon,
            "error": float(column.mean()),
            "smallest": float(column.min()),
            "largest": float(column.max()),
        }
        for epsilon, column in zip(steps, errors.T, strict=True)
    ]


def plot(result: Mapping[str, Any]) -> list[Sheet]:
    """The error that quantification follows, and the mean budgets that it stops at."""
    x, error, low, high = (
        [point[name] for point in result["curve"]]
        for name in ("epsilon", "error", "smallest", "largest")
    )
    marks = [(f"S-PBQ: {result['mean']:.2f}", result["mean"], Color.BLUE)]
    multi = result["multi_level"]
    if multi is not None:
        marks.append((f"M-PBQ, random levels: {multi['mean']:.2f}", multi["mean"], Color.MUTED))
    curve = Series("error", x, error, Color.GREEN, (low, high), marker=False)
    return [
        Sheet(
            "quantification",
            "Where quantification stops",
            "Error of a random public profile after sanitizing, plus 1/ε: range and mean of ten "
            "runs; dotted: the mean budgets",
            [Lines("", [curve], "privacy budget ε", "xy", marks=marks)],
        )
    ]
