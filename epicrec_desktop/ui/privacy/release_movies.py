"""The movies that would leave: as a list before anything is sent, and as posters."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common import posters, privacy_text, theme, wording
from epicrec_desktop.ui.common.layouts import Stretch, add_items, column
from epicrec_desktop.ui.common.lists import TEXT, TOOL_TIP, Index, ItemView, ListModel
from epicrec_desktop.ui.common.text import (
    Heading,
    Note,
    display_line,
    set_accessible_description,
    set_accessible_name,
    tool_tip,
    with_bidi_isolates,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored


class MovieListModel(ListModel[Movie]):
    """Titles with year; categories as the tool tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.named: frozenset[str] = frozenset()

    def show_movies(self, movies: tuple[Movie, ...], named: frozenset[str] = frozenset()) -> None:
        self.named = named
        self.show_items(sorted(movies, key=lambda m: (m.wire_id not in named, m.label.casefold())))

    def value(self, item: Movie, role: int) -> object:
        if role == TEXT:
            label = with_bidi_isolates(display_line(item.label))
            if item.wire_id in self.named:
                return self.tr("{movie} · by name").format(movie=label)
            return label
        return tool_tip(", ".join(item.categories)) if role == TOOL_TIP else None


class _LineDelegate(QStyledItemDelegate):
    """Delegate of lines as wide as the view: Qt elides only in an item of the view's width."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a line, without a width of its own."""
        return QSize(0, super().sizeHint(option, index).height())


class _View(ItemView):
    """Lines of text; asks for the room of a few, and its panel gives more where there is."""

    def __init__(self, model: MovieListModel, *, name: str, label: str) -> None:
        super().__init__(model, name=name, label=label, kind="lines")
        self.setSpacing(1)
        self.setItemDelegate(_LineDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(120)
        self.setUniformItemSizes(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return the least height as a hint: layouts that ask by width ignore a mere minimum."""
        return QSize(super().sizeHint().width(), self.minimumHeight())


class ReleaseMovies(QWidget):
    """A note that says what kind of list it is, above the list itself."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.note = Note(name=f"{name}.note")
        self.parts = Note(name=f"{name}.parts")
        self.model = MovieListModel(self)
        label = self.tr("Movies that would leave")
        self.view = _View(self.model, name=f"{name}.view", label=label)
        column(
            self.note,
            self.parts,
            STEP,
            (self.view, 1),
            Stretch(0),  # the words stay at the top where there is no list
            parent=self,
            spacing=STEP,
        )

    def show_preview(self, preview: Preview) -> None:
        self.note.setText(privacy_text.leaving_note(preview))
        self.parts.show_text(privacy_text.parts(preview))
        # Where every movie goes by name the heading says so; a mark on each would be noise.
        named = frozenset((*preview.difference.new, *preview.difference.again))
        mixed = preview.provider != THIS_COMPUTER and len(named) < len(preview.items)
        self.model.show_movies(preview.items, named if mixed else frozenset())
        self.view.setVisible(bool(preview.items))

    def show_unknown(self, sentence: str) -> None:
        self.note.setText(sentence)
        self.parts.hide()
        self.model.show_movies(())
        self.view.hide()


POSTER = QSize(80, 120)
GAP = 3 * STEP
LINES = 2


class PosterWall(QWidget):
    """Lines of posters; where there are more than `lines`, the last place says how many."""

    ACCESSIBLE_ROLE = QAccessible.Role.Graphic

    def __init__(self, name: str, lines: int | None = None) -> None:
        super().__init__()
        self.setObjectName(name)
        self.movies: tuple[Movie, ...] = ()
        self._lines = lines
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_movies(self, movies: tuple[Movie, ...]) -> None:
        self.movies = movies
        set_accessible_name(self, privacy_text.movies(len(movies)))
        read = movies[:20] if self._lines is not None else movies
        set_accessible_description(self, ", ".join(movie.label for movie in read))
        self.updateGeometry()
        self.update()

    def _columns(self, width: int) -> int:
        return max(1, (width + GAP) // (POSTER.width() + GAP))

    def hasHeightForWidth(self) -> bool:
        return True

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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        columns = self._columns(self.width())
        room = len(self.movies) if self._lines is None else columns * self._lines
        shown = room if len(self.movies) <= room else room - 1
        for place, movie in enumerate(self.movies[:shown]):
            cell = self._cell(place, columns)
            if event.rect().intersects(cell):  # of a list that scrolls, a part is seen
                posters.queue().paint(painter, cell, self, movie)
        if len(self.movies) > shown:
            cell = self._cell(shown, columns)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.tokens().wash))
            painter.drawRoundedRect(cell, theme.RADIUS, theme.RADIUS)
            painter.setPen(QColor(theme.tokens().ink))
            painter.setFont(theme.font(theme.ROW, theme.STRONG))
            more = f"+{wording.number(len(self.movies) - shown)}"
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
            return self.tr("{name} would see nothing")
        if preview.repeat and preview.arrived:
            return self.tr("What {name} has seen")
        return self.tr("What {name} would see")
