"""A box to choose from in a page that scrolls."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox


class ComboBox(QComboBox):
    """Its list opens by click or key; the wheel over it turns the page, and chooses nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel

    def wheelEvent(self, event: QWheelEvent) -> None:
        """For the page below."""
        event.ignore()
