"""Wizard step to pick liked movies from a wall of posters, for users who allow no browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import Rating
from epicrec_desktop.services.library import LibraryService
from epicrec_desktop.ui.common import shortcuts
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.feedback import (
    ABOUT_THE_MOVIE,
    LATER,
    LIKED,
    REFUSED,
    WATCHED,
    lit_answers,
)
from epicrec_desktop.ui.common.layouts import STRETCH, add_items, row
from epicrec_desktop.ui.common.own_film import add_anyway_words, ask_own_film
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.search import SearchField
from epicrec_desktop.ui.common.text import Strong, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number
from epicrec_desktop.ui.wizard.poster_wall import PosterWall, PosterWallDelegate, PosterWallModel
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services

MIN_PICKS = 3
MAX_RESULTS = 60

Movies = list[tuple[int, Movie]]


class PickModel(PosterWallModel[tuple[int, Movie]]):
    """Model of well-known movies."""

    def key(self, item: tuple[int, Movie]) -> int:
        return item[0]

    def movie(self, item: tuple[int, Movie]) -> Movie:
        return item[1]


@dataclass(frozen=True)
class StartData:
    """The wall, the status of every movie in the library, and the answers in effect."""

    movies: Movies
    library: dict[int, LibraryStatus]
    lit: dict[int, frozenset[str]]


def load(services: Services) -> StartData:
    """Return the data of the step; runs on a worker."""
    library = services.library
    entries = library.entries()
    lit = {key: frozenset({LATER}) for key, _ in library.watchlist()}
    lit |= {entry.id: lit_answers(entry) for entry in entries}
    return StartData(library.best_known(), {e.id: e.status for e in entries}, lit)


def save_answers(
    library: LibraryService,
    key: int,
    status: LibraryStatus | None,
    before: frozenset[str],
    lit: frozenset[str],
) -> None:
    """Save the answers of a movie, after those `before`; `status`: as the step began."""
    if LIKED in before - lit:
        library.rate(key, library.own_rating(key).with_rating(None))
    if lit & {*WATCHED}:
        library.add(key)
        if LIKED in lit - before:
            library.rate(key, library.own_rating(key).with_rating(Rating.LIKED))
    elif REFUSED in lit:
        library.refuse(key)
    elif before & {*ABOUT_THE_MOVIE}:
        if status is None:
            library.withdraw(key)
        else:  # it was in the library before
            suggested = LibraryStatus.SUGGESTED
            taken_back = status is LibraryStatus.CONFIRMED or REFUSED in before
            library.restore({key: suggested if taken_back else status})
    library.watch_later(key, LATER in lit)


class PickStep(Step):
    """Step that saves every pick at once, so that a restart keeps it."""

    KEY = "pick"
    PROGRESS_INDEX = 1
    WIDTH = 1096

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Pick some movies you liked"),
            self.tr("Three are enough to begin with. They stay on this computer."),
        )
        self._start = StartData([], {}, {})
        self._steps: list[tuple[int, frozenset[str]]] = []
        self._asked = ""
        self.model = PickModel(self)
        self.model.toggled.connect(self._toggled)
        label = self.tr("Well-known movies; the space bar picks")
        self.wall = PosterWall(self.model, PosterWallDelegate(), name="wizard.wall", label=label)
        self.wall.acted.connect(lambda item, answer: self._act(item[0], answer))
        self.undo_button = QuietButton(self.tr("Undo"), name="wizard.wall.undo", icon="undo")
        self.undo_button.clicked.connect(self.undo)
        self.undo_button.hide()
        shortcuts.bind("wizard.undo", self, self.undo)
        self.search = SearchField(self.tr("Search all movies"), name="wizard.wall.search")
        self.search.setMaximumWidth(320)
        self.search.rested.connect(self._search)
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
        add_items(
            self.body,
            row((self.search, 1), STRETCH, self.undo_button, self.count, spacing=2 * STEP),
            (self._layers, 1),
        )
        QWidget.setTabOrder(self.search, self.wall)
        self._tell()

    def enter(self) -> None:
        """Load the wall, and what is picked or confirmed already."""
        self.ask(lambda services, job: load(services), self._show)

    def _show(self, start: StartData) -> None:
        self._start = start
        self.model.lit = {}
        self.model.put(start.lit)
        self._search()
        self._tell()

    # Picking

    def _toggled(self, key: int, picked: bool) -> None:
        lit = self.model.lit.get(key, frozenset())
        self._put(key, frozenset({LIKED}) if picked else lit - {*WATCHED})

    def _act(self, key: int, answer: str) -> None:
        """Answer for a movie; an answer in effect is taken back."""
        lit = self.model.lit.get(key, frozenset())
        if answer in lit:
            self._put(key, lit - {answer})
        else:  # what is answered for is off the watchlist
            self._put(key, lit | {LATER} if answer == LATER else frozenset({answer}))

    def _put(self, key: int, lit: frozenset[str], *, again: bool = False) -> None:
        """Show and save the answers for a movie; `again`: as they were before the last step."""
        status = self._start.library.get(key)
        before = self.model.lit.get(key, frozenset())
        steps = list(self._steps)
        if not again:
            self._steps.append((key, before))

        def refused(sentence: str) -> None:
            self._steps = steps
            self.model.put({key: before})
            self.error.show_text(sentence)
            self._tell()

        self.model.put({key: lit})
        self.error.hide()
        self.context.run(
            lambda services, job: save_answers(services.library, key, status, before, lit),
            on_error=refused,
        )
        self._tell()

    def undo(self) -> None:
        if self._steps:
            key, lit = self._steps.pop()
            self._put(key, lit, again=True)

    def _tell(self) -> None:
        self.undo_button.setVisible(bool(self._steps))
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

    def _search(self) -> None:
        words = self._asked = self.search.text().strip()
        if not words:
            self._found(words, self._start.movies)
            return
        self.ask(
            lambda services, job: services.library.search_catalog(words, MAX_RESULTS),
            lambda found: self._found(words, found),
        )

    def _found(self, words: str, movies: Movies) -> None:
        if words != self._asked:
            return
        self.model.show_items(movies)
        if not self.wall.currentIndex().isValid():  # the wall may have the focus without movies
            self.wall.setCurrentIndex(self.model.index(0))
        nothing = bool(words) and not movies
        self._layers.setCurrentWidget(self.nothing if nothing else self.wall)
        self.wall.scrollToTop()

    def _add_anyway(self) -> None:
        """Add a film that the catalog does not have; it is picked at once."""

        def added(key: int) -> None:
            self._start.library[key] = LibraryStatus.CONFIRMED
            self.search.clear()
            self._put(key, frozenset({LIKED}))

        ask_own_film(self, self.context, self.search.text().strip(), added)

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
        return len(self.model.ticked) >= MIN_PICKS

    def next_text(self) -> str:
        return self.tr("Show recommendations")

    def leave(self, then: Callable[[], object]) -> None:
        """Continue after the last pick is saved: saves run in order."""
        self.save(lambda services, job: None, then)
