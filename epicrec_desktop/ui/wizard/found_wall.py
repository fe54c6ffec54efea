"""Wall of the movies that were found, each with ✓ and ✗ below its poster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import evidence_text, icons, theme, wording
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.feedback import REFUSED, SEEN
from epicrec_desktop.ui.common.labels import Heading, Note
from epicrec_desktop.ui.common.layouts import STRETCH, column, row
from epicrec_desktop.ui.common.lists import Cell
from epicrec_desktop.ui.common.movie_picker import (
    PosterWall,
    PosterWallDelegate,
    PosterWallModel,
    wall_of,
)
from epicrec_desktop.ui.common.painting import draw_line
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, translator

EDGE = STEP
STRIP = 32
LINE = 17
ICON = 16

_tr = translator("FoundWall")


def is_doubtful(entry: LibraryEntry) -> bool:
    """Return whether it is not certain that this is the movie of the page."""
    return entry.decision is Decision.REVIEW and entry.status is not LibraryStatus.CONFIRMED


def reason(entry: LibraryEntry) -> str:
    """Return why a movie is on the wall: its evidence, and the doubt for a doubtful one."""
    doubt = evidence_text.doubt(entry) if is_doubtful(entry) else ""
    return " · ".join(filter(None, (evidence_text.strongest_evidence(entry), doubt)))


class FoundModel(PosterWallModel[LibraryEntry]):
    """Model of library entries; `every`: shown or not."""

    every: Sequence[LibraryEntry] = ()

    def show_entries(self, entries: Sequence[LibraryEntry]) -> None:
        """Replace the movies and the answers: what was surely watched starts as watched."""
        self.every = entries
        self.show_items(entries)
        self.lit = {}
        self.show_answers({entry.id: _first_answer(entry) for entry in entries})

    def key(self, item: LibraryEntry) -> int:
        return item.id

    def movie(self, item: LibraryEntry) -> Movie:
        return item.movie

    def answer(self, key: int, answer: str) -> None:
        """Answer for a movie; an answer in effect is taken back."""
        lit = self.lit.get(key, frozenset())
        self.show_answers({key: frozenset() if answer in lit else frozenset({answer})})

    def spoken(self, item: LibraryEntry) -> str:
        refused = _tr("not watched") if REFUSED in self.answers(item) else ""
        name = ", ".join(filter(None, (item.movie.label, refused)))
        return f"{name}. {reason(item)}"

    def tip(self, item: LibraryEntry) -> str:
        return f"{item.movie.label}\n{reason(item)}"


def _first_answer(entry: LibraryEntry) -> frozenset[str]:
    if entry.status is LibraryStatus.REJECTED:
        return frozenset({REFUSED})
    return frozenset({SEEN} if entry.status is LibraryStatus.CONFIRMED or entry.sure else ())


class FoundDelegate(PosterWallDelegate):
    """Paints a poster, ✓ and ✗ below it, and what happened, where and when."""

    FOOT = EDGE + 2 * STEP + STRIP + STEP + 2 * LINE + 3 * STEP
    least_width = 108
    RING = False

    def action_boxes(self, cell: QRect, item: Any) -> dict[str, QRect]:
        """Return the halves of the strip below the poster, which hide nothing of it."""
        poster = self.poster_box(cell)
        strip = QRect(poster.left(), poster.bottom() + 1 + 2 * STEP, poster.width(), STRIP)
        half = strip.width() // 2
        boxes = {SEEN: strip.adjusted(0, 0, half - strip.width(), 0)}
        boxes[REFUSED] = strip.adjusted(half, 0, 0, 0)
        return {answer: mirrored(box, strip) for answer, box in boxes.items()}

    def draw_foot(self, cell: Cell, box: QRect, movie: Movie) -> None:
        boxes = self.action_boxes(cell.rect, cell.item)
        lit = wall_of(cell).lit(cell.item)
        self._draw_strip(cell, boxes, lit)
        top = boxes[SEEN].bottom() + STEP + 2
        what, where = evidence_text.wall_lines(cell.item)
        line = QRect(box.left(), top, box.width(), LINE)
        color = cell.colors.muted if REFUSED in lit else cell.colors.ink
        if is_doubtful(cell.item):
            what, color = _tr("Not sure"), cell.colors.warning
        draw_line(cell.painter, line, what, color, weight=theme.MEDIUM)
        draw_line(cell.painter, line.translated(0, LINE), where, cell.colors.muted)

    @staticmethod
    def _draw_strip(cell: Cell, boxes: dict[str, QRect], lit: frozenset[str]) -> None:
        painter, colors = cell.painter, cell.colors
        strip = QRectF(boxes[SEEN].united(boxes[REFUSED])).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(strip, theme.RADIUS, theme.RADIUS)
        grounds = {SEEN: (colors.accent, colors.on_accent), REFUSED: (colors.muted, colors.panel)}
        icon_names = {SEEN: "check", REFUSED: "close"}
        for answer, box in boxes.items():
            ground, ink = grounds[answer] if answer in lit else (colors.panel, colors.ink)
            if answer not in lit and cell.hovered and box.contains(wall_of(cell).pointer):
                ground = colors.wash
            painter.save()
            painter.setClipRect(box)
            painter.fillPath(shape, QColor(ground))
            painter.restore()
            picture = icons.pixmap(
                icon_names[answer], ink, ICON, painter.device().devicePixelRatioF()
            )
            painter.drawPixmap(QRectF(box).center() - QPointF(ICON / 2, ICON / 2), picture)
        painter.strokePath(shape, QPen(QColor(colors.accent if SEEN in lit else colors.control), 1))
        if not lit:
            x = strip.center().x()
            painter.setPen(QPen(QColor(colors.control), 1))
            painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom()))

    def draw_actions(self, cell: Cell) -> None:
        """Fade a poster that was not watched; the actions are in the strip."""
        if wall_of(cell).is_leaving(cell.item):
            self.fade(cell)


class FoundWall(PosterWall):
    """Wall as high as its rows: the step scrolls, and not the wall."""

    ANSWERS = (SEEN, REFUSED)
    OF_WATCHED = True

    current_moved = Signal(QRect)  # the cell of the current movie, after a key
    left_by_key = Signal(int)  # Up in the first row: -1; Down in the last one: 1

    def __init__(self, model: FoundModel, *, name: str, label: str) -> None:
        super().__init__(model, FoundDelegate(), name=name, label=label)
        self.leave_scrolling()
        model.modelReset.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        cell = self.gridSize()
        if cell.isValid() and cell.width():
            columns = max(self.viewport().width() // cell.width(), 1)
            self.setFixedHeight(-(-self.model().rowCount() // columns) * cell.height() + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move on to the next wall at the end of this one."""
        before = QModelIndex(self.currentIndex())
        super().keyPressEvent(event)
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step and self.currentIndex() == before:
            self.left_by_key.emit(step)
        else:
            self.current_moved.emit(self.visualRect(self.currentIndex()))


class FoundSection(QWidget):
    """A heading and a wall of movies."""

    def __init__(self, heading: str, *, name: str) -> None:
        super().__init__()
        self.heading = Heading(heading, wrap=False)
        self.note = Note(name=f"{name}.note", wrap=False)
        self.all = LinkButton(_tr("Tick all"), name=f"{name}.all")
        self.none = LinkButton(_tr("Untick all"), name=f"{name}.none")
        for button in (self.all, self.none):
            set_accessible_name(button, f"{button.text()}: {heading}")
        self.all.clicked.connect(lambda: self._answer_shown({SEEN}))
        self.none.clicked.connect(lambda: self._answer_shown(()))
        self.model = FoundModel(self)
        label = _tr("{heading}; the space bar ticks").format(heading=heading)
        self.wall = FoundWall(self.model, name=name, label=label)
        self.wall.acted.connect(lambda entry, answer: self.model.answer(entry.id, answer))
        self.model.toggled.connect(
            lambda key, on: self.model.show_answers({key: frozenset({SEEN} if on else ())})
        )
        head = row(self.heading, self.note, STRETCH, self.all, self.none, spacing=3 * STEP)
        head.setContentsMargins(EDGE, 0, EDGE, 0)
        column(head, self.wall, parent=self, spacing=STEP)

    def show_entries(self, entries: Sequence[LibraryEntry]) -> None:
        self.model.show_entries(entries)
        self._update()

    def show_matching(self, keys: frozenset[Any] | None) -> None:
        every = self.model.every
        self.model.show_items(e for e in every if keys is None or e.id in keys)
        self._update()

    def _update(self) -> None:
        count = self.model.rowCount()
        self.note.setText(wording.plural("YearDialog", "%Ln films", count))
        self.setVisible(bool(count))
        if count:
            self.wall.setCurrentIndex(self.model.index(0))

    def _answer_shown(self, answers: Sequence[str] | set[str]) -> None:
        self.model.show_answers({entry.id: frozenset(answers) for entry in self.model.items})
