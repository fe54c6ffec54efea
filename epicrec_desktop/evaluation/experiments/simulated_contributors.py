"""Simulated contributors: people drawn with replacement from public users.

Of a million people nothing is needed but sums. Up to `BITWISE` contributions every bit is flipped;
beyond, the sums are drawn from the joint normal distribution that they tend to. Given the people,
whose bits are D (N, k), the noise of unbiased bits is E (N, k), independent, of mean 0 and variance
σ². The sums are linear in DᵀE, [1]ᵀE and EᵀE: with Q an orthonormal basis of the columns of [1, D],
QᵀE is normal and small, and what is left of EᵀE is a Wishart matrix with N − r degrees of freedom.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.recommend.contribution_training import Tally

BITWISE = 5_000
_BLOCK = 1_000


def contribute(
    profiles: NDArray[np.bool_], number: int, flip: float, generator: np.random.Generator
) -> Tally:
    """The sums of `number` contributions by people drawn from `profiles`, shape (p, k)."""
    people, candidates = profiles.shape
    if number <= max(BITWISE, 2 * candidates):
        return _bitwise(profiles, number, flip, generator)
    weight = generator.multinomial(number, np.full(people, 1.0 / people))
    return _summed(profiles[weight > 0], weight[weight > 0], flip, generator)


def _bitwise(
    profiles: NDArray[np.bool_], number: int, flip: float, generator: np.random.Generator
) -> Tally:
    tally = Tally.empty(profiles.shape[1], flip)
    drawn = generator.integers(len(profiles), size=number)
    for start in range(0, number, _BLOCK):
        bits = profiles[drawn[start : start + _BLOCK]]
        tally.add(bits ^ (generator.random(bits.shape, dtype=np.float32) < flip))
    return tally


def _summed(
    profiles: NDArray[np.bool_],
    weight: NDArray[np.int64],
    flip: float,
    generator: np.random.Generator,
) -> Tally:
    """Sums by their normal limit; person p contributes `weight[p]` times."""
    number, candidates = int(weight.sum()), profiles.shape[1]
    tally = Tally.empty(candidates, flip)
    deviation = tally.variance**0.5
    # Equal people are one row of the square root of their number: the same products.
    rows = np.sqrt(weight)[:, None] * np.column_stack([np.ones(len(profiles)), profiles])
    basis, upper = np.linalg.qr(rows)
    inside = deviation * generator.normal(size=(basis.shape[1], candidates))
    cross = upper.T @ inside  # [1, D]ᵀE
    counts = rows[:, 0] @ rows[:, 1:] + cross[0]
    noise = inside.T @ inside + _wishart(number - len(inside), candidates, generator) * (
        tally.variance
    )
    together = rows[:, 1:].T @ rows[:, 1:] + cross[1:] + cross[1:].T + noise
    # Back to sums of bits, as they arrive.
    raw = (1.0 - 2.0 * flip) * counts + number * flip
    pairs = (1.0 - 2.0 * flip) ** 2 * together
    pairs += flip * (raw[:, None] + raw[None, :]) - number * flip**2
    np.fill_diagonal(pairs, raw)
    tally.counts, tally.pairs = np.rint(raw).astype(np.int64), np.rint(pairs).astype(np.int64)
    tally.number = number
    return tally


def _wishart(freedom: int, size: int, generator: np.random.Generator) -> Floats:
    """A Wishart matrix with identity scale (Bartlett's decomposition); `freedom` >= `size`."""
    lower = np.tril(generator.normal(size=(size, size)), -1)
    np.fill_diagonal(lower, np.sqrt(generator.chisquare(freedom - np.arange(size))))
    found: Floats = lower @ lower.T
    return found
