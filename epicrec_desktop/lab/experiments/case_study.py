"""Measure recommendation quality from perturbed counts (DP-MultiUPP, section 5.3).

The paper reports that recommendations from perturbed profiles lose up to 8 % in mean absolute error
at ε = 0.1, and does not say what a perturbed profile is rated with. Here every movie counts as
watched or not. That error is uninformative: a person has not watched nearly all of the movies, so a
profile without information can even have the smaller error. A ranking measure is therefore reported
as well, with popularity as a lower reference. Models are trained on other public users; every tested
user has individual budgets, sampled like those of the gains.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
    Progress,
)
from epicrec_desktop.privacy.calibration import Utility, calibrate
from epicrec_desktop.privacy.integer_rows import maximal_rows
from epicrec_desktop.privacy.least_squares import fit_groups
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.privacy.sanitization import choose_items
from epicrec_desktop.recommend.als_training import Ratings, Training, train
from epicrec_desktop.recommend.factor_models import FactorModel
from epicrec_desktop.recommend.metrics import HeldOut, ndcg, split
from epicrec_desktop.recommend.ranking import top

EPSILON = 0.1
USERS = 60
_TRAINING = Training(factors=64, iterations=8)
_SMALLEST = 1e-12
_Z95 = 1.959964

TRUE, SANITIZED, PERTURBED = "true history", "sanitized without noise", "DP-MultiUPP"
POPULARITY = "popularity"


@dataclass
class _Measured:
    """Per user: NDCG@10, and the sum of absolute errors of the predicted preferences."""

    gains: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)


def run(
    imported: ImportedCatalog,
    *,
    epsilon: float = EPSILON,
    users: int = USERS,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any] | None:
    """Return rows {name, ndcg10, ci, mae_loss}; None where there are no ratings to train on.

    `mae_loss` is the paper's: Σ|prediction − truth| over that with the true history, less 1, the
    truth being 1 for a hidden movie of the user and 0 for all others that were not given. `ci` is
    the half width of the 95 % interval of `ndcg10`. Raises `Cancelled`.
    """
    if imported.ratings is None or imported.ratings.user_count < 20:
        return None
    groups = imported.catalog.groups
    labels = tuple(f"ml:{i}" for i in range(groups.items))  # the model wants names of this form
    known = Ratings(
        imported.ratings.users.astype(np.int64), imported.ratings.items.astype(np.int64), labels
    )
    rest, held = split(known, held_out=0.2)
    tested = held[:users]
    model = train(rest, _TRAINING, job=job)
    position = np.array([model.index.get(label, -1) for label in labels], dtype=np.int64)
    generator = np.random.default_rng([seed, 3])
    found: dict[str, _Measured] = {}
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        for k, user in enumerate(tested):
            job.check()
            job.report(Progress("Recommending from perturbed profiles", k, len(tested)))
            profiles = _profiles(groups, user, epsilon, generator)
            for name, items in profiles.items():
                _measure(model, position, user, items, found.setdefault(name, _Measured()))
    reference = sum(found[TRUE].errors)
    return {
        "epsilon": epsilon,
        "users": len(tested),
        "rows": [_row(name, measured, reference) for name, measured in found.items()],
    }


def _profiles(
    groups: CategoryGroups, user: HeldOut, epsilon: float, generator: np.random.Generator
) -> dict[str, NDArray[np.int64] | None]:
    """Return the items of a user that the recommender receives; None for nothing."""
    used = groups.rows.any(axis=0)
    rows = groups.rows[:, used]
    budgets = generator.dirichlet(np.ones(rows.shape[1])).clip(_SMALLEST)
    solved = calibrate(
        maximal_rows(rows),
        utility=Utility.MAE,
        epsilon=Fraction(str(float(epsilon))),
        budgets=budgets.tolist(),
    )
    counts = groups.aggregates(user.given)[used]
    noise = generator.laplace(size=len(counts)) * np.array(solved.z)
    source = NumpySource(generator)
    made = {}
    for name, target in ((SANITIZED, counts), (PERTURBED, counts + noise)):
        x = fit_groups(rows, groups.sizes, target).x
        made[name] = choose_items(groups.item_group, x, source)
    return {TRUE: user.given, **made, POPULARITY: None}


def _measure(
    model: FactorModel,
    position: NDArray[np.int64],
    user: HeldOut,
    items: NDArray[np.int64] | None,
    measured: _Measured,
) -> None:
    """Rank the movies outside the given profile and compare with the hidden ones."""
    given = position[user.given]
    allowed = np.ones(len(model.wire_ids), dtype=bool)
    allowed[given[given >= 0]] = False
    given = np.zeros(0, dtype=np.int64) if items is None else position[items]
    scores = model.scores(given[given >= 0])
    hidden = position[user.hidden]
    # A movie unknown to the model stays relevant, under an index that is never ranked.
    relevant = np.where(hidden >= 0, hidden, -1 - np.arange(len(hidden)))
    measured.gains.append(ndcg(top(scores, allowed, 10), relevant))
    if items is not None:
        truth = np.zeros(len(scores))
        truth[hidden[hidden >= 0]] = 1.0
        measured.errors.append(float(np.abs(scores - truth)[allowed].sum()))


def _row(name: str, measured: _Measured, reference: float) -> dict[str, Any]:
    gains = np.array(measured.gains)
    deviation = float(gains.std(ddof=1)) if len(gains) > 1 else 0.0
    return {
        "name": name,
        "ndcg10": float(gains.mean()),
        "ci": _Z95 * deviation / len(gains) ** 0.5,
        "mae_loss": sum(measured.errors) / reference - 1.0 if measured.errors else None,
    }
