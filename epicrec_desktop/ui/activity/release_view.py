"""The contents of one release: movies and numbers as a list, and the exact bytes."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QListView,
    QPlainTextEdit,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from epicrec_desktop.domain.plain_text import escaped_json
from epicrec_desktop.domain.release import Release
from epicrec_desktop.files import write_file
from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.activity.text import Line
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.dialogs import choose_save_file
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.lists import TEXT, TOOL_TIP, Index, LineView, ListModel
from epicrec_desktop.ui.common.text import (
    ElidedLabel,
    Strong,
    display_line,
    set_accessible_name,
    tool_tip,
    with_bidi_isolates,
)
from epicrec_desktop.ui.common.theme import STEP

_INDENT = "    "


class ReleaseContentsModel(ListModel[Line]):
    """One line each; headings are strong, digits below each other of one width."""

    def value(self, item: Line, role: int) -> object:
        """Return the words and the font."""
        words, heading = item
        if role == TEXT:
            return f"{'' if heading else _INDENT}{with_bidi_isolates(display_line(words))}"
        if role == TOOL_TIP:
            return tool_tip(words)
        if role == Qt.ItemDataRole.FontRole:
            return theme.font(theme.BASE, theme.STRONG) if heading else theme.tabular_font()
        return None


class _LineDelegate(QStyledItemDelegate):
    """Measures headings only: a release of thousands of movies is laid out at once."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return one line's size for a movie, and what a heading needs."""
        model = index.model()
        assert isinstance(model, ReleaseContentsModel)
        _, heading = model.items[index.row()]
        if heading:
            return super().sizeHint(option, index)
        return QSize(0, option.fontMetrics.height() + 2)


class ReleaseContents(LineView):
    """Shows them; long headings take as many lines as they need."""

    def __init__(self, name: str) -> None:
        self.lines = ReleaseContentsModel()
        label = QCoreApplication.translate("ReleaseContents", "What this release tells")
        super().__init__(self.lines, name=name, label=label, minimum=160)
        self.lines.setParent(self)
        self.setItemDelegate(_LineDelegate(self))
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)

    def words(self) -> list[str]:
        """All lines, as they are read."""
        return [words for words, _ in self.lines.items]


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
        self.text.setFont(theme.fixed_font())
        self.digest = ElidedLabel(name=f"{name}.sha256")
        self.copy = QuietButton(self.tr("Copy"), name=f"{name}.copy")
        self.copy.clicked.connect(self._copy)
        self.save = QuietButton(self.tr("Save as…"), name=f"{name}.save", icon="download")
        self.save.clicked.connect(self._ask_where)
        self.heading = Strong(self.tr("Byte for byte"), wrap=False)
        column(
            row((self.heading, 1), self.shape),
            (self.text, 1),
            row((self.digest, 1), self.copy, self.save, spacing=STEP),
            parent=self,
            spacing=2 * STEP,
        )

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
            write_file(file, self._release.payload)
        except OSError:
            self.failed.emit(
                self.tr(
                    "The file could not be written. The release is still kept here; "
                    "choose another place."
                )
            )
