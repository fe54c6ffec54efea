"""What a choice costs in the quality of what a provider can recommend, measured on public ratings.

Rows ranked on this computer use the whole history at every level, so no choice costs them anything.
A provider's own row is made from what it is sent. The figures are NDCG@10 of `epicrec evaluate
recommendation` on MovieLens latest-small (README, Evaluation), as percents of what the whole true
list gives: what is popular with everybody, from nothing at all, gives 48.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice

POPULAR = 48.0
"""Of a provider that knows nothing of the person."""
USUAL_EPSILON = 0.2
"""The budget that is reckoned with before one was found."""

_IMPROVED = ((0.0, POPULAR), (0.1, 52.0), (0.2, 58.0), (0.3, 58.5), (1.0, 68.0))
_PUBLISHED = ((0.0, POPULAR), (0.1, POPULAR), (0.2, 48.4), (0.3, 50.3), (1.0, 52.4))


def of_blurred(epsilon: float, *, improved: bool) -> float:
    """Percent of a row made from blurred counts alone; between measured budgets a straight line.

    Beyond the largest measured budget it is that one's: nothing more is claimed.
    """
    measured = _IMPROVED if improved else _PUBLISHED
    for (low, at_low), (high, at_high) in pairwise(measured):
        if epsilon <= high:
            return at_low + (at_high - at_low) * (epsilon - low) / (high - low)
    return measured[-1][1]


def of_choice(
    choice: PrivacyChoice,
    movies: Iterable[tuple[tuple[str, ...], int]],
    epsilon: float,
    *,
    improved: bool,
) -> int | None:
    """Percent of a provider's row at these levels; None where nothing is sent.

    `movies` are (categories, how many confirmed movies have exactly them). Levels that differ by
    category were not measured: the mean over the movies, a movie kept back counting as what is
    popular, is an estimate between figures that were.
    """
    worth = {
        ItemClass.OPEN: 100.0,
        ItemClass.PERTURBED: of_blurred(epsilon, improved=improved),
        ItemClass.WITHHELD: POPULAR,
    }
    total, value, sent = 0, 0.0, False
    for categories, count in movies:
        kind = choice.classify(categories)
        total += count
        value += count * worth[kind]
        sent = sent or kind is not ItemClass.WITHHELD
    return round(value / total) if sent else None
