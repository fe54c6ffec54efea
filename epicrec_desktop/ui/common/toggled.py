"""A check box that a screen reader ticks is one that the person ticked.

Qt's accessible interface has what can be checked do `toggle()`, which sends `toggled` alone and not
`clicked`: it would look chosen, and whoever waits for the person's click would never hear of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QAbstractButton

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
