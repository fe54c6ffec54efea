"""How much of a screen a window may take: the desktop's bars and its own frame need some too."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QWidget

FRAME = QSize(16, 40)
"""A title bar with edges, before the window has its own."""


def room_for(window: QWidget) -> QSize:
    """The largest inside of a window that lies on its screen with its frame, in pixels."""
    return window.screen().availableSize() - FRAME


def open_at(dialog: QDialog, width: int, height: int) -> None:
    """Give a dialog this size, or what its screen has room for."""
    dialog.resize(QSize(width, height).boundedTo(room_for(dialog)))
