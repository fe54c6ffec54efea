"""Changes of the library, with undo: shown at once, and written by a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import TypeVar, cast

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.import_service import AppliedImport
from epicrec_desktop.services.library import Answer, LibraryEntry
from epicrec_desktop.store.unlisted import MovieRows
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.evidence_text import name_of
from epicrec_desktop.ui.common.feedback import change_words
from epicrec_desktop.ui.common.text import display_name
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.common.undo import MovieStep, UndoSteps
from epicrec_desktop.ui.movies.entry_model import EntryModel
from epicrec_desktop.ui.movies.import_list import undo_words

_tr = translator("MoviesPage")

T = TypeVar("T")


class LibraryChanges(QObject):
    """Applies changes to the model at once and to the database after it; undo reverts step by step.

    Every saved change is announced to the other pages (`Context.library_changed`) with this object
    as sender.
    """

    restored = Signal(list)  # ids of entries changed by an undo, a weight or a rating: show them
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

    def correct(self, wrong: int, right: int, *, added: bool = False) -> None:
        """Let what was taken for a movie be another one; `added`: which the user just typed in."""
        entry, unlisted = self.model.find(wrong), self.services.unlisted
        if entry is None or wrong == right:
            return
        new = added and self.model.find(right) is None
        title = display_name(entry.movie.shown_title)
        words = _tr("“{title}” was another film").format(title=title)
        done: list[MovieRows] = []  # what the database changed, once it did

        def take_back() -> None:
            for one in done:
                unlisted.undo_correction(one)

        def undo(_gone: Set[int]) -> None:
            self.save(take_back, lambda _: self.corrected.emit(wrong), reload=True)

        self.save(
            lambda: done.append(unlisted.correct(wrong, right, new=new)),
            lambda _: self.corrected.emit(right),
            reload=True,
        )
        self.steps.push(MovieStep(undo, lambda gone: "" if gone & {wrong, right} else words))

    def change(self, answers: Mapping[int, Answer], new: Mapping[int, Movie] | None = None) -> bool:
        """Change what is said of movies, where that is something else; return whether it is.

        What is not part of an answer stays as it is, also if it is written on another page before
        the step is undone. `new`: movies that may not be in the library yet. The page shows them
        where they are, as after undoing any, unless they are answered for: others are next then.
        """
        new = new or {}
        names = {entry.id: name_of(entry) for entry in self.found(answers)}
        names.update({key: movie.label for key, movie in new.items()})
        known = {key: answer for key, answer in answers.items() if key in names}
        after = {key: one for key, answer in known.items() if (one := self._new(key, answer))}
        before = {key: _before(self.model.find(key), one) for key, one in after.items()}

        def undo(gone: Set[int]) -> None:
            self._apply({key: was for key, was in before.items() if key not in gone}, follows=True)

        def left(gone: Set[int]) -> str:
            keys = [key for key in before if key not in gone]
            if not keys:
                return ""
            # What was chosen, also where it was watched before, and not what it is no longer.
            keys = [key for key in new if key not in gone] or keys
            first = keys[0]
            shown = names[first] if len(keys) == 1 else wording.movies(len(keys))
            return change_words(shown, before.get(first, {}), after.get(first, answers[first]))

        if after:
            self._apply(after, follows=not any("status" in one for one in after.values()))
            self.steps.push(MovieStep(undo, left))
        return bool(after)

    def _new(self, key: int, answer: Answer) -> Answer:
        """Return what an answer changes; of a movie that is not in the library its status alone."""
        entry = self.model.find(key)
        if entry is None:
            return answer if "status" in answer else {}
        changed = {part: now for part, now in answer.items() if getattr(entry, part) != now}
        return cast("Answer", changed)

    def _apply(self, answers: Mapping[int, Answer], *, follows: bool) -> None:
        self.show_values(answers)
        new = not all(map(self.model.find, answers))  # the database may keep one that is gone
        if follows:
            self.restored.emit(list(answers))
        self.save(lambda: self.library.answer(answers), reload=new)

    def imported(self, applied: AppliedImport) -> None:
        """Offer to undo an import, which is applied already."""

        def undo(gone: Set[int]) -> None:
            self.save(lambda: self.services.imports.undo(applied.without(gone)), reload=True)

        def words(gone: Set[int]) -> str:
            left = applied.without(gone)
            return undo_words(left) if left.changed else ""

        if applied.changed:
            self.steps.push(MovieStep(undo, words))

    def forget(self, ids: Sequence[int]) -> None:
        """Remove entries with their sightings; this cannot be undone."""
        self.steps.forget(set(ids))
        self.model.remove(ids)
        self.save(lambda: self.library.forget(list(ids)))

    def add(
        self,
        movie_id: int,
        on_added: Callable[[LibraryEntry], object],
        on_error: Callable[[str], object] | None = None,
    ) -> None:
        """Confirm a movie of the catalog, as one that the user added."""
        now: Answer = {"status": LibraryStatus.CONFIRMED}

        def work() -> tuple[Answer, LibraryEntry]:
            was = _before(self.library.entry(movie_id), now)  # the model may not have it yet
            return was, self.library.add(movie_id)

        def undo(was: Answer) -> None:
            def take_back() -> LibraryEntry | None:
                entry = self.library.entry(movie_id)
                if entry is not None and entry.status != now["status"]:
                    return entry  # answered otherwise since, on another page
                self.library.answer({movie_id: was})
                return self.library.entry(movie_id)

            self.save(take_back, undone)

        def undone(entry: LibraryEntry | None) -> None:
            if entry is None:
                self.model.remove([movie_id])
            else:
                self.model.change([entry])
            self.restored.emit([movie_id])

        def added(done: tuple[Answer, LibraryEntry]) -> None:
            was, entry = done
            self.model.change([entry])
            words = change_words(entry.movie.label, was, now)
            if was != now:
                step = MovieStep(
                    lambda _: undo(was), lambda gone: "" if movie_id in gone else words
                )
                self.steps.push(step)
            on_added(entry)
            self._context.library_changed.emit(self)

        self._context.tasks.run(lambda job: work(), added, on_error or self.refused.emit)

    def found(self, ids: Iterable[int]) -> list[LibraryEntry]:
        return [e for key in ids if (e := self.model.find(key)) is not None]

    def show_values(self, answers: Mapping[int, Answer]) -> None:
        """Show what is said of entries, and remove those that are in the library no longer."""
        gone = [key for key, one in answers.items() if one.get("status", key) is None]
        if gone:
            self.model.remove(gone)
        shown = []
        for entry in self.found(answers):
            answer = answers[entry.id]
            wanted = entry.wanted and "status" not in answer
            shown.append(entry.replace(**({"wanted": wanted} | answer)))
        self.model.change(shown)

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


def _before(entry: LibraryEntry | None, after: Answer) -> Answer:
    """Return what was said of a movie of the library, or of none, before an answer."""
    if entry is None:
        return {"status": None}
    was = {part: getattr(entry, part) for part in after}
    if "status" in was and entry.wanted:  # an answer takes it off the watchlist
        was["wanted"] = True
    return cast("Answer", was)
