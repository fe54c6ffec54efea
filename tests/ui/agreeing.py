"""Saying yes to a release, as a person does: the list is made where there is none, then it goes."""

from __future__ import annotations

from epicrec_desktop.ui.privacy.release_dialog import ReleaseDialog


def make(dialog: ReleaseDialog, qtbot) -> None:
    """See the real list; where it is there already, nothing is to be done."""
    if dialog.preview.example:
        dialog.make.click()
        qtbot.waitUntil(lambda: not dialog.preview.example)
    qtbot.waitUntil(dialog.yes.isEnabled)


def agree(dialog: ReleaseDialog, qtbot) -> None:
    """See the real list, and say yes to it."""
    make(dialog, qtbot)
    dialog.yes.click()
