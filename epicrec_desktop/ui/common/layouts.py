"""Layouts and containers: flow layout, bounded scroll area, row list, panel, centered column,
dialog size.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

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


FRAME_SIZE = QSize(16, 40)
"""A title bar with edges, before the window has its own."""


def available_size(window: QWidget) -> QSize:
    """The largest inside of a window that lies on its screen with its frame, in pixels."""
    return window.screen().availableSize() - FRAME_SIZE


def resize_to_screen(dialog: QDialog, width: int, height: int) -> None:
    """Give a dialog this size, or what its screen has room for."""
    dialog.resize(QSize(width, height).boundedTo(available_size(dialog)))


COLUMN_WIDTH = 480


class CenteredColumn(QWidget):
    """As wide as words are read well, and exactly as high as they need there."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(COLUMN_WIDTH)

    def event(self, event: QEvent) -> bool:
        """Something came or went: a layout in the middle of its room guesses the height."""
        layout = self.layout()
        if event.type() == QEvent.Type.LayoutRequest and layout is not None:
            self.setFixedHeight(layout.totalHeightForWidth(COLUMN_WIDTH))
        return super().event(event)


def centered_scroll_area(page: QWidget) -> QScrollArea:
    """A page with room around it, which scrolls where there is too little."""
    room = QScrollArea()
    room.setWidgetResizable(True)
    room.setFrameShape(QScrollArea.Shape.NoFrame)
    middle = QWidget()
    column = QVBoxLayout(middle)
    column.addStretch(1)
    column.addWidget(page, 0, Qt.AlignmentFlag.AlignHCenter)
    column.addStretch(2)
    room.setWidget(middle)
    return room
