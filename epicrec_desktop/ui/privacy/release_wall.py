"""Posters of the movies in a release: what its receiver would see."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common import posters, privacy_text, theme
from epicrec_desktop.ui.common.layouts import add_items
from epicrec_desktop.ui.common.layouts import column as column_of
from epicrec_desktop.ui.common.text import Heading, Note, set_accessible_description
from epicrec_desktop.ui.common.text import set_accessible_name as set_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored

POSTER = QSize(80, 120)
GAP = 3 * STEP
LINES = 2


class PosterWall(QWidget):
    """Two lines of posters; the last place says how many more there are."""

    ACCESSIBLE_ROLE = QAccessible.Role.Graphic

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.movies: tuple[Movie, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_movies(self, movies: tuple[Movie, ...]) -> None:
        """Show these movies, in their order."""
        self.movies = movies
        set_name(self, privacy_text.movies(len(movies)))
        set_accessible_description(self, ", ".join(movie.label for movie in movies[:20]))
        self.updateGeometry()
        self.update()

    def _columns(self, width: int) -> int:
        return max(1, (width + GAP) // (POSTER.width() + GAP))

    def hasHeightForWidth(self) -> bool:
        """Return True: a wider wall may need one line."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines needed at this width."""
        lines = min(LINES, -(-len(self.movies) // self._columns(width)))
        return max(0, lines * (POSTER.height() + GAP) - GAP)

    def sizeHint(self) -> QSize:
        """Return the size of two lines."""
        return QSize(6 * (POSTER.width() + GAP), self.heightForWidth(6 * (POSTER.width() + GAP)))

    def minimumSizeHint(self) -> QSize:
        """Return the size of one poster."""
        return QSize(POSTER.width(), self.heightForWidth(max(self.width(), POSTER.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the posters."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        columns = self._columns(self.width())
        room = columns * LINES
        shown = room if len(self.movies) <= room else room - 1
        for place, movie in enumerate(self.movies[:shown]):
            posters.queue().paint(
                painter, self._cell(place, columns), self, movie.title, movie.year, movie.categories
            )
        if len(self.movies) > shown:
            cell = self._cell(shown, columns)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.tokens().wash))
            painter.drawRoundedRect(cell, theme.RADIUS, theme.RADIUS)
            painter.setPen(QColor(theme.tokens().ink))
            painter.setFont(theme.font(theme.ROW, theme.STRONG))
            more = f"+{privacy_text.number(len(self.movies) - shown)}"
            painter.drawText(cell, int(Qt.AlignmentFlag.AlignCenter), more)

    def _cell(self, place: int, columns: int) -> QRect:
        line, column = divmod(place, columns)
        free = self.width() - columns * POSTER.width()
        left = column * POSTER.width() + column * free // max(columns - 1, 1)
        top = line * (POSTER.height() + GAP)
        return mirrored(QRect(left, top, POSTER.width(), POSTER.height()), self.rect())


class ReleaseWall(QWidget):
    """Heading, wall, and what kind of list it is."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("privacy.seen")
        self.heading = Heading(name="privacy.seen.heading")
        self.note = Note(name="privacy.seen.note")
        self.wall = PosterWall("privacy.seen.wall")
        add_items(column_of(parent=self, spacing=2 * STEP), self.heading, self.wall, self.note)

    def show_preview(self, preview: Preview) -> None:
        """Show the list of a preview."""
        self.heading.setText(
            self.tr("{name} would see nothing").format(name=preview.provider)
            if preview.level is ReleaseLevel.NO
            else self.tr("What {name} would see").format(name=preview.provider)
        )
        self.wall.show_movies(preview.items)
        self.wall.setVisible(bool(preview.items))
        note = ""
        if preview.items and preview.example:
            note = self.tr("An example: chance decides.")
        elif not preview.items and preview.level is not ReleaseLevel.NO:
            note = self.tr("No movie by name.")  # blurred numbers may go without any
        self.note.setText(note)
        self.note.setVisible(bool(note))
