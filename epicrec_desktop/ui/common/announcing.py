"""What a screen reader says by itself, wherever the focus is: news, errors, how much was found."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.plain import SPOKEN

AT_ONCE = QAccessible.AnnouncementPoliteness.Assertive
IN_TURN = QAccessible.AnnouncementPoliteness.Polite


def announce(over: QWidget, text: str, *, at_once: bool = False) -> None:
    """Say a text. `at_once` interrupts what is being said: for what went wrong."""
    if text and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(over, text[:SPOKEN])
        event.setPoliteness(AT_ONCE if at_once else IN_TURN)
        QAccessible.updateAccessibility(event)


def announce_found(over: QWidget, count: int) -> None:
    """Say how much a search found: it is seen below the field, and not heard."""
    announce(over, wording.plural("Search", "%Ln movies found", count))
