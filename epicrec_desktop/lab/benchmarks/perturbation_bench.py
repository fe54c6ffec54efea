"""How long a perturbation takes: the published program against this one, in one process.

Published: item by item in a general modeling tool, the program rebuilt at each step. One
calibration and three sanitizations are timed and scaled to the number of programs that this
implementation solved for the same job, which is one quantification and one perturbation.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE, Catalog, CategoryGroups
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.experiments.runtime import (
    CALIBRATION,
    PERTURBATION,
    QUANTIFICATION,
    time_steps,
    timed,
)
from epicrec_desktop.lab.population import no_categories, random_profile
from epicrec_desktop.memory import peak_bytes
from epicrec_desktop.privacy.calibration import calibrate
from epicrec_desktop.privacy.levels import split_levels

REPEATS = 5
PUBLISHED_SANITIZATIONS = 3
_CHOICE = PrivacyChoice()


def run(
    catalog: Catalog, *, repeats: int = REPEATS, seed: int = 0, job: Job = UNATTENDED
) -> dict[str, Any]:
    """Times in seconds (medians of `repeats`), their ratio, and the peak memory of this program.

    `peak_mb` (10⁶ bytes) is that of the whole process. Raises `CatalogError` for a catalog without
    categories, `EpicRecError` where the modeling tool is missing, and `Cancelled`.
    """
    require_tool()
    groups = catalog.groups
    if split_levels(groups, _CHOICE).columns.size == 0:
        raise no_categories()
    size = catalog.mean_profile_size or DEFAULT_PROFILE_SIZE
    # More threads only wait for each other on matrices this small.
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        for number in range(repeats + 1):
            job.check()
            if number <= 1:  # the first one prepares what is kept
                seconds: dict[str, list[float]] = {}
            found = time_steps(groups, _CHOICE, size, np.random.default_rng(seed), seconds)
    quantification_s, perturbation_s = (median(seconds[s]) for s in (QUANTIFICATION, PERTURBATION))
    peak = peak_bytes()  # before the modeling tool is loaded
    calibration_s, sanitization_s = _published(groups, size, found.epsilon, seed)
    sanitizations = found.solves + 1
    published_s = calibration_s + sanitizations * sanitization_s
    ours_s = quantification_s + perturbation_s
    return {
        "published_s": published_s,
        "here_s": ours_s,
        "ratio": published_s / ours_s,
        "perturbation_s": perturbation_s,
        "quantification_s": quantification_s,
        "peak_mb": None if peak is None else peak / 1e6,
        "items": groups.items,
        "groups": len(groups.sizes),
        "repeats": repeats,
        "published_scaling": {
            "calibration_s": calibration_s,
            "calibrations": 1,
            "sanitization_s": sanitization_s,
            "sanitizations_timed": PUBLISHED_SANITIZATIONS,
            "sanitizations": sanitizations,
        },
    }


def _published(
    groups: CategoryGroups, size: float, epsilon: Fraction, seed: int
) -> tuple[float, float]:
    """Seconds of one calibration and, as a median, of one sanitization, as published."""
    _modeling_tool()  # its import is not part of the time
    split = split_levels(groups, _CHOICE)
    matrix = groups.matrix()[:, split.columns]
    generator = np.random.default_rng(seed)
    counts = matrix[random_profile(groups, size, np.random.default_rng(seed))].sum(axis=0)
    z = np.array(calibrate(matrix).z) / float(epsilon)
    seconds: dict[str, list[float]] = {}
    timed(lambda: calibrate_published(matrix), CALIBRATION, seconds)
    targets = [counts + generator.laplace(size=len(z)) * z for _ in range(PUBLISHED_SANITIZATIONS)]
    for target in targets:
        timed(lambda t=target: sanitize_published(matrix, t), PERTURBATION, seconds)  # type: ignore[misc]
    return seconds[CALIBRATION][0], median(seconds[PERTURBATION])


def require_tool() -> None:
    """Raise `EpicRecError` if cvxpy is missing, as it is in packages; it is not loaded."""
    if find_spec("cvxpy") is None:
        raise EpicRecError(
            "This comparison needs cvxpy, which packages of EpicRec leave out, so nothing was "
            "computed. Install EpicRec with pip for it."
        )


def _modeling_tool() -> Any:
    """Return the module cvxpy, imported on demand (it takes a second); its types are incomplete."""
    return import_module("cvxpy")


def calibrate_published(matrix: Floats, epsilon: float = 1.0, caps: Floats | None = None) -> Floats:
    """Program (4.4): Laplace scales (c,) for an (n, c) matrix without empty columns.

    `caps` (c,) are upper limits of 1/z, as in DP-MultiUPP's program (6).
    """
    cp = _modeling_tool()

    x = cp.Variable(matrix.shape[1])
    constraints = [matrix @ x <= epsilon]
    if caps is not None:
        constraints.append(x <= caps)
    problem = cp.Problem(cp.Minimize(cp.sum(cp.inv_pos(x))), constraints)
    problem.solve(solver=cp.CLARABEL)
    return 1.0 / np.asarray(x.value, dtype=np.float64)


def sanitize_published(matrix: Floats, target: Floats) -> Floats:
    """Program (4.5), relaxed: fractions d (n,) of items whose counts fit noisy counts (c,).

    With l, r >= 0, which the paper leaves out.
    """
    cp = _modeling_tool()

    items, categories = matrix.shape
    d = cp.Variable(items)
    below, above = cp.Variable(categories, nonneg=True), cp.Variable(categories, nonneg=True)
    counts = matrix.T @ d
    problem = cp.Problem(
        cp.Minimize(0.5 * cp.sum_squares(below + above)),
        [target - below <= counts, counts <= target + above, d >= 0, d <= 1],
    )
    problem.solve(solver=cp.CLARABEL)
    return np.clip(np.asarray(d.value, dtype=np.float64), 0.0, 1.0)
