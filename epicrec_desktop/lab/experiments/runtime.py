"""Run time of quantification and perturbation by catalog size (EpicRec, figure 7).

S-EpicRec has everything at Perturbed Release, M-EpicRec a random level for each category. Larger
catalogs are copies of the given one: more movies in the same groups, as a larger catalog of the
same kind has.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any, TypeVar

import numpy as np

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE, CategoryGroups
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.figures import Color, Lines, Sheet, series_of
from epicrec_desktop.lab.population import no_categories, random_choice, random_profile
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.mechanism import calibrate_levels, plan, sample, sanitize
from epicrec_desktop.privacy.quantification import Quantification, quantify
from epicrec_desktop.privacy.randomness import NumpySource

_T = TypeVar("_T")

COPIES = (1, 3, 10)
REPEATS = 5
SINGLE, MULTI = "S-EpicRec", "M-EpicRec"
CALIBRATION, QUANTIFICATION, PERTURBATION = "calibration", "quantification", "perturbation"
_PAPER = {SINGLE: 0.7, MULTI: 1.5}
"""Seconds, read off figure 7's text, on the paper's 1.9 GHz machine."""


def run(
    imported: ImportedCatalog,
    *,
    copies: Sequence[int] = COPIES,
    repeats: int = REPEATS,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return rows {system, step, items, seconds}: medians of `repeats` runs on one thread.

    Quantification is ten runs with its calibration, as a new catalog needs once; a perturbation
    counts, samples exact noise, sanitizes and rounds, with the stored calibration. Raises
    `CatalogError` where nothing can be perturbed; `Cancelled`.
    """
    groups = imported.catalog.groups
    if split_levels(groups, PrivacyChoice()).columns.size == 0:
        raise no_categories()
    size = imported.catalog.mean_profile_size or DEFAULT_PROFILE_SIZE
    rows: list[dict[str, Any]] = []
    for done, times in enumerate(copies):
        items = np.tile(groups.item_group, times)
        larger = replace(groups, sizes=groups.sizes * times, item_group=items)
        for system in (SINGLE, MULTI):
            job.report(
                Progress(
                    message("Timing {movies:,} movies", movies=larger.items), done, len(copies)
                )
            )
            seconds: dict[str, list[float]] = {}
            for k in range(repeats):
                job.check()
                generator = np.random.default_rng([seed, k])
                choice = _choice(larger, system, generator)
                time_steps(larger, choice, size, generator, seconds)
            rows += [
                {"system": system, "step": step, "items": larger.items, "seconds": median(values)}
                for step, values in seconds.items()
            ]
    return {
        "repeats": repeats,
        "groups": len(groups.sizes),
        "seed": seed,
        "paper_seconds": _PAPER,
        "rows": rows,
    }


def _choice(groups: CategoryGroups, system: str, generator: np.random.Generator) -> PrivacyChoice:
    choice = PrivacyChoice()
    while system == MULTI:
        choice = random_choice(groups.categories, generator)
        if split_levels(groups, choice).columns.size:
            break
    return choice


def time_steps(
    groups: CategoryGroups,
    choice: PrivacyChoice,
    size: float,
    generator: np.random.Generator,
    seconds: dict[str, list[float]],
) -> Quantification:
    """Run each step once, append its time to `seconds`, and return what was quantified."""
    calibration = timed(lambda: calibrate_levels(groups, choice), CALIBRATION, seconds)
    found = timed(
        lambda: quantify(groups, choice, generator, profile_size=size), QUANTIFICATION, seconds
    )
    assert found is not None
    items = random_profile(groups, size, generator)
    source = NumpySource(generator)

    def perturb() -> None:
        mechanism = plan(groups, choice, found.epsilon, calibration=calibration)
        assert mechanism is not None
        noisy = sample(mechanism, mechanism.count(groups, choice, items), source)
        sanitize(groups, choice, mechanism, noisy, source)

    timed(perturb, PERTURBATION, seconds)
    return found


def timed(job: Callable[[], _T], step: str, seconds: dict[str, list[float]]) -> _T:
    """Run the job, append its seconds under the step's name, and return its result."""
    gc.collect()  # none in between
    start = time.perf_counter()
    done = job()
    seconds.setdefault(step, []).append(time.perf_counter() - start)
    return done


def plot(result: Mapping[str, Any]) -> list[Sheet]:
    """Figure 7 over the size of the catalog."""
    panels = [
        Lines(
            heading,
            [
                series_of(
                    (r for r in result["rows"] if (r["system"], r["step"]) == (system, step)),
                    *("items", "seconds", system, color),
                    times=1e3,
                )
                for system, color in ((SINGLE, Color.GREEN), (MULTI, Color.BLUE))
            ],
            "movies in the catalog",
            "x",
        )
        for step, heading in (
            (QUANTIFICATION, "Quantification, once per catalog, ms"),
            (PERTURBATION, "Perturbation, at each release, ms"),
        )
    ]
    about = (
        f"Medians of {result['repeats']} runs on one thread; {result['groups']} groups of movies"
    )
    return [
        Sheet(
            "runtime", "How long a perturbation takes", f"{about} with the same categories", panels
        )
    ]
