"""Gaussian copies at several levels of trust. FOR RESEARCH ONLY: never part of a release.

Li, Chen, Li, Zhang, "Enabling Multilevel Trust in Privacy Preserving Data Mining" (IEEE TKDE 24,
2012). It gives no pure ε, its covariance K must come from public data, and it defends against
linear estimators only. Releases use `privacy/nested_noise.py`; a test
ensures that the services, the store and the providers never import this module.

A copy Y_k = X + Z_k perturbs a vector X (N,) of mean μ and covariance K with Gaussian noise of
covariance σ²_k·K. If the noises are jointly Gaussian with Cov(Z_k, Z_l) = min(σ²_k, σ²_l)·K, a
"corner wave" (15), then the best linear estimate from any set of copies is the one from its least
perturbed copy alone (theorem 4). Every covariance here is a Kronecker product Σ ⊗ K with Σ (M, M),
so nothing larger than Σ or K is ever factored: O(M³ + N³) instead of O(M³N³) (lemma 1).

Arrays: T tuples of N attributes are (T, N); M copies of them are (M, T, N).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from epicrec_desktop.domain.arrays import Floats


def corner_wave(variances: Sequence[float] | Floats) -> Floats:
    """Return Σ (M, M) with entries min(σ²_k, σ²_l), in any order of the levels (equation 15)."""
    values = _variances(variances)
    return np.minimum(values[:, None], values[None, :])


def is_corner_wave(matrix: Floats, tolerance: float = 1e-9) -> bool:
    """Return whether right of and below (i, i) all equal it: the corner-wave property."""
    size = len(matrix)
    at = np.diag(matrix)[np.minimum.outer(np.arange(size), np.arange(size))]
    return bool(np.allclose(matrix, at, rtol=tolerance, atol=tolerance))


def independent(variances: Sequence[float] | Floats) -> Floats:
    """Return Σ of independent noise for each copy: the scheme that a coalition averages out."""
    return np.diag(_variances(variances))


def kronecker_noise(
    sigma: Floats, covariance: Floats, tuples: int, generator: np.random.Generator
) -> Floats:
    """Return Gaussian noise (M, T, N) of covariance Σ ⊗ K for each tuple, at cost O(M³ + N³) +
    draws.

    With Σ = AAᵀ and K = BBᵀ the noise is A·G·Bᵀ (lemma 1). Σ and K may be singular.
    """
    normal = generator.standard_normal((len(sigma), tuples, len(covariance)))
    mixed = np.tensordot(_root(sigma), normal, axes=1)
    noise: Floats = mixed @ _root(covariance).T
    return noise


def parallel(
    data: Floats,
    covariance: Floats,
    variances: Sequence[float] | Floats,
    generator: np.random.Generator,
) -> Floats:
    """Run algorithm 1: return all copies (M, T, N) of data (T, N) at once."""
    noise = kronecker_noise(corner_wave(variances), covariance, len(data), generator)
    return data + noise


def sequential(
    data: Floats,
    covariance: Floats,
    variances: Sequence[float] | Floats,
    generator: np.random.Generator,
) -> Iterator[Floats]:
    """Run algorithm 2: yield copies (T, N), variances ascending; keeps only the last one.

    Each is the previous one plus noise of the variances' difference (theorem 5).
    """
    values = _variances(variances)
    if (np.diff(values) < 0).any():
        raise ValueError("sequential generation takes the variances in ascending order")
    root = _root(covariance)
    copy, before = data, 0.0
    for value in values.tolist():
        increment = generator.standard_normal(data.shape) @ root.T
        copy = copy + np.sqrt(value - before) * increment
        before = value
        yield copy


def on_demand(
    noise: Floats,
    covariance: Floats,
    variances: Sequence[float] | Floats,
    wanted: Sequence[float] | Floats,
    generator: np.random.Generator,
) -> Floats:
    """Run algorithm 3: return noise (M − L, T, N) of new copies, at levels around the issued ones.

    `noise` (L, T, N) is that of the issued copies, at `variances` (L,); `wanted` (M − L,) in
    any order. The new noise is Gaussian given the old, with mean (17) and covariance (18); an
    issued level gets the same noise again.
    """
    out, new = _variances(variances), _variances(wanted)
    if len(noise) != len(out):
        raise ValueError("there must be one variance for each copy that is out")
    if len(out) == 0:
        raise ValueError("the first copies are drawn by `parallel`")
    sigma = corner_wave(np.concatenate([out, new]))
    count = len(out)
    cross = sigma[count:, :count]
    # Equal levels make Σ singular; their noise is equal too, so any solution is valid.
    solved = np.linalg.lstsq(sigma[:count, :count], cross.T, rcond=None)[0]
    weights = np.asarray(solved.T, dtype=np.float64)
    rest: Floats = sigma[count:, count:] - weights @ cross.T
    mean: Floats = np.tensordot(weights, noise, axes=1)
    return mean + kronecker_noise(rest, covariance, noise.shape[1], generator)


def estimate(copies: Floats, mean: Floats, sigma: Floats) -> Floats:
    """Return the linear least squares estimate (T, N) of the data from copies (M, T, N): equation
    (6).

    For Σ ⊗ K it is μ + Σ_k w_k (Y_k − μ) with (J + Σ) w = 1, J all ones: K cancels.
    """
    weights = estimate_weights(sigma)
    combined: Floats = mean + np.tensordot(weights, copies - mean, axes=1)
    return combined


def estimate_weights(sigma: Floats) -> Floats:
    """Return the weight (M,) of each copy in `estimate`."""
    size = len(sigma)
    solved = np.linalg.lstsq(sigma + 1.0, np.ones(size), rcond=None)[0]
    return np.asarray(solved, dtype=np.float64)


def estimate_error(sigma: Floats) -> float:
    """Return the factor of K in the estimate's error covariance: equations (7) and, for M = 1, (8).

    (K⁻¹ + Hᵀ(Σ ⊗ K)⁻¹H)⁻¹ = K/(1 + 1ᵀΣ⁻¹1); it is also the normalized estimation error.
    """
    return 1.0 - float(estimate_weights(sigma).sum())


def estimate_general(copies: Floats, cross: Floats, joint: Floats, means: Floats) -> Floats:
    """Equation (6) without structure, for moments that were themselves estimated.

    `cross` (N, M·N) is the covariance of X with the stacked copies, `joint` (M·N, M·N) theirs, and
    `means` (M, N) their means; the mean of X is taken to be the mean of these.
    """
    size, tuples, attributes = copies.shape
    stacked = (copies - means[:, None, :]).transpose(1, 0, 2).reshape(tuples, size * attributes)
    weights = np.linalg.lstsq(joint, cross.T, rcond=None)[0]
    result: Floats = stacked @ weights + means.mean(axis=0)
    return result


def distortion(first: Floats, second: Floats) -> float:
    """D: the mean squared difference, over tuples and attributes."""
    return float(((first - second) ** 2).mean())


def _variances(values: Sequence[float] | Floats) -> Floats:
    found = np.asarray(values, dtype=np.float64)
    if found.ndim != 1 or not (np.isfinite(found).all() and (found > 0).all()):
        raise ValueError("perturbation magnitudes σ² are positive and finite")
    return found


def _root(matrix: Floats) -> Floats:
    """Return a square root A with AAᵀ = matrix, for a symmetric positive semidefinite one."""
    values, vectors = np.linalg.eigh(matrix)
    root: Floats = vectors * np.sqrt(np.maximum(values, 0.0))
    return root
