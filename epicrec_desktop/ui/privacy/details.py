"""What is folded away on the Privacy page: levels by category with the chart, and the details."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common import privacy_text, wording
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.labels import Note, Strong
from epicrec_desktop.ui.common.layouts import Panel, add_items, column, row, stack
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.privacy.count_chart import ChartPanel
from epicrec_desktop.ui.privacy.previews import PageData, open_counts
from epicrec_desktop.ui.privacy.release_movies import ReleaseMovies
from epicrec_desktop.ui.privacy.sections import CategoryLevels

_tr = translator("PrivacyPage")

PADDING = 16


class CategoryPart(QWidget):
    """Levels by category, and beside them what of each category would be in the list."""

    def __init__(self) -> None:
        super().__init__()
        self.categories = CategoryLevels()
        self.panel = Panel(name="privacy.sections", padding=PADDING)
        add_items(self.panel.body, (self.categories, 1))
        self.chart_panel = ChartPanel()
        self.chart = self.chart_panel.chart
        self._columns = row((self.panel, 1), (self.chart_panel, 1), spacing=4 * STEP)
        column((self._columns, 1), parent=self)

    @property
    def in_use(self) -> bool:
        focus = self.window().focusWidget()
        return self.panel.underMouse() or (focus is not None and self.panel.isAncestorOf(focus))

    def fold(self, room: int) -> None:
        table = self.categories.minimumSizeHint().width() + 2 * PADDING + 2
        least = table + self.chart_panel.minimumSizeHint().width() + 4 * STEP
        stack(self._columns, room < least)

    def show_known(self, known: PageData) -> None:
        self.categories.sort(known.watched)

    def show_choice(self, choice: PrivacyChoice, known: PageData, *, chosen: bool) -> None:
        free = open_counts(choice, known.unrestricted)
        self.categories.show_choice(choice, known.watched, free, chosen=chosen)

    def show_preview(self, preview: Preview) -> None:
        self.chart_panel.show_preview(preview)

    def show_unknown(self, sentence: str, watched: Mapping[str, int]) -> None:
        self.chart.show_watched(watched)


class Details(QWidget):
    """What each level is worth, what is counted, and the list that would leave."""

    def __init__(self) -> None:
        super().__init__()
        self.worth = Note(name="privacy.worth")
        self.counting = Note(name="privacy.counting")
        self.groups = LinkButton(_tr("Movies of each group"), name="privacy.groups")
        self.heading = Strong()
        self.count = Note(name="privacy.leaving.size", wrap=False)
        self.leaving = ReleaseMovies("privacy.leaving")
        panel = Panel(name="privacy.list", padding=PADDING)
        add_items(panel.body, row((self.heading, 1), self.count), (self.leaving, 1))
        counting = row((self.counting, 1), self.groups, spacing=4 * STEP)
        column(self.worth, counting, (panel, 1), parent=self, spacing=4 * STEP)

    def show_known(self, known: PageData) -> None:
        alone = known.provider == THIS_COMPUTER
        self.heading.setText(_tr("What a service would get") if alone else _tr("What would leave"))
        if known.counting is not None:
            sentence = wording.counting_sentence(known.counting)
            self.counting.setText(f"{privacy_text.who_decides()} {sentence}")
            self.groups.setVisible(bool(known.counting.cells))

    def show_preview(self, preview: Preview) -> None:
        self.leaving.show_preview(preview)
        self.count.setText(privacy_text.leaving_heading(preview))

    def show_unknown(self, sentence: str, watched: Mapping[str, int]) -> None:
        self.leaving.show_unknown(sentence)
        self.count.setText(_tr("not known"))


Part = CategoryPart | Details
"""What the page fills when it opens it, and keeps up to date while it is open: with what is known
without a preview, what would leave, or why that is not known.
"""
