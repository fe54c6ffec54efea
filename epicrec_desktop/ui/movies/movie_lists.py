"""Lists in My movies: named by the user, each with a note and an order of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QStyleOptionViewItem, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.library import FoundMovie
from epicrec_desktop.store.movie_lists import MovieList
from epicrec_desktop.ui.common import shortcuts, theme, wording
from epicrec_desktop.ui.common.accessibility import announce
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.dialogs import choose_file, choose_save_file
from epicrec_desktop.ui.common.feedback import LATER, REFUSED
from epicrec_desktop.ui.common.labels import Heading, Note
from epicrec_desktop.ui.common.layouts import FlowLayout, Panel, add_items, column, keep_room, row
from epicrec_desktop.ui.common.list_menu import ListChanges, added_words
from epicrec_desktop.ui.common.lists import (
    ITEM,
    OPEN_KEYS,
    ROOT,
    Cell,
    CellDelegate,
    Index,
    ItemView,
    ListModel,
)
from epicrec_desktop.ui.common.page import EmptyState, Page
from epicrec_desktop.ui.common.painting import CENTER, END, draw_disc, draw_line, draw_plate
from epicrec_desktop.ui.common.poster_wall import ActionView
from epicrec_desktop.ui.common.tasks import LONG, Task
from epicrec_desktop.ui.common.text import display_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, translator
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.entry_model import EntryModel

_tr = translator("MovieLists")

ROW, LIST_ROW, THUMB, NUMBER, DISC = 64, 36, QSize(34, 51), 40, 30
SIDE, NARROW_SIDE, WIDE = 232, 200, 700
PLACE = "application/x-epicrec-place"


@dataclass(frozen=True)
class ListedMovie:
    """A movie of a list; `gone`: it was just taken off."""

    key: int
    movie: Movie
    gone: bool = False


class _Lists(ListModel[MovieList]):
    """Model of the lists by name."""

    def text(self, item: MovieList) -> str:
        return item.name

    def spoken(self, item: MovieList) -> str:
        movies = wording.plural("YearDialog", "%Ln films", len(item.movies))
        return f"{item.name}. {movies}"


class _ListDelegate(CellDelegate):
    """Paints a name and its number of movies."""

    SIZE = QSize(120, LIST_ROW)

    def paint_cell(self, cell: Cell) -> None:
        cell.plate(1, 1)
        line = cell.rect.adjusted(3 * STEP, 0, -3 * STEP, 0)
        count = wording.number(len(cell.item.movies))
        draw_line(cell.painter, line, count, cell.colors.muted, align=END)
        weight = theme.STRONG if cell.selected else theme.REGULAR
        name = mirrored(line.adjusted(0, 0, -9 * STEP, 0), line)
        draw_line(
            cell.painter, name, cell.item.name, cell.colors.ink, size=theme.BASE, weight=weight
        )


class _ListedMovies(ListModel[ListedMovie]):
    """Model of the movies of one list, which can be moved. `moved`: by the user."""

    moved = Signal()

    def text(self, item: ListedMovie) -> str:
        return item.movie.label

    def spoken(self, item: ListedMovie) -> str:
        return f"{wording.number(self.items.index(item) + 1)}. {item.movie.label}"

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags of rows that are dropped between others."""
        drop = Qt.ItemFlag.ItemIsDropEnabled
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else drop

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [PLACE]

    def mimeData(self, indexes: Sequence[Index]) -> QMimeData:
        """Return data that no other program can read: it has no title."""
        data = QMimeData()
        data.setData(PLACE, b"")
        return data

    def moveRows(self, source: Index, first: int, count: int, target: Index, before: int) -> bool:
        """Move one row; Qt calls it when a row was dropped."""
        there = count == 1 and 0 <= before <= len(self.items)
        if not there or not self.beginMoveRows(source, first, first, target, before):
            return False
        items = list(self.items)
        items.insert(before - (before > first), items.pop(first))
        self.items = tuple(items)
        self.endMoveRows()
        self.moved.emit()
        return True


class _MovieDelegate(CellDelegate):
    """Paints a movie of a list: its place, poster and title, and a cross under the pointer."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW)

    def action_boxes(self, cell: QRect, item: ListedMovie) -> dict[str, QRect]:
        box = QRect(0, 0, DISC, DISC)
        box.moveCenter(QPoint(cell.right() - 5 * STEP - DISC // 2, cell.center().y()))
        return {LATER if item.gone else REFUSED: mirrored(box, cell)}

    def paint_cell(self, cell: Cell) -> None:
        one, painter, colors, rect = cell.item, cell.painter, cell.colors, cell.rect
        cell.plate(1, 1)
        place = mirrored(QRect(rect.left(), rect.top(), NUMBER, rect.height()), rect)
        number = wording.number(cell.index.row() + 1)
        draw_line(painter, place, number, colors.muted, size=theme.BASE, align=CENTER)
        thumb = QRect(QPoint(rect.left() + NUMBER + STEP, rect.top() + 6), THUMB)
        cell.poster(mirrored(thumb, rect), one.movie)
        left = thumb.right() + 4 * STEP
        width = rect.right() - 12 * STEP - DISC - left
        line = mirrored(QRect(left, rect.top() + 11, width, 22), rect)
        title, year = one.movie.shown_title, str(one.movie.year or "")
        draw_line(painter, line, title, colors.ink, size=theme.BASE, weight=theme.STRONG)
        facts = wording.facts(None, None, one.movie.categories)
        words = _tr("Taken off") if one.gone else " · ".join(filter(None, (year, facts)))
        draw_line(painter, line.translated(0, 21), words, colors.muted)
        if one.gone:
            veil = QColor(colors.panel)
            veil.setAlpha(150)
            draw_plate(painter, QRectF(mirrored(thumb, rect)), veil, 2)
        if cell.hovered or cell.focused or one.gone:
            (box,) = self.action_boxes(rect, one).values()
            disc = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
            icon = "undo" if one.gone else "close"
            draw_disc(painter, disc, icon, (colors.panel, colors.control, colors.ink), 16)


class _MovieView(ActionView):
    """View of a list's movies: a click opens one, dragging or Alt with an arrow moves it.

    `left`: the pointer did. `crossed`: a key takes a movie off or puts it back; a click is `acted`.
    """

    ANSWERS = ()

    crossed = Signal(object)  # ListedMovie

    def __init__(self, model: _ListedMovies) -> None:
        label = _tr("Films of the list, in your order")
        name = "movies.lists.films"
        super().__init__(model, _MovieDelegate(), name=name, label=label, scroll_step=24)
        self.movies = model
        self.setUniformItemSizes(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.clicked.connect(lambda index: self.opened.emit(index.data(ITEM)))

    def key_of(self, item: ListedMovie) -> int:
        return item.key

    def tip(self, answer: str) -> str:
        if answer == LATER:
            return _tr("Put the film back on the list")
        return shortcuts.entry("lists.remove").words

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        at = self.currentIndex()
        pressed = shortcuts.pressed(event, ("lists.up", "lists.down", "lists.remove"))
        if not at.isValid():
            super().keyPressEvent(event)
        elif pressed == "lists.up":
            self.movies.moveRow(ROOT, at.row(), ROOT, at.row() - 1)
        elif pressed == "lists.down":
            self.movies.moveRow(ROOT, at.row(), ROOT, at.row() + 2)
        elif pressed == "lists.remove":
            self.crossed.emit(at.data(ITEM))
        elif event.key() in OPEN_KEYS and not event.modifiers():
            self.opened.emit(at.data(ITEM))
        else:
            super().keyPressEvent(event)
            return
        self.scrollTo(self.currentIndex())


class MovieLists(QStackedWidget):
    """The user's lists, and the movies of the one that is chosen."""

    opened = Signal(object)  # FoundMovie
    shown = Signal()  # another list, or its movies
    reading = Signal(object, str)  # Task that reads a file, and words for its progress

    def __init__(self, page: Page, entries: EntryModel, changes: ListChanges) -> None:
        super().__init__()
        self.setObjectName("movies.lists")
        self._page, self._context = page, page.context
        self._entries, self._changes = entries, changes
        self._movies: Mapping[int, Sequence[tuple[int, Movie]]] = {}
        self._reading: Task | None = None
        self._wanted = self._at = 0  # id of the list to be shown, and of the one that is
        self._gone: dict[int, ListedMovie] = {}  # taken off, and shown until the pointer leaves
        none, new = _tr("No list yet"), _tr("New list…")
        why = _tr("Put films together that you want to see, show or remember, in your own order.")
        self.empty = EmptyState("empty", none, why, new, name="movies.lists.empty")
        self.empty.action.connect(changes.create)
        self._build()
        self.addWidget(self.empty)
        self.addWidget(self._content)
        page.context.lists_changed.connect(self._follow)
        page.context.library_changed.connect(self._follow)

    def _build(self) -> None:
        self._named = _Lists(self)
        self.lists = ItemView(
            self._named, _ListDelegate(), name="movies.lists.all", label=_tr("Your lists")
        )
        self.lists.selectionModel().currentChanged.connect(self._chosen)
        self.new = LinkButton(_tr("New list…"), name="movies.lists.new", icon="plus")
        self.new.clicked.connect(lambda _=False: self._changes.create())
        self.side = Panel(padding=2 * STEP)
        self.take, below = (
            LinkButton(_tr("Import a list…"), name=name, icon="download")
            for name in ("movies.lists.import", "movies.lists.empty.import")
        )
        for button in (self.take, below):
            button.clicked.connect(self._ask_list)
        self.empty.add_below(below)
        add_items(self.side.body, (self.lists, 1), row(2 * STEP, column(self.new, self.take)))
        self.name = Heading(name="movies.lists.name")
        self.note = Note(name="movies.lists.note")
        self.said = Note(name="movies.lists.said")
        self.said.hide()
        self.add = LinkButton(_tr("Add a film…"), name="movies.lists.add", icon="plus")
        self.add.clicked.connect(self._ask_movie)
        self.edit = LinkButton(_tr("Name and note…"), name="movies.lists.edit")
        self.edit.clicked.connect(lambda: self._changes.edit(self._shown))
        self.export = LinkButton(_tr("Export for Letterboxd…"), name="movies.lists.export")
        self.export.clicked.connect(self._ask_where)
        self.delete = LinkButton(_tr("Delete"), name="movies.lists.delete")
        self.delete.clicked.connect(lambda: self._changes.delete(self._shown))
        self.view = _MovieView(_ListedMovies(self))
        self.view.movies.moved.connect(self._moved)
        self.view.opened.connect(self._open)
        self.view.acted.connect(lambda one, _answer: self._cross(one, pointed=True))
        self.view.crossed.connect(self._cross)
        self.view.left.connect(self._let_go)
        self.hint = Note(_tr("Nothing on it yet. A film's page and its menu put it here, too."))
        buttons = FlowLayout(self.edit, self.export, self.delete, spacing=3 * STEP)
        parts = (row((self.name, 1), self.add), self.note, buttons, self.said, self.hint)
        head = column(*parts, spacing=STEP, margins=(4 * STEP, 0, 0, 0))
        keep_room(self.view)
        movies = column(head, (self.view, 1), spacing=2 * STEP)
        self._content = QWidget()
        row(self.side, (movies, 1), parent=self._content, spacing=2 * STEP)

    def about(self) -> str:
        """Return the sentence below the page's title, where there are movies to be moved."""
        movable = self.currentWidget() is self._content and self.view.movies.rowCount() > 1
        return _tr("Drag films into order, or press Alt and ↑ or ↓.") if movable else ""

    @property
    def focus_target(self) -> QWidget:
        return self.empty.button if self.currentWidget() is self.empty else self.view

    @property
    def _shown(self) -> MovieList:
        one: MovieList | None = self.lists.currentIndex().data(ITEM)
        return one or MovieList("")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.setFixedWidth(SIDE if self.width() >= WIDE else NARROW_SIDE)

    def _follow(self) -> None:
        if self.isVisible():
            self.refresh()

    def show_list(self, list_id: int) -> None:
        self._wanted = list_id
        self._follow()

    def refresh(self) -> None:
        self._drop_reading()
        self._reading = self._page.ask(
            lambda services, job: [(o, services.lists.movies(o)) for o in services.lists.all()],
            self._show,
        )

    def _drop_reading(self) -> None:
        if self._reading is not None:
            self._reading.silence()

    def _show(self, found: Sequence[tuple[MovieList, list[tuple[int, Movie]]]]) -> None:
        wanted, row = self._wanted or self._at, self.lists.currentIndex().row()
        self._wanted = 0
        self._movies = {one.id: movies for one, movies in found}
        lists = [one for one, _ in found]
        self.setCurrentWidget(self._content if lists else self.empty)
        self.shown.emit()
        if lists != list(self._named.items):
            self._named.show_items(lists)
        places = [one.id for one in lists]
        if places:
            # Of one that was deleted the next, or the last.
            place = places.index(wanted) if wanted in places else min(max(row, 0), len(places) - 1)
            self.lists.setCurrentIndex(self._named.index(place))
            self._show_movies()

    def _chosen(self) -> None:
        """Show another list; while the lists are read again none is chosen."""
        if self._shown.id not in (0, self._at):
            self._at, self._gone = self._shown.id, {}
            self.said.hide()
            self._show_movies()

    def _show_movies(self) -> None:
        """Show the list that is chosen; what was just taken off stays at its place."""
        one, model = self._shown, self.view.movies
        self.name.setText(one.name)
        self.note.show_text(one.note)
        movies = [ListedMovie(*pair) for pair in self._movies.get(one.id, ())]
        there = {listed.key for listed in movies}
        for place, listed in enumerate(model.items):
            if listed.key in self._gone and listed.key not in there:
                movies.insert(place, ListedMovie(listed.key, listed.movie, gone=True))
        if tuple(movies) != model.items:
            current: ListedMovie | None = self.view.currentIndex().data(ITEM)
            place, key = self.view.currentIndex().row(), current.key if current else 0
            top = self.view.verticalScrollBar().value()
            model.show_items(movies)
            keys = [listed.key for listed in movies]
            place = keys.index(key) if key in keys else min(max(place, 0), len(keys) - 1)
            self.view.setCurrentIndex(model.index(place))
            self.view.verticalScrollBar().setValue(top)
        self.view.setVisible(bool(movies))
        self.hint.setVisible(not movies)
        self.shown.emit()

    def _let_go(self) -> None:
        if self._gone:
            self._gone = {}
            self._show_movies()

    # Changes

    def _order(self, more: Iterable[int] = ()) -> list[int]:
        """Return the movies on the screen, in their order, without those that were taken off."""
        put_back = set(more)
        movies = self.view.movies.items
        return [listed.key for listed in movies if not listed.gone or listed.key in put_back]

    def _moved(self) -> None:
        order = self._order()
        self._change(lambda now: now.ordered(order), _tr("Order changed"))

    def _change(self, how: Callable[[MovieList], MovieList], words: str) -> None:
        self._drop_reading()  # it is older than what the screen shows; the end of this reads again
        self._changes.change(self._shown.id, how, words)

    def _cross(self, one: ListedMovie, *, pointed: bool = False) -> None:
        """Take a movie off, or put one back that was just taken off."""
        name, key = self._shown.name, one.key
        words = added_words(name, on=one.gone)
        if one.gone:
            order = self._order([key])
            self._gone.pop(key, None)
            self._change(lambda now: now.with_movies([key]).ordered(order), words)
        else:
            if pointed:  # nothing moves under the pointer
                self._gone[key] = one
            self._change(lambda now: now.without([key]), words)

    def _ask_list(self) -> None:
        kinds = _tr("Lists of Letterboxd and others (*.csv *.tsv *.txt *.zip)")
        choose_file(self, self.take.text(), self.read_list, kinds)

    def read_list(self, file: Path) -> None:
        if file.suffix.casefold() == ".zip":
            self._context.files_dropped.emit([file])  # it has more than lists
            return
        task = self._page.ask(
            lambda services, job: services.lists.read(file, job), self._read, queue=LONG
        )
        self.reading.emit(task, _tr("Reading…"))

    def _read(self, found: tuple[MovieList, int]) -> None:
        one, unsure = found
        heading = wording.plural("MovieLists", "New list of %Ln films", len(one.movies))
        if unsure:
            left = wording.plural("MovieLists", "%Ln rows name no film for certain", unsure)
            heading = f"{heading} ({left})"
        self._changes.create(one, heading)

    def _ask_movie(self) -> None:
        one = self._shown
        words = added_words(one.name, on=True)
        heading = _tr("Put on “{list}”").format(list=display_name(one.name))
        dialog = AddMovieDialog(self._context, self, heading=heading, stays=True)
        dialog.chosen.connect(partial(self._put_on, one, words))
        dialog.open()

    def _put_on(self, one: MovieList, words: str, key: int) -> None:
        """Put a chosen movie on a list; the dialog says so, unless the user has closed it."""

        def added() -> None:
            if dialog := self.findChild(AddMovieDialog):
                dialog.show_added(key)

        def refused(sentence: str) -> None:
            dialog = self.findChild(AddMovieDialog)
            (dialog.show_news if dialog else self._page.show_error)(sentence)

        self._changes.change(one.id, lambda now: now.with_movies([key]), words, added, refused)

    def _open(self, one: ListedMovie) -> None:
        entry = self._entries.find(one.key)
        status = entry.status if entry is not None else None
        self.opened.emit(FoundMovie(one.key, one.movie, (), status))

    def _ask_where(self) -> None:
        choose_save_file(self, self.export.text(), self.write, "list.csv")

    def write(self, file: Path) -> None:
        """Write the list as a table that Letterboxd imports."""
        movies = [movie for _, movie in self._movies.get(self._shown.id, ())]
        self._context.run(
            lambda services, job: services.data.export_list(file, movies, replace=True),
            self._written,
            self._report,
        )

    def _written(self, _: object) -> None:
        self._report(_tr("Written. Letterboxd takes it at letterboxd.com/list/new under “Import”."))

    def _report(self, sentence: str) -> None:
        self.said.setText(sentence)
        self.said.show()
        announce(self.said, sentence)
