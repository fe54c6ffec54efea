"""Base class of sections: description at the left, controls at the right."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.layouts import Panel
from epicrec_desktop.ui.common.page import Banner, ErrorBanner
from epicrec_desktop.ui.common.text import Heading, Note, set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP

ABOUT_WIDTH = 216


class Section(Panel):
    """Section of the page. Add widgets to `controls`; `error` shows errors and `news` results."""

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping
    KEY = "section"

    def __init__(self, context: Context, title: str, note: str) -> None:
        super().__init__(name=f"settings.{self.KEY}")
        self.context = context
        set_accessible_name(self, title)
        self.error = ErrorBanner(name=f"settings.{self.KEY}.error")
        self.news = Banner("info", name=f"settings.{self.KEY}.news")
        about = QWidget()
        words = QVBoxLayout(about)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(STEP)
        words.addWidget(Heading(title))
        words.addWidget(Note(note))
        self._words = words
        words.addStretch(1)
        self._about = about
        self.controls = QVBoxLayout()
        self.controls.setSpacing(2 * STEP)
        self.controls.addWidget(self.error)
        self.controls.addWidget(self.news)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(7 * STEP)
        self._row.addWidget(about)
        self._row.addLayout(self.controls, 1)
        self.body.addLayout(self._row)
        self._narrow: bool | None = None
        self.set_narrow(False)

    def set_narrow(self, narrow: bool) -> None:
        """Place the description above the controls where there is little room."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._row.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )
        self._row.setSpacing(3 * STEP if narrow else 7 * STEP)
        self._about.setMinimumWidth(ABOUT_WIDTH)
        self._about.setMaximumWidth(16777215 if narrow else ABOUT_WIDTH)

    def explain(self, question: str, topic: str) -> None:
        """Add a link to a topic of Help below the description."""
        words = QCoreApplication.translate("Section", "More in Help")
        link = QuietButton(words, name=f"settings.{self.KEY}.explain")
        set_accessible_name(link, question)
        set_tool_tip(link, question)
        link.clicked.connect(lambda: self.context.show_help.emit(topic))
        self._words.insertWidget(self._words.count() - 1, link, 0, Qt.AlignmentFlag.AlignLeading)

    def sidebar_width(self) -> int:
        """Return the minimum width of the controls beside the description."""
        margins = self.body.contentsMargins()
        return (
            ABOUT_WIDTH
            + 7 * STEP
            + self.controls.minimumSize().width()
            + margins.left()
            + margins.right()
            + 2
        )

    def load(self) -> None:
        """Load the content when the page is shown."""

    def show_error(self, sentence: str) -> None:
        """Show an error and hide any result."""
        self.news.hide()
        self.error.show_text(sentence)

    def show_message(self, sentence: str) -> None:
        """Show a result and hide any error."""
        self.error.hide()
        self.news.show_text(sentence)
