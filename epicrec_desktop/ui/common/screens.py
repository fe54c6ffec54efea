"""How much of a screen a window may take: the desktop's bars and its own frame need some too."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QWidget

FRAME_SIZE = QSize(16, 40)
"""A title bar with edges, before the window has its own."""


def available_size(window: QWidget) -> QSize:
    """The largest inside of a window that lies on its screen with its frame, in pixels."""
    return window.screen().availableSize() - FRAME_SIZE


def resize_to_screen(dialog: QDialog, width: int, height: int) -> None:
    """Give a dialog this size, or what its screen has room for."""
    dialog.resize(QSize(width, height).boundedTo(available_size(dialog)))
