"""Noise calibration on the paper's example and on a catalog (EpicRec, figure 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.figures import Bars, Sheet
from epicrec_desktop.privacy.calibration import calibrate, plain_laplace

FIGURE_4 = np.array(
    [
        [1, 1, 1, 0, 0],
        [1, 0, 1, 0, 0],
        [1, 0, 1, 1, 0],
        [1, 0, 0, 0, 1],
        [0, 1, 0, 1, 0],
    ],
    dtype=np.float64,
)
"""Five items and five categories."""


def run(imported: ImportedCatalog, *, job: Job = UNATTENDED) -> dict[str, Any]:
    """Return Laplace scales at ε = 1, calibrated and plain.

    `mean_z` is the mean over categories with at least one item; the others have no scale and are
    not in `z`. `optimality_gap` is a proven bound on the relative distance to the optimum.
    """
    job.check()
    groups = imported.catalog.groups
    result = calibrate(groups.rows)
    return {
        "figure4": {
            "z": list(calibrate(FIGURE_4).z),
            "plain_laplace": plain_laplace(FIGURE_4),
        },
        "catalog": {
            "items": groups.items,
            "categories": len(groups.categories),
            "groups": len(groups.sizes),
            "maximal_rows": len(result.rows),
            "z": {groups.categories[j]: z for j, z in zip(result.kept, result.z, strict=True)},
            "mean_z": float(np.mean(result.z)) if result.z else 0.0,
            "plain_laplace": plain_laplace(groups.rows),
            "optimality_gap": result.gap,
        },
    }


def plot(result: Mapping[str, Any]) -> list[Sheet]:
    """Figure 4 and the catalog's scales as bars, beside the scale of plain Laplace."""
    catalog, example = result["catalog"], result["figure4"]
    small = {f"category {j + 1}": z for j, z in enumerate(example["z"])}
    ordered = dict(sorted(catalog["z"].items(), key=lambda pair: -float(pair[1])))
    heading = f"{catalog['items']:,} movies in {catalog['groups']:,} groups"
    return [
        Sheet(
            "calibration",
            "How much noise each category needs",
            "Laplace scale at ε = 1, calibrated to the public catalog; dashed: plain Laplace for "
            "all",
            [
                Bars("EpicRec, figure 4", small, example["plain_laplace"]),
                Bars(heading, ordered, catalog["plain_laplace"]),
            ],
            height=max(3.6, 1.9 + 0.23 * len(ordered)),
        )
    ]
