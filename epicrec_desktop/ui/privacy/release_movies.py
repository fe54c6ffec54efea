"""The movies that would leave, as posters: a few lines of them, or all with what they tell."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common import posters, privacy_text, theme, wording
from epicrec_desktop.ui.common.labels import Heading, Note
from epicrec_desktop.ui.common.layouts import STRETCH, Stretch, add_items, column, follow_width
from epicrec_desktop.ui.common.page import ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.painting import draw_plate, smooth_painter
from epicrec_desktop.ui.common.text import (
    MAX_ACCESSIBLE_TEXT,
    set_accessible_description,
    set_accessible_name,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored

POSTER = QSize(80, 120)
GAP = 3 * STEP
LINES = 2
_MOST_READ = MAX_ACCESSIBLE_TEXT // 4
"""Titles that a screen reader is given: more of them would be cut off anyway."""


class PosterWall(QWidget):
    """Lines of posters; where there are more than `lines`, the last place says how many."""

    ACCESSIBLE_ROLE = QAccessible.Role.Graphic

    def __init__(self, name: str, lines: int | None = None) -> None:
        super().__init__()
        self.setObjectName(name)
        self.movies: tuple[Movie, ...] = ()
        self._lines = lines
        follow_width(self)

    def show_movies(self, movies: tuple[Movie, ...]) -> None:
        self.movies = movies
        set_accessible_name(self, wording.movies(len(movies)))
        read = movies[: 20 if self._lines is not None else _MOST_READ]
        set_accessible_description(self, ", ".join(movie.label for movie in read))
        self.updateGeometry()
        self.update()

    def _columns(self, width: int) -> int:
        return max(1, (width + GAP) // (POSTER.width() + GAP))

    def heightForWidth(self, width: int) -> int:
        lines = -(-len(self.movies) // self._columns(width))
        lines = lines if self._lines is None else min(self._lines, lines)
        return max(0, lines * (POSTER.height() + GAP) - GAP)

    def sizeHint(self) -> QSize:
        """Return the size at the present width: a layout takes no more than its height."""
        width = max(self.width(), POSTER.width())
        return QSize(6 * (POSTER.width() + GAP), self.heightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(POSTER.width(), self.heightForWidth(max(self.width(), POSTER.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colors = smooth_painter(self), theme.tokens()
        columns = self._columns(self.width())
        room = len(self.movies) if self._lines is None else columns * self._lines
        shown = room if len(self.movies) <= room else room - 1
        for place, movie in enumerate(self.movies[:shown]):
            cell = self._cell(place, columns)
            if event.rect().intersects(cell):  # of a list that scrolls, a part is seen
                posters.queue().paint(painter, cell, self, movie)
        if len(self.movies) > shown:
            cell = self._cell(shown, columns)
            draw_plate(painter, cell, colors.wash)
            painter.setPen(QColor(colors.ink))
            painter.setFont(theme.font(theme.ROW, theme.STRONG))
            more = f"+{wording.number(len(self.movies) - shown)}"
            painter.drawText(cell, int(Qt.AlignmentFlag.AlignCenter), more)

    def _cell(self, place: int, columns: int) -> QRect:
        line, column = divmod(place, columns)
        free = self.width() - columns * POSTER.width()
        left = column * POSTER.width() + column * free // max(columns - 1, 1)
        top = line * (POSTER.height() + GAP)
        return mirrored(QRect(left, top, POSTER.width(), POSTER.height()), self.rect())


class ReleaseWalls(QWidget):
    """All movies of a list: those that are named, and those made from the blurred numbers."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(f"{name}.walls")
        self._name = name
        self.movies: list[Movie] = []
        self._parts = {
            key: (Note(name=f"{name}.caption.{key}"), PosterWall(f"{name}.wall.{key}"))
            for key in ("named", "guessed")
        }
        self.none = Note(self.tr("No movie by name, only the blurred numbers."))
        named, guessed = self._parts.values()
        column(*named, *guessed, self.none, parent=self, spacing=2 * STEP)

    def in_scroll_area(self, words: str) -> QScrollArea:
        """Return an area that scrolls them, also by the keyboard; `words`: its accessible name."""
        content = ScrollContent()
        column(self, STRETCH, parent=content, margins=(0, 0, 3 * STEP, 0))
        return vertical_scroll(content, f"{self._name}.scroll", words)

    def show_preview(self, preview: Preview) -> None:
        known = frozenset((*preview.difference.new, *preview.difference.again))
        every = sorted(preview.items, key=lambda m: (m.wire_id not in known, m.year or 0, m.label))
        count = sum(movie.wire_id in known for movie in every)
        self.movies = every
        self.none.setVisible(not every)
        for key, movies in (("named", every[:count]), ("guessed", every[count:])):
            caption, wall = self._parts[key]
            caption.show_text(self._caption(key, len(movies), preview) if movies else "")
            wall.show_movies(tuple(movies))
            wall.setVisible(bool(movies))

    def _caption(self, key: str, count: int, preview: Preview) -> str:
        if key == "named":
            words = self.tr("{movies} by name")
        elif preview.budget is not None:
            words = self.tr("{movies} by year, and the blurred numbers that they are made from")
        else:
            words = self.tr("{movies} by year")
        return words.format(movies=wording.movies(count))


class ReleaseMovies(QWidget):
    """A note that says what kind of list it is, above the list itself."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.note = Note(name=f"{name}.note")
        self.parts = Note(name=f"{name}.parts")
        self.walls = ReleaseWalls(name)
        self.area = self.walls.in_scroll_area(self.tr("Movies that would leave"))
        self.area.setMinimumHeight(LINES * (POSTER.height() + GAP) + 6 * STEP)
        at_top = Stretch(0)  # the words stay there where there is no list
        column(self.note, self.parts, STEP, (self.area, 1), at_top, parent=self, spacing=STEP)

    def show_preview(self, preview: Preview) -> None:
        self.note.setText(privacy_text.leaving_note(preview))
        self.parts.show_text(privacy_text.parts(preview))
        self.walls.show_preview(preview)
        self.area.setVisible(bool(preview.items))

    def show_unknown(self, sentence: str) -> None:
        self.note.setText(sentence)
        self.parts.hide()
        self.walls.movies = []
        self.area.hide()


class ReleaseWall(QWidget):
    """Heading, wall, and what kind of list it is."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("privacy.seen")
        self.heading = Heading(name="privacy.seen.heading")
        self.note = Note(name="privacy.seen.note")
        self.wall = PosterWall("privacy.seen.wall", LINES)
        add_items(column(parent=self, spacing=2 * STEP), self.heading, self.wall, self.note)

    def show_preview(self, preview: Preview) -> None:
        self.heading.setText(self._heading(preview).format(name=preview.provider))
        self.wall.show_movies(preview.items)
        self.wall.setVisible(bool(preview.items))
        note = privacy_text.unseen(preview)
        if preview.items and preview.example:
            note = f"{self.tr('An example: chance decides.')} {note}"
        elif not preview.items and preview.level is not ReleaseLevel.NO:
            note = self.tr("No movie by name.")  # blurred numbers may go without any
        self.note.show_text(note)

    def _heading(self, preview: Preview) -> str:
        if preview.level is ReleaseLevel.NO:
            return self.tr("{name} would get no list")
        if preview.repeat and preview.arrived:
            return self.tr("What {name} has seen")
        return self.tr("What {name} would see")
