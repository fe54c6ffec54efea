"""Whether things on the screen should move less than they could."""

from __future__ import annotations

import ctypes
import sys

from PySide6.QtWidgets import QApplication, QStyle

from epicrec_desktop.ui.common import wishes

_CLIENT_AREA_ANIMATION = 0x1042  # SPI_GETCLIENTAREAANIMATION


def is_motion_reduced() -> bool:
    """Whether the system asks for less motion.

    Windows says so itself ("Animation effects"); on Linux the desktop's portal does (`wishes`), and
    some desktops tell Qt that animations take no time.
    """
    if sys.platform == "win32":
        shown = ctypes.c_int(1)
        asked = ctypes.windll.user32.SystemParametersInfoW(
            _CLIENT_AREA_ANIMATION, 0, ctypes.byref(shown), 0
        )
        return bool(asked) and not shown.value
    if wishes.preferences_watcher().now.reduced_motion:
        return True
    style = QApplication.style()
    return style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0
