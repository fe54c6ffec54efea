"""The list of library entries: a view with keys."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
)

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui.common import shortcuts
from epicrec_desktop.ui.common.evidence_text import candidate_count
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.movies.entry_delegate import EntryDelegate
from epicrec_desktop.ui.movies.entry_model import ENTRY, EntryModel
from epicrec_desktop.ui.movies.which_one import DIGITS

RATING_KEYS = {
    "movies.liked": "liked",
    "movies.disliked": "disliked",
    "movies.again": "again",
}
"""What can be said of a movie watched, by its shortcut."""


class EntryView(QListView):
    """The list. Enter or Y confirms, N or Delete rejects, arrows move, Ctrl+A selects all.

    Of movies watched L, D and R say what the person thinks of them.
    """

    answered = Signal(list, object)  # entry ids, LibraryStatus
    selection_moved = Signal()
    details_asked = Signal()
    rated = Signal(list, str)  # entry ids, what the person says of them, one of `RATING_KEYS`
    numbered = Signal(int)  # a digit, where the one selected movie may be one of several films

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
        set_accessible_name(self, self.tr("Movies"))
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
        if self._rates(event):
            return
        text = event.text()
        if len(text) == 1 and text in DIGITS and self._asks():
            self.numbered.emit(int(text))
            return
        super().keyPressEvent(event)

    def _rates(self, event: QKeyEvent) -> bool:
        """Whether the key said something of movies watched."""
        if self.entry_model.status is not LibraryStatus.CONFIRMED:
            return False
        rating = next((s for k, s in RATING_KEYS.items() if shortcuts.matches(event, k)), None)
        ids = self.selected_ids()
        if rating is None or not ids:
            return False
        self.rated.emit(ids, rating)
        return True

    def _asks(self) -> bool:
        rows = self.selectionModel().selectedIndexes()
        return len(rows) == 1 and candidate_count(rows[0].data(ENTRY)) > 1

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
