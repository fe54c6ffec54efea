"""Dialog of a year in films, and the movie of this day in an earlier year."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.files import write_user_file
from epicrec_desktop.services.year_in_films import (
    WatchedMovie,
    library_in_films,
    on_this_day,
    watched_movies,
    year_in_films,
    years,
)
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.accessibility import announce
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import ComboBox
from epicrec_desktop.ui.common.dialogs import TextDialog, choose_save_file
from epicrec_desktop.ui.common.layouts import STRETCH, row
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.text import Note, Title, set_accessible_name
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.movies.year_card import YearCard

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry
    from epicrec_desktop.wiring import Services

SIZE = (744, 692)

_tr = translator("YearDialog")


class YearDialog(TextDialog):
    """Shows a year or all movies, as chosen, and saves it as a picture."""

    def __init__(self, context: Context, watched: Sequence[WatchedMovie], parent: QWidget) -> None:
        self._context, self._watched = context, watched
        self.choice = ComboBox()
        self.choice.setObjectName("movies.year.choice")
        set_accessible_name(self.choice, _tr("Year"))
        title = _tr("Your year in films")
        head = QWidget()
        row(Title(title), STRETCH, self.choice, parent=head)
        super().__init__(parent, title, SIZE, name="movies.year", head=(head,))
        self.card = YearCard(name="movies.year.card")
        self.note = Note(name="movies.year.note")
        self.save_button = SecondaryButton(_tr("Save as a picture…"), name="movies.year.save")
        self.save_button.clicked.connect(self._ask_where)
        self.empty = EmptyState(
            "empty",
            _tr("No films yet"),
            _tr("Confirm or add movies, and this page counts them."),
            name="movies.year.empty",
        )
        self.layers = QStackedWidget()
        self.layers.addWidget(self.card)
        self.layers.addWidget(self.empty)
        self.column.addWidget(self.layers)
        self.finish(self.save_button, (self.note, 1))
        known = years(watched)
        for year in known:
            self.choice.addItem(str(year), year)
        self.choice.addItem(_tr("All movies"), 0)
        self.choice.currentIndexChanged.connect(self._show)
        self.choice.setVisible(bool(known))
        self.save_button.setVisible(bool(watched))
        self._show()

    def _show(self) -> None:
        year = self.choice.currentData()
        found = year_in_films(self._watched, year) if year else library_in_films(self._watched)
        self.note.setText(self._undated(found.undated) if found.movies else "")
        self.layers.setCurrentWidget(self.card if found.movies else self.empty)
        self.card.show_year(found)

    def _undated(self, count: int) -> str:
        if count == len(self._watched):
            return _tr(
                "None has a day, so there are no years. Exports of Letterboxd, Netflix or Trakt "
                "bring days."
            )
        if not count:
            return ""
        return wording.plural("YearDialog", "%Ln movies have no day, and are in no year.", count)

    def _ask_where(self) -> None:
        proposal = f"{self.choice.currentData() or 'films'}.png"
        file = choose_save_file(self, self.save_button.text(), proposal)
        if file is not None:
            self.save_to(file)

    def save_to(self, file: Path) -> None:
        """Write the picture, readable by the user only."""
        image, data = self.card.image(), self._context.services.paths.data
        self._context.tasks.run(
            lambda job: _write(data, file, image),
            on_result=lambda _: self._report(_tr("Saved. Nothing left this computer.")),
            on_error=self._report,
        )

    def _report(self, sentence: str) -> None:
        self.note.setText(sentence)
        announce(self.note, sentence)


def _write(notes: Path, file: Path, image: QImage) -> None:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    try:
        write_user_file(notes, file, bytes(buffer.data().data()), replace=True)
    except OSError as error:
        reason = system_errors.sentence(error) or error.strerror or type(error).__name__
        raise EpicRecError("The picture could not be written: {reason}", reason=reason) from None


class YearController:
    """Opens the dialog, and finds the movie of this day."""

    def __init__(self, context: Context, page: QWidget) -> None:
        self._context, self._page = context, page
        self.day = Note(name="movies.day")
        self.day.hide()

    def open(self, entries: Sequence[LibraryEntry]) -> None:
        """Open the dialog over these confirmed movies."""
        self._context.tasks.run(
            lambda job: watched_movies(entries, self._services.films.about),
            on_result=self._show,
        )

    def follow(self, entries: Sequence[LibraryEntry]) -> None:
        """Show what was watched on this day of an earlier year."""
        watched = watched_movies(entries, None)
        found = on_this_day(watched, self._services.context.now().astimezone().date())
        self.day.setVisible(found is not None)
        if found is not None and found.day is not None:
            words = _tr("On this day in {year}: {title}")
            self.day.setText(words.format(year=found.day.year, title=found.movie.shown_title))

    @property
    def _services(self) -> Services:
        return self._context.services

    def _show(self, watched: list[WatchedMovie]) -> None:
        dialog = YearDialog(self._context, watched, self._page)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
