"""Help dialog: how blurring works, and the glossary."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QWidget

from epicrec_desktop.services.asked_question import Counting, default_counting
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.layouts import FlowLayout, add_items, column
from epicrec_desktop.ui.common.text import Heading, Strong, Text, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator


@dataclass(frozen=True)
class GlossaryEntry:
    """A glossary entry; `key` is stable, because pages link to it."""

    key: str
    word: str
    meaning: str


_tr = translator("Help")


def glossary() -> list[GlossaryEntry]:
    """Return all entries, the basic terms first."""
    return [*_movies(), *_leaving(), *_blurring()]


def _movies() -> list[GlossaryEntry]:
    return [
        GlossaryEntry(
            "confirmed",
            _tr("Confirmed movie"),
            _tr(
                "A movie among those you watched. What only waits for your answer is used for "
                "nothing."
            ),
        ),
        GlossaryEntry(
            "category",
            _tr("Category"),
            _tr("One of 18 kinds of movies, such as Drama. A movie can have several."),
        ),
        GlossaryEntry(
            "ranked-here",
            _tr("Ranked here"),
            _tr(
                "Put in order on this computer, with all your movies and what you said of them. "
                "Nobody else learns of it."
            ),
        ),
        GlossaryEntry(
            "kept",
            _tr("Kept to yourself"),
            _tr(
                "A movie that is in no list and in no number that leaves from now on. What left "
                "before cannot be called back."
            ),
        ),
    ]


def _leaving() -> list[GlossaryEntry]:
    return [
        GlossaryEntry(
            "provider",
            _tr("Service"),
            _tr(
                "Somebody who recommends movies. “This computer” is one, and needs nobody else. "
                "Any other learns the lists that you send it, when you sent them, and that EpicRec "
                "is used from your internet address. It never gets your browsing history, your "
                "ratings or your watchlist; at Everything it gets the movies you confirmed, except "
                "those you keep to yourself."
            ),
        ),
        GlossaryEntry(
            "start-service",
            _tr("Start a service"),
            _tr(
                "A club, a library or friends can run one in ten minutes, on any computer that "
                "is always on: install EpicRec there with its extra “server”, start it with "
                "“epicrec-server run”, and invite everybody with “epicrec-server invite”, which "
                "gives one line to paste here. The guide has every step on its page “Start a "
                "service”."
            ),
        ),
        GlossaryEntry(
            "release",
            _tr("Release"),
            _tr(
                "One list that a service is given, after you said yes to it. Activity keeps "
                "each one as it was made. Refreshing sends the last one again, and never another."
            ),
        ),
        GlossaryEntry(
            "levels",
            _tr("No, Perturbed and All Release"),
            _tr(
                "How much may leave. No: nothing about your movies. Perturbed: only a blurred "
                "list. All: your confirmed movies as they are. A category can have a level of its "
                "own; of a movie with several categories the most careful one counts."
            ),
        ),
        GlossaryEntry(
            "activity",
            _tr("Activity"),
            _tr(
                "Every release, and who was asked for something else, such as a list of movies to "
                "recommend from. A firewall or your router can show you whether that is all."
            ),
        ),
    ]


def _blurring() -> list[GlossaryEntry]:
    return [
        GlossaryEntry(
            "blurred",
            _tr("Blurred"),
            _tr(
                "Your movies are counted, chance changes each number, and a new list is made that "
                "fits the changed numbers. Any movie in it may be one you never saw, and any you "
                "saw may be missing. The changed numbers leave with the list."
            ),
        ),
        GlossaryEntry(
            "budget",
            _tr("Privacy budget"),
            _tr(
                "How much a blurred list may give away about any one movie. The smaller it is, the "
                "more chance changes the numbers. It is found from public data, never from your "
                "history."
            ),
        ),
        GlossaryEntry(
            "month",
            _tr("Month"),
            _tr(
                "Each month is blurred once, when you first say yes to a list in it. A movie that "
                "you confirm afterwards waits for the next month, and for your next yes. Whoever "
                "asks again gets the same numbers: different ones would show together what "
                "each hides."
            ),
        ),
        GlossaryEntry(
            "trust",
            _tr("Trust"),
            _tr(
                "How precise a copy of the blurred numbers a service gets: that of the whole "
                "budget, or of a half, a quarter or an eighth. Several services that put their "
                "copies of a month together know no more than the best of them."
            ),
        ),
    ]


def _steps() -> list[GlossaryEntry]:
    """Return what happens to the movies that leave blurred, in order."""
    return [
        GlossaryEntry(
            "step.counted",
            _tr("1. Counted"),
            _tr("Your movies are counted by group or category, on this computer."),
        ),
        GlossaryEntry(
            "step.blurred",
            _tr("2. Blurred"),
            _tr(
                "Chance makes each number larger or smaller, some even less than nothing. What was "
                "counted stays on this computer."
            ),
        ),
        GlossaryEntry(
            "step.leaves",
            _tr("3. What leaves"),
            _tr(
                "A list of movies is made that fits the blurred numbers; it and these numbers "
                "leave. The list does not say which of them you watched."
            ),
        ),
    ]


BLURRING = "blurring"
"""Topic of how blurring works; the other topics are keys of `glossary`, and `COUNTED`."""

COUNTED = "counted"
"""Topic of what movies are counted in now."""


class HelpDialog(TextDialog):
    """Dialog with how blurring works and a glossary; buttons open shortcuts and release notes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("Help"), (720, 640), name="help")
        self.places: dict[str, QWidget] = {}
        self.places[BLURRING] = Heading(self.tr("How does blurring work?"))
        self.places[COUNTED] = Heading(self.tr("What is counted"))
        self.counting = Text(name="help.counting")
        self._cells = column(spacing=0)
        self.counting.setText(wording.counting_sentence(default_counting()))
        self._topic = ""
        self.column.setSpacing(2 * STEP)
        add_items(
            self.column,
            self.places[BLURRING],
            *map(self._entry, _steps()),
            4 * STEP,
            self.places[COUNTED],
            self.counting,
            self._cells,
            4 * STEP,
            Heading(self.tr("In plain words")),
            *map(self._entry, glossary()),
        )
        self.keys = LinkButton(self.tr("Keyboard shortcuts"), name="help.keys")
        self.release_notes = LinkButton(self.tr("What is new"), name="help.news")
        self.finish((FlowLayout(self.keys, self.release_notes, spacing=6 * STEP), 1))

    def show_counting(self, counting: Counting) -> None:
        """Show the mechanism in use, and its cells with the movies that weigh most."""
        self.counting.setText(wording.counting_sentence(counting))
        for number, cell in enumerate(counting.cells):
            examples = wording.cell_examples(cell)
            entry = GlossaryEntry(f"cell.{number}", wording.category(cell.name), examples)
            self._cells.addWidget(self._entry(entry))
        if self._topic and counting.cells:  # once the area has room for what is above it
            bar, topic = self.area.verticalScrollBar(), self._topic
            once = Qt.ConnectionType.SingleShotConnection
            bar.rangeChanged.connect(lambda: self._scroll_to(topic), once)

    def _entry(self, entry: GlossaryEntry) -> QWidget:
        """Return the row of a word and its meaning, read aloud as one."""
        both = QFrame()
        both.setObjectName(f"help.word.{entry.key}")
        set_accessible_name(both, f"{entry.word}: {entry.meaning}")
        column(
            Strong(entry.word),
            Text(entry.meaning),
            parent=both,
            margins=(0, STEP, 0, STEP),
            spacing=STEP // 2,
        )
        self.places[entry.key] = both
        return both

    def show_topic(self, topic: str) -> None:
        if topic in self.places:
            self._topic = topic  # again once what is above it is known
            QTimer.singleShot(0, self, lambda: self._scroll_to(topic))

    def _scroll_to(self, topic: str) -> None:
        place = self.places[topic]
        self.area.verticalScrollBar().setValue(place.y())
