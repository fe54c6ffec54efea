"""What a choice costs in the quality of what a provider can recommend, measured on public ratings.

Rows ranked on this computer use the whole history at every level, so no choice costs them anything.
A provider's own row is made from what it is sent. The figures are NDCG@10 of `epicrec evaluate
recommendation` on MovieLens latest-small (README, Evaluation), as percents of what the whole true
list gives: what is popular with everybody, from nothing at all, gives 44.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice

POPULAR = 43.6
"""Of a provider that knows nothing of the person."""
USUAL_EPSILON = 0.2
"""The budget that is reckoned with before one was found."""

_IMPROVED = ((0.0, POPULAR), (0.1, 51.1), (0.2, 53.4), (0.3, 56.1), (1.0, 65.9))
_PUBLISHED = ((0.0, POPULAR), (0.1, 44.4), (0.2, 46.4), (0.3, 46.4), (1.0, 50.6))


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

    `movies` are (categories, how many confirmed movies have exactly them). Of levels that differ by
    category only random ones were measured (49, between 43 and 55): the mean over the movies, a
    movie kept back counting as what is popular, is an estimate between the figures.
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
