"""The diary: movies by the day they were seen, month by month, the newest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from PySide6.QtCore import QLocale, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QProgressBar,
    QStackedWidget,
    QStyleOptionViewItem,
    QWidget,
)

from epicrec_desktop.catalog.movie_facts import MovieFacts
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import theme, wording
from epicrec_desktop.ui.common.accessibility import DECORATION
from epicrec_desktop.ui.common.buttons import LinkButton
from epicrec_desktop.ui.common.labels import Note, Strong
from epicrec_desktop.ui.common.layouts import (
    STRETCH,
    Panel,
    add_items,
    clear_layout,
    column,
    grid,
    row,
)
from epicrec_desktop.ui.common.lists import ITEM, Cell, CellDelegate, Index, ItemView, ListModel
from epicrec_desktop.ui.common.own_words import day_words
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.painting import CENTER, draw_line, draw_plate
from epicrec_desktop.ui.common.source_text import stars_words
from epicrec_desktop.ui.common.stars import COUNT, paint_stars
from epicrec_desktop.ui.common.text import display_name, set_accessible_description
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, translator
from epicrec_desktop.ui.movies.entry_model import EntryModel, LibraryLoader

_tr = translator("Diary")

ROW, HEAD = 76, 56
DAY_WIDTH, THUMB, STAR = 52, QSize(40, 60), 14
SIDE, MONTHS = 232, 12
BESIDE = 820
"""From this width on the months are beside the list."""
MOST_YEARS = 8


@dataclass(frozen=True)
class DiaryMonth:
    """Heading of a month: its movies, and how long they last where that is known of all."""

    day: date
    movies: int
    minutes: int | None


@dataclass(frozen=True)
class DiaryMovie:
    """A movie on the last day it was seen. `guess`: a browser played it on that day."""

    day: date
    entry: LibraryEntry
    guess: bool
    director: str = ""

    @property
    def again(self) -> bool:
        return self.entry.own.again or any(one.again for one in self.entry.imports)


def diary_rows(
    entries: Sequence[LibraryEntry], facts: Mapping[int, MovieFacts]
) -> Iterator[DiaryMonth | DiaryMovie]:
    """Yield each month and its movies, the newest first; movies without a day are left out."""
    dated = [(day, entry) for entry in entries if (day := entry.watched_day) is not None]
    dated.sort(key=lambda pair: (pair[0], pair[1].movie.title), reverse=True)
    for _, pairs in groupby(dated, key=lambda pair: (pair[0].year, pair[0].month)):
        of_month = list(pairs)
        known = [facts[entry.id].minutes if entry.id in facts else None for _, entry in of_month]
        lengths = [minutes for minutes in known if minutes]
        total = sum(lengths) if len(lengths) == len(known) else None
        yield DiaryMonth(of_month[0][0], len(of_month), total)
        for day, entry in of_month:
            said = entry.own.day is not None or any(one.seen == day for one in entry.imports)
            directors = facts[entry.id].directors if entry.id in facts else ()
            yield DiaryMovie(day, entry, not said, ", ".join(directors[:2]))


def add_days_words() -> str:
    """Return the words of the button that asks for days."""
    return _tr("Add their days")


def _month_and_year(day: date) -> str:
    return QLocale().toString(wording.as_qt(day), "MMMM yyyy")


def about_words(one: DiaryMovie) -> str:
    """Return what is said of a movie below its title: year, director and the user's note."""
    note = " ".join(one.entry.own.note.split())
    quoted = _tr("“{note}”").format(note=note) if note else ""
    year = str(one.entry.movie.year or "")
    return " · ".join(filter(None, (year, display_name(one.director), display_name(quoted))))


def tags(one: DiaryMovie) -> list[str]:
    """Return short words about a day."""
    words = ((one.guess, _tr("a guess")), (one.again, _tr("again")))
    return [word for is_so, word in words if is_so]


class DiaryModel(ListModel["DiaryMonth | DiaryMovie"]):
    """Model of months and their movies."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return no flag for a month: keys go from movie to movie."""
        movie = isinstance(index.data(ITEM), DiaryMovie)
        return super().flags(index) if movie else Qt.ItemFlag.NoItemFlags

    def text(self, item: DiaryMonth | DiaryMovie) -> str:
        return _month_and_year(item.day) if isinstance(item, DiaryMonth) else item.entry.movie.label

    def spoken(self, item: DiaryMonth | DiaryMovie) -> str:
        if isinstance(item, DiaryMonth):
            return self.text(item)
        stars = stars_words(item.entry.stars) if item.entry.stars else ""
        day, whence = day_words(item.entry)
        words = (day, self.text(item), display_name(item.director), stars, whence)
        return ". ".join(filter(None, (*words, item.entry.own.note)))


class DiaryDelegate(CellDelegate):
    """Paints the heading of a month, or a movie with its day, stars and note."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, HEAD if isinstance(index.data(ITEM), DiaryMonth) else ROW)

    def paint_cell(self, cell: Cell) -> None:
        if isinstance(cell.item, DiaryMonth):
            self._paint_month(cell)
        else:
            self._paint_movie(cell)
        cell.painter.setPen(QPen(QColor(cell.colors.line), 1))
        cell.painter.drawLine(cell.rect.bottomLeft(), cell.rect.bottomRight())

    @staticmethod
    def _paint_month(cell: Cell) -> None:
        month, painter, rect = cell.item, cell.painter, cell.rect.adjusted(0, 14, 0, -2)
        name = _month_and_year(month.day)
        draw_line(painter, rect, name, cell.colors.ink, size=theme.ROW, weight=theme.STRONG)
        taken = painter.fontMetrics().horizontalAdvance(name) + 3 * STEP
        words = [wording.plural("YearDialog", "%Ln films", month.movies)]
        words += [wording.length(month.minutes)] if month.minutes else []
        beside = mirrored(rect.adjusted(taken, 0, 0, 0), rect)
        draw_line(painter, beside, ", ".join(words), cell.colors.muted)

    def _paint_movie(self, cell: Cell) -> None:
        one, painter, colors = cell.item, cell.painter, cell.colors
        cell.plate(0, 1)
        rect = cell.rect
        day = mirrored(QRect(rect.left(), rect.top() + 12, DAY_WIDTH, 28), rect)
        number = QLocale().toString(one.day.day)
        draw_line(painter, day, number, colors.ink, size=22, weight=theme.STRONG, align=CENTER)
        name = QLocale().toString(wording.as_qt(one.day), "ddd")
        draw_line(painter, day.translated(0, 25), name, colors.muted, align=CENTER)
        thumb = QRect(QPoint(rect.left() + DAY_WIDTH + 2 * STEP, rect.top() + 8), THUMB)
        cell.poster(mirrored(thumb, rect), one.entry.movie)
        stars = QRectF(rect.right() - 4 * STEP - COUNT * (STAR + 1), 0, COUNT * (STAR + 1), STAR)
        stars.moveTop(rect.center().y() - STAR / 2)
        color = QColor(colors.accent if one.entry.own.stars else colors.muted)
        if one.entry.stars:
            box = mirrored(stars, QRectF(rect))
            paint_stars(painter, box, one.entry.stars, color, empty=QColor(colors.control))
        right = self._paint_tags(cell, round(stars.left()) - 6 * STEP)
        left = thumb.right() + 4 * STEP
        line = mirrored(QRect(left, rect.top() + 16, right - left, 22), rect)
        title = one.entry.movie.shown_title
        draw_line(painter, line, title, colors.ink, size=theme.BASE, weight=theme.STRONG)
        draw_line(painter, line.translated(0, 22), about_words(one), colors.muted)

    @staticmethod
    def _paint_tags(cell: Cell, right: int) -> int:
        """Paint tags up to `right`; return where the words must end."""
        painter, colors, rect = cell.painter, cell.colors, cell.rect
        for word in tags(cell.item):
            painter.setFont(theme.font(theme.NOTE))
            width = painter.fontMetrics().horizontalAdvance(word) + 4 * STEP
            box = mirrored(QRect(right - width, rect.center().y() - 10, width, 20), rect)
            draw_plate(painter, QRectF(box), colors.wash, 10)
            draw_line(painter, box, word, colors.muted, align=CENTER)
            right -= width + 2 * STEP
        return right - 2 * STEP


class MonthBars(QWidget):
    """How many movies were seen in each month of a year, the last one on top."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("movies.diary.months")
        cells = grid(self, spacing=(2 * STEP, 2 * STEP), grows=1)
        name, short = QLocale().standaloneMonthName, QLocale.FormatType.ShortFormat
        cells.setColumnMinimumWidth(2, 5 * STEP)
        self._months: list[tuple[QProgressBar, Note]] = []
        for month in range(1, MONTHS + 1):
            bar, count = QProgressBar(textVisible=False), Note(wrap=False)
            count.setAlignment(Qt.AlignmentFlag.AlignTrailing)
            for place, part in enumerate((Note(name(month, short), wrap=False), bar, count)):
                part.setProperty(DECORATION, True)  # said by the description
                cells.addWidget(part, MONTHS - month, place)
            self._months.append((bar, count))

    def show_counts(self, counts: Sequence[int]) -> None:
        words = []
        for number, (count, (bar, label)) in enumerate(zip(counts, self._months, strict=True), 1):
            bar.setRange(0, max(*counts, 1))
            bar.setValue(count)
            label.setText(wording.number(count) if count else "")
            if count:
                words.append(f"{QLocale().standaloneMonthName(number)}: {label.text()}")
        set_accessible_description(self, ", ".join(words))


class Diary(QStackedWidget):
    """The diary of the watched movies, with the months of the year in sight beside it."""

    opened = Signal(int)  # local key of a movie
    days_asked = Signal()  # ask for the days that are not known

    def __init__(self, entries: EntryModel, loader: LibraryLoader) -> None:
        super().__init__()
        self.setObjectName("movies.diary")
        self._entries, self._loader = entries, loader
        self.model = DiaryModel(self)
        label = _tr("Films by the day you saw them")
        name = "movies.diary.list"
        self.list = ItemView(self.model, DiaryDelegate(), name=name, label=label, scroll_step=24)
        self.focus_target = self.list
        self.list.open_items()
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.opened.connect(self._open)
        self.list.verticalScrollBar().valueChanged.connect(self._show_year)
        self.year = Strong(wrap=False, name="movies.diary.year")
        self.months = MonthBars()
        self._years = column(spacing=0)
        self.undated = Note(name="movies.diary.undated")
        self.add_days = LinkButton(add_days_words(), name="movies.diary.add_days")
        self.add_days.clicked.connect(self.days_asked)
        self.side = Panel(padding=4 * STEP)
        self.side.setFixedWidth(SIDE)
        add_items(self.side.body, self.year, self.months, self._years, self.undated)
        add_items(self.side.body, row(self.add_days, STRETCH), STRETCH)
        self.empty = EmptyState(*self._empty_words(False), name="movies.diary.empty")
        self.empty.action.connect(self.days_asked)
        content = QWidget()
        side = column(self.side, STRETCH)
        row((self.list, 1), side, parent=content, spacing=6 * STEP)
        self.addWidget(self.empty)
        self.addWidget(content)
        entries.modelReset.connect(lambda: self.refresh() if self.isVisible() else None)

    def about(self) -> str:
        return _tr("Films by the day you saw them. They stay on this computer.")

    def showEvent(self, event: QShowEvent) -> None:
        """Show the library as it is, and ask once who made the movies and how long they are."""
        super().showEvent(event)
        self.refresh()
        if self._loader.known.facts is None:
            self._loader.load_facts()

    def refresh(self) -> None:
        watched = self._entries.watched
        place = self.list.verticalScrollBar().value()
        rows = list(diary_rows(watched, self._loader.known.facts or {}))
        self.model.show_items(rows)
        movies = [one for one in rows if isinstance(one, DiaryMovie)]
        self.setCurrentIndex(1 if movies else 0)
        self.list.doItemsLayout()
        self.list.verticalScrollBar().setValue(place)
        undated = len(watched) - len(movies)
        words = wording.plural("Diary", "%Ln films have no day.", undated)
        self.undated.setText(words if undated else "")
        self.add_days.setVisible(bool(undated))
        self.empty.show_state(*self._empty_words(bool(undated)))
        counts = Counter(one.day.year for one in movies)
        clear_layout(self._years)
        for year in sorted(counts, reverse=True)[:MOST_YEARS] if len(counts) > 1 else ():
            words = wording.plural("YearDialog", "%Ln films", counts[year])
            button = LinkButton(f"{year}  {words}", name=f"movies.diary.year.{year}")
            button.clicked.connect(lambda _=False, year=year: self.go_to(year))
            self._years.addWidget(button)
        self._show_year()

    @staticmethod
    def _empty_words(any_movies: bool) -> tuple[str, str, str, str]:
        """Return the state without any day: picture, heading, sentence and button."""
        sentence = _tr("Write the day on a film's page, or import an export that has days.")
        button = add_days_words() if any_movies else ""
        return "empty", _tr("No day is known yet"), sentence, button

    def go_to(self, year: int) -> None:
        for place, one in enumerate(self.model.items):
            if one.day.year == year:
                at = QAbstractItemView.ScrollHint.PositionAtTop
                self.list.scrollTo(self.model.index(place), at)
                break

    def _show_year(self) -> None:
        """Show the months of the year that is in sight."""
        at = self.list.indexAt(QPoint(4, 4))
        one = at.data(ITEM) if at.isValid() else next(iter(self.model.items), None)
        if one is None:
            return
        months = Counter(
            movie.day.month
            for movie in self.model.items
            if isinstance(movie, DiaryMovie) and movie.day.year == one.day.year
        )
        self.year.setText(str(one.day.year))
        self.months.show_counts([months[month] for month in range(1, MONTHS + 1)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.setVisible(self.width() >= BESIDE)

    def _open(self, one: DiaryMovie | DiaryMonth) -> None:
        if isinstance(one, DiaryMovie):
            self.opened.emit(one.entry.id)
