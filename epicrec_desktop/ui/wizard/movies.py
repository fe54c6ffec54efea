"""Wizard step with the movies that were found: which of them were watched?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.history import BrowserFamily, Decision, Evidence, LibraryStatus
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.matching.title_search import TitleSearch, search_entry
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import SearchField
from epicrec_desktop.ui.common.evidence_text import is_opened
from epicrec_desktop.ui.common.feedback import REFUSED, SEEN
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.layouts import STRETCH, BoundedScrollArea, add_items, column
from epicrec_desktop.ui.common.notices import Banner
from epicrec_desktop.ui.common.page import ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.wizard.found_wall import FoundSection, is_doubtful
from epicrec_desktop.ui.wizard.step import DONE, Step
from epicrec_desktop.wiring import Services

SEARCHED = 24
"""From so many movies on there is a search: fewer are seen at a glance."""


def is_looked_up(entry: LibraryEntry) -> bool:
    """Return whether pages speak of a movie, and none says that it was watched."""
    return entry.evidence is Evidence.INTEREST


@dataclass(frozen=True)
class FoundMovies:
    """What the step shows; `deletes_old_visits`: whether a browser that was read does so."""

    entries: list[LibraryEntry]
    titles: TitleSearch
    deletes_old_visits: bool


def load(services: Services) -> FoundMovies:
    """Return the movies found, and those confirmed; runs on a worker."""
    entries = [
        entry
        for entry in services.library.entries()
        if (entry.status is LibraryStatus.CONFIRMED or entry.rule_evidence or entry.imports)
        and not (entry.status is LibraryStatus.SUGGESTED and entry.decision is Decision.WHICH)
    ]
    families = {known.profile.family for known in services.profiles.discover() if known.consent}
    entries.sort(key=lambda entry: (not is_opened(entry), is_doubtful(entry)))
    titles = TitleSearch([search_entry(entry.movie) for entry in entries])
    return FoundMovies(entries, titles, BrowserFamily.CHROMIUM in families)


class MoviesStep(Step):
    """Step with the found movies; unanswered ones stay suggestions, which count for nothing."""

    KEY = "movies"
    PROGRESS_INDEX = 1
    WIDTH = 1224

    def __init__(self, context: Context) -> None:
        super().__init__(
            context, self.tr("Looking for movies"), self.tr("Nothing leaves this computer.")
        )
        self._found: FoundMovies | None = None  # until they are loaded
        self.problems = Banner("warning", name="wizard.movies.problems")
        holder = QWidget()
        column(self.problems, parent=holder)
        self._report_area = BoundedScrollArea(holder, "wizard.movies.said")
        self.search = SearchField(self.tr("Search"), name="wizard.movies.search")
        set_accessible_name(self.search, self.tr("Search the movies found"))
        self.search.setFixedWidth(220)
        self.beside_title.addWidget(self.search)
        self.search.textChanged.connect(self._search)
        self.played = FoundSection(self.tr("Played or rated"), name="wizard.movies.played")
        looked_up = self.tr("Opened or looked up")
        self.looked_up = FoundSection(looked_up, name="wizard.movies.looked-up")
        self.sections = (self.played, self.looked_up)
        self.deletes_old_visits = Note(
            self.tr("Chrome keeps about 90 days. Add older movies in My movies."),
            name="wizard.movies.forgets",
        )
        self.deletes_old_visits.hide()
        self._content = content = ScrollContent()
        parts = (*self.sections, self.deletes_old_visits, STRETCH)
        column(*parts, parent=content, spacing=4 * STEP)
        self.area = vertical_scroll(content, "wizard.movies.scroll")
        add_items(self.body, self._report_area, (self.area, 1))
        for place, section in enumerate(self.sections):
            section.model.answered.connect(self.changed)
            section.wall.current_moved.connect(
                lambda cell, wall=section.wall: self._show_cell(wall, cell)
            )
            section.wall.left_by_key.connect(lambda by, place=place: self._to_wall(place + by))

    def enter(self) -> None:
        """Load found and confirmed movies; of ambiguous ones ✓ could not say which is meant."""
        self._found = None
        self.ask(lambda services, job: load(services), self._show)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Limit the height of the problems, to leave room for the movies."""
        self._report_area.set_maximum_height(self.height() // 5)
        super().resizeEvent(event)

    def _show(self, found: FoundMovies) -> None:
        self._found = found
        count = len(found.entries)
        self.title.setText(
            wording.plural("MoviesStep", "%Ln films found. Which did you watch?", count)
        )
        self.search.clear()
        self.search.setVisible(count > SEARCHED)
        played = [e for e in found.entries if not is_looked_up(e)]
        self.sentence.setText(
            self.tr("What was played is ticked. Nothing leaves this computer.")
            if played
            else self.tr("Tick what you watched. Nothing leaves this computer.")
        )
        self.played.show_entries(played)
        self.looked_up.show_entries([e for e in found.entries if is_looked_up(e)])
        self.deletes_old_visits.setVisible(found.deletes_old_visits)
        self.changed.emit()

    def _search(self, text: str) -> None:
        words = text.strip()
        keys = None
        if words and self._found is not None:
            places = self._found.titles.find(words).filtered
            keys = frozenset(self._found.entries[place].id for place in places)
        for section in self.sections:
            section.show_matching(keys)

    def _show_cell(self, wall: QWidget, cell: QRect) -> None:
        top_left = wall.mapTo(self._content, cell.topLeft())
        middle = QRect(top_left, cell.size()).center()
        self.area.ensureVisible(middle.x(), middle.y(), 0, cell.height() // 2 + 2 * STEP)

    def _to_wall(self, place: int) -> None:
        """Go on to the wall above or below, where there is one."""
        if not 0 <= place < len(self.sections) or self.sections[place].isHidden():
            return
        wall = self.sections[place].wall
        row = 0 if place else wall.model().rowCount() - 1
        wall.setFocus()
        wall.setCurrentIndex(wall.model().index(row, 0))
        self._show_cell(wall, wall.visualRect(wall.currentIndex()))

    @property
    def answers(self) -> dict[int, frozenset[str]]:
        return self.played.model.lit | self.looked_up.model.lit

    def summary(self) -> str:
        if self._found is None:
            return ""
        answers = list(self.answers.values())
        watched = sum(SEEN in lit for lit in answers)
        refused = sum(REFUSED in lit for lit in answers)
        counts = (watched, refused, len(answers) - watched - refused)
        words = (self.tr("{n} watched"), self.tr("{n} not"), self.tr("{n} open"))
        return " · ".join(
            text.format(n=wording.number(count))
            for text, count in zip(words, counts, strict=True)
            if count or text is words[0]
        )

    def first_focus(self) -> QWidget:
        """Return the first wall, so that the space bar works at once."""
        return next((s.wall for s in self.sections if not s.isHidden()), self.played.wall)

    def can_continue(self) -> bool:
        return self._found is not None

    def _has_watched(self) -> bool:
        return any(section.model.ticked for section in self.sections)

    def next_text(self) -> str:
        """Return the text of the button; without any movie there is nothing to recommend from."""
        if self._found is not None and not self._has_watched():
            return self.tr("Pick movies I liked")
        return self.tr("Show recommendations")

    def next_key(self) -> str:
        return DONE if self._has_watched() else "pick"

    def leave(self, then: Callable[[], object]) -> None:
        changed: dict[LibraryStatus, list[int]] = {}
        answers = self.answers
        for section in self.sections:
            for entry in section.model.every:
                status = _status(answers[entry.id])
                if status is not entry.status:
                    changed.setdefault(status, []).append(entry.id)

        def work(services: Services, job: Job) -> None:
            for status, ids in changed.items():
                services.library.set_status(ids, status)

        self.save(work, then)


def _status(lit: frozenset[str]) -> LibraryStatus:
    if SEEN in lit:
        return LibraryStatus.CONFIRMED
    return LibraryStatus.REJECTED if REFUSED in lit else LibraryStatus.SUGGESTED
