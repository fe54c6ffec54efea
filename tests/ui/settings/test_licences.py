"""The licences that a package brings along, and their place in Settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from epicrec_desktop import resources
from epicrec_desktop.ui.settings import SettingsPage
from epicrec_desktop.ui.settings.licences import LicencesDialog


def opened(fake, in_context, qtbot) -> SettingsPage:
    page = SettingsPage(in_context(fake))
    qtbot.addWidget(page)
    page.show()
    return page


def test_a_package_shows_its_licences(
    fake, in_context, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "licences.txt").write_text("Größe <b>1.0</b>: MIT\n" * 400, encoding="utf-8")
    whole = resources.path
    monkeypatch.setattr(
        resources,
        "path",
        lambda *parts: tmp_path.joinpath(*parts) if parts == ("licences.txt",) else whole(*parts),
    )
    page = opened(fake, in_context, qtbot)
    assert page.about.licences.isVisibleTo(page)
    qtbot.mouseClick(page.about.licences, Qt.MouseButton.LeftButton)
    dialog = page.findChild(LicencesDialog)
    assert dialog.isVisible()
    assert "Größe <b>1.0</b>: MIT" in dialog.text.toPlainText()
    assert dialog.text.hasFocus() or not dialog.isActiveWindow()
    qtbot.keyClick(dialog.text, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_without_them_there_is_no_button(fake, in_context, qtbot) -> None:
    if resources.path("licences.txt").exists():
        pytest.skip("this installation brings licences along")
    assert not opened(fake, in_context, qtbot).about.licences.isVisible()
