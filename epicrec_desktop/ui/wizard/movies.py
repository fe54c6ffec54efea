"""Wizard step with the found movies and the reason for each; certain matches are ticked, doubtful
ones are not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, QSortFilterProxyModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import browser_profiles, evidence_text, theme
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.controls import SIDE, paint_check
from epicrec_desktop.ui.common.layouts import (
    STRETCH,
    BoundedScrollArea,
    Panel,
    add_items,
    column,
    row,
)
from epicrec_desktop.ui.common.lists import (
    ACCESSIBLE_TEXT,
    ITEM,
    TEXT,
    TOOL_TIP,
    Cell,
    Index,
    ItemView,
    TickDelegate,
    TickModel,
)
from epicrec_desktop.ui.common.notices import Banner
from epicrec_desktop.ui.common.painting import draw_line
from epicrec_desktop.ui.common.search import SearchField, TitleFilter
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.text import Note, Strong, display_line, set_accessible_name, tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.common.wording import number
from epicrec_desktop.ui.wizard.step import DONE, Step
from epicrec_desktop.wiring import Services

WORDS = 46  # the left edge of the words


def is_doubtful(entry: LibraryEntry) -> bool:
    """Return whether the user is asked about a movie, instead of taking it as watched."""
    return entry.decision is Decision.REVIEW and entry.status is not LibraryStatus.CONFIRMED


def reason(entry: LibraryEntry) -> str:
    """Return why a movie is in the list: its evidence, and the doubt for a doubtful one."""
    doubt = evidence_text.doubt(entry) if is_doubtful(entry) else ""
    return " · ".join(filter(None, (evidence_text.strongest_evidence(entry), doubt)))


def is_looked_up(entry: LibraryEntry) -> bool:
    """Return whether nothing says that a movie was watched."""
    return entry.evidence is not Evidence.WATCHED


def watched_first(entry: LibraryEntry) -> tuple[bool, bool]:
    """Return the sort key: what was played before what was looked up, certain before doubtful."""
    return is_looked_up(entry), is_doubtful(entry)


class MovieModel(TickModel[LibraryEntry]):
    """Model of library entries: those watched for certain start ticked."""

    def show_entries(self, entries: Sequence[LibraryEntry]) -> None:
        """Replace the list."""
        self.show_items(entries)
        self.ticked = frozenset()
        self.tick(e.id for e in entries if e.status is LibraryStatus.CONFIRMED or e.sure)

    def key(self, item: LibraryEntry) -> int:
        """Return the local id."""
        return item.id

    def value(self, item: LibraryEntry, role: int) -> object:
        """Return title and year; for screen readers with the reason."""
        if role == TEXT:
            return display_line(item.movie.label)
        if role == TOOL_TIP:
            return tool_tip(reason(item))
        if role == ACCESSIBLE_TEXT:
            return display_line(f"{item.movie.label}. {reason(item)}")
        return None


class FoundModel(QSortFilterProxyModel):
    """Filter of movies that match the search words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles: TitleFilter | None = None
        self._words = ""
        self._named: frozenset[Hashable] = frozenset()

    def set_titles(self, titles: TitleFilter) -> None:
        """Search in these titles."""
        self._titles = titles
        self.search(self._words)

    def search(self, words: str) -> None:
        """Show only movies that match these words."""
        self._words = words.strip()
        self._named = frozenset()
        if self._words and self._titles is not None:
            self._named = self._titles.keys(self._words)
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Return whether a movie is shown."""
        if not self._words:
            return True
        index = self.sourceModel().index(source_row, 0, source_parent)
        return index.data(ITEM).id in self._named


class MovieDelegate(TickDelegate):
    """Paints a check box, the title, and below it why the movie is here."""

    SIZE = QSize(280, 52)

    def paint_cell(self, cell: Cell) -> None:
        """Paint the row."""
        painter, rect, colors = cell.painter, cell.rect, cell.colors
        entry: LibraryEntry = cell.item
        cell.selected = False
        cell.plate(2, 1, 6)
        box = QRectF(rect.left() + 14, rect.center().y() - SIDE / 2 + 0.5, SIDE, SIDE)
        paint_check(painter, mirrored(box, rect), checked=cell.ticked)
        words = mirrored(rect.adjusted(WORDS, 0, -14, 0), rect)
        middle = rect.center().y() + 1
        title = words.adjusted(0, 7, 0, middle - rect.bottom())
        remark = self.tr("not sure") if is_doubtful(entry) else ""
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        draw_line(painter, title, remark, colors.warning, weight=theme.MEDIUM, align=align)
        taken = painter.fontMetrics().horizontalAdvance(remark) + 12
        label = mirrored(title.adjusted(0, 0, -taken, 0), title)
        draw_line(painter, label, entry.movie.label, colors.ink, size=theme.BASE)
        below = words.adjusted(0, middle - rect.top(), 0, -6)
        draw_line(painter, below, reason(entry), colors.muted)


@dataclass(frozen=True)
class FoundMovies:
    """What the step shows. `deletes_old_visits`: a browser that was read forgets after some
    months.
    """

    entries: list[LibraryEntry]
    titles: TitleFilter
    deletes_old_visits: bool


def load(services: Services) -> FoundMovies:
    """Return the found and the confirmed movies; runs on a worker."""
    library = services.library
    suggested = library.entries(LibraryStatus.SUGGESTED)
    one = [entry for entry in suggested if entry.decision is not Decision.WHICH]
    entries = sorted([*one, *library.entries(LibraryStatus.CONFIRMED)], key=watched_first)
    read = [known for known in services.profiles.discover() if known.consent]
    titles = TitleFilter.of((entry.id, entry.movie) for entry in entries)
    return FoundMovies(entries, titles, any(map(browser_profiles.deletes_old_visits, read)))


class MoviesStep(Step):
    """Step where unticked movies stay suggestions, which count for nothing. `problems` appear above
    the list.
    """

    KEY = "movies"
    PROGRESS_INDEX = 1

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("Which of these have you watched?"),
            self.tr(
                "Ticked ones count as watched. Movies you only looked up are not ticked: "
                "tick those you watched."
            ),
        )
        self._loaded = False
        self.problems = Banner("warning", name="wizard.movies.problems")
        holder = QWidget()
        column(self.problems, parent=holder)
        self._report_area = BoundedScrollArea(holder, "wizard.movies.said")
        self.model = MovieModel(self)
        self.model.ticks_changed.connect(self._count)
        self.found = FoundModel(self)
        self.found.setSourceModel(self.model)
        panel = Panel(name="wizard.movies.panel", padding=8)
        label = self.tr("Movies found; the space bar ticks")
        self.list = ItemView(self.found, MovieDelegate(), name="wizard.movies.list", label=label)
        self.list.setUniformItemSizes(True)
        panel.body.addWidget(self.list, 1)
        self.deletes_old_visits = Note(
            self.tr(
                "Chrome and browsers built on it keep about 90 days. Older movies can be added in "
                "My movies."
            ),
            name="wizard.movies.forgets",
        )
        self.deletes_old_visits.hide()
        add_items(self.body, self._report_area, self._tools(), (panel, 1), self.deletes_old_visits)
        for before, after in (
            (self.search, self.played),
            (self.played, self.all),
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
        self.played = LinkButton(self.tr("Only played"), name="wizard.movies.played")
        set_accessible_name(self.played, self.tr("Untick movies that were only looked up"))
        self.played.clicked.connect(self._untick_looked_up)
        self.played.hide()
        self.all = LinkButton(self.tr("All"), name="wizard.movies.all")
        set_accessible_name(self.all, self.tr("Tick all that are shown"))
        self.all.clicked.connect(lambda: self._tick_shown(on=True))
        self.none = LinkButton(self.tr("None"), name="wizard.movies.none")
        set_accessible_name(self.none, self.tr("Untick all that are shown"))
        self.none.clicked.connect(lambda: self._tick_shown(on=False))
        links = (self.count, self.played, self.all, self.none)
        return row((self.search, 1), STRETCH, *links, spacing=5 * STEP)

    def enter(self) -> None:
        """Load the found and the confirmed movies.

        Ambiguous suggestions are left for My movies: a check box cannot say which movie is meant.
        """
        self._loaded = False
        services = self.services
        self.tasks.run(
            lambda job: load(services),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Limit the height of the problems, to leave room for the movies."""
        self._report_area.set_maximum_height(self.height() // 5)
        super().resizeEvent(event)

    def show_problems(self, sentences: Sequence[str]) -> None:
        """Show what could not be read."""
        self.problems.show_text("\n".join(sentences))

    def _show(self, found: FoundMovies) -> None:
        self._loaded = True
        self.found.set_titles(found.titles)
        self.model.show_entries(found.entries)
        self.deletes_old_visits.setVisible(found.deletes_old_visits)
        self.played.setVisible(len({is_looked_up(entry) for entry in found.entries}) > 1)
        if self.found.rowCount():
            self.list.setCurrentIndex(self.found.index(0, 0))
        self.changed.emit()

    def _tick_shown(self, *, on: bool) -> None:
        rows = range(self.found.rowCount())
        self.model.tick((self.found.index(row, 0).data(ITEM).id for row in rows), on=on)

    def _untick_looked_up(self) -> None:
        self.model.tick((e.id for e in self.model.items if is_looked_up(e)), on=False)

    def _count(self) -> None:
        self.count.setText(
            self.tr("{ticked} of {all} ticked").format(
                ticked=number(len(self.model.ticked)), all=number(len(self.model.items))
            )
        )
        self.changed.emit()

    def first_focus(self) -> QWidget:
        """Return the list, so that the space bar works at once."""
        return self.list

    def can_continue(self) -> bool:
        """Return whether the movies are loaded."""
        return self._loaded

    def next_text(self) -> str:
        """Return the text of the button; without any movie there is nothing to recommend from."""
        if self._loaded and not self.model.ticked:
            return self.tr("Pick movies I liked")
        return self.tr("Show recommendations")

    def next_key(self) -> str:
        """Return the key of the next step: the recommendations, or the poster wall."""
        return DONE if self.model.ticked else "pick"

    def leave(self, then: Callable[[], object]) -> None:
        """Save the answers."""
        ticked = self.model.ticked
        confirm = [
            e.id
            for e in self.model.items
            if e.id in ticked and e.status is not LibraryStatus.CONFIRMED
        ]
        withdraw = [
            e.id
            for e in self.model.items
            if e.id not in ticked and e.status is LibraryStatus.CONFIRMED
        ]
        library = self.services.library

        def work(job: Job) -> None:
            if confirm:
                library.set_status(confirm, LibraryStatus.CONFIRMED)
            if withdraw:
                library.set_status(withdraw, LibraryStatus.SUGGESTED)

        self.save(work, then)
