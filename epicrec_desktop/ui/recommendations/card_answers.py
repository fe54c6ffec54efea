"""The card of one recommended movie: opening it, and what comes of an answer on it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.release import Row, Suggestion
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.page import Banner
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.recommendations import film_words, text
from epicrec_desktop.ui.recommendations.answers import FeedbackRecorder
from epicrec_desktop.ui.recommendations.movie_card import MovieCard
from epicrec_desktop.ui.recommendations.queries import SavedFeedback


class CardController(QObject):
    """Holds the card at the right side of the page; `news` says what an answer did and undoes it.

    `watchlist` is always what it is after the last answer.
    """

    answering = Signal()
    answered = Signal(object)  # Answered
    undone = Signal()
    refused = Signal(str)  # a sentence

    def __init__(self, context: Context, page: QWidget, news: Banner) -> None:
        super().__init__(page)
        self._context, self._page, self._news = context, page, news
        self._opened_from: QWidget | None = None
        self.watchlist = Row(text.WATCHLIST, "here", ())
        self.card = MovieCard(page, name="recommendations.card")
        self.card.closed.connect(self._closed)
        self.card.answered.connect(self.answer)
        self._recorder = FeedbackRecorder(context, self)
        self._recorder.answered.connect(self._answered)
        self._recorder.undone.connect(self._on_undone)
        self._recorder.refused.connect(self.refused)
        news.action.connect(self.undo)

    def set_watchlist(self, watchlist: Row) -> None:
        """It was loaded."""
        self.watchlist = watchlist

    def is_own_change(self, who: object) -> bool:
        """Whether a change of the library was an answer given here."""
        return who is self._recorder

    # The card

    def open(self, suggestion: Suggestion, provider: str) -> None:
        """Show the card of this movie; closing it gives the focus back."""
        self._opened_from = self._page.focusWidget()
        self.place()
        wanted = suggestion.wire_id in {s.wire_id for s in self.watchlist.suggestions}
        self.card.show_suggestion(suggestion, provider, wanted=wanted)
        films = self._context.services.films
        self._context.tasks.run(
            lambda report, cancelled: films.about(suggestion.wire_id),
            on_result=lambda known: self.card.show_details(
                suggestion, film_words.about(known, suggestion.categories), known.minutes
            ),
            on_error=lambda _: None,  # what is damaged is told where it is needed
        )

    def _closed(self) -> None:
        if self._opened_from is not None and self._opened_from.isVisible():
            self._opened_from.setFocus(Qt.FocusReason.OtherFocusReason)

    def place(self) -> None:
        """Keep the card at the end of the lines."""
        width = self.card.width()
        at = QRect(self._page.width() - width, 0, width, self._page.height())
        self.card.setGeometry(mirrored(at, self._page.rect()))

    # Answers on it

    def answer(self, suggestion: Suggestion, answer: str) -> None:
        """Keep one of the answers of `queries.py`."""
        self.card.dismiss()
        self.answering.emit()
        self._recorder.answer(suggestion, answer)

    def _answered(self, feedback: SavedFeedback) -> None:
        movie = wording.label(feedback.suggestion.title, feedback.suggestion.year)
        self._news.show_text(text.answered_words(feedback.answer, movie))
        self.watchlist = feedback.watchlist
        self.answered.emit(feedback)

    def undo(self) -> None:
        """Undo the last answer."""
        self._news.hide()
        self._recorder.undo()

    def _on_undone(self, wanted: Row) -> None:
        self.watchlist = wanted
        self.undone.emit()
