"""Measures of multilevel trust: reconstruction errors, run time, and classifier accuracy on
Gaussian copies.

Li, Chen, Li, Zhang 2012, figures 2 to 5.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.progress import UNATTENDED, Job
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
_DEVIATIONS = np.sqrt(VARIANCES)
COVARIANCE = np.array([[1, CORRELATION], [CORRELATION, 1]]) * np.outer(_DEVIATIONS, _DEVIATIONS)
"""K of the two attributes."""

ERROR_MAGNITUDES = (0.25, 1.0)
"""σ² of each request is uniform between these."""

COPIES = 30
SAMPLES = (100, 200, 300)
"""Tuples that an attacker with partial knowledge estimates moments from, times N²."""

HISTOGRAMS = (5, 10, 20, 30)
SCHEMES = {"independent": independent, "nested": corner_wave}
"""How the copies correlate, Σ, by their variances: what an attacker knows of a scheme."""

PERFECT = "perfect"
BEST = "least perturbed"

_BINS = 60


@dataclass(frozen=True)
class Copies:
    """Data (T, N), the σ² (M,) of each copy in order of request, and copies (M, T, N) by scheme."""

    data: Floats
    variances: Floats
    by_scheme: dict[str, Floats]


def request_copies(tuples: int, generator: np.random.Generator, copies: int = COPIES) -> Copies:
    """Return copies requested one by one at random levels: independent, and by Algorithm 3."""
    k = COVARIANCE
    data = generator.multivariate_normal(MEANS, k, tuples)
    variances = generator.uniform(*ERROR_MAGNITUDES, copies)
    fresh = data + kronecker_noise(independent(variances), k, tuples, generator)
    noise = kronecker_noise(corner_wave(variances[:1]), k, tuples, generator)
    for count in range(1, copies):
        wanted = variances[count : count + 1]
        new = on_demand(noise, k, variances[:count], wanted, generator)
        noise = np.concatenate([noise, new])
    return Copies(data, variances, dict(zip(SCHEMES, (fresh, data + noise), strict=True)))


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
    rows: list[dict[str, Any]] = []

    def add(
        scheme: str, knowledge: object, count: int, found: list[Floats], expected: object
    ) -> None:
        """Add a row with the mean error of estimates (T, N)."""
        errors = [((one - copies.data) ** 2).mean(axis=0) / VARIANCES for one in found]
        row = {"scheme": scheme, "knowledge": knowledge, "copies": count, "expected": expected}
        rows.append({**row, "error": np.mean(errors, axis=0).tolist()})

    for count in job.steps("Estimating from copies", range(1, len(copies.variances) + 1)):
        variances = copies.variances[:count]
        best = int(np.argmin(variances))
        alone = independent(variances[best : best + 1])
        seen = copies.by_scheme["nested"][best : best + 1]
        add(BEST, PERFECT, count, [estimate(seen, MEANS, alone)], estimate_error(alone))
        for scheme, correlate in SCHEMES.items():
            seen, sigma = copies.by_scheme[scheme][:count], correlate(variances)
            add(scheme, PERFECT, count, [estimate(seen, MEANS, sigma)], estimate_error(sigma))
            for sample in samples:
                found = [_partial(seen, sigma, sample, generator) for _ in range(repeats)]
                add(scheme, sample, count, found, None)
    return rows


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
            estimate(seen[:count], MEANS, SCHEMES[scheme](copies.variances[:count])) - copies.data
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
    k = COVARIANCE[1:, 1:]
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


Labels = NDArray[np.int64]

LEVELS = 20
MAGNITUDES = (0.05, 1.0)
FOLDS = 10
CLASSIFIERS = ("decision tree", "RBF-SVM")


def iris() -> tuple[Floats, Labels] | None:
    """Return the data of figure 4, (T, N), and its labels (T,); None without scikit-learn.

    150 flowers, four measures, three labels.
    """
    if find_spec("sklearn") is None:
        return None
    found = import_module("sklearn.datasets").load_iris()
    return np.asarray(found.data, dtype=np.float64), np.asarray(found.target)


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
    covariance = np.cov(data, rowvar=False)
    scores = _cross_validation(data, labels)
    draws: dict[str, list[list[list[float]]]] = {scheme: [] for scheme in SCHEMES}
    for scheme in job.steps("Training classifiers", [*SCHEMES] * repeats):
        sigma = SCHEMES[scheme](variances)
        draws[scheme].append([])
        for copy in data + kronecker_noise(sigma, covariance, len(data), generator):
            job.check()
            draws[scheme][-1].append(scores(copy))
    found = {scheme: np.array(values) for scheme, values in draws.items()}  # (draws, levels, 2)
    return {
        "rows": [
            {"classifier": name, "scheme": scheme, "variance": variance, "accuracy": accuracy}
            for place, name in enumerate(CLASSIFIERS)
            for scheme, values in found.items()
            for variance, accuracy in zip(
                variances.tolist(), values[:, :, place].mean(axis=0).tolist(), strict=True
            )
        ],
        "original": dict(zip(CLASSIFIERS, scores(data), strict=True)),
        "tuples": len(data),
        "attributes": data.shape[1],
        "differences": {
            name: _difference((found["nested"] - found["independent"])[:, :, place].mean(axis=1))
            for place, name in enumerate(CLASSIFIERS)
        },
    }


def _difference(each: Floats) -> dict[str, float | None]:
    """Return mean and half width over samples of all copies, whose levels correlate."""
    width = None
    if len(each) > 1:
        quantile = float(import_module("scipy.special").stdtrit(len(each) - 1, 0.975))
        width = quantile * float(each.std(ddof=1)) / len(each) ** 0.5
    return {"mean": float(each.mean()), "ci": width}


def _cross_validation(data: Floats, labels: Labels) -> Callable[[Floats], list[float]]:
    """Return what gives the accuracy of each classifier on perturbed data; the folds stay."""
    selection: Any = import_module("sklearn.model_selection")
    count = min(FOLDS, int(np.bincount(labels).min()))
    splitter = selection.StratifiedKFold(count, shuffle=True, random_state=0)
    folds = list(splitter.split(data, labels))
    pipelines = [
        import_module("sklearn.pipeline").make_pipeline(
            import_module("sklearn.preprocessing").StandardScaler(), classifier
        )
        for classifier in (
            import_module("sklearn.tree").DecisionTreeClassifier(random_state=0),
            import_module("sklearn.svm").SVC(kernel="rbf"),
        )
    ]

    def scores(copy: Floats) -> list[float]:
        found = (selection.cross_val_score(one, copy, labels, cv=folds) for one in pipelines)
        return [float(each.mean()) for each in found]

    return scores
