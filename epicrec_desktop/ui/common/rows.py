"""A place for rows that come once they are loaded."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget


class RowList(QWidget):
    """Rows one below the other; not there while there are none.

    Screen readers hear children in the order in which they were made. With a place of its own, what
    is loaded late is told where it stands, not after all that stands below it.
    """

    def __init__(self, spacing: int = 0) -> None:
        super().__init__()
        self._rows: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(spacing)
        self.hide()

    def show_rows(self, rows: Sequence[QWidget]) -> None:
        """These, instead of those before."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = list(rows)
        for row in rows:
            self._column.addWidget(row)
        self.setVisible(bool(rows))
