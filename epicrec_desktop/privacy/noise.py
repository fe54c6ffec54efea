"""Laplace noise: exact and discrete for every release, fast and continuous for public data.

Floating-point Laplace noise leaks through the gaps between floats (Mironov 2012), so what is
released is an integer plus discrete Laplace noise, sampled with integer arithmetic alone (Canonne,
Kamath, Steinke 2020, "The Discrete Gaussian for Differential Privacy", Algorithms 1 and 2).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.privacy.randomness import BitSource


def bernoulli_exp(gamma: Fraction, source: BitSource) -> bool:
    """True with probability exp(-gamma), exactly, for a rational gamma >= 0."""
    if gamma < 0:
        raise ValueError("gamma must not be negative")
    whole, rest = divmod(gamma.numerator, gamma.denominator)
    return all(_bernoulli_exp_unit(1, 1, source) for _ in range(whole)) and _bernoulli_exp_unit(
        rest, gamma.denominator, source
    )


def _bernoulli_exp_unit(numerator: int, denominator: int, source: BitSource) -> bool:
    """True with probability exp(-numerator/denominator), for a fraction in [0, 1].

    The first k at which a Bernoulli(gamma/k) coin fails is odd with probability exp(-gamma):
    the alternating series of the exponential.
    """
    k = 1
    while source.below(denominator * k) < numerator:
        k += 1
    return k % 2 == 1


def discrete_laplace(scale: Fraction, source: BitSource) -> int:
    """Return one exact sample with P(x) ∝ exp(-|x| / scale), for a rational scale > 0.

    Takes an expected number of steps that does not depend on the scale.
    """
    if scale <= 0:
        raise ValueError("the scale must be positive")
    t, u = scale.numerator, scale.denominator
    while True:
        low = source.below(t)
        if not _bernoulli_exp_unit(low, t, source):
            continue
        high = 0
        while _bernoulli_exp_unit(1, 1, source):
            high += 1
        magnitude = (low + t * high) // u
        negative = source.below(2) == 1
        if negative and magnitude == 0:  # zero must not be counted twice
            continue
        return -magnitude if negative else magnitude


def float_laplace(
    scales: NDArray[np.float64], generator: np.random.Generator
) -> NDArray[np.float64]:
    """Continuous Laplace noise. FOR PUBLIC DATA ONLY: quantification and evaluation."""
    return generator.laplace(0.0, 1.0, size=scales.shape) * scales
