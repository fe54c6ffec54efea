"""Help dialogs, and the dialog of keyboard shortcuts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.ui.common import layouts, shortcuts
from epicrec_desktop.ui.common.buttons import PrimaryButton
from epicrec_desktop.ui.common.layouts import HorizontalLine
from epicrec_desktop.ui.common.page import vertical_scroll
from epicrec_desktop.ui.common.shortcuts import Shortcut
from epicrec_desktop.ui.common.text import (
    Chip,
    Heading,
    Note,
    Strong,
    Text,
    set_accessible_description,
    set_accessible_name,
    set_window_title,
)
from epicrec_desktop.ui.common.theme import STEP, Theme


class ShortcutRow(QWidget):
    """Row with an action and its keys."""

    def __init__(self, entry: Shortcut) -> None:
        super().__init__()
        keys = self.tr(" or ").join(entry.key_labels())
        set_accessible_name(self, f"{entry.words}: {keys}")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, STEP, 0, STEP)
        row.setSpacing(STEP)
        row.addWidget(Text(entry.words), 1)
        for cap in entry.key_labels():
            chip = Chip(cap)
            chip.setAlignment(Qt.AlignmentFlag.AlignCenter)
            chip.setMinimumWidth(28)
            row.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)


class ShortcutsDialog(QDialog):
    """Dialog with all shortcuts by place, in two columns; the arrow keys scroll."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts")
        set_window_title(self, self.tr("Keyboard shortcuts"))
        self.setModal(True)
        layouts.resize_to_screen(self, 840, 540)
        entries = shortcuts.table()
        groups = [(place, list(rows)) for place, rows in groupby(entries, lambda e: e.place)]
        content = QWidget()
        content.setProperty("kind", "canvas")
        columns = QHBoxLayout(content)
        columns.setContentsMargins(0, 0, 3 * STEP, 0)
        columns.setSpacing(10 * STEP)
        half = _middle([len(rows) for _, rows in groups])
        for part in (groups[:half], groups[half:]):
            column = QVBoxLayout()
            column.setSpacing(0)
            for place, rows in part:
                self._group(column, place, rows)
            column.addStretch(1)
            columns.addLayout(column, 1)
        self.area = vertical_scroll(content, "shortcuts.scroll")
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_accessible_name(self.area, self.tr("Keyboard shortcuts"))
        set_accessible_description(
            self.area, ". ".join(row.accessibleName() for row in content.findChildren(ShortcutRow))
        )
        self.close_button = PrimaryButton(self.tr("Close"), name="shortcuts.close")
        self.close_button.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addWidget(Note(self.tr("Everything can be done with the keyboard alone.")), 1)
        foot.addWidget(self.close_button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        outer.setSpacing(3 * STEP)
        outer.addWidget(Heading(self.tr("Keyboard shortcuts")))
        outer.addWidget(self.area, 1)
        outer.addLayout(foot)
        self.close_button.setFocus()

    def _group(self, column: QVBoxLayout, place: str, rows: Sequence[Shortcut]) -> None:
        column.addWidget(Strong(place))
        column.addSpacing(STEP)
        column.addWidget(HorizontalLine())
        for entry in rows:
            column.addWidget(ShortcutRow(entry))
        column.addSpacing(5 * STEP)


def _middle(sizes: Sequence[int]) -> int:
    """Return the number of groups in the first column, for columns of about equal height."""
    return min(range(1, len(sizes)), key=lambda n: abs(sum(sizes[:n]) - sum(sizes[n:])))


class HelpDialogs(QObject):
    """Opens the help dialogs over the window, each at most once."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme

    def show_shortcuts_dialog(self) -> None:
        """Show the keyboard shortcuts."""
        if self._window.findChild(ShortcutsDialog) is None:
            self._open(ShortcutsDialog(self._window))

    def show_help(self, topic: str = "") -> None:
        """Show the help; `topic` is a glossary key or the animation of blurring."""
        from epicrec_desktop.ui.shell.help_dialog import HelpDialog  # noqa: PLC0415 - seldom asked

        if self._window.findChild(HelpDialog) is None:
            dialog = HelpDialog(self._window)
            dialog.shortcuts_requested.connect(self.show_shortcuts_dialog)
            dialog.release_notes_requested.connect(self.show_release_notes)
            self._open(dialog)
            dialog.show_topic(topic)

    def show_release_notes(self) -> None:
        """Show the release notes."""
        from epicrec_desktop.ui.shell.release_notes import ReleaseNotesDialog  # noqa: PLC0415

        if self._window.findChild(ReleaseNotesDialog) is None:
            self._open(ReleaseNotesDialog(self._window))

    def _open(self, dialog: QDialog) -> None:
        self._theme.apply_style_sheet(dialog)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
