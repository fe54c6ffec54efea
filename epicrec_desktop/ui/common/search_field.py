"""A field that filters what is below it while one types; Escape empties it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from epicrec_desktop.ui.common import icons, theme
from epicrec_desktop.ui.common.plain import set_accessible_name


class SearchField(QLineEdit):
    """`label` is shown in the empty field and read aloud."""

    def __init__(self, label: str, parent: QWidget | None = None, *, name: str) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setPlaceholderText(label)
        set_accessible_name(self, label)
        self.setClearButtonEnabled(True)
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self._draw()

    def _draw(self) -> None:
        self._glass.setIcon(icons.icon("search", theme.tokens().muted))

    def changeEvent(self, event: QEvent) -> None:
        """Draw the glass again in the new colors."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape empties the field; in an empty one it is left to others."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
