"""Surfaces: a panel, and a hairline."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from epicrec_desktop.ui.common.theme import STEP


class Panel(QFrame):
    """A box with a hairline and round corners; put things into `body`."""

    def __init__(self, parent: QWidget | None = None, *, name: str = "", padding: int = 20) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        if name:
            self.setObjectName(name)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(padding, padding - STEP, padding, padding - STEP)
        self.body.setSpacing(2 * STEP)

    def set_chosen(self, chosen: bool) -> None:
        """Draw it as the chosen one of several."""
        self.setProperty("kind", "chosen" if chosen else "panel")
        self.style().unpolish(self)
        self.style().polish(self)


class HorizontalLine(QFrame):
    """A horizontal hairline."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "line")
        self.setFixedHeight(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
