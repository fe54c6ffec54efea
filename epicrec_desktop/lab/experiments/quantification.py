"""Budget quantification of a catalog (EpicRec, S-PBQ and M-PBQ, shaded in figures 5 and 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE, CategoryGroups
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.population import no_categories, random_choice
from epicrec_desktop.privacy.quantification import REPEATS, quantify


def run(
    imported: ImportedCatalog, *, seed: int = 0, runs: int = REPEATS, job: Job = UNATTENDED
) -> dict[str, Any]:
    """Return the budgets of the runs and their mean, everything being at Perturbed.

    `multi_level` has ten more, each for random levels per category (None where nothing of them
    could be perturbed). Raises `CatalogError` where no movie has a category; `Cancelled`.
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
