"""Dialog for a movie that the catalog does not have."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QMenu, QWidget

from epicrec_desktop.domain.movies import CATEGORIES, split_year
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import MenuField, field_label, labeled, text_field
from epicrec_desktop.ui.common.dialogs import FormDialog
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.text import button_text
from epicrec_desktop.ui.common.theme import STEP

_YEAR_WIDTH = 96


def add_anyway_words() -> str:
    """Return the text of the button where a search found nothing."""
    return QCoreApplication.translate("OwnMovieDialog", "Add it anyway…")


class OwnMovieDialog(FormDialog):
    """Dialog that adds a movie of the user's own; calls `on_added` with its local key."""

    def __init__(
        self, parent: QWidget, context: Context, words: str, on_added: Callable[[int], object]
    ) -> None:
        heading = self.tr("Add a film that the catalog does not have")
        super().__init__(parent, heading, name="own-film")
        self._over, self._context, self._on_added = parent, context, on_added
        self.label = ""  # of the movie, once it is being added
        self.title = text_field(self.tr("Title"), name="own-film.title")
        self.year = text_field(self.tr("Year"), name="own-film.year")
        self.year.setFixedWidth(_YEAR_WIDTH)
        self.year.setValidator(QRegularExpressionValidator(r"\d{0,4}", self))
        self.imdb = text_field(self.tr("Address at IMDb, if you know it"), name="own-film.imdb")
        self.imdb.setPlaceholderText("https://www.imdb.com/title/tt…")
        self.categories = MenuField(name="own-film.categories")
        self.menu = QMenu(self)
        for name in CATEGORIES:
            action = self.menu.addAction(button_text(wording.category(name)))
            action.setObjectName(f"own-film.category.{name}")
            action.setData(name)
            action.setCheckable(True)
            action.toggled.connect(self._show_categories)
        self.categories.setMenu(self.menu)
        first = row((labeled(self.title), 1), labeled(self.year), spacing=3 * STEP)
        kinds = field_label(self.tr("Categories, if you like"), self.categories)
        note = self.tr(
            "It stays in your library, and no release contains it. Once a catalog knows the film, "
            "your entry becomes that film."
        )
        self.lay_out(
            self.tr("Add"),
            first,
            labeled(self.imdb),
            column(kinds, self.categories, spacing=STEP),
            Note(note, name="own-film.note"),
        )
        title, year = split_year(words)
        self.title.setText(title)
        self.year.setText(str(year or ""))
        self.require(self._complete, self.title, self.year)
        self._show_categories()

    def chosen_categories(self) -> list[str]:
        return [action.data() for action in self.menu.actions() if action.isChecked()]

    def _show_categories(self) -> None:
        names = [wording.category(name) for name in self.chosen_categories()]
        self.categories.setText(", ".join(names) or self.tr("Choose…"))

    def _complete(self) -> bool:
        return bool(self.title.text().strip()) and len(self.year.text()) == 4

    def confirm(self) -> None:
        title, year = self.title.text(), int(self.year.text())
        categories, imdb = self.chosen_categories(), self.imdb.text()
        self.label = wording.label(title.strip(), year)
        self.error.hide()
        self.setEnabled(False)
        over, context, on_added = self._over, self._context, self._on_added

        def added(key: int) -> None:
            if shiboken6.isValid(over):
                on_added(key)
            else:  # it was closed meanwhile, and the movie is in the library
                context.library_changed.emit(None)

        task = context.run(
            lambda services, job: services.unlisted.add(title, year, categories, imdb),
            added,
            self.refuse,
        )
        task.result.connect(self.accept)  # by Qt: the user may have closed it meanwhile


def ask_own_movie(
    parent: QWidget, context: Context, words: str, on_added: Callable[[int], object]
) -> OwnMovieDialog:
    """Open the dialog with the words that were searched, and return it."""
    dialog = OwnMovieDialog(parent, context, words, on_added)
    dialog.open()
    first = dialog.year if dialog.title.text() and not dialog.year.text() else dialog.title
    first.setFocus(Qt.FocusReason.OtherFocusReason)
    return dialog
