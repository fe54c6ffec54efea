"""Changes of the library, with undo: shown at once, and written by a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating
from epicrec_desktop.services.import_service import AppliedImport
from epicrec_desktop.services.library import Choice, LibraryEntry
from epicrec_desktop.store.corrections import Correction
from epicrec_desktop.store.film_lists import FilmList
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.text import display_name
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.common.undo import UndoSteps
from epicrec_desktop.ui.movies.candidate_picker import Candidate
from epicrec_desktop.ui.movies.entry_model import EntryModel
from epicrec_desktop.ui.movies.import_list import undo_words
from epicrec_desktop.ui.movies.text import (
    answer_words,
    rating_change_words,
    watchlist_words,
    weight_words,
)

_tr = translator("MoviesPage")

T = TypeVar("T")
Fields = Mapping[str, Any]
"""Values of fields of an entry, by name."""


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


class EntriesChange(LibraryChange):
    """Change of some fields of entries, from `before` to `after` by id.

    `write` and `restore` save the fields after and before the change, on a worker. `follows`: the
    page shows the entries where they are after the change, as it does after undoing any.
    """

    def __init__(
        self,
        changes: LibraryChanges,
        before: Mapping[int, Fields],
        after: Mapping[int, Fields],
        counted: Callable[[int], str],
        write: Callable[[Mapping[int, Fields]], object],
        restore: Callable[[Mapping[int, Fields]], object],
        *,
        follows: bool = True,
    ) -> None:
        self.before, self.after, self.counted = before, after, counted
        self._write, self._restore, self._follows = write, restore, follows
        super().__init__(changes, after)

    def words(self) -> str:
        return self.counted(len(self.ids))

    def redo(self) -> None:
        self._set(self.after, self._write, follows=self._follows)

    def undo(self) -> None:
        self._set(self.before, self._restore, follows=True)

    def _set(
        self,
        values: Mapping[int, Fields],
        save: Callable[[Mapping[int, Fields]], object],
        *,
        follows: bool,
    ) -> None:
        now = {key: values[key] for key in self.ids}
        self.changes.show_values(now)
        if follows:
            self.changes.restored.emit(self.ids)
        self.changes.save(lambda: save(now))


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
        return _tr("{movie} confirmed").format(movie=display_name(self.chosen.movie.label))

    def redo(self) -> None:
        """Confirm the chosen movie; reject the suggestion, if it is another one."""
        self.done = True
        asked, chosen = self.asked.id, self.chosen.id
        # In this order: the suggestion may be the chosen movie itself.
        statuses = {asked: LibraryStatus.REJECTED}
        if chosen in self.previous:
            statuses[chosen] = LibraryStatus.CONFIRMED
        self._show(statuses)
        library = self.changes.library

        def work() -> LibraryEntry | None:
            self.choice = library.choose(asked, chosen)
            if self.choice.added is None:
                return None
            return library.entry(chosen)

        self.changes.save(work, self._saved)

    def _show(self, statuses: Mapping[int, LibraryStatus]) -> None:
        self.changes.show_values({key: {"status": one} for key, one in statuses.items()})

    def _saved(self, made: LibraryEntry | None) -> None:
        if made is not None and self.done:  # it may have been undone meanwhile
            self.changes.model.change([made])
            self.changes.entered.emit()

    def undo(self) -> None:
        self.done = False
        self._show(self.previous)
        if self.chosen.id not in self.previous:
            self.changes.model.remove([self.chosen.id])
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
        title = display_name(self.wrong.movie.shown_title)
        return _tr("“{title}” was another film").format(title=title)

    def forget(self, gone: set[int]) -> None:
        """Become obsolete if either movie was forgotten."""
        self.setObsolete(bool(gone & {self.wrong.id, self.right}))

    def redo(self) -> None:
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
        return undo_words(self.applied)

    def forget(self, gone: set[int]) -> None:
        """Leave out forgotten movies: undo removes only the others."""
        self.applied = replace(
            self.applied,
            confirmed=tuple(pair for pair in self.applied.confirmed if pair[0] not in gone),
            imports=tuple(kept for kept in self.applied.imports if kept[0] not in gone),
            lists=tuple(
                (before and before.without(gone), after) for before, after in self.applied.lists
            ),
        )
        self.setText(self.words())
        self.setObsolete(not self.applied.changed)

    def redo(self) -> None:
        """Do nothing: the import is applied already."""

    def undo(self) -> None:
        changes, applied = self.changes, self.applied
        changes.save(lambda: changes.services.imports.undo(applied), reload=True)


class ListChange(LibraryChange):
    """Change of a list of movies, saved before it became an undoable step; None for no list."""

    def __init__(
        self, changes: LibraryChanges, before: FilmList | None, after: FilmList | None, words: str
    ) -> None:
        self.before, self.after, self._words = before, after, words
        super().__init__(changes, ())

    def words(self) -> str:
        return self._words

    def forget(self, gone: set[int]) -> None:
        """Leave forgotten movies out: undo puts back only the others."""
        if self.before is not None:
            self.before = self.before.without(gone)

    def redo(self) -> None:
        """Do nothing: the list is changed already."""

    def undo(self) -> None:
        work = partial(self.changes.services.lists.undo, self.before, self.after)
        self.changes.steps.save(work, lambda _: self.changes.lists_changed.emit())


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
        self.model = model
        self.steps = UndoSteps(context.tasks, self)
        self.steps.refused.connect(self.refused)
        self.services = context.services
        self.library = context.services.library
        self.lists_changed = context.lists_changed

    def correct(self, wrong: int, right: int, *, added: bool = False) -> None:
        """Let what was taken for a movie be another one; `added`: which the user just typed in."""
        for entry in self.found([wrong]):
            if wrong != right:
                new = added and not self.found([right])
                self.steps.push(CorrectionChange(self, entry, right, new=new))

    def answer(
        self, ids: Sequence[int], status: LibraryStatus, rating: OwnRating | None = None
    ) -> bool:
        """Set status, and rating if given, of these entries; return whether that changes any.

        An answer takes a movie off the watchlist. Without a rating, day and note stay as they are,
        also if they are written on another page before the answer is undone.
        """
        entries = [e for e in self.found(ids) if e.status is not status]
        library = self.library
        fields = ("status", "wanted") if rating is None else ("status", "wanted", "own")

        def values(entry: LibraryEntry) -> Fields:
            return {name: getattr(entry, name) for name in fields}

        def rate(changed: Mapping[int, Fields]) -> None:
            if rating is not None:
                library.rate_all({key: one["own"] for key, one in changed.items()})

        def write(changed: Mapping[int, Fields]) -> None:
            library.set_status(list(changed), status)
            rate(changed)

        def restore(changed: Mapping[int, Fields]) -> None:
            library.restore({key: one["status"] for key, one in changed.items()})
            rate(changed)
            for key, one in changed.items():
                if one["wanted"]:
                    library.watch_later(key, True)

        if entries:
            before = {e.id: values(e) for e in entries}
            after = {e.id: values(_answered(e, status, rating)) for e in entries}
            words = partial(answer_words, status=status, rating=rating)
            self.steps.push(
                EntriesChange(self, before, after, words, write, restore, follows=False)
            )
        return bool(entries)

    def watch_later(self, ids: Sequence[int], *, wanted: bool) -> None:
        """Put movies on the watchlist, or take them off."""

        def write(values: Mapping[int, bool]) -> None:
            for key, value in values.items():
                self.library.watch_later(key, value)

        values = dict.fromkeys(ids, wanted)
        self._set("wanted", values, lambda n, *_: watchlist_words(n, wanted=wanted), write)

    def _set(
        self,
        field: str,
        values: Mapping[int, T],
        words: Callable[[int, T, T], str],
        write: Callable[[Mapping[int, T]], object],
    ) -> None:
        """Set a field of these entries, where it is another one.

        `words` gets how many there are, and the first value before and after.
        """
        before = {e.id: {field: getattr(e, field)} for e in self.found(values)}
        before = {key: one for key, one in before.items() if one[field] != values[key]}
        after = {key: {field: values[key]} for key in before}

        def save(now: Mapping[int, Fields]) -> None:
            write({key: one[field] for key, one in now.items()})

        if before:
            first = next(iter(before))
            was, then = before[first][field], values[first]
            self.steps.push(
                EntriesChange(self, before, after, lambda n: words(n, was, then), save, save)
            )

    def choose(self, asked: int, chosen: Candidate) -> None:
        for entry in self.found([asked]):
            self.steps.push(WhichChange(self, entry, chosen))

    def set_weight(self, ids: Sequence[int], weight: float) -> None:
        """Set how much of these movies may be released: 0 nothing, 1 as usual."""

        def write(values: Mapping[int, float]) -> None:
            for key, value in values.items():
                self.library.set_weight(key, value)

        values = dict.fromkeys(ids, weight)
        self._set("weight", values, lambda n, _, after: weight_words(n, after), write)

    def rate(self, ratings: Mapping[int, OwnRating]) -> None:
        self._set("own", ratings, rating_change_words, self.library.rate_all)

    def list_changed(self, before: FilmList | None, after: FilmList | None, words: str) -> None:
        self.steps.push(ListChange(self, before, after, words))

    def imported(self, applied: AppliedImport) -> None:
        if applied.changed:
            self.steps.push(ImportChange(self, applied))

    def forget(self, ids: Sequence[int]) -> None:
        """Remove entries with their sightings; this cannot be undone."""
        gone = set(ids)
        for step in self.steps.all():
            assert isinstance(step, LibraryChange)
            step.forget(gone)
        self.steps.drop_obsolete()
        self.model.remove(ids)
        self.save(lambda: self.library.forget(list(ids)))

    def add(self, movie_id: int, on_added: Callable[[LibraryEntry], object]) -> None:
        def added(entry: LibraryEntry) -> None:
            self.model.change([entry])
            on_added(entry)
            self._context.library_changed.emit(self)

        self._context.tasks.run(lambda job: self.library.add(movie_id), added, self.refused.emit)

    def found(self, ids: Iterable[int]) -> list[LibraryEntry]:
        return [e for key in ids if (e := self.model.find(key)) is not None]

    def show_values(self, values: Mapping[int, Fields]) -> None:
        self.model.change([e.replace(**values[e.id]) for e in self.found(values)])

    def save(
        self,
        work: Callable[[], T],
        on_saved: Callable[[T], object] = lambda _: None,
        *,
        reload: bool = False,
    ) -> None:
        """Save in the database; `on_saved` gets the result. `reload`: the screen lacks it yet."""
        who = None if reload else self

        def kept(result: T) -> None:
            on_saved(result)
            self._context.library_changed.emit(who)

        self.steps.save(work, kept)


def _answered(entry: LibraryEntry, status: LibraryStatus, rating: OwnRating | None) -> LibraryEntry:
    own = entry.own
    if rating is not None:
        own = replace(rating, again=own.again, day=own.day, note=own.note)
    return entry.replace(status=status, wanted=False, own=own)
