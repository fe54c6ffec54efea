"""Screen reader support: roles, announcements, tab order and toggles.

A widget class declares its role as `ACCESSIBLE_ROLE = QAccessible.Role.Heading`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QLayout, QScrollArea, QWidget

from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.text import MAX_ACCESSIBLE_TEXT

DECORATION = "epicrec.decoration"
"""Property that marks a widget as decoration, so that screen readers skip it."""


@cache
def install_roles() -> None:
    """Install the accessible interfaces of our classes, before the first window; safe to repeat."""
    QAccessible.installFactory(_interface)


def _interface(key: str, thing: QObject | None) -> QAccessibleInterface | None:
    """Return a widget's accessible interface; Qt asks once per class, from its own class up."""
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
    """Announce a text to screen readers; `assertive`, for errors, interrupts the current speech."""
    if text and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(over, text[:MAX_ACCESSIBLE_TEXT])
        event.setPoliteness(ASSERTIVE if assertive else POLITE)
        QAccessible.updateAccessibility(event)


def announce_result_count(over: QWidget, count: int) -> None:
    """Announce the number of search results, which would not be read aloud by itself."""
    announce(over, wording.plural("Search", "%Ln movies found", count))


def focusable_in_layout_order(part: QWidget | QLayout) -> Iterator[QWidget]:
    """Yield all widgets that Tab can focus, in layout order, including hidden ones."""
    if isinstance(part, QLayout):
        for inner in _in_layout_order(part):
            yield from focusable_in_layout_order(inner)
        return
    if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield part
        return  # the inside of a control is its own business
    content = part.widget() if isinstance(part, QScrollArea) else part.layout()
    if content is not None:
        yield from focusable_in_layout_order(content)


def _in_layout_order(layout: QLayout) -> list[QWidget | QLayout]:
    """Return what is directly in a layout.

    Not by `itemAt`: its Python object outlives the item that Qt deletes with a widget, and would
    be taken for whatever Qt puts at the same address next.
    """
    host, direct = layout.parentWidget(), Qt.FindChildOption.FindDirectChildrenOnly
    widgets = [] if host is None else host.findChildren(QWidget, options=direct)
    parts: list[QWidget | QLayout] = [*widgets, *layout.findChildren(QLayout, options=direct)]
    places = ((layout.indexOf(part), part) for part in parts)
    return [part for place, part in sorted(places, key=itemgetter(0)) if place >= 0]


def set_tab_order(*widgets: QWidget) -> None:
    """Set the tab order of these widgets."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)


def set_tab_order_from_layout(part: QWidget) -> None:
    """Set the tab order of `part` to its reading order."""
    for before, after in pairwise(focusable_in_layout_order(part)):
        if before.nextInFocusChain() is not after:
            QWidget.setTabOrder(before, after)


if TYPE_CHECKING:
    _Base = QAbstractButton
else:
    _Base = object  # the button beside it in the list of bases provides it


class AccessibleToggle(_Base):
    """Mixin that emits `clicked` also when Qt toggles the button for a screen reader.

    Put it before the button class among the bases, and call `connect_toggles` once the button is
    built.
    """

    _change_reported = False
    """Whether a change is reported already: by the program, or by a click."""

    def connect_toggles(self) -> None:
        self.toggled.connect(self._toggled_by_screen_reader)

    def setChecked(self, checked: bool) -> None:
        """Set the state from code, without `clicked`."""
        before, self._change_reported = self._change_reported, True
        try:
            super().setChecked(checked)
        finally:
            self._change_reported = before

    def nextCheckState(self) -> None:
        """Toggle by a click; Qt emits `clicked` itself."""
        before, self._change_reported = self._change_reported, True
        try:
            super().nextCheckState()
        finally:
            self._change_reported = before

    def _toggled_by_screen_reader(self, checked: bool) -> None:
        group = self.group()
        one_of_several = self.autoExclusive() or (group is not None and group.exclusive())
        replaced = one_of_several and not checked  # by another button of the group
        if not (self._change_reported or replaced):
            clicked: Any = self.clicked
            clicked[bool].emit(checked)
