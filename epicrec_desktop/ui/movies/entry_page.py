"""Page of a library movie: its verdicts, why it is here, when it was watched, and what may be
released.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from PySide6.QtCore import QDate, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import FIRST_DAY, NOT_RATED
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.controls import CheckBox, SegmentedControl, text_field
from epicrec_desktop.ui.common.evidence_text import all_evidence, candidate_count, doubt, open_time
from epicrec_desktop.ui.common.feedback import lit_answers
from epicrec_desktop.ui.common.film_page import FilmPage, section
from epicrec_desktop.ui.common.layouts import STRETCH, row
from epicrec_desktop.ui.common.text import Note, Text
from epicrec_desktop.ui.movies import text

_LONGEST_DAY = 40

WEIGHTS = {"never": 0.0, "less": 0.5, "usual": 1.0}
"""Words for a movie's share of the privacy budget."""


def _as_qt(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)


def nearest_weight(weight: float) -> str:
    """Return the word of a weight, rounded down: the command line can set any value."""
    return max((key for key, value in WEIGHTS.items() if value <= weight), key=WEIGHTS.__getitem__)


class EntryPage(FilmPage):
    """Page of an entry. The subject of its signals is a library entry."""

    weight_chosen = Signal(int, float)  # id of the entry, weight
    rated = Signal(int, object)  # id of the entry, OwnRating
    other_asked = Signal(int)  # id of the entry: it was another film

    def __init__(self, *, name: str) -> None:
        self.entry_id = -1
        self._own = NOT_RATED
        super().__init__(name=name)

    def refusal(self) -> tuple[str, str]:
        """Return the text of the last verdict, and what it does."""
        return self.tr("Not watched"), self.tr("Takes it away from your movies")

    def reasons(self) -> Sequence[QWidget]:
        """Return the correction."""
        self.other = LinkButton(self.tr("It was another film…"), name=f"{self.objectName()}.other")
        self.other.clicked.connect(lambda: self.other_asked.emit(self.entry_id))
        return (self.other,)

    def sections(self) -> Sequence[QWidget]:
        """Return when it was watched, and the movie's part in a release."""
        name = self.objectName()
        self.day = Text(name=f"{name}.day")
        self.day_from = Note(name=f"{name}.day.from")
        self.day_button = LinkButton(name=f"{name}.day.change")
        self.day_button.clicked.connect(self._write_day)
        self.day_field = text_field(self.tr("Day on which you saw it"), name=f"{name}.day.field")
        self.day_field.setMaxLength(_LONGEST_DAY)
        self.day_field.editingFinished.connect(self._read_day)
        self.again = CheckBox(text.seen_again_words(), name=f"{name}.again")
        self.again.clicked.connect(
            lambda again: self.rated.emit(self.entry_id, replace(self._own, again=again))
        )
        self.effect = Note(name=f"{name}.effect")
        self.thinking = section(
            self.tr("When I saw it"),
            self.day,
            self.day_from,
            self.day_field,
            row(self.day_button, STRETCH),
            self.again,
            self.effect,
        )
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
        self.release_section = section(self.tr("In a release"), self.weight, self.consequence)
        return self.thinking, self.release_section

    def show_entry(self, entry: LibraryEntry) -> None:
        """Show an entry without taking the focus."""
        movie = entry.movie
        self.entry_id, self._own = entry.id, entry.own
        one = candidate_count(entry) == 1
        notes = (self._seen(entry), doubt(entry), text.unlisted_note() if movie.unlisted else "")
        self.show_movie(
            entry.id,
            entry,
            movie,
            # An ambiguous entry shows neither year nor length.
            facts=wording.facts(movie.year if one else None, None, movie.categories),
            why=all_evidence(entry),
            note="\n".join(filter(None, notes)),
            lit=lit_answers(entry),
            known=one and not movie.unlisted,
        )
        watched = entry.status is LibraryStatus.CONFIRMED
        self.show_stars(entry.own, entry.imports)
        self.again.setChecked(entry.own.again)
        day, whence = text.day_words(entry)
        for label, words in ((self.day, day), (self.day_from, whence)):
            label.setText(words)
            label.setVisible(bool(words))
        self.day_button.setText(self.tr("Another day…") if day else self.tr("Add the day…"))
        self.day_button.show()
        self.day_field.hide()
        self.effect.setText(text.effect_words(entry))
        self.thinking.setVisible(watched)
        self.release_section.setVisible(watched and not movie.unlisted)
        self.weight.set_value(nearest_weight(entry.weight))
        self.consequence.setText(self._consequence(self.weight.value))

    def _seen(self, entry: LibraryEntry) -> str:
        if entry.last_seen is None:
            return ""
        day = wording.date(entry.last_seen, short=True)
        phrases = [self.tr("Last visit {day}").format(day=day)]
        return ", ".join([*phrases, *filter(None, [open_time(entry)])])

    def _write_day(self) -> None:
        """Let the day be written."""
        day = self._own.day
        self.day_field.setPlaceholderText(wording.day(QDate.currentDate(), short=True))
        self.day_field.setText(wording.day(_as_qt(day), short=True) if day else "")
        self.day_button.hide()
        self.day_field.show()
        self.day_field.setFocus()
        self.day_field.selectAll()

    def _read_day(self) -> None:
        """Save the day that was written; none takes it back, and what is no day is refused."""
        written = self.day_field.text().strip()
        day = wording.read_day(written)
        if written and not _as_qt(FIRST_DAY) <= day <= QDate.currentDate():
            example = wording.day(QDate.currentDate(), short=True)
            self.day_from.setText(
                self.tr("Write a day until today, such as {day}.").format(day=example)
            )
            self.day_from.show()
            return
        self.day_field.hide()
        self.day_button.show()
        seen = date(day.year(), day.month(), day.day()) if written else None
        own = replace(self._own, day=seen)
        if own != self._own:
            self.rated.emit(self.entry_id, own)

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
        self.weight_chosen.emit(self.entry_id, WEIGHTS[key])
