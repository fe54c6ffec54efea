"""Budget quantification: the ε of "Perturbed Release" (EpicRec, S-PBQ and M-PBQ).

Public data only: the catalog, the levels and random profiles, never the person's history. The
inequality printed in Algorithm 2 is the wrong way round (it always stops at 0.04); this is the rule
of the paper's text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE, CategoryGroups
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.privacy.calibration import calibrate
from epicrec_desktop.privacy.least_squares import fit_groups
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.noise import float_laplace

STEP = Fraction(1, 50)
"""δ, the paper's learning step."""

REPEATS = 10


@dataclass(frozen=True)
class Quantification:
    """`budgets` of each run, multiples of δ up to 1; `epsilon` is their mean, an exact fraction.

    `solves` counts the least-squares programs that were solved.
    """

    budgets: tuple[Fraction, ...]
    solves: int

    @property
    def epsilon(self) -> Fraction:
        """The mean of the runs: a multiple of δ over the number of runs (0.002 by default)."""
        return sum(self.budgets, Fraction(0)) / len(self.budgets)


def quantify(
    groups: CategoryGroups,
    choice: PrivacyChoice,
    generator: np.random.Generator,
    *,
    profile_size: float = DEFAULT_PROFILE_SIZE,
    z: Floats | None = None,
    repeats: int = REPEATS,
    cancelled: IsCancelled = never_cancelled,
) -> Quantification | None:
    """Quantify the budget of a choice; None where nothing can be perturbed.

    `profile_size` is the mean number of items of a public user; `z` (c',) the calibrated scales at
    ε = 1 of the published columns, solved here if not given. Done once for the content of a catalog
    and levels, and stored. `generator` is fine here: no sample is released. Raises `Cancelled`.
    """
    split = split_levels(groups, choice)
    if split.columns.size == 0:
        return None
    rows = split.rows(groups)
    scales = np.array(calibrate(rows).z) if z is None else z
    sizes = groups.sizes[split.perturbed]
    rate = min(1.0, profile_size / groups.items)
    runs = [_one_run(rows, sizes, scales, rate, generator, cancelled) for _ in range(repeats)]
    return Quantification(
        tuple(steps * STEP for steps, _ in runs), sum(solves for _, solves in runs)
    )


def on_ladder(epsilon: Fraction) -> Fraction:
    """Return a budget of at most 1, rounded down to two significant figures.

    A receiver sees the budget. With all its digits it names the catalog that it was computed from.
    """
    step = Fraction(1, 10)
    while epsilon < 10 * step:
        step /= 10
    return epsilon // step * step


def should_stop(errors: Sequence[float]) -> bool:
    """Return whether the last improvement of the error is no smaller than the one before it."""
    return len(errors) >= 3 and errors[-2] - errors[-1] >= errors[-3] - errors[-2]


def _one_run(
    rows: Floats,
    sizes: NDArray[np.int64],
    z: Floats,
    rate: float,
    generator: np.random.Generator,
    cancelled: IsCancelled,
) -> tuple[int, int]:
    """Return one run of phase 2: the budget in steps of δ, and how many programs were solved."""
    profile = generator.binomial(sizes, rate) @ rows
    noise = float_laplace(z, generator)
    errors: list[float] = []
    warm: Floats | None = None
    last = int(1 / STEP) + 1
    for i in range(1, last + 1):
        check(cancelled)
        inverse = float(1 / (i * STEP))
        target = profile + inverse * noise
        fit = fit_groups(rows, sizes, target, warm=warm)
        warm = fit.dual * (i / (i + 1))  # noise shrinks so, and the residual with it
        taken = np.flatnonzero(fit.x)  # a coin for each item: binomial in each group
        coins = generator.binomial(sizes[taken], np.minimum(fit.x[taken] / sizes[taken], 1.0))
        errors.append(float(np.abs(target - coins @ rows[taken]).mean()) + inverse)
        if should_stop(errors):
            return i - 1, i
    return last - 1, last
