"""Randomness for releases: the system's secure generator, and coins that repeat.

Noise comes from `SecureSource` alone. `RepeatableSource` is for what is made of noisy numbers
afterwards, where coins cost no privacy: the same numbers then give the same list of movies, also
where a database was restored.
"""

from __future__ import annotations

import hashlib
import secrets


class SecureSource:
    """Uniform integers from the operating system (`privacy.randomness.BitSource`)."""

    def below(self, n: int, /) -> int:
        """A uniform integer in [0, n)."""
        return secrets.randbelow(n)


class RepeatableSource:
    """Coins from a hash of what is public or may leave (SHAKE-256). Never for noise."""

    def __init__(self, seed: bytes) -> None:
        self._seed = hashlib.sha256(seed).digest()
        self._sampled = 0

    def below(self, n: int, /) -> int:
        """A uniform integer in [0, n), by rejection."""
        bits = n.bit_length()
        size = -(-bits // 8)
        while True:
            self._sampled += 1
            block = hashlib.shake_256(self._seed + self._sampled.to_bytes(8, "big")).digest(size)
            value = int.from_bytes(block, "big") >> (8 * size - bits)
            if value < n:
                return value
