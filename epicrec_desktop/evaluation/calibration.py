"""Noise calibration on the paper's example and on a catalog (EpicRec, figure 4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from epicrec_desktop.domain.movies import Catalog
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


def run(catalog: Catalog) -> dict[str, Any]:
    """Laplace scales at ε = 1, calibrated and plain.

    `mean_z` is the mean over the categories that some item has; the others have no scale and are
    not in `z`. `optimality_gap` is a proven bound on the relative distance to the optimum.
    """
    groups = catalog.groups
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
