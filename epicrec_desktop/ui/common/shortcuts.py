"""All keyboard shortcuts in one table, which installs them and is the help page."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common.translation import translator

Standard = QKeySequence.StandardKey
Keys = tuple[str | QKeySequence.StandardKey, ...]


@dataclass(frozen=True)
class Shortcut:
    """Keys with one effect at one place. Without `key` it describes a widget's own keys."""

    key: str
    place: str
    keys: Keys
    words: str

    def sequences(self) -> list[QKeySequence]:
        """Return the keys as Qt sequences; a standard key may be several on one system."""
        found: list[QKeySequence] = []
        for one in self.keys:
            found += QKeySequence.keyBindings(one) if isinstance(one, Standard) else []
            found += [QKeySequence(one)] if isinstance(one, str) else []
        return found

    def key_labels(self) -> list[str]:
        """Return the keys as printed on this system's keyboards; of a standard key the first."""
        key_labels: list[str] = []
        for one in self.keys:
            if isinstance(one, str) and one in _SIGNS:
                key_labels += _SIGNS[one]
            else:
                sequence = QKeySequence(one)
                key_labels.append(sequence.toString(QKeySequence.SequenceFormat.NativeText))
        return list(dict.fromkeys(cap for cap in key_labels if cap))


_SIGNS = {"Arrows": ["←", "→", "↑", "↓"], "Sideways": ["←", "→"], "Up and down": ["↑", "↓"]}


_tr = translator("Shortcuts")
_page = translator("Navigation")


def page_titles() -> dict[str, str]:
    """Return the titles of the pages by key, in order: Ctrl+1 first."""
    return {
        "recommendations": _page("Recommendations"),
        "movies": _page("My movies"),
        "privacy": _page("Privacy"),
        "activity": _page("Activity"),
        "settings": _page("Settings"),
    }


def table() -> list[Shortcut]:
    """Return all shortcuts, by place, in the current language."""
    titles = page_titles()
    places: dict[str, list[tuple[str, Keys, str]]] = {
        _tr("Everywhere"): [
            *((f"go.{key}", (f"Ctrl+{n}",), titles[key]) for n, key in enumerate(titles, 1)),
            ("help", ("F1",), _tr("Help")),
            ("keys", ("?",), _tr("These shortcuts")),
            ("quit", ("Ctrl+Q",), _tr("Quit EpicRec")),
            ("", ("Tab", "Shift+Tab"), _tr("Next or previous control")),
        ],
        titles["recommendations"]: [
            ("recommendations.refresh", ("F5",), _tr("Refresh")),
            ("recommendations.find", (Standard.Find,), _tr("Search all movies")),
            ("recommendations.filter", ("Ctrl+Shift+F",), _tr("Filter recommendations")),
            ("", ("Arrows",), _tr("From poster to poster and row to row")),
            ("", ("Return", "Space"), _tr("Open a movie")),
            ("", ("Esc",), _tr("Close the movie")),
            ("posters.seen", ("Y",), _tr("I watched it")),
            ("posters.liked", ("L",), _tr("Watched: liked")),
            ("posters.later", ("W",), _tr("To the watchlist, or off it")),
            ("posters.refused", ("N", "Del"), _tr("Not interested")),
        ],
        titles["movies"]: [
            ("movies.confirm", ("Y", "Return", "Enter"), _tr("I watched it")),
            ("movies.reject", ("N", "Del"), _tr("Not watched")),
            ("", tuple("12345"), _tr("Stars of a watched movie; else which one of several it is")),
            ("movies.liked", ("L",), _tr("Watched: liked")),
            ("movies.later", ("W",), _tr("To the watchlist, or off it")),
            ("movies.disliked", ("D",), _tr("Watched: disliked")),
            ("movies.again", ("R",), _tr("Watched: seen again")),
            ("movies.details", ("I",), _tr("More about the movie")),
            ("movies.undo", (Standard.Undo,), _tr("Undo the last answer")),
            ("movies.find", (Standard.Find,), _tr("Search all movies")),
            ("movies.order", ("Ctrl+Shift+F",), _tr("Sort and filter")),
            ("", (Standard.SelectAll,), _tr("Select all")),
            ("", ("Up and down",), _tr("From movie to movie")),
        ],
        _tr("A list"): [
            ("lists.up", ("Alt+Up",), _tr("Move the film up")),
            ("lists.down", ("Alt+Down",), _tr("Move the film down")),
            ("lists.remove", ("Del",), _tr("Take the film off the list")),
        ],
        titles["privacy"]: [
            ("", ("Sideways",), _tr("Another level")),
            ("privacy.undo", (Standard.Undo,), _tr("Undo the last change")),
        ],
        _tr("First run"): [
            ("", ("Return",), _tr("Go on")),
            ("", ("Space",), _tr("Tick or pick")),
            ("wizard.undo", (Standard.Undo,), _tr("Undo the last answer")),
            ("wizard.back", ("Alt+Left", Standard.Back), _tr("One step back")),
            ("", ("Esc",), _tr("Stop reading, or one step back")),
        ],
    }
    return [
        Shortcut(key, place, keys, words)
        for place, rows in places.items()
        for key, keys, words in rows
    ]


def entry(key: str) -> Shortcut:
    """Return the shortcut of this key. Raises `StopIteration` for an unknown key."""
    return next(one for one in table() if one.key == key)


def bind(key: str, owner: QWidget, slot: Callable[[], object], *, inside: bool = False) -> None:
    """Call `slot` on an entry's keys while `owner` is visible; `inside`: while it has the focus."""
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


def pressed(event: QKeyEvent, keys: Container[str]) -> str:
    """Return which of these entries a key press is, also on the number pad; empty for none."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    sequence = QKeySequence(event.key() | modifiers.value)
    exact = QKeySequence.SequenceMatch.ExactMatch
    known = (one for one in table() if one.key and one.key in keys)
    found = (one.key for one in known if any(s.matches(sequence) is exact for s in one.sequences()))
    return next(found, "")
