"""Dialog of the rows of imports that stand for no film yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from epicrec_desktop.services.import_preview import why
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import PrimaryButton, QuietButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.layouts import STRETCH, row
from epicrec_desktop.ui.common.own_film import ask_own_film
from epicrec_desktop.ui.common.source_text import service_words
from epicrec_desktop.ui.common.text import Note, Text, display_line, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.import_list import taken_words
from epicrec_desktop.ui.movies.movie_list_dialog import MovieListDialog

if TYPE_CHECKING:
    from epicrec_desktop.services.unlisted import Placed, UnlistedService, Unplaced

WIDTH, HEIGHT = 640, 520


class UnplacedDialog(MovieListDialog):
    """Lists the rows; for each the user names the film, keeps it as it is, or drops it.

    `changed`: the library has another movie, or the list is shorter.
    """

    changed = Signal()

    def __init__(self, context: Context, rows: Sequence[Unplaced], parent: QWidget) -> None:
        heading = QCoreApplication.translate("UnplacedDialog", "Not placed")
        super().__init__(heading, parent, name="movies.unplaced", width=WIDTH, height=HEIGHT)
        self._context = context
        self._rows: list[Unplaced] = []
        self._last: Placed | None = None
        self.about = Text(self.tr("Imports had these, and it is not certain which films they are."))
        self.list = QListWidget()
        self.list.setObjectName("movies.unplaced.list")
        set_accessible_name(self.list, self.tr("Rows that are not placed"))
        self.list.itemSelectionChanged.connect(self._follow)
        self.hint = Note(name="movies.unplaced.hint")
        self.choose = PrimaryButton(self.tr("Choose the film…"), name="movies.unplaced.choose")
        self.choose.clicked.connect(self._choose)
        self.own = QuietButton(self.tr("Add it as it is…"), name="movies.unplaced.own")
        self.own.clicked.connect(self._keep)
        self.drop = QuietButton(self.tr("No film"), name="movies.unplaced.drop")
        self.drop.clicked.connect(self._drop)
        self.back = QuietButton(self.tr("Undo"), name="movies.unplaced.undo", icon="undo")
        self.back.clicked.connect(self._undo)
        self.back.hide()
        self.cancel_button.setText(self.tr("Close"))
        in_line = (-4 * STEP, 0, 0, 0)
        answers = row(self.own, self.drop, self.back, STRETCH, margins=in_line)
        self.lay_out((self.about,), self.list, self.hint, self.choose, below=answers)
        self.show_rows(rows)

    def show_rows(self, rows: Sequence[Unplaced]) -> None:
        """Show what is left."""
        place = max(0, self.list.currentRow())
        self._rows = list(rows)
        self.list.clear()
        for one in rows:
            sources = ", ".join(service_words(imported.source) for imported in one.imports)
            taken = taken_words(one.imports, one.kind)
            reason = messages.localized(why(one.reason))
            parts = (one.movie.label, sources, taken, reason)
            self.list.addItem(QListWidgetItem(display_line(" · ".join(filter(None, parts)))))
        self.list.setCurrentRow(min(place, len(self._rows) - 1))
        self.hint.setText("" if rows else self.tr("Every row has its film."))
        self._follow()

    def _current(self) -> Unplaced | None:
        place = self.list.currentRow()
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def _follow(self) -> None:
        for button in (self.choose, self.own, self.drop):
            button.setEnabled(self._current() is not None)
        self.back.setVisible(self._last is not None)

    def _choose(self) -> None:
        current = self._current()
        if current is None:
            return
        dialog = AddMovieDialog(
            self._context,
            self,
            current.movie.label.replace("(", "").replace(")", ""),
            heading=self.tr("Which film is it?"),
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(lambda key: self._run(lambda u: u.place(current.id, key)))
        dialog.open()

    def _keep(self) -> None:
        current = self._current()
        if current is None:
            return
        services = self._context.services
        ask_own_film(
            self,
            self._context.tasks,
            lambda: services.unlisted,
            current.movie.label,
            lambda key: self._run(lambda u: u.place(current.id, key)),
        )

    def _drop(self) -> None:
        if (current := self._current()) is not None:
            self._run(lambda u: u.drop(current.id))

    def _undo(self) -> None:
        if (placed := self._last) is not None:
            self._run(lambda u: u.undo(placed))

    def _run(self, change: Callable[[UnlistedService], Placed | None]) -> None:
        unlisted = self._context.services.unlisted

        def done(result: tuple[Placed | None, Sequence[Unplaced]]) -> None:
            self._last, rows = result
            self.show_rows(rows)
            self.changed.emit()

        self._context.tasks.run(
            lambda job: (change(unlisted), unlisted.unplaced()),
            on_result=done,
            on_error=self.hint.setText,
        )
