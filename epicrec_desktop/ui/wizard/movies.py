"""The movies found, and why each was: what is sure is ticked, what is in doubt is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QListView, QVBoxLayout, QWidget

from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import browser_profiles
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.layouts import BoundedScrollArea, Panel
from epicrec_desktop.ui.common.page import Banner
from epicrec_desktop.ui.common.privacy_text import number
from epicrec_desktop.ui.common.search import SearchField, TitleFilter
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.text import Note, Strong, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.wizard.movie_list import FoundModel, MovieDelegate, MovieModel
from epicrec_desktop.ui.wizard.step import DONE, Step
from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class FoundMovies:
    """What the step shows. `deletes_old_visits`: a browser that was read forgets after some months."""

    entries: list[LibraryEntry]
    titles: TitleFilter
    deletes_old_visits: bool


def load(services: Services) -> FoundMovies:
    """What was found and what is confirmed already; for a worker."""
    library = services.library
    suggested = library.entries(LibraryStatus.SUGGESTED)
    one = [entry for entry in suggested if entry.decision is not Decision.WHICH]
    entries = [*one, *library.entries(LibraryStatus.CONFIRMED)]
    read = [known for known in services.profiles.discover() if known.consent]
    titles = TitleFilter.of((entry.id, entry.movie) for entry in entries)
    return FoundMovies(entries, titles, any(map(browser_profiles.deletes_old_visits, read)))


class MoviesStep(Step):
    """Unticked movies stay suggestions, and count for nothing. `problems` are said above them."""

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
        said = QVBoxLayout(holder)
        said.setContentsMargins(0, 0, 0, 0)
        said.addWidget(self.problems)
        self._said = BoundedScrollArea(holder, "wizard.movies.said")
        self.body.addWidget(self._said)
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
        """Load what was found and what is confirmed already.

        What may be one of several films is left for My movies: a tick does not say which.
        """
        self._loaded = False
        services = self.services
        self.tasks.run(
            lambda report, cancelled: load(services),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Problems leave room for the movies."""
        self._said.set_maximum_height(self.height() // 5)
        super().resizeEvent(event)

    def show_problems(self, restore_summary: Sequence[str]) -> None:
        """What could not be read, over what could."""
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
        """The list, so that the space bar works at once."""
        return self.list

    def can_continue(self) -> bool:
        """Not before the movies are there."""
        return self._loaded

    def next_text(self) -> str:
        """Where it leads; without any movie there is nothing to recommend from."""
        if self._loaded and not self.model.ticked:
            return self.tr("Pick movies I liked")
        return self.tr("Show recommendations")

    def next_key(self) -> str:
        """The rows are next, or the wall."""
        return DONE if self.model.ticked else "pick"

    def leave(self, then: Callable[[], object]) -> None:
        """Store the answers."""
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

        def work(report: object, cancelled: object) -> None:
            if confirm:
                library.set_status(confirm, LibraryStatus.CONFIRMED)
            if withdraw:
                library.set_status(withdraw, LibraryStatus.SUGGESTED)

        self.save(work, then)
