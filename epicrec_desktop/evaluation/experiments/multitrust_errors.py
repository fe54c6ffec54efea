"""What an attacker reconstructs from Gaussian copies at many levels of trust, and how fast they
are made (Li, Chen, Li, Zhang 2012, figures 2, 3 and 5).

The paper's data are age and income of a census. Here two attributes are drawn with the moments of
its table 3; it does not print their correlation, which cancels in every normalized error.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.progress import (
    IsCancelled,
    Progress,
    Report,
    check,
    never_cancelled,
    no_progress,
)
from epicrec_desktop.privacy.research.corner_wave import (
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

MAGNITUDES = (0.25, 1.0)
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
    """K of the two attributes."""
    deviations = np.sqrt(VARIANCES)
    correlations = np.array([[1.0, CORRELATION], [CORRELATION, 1.0]])
    found: Floats = correlations * np.outer(deviations, deviations)
    return found


def request_copies(tuples: int, generator: np.random.Generator, copies: int = COPIES) -> Copies:
    """Copies requested one by one at random levels: independent, and by Algorithm 3."""
    k = covariance()
    data = generator.multivariate_normal(MEANS, k, tuples)
    variances = generator.uniform(*MAGNITUDES, copies)
    fresh = data + kronecker_noise(independent(variances), k, tuples, generator)
    noise = kronecker_noise(corner_wave(variances[:1]), k, tuples, generator)
    for count in range(1, copies):
        wanted = variances[count : count + 1]
        new = on_demand(noise, k, variances[:count], wanted, generator)
        noise = np.concatenate([noise, new])
    return Copies(data, variances, dict(zip(SCHEMES, (fresh, data + noise), strict=True)))


def noise_matrix(scheme: str, variances: Floats) -> Floats:
    """Σ of a scheme: what an attacker knows of how the copies hang together."""
    return corner_wave(variances) if scheme == "nested" else independent(variances)


def normalized_errors(
    copies: Copies,
    samples: Sequence[int],
    generator: np.random.Generator,
    *,
    repeats: int,
    report: Report = no_progress,
    cancelled: IsCancelled = never_cancelled,
) -> list[dict[str, Any]]:
    """Figure 2: rows {scheme, knowledge, copies, error: [age, income], expected}.

    `knowledge` is "perfect" or the number of samples over N²; `expected` what theorems 3 and 4 say,
    with perfect knowledge. "least perturbed" is the attack on the best copy alone.
    """
    rows = []
    total = len(copies.variances)
    for count in range(1, total + 1):
        check(cancelled)
        report(Progress("Estimating from copies", count, total))
        variances = copies.variances[:count]
        best = int(np.argmin(variances))
        alone = estimate(
            copies.by_scheme["nested"][best : best + 1], MEANS, variances[best, None, None]
        )
        rows.append(
            _error_row(BEST, PERFECT, count, copies.data, alone, variances[best : best + 1])
        )
        for scheme in SCHEMES:
            seen = copies.by_scheme[scheme][:count]
            sigma = noise_matrix(scheme, variances)
            found = estimate(seen, MEANS, sigma)
            rows.append(_error_row(scheme, PERFECT, count, copies.data, found, variances))
            for sample in samples:
                errors = [
                    _normalized(copies.data, _partial(seen, sigma, sample, generator))
                    for _ in range(repeats)
                ]
                rows.append(
                    {
                        "scheme": scheme,
                        "knowledge": sample,
                        "copies": count,
                        "error": np.mean(errors, axis=0).tolist(),
                        "expected": None,
                    }
                )
    return rows


def _error_row(
    scheme: str, knowledge: str, count: int, data: Floats, found: Floats, variances: Floats
) -> dict[str, Any]:
    return {
        "scheme": scheme,
        "knowledge": knowledge,
        "copies": count,
        "error": _normalized(data, found).tolist(),
        "expected": estimate_error(noise_matrix(scheme, variances)),
    }


def _normalized(data: Floats, found: Floats) -> Floats:
    """Mean squared error of each attribute over its variance."""
    errors: Floats = ((found - data) ** 2).mean(axis=0) / VARIANCES
    return errors


def _partial(seen: Floats, sigma: Floats, sample: int, generator: np.random.Generator) -> Floats:
    """The estimate of an attacker who knows every σ², but neither μ nor K.

    Equation (6) with moments of a sample of the copies: K is estimated from each copy's covariance,
    which is (1 + σ²)K, and the covariance of the copies together is their sample covariance. (An
    attacker who notes that K cancels in equation (6) needs the mean alone and does better.)
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
    """Figure 3: rows {attribute, scheme, copies, edges, share, cumulative} of squared errors.

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
    report: Report = no_progress,
    cancelled: IsCancelled = never_cancelled,
) -> list[dict[str, Any]]:
    """Figure 5: rows {copies, existing, scheme, seconds} for M copies of which L are out.

    Medians; one attribute (income), L = M/4, M/2, 3M/4 rounded down, and M − L new copies.
    """
    k = covariance()[1:, 1:]
    rows = []
    for position, count in enumerate(counts):
        report(Progress("Timing Algorithm 3", position, len(counts)))
        for quarter in (1, 2, 3):
            check(cancelled)
            out = max(1, quarter * count // 4)
            variances = generator.uniform(*MAGNITUDES, count)
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
