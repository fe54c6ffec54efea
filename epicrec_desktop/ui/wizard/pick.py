"""Wizard step to pick liked movies from a wall of posters, for users who allow no browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.ui.common import icons, posters, theme, wording
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.privacy_text import number
from epicrec_desktop.ui.common.search import SearchField
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.text import Strong, display_line, elided, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
MOVIE = Qt.ItemDataRole.UserRole
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked
LEAST_WIDTH = 112
GAP = 4 * STEP
EDGE = STEP  # room for the focus ring
FOOT = 30
DISC = 28


def poster_box(cell: QRect) -> QRect:
    """Return the rectangle of the poster in a cell."""
    width = cell.width() - GAP
    return QRect(cell.left() + EDGE, cell.top() + EDGE, width, width * 3 // 2)


class PosterWallModel(QAbstractListModel):
    """Model of movies by local id, with the picked ones. `toggled` is emitted for the user's clicks
    only.
    """

    toggled = Signal(int, bool)  # local id, whether it is picked now

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.movies: list[tuple[int, Movie]] = []
        self._picked: set[int] = set()

    def show_movies(self, movies: Sequence[tuple[int, Movie]]) -> None:
        """Replace the movies; picked ones stay picked."""
        self.beginResetModel()
        self.movies = list(movies)
        self.endResetModel()

    def set_picked(self, keys: Sequence[int]) -> None:
        """Set the picked movies without emitting `toggled`."""
        self._picked = set(keys)
        self._redraw()

    @property
    def picked_count(self) -> int:
        """Return the number of picked movies, shown or not."""
        return len(self._picked)

    def restore_pick(self, key: int, *, picked: bool) -> None:
        """Restore the previous state after a failed save."""
        (self._picked.add if picked else self._picked.discard)(key)
        self._redraw()

    def _redraw(self) -> None:
        if self.movies:
            self.dataChanged.emit(self.index(0), self.index(len(self.movies) - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of movies."""
        return 0 if parent.isValid() else len(self.movies)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags of a checkable poster; the space bar toggles it too."""
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return title and year, check state, or the movie itself."""
        if not index.isValid():
            return None
        key, movie = self.movies[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return display_line(movie.label)
        if role == Qt.ItemDataRole.CheckStateRole:
            return CHECKED if key in self._picked else UNCHECKED
        return movie if role == MOVIE else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Pick or unpick a movie."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        key, _ = self.movies[index.row()]
        picked = Qt.CheckState(value) is CHECKED
        (self._picked.add if picked else self._picked.discard)(key)
        self.dataChanged.emit(index, index, [role])
        self.toggled.emit(key, picked)
        return True

    def toggle(self, row: int) -> None:
        """Toggle a poster as a click does."""
        index = self.index(row, 0)
        now = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))
        other = UNCHECKED if now is CHECKED else CHECKED
        self.setData(index, other, Qt.ItemDataRole.CheckStateRole)


class PosterWallDelegate(QStyledItemDelegate):
    """Paints a poster, with a ring and a tick if picked."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the cell size that the view computed."""
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
        """Toggle a poster by a click anywhere on it, or by the space bar."""
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
        """Paint one cell."""
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
    """Grid of posters, as many per row as fit. Arrow keys move, the space bar picks."""

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
        """Divide the width into as many columns as fit."""
        width = self.viewport().width() - 1
        columns = max(1, width // (LEAST_WIDTH + GAP))
        cell = width // columns
        self.setGridSize(QSize(cell, (cell - GAP) * 3 // 2 + FOOT + EDGE))
        super().resizeEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Set a current poster for the keyboard."""
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))
        super().focusInEvent(event)


MIN_PICKS = 3
MAX_RESULTS = 60
TYPING_MS = 120

Movies = list[tuple[int, Movie]]


@dataclass(frozen=True)
class StartData:
    """The wall, and the status of every movie in the library."""

    movies: Movies
    library: dict[int, LibraryStatus]


def load(services: Services) -> StartData:
    """Return the data of the step; runs on a worker."""
    library = {entry.id: entry.status for entry in services.library.entries()}
    return StartData(services.library.best_known(), library)


class PickStep(Step):
    """Step that saves every pick at once, so that a restart keeps it."""

    KEY = "pick"
    PROGRESS_INDEX = 1
    WIDTH = 1096

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("Pick some movies you liked"),
            self.tr("Three are enough to begin with. They stay on this computer."),
        )
        self._start = StartData([], {})
        self._asked = ""
        self.model = PosterWallModel(self)
        self.model.toggled.connect(self._toggled)
        self.wall = PosterWall(self.model)
        self.search = SearchField(self.tr("Search all movies"), name="wizard.wall.search")
        self.search.setMaximumWidth(320)
        self.search.textChanged.connect(self._typed)
        self.search.returnPressed.connect(self._take_first)
        self.count = Strong(name="wizard.wall.count", wrap=False)
        self.nothing = EmptyState(
            "empty",
            self.tr("Nothing by this name"),
            self.tr("Try another word of the title, or the year."),
            name="wizard.wall.nothing",
        )
        row = QHBoxLayout()
        row.addWidget(self.search, 1)
        row.addStretch(1)
        row.addWidget(self.count)
        self._layers = QStackedWidget()
        self._layers.addWidget(self.wall)
        self._layers.addWidget(self.nothing)
        self.body.setSpacing(2 * STEP)
        self.body.addLayout(row)
        self.body.addWidget(self._layers, 1)
        QWidget.setTabOrder(self.search, self.wall)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self._search)
        self._tell()

    def enter(self) -> None:
        """Load the wall, and what is picked or confirmed already."""
        services = self.services
        self.tasks.run(
            lambda job: load(services),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def _show(self, start: StartData) -> None:
        self._start = start
        confirmed = LibraryStatus.CONFIRMED
        self.model.set_picked([k for k, status in start.library.items() if status is confirmed])
        self._search()
        self._tell()

    # Picking

    def _toggled(self, key: int, picked: bool) -> None:
        library, before = self.services.library, self._start.library.get(key)

        def work(job: Job) -> None:
            if picked:
                library.add(key)
            elif before is None:
                library.withdraw(key)
            else:  # it was in the library before, suggested or rejected
                found = LibraryStatus.SUGGESTED
                library.restore({key: found if before is LibraryStatus.CONFIRMED else before})

        def refused(sentence: str) -> None:
            self.model.restore_pick(key, picked=not picked)
            self.error.show_text(sentence)
            self._tell()

        self.error.hide()
        self.tasks.run(work, on_error=refused)
        self._tell()

    def _tell(self) -> None:
        picked = self.model.picked_count
        if picked < MIN_PICKS:
            words = self.tr("{n} of {least} picked").format(
                n=number(picked), least=number(MIN_PICKS)
            )
        else:
            words = self.tr("{n} picked").format(n=number(picked))
        self.count.setText(words)
        set_accessible_name(self.count, words)
        self.changed.emit()

    # Searching

    def _typed(self) -> None:
        self._typing.start()

    def _search(self) -> None:
        self._typing.stop()
        words = self._asked = self.search.text().strip()
        if not words:
            self._found(words, self._start.movies)
            return
        library = self.services.library
        self.tasks.run(
            lambda job: library.search_catalog(words, MAX_RESULTS),
            on_result=lambda found: self._found(words, found),
            on_error=self.error.show_text,
        )

    def _found(self, words: str, movies: Movies) -> None:
        if words != self._asked:
            return
        self.model.show_movies(movies)
        nothing = bool(words) and not movies
        self._layers.setCurrentWidget(self.nothing if nothing else self.wall)
        self.wall.scrollToTop()

    def _take_first(self) -> None:
        """Pick the best match on Return, and select the text for the next title."""
        if self._asked == self.search.text().strip() and self._asked and self.model.movies:
            self.model.toggle(0)
            self.search.selectAll()

    # Wizard

    def first_focus(self) -> QWidget:
        """Return the wall, so that the space bar works at once."""
        return self.wall

    def can_continue(self) -> bool:
        """Return whether three movies are picked."""
        return self.model.picked_count >= MIN_PICKS

    def next_text(self) -> str:
        """Return the text of the next button."""
        return self.tr("Show recommendations")

    def leave(self, then: Callable[[], object]) -> None:
        """Continue after the last pick is saved: saves run in order."""
        self.save(lambda job: None, then)
