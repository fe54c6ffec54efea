"""Parts of the pages of movies and people: the page, its tinted head, and the bar that stays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.ui.common import poster_design, posters, theme, wording
from epicrec_desktop.ui.common.buttons import IconButton, LinkButton, QuietButton
from epicrec_desktop.ui.common.labels import (
    Display,
    ElidedHeading,
    ElidedLabel,
    PictureLabel,
    Subtitle,
)
from epicrec_desktop.ui.common.layouts import (
    STRETCH,
    FlowLayout,
    clear_layout,
    column,
    follow_width,
    row,
)
from epicrec_desktop.ui.common.page import MARGIN, ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.poster_colors import blend
from epicrec_desktop.ui.common.text import display_name, elided, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP, set_look
from epicrec_desktop.ui.common.translation import right_to_left, translator

_tr = translator("MoviePage")

WIDEST_PLACE = 200
"""Pixels of the name of where the user came from."""
WIDE = 860
"""Width from which two columns are beside each other."""
MOST_WIDTH = 1280
BAR_HEIGHT = 86
BAR_POSTER = QSize(44, 66)
TOP, FOOT = {False: 0.1, True: 0.2}, {False: 0.04, True: 0.07}
"""Share of the poster's color in the ground, at the top and at the foot; by whether the look is
dark. More would leave muted text without contrast.
"""
DARKEST = QColor("#3a4a58")
"""A darker color is lifted to this lightness: it would only look dirty."""


def beside(start: int, end: int, above: int = 5 * STEP) -> tuple[int, int, int]:
    """Return margins at the left, the top and the right, in reading direction."""
    return (end, above, start) if right_to_left() else (start, above, end)


def tint(movie: Movie | Suggestion) -> QColor:
    """Return the color of a movie's page."""
    made = poster_design.design(movie.title, movie.year, movie.categories)
    return lifted(QColor(made.colors[2]))


def lifted(color: QColor) -> QColor:
    """Return a color that is not darker than `DARKEST`."""
    if color.lightness() < DARKEST.lightness():
        color.setHsl(max(color.hslHue(), 0), color.hslSaturation(), DARKEST.lightness())
    return color


class TintedGround(QWidget):
    """Widget whose ground has a little of a color, less towards its foot, and a line below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._color: QColor | None = None

    def set_tint(self, color: QColor | None) -> None:
        self._color = color
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, painter = theme.tokens(), QPainter(self)
        ground = QColor(colors.background)
        gradient = QLinearGradient(0, 0, 0, max(self.height(), 1))
        dark = ground.lightness() < 128
        color = self._color or ground
        gradient.setColorAt(0, blend(ground, color, TOP[dark]))
        gradient.setColorAt(1, blend(ground, color, FOOT[dark]))
        painter.fillRect(self.rect(), gradient)
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(colors.line))


class BackButton(QuietButton):
    """Leads back to where the user came from, and names it."""

    INK = "ink"

    def __init__(self, *, name: str) -> None:
        super().__init__(name=name, icon="chevron-left")
        self.setProperty("kind", "back")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_place(self, place: str) -> None:
        self.setText(elided(self.fontMetrics(), place, WIDEST_PLACE))
        set_accessible_name(self, _tr("Back to {place}").format(place=place))


class CoverPage(QWidget):
    """Page of a movie or a person in the place of another page; Escape leads back."""

    back_asked = Signal()
    movie_asked = Signal(object)  # FoundMovie
    person_asked = Signal(str)

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.back_button = BackButton(name=f"{name}.back")
        self.back_button.clicked.connect(self.back_asked)
        self.close_button = IconButton("close", _tr("Close"), name=f"{name}.close")
        self.title = Display(name=f"{name}.title")
        self.head = TintedGround()
        self.head_column = column(parent=self.head)
        self.content = ScrollContent()
        self.area = vertical_scroll(self.content, f"{name}.scroll")
        column(self.area, parent=self, spacing=0)
        self.hide()

    @property
    def wide(self) -> bool:
        return self.width() >= WIDE

    def place_head(self) -> int:
        """Lay out the head for the room there is; return the margin at the sides, in pixels."""
        side = max(MARGIN if self.wide else 6 * STEP, (self.width() - MOST_WIDTH) // 2)
        self.head_column.setContentsMargins(side, 4 * STEP, side, 5 * STEP)
        set_look(self.title, "kind", "display" if self.wide else "title")
        return side

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back_asked.emit()
        else:
            super().keyPressEvent(event)


class Names(QWidget):
    """Names that lead to the pages of their people, below a word such as "By"."""

    asked = Signal(str)

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._line = FlowLayout(spacing=STEP)
        self.setLayout(self._line)
        follow_width(self, QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._words: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self.hide()

    def show_names(self, *groups: tuple[str, Sequence[str]]) -> None:
        words = tuple((word, tuple(names)) for word, names in groups if names)
        if words == self._words:
            return
        self._words = words
        clear_layout(self._line)
        for word, names in words:
            if word:
                self._line.addWidget(Subtitle(word, wrap=False))
            for place, person in enumerate(names):
                self._line.addWidget(self._link(person, last=place == len(names) - 1))
        self.setVisible(bool(words))
        self.updateGeometry()

    def _link(self, person: str, *, last: bool) -> LinkButton:
        shown = display_name(person)
        link = LinkButton(shown if last else f"{shown},", name=f"{self.objectName()}.person")
        link.setProperty("kind", "name")
        set_accessible_name(link, shown)
        link.clicked.connect(lambda: self.asked.emit(person))
        return link


class MovieBar(TintedGround):
    """What stays of a head when its page is scrolled: the way back, the movie, two answers."""

    def __init__(self, parent: QWidget, *controls: QWidget, name: str) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setFixedHeight(BAR_HEIGHT)
        self.back = BackButton(name=f"{name}.back")
        self.poster = PictureLabel()
        self.title = ElidedHeading(name=f"{name}.title")
        self.facts = ElidedLabel(name=f"{name}.facts")
        words = column(STRETCH, self.title, self.facts, STRETCH, spacing=0)
        self._line = row(
            self.back, self.poster, (words, 1), *controls, parent=self, spacing=3 * STEP
        )
        self.hide()

    def show_movie(self, movie: Movie | Suggestion, facts: str) -> None:
        self.set_tint(tint(movie))
        ratio = self.devicePixelRatioF()
        self.poster.setPixmap(posters.poster(movie, BAR_POSTER, ratio))
        name = wording.label(movie.shown_title, movie.year)
        set_accessible_name(self.poster, _tr("Poster of {movie}").format(movie=name))
        self.title.setText(display_name(movie.shown_title))
        self.facts.setText(facts)

    def set_margin(self, side: int) -> None:
        self._line.setContentsMargins(side, 0, side, 0)
