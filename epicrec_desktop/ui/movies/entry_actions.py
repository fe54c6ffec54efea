"""Actions on the selected library entries: buttons, keys and the candidate question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.catalog.movie_facts import director_of
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.library import Answer, LibraryEntry, answer_which
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.buttons import PrimaryButton, QuietButton, SecondaryButton
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.evidence_text import candidate_count
from epicrec_desktop.ui.common.feedback import feedback_changes
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.layouts import STRETCH, layout_once, row, stack
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.text import elided, set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.movies.candidate_picker import Candidate, CandidatePicker
from epicrec_desktop.ui.movies.entry_model import EntryModel
from epicrec_desktop.ui.movies.library_changes import LibraryChanges
from epicrec_desktop.ui.movies.library_view import LibraryView
from epicrec_desktop.wiring import Services

LEAST_STEP = 120
"""Pixels that the words of the last step have at least: a longer name does not fold the bar."""


class AnswerBar(QWidget):
    """Bar with the answers that fit the status that is shown; `EntryActions` gives them."""

    def __init__(self) -> None:
        super().__init__()
        self.selected = Note(name="movies.selected", wrap=False)
        self.undo = QuietButton(self.tr("Undo"), name="movies.undo", icon="undo")
        self._step = ""  # the last one, in words
        self.all = QuietButton(self.tr("Select all"), name="movies.select_all")
        self.sure = QuietButton(name="movies.confirm_sure")
        set_tool_tip(
            self.sure, self.tr("Those that a page named clearly and that you opened more than once")
        )
        self.details = QuietButton(self.tr("Details"), name="movies.details")
        set_tool_tip(self.details, self.tr("I or a double click"))
        self.forget = SecondaryButton(self.tr("Forget"), name="movies.forget")
        self.private = SecondaryButton(self.tr("Keep to myself"), name="movies.private")
        words = self.tr(
            "Recommendations made here still use it, but it is in no list by name, and in no "
            "numbers blurred from now on"
        )
        set_tool_tip(self.private, words)
        self.reject = SecondaryButton(self.tr("Not watched"), name="movies.reject")
        set_tool_tip(self.reject, self.tr("N or Delete"))
        self.confirm = PrimaryButton(self.tr("I watched it"), name="movies.confirm")
        set_tool_tip(self.confirm, self.tr("Y or Enter"))
        space = 2 * STEP
        about = (self.selected, self.undo, STRETCH, self.sure, self.all, self.details)
        self._about = row(*about, spacing=space)
        answers = (self.forget, self.private, self.reject, self.confirm)
        self._answers = row(STRETCH, *answers, spacing=space)
        self._rows = row((self._about, 1), self._answers, parent=self, spacing=space)

    def _fold(self) -> None:
        """Use two rows where one has no room, and name the last step as far as there is some."""
        self.undo.setText(self.tr("Undo"))
        for layout in (self._about, self._answers):
            layout.invalidate()  # the layout may still hold the old width
        width = self.undo.fontMetrics().horizontalAdvance
        shown = width(self.undo.text()) if self._step else 0  # else it is hidden
        room = self.width() - self._about.sizeHint().width() + shown
        beside = self._answers.sizeHint().width() + 2 * STEP
        below = room - beside < min(width(self._step), LEAST_STEP)
        stack(self._rows, below)
        if self._step:
            left = room - (0 if below else beside)
            self.undo.setText(elided(self.undo.fontMetrics(), self._step, left))

    def minimumSizeHint(self) -> QSize:
        """Return a smaller size: the bar folds before its text is elided."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fold()
        super().resizeEvent(event)

    def show_choice(
        self,
        status: LibraryStatus,
        *,
        rows: int,
        selected: int,
        sure: int,
        private: bool,
        asks: bool,
        undo: str,
    ) -> None:
        """Update for the list: its status, and the number of rows, selected and certain ones.

        `undo` describes the last step. Certain suggestions can be confirmed at once. `asks`: the
        selected one may be one of several movies.
        """
        with layout_once(self._rows):
            some = selected > 0 and rows > 0
            text = wording.plural("AnswerBar", "%Ln selected", selected)
            self.selected.setText(text if some else "")
            self.selected.setVisible(some)
            self._step = self.tr("Undo: {step}").format(step=undo.removesuffix(".")) if undo else ""
            self.undo.setVisible(bool(undo))
            set_accessible_name(self.undo, self._step)
            set_tool_tip(self.undo, self._step)
            self.sure.setText(wording.plural("AnswerBar", "Confirm %Ln sure", sure))
            self.sure.setVisible(sure > 1 and status is LibraryStatus.SUGGESTED and not asks)
            self.confirm.setText(self.tr("Which one?") if asks else self.tr("I watched it"))
            self.confirm.setVisible(rows > 0 and status is not LibraryStatus.CONFIRMED)
            self.reject.setVisible(rows > 0 and status is not LibraryStatus.REJECTED)
            self.private.setVisible(rows > 0 and status is LibraryStatus.CONFIRMED)
            self.private.setText(
                self.tr("Release as usual") if private else self.tr("Keep to myself")
            )
            self.forget.setVisible(rows > 0)
            self.all.setVisible(rows > 0 and not asks)
            self.details.setVisible(rows > 0)
            self.details.setEnabled(selected == 1)
            self.all.setEnabled(rows > selected)
            for button in (self.confirm, self.reject, self.private, self.forget):
                button.setEnabled(some)
        self._fold()


class CandidateQuestion(QObject):
    """Shows the candidates of the one selected entry, where it is ambiguous."""

    def __init__(
        self, page: Page, model: EntryModel, view: LibraryView, panel: CandidatePicker
    ) -> None:
        super().__init__(panel)
        self.page, self._model, self.view, self._panel = page, model, view, panel
        self._candidates: dict[int, list[Candidate]] = {}
        self._enter: int | None = None  # answered by key or button: the candidates appear next

    def entry_to_ask(self, ids: Sequence[int]) -> LibraryEntry | None:
        """Return the one selected entry, where it may be one of several movies."""
        entry = self._model.find(ids[0]) if len(ids) == 1 else None
        return entry if entry is not None and candidate_count(entry) > 1 else None

    def forget(self) -> None:
        self._candidates.clear()

    def enter(self, key: int) -> None:
        """Select this entry, and focus its candidates as soon as they are shown."""
        self._enter = key
        self.view.current.select_ids([key])
        self.follow([key])

    def follow(self, ids: Sequence[int]) -> None:
        entry = self.entry_to_ask(ids)
        if entry is None or self._model.rowCount() == 0:
            self._panel.hide()
        elif entry.id not in self._candidates:
            self._load(entry.id)
        else:
            if not self._panel.asks(entry.id):
                self._panel.ask(entry.id, self._candidates[entry.id])
                view = self.view.current
                view.scrollTo(view.currentIndex())
            if self._enter == entry.id:
                self._enter = None
                self._panel.enter()

    def _load(self, key: int) -> None:
        def work(services: Services, job: Job) -> list[Candidate]:
            found = services.library.candidates(key)
            return [Candidate(at, movie, director_of(movie)) for at, movie in found]

        def show(candidates: list[Candidate]) -> None:
            self._candidates[key] = candidates
            self.follow(self.view.current.selected_ids())

        self.page.ask(work, show)


_tr = translator("MoviesPage")


def toggle_ratings(before: Mapping[int, OwnRating], rating_key: str) -> dict[int, OwnRating]:
    """Return the ratings after a key: set on all movies, or cleared where all have it already."""
    if rating_key == "again":
        again = not all(own.again for own in before.values())
        return {key: replace(own, again=again) for key, own in before.items()}
    rating = Rating(rating_key)
    back = all(own.rating is rating for own in before.values())
    return {key: own.with_rating(None if back else rating) for key, own in before.items()}


class EntryActions(QObject):
    """Answers about the movies of a view; after each the next one is selected, for keys."""

    started = Signal()  # an earlier error is outdated
    done = Signal()  # another list or filter is shown

    def __init__(self, changes: LibraryChanges, asking: CandidateQuestion) -> None:
        super().__init__(asking.page)
        self.changes, self.view = changes, asking.view
        self._asking, self._model = asking, changes.model

    def listen(self, bar: AnswerBar) -> None:
        confirmed, rejected = LibraryStatus.CONFIRMED, LibraryStatus.REJECTED
        bar.confirm.clicked.connect(lambda: self.answer(self._selected(), confirmed))
        bar.reject.clicked.connect(lambda: self.answer(self._selected(), rejected))
        bar.all.clicked.connect(self._select_all)
        bar.sure.clicked.connect(lambda: self.answer(self._model.sure_ids(), confirmed))
        bar.undo.clicked.connect(self.undo)
        bar.forget.clicked.connect(self.ask_forget)
        bar.private.clicked.connect(self._toggle_withheld)

    def _selected(self) -> list[int]:
        return self.view.current.selected_ids()

    def act(self, entry: LibraryEntry, answer: str) -> None:
        """Save one of the answers of `feedback.py` for one entry."""
        self._change({entry.id: feedback_changes(answer, entry.status, entry.own)})

    def toggle_later(self, ids: Sequence[int]) -> None:
        """Put these entries on the watchlist, or take them off where all are on it."""
        wanted = not all(entry.wanted for entry in self.changes.found(ids))
        self._change({key: {"wanted": wanted} for key in ids})

    def answer(self, ids: Sequence[int], status: LibraryStatus) -> None:
        self._change({key: {"status": status} for key in ids})

    def _change(self, answers: Mapping[int, Answer]) -> None:
        """Answer, and select the next one after a status; an ambiguous one asks for its movie."""
        self.started.emit()
        confirmed = LibraryStatus.CONFIRMED
        asked = [
            key
            for key, one in answers.items()
            if one.get("status") is confirmed and self._asking.entry_to_ask([key]) is not None
        ]
        answers = {key: one for key, one in answers.items() if key not in asked}
        if asked and not answers:
            self._asking.enter(asked[0])
            return
        row = self.view.current.currentIndex().row()
        given = any("status" in one for one in answers.values())
        if self.changes.change(answers) and given:
            self.view.current.select_row(row)
            self.done.emit()

    def choose(self, asked: int, chosen: Candidate) -> None:
        """Confirm the movie that a suggestion is; reject the suggestion, if it is another one."""
        self.started.emit()
        row = self.view.current.currentIndex().row()
        self.changes.change(answer_which(asked, chosen.id), {chosen.id: chosen.movie})
        self.view.current.select_row(row)
        self.done.emit()
        self.to_movies()

    def undo(self) -> None:
        self.started.emit()
        self.changes.steps.undo()
        self.done.emit()

    def to_movies(self) -> None:
        self.view.current.setFocus(Qt.FocusReason.OtherFocusReason)

    def rate(self, ids: Sequence[int], rating_key: str) -> None:
        """Rate movies, watched by that; clear the rating where all have it."""
        entries, confirmed = self.changes.found(ids), LibraryStatus.CONFIRMED
        if rating_key != "again" and any(e.status is not confirmed for e in entries):
            rating = Rating(rating_key)
            self._change(
                {e.id: {"status": confirmed, "own": e.own.with_rating(rating)} for e in entries}
            )
            return
        rated = toggle_ratings({e.id: e.own for e in entries}, rating_key)
        self._change({key: {"own": own} for key, own in rated.items()})

    def star(self, entry: LibraryEntry, halves: int) -> None:
        """Give a movie stars, watched by that; 0 takes them back."""
        own, confirmed = entry.own.with_stars(halves or None), LibraryStatus.CONFIRMED
        if entry.status is confirmed:
            self._change({entry.id: {"own": own}})
        elif halves:
            self._change({entry.id: {"status": confirmed, "own": own}})

    def _select_all(self) -> None:
        self.view.current.selectAll()
        self.to_movies()

    def all_withheld(self, ids: Sequence[int]) -> bool:
        entries = self.changes.found(ids)
        return bool(entries) and all(entry.weight == 0 for entry in entries)

    def _toggle_withheld(self) -> None:
        ids = self._selected()
        weight = 1.0 if self.all_withheld(ids) else 0.0
        self.changes.change({key: {"weight": weight} for key in ids})

    def ask_forget(self) -> None:
        ids = self._selected()
        heading = wording.plural("MoviesPage", "Forget these %Ln movies?", len(ids))
        text = _tr(
            "What EpicRec noted of the visits is removed too, and this cannot be "
            "undone. A later scan may suggest a forgotten movie again."
        )
        ConfirmDialog(
            heading, text, _tr("Forget"), self._asking.page, name="movies.forget.question"
        ).ask(lambda: self.forget(ids))

    def forget(self, ids: Sequence[int]) -> None:
        row = self.view.current.currentIndex().row()
        self.changes.forget(ids)
        self.view.current.select_row(row)
        self.done.emit()
