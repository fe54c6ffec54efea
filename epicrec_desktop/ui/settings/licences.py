"""The licences of everything that a package of this program brings along."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from epicrec_desktop import resources
from epicrec_desktop.ui.common import layouts
from epicrec_desktop.ui.common.buttons import PrimaryButton
from epicrec_desktop.ui.common.text import Heading, set_accessible_name, set_window_title
from epicrec_desktop.ui.common.theme import STEP

SIZE = (760, 560)


def licences_file() -> Path | None:
    """The texts, where a package brought them; pip lays each beside its own package."""
    file = resources.path("licences.txt")
    return file if file.is_file() else None


class LicencesDialog(QDialog):
    """All texts in one, to be read and searched; the arrow keys scroll."""

    def __init__(self, file: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("licences")
        set_window_title(self, self.tr("Licenses"))
        self.setModal(True)
        layouts.resize_to_screen(self, *SIZE)
        self.text = QPlainTextEdit(file.read_text(encoding="utf-8", errors="replace"))
        self.text.setReadOnly(True)
        self.text.setObjectName("licences.text")
        set_accessible_name(self.text, self.tr("Licenses"))
        self.done_button = PrimaryButton(self.tr("Close"), name="licences.close")
        self.done_button.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.done_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * STEP, 3 * STEP, 4 * STEP, 3 * STEP)
        layout.setSpacing(2 * STEP)
        layout.addWidget(Heading(self.tr("Licenses")))
        layout.addWidget(self.text, 1)
        layout.addLayout(buttons)
        self.text.setFocus()
