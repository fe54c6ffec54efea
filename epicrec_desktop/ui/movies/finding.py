"""Search in My movies: results of library and catalog, their card and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common.card_controller import CardController
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.film_results import FilmResults, as_suggestion
from epicrec_desktop.ui.common.links import Links
from epicrec_desktop.ui.common.page import FloatingNotice
from epicrec_desktop.ui.common.search import SearchField
from epicrec_desktop.ui.movies.entry_model import EntryModel

if TYPE_CHECKING:
    from epicrec_desktop.services.library import FoundMovie


class Finding(QObject):
    """Owns the results of `field`; a movie that is not in the library opens on a card."""

    changed = Signal()  # whether something is searched for
    answering = Signal()  # an earlier error is outdated
    entry_asked = Signal(int)  # id of an entry: show it in the library
    own_added = Signal(int)  # id of a movie that no catalog has
    failed = Signal(str)  # a sentence

    def __init__(
        self, context: Context, field: SearchField, model: EntryModel, page: QWidget
    ) -> None:
        super().__init__(page)
        self._field, self._model = field, model
        self.results = FilmResults(context, field, name="movies.results")
        self.news = FloatingNotice(page, name="movies.answered", button=self.tr("Undo"))
        self.opened = opened = CardController(context, page, self.news, "movies.film")
        self.links = Links(context, self)
        results = self.results
        results.searching.connect(lambda _: self.changed.emit())
        results.searching.connect(opened.card.hide)
        results.failed.connect(self.failed)
        results.acted.connect(lambda one, answer: opened.act(as_suggestion(one), answer, one.key))
        results.opened.connect(self._open)
        results.added.connect(self.own_added)
        opened.answering.connect(self.answering)
        opened.answered.connect(lambda _: results.refresh())
        opened.undone.connect(lambda _: results.refresh())
        context.library_changed.connect(lambda _: results.refresh())
        opened.refused.connect(self.failed)
        opened.card.link_asked.connect(self.links.open)
        opened.card.alike_asked.connect(self.find_alike)
        self.links.failed.connect(self.failed)

    def undo(self) -> bool:
        """Undo the answer that the notice speaks of; return whether there is one."""
        shown = self.news.isVisible()
        if shown:
            self.opened.undo()
        return shown

    def _open(self, one: FoundMovie) -> None:
        if one.status is not None and self._model.find(one.key) is not None:
            self.entry_asked.emit(one.key)
        else:
            self.opened.open(as_suggestion(one), "", one.key, wanted=one.wanted)

    def find_alike(self, movie: Movie | Suggestion) -> None:
        """Search for movies like this one."""
        title = movie.shown_title
        name = f"{title} {movie.year}" if movie.year else title
        self._field.setText(self.tr("like {movie}").format(movie=name))
        self._field.setFocus()
