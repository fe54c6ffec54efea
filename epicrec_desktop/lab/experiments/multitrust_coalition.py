"""A coalition of five providers that combine their copies: nested against independent copies.

The coalition knows the mechanism and learns the best way to combine copies from examples: for each
count, the error of its best copy is regressed on the differences between copies (as they are,
limited, their signs, whether two agree), on one half of the samples, and tested on the other.
Differences between nested copies carry no information about the count; differences between
independent ones do.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import DEFAULT_PROFILE_SIZE, Catalog
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
    Progress,
)
from epicrec_desktop.lab.research.frozen_period import FrozenPeriod
from epicrec_desktop.privacy.accountant import sequential
from epicrec_desktop.privacy.mechanism import Mechanism, plan
from epicrec_desktop.privacy.noise import discrete_laplace
from epicrec_desktop.privacy.randomness import BitSource, NumpySource

FACTORS = (Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(3))
"""Each provider's scales over those of the most trusted one; its ε is that much smaller."""

ORDER = (2, 0, 4, 1, 3)
"""The order in which they ask: up, down and between all occur."""

DRAWS = 2_000

BEST, NESTED, INDEPENDENT = "best member alone", "all five, nested", "all five, independent"

_Z95 = 1.959964


def simulate_coalition(
    catalog: Catalog,
    *,
    epsilon: Fraction = Fraction(3, 10),
    draws: int = DRAWS,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return rows {name, mse, ci, gain, gain_ci, mae, loss}.

    `mse` is relative to the noise of the best member's copy, so that categories can be pooled;
    `gain` how much of it the coalition removes, sample by sample; both with half widths at 95 %. `mae`
    is in movies per category, `loss` the ε that the copies cost together. At least `draws` counts are sampled, of random public profiles. Raises `CatalogError` for a catalog without categories.
    """
    mechanism = plan(catalog.groups, PrivacyChoice(), epsilon)
    if mechanism is None:
        raise CatalogError("This catalog has no categories, so there is nothing to perturb.")
    generator = np.random.default_rng(seed)
    source = NumpySource(generator)
    size = min(int(catalog.mean_profile_size or DEFAULT_PROFILE_SIZE), catalog.groups.items)
    misses: dict[str, list[Floats]] = {NESTED: [], INDEPENDENT: []}
    profiles = max(2, -(-draws // len(mechanism.scales)))
    for profile in range(profiles):
        job.check()
        job.report(Progress("Simulating a coalition", profile, profiles))
        items = generator.choice(catalog.groups.items, size, replace=False).astype(np.int64)
        counts = mechanism.count(catalog.groups, PrivacyChoice(), items)
        period = _issue_all(mechanism, counts, source)
        misses[NESTED].append(_nested(period) - np.array(counts))
        misses[INDEPENDENT].append(_independent(mechanism, counts, source) - np.array(counts))
    scales = np.array([float(s) for s in mechanism.scales])
    losses = {
        NESTED: period.account.loss,
        INDEPENDENT: sequential(mechanism.loss / factor for factor in FACTORS),
    }
    rows = []
    for name, found in misses.items():
        best, errors = _learn(np.array(found), scales)
        if name == NESTED:
            rows.append(_row(BEST, best, best, scales / mechanism.multiplier, mechanism.loss))
        rows.append(_row(name, errors, best, scales / mechanism.multiplier, losses[name]))
    return {
        "providers": [{"factor": float(f), "epsilon": float(epsilon / f)} for f in FACTORS],
        "categories": len(scales),
        "profiles": profiles,
        "rows": rows,
    }


def _issue_all(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> FrozenPeriod:
    """Return a period with nested copies for all five providers, issued in that order."""
    period = FrozenPeriod(mechanism, tuple(counts))
    for k in ORDER:
        period = period.issue(str(k), mechanism.epsilon / FACTORS[k], source)
    return period


def _nested(period: FrozenPeriod) -> Floats:
    """Return noisy counts (5, c), most trusted provider first."""
    budgets = [period.mechanism.epsilon / factor for factor in FACTORS]
    return np.array([period.copy(str(k), epsilon) for k, epsilon in enumerate(budgets)], float)


def _independent(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> Floats:
    """Return noisy counts (5, c) with fresh noise for each provider, the insecure alternative."""
    return np.array(
        [
            [
                count + discrete_laplace(scale * factor, source)
                for count, scale in zip(counts, mechanism.scales, strict=True)
            ]
            for factor in FACTORS
        ],
        dtype=float,
    )


def _learn(noise: Floats, scales: Floats) -> tuple[Floats, Floats]:
    """Return errors (t, c), in scales, of the best copy and of the learned estimate, on held-out
    profiles.

    `noise` (p, 5, c) is copies minus counts. The estimate is the best copy minus a linear function
    of features of the differences to it, which the coalition sees.
    """
    relative = noise / scales
    best, others = relative[:, 0], relative[:, 1:] - relative[:, :1]
    features = _features(others)
    half = len(noise) // 2
    training = features[:half].reshape(-1, features.shape[-1])
    weights = np.linalg.lstsq(training, best[:half].reshape(-1), rcond=None)[0]
    return best[half:], best[half:] - features[half:] @ weights


def _features(differences: Floats) -> Floats:
    """(p, c, f) from differences (p, 4, c) to the best copy."""
    each = differences.transpose(0, 2, 1)
    middle = np.median(np.concatenate([each, np.zeros_like(each[..., :1])], axis=-1), axis=-1)
    return np.concatenate(
        [
            each,
            np.clip(each, -1.0, 1.0),
            np.sign(each),
            np.sign(each) * (each == each[..., ::-1]),  # first and last, second and third agree
            middle[..., None],
        ],
        axis=-1,
    )


def _row(name: str, errors: Floats, best: Floats, scales: Floats, loss: Fraction) -> dict[str, Any]:
    squares = errors.reshape(-1) ** 2 / 2.0  # a Laplace variable has the variance 2·scale²
    gains = best.reshape(-1) ** 2 / 2.0 - squares
    half_width = _Z95 / len(squares) ** 0.5
    return {
        "name": name,
        "mse": float(squares.mean()),
        "ci": half_width * float(squares.std(ddof=1)),
        "gain": float(gains.mean()),
        "gain_ci": half_width * float(gains.std(ddof=1)),
        "mae": float(np.abs(errors * scales).mean()),
        "loss": float(loss),
    }
