"""Views of the library: a list or a wall of posters, with a card for the current movie."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QPoint,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QContextMenuEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import shortcuts
from epicrec_desktop.ui.common.evidence_text import candidate_count, question
from epicrec_desktop.ui.common.feedback import LATER, NOT_LATER, REFUSED, SEEN, STARS, lit_answers
from epicrec_desktop.ui.common.layouts import Panel
from epicrec_desktop.ui.common.lists import ITEM, Cell, CellDelegate, Index
from epicrec_desktop.ui.common.painting import END, draw_disc, draw_line, draw_plate
from epicrec_desktop.ui.common.poster_wall import ActionDelegate, ActionView
from epicrec_desktop.ui.common.source_text import half_stars, stars_words
from epicrec_desktop.ui.common.stars import COUNT, halves_at, paint_stars
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, right_to_left
from epicrec_desktop.ui.movies.candidate_picker import DIGITS
from epicrec_desktop.ui.movies.entry_model import EntryDelegate, EntryModel

RATING_KEYS = {"movies.liked": "liked", "movies.disliked": "disliked", "movies.again": "again"}
ANSWER_KEYS = {"movies.confirm": LibraryStatus.CONFIRMED, "movies.reject": LibraryStatus.REJECTED}
KEYS = (*ANSWER_KEYS, *RATING_KEYS, "movies.details", "movies.later")
STAR_DIGITS = "12345"


class EntryView(ActionView):
    """List view. Enter or Y confirms, N or Delete rejects, arrows move, Ctrl+A selects all.

    L, D and R rate watched movies.
    """

    ANSWERS = ()
    OF_WATCHED = True

    answered = Signal(list, object)  # entry ids, LibraryStatus
    details_asked = Signal()
    rated = Signal(list, str)  # entry ids, the user's rating, one of `RATING_KEYS`
    later_asked = Signal(list)  # entry ids: to the watchlist, or off it
    starred = Signal(object, int)  # LibraryEntry; halves of stars, 0 for none
    menu_asked = Signal(object)  # where, in the coordinates of the screen
    numbered = Signal(int)  # a digit, where the one selected movie is ambiguous

    def __init__(
        self, model: EntryModel, *, name: str, delegate: CellDelegate | None = None
    ) -> None:
        self.entry_model = model
        label = QCoreApplication.translate("EntryView", "Movies")
        super().__init__(model, delegate or EntryDelegate(), name=name, label=label, scroll_step=24)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def selected_ids(self) -> list[int]:
        """Return the ids of the selected entries, top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [self.entry_model.items[row].id for row in rows]

    def select_row(self, row: int) -> None:
        """Make a row current, or the last one."""
        count = self.entry_model.rowCount()
        if count:
            index = self.entry_model.index(min(max(row, 0), count - 1), 0)
            self.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )

    def select_ids(self, ids: Iterable[int]) -> None:
        wanted = set(ids)
        selection = QItemSelection()
        for row, entry in enumerate(self.entry_model.items if wanted else ()):
            if entry.movie_id in wanted:
                index = self.entry_model.index(row, 0)
                selection.select(index, index)
        flags = QItemSelectionModel.SelectionFlag
        if selection.indexes():  # the focus ring is where the choice is
            self.selectionModel().setCurrentIndex(selection.indexes()[0], flags.NoUpdate)
        self.selectionModel().select(selection, flags.ClearAndSelect)

    def select_again(self, ids: Iterable[int]) -> None:
        """Select these entries after the list changed, or the first one shown."""
        self.select_ids(ids)
        if not self.selected_ids():
            self.select_row(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ids, key = self.selected_ids(), shortcuts.pressed(event, KEYS)
        confirmed = self.entry_model.status is LibraryStatus.CONFIRMED
        if key in ANSWER_KEYS:
            if ids:
                self.answered.emit(ids, ANSWER_KEYS[key])
        elif key == "movies.details":
            self.details_asked.emit()
        elif key == "movies.later":
            self.later_asked.emit(ids)
        elif key and ids and (confirmed or key != "movies.again"):  # which a watched one can be
            self.rated.emit(ids, RATING_KEYS[key])
        elif not self._digit(event.text()):
            super().keyPressEvent(event)

    def _digit(self, text: str) -> bool:
        """Say by a digit which movie the one selected is, or give it stars, or take the same stars
        back; return whether it did any of this.
        """
        rows = self.selectionModel().selectedIndexes()
        if len(text) != 1 or len(rows) != 1:
            return False
        entry: LibraryEntry = rows[0].data(ITEM)
        if text in DIGITS and candidate_count(entry) > 1:
            self.numbered.emit(int(text))
        elif text in STAR_DIGITS and entry.status is LibraryStatus.CONFIRMED:
            halves = 2 * int(text)
            self.entry_model.hold([entry.id])
            self.starred.emit(entry, 0 if entry.own.stars == halves else halves)
        else:
            return False
        return True

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index, answer = self._action(event)
        if index.isValid() and answer is None and not self._acted:
            self.details_asked.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.currentIndex().isValid():
            self.select_row(0)
        super().focusInEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hand = self._action(event)[1] is not None
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        )
        super().mouseMoveEvent(event)

    def key_of(self, item: LibraryEntry) -> Hashable:
        return item.id

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of what is selected: of the movie under the pointer, where it is not."""
        index = self.indexAt(event.pos())
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        if by_mouse and index.isValid() and not self.selectionModel().isSelected(index):
            self.select_row(index.row())
        if self.selected_ids():
            self.menu_asked.emit(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.let_go()

    def let_go(self) -> None:
        """Let entries go that were answered for at their places; selection and place stay."""
        selected, value = self.selected_ids(), self.verticalScrollBar().value()
        if self.entry_model.let_go():
            self.select_again(selected)
            self.scroll_back(value)

    def scroll_back(self, value: int) -> None:
        """Show the place again where the list was, after it was filled again."""
        self.doItemsLayout()
        self.verticalScrollBar().setValue(value)


STAR, SMALL_STAR, STAR_GAP = 19, 12, 1
BADGE = 24


class EntryWallDelegate(ActionDelegate):
    """Paints a poster, with actions over it on hover."""

    EDGE = 2 * STEP
    FOOT = EDGE + 28
    least_width = 96

    def star_box(self, cell: QRect) -> QRect:
        poster = self.poster_box(cell)
        width = COUNT * (STAR + STAR_GAP)
        return mirrored(QRect(poster.left(), poster.bottom() + STEP, width, STAR + 4), poster)

    def paint_cell(self, cell: Cell) -> None:
        entry: LibraryEntry = cell.item
        painter, colors = cell.painter, cell.colors
        box = self.poster_box(cell.rect)
        if cell.selected:
            draw_plate(painter, QRectF(cell.rect).adjusted(1, 1, -1, -1), colors.wash, 10)
        cell.poster(box, entry.movie)
        if cell.selected or cell.focused:
            cell.ring(box, colors.accent if cell.focused else colors.control)
        if entry.weight < 1:
            icon = "eye-off" if entry.weight == 0 else "lock"
            disc = QRectF(box.right() - BADGE - 5, box.bottom() - BADGE - 5, BADGE, BADGE)
            draw_disc(painter, disc, icon, (colors.panel, colors.line, colors.ink), 14)
        if entry.status is LibraryStatus.CONFIRMED:
            self._draw_stars(cell, box)
        else:
            cell.caption(box, STEP + 2, entry.movie, question(entry))
        self.draw_actions(cell)

    def _draw_stars(self, cell: Cell, poster: QRect) -> None:
        """Paint the stars; under the pointer all five, to be given, without any move."""
        view, entry, colors = cell.widget, cell.item, cell.colors
        if not isinstance(view, EntryWall):
            return
        line = QRectF(self.star_box(cell.rect))
        room = QRectF(poster.left(), line.top(), poster.width(), line.height())
        halves = entry.stars
        color = QColor(colors.accent if entry.own.stars else colors.muted)
        if cell.hovered or (cell.focused and view.hasFocus()):
            pointed = view.halves_at(cell.index, view.pointer) if cell.hovered else 0
            middle = line.adjusted(0, 2, 0, -2)
            paint_stars(
                cell.painter, middle, pointed or halves, color, empty=QColor(colors.control)
            )
            return
        caption = view.entry_model.caption(entry)
        draw_line(cell.painter, room, caption, colors.muted, align=END)
        left = room.width() - cell.painter.fontMetrics().horizontalAdvance(caption) - STEP
        short = -(-halves // 2) * (SMALL_STAR + STAR_GAP) > left
        start = QRectF(
            room.left(), line.center().y() - 6, SMALL_STAR if short else left, SMALL_STAR
        )
        small = mirrored(start, room)
        paint_stars(cell.painter, small, 2 if short else halves, color)
        if short:  # one star, and how many they are
            start = room.adjusted(SMALL_STAR + STAR_GAP + 2, 0, 0, 0)
            count = half_stars(halves / 10)
            draw_line(cell.painter, mirrored(start, room), count, color.name())


class EntryWall(EntryView):
    """Grid of posters; an answered one keeps its place while the pointer is in it."""

    def __init__(self, model: EntryModel, *, name: str) -> None:
        self._wall_delegate = EntryWallDelegate()
        super().__init__(model, name=name, delegate=self._wall_delegate)
        self.wrap()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().setSingleStep(48)

    def lit(self, item: LibraryEntry) -> frozenset[str]:
        return lit_answers(item)

    def always_shown(self, item: LibraryEntry) -> frozenset[str]:
        """Return the answers in effect that the whole list does not have."""
        same = item.status is self.entry_model.status
        return self.lit(item) - ({SEEN, REFUSED} if same else set())

    def is_leaving(self, item: LibraryEntry) -> bool:
        return item.status is not self.entry_model.status

    def tip(self, answer: str) -> str:
        if answer.startswith(STARS):
            return stars_words(int(answer.removeprefix(STARS)))
        return super().tip(answer)

    def halves_at(self, index: Index, point: QPoint) -> int:
        """Return the halves of stars up to a point in the viewport; 0 beside the stars."""
        line = self._wall_delegate.star_box(self.visualRect(index))
        if index.data(ITEM).status is not LibraryStatus.CONFIRMED or not line.contains(point):
            return 0
        along = line.right() - point.x() if right_to_left() else point.x() - line.left()
        return halves_at(along, STAR, STAR_GAP)

    def _action(self, event: QMouseEvent | QHelpEvent) -> tuple[Index, str | None]:
        index, answer = super()._action(event)
        at = event.position().toPoint() if isinstance(event, QMouseEvent) else event.pos()
        if answer is None and index.isValid() and (halves := self.halves_at(index, at)):
            return index, f"{STARS} {halves}"
        return index, answer

    def act(self, index: Index, answer: str) -> None:
        """Answer for one entry, or give it stars, at its place."""
        item: LibraryEntry = index.data(ITEM)
        if answer in self.lit(item) & {SEEN, REFUSED}:
            return
        self.entry_model.hold([item.id])
        bar = self.verticalScrollBar()
        value = bar.value()
        if answer.startswith(STARS):
            halves = int(answer.removeprefix(STARS))
            self.starred.emit(item, 0 if halves == item.own.stars else halves)
        else:
            self.acted.emit(item, NOT_LATER if answer == LATER and item.wanted else answer)
        self.doItemsLayout()
        bar.setValue(value)


class LibraryView(Panel):
    """List and wall over one model and one selection."""

    def __init__(self, model: EntryModel, *, name: str) -> None:
        super().__init__(name=f"{name}.panel", padding=2 * STEP)
        self.body.setContentsMargins(STEP, STEP, STEP, STEP)
        self.list = EntryView(model, name=f"{name}.list")
        self.wall = EntryWall(model, name=f"{name}.wall")
        self.wall.setSelectionModel(self.list.selectionModel())
        self._views: QStackedWidget = QStackedWidget()
        self._views.addWidget(self.list)
        self._views.addWidget(self.wall)
        self.body.addWidget(self._views)

    @property
    def current(self) -> EntryView:
        return self.wall if self._views.currentWidget() is self.wall else self.list

    @property
    def is_wall(self) -> bool:
        return self.current is self.wall

    def set_wall(self, wall: bool) -> None:
        self._views.setCurrentWidget(self.wall if wall else self.list)
        if self.current.currentIndex().isValid():
            self.current.scrollTo(self.current.currentIndex())
