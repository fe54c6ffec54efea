"""What a privacy loss means for people: how sure an observer can become (privacy and priors)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class PosteriorBound:
    """An observer who thought 50:50 can become sure to `percent` at most."""

    epsilon: Fraction
    percent: int

    @classmethod
    def of(cls, epsilon: Fraction, movies: int = 1) -> PosteriorBound:
        """Rounded up, as it is a limit: 56 at ε = 0.23. `movies`: see `posterior_bound`."""
        if epsilon < 0 or movies < 1:
            raise ValueError("a loss is not negative, and it is about at least one movie")
        percent = math.ceil(100 * posterior_bound(epsilon, movies=movies) - 1e-9)
        return cls(epsilon, percent)


def posterior_bound(epsilon: Fraction | float, prior: float = 0.5, movies: int = 1) -> float:
    """Return the most an observer can come to believe that these movies are in the history.

    `prior` is what was believed before, independently of the rest of the history; `movies` that
    go together cost that many times ε. At 50:50 it is e^ε/(1 + e^ε).
    """
    factor = math.exp(-float(epsilon) * movies)
    return prior / (prior + (1.0 - prior) * factor)
