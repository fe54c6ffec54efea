"""Card of a movie, over the right side of a page."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from epicrec_desktop.domain.release import Row, Suggestion
from epicrec_desktop.ui.common import film_text, messages, posters, wording
from epicrec_desktop.ui.common.buttons import IconButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.feedback import (
    WATCHLIST,
    FeedbackRecorder,
    SavedFeedback,
    answered_words,
)
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, HorizontalLine, column, row
from epicrec_desktop.ui.common.links import IMDB, JUSTWATCH
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
            "seen", self.tr("Seen"), self.tr("Puts it among your movies, as watched")
        )
        self.liked_button = self._button(
            "liked",
            self.tr("Liked"),
            self.tr("Puts it among your movies; movies like it are recommended more"),
        )
        self.disliked_button = self._button(
            "disliked",
            self.tr("Disliked"),
            self.tr("Puts it among your movies; movies like it are recommended less"),
        )
        for button in (self.seen_button, self.liked_button, self.disliked_button):
            button.setProperty("small", True)
            about = self.tr("Seen it already: {answer}").format(answer=button.text())
            set_accessible_name(button, about)
        self.refuse_button = self._button(
            "refused", self.tr("Hide"), self.tr("It is not recommended again")
        )
        self.refuse_button.setProperty("small", True)
        self.later_button = SecondaryButton(name=f"{name}.later", icon="plus")
        self.later_button.clicked.connect(
            lambda: self._answer("not later" if self._wanted else "later")
        )
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        verdicts = FlowLayout(*self._verdict_buttons(), spacing=STEP, fill=True)
        column(
            row(STRETCH, self.close_button),
            (self._about(), 1),
            2 * STEP,
            self.later_button,
            STEP,
            verdicts,
            parent=self,
            margins=(6 * STEP, 4 * STEP, 6 * STEP, 6 * STEP),
            spacing=STEP,
        )

    def _verdict_buttons(self) -> tuple[SecondaryButton, ...]:
        return self.seen_button, self.liked_button, self.disliked_button, self.refuse_button

    def _about(self) -> QWidget:
        """Return the description of the movie, scrollable so that a long title leaves room for the
        answers.
        """
        content = QWidget()
        content.setProperty("kind", "canvas")
        column(
            self.poster,
            3 * STEP,
            self.title,
            self.facts,
            self.about,
            2 * STEP,
            HorizontalLine(),
            2 * STEP,
            Strong(self.tr("Why it is here")),
            self.why,
            STEP,
            self.source,
            2 * STEP,
            self.alike_button,
            2 * STEP,
            Note(self.tr("Leaves EpicRec: the site sees which movie, and your browser keeps it.")),
            row(*self.links, STRETCH, spacing=2 * STEP),
            STRETCH,
            parent=content,
            spacing=STEP,
        )
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

    def _why(self, suggestion: Suggestion, provider: str) -> str:
        if suggestion.ranked == "watchlist":
            return self.tr("You put it on your watchlist.")
        if suggestion.ranked == "alike":
            return self.tr("It is like the movie you asked about.")
        if suggestion.ranked == "found":
            because = suggestion.because
            return because[:1].upper() + because[1:] if because else self.tr("Its title fits.")
        if suggestion.because:
            return self.tr("Because {movie} is among your movies.").format(movie=suggestion.because)
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
        if suggestion.ranked in ("alike", "found"):
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


class CardController(QObject):
    """Owns the card at the right side of the page; `news` shows the effect of feedback and undoes
    it.

    `watchlist` is the one after the last feedback.
    """

    answering = Signal()
    answered = Signal(object)  # Answered
    undone = Signal(object)  # Suggestion
    refused = Signal(str)  # a sentence

    def __init__(
        self, context: Context, page: QWidget, news: Banner, name: str = "recommendations.card"
    ) -> None:
        super().__init__(page)
        self._context, self._page, self._news = context, page, news
        self._opened_from: QWidget | None = None
        self._key: int | None = None
        self.watchlist = Row(WATCHLIST, "here", ())
        self.card = MovieCard(page, name=name)
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

    def open(
        self,
        suggestion: Suggestion,
        provider: str,
        key: int | None = None,
        *,
        wanted: bool = False,
    ) -> None:
        """Open the card of this movie; closing it returns the focus.

        `key`: its local key, where that is known; `wanted`: it is known to be on the watchlist.
        """
        self._opened_from, self._key = self._page.focusWidget(), key
        self.place()
        wanted = wanted or suggestion.wire_id in {s.wire_id for s in self.watchlist.suggestions}
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
        """Save an answer given on the card, which closes."""
        self.card.dismiss()
        self.act(suggestion, answer, self._key)

    def act(self, suggestion: Suggestion, answer: str, key: int | None = None) -> None:
        """Save one of the answers of `feedback.py`."""
        self.answering.emit()
        self._recorder.answer(suggestion, answer, key)

    def _answered(self, feedback: SavedFeedback) -> None:
        movie = wording.label(feedback.suggestion.title, feedback.suggestion.year)
        self._news.show_text(answered_words(feedback.answer, movie))
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

    def _on_undone(self, suggestion: Suggestion, wanted: Row) -> None:
        self.watchlist = wanted
        self.undone.emit(suggestion)
