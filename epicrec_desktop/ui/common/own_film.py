"""Dialog for a film that the catalog does not have."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QMenu, QWidget

from epicrec_desktop.domain.movies import CATEGORIES, split_year
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import MenuField, field_label, labeled, text_field
from epicrec_desktop.ui.common.dialogs import WrappedTextDialog
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.text import Heading, Note, button_text
from epicrec_desktop.ui.common.theme import STEP

_YEAR_WIDTH = 96


def add_anyway_words() -> str:
    """Return the text of the button where a search found nothing."""
    return QCoreApplication.translate("OwnFilmDialog", "Add it anyway…")


class OwnFilmDialog(WrappedTextDialog):
    """Dialog that adds a film of the user's own; calls `on_added` with its local key.

    It stays open and shows what is wrong with what was typed.
    """

    def __init__(
        self,
        parent: QWidget,
        context: Context,
        words: str,
        on_added: Callable[[int], object],
    ) -> None:
        heading = self.tr("Add a film that the catalog does not have")
        super().__init__(parent, name="own-film", label=heading)
        self._context, self._added = context, on_added
        self.error = ErrorBanner(name="own-film.error")
        self.title = text_field(self.tr("Title"), name="own-film.title")
        self.year = text_field(self.tr("Year"), name="own-film.year")
        self.year.setFixedWidth(_YEAR_WIDTH)
        self.year.setValidator(QRegularExpressionValidator(r"\d{0,4}", self))
        self.imdb = text_field(self.tr("Address at IMDb, if you know it"), name="own-film.imdb")
        self.imdb.setPlaceholderText("https://www.imdb.com/title/tt…")
        self.categories = MenuField(name="own-film.categories")
        self.menu = self._menu()
        self.categories.setMenu(self.menu)
        self._lay_out(heading)
        title, year = split_year(words)
        self.title.setText(title)
        self.year.setText(str(year or ""))
        for field in (self.title, self.year):
            field.textChanged.connect(self._follow)
        self._follow()
        self._show_categories()

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        for name in CATEGORIES:
            action = menu.addAction(button_text(wording.category(name)))
            action.setObjectName(f"own-film.category.{name}")
            action.setData(name)
            action.setCheckable(True)
            action.toggled.connect(self._show_categories)
        return menu

    def _lay_out(self, heading: str) -> None:
        self.set_content(
            Heading(heading),
            STEP,
            self.error,
            row((labeled(self.title), 1), labeled(self.year), spacing=3 * STEP),
            labeled(self.imdb),
            column(
                field_label(self.tr("Categories, if you like"), self.categories),
                self.categories,
                spacing=STEP,
            ),
            Note(
                self.tr(
                    "It stays in your library, and no release contains it. Once a catalog knows "
                    "the film, your entry becomes that film."
                ),
                name="own-film.note",
            ),
            STEP,
            self.add_answers(self.tr("Add")),
        )

    def chosen_categories(self) -> list[str]:
        return [action.data() for action in self.menu.actions() if action.isChecked()]

    def _show_categories(self) -> None:
        names = [wording.category(name) for name in self.chosen_categories()]
        self.categories.setText(", ".join(names) or self.tr("Choose…"))

    def _follow(self) -> None:
        self.yes.setEnabled(bool(self.title.text().strip()) and len(self.year.text()) == 4)

    def confirm(self) -> None:
        title, year = self.title.text(), int(self.year.text())
        categories, imdb = self.chosen_categories(), self.imdb.text()
        self.error.hide()

        def done(key: int) -> None:
            self._added(key)
            self.accept()

        def refused(sentence: str) -> None:
            self.error.show_text(sentence)
            self.fit()

        self._context.run(
            lambda services, job: services.unlisted.add(title, year, categories, imdb),
            done,
            refused,
        )


def ask_own_film(
    parent: QWidget, context: Context, words: str, on_added: Callable[[int], object]
) -> None:
    """Open the dialog with the words that were searched."""
    dialog = OwnFilmDialog(parent, context, words, on_added)
    dialog.open()
    first = dialog.year if dialog.title.text() and not dialog.year.text() else dialog.title
    first.setFocus(Qt.FocusReason.OtherFocusReason)
