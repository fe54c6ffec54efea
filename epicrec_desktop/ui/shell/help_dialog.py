"""Help dialog: how blurring works, and the glossary."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QWidget

from epicrec_desktop import resources
from epicrec_desktop.services.asked_question import Counting, default_counting
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.labels import Heading, Strong, Text
from epicrec_desktop.ui.common.layouts import FlowLayout, add_items, column
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translated_name


@dataclass(frozen=True)
class GlossaryEntry:
    """A glossary entry; `key` is stable, because pages link to it."""

    key: str
    word: str
    meaning: str


STEP_KEY = "step."


def glossary() -> list[GlossaryEntry]:
    """Return all entries, the basic terms first."""
    return [entry for entry in _entries() if not entry.key.startswith(STEP_KEY)]


def _entries() -> list[GlossaryEntry]:
    return [
        GlossaryEntry(key, *(translated_name("Help", line) for line in lines))
        for key, lines in resources.sections("help.txt").items()
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
        steps = (self._entry(one) for one in _entries() if one.key.startswith(STEP_KEY))
        add_items(self.column, self.places[BLURRING], *steps, 4 * STEP)
        add_items(self.column, self.places[COUNTED], self.counting, self._cells, 4 * STEP)
        add_items(self.column, Heading(self.tr("In plain words")), *map(self._entry, glossary()))
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
        both = QFrame()
        both.setObjectName(f"help.word.{entry.key}")
        set_accessible_name(both, f"{entry.word}: {entry.meaning}")
        words = (Strong(entry.word), Text(entry.meaning))
        column(*words, parent=both, margins=(0, STEP, 0, STEP), spacing=STEP // 2)
        self.places[entry.key] = both
        return both

    def show_topic(self, topic: str) -> None:
        if topic in self.places:
            self._topic = topic  # again once what is above it is known
            QTimer.singleShot(0, self, lambda: self._scroll_to(topic))

    def _scroll_to(self, topic: str) -> None:
        place = self.places[topic]
        self.area.verticalScrollBar().setValue(place.y())
