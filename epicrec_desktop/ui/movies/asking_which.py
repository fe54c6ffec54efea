"""Which of several films a selected suggestion is: when it is asked, and the films to ask about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.evidence_text import candidate_count
from epicrec_desktop.ui.movies.entry_model import EntryModel
from epicrec_desktop.ui.movies.library_view import LibraryView
from epicrec_desktop.ui.movies.which_one import Candidate, CandidatePicker

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry


class CandidateQuestion(QObject):
    """Shows the question for the one entry that is selected, where there is one to ask."""

    failed = Signal(str)  # a sentence

    def __init__(
        self, context: Context, model: EntryModel, view: LibraryView, panel: CandidatePicker
    ) -> None:
        super().__init__(panel)
        self._context, self._model, self._view, self._panel = context, model, view, panel
        self._candidates: dict[int, list[Candidate]] = {}
        self._enter: int | None = None  # answered by key or button: the films come next

    def entry_to_ask(self, ids: Sequence[int]) -> LibraryEntry | None:
        """The one selected entry, where it may be one of several films."""
        entry = self._model.find(ids[0]) if len(ids) == 1 else None
        return entry if entry is not None and candidate_count(entry) > 1 else None

    def forget(self) -> None:
        """The library was read anew: the films may be others."""
        self._candidates.clear()

    def enter(self, key: int) -> None:
        """Select this entry, and give the focus to its films as soon as they are shown."""
        self._enter = key
        self._view.current.select_ids([key])
        self.follow([key])

    def follow(self, ids: Sequence[int]) -> None:
        """These entries are selected: ask, or be hidden."""
        entry = self.entry_to_ask(ids)
        if entry is None or self._model.rowCount() == 0:
            self._panel.hide()
        elif entry.id in self._candidates:
            self._ask(entry)
        else:
            self._load(entry.id)

    def _ask(self, entry: LibraryEntry) -> None:
        if not self._panel.asks(entry.id):
            self._panel.ask(entry.id, entry.movie.title, self._candidates[entry.id])
            view = self._view.current
            view.scrollTo(view.currentIndex())
        if self._enter == entry.id:
            self._enter = None
            self._panel.enter()

    def _load(self, key: int) -> None:
        library = self._context.services.library

        def work(report: object, cancelled: object) -> list[Candidate]:
            found = library.candidates(key)
            directors = library.directors([movie for _, movie in found])
            return [Candidate(*pair, name) for pair, name in zip(found, directors, strict=True)]

        def show(candidates: list[Candidate]) -> None:
            self._candidates[key] = candidates
            self.follow(self._view.current.selected_ids())

        self._context.tasks.run(work, on_result=show, on_error=self.failed.emit)
