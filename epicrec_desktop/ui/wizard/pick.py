"""For who gives no browser: some movies that were liked, picked from a wall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.privacy_text import number
from epicrec_desktop.ui.common.search import SearchField
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.text import Strong, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.ui.wizard.wall import PosterWall, PosterWallModel
from epicrec_desktop.wiring import Services

MIN_PICKS = 3
MAX_RESULTS = 60
TYPING_MS = 120

Movies = list[tuple[int, Movie]]


@dataclass(frozen=True)
class StartData:
    """The wall, and the status of every movie that is in the library already."""

    movies: Movies
    library: dict[int, LibraryStatus]


def load(services: Services) -> StartData:
    """Ask the services; for a worker."""
    library = {entry.id: entry.status for entry in services.library.entries()}
    return StartData(services.library.best_known(), library)


class PickStep(Step):
    """Each pick is kept at once, so that it is still there after a restart in the middle."""

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
            name="wizard.wall.nothing",
        )
        row = QHBoxLayout()
        row.addWidget(self.search, 1)
        row.addStretch(1)
        row.addWidget(self.count)
        self._layers = QStackedWidget()
        self._layers.addWidget(self.wall)
        self._layers.addWidget(self.nothing)
        self.body.setSpacing(2 * STEP)
        self.body.addLayout(row)
        self.body.addWidget(self._layers, 1)
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
            lambda report, cancelled: load(services),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def _show(self, start: StartData) -> None:
        self._start = start
        confirmed = LibraryStatus.CONFIRMED
        self.model.set_picked([k for k, status in start.library.items() if status is confirmed])
        self._search()
        self._tell()

    # Picking

    def _toggled(self, key: int, picked: bool) -> None:
        library, before = self.services.library, self._start.library.get(key)

        def work(report: object, cancelled: object) -> None:
            if picked:
                library.add(key)
            elif before is None:
                library.withdraw(key)
            else:  # it was in the library before, found or refused
                found = LibraryStatus.SUGGESTED
                library.restore({key: found if before is LibraryStatus.CONFIRMED else before})

        def refused(sentence: str) -> None:
            self.model.restore_pick(key, picked=not picked)
            self.error.show_text(sentence)
            self._tell()

        self.error.hide()
        self.tasks.run(work, on_error=refused)
        self._tell()

    def _tell(self) -> None:
        picked = self.model.picked_count
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
            lambda report, cancelled: library.search_catalog(words, MAX_RESULTS),
            on_result=lambda found: self._found(words, found),
            on_error=self.error.show_text,
        )

    def _found(self, words: str, movies: Movies) -> None:
        if words != self._asked:
            return
        self.model.show_movies(movies)
        nothing = bool(words) and not movies
        self._layers.setCurrentWidget(self.nothing if nothing else self.wall)
        self.wall.scrollToTop()

    def _take_first(self) -> None:
        """Return in the field picks what fits best, and the next title can be typed."""
        if self._asked == self.search.text().strip() and self._asked and self.model.movies:
            self.model.toggle(0)
            self.search.selectAll()

    # The frame

    def first_focus(self) -> QWidget:
        """The wall, so that the space bar works at once."""
        return self.wall

    def can_continue(self) -> bool:
        """With three there is something to go by."""
        return self.model.picked_count >= MIN_PICKS

    def next_text(self) -> str:
        """Where it leads."""
        return self.tr("Show recommendations")

    def leave(self, then: Callable[[], object]) -> None:
        """After the last pick is kept: they are kept one after the other."""
        self.save(lambda report, cancelled: None, then)
