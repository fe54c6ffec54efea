"""Labels of the type scale. All show plain text: a title from a catalog is never markup."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from epicrec_desktop.ui.common.plain import (
    PlainLabel,
    elided,
    set_accessible_name,
    set_tool_tip,
    with_bidi_isolates,
)


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
