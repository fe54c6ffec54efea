"""Help dialogs, and the dialog of keyboard shortcuts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from epicrec_desktop.ui.common import shortcuts
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.labels import Chip, Note, Strong, Text
from epicrec_desktop.ui.common.layouts import STRETCH, HorizontalLine, column, row
from epicrec_desktop.ui.common.shortcuts import Shortcut
from epicrec_desktop.ui.common.text import set_accessible_description, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP, Theme
from epicrec_desktop.ui.shell.upgrade import ReleaseNotesDialog

D = TypeVar("D", bound=QDialog)


class ShortcutRow(QWidget):
    """Row with an action and its keys."""

    def __init__(self, entry: Shortcut) -> None:
        super().__init__()
        keys = self.tr(" or ").join(entry.key_labels())
        set_accessible_name(self, f"{entry.words}: {keys}")
        chips = [Chip(cap) for cap in entry.key_labels()]
        for chip in chips:
            chip.setAlignment(Qt.AlignmentFlag.AlignCenter)
            chip.setMinimumWidth(28)
        caps = ((chip, 0, Qt.AlignmentFlag.AlignVCenter) for chip in chips)
        edges = (0, STEP, 0, STEP)
        row((Text(entry.words), 1), *caps, parent=self, margins=edges, spacing=STEP)


class ShortcutsDialog(TextDialog):
    """Dialog with all shortcuts by place, in two columns; the arrow keys scroll."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("Keyboard shortcuts"), (840, 540), name="shortcuts")
        groups = [(key, list(rows)) for key, rows in groupby(shortcuts.table(), lambda e: e.place)]
        half = _middle([len(rows) for _, rows in groups])
        columns = [
            (column(*(_group(*group) for group in part), STRETCH, spacing=5 * STEP), 1)
            for part in (groups[:half], groups[half:])
        ]
        self.column.addLayout(row(*columns, spacing=10 * STEP))
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        rows = self.area.findChildren(ShortcutRow)
        set_accessible_description(self.area, ". ".join(row.accessibleName() for row in rows))
        self.finish((Note(self.tr("Everything can be done with the keyboard alone.")), 1))


def _group(place: str, rows: Sequence[Shortcut]) -> QVBoxLayout:
    return column(Strong(place), STEP, HorizontalLine(), *map(ShortcutRow, rows), spacing=0)


def _middle(sizes: Sequence[int]) -> int:
    """Return the number of groups in the first column, for columns of about equal height."""
    return min(range(1, len(sizes)), key=lambda n: abs(sum(sizes[:n]) - sum(sizes[n:])))


class HelpDialogs(QObject):
    """Opens the help dialogs over the window, each at most once."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        self.context: Context | None = None
        """Set once the services are there; without it help shows how blurring begins."""

    def show_shortcuts_dialog(self) -> None:
        self._open(ShortcutsDialog)

    def show_help(self, topic: str = "") -> None:
        """Show the help; `topic` is a glossary key, or how blurring works."""
        from epicrec_desktop.ui.shell.help_dialog import HelpDialog  # noqa: PLC0415 - seldom asked

        if (dialog := self._open(HelpDialog)) is not None:
            dialog.keys.clicked.connect(self.show_shortcuts_dialog)
            dialog.release_notes.clicked.connect(self.show_release_notes)
            dialog.show_topic(topic)
            if self.context is not None:
                self.context.run(
                    lambda services, job: services.privacy.counting(), dialog.show_counting
                )

    def show_release_notes(self) -> None:
        self._open(ReleaseNotesDialog)

    def _open(self, kind: type[D]) -> D | None:
        """Open a dialog of this kind and return it; None where one is open."""
        if self._window.findChild(kind) is not None:
            return None
        dialog = kind(self._window)
        self._theme.apply_style_sheet(dialog)
        dialog.open()
        return dialog
