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
    QSizePolicy,
    QStyle,
    QSystemTrayIcon,
    QToolTip,
    QWidget,
)

from epicrec_desktop.domain.plain_text import TITLE, plain
from epicrec_desktop.ui.common.translation import right_to_left

LABEL = 8000
"""Characters of a label: more than any of our own notes."""
TIP = 1000
MAX_ACCESSIBLE_TEXT = 2000
LINE = 600
"""Characters of what is drawn on one line and cut to its width: more than a screen is wide."""
CAPTION = 120
"""Characters on a button."""
LONGEST_WORD, PART = 32, 12
"""A word longer than this, in characters, may break after so many; in a narrow column a shorter."""
_ISOLATE, _ISOLATE_END = "\u2068", "\u2069"
BREAK = "\u200b"
"""Where Qt may break a long word: it takes no room and is not read out. A
word that cannot be broken makes a window as wide as itself."""


def with_bidi_isolates(text: str) -> str:
    """A plain text as it is drawn in lists and on buttons: each line as its own words run.

    Where the window is read the other way, a line would else have its brackets, its full stop and
    its numbers at the wrong side: "(1995 Heat)". An isolate of its own (Unicode's UAX 9) keeps it
    together; a stranger's were dropped before. Lines that need none are as they were.
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
    """What a list shows of a movie or a name, and a screen reader reads of it."""
    return plain(text, limit=LINE)


def display_name(text: str) -> str:
    """A title or a name inside a sentence."""
    return plain(text, limit=TITLE)


def button_text(text: str) -> str:
    """The words of a button: an "&" is one, and no shortcut."""
    return with_bidi_isolates(plain(text, limit=CAPTION)).replace("&", "&&")


def elided(metrics: QFontMetrics | QFontMetricsF, text: str, width: float) -> str:
    """What fits of a text on one line of this width."""
    cut = Qt.TextElideMode.ElideRight
    if isinstance(metrics, QFontMetricsF):
        return with_bidi_isolates(metrics.elidedText(display_line(text), cut, width))
    return with_bidi_isolates(metrics.elidedText(display_line(text), cut, int(width)))


def with_line_breaks(text: str, longest: int = LONGEST_WORD) -> str:
    """`text` with places where a line may end in words of more than `longest` characters."""
    return re.sub(rf"\S{{{longest + 1},}}", lambda found: _with_breaks(found.group()), text)


def _with_breaks(word: str) -> str:
    parts, start = [], 0
    for place in range(1, len(word)):
        # Never before a mark or beside a joiner: what is one character to a reader stays one.
        whole = plain(word[place]) == word[place] and plain(word[place - 1]) == word[place - 1]
        if place - start >= PART and whole:
            parts.append(word[start:place])
            start = place
    return BREAK.join([*parts, word[start:]])


def tool_tip(text: str) -> str:
    """A tool tip that Qt shows as these characters.

    As it is where Qt takes it for plain text; a text that looks like markup, or is too long for
    one line, is escaped, which also breaks its lines.
    """
    shown = plain(text, limit=TIP, lines=True)
    markup = "<" in shown or "&lt;" in shown  # without these Qt never takes a text for markup
    if not markup and len(shown) <= CAPTION:
        return shown
    return f'<p style="white-space:pre-wrap">{html.escape(with_line_breaks(shown))}</p>'


def set_tool_tip(widget: QWidget | QAction | QListWidgetItem | QSystemTrayIcon, text: str) -> None:
    """Give a widget, an action or an item a tool tip."""
    if isinstance(widget, QSystemTrayIcon):  # shown by the desktop, whose rules are not Qt's
        widget.setToolTip(notification_text(text))
    else:
        widget.setToolTip(tool_tip(text))


def show_tool_tip(widget: QWidget, place: QPoint, text: str) -> None:
    """Show a tool tip at once, at a place on the screen."""
    QToolTip.showText(place, tool_tip(text), widget)


def set_accessible_name(widget: QWidget, text: str) -> None:
    """What a screen reader calls a widget."""
    widget.setAccessibleName(plain(text, limit=MAX_ACCESSIBLE_TEXT))


def set_accessible_description(widget: QWidget, text: str) -> None:
    """What a screen reader says further of a widget."""
    widget.setAccessibleDescription(plain(text, limit=MAX_ACCESSIBLE_TEXT))


def set_window_title(widget: QWidget, text: str) -> None:
    """The title in a window's frame, which the desktop draws."""
    widget.setWindowTitle(display_name(text))


def notification_text(text: str) -> str:
    """What a desktop shows beside the tray icon. Some take "<" for markup there, and "&lt;" is what
    the others would show, so a look-alike stands for it."""
    return plain(text, limit=TITLE).translate({ord("<"): "‹", ord(">"): "›", ord("&"): "＆"})


class PlainLabel(QLabel):
    """A label whose text is never markup. `text()` is what a person reads."""

    longest_word = LONGEST_WORD

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._words = ""
        self.setAlignment(self.alignment())
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show a text; line breaks stay."""
        self._words = plain(text, limit=LABEL, lines=True)
        words = with_line_breaks(self._words, self.longest_word) if self.wordWrap() else self._words
        super().setText(words)  # Qt's labels look at the script of their words by themselves

    def text(self) -> str:
        """The text, without the places where a long word may break."""
        return self._words

    def setAlignment(self, alignment: Qt.AlignmentFlag) -> None:
        """At the side where lines begin in the window, whatever script the words are written in."""
        turned = QStyle.visualAlignment(self.layoutDirection(), alignment)
        super().setAlignment(turned | Qt.AlignmentFlag.AlignAbsolute)

    def setWordWrap(self, on: bool) -> None:
        """Break lines, and long words, where there is no room."""
        super().setWordWrap(on)
        self.setText(self._words)


class PictureLabel(PlainLabel):
    """A label that shows a picture and no words, and of which a screen reader says nothing."""

    ACCESSIBLE_ROLE = QAccessible.Role.Whitespace


class Text(PlainLabel):
    """A label of one kind of the style sheet: "body", "title", "heading", "note" …"""

    KIND = "body"

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        name: str = "",
        wrap: bool = True,
    ) -> None:
        super().__init__("", parent)
        self.setProperty("kind", self.KIND)
        self.setWordWrap(wrap)
        self.setText(text)
        if name:
            self.setObjectName(name)
        if wrap:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def setText(self, text: str) -> None:
        """Show a text, and say it where the label is not spoken as a text."""
        super().setText(text)
        if hasattr(self, "ACCESSIBLE_ROLE"):
            set_accessible_name(self, text)


class Title(Text):
    """A page's title."""

    KIND = "title"
    ACCESSIBLE_ROLE = QAccessible.Role.Heading


class Heading(Text):
    """A row's or a panel's heading."""

    KIND = "heading"
    ACCESSIBLE_ROLE = QAccessible.Role.Heading


class Strong(Text):
    """Text of base size that carries weight."""

    KIND = "strong"


class Subtitle(Text):
    """The muted sentence under a title."""

    KIND = "subtitle"


class Note(Text):
    """A muted small note."""

    KIND = "note"


class Badge(Text):
    """A count on the accent."""

    KIND = "badge"

    def __init__(self, text: str = "", parent: QWidget | None = None, *, name: str = "") -> None:
        super().__init__(text, parent, name=name, wrap=False)


class Chip(Text):
    """A small word in a box, such as a category."""

    KIND = "chip"

    def __init__(self, text: str = "", parent: QWidget | None = None, *, name: str = "") -> None:
        super().__init__(text, parent, name=name, wrap=False)


class ElidedLabel(Text):
    """One line that is cut with an ellipsis where it has no room; the whole is its tool tip."""

    KIND = "note"

    def __init__(self, text: str = "", parent: QWidget | None = None, *, name: str = "") -> None:
        super().__init__(text, parent, name=name, wrap=False)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        del event
        painter = QPainter(self)
        line = elided(self.fontMetrics(), self.text(), self.contentsRect().width())
        set_tool_tip(self, self.text() if line != with_bidi_isolates(self.text()) else "")
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.contentsRect(), Qt.AlignmentFlag.AlignVCenter, line)


class ElidedStrong(ElidedLabel):
    """A stranger's name in a table: cut where its column has no room."""

    KIND = "strong"
    LEAST = 80

    def minimumSizeHint(self) -> QSize:
        """Room for the beginning of a name."""
        hint = super().minimumSizeHint()
        return QSize(min(self.LEAST, hint.width()), hint.height())


class ElidedHeading(ElidedStrong):
    """A heading with a stranger's words: as wide as they are, and cut where there is no room."""

    KIND = "heading"
    ACCESSIBLE_ROLE = QAccessible.Role.Heading

    def __init__(self, text: str = "", parent: QWidget | None = None, *, name: str = "") -> None:
        super().__init__(text, parent, name=name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
