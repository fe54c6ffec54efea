"""What is folded away on the Privacy page: what each level is worth, categories, list and chart."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common import privacy_text, wording
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.layouts import column, row, stack
from epicrec_desktop.ui.common.text import Note
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.privacy.count_chart import ChartPanel
from epicrec_desktop.ui.privacy.previews import PageData, open_counts
from epicrec_desktop.ui.privacy.sections import DetailSections

_tr = translator("PrivacyPage")


class Details(QWidget):
    """Draws what it is given; the page fills it when it opens it, and follows while it is open."""

    def __init__(self) -> None:
        super().__init__()
        self.worth = Note(name="privacy.worth")
        self.counting = Note(name="privacy.counting")
        self.groups = LinkButton(_tr("Movies of each group"), name="privacy.groups")
        self.sections = DetailSections()
        self.by_category, self.categories = self.sections.by_category, self.sections.categories
        self.leaving = self.sections.leaving
        self.chart = ChartPanel()
        self._columns = row((self.sections, 1), (self.chart, 1), spacing=4 * STEP)
        counting = row((self.counting, 1), self.groups, spacing=4 * STEP)
        column(self.worth, counting, (self._columns, 1), parent=self, spacing=4 * STEP)

    def fold(self, room: int) -> None:
        """Put the chart below where there is no room for both."""
        least = self.sections.least_width() + self.chart.minimumSizeHint().width() + 4 * STEP
        stack(self._columns, room < least)

    def show_known(self, known: PageData) -> None:
        self.categories.sort(known.watched)
        if known.counting is not None:
            sentence = wording.counting_sentence(known.counting)
            self.counting.setText(f"{privacy_text.who_decides()} {sentence}")
            self.groups.setVisible(bool(known.counting.cells))

    def show_choice(self, choice: PrivacyChoice, known: PageData, *, chosen: bool) -> None:
        free = open_counts(choice, known.unrestricted)
        self.categories.show_choice(choice, known.watched, free, chosen=chosen)
        self.sections.show_own(len(choice.per_category))

    def show_preview(self, preview: Preview) -> None:
        self.chart.chart.show_preview(preview)
        self.sections.show_preview(preview)

    def show_unknown(self, sentence: str, watched: Mapping[str, int]) -> None:
        """Show why it is not known what would leave; what was watched is."""
        self.sections.show_unknown(sentence)
        self.chart.chart.show_watched(watched)
