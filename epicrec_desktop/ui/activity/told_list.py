"""A release as a person reads it: headings, with titles or numbers below each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QListView, QSizePolicy, QWidget

from epicrec_desktop.ui.activity.text import Line
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.text import display_line, set_accessible_name, with_bidi_isolates

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
