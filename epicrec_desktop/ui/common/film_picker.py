"""Walls of posters on which a click picks a movie, and a search for more of them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.ui.common.feedback import LATER, LIKED, REFUSED, WATCHED
from epicrec_desktop.ui.common.lists import (
    ACCESSIBLE_TEXT,
    ITEM,
    TEXT,
    Cell,
    Index,
    TickDelegate,
    TickModel,
)
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.painting import draw_ring
from epicrec_desktop.ui.common.poster_wall import (
    ActionDelegate,
    ActionView,
    lit_words,
)
from epicrec_desktop.ui.common.search import SearchField
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.text import Strong, display_line, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

T = TypeVar("T")

MIN_PICKS = 3
MAX_RESULTS = 60
TYPING_MS = 120

Movies = list[tuple[int, Movie]]


class PosterWallModel(TickModel[T]):
    """Model of movies by local id; picked ones stay picked.

    `lit` has the answers of `feedback.py` in effect, by local id.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lit: dict[int, frozenset[str]] = {}

    def key(self, item: T) -> int:
        raise NotImplementedError

    def movie(self, item: T) -> Movie:
        raise NotImplementedError

    def answers(self, item: T) -> frozenset[str]:
        return self.lit.get(self.key(item), frozenset())

    def put(self, lit: Mapping[int, frozenset[str]]) -> None:
        """Show these answers; who watched a movie picked it."""
        self.lit |= lit
        self.tick((key for key, answers in lit.items() if not answers & {*WATCHED}), on=False)
        self.tick(key for key, answers in lit.items() if answers & {*WATCHED})

    def value(self, item: T, role: int) -> object:
        """Return title and year; for screen readers with the answers."""
        movie, lit = self.movie(item), self.answers(item)
        if role == ACCESSIBLE_TEXT:
            words = (lit_words(answer) for answer in (LIKED, LATER, REFUSED) if answer in lit)
            return display_line(", ".join([movie.label, *words]))
        return display_line(movie.label) if role == TEXT else None


class PosterWallDelegate(ActionDelegate, TickDelegate):
    """Paints a poster with its actions, and a ring if picked."""

    RING = True
    """Whether a picked poster has a ring."""

    def paint_cell(self, cell: Cell) -> None:
        box = self.poster_box(cell.rect)
        movie = wall_of(cell).wall_model.movie(cell.item)
        cell.poster(box, movie)
        if cell.focused:
            draw_ring(cell.painter, QRectF(box).adjusted(-3, -3, 3, 3), cell.colors.ink, 10)
        ringed = self.RING and cell.ticked
        if ringed or cell.hovered:
            color = cell.colors.accent if ringed else cell.colors.control
            draw_ring(cell.painter, QRectF(box).adjusted(-1.5, -1.5, 1.5, 1.5), color, 9, 3)
        self.draw_foot(cell, box, movie)
        self.draw_actions(cell)

    def draw_foot(self, cell: Cell, box: QRect, movie: Movie) -> None:
        """Paint what is below a poster: year and category."""
        cell.caption(box, STEP + 1, movie)


class PosterWall(ActionView):
    """Grid of posters, as many per row as fit. Arrow keys move, the space bar picks."""

    def __init__(
        self, model: PosterWallModel[Any], delegate: PosterWallDelegate, *, name: str, label: str
    ) -> None:
        self.wall_model = model
        super().__init__(model, delegate, name=name, label=label, scroll_step=48)
        self.wrap()
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def key_of(self, item: Any) -> Hashable:
        return self.wall_model.key(item)

    def lit(self, item: Any) -> frozenset[str]:
        return self.wall_model.answers(item)

    def is_leaving(self, item: Any) -> bool:
        """Return whether it was refused; it keeps its place."""
        return REFUSED in self.lit(item)

    def act(self, index: Index, answer: str) -> None:
        """Answer for a movie; an answer in effect is taken back."""
        self.acted.emit(index.data(ITEM), answer)


def wall_of(cell: Cell) -> PosterWall:
    """Return the wall that a cell is on."""
    wall = cell.widget
    assert isinstance(wall, PosterWall)
    return wall


class PickModel(PosterWallModel[tuple[int, Movie]]):
    """Model of well-known movies."""

    def key(self, item: tuple[int, Movie]) -> int:
        return item[0]

    def movie(self, item: tuple[int, Movie]) -> Movie:
        return item[1]


class FilmPicker(QStackedWidget):
    """Well-known movies to pick from, or those that are searched for.

    `search` and `picked`, which says how many are picked, are placed by its owner. `anyway` is the
    text of the button of `nothing`, which is shown where no movie was found.
    """

    failed = Signal(str)

    def __init__(
        self,
        services: Services,
        tasks: Tasks,
        delegate: PosterWallDelegate,
        *,
        name: str,
        anyway: str = "",
    ) -> None:
        super().__init__()
        self._services, self._tasks = services, tasks
        self._known: Movies = []
        self._asked = ""
        self.model = PickModel(self)
        label = self.tr("Well-known movies; the space bar picks")
        self.wall = PosterWall(self.model, delegate, name=name, label=label)
        self.nothing = EmptyState(
            "empty",
            self.tr("Nothing by this name"),
            self.tr("Try another word of the title, or the year."),
            anyway,
            name=f"{name}.nothing",
        )
        self.addWidget(self.wall)
        self.addWidget(self.nothing)
        self.search = SearchField(self.tr("Search all movies"), name=f"{name}.search")
        self.search.setMinimumWidth(220)
        self.search.setMaximumWidth(320)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self._search)
        self.search.textChanged.connect(lambda _: self._typing.start())
        self.search.returnPressed.connect(self._take_first)
        self.picked = Strong(name=f"{name}.count", wrap=False)
        self.model.ticks_changed.connect(self._tell)
        self._tell()

    def show_known(self, movies: Movies) -> None:
        """Show these movies where none are searched for."""
        self._known = movies
        self._search()

    @property
    def words(self) -> str:
        """Return what is searched for."""
        return self.search.text().strip()

    @property
    def keys(self) -> list[int]:
        """Return the local ids of the picked movies."""
        return [key for key in self.model.ticked if isinstance(key, int)]

    @property
    def enough(self) -> bool:
        """Return whether as many are picked as a first list needs."""
        return len(self.model.ticked) >= MIN_PICKS

    def _tell(self) -> None:
        words = self.tr("{n} picked") if self.enough else self.tr("{n} of {least} picked")
        words = words.format(n=number(len(self.model.ticked)), least=number(MIN_PICKS))
        self.picked.setText(words)
        set_accessible_name(self.picked, words)

    def _search(self) -> None:
        self._typing.stop()
        words = self._asked = self.words
        if not words:
            self._found(words, self._known)
            return
        library = self._services.library
        self._tasks.run(
            lambda job: library.search_catalog(words, MAX_RESULTS),
            on_result=lambda found: self._found(words, found),
            on_error=self.failed.emit,
        )

    def _found(self, words: str, movies: Movies) -> None:
        if words != self._asked:
            return
        self.model.show_items(movies)
        if not self.wall.currentIndex().isValid():  # the wall may have the focus without movies
            self.wall.setCurrentIndex(self.model.index(0))
        nothing = bool(words) and not movies
        self.setCurrentWidget(self.nothing if nothing else self.wall)
        self.wall.scrollToTop()

    def _take_first(self) -> None:
        """Pick the best match on Return, and select the text for the next title."""
        if self._asked == self.words and self._asked and self.model.items:
            self.model.toggle(0)
            self.search.selectAll()
