"""Opens the page of a library entry, keeps it up to date, and goes to the ones beside it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common.evidence_text import candidate_count
from epicrec_desktop.ui.common.film_controller import FilmPages, Step
from epicrec_desktop.ui.common.notices import FloatingNotice
from epicrec_desktop.ui.common.text import display_name
from epicrec_desktop.ui.movies.entry_model import EntryModel
from epicrec_desktop.ui.movies.entry_page import EntryPage
from epicrec_desktop.ui.movies.library_changes import LibraryChanges
from epicrec_desktop.ui.movies.library_view import LibraryView


class EntryPages(QObject):
    """Owns the page of an entry. What is answered there stays in the list until the user leaves."""

    acted = Signal(object, str)  # LibraryEntry; one of the answers of `feedback.py`
    starred = Signal(object, int)  # LibraryEntry; halves of stars, 0 for none

    def __init__(
        self,
        model: EntryModel,
        view: LibraryView,
        changes: LibraryChanges,
        pages: FilmPages,
        news: FloatingNotice,
    ) -> None:
        super().__init__(pages)
        self._model, self._view, self._changes = model, view, changes
        self._pages, self._news = pages, news
        self.film = EntryPage(name="movies.card")
        pages.own(self.film)
        self.film.answered.connect(self._answered)
        self.film.starred.connect(self._starred)
        self.film.stepped.connect(self._step)
        view.details_asked.connect(self.open_selected)
        pages.trail.left.connect(self._left)

    def open_selected(self) -> None:
        """Open the page of the one selected movie."""
        ids = self._view.current.selected_ids()
        if len(ids) == 1:
            self.open(ids[0])

    def open(self, key: int) -> None:
        """Open the page of this entry."""
        if step := self._to(key):
            self._pages.trail.go(step)

    def _to(self, key: int) -> Step | None:
        entry = self._model.find(key)
        if entry is None:
            return None
        name = display_name(entry.movie.shown_title)
        return Step(name, self.film, lambda: self._show(key))

    def _show(self, key: int) -> None:
        entry = self._model.find(key)
        if entry is None:
            return
        self.film.show_entry(entry)
        self._show_place(key)
        if candidate_count(entry) == 1:
            self._pages.read_film(self.film, entry.id, entry.movie.wire_id)

    def _show_place(self, key: int) -> None:
        listed = [entry.id for entry in self._model.items]
        place = listed.index(key) + 1 if key in listed else 0
        self.film.show_place(place, len(listed))

    def _step(self, by: int) -> None:
        """Go to the movie before or after this one in the list, and select it there."""
        listed = [entry.id for entry in self._model.items]
        key = self.film.entry_id
        at = listed.index(key) + by if key in listed else -1
        if 0 <= at < len(listed) and (step := self._to(listed[at])) is not None:
            self._view.current.select_row(at)
            self._pages.trail.replace(step)

    def follow(self) -> None:
        """Show what an entry has become, if its page is open; leave it where the entry is gone."""
        if not self.film.isVisible():
            return
        entry = self._model.find(self.film.entry_id)
        if entry is None:
            self._pages.trail.leave()
        else:
            self.film.show_entry(entry)

    def show_step(self) -> None:
        """Show what the last step did, with the way to undo it."""
        if self.film.isVisible():
            self.follow()
            self._news.show_text(self._changes.steps.undoText())

    def _answered(self, entry: LibraryEntry, answer: str) -> None:
        self._model.hold([entry.id])
        self.acted.emit(entry, answer)

    def _starred(self, entry: LibraryEntry, halves: int) -> None:
        self._model.hold([entry.id])
        self.starred.emit(entry, halves)

    def _left(self) -> None:
        self._view.current.let_go()
