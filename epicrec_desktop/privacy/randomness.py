"""Randomness is passed in: this component has no generator of its own.

A release passes a source that reads the system's secure generator; wiring builds it.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

_WORD_BITS = 64


class BitSource(Protocol):
    """Exact uniform integers."""

    def below(self, n: int, /) -> int:
        """Return a uniform integer in [0, n), n >= 1 of any size, independent of earlier ones."""


class NumpySource:
    """FOR EVALUATION AND TESTS ONLY: numpy's generator is predictable, so never for a release."""

    def __init__(self, generator: np.random.Generator) -> None:
        self._generator = generator

    def below(self, n: int, /) -> int:
        """Return a uniform integer in [0, n)."""
        if n <= 1 << 62:
            return int(self._generator.integers(n))
        bits = n.bit_length()
        size = -(-bits // 8)
        while True:  # rejection keeps it exact; at least half of the samples are accepted
            value = int.from_bytes(self._generator.bytes(size), "little") >> (8 * size - bits)
            if value < n:
                return value


def uniforms(source: BitSource, count: int) -> NDArray[np.float64]:
    """`count` floats in [0, 1), multiples of 2⁻⁵³, sampled with one call of the source.

    For post-processing, where coins need not be exact (they cost no privacy); never for noise.
    """
    if count == 0:
        return np.zeros(0)
    word = source.below(1 << (_WORD_BITS * count))
    raw = np.frombuffer(word.to_bytes(count * _WORD_BITS // 8, "little"), dtype="<u8")
    return (raw >> np.uint64(_WORD_BITS - 53)).astype(np.float64) * 2.0**-53
