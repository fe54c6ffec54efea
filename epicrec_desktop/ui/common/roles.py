"""What a screen reader is told a widget is, where Qt cannot know: headings, groups, alerts.

A class of widgets says it of itself: `ACCESSIBLE_ROLE = QAccessible.Role.Heading`.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

DECORATION = "epicrec.decoration"
"""The property of a widget that is not ours, and of which a screen reader should say nothing."""
_installed: list[bool] = []


def install_roles() -> None:
    """Answer for our own classes from now on; before the first window, as often as one likes."""
    if not _installed:
        _installed.append(True)
        QAccessible.installFactory(_interface)


def _interface(key: str, thing: QObject | None) -> QAccessibleInterface | None:
    """Qt asks for each class of a widget, from its own one on."""
    if not isinstance(thing, QWidget):
        return None
    if thing.property(DECORATION):
        return QAccessibleWidget(thing, QAccessible.Role.Whitespace, "")
    role = getattr(thing, "ACCESSIBLE_ROLE", None)
    if role is None or key != type(thing).__name__:
        return None
    return QAccessibleWidget(thing, role, "")
