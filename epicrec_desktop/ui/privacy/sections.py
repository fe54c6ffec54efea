"""Beside the chart: levels per category, and the movies that would leave."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui.common import privacy_text, wording
from epicrec_desktop.ui.common.controls import ExpanderButton
from epicrec_desktop.ui.common.layouts import HorizontalLine, Panel
from epicrec_desktop.ui.privacy.category_levels import CategoryLevels
from epicrec_desktop.ui.privacy.leaving_list import ReleaseMovies

PADDING = 16


def _tr(text: str) -> str:
    return QCoreApplication.translate("PrivacyPage", text)


class DetailSections(Panel):
    """Two sections of one panel; opening one closes the other."""

    def __init__(self) -> None:
        super().__init__(name="privacy.sections", padding=PADDING)
        self.by_category = ExpanderButton(
            _tr("Different levels per category"), name="privacy.categories.open"
        )
        self.categories = CategoryLevels(CATEGORIES)
        self.by_movie = ExpanderButton(_tr("What would leave"), name="privacy.leaving.open")
        self.leaving = ReleaseMovies("privacy.leaving")
        self.body.addWidget(self.by_category)
        self.body.addWidget(self.categories, 1)
        self.body.addWidget(HorizontalLine())
        self.body.addWidget(self.by_movie)
        self.body.addWidget(self.leaving, 1)
        self.body.addWidget(QWidget())
        self.by_category.toggled.connect(self._open_categories)
        self.by_movie.toggled.connect(lambda on: self.by_category.setChecked(not on))
        self.by_movie.setChecked(True)
        self._open_categories(False)

    def _open_categories(self, on: bool) -> None:
        self.categories.setVisible(on)
        self.leaving.setVisible(not on)
        self.by_movie.setChecked(not on)

    def least_width(self) -> int:
        """Room for either section."""
        table = self.categories.minimumSizeHint().width() + 2 * PADDING + 2
        return max(table, self.minimumSizeHint().width())

    def show_choice(
        self, choice: PrivacyChoice, watched: Mapping[str, int], unrestricted: Mapping[str, int]
    ) -> None:
        """Draw the levels in force, and how many categories have their own.

        `unrestricted`: movies that may leave as they are, of each category at All Release.
        """
        self.categories.show_choice(choice, watched, unrestricted)
        own = len(choice.per_category)
        self.by_category.set_remark(
            wording.plural("PrivacyPage", "%Ln own levels", own) if own else _tr("all as above")
        )

    def show_preview(self, preview: Preview) -> None:
        """List what would leave."""
        self.leaving.show_preview(preview)
        here = preview.provider == THIS_COMPUTER
        self.by_movie.set_title(_tr("What would be used") if here else _tr("What would leave"))
        self.by_movie.set_remark(privacy_text.leaving_heading(preview))

    def show_unknown(self, sentence: str) -> None:
        """What would leave cannot be told, for this reason."""
        self.leaving.show_unknown(sentence)
        self.by_movie.set_remark(_tr("not known"))
