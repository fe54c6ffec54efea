"""A wall of posters to pick from: a model, how a poster is drawn, and the view."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.ui.common import icons, posters, theme, wording
from epicrec_desktop.ui.common.text import display_line, elided, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
MOVIE = Qt.ItemDataRole.UserRole
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked
LEAST_WIDTH = 112
GAP = 4 * STEP
EDGE = STEP  # room for the ring
FOOT = 30
DISC = 28


def poster_box(cell: QRect) -> QRect:
    """Where the poster is in a cell."""
    width = cell.width() - GAP
    return QRect(cell.left() + EDGE, cell.top() + EDGE, width, width * 3 // 2)


class PosterWallModel(QAbstractListModel):
    """Movies by local key, and which are picked. `toggled` is for the person's doing only."""

    toggled = Signal(int, bool)  # local key, whether it is picked now

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.movies: list[tuple[int, Movie]] = []
        self._picked: set[int] = set()

    def show_movies(self, movies: Sequence[tuple[int, Movie]]) -> None:
        """Replace the movies; what is picked stays picked."""
        self.beginResetModel()
        self.movies = list(movies)
        self.endResetModel()

    def set_picked(self, keys: Sequence[int]) -> None:
        """Pick these and no others, without telling."""
        self._picked = set(keys)
        self._redraw()

    @property
    def picked_count(self) -> int:
        """How many are picked, shown or not."""
        return len(self._picked)

    def restore_pick(self, key: int, *, picked: bool) -> None:
        """As it was: the answer could not be kept."""
        (self._picked.add if picked else self._picked.discard)(key)
        self._redraw()

    def _redraw(self) -> None:
        if self.movies:
            self.dataChanged.emit(self.index(0), self.index(len(self.movies) - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        """How many movies."""
        return 0 if parent.isValid() else len(self.movies)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every poster can be picked, with the space bar too."""
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Title and year, whether it is picked, and the movie itself."""
        if not index.isValid():
            return None
        key, movie = self.movies[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return display_line(movie.label)
        if role == Qt.ItemDataRole.CheckStateRole:
            return CHECKED if key in self._picked else UNCHECKED
        return movie if role == MOVIE else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Pick a movie, or not anymore."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        key, _ = self.movies[index.row()]
        picked = Qt.CheckState(value) is CHECKED
        (self._picked.add if picked else self._picked.discard)(key)
        self.dataChanged.emit(index, index, [role])
        self.toggled.emit(key, picked)
        return True

    def toggle(self, row: int) -> None:
        """As a click on this poster."""
        index = self.index(row, 0)
        now = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))
        other = UNCHECKED if now is CHECKED else CHECKED
        self.setData(index, other, Qt.ItemDataRole.CheckStateRole)


class PosterWallDelegate(QStyledItemDelegate):
    """A poster; a picked one has a ring and a tick."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As the view divides its width."""
        del index
        wall = option.widget
        return wall.gridSize() if isinstance(wall, QListView) else QSize(LEAST_WIDTH, 200)

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """A click anywhere on the poster picks it, and so does the space bar."""
        del option
        space = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
        released = isinstance(event, QMouseEvent) and (
            event.type() == QEvent.Type.MouseButtonRelease
            and event.button() is Qt.MouseButton.LeftButton
        )
        if (space or released) and isinstance(model, PosterWallModel):
            model.toggle(index.row())
            return True
        return False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        movie: Movie = index.data(MOVIE)
        cell: QRect = option.rect
        state: QStyle.StateFlag = option.state
        colors = theme.tokens()
        box = poster_box(cell)
        picked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) is CHECKED
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        film = (movie.title, movie.year, movie.categories)
        posters.queue().paint(painter, box, option.widget, *film)
        over = bool(state & QStyle.StateFlag.State_MouseOver)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if focused:
            painter.setPen(QPen(QColor(colors.ink), 2))
            painter.drawRoundedRect(QRectF(box).adjusted(-3, -3, 3, 3), 10, 10)
        if picked or over:
            painter.setPen(QPen(QColor(colors.accent if picked else colors.control), 3))
            painter.drawRoundedRect(QRectF(box).adjusted(-1.5, -1.5, 1.5, 1.5), 9, 9)
        if picked:
            self._tick(painter, box, colors)
        line = QRect(box.left(), box.bottom() + STEP + 1, box.width(), 18)
        painter.setFont(theme.font(theme.NOTE))
        painter.setPen(QColor(colors.muted))
        facts = wording.short(movie.year, posters.family(movie.categories))
        words = elided(painter.fontMetrics(), facts, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()

    def _tick(self, painter: QPainter, box: QRect, colors: theme.Tokens) -> None:
        disc = QRectF(box.right() - DISC - 5, box.top() + 6, DISC, DISC)
        painter.setPen(QPen(QColor(colors.on_accent), 2))
        painter.setBrush(QColor(colors.accent))
        painter.drawEllipse(disc)
        ratio = painter.device().devicePixelRatioF()
        picture = icons.pixmap("check", colors.on_accent, 16, ratio)
        painter.drawPixmap(disc.center() - QPointF(8, 8), picture)


class PosterWall(QListView):
    """Posters in rows, as many as there is room for. Arrows move, the space bar picks."""

    def __init__(self, model: PosterWallModel) -> None:
        super().__init__()
        self.setObjectName("wizard.wall")
        self.setProperty("kind", "bare")
        set_accessible_name(self, self.tr("Well-known movies; the space bar picks"))
        self.setModel(model)
        self.setItemDelegate(PosterWallDelegate(self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(48)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for, over the whole width."""
        width = self.viewport().width() - 1
        columns = max(1, width // (LEAST_WIDTH + GAP))
        cell = width // columns
        self.setGridSize(QSize(cell, (cell - GAP) * 3 // 2 + FOOT + EDGE))
        super().resizeEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard always finds a poster to stand on."""
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))
        super().focusInEvent(event)
