"""What the person says of the selected movies, by key or button, and taking it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.ratings import OwnRating, Rating
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.movies.answer_bar import AnswerBar
from epicrec_desktop.ui.movies.asking_which import CandidateQuestion
from epicrec_desktop.ui.movies.entry_model import EntryModel
from epicrec_desktop.ui.movies.library_changes import LibraryChanges
from epicrec_desktop.ui.movies.library_view import LibraryView
from epicrec_desktop.ui.movies.which_one import Candidate


def _tr(text: str) -> str:
    return QCoreApplication.translate("MoviesPage", text)


def toggle_ratings(before: Mapping[int, OwnRating], rating_key: str) -> dict[int, OwnRating]:
    """The ratings after a key: said of all movies, or taken back where all have it already."""
    if rating_key == "again":
        again = not all(own.again for own in before.values())
        return {key: replace(own, again=again) for key, own in before.items()}
    rating = Rating(rating_key)
    back = all(own.rating is rating for own in before.values())
    return {key: replace(own, rating=None if back else rating) for key, own in before.items()}


class EntryActions(QObject):
    """Answers about the movies of `view`. After each the next movie is selected: keys can go on."""

    started = Signal()  # what went wrong before is no news anymore
    done = Signal()  # other movies are shown, or otherwise

    def __init__(
        self,
        model: EntryModel,
        changes: LibraryChanges,
        view: LibraryView,
        asking: CandidateQuestion,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._model, self._changes, self._view, self._asking = model, changes, view, asking
        self._page = page

    def listen(self, bar: AnswerBar) -> None:
        """Do what the buttons of this bar say."""
        bar.answered.connect(lambda status: self.answer(self._selected(), status))
        bar.all_asked.connect(self._select_all)
        bar.sure_asked.connect(lambda: self.answer(self._model.sure_ids(), LibraryStatus.CONFIRMED))
        bar.undo_asked.connect(self.undo)
        bar.forget_asked.connect(self.ask_forget)
        bar.private_asked.connect(self._toggle_withheld)
        bar.details_asked.connect(self._view.open_card)

    def _selected(self) -> list[int]:
        return self._view.current.selected_ids()

    def answer(self, ids: Sequence[int], status: LibraryStatus) -> None:
        """Set the status of these entries; the next one is selected.

        What may be one of several films is confirmed by saying which one.
        """
        self.started.emit()
        if status is LibraryStatus.CONFIRMED:
            asked = [key for key in ids if self._asking.entry_to_ask([key]) is not None]
            ids = [key for key in ids if key not in asked]
            if asked and not ids:
                self._asking.enter(asked[0])
                return
        row = self._view.current.currentIndex().row()
        if self._changes.answer(ids, status):
            self._view.current.select_row(row)
            self.done.emit()

    def choose(self, asked: int, chosen: Candidate) -> None:
        """Say which film a suggestion is."""
        self.started.emit()
        row = self._view.current.currentIndex().row()
        self._changes.choose(asked, chosen)
        self._view.current.select_row(row)
        self.done.emit()
        self.to_movies()

    def reject(self, key: int) -> None:
        """A suggestion is none of the films."""
        self.answer([key], LibraryStatus.REJECTED)

    def undo(self) -> None:
        """Take the last answer, or the last choice of what may be released, back."""
        self.started.emit()
        self._changes.undo()
        self.done.emit()

    def to_movies(self) -> None:
        """Give the focus to the movies."""
        self._view.current.setFocus(Qt.FocusReason.OtherFocusReason)

    def rate(self, ids: Sequence[int], rating_key: str) -> None:
        """Say this of movies watched; take it back where it was said of all of them."""
        entries = [e for key in ids if (e := self._model.find(key)) is not None]
        self.started.emit()
        self._changes.rate(toggle_ratings({e.id: e.own for e in entries}, rating_key))

    def _select_all(self) -> None:
        self._view.current.selectAll()
        self.to_movies()

    def all_withheld(self, ids: Sequence[int]) -> bool:
        """Whether all of these entries, and there are some, are kept to oneself."""
        entries = [e for key in ids if (e := self._model.find(key))]
        return bool(entries) and all(entry.weight == 0 for entry in entries)

    def _toggle_withheld(self) -> None:
        ids = self._selected()
        self._changes.set_weight(ids, 1.0 if self.all_withheld(ids) else 0.0)

    def ask_forget(self) -> None:
        """Forget the selected movies if the question is answered with yes."""
        ids = self._selected()
        question = ConfirmDialog(
            wording.plural("MoviesPage", "Forget these %Ln movies?", len(ids)),
            _tr(
                "What EpicRec noted of the visits is removed too, and this cannot be "
                "undone. A later scan may suggest a forgotten movie again."
            ),
            _tr("Forget"),
            self._page,
            name="movies.forget.question",
        )
        question.ask(lambda: self.forget(ids))

    def forget(self, ids: Sequence[int]) -> None:
        """Remove entries with their sightings."""
        row = self._view.current.currentIndex().row()
        self._changes.forget(ids)
        self._view.current.select_row(row)
        self.done.emit()
