"""Card of a movie: what is known of it, why it is here, and the answers to it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common import posters, wording
from epicrec_desktop.ui.common.buttons import IconButton, SecondaryButton
from epicrec_desktop.ui.common.feedback import DISLIKED, LATER, LIKED, NOT_LATER, REFUSED, SEEN
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, HorizontalLine, column, row
from epicrec_desktop.ui.common.links import IMDB, JUSTWATCH
from epicrec_desktop.ui.common.page import vertical_scroll
from epicrec_desktop.ui.common.source_text import half_stars, service_words
from epicrec_desktop.ui.common.stars import Stars
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
from epicrec_desktop.ui.common.translation import mirrored, right_to_left

if TYPE_CHECKING:
    from epicrec_desktop.domain.preferences import OwnRating
    from epicrec_desktop.store.ratings import Imported

WIDTH = 356
POSTER, SMALL, SMALLEST = QSize(184, 276), QSize(96, 144), QSize(64, 96)
TALL, LOW = 800, 600
"""Heights from which the poster is above the title, and below which the card is dense."""
DOWN, BESIDE = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
NARROW = 16
"""Characters of a word that fit beside the poster."""


class MovieCard(QFrame):
    """Card over the end side of its parent; Escape closes it.

    The signals carry what `show_movie` was given as `subject`.
    """

    closed = Signal()
    answered = Signal(object, str)  # subject; one of the answers of `feedback.py`
    starred = Signal(object, int)  # subject; halves of stars, 0 for none
    alike_asked = Signal(object)
    link_asked = Signal(str, object)  # a site of `links.py`; Movie or Suggestion

    def __init__(self, parent: QWidget, *, name: str) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("kind", "card")
        self.setFixedWidth(WIDTH)
        self.subject: object = None
        self._movie: Movie | Suggestion | None = None
        self._key: Hashable = None
        self.close_button = IconButton("close", self.tr("Close"), self, name=f"{name}.close")
        self.close_button.clicked.connect(self.dismiss)
        self.poster = PictureLabel()
        self.title = Heading(name=f"{name}.title")
        self.facts = Subtitle(name=f"{name}.facts")
        self.about = Text(name=f"{name}.about")
        self.why = Text(name=f"{name}.why")
        self.note = Note(name=f"{name}.note")
        for beside_poster in (self.title, self.facts):
            beside_poster.longest_word = NARROW
        self.alike_button = SecondaryButton(
            self.tr("More like this"), name=f"{name}.alike", icon="search"
        )
        set_tool_tip(self.alike_button, self.tr("Found on this computer; nobody is asked"))
        self.alike_button.setProperty("small", True)
        self.alike_button.clicked.connect(lambda: self.alike_asked.emit(self.subject))
        self.links = [self._link(site) for site in (IMDB, JUSTWATCH)]
        self.later_button = SecondaryButton(name=f"{name}.later", icon="plus")
        self.later_button.setProperty("small", True)
        self._wanted = False
        self.later_button.clicked.connect(
            lambda: self._answer(NOT_LATER if self._wanted else LATER)
        )
        self.stars = Stars(name=f"{name}.stars")
        self.stars.chosen.connect(lambda halves: self.starred.emit(self.subject, halves))
        self.stars_note = Note(name=f"{name}.stars.note")
        self.stars_note.hide()
        self.verdicts = {answer: self._verdict(answer, *words) for answer, words in self._words()}
        self._lay_out()
        self.hide()

    def _words(self) -> Sequence[tuple[str, tuple[str, str]]]:
        """Return the verdicts: the text of each button, and what it does."""
        return (
            (SEEN, (self.tr("Seen"), self.tr("Puts it among your movies, as watched"))),
            (
                LIKED,
                (
                    self.tr("Liked"),
                    self.tr("Puts it among your movies; movies like it are recommended more"),
                ),
            ),
            (
                DISLIKED,
                (
                    self.tr("Disliked"),
                    self.tr("Puts it among your movies; movies like it are recommended less"),
                ),
            ),
            (REFUSED, self.refusal()),
        )

    def refusal(self) -> tuple[str, str]:
        """Return the text of the last verdict, and what it does."""
        return self.tr("Not interested"), self.tr("It is not recommended again")

    def sections(self) -> Sequence[QWidget]:
        """Return what follows the reasons."""
        return ()

    def _lay_out(self) -> None:
        content = QWidget()
        content.setProperty("kind", "canvas")
        room = self.close_button.sizeHint().width() - STEP
        beside_close = (room, 0, 0, 0) if right_to_left() else (0, 0, room, 0)
        self._head = row(
            (self.poster, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading),
            (column(self.title, self.facts, STRETCH, margins=beside_close, spacing=STEP), 1),
            spacing=4 * STEP,
        )
        self.leaves = Note(
            self.tr("Leaves EpicRec: the site sees which movie, and your browser keeps it.")
        )
        column(
            self._head,
            self.about,
            HorizontalLine(),
            Strong(self.tr("Why it is here")),
            self.why,
            self.note,
            *self.sections(),
            HorizontalLine(),
            self.alike_button,
            row(*self.links, STRETCH, spacing=2 * STEP),
            self.leaves,
            STRETCH,
            parent=content,
            spacing=2 * STEP,
        )
        verdicts = FlowLayout(*self.verdicts.values(), spacing=STEP, fill=True)
        stars = QWidget()
        self._stars = row(self.stars, (self.stars_note, 1), parent=stars, spacing=STEP)
        first = FlowLayout(self.later_button, stars, fill=True)
        area = vertical_scroll(content, f"{self.objectName()}.scroll")
        area.verticalScrollBar().setProperty("below", "close")
        self._whole = column(
            (area, 1), first, verdicts, parent=self, margins=5 * STEP, spacing=2 * STEP
        )

    def _verdict(self, answer: str, text: str, about: str) -> SecondaryButton:
        button = SecondaryButton(text, name=f"{self.objectName()}.{answer}")
        button.setProperty("small", True)
        button.setCheckable(True)
        set_tool_tip(button, about)
        if answer in (SEEN, LIKED, DISLIKED):
            name = self.tr("Seen it already: {answer}").format(answer=text)
            set_accessible_name(button, name)
        button.clicked.connect(lambda: self._press(answer))
        return button

    def _link(self, site: str) -> SecondaryButton:
        link = SecondaryButton(site, name=f"{self.objectName()}.{site.casefold()}", icon="globe")
        link.setProperty("small", True)
        set_accessible_name(link, self.tr("{site}: opens in your browser").format(site=site))
        link.clicked.connect(lambda: self.link_asked.emit(site, self._movie))
        return link

    def _press(self, answer: str) -> None:
        """Answer; the button shows what is in effect, and not that it was pressed."""
        button = self.verdicts[answer]
        button.setChecked(not button.isChecked())
        self._answer(answer)

    def _answer(self, answer: str) -> None:
        self.answered.emit(self.subject, answer)

    def show_movie(
        self,
        key: Hashable,
        subject: object,
        movie: Movie | Suggestion,
        *,
        facts: str,
        why: str,
        note: str,
        lit: Collection[str] = (),
        known: bool = True,
    ) -> None:
        """Show a movie.

        `lit`: the answers in effect. `known`: a catalog has the movie, and it is clear which one it
        is. The same `key` again keeps what `show_details` added.
        """
        self.stars.flush()  # of the movie shown before
        self.subject, self._movie = subject, movie
        if key != self._key:
            self._key = key
            self.show_details(key, facts)
        self._wanted = LATER in lit
        self.later_button.setText(
            self.tr("Off the watchlist") if self._wanted else self.tr("To the watchlist")
        )
        self.later_button.set_icon("check" if self._wanted else "plus")
        for answer, button in self.verdicts.items():
            button.setChecked(answer in lit)
        self._draw_poster()
        self.title.setText(display_name(movie.shown_title))
        self.why.setText(why)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        for widget in (self.alike_button, self.leaves, *self.links):
            widget.setVisible(known)
        set_accessible_name(self, wording.label(movie.shown_title, movie.year if known else None))
        self.show()
        self.raise_()

    def show_stars(self, own: OwnRating, imports: Sequence[Imported] = ()) -> None:
        """Show the user's stars, else those of the last import that has some."""
        rated = [one for one in imports if one.rating is not None]
        if own.stars is not None or not rated or not own.empty:
            self.stars.show_value(own.stars or 0, own=True)
            self.stars_note.setText(half_stars(own.stars / 10) if own.stars else "")
            self.stars_note.setVisible(bool(own.stars))
            return
        last = rated[-1]
        self.stars.show_value(round(10 * (last.rating or 0)), own=False)
        words = self.tr("{stars} from {service}")
        self.stars_note.setText(
            words.format(stars=half_stars(last.rating or 0), service=service_words(last.source))
        )
        self.stars_note.show()

    def show_details(self, key: Hashable, facts: str, about: str = "") -> None:
        """Show year, length, categories and credits, unless another movie is shown by now.

        Before them the title that public sources give it, where it is shown by another one.
        """
        if key == self._key:
            movie = self._movie
            title = display_name(movie.title) if movie is not None and movie.local_title else ""
            self.facts.setText("\n".join(filter(None, (title, facts))))
            self.about.setText(about)
            self.about.setVisible(bool(about))

    def _draw_poster(self) -> None:
        movie = self._movie
        if movie is None:
            return
        tall, low = self.height() >= TALL, self.height() < LOW
        self._head.setDirection(DOWN if tall else BESIDE)
        size = POSTER if tall else SMALLEST if low else SMALL
        self.poster.setPixmap(posters.poster(movie, size, self.devicePixelRatioF()))
        name = wording.label(movie.shown_title, movie.year)
        set_accessible_name(self.poster, self.tr("Poster of {movie}").format(movie=name))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the height there is, and keep the cross in its corner."""
        super().resizeEvent(event)
        size = self.close_button.sizeHint()
        at = QRect(QPoint(self.width() - size.width() - 2 * STEP, 2 * STEP), size)
        self.close_button.setGeometry(mirrored(at, self.rect()))
        self.close_button.raise_()
        low = self.height() < LOW
        self._stars.setDirection(DOWN if low else BESIDE)
        self._whole.setContentsMargins(*(((4 if low else 5) * STEP,) * 4))
        self._draw_poster()

    def dismiss(self) -> None:
        """Close the card."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)
