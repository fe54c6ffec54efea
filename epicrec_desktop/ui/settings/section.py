"""Base class of sections: a heading that opens them, the description, and the controls."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import ExpanderButton
from epicrec_desktop.ui.common.layouts import STRETCH, Panel, add_items, column, row, stack
from epicrec_desktop.ui.common.notices import Banner, ErrorBanner
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import NETWORK, Task, Work
from epicrec_desktop.ui.common.text import Note, PlainLabel, set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP

ABOUT_WIDTH = 216


class Section(Panel):
    """Section of the page, closed until it is asked for.

    Add widgets to `controls`; `error` shows errors and `news` results. Both open the section.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping
    KEY = "section"

    def __init__(self, context: Context, title: str, note: str, *, keywords: str = "") -> None:
        """Create the section. The search finds it by `keywords` too, which are not shown."""
        super().__init__(name=f"settings.{self.KEY}")
        self.context = context
        self._keywords = keywords
        self.expander = ExpanderButton(title, name=f"settings.{self.KEY}.open")
        set_accessible_name(self, title)
        self.error = ErrorBanner(name=f"settings.{self.KEY}.error")
        self.news = Banner("info", name=f"settings.{self.KEY}.news")
        self.task: Task | None = None
        about = QWidget()
        self._words = column(Note(note), STRETCH, parent=about, spacing=STEP)
        self._about = about
        self.controls = column(self.error, self.news, spacing=2 * STEP)
        self._content = QWidget()
        self._row = row(
            about,
            (self.controls, 1),
            parent=self._content,
            margins=(0, STEP, 0, 2 * STEP),
            spacing=7 * STEP,
        )
        self.body.setSpacing(0)
        add_items(self.body, self.expander, self._content)
        self._content.hide()
        self.expander.toggled.connect(self._content.setVisible)
        self._narrow: bool | None = None
        self.set_narrow(False)

    @cached_property
    def progress(self) -> ProgressStrip:
        """The progress of `run`, which a section that runs something long places."""
        return ProgressStrip(name=f"settings.{self.KEY}.progress")

    def set_narrow(self, narrow: bool) -> None:
        """Place the description above the controls where there is little room."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        stack(self._row, narrow)
        self._row.setSpacing(3 * STEP if narrow else 7 * STEP)
        self._about.setMinimumWidth(ABOUT_WIDTH)
        self._about.setMaximumWidth(16777215 if narrow else ABOUT_WIDTH)

    def explain(self, question: str, topic: str) -> None:
        """Add a link to a topic of Help below the description."""
        words = QCoreApplication.translate("Section", "More in Help")
        link = LinkButton(words, name=f"settings.{self.KEY}.explain")
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

    def set_open(self, *, on: bool) -> None:
        self.expander.setChecked(on)

    def matches(self, words: str) -> bool:
        """Return whether each of these words is in the section's texts."""
        texts = [self.expander.text(), self.expander.remark, self._keywords]
        for widget in self.findChildren(QWidget):
            if isinstance(widget, (PlainLabel, QAbstractButton)):
                texts.append(widget.text())
            elif isinstance(widget, QLineEdit):
                texts.append(widget.accessibleName())
        found = " ".join(texts).casefold()
        return all(word in found for word in words.casefold().split())

    def load(self) -> None:
        """Load the content when the page is shown."""

    def run(
        self,
        work: Work,
        text: str,
        on_result: Callable[[Any], object],
        *,
        queue: str = NETWORK,
        on_cancelled: Callable[[], object] | None = None,
    ) -> None:
        """Run work with its progress, one at a time."""
        if self.task is not None:
            return
        self.error.hide()
        self.news.hide()
        self.task = self.context.tasks.run(
            work,
            on_result,
            self.show_error,
            queue=queue,
            on_cancelled=on_cancelled,
            on_finished=self._finished,
        )
        self.set_busy()
        self.progress.follow(self.task, text)

    def _finished(self) -> None:
        self.task = None
        self.set_busy()

    def set_busy(self) -> None:
        """Enable what can be done now: `task` began or ended."""

    def show_error(self, sentence: str) -> None:
        """Show an error and hide any result."""
        self.news.hide()
        self.set_open(on=True)
        self.error.show_text(sentence)

    def show_message(self, sentence: str) -> None:
        """Show a result and hide any error."""
        self.error.hide()
        self.set_open(on=True)
        self.news.show_text(sentence)
