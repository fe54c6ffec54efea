"""Exact probabilities of what a sampler returns, by following every answer of its source."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any


class Branch:
    """A source that follows one branch of all its possible answers and keeps its probability."""

    def __init__(self, path: list[int]) -> None:
        self.path, self.used, self.probability = path, 0, Fraction(1)

    def below(self, n: int, /) -> int:
        self.probability /= n
        if self.used == len(self.path):
            raise LookupError(n)
        self.used += 1
        return self.path[self.used - 1]


def probabilities(sample: Callable[[Branch], Any], depth: int) -> Counter[Any]:
    """Return the probability of each value after so many answers; None: that it needs more."""
    mass: Counter[Any] = Counter()
    stack: list[list[int]] = [[]]
    while stack:
        path = stack.pop()
        branch = Branch(path)
        try:
            mass[sample(branch)] += branch.probability
        except LookupError as more:
            if len(path) == depth:
                mass[None] += branch.probability * more.args[0]
            else:
                stack += [[*path, answer] for answer in range(more.args[0])]
    return mass
