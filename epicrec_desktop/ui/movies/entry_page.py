"""Page of a library movie: its verdicts, why it is here, when it was watched, what may be
released; opened, kept up to date, and the way to the ones beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import shortcuts, wording
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.evidence_text import all_evidence, candidate_count, doubt, open_time
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.layouts import section
from epicrec_desktop.ui.common.movie_controller import CoverPages, Step
from epicrec_desktop.ui.common.movie_page import MoviePage
from epicrec_desktop.ui.common.text import button_text, display_name
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.entry_actions import EntryActions

_tr = translator("MoviesPage")

WEIGHTS = {"never": 0.0, "less": 0.5, "usual": 1.0}
"""Words for a movie's share of the privacy budget."""


def nearest_weight(weight: float) -> str:
    """Return the word of a weight, rounded down: the command line can set any value."""
    return max((key for key, value in WEIGHTS.items() if value <= weight), key=WEIGHTS.__getitem__)


class EntryPage(MoviePage):
    """Page of an entry. The subject of its signals is a library entry."""

    weight_chosen = Signal(int, float)  # id of the entry, weight

    def __init__(self, *, name: str) -> None:
        self.entry_id = -1
        super().__init__(name=name)

    def refusal(self) -> tuple[str, str]:
        return self.tr("Not watched"), self.tr("Takes it away from your movies")

    def reasons(self) -> Sequence[QWidget]:
        self.other = LinkButton(self.tr("It was another film…"), name=f"{self.objectName()}.other")
        return (self.other,)

    def sections(self) -> Sequence[QWidget]:
        name = self.objectName()
        title = self.tr("In a release")
        weights = [
            ("never", self.tr("Keep to myself")),
            ("less", self.tr("Less")),
            ("usual", self.tr("Usual")),
        ]
        self.weight = SegmentedControl(weights, name=f"{name}.weight", label=title, small=True)
        self.weight.chosen.connect(self._weigh)
        self.consequence = Note(name=f"{name}.consequence")
        self.release_section = section(title, self.weight, self.consequence)
        return *super().sections(), self.release_section

    def show_entry(self, entry: LibraryEntry) -> None:
        """Show an entry without taking the focus."""
        movie = entry.movie
        self.entry_id = entry.id
        one = candidate_count(entry) == 1
        unlisted = self.tr(
            "Not in the catalog yet: it is in no release, and recommendations do not count it."
        )
        notes = (self._seen(entry), doubt(entry), unlisted if movie.unlisted else "")
        self.show_movie(
            entry.id,
            entry,
            movie,
            # An ambiguous entry shows neither year nor length.
            facts=wording.facts(movie.year if one else None, None, movie.categories),
            why=all_evidence(entry),
            note="\n".join(filter(None, notes)),
            known=one and not movie.unlisted,
        )
        self.show_own(entry)
        watched = entry.status is LibraryStatus.CONFIRMED
        self.release_section.setVisible(watched and not movie.unlisted)
        self.weight.set_value(nearest_weight(entry.weight))
        self.consequence.setText(self._consequence(self.weight.value))

    def _seen(self, entry: LibraryEntry) -> str:
        if entry.last_seen is None:
            return ""
        day = wording.date(entry.last_seen, short=True)
        visit = self.tr("Last visit {day}").format(day=day)
        return ", ".join(filter(None, (visit, open_time(entry))))

    def _consequence(self, key: str) -> str:
        return {
            "never": self.tr(
                "It is in no list by name, and in no numbers blurred from now on. What was "
                "blurred or sent before stays as it was. Recommendations made on this computer "
                "still count it."
            ),
            "less": self.tr(
                "It counts half in numbers blurred from now on, and is in no list by name. What "
                "was blurred or sent before stays as it was. Recommendations made on this "
                "computer count it in full."
            ),
            "usual": self.tr("It is treated like every other movie of its categories."),
        }[key]

    def _weigh(self, key: str) -> None:
        self.consequence.setText(self._consequence(key))
        self.weight_chosen.emit(self.entry_id, WEIGHTS[key])


class EntryPages(QObject):
    """Owns the page of an entry, which is made when one is opened first. What is answered there
    stays in the list until the user leaves.
    """

    def __init__(self, actions: EntryActions, pages: CoverPages) -> None:
        super().__init__(pages)
        self._actions, self._pages = actions, pages
        self._changes, self._view = actions.changes, actions.view
        self._model = actions.changes.model
        self._adding_days = False
        pages.trail.left.connect(self._left)

    @cached_property
    def movie_page(self) -> EntryPage:
        page, change = EntryPage(name="movies.card"), self._changes.change
        self._pages.add_cover(page)
        page.answered.connect(partial(self._in_place, self._actions.act))
        page.starred.connect(partial(self._in_place, self._actions.star))
        page.stepped.connect(self._step)
        page.own_changed.connect(
            partial(self._in_place, lambda entry, own: change({entry.id: {"own": own}}))
        )
        page.own.day_entered.connect(self._next_day)
        page.lists_asked.connect(
            lambda entry, at: self._pages.lists.open_menu(lambda: [entry.id], at)
        )
        page.other.clicked.connect(lambda: self._ask_other(page.entry_id))
        page.weight_chosen.connect(lambda key, part: change({key: {"weight": part}}))
        return page

    def open_selected(self) -> None:
        ids = self._view.current.selected_ids()
        if len(ids) == 1:
            self.open(ids[0])

    def add_days(self) -> None:
        """Ask for the day of one entry of the list after the other, until the user leaves."""
        if self._model.items:
            self._adding_days = True
            self.open(self._model.items[0].id)
            self.movie_page.own.write_day()

    def _next_day(self) -> None:
        if self._adding_days and self.movie_page.next.isEnabled():
            self._step(1)
            self.movie_page.own.write_day()

    def _left(self) -> None:
        self._adding_days = False
        self._view.current.let_go()

    def open_menu(self, at: QPoint) -> None:
        ids, lists = self._view.current.selected_ids(), self._pages.lists
        details = QAction(button_text(self.tr("Details")), lists.menu)
        details.setEnabled(len(ids) == 1)
        details.triggered.connect(self.open_selected)
        later = QAction(button_text(shortcuts.entry("movies.later").words), lists.menu)
        later.triggered.connect(lambda: self._actions.toggle_later(ids))
        lists.open_menu(lambda: ids, at, [details, later])

    def open(self, key: int) -> None:
        if step := self._to(key):
            self._pages.trail.open_step(step)

    def _to(self, key: int) -> Step | None:
        entry = self._model.find(key)
        if entry is None:
            return None
        name = display_name(entry.movie.shown_title)
        return Step(name, self.movie_page, lambda: self._show(key))

    def _show(self, key: int) -> None:
        entry = self._model.find(key)
        if entry is None:
            return
        self.movie_page.show_entry(entry)
        listed = [one.id for one in self._model.items]
        self.movie_page.show_place(listed.index(key) + 1 if key in listed else 0, len(listed))
        if candidate_count(entry) == 1:
            self._pages.read_movie(self.movie_page, entry.id, entry.movie.wire_id)

    def _step(self, by: int) -> None:
        """Go to the movie before or after this one in the list, and select it there."""
        listed = [entry.id for entry in self._model.items]
        key = self.movie_page.entry_id
        at = listed.index(key) + by if key in listed else -1
        if 0 <= at < len(listed) and (step := self._to(listed[at])) is not None:
            self._view.current.select_row(at)
            self._pages.trail.replace(step)

    def follow(self) -> None:
        """Show what an entry has become, if its page is open; leave it where the entry is gone."""
        if not (self._pages.trail.steps and self.movie_page.isVisible()):
            return
        entry = self._model.find(self.movie_page.entry_id)
        if entry is None:
            self._pages.trail.leave()
        else:
            self.movie_page.show_entry(entry)

    def _ask_other(self, wrong: int) -> None:
        """Ask which movie an entry was, with its title as the words to search for."""
        if entry := self._model.find(wrong):
            page, heading = self._pages.page, _tr("Which film was it?")
            dialog = AddMovieDialog(page.context, page, entry.movie.shown_title, heading, wrong)
            dialog.chosen.connect(
                lambda right: self._changes.correct(wrong, right, added=dialog.typed_in)
            )
            dialog.open()

    def _in_place(
        self, answer: Callable[[LibraryEntry, Any], object], entry: LibraryEntry, value: object
    ) -> None:
        """Answer for an entry, which stays in the list until the user leaves."""
        self._model.hold([entry.id])
        answer(entry, value)
