"""The library as a list or as a wall, with a card of one movie over its right side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout

from epicrec_desktop.ui.common.layouts import Panel
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, right_to_left
from epicrec_desktop.ui.movies.entry_card import EntryCard
from epicrec_desktop.ui.movies.entry_list import EntryView
from epicrec_desktop.ui.movies.entry_model import EntryModel
from epicrec_desktop.ui.movies.entry_wall import EntryWall

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry


class LibraryView(Panel):
    """List and wall show one model with one selection; the card follows it."""

    answered = Signal(list, object)  # entry ids, LibraryStatus
    weight_chosen = Signal(int, float)  # entry id, weight
    rated = Signal(int, object)  # entry id, OwnRating
    rating_chosen = Signal(list, str)  # entry ids, one of `RATING_KEYS`
    selection_moved = Signal()
    shown = Signal(object)  # LibraryEntry: its card is open
    numbered = Signal(int)  # a digit: which film the selected movie is

    def __init__(self, model: EntryModel, *, name: str) -> None:
        super().__init__(name=f"{name}.panel", padding=2 * STEP)
        self.body.setContentsMargins(STEP, STEP, STEP, STEP)
        self._model = model
        self.list = EntryView(model, name=f"{name}.list")
        self.list.selection_moved.connect(self.selection_moved)
        self.wall = EntryWall(model, name=f"{name}.wall")
        self.wall.setSelectionModel(self.list.selectionModel())
        self._views: QStackedWidget = QStackedWidget()
        for view in (self.list, self.wall):
            view.answered.connect(self.answered)
            view.rated.connect(self.rating_chosen)
            view.details_asked.connect(self.open_card)
            view.numbered.connect(self.numbered)
            self._views.addWidget(view)
        column: QVBoxLayout = self.body
        column.addWidget(self._views)
        self.card = EntryCard(self, name=f"{name}.card")
        self.card.closed.connect(self._card_closed)
        self.card.weight_chosen.connect(self.weight_chosen)
        self.card.rated.connect(self.rated)

    @property
    def current(self) -> EntryView:
        """The list or the wall, whichever is shown."""
        return self.wall if self._views.currentWidget() is self.wall else self.list

    @property
    def is_wall(self) -> bool:
        """Whether the wall is shown."""
        return self.current is self.wall

    def set_wall(self, wall: bool) -> None:
        """Show the one or the other, at the movie one stands on."""
        self._views.setCurrentWidget(self.wall if wall else self.list)
        if self.current.currentIndex().isValid():
            self.current.scrollTo(self.current.currentIndex())

    def open_card(self) -> None:
        """Show the card of the one movie that is selected, and stand on it."""
        ids = self.current.selected_ids()
        entry = self._model.find(ids[0]) if len(ids) == 1 else None
        if entry is not None:
            self._show(entry)
            self._make_room()
            self.card.close_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self) -> None:
        """The selection or an entry changed: an open card shows what is selected now."""
        if self.card.isHidden():
            return
        ids = self.current.selected_ids()
        entry = self._model.find(ids[0]) if len(ids) == 1 else None
        if entry is not None:
            self._show(entry)
        elif not self._model.rowCount():
            self.card.hide()
            self._make_room()

    def _show(self, entry: LibraryEntry) -> None:
        self.card.show_entry(entry)
        self.shown.emit(entry)

    def _card_closed(self) -> None:
        self._make_room()
        self.current.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_room(self) -> None:
        """The movies move aside for the card."""
        width = 0 if self.card.isHidden() else self.card.width()
        left, right = (width, 0) if right_to_left() else (0, width)
        self.body.setContentsMargins(STEP + left, STEP, STEP + right, STEP)
        self._place_card()

    def _place_card(self) -> None:
        width = self.card.width()
        at = QRect(self.width() - width - 1, 1, width, self.height() - 2)
        self.card.setGeometry(mirrored(at, self.rect()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the card at the right side."""
        super().resizeEvent(event)
        self._place_card()
