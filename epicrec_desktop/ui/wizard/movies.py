"""Wizard step with the found movies and the reason for each; certain matches are ticked, doubtful
ones are not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

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
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import browser_profiles, evidence_text, theme
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.controls import SIDE, paint_check
from epicrec_desktop.ui.common.layouts import BoundedScrollArea, Panel
from epicrec_desktop.ui.common.page import Banner
from epicrec_desktop.ui.common.privacy_text import number
from epicrec_desktop.ui.common.search import SearchField, TitleFilter
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.text import Note, Strong, display_line, elided, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.wizard.step import DONE, Step
from epicrec_desktop.wiring import Services

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ENTRY = Qt.ItemDataRole.UserRole
ROW_HEIGHT = 52
CHECKED = Qt.CheckState.Checked
WORDS = 46


def is_doubtful(entry: LibraryEntry) -> bool:
    """Return whether the user is asked about a movie, instead of taking it as watched."""
    return entry.decision is Decision.REVIEW and entry.status is not LibraryStatus.CONFIRMED


def reason(entry: LibraryEntry) -> str:
    """Return why a movie is in the list: its evidence, and the doubt for a doubtful one."""
    doubt = evidence_text.doubt(entry) if is_doubtful(entry) else ""
    return doubt or evidence_text.strongest_evidence(entry)


class MovieModel(QAbstractListModel):
    """Model of library entries with check boxes: confirmed and certain ones start ticked."""

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
        """Return the local ids of the ticked movies."""
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
        """Return the number of movies."""
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags of a checkable row; the space bar toggles it too."""
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return title and year, check state, or the entry itself."""
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
        """Store a check state."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.tick([index.row()], on=Qt.CheckState(value) is CHECKED)
        return True


class FoundModel(QSortFilterProxyModel):
    """Filter of movies that match the search words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles: TitleFilter | None = None
        self._words = ""
        self._named: frozenset[Hashable] = frozenset()

    def set_titles(self, titles: TitleFilter) -> None:
        """Search in these titles."""
        self._titles = titles
        self.search(self._words)

    def search(self, words: str) -> None:
        """Show only movies that match these words."""
        self._words = words.strip()
        self._named = frozenset()
        if self._words and self._titles is not None:
            self._named = self._titles.keys(self._words)
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Return whether a movie is shown."""
        if not self._words:
            return True
        index = self.sourceModel().index(source_row, 0, source_parent)
        return index.data(ENTRY).id in self._named


class MovieDelegate(QStyledItemDelegate):
    """Paints a check box, the title, and below it why the movie is here."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of two lines."""
        del option, index
        return QSize(280, ROW_HEIGHT)

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Toggle a row by a click anywhere on it, or by the space bar."""
        del option
        space = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
        if event.type() == QEvent.Type.MouseButtonRelease or space:
            now = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))
            other = Qt.CheckState.Unchecked if now is CHECKED else CHECKED
            return model.setData(index, other, Qt.ItemDataRole.CheckStateRole)
        return False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
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
        """Paint the title at the left, and at the right a note for a doubtful movie."""
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


@dataclass(frozen=True)
class FoundMovies:
    """What the step shows. `deletes_old_visits`: a browser that was read forgets after some
    months.
    """

    entries: list[LibraryEntry]
    titles: TitleFilter
    deletes_old_visits: bool


def load(services: Services) -> FoundMovies:
    """Return the found and the confirmed movies; runs on a worker."""
    library = services.library
    suggested = library.entries(LibraryStatus.SUGGESTED)
    one = [entry for entry in suggested if entry.decision is not Decision.WHICH]
    entries = [*one, *library.entries(LibraryStatus.CONFIRMED)]
    read = [known for known in services.profiles.discover() if known.consent]
    titles = TitleFilter.of((entry.id, entry.movie) for entry in entries)
    return FoundMovies(entries, titles, any(map(browser_profiles.deletes_old_visits, read)))


class MoviesStep(Step):
    """Step where unticked movies stay suggestions, which count for nothing. `problems` appear above
    the list.
    """

    KEY = "movies"
    PROGRESS_INDEX = 1

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("Did you watch these?"),
            self.tr(
                "Ticked: the page was about this movie, as far as can be told. Untick what you "
                "only read about."
            ),
        )
        self._loaded = False
        self.problems = Banner("warning", name="wizard.movies.problems")
        holder = QWidget()
        column_layout = QVBoxLayout(holder)
        column_layout.setContentsMargins(0, 0, 0, 0)
        column_layout.addWidget(self.problems)
        self._report_area = BoundedScrollArea(holder, "wizard.movies.said")
        self.body.addWidget(self._report_area)
        self.model = MovieModel(self)
        self.model.ticks_changed.connect(self._count)
        self.found = FoundModel(self)
        self.found.setSourceModel(self.model)
        self.body.addLayout(self._tools())
        panel = Panel(name="wizard.movies.panel", padding=8)
        self.list = QListView()
        self.list.setObjectName("wizard.movies.list")
        self.list.setProperty("kind", "bare")
        set_accessible_name(self.list, self.tr("Movies found; the space bar ticks"))
        self.list.setModel(self.found)
        self.list.setItemDelegate(MovieDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        panel.body.addWidget(self.list, 1)
        self.body.addWidget(panel, 1)
        self.deletes_old_visits = Note(
            self.tr(
                "Chrome and its relatives keep about 90 days. Older movies can be added in My "
                "movies."
            ),
            name="wizard.movies.forgets",
        )
        self.deletes_old_visits.hide()
        self.body.addWidget(self.deletes_old_visits)
        for before, after in (
            (self.search, self.all),
            (self.all, self.none),
            (self.none, self.list),
        ):
            QWidget.setTabOrder(before, after)

    def _tools(self) -> QHBoxLayout:
        self.search = SearchField(self.tr("Search"), name="wizard.movies.search")
        set_accessible_name(self.search, self.tr("Search the movies found"))
        self.search.setMaximumWidth(260)
        self.search.textChanged.connect(self.found.search)
        self.count = Strong(name="wizard.movies.count", wrap=False)
        self.all = QuietButton(self.tr("All"), name="wizard.movies.all")
        set_accessible_name(self.all, self.tr("Tick all that are shown"))
        self.all.clicked.connect(lambda: self._tick_shown(on=True))
        self.none = QuietButton(self.tr("None"), name="wizard.movies.none")
        set_accessible_name(self.none, self.tr("Untick all that are shown"))
        self.none.clicked.connect(lambda: self._tick_shown(on=False))
        row = QHBoxLayout()
        row.setSpacing(2 * STEP)
        row.addWidget(self.search, 1)
        row.addStretch(1)
        row.addWidget(self.count)
        row.addWidget(self.all)
        row.addWidget(self.none)
        return row

    def enter(self) -> None:
        """Load the found and the confirmed movies.

        Ambiguous suggestions are left for My movies: a check box cannot say which movie is meant.
        """
        self._loaded = False
        services = self.services
        self.tasks.run(
            lambda job: load(services),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Limit the height of the problems, to leave room for the movies."""
        self._report_area.set_maximum_height(self.height() // 5)
        super().resizeEvent(event)

    def show_problems(self, restore_summary: Sequence[str]) -> None:
        """Show what could not be read."""
        self.problems.show_text("\n".join(restore_summary))

    def _show(self, found: FoundMovies) -> None:
        self._loaded = True
        self.found.set_titles(found.titles)
        self.model.show_entries(found.entries)
        self.deletes_old_visits.setVisible(found.deletes_old_visits)
        if self.found.rowCount():
            self.list.setCurrentIndex(self.found.index(0, 0))
        self.changed.emit()

    def _tick_shown(self, *, on: bool) -> None:
        shown = [
            self.found.mapToSource(self.found.index(row, 0)).row()
            for row in range(self.found.rowCount())
        ]
        self.model.tick(shown, on=on)

    def _count(self) -> None:
        self.count.setText(
            self.tr("{ticked} of {all} ticked").format(
                ticked=number(len(self.model.ticked)), all=number(len(self.model.entries))
            )
        )
        self.changed.emit()

    def first_focus(self) -> QWidget:
        """Return the list, so that the space bar works at once."""
        return self.list

    def can_continue(self) -> bool:
        """Return whether the movies are loaded."""
        return self._loaded

    def next_text(self) -> str:
        """Return the text of the button; without any movie there is nothing to recommend from."""
        if self._loaded and not self.model.ticked:
            return self.tr("Pick movies I liked")
        return self.tr("Show recommendations")

    def next_key(self) -> str:
        """Return the key of the next step: the recommendations, or the poster wall."""
        return DONE if self.model.ticked else "pick"

    def leave(self, then: Callable[[], object]) -> None:
        """Save the answers."""
        ticked = self.model.ticked
        confirm = [
            e.id
            for e in self.model.entries
            if e.id in ticked and e.status is not LibraryStatus.CONFIRMED
        ]
        withdraw = [
            e.id
            for e in self.model.entries
            if e.id not in ticked and e.status is LibraryStatus.CONFIRMED
        ]
        library = self.services.library

        def work(job: Job) -> None:
            if confirm:
                library.set_status(confirm, LibraryStatus.CONFIRMED)
            if withdraw:
                library.set_status(withdraw, LibraryStatus.SUGGESTED)

        self.save(work, then)
