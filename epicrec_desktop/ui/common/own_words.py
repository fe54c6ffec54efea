"""What the user says of a movie for themselves: the day they saw it, and a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.preferences import (
    LONGEST_NOTE,
    NOT_RATED,
    OwnRating,
    Rating,
    is_day_of_watching,
    resolved,
)
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.controls import CheckBox, TextArea, text_field
from epicrec_desktop.ui.common.labels import Note, Text
from epicrec_desktop.ui.common.layouts import STRETCH, row, section
from epicrec_desktop.ui.common.source_text import service_words
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator

LONGEST_DAY = 40
REST_MS = 1500
"""After a pause in typing of this length a note is saved."""

tr = translator("Ratings")


def seen_again_words() -> str:
    """Return the note that a movie was watched more than once."""
    return tr("Seen again")


def _effect_words(entry: LibraryEntry) -> str:
    local_note = tr(
        "What you say of it counts in recommendations made on this computer, and in nothing else."
    )
    if entry.movie.unlisted:
        return ""  # no catalog has it, so nothing counts in any
    if not entry.own.empty:
        return local_note
    imported = [one.rating for one in entry.imports if one.rating is not None]
    answers = {
        Rating.LIKED: tr("The imported rating counts as liked until you answer."),
        Rating.DISLIKED: tr("The imported rating counts as disliked until you answer."),
    }
    counts = resolved(NOT_RATED, imported)
    return f"{answers[counts]} {local_note}" if counts in answers else local_note


def day_words(entry: LibraryEntry) -> tuple[str, str]:
    """Return the day on which a movie was watched, and how that is known; both empty for neither.

    The day of a playing is a guess, and said to be one; that of a rating is one by which it was.
    """
    day, by = entry.watched_day, entry.seen_by
    if day is None:
        if by is None or by.seen_by is None:
            return "", ""
        words = tr("Rated or marked on {service} that day")
        whence = words.format(service=service_words(by.source))
        return tr("By {day}").format(day=wording.day(by.seen_by)), whence
    shown = wording.day(day)
    if entry.own.day is not None:
        return shown, ""
    dated = [one for one in entry.imports if one.seen == day]
    if dated:
        service = service_words(dated[-1].source)
        return shown, tr("From your {service} export").format(service=service)
    return shown, tr("A guess: it was played in your browser")


def _example() -> str:
    return wording.day(date.today(), short=True)  # noqa: DTZ011 - the user's own


class NoteField(TextArea):
    """Field for a note; `written` after a pause, and when the user leaves it."""

    written = Signal(str)

    def __init__(self, *, name: str) -> None:
        super().__init__(self.tr("Your note"), name=name)
        self.setPlaceholderText(self.tr("Only for you: it stays on this computer"))
        self._saved = ""
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.flush)
        self.textChanged.connect(self._rest.start)

    def show_note(self, note: str) -> None:
        """Show a note. One that was just saved leaves what the user wrote since."""
        if note != self._saved:
            self._saved = note
            self.setPlainText(note)
            self._rest.stop()

    def flush(self) -> None:
        self._rest.stop()
        note = self.toPlainText().strip()[:LONGEST_NOTE]
        if note != self._saved:
            self._saved = note
            self.written.emit(note)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.flush()


class OwnWords(QWidget):
    """Owner of the panels in which the user says (`changed`) when they saw a movie, and a note."""

    changed = Signal(object)  # OwnRating
    day_entered = Signal()  # a day, or none; not where the user leaves the field

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self.hide()
        self._own = NOT_RATED
        self._id: int | None = None  # of the entry that is shown
        self._seen_by: date | None = None
        self.day = Text(name=f"{name}.day")
        self.day_from = Note(name=f"{name}.day.from")
        self.day_button = LinkButton(name=f"{name}.day.change", on_click=self.write_day)
        self.same_day = LinkButton(
            self.tr("It was that day"), name=f"{name}.day.same", on_click=self._say_same_day
        )
        self.day_field = text_field(self.tr("Day on which you saw it"), name=f"{name}.day.field")
        self.day_field.setMaxLength(LONGEST_DAY)
        self.day_field.editingFinished.connect(self._read_day)
        # Later than `editingFinished`, which Return emits as well.
        self.day_field.returnPressed.connect(self._enter_day, Qt.ConnectionType.QueuedConnection)
        self.again = CheckBox(seen_again_words(), name=f"{name}.again")
        self.again.clicked.connect(lambda again: self._change(replace(self._own, again=again)))
        self.effect = Note(name=f"{name}.effect")
        self.note = NoteField(name=f"{name}.own-note")
        self.note.written.connect(lambda note: self._change(replace(self._own, note=note)))
        self.panels: Sequence[QWidget] = (
            section(
                self.tr("When I saw it"),
                self.day,
                self.day_from,
                row(self.same_day, self.day_button, STRETCH, spacing=4 * STEP),
                self.day_field,  # below: a press takes its focus, and what it hides must not move
                self.again,
                self.effect,
            ),
            section(self.tr("My note"), self.note),
        )
        self.show_entry(None)

    def show_entry(self, entry: LibraryEntry | None) -> None:
        """Show what the user says of a movie; the panels are hidden where they did not watch it."""
        for panel in self.panels:
            panel.setVisible(entry is not None)
        if entry is None:
            self._id = None
            self.note.show_note("")
            return
        writing = entry.id == self._id and self.day_field.hasFocus()
        self._id, self._own = entry.id, entry.own
        self.again.setChecked(entry.own.again)
        day, whence = day_words(entry)
        for label, words in ((self.day, day), (self.day_from, whence)):
            label.show_text(words)
        self._seen_by = entry.seen_by.seen_by if entry.seen_by is not None else None
        self.same_day.setVisible(self._seen_by is not None and is_day_of_watching(self._seen_by))
        known = bool(day) and self._seen_by is None
        self.day_button.setText(self.tr("Another day…") if known else self.tr("Add the day…"))
        if not writing:  # else the library was loaded again meanwhile
            self.day_button.show()
            self.day_field.hide()
        self.effect.show_text(_effect_words(entry))
        self.note.show_note(entry.own.note)

    def _say_same_day(self) -> None:
        self._change(replace(self._own, day=self._seen_by))
        self.day_field.hide()
        self.day_entered.emit()

    def _change(self, own: OwnRating) -> None:
        self._own = own
        self.changed.emit(own)

    def _enter_day(self) -> None:
        if self.day_field.isHidden():  # else what was written is no day
            self.day_entered.emit()

    def write_day(self) -> None:
        day = self._own.day
        self.day_field.setPlaceholderText(_example())
        self.day_field.setText(wording.day(day, short=True) if day else "")
        self.day_button.hide()
        self.day_field.show()
        self.day_field.setFocus()
        self.day_field.selectAll()

    def _read_day(self) -> None:
        """Save the day that was written; none takes it back, and what is no day is refused."""
        written = self.day_field.text().strip()
        day = wording.read_day(written)
        if written and (day is None or not is_day_of_watching(day)):
            self.day_from.setText(
                self.tr("Write a day until today, such as {day}.").format(day=_example())
            )
            self.day_from.show()
            return
        self.day_field.hide()
        self.day_button.show()
        if day != self._own.day:
            self._change(replace(self._own, day=day))
