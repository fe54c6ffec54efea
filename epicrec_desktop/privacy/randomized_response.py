"""A contribution to training: randomized response on a public list of candidates.

A user reports for each movie of a public list whether it is in the history, and each of these bits
is flipped with probability 1/(1 + e^ε), independently. Histories that differ in one movie differ in
one bit, so the whole report, however long the list, costs ε and no more; a movie that is not on the
list costs nothing (Warner 1965; Erlingsson, Pihur, Korolova 2014, without the permanent memory,
which one report does not need).

A single report is all but worthless, and that is the point: only sums over many users carry
information (`recommend/contribution_training.py`). The loss adds to that of a release of the same
movies. A movie is reported once: a second report with fresh coins costs ε again
(`services/contributing/`).
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from epicrec_desktop.privacy.noise import bernoulli_exp
from epicrec_desktop.privacy.randomness import BitSource


@dataclass(frozen=True)
class RandomizedResponse:
    """The mechanism for a public list of distinct movie ids and a budget ε > 0. All public."""

    candidates: tuple[str, ...]
    epsilon: Fraction

    def __post_init__(self) -> None:
        if self.epsilon <= 0:
            raise ValueError("the budget must be positive")
        if len(set(self.candidates)) != len(self.candidates):
            raise ValueError("a movie is on the list once")

    @property
    def loss(self) -> Fraction:
        """The exact privacy loss of one report: ε for a movie on the list; 0 for an empty list."""
        return self.epsilon if self.candidates else Fraction(0)

    @property
    def flip(self) -> float:
        """The probability that a bit is flipped, for those who add reports up."""
        return 1.0 / (1.0 + math.exp(float(self.epsilon)))

    def report(self, watched: Collection[str], source: BitSource) -> tuple[bool, ...]:
        """Return one bit per candidate, in their order, of a fixed length that reveals nothing.

        `watched` are ids of the movies that may be reported: one that is withheld is left out, and
        its bit is then sampled as for a user who never saw it. `source` must be the system's secure
        generator for a release.
        """
        mine = frozenset(watched)
        return tuple(
            (movie in mine) ^ sample_flip(self.epsilon, source) for movie in self.candidates
        )


def sample_flip(epsilon: Fraction, source: BitSource) -> bool:
    """True with probability 1/(1 + e^ε), exactly, for a rational ε >= 0.

    A fair coin says keep or flip; a flip is only taken with probability e^(−ε), else both are
    sampled again: so the two are in the ratio 1 : e^(−ε).
    """
    while True:
        if source.below(2) == 0:
            return False
        if bernoulli_exp(epsilon, source):
            return True
