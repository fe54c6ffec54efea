"""What somebody has the mouse on stays under the mouse while what stands above it grows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QScrollArea, QWidget


class ScrollAnchor(QObject):
    """Scrolls an area by as much as a widget in it moved, before anything is drawn.

    Only while the mouse or the focus is in the widget: nobody else is scrolled away from what they
    read.
    """

    def __init__(self, area: QScrollArea, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._bar = area.verticalScrollBar()
        self._pending = 0
        self._bar.rangeChanged.connect(self._scroll)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A layout moved the widget."""
        if isinstance(event, QMoveEvent) and watched is self._widget and self._is_active():
            if not self._pending:
                QTimer.singleShot(0, self, self._clear_pending)
            self._pending += event.pos().y() - event.oldPos().y()
            self._scroll()
        return False

    def _is_active(self) -> bool:
        focus = self._widget.window().focusWidget()
        inside = focus is not None and self._widget.isAncestorOf(focus)
        return inside or self._widget.underMouse()

    def _scroll(self) -> None:
        """As far as there is room; the area hears of new room only after the layout."""
        if self._pending:
            before = self._bar.value()
            self._bar.setValue(before + self._pending)
            self._pending -= self._bar.value() - before

    def _clear_pending(self) -> None:
        self._pending = 0
