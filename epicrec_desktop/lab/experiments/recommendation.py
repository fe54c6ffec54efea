"""Ranking quality of released profiles: hidden movies, ranked by the service and locally.

Public users are split into training and test users. A part of each test user's history is released
through the real engine, and the hidden movies should be found
(`recommendation_folds.py`, `recommendation_methods.py`).

The paper's measure is reported as well: the loss of mean absolute error of predicted ratings
(figures 5b and 6b), also at the quantified budgets. It is insensitive: predicting a movie's mean
rating for everyone loses little.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE, Catalog
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.confidence import quality, ratio, resamples
from epicrec_desktop.lab.experiments import recommendation_methods as methods
from epicrec_desktop.lab.experiments.recommendation_folds import (
    histories,
    nobody_tried,
    prepare,
    split_people,
)
from epicrec_desktop.lab.population import no_categories, public_ratings, random_choice, with_ids
from epicrec_desktop.privacy.mechanism import calibrate_levels
from epicrec_desktop.privacy.quantification import quantify

EPSILONS = (0.1, 0.2, 0.3, 1.0)
USERS_TRAIN = 0.8
INPUT_FRACTION = 0.8
FOLDS = 5
CHOICES = 20
"""Random levels whose quantified budgets are averaged."""

_COMPARED = {
    "published": methods.PUBLISHED,
    "improved": methods.IMPROVED,
    "lpa": methods.PSEUDO_LPA,
    "gs": methods.PSEUDO_GS,
}
"""Releases whose loss is reported at the quantified budgets."""

_LOCAL = methods.Method(methods.NOTHING + methods.LOCAL, None, methods.NO)
_POPULAR = methods.Method(methods.POPULARITY, None, methods.NO)
_SERVED = methods.Method(methods.TRUE, None, methods.ALL)
_FULL = methods.Method(methods.TRUE_FULL, None, methods.ALL)


def run(
    imported: ImportedCatalog,
    *,
    users_train: float = USERS_TRAIN,
    input_fraction: float = INPUT_FRACTION,
    epsilons: Sequence[float] = EPSILONS,
    folds: int = FOLDS,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return rows {name, epsilon, ndcg10, recall20, ci, mae_loss, over_popularity,
    over_popularity_ci, less_known, alike, shown}.

    `folds` disjoint sets of users are tried, each with models of its own. `ci` is the half width
    of the 95 % interval of `ndcg10` over users; `mae_loss` is relative to the true history (None
    where a method predicts no ratings); `over_popularity` is the ratio of NDCG@10 to that of
    popularity, with the bounds of its interval by a paired bootstrap over users.
    `model_over_full` is that of the model in use to the full linear autoencoder (None where that
    does not fit in memory); each finds its settings on its own training users. Local
    ranking reads the true history and no release, so its rows do not depend on the release.

    `rows` are of everything at Perturbed Release, and what needs no budget. `levels` has such rows
    for each level, `categories` for the lists of each category (over the users who have hidden
    movies of it). Of the first ten movies, `less_known` is the share of those that are not among
    the most watched with half of all ratings, `alike` their mean similarity to each other by the
    model in use, and `shown` how many different ones everybody together was shown. `quantified`
    has the MAE loss at the quantified budgets, at which there are rows as well. Raises
    `CatalogError` without ratings; `Cancelled`.
    """
    imported = with_ids(imported)
    public = public_ratings(imported)
    if not (0.0 < users_train < 1.0 and 0.0 < input_fraction < 1.0):
        raise CatalogError("The shares of users and of histories must be between 0 and 1.")
    generator = np.random.default_rng(seed)
    catalog = imported.catalog
    chosen = list(split_people(public, users_train, folds, generator))
    calibration = calibrate_levels(catalog.groups, methods.EVERYTHING)
    found: methods.Found = {}
    identical = True
    single, mixed = _quantified(catalog, np.random.default_rng([seed, 1]))
    budgets = sorted({*epsilons, single}), sorted({*epsilons, mixed})
    has = catalog.matrix > 0
    for held in job.steps("Training on public users", chosen):
        fold = prepare(catalog, public, held, generator, job)
        evaluator = methods.Evaluator(fold, calibration, *budgets, generator, found, has)
        tried = list(histories(public, held, input_fraction, generator))
        for user in job.steps("Recommending to public users", tried):
            identical &= evaluator.evaluate(user)
    return {
        "folds": len(chosen),
        "seed": seed,
        "epsilons": sorted(epsilons),
        "here_identical": identical,
        **_figures(found, catalog, generator),
        "quantified": _losses(found, single, mixed),
    }


def _figures(
    found: methods.Found, catalog: Catalog, generator: np.random.Generator
) -> dict[str, Any]:
    """Return the tables, and the models against each other. Raises `CatalogError` without users."""
    if not found:
        raise nobody_tried()
    found = {method: measured for method, measured in found.items() if measured.ndcg}
    draws = resamples(len(found[_POPULAR].ndcg), generator)
    served = found[_SERVED]
    return {
        "users": len(found[_POPULAR].ndcg),
        "here_over_service": _against(found[_LOCAL], served, draws),
        "model_over_full": _against(served, found[_FULL], draws) if _FULL in found else None,
        "rows": _rows(found, draws),
        "levels": [
            {"level": level} | _row(method.name, method.epsilon, measured, found, draws)
            for level in methods.LEVELS
            for method, measured in methods.at_level(found, level)
        ],
        "categories": _categories(found, catalog.categories, generator),
    }


def _quantified(catalog: Catalog, generator: np.random.Generator) -> tuple[float, float]:
    """Return the budgets of S-PBQ, and of M-PBQ as a mean over random levels; public data alone."""
    size = catalog.mean_profile_size or DEFAULT_PROFILE_SIZE
    groups = catalog.groups
    single = quantify(groups, methods.EVERYTHING, generator, profile_size=size)
    choices = [random_choice(groups.categories, generator) for _ in range(CHOICES)]
    several = (quantify(groups, c, generator, profile_size=size, repeats=1) for c in choices)
    mixed = [float(q.epsilon) for q in several if q is not None]
    if single is None:
        raise no_categories()
    epsilon = float(single.epsilon)
    return round(epsilon, 3), round(float(np.mean(mixed)), 3) if mixed else round(epsilon, 3)


def _rows(found: methods.Found, draws: Floats) -> list[dict[str, Any]]:
    rows = []
    for method, measured in found.items():
        if method.level == methods.MIXED:
            continue
        rows.append(_row(method.name, method.epsilon, measured, found, draws))
        if method.name in (
            methods.TRUE,
            methods.PUBLISHED,
            methods.IMPROVED,
            methods.IMPROVED_AWARE,
        ):
            rows.append(
                _row(method.name + methods.LOCAL, method.epsilon, found[_LOCAL], found, draws)
            )
    return sorted(rows, key=lambda row: (row["epsilon"] is not None, row["epsilon"] or 0.0))


def _row(
    name: str,
    epsilon: float | None,
    measured: methods.Measured,
    found: methods.Found,
    draws: Floats,
) -> dict[str, Any]:
    values = np.array(measured.ndcg)
    return {
        "name": name,
        "epsilon": epsilon,
        "recall20": float(np.mean(measured.recall)),
        "mae_loss": _loss(found, measured),
        "less_known": _mean(measured.tail),
        "alike": _mean(measured.alike),
        "shown": len(measured.shown),
    } | quality(values, draws, over_popularity=np.array(found[_POPULAR].ndcg))


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _against(measured: methods.Measured, base: methods.Measured, draws: Floats) -> dict[str, Any]:
    middle, low, high = ratio(np.array(measured.ndcg), np.array(base.ndcg), draws)
    return {"ratio": middle, "ci": [low, high]}


def _loss(found: methods.Found, measured: methods.Measured) -> float | None:
    """Return the paper's MAE loss: how much worse ratings are predicted than from the truth."""
    raw = sum(found[_SERVED].errors)
    return sum(measured.errors) / raw - 1.0 if measured.errors and raw > 0 else None


def _losses(found: methods.Found, single: float, mixed: float) -> list[dict[str, Any]]:
    """Return the MAE loss at the quantified budgets (figures 5b and 6b), with references.

    References: the loss without any information, the competitors' noise, and NDCG@10 of the
    releases over popularity's. With random levels also the loss on movies of categories at No
    Release and at Perturbed Release (figure 6b, below).
    """
    rows = []
    popular = float(np.mean(found[_POPULAR].ndcg))
    for level, epsilon in ((methods.PERTURBED, single), (methods.MIXED, mixed)):
        row = {"level": level, "epsilon": epsilon, "nothing": _loss(found, found[_POPULAR])}
        raw = found[methods.Method(methods.TRUE, None, methods.MIXED)].parts
        for key, name in _COMPARED.items():
            measured = found[methods.Method(name, epsilon, level)]
            row[key] = _loss(found, measured)
            if measured.ndcg:
                row[f"{key}_over_popularity"] = float(np.mean(measured.ndcg)) / max(popular, 1e-12)
            for part, error in measured.parts.items():
                row[f"{key}_{part.value}"] = error / raw[part] - 1.0 if raw[part] > 0 else None
        rows.append(row)
    return rows


def _categories(
    found: methods.Found, names: Sequence[str], generator: np.random.Generator
) -> list[dict[str, Any]]:
    """Return rows {category, users, name, epsilon, ndcg10, recall20, ci, over_popularity, …_ci}."""
    rows = []
    for j, category in enumerate(names):
        base = found[_POPULAR].categories.get(j)
        if base is None:
            continue
        draws = resamples(len(base[0]), generator)
        for method, measured in found.items():
            if method.level == methods.MIXED:
                continue
            _users, gains, recalls = measured.categories[j]
            values = np.array(gains)
            rows.append(
                {
                    "category": category,
                    "users": len(gains),
                    "name": method.name,
                    "epsilon": method.epsilon,
                    "recall20": float(np.mean(recalls)),
                }
                | quality(values, draws, over_popularity=np.array(base[1]))
            )
    return rows
