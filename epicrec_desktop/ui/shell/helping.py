"""Help, the keys and what is new: dialogs that any page, key or menu may ask for."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from epicrec_desktop.ui.common.theme import Theme
from epicrec_desktop.ui.shell.shortcuts_help import ShortcutsDialog


class HelpDialogs(QObject):
    """Opens each over the window; one that is open is not opened twice."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme

    def show_shortcuts_dialog(self) -> None:
        """The page of the keys."""
        if self._window.findChild(ShortcutsDialog) is None:
            self._open(ShortcutsDialog(self._window))

    def show_help(self, topic: str = "") -> None:
        """The words of the program; `topic` is one of them, or the picture of blurring."""
        from epicrec_desktop.ui.shell.help_dialog import HelpDialog  # noqa: PLC0415 - seldom asked

        if self._window.findChild(HelpDialog) is None:
            dialog = HelpDialog(self._window)
            dialog.shortcuts_requested.connect(self.show_shortcuts_dialog)
            dialog.release_notes_requested.connect(self.show_release_notes)
            self._open(dialog)
            dialog.show_topic(topic)

    def show_release_notes(self) -> None:
        """What each version brought."""
        from epicrec_desktop.ui.shell.whats_new import ReleaseNotesDialog  # noqa: PLC0415

        if self._window.findChild(ReleaseNotesDialog) is None:
            self._open(ReleaseNotesDialog(self._window))

    def _open(self, dialog: QDialog) -> None:
        self._theme.apply_style_sheet(dialog)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
