"""What a screen reader says by itself, wherever the focus is: news, errors, how much was found."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.plain import MAX_ACCESSIBLE_TEXT

ASSERTIVE = QAccessible.AnnouncementPoliteness.Assertive
POLITE = QAccessible.AnnouncementPoliteness.Polite


def announce(over: QWidget, text: str, *, assertive: bool = False) -> None:
    """Say a text. `assertive` interrupts what is being said: for what went wrong."""
    if text and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(over, text[:MAX_ACCESSIBLE_TEXT])
        event.setPoliteness(ASSERTIVE if assertive else POLITE)
        QAccessible.updateAccessibility(event)


def announce_result_count(over: QWidget, count: int) -> None:
    """Say how much a search found: it is seen below the field, and not heard."""
    announce(over, wording.plural("Search", "%Ln movies found", count))
