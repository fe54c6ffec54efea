"""What is known of one movie of the library, and how much of it may ever be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui import posters, words
from epicrec_desktop.ui.sighting_words import doubt, in_full, time_words
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import IconButton
from epicrec_desktop.ui.widgets.page import vertical_scroll
from epicrec_desktop.ui.widgets.panel import Line, Panel
from epicrec_desktop.ui.widgets.segmented_control import Segmented
from epicrec_desktop.ui.widgets.text import Heading, Note, Strong, Subtitle, Text

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry

WIDTH = 340
POSTER = QSize(88, 132)
WEIGHTS = {"never": 0.0, "less": 0.5, "usual": 1.0}
"""What each word gives the movie of the privacy budget."""


def nearest(weight: float) -> str:
    """The word of a weight; the command line may set one in between, and it is not overstated."""
    return max((key for key, value in WEIGHTS.items() if value <= weight), key=WEIGHTS.__getitem__)


class EntryCard(Panel):
    """Beside the list or wall; Escape closes it."""

    closed = Signal()
    weighed = Signal(int, float)  # id of the entry, weight

    def __init__(self, parent: QWidget, *, name: str) -> None:
        super().__init__(parent, name=name)
        self.setProperty("kind", "card")
        self.setFixedWidth(WIDTH)
        self._id = -1
        self.close_button = IconButton("close", self.tr("Close"), name=f"{name}.close")
        self.close_button.clicked.connect(self.dismiss)
        self.poster = QLabel()
        self.title = Heading(name=f"{name}.title")
        self.facts = Subtitle(name=f"{name}.facts")
        self.found = Text(name=f"{name}.found")
        self.doubt = Note(name=f"{name}.doubt")
        self.seen = Note(name=f"{name}.seen")
        self.weight = Segmented(
            [
                ("never", self.tr("Never tell")),
                ("less", self.tr("Less")),
                ("usual", self.tr("Usual")),
            ],
            name=f"{name}.weight",
            label=self.tr("In a release"),
            small=True,
        )
        self.weight.chosen.connect(self._weigh)
        self.consequence = Note(name=f"{name}.consequence")
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        beside = QVBoxLayout()
        beside.setSpacing(STEP)
        beside.addWidget(self.title)
        beside.addWidget(self.facts)
        beside.addStretch(1)
        top = QHBoxLayout()
        top.setSpacing(4 * STEP)
        top.addWidget(self.poster, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(beside, 1)
        top.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.telling = QWidget()
        column = QVBoxLayout(self.telling)
        column.setContentsMargins(0, STEP, 0, 0)
        column.setSpacing(2 * STEP)
        column.addWidget(Line())
        column.addWidget(Strong(self.tr("In a release")))
        column.addWidget(self.weight)
        column.addWidget(self.consequence)
        content = QWidget()
        content.setProperty("kind", "canvas")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(2 * STEP)
        inner.addLayout(top)
        inner.addSpacing(STEP)
        inner.addWidget(Strong(self.tr("Why it is here")))
        inner.addWidget(self.found)
        inner.addWidget(self.seen)
        inner.addWidget(self.doubt)
        inner.addWidget(self.telling)
        inner.addStretch(1)
        self.body.addWidget(vertical_scroll(content, f"{self.objectName()}.scroll"))

    def show_entry(self, entry: LibraryEntry) -> None:
        """Show one, without taking the focus."""
        movie = entry.movie
        self._id = entry.id
        ratio = self.devicePixelRatioF()
        self.poster.setPixmap(
            posters.poster(movie.title, movie.year, movie.categories, POSTER, ratio)
        )
        self.poster.setAccessibleName(self.tr("Poster of {movie}").format(movie=movie.label))
        self.title.setText(movie.title)
        facts = [str(movie.year)] if movie.year else []
        self.facts.setText(" · ".join([*facts, *map(words.category, movie.categories)]))
        self.found.setText(in_full(entry))
        self.doubt.setText(doubt(entry))
        self.doubt.setVisible(bool(self.doubt.text()))
        self.seen.setText(self._seen(entry))
        self.seen.setVisible(bool(self.seen.text()))
        self.telling.setVisible(entry.status is LibraryStatus.CONFIRMED)
        self.weight.set_value(nearest(entry.weight))
        self.consequence.setText(self._consequence(self.weight.value))
        self.setAccessibleName(movie.label)
        self.show()
        self.raise_()

    def _seen(self, entry: LibraryEntry) -> str:
        if entry.last_seen is None:
            return ""
        local = entry.last_seen.astimezone()
        date = QDate(local.year, local.month, local.day)
        told = [self.tr("Last visit {day}").format(day=words.day(date, short=True))]
        return ", ".join([*told, *filter(None, [time_words(entry)])])

    def _consequence(self, key: str) -> str:
        return {
            "never": self.tr(
                "It is never part of a release. Recommendations made here still count it."
            ),
            "less": self.tr(
                "It leaves half the trace in what is perturbed, and is never told openly. "
                "Recommendations made here count it in full."
            ),
            "usual": self.tr("It is treated like every other movie of its categories."),
        }[key]

    def _weigh(self, key: str) -> None:
        self.consequence.setText(self._consequence(key))
        self.weighed.emit(self._id, WEIGHTS[key])

    def dismiss(self) -> None:
        """Close the card."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)
