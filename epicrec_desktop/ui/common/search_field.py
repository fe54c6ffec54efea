"""A field that filters what is below it while one types; Escape empties it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from epicrec_desktop.ui.common import icons, roles, theme
from epicrec_desktop.ui.common.announcing import announce_result_count
from epicrec_desktop.ui.common.plain import set_accessible_name

REST_MS = 900
"""Of the hands, before it is said what was found; a word is typed without so long a pause."""


def name_field_buttons(field: QLineEdit, glass: QAction) -> None:
    """Say what empties the field, and nothing of the glass: Qt has both as buttons of no name."""
    for button in field.findChildren(QAbstractButton):
        if glass in button.actions():
            button.setProperty(roles.DECORATION, True)
        else:
            set_accessible_name(button, QCoreApplication.translate("SearchField", "Clear"))


class SearchField(QLineEdit):
    """`label` is shown in the empty field and read aloud.

    With a `count` of what is found, a screen reader says it when the hands rest.
    """

    count: Callable[[], int] | None = None

    def __init__(self, label: str, parent: QWidget | None = None, *, name: str) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setPlaceholderText(label)
        set_accessible_name(self, label)
        self.setClearButtonEnabled(True)
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        name_field_buttons(self, self._glass)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._say_found)
        self.textChanged.connect(lambda _: self._rest.start())
        self._draw()

    def _say_found(self) -> None:
        if self.count is not None and self.text().strip() and self.isVisible():
            announce_result_count(self, self.count())

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
