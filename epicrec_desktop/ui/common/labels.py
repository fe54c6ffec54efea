"""Labels of the type scale, whose text is never markup."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSizePolicy, QStyle

from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.ui.common.text import (
    LONGEST_WORD,
    elided,
    set_accessible_name,
    set_tool_tip,
    with_bidi_isolates,
    with_line_breaks,
)
from epicrec_desktop.ui.common.theme import fixed_font

LABEL = 8000
"""Longest text of a label in characters: more than any of our own."""


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
        self._words = plain(text, limit=LABEL, lines=True)
        words = with_line_breaks(self._words, self.longest_word) if self.wordWrap() else self._words
        super().setText(words)  # Qt's labels choose the alignment by the script of their text

    def text(self) -> str:
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
