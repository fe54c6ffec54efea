"""Opens the card of a recommended or found movie, and saves the answers given there."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.domain.release import Row, Suggestion
from epicrec_desktop.ui.common import film_text, messages, wording
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.feedback import (
    LATER,
    SEEN,
    STARS,
    WATCHLIST,
    SavedFeedback,
    answered_words,
    save_feedback,
    unknown_words,
    watchlist,
)
from epicrec_desktop.ui.common.film_results import FilmResults, as_suggestion
from epicrec_desktop.ui.common.links import Links
from epicrec_desktop.ui.common.movie_card import MovieCard
from epicrec_desktop.ui.common.notices import Banner
from epicrec_desktop.ui.common.translation import mirrored, translator
from epicrec_desktop.ui.common.undo import UndoStep, UndoSteps

if TYPE_CHECKING:
    from epicrec_desktop.services.library import FoundMovie

_tr = translator("MovieCard")


def why_words(suggestion: Suggestion, provider: str) -> str:
    """Return why a movie is here."""
    because = suggestion.local_because or suggestion.because
    if suggestion.ranked == "watchlist":
        return _tr("You put it on your watchlist.")
    if suggestion.ranked == "alike":
        return _tr("It is like the movie you asked about.")
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
    if suggestion.ranked == "watchlist":
        return _tr("Your watchlist is kept on this computer. Nobody else learns of it.")
    if suggestion.ranked in ("alike", "found"):
        return _tr("Found on this computer. Nobody else learns of it.")
    return _tr("Ranked on this computer with all your movies. Nobody else learns of it.")


def show_details(
    context: Context, card: MovieCard, key: Hashable, movie: Movie | Suggestion
) -> None:
    """Show on the card what is known of a movie, as soon as a worker has looked it up."""
    films, wire_id = context.services.films, movie.wire_id
    if not wire_id:
        return
    context.tasks.run(
        lambda job: films.about(wire_id),
        on_result=lambda known: card.show_details(
            key,
            wording.facts(movie.year, known.minutes, movie.categories),
            "\n".join(filter(None, (film_text.sentence(known), film_text.credits_of(known)))),
        ),
        on_error=lambda _: None,  # a damaged model is reported where it is needed
    )


class CardController(QObject):
    """Owns the card at the right side of the page, and saves feedback in order; `news` shows its
    effect and undoes it.

    `watchlist` is the one after the last feedback. `library_changed` of the context is emitted with
    this object as sender.
    """

    answering = Signal()
    answered = Signal(object)  # Answered
    undone = Signal(object)  # Suggestion
    refused = Signal(str)  # a sentence
    watchlist_changed = Signal(object)  # public names of the movies on it

    def __init__(
        self, context: Context, page: QWidget, news: Banner, name: str = "recommendations.card"
    ) -> None:
        super().__init__(page)
        self._context, self._page, self._news = context, page, news
        self._opened_from: QWidget | None = None
        self._key: int | None = None
        self._own = NOT_RATED
        self.watchlist = Row(WATCHLIST, "here", ())
        self.card = MovieCard(page, name=name)
        self.card.closed.connect(self._closed)
        self.card.answered.connect(self.answer)
        self.card.starred.connect(self._star)
        self.links = Links(context, self)
        self.links.failed.connect(self.refused)
        self.card.link_asked.connect(self.links.open)
        self._steps = UndoSteps(context.tasks, self)
        news.action.connect(self.undo)
        context.released.connect(self._forget_undo)

    def set_watchlist(self, watchlist: Row) -> None:
        """Set the watchlist as it is now."""
        self.watchlist = watchlist
        self.watchlist_changed.emit({one.wire_id for one in watchlist.suggestions})

    def serve(self, results: FilmResults) -> None:
        """Save answers given over the results of a search; a new search hides the card."""
        results.searching.connect(self.card.hide)  # not dismissed: the focus stays in the field
        results.wall.acted.connect(
            lambda one, answer: self.act(as_suggestion(one), answer, one.key)
        )

    def open_found(self, one: FoundMovie) -> None:
        """Open the card of a movie that was searched for."""
        self.open(as_suggestion(one), "", one.key, wanted=one.wanted)

    # The card

    def open(
        self, suggestion: Suggestion, provider: str, key: int | None = None, *, wanted: bool = False
    ) -> None:
        """Open the card of this movie; closing it returns the focus.

        `key`: its local key, where that is known; `wanted`: it is known to be on the watchlist.
        """
        self._opened_from, self._key = self._page.focusWidget(), key
        self.place()
        wanted = wanted or suggestion.wire_id in {s.wire_id for s in self.watchlist.suggestions}
        name, movie = messages.provider(provider), suggestion
        self.card.show_movie(
            movie.wire_id,
            movie,
            movie,
            facts=wording.facts(movie.year, None, movie.categories),
            why=why_words(movie, name),
            note=source_words(movie, name),
            lit={LATER} if wanted else (),
        )
        self._show_own(movie, key)
        show_details(self._context, self.card, movie.wire_id, movie)
        self.card.close_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_own(self, movie: Suggestion, key: int | None) -> None:
        """Show what the user said of the movie before, as soon as it is read."""
        library = self._context.services.library

        def show(own: OwnRating) -> None:
            if self.card.isVisible() and self.card.subject is movie:
                self._own = own
                self.card.show_stars(own)

        self._own = NOT_RATED
        self.card.show_stars(NOT_RATED)
        self._context.tasks.run(
            lambda job: library.own_rating(key or library.find(movie.wire_id)),
            on_result=show,
            on_error=lambda _: None,  # a damaged library is reported where it is needed
        )

    def _closed(self) -> None:
        if self._opened_from is not None and self._opened_from.isVisible():
            self._opened_from.setFocus(Qt.FocusReason.OtherFocusReason)

    def place(self) -> None:
        """Keep the card at the end of the lines."""
        width = self.card.width()
        at = QRect(self._page.width() - width, 0, width, self._page.height())
        self.card.setGeometry(mirrored(at, self._page.rect()))

    # Feedback

    def answer(self, suggestion: Suggestion, answer: str) -> None:
        """Save an answer given on the card, which closes."""
        self.card.dismiss()
        self.act(suggestion, answer, self._key)

    def _star(self, suggestion: Suggestion, halves: int) -> None:
        """Save stars; the card stays, so that arrow keys can go on."""
        self.answering.emit()
        self._own = self._own.with_stars(halves or None)
        self.card.show_stars(self._own)
        self._save(suggestion, STARS if halves else SEEN, self._key, self._own)

    def act(self, suggestion: Suggestion, answer: str, key: int | None = None) -> None:
        """Save one of the answers of `feedback.py`."""
        self.answering.emit()
        self._save(suggestion, answer, key)

    def _save(
        self, suggestion: Suggestion, answer: str, key: int | None, own: OwnRating | None = None
    ) -> None:
        services = self._context.services
        self._context.tasks.run(
            lambda job: save_feedback(services, suggestion, answer, key, own),
            self._saved,
            self.refused.emit,
        )

    def _saved(self, feedback: SavedFeedback | None) -> None:
        if feedback is None:
            self.refused.emit(unknown_words())
            return
        self._steps.push(UndoStep(lambda: self._revert(feedback)))
        movie = wording.label(feedback.suggestion.shown_title, feedback.suggestion.year)
        self._news.show_text(answered_words(feedback.answer, movie))
        self.set_watchlist(feedback.watchlist)
        self.answered.emit(feedback)
        self._context.library_changed.emit(self)

    def undo(self) -> None:
        """Undo the last feedback."""
        self._news.hide()
        self._steps.undo()

    def _forget_undo(self) -> None:
        """Withdraw the offer to undo: the release may contain what the feedback added."""
        self._steps.clear()
        self._news.hide()

    def _revert(self, feedback: SavedFeedback) -> None:
        services = self._context.services

        def reverted(wanted: Row) -> None:
            suggestion = feedback.suggestion
            self.set_watchlist(wanted)
            if not self.card.isHidden() and self.card.subject is suggestion:
                self._show_own(suggestion, self._key)
            self.undone.emit(suggestion)
            self._context.library_changed.emit(self)

        self._context.tasks.run(
            lambda job: (feedback.undo(), watchlist(services))[1], reverted, self.refused.emit
        )
