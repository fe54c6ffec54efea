"""Card of a library movie: what is known, the user's rating, and what may be released."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import NOT_RATED, Rating
from epicrec_desktop.ui.common import posters, wording
from epicrec_desktop.ui.common.buttons import IconButton, QuietButton, SecondaryButton
from epicrec_desktop.ui.common.controls import CheckBox, SegmentedControl
from epicrec_desktop.ui.common.evidence_text import all_evidence, candidate_count, doubt, open_time
from epicrec_desktop.ui.common.layouts import STRETCH, HorizontalLine, Panel, column, row
from epicrec_desktop.ui.common.page import vertical_scroll
from epicrec_desktop.ui.common.text import (
    Heading,
    Note,
    PictureLabel,
    Strong,
    Subtitle,
    Text,
    display_name,
    set_accessible_name,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.movies import text

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry

WIDTH = 340
POSTER = QSize(88, 132)
WEIGHTS = {"never": 0.0, "less": 0.5, "usual": 1.0}
"""Words for a movie's share of the privacy budget."""


NARROW = 14
"""Characters that fit beside the poster."""


def nearest_weight(weight: float) -> str:
    """Return the word of a weight, rounded down: the command line can set any value."""
    return max((key for key, value in WEIGHTS.items() if value <= weight), key=WEIGHTS.__getitem__)


def _section(heading: str, *widgets: QWidget) -> QWidget:
    """Return a part of the card below a line."""
    section = QWidget()
    column(
        HorizontalLine(),
        Strong(heading),
        *widgets,
        parent=section,
        margins=(0, STEP, 0, 0),
        spacing=2 * STEP,
    )
    return section


class EntryCard(Panel):
    """Card beside the list or wall; Escape closes it."""

    closed = Signal()
    weight_chosen = Signal(int, float)  # id of the entry, weight
    rated = Signal(int, object)  # id of the entry, OwnRating
    other_asked = Signal(int)  # id of the entry: it was another film
    alike_asked = Signal(int)  # id of the entry: find movies like it

    def __init__(self, parent: QWidget, *, name: str) -> None:
        super().__init__(parent, name=name)
        self.setProperty("kind", "card")
        self.setProperty("within", "panel")
        self.setFixedWidth(WIDTH)
        self._id = -1
        self._minutes: int | None = None
        self._own = NOT_RATED
        self.close_button = IconButton("close", self.tr("Close"), name=f"{name}.close")
        self.close_button.clicked.connect(self.dismiss)
        self.poster = PictureLabel()
        self.title = Heading(name=f"{name}.title")
        self.facts = Subtitle(name=f"{name}.facts")
        self.about = Text(name=f"{name}.about")
        self.found = Text(name=f"{name}.found")
        self.doubt = Note(name=f"{name}.doubt")
        self.seen = Note(name=f"{name}.seen")
        self.unlisted = Note(name=f"{name}.unlisted")
        self.other = QuietButton(self.tr("It was another film…"), name=f"{name}.other")
        self.other.setProperty("kind", "link")  # in line with the text
        self.other.clicked.connect(lambda: self.other_asked.emit(self._id))
        self.alike = SecondaryButton(self.tr("More like this"), name=f"{name}.alike", icon="search")
        self.alike.setProperty("small", True)
        self.alike.clicked.connect(lambda: self.alike_asked.emit(self._id))
        self.rating = SegmentedControl(
            list(text.rating_names().items()),
            name=f"{name}.rating",
            label=self.tr("What you think of it"),
            small=True,
        )
        self.rating.chosen.connect(self._rate)
        self.again = CheckBox(text.seen_again_words(), name=f"{name}.again")
        self.again.clicked.connect(self._say_again)
        self.effect = Note(name=f"{name}.effect")
        self.weight = SegmentedControl(
            [
                ("never", self.tr("Keep to myself")),
                ("less", self.tr("Less")),
                ("usual", self.tr("Usual")),
            ],
            name=f"{name}.weight",
            label=self.tr("In a release"),
            small=True,
        )
        self.weight.chosen.connect(self._weigh)
        self.consequence = Note(name=f"{name}.consequence")
        for beside_poster in (self.title, self.facts):
            beside_poster.longest_word = NARROW
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        self.thinking = _section(
            self.tr("What you think of it"), self.rating, self.again, self.effect
        )
        self.release_section = _section(self.tr("In a release"), self.weight, self.consequence)
        content = QWidget()
        content.setProperty("kind", "canvas")
        column(
            row(
                (self.poster, 0, Qt.AlignmentFlag.AlignTop),
                (column(self.title, self.facts, STRETCH, spacing=STEP), 1),
                (self.close_button, 0, Qt.AlignmentFlag.AlignTop),
                spacing=4 * STEP,
            ),
            self.about,
            row(self.alike, STRETCH),
            STEP,
            Strong(self.tr("Why it is here")),
            self.found,
            self.seen,
            self.doubt,
            self.unlisted,
            row(self.other, STRETCH),
            self.thinking,
            self.release_section,
            STRETCH,
            parent=content,
            spacing=2 * STEP,
        )
        self.body.addWidget(vertical_scroll(content, f"{self.objectName()}.scroll"))

    def show_runtime(self, entry: LibraryEntry, minutes: int | None, about: str = "") -> None:
        """Show categories, length, and what is known; do nothing if another movie is shown by
        now.
        """
        if entry.id != self._id:
            return
        self.about.setText(about if candidate_count(entry) == 1 else "")
        self.about.setVisible(bool(self.about.text()))
        self._minutes = minutes
        # An ambiguous entry shows neither year nor length.
        year, long = (entry.movie.year, minutes) if candidate_count(entry) == 1 else (None, None)
        self.facts.setText(wording.facts(year, long, entry.movie.categories))

    def show_entry(self, entry: LibraryEntry) -> None:
        """Show an entry without taking the focus."""
        movie = entry.movie
        if entry.id != self._id:
            self._id, self._minutes = entry.id, None
            self.about.setText("")
        ratio = self.devicePixelRatioF()
        self.poster.setPixmap(
            posters.poster(movie.title, movie.year, movie.categories, POSTER, ratio)
        )
        set_accessible_name(self.poster, self.tr("Poster of {movie}").format(movie=movie.label))
        self.title.setText(display_name(movie.title))
        self.show_runtime(entry, self._minutes, self.about.text())
        self.alike.setVisible(candidate_count(entry) == 1 and not movie.unlisted)
        self.found.setText(all_evidence(entry))
        self.doubt.setText(doubt(entry))
        self.doubt.setVisible(bool(self.doubt.text()))
        self.seen.setText(self._seen(entry))
        self.seen.setVisible(bool(self.seen.text()))
        self.unlisted.setText(text.unlisted_note() if movie.unlisted else "")
        self.unlisted.setVisible(movie.unlisted)
        self._own = entry.own
        self.rating.set_value(entry.own.rating.value if entry.own.rating else "none")
        self.again.setChecked(entry.own.again)
        self.effect.setText(text.effect_words(entry))
        for section in (self.thinking, self.release_section):
            section.setVisible(entry.status is LibraryStatus.CONFIRMED)
        if movie.unlisted:
            self.release_section.hide()
        self.weight.set_value(nearest_weight(entry.weight))
        self.consequence.setText(self._consequence(self.weight.value))
        set_accessible_name(self, movie.label)
        self.show()
        self.raise_()

    def _seen(self, entry: LibraryEntry) -> str:
        if entry.last_seen is None:
            return ""
        local = entry.last_seen.astimezone()
        date = QDate(local.year, local.month, local.day)
        phrases = [self.tr("Last visit {day}").format(day=wording.day(date, short=True))]
        return ", ".join([*phrases, *filter(None, [open_time(entry)])])

    def _consequence(self, key: str) -> str:
        return {
            "never": self.tr(
                "It is in no list by name, and in no numbers blurred from now on. What was "
                "blurred or sent before stays as it was. Recommendations made on this computer "
                "still count it."
            ),
            "less": self.tr(
                "It counts half in numbers blurred from now on, and is in no list by name. What "
                "was blurred or sent before stays as it was. Recommendations made on this "
                "computer count it in full."
            ),
            "usual": self.tr("It is treated like every other movie of its categories."),
        }[key]

    def _weigh(self, key: str) -> None:
        self.consequence.setText(self._consequence(key))
        self.weight_chosen.emit(self._id, WEIGHTS[key])

    def _rate(self, key: str) -> None:
        rating = None if key == "none" else Rating(key)
        self.rated.emit(self._id, replace(self._own, rating=rating))

    def _say_again(self, again: bool) -> None:
        self.rated.emit(self._id, replace(self._own, again=again))

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
