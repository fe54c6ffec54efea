"""Wizard step to pick liked movies from a wall of posters, for users who allow no browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStackedWidget,
    QStyleOptionViewItem,
    QWidget,
)

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.ui.common.layouts import STRETCH, add_items, row
from epicrec_desktop.ui.common.lists import TEXT, Cell, Index, ItemView, TickDelegate, TickModel
from epicrec_desktop.ui.common.own_film import add_anyway_words, ask_own_film
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.painting import draw_disc, draw_ring
from epicrec_desktop.ui.common.privacy_text import number
from epicrec_desktop.ui.common.search import SearchField
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.text import Strong, display_line, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services

LEAST_WIDTH = 112
GAP = 4 * STEP
EDGE = STEP  # room for the focus ring
FOOT = 30
DISC = 28


def poster_box(cell: QRect) -> QRect:
    """Return the rectangle of the poster in a cell."""
    width = cell.width() - GAP
    return QRect(cell.left() + EDGE, cell.top() + EDGE, width, width * 3 // 2)


class PosterWallModel(TickModel[tuple[int, Movie]]):
    """Model of movies by local id; picked ones stay picked."""

    def key(self, item: tuple[int, Movie]) -> int:
        """Return the local id."""
        return item[0]

    def value(self, item: tuple[int, Movie], role: int) -> object:
        """Return title and year."""
        return display_line(item[1].label) if role == TEXT else None


class PosterWallDelegate(TickDelegate):
    """Paints a poster, with a ring and a tick if picked."""

    SIZE = QSize(LEAST_WIDTH, 200)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the cell size that the view computed."""
        wall = option.widget
        return wall.gridSize() if isinstance(wall, QListView) else super().sizeHint(option, index)

    def paint_cell(self, cell: Cell) -> None:
        """Paint one cell."""
        painter, colors = cell.painter, cell.colors
        _, movie = cell.item
        box = poster_box(cell.rect)
        cell.poster(box, movie)
        if cell.focused:
            draw_ring(painter, QRectF(box).adjusted(-3, -3, 3, 3), colors.ink, 10)
        if cell.ticked or cell.hovered:
            color = colors.accent if cell.ticked else colors.control
            draw_ring(painter, QRectF(box).adjusted(-1.5, -1.5, 1.5, 1.5), color, 9, 3)
        if cell.ticked:
            disc = QRectF(box.right() - DISC - 5, box.top() + 6, DISC, DISC)
            inks = (colors.accent, colors.on_accent, colors.on_accent)
            draw_disc(painter, disc, "check", inks, 16, 2)
        cell.caption(box, STEP + 1, movie)


class PosterWall(ItemView):
    """Grid of posters, as many per row as fit. Arrow keys move, the space bar picks."""

    def __init__(self, model: PosterWallModel) -> None:
        label = QCoreApplication.translate("PosterWall", "Well-known movies; the space bar picks")
        super().__init__(
            model, PosterWallDelegate(), name="wizard.wall", label=label, scroll_step=48
        )
        self.wrap()
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
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
            add_anyway_words(),
            name="wizard.wall.nothing",
        )
        self.nothing.action.connect(self._add_anyway)
        self._layers = QStackedWidget()
        self._layers.addWidget(self.wall)
        self._layers.addWidget(self.nothing)
        self.body.setSpacing(2 * STEP)
        add_items(self.body, row((self.search, 1), STRETCH, self.count), (self._layers, 1))
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
        self.model.ticked = frozenset()
        self.model.tick(key for key, status in start.library.items() if status is confirmed)
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
            self.model.tick([key], on=not picked)
            self.error.show_text(sentence)
            self._tell()

        self.error.hide()
        self.tasks.run(work, on_error=refused)
        self._tell()

    def _tell(self) -> None:
        picked = len(self.model.ticked)
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
        self.model.show_items(movies)
        nothing = bool(words) and not movies
        self._layers.setCurrentWidget(self.nothing if nothing else self.wall)
        self.wall.scrollToTop()

    def _add_anyway(self) -> None:
        """Add a film that the catalog does not have; it is picked at once."""

        def added(key: int) -> None:
            self._start.library[key] = LibraryStatus.CONFIRMED
            self.model.tick([key])
            self.search.clear()
            self._tell()

        services = self.services
        words = self.search.text().strip()
        ask_own_film(self, self.tasks, lambda: services.unlisted, words, added)

    def _take_first(self) -> None:
        """Pick the best match on Return, and select the text for the next title."""
        if self._asked == self.search.text().strip() and self._asked and self.model.items:
            self.model.toggle(0)
            self.search.selectAll()

    # Wizard

    def first_focus(self) -> QWidget:
        """Return the wall, so that the space bar works at once."""
        return self.wall

    def can_continue(self) -> bool:
        """Return whether three movies are picked."""
        return len(self.model.ticked) >= MIN_PICKS

    def next_text(self) -> str:
        """Return the text of the next button."""
        return self.tr("Show recommendations")

    def leave(self, then: Callable[[], object]) -> None:
        """Continue after the last pick is saved: saves run in order."""
        self.save(lambda job: None, then)
