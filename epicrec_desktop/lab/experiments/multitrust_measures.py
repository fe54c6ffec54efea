"""Measures of multilevel trust: reconstruction errors, run time, and classifier accuracy on
Gaussian copies.

Li, Chen, Li, Zhang 2012, figures 2 to 5.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.research.baselines import (
    corner_wave,
    estimate,
    estimate_error,
    estimate_general,
    independent,
    kronecker_noise,
    on_demand,
)

ATTRIBUTES = ("age", "income")
MEANS = np.array([50.06, 16.57])
VARIANCES = np.array([303.03, 219.92])
CORRELATION = 0.3

ERROR_MAGNITUDES = (0.25, 1.0)
"""σ² of each request is uniform between these."""

COPIES = 30
SAMPLES = (100, 200, 300)
"""Tuples that an attacker with partial knowledge estimates moments from, times N²."""

HISTOGRAMS = (5, 10, 20, 30)
SCHEMES = ("independent", "nested")
PERFECT = "perfect"
BEST = "least perturbed"

_BINS = 60


@dataclass(frozen=True)
class Copies:
    """Data (T, N), the σ² (M,) of each copy in order of request, and copies (M, T, N) by scheme."""

    data: Floats
    variances: Floats
    by_scheme: dict[str, Floats]


def covariance() -> Floats:
    """Return K of the two attributes."""
    deviations = np.sqrt(VARIANCES)
    correlations = np.array([[1.0, CORRELATION], [CORRELATION, 1.0]])
    return correlations * np.outer(deviations, deviations)


def request_copies(tuples: int, generator: np.random.Generator, copies: int = COPIES) -> Copies:
    """Return copies requested one by one at random levels: independent, and by Algorithm 3."""
    k = covariance()
    data = generator.multivariate_normal(MEANS, k, tuples)
    variances = generator.uniform(*ERROR_MAGNITUDES, copies)
    fresh = data + kronecker_noise(independent(variances), k, tuples, generator)
    noise = kronecker_noise(corner_wave(variances[:1]), k, tuples, generator)
    for count in range(1, copies):
        wanted = variances[count : count + 1]
        new = on_demand(noise, k, variances[:count], wanted, generator)
        noise = np.concatenate([noise, new])
    return Copies(data, variances, dict(zip(SCHEMES, (fresh, data + noise), strict=True)))


def noise_matrix(scheme: str, variances: Floats) -> Floats:
    """Return Σ of a scheme: the attacker's knowledge of how the copies correlate."""
    return corner_wave(variances) if scheme == "nested" else independent(variances)


def normalized_errors(
    copies: Copies,
    samples: Sequence[int],
    generator: np.random.Generator,
    *,
    repeats: int,
    job: Job = UNATTENDED,
) -> list[dict[str, Any]]:
    """Return figure 2: rows {scheme, knowledge, copies, error: [age, income], expected}.

    `knowledge` is "perfect" or the number of samples over N²; `expected` what theorems 3 and 4 say,
    with perfect knowledge. "least perturbed" is the attack on the best copy alone.
    """
    rows = []
    total = len(copies.variances)
    for count in range(1, total + 1):
        job.step("Estimating from copies", count, total)
        variances = copies.variances[:count]
        best = int(np.argmin(variances))
        alone = estimate(
            copies.by_scheme["nested"][best : best + 1], MEANS, variances[best, None, None]
        )
        expected = estimate_error(independent(variances[best : best + 1]))
        rows.append(_error_row(BEST, PERFECT, count, _normalized(copies.data, alone), expected))
        for scheme in SCHEMES:
            seen = copies.by_scheme[scheme][:count]
            sigma = noise_matrix(scheme, variances)
            found = estimate(seen, MEANS, sigma)
            error = _normalized(copies.data, found)
            rows.append(_error_row(scheme, PERFECT, count, error, estimate_error(sigma)))
            for sample in samples:
                errors = [
                    _normalized(copies.data, _partial(seen, sigma, sample, generator))
                    for _ in range(repeats)
                ]
                rows.append(_error_row(scheme, sample, count, np.mean(errors, axis=0), None))
    return rows


def _error_row(
    scheme: str, knowledge: str | int, count: int, error: Floats, expected: float | None
) -> dict[str, Any]:
    return {
        "scheme": scheme,
        "knowledge": knowledge,
        "copies": count,
        "error": error.tolist(),
        "expected": expected,
    }


def _normalized(data: Floats, found: Floats) -> Floats:
    """Return the mean squared error of each attribute over its variance."""
    errors: Floats = ((found - data) ** 2).mean(axis=0) / VARIANCES
    return errors


def _partial(seen: Floats, sigma: Floats, sample: int, generator: np.random.Generator) -> Floats:
    """Return the estimate of an attacker who knows every σ², but neither μ nor K.

    Equation (6) with moments of a sample of the copies: K is estimated from each copy's covariance,
    which is (1 + σ²)K, and the covariance of the copies together is their sample covariance. (An
    attacker who uses that K cancels in equation (6) needs the mean alone and does better.)
    """
    size, tuples, attributes = seen.shape
    chosen = generator.choice(tuples, min(sample * attributes**2, tuples), replace=False)
    means = seen[:, chosen].mean(axis=1)
    centered = seen[:, chosen] - means[:, None, :]
    stacked = centered.transpose(1, 0, 2).reshape(len(chosen), size * attributes)
    joint = stacked.T @ stacked / (len(chosen) - 1)
    blocks = joint.reshape(size, attributes, size, attributes)
    own = blocks[np.arange(size), :, np.arange(size), :]
    k = (own / (1.0 + np.diag(sigma))[:, None, None]).mean(axis=0)
    return estimate_general(seen, np.tile(k, size), joint, means)


def error_histograms(copies: Copies, counts: Sequence[int] = HISTOGRAMS) -> list[dict[str, Any]]:
    """Return figure 3: {attribute, scheme, copies, edges, share, cumulative} of squared errors.

    With perfect knowledge; edges are common to an attribute, the last bin is open.
    """
    found = {
        (scheme, count): (
            estimate(seen[:count], MEANS, noise_matrix(scheme, copies.variances[:count]))
            - copies.data
        )
        ** 2
        for scheme, seen in copies.by_scheme.items()
        for count in counts
        if count <= len(seen)
    }
    rows = []
    for index, attribute in enumerate(ATTRIBUTES):
        edges = np.linspace(0.0, float(VARIANCES[index]), _BINS + 1)
        for (scheme, count), errors in found.items():
            values = np.minimum(errors[:, index], edges[-1])
            share = np.histogram(values, edges)[0] / len(values)
            rows.append(
                {
                    "attribute": attribute,
                    "scheme": scheme,
                    "copies": count,
                    "edges": edges.tolist(),
                    "share": share.tolist(),
                    "cumulative": np.cumsum(share).tolist(),
                }
            )
    return rows


def runtimes(
    tuples: int,
    counts: Sequence[int],
    generator: np.random.Generator,
    *,
    repeats: int = 3,
    job: Job = UNATTENDED,
) -> list[dict[str, Any]]:
    """Return figure 5: {copies, existing, scheme, seconds}; M copies, L of them issued before.

    Medians; one attribute (income), L = M/4, M/2, 3M/4 rounded down, and M − L new copies.
    """
    k = covariance()[1:, 1:]
    rows = []
    for count in job.steps("Timing Algorithm 3", counts):
        for quarter in (1, 2, 3):
            job.check()
            out = max(1, quarter * count // 4)
            variances = generator.uniform(*ERROR_MAGNITUDES, count)
            old, new = variances[:out], variances[out:]
            noise = kronecker_noise(corner_wave(old), k, tuples, generator)
            times: dict[str, list[float]] = {scheme: [] for scheme in SCHEMES}
            for _ in range(repeats):
                start = time.perf_counter()
                kronecker_noise(independent(new), k, tuples, generator)
                middle = time.perf_counter()
                on_demand(noise, k, old, new, generator)
                times["independent"].append(middle - start)
                times["nested"].append(time.perf_counter() - middle)
            rows += [
                {
                    "copies": count,
                    "existing": f"{quarter}M/4",
                    "scheme": scheme,
                    "seconds": median(found),
                }
                for scheme, found in times.items()
            ]
    return rows


Labels = NDArray[np.str_]
Indices = NDArray[np.int64]

LEVELS = 20
MAGNITUDES = (0.05, 1.0)
FOLDS = 10
TREE, SVM = "decision tree", "RBF-SVM"


def tables() -> list[tuple[str, tuple[Floats, Labels]]]:
    """Return the data of figure 4 by name, as tuples (T, N) and labels (T,); none without
    scikit-learn.

    Iris: 150 flowers, four measures, three labels.
    """
    if find_spec("sklearn") is None:
        return []
    found = import_module("sklearn.datasets").load_iris()
    data = np.asarray(found.data, dtype=np.float64)
    return [("Iris", (data, np.asarray(found.target).astype(np.str_)))]


def accuracies(
    data: Floats,
    labels: Labels,
    generator: np.random.Generator,
    *,
    levels: int = LEVELS,
    repeats: int = 3,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return figure 4: rows {classifier, scheme, variance, accuracy}, and `original` without noise.

    Accuracy is the mean of a stratified cross-validation with ten folds (fewer where a label is
    rarer), over `repeats` draws of all copies. `differences` has, for each classifier, the mean of
    nested minus independent over levels and draws, with the half width of its 95 % interval.
    """
    variances = np.linspace(*MAGNITUDES, levels)
    covariance = np.atleast_2d(np.cov(data, rowvar=False))
    sigmas = {"independent": independent(variances), "nested": corner_wave(variances)}
    codes = np.unique(labels, return_inverse=True)[1]  # numbers train faster than names
    folds = _folds(data, codes)
    found: dict[tuple[str, str], list[list[float]]] = {
        (name, scheme): [] for name in (TREE, SVM) for scheme in sigmas
    }
    for draw in range(repeats):
        for scheme, sigma in sigmas.items():
            job.report(
                Progress("Training classifiers", 2 * draw + (scheme == "nested"), 2 * repeats)
            )
            copies = data + kronecker_noise(sigma, covariance, len(data), generator)
            scores = []
            for copy in copies:
                job.check()
                scores.append(_cross_validate(copy, codes, folds))
            for name in (TREE, SVM):
                found[name, scheme].append([score[name] for score in scores])
    original = _cross_validate(data, codes, folds)
    return {
        "rows": [
            {"classifier": name, "scheme": scheme, "variance": variance, "accuracy": accuracy}
            for (name, scheme), draws in found.items()
            for variance, accuracy in zip(
                variances.tolist(), np.mean(draws, axis=0).tolist(), strict=True
            )
        ],
        "original": original,
        "tuples": len(data),
        "attributes": data.shape[1],
        "differences": {
            name: _difference(found[name, "nested"], found[name, "independent"])
            for name in (TREE, SVM)
        },
    }


def _difference(nested: list[list[float]], fresh: list[list[float]]) -> dict[str, float | None]:
    """Return mean and half width over samples of all copies, whose levels correlate."""
    each = (np.array(nested) - np.array(fresh)).mean(axis=1)
    if len(each) < 2:
        return {"mean": float(each.mean()), "ci": None}
    quantile = float(import_module("scipy.special").stdtrit(len(each) - 1, 0.975))
    return {
        "mean": float(each.mean()),
        "ci": quantile * float(each.std(ddof=1)) / len(each) ** 0.5,
    }


def _folds(data: Floats, labels: Indices) -> list[tuple[Indices, Indices]]:
    """Return training and test rows of each fold; always the same."""
    rarest = int(np.unique(labels, return_counts=True)[1].min())
    selection: Any = import_module("sklearn.model_selection")
    splitter = selection.StratifiedKFold(min(FOLDS, rarest), shuffle=True, random_state=0)
    return list(splitter.split(data, labels))


def _cross_validate(
    data: Floats, labels: Indices, folds: list[tuple[Indices, Indices]]
) -> dict[str, float]:
    tree = import_module("sklearn.tree").DecisionTreeClassifier(random_state=0)
    svm = import_module("sklearn.svm").SVC(kernel="rbf")
    scale = import_module("sklearn.preprocessing").StandardScaler()
    pipeline = import_module("sklearn.pipeline").make_pipeline
    score = import_module("sklearn.model_selection").cross_val_score
    return {
        name: float(score(pipeline(scale, classifier), data, labels, cv=folds).mean())
        for name, classifier in ((TREE, tree), (SVM, svm))
    }
