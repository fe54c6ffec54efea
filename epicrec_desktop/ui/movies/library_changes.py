"""Changes of the library, with undo.

A change is shown at once and written to the database by a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating
from epicrec_desktop.services.import_service import AppliedImport
from epicrec_desktop.services.library import Choice, LibraryEntry
from epicrec_desktop.store.corrections import Correction
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
            e
            if rating is None
            else replace(e, own=replace(rating, again=e.own.again, day=e.own.day, note=e.own.note))
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


class FieldChange(LibraryChange, Generic[T]):
    """Change of one field of some entries, by id."""

    FIELD = ""

    def __init__(
        self, changes: LibraryChanges, previous: Mapping[int, T], values: Mapping[int, T]
    ) -> None:
        self.previous, self.values = previous, values
        super().__init__(changes, values)

    def write(self, values: Mapping[int, T]) -> None:
        """Write values to the database; on a worker."""
        raise NotImplementedError

    def redo(self) -> None:
        """Apply the change."""
        self._set(self.values)

    def undo(self) -> None:
        """Restore the previous values."""
        self._set(self.previous)

    def _set(self, values: Mapping[int, T]) -> None:
        now = {key: values[key] for key in self.ids}
        self.changes.show_values(self.FIELD, now)
        self.changes.restored.emit(self.ids)
        self.changes.save(lambda: self.write(now))


class WatchlistChange(FieldChange[bool]):
    """Movies put on the watchlist, or taken off."""

    FIELD = "wanted"

    def words(self) -> str:
        """Return the description: how many movies, and where to."""
        return watchlist_words(len(self.ids), wanted=any(self.values.values()))

    def write(self, values: Mapping[int, bool]) -> None:
        """Write the watchlist."""
        for key, wanted in values.items():
            self.changes.library.watch_later(key, wanted)


class WeightChange(FieldChange[float]):
    """Change of how much of some movies may be released."""

    FIELD = "weight"

    def words(self) -> str:
        """Return the description: how many movies, and the weight."""
        return weight_words(len(self.ids), next(iter(self.values.values())))

    def write(self, values: Mapping[int, float]) -> None:
        """Write the weights."""
        for key, weight in values.items():
            self.changes.library.set_weight(key, weight)


class RatingChange(FieldChange[OwnRating]):
    """Change of the user's ratings."""

    FIELD = "own"

    def words(self) -> str:
        """Return the description: how many movies, and the rating."""
        first = next(iter(self.values))
        return rating_change_words(len(self.ids), self.previous[first], self.values[first])

    def write(self, values: Mapping[int, OwnRating]) -> None:
        """Write the ratings."""
        self.changes.library.rate_all(values)


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
        self.changes.show_values("status", statuses)
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
        self.changes.show_values("status", self.previous)
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
        unlisted, wrong, right = self.changes.services.unlisted, self.wrong.id, self.right

        def work() -> None:
            self.done = unlisted.correct(wrong, right, new=self.new)

        self.changes.save(work, lambda _: self.changes.corrected.emit(right), reload=True)

    def undo(self) -> None:
        """Restore both movies and reload the library."""
        unlisted, wrong = self.changes.services.unlisted, self.wrong.id

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
        changes.save(lambda: changes.services.imports.undo(applied), reload=True)


class LibraryChanges(QObject):
    """Applies changes to the model at once and to the database after it; undo reverts step by step.

    Every saved change is announced to the other pages (`Context.library_changed`) with this object
    as sender.
    """

    restored = Signal(list)  # ids of entries changed by an undo, a weight or a rating: show them
    entered = Signal()  # an entry was added: counts changed
    corrected = Signal(int)  # id of the movie to show: the right one, or again the wrong one
    refused = Signal(str)  # a sentence: the database did not change, and the undo stack is cleared

    def __init__(self, context: Context, model: EntryModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._model = model
        self.steps = UndoSteps(context.tasks, self)
        self.steps.refused.connect(self.refused)
        self.services = context.services
        self.library = context.services.library

    def correct(self, wrong: int, right: int, *, added: bool = False) -> None:
        """Let what was taken for a movie be another one; `added`: which the user just typed in."""
        for entry in self.found([wrong]):
            if wrong != right:
                new = added and not self.found([right])
                self.steps.push(CorrectionChange(self, entry, right, new=new))

    def answer(
        self, ids: Sequence[int], status: LibraryStatus, rating: OwnRating | None = None
    ) -> bool:
        """Set status, and rating if given, of these entries; return whether that changes any."""
        entries = [e for e in self.found(ids) if e.status is not status]
        if entries:
            self.steps.push(StatusChange(self, entries, status, rating))
        return bool(entries)

    def watch_later(self, ids: Sequence[int], *, wanted: bool) -> None:
        """Put movies on the watchlist, or take them off."""
        previous = {e.id: e.wanted for e in self.found(ids) if e.wanted is not wanted}
        if previous:
            self.steps.push(WatchlistChange(self, previous, dict.fromkeys(previous, wanted)))

    def choose(self, asked: int, chosen: Candidate) -> None:
        """Set which movie a suggestion is."""
        for entry in self.found([asked]):
            self.steps.push(WhichChange(self, entry, chosen))

    def set_weight(self, ids: Sequence[int], weight: float) -> None:
        """Set how much of these movies may be released: 0 nothing, 1 as usual."""
        previous = {e.id: e.weight for e in self.found(ids)}
        if previous:
            self.steps.push(WeightChange(self, previous, dict.fromkeys(previous, weight)))

    def rate(self, ratings: Mapping[int, OwnRating]) -> None:
        """Set the user's rating of these movies."""
        previous = {e.id: e.own for e in self.found(ratings) if e.own != ratings[e.id]}
        if previous:
            self.steps.push(RatingChange(self, previous, {key: ratings[key] for key in previous}))

    def imported(self, applied: AppliedImport) -> None:
        """Add an applied import as an undoable step."""
        if applied.changed:
            self.steps.push(ImportChange(self, applied))

    def forget(self, ids: Sequence[int]) -> None:
        """Remove entries with their sightings; this cannot be undone."""
        gone = set(ids)
        for step in self.steps.all():
            assert isinstance(step, LibraryChange)
            step.forget(gone)
        self.steps.drop_obsolete()
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

    def show_values(self, field: str, values: Mapping[int, Any]) -> None:
        """Show values of a field, by id, on the screen."""
        entries = self.found(values)
        self._model.change([replace(e, **{field: values[e.id]}) for e in entries])

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

        self.steps.save(work, kept)
