"""Accessibility: roles, announcements, tab order and toggles of screen readers.

A widget class declares its role as `SPOKEN_AS = QAccessible.Role.Heading`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QLayout, QScrollArea, QWidget

from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.text import MAX_ACCESSIBLE_TEXT

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


def focusable_in_layout_order(part: QWidget | QLayout) -> Iterator[QWidget]:
    """Everything that Tab can come to, as the layouts place it; also what is hidden now."""
    if isinstance(part, QLayout):
        for place in range(part.count()):
            item = part.itemAt(place)
            inner = item.widget() or item.layout() if item is not None else None
            if inner is not None:
                yield from focusable_in_layout_order(inner)
        return
    if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield part
        return  # what is inside of a control is its own affair
    content = part.widget() if isinstance(part, QScrollArea) else part.layout()
    if content is not None:
        yield from focusable_in_layout_order(content)


def set_tab_order_from_layout(part: QWidget) -> None:
    """Let Tab go through `part` in reading order."""
    for before, after in pairwise(focusable_in_layout_order(part)):
        if before.nextInFocusChain() is not after:
            QWidget.setTabOrder(before, after)


if TYPE_CHECKING:
    _Base = QAbstractButton
else:
    _Base = object  # the button beside it in the list of bases brings it


class AccessibleToggle(_Base):
    """Before the button among the bases: `clicked` also where Qt toggled it for a screen reader.

    `connect_toggles` begins it, once the button is made.
    """

    _change_reported = False
    """The change under way has its sender: the program, or a click that will be told."""

    def connect_toggles(self) -> None:
        """Hear of changes from now on."""
        self.toggled.connect(self._toggled_by_screen_reader)

    def setChecked(self, checked: bool) -> None:
        """By the program: no click."""
        before, self._change_reported = self._change_reported, True
        try:
            super().setChecked(checked)
        finally:
            self._change_reported = before

    def nextCheckState(self) -> None:
        """By a click, of which Qt tells itself."""
        before, self._change_reported = self._change_reported, True
        try:
            super().nextCheckState()
        finally:
            self._change_reported = before

    def _toggled_by_screen_reader(self, checked: bool) -> None:
        group = self.group()
        one_of_several = self.autoExclusive() or (group is not None and group.exclusive())
        if self._change_reported or (one_of_several and not checked):  # it gave way to another one
            return
        clicked: Any = self.clicked
        clicked[bool].emit(checked)
