"""Mechanisms to compare with, and the papers' error bounds. FOR RESEARCH ONLY, never released.

Of one level of trust: plain Laplace, grouping and smoothing, composition.

Of several: Gaussian copies after Li, Chen, Li, Zhang, "Enabling Multilevel Trust in Privacy
Preserving Data Mining" (IEEE TKDE 24, 2012). They give no pure ε, their covariance K must come from
public data, and they defend against linear estimators only; releases use `privacy/nested_noise.py`.
A copy Y_k = X + Z_k perturbs a vector X (N,) of mean μ and covariance K with Gaussian noise of
covariance σ²_k·K. If the noises are jointly Gaussian with Cov(Z_k, Z_l) = min(σ²_k, σ²_l)·K, a
"corner wave" (15), then the best linear estimate from any set of copies is the one from its least
perturbed copy alone (theorem 4). Every covariance here is a Kronecker product Σ ⊗ K with Σ (M, M),
so nothing larger than Σ or K is ever factored: O(M³ + N³) instead of O(M³N³) (lemma 1). T tuples of
N attributes are arrays (T, N), M copies of them (M, T, N).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.privacy.calibration import Utility, plain_laplace


def plain_laplace_scales(rows: Floats, epsilon: float) -> Floats:
    """Return the Laplace mechanism (Dwork et al. 2006): one scale, global sensitivity over ε."""
    _positive(epsilon)
    return np.full(rows.shape[1], plain_laplace(rows) / epsilon)


@dataclass(frozen=True)
class Grouping:
    """A public partition of the columns: `label` (c,) is the part each belongs to, 0 … parts − 1.

    Grouping and smoothing (Kellaris and Papadopoulos 2013): the mean of each part is released with
    noise and stands for each of its columns.
    """

    label: tuple[int, ...]

    def __post_init__(self) -> None:
        if sorted(set(self.label)) != list(range(len(set(self.label)))):
            raise ValueError("the parts of a grouping are numbered from 0 without a gap")

    @property
    def averaging(self) -> Floats:
        """Return the matrix (c, parts) that turns counts into the means of the parts."""
        label = np.array(self.label, dtype=np.int64)
        members = label[:, None] == np.arange(len(set(self.label)))
        shares: Floats = members / members.sum(axis=0)
        return shares

    def sensitivity(self, rows: Floats) -> float:
        """max over items of Σ over parts of |C_i ∩ part| / (size of the part)."""
        return float((rows @ self.averaging).sum(axis=1).max()) if rows.size else 0.0

    def smooth(self, counts: Floats) -> Floats:
        """Return each column's count replaced by its part's mean, without noise: (…, c)."""
        return (counts @ self.averaging)[..., np.array(self.label, dtype=np.int64)]

    def perturb(self, counts: Floats, rows: Floats, epsilon: float, unit: Floats) -> Floats:
        """Return noisy counts (c,): the parts' means plus the scale times `unit` (parts,)."""
        _positive(epsilon)
        noise = unit[: len(set(self.label))] * (self.sensitivity(rows) / epsilon)
        return self.smooth(counts) + noise[np.array(self.label, dtype=np.int64)]


def choose_grouping(rows: Floats, expected: Floats, epsilon: float) -> Grouping:
    """Return the grouping with the least expected error on a public profile `expected` (c,).

    Columns are ordered by their expected count, so that neighbors are alike, and cut into parts of
    one size; the size from 1 to c with the least noise plus smoothing error is taken. It reads
    public figures only (the original finds similar columns by sampling the private
    data), which makes the baseline a stronger one.
    """
    _positive(epsilon)
    columns = rows.shape[1]
    place = np.argsort(np.argsort(expected, kind="stable"), kind="stable")

    def error(grouping: Grouping) -> float:
        smoothing = float(np.abs(grouping.smooth(expected) - expected).mean())
        return smoothing + grouping.sensitivity(rows) / epsilon

    sizes = range(1, columns + 1)
    candidates = [Grouping(tuple((place // size).tolist())) for size in sizes]
    return min(candidates, key=error, default=Grouping(()))


def composition_scales(
    rows: Floats, budgets: Sequence[float] | Floats, epsilon: float
) -> tuple[Floats, float]:
    """DP-MultiUPP's baseline (section 5.1): every t_j divided by one ratio r.

    r = max over items of Σ_j t_j a_ij / Δ_j, over ε, and at least 1: where ε is above the bound of
    theorem 2 the budgets stay as they are. Returns the scales Δ_j r / t_j and r. Every column must
    have an item and every budget be positive.
    """
    _positive(epsilon)
    t = np.asarray(budgets, dtype=np.float64)
    sensitivity = rows.max(axis=0)
    if not ((t > 0).all() and (sensitivity > 0).all()):
        raise ValueError("every column needs an item and a positive budget")
    ratio = max(1.0, float((rows @ (t / sensitivity)).max()) / epsilon)
    return sensitivity * ratio / t, ratio


def _positive(epsilon: float) -> None:
    if not epsilon > 0:
        raise ValueError("the budget must be positive")


def sanitized_error_bound(z: Sequence[float] | Floats) -> float:
    """EpicRec, theorems 3 and 5: the sanitized counts' expected mean absolute error <= 2‖z‖₁/c.

    For the fractional solution, before rounding. `z` are the scales at the budget in question.
    """
    values = np.asarray(z, dtype=np.float64)
    return float(2.0 * values.mean()) if values.size else 0.0


def smallest_unconstrained_epsilon(rows: Floats, budgets: Sequence[float] | Floats) -> float:
    """DP-MultiUPP, theorem 2: from this ε on, every t_j can be used in full.

    max over items of Σ_j t_j a_ij / Δ_j.
    """
    t = np.asarray(budgets, dtype=np.float64)
    return float((rows @ (t / rows.max(axis=0))).max())


def expected_error(
    utility: Utility, z: Sequence[float] | Floats, rows: Floats, budgets: Sequence[float] | Floats
) -> float:
    """DP-MultiUPP's utility losses of noise with scales z: E|Lap(z)| = z, E Lap(z)² = 2z².

    MAE: mean of z_j. MSE: mean of 2 z_j². MAEL: mean of z_j t_j / Δ_j, less 1.
    """
    values = np.asarray(z, dtype=np.float64)
    if utility is Utility.MAE:
        return float(values.mean())
    if utility is Utility.MSE:
        return float(2.0 * (values**2).mean())
    best = rows.max(axis=0) / np.asarray(budgets, dtype=np.float64)
    return float((values / best).mean() - 1.0)


def utility_lower_bound(utility: Utility, rows: Floats, budgets: Sequence[float] | Floats) -> float:
    """DP-MultiUPP, theorem 3: the least loss that the t_j allow, at any ε. 0 for MAEL."""
    best = rows.max(axis=0) / np.asarray(budgets, dtype=np.float64)
    return expected_error(utility, best, rows, budgets)


def variance_divergence(
    z: Sequence[float] | Floats, rows: Floats, budgets: Sequence[float] | Floats
) -> float:
    """DP-MultiUPP's KL figure, in nats: shares of variance at the t_j against those of z.

    0 where every scale is the same multiple of its best, as with the baseline.
    """
    best = rows.max(axis=0) / np.asarray(budgets, dtype=np.float64)
    wished = best**2 / float((best**2).sum())
    values = np.asarray(z, dtype=np.float64)
    given = values**2 / float((values**2).sum())
    return float(max(0.0, (wished * np.log(wished / given)).sum()))


def corner_wave(variances: Sequence[float] | Floats) -> Floats:
    """Return Σ (M, M) with entries min(σ²_k, σ²_l), in any order of the levels (equation 15)."""
    values = _variances(variances)
    return np.minimum(values[:, None], values[None, :])


def independent(variances: Sequence[float] | Floats) -> Floats:
    """Return Σ of independent noise for each copy: the scheme that a coalition averages out."""
    return np.diag(_variances(variances))


def kronecker_noise(
    sigma: Floats, covariance: Floats, tuples: int, generator: np.random.Generator
) -> Floats:
    """Return Gaussian noise (M, T, N), of covariance Σ ⊗ K per tuple, at cost O(M³ + N³) + draws.

    With Σ = AAᵀ and K = BBᵀ the noise is A·G·Bᵀ (lemma 1). Σ and K may be singular.
    """
    normal = generator.standard_normal((len(sigma), tuples, len(covariance)))
    mixed = np.tensordot(_root(sigma), normal, axes=1)
    return mixed @ _root(covariance).T


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
        raise ValueError("the first copies are sampled by `kronecker_noise`")
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
    """Return the linear least squares estimate (T, N) of data by copies (M, T, N): equation (6).

    For Σ ⊗ K it is μ + Σ_k w_k (Y_k − μ) with (J + Σ) w = 1, J all ones: K cancels.
    """
    weights = estimate_weights(sigma)
    return mean + np.tensordot(weights, copies - mean, axes=1)


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
