"""What somebody has the mouse on stays under the mouse while what stands above it grows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QScrollArea, QWidget


class HoldingStill(QObject):
    """Scrolls an area by as much as a widget in it moved, before anything is drawn.

    Only while the mouse or the focus is in the widget: nobody else is scrolled away from what they
    read.
    """

    def __init__(self, area: QScrollArea, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._bar = area.verticalScrollBar()
        self._owed = 0
        self._bar.rangeChanged.connect(self._scroll)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A layout moved the widget."""
        if isinstance(event, QMoveEvent) and watched is self._widget and self._held():
            if not self._owed:
                QTimer.singleShot(0, self, self._forget)
            self._owed += event.pos().y() - event.oldPos().y()
            self._scroll()
        return False

    def _held(self) -> bool:
        focus = self._widget.window().focusWidget()
        inside = focus is not None and self._widget.isAncestorOf(focus)
        return inside or self._widget.underMouse()

    def _scroll(self) -> None:
        """As far as there is room; the area hears of new room only after the layout."""
        if self._owed:
            before = self._bar.value()
            self._bar.setValue(before + self._owed)
            self._owed -= self._bar.value() - before

    def _forget(self) -> None:
        self._owed = 0
