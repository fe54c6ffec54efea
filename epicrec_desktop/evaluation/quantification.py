"""Budget quantification of a catalog (EpicRec, S-PBQ and M-PBQ)."""

from __future__ import annotations

from typing import Any

import numpy as np

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE, Catalog
from epicrec_desktop.privacy.quantification import quantify


def run(catalog: Catalog, *, seed: int = 0, choice: PrivacyChoice | None = None) -> dict[str, Any]:
    """The budgets of ten runs and their mean, for these levels (everything at Perturbed).

    Raises `CatalogError` where no movie of the catalog can be perturbed at these levels.
    """
    size = catalog.mean_profile_size or DEFAULT_PROFILE_SIZE
    found = quantify(
        catalog.groups,
        PrivacyChoice() if choice is None else choice,
        np.random.default_rng(seed),
        profile_size=size,
    )
    if found is None:
        raise CatalogError(
            "No movie of this catalog can be perturbed at these levels, so there is no budget to "
            "quantify. Choose Perturbed Release for a category that movies have."
        )
    return {
        "budgets": [float(budget) for budget in found.budgets],
        "mean": float(found.epsilon),
        "profile_size": size,
        "seed": seed,
    }
