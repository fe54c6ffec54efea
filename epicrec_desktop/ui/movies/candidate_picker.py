"""Panel that asks which of several movies with one title a suggestion is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.ui.common import posters, shortcuts, theme, wording
from epicrec_desktop.ui.common.buttons import QuietButton, TileButton
from epicrec_desktop.ui.common.labels import ElidedLabel, ElidedStrong, Strong
from epicrec_desktop.ui.common.layouts import STRETCH, Panel, add_items, column, row
from epicrec_desktop.ui.common.page import ScrollContent
from epicrec_desktop.ui.common.painting import CENTER, draw_card, draw_line, smooth_painter
from epicrec_desktop.ui.common.text import display_line, set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored

THUMB = QSize(44, 66)
CELL = QSize(202, 82)  # three fit side by side on a screen of 800 pixels
LEFT = 2 * STEP + THUMB.width() + 3 * STEP
ROOM = CELL.width() - LEFT - 3 * STEP  # of the text
CAP = 18  # the box of the key
DIGITS = "123456789"
KEYS = len(DIGITS)  # candidates with a digit key


@dataclass(frozen=True)
class Candidate:
    """Movie that a suggestion may be; `id` is its local id."""

    id: int
    movie: Movie
    director: str = ""


def _fitting_categories(movie: Movie) -> str:
    metrics = QFontMetrics(theme.font(theme.NOTE))
    both = " · ".join(wording.category(name) for name in movie.categories[:2])
    fits = metrics.horizontalAdvance(both) <= ROOM
    return both if fits else wording.category(movie.categories[0])


class Thumbnail(QWidget):
    """Poster of a candidate, with its key on it."""

    def __init__(self, movie: Movie, key: str) -> None:
        super().__init__()
        self._movie, self._key = movie, key
        self.setFixedSize(THUMB)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, painter = theme.tokens(), smooth_painter(self)
        posters.queue().paint(painter, self.rect(), self, self._movie)
        if self._key:
            box = mirrored(QRectF(STEP - 1, STEP - 1, CAP + 1, CAP + 1), self.rect())
            draw_card(painter, box, colors.panel, colors.control, radius=STEP)
            draw_line(painter, box, self._key, colors.muted, align=CENTER)


class CandidateButton(TileButton):
    """Button with a poster, title, year and director, and its key."""

    def __init__(self, number: int, candidate: Candidate) -> None:
        self.candidate = candidate
        movie = candidate.movie
        facts = " · ".join(filter(None, (str(movie.year or ""), candidate.director)))
        kinds = _fitting_categories(movie)
        spoken = ", ".join(filter(None, (movie.shown_title, facts, kinds)))
        poster = Thumbnail(movie, str(number) if number <= KEYS else "")
        words = ElidedStrong(movie.shown_title), ElidedLabel(facts), ElidedLabel(kinds)
        super().__init__(spoken, poster, *words, name=f"movies.which.{number}")
        set_tool_tip(self, display_line(spoken))
        self.setFixedSize(CELL)
        lines = column(STRETCH, *words, STRETCH, spacing=0)
        row(poster, (lines, 1), parent=self, margins=2 * STEP, spacing=3 * STEP)


class CandidatePicker(Panel):
    """Asks which movie is meant; one click or key answers. Hidden while there is nothing to ask.

    `chosen` carries the suggestion and the movie; `none` the suggestion.
    """

    chosen = Signal(int, object)  # id of the suggestion, Candidate
    none = Signal(int)
    left = Signal()  # Escape: return to the movies

    def __init__(self) -> None:
        super().__init__(name="movies.which", padding=3 * STEP)
        self._id = -1
        self.buttons: list[CandidateButton] = []
        self.question = Strong(self.tr("Which one?"), wrap=False)
        self.sentence = ElidedLabel(name="movies.which.sentence")
        self.none_button = QuietButton(self.tr("None of these"), name="movies.which.none")
        self.none_button.clicked.connect(lambda: self.none.emit(self._id))
        set_tool_tip(self.none_button, self.tr("N or Delete"))
        holder = ScrollContent()
        self._row = row(STRETCH, parent=holder, spacing=2 * STEP)
        self.area = QScrollArea()
        self.area.setObjectName("movies.which.scroll")
        self.area.setWidget(holder)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.setSpacing(STEP)
        head = row(self.question, (self.sentence, 1), self.none_button, spacing=2 * STEP)
        add_items(self.body, head, self.area)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def ask(self, suggestion: int, candidates: Sequence[Candidate]) -> None:
        """Show the candidates of a suggestion, the most watched first."""
        self._id = suggestion
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [CandidateButton(n, c) for n, c in enumerate(candidates, start=1)]
        for place, button in enumerate(self.buttons):
            button.clicked.connect(lambda _=False, b=button: self._choose(b))
            button.installEventFilter(self)
            self._row.insertWidget(place, button)
        if self.buttons:
            QWidget.setTabOrder(self.buttons[-1], self.none_button)
        self.sentence.setText(self.tr("Several movies have this title, and no page gave the year."))
        set_accessible_name(self, f"{self.question.text()} {self.sentence.text()}")
        self._fit()
        self.show()

    def asks(self, suggestion: int) -> bool:
        return not self.isHidden() and self._id == suggestion

    def _fit(self) -> None:
        needed = len(self.buttons) * (CELL.width() + 2 * STEP) - 2 * STEP
        bar = self.area.horizontalScrollBar().sizeHint().height()
        self.area.setFixedHeight(CELL.height() + (bar if needed > self.area.width() else 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def enter(self) -> None:
        """Take the focus: arrow keys and Enter choose."""
        if self.buttons:
            self.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)

    def press(self, number: int) -> bool:
        """Choose the candidate of this number, from 1; return whether there is one."""
        if self.isHidden() or not 1 <= number <= min(len(self.buttons), KEYS):
            return False
        self._choose(self.buttons[number - 1])
        return True

    def _choose(self, button: CandidateButton) -> None:
        self.chosen.emit(self._id, button.candidate)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of a candidate, which the scroll area would use otherwise: left and right
        move, Enter and digits choose, Escape leaves.
        """
        if event.type() != QEvent.Type.KeyPress or not isinstance(watched, CandidateButton):
            return super().eventFilter(watched, event)
        assert isinstance(event, QKeyEvent)
        key, text = event.key(), event.text()
        step = {int(Qt.Key.Key_Left): -1, int(Qt.Key.Key_Right): 1}.get(key)
        if step is not None:
            place = self.buttons.index(watched) + step
            other = self.buttons[min(max(place, 0), len(self.buttons) - 1)]
            other.setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(other)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(watched)
        elif shortcuts.pressed(event, ("movies.reject",)):
            self.none.emit(self._id)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            return len(text) == 1 and text in DIGITS and self.press(int(text))
        return True
