"""Copies for providers at different trust tiers: the gain of a coalition, nested or not.

Two families. The discrete nested copies that releases use, on a catalog: five providers against
their best member. And the Gaussian ones of the multilevel-trust paper (Li, Chen, Li, Zhang 2012),
for research: its figures 2 to 5, on data sampled with the moments of its data.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
)
from epicrec_desktop.lab.experiments.multitrust_coalition import DRAWS, simulate_coalition
from epicrec_desktop.lab.experiments.multitrust_measures import (
    ATTRIBUTES,
    COPIES,
    CORRELATION,
    LEVELS,
    MEANS,
    SAMPLES,
    VARIANCES,
    accuracies,
    error_histograms,
    has_classifiers,
    iris,
    normalized_errors,
    read_labeled,
    request_copies,
    require_classifiers,
    runtimes,
)

TUPLES = 10_000
TIMED_TUPLES = 100_000
TIMED_COPIES = tuple(range(5, 31, 5))


def run(
    imported: ImportedCatalog,
    *,
    seed: int = 1,
    labeled: Path | None = None,
    copies: int = COPIES,
    tuples: int = TUPLES,
    timed_tuples: int = TIMED_TUPLES,
    draws: int = DRAWS,
    levels: int = LEVELS,
    repeats: int = 3,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return `coalition` of five providers on the catalog, `rows` of figure 2, `figure3` to `figure5`.

    `labeled` is a CSV table for figure 4 besides Iris. Figure 4 needs scikit-learn: without it
    `figure4` is empty, and asking for a table raises `EpicRecError`, before anything is computed,
    as does a table that cannot be read.
    """
    tables = {}
    if labeled is not None:
        require_classifiers()
        tables[labeled.stem] = read_labeled(labeled)
    if has_classifiers():
        tables = {"Iris": iris(), **tables}
    generator = np.random.default_rng(seed)
    # More threads only wait for each other on matrices this small.
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        coalition = simulate_coalition(imported.catalog, draws=draws, seed=seed, job=job)
        made = request_copies(tuples, generator, copies)
        rows = normalized_errors(made, SAMPLES, generator, repeats=repeats, job=job)
        figure4 = [
            {"table": name}
            | accuracies(
                data,
                labels,
                generator,
                levels=levels,
                repeats=repeats,
                job=job,
            )
            for name, (data, labels) in tables.items()
        ]
        figure5 = runtimes(timed_tuples, TIMED_COPIES, generator, job=job)
    return {
        "coalition": coalition,
        "data": {
            "attributes": list(ATTRIBUTES),
            "means": MEANS.tolist(),
            "variances": VARIANCES.tolist(),
            "correlation": CORRELATION,
            "tuples": tuples,
        },
        "seed": seed,
        "magnitudes": made.variances.tolist(),
        "rows": rows,
        "figure3": error_histograms(made),
        "figure4": figure4,
        "figure5": figure5,
        "timed_tuples": timed_tuples,
    }


def plot(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """Plot figures 2 to 5."""
    from epicrec_desktop.lab.experiments import multitrust_figures  # noqa: PLC0415 - plots are an extra

    return multitrust_figures.plot(result, folder)
