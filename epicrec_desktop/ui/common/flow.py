"""A row that goes on below where it has no room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from epicrec_desktop.ui.common.theme import STEP


class FlowLayout(QLayout):
    """Buttons beside each other, in as many lines as their words need, in reading direction."""

    def __init__(self, *widgets: QWidget, spacing: int = 2 * STEP) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        """Qt's, for `addWidget`."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One of them, or None."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """One of them, which is no more in it; or None."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It takes no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Of all lines at this width."""
        return self._lay(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        """All in one line."""
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        wide = sum(hint.width() for hint in hints) + self.spacing() * max(len(hints) - 1, 0)
        return QSize(wide, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        """The widest of them."""
        least = QSize(0, 0)
        for item in self._items:
            if not item.isEmpty():
                least = least.expandedTo(item.minimumSize())
        return least

    def setGeometry(self, rect: QRect) -> None:
        """Lay them out."""
        super().setGeometry(rect)
        self._lay(rect, move=True)

    def _lay(self, rect: QRect, *, move: bool) -> int:
        """Place them, or only see how high that would be."""
        parent = self.parentWidget()
        back = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x, y, high = 0, 0, 0
        for item in self._items:
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            wide = min(hint.width(), rect.width())
            if x > 0 and x + wide > rect.width():
                x, y, high = 0, y + high + self.spacing(), 0
            if move:
                left = rect.right() + 1 - x - wide if back else rect.left() + x
                item.setGeometry(QRect(QPoint(left, rect.top() + y), QSize(wide, hint.height())))
            x += wide + self.spacing()
            high = max(high, hint.height())
        return y + high
