"""Changes of the library, with undo.

A change is shown at once and written to the database by a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.undo import UndoSteps
from epicrec_desktop.ui.movies.candidate_picker import Candidate
from epicrec_desktop.ui.movies.entry_model import EntryModel
from epicrec_desktop.ui.movies.import_list import undo_words
from epicrec_desktop.ui.movies.text import (
    answer_words,
    candidate_words,
    correction_words,
    rating_change_words,
    watchlist_words,
    weight_words,
)

if TYPE_CHECKING:
    from epicrec_desktop.services.import_service import AppliedImport, ImportService
    from epicrec_desktop.services.library import Choice, LibraryEntry
    from epicrec_desktop.services.unlisted import UnlistedService
    from epicrec_desktop.store.corrections import Correction


T = TypeVar("T")


class LibraryChange(QUndoCommand):
    """Undoable answer about some movies; a forgotten movie is removed from it."""

    def __init__(self, changes: LibraryChanges, ids: Iterable[int]) -> None:
        super().__init__()
        self.changes = changes
        self.ids = list(ids)
        self.setText(self.words())

    def words(self) -> str:
        """Return the description for the undo button."""
        raise NotImplementedError

    def forget(self, gone: set[int]) -> None:
        """Remove movies that are no longer in the library."""
        self.ids = [key for key in self.ids if key not in gone]
        self.setText(self.words())
        self.setObsolete(not self.ids)


class StatusChange(LibraryChange):
    """Answer whether movies were watched, and with `rating` also whether they were liked."""

    def __init__(
        self,
        changes: LibraryChanges,
        entries: Iterable[LibraryEntry],
        status: LibraryStatus,
        rating: OwnRating | None = None,
    ) -> None:
        self.previous = {entry.id: entry for entry in entries}
        self.status, self.rating = status, rating
        super().__init__(changes, self.previous)

    def words(self) -> str:
        """Return the description: how many movies, and the answer."""
        return answer_words(len(self.ids), self.status, self.rating)

    def redo(self) -> None:
        """Apply the change; an answer takes a movie off the watchlist."""
        before = [self.previous[key] for key in self.ids]
        rating = self.rating
        after = [
            replace(e, own=replace(rating, again=e.own.again) if rating is not None else e.own)
            for e in before
        ]
        self.changes.show([replace(e, status=self.status, wanted=False) for e in after])
        library, ids = self.changes.library, list(self.ids)

        def work() -> None:
            library.set_status(ids, self.status)
            if rating is not None:
                library.rate_all({e.id: e.own for e in after})

        self.changes.save(work)

    def undo(self) -> None:
        """Restore the previous entries."""
        before = [self.previous[key] for key in self.ids]
        self.changes.show(before)
        self.changes.restored.emit(self.ids)
        library = self.changes.library

        def work() -> None:
            library.restore({e.id: e.status for e in before})
            if self.rating is not None:
                library.rate_all({e.id: e.own for e in before})
            for entry in before:
                if entry.wanted:
                    library.watch_later(entry.id, True)

        self.changes.save(work)


class WatchlistChange(LibraryChange):
    """Movies put on the watchlist, or taken off."""

    def __init__(self, changes: LibraryChanges, ids: Iterable[int], *, wanted: bool) -> None:
        self.wanted = wanted
        super().__init__(changes, ids)

    def words(self) -> str:
        """Return the description: how many movies, and where to."""
        return watchlist_words(len(self.ids), wanted=self.wanted)

    def redo(self) -> None:
        """Apply the change."""
        self._want(self.wanted)

    def undo(self) -> None:
        """Take the change back."""
        self._want(not self.wanted)

    def _want(self, wanted: bool) -> None:
        changes, ids = self.changes, list(self.ids)
        changes.show([replace(e, wanted=wanted) for e in changes.found(ids)])
        changes.restored.emit(ids)

        def work() -> None:
            for key in ids:
                changes.library.watch_later(key, wanted)

        changes.save(work)


class WeightChange(LibraryChange):
    """Change of how much of some movies may be released."""

    def __init__(
        self, changes: LibraryChanges, previous: Mapping[int, float], weight: float
    ) -> None:
        self.previous, self.weight = previous, weight
        super().__init__(changes, previous)

    def words(self) -> str:
        """Return the description: how many movies, and the weight."""
        return weight_words(len(self.ids), self.weight)

    def redo(self) -> None:
        """Apply the change."""
        self._weigh(dict.fromkeys(self.ids, self.weight))

    def undo(self) -> None:
        """Restore the previous weights."""
        self._weigh({key: self.previous[key] for key in self.ids})

    def _weigh(self, weights: Mapping[int, float]) -> None:
        self.changes.show_weights(weights)
        self.changes.restored.emit(self.ids)
        library = self.changes.library

        def work() -> None:
            for key, weight in weights.items():
                library.set_weight(key, weight)

        self.changes.save(work)


class RatingChange(LibraryChange):
    """Change of the user's ratings."""

    def __init__(
        self,
        changes: LibraryChanges,
        previous: Mapping[int, OwnRating],
        ratings: Mapping[int, OwnRating],
    ) -> None:
        self.previous, self.ratings = previous, ratings
        super().__init__(changes, ratings)

    def words(self) -> str:
        """Return the description: how many movies, and the rating."""
        first = next(iter(self.ratings))
        return rating_change_words(len(self.ids), self.previous[first], self.ratings[first])

    def redo(self) -> None:
        """Apply the change."""
        self._rate({key: self.ratings[key] for key in self.ids})

    def undo(self) -> None:
        """Restore the previous ratings."""
        self._rate({key: self.previous[key] for key in self.ids})

    def _rate(self, ratings: Mapping[int, OwnRating]) -> None:
        self.changes.show_ratings(ratings)
        self.changes.restored.emit(self.ids)
        library = self.changes.library
        self.changes.save(lambda: library.rate_all(ratings))


class WhichChange(LibraryChange):
    """Choice of the movie that an ambiguous suggestion is."""

    def __init__(self, changes: LibraryChanges, asked: LibraryEntry, chosen: Candidate) -> None:
        self.asked, self.chosen = asked, chosen
        known = changes.found([asked.id, chosen.id])
        self.previous = {entry.id: entry.status for entry in known}
        self.choice: Choice | None = None  # rows that the database changed, once it did
        self.done = False
        super().__init__(changes, [asked.id])

    def words(self) -> str:
        """Return the description: the chosen movie."""
        return candidate_words(self.chosen.movie.label)

    def redo(self) -> None:
        """Confirm the chosen movie; reject the suggestion, if it is another one."""
        self.done = True
        asked, chosen = self.asked.id, self.chosen.id
        # In this order: the suggestion may be the chosen movie itself.
        statuses = {asked: LibraryStatus.REJECTED}
        if chosen in self.previous:
            statuses[chosen] = LibraryStatus.CONFIRMED
        self.changes.show_statuses(statuses)
        library = self.changes.library

        def work() -> LibraryEntry | None:
            self.choice = library.choose(asked, chosen)
            if self.choice.added is None:
                return None
            return library.entry(chosen)

        self.changes.save(work, self._saved)

    def _saved(self, made: LibraryEntry | None) -> None:
        if made is not None and self.done:  # it may have been undone meanwhile
            self.changes.show_new(made)

    def undo(self) -> None:
        """Restore the suggestion."""
        self.done = False
        self.changes.show_statuses(self.previous)
        if self.chosen.id not in self.previous:
            self.changes.remove_entry(self.chosen.id)
        self.changes.restored.emit(self.ids)
        library = self.changes.library

        def work() -> None:
            if self.choice is not None:
                library.undo_choice(self.choice)

        self.changes.save(work)


class CorrectionChange(LibraryChange):
    """Correction: what was taken for a movie was another one."""

    def __init__(
        self, changes: LibraryChanges, wrong: LibraryEntry, right: int, *, new: bool
    ) -> None:
        self.wrong, self.right, self.new = wrong, right, new
        self.done: Correction | None = None  # what the database changed, once it did
        super().__init__(changes, [wrong.id])

    def words(self) -> str:
        """Return the description: what it was taken for."""
        return correction_words(self.wrong.movie.shown_title)

    def forget(self, gone: set[int]) -> None:
        """Become obsolete if either movie was forgotten."""
        self.setObsolete(bool(gone & {self.wrong.id, self.right}))

    def redo(self) -> None:
        """Correct the movie and reload the library."""
        unlisted, wrong, right = self.changes.unlisted, self.wrong.id, self.right

        def work() -> None:
            self.done = unlisted.correct(wrong, right, new=self.new)

        self.changes.save(work, lambda _: self.changes.corrected.emit(right), reload=True)

    def undo(self) -> None:
        """Restore both movies and reload the library."""
        unlisted, wrong = self.changes.unlisted, self.wrong.id

        def work() -> None:
            if self.done is not None:
                unlisted.undo_correction(self.done)

        self.changes.save(work, lambda _: self.changes.corrected.emit(wrong), reload=True)


class ImportChange(LibraryChange):
    """Import from another service, applied before it became an undoable step."""

    def __init__(self, changes: LibraryChanges, applied: AppliedImport) -> None:
        self.applied = applied
        super().__init__(changes, (key for key, _ in applied.confirmed))

    def words(self) -> str:
        """Return the description: how many movies."""
        return undo_words(self.applied)

    def forget(self, gone: set[int]) -> None:
        """Leave out forgotten movies: undo removes only the others."""
        self.applied = replace(
            self.applied,
            confirmed=tuple(pair for pair in self.applied.confirmed if pair[0] not in gone),
            imports=tuple(kept for kept in self.applied.imports if kept[0] not in gone),
        )
        self.setText(self.words())
        self.setObsolete(not self.applied.changed)

    def redo(self) -> None:
        """Do nothing: the import is applied already."""

    def undo(self) -> None:
        """Remove the imported movies and reload the library."""
        changes, applied = self.changes, self.applied
        changes.save(lambda: changes.imports.undo(applied), reload=True)


class LibraryChanges(QObject):
    """Applies changes to the model at once and to the database after it; undo reverts step by step.

    Every saved change is announced to the other pages (`Context.library_changed`) with this object
    as sender.
    """

    restored = Signal(list)  # ids of entries changed by an undo, a weight or a rating: show them
    undo_changed = Signal()  # a step was added or undone
    entered = Signal()  # an entry was added: counts changed
    corrected = Signal(int)  # id of the movie to show: the right one, or again the wrong one
    refused = Signal(str)  # a sentence: the database did not change, and the undo stack is cleared

    def __init__(self, context: Context, model: EntryModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._model = model
        self._steps = UndoSteps(context.tasks, self)
        self._steps.changed.connect(self.undo_changed)
        self._steps.refused.connect(self.refused)
        self.library = context.services.library

    @property
    def imports(self) -> ImportService:
        """Return the import service."""
        return self._context.services.imports

    @property
    def unlisted(self) -> UnlistedService:
        """Return the service of movies that no catalog has."""
        return self._context.services.unlisted

    def correct(self, wrong: int, right: int, *, added: bool = False) -> None:
        """Let what was taken for a movie be another one; `added`: which the user just typed in."""
        for entry in self.found([wrong]):
            if wrong != right:
                new = added and not self.found([right])
                self._steps.do(CorrectionChange(self, entry, right, new=new))

    @property
    def undo_words(self) -> str:
        """Return what undo would revert; empty without a step."""
        return self._steps.words

    def answer(
        self, ids: Sequence[int], status: LibraryStatus, rating: OwnRating | None = None
    ) -> bool:
        """Set status, and rating if given, of these entries; return whether that changes any."""
        entries = [e for e in self.found(ids) if e.status is not status]
        if entries:
            self._steps.do(StatusChange(self, entries, status, rating))
        return bool(entries)

    def watch_later(self, ids: Sequence[int], *, wanted: bool) -> None:
        """Put movies on the watchlist, or take them off."""
        changed = [e.id for e in self.found(ids) if e.wanted is not wanted]
        if changed:
            self._steps.do(WatchlistChange(self, changed, wanted=wanted))

    def choose(self, asked: int, chosen: Candidate) -> None:
        """Set which movie a suggestion is."""
        for entry in self.found([asked]):
            self._steps.do(WhichChange(self, entry, chosen))

    def set_weight(self, ids: Sequence[int], weight: float) -> None:
        """Set how much of these movies may be released: 0 nothing, 1 as usual."""
        entries = self.found(ids)
        if entries:
            self._steps.do(WeightChange(self, {e.id: e.weight for e in entries}, weight))

    def rate(self, ratings: Mapping[int, OwnRating]) -> None:
        """Set the user's rating of these movies."""
        entries = [e for e in self.found(ratings) if e.own != ratings[e.id]]
        if entries:
            previous = {e.id: e.own for e in entries}
            self._steps.do(RatingChange(self, previous, {key: ratings[key] for key in previous}))

    def imported(self, applied: AppliedImport) -> None:
        """Add an applied import as an undoable step."""
        if applied.changed:
            self._steps.do(ImportChange(self, applied))

    def undo(self) -> None:
        """Undo the last change."""
        self._steps.undo()

    def forget(self, ids: Sequence[int]) -> None:
        """Remove entries with their sightings; this cannot be undone."""
        gone = set(ids)
        for step in self._steps.all():
            assert isinstance(step, LibraryChange)
            step.forget(gone)
        self._steps.drop_obsolete()
        self._model.remove(ids)
        self.save(lambda: self.library.forget(list(ids)))

    def add(self, movie_id: int, on_added: Callable[[LibraryEntry], object]) -> None:
        """Add a movie of the catalog as watched."""

        def added(entry: LibraryEntry) -> None:
            self._model.change([entry])
            on_added(entry)
            self._context.library_changed.emit(self)

        self._context.tasks.run(lambda job: self.library.add(movie_id), added, self.refused.emit)

    def found(self, ids: Iterable[int]) -> list[LibraryEntry]:
        """Return the existing entries among these."""
        return [e for key in ids if (e := self._model.find(key)) is not None]

    def show(self, entries: Sequence[LibraryEntry]) -> None:
        """Show entries as they are now on the screen."""
        self._model.change(entries)

    def show_statuses(self, statuses: Mapping[int, LibraryStatus]) -> None:
        """Show statuses on the screen."""
        self._model.change([replace(e, status=statuses[e.id]) for e in self.found(statuses)])

    def show_weights(self, weights: Mapping[int, float]) -> None:
        """Show weights on the screen."""
        self._model.change([replace(e, weight=weights[e.id]) for e in self.found(weights)])

    def show_ratings(self, ratings: Mapping[int, OwnRating]) -> None:
        """Show ratings on the screen."""
        self._model.change([replace(e, own=ratings[e.id]) for e in self.found(ratings)])

    def show_new(self, entry: LibraryEntry) -> None:
        """Show an entry that was added to the library."""
        self._model.change([entry])
        self.entered.emit()

    def remove_entry(self, key: int) -> None:
        """Hide an entry that is being removed from the library."""
        self._model.remove([key])

    def save(
        self,
        work: Callable[[], T],
        on_saved: Callable[[T], object] = lambda _: None,
        *,
        reload: bool = False,
    ) -> None:
        """Save the change in the database; `on_saved` gets the result.

        `reload`: the screen does not show it yet.
        """
        who = None if reload else self

        def kept(result: T) -> None:
            on_saved(result)
            self._context.library_changed.emit(who)

        self._steps.save(work, kept)
