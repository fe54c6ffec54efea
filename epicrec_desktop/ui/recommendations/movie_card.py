"""Card of a recommended movie, and the feedback given on it with undo."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QUndoCommand
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.domain.release import Row, Suggestion
from epicrec_desktop.ui.common import messages, posters, wording
from epicrec_desktop.ui.common.buttons import IconButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.layouts import HorizontalLine
from epicrec_desktop.ui.common.page import Banner, vertical_scroll
from epicrec_desktop.ui.common.text import (
    Heading,
    Note,
    PictureLabel,
    Strong,
    Subtitle,
    Text,
    display_name,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.common.undo import UndoSteps
from epicrec_desktop.ui.recommendations import film_text, text
from epicrec_desktop.ui.recommendations.links import IMDB, JUSTWATCH
from epicrec_desktop.ui.recommendations.ranking import (
    ABOUT_THE_MOVIE,
    SavedFeedback,
    save_feedback,
    watchlist,
)

WIDTH = 320
POSTER, SMALL, SMALLEST = QSize(184, 276), QSize(96, 144), QSize(60, 90)
LOW, LOWEST = 800, 640  # below these heights the poster is smaller


class MovieCard(QFrame):
    """Card of one suggestion over the right side of its parent; Escape closes it."""

    closed = Signal()
    answered = Signal(object, str)  # Suggestion; one of the answers of `queries.py`
    alike_asked = Signal(object)  # Suggestion
    link_asked = Signal(str, object)  # a site of `links.py`, Suggestion

    def __init__(self, parent: QWidget, *, name: str) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("kind", "card")
        self.setFixedWidth(WIDTH)
        self._suggestion: Suggestion | None = None
        self.close_button = IconButton("close", self.tr("Close"), name=f"{name}.close")
        self.close_button.clicked.connect(self.dismiss)
        self.poster = PictureLabel()
        self.title = Heading(name=f"{name}.title")
        self.facts = Subtitle(name=f"{name}.facts")
        self.about = Text(name=f"{name}.about")
        self.why = Text(name=f"{name}.why")
        self.source = Note(name=f"{name}.source")
        self._wanted = False
        self.alike_button = SecondaryButton(
            self.tr("More like this"), name=f"{name}.alike", icon="search"
        )
        set_tool_tip(self.alike_button, self.tr("Found on this computer; nobody is asked"))
        self.alike_button.setProperty("small", True)
        self.alike_button.clicked.connect(lambda: self.alike_asked.emit(self._suggestion))
        self.links = [self._link(site) for site in (IMDB, JUSTWATCH)]
        self.seen_button = self._button(
            "seen", self.tr("Seen it"), self.tr("Puts it among your movies, as watched")
        )
        self.liked_button = self._button(
            "liked",
            self.tr("Liked it"),
            self.tr("Puts it among your movies; movies like it are recommended more"),
        )
        self.disliked_button = self._button(
            "disliked",
            self.tr("Not for me"),
            self.tr("Puts it among your movies; movies like it are recommended less"),
        )
        for button in (self.seen_button, self.liked_button, self.disliked_button):
            button.setProperty("small", True)
            about = self.tr("Seen it already: {answer}").format(answer=button.text())
            set_accessible_name(button, about)
        self.refuse_button = self._button(
            "refused", self.tr("Not interested"), self.tr("It is not recommended again")
        )
        self.refuse_button.set_icon("close")
        self.later_button = SecondaryButton(name=f"{name}.later", icon="plus")
        self.later_button.clicked.connect(
            lambda: self._answer("not later" if self._wanted else "later")
        )
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addStretch(1)
        top.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 4 * STEP, 6 * STEP, 6 * STEP)
        column.setSpacing(STEP)
        column.addLayout(top)
        column.addWidget(self._about(), 1)
        column.addSpacing(2 * STEP)
        column.addWidget(self.later_button)
        column.addSpacing(STEP)
        column.addWidget(self.refuse_button)
        column.addSpacing(2 * STEP)
        column.addWidget(Note(self.tr("Seen it already?")))
        self._seen = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._seen.setSpacing(2 * STEP)
        for button in (self.seen_button, self.liked_button, self.disliked_button):
            self._seen.addWidget(button)
        column.addLayout(self._seen)

    def _about(self) -> QWidget:
        """Return the description of the movie, scrollable so that a long title leaves room for the
        answers.
        """
        content = QWidget()
        content.setProperty("kind", "canvas")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(STEP)
        column.addWidget(self.poster)
        column.addSpacing(3 * STEP)
        column.addWidget(self.title)
        column.addWidget(self.facts)
        column.addWidget(self.about)
        column.addSpacing(2 * STEP)
        column.addWidget(HorizontalLine())
        column.addSpacing(2 * STEP)
        column.addWidget(Strong(self.tr("Why it is here")))
        column.addWidget(self.why)
        column.addSpacing(STEP)
        column.addWidget(self.source)
        column.addSpacing(2 * STEP)
        column.addWidget(self.alike_button)
        column.addSpacing(2 * STEP)
        column.addWidget(
            Note(
                self.tr(
                    "Opens in your browser, which may keep it in its history; the site "
                    "sees which movie:"
                )
            )
        )
        links = QHBoxLayout()
        links.setSpacing(2 * STEP)
        for link in self.links:
            links.addWidget(link)
        links.addStretch(1)
        column.addLayout(links)
        column.addStretch(1)
        return vertical_scroll(content, f"{self.objectName()}.scroll")

    def _button(self, answer: str, text: str, about: str) -> SecondaryButton:
        button = SecondaryButton(text, name=f"{self.objectName()}.{answer}")
        set_tool_tip(button, about)
        button.clicked.connect(lambda: self._answer(answer))
        return button

    def _link(self, site: str) -> SecondaryButton:
        link = SecondaryButton(site, name=f"{self.objectName()}.{site.casefold()}", icon="globe")
        link.setProperty("small", True)
        set_accessible_name(link, self.tr("{site}: opens in your browser").format(site=site))
        link.clicked.connect(lambda: self.link_asked.emit(site, self._suggestion))
        return link

    def _answer(self, answer: str) -> None:
        self.answered.emit(self._suggestion, answer)

    def show_suggestion(
        self, suggestion: Suggestion, provider: str, *, wanted: bool = False
    ) -> None:
        """Show a suggestion and take the focus; `wanted`: it is on the watchlist."""
        self._suggestion = suggestion
        self._wanted = wanted
        self.later_button.setText(
            self.tr("Take off the watchlist") if wanted else self.tr("To the watchlist")
        )
        self.later_button.set_icon("check" if wanted else "plus")
        self.poster.setPixmap(
            posters.poster(
                suggestion.title,
                suggestion.year,
                suggestion.categories,
                self._poster_size(),
                self.devicePixelRatioF(),
            )
        )
        name = wording.label(suggestion.title, suggestion.year)
        set_accessible_name(self.poster, self.tr("Poster of {movie}").format(movie=name))
        self.title.setText(display_name(suggestion.title))
        self.show_details(suggestion, "")
        provider = messages.provider(provider)
        self.why.setText(self._why(suggestion, provider))
        self.source.setText(self._source(suggestion, provider))
        set_accessible_name(self, name)
        self.show()
        self._fold()
        self.raise_()
        self.close_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_details(
        self, suggestion: Suggestion, sentence: str, minutes: int | None = None
    ) -> None:
        """Show credits and length, unless another movie is shown by now."""
        if suggestion is self._suggestion:
            self.facts.setText(wording.facts(suggestion.year, minutes, suggestion.categories))
            self.about.setText(sentence)
            self.about.setVisible(bool(sentence))

    def _poster_size(self) -> QSize:
        if self.height() >= LOW:
            return POSTER
        return SMALL if self.height() >= LOWEST else SMALLEST

    def _fold(self) -> None:
        """Stack the answers where they have no room beside each other."""
        self.ensurePolished()
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        buttons = (self.seen_button, self.liked_button, self.disliked_button)
        wide = sum(button.sizeHint().width() for button in buttons) + 4 * STEP
        self._seen.setDirection(down if wide > WIDTH - 12 * STEP - 1 else across)

    def _why(self, suggestion: Suggestion, provider: str) -> str:
        if suggestion.ranked == "watchlist":
            return self.tr("You put it on your watchlist.")
        if suggestion.ranked == "alike":
            return self.tr("It is like the movie you asked about.")
        if suggestion.because:
            return self.tr("Because you watched {movie}.").format(movie=suggestion.because)
        if suggestion.ranked == "provider":
            return self.tr("{provider} suggested it for the list you released.").format(
                provider=provider
            )
        return self.tr("It is close to what you watched, taken together.")

    def _source(self, suggestion: Suggestion, provider: str) -> str:
        if suggestion.ranked == "provider":
            return self.tr("From {provider}. It saw only what was released.").format(
                provider=provider
            )
        if suggestion.ranked == "watchlist":
            return self.tr("Your watchlist is kept on this computer. Nobody else learns of it.")
        if suggestion.ranked == "alike":
            return self.tr("Found on this computer. Nobody else learns of it.")
        return self.tr("Ranked here, with your whole history. Nobody else learns of it.")

    def dismiss(self) -> None:
        """Close the card."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)


class FeedbackCommand(QUndoCommand):
    """Feedback that is already saved: the first `redo` does nothing."""

    def __init__(self, recorder: FeedbackRecorder, feedback: SavedFeedback) -> None:
        super().__init__()
        self._recorder, self._saved = recorder, feedback

    def undo(self) -> None:
        """Undo the feedback."""
        self._recorder.revert(self._saved)


class FeedbackRecorder(QObject):
    """Saves feedback in order, with undo.

    Where feedback changed the library, `library_changed` of the context is emitted with this object
    as sender.
    """

    answered = Signal(object)  # Answered
    undone = Signal(object)  # Row: the restored watchlist
    refused = Signal(str)  # a sentence

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._steps = UndoSteps(context.tasks, self)

    def answer(self, suggestion: Suggestion, answer: str) -> None:
        """Save one of the answers of `queries.py`."""
        services = self._context.services
        self._context.tasks.run(
            lambda job: save_feedback(services, suggestion, answer),
            on_result=self._saved,
            on_error=self.refused.emit,
        )

    def _saved(self, feedback: SavedFeedback | None) -> None:
        if feedback is None:
            self.refused.emit(text.unknown_words())
            return
        self._steps.do(FeedbackCommand(self, feedback))
        self.answered.emit(feedback)
        if feedback.answer in ABOUT_THE_MOVIE:
            self._context.library_changed.emit(self)

    def undo(self) -> None:
        """Undo the last feedback."""
        self._steps.undo()

    def clear(self) -> None:
        """Clear the undo stack."""
        self._steps.clear()

    def revert(self, feedback: SavedFeedback) -> None:
        """Undo saved feedback on a worker."""
        services = self._context.services
        self._context.tasks.run(
            lambda job: (feedback.undo(), watchlist(services))[1],
            on_result=self._reverted,
            on_error=self.refused.emit,
        )

    def _reverted(self, wanted: object) -> None:
        self.undone.emit(wanted)
        self._context.library_changed.emit(self)


class CardController(QObject):
    """Owns the card at the right side of the page; `news` shows the effect of feedback and undoes
    it.

    `watchlist` is the one after the last feedback.
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
        context.released.connect(self._forget_undo)

    def set_watchlist(self, watchlist: Row) -> None:
        """Set the loaded watchlist."""
        self.watchlist = watchlist

    def is_own_change(self, who: object) -> bool:
        """Return whether a library change was feedback given here."""
        return who is self._recorder

    # The card

    def open(self, suggestion: Suggestion, provider: str) -> None:
        """Open the card of this movie; closing it returns the focus."""
        self._opened_from = self._page.focusWidget()
        self.place()
        wanted = suggestion.wire_id in {s.wire_id for s in self.watchlist.suggestions}
        self.card.show_suggestion(suggestion, provider, wanted=wanted)
        films = self._context.services.films
        self._context.tasks.run(
            lambda job: films.about(suggestion.wire_id),
            on_result=lambda known: self.card.show_details(
                suggestion, film_text.about(known, suggestion.categories), known.minutes
            ),
            on_error=lambda _: None,  # a damaged model is reported where it is needed
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
        """Save one of the answers of `queries.py`."""
        self.card.dismiss()
        self.answering.emit()
        self._recorder.answer(suggestion, answer)

    def _answered(self, feedback: SavedFeedback) -> None:
        movie = wording.label(feedback.suggestion.title, feedback.suggestion.year)
        self._news.show_text(text.answered_words(feedback.answer, movie))
        self.watchlist = feedback.watchlist
        self.answered.emit(feedback)

    def undo(self) -> None:
        """Undo the last feedback."""
        self._news.hide()
        self._recorder.undo()

    def _forget_undo(self) -> None:
        """Withdraw the offer to undo: the release may contain what the feedback added."""
        self._recorder.clear()
        self._news.hide()

    def _on_undone(self, wanted: Row) -> None:
        self.watchlist = wanted
        self.undone.emit()
