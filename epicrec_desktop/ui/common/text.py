"""Plain text in widgets, and the labels of the type scale.

Titles, names and sentences from providers, catalogs, histories, files and errors are shown only
through these functions and labels, never as markup: Qt detects rich text in tool tips and labels by
itself, and an `<img>` in it reads a file. A test forbids Qt's own setters elsewhere.
"""

from __future__ import annotations

import html
import re
import unicodedata

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAccessible, QAction, QFontMetrics, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QListWidgetItem,
    QPlainTextEdit,
    QSizePolicy,
    QStyle,
    QSystemTrayIcon,
    QToolTip,
    QWidget,
)

from epicrec_desktop.domain.plain_text import TITLE, plain
from epicrec_desktop.ui.common.theme import fixed_font
from epicrec_desktop.ui.common.translation import right_to_left

LABEL = 8000
"""Longest text of a label in characters: more than any of our own."""
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


class PlainLabel(QLabel):
    """Label whose text is never markup. `text()` returns what the user reads."""

    longest_word = LONGEST_WORD

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._words = ""
        self.setAlignment(self.alignment())
        if text:
            self.setText(text)

    def setText(self, text: str) -> None:
        """Set the text; line breaks stay."""
        self._words = plain(text, limit=LABEL, lines=True)
        words = with_line_breaks(self._words, self.longest_word) if self.wordWrap() else self._words
        super().setText(words)  # Qt's labels choose the alignment by the script of their text

    def text(self) -> str:
        """Return the text without break opportunities."""
        return self._words

    def setAlignment(self, alignment: Qt.AlignmentFlag) -> None:
        """Align to the window's direction, whatever the script of the text."""
        turned = QStyle.visualAlignment(self.layoutDirection(), alignment)
        super().setAlignment(turned | Qt.AlignmentFlag.AlignAbsolute)

    def setWordWrap(self, on: bool) -> None:
        super().setWordWrap(on)
        if self._words:
            self.setText(self._words)


class PictureLabel(PlainLabel):
    """Label with a picture and no text, ignored by screen readers."""

    ACCESSIBLE_ROLE = QAccessible.Role.Whitespace


class Text(PlainLabel):
    """Label of one kind of the style sheet: "body", "title", "heading", "note" …"""

    KIND = "body"

    def __init__(self, text: str = "", *, name: str = "", wrap: bool = True) -> None:
        super().__init__()
        self.setProperty("kind", self.KIND)
        self.setWordWrap(wrap)
        self.setText(text)
        self.setObjectName(name)
        if wrap:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def setText(self, text: str) -> None:
        """Set the text, and the accessible name where the label's role is not a text."""
        super().setText(text)
        if hasattr(self, "ACCESSIBLE_ROLE"):
            set_accessible_name(self, text)

    def show_text(self, text: str) -> None:
        """Show a text; an empty one hides the label."""
        self.setText(text)
        self.setVisible(bool(text))


class RoomyText(Text):
    """Label with room for a longer text, `reserve`, so that nothing moves when one appears."""

    def __init__(self, kind: str, *, name: str = "", wrap: bool = True) -> None:
        super().__init__(name=name, wrap=wrap)
        self.setProperty("kind", kind)
        self.reserve = ""

    def hasHeightForWidth(self) -> bool:
        return self.wordWrap()  # a label without a text has none

    def heightForWidth(self, width: int) -> int:
        wrap = int(Qt.TextFlag.TextWordWrap)
        room = self.fontMetrics().boundingRect(0, 0, width, 4000, wrap, self.reserve).height()
        return max(super().heightForWidth(width), room if self.reserve else 0)


class ReadOnlyText(QPlainTextEdit):
    """Field with a text to read, search and copy: exact bytes, a list of licenses."""

    def __init__(self, text: str = "", *, name: str, label: str, height: int | None = None) -> None:
        super().__init__(text, readOnly=True, tabChangesFocus=True)
        self.setObjectName(name)
        set_accessible_name(self, label)
        if height is not None:
            self.setFixedHeight(height)
            self.setFont(fixed_font())


class Title(Text):
    """A page's title."""

    KIND = "title"
    ACCESSIBLE_ROLE = QAccessible.Role.Heading


class Display(Text):
    """Name of a movie or a person over its page."""

    KIND = "display"
    ACCESSIBLE_ROLE = QAccessible.Role.Heading


class Sentence(Text):
    """What a movie is about."""

    KIND = "sentence"


class Heading(Text):
    """Heading of a row or a panel."""

    KIND = "heading"
    ACCESSIBLE_ROLE = QAccessible.Role.Heading


class Strong(Text):
    """Text of base size in a heavier weight."""

    KIND = "strong"


class Subtitle(Text):
    """Muted sentence below a title."""

    KIND = "subtitle"


class Note(Text):
    """Small muted note."""

    KIND = "note"


class Chip(Text):
    """Short word in a box, such as a category."""

    KIND = "chip"

    def __init__(self, text: str) -> None:
        super().__init__(text, wrap=False)


class ElidedLabel(Text):
    """Elided label of one line; the full text is its tool tip."""

    KIND = "note"

    def __init__(self, text: str = "", *, name: str = "") -> None:
        super().__init__(text, name=name, wrap=False)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = elided(self.fontMetrics(), self.text(), self.contentsRect().width())
        set_tool_tip(self, self.text() if line != with_bidi_isolates(self.text()) else "")
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.contentsRect(), self.alignment(), line)


class ElidedStrong(ElidedLabel):
    """Name in a table, elided where the column is narrow."""

    KIND = "strong"
    LEAST = 80

    def minimumSizeHint(self) -> QSize:
        """Return a size for the first letters of a name."""
        hint = super().minimumSizeHint()
        return QSize(min(self.LEAST, hint.width()), hint.height())


class ElidedHeading(ElidedStrong):
    """Heading with a foreign text: as wide as the text, elided where there is no room."""

    KIND = "heading"
    ACCESSIBLE_ROLE = QAccessible.Role.Heading

    def __init__(self, text: str = "", *, name: str = "") -> None:
        super().__init__(text, name=name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
