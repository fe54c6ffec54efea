"""Train a linear model on public ratings: a linear autoencoder of low rank.

For the watch matrix D (users, items), ridge regression of each movie on all others has the weights
B_ij = W_ij / (1 − W_jj) for i ≠ j (Steck 2019, "Embarrassingly Shallow Autoencoders"), with W =
V·diag(s²/(s² + λ))·Vᵀ of the singular values s and right singular vectors V of D. So the symmetric
W suffices, and 1 − W_jj is one number per movie: its *gain*. With a penalty that is larger for
movies that many watched, λ·m^2b for a movie that m watched, the same holds of D·diag(m^−b) in place
of D; towards large λ this is cosine similarity of movies (b = 1/2), the usual item-item model.

A model that every user downloads is limited to some hundred factors, so W is truncated to that rank
with both sides weighted by a power of popularity, PWP ≈ PYYᵀP, since popular movies are released
and recommended most.

What is known of movies is a prior: traits are further rows of D, as in collective EASE (Jeunen, Van
Balen and Goethals 2020), with a weight. The best λ, b, gain, weighting and weight of knowledge
depend on the ratings: `hyperparameter_search.py` selects them. λ
is given in thousandths of the total energy ‖D·diag(m^−b)‖², so that it scales with the users.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.recommend.factor_models import LinearModel
from epicrec_desktop.recommend.knowledge_model import Traits, trait_rows
from epicrec_desktop.recommend.ratings import Ratings, fitting_factors, watch_matrix

FACTORS = 128
SEED = 1

DIRECTIONS = 3
"""Singular vectors that W is made of, for each factor that it is cut to."""

FEW_USERS = 1_500
"""Up to so many users the products of their histories are a small matrix."""

PEOPLE = 50_000
"""People whose products with a basis are in memory together, 83 MB of them for 416 directions."""

_LEAST_ENERGY = 1e-6  # squared singular values below this share of the largest are rounding errors
_LEAST_REST = 1e-3  # of 1 − W_jj
_SPARE = 32  # additional directions for convergence
_ROUNDS = 6
_STEP = N_("Training the recommendation model")


@dataclass(frozen=True)
class LinearSettings:
    """Settings of a linear model; the defaults suit some hundred people with ratings.

    `regularization`: λ in thousandths of the whole energy. `item_exponent`: b, by which λ grows
    with a movie's viewers. `gain`: the power of 1/(1 − W_jj); 1 is regression without the movie
    itself, 0 regression with it. `focus`: the power of popularity on each side where W is cut.
    `knowledge`: how much what movies have in common counts beside what was watched; 0 not at all.
    """

    factors: int = FACTORS
    regularization: float = 2.0
    item_exponent: float = 0.0
    gain: float = 0.5
    focus: float = 0.5
    knowledge: float = 0.0


@dataclass(frozen=True)
class Spectrum:
    """The largest singular directions of D·diag(m^−b), and further data of D.

    `energies` (k,), squared singular values; `vectors` (n, k); `penalty` (n,), m^−b;
    `popularity` (n,), m; `energy`, the sum of all squares.
    """

    energies: Floats
    vectors: Floats32
    penalty: Floats32
    popularity: Floats
    energy: float

    def weights(self, settings: LinearSettings, regularization: float) -> tuple[Floats32, Floats32]:
        """Y (n, f), f <= `settings.factors`, and the gain (n,), for this λ > 0."""
        shrunk = self.energies / (self.energies + regularization)
        whole = self.vectors * np.sqrt(shrunk).astype(np.float32)  # W = whole @ whole.T
        rest = 1.0 - np.einsum("nk,nk->n", whole, whole)
        penalty = self.penalty / self.penalty.min(initial=1.0)  # so a gain is at most 1,000
        gain = np.maximum(rest, _LEAST_REST) ** -settings.gain / penalty**2
        factors = whole @ self._turn(whole, settings)
        factors *= penalty[:, None]
        return factors, gain.astype(np.float32)

    def regularization(self, settings: LinearSettings) -> float:
        """Return λ itself."""
        return max(settings.regularization * self.energy / 1_000.0, 1e-9)

    def _turn(self, whole: Floats32, settings: LinearSettings) -> Floats32:
        """Return the f directions (k, f) that the weights are cut to, orthonormal."""
        root = ((self.popularity + 1.0) / (self.popularity.max(initial=0.0) + 1.0)) ** (
            settings.focus
        )
        weighted = whole * root[:, None].astype(np.float32)
        _, turn = np.linalg.eigh((weighted.T @ weighted).astype(np.float64))
        most = fitting_factors(settings.factors, len(whole))
        return np.asarray(turn[:, ::-1][:, :most], dtype=np.float32)


class Products(Protocol):
    """Products of the watch matrix D (u, n) with a basis (n, w)."""

    def spread(self, factors_basis: Floats32) -> Floats32:
        """Return DᵀD·basis, (n, w)."""

    def inner(self, factors_basis: Floats32) -> Floats32:
        """Return (D·basis)ᵀ(D·basis), (w, w)."""


def train(
    ratings: Ratings,
    settings: LinearSettings | None = None,
    *,
    traits: Traits = (),
    job: Job = UNATTENDED,
) -> LinearModel:
    """Train on public ratings; every rating counts as watched. Items nobody rated are left out.

    `traits` are what `settings.knowledge` weighs. The same input gives the same model.
    Raises `Cancelled` between two rounds, and `EpicRecError` where there are no ratings.
    """
    settings = settings or LinearSettings()
    wire_ids, matrix = watch_matrix(ratings)
    found = decompose(
        with_knowledge(matrix, trait_rows(wire_ids, traits), settings.knowledge),
        settings.item_exponent,
        settings.factors,
        popularity=viewers(matrix),
        job=job,
    )
    return model_of(wire_ids, found, settings, {"seed": SEED, "users": int(matrix.shape[0])})


def viewers(matrix: Any) -> Floats:
    """Return how many watched each item of a sparse watch matrix, (n,)."""
    return np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()


def with_knowledge(matrix: Any, rows: Any, weight: float) -> Any:
    """Return the watch matrix with what movies have in common below it, as further people.

    DᵀD + w·FᵀF for D is ridge regression with the similarity of knowledge as prior: a movie that
    few watched takes its weights from movies like it.
    """
    from scipy import sparse  # noqa: PLC0415

    if not weight or not rows.shape[0]:
        return matrix
    vstack: Any = sparse.vstack
    return vstack([matrix, np.float32(weight**0.5) * rows]).tocsr()


def model_of(
    wire_ids: list[str],
    spectrum: Spectrum,
    settings: LinearSettings,
    parameters: dict[str, float | int],
    regularization: float | None = None,
) -> LinearModel:
    """Return the model with these settings, quantized; a `regularization` replaces theirs.

    `parameters` are kept beside those of the settings.
    """
    strength = regularization or spectrum.regularization(settings)
    factors, gain = spectrum.weights(settings, strength)
    # A fixed orthogonal matrix spreads the first factors' energy over all. Inner products stay as
    # they are, and 8 bits of each factor then lose least.
    normal = np.random.default_rng(1).normal(size=(factors.shape[1],) * 2)
    factors = factors @ np.linalg.qr(normal)[0].astype(np.float32)
    settled: dict[str, float | int] = {
        "regularization": strength,
        "item_exponent": settings.item_exponent,
        "gain": settings.gain,
        "focus": settings.focus,
        "knowledge": settings.knowledge,
    }
    return LinearModel.from_factors(
        wire_ids, factors, gain, spectrum.popularity, settled | parameters
    )


def decompose(
    matrix: Any,
    item_exponent: float,
    factors: int,
    *,
    rows: Floats32 | None = None,
    popularity: Floats | None = None,
    rounds: int = _ROUNDS,
    job: Job = UNATTENDED,
) -> Spectrum:
    """Return the spectrum of a sparse matrix (u, n), with further `rows` (r, n) below it.

    The number of directions follows from the number of factors. `popularity` (n,) is that of the
    matrix unless it is given. Raises `Cancelled` between two rounds.
    """
    from scipy import sparse  # noqa: PLC0415

    popularity = viewers(matrix) if popularity is None else popularity
    penalty, below = _weighted(popularity, item_exponent, rows)
    if item_exponent:
        diagonal: Any = sparse.diags
        matrix = (matrix @ diagonal(penalty)).astype(np.float32)
    people, items = map(int, matrix.shape)
    height, wanted = people + len(below), DIRECTIONS * fitting_factors(factors, items)
    job.report(Progress(_STEP, 0, rounds))
    if height <= FEW_USERS:
        job.check()
        found = _singular_of_few(matrix, below, wanted)
        job.report(Progress(_STEP, rounds, rounds))
    else:
        sizes = (items, min(wanted + _SPARE, items, height), wanted)
        found = _subspace(_LocalProducts(matrix, below), sizes, rounds, job)
    energy = float(np.square(matrix.data, dtype=np.float64).sum()) + _energy(below)
    return _spectrum(*found, penalty, popularity, energy)


def decompose_products(
    products: Products,
    counts: Floats,
    item_exponent: float,
    factors: int,
    *,
    people: int,
    rows: Floats32 | None = None,
    popularity: Floats | None = None,
    job: Job = UNATTENDED,
) -> Spectrum:
    """Return what `decompose` does for remote people, from their `counts` (n,) and `products`.

    For at most `FEW_USERS` people `decompose` is exact, and this is not.
    """
    popularity = counts if popularity is None else popularity
    penalty, below = _weighted(popularity, item_exponent, rows)
    wanted = DIRECTIONS * fitting_factors(factors, len(counts))
    sizes = (len(counts), min(wanted + _SPARE, len(counts), people + len(below)), wanted)
    found = _subspace(_WeightedProducts(products, penalty, below), sizes, _ROUNDS, job)
    energy = float(counts @ penalty.astype(np.float64) ** 2) + _energy(below)
    return _spectrum(*found, penalty, popularity, energy)


def _weighted(
    popularity: Floats, item_exponent: float, rows: Floats32 | None
) -> tuple[Floats32, Floats32]:
    """Return the penalty m^−b (n,), and the rows (r, n) weighted by it."""
    penalty = (np.maximum(popularity, 1.0) ** -item_exponent).astype(np.float32)
    below = np.zeros((0, len(penalty)), np.float32) if rows is None else rows.astype(np.float32)
    return penalty, below * penalty


def _energy(rows: Floats32) -> float:
    return float((rows.astype(np.float64) ** 2).sum())


def _spectrum(
    values: Floats32, vectors: Floats32, penalty: Floats32, popularity: Floats, energy: float
) -> Spectrum:
    energies = values.astype(np.float64) ** 2
    kept = energies > _LEAST_ENERGY * max(float(energies.max(initial=0.0)), 1e-12)
    return Spectrum(energies[kept], vectors[:, kept], penalty, popularity, energy)


def _subspace(
    products: Products, sizes: tuple[int, int, int], rounds: int, job: Job
) -> tuple[Floats32, Floats32]:
    """Return the largest singular values (k,) and right singular vectors (n, k).

    Subspace iteration (Halko, Martinsson, Tropp 2011); `sizes`: items, iterated, wanted.
    """
    items, width, wanted = sizes
    factors_basis = np.random.default_rng(SEED).normal(size=(items, width)).astype(np.float32)
    for _ in job.steps(_STEP, range(rounds)):
        factors_basis, _upper = np.linalg.qr(factors_basis)
        factors_basis = products.spread(factors_basis)
    job.check()
    factors_basis, _upper = np.linalg.qr(factors_basis)
    energy, turn = np.linalg.eigh(products.inner(factors_basis).astype(np.float64))
    order = np.arange(len(energy))[::-1][:wanted]
    job.report(Progress(_STEP, rounds, rounds))
    return (
        np.sqrt(np.maximum(energy[order], 0.0)).astype(np.float32),
        factors_basis @ turn[:, order].astype(np.float32),
    )


@dataclass(frozen=True)
class _LocalProducts:
    """Products with a matrix in memory, and with the rows below it."""

    matrix: Any
    below: Floats32

    def spread(self, factors_basis: Floats32) -> Floats32:
        found: Floats32 = self.below.T @ (self.below @ factors_basis)
        for rows in self._parts():
            found += rows.T @ (rows @ factors_basis)
        return found

    def inner(self, factors_basis: Floats32) -> Floats32:
        found = np.zeros((factors_basis.shape[1],) * 2, dtype=np.float32)
        below = self.below @ factors_basis
        for rows in self._parts():
            image = np.vstack([rows @ factors_basis, below])
            found += image.T @ image
            below = below[:0]
        return found

    def _parts(self) -> Iterator[Any]:
        """Yield the rows of so many people at a time that products with a basis are bounded."""
        for first in range(0, self.matrix.shape[0], PEOPLE):
            yield self.matrix[first : first + PEOPLE]


@dataclass(frozen=True)
class _WeightedProducts:
    """Products with D·diag(penalty), and with the rows below it, by those with D."""

    products: Products
    penalty: Floats32
    below: Floats32

    def spread(self, factors_basis: Floats32) -> Floats32:
        wide = self.penalty[:, None]
        found: Floats32 = wide * self.products.spread(wide * factors_basis)
        return found + self.below.T @ (self.below @ factors_basis)

    def inner(self, factors_basis: Floats32) -> Floats32:
        below = self.below @ factors_basis
        return self.products.inner(self.penalty[:, None] * factors_basis) + below.T @ below


def _singular_of_few(matrix: Any, below: Floats32, wanted: int) -> tuple[Floats32, Floats32]:
    """Return the exact result from the inner products of the rows."""
    across = np.asarray(matrix @ below.T)
    inner = np.block([[(matrix @ matrix.T).toarray(), across], [across.T, below @ below.T]])
    energy, left = np.linalg.eigh(inner.astype(np.float64))
    order = np.arange(len(energy))[::-1][:wanted]
    order = order[energy[order] > _LEAST_ENERGY * max(float(energy[-1]), 1e-12)]
    values = np.sqrt(energy[order])
    left = left[:, order] / values
    top = int(matrix.shape[0])
    vectors = matrix.T @ left[:top].astype(np.float32) + below.T @ left[top:].astype(np.float32)
    return values.astype(np.float32), vectors
