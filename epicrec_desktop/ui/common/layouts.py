"""Layouts and containers: row, column, grid and flow, scroll areas, lists of rows, panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.ui.common.labels import Note, Strong, Text
from epicrec_desktop.ui.common.theme import STEP


@dataclass(frozen=True)
class Stretch:
    """Room of a row or column that grows by this factor."""

    factor: int


STRETCH = Stretch(1)

Item = (
    QWidget
    | QLayout
    | tuple[QWidget, int]
    | tuple[QLayout, int]
    | tuple[QWidget, int, Qt.AlignmentFlag]
    | int
    | Stretch
)
"""A widget or layout, also with its stretch and alignment; a gap in pixels; a stretch."""
Margins = int | tuple[int, int, int, int] | None
"""Margins in pixels: of all edges; left, top, right and bottom; or those of the style."""


Box = TypeVar("Box", bound=QBoxLayout)


def row(
    *items: Item, parent: QWidget | None = None, margins: Margins = 0, spacing: int | None = None
) -> QHBoxLayout:
    """Return a layout of items beside each other, set as the layout of `parent` if there is one."""
    return _box(QHBoxLayout() if parent is None else QHBoxLayout(parent), items, margins, spacing)


def column(
    *items: Item, parent: QWidget | None = None, margins: Margins = 0, spacing: int | None = None
) -> QVBoxLayout:
    """Return a layout of items below each other, set as the layout of `parent` if there is one."""
    return _box(QVBoxLayout() if parent is None else QVBoxLayout(parent), items, margins, spacing)


@contextmanager
def layout_once(layout: QLayout) -> Iterator[None]:
    """Lay a widget out once after the block: Qt would do it each time a widget is shown."""
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)
        layout.activate()


def _box(box: Box, items: Sequence[Item], margins: Margins, spacing: int | None) -> Box:
    if margins is not None:
        box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        box.setSpacing(spacing)
    add_items(box, *items)
    return box


def add_items(box: QBoxLayout, *items: Item) -> None:
    """Append items to a row or column."""
    for item in items:
        if isinstance(item, int):
            box.addSpacing(item)
        elif isinstance(item, Stretch):
            box.addStretch(item.factor)
        elif isinstance(item, QWidget):
            box.addWidget(item)
        elif isinstance(item, QLayout):
            box.addLayout(item)
        elif isinstance(item[0], QLayout):
            box.addLayout(item[0], item[1])
        else:
            box.addWidget(item[0], *item[1:])


def grid(
    parent: QWidget | None = None,
    *,
    spacing: tuple[int, int],
    grows: int,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> QGridLayout:
    """Return a grid with horizontal and vertical spacing, whose column `grows` takes the room."""
    layout = QGridLayout() if parent is None else QGridLayout(parent)
    layout.setContentsMargins(*margins)
    layout.setHorizontalSpacing(spacing[0])
    layout.setVerticalSpacing(spacing[1])
    layout.setColumnStretch(grows, 1)
    return layout


def table(
    heads: Sequence[str],
    lines: Sequence[Sequence[Text]],
    *,
    spacing: tuple[int, int],
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeading,
) -> QWidget:
    """Return lines of labels below their heads; `align` is of all columns but the first."""
    result = QWidget()
    cells = grid(result, spacing=spacing, grows=0, margins=(0, STEP, 0, STEP))
    cells.addWidget(HorizontalLine(), 1, 0, 1, len(heads))
    for number, line in enumerate(([Note(head) for head in heads], *lines)):
        for place, label in enumerate(line):
            if place:
                label.setAlignment(align | Qt.AlignmentFlag.AlignVCenter)
            cells.addWidget(label, number + (number > 0), place)
    return result


def stack(box: QBoxLayout, below: bool) -> bool:
    """Put the items of a box below or beside each other; return whether they were otherwise."""
    down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
    before = box.direction()
    box.setDirection(down if below else across)
    return box.direction() is not before


def keep_room(widget: QWidget) -> None:
    """Leave the room of a widget free while it is hidden: what is beside it does not move."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)


def follow_width(
    widget: QWidget,
    across: QSizePolicy.Policy = QSizePolicy.Policy.Expanding,
    down: QSizePolicy.Policy = QSizePolicy.Policy.Fixed,
) -> None:
    """Set size policies of a widget whose height follows from its width."""
    policy = QSizePolicy(across, down)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)


def clear_layout(layout: QLayout) -> None:
    """Remove and delete the widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


class FlowLayout(QLayout):
    """Layout of widgets beside each other, in as many lines as needed, on a common middle."""

    def __init__(self, *widgets: QWidget, spacing: int = 2 * STEP) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return no direction: the layout takes no extra room."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        wide = sum(hint.width() for hint in hints) + self.spacing() * max(len(hints) - 1, 0)
        return QSize(wide, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        least = QSize(0, 0)
        for item in self._items:
            if not item.isEmpty():
                least = least.expandedTo(item.minimumSize())
        return least

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay(rect, move=True)

    def _lay(self, rect: QRect, *, move: bool) -> int:
        """Place the items, or only compute the height."""
        parent = self.parentWidget()
        back = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        y = 0
        for line in self._lines(rect.width()):
            x, high = 0, max(item.sizeHint().height() for item, _ in line)
            for item, wide in line if move else ():
                height = item.sizeHint().height()
                left = rect.right() + 1 - x - wide if back else rect.left() + x
                top = rect.top() + y + (high - height) // 2
                item.setGeometry(QRect(left, top, wide, height))
                x += wide + self.spacing()
            y += high + self.spacing()
        return max(y - self.spacing(), 0)

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, int]]]:
        lines: list[list[tuple[QLayoutItem, int]]] = []
        x = 0
        for item in self._items:
            if item.isEmpty():
                continue
            wide = min(item.sizeHint().width(), width)
            if not lines or x + wide > width:
                lines.append([])
                x = 0
            lines[-1].append((item, wide))
            x += wide + self.spacing()
        return lines


def scroll_vertically(area: QScrollArea, content: QWidget) -> None:
    """Let an area scroll its content, which has the area's width, without a frame or a ground."""
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidgetResizable(True)
    area.viewport().setAutoFillBackground(False)
    area.setWidget(content)


class BoundedScrollArea(QScrollArea):
    """Scroll area as high as its content needs at its width, up to a maximum height."""

    def __init__(self, content: QWidget, name: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self._maximum: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        scroll_vertically(self, content)
        self._fit()

    def set_maximum_height(self, height: int) -> None:
        self._maximum = height
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        done = super().eventFilter(watched, event)
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        content = self.widget()
        layout = content.layout() if content is not None else None
        if layout is None:
            return
        high = layout.sizeHint().height()
        if layout.hasHeightForWidth():
            high = layout.totalHeightForWidth(max(self.width(), 1))
        self.setFixedHeight(high if self._maximum is None else min(high, self._maximum))


class RowList(QWidget):
    """Rows one below the other; hidden while empty.

    Screen readers visit children in the order of their creation. A list with its own widget keeps
    the position of rows that load late.
    """

    def __init__(self, spacing: int = 0) -> None:
        super().__init__()
        self._column = column(parent=self, spacing=spacing)
        self._rows: tuple[QWidget, ...] = ()
        self.hide()

    def show_rows(self, rows: Sequence[QWidget]) -> None:
        """Show these rows in place of others; a focus in one of them stays at its place."""
        focus = self.window().focusWidget() or self
        at = next((n for n, row in enumerate(self._rows) if row.isAncestorOf(focus)), None)
        clear_layout(self._column)
        add_items(self._column, *rows)
        self._rows = tuple(rows)
        self.setVisible(bool(rows))
        if at is not None and rows:
            row = rows[min(at, len(rows) - 1)]
            tab = Qt.FocusPolicy.TabFocus
            stops = (part for part in row.findChildren(QWidget) if part.focusPolicy() & tab)
            near = [part for part in stops if part.isEnabled() and part.isVisibleTo(row)]
            same = [part for part in near if part.objectName() == focus.objectName()]
            if target := next(iter([*same, *near]), None):
                target.setFocus(Qt.FocusReason.OtherFocusReason)


class Panel(QFrame):
    """Box with a hairline border and round corners; add widgets to `body`."""

    def __init__(self, *, name: str = "", padding: int = 20) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.setObjectName(name)
        margins = (padding, padding - STEP, padding, padding - STEP)
        self.body = column(parent=self, margins=margins, spacing=2 * STEP)


def section(heading: str, *items: Item) -> Panel:
    """Return a panel with a heading, and what belongs to it."""
    panel = Panel(padding=4 * STEP)
    add_items(panel.body, Strong(heading), *items, STRETCH)
    return panel


class HorizontalLine(QFrame):
    """Horizontal hairline."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "line")
        self.setFixedHeight(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


FRAME_SIZE = QSize(16, 40)
"""Assumed size of a title bar and edges, before the window has its own."""


def available_size(window: QWidget) -> QSize:
    """Return the largest inner size, in pixels, of a window that fits its screen with its frame."""
    return window.screen().availableSize() - FRAME_SIZE
