"""Changes of the user's lists: the menu that puts movies on them, and the dialog of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from epicrec_desktop.services.movie_lists import MovieListService, one_line
from epicrec_desktop.store.movie_lists import LONGEST_NAME, MovieList
from epicrec_desktop.ui.common.controls import TextArea, labeled, text_field
from epicrec_desktop.ui.common.dialogs import FormDialog
from epicrec_desktop.ui.common.feedback import unknown_words
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.text import button_text, display_name
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.common.undo import MovieStep, UndoSteps

_tr = translator("MovieLists")
_NEW = MovieList("")


def added_words(name: str, *, on: bool) -> str:
    """Return what a change of a list's movies did, for undo."""
    words = _tr("Put on “{list}”") if on else _tr("Taken off “{list}”")
    return words.format(list=display_name(name))


class ListDialog(FormDialog):
    """Asks for name and note of a list; `save` gets them and calls back with what is wrong."""

    def __init__(
        self,
        parent: QWidget,
        heading: str,
        known: MovieList,
        save: Callable[[str, str, ListDialog], object],
    ) -> None:
        super().__init__(parent, heading, name="film-list")
        self._save = save
        self.name = text_field(_tr("Name"), name="film-list.name", longest=LONGEST_NAME)
        self.name.setText(known.name)
        self.note = TextArea(_tr("Note, if you like"), name="film-list.note")
        self.note.setPlainText(known.note)
        self.lay_out(
            _tr("Save") if known.id else _tr("Create"), *map(labeled, (self.name, self.note))
        )
        self.require(lambda: bool(one_line(self.name.text())), self.name)

    def confirm(self) -> None:
        self.error.hide()
        self._save(self.name.text(), self.note.toPlainText(), self)


class ListChanges(QObject):
    """Saves changes of the lists. Its menu ticks those that have some movies; a click puts the
    movies on one, or takes them off.

    Every change is a step of `steps`.
    """

    created = Signal(int)  # id of a list

    def __init__(self, page: Page, steps: UndoSteps) -> None:
        super().__init__(page)
        self._context, self._page, self._steps = page.context, page, steps
        self.menu = QMenu(page)
        self.menu.setObjectName("film-lists.menu")

    @property
    def _lists(self) -> MovieListService:
        return self._context.services.lists

    def open_menu(
        self, ids: Callable[[], Sequence[int]], at: QPoint, first: Iterable[QAction] = ()
    ) -> None:
        """Open the menu for movies, which `ids` returns on a worker, below other actions."""
        above = list(first)

        def show(found: tuple[Sequence[int], list[MovieList]]) -> None:
            if not found[0]:
                self._page.show_error(unknown_words())
                return
            self._fill(*found, above)
            self.menu.popup(at)

        self._page.ask(lambda services, job: (ids(), services.lists.all()), show)

    def _fill(self, ids: Sequence[int], lists: list[MovieList], above: list[QAction]) -> None:
        self.menu.clear()
        if above:
            self.menu.addActions(above)
            self.menu.addSeparator()
        for one in lists:
            action = self.menu.addAction(button_text(one.name))
            action.setObjectName(f"film-lists.menu.{one.id}")
            action.setCheckable(True)
            action.setChecked(set(ids) <= set(one.movies))
            action.triggered.connect(lambda on, one=one: self._tick(one, ids, on=on))
        new = self.menu.addAction(button_text(_tr("New list…")))
        new.setObjectName("film-lists.menu.new")
        new.triggered.connect(lambda: self.create(_NEW.with_movies(ids)))

    def _tick(self, one: MovieList, ids: Sequence[int], *, on: bool) -> None:
        how = (lambda now: now.with_movies(ids)) if on else (lambda now: now.without(ids))
        self.change(one.id, how, added_words(one.name, on=on))

    def change(
        self,
        list_id: int,
        how: Callable[[MovieList], MovieList],
        words: str,
        on_saved: Callable[[], object] | None = None,
        on_error: Callable[[str], object] | None = None,
    ) -> None:
        self._save(lambda: self._lists.change(list_id, how), words, on_saved, on_error)

    def create(self, known: MovieList = _NEW, heading: str = "") -> None:
        """Ask for the name and the note of a new list; `known` has its movies."""

        def save(name: str, note: str, dialog: ListDialog) -> None:
            made = MovieList(name, note, known.movies)
            self._save(
                lambda: (None, self._lists.add(made)),
                _tr("List created"),
                dialog.accept,
                dialog.refuse,
            )

        ListDialog(self._page, heading or _tr("New list"), known, save).open()

    def edit(self, one: MovieList) -> None:
        def save(name: str, note: str, dialog: ListDialog) -> None:
            self.change(
                one.id,
                lambda now: MovieList(name, note, now.movies, now.id),
                _tr("Name and note changed"),
                dialog.accept,
                dialog.refuse,
            )

        ListDialog(self._page, _tr("Name and note"), one, save).open()

    def delete(self, one: MovieList) -> None:
        def work() -> tuple[MovieList, None]:
            self._lists.delete(one.id)
            return one, None

        self._save(work, _tr("“{list}” deleted").format(list=display_name(one.name)))

    def _undo(self, before: MovieList | None, after: MovieList | None, gone: Set[int]) -> None:
        """Put back what a list was; None is a list that is not there."""
        left = before and before.without(gone)
        self._page.ask(
            lambda services, job: services.lists.undo(left, after),
            on_finished=self._context.lists_changed.emit,
        )

    def _save(
        self,
        work: Callable[[], tuple[MovieList | None, MovieList | None]],
        words: str,
        on_saved: Callable[[], object] | None = None,
        on_error: Callable[[str], object] | None = None,
    ) -> None:
        """Save a change, which `work` returns as a list before and after, and say so.

        Whatever comes of it, the lists are read again: the screen may show the change already.
        """

        def saved(pair: tuple[MovieList | None, MovieList | None]) -> None:
            before, after = pair
            if before != after:
                undo = partial(self._undo, before, after)
                self._steps.push(MovieStep(undo, lambda _gone: words))
            if before is None and after is not None:
                self.created.emit(after.id)

        task = self._context.tasks.run(
            lambda job: work(),
            saved,
            on_error or self._page.show_error,
            on_finished=self._context.lists_changed.emit,
        )
        if on_saved is not None:
            task.result.connect(on_saved)  # by Qt: the user may have closed a dialog meanwhile
