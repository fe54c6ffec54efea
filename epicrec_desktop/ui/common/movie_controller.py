"""Opens the pages of movies and people, and saves the answers given there."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.domain.release import LEARNED, Row, Suggestion
from epicrec_desktop.services.library import FoundMovie, LibraryEntry
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.controls import SearchField
from epicrec_desktop.ui.common.feedback import (
    NOTED,
    SEEN,
    STARS,
    WATCHLIST,
    SavedFeedback,
    change_words,
    revert_feedback,
    save_feedback,
    unknown_words,
)
from epicrec_desktop.ui.common.links import open_movie
from epicrec_desktop.ui.common.list_menu import ListChanges
from epicrec_desktop.ui.common.movie_head import CoverPage
from epicrec_desktop.ui.common.movie_page import MoviePage
from epicrec_desktop.ui.common.movie_results import MovieResults, as_suggestion
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.person_page import PersonPage
from epicrec_desktop.ui.common.text import display_name
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.common.undo import MovieStep, UndoSteps
from epicrec_desktop.wiring import Services

_tr = translator("MoviePage")
_tr_results = translator("MovieResults")


WALL = "wall"
"""Where a suggestion comes from that was opened from a wall."""


def why_words(suggestion: Suggestion, provider: str) -> str:
    """Return why a movie is here."""
    because = suggestion.local_because or suggestion.because
    known = {
        "watchlist": _tr("You put it on your watchlist."),
        "alike": _tr("It is like the movie you asked about."),
        WALL: _tr("You opened it from another page."),
        LEARNED: _tr("{provider} recommends it to made-up people with tastes like yours."),
    }
    if suggestion.ranked in known:
        return known[suggestion.ranked].format(provider=provider)
    if suggestion.ranked == "found":
        return because[:1].upper() + because[1:] if because else _tr("Its title fits.")
    if because:
        return _tr("Because {movie} is among your movies.").format(movie=because)
    if suggestion.ranked == "provider":
        return _tr("{provider} suggested it for the list you released.").format(provider=provider)
    return _tr("It is close to what you watched, taken together.")


def source_words(suggestion: Suggestion, provider: str) -> str:
    """Return where a movie was found, and who learns of it."""
    if suggestion.ranked == "provider":
        return _tr("From {provider}. It saw only what was released.").format(provider=provider)
    if suggestion.ranked == LEARNED:
        return _tr(
            "Learned on this computer from what {provider} tells everybody. For this it got "
            "nothing about you."
        ).format(provider=provider)
    if suggestion.ranked == "watchlist":
        return _tr("Your watchlist is kept on this computer. Nobody else learns of it.")
    if suggestion.ranked in ("alike", "found", WALL):
        return _tr("Found on this computer. Nobody else learns of it.")
    return _tr("Ranked on this computer with all your movies. Nobody else learns of it.")


@dataclass(frozen=True)
class Step:
    """A movie or person: its name, its page, and what fills that."""

    name: str
    page: CoverPage
    show: Callable[[], object]


class Trail(QObject):
    """Steps from a page, the last one shown. `left`: the page itself is shown again."""

    left = Signal()

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._page = page
        self.steps: list[Step] = []
        self._opened_from: QWidget | None = None

    def open_step(self, step: Step) -> None:
        """Show a movie or person; the way back leads to where the user is."""
        if not self.steps:
            self._opened_from = self._page.focusWidget()
        self.steps.append(step)
        self._show()

    def replace(self, step: Step) -> None:
        del self.steps[-1:]
        self.open_step(step)

    def back(self) -> None:
        del self.steps[-1:]
        if self.steps:
            self._show()
        else:
            self._leave()

    def leave(self) -> None:
        if self.steps:
            self.steps.clear()
            self._leave()

    def _show(self) -> None:
        step = self.steps[-1]
        before = self.steps[-2].name if len(self.steps) > 1 else self._page.title.text()
        step.page.back_button.set_place(before)
        step.show()
        self._page.cover(step.page)
        step.page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self) -> None:
        focused = QApplication.focusWidget()
        elsewhere = focused is not None and not self._page.isAncestorOf(focused)
        self._page.cover(None)
        if not elsewhere and self._opened_from is not None and self._opened_from.isVisible():
            self._opened_from.setFocus(Qt.FocusReason.OtherFocusReason)
        self.left.emit()


class CoverPages(QObject):
    """The pages of movies and people in the place of one page: what they need is read by a worker.

    `movie_asked` asks for a movie of a wall; a page decides how it shows it. What is answered on
    any of them is a step of `steps`.
    """

    movie_asked = Signal(object)  # FoundMovie
    alike_asked = Signal(object)  # Movie or Suggestion

    def __init__(self, page: Page, steps: UndoSteps, name: str) -> None:
        super().__init__(page)
        self.page, self.steps = page, steps
        self.trail = Trail(page)
        self.lists = ListChanges(page, steps)
        self._name = name

    @cached_property
    def person(self) -> PersonPage:
        person = PersonPage(name=f"{self._name}.person")
        self.add_cover(person)
        return person

    def add_cover(self, cover: CoverPage) -> None:
        """Put a page in the place of this one, and let its ways lead on and back."""
        self.page.add_cover(cover)
        cover.back_asked.connect(self.trail.back)
        cover.close_button.clicked.connect(self.trail.leave)
        cover.person_asked.connect(self.open_person)
        cover.movie_asked.connect(self.movie_asked)
        if isinstance(cover, MoviePage):
            cover.alike_asked.connect(self.alike_asked)
            cover.link_asked.connect(partial(open_movie, self.page))

    def open_person(self, name: str) -> None:
        self.trail.open_step(Step(display_name(name), self.person, lambda: self._read(name)))

    def _read(self, name: str) -> None:
        self.person.show_person(name)
        self.page.context.run(
            lambda services, job: services.walls.person(name), self.person.show_view, lambda _: None
        )

    def read_movie(self, page: MoviePage, key: Hashable, wire_id: str | None) -> None:
        """Show on a page what is known of a movie, as soon as a worker has looked it up."""
        if wire_id:
            self.page.context.run(
                lambda services, job: services.walls.movie(wire_id),
                lambda view: page.show_view(key, view),
                lambda _: None,  # a damaged model is reported where it is needed
            )


class SearchablePage(Page):
    """Page with movies, which are searched and have pages of their own."""

    pages: CoverPages
    search: SearchField

    def show_words(self, words: str, *, searching: bool) -> None:
        """Show a sentence under the page's title; both are others over what a search found."""
        found = _tr_results("Results from all movies that EpicRec knows, not only yours.")
        self.set_title(_tr_results("Search results") if searching else "")
        self.subtitle.setText(found if searching else words)

    def enter_search(self) -> None:
        self.pages.trail.leave()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def start(self) -> None:
        self.pages.trail.leave()
        self.search.clear()

    def left(self) -> None:
        if self.search.text():
            self.start()  # the way back from a movie's page would lead to results that are gone


class MovieController(QObject):
    """Opens the page of a recommended or found movie, and saves feedback in order, each a step of
    the page.

    `watchlist` is the one after the last feedback. `library_changed` of the context is emitted with
    this object as sender.
    """

    answering = Signal()
    answered = Signal(object)  # SavedFeedback
    undone = Signal(object)  # Suggestion
    refused = Signal()  # the page says why
    watchlist_changed = Signal(object)  # public names of the movies on it

    def __init__(self, pages: CoverPages, name: str = "recommendations.card") -> None:
        super().__init__(pages)
        self._context, self.pages = pages.page.context, pages
        self._key: int | None = None
        self._own = NOT_RATED
        self.watchlist = Row(WATCHLIST, "here", ())
        self._name = name

    @cached_property
    def movie_page(self) -> MoviePage:
        page = MoviePage(name=self._name)
        self.pages.add_cover(page)
        page.answered.connect(lambda movie, answer: self.act(movie, answer, self._key))
        page.starred.connect(self._star)
        page.own_changed.connect(
            lambda suggestion, own: self._save(suggestion, NOTED, self._key, own)
        )
        page.lists_asked.connect(self._open_lists)
        return page

    def set_watchlist(self, watchlist: Row) -> None:
        self.watchlist = watchlist
        self.watchlist_changed.emit({one.wire_id for one in watchlist.suggestions})

    def connect_results(self, results: MovieResults) -> None:
        results.people.asked.connect(self.pages.open_person)
        results.wall.acted.connect(
            lambda one, answer: self.act(as_suggestion(one), answer, one.key)
        )

    def open_found(self, one: FoundMovie) -> None:
        self.open(as_suggestion(one), "", one.key, wanted=one.wanted)

    def open_walled(self, one: FoundMovie) -> None:
        self.open(Suggestion.of(one.movie, WALL), "", one.key, wanted=one.wanted)

    def open(
        self, suggestion: Suggestion, provider: str, key: int | None = None, *, wanted: bool = False
    ) -> None:
        """Open a movie's page; `key`: its local key if known; `wanted`: it is on the watchlist."""
        title = display_name(suggestion.shown_title)
        show = partial(self._show, suggestion, provider, key, wanted=wanted)
        self.pages.trail.open_step(Step(title, self.movie_page, show))

    def _show(self, movie: Suggestion, provider: str, key: int | None, *, wanted: bool) -> None:
        self.movie_page.flush()  # with the key of the movie shown before
        self._key = key
        wanted = wanted or movie.wire_id in {s.wire_id for s in self.watchlist.suggestions}
        name = messages.provider(provider)
        self.movie_page.show_movie(
            movie.wire_id,
            movie,
            movie,
            facts=wording.facts(movie.year, None, movie.categories),
            why=why_words(movie, name),
            note=source_words(movie, name),
        )
        self._own = NOT_RATED
        self.movie_page.show_own(None, wanted=wanted)
        self._read_own(movie)
        self.pages.read_movie(self.movie_page, movie.wire_id, movie.wire_id)

    def _read_own(self, movie: Suggestion) -> None:
        key = self._key

        def read(services: Services, job: Job) -> tuple[LibraryEntry | None, bool]:
            library = services.library
            known = key or library.find(movie.wire_id)
            entry = library.entry(known) if known is not None else None
            return entry, known in {other for other, _ in library.watchlist()}

        def show(found: tuple[LibraryEntry | None, bool]) -> None:
            entry, wanted = found
            if self.movie_page.subject is movie:
                self._own = entry.own if entry is not None else NOT_RATED
                self.movie_page.show_own(entry, wanted=wanted)

        # A damaged library is reported where it is needed.
        self._context.run(read, show, lambda _: None)

    def _open_lists(self, movie: Suggestion, at: QPoint) -> None:
        library, key = self._context.services.library, self._key

        def found() -> list[int]:
            known = key or library.find(movie.wire_id)
            return [] if known is None else [known]

        self.pages.lists.open_menu(found, at)

    # Feedback

    def _star(self, suggestion: Suggestion, halves: int) -> None:
        """Save stars; the page stays, so that arrow keys can go on."""
        self.answering.emit()
        self._own = self._own.with_stars(halves or None)
        self.movie_page.show_stars(self._own)
        self._save(suggestion, STARS if halves else SEEN, self._key, self._own)

    def act(self, suggestion: Suggestion, answer: str, key: int | None = None) -> None:
        """Save one of the answers of `feedback.py`."""
        self.answering.emit()
        self._save(suggestion, answer, key)

    def _save(
        self, suggestion: Suggestion, answer: str, key: int | None, own: OwnRating | None = None
    ) -> None:
        self._context.run(
            lambda services, job: save_feedback(services, suggestion, answer, key, own),
            self._saved,
            self._refuse,
        )

    def _refuse(self, sentence: str) -> None:
        self.pages.page.show_error(sentence)
        self.refused.emit()

    def _saved(self, feedback: SavedFeedback | None) -> None:
        if feedback is None:
            self._refuse(unknown_words())
            return
        if feedback.changed:
            movie = wording.label(feedback.suggestion.shown_title, feedback.suggestion.year)
            words = change_words(movie, feedback.before, feedback.after)
            self.pages.steps.push(
                MovieStep(
                    lambda _gone: self._revert(feedback),
                    lambda gone: "" if feedback.key in gone else words,
                )
            )
        self.set_watchlist(feedback.watchlist)
        self._read_again(feedback.suggestion)
        self.answered.emit(feedback)
        self._context.library_changed.emit(self)

    def _read_again(self, suggestion: Suggestion) -> None:
        shown = self.pages.trail.steps and self.movie_page.isVisible()
        if shown and self.movie_page.subject is suggestion:
            self._read_own(suggestion)

    def _revert(self, feedback: SavedFeedback) -> None:
        def reverted(wanted: Row) -> None:
            suggestion = feedback.suggestion
            self.set_watchlist(wanted)
            self._read_again(suggestion)
            self.undone.emit(suggestion)
            self._context.library_changed.emit(self)

        self._context.run(
            lambda services, job: revert_feedback(services, feedback), reverted, self._refuse
        )
