"""Fourth step: the movies found, to confirm."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListView, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.privacy_words import number
from epicrec_desktop.ui.tasks import Tasks
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import QuietButton
from epicrec_desktop.ui.widgets.panel import Panel
from epicrec_desktop.ui.widgets.text import Strong
from epicrec_desktop.ui.wizard.movie_list import MovieDelegate, MovieModel
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services


class MoviesStep(Step):
    """Sure matches are ticked, doubtful ones not. Unticked movies stay suggestions."""

    KEY = "movies"

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("Did you watch these?"),
            self.tr(
                "Untick what you did not watch. Unticked movies count for nothing; you can answer "
                "later in My movies."
            ),
        )
        self.model = MovieModel(self)
        self.model.ticks_changed.connect(self._count)
        self.found = QSortFilterProxyModel(self)
        self.found.setSourceModel(self.model)
        self.found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.body.addLayout(self._tools())
        panel = Panel(name="wizard.movies.panel", padding=8)
        self.list = QListView()
        self.list.setObjectName("wizard.movies.list")
        self.list.setProperty("kind", "bare")
        self.list.setAccessibleName(self.tr("Movies found; the space bar ticks"))
        self.list.setModel(self.found)
        self.list.setItemDelegate(MovieDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        panel.body.addWidget(self.list, 1)
        self.body.addWidget(panel, 1)
        for before, after in (
            (self.search, self.all),
            (self.all, self.none),
            (self.none, self.list),
        ):
            QWidget.setTabOrder(before, after)

    def _tools(self) -> QHBoxLayout:
        self.search = QLineEdit()
        self.search.setObjectName("wizard.movies.search")
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search the movies found"))
        self.search.setClearButtonEnabled(False)
        self.search.setMaximumWidth(260)
        self.search.textChanged.connect(self.found.setFilterFixedString)
        self.count = Strong(name="wizard.movies.count", wrap=False)
        self.all = QuietButton(self.tr("All"), name="wizard.movies.all")
        self.all.setAccessibleName(self.tr("Tick all that are shown"))
        self.all.clicked.connect(lambda: self._tick_shown(on=True))
        self.none = QuietButton(self.tr("None"), name="wizard.movies.none")
        self.none.setAccessibleName(self.tr("Untick all that are shown"))
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
        """Load what was found and what is confirmed already."""
        library = self.services.library

        def work(report: object, cancelled: object) -> list[LibraryEntry]:
            suggested = library.entries(LibraryStatus.SUGGESTED)
            return [*suggested, *library.entries(LibraryStatus.CONFIRMED)]

        self.tasks.run(work, on_result=self._show, on_error=self.error.show_text)

    def _show(self, entries: list[LibraryEntry]) -> None:
        self.model.show_entries(entries)
        if self.found.rowCount():
            self.list.setCurrentIndex(self.found.index(0, 0))

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

    def next_text(self) -> str:
        """What the button does."""
        ticked = len(self.model.ticked)
        return self.tr("Confirm {n}").format(n=number(ticked)) if ticked else self.tr("Go on")

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

        self.keep(work, then)
