"""Windows of the program: what all have, and their title, size and position."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QScrollArea, QWidget

from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import accessibility, icons
from epicrec_desktop.ui.common.layouts import available_size, scroll_vertically
from epicrec_desktop.ui.common.text import set_window_title
from epicrec_desktop.ui.common.theme import Theme


class TopWindow(QMainWindow):
    """Window with icon and appearance of the program; `in_parts`: as for `Theme`."""

    def __init__(
        self, name: str, title: str, settings: Settings, *, in_parts: bool = False
    ) -> None:
        super().__init__()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.application = application
        accessibility.install_roles()
        self.setObjectName(name)
        set_window_title(self, title)
        self.setWindowIcon(icons.application_icon())
        self.theme = Theme(application, settings.appearance, self, in_parts=in_parts)

    def bring_to_front(self) -> None:
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()


def several(paths: Paths) -> bool:
    """Return whether there are other local users."""
    if not paths.users.is_dir():
        return False
    from epicrec_desktop.services.local_users import LocalUsers  # noqa: PLC0415

    return LocalUsers(paths).read().several


def title(paths: Paths) -> str:
    """Return the window title; windows of two local users can be open at once."""
    if not several(paths):
        return "EpicRec"
    from epicrec_desktop.services.local_users import LocalUsers  # noqa: PLC0415
    from epicrec_desktop.ui.common.user_name import user_display_name  # noqa: PLC0415

    user = LocalUsers(paths).owner_of(paths)
    return "EpicRec" if user is None else f"EpicRec – {user_display_name(user)}"


MINIMUM = (720, 440)
"""Minimum size: what remains of a screen of 1280 x 800 at 150 % without panels and frame."""
DEFAULT_SIZE = (1280, 800)
NARROW_NAVIGATION_BELOW = 900
"""Below this width the navigation shows only icons."""


def minimum_size(window: QWidget) -> QSize:
    """Return the minimum size of a window, at most what its screen has room for."""
    return QSize(*MINIMUM).boundedTo(available_size(window))


def fitted(window: TopWindow, content: QWidget) -> QWidget:
    """Return the content of a window, with scroll bars where its screen is too small for it."""
    if minimum_size(window) == QSize(*MINIMUM):
        return content
    content.setMinimumSize(*MINIMUM)
    area = QScrollArea()
    scroll_vertically(area, content)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    window.theme.apply_style_sheet(area)
    return area


def restore(window: QWidget, settings: Settings) -> None:
    """Restore the geometry of a window, or set the default one."""
    window.setMinimumSize(minimum_size(window))
    window.resize(QSize(*DEFAULT_SIZE).boundedTo(available_size(window)))
    saved = settings.window_geometry
    if saved:
        window.restoreGeometry(QByteArray.fromBase64(QByteArray(saved.encode())))


def geometry(window: QWidget) -> str:
    """Return the geometry of a window as the settings store it."""
    return bytes(window.saveGeometry().toBase64().data()).decode()
