"""Title, size and position of the window."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtWidgets import QWidget

from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.layouts import available_size


def several(paths: Paths) -> bool:
    """Whether there is somebody else."""
    if not paths.users.is_dir():
        return False
    from epicrec_desktop.services.local_users import LocalUsers  # noqa: PLC0415

    return LocalUsers(paths).read().several


def title(paths: Paths) -> str:
    """What stands in the frame of the window: two of two people can be open."""
    if not several(paths):
        return "EpicRec"
    from epicrec_desktop.services.local_users import LocalUsers  # noqa: PLC0415
    from epicrec_desktop.ui.common.user_name import user_display_name  # noqa: PLC0415

    user = LocalUsers(paths).owner_of(paths)
    return "EpicRec" if user is None else f"EpicRec – {user_display_name(user)}"


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
