"""The system's secure generator, handed to the privacy engine for every release."""

from __future__ import annotations

import secrets


class SecureSource:
    """Uniform integers from the operating system (`privacy.randomness.BitSource`)."""

    def below(self, n: int, /) -> int:
        """A uniform integer in [0, n)."""
        return secrets.randbelow(n)
