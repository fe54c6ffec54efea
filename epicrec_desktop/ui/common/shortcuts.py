"""All keyboard shortcuts in one table, which installs them and is the help page."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common.translation import translator

Standard = QKeySequence.StandardKey
Keys = Sequence[str | QKeySequence.StandardKey]


@dataclass(frozen=True)
class Shortcut:
    """Keys with one effect at one place. Without `key` it describes a widget's own keys."""

    key: str
    place: str
    keys: tuple[str | QKeySequence.StandardKey, ...]
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
    return [*_everywhere(), *_recommendations(), *_movies(), *_elsewhere()]


def _everywhere() -> list[Shortcut]:
    place = _tr("Everywhere")
    return [
        *(
            Shortcut(f"go.{key}", place, (f"Ctrl+{number}",), title)
            for number, (key, title) in enumerate(page_titles().items(), 1)
        ),
        Shortcut("help", place, ("F1",), _tr("Help")),
        Shortcut("keys", place, ("?",), _tr("These shortcuts")),
        Shortcut("quit", place, ("Ctrl+Q",), _tr("Quit EpicRec")),
        Shortcut("", place, ("Tab", "Shift+Tab"), _tr("Next or previous control")),
    ]


def _recommendations() -> list[Shortcut]:
    place = page_titles()["recommendations"]
    return [
        Shortcut("recommendations.refresh", place, ("F5",), _tr("Refresh")),
        Shortcut("recommendations.find", place, (Standard.Find,), _tr("Search all movies")),
        Shortcut("recommendations.filter", place, ("Ctrl+Shift+F",), _tr("Filter recommendations")),
        Shortcut("", place, ("Arrows",), _tr("From poster to poster and row to row")),
        Shortcut("", place, ("Return", "Space"), _tr("Open a movie")),
        Shortcut("", place, ("Esc",), _tr("Close the movie")),
        Shortcut("posters.seen", place, ("Y",), _tr("I watched it")),
        Shortcut("posters.liked", place, ("L",), _tr("Watched: liked")),
        Shortcut("posters.later", place, ("W",), _tr("To the watchlist, or off it")),
        Shortcut("posters.refused", place, ("N", "Del"), _tr("Not interested")),
    ]


def _movies() -> list[Shortcut]:
    place = page_titles()["movies"]
    return [
        Shortcut("movies.confirm", place, ("Y", "Return", "Enter"), _tr("I watched it")),
        Shortcut("movies.reject", place, ("N", "Del"), _tr("Not watched")),
        Shortcut(
            "",
            place,
            ("1", "2", "3", "4", "5"),
            _tr("Stars of a watched movie; else which one of several it is"),
        ),
        Shortcut("movies.liked", place, ("L",), _tr("Watched: liked")),
        Shortcut("movies.later", place, ("W",), _tr("To the watchlist, or off it")),
        Shortcut("movies.disliked", place, ("D",), _tr("Watched: disliked")),
        Shortcut("movies.again", place, ("R",), _tr("Watched: seen again")),
        Shortcut("movies.details", place, ("I",), _tr("More about the movie")),
        Shortcut("movies.undo", place, (Standard.Undo,), _tr("Undo the last answer")),
        Shortcut("movies.find", place, (Standard.Find,), _tr("Search all movies")),
        Shortcut("movies.order", place, ("Ctrl+Shift+F",), _tr("Sort and filter")),
        Shortcut("", place, (Standard.SelectAll,), _tr("Select all")),
        Shortcut("", place, ("Up and down",), _tr("From movie to movie")),
    ]


def _elsewhere() -> list[Shortcut]:
    privacy, first = page_titles()["privacy"], _tr("First run")
    lists = _tr("A list")
    return [
        Shortcut("lists.up", lists, ("Alt+Up",), _tr("Move the film up")),
        Shortcut("lists.down", lists, ("Alt+Down",), _tr("Move the film down")),
        Shortcut("lists.remove", lists, ("Del",), _tr("Take the film off the list")),
        Shortcut("", privacy, ("Sideways",), _tr("Another level")),
        Shortcut("privacy.undo", privacy, (Standard.Undo,), _tr("Undo the last change")),
        Shortcut("", first, ("Return",), _tr("Go on")),
        Shortcut("", first, ("Space",), _tr("Tick or pick")),
        Shortcut("wizard.undo", first, (Standard.Undo,), _tr("Undo the last answer")),
        Shortcut("wizard.back", first, ("Alt+Left", Standard.Back), _tr("One step back")),
        Shortcut("", first, ("Esc",), _tr("Stop reading, or one step back")),
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
