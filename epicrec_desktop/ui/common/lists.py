"""Parts of lists: models of items, cells and their delegates, views."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common import posters, theme, wording
from epicrec_desktop.ui.common.painting import draw_line, draw_plate, draw_ring
from epicrec_desktop.ui.common.text import display_line, set_accessible_name, tool_tip

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ITEM = Qt.ItemDataRole.UserRole
TEXT = Qt.ItemDataRole.DisplayRole
TOOL_TIP = Qt.ItemDataRole.ToolTipRole
ACCESSIBLE_TEXT = Qt.ItemDataRole.AccessibleTextRole

_FLAGS = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren

T = TypeVar("T")


class ListModel(QStringListModel, Generic[T]):
    """Model of a sequence; thousands of items cost nothing until they are shown.

    Qt counts the rows: a layout asks for each row how many there are.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: Sequence[T] = ()

    def show_items(self, items: Iterable[T]) -> None:
        self.items = tuple(items)
        self.setStringList([""] * len(self.items))

    def flags(self, index: Index) -> Qt.ItemFlag:
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = TEXT) -> Any:
        if not index.isValid():
            return None
        item = self.items[index.row()]
        return item if role == ITEM else self.value(item, role)

    def value(self, item: T, role: int) -> object:
        if role == TEXT:
            return display_line(self.text(item))
        if role == ACCESSIBLE_TEXT:
            return display_line(self.spoken(item))
        return tool_tip(self.tip(item)) if role == TOOL_TIP else None

    def text(self, item: T) -> str:
        raise NotImplementedError

    def spoken(self, item: T) -> str:
        """Return what a screen reader reads."""
        return self.text(item)

    def tip(self, item: T) -> str:
        return ""


class Cell:
    """A cell while it is painted: its painter, place, state and item."""

    def __init__(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.painter, self.index = painter, index
        self.rect: QRect = option.rect
        self.widget: QWidget = option.widget
        self.item: Any = index.data(ITEM)
        self.colors = theme.tokens()
        state: QStyle.StateFlag = option.state
        self.selected = bool(state & QStyle.StateFlag.State_Selected)
        self.hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        self.focused = bool(state & QStyle.StateFlag.State_HasFocus)

    def plate(self, x: int, y: int) -> None:
        """Paint the ground of a selected or hovered row, and the focus ring, inset by `x`, `y`."""
        box = QRectF(self.rect).adjusted(x, y, -x, -y)
        if self.selected or self.hovered:
            color = self.colors.wash if self.selected else self.colors.background
            draw_plate(self.painter, box, color)
        if self.focused:
            draw_ring(self.painter, box, self.colors.accent)

    def poster(self, box: QRect, movie: Movie | Suggestion) -> None:
        posters.queue().paint(self.painter, box, self.widget, movie)

    def ring(self, box: QRect, color: str) -> None:
        draw_ring(self.painter, QRectF(box).adjusted(-2.5, -2.5, 2.5, 2.5), color, 10)

    def caption(self, box: QRect, gap: int, movie: Movie | Suggestion, text: str = "") -> None:
        """Paint a line below a poster: `text`, or what the poster does not say of the movie itself:
        its category, and on a small poster the year.
        """
        year = movie.year if box.width() < posters.SMALLEST_CREDIT else None
        words = text or wording.short(year, movie.categories) or str(movie.year or "")
        line = QRect(box.left(), box.bottom() + gap, box.width(), 18)
        draw_line(self.painter, line, words, self.colors.muted)


class CellDelegate(QStyledItemDelegate):
    """Delegate of cells of one size."""

    SIZE = QSize(200, 60)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self.SIZE

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_cell(Cell(painter, option, index))
        painter.restore()

    def paint_cell(self, cell: Cell) -> None:
        raise NotImplementedError

    def action_boxes(self, cell: QRect, item: Any) -> dict[str, QRect]:
        """Return the rectangle in a cell of each answer that a click on it gives."""
        return {}


OPEN_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ItemView(QListView):
    """View without a frame; `scroll_step` in pixels. `open_items` lets `opened` carry items."""

    opened = Signal(object)
    _opens = False
    _scrolls = True

    def __init__(
        self,
        model: QAbstractItemModel,
        delegate: QAbstractItemDelegate | None = None,
        *,
        name: str = "",
        label: str = "",
        kind: str = "bare",
        scroll_step: int = 0,
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("kind", kind)
        if kind == "bare":
            self.setFrameShape(QListView.Shape.NoFrame)
        set_accessible_name(self, label)
        self.setModel(model)
        if delegate is not None:
            delegate.setParent(self)
            self.setItemDelegate(delegate)
            self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        bar = self.verticalScrollBar()
        bar.setEnabled(False)  # a thumb where nothing scrolls would promise more
        bar.rangeChanged.connect(lambda _least, most: bar.setEnabled(most > 0))
        if scroll_step:
            self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
            bar.setSingleStep(scroll_step)

    def open_items(self) -> None:
        """Open items by a click, Space or Enter; none is selected."""
        self._opens = True
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        # Not `activated`: where a single click activates, as on KDE, it would open twice.
        self.clicked.connect(lambda index: self.opened.emit(index.data(ITEM)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._opens or event.key() not in OPEN_KEYS:
            super().keyPressEvent(event)
        elif self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().data(ITEM))

    def wrap(self) -> None:
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)

    def leave_scrolling(self) -> None:
        """Leave scrolling to the page: the owner makes the view as high as its rows."""
        self._scrolls = False
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._scrolls:
            super().wheelEvent(event)
        else:
            event.ignore()
