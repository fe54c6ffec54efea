"""Search and watchlist in My movies: walls of movies, their pages and answers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.services.library import FoundMovie
from epicrec_desktop.ui.common.controls import SearchField
from epicrec_desktop.ui.common.feedback import LATER, NOT_LATER, REFUSED, WATCHLIST
from epicrec_desktop.ui.common.lists import ITEM, Index
from epicrec_desktop.ui.common.movie_controller import CoverPages, MovieController
from epicrec_desktop.ui.common.movie_results import MovieResults, ResultModel, ResultWall
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.poster_wall import action_words
from epicrec_desktop.ui.movies.entry_model import EntryModel


class Finding(QObject):
    """Owns the results of `field`; what is not in the library has a page without evidence."""

    changed = Signal()  # whether something is searched for
    entry_asked = Signal(int)  # id of an entry: show it in the library

    def __init__(self, field: SearchField, model: EntryModel, pages: CoverPages) -> None:
        super().__init__(pages)
        self._field, self._model = field, model
        self.results = MovieResults(pages.page, field, name="movies.results")
        self.opened = opened = MovieController(pages, "movies.film")
        results = self.results
        results.searching.connect(lambda _: self.changed.emit())
        opened.connect_results(results)
        results.opened.connect(self.open)
        opened.answered.connect(lambda _: results.refresh())
        opened.undone.connect(lambda _: results.refresh())
        pages.page.context.library_changed.connect(results.refresh)
        pages.alike_asked.connect(self._find_alike)

    def open(self, one: FoundMovie) -> None:
        """Open the page of a found movie, as an entry where it is in the library."""
        if not self._open_entry(one):
            self.opened.open_found(one)

    def open_walled(self, one: FoundMovie) -> None:
        if not self._open_entry(one):
            self.opened.open_walled(one)

    def _open_entry(self, one: FoundMovie) -> bool:
        listed = one.status is not None and self._model.find(one.key) is not None
        if listed:
            self.entry_asked.emit(one.key)
        return listed

    def _find_alike(self, movie: Movie | Suggestion) -> None:
        self.opened.pages.trail.leave()
        title = movie.shown_title
        name = f"{title} {movie.year}" if movie.year else title
        self._field.setText(self.tr("like {movie}").format(movie=name))
        self._field.setFocus()


class WatchlistWall(ResultWall):
    """Wall of the watchlist. What is taken off it goes once the pointer has left."""

    def always_shown(self, item: FoundMovie) -> frozenset[str]:
        """Return what was answered; that all are on the watchlist needs no sign."""
        return self.lit(item) - {LATER}

    def tip(self, answer: str) -> str:
        return action_words(NOT_LATER if answer == REFUSED else answer)

    def act(self, index: Index, answer: str) -> None:
        """Answer for a movie; the cross takes it off and says nothing else about it."""
        if answer != REFUSED:
            super().act(index, answer)
        elif LATER in self.lit(index.data(ITEM)):
            self.acted.emit(index.data(ITEM), NOT_LATER)

    def is_leaving(self, item: FoundMovie) -> bool:
        """Return whether it is off the watchlist: taken off, or answered for."""
        lit = self.marks.get(item.key)
        return lit is not None and lit != {LATER}


class Watchlist(QStackedWidget):
    """The movies that the user wants to watch, the newest first."""

    changed = Signal()  # what is on it

    def __init__(self, opened: MovieController, model: EntryModel) -> None:
        super().__init__()
        self.setObjectName("movies.watchlist")
        self._opened, self._entries, self._page = opened, model, opened.pages.page
        self._stale = True
        self._movies = ResultModel(self)
        label = self.tr("Your watchlist")
        self.wall = WatchlistWall(self._movies, name="movies.watchlist.wall", label=label)
        self.focus_target = self.wall
        nothing = self.tr("Nothing here yet")
        advice = self.tr("The + on a poster, or W, puts a film here. Nobody else learns of it.")
        self.empty = EmptyState("empty", nothing, advice, name="movies.watchlist.empty")
        self.addWidget(self.empty)
        self.addWidget(self.wall)
        self.wall.opened.connect(self._open)
        self.wall.acted.connect(self._act)
        self.wall.left.connect(self.refresh)
        opened.undone.connect(lambda _: self.refresh())
        opened.refused.connect(self.refresh)
        self._page.context.library_changed.connect(self._library_changed)

    @property
    def length(self) -> int:
        return sum(not self.wall.is_leaving(one) for one in self._movies.items)

    def about(self) -> str:
        return self.tr("What you want to watch. It stays on this computer.")

    def activate(self) -> None:
        if self._stale:
            self.refresh()

    def refresh(self) -> None:
        self._stale = False
        self._page.ask(lambda services, job: services.library.watchlist(), self._show)

    def _library_changed(self) -> None:
        self._stale = True
        busy = self.wall.marks and (self.wall.underMouse() or self.wall.hasFocus())
        if busy:  # nothing moves under the pointer
            self.changed.emit()
        elif self._page.isVisible():
            self.refresh()

    def _show(self, movies: Sequence[tuple[int, Movie]]) -> None:
        self.wall.marks = {}
        found = []
        for key, movie in movies:
            entry = self._entries.find(key)
            status = entry.status if entry is not None else None
            found.append(FoundMovie(key, movie, (), status, wanted=True))
        self._movies.show_items(found)
        self.setCurrentWidget(self.wall if movies else self.empty)
        self.changed.emit()

    def _open(self, one: FoundMovie) -> None:
        self._opened.open(Suggestion.of(one.movie, WATCHLIST), "", one.key, wanted=True)

    def _act(self, one: FoundMovie, answer: str) -> None:
        if answer == LATER:  # what was answered before put it off the watchlist
            self.wall.unmark(one.key)
        self.wall.mark(one.key, answer)
        self._opened.act(Suggestion.of(one.movie, WATCHLIST), answer, one.key)
