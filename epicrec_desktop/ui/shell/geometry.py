"""The size and place of the window, from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtWidgets import QWidget

from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.screens import available_size

MINIMUM = (720, 440)
"""What is left of a screen of 1280 x 800 at 150 %, below the desktop's bar and the window's own."""
DEFAULT_SIZE = (1280, 800)
NARROW_NAVIGATION_BELOW = 900
"""Narrower than this, the places to go are icons alone."""


def restore(window: QWidget, settings: Settings) -> None:
    """Give a window the place it had, or the usual size where it had none."""
    window.setMinimumSize(*MINIMUM)
    window.resize(QSize(*DEFAULT_SIZE).boundedTo(available_size(window)))
    saved = settings.window_geometry
    if saved:
        window.restoreGeometry(QByteArray.fromBase64(QByteArray(saved.encode())))


def save_geometry(window: QWidget, settings: Settings) -> None:
    """Put its place into the settings, which are not written here."""
    settings.window_geometry = bytes(window.saveGeometry().toBase64().data()).decode()
