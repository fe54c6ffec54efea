"""Small walls of posters on a movie's page and a person's, each below a heading."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.library import FoundMovie
from epicrec_desktop.services.movie_walls import ACTOR, ALIKE, COUNTRY, DIRECTOR, SERIES, Wall
from epicrec_desktop.ui.common import movie_text, theme, wording
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.feedback import LATER, lit_words
from epicrec_desktop.ui.common.labels import ElidedHeading, Note
from epicrec_desktop.ui.common.layouts import STRETCH, column, follow_width, row
from epicrec_desktop.ui.common.lists import Cell, ItemView, ListModel
from epicrec_desktop.ui.common.painting import draw_line
from epicrec_desktop.ui.common.poster_wall import PosterCellDelegate
from epicrec_desktop.ui.common.source_text import stars_words
from epicrec_desktop.ui.common.stars import paint_stars
from epicrec_desktop.ui.common.text import display_name, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, right_to_left, translator

_tr = translator("MovieWall")

LEAST_WIDTH = 97
EDGE = STEP
STAR = 12


def is_seen(found: FoundMovie) -> bool:
    """Return whether it is among the user's movies."""
    return found.status is LibraryStatus.CONFIRMED


def caption(found: FoundMovie) -> str:
    """Return what is said below a poster without stars: one thing."""
    if is_seen(found):
        return _tr("seen")
    if found.wanted:
        return lit_words(LATER)
    return str(found.movie.year or "")


def heading_words(wall: Wall) -> str:
    """Return what the movies of a wall have in common with the one of the page."""
    templates = {
        SERIES: _tr("{name}, in order"),
        DIRECTOR: _tr("Also by {name}"),
        ACTOR: _tr("With {name}"),
        ALIKE: _tr("More like this"),
        COUNTRY: _tr("From {name}"),
    }
    name = movie_text.place_name(wall.name) if wall.kind == COUNTRY else wall.name
    return templates[wall.kind].format(name=name)


def seen_words(seen: int, total: int) -> str:
    """Return how many of these movies are among the user's."""
    if not seen:
        return ""
    numbers = {"seen": wording.number(seen), "total": wording.number(total)}
    return _tr("{seen} of {total} seen").format(**numbers)


class WallModel(ListModel[FoundMovie]):
    """Model of the movies of a wall."""

    def text(self, item: FoundMovie) -> str:
        return item.movie.label

    tip = text

    def spoken(self, item: FoundMovie) -> str:
        stars = stars_words(item.stars) if item.stars else ""
        own = caption(item) if is_seen(item) or item.wanted else ""
        return ", ".join(filter(None, (item.movie.label, own, stars)))


class WallDelegate(PosterCellDelegate):
    """Paints a poster, and below it the user's stars, else one word."""

    GAP = 3 * STEP
    FOOT = 6 * STEP + EDGE

    def __init__(self, least_width: int) -> None:
        super().__init__()
        self.least_width = least_width
        self.here = ""
        """The movie whose page this is, as it is called on the wire."""
        self.numbered = False

    def paint_cell(self, cell: Cell) -> None:
        found, colors, painter = cell.item, cell.colors, cell.painter
        box = self.poster_box(cell.rect)
        cell.poster(box, found.movie)
        here = bool(self.here) and found.movie.wire_id == self.here
        if cell.focused or cell.hovered or here:
            cell.ring(box, colors.accent if cell.focused or here else colors.control)
        line = QRect(box.left(), box.bottom() + STEP, box.width(), 5 * STEP)
        painter.setFont(theme.font(theme.NOTE))
        number = f"{cell.index.row() + 1} · " if self.numbered else ""
        if not found.stars:
            draw_line(painter, line, number + caption(found), colors.muted)
            return
        draw_line(painter, line, number, colors.muted)
        taken = painter.fontMetrics().horizontalAdvance(number)
        top = line.top() + (line.height() - STAR) / 2
        stars = QRectF(line.left() + taken, top, line.width() - taken, STAR)
        paint_stars(painter, mirrored(stars, QRectF(line)), found.stars, QColor(colors.accent))


class WallView(ItemView):
    """View of movies in cells that fill its width: at most `rows` rows, all movies for None.

    Its height follows from its width, so that a page has the right height before its walls have
    their width.
    """

    def __init__(
        self, model: WallModel, delegate: WallDelegate, rows: int | None, *, name: str
    ) -> None:
        super().__init__(model, delegate, name=name)
        self._wall_model, self._wall_delegate, self._rows = model, delegate, rows
        self.movies: tuple[FoundMovie, ...] = ()
        """All movies, also those without room."""
        self.wrap()
        self.open_items()
        self.leave_scrolling()
        follow_width(self, QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_movies(self, movies: Sequence[FoundMovie]) -> None:
        self.movies = tuple(movies)
        self._place_movies()
        self.updateGeometry()

    def _columns(self, width: int) -> int:
        return max(1, width // self._cell_size(width).width())

    def _cell_size(self, width: int) -> QSize:
        least = self._wall_delegate.least_width + self._wall_delegate.GAP
        return self._wall_delegate.cell_size(max(width - 1, least))  # Qt wraps a row that fills it

    def _shown_count(self, width: int) -> int:
        return min(len(self.movies), self._columns(width) * (self._rows or len(self.movies)))

    def heightForWidth(self, width: int) -> int:
        rows = -(-self._shown_count(width) // self._columns(width))
        return rows * self._cell_size(width).height() + 2

    def sizeHint(self) -> QSize:
        """Return no height: layouts take the larger one of this and that for the width."""
        return QSize(super().sizeHint().width(), 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)

    def _place_movies(self) -> None:
        width = self.width()
        shown = self.movies[: self._shown_count(width)]
        if tuple(self._wall_model.items) != shown:
            self._wall_model.show_items(shown)
        self.setGridSize(self._cell_size(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_movies()
        super().resizeEvent(event)
        self.doItemsLayout()  # Qt would paint the cells at their old places for 100 ms


class MovieWall(QWidget):
    """A heading with a note, and posters; `rows`: at most so many, None for all movies."""

    opened = Signal(object)  # FoundMovie
    person_asked = Signal(str)

    def __init__(self, *, name: str, rows: int | None = 1, least: int = LEAST_WIDTH) -> None:
        super().__init__()
        self.setObjectName(name)
        self.heading = ElidedHeading(name=f"{name}.heading")
        self.note = Note(name=f"{name}.note", wrap=False)
        self.all_button = LinkButton(name=f"{name}.all")
        self._person = ""
        self.all_button.clicked.connect(lambda: self.person_asked.emit(self._person))
        self.model = WallModel(self)
        self.delegate = WallDelegate(least)
        self.view = WallView(self.model, self.delegate, rows, name=f"{name}.films")
        self.view.opened.connect(self._open)
        edge = (0, 0, EDGE, 0) if right_to_left() else (EDGE, 0, 0, 0)  # in line with the posters
        parts = (self.heading, self.note, STRETCH, self.all_button)
        head = row(*parts, margins=edge, spacing=2 * STEP)
        column(head, self.view, parent=self, spacing=STEP)

    def show_wall(self, wall: Wall, here: str) -> None:
        """Show a wall of the page of the movie that is called `here` on the wire."""
        self._person = wall.name if wall.kind in (DIRECTOR, ACTOR) else ""
        more = self._person and wall.total > len(wall.movies)
        note = _tr("ranked here") if wall.kind == ALIKE else seen_words(wall.seen, wall.total)
        self.show_movies(heading_words(wall), wall.movies, note=note, here=here)
        self.delegate.numbered = wall.kind == SERIES and wall.total == len(wall.movies)
        self.all_button.setText(_tr("All {count}").format(count=wording.number(wall.total)))
        set_accessible_name(self.all_button, f"{self.all_button.text()}: {self.heading.text()}")
        self.all_button.setVisible(bool(more))

    def show_movies(
        self, heading: str, movies: Sequence[FoundMovie], *, note: str = "", here: str = ""
    ) -> None:
        """Show movies; the one that is called `here` on the wire has a ring."""
        self.heading.setText(display_name(heading))
        self.note.setText(note)
        self.all_button.hide()
        set_accessible_name(self.view, heading)
        self.delegate.here = here
        self.view.show_movies(movies)

    def _open(self, found: FoundMovie) -> None:
        if not self.delegate.here or found.movie.wire_id != self.delegate.here:
            self.opened.emit(found)
