"""Plain text in widgets.

Titles, names and sentences from providers, catalogs, histories, files and errors are shown only
through these functions and the labels of `labels.py`, never as markup: Qt detects rich text in tool
tips and labels by itself, and an `<img>` in it reads a file. A test forbids Qt's own setters
elsewhere.
"""

from __future__ import annotations

import html
import re
import unicodedata

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QListWidgetItem, QSystemTrayIcon, QToolTip, QWidget

from epicrec_desktop.domain.plain_text import TITLE, plain
from epicrec_desktop.ui.common.translation import right_to_left

TIP = 1000
MAX_ACCESSIBLE_TEXT = 2000
LINE = 600
"""Longest text of an elided line in characters: wider than a screen."""
CAPTION = 120
"""Longest text of a button in characters."""
LONGEST_WORD, PART = 32, 12
"""A word longer than this may break after `PART` characters; in a narrow column earlier."""
_ISOLATE, _ISOLATE_END = "\u2068", "\u2069"
BREAK = "\u200b"
"""Zero-width break opportunity: takes no room and is not read aloud. A word that cannot be broken
makes a window as wide as itself.
"""


def with_bidi_isolates(text: str) -> str:
    """Return a plain text for lists and buttons, with each line in its own direction.

    In a right-to-left window, a line would otherwise show its brackets, full stop and numbers at
    the wrong side: "(1995 Heat)". Unicode isolates (UAX 9) prevent that; isolates of foreign texts
    were removed before. Lines that need none stay unchanged.
    """
    if not right_to_left() and text.isascii():
        return text
    return "\n".join(
        f"{_ISOLATE}{line}{_ISOLATE_END}" if _runs_against_layout(line) else line
        for line in text.split("\n")
    )


def _runs_against_layout(line: str) -> bool:
    kinds = {unicodedata.bidirectional(character) for character in line}
    if not right_to_left():
        return bool(kinds & {"R", "AL"})
    return "L" in kinds or ("EN" in kinds and not kinds & {"R", "AL"})  # "50/50 (2011)"


def display_line(text: str) -> str:
    """Return a movie or a name as lists show it and screen readers read it."""
    return plain(text, limit=LINE)


def display_name(text: str) -> str:
    """Return a title or a name for use inside a sentence."""
    return plain(text, limit=TITLE)


def button_text(text: str) -> str:
    """Return the text of a button, where "&" is literal."""
    return with_bidi_isolates(plain(text, limit=CAPTION)).replace("&", "&&")


def elided(metrics: QFontMetrics | QFontMetricsF, text: str, width: float) -> str:
    """Return what fits of a text on one line of this width."""
    cut = Qt.TextElideMode.ElideRight
    if isinstance(metrics, QFontMetricsF):
        return with_bidi_isolates(metrics.elidedText(display_line(text), cut, width))
    return with_bidi_isolates(metrics.elidedText(display_line(text), cut, int(width)))


def with_line_breaks(text: str, longest: int = LONGEST_WORD) -> str:
    """Return `text` with break opportunities in words of more than `longest` characters."""
    return re.sub(rf"\S{{{longest + 1},}}", lambda found: _with_breaks(found.group()), text)


def _with_breaks(word: str) -> str:
    parts, start = [], 0
    for place in range(1, len(word)):
        # Never before a combining mark or beside a joiner, which would split one visible character.
        whole = plain(word[place]) == word[place] and plain(word[place - 1]) == word[place - 1]
        if place - start >= PART and whole:
            parts.append(word[start:place])
            start = place
    return BREAK.join([*parts, word[start:]])


def tool_tip(text: str) -> str:
    """Return a tool tip that Qt shows literally.

    Plain text stays unchanged; a text that looks like markup or is too long for one line is
    escaped, which also wraps it.
    """
    shown = plain(text, limit=TIP, lines=True)
    markup = "<" in shown or "&lt;" in shown  # without these Qt never treats a text as markup
    if not markup and len(shown) <= CAPTION:
        return shown
    return f'<p style="white-space:pre-wrap">{html.escape(with_line_breaks(shown))}</p>'


def set_tool_tip(widget: QWidget | QAction | QListWidgetItem | QSystemTrayIcon, text: str) -> None:
    """Set the tool tip of a widget, an action or an item."""
    if isinstance(widget, QSystemTrayIcon):  # shown by the desktop, whose rules differ from Qt's
        widget.setToolTip(notification_text(text))
    else:
        widget.setToolTip(tool_tip(text))


def show_tool_tip(widget: QWidget, place: QPoint, text: str) -> None:
    """Show a tool tip at once at a screen position."""
    QToolTip.showText(place, tool_tip(text), widget)


def set_accessible_name(widget: QWidget, text: str) -> None:
    """Set the name that a screen reader reads."""
    widget.setAccessibleName(plain(text, limit=MAX_ACCESSIBLE_TEXT))


def set_accessible_description(widget: QWidget, text: str) -> None:
    """Set the description that a screen reader reads after the name."""
    widget.setAccessibleDescription(plain(text, limit=MAX_ACCESSIBLE_TEXT))


def set_window_title(widget: QWidget, text: str) -> None:
    """Set the title in a window's frame, which the desktop draws."""
    widget.setWindowTitle(display_name(text))


def notification_text(text: str) -> str:
    """Return a text for notifications. Some desktops treat "<" as markup and others show "&lt;", so
    a look-alike replaces it.
    """
    return plain(text, limit=TITLE).translate({ord("<"): "‹", ord(">"): "›", ord("&"): "＆"})
