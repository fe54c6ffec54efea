"""What a choice costs in the quality of what a provider can recommend, measured on public ratings.

Rows ranked on this computer use the whole history at every level, so no choice costs them anything.
A provider's own row is made from what it is sent. The figures are NDCG@10 on people held out while
the model in use was trained (`recommend/model_quality.py`, kept in its manifest), as percents of what the
whole true list gives. Where nothing was measured, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice
from epicrec_desktop.recommend.model_quality import ModelQuality

DEFAULT_EPSILON = 0.2
"""The budget that is reckoned with before one was found."""


def is_measured(worth: ModelQuality | None, *, improved: bool) -> bool:
    """Whether anything is known of levels, with the mechanism in use."""
    return (
        worth is not None
        and worth.ndcg10 > 0.0
        and worth.of_release(DEFAULT_EPSILON, improved=improved) is not None
    )


def popularity_percent(worth: ModelQuality) -> float:
    """Percent of a row of a provider that knows nothing of the person."""
    return _percent(worth, worth.popularity)


def perturbed_percent(worth: ModelQuality, epsilon: float, *, improved: bool) -> float:
    """Percent of a row made from blurred counts alone; of what is popular where not measured."""
    found = worth.of_release(epsilon, improved=improved)
    return _percent(worth, worth.popularity if found is None else found)


def choice_percent(
    worth: ModelQuality,
    choice: PrivacyChoice,
    movies: Iterable[tuple[tuple[str, ...], int]],
    epsilon: float,
    *,
    improved: bool,
) -> int | None:
    """Percent of a provider's row at these levels; None where nothing is sent.

    `movies` are (categories, how many confirmed movies have exactly them). Levels that differ by
    category are not measured: the mean over the movies, a movie kept back counting as what is
    popular, is an estimate between the figures.
    """
    worths = {
        ItemClass.OPEN: 100.0,
        ItemClass.PERTURBED: perturbed_percent(worth, epsilon, improved=improved),
        ItemClass.WITHHELD: popularity_percent(worth),
    }
    total, value, sent = 0, 0.0, False
    for categories, count in movies:
        kind = choice.classify(categories)
        total += count
        value += count * worths[kind]
        sent = sent or kind is not ItemClass.WITHHELD
    return round(value / total) if sent else None


def _percent(worth: ModelQuality, ndcg10: float) -> float:
    """Of what the whole true list gives, and no more than that."""
    return min(100.0 * ndcg10 / worth.ndcg10, 100.0) if worth.ndcg10 > 0.0 else 100.0
