"""Wizard step to pick liked movies from a wall of posters, for users who allow no browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import Rating
from epicrec_desktop.services.library import Answer, LibraryService
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
from epicrec_desktop.ui.common.movie_picker import MoviePicker, Movies, PosterWallDelegate
from epicrec_desktop.ui.common.own_movie import add_anyway_words, ask_own_movie
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.undo import UndoStep, UndoSteps
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services


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
    answer: Answer = {"wanted": LATER in lit}
    if (LIKED in before) is not (LIKED in lit):
        rating = Rating.LIKED if LIKED in lit else None
        answer["own"] = library.own_rating(key).with_rating(rating)
    if lit & {*WATCHED}:
        answer["status"] = LibraryStatus.CONFIRMED
    elif REFUSED in lit:
        answer["status"] = LibraryStatus.REJECTED
    elif before & {*ABOUT_THE_MOVIE}:
        if status is LibraryStatus.CONFIRMED or (status is not None and REFUSED in before):
            status = LibraryStatus.SUGGESTED  # the answer is taken back
        answer["status"] = status
    library.answer({key: answer})


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
        self._steps = UndoSteps(context.tasks, self)
        self._wanted: int | None = None
        self.picker = MoviePicker(
            self, PosterWallDelegate(), name="wizard.wall", anyway=add_anyway_words()
        )
        self.picker.nothing.action.connect(self._add_anyway)
        self.model, self.wall = self.picker.model, self.picker.wall
        self.model.toggled.connect(self._toggled)
        self.wall.acted.connect(lambda item, answer: self._act(item[0], answer))
        self.undo_button = QuietButton(self.tr("Undo"), name="wizard.wall.undo", icon="undo")
        self.undo_button.clicked.connect(self._steps.undo)
        self.undo_button.hide()
        self._steps.canUndoChanged.connect(self.undo_button.setVisible)
        shortcuts.bind("wizard.undo", self, self._steps.undo)
        search, picked = self.picker.search, self.picker.picked
        self.body.setSpacing(2 * STEP)
        head = row((search, 1), STRETCH, self.undo_button, picked, spacing=2 * STEP)
        add_items(self.body, head, (self.picker, 1))
        QWidget.setTabOrder(search, self.wall)

    def want(self, key: int) -> None:
        """Pick this movie, too, as soon as the step is shown."""
        self._wanted = key

    def enter(self) -> None:
        wanted, self._wanted = self._wanted, None
        self.ask(lambda services, job: load(services), lambda start: self._show(start, wanted))

    def _show(self, start: StartData, wanted: int | None) -> None:
        self._start = start
        self.model.lit = {}
        self.model.show_answers(start.lit)
        self.picker.show_known(start.movies)
        self.changed.emit()
        if wanted is not None and wanted not in self.model.ticked:
            self._save_answers(wanted, frozenset({LIKED}))

    # Picking

    def _toggled(self, key: int, picked: bool) -> None:
        lit = self.model.lit.get(key, frozenset())
        self._save_answers(key, frozenset({LIKED}) if picked else lit - {*WATCHED})

    def _act(self, key: int, answer: str) -> None:
        """Answer for a movie; an answer in effect is taken back."""
        lit = self.model.lit.get(key, frozenset())
        if answer in lit:
            self._save_answers(key, lit - {answer})
        else:  # what is answered for is off the watchlist
            self._save_answers(key, lit | {LATER} if answer == LATER else frozenset({answer}))

    def _save_answers(self, key: int, lit: frozenset[str]) -> None:
        """Show and save the answers for a movie; undo shows and saves those before."""
        before = self.model.lit.get(key, frozenset())
        self._steps.push(UndoStep(lambda: self._store(key, before), ""))
        self._store(key, lit)

    def _store(self, key: int, lit: frozenset[str]) -> None:
        status, before = self._start.library.get(key), self.model.lit.get(key, frozenset())

        def refused(sentence: str) -> None:
            self._steps.clear()
            self.model.show_answers({key: before})
            self.error.show_text(sentence)
            self.changed.emit()

        self.model.show_answers({key: lit})
        self.error.hide()
        self.context.run(
            lambda services, job: save_answers(services.library, key, status, before, lit),
            on_error=refused,
        )
        self.changed.emit()

    def _add_anyway(self) -> None:
        """Add a movie that the catalog does not have; it is picked at once."""

        def added(key: int) -> None:
            self._start.library[key] = LibraryStatus.CONFIRMED
            self.picker.search.clear()
            self._save_answers(key, frozenset({LIKED}))

        ask_own_movie(self, self.context, self.picker.search_text, added)

    # Wizard

    def first_focus(self) -> QWidget:
        """Return the wall, so that the space bar works at once."""
        return self.wall

    def can_continue(self) -> bool:
        return self.picker.enough

    def next_text(self) -> str:
        return self.tr("Show recommendations")

    def leave(self, then: Callable[[], object]) -> None:
        """Continue after the last pick is saved: saves run in order."""
        self.save(lambda services, job: None, then)
