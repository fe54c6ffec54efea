"""The contents of one release: movies and numbers as a list, and the exact bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.domain.plain_text import escaped_json
from epicrec_desktop.domain.release import Release
from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.activity.text import Line
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.dialogs import choose_save_file
from epicrec_desktop.ui.common.text import (
    ElidedLabel,
    Strong,
    display_line,
    set_accessible_name,
    with_bidi_isolates,
)
from epicrec_desktop.ui.common.theme import STEP

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
_INDENT = "    "


class ReleaseContentsModel(QAbstractListModel):
    """One line each; hundreds of titles cost nothing until they are seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: Sequence[Line] = ()

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Replace them."""
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """How many lines."""
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The words; headings are strong."""
        if not index.isValid():
            return None
        words, heading = self.lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{'' if heading else _INDENT}{with_bidi_isolates(display_line(words))}"
        if role == Qt.ItemDataRole.ToolTipRole and heading:
            return display_line(words)
        if role == Qt.ItemDataRole.FontRole and heading:
            return theme.font(theme.BASE, theme.STRONG)
        return None


class ReleaseContents(QListView):
    """Shows them; long headings take as many lines as they need."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("kind", "lines")
        set_accessible_name(self, self.tr("What this release tells"))
        self.lines = ReleaseContentsModel(self)
        self.setModel(self.lines)
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSpacing(1)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMinimumHeight(160)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)

    def words(self) -> list[str]:
        """All lines, as they are read."""
        return [words for words, _ in self.lines.lines]


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
