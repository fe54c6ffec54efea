"""What the cards of the levels say: what each does, means, and costs in recommendations."""

from __future__ import annotations

from dataclasses import replace

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.ui.common import privacy_text
from epicrec_desktop.ui.common.level_choice import LevelCards
from epicrec_desktop.ui.common.text import Note
from epicrec_desktop.ui.privacy import quality
from epicrec_desktop.ui.privacy.queries import PageData


class LevelCardText:
    """Draws them; `worth` is the sentence under the cards."""

    def __init__(self, cards: LevelCards, worth: Note) -> None:
        self._cards, self._worth = cards, worth
        # Of the last preview that had a budget.
        self._epsilon, self._improved = quality.DEFAULT_EPSILON, True

    def show(self, choice: PrivacyChoice, known: PageData, preview: Preview | None) -> None:
        """Say what is so at this choice; None: no preview has been made of it."""
        budget = preview.budget if preview else None
        words = {}
        for level in ReleaseLevel:
            note = ""
            if level is ReleaseLevel.PERTURBED and budget is not None:
                note = privacy_text.observer(budget)
            body = privacy_text.consequence(level, choice, known.confirmed, known.kept)
            words[level] = (body, note)
        self._cards.set_words(words)
        if budget is not None:
            self._epsilon = float(budget.epsilon)
            self._improved = budget.family == IMPROVED.key
        self._show_worth(choice, known)

    def _show_worth(self, choice: PrivacyChoice, known: PageData) -> None:
        """What each level costs in what the provider can recommend, where that was measured."""
        worth = known.worth
        if worth is None or not quality.is_measured(worth, improved=self._improved):
            self._cards.set_quality("", dict.fromkeys(ReleaseLevel))
            self._worth.setText(privacy_text.quality_unknown())
            return
        percents = {
            level: quality.choice_percent(
                worth,
                replace(choice, overall=level),
                known.category_sets.items(),
                self._epsilon,
                improved=self._improved,
            )
            for level in ReleaseLevel
        }
        self._cards.set_quality(privacy_text.worth(known.provider), percents)
        self._worth.setText(
            privacy_text.quality_note(
                worth.users,
                round(quality.popularity_percent(worth)),
                estimated=bool(choice.per_category),
            )
        )
