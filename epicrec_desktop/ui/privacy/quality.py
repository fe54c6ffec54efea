"""Recommendation quality at each release level, and the level cards that show it.

Rows ranked on this computer use the whole history at every level. A provider's own row is made
from what it receives. Figures are NDCG@10 of held-out users, as percentages of the true list's.
Where nothing was measured, nothing is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.privacy.families import LEARNED, Family, family_of
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.services.release_worth import Worth
from epicrec_desktop.ui.common import messages, privacy_text
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.level_choice import LevelCards
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.privacy.previews import PageData

_tr = translator("Privacy")

DEFAULT_EPSILON = 0.2
"""The budget that is reckoned with before one was found."""


def is_measured(quality: ModelQuality | None, family: Family) -> bool:
    """Return whether anything is known of levels, with the mechanism in use."""
    return (
        quality is not None
        and quality.ndcg10 > 0.0
        and quality.of_release(DEFAULT_EPSILON, family.measured_as) is not None
    )


def popularity_percent(quality: ModelQuality) -> float:
    """Return the percent of a row of a provider that knows nothing of the person."""
    return _percent(quality, quality.popularity)


def perturbed_percent(quality: ModelQuality, epsilon: float, family: Family) -> float:
    """Return the percent of a row made from blurred counts, unmeasured of what is popular."""
    found = quality.of_release(epsilon, family.measured_as)
    return _percent(quality, quality.popularity if found is None else found)


def choice_percent(
    quality: ModelQuality,
    choice: PrivacyChoice,
    movies: Iterable[tuple[tuple[str, ...], int]],
    epsilon: float,
    family: Family,
) -> int | None:
    """Return the percent of a provider's row at these levels; None where nothing is sent.

    `movies` are (categories, how many confirmed movies have exactly them). Levels that differ by
    category are not measured: the mean over the movies, a movie kept back counting as what is
    popular, is an estimate between the figures.
    """
    worths = {
        ItemClass.OPEN: 100.0,
        ItemClass.PERTURBED: perturbed_percent(quality, epsilon, family),
        ItemClass.WITHHELD: popularity_percent(quality),
    }
    total, value, sent = 0, 0.0, False
    for categories, count in movies:
        kind = choice.classify(categories)
        total += count
        value += count * worths[kind]
        sent = sent or kind is not ItemClass.WITHHELD
    return round(value / total) if sent else None


def _percent(quality: ModelQuality, ndcg10: float) -> float:
    """Return the percent of what the whole true list gives, 100 at most."""
    return min(100.0 * ndcg10 / quality.ndcg10, 100.0) if quality.ndcg10 > 0.0 else 100.0


class LevelCardText:
    """Draws them, and the sentence under the cards."""

    def __init__(self, cards: LevelCards) -> None:
        self._cards = cards
        # Of the last preview that had a budget.
        self._epsilon, self._family = DEFAULT_EPSILON, family_of(LEARNED.key)
        self._expected: Worth | None = None

    def show(
        self, choice: PrivacyChoice, known: PageData, preview: Preview | None, worth: Note | None
    ) -> None:
        """Say what is so at this choice; `preview` is None while none has been made of it.

        With the note `worth` also what an observer can conclude, and there what each level costs.
        """
        budget = preview.budget if preview else None
        if budget is not None:
            self._expected = preview.worth if preview else None
        words = {}
        for level in ReleaseLevel:
            note = ""
            if worth is not None and level is ReleaseLevel.PERTURBED and budget is not None:
                note = messages.localized(budget.observer)
            body = privacy_text.consequence(
                level, choice, known.confirmed, known.kept, self._expected
            )
            words[level] = (body, note)
        if budget is not None:
            self._epsilon = float(budget.epsilon)
            self._family = family_of(budget.family)
        if worth is not None:
            self._show_quality(choice, known, worth)
        else:
            self._cards.set_quality("", dict.fromkeys(ReleaseLevel))
        self._cards.set_words(words)  # last: a bar paints at once, with what is below in its place

    def _show_quality(self, choice: PrivacyChoice, known: PageData, worth: Note) -> None:
        quality = known.quality
        if quality is None or not is_measured(quality, self._family):
            self._cards.set_quality("", dict.fromkeys(ReleaseLevel))
            worth.setText(
                _tr(
                    "“For you” and the rows by category are always made here, from your whole "
                    "list. How good those from what leaves are is not known yet: it is measured "
                    "when public ratings are imported, in Settings."
                )
            )
            return
        movies = known.category_sets.items()
        percents = {}
        for level in ReleaseLevel:
            then = replace(choice, overall=level)
            percents[level] = choice_percent(quality, then, movies, self._epsilon, self._family)
        label = _tr("How well {name} can recommend").format(name=known.provider)
        if known.provider == THIS_COMPUTER:
            label = _tr("How well this list alone recommends")
        self._cards.set_quality(label, percents)
        note = _tr(
            "The bars say how good recommendations made only from what leaves can be, "
            "measured on {people} people of the imported ratings: 100\u00a0% with your whole list, "
            "{popular}\u00a0% with nothing but what is popular. “For you” and the rows by category "
            "are made from your whole list on this computer, whatever the level."
        ).format(people=quality.users, popular=round(popularity_percent(quality)))
        if choice.per_category:
            note += " " + _tr(
                "With levels per category they are an estimate between measured figures."
            )
        worth.setText(note)
