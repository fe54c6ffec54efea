"""Help dialog: how blurring works, and the glossary."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QWidget

from epicrec_desktop.services.asked_question import Counting, default_counting
from epicrec_desktop.services.demonstration import demonstrate
from epicrec_desktop.ui.common import desktop_preferences, wording
from epicrec_desktop.ui.common.buttons import LinkButton, QuietButton, SecondaryButton
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, Panel, add_items, column, row
from epicrec_desktop.ui.common.text import Heading, Note, Strong, Text, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.shell.blur_picture import BLURRED, COUNTS, LISTED, BlurPicture


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
            _tr("Provider"),
            _tr(
                "Somebody who recommends movies. “This computer” is one, and needs nobody else. "
                "Any other learns the lists that you send it, when you sent them, and that EpicRec "
                "is used from your internet address. It never gets your browsing history, your "
                "ratings or your watchlist; at Everything it gets the movies you confirmed, except "
                "those you keep to yourself."
            ),
        ),
        GlossaryEntry(
            "release",
            _tr("Release"),
            _tr(
                "One list that a provider is given, after you said yes to it. Activity keeps "
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
                "How precise a copy of the blurred numbers a provider gets: that of the whole "
                "budget, or of a half, a quarter or an eighth. Several providers that put their "
                "copies of a month together know no more than the best of them."
            ),
        ),
    ]


def steps() -> tuple[str, str, str]:
    """Return the names of the animation's steps."""
    return _tr("Counted"), _tr("Blurred"), _tr("What leaves")


def step_description(step: int, listed: int, watched: int, *, cells: bool) -> str:
    """Return the description of a step, for a list of `listed` movies of which `watched` were
    watched. `cells`: they are counted in the cells of a question.
    """
    if step == 0 and cells:
        return _tr(
            "A person who does not exist watched some movies. They are counted by group, on their "
            "computer. A movie that is far from a group lowers its number."
        )
    if step == 0:
        return _tr(
            "A person who does not exist watched these movies. They are counted by category, on "
            "their computer."
        )
    if step == 1:
        return _tr(
            "Chance makes each number larger or smaller, some even less than nothing. The outlines "
            "are what was counted: they stay on the computer."
        )
    return _tr(
        "A list of {listed} movies is made that fits the blurred numbers; it and these numbers "
        "leave. The person watched {watched} of them, and the list does not say which."
    ).format(listed=listed, watched=watched)


BLURRING = "blurring"
"""Topic of the animation; the other topics are keys of `glossary`, and `COUNTED`."""

COUNTED = "counted"
"""Topic of what movies are counted in now."""


class BlurPanel(Panel):
    """Animation with its description and its controls."""

    def __init__(self) -> None:
        super().__init__(name="help.blurring.panel", padding=16)
        self.picture = BlurPicture()
        counted, blurred, leaves = steps()
        self.steps = SegmentedControl(
            [(str(COUNTS), counted), (str(BLURRED), blurred), (str(LISTED), leaves)],
            name="help.blurring.steps",
            label=self.tr("Step"),
        )
        self.words = Text(name="help.blurring.words")
        self.movies = Note(name="help.blurring.movies")
        self.play = SecondaryButton(name="help.blurring.play")
        self.again = QuietButton(self.tr("Another example"), name="help.blurring.again")
        add_items(
            self.body,
            self.steps,
            self.words,
            self.picture,
            self.movies,
            row(self.play, self.again, STRETCH, spacing=2 * STEP),
            Note(
                self.tr(
                    "Blurred as a real list is, for a person and movies that do not exist. Here "
                    "you can repeat it as often as you like; a real list is blurred once a "
                    "month."
                )
            ),
        )
        self.steps.chosen.connect(lambda step: self.picture.show_step(int(step)))
        self.picture.step_changed.connect(self._show_step)
        self.picture.stopped.connect(self._update_play_button)
        self.play.clicked.connect(self._play)
        self.again.clicked.connect(self.draw)
        self.show_counting(default_counting())
        self._show_step(COUNTS)

    def show_counting(self, counting: Counting) -> None:
        """Blur as the mechanism in use does."""
        self._counting = counting
        self.draw()

    def draw(self) -> None:
        """Sample new noise; nothing of it is stored."""
        self._sample = demonstrate(self._counting)
        self.picture.show_sample(self._sample)
        self._show_step(self.picture.step)

    def _show_step(self, step: int) -> None:
        sample = self._sample
        self.steps.set_value(str(step))
        cells = self._counting.question is not None
        self.words.setText(step_description(step, sample.size, sample.watched, cells=cells))
        names = [
            (self.tr("{movie} (watched)") if watched else self.tr("{movie} (not)")).format(
                movie=title
            )
            for title, watched in sample.movies
        ]
        movies_text = self.tr("Some of the list: {movies}").format(movies=" · ".join(names))
        self.movies.setText(movies_text if step == LISTED else "")
        self.movies.setVisible(step == LISTED)
        self._update_play_button()

    def _update_play_button(self) -> None:
        self.play.setText(self.tr("Pause") if self.picture.playing else self.tr("Play"))
        self.play.setVisible(not desktop_preferences.is_motion_reduced())

    def _play(self) -> None:
        if self.picture.playing:
            self.picture.pause()
        else:
            self.picture.play()
        self._update_play_button()


class HelpDialog(TextDialog):
    """Dialog with glossary and animation; buttons open shortcuts and release notes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("Help"), (720, 640), name="help")
        self.places: dict[str, QWidget] = {}
        self.places[BLURRING] = Heading(self.tr("How does blurring work?"))
        self.panel = BlurPanel()
        self.places[COUNTED] = Heading(self.tr("What is counted"))
        self.counting = Text(name="help.counting")
        self._cells = column(spacing=0)
        self.counting.setText(wording.counting_sentence(default_counting()))
        self._topic = ""
        self.column.setSpacing(2 * STEP)
        add_items(
            self.column,
            self.places[BLURRING],
            self.panel,
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
        if counting.question is not default_counting().question:
            self.panel.show_counting(counting)
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
        """Scroll to a word, or start the animation."""
        if topic == BLURRING:
            self.panel.picture.play()
            self.panel._update_play_button()
        elif topic in self.places:
            self._topic = topic  # again once what is above it is known
            QTimer.singleShot(0, self, lambda: self._scroll_to(topic))

    def _scroll_to(self, topic: str) -> None:
        place = self.places[topic]
        self.area.verticalScrollBar().setValue(place.y())
