"""Holds words that may be many: a stranger's, or of several things that went wrong at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget


class BoundedScrollArea(QScrollArea):
    """As high as what it holds needs at its width, up to a bound; beyond that it scrolls."""

    def __init__(self, content: QWidget, name: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self._content = content
        self._maximum: int | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setWidgetResizable(True)
        self.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        self.setWidget(content)
        self._fit()

    def set_maximum_height(self, height: int) -> None:
        """The bound, in pixels."""
        self._maximum = height
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What it holds wants another height."""
        done = super().eventFilter(watched, event)
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need another height."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        layout = self._content.layout()
        if layout is None:
            return
        high = layout.sizeHint().height()
        if layout.hasHeightForWidth():
            high = layout.totalHeightForWidth(max(self.width(), 1))
        self.setFixedHeight(high if self._maximum is None else min(high, self._maximum))
