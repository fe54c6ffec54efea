"""The list of movies to tick: a model, and how a row is drawn."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import evidence_text, theme
from epicrec_desktop.ui.common.controls import SIDE, paint_check
from epicrec_desktop.ui.common.search import TitleFilter
from epicrec_desktop.ui.common.text import display_line, elided
from epicrec_desktop.ui.common.translation import mirrored

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ENTRY = Qt.ItemDataRole.UserRole
ROW_HEIGHT = 52
CHECKED = Qt.CheckState.Checked
WORDS = 46


def is_doubtful(entry: LibraryEntry) -> bool:
    """Whether a movie is asked about, and not taken for watched."""
    return entry.decision is Decision.REVIEW and entry.status is not LibraryStatus.CONFIRMED


def reason(entry: LibraryEntry) -> str:
    """Why a movie is in the list: what was seen of it, and for a doubtful one the doubt."""
    doubt = evidence_text.doubt(entry) if is_doubtful(entry) else ""
    return doubt or evidence_text.strongest_evidence(entry)


class MovieModel(QAbstractListModel):
    """Library entries with ticks: confirmed and surely matched ones begin ticked."""

    ticks_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: list[LibraryEntry] = []
        self._ticked: set[int] = set()

    def show_entries(self, entries: Sequence[LibraryEntry]) -> None:
        """Replace the list."""
        self.beginResetModel()
        self.entries = list(entries)
        self._ticked = {
            e.id
            for e in entries
            if e.status is LibraryStatus.CONFIRMED or e.decision is Decision.ACCEPT
        }
        self.endResetModel()
        self.ticks_changed.emit()

    @property
    def ticked(self) -> frozenset[int]:
        """Local ids of the ticked movies."""
        return frozenset(self._ticked)

    def tick(self, rows: Sequence[int], *, on: bool) -> None:
        """Tick or untick these rows."""
        ids = {self.entries[row].id for row in rows}
        self._ticked = self._ticked | ids if on else self._ticked - ids
        if rows:
            self.dataChanged.emit(
                self.index(min(rows)), self.index(max(rows)), [Qt.ItemDataRole.CheckStateRole]
            )
        self.ticks_changed.emit()

    def rowCount(self, parent: Index = ROOT) -> int:
        """How many movies."""
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every row can be ticked, with the space bar too."""
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Title and year, tick, and the entry itself."""
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return display_line(entry.movie.label)
        if role == Qt.ItemDataRole.CheckStateRole:
            return CHECKED if entry.id in self._ticked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return display_line(f"{entry.movie.label}. {reason(entry)}")
        return entry if role == ENTRY else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take a tick."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.tick([index.row()], on=Qt.CheckState(value) is CHECKED)
        return True


class FoundModel(QSortFilterProxyModel):
    """The movies that the words searched for name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles: TitleFilter | None = None
        self._words = ""
        self._named: frozenset[Hashable] = frozenset()

    def set_titles(self, titles: TitleFilter) -> None:
        """Search in these."""
        self._titles = titles
        self.search(self._words)

    def search(self, words: str) -> None:
        """Show only what these words name."""
        self._words = words.strip()
        self._named = frozenset()
        if self._words and self._titles is not None:
            self._named = self._titles.keys(self._words)
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Whether a movie is shown."""
        if not self._words:
            return True
        index = self.sourceModel().index(source_row, 0, source_parent)
        return index.data(ENTRY).id in self._named


class MovieDelegate(QStyledItemDelegate):
    """A tick, the title, and under it why the movie is here."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Two lines."""
        del option, index
        return QSize(280, ROW_HEIGHT)

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """A click anywhere on the row ticks it, and so does the space bar."""
        del option
        space = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
        if event.type() == QEvent.Type.MouseButtonRelease or space:
            now = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))
            other = Qt.CheckState.Unchecked if now is CHECKED else CHECKED
            return model.setData(index, other, Qt.ItemDataRole.CheckStateRole)
        return False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        colors = theme.tokens()
        entry: LibraryEntry = index.data(ENTRY)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate = QRectF(rect).adjusted(2, 1, -2, -1)
        if state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.background))
            painter.drawRoundedRect(plate, 6, 6)
        box = QRectF(rect.left() + 14, rect.center().y() - SIDE / 2 + 0.5, SIDE, SIDE)
        ticked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) is CHECKED
        paint_check(painter, mirrored(box, rect), checked=ticked)
        words = mirrored(rect.adjusted(WORDS, 0, -14, 0), rect)
        middle = rect.center().y() + 1
        self._title(painter, words.adjusted(0, 7, 0, middle - rect.bottom()), entry)
        painter.setFont(theme.font(theme.NOTE))
        painter.setPen(QColor(colors.muted))
        below = words.adjusted(0, middle - rect.top(), 0, -6)
        why = elided(painter.fontMetrics(), reason(entry), below.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, why)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRoundedRect(plate, 6, 6)
        painter.restore()

    def _title(self, painter: QPainter, box: QRect, entry: LibraryEntry) -> None:
        """The title at the left; at the right that a movie is in doubt."""
        colors = theme.tokens()
        remark = self.tr("not sure") if is_doubtful(entry) else ""
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(theme.font(theme.NOTE, theme.MEDIUM))
        painter.setPen(QColor(colors.warning))
        painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, remark)
        taken = painter.fontMetrics().horizontalAdvance(remark)
        painter.setFont(theme.font())
        painter.setPen(QColor(colors.ink))
        title = elided(painter.fontMetrics(), entry.movie.label, box.width() - taken - 12)
        painter.drawText(box, middle, title)
