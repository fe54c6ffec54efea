"""Every key of the program in one table: it makes the shortcuts work, and it is the help page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

Standard = QKeySequence.StandardKey
Keys = Sequence[str | QKeySequence.StandardKey]


@dataclass(frozen=True)
class Entry:
    """Some keys that do one thing at one place. Without `key` a widget's own keys are described."""

    key: str
    place: str
    keys: tuple[str | QKeySequence.StandardKey, ...]
    words: str

    def sequences(self) -> list[QKeySequence]:
        """The keys as Qt knows them; a standard key may be several on one system."""
        found: list[QKeySequence] = []
        for one in self.keys:
            found += QKeySequence.keyBindings(one) if isinstance(one, Standard) else []
            found += [QKeySequence(one)] if isinstance(one, str) else []
        return found

    def caps(self) -> list[str]:
        """The keys as they are written on this system's keyboards; a standard key's first one."""
        caps: list[str] = []
        for one in self.keys:
            if isinstance(one, str) and one in _SIGNS:
                caps += _SIGNS[one]
            else:
                sequence = QKeySequence(one)
                caps.append(sequence.toString(QKeySequence.SequenceFormat.NativeText))
        return list(dict.fromkeys(cap for cap in caps if cap))


_SIGNS = {"Arrows": ["←", "→", "↑", "↓"], "Sideways": ["←", "→"], "Up and down": ["↑", "↓"]}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Shortcuts", text)


def table() -> list[Entry]:
    """All of them, by place, in the language of the moment."""
    return [*_everywhere(), *_recommendations(), *_movies(), *_elsewhere()]


def _everywhere() -> list[Entry]:
    place = _tr("Everywhere")
    return [
        Entry("go.recommendations", place, ("Ctrl+1",), _tr("Recommendations")),
        Entry("go.movies", place, ("Ctrl+2",), _tr("My movies")),
        Entry("go.privacy", place, ("Ctrl+3",), _tr("Privacy")),
        Entry("go.activity", place, ("Ctrl+4",), _tr("Activity")),
        Entry("go.settings", place, ("Ctrl+5",), _tr("Settings")),
        Entry("help", place, ("F1",), _tr("Help")),
        Entry("keys", place, ("?",), _tr("These shortcuts")),
        Entry("quit", place, ("Ctrl+Q",), _tr("Quit EpicRec")),
        Entry("", place, ("Tab", "Shift+Tab"), _tr("Next or previous control")),
    ]


def _recommendations() -> list[Entry]:
    place = _tr("Recommendations")
    return [
        Entry("recommendations.refresh", place, ("F5",), _tr("Refresh")),
        Entry("recommendations.find", place, (Standard.Find,), _tr("Search recommendations")),
        Entry("recommendations.filter", place, ("Ctrl+Shift+F",), _tr("Filter recommendations")),
        Entry("", place, ("Arrows",), _tr("From poster to poster and row to row")),
        Entry("", place, ("Return", "Space"), _tr("Open a movie")),
        Entry("", place, ("Esc",), _tr("Close the movie")),
    ]


def _movies() -> list[Entry]:
    place = _tr("My movies")
    return [
        Entry("movies.confirm", place, ("Y", "Return", "Enter"), _tr("I watched it")),
        Entry("movies.reject", place, ("N", "Del"), _tr("Not mine")),
        Entry("", place, ("1", "2", "3"), _tr("Which one of several movies it is")),
        Entry("movies.liked", place, ("L",), _tr("Watched: liked")),
        Entry("movies.disliked", place, ("D",), _tr("Watched: not for me")),
        Entry("movies.again", place, ("R",), _tr("Watched: seen again")),
        Entry("movies.details", place, ("I",), _tr("More about the movie")),
        Entry("movies.undo", place, (Standard.Undo,), _tr("Take the last answer back")),
        Entry("movies.find", place, (Standard.Find,), _tr("Search titles")),
        Entry("movies.order", place, ("Ctrl+Shift+F",), _tr("Sort and filter")),
        Entry("", place, (Standard.SelectAll,), _tr("Select all")),
        Entry("", place, ("Up and down",), _tr("From movie to movie")),
    ]


def _elsewhere() -> list[Entry]:
    privacy, first = _tr("Privacy"), _tr("First run")
    return [
        Entry("", privacy, ("Sideways",), _tr("Another level")),
        Entry("privacy.undo", privacy, (Standard.Undo,), _tr("Take the last change back")),
        Entry("", first, ("Return",), _tr("Go on")),
        Entry("", first, ("Space",), _tr("Tick or pick")),
        Entry("wizard.back", first, ("Alt+Left", Standard.Back), _tr("One step back")),
        Entry("", first, ("Esc",), _tr("Stop reading, or one step back")),
    ]


def entry(key: str) -> Entry:
    """The entry of this key. Raises `StopIteration` for one that is not in the table."""
    return next(one for one in table() if one.key == key)


def bind(key: str, owner: QWidget, slot: Callable[[], object], *, inside: bool = False) -> None:
    """Call `slot` on the keys of an entry while `owner` is seen; `inside`: has the focus within."""
    seen = set()
    for sequence in entry(key).sequences():
        if sequence.toString() in seen:
            continue
        seen.add(sequence.toString())
        shortcut = QShortcut(sequence, owner)
        shortcut.setObjectName(f"shortcut.{key}")
        if inside:
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(slot)


def matches(event: QKeyEvent, key: str) -> bool:
    """Whether a key press is one of an entry's, on the number pad too."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    pressed = QKeySequence(event.key() | modifiers.value)
    return any(
        one.matches(pressed) is QKeySequence.SequenceMatch.ExactMatch
        for one in entry(key).sequences()
    )
