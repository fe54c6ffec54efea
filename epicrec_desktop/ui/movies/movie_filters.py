"""Over the library: which part of it, a search, its order, and list or wall."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui.common.buttons import IconButton, QuietButton
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.search import SearchField
from epicrec_desktop.ui.common.text import Note
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.movies.order import SortFilter, filter_summary
from epicrec_desktop.ui.movies.order_menu import SortFilterButton

SEARCH_ROOM = 230
GLASS_ROOM = 72  # for the glass, the button that clears, and the edges


class MovieFilters(QWidget):
    """The search goes below the statuses where it has no room beside them."""

    def __init__(self, statuses: Mapping[LibraryStatus, str]) -> None:
        super().__init__()
        self._words = dict(statuses)
        self.status = SegmentedControl(
            [(status.value, text) for status, text in statuses.items()],
            name="movies.filter",
            label=self.tr("Show"),
        )
        self.search = SearchField(self.tr("Search titles"), name="movies.search")
        self.search.setMaximumWidth(280)
        self.view = IconButton("wall", "", name="movies.view")
        self.order = SortFilterButton()
        beside = QHBoxLayout()
        beside.setSpacing(3 * STEP)
        beside.addStretch(1)
        beside.addWidget(self.search, 2)
        beside.addWidget(self.order)
        beside.addWidget(self.view)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(3 * STEP)
        self._row.addWidget(self.status)
        self._row.addLayout(beside, 1)
        self.filter_summary = Note(name="movies.order.said")
        self.all_button = QuietButton(self.tr("Show all"), name="movies.order.clear")
        below = QHBoxLayout()
        below.setSpacing(2 * STEP)
        below.addWidget(self.filter_summary, 1)
        below.addWidget(self.all_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(STEP)
        column.addLayout(self._row)
        column.addLayout(below)
        self.show_order(SortFilter())

    def show_order(self, order: SortFilter) -> None:
        """What is shown and how, where that is not everything as usual."""
        self.order.order = order
        words = filter_summary(order)
        self.filter_summary.setText(words)
        self.filter_summary.setVisible(bool(words))
        self.all_button.setVisible(bool(words))

    def show_counts(self, counts: Mapping[LibraryStatus, int]) -> None:
        """How many movies each part has; nothing to choose from where there are none at all."""
        for status, text in self._words.items():
            count = counts[status]
            self.status.set_text(status.value, f"{text} {count}" if count else text)
        self.setVisible(any(counts.values()))

    def enter_search(self) -> None:
        """Give the focus to the search."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold."""
        words = self.search.fontMetrics().horizontalAdvance(self.search.placeholderText())
        self.search.setMinimumWidth(min(words + GLASS_ROOM, self.search.maximumWidth()))
        buttons = self.view.sizeHint().width() + self.order.sizeHint().width()
        beside = self.search.minimumWidth() + buttons + 9 * STEP
        room = self.width() - self.status.sizeHint().width() - 3 * STEP
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(across if room >= max(SEARCH_ROOM, beside) else down)
        super().resizeEvent(event)
