"""The exact bytes of a release: to read, to copy, to keep."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.domain.plain_text import escaped_json
from epicrec_desktop.domain.release import Release
from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.dialogs import choose_save_file
from epicrec_desktop.ui.common.text import ElidedLabel, Strong, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP

PRETTY, RAW = "pretty", "raw"


def pretty(payload: bytes) -> str:
    """The payload with line breaks; as it is where it is not JSON."""
    try:
        return escaped_json(json.dumps(json.loads(payload), indent=2, ensure_ascii=False))
    except ValueError:
        return raw(payload)


def raw(payload: bytes) -> str:
    """The bytes as text; what is not UTF-8 is shown as escapes."""
    return escaped_json(payload.decode("utf-8", "backslashreplace"))


class PayloadView(QWidget):
    """The bytes of a release. "Save" writes the bytes themselves, not what is shown."""

    failed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._release: Release | None = None
        self.shape = SegmentedControl(
            [(PRETTY, self.tr("Readable")), (RAW, self.tr("Exact bytes"))],
            name=f"{name}.shape",
            label=self.tr("How to show the bytes"),
            small=True,
        )
        self.shape.chosen.connect(self._show)
        self.text = QPlainTextEdit()
        self.text.setObjectName(f"{name}.text")
        self.text.setReadOnly(True)
        set_accessible_name(self.text, self.tr("The exact bytes"))
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(160)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        face = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        face.setStyleHint(QFont.StyleHint.Monospace)
        face.setPixelSize(12)
        self.text.setFont(face)
        self.digest = ElidedLabel(name=f"{name}.sha256")
        self.copy = QuietButton(self.tr("Copy"), name=f"{name}.copy")
        self.copy.clicked.connect(self._copy)
        self.save = QuietButton(self.tr("Save as…"), name=f"{name}.save", icon="download")
        self.save.clicked.connect(self._ask_where)
        head = QHBoxLayout()
        self.heading = Strong(self.tr("Byte for byte"), wrap=False)
        head.addWidget(self.heading, 1)
        head.addWidget(self.shape)
        foot = QHBoxLayout()
        foot.setSpacing(STEP)
        foot.addWidget(self.digest, 1)
        foot.addWidget(self.copy)
        foot.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * STEP)
        column.addLayout(head)
        column.addWidget(self.text, 1)
        column.addLayout(foot)

    def show_release(self, release: Release) -> None:
        """Show this payload, in the shape chosen before."""
        self._release = release
        size = text.size(release.payload)
        self.digest.setText(f"{size} · SHA-256 {release.sha256}")
        self._show(self.shape.value)

    def _show(self, shape: str) -> None:
        if self._release is not None:
            show = pretty if shape == PRETTY else raw
            self.text.setPlainText(show(self._release.payload))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    def _ask_where(self) -> None:
        if self._release is None:
            return
        proposal = f"epicrec-release-{self._release.id}.json"
        file = choose_save_file(self, self.tr("Save what was sent"), proposal)
        if file is not None:
            self.write(file)

    def write(self, file: Path) -> None:
        """Write the payload's bytes to a file the person named."""
        if self._release is None:
            return
        try:
            file.write_bytes(self._release.payload)
        except OSError:
            self.failed.emit(
                self.tr(
                    "The file could not be written. The release is still kept here; "
                    "choose another place."
                )
            )
