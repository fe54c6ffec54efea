"""The list of library entries: a model with a filter, a delegate, and a view with keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.ui import icons, posters, shortcuts, theme, words
from epicrec_desktop.ui.sighting_words import in_one_line
from epicrec_desktop.ui.theme import STEP

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry

ENTRY = Qt.ItemDataRole.UserRole
ROW_HEIGHT = 76
THUMB = QSize(40, 60)
ROUND = 34  # the round buttons at the right
NOWHERE = QPointF(-1, -1)

Index = QModelIndex | QPersistentModelIndex


class EntryModel(QAbstractListModel):
    """Entries of one status whose title holds the words searched for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: dict[int, LibraryEntry] = {}
        self._shown: list[LibraryEntry] = []
        self._status = LibraryStatus.SUGGESTED
        self._needle = ""

    def set_entries(self, entries: Iterable[LibraryEntry]) -> None:
        """Take the whole library."""
        self._all = {entry.id: entry for entry in entries}
        self._filter()

    def set_filter(self, status: LibraryStatus, needle: str) -> None:
        """Show another part of it."""
        self._status, self._needle = status, needle.strip().casefold()
        self._filter()

    def change(self, entries: Sequence[LibraryEntry]) -> None:
        """Replace some entries."""
        for entry in entries:
            self._all[entry.id] = entry
        self._filter()

    def remove(self, ids: Iterable[int]) -> None:
        """Drop some entries."""
        for key in ids:
            self._all.pop(key, None)
        self._filter()

    def _filter(self) -> None:
        self.beginResetModel()
        self._shown = [
            entry
            for entry in self._all.values()
            if entry.status is self._status
            and (not self._needle or self._needle in _searchable(entry))
        ]
        self.endResetModel()

    @property
    def status(self) -> LibraryStatus:
        """The status that is shown."""
        return self._status

    @property
    def entries(self) -> Sequence[LibraryEntry]:
        """What is shown, in order."""
        return self._shown

    def sure_ids(self) -> list[int]:
        """The ids of the suggestions shown that nothing is doubtful about."""
        return [
            entry.id
            for entry in self._shown
            if entry.status is LibraryStatus.SUGGESTED and entry.decision is Decision.ACCEPT
        ]

    def find(self, key: int) -> LibraryEntry | None:
        """The entry of this id, shown or not."""
        return self._all.get(key)

    def counts(self) -> dict[LibraryStatus, int]:
        """How many there are of each status, whatever is searched for."""
        result = dict.fromkeys(LibraryStatus, 0)
        for entry in self._all.values():
            result[entry.status] += 1
        return result

    def found(self) -> dict[LibraryStatus, int]:
        """How many of each status hold the words searched for."""
        result = dict.fromkeys(LibraryStatus, 0)
        for entry in self._all.values():
            if self._needle in _searchable(entry):
                result[entry.status] += 1
        return result

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of entries shown."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The entry, and how it reads aloud."""
        if not index.isValid():
            return None
        entry = self._shown[index.row()]
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.movie.label
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.movie.label}. {in_one_line(entry)}"
        return None


def _searchable(entry: LibraryEntry) -> str:
    movie = entry.movie
    return " ".join((movie.title, str(movie.year or ""), *movie.alternative_titles)).casefold()


def actions_for(status: LibraryStatus) -> tuple[LibraryStatus, ...]:
    """What can be answered with one click, from the right side inwards."""
    return tuple(s for s in (LibraryStatus.REJECTED, LibraryStatus.CONFIRMED) if s is not status)


def action_box(row: QRect, place: int) -> QRect:
    """Where the round button of this place is in a row."""
    x = row.right() - 4 * STEP - ROUND - place * (ROUND + 2 * STEP)
    return QRect(x, row.center().y() - ROUND // 2, ROUND, ROUND)


class EntryDelegate(QStyledItemDelegate):
    """Draws an entry, with round buttons for the answers."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mouse = NOWHERE

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Every row is alike."""
        del option, index
        return QSize(200, ROW_HEIGHT)

    def hit(self, row: QRect, index: Index, point: QPointF) -> LibraryStatus | None:
        """The answer under a point, if any."""
        for place, status in enumerate(actions_for(index.data(ENTRY).status)):
            if action_box(row, place).contains(point.toPoint()):
                return status
        return None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        entry: LibraryEntry = index.data(ENTRY)
        row: QRect = option.rect
        state: QStyle.StateFlag = option.state
        colors = theme.tokens()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, row, state, colors)
        movie = entry.movie
        thumb = posters.poster(
            movie.title, movie.year, movie.categories, THUMB, painter.device().devicePixelRatioF()
        )
        painter.drawPixmap(
            row.left() + 3 * STEP, row.top() + (ROW_HEIGHT - THUMB.height()) // 2, thumb
        )
        answers = actions_for(entry.status)
        right = action_box(row, len(answers) - 1).left() - 3 * STEP
        left = row.left() + 3 * STEP + THUMB.width() + 4 * STEP
        self._words(painter, QRect(left, row.top(), right - left, row.height()), entry, colors)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        for place, status in enumerate(answers):
            mouse = self.mouse if hovered else NOWHERE
            draw_answer(painter, QRectF(action_box(row, place)), status, mouse, colors)
        painter.restore()

    def _ground(
        self, painter: QPainter, row: QRect, state: QStyle.StateFlag, colors: theme.Tokens
    ) -> None:
        plate = QRectF(row).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(QColor(colors.wash))
            painter.drawRoundedRect(plate, theme.RADIUS, theme.RADIUS)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(colors.background))
            painter.drawRoundedRect(plate, theme.RADIUS, theme.RADIUS)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRoundedRect(plate, theme.RADIUS, theme.RADIUS)

    def _words(
        self, painter: QPainter, box: QRect, entry: LibraryEntry, colors: theme.Tokens
    ) -> None:
        movie = entry.movie
        lines = [
            (movie.label, theme.font(theme.BASE, theme.STRONG), colors.ink),
            (_facts(entry), theme.font(theme.NOTE), colors.muted),
            (_found(entry), theme.font(theme.NOTE), colors.muted),
        ]
        y = box.top() + 9
        for text, face, color in lines:
            painter.setFont(face)
            painter.setPen(QColor(color))
            metrics = painter.fontMetrics()
            line = QRect(box.left(), y, box.width(), 20)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)
            y += 20


def draw_answer(
    painter: QPainter, box: QRectF, status: LibraryStatus, mouse: QPointF, colors: theme.Tokens
) -> None:
    """Draw the round button of an answer, lit where the mouse is on it."""
    yes = status is LibraryStatus.CONFIRMED
    lit = box.contains(mouse)
    ground = (colors.accent if yes else colors.danger) if lit else colors.panel
    painter.setBrush(QColor(ground))
    painter.setPen(QPen(QColor(ground if lit else colors.control), 1))
    painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5))
    ink = (colors.on_accent if yes else colors.panel) if lit else colors.ink
    ratio = painter.device().devicePixelRatioF()
    picture = icons.pixmap("check" if yes else "close", ink, 18, ratio)
    painter.drawPixmap(box.center() - QPointF(9, 9), picture)


def _facts(entry: LibraryEntry) -> str:
    return " · ".join(words.category(name) for name in entry.movie.categories)


def _found(entry: LibraryEntry) -> str:
    found = in_one_line(entry)
    if entry.weight == 0:
        return QCoreApplication.translate("EntryView", "Kept to yourself") + " · " + found
    if entry.weight < 1:
        return QCoreApplication.translate("EntryView", "Told less") + " · " + found
    return found


class EntryView(QListView):
    """The list. Enter or Y confirms, N or Delete rejects, arrows move, Ctrl+A selects all."""

    answered = Signal(list, object)  # entry ids, LibraryStatus
    selection_moved = Signal()
    details_asked = Signal()

    def __init__(
        self, model: EntryModel, *, name: str, delegate: EntryDelegate | None = None
    ) -> None:
        super().__init__()
        self.entry_model = model
        self.setObjectName(name)
        self.setProperty("kind", "bare")
        self.setModel(model)
        self._delegate = delegate or EntryDelegate()
        self._delegate.setParent(self)
        self._pressed = False
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(24)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setAccessibleName(self.tr("Movies"))
        self.selectionModel().selectionChanged.connect(self.selection_moved)

    def selected_ids(self) -> list[int]:
        """The ids of the selected entries, top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [self.entry_model.entries[row].id for row in rows]

    def select_row(self, row: int) -> None:
        """Stand on a row, or on the last one."""
        count = self.entry_model.rowCount()
        if count:
            index = self.entry_model.index(min(max(row, 0), count - 1), 0)
            self.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )

    def select_ids(self, ids: Iterable[int]) -> None:
        """Select these entries where they are shown."""
        wanted = set(ids)
        selection = QItemSelection()
        for row, entry in enumerate(self.entry_model.entries):
            if entry.id in wanted:
                index = self.entry_model.index(row, 0)
                selection.select(index, index)
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The answers by key; everything else as in any list."""
        status = None
        if shortcuts.matches(event, "movies.confirm"):
            status = LibraryStatus.CONFIRMED
        elif shortcuts.matches(event, "movies.reject"):
            status = LibraryStatus.REJECTED
        if status is not None:
            ids = self.selected_ids()
            if ids:
                self.answered.emit(ids, status)
            return
        if shortcuts.matches(event, "movies.details"):
            self.details_asked.emit()
            return
        super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click beside the round buttons asks for more of the movie."""
        if self._hit(event) is None and self.indexAt(event.position().toPoint()).isValid():
            self.details_asked.emit()
        else:
            self.mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard always finds a row to stand on."""
        if not self.currentIndex().isValid():
            self.select_row(0)
        super().focusInEvent(event)

    def _hit(self, event: QMouseEvent) -> LibraryStatus | None:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return None
        return self._delegate.hit(self.visualRect(index), index, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the round button under the mouse."""
        self._delegate.mouse = event.position()
        hand = self._hit(event) is not None
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        )
        self.viewport().update()
        if not self._pressed:
            super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on a round button selects nothing."""
        self._pressed = self._hit(event) is not None
        if not self._pressed:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A release on the round button answers for that row alone."""
        if not self._pressed:
            super().mouseReleaseEvent(event)
            return
        self._pressed = False
        status = self._hit(event)
        if status is not None:
            index = self.indexAt(event.position().toPoint())
            self.answered.emit([index.data(ENTRY).id], status)
