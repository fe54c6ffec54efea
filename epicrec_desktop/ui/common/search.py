"""Search field."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit

from epicrec_desktop.ui.common import accessibility, icons, theme
from epicrec_desktop.ui.common.accessibility import announce_result_count
from epicrec_desktop.ui.common.text import set_accessible_name

PAUSE_MS = 150
"""Milliseconds without typing after which `rested` is emitted."""
REST_MS = 900
"""Milliseconds without typing after which results are announced: longer than within a word."""


class SearchField(QLineEdit):
    """Search field; `label` is its placeholder and accessible name.

    With `count` a screen reader announces the number of results after a pause in typing.
    """

    rested = Signal()  # a short pause in typing: time to search

    count: Callable[[], int] | None = None

    def __init__(self, label: str, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setPlaceholderText(label)
        set_accessible_name(self, label)
        self.setClearButtonEnabled(True)
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        # Qt gives both buttons no name, and margins of their own: the style has less padding.
        self.setProperty("kind", "search")
        for button in self.findChildren(QAbstractButton):
            if self._glass in button.actions():
                button.setProperty(accessibility.DECORATION, True)
            else:
                set_accessible_name(button, self.tr("Clear"))
        for wait, slot in ((PAUSE_MS, self.rested), (REST_MS, self._say_found)):
            timer = QTimer(self, singleShot=True, interval=wait)
            timer.timeout.connect(slot)
            self.textChanged.connect(lambda _, timer=timer: timer.start())
        self._draw()

    def _say_found(self) -> None:
        if self.count is not None and self.text().strip() and self.isVisible():
            announce_result_count(self, self.count())

    def _draw(self) -> None:
        self._glass.setIcon(icons.icon("search", theme.tokens().muted))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the field with Escape; ignore Escape in an empty one."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
