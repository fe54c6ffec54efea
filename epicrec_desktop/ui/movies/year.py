"""Dialog of a year in movies, and the movie of this day in an earlier year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.files import write_user_file
from epicrec_desktop.services.year_in_movies import (
    WatchedMovie,
    YearInMovies,
    library_in_movies,
    on_this_day,
    watched_movies,
    year_in_movies,
    years,
)
from epicrec_desktop.ui.common import posters, theme, wording
from epicrec_desktop.ui.common.accessibility import announce
from epicrec_desktop.ui.common.buttons import LinkButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import ComboBox
from epicrec_desktop.ui.common.dialogs import TextDialog, choose_save_file
from epicrec_desktop.ui.common.labels import Note, Title
from epicrec_desktop.ui.common.layouts import STRETCH, follow_width, row
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.painting import (
    CENTER,
    draw_line,
    draw_plate,
    draw_ring,
    smooth_painter,
)
from epicrec_desktop.ui.common.text import set_accessible_description, set_accessible_name
from epicrec_desktop.ui.common.translation import mirrored, right_to_left, translator
from epicrec_desktop.ui.movies.diary import add_days_words

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry
    from epicrec_desktop.ui.movies.page import MoviesPage


WIDTH, HEIGHT = 680, 546
"""Size in which the picture is laid out; it is painted at any scale."""
SAVED_SCALE = 2
PAD, COLUMN, GAP, LINE = 32, 176, 44, 21
POSTER = QSize(108, 162)
BIG = 46
DATED = {Service.LETTERBOXD, Service.NETFLIX, Service.TRAKT}
"""Services whose exports can say when a movie was watched."""
LISTED, MONTHS, DECADES = 4, 12, 10

_tr = translator("YearDialog")


@dataclass(frozen=True)
class Highlight:
    """A movie of the year, why it is shown, and a fact beside that."""

    movie: Movie
    why: str
    fact: str


def highlights(year: YearInMovies) -> list[Highlight]:
    """Return the movies that stand out, each once."""
    day = _day if year.year else _date
    rows = (
        (year.first, _tr("First"), day),
        (year.last, _tr("Last"), day),
        (year.longest, _tr("Longest"), lambda one: wording.length(one.minutes or 0)),
        (year.oldest, _tr("Oldest"), lambda one: str(one.movie.year)),
        (year.least_known, _tr("Least known"), lambda one: str(one.movie.year or "")),
    )
    found: dict[Movie, Highlight] = {}
    for one, why, fact in rows:
        if one is not None:
            found.setdefault(one.movie, Highlight(one.movie, why, fact(one)))
    return list(found.values())


def _day(one: WatchedMovie) -> str:
    return QLocale().toString(one.day, _tr("d MMMM")) if one.day else ""  # type: ignore[call-overload]


def _date(one: WatchedMovie) -> str:
    return wording.day(one.day, short=True) if one.day else ""


def ranked(year: YearInMovies) -> list[tuple[str, list[tuple[str, int]]]]:
    """Return the headings and lines of what was watched most."""
    decades = [(_tr("{decade}s").format(decade=name), n) for name, n in year.decades]
    categories = [(wording.category(name), count) for name, count in year.categories]
    lists = (
        (_tr("Categories"), categories),
        (_tr("Made in the"), decades if year.year else []),  # else they are the chart
        (_tr("Directors"), list(year.directors)),
    )
    return [(heading, lines[:LISTED]) for heading, lines in lists if lines]


def bars(year: YearInMovies) -> list[tuple[str, str, int]]:
    """Return short name, full name and count of each bar: months, or the decades of all movies."""
    if year.year:
        short, name = QLocale.FormatType.NarrowFormat, QLocale().standaloneMonthName
        return [(name(n, short), name(n), count) for n, count in enumerate(year.months, start=1)]
    counts = dict(year.decades)
    newest = max(counts, default=2020)
    first = max(min(counts, default=2020), newest - 10 * (DECADES - 1))
    older = sum(count for decade, count in counts.items() if decade < first)
    shown = []
    for at in range(first, newest + 10, 10):
        up_to = at == first and older > 0
        brief = wording.decade(f"{at % 100:02d}")
        full = _tr("up to the {decade}s").format(decade=at) if up_to else wording.decade(at)
        shown.append((f"≤{brief}" if up_to else brief, full, counts.get(at, 0) + older * up_to))
    return shown


def _heading(year: YearInMovies) -> str:
    return _tr("{year} in films").format(year=year.year) if year.year else _tr("All my films")


def summary(year: YearInMovies) -> str:
    """Return what the picture shows in words, for screen readers."""
    sentences = [_total(year), *filter(None, [hours(year)])]
    sentences += [f"{name}: {wording.number(n)}" for _, name, n in bars(year) if n]
    sentences += [
        f"{one.why}: {one.movie.label}{', ' if one.fact else ''}{one.fact}"
        for one in highlights(year)
    ]
    for heading, lines in ranked(year):
        sentences.append(
            f"{heading}: " + ", ".join(f"{name} {wording.number(n)}" for name, n in lines)
        )
    return ". ".join(sentences)


def hours(year: YearInMovies) -> str:
    """Return how long all movies last; empty for less than an hour."""
    if not year.hours:
        return ""
    template = _tr("About {length}") if year.timed else _tr("At least {length}")
    return template.format(length=wording.length(year.hours * 60))


def _total(year: YearInMovies) -> str:
    return wording.plural("YearDialog", "%Ln films", len(year.movies))


class YearCard(QWidget):
    """Picture of a year, as wide as there is room."""

    ACCESSIBLE_ROLE = QAccessible.Role.Graphic

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        follow_width(self)
        self.year: YearInMovies | None = None

    def show_year(self, year: YearInMovies) -> None:
        self.year = year
        set_accessible_name(self, _heading(year))
        set_accessible_description(self, summary(year))
        self.update()

    def heightForWidth(self, width: int) -> int:
        return width * HEIGHT // WIDTH

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(WIDTH // 2, self.heightForWidth(max(self.width(), WIDTH // 2)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        if self.year is not None:
            painter.save()
            painter.scale(self.width() / WIDTH, self.width() / WIDTH)
            _Picture(painter, self.year).paint()
            painter.restore()
        if self.hasFocus():
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            draw_ring(painter, box, theme.tokens().accent, theme.PANEL_RADIUS)
        painter.end()

    def image(self) -> QImage:
        """Return the picture to save, at twice its size."""
        image = QImage(QSize(WIDTH, HEIGHT) * SAVED_SCALE, QImage.Format.Format_RGB32)
        image.fill(QColor(theme.tokens().panel))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(SAVED_SCALE, SAVED_SCALE)
        if self.year is not None:
            _Picture(painter, self.year).paint()
        painter.end()
        return image


class _Picture:
    """Paints a year in a box of `WIDTH` × `HEIGHT`."""

    def __init__(self, painter: QPainter, year: YearInMovies) -> None:
        self._painter, self._year = painter, year
        self._colors = theme.tokens()

    def paint(self) -> None:
        box = QRectF(0, 0, WIDTH, HEIGHT)
        draw_plate(self._painter, box, self._colors.panel, theme.PANEL_RADIUS)
        year = self._year
        self._text(PAD, PAD - 4, 240, _heading(year), size=theme.ROW, strong=True, muted=True)
        self._text(PAD, PAD + 22, 244, _total(year), size=BIG)
        self._text(PAD, PAD + 92, 240, hours(year), size=theme.ROW, muted=True)
        self._bars(QRectF(284, PAD, WIDTH - PAD - 284, 112))
        self._posters(164)
        self._lists(390)
        self._text(PAD, HEIGHT - 36, 400, _tr("Made with EpicRec, on this computer"), muted=True)

    def _at(self, x: float, y: float, width: float, height: float) -> QRectF:
        return mirrored(QRectF(x, y, width, height), QRectF(0, 0, WIDTH, HEIGHT))

    def _text(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        *,
        size: int = theme.NOTE,
        strong: bool = False,
        muted: bool = False,
        end: bool = False,
    ) -> None:
        left = end == right_to_left()
        side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
        draw_line(
            self._painter,
            self._at(x, y, width, size * 1.5),
            text,
            self._colors.muted if muted else self._colors.ink,
            size=size,
            weight=theme.HEAVY if size == BIG else theme.STRONG if strong else theme.REGULAR,
            align=Qt.AlignmentFlag.AlignVCenter | side | Qt.AlignmentFlag.AlignAbsolute,
        )

    def _bars(self, box: QRectF) -> None:
        shown = bars(self._year)
        places = MONTHS if self._year.year else DECADES
        most, step = max(count for *_, count in shown), box.width() / places
        base, high = box.bottom() - 20, box.height() - 40
        for place, (name, _, count) in enumerate(shown):
            left = box.left() + place * step
            tall = max(3.0, high * count / most) if most else 3.0
            bar = self._at(left + step * 0.18, base - tall, step * 0.64, tall)
            color = self._colors.accent if count else self._colors.line
            draw_plate(self._painter, bar, color, min(4.0, tall / 2))
            self._centered(self._at(left, base + 4, step, 18), name)
            if count:
                self._centered(self._at(left, base - tall - 18, step, 18), wording.number(count))

    def _centered(self, box: QRectF, text: str) -> None:
        draw_line(self._painter, box, text, self._colors.muted, align=CENTER)

    def _posters(self, top: float) -> None:
        gap = (WIDTH - 2 * PAD - 5 * POSTER.width()) / 4
        scale = self._painter.worldTransform().m11() * self._painter.device().devicePixelRatioF()
        for place, one in enumerate(highlights(self._year)):
            x = PAD + place * (POSTER.width() + gap)
            box = self._at(x, top, POSTER.width(), POSTER.height())
            picture = posters.poster(one.movie, POSTER, max(1.0, scale))
            self._painter.drawPixmap(box, picture, QRectF(picture.rect()))
            below = top + POSTER.height() + 8
            self._text(x, below, POSTER.width(), one.why, strong=True)
            self._text(x, below + 18, POSTER.width(), one.fact, muted=True)

    def _lists(self, top: float) -> None:
        for place, (heading, lines) in enumerate(ranked(self._year)):
            x = PAD + place * (COLUMN + GAP)
            self._text(x, top, COLUMN, heading, strong=True)
            for number, (name, count) in enumerate(lines, start=1):
                y = top + number * LINE
                self._text(x, y, COLUMN - 40, name, size=theme.BASE)
                at, times = x + COLUMN - 40, wording.number(count)
                self._text(at, y, 40, times, size=theme.BASE, muted=True, end=True)


def _empty_words(movies: int, *, imported: bool) -> tuple[str, str, str]:
    if not movies:
        return _tr("No films yet"), _tr("Confirm or add movies, and this page counts them."), ""
    if imported:
        sentence = _tr(
            "It is not known when you watched your films: what you imported names no days."
        )
        return _tr("No year yet"), sentence, ""
    sentence = _tr(
        "It is not known when you watched your films: a visit to a page about a film does not say. "
        "Exports of Letterboxd, Netflix or Trakt bring the days."
    )
    return _tr("No year yet"), sentence, _tr("Import from a file…")


SIZE = (744, 692)


class YearDialog(TextDialog):
    """Shows a year or all movies, as chosen, and saves it as a picture.

    `imported`: an export of a service that can bring days was imported already.
    """

    def __init__(
        self,
        context: Context,
        watched: Sequence[WatchedMovie],
        parent: QWidget,
        *,
        imported: bool = False,
    ) -> None:
        self._context, self._watched = context, watched
        self.choice = ComboBox(_tr("Year"), name="movies.year.choice")
        title = _tr("Your year in films") if watched else _tr("Your films")
        head = QWidget()
        row(Title(title), STRETCH, self.choice, parent=head)
        super().__init__(parent, title, SIZE, name="movies.year", head=(head,))
        self.card = YearCard(name="movies.year.card")
        self.note = Note(name="movies.year.note")
        self.save_button = SecondaryButton(_tr("Save as a picture…"), name="movies.year.save")
        self.save_button.clicked.connect(self._ask_where)
        known = years(watched)
        words = _empty_words(len(watched), imported=imported)
        self.empty = EmptyState("empty", *words, name="movies.year.empty")
        self.all_button = LinkButton(_tr("All my films"), name="movies.year.all")
        self.all_button.clicked.connect(self._show_all)
        self.days_button = LinkButton(add_days_words(), name="movies.year.days")
        self.empty.add_below(self.all_button)
        self.all_button.setVisible(bool(watched))
        self.layers = QStackedWidget()
        self.layers.addWidget(self.card)
        self.layers.addWidget(self.empty)
        self.column.addWidget(self.layers)
        self.finish(self.save_button, (self.note, 1), self.days_button)
        for year in known:
            self.choice.addItem(str(year), year)
        self.choice.addItem(_tr("All movies"), 0)
        self.choice.currentIndexChanged.connect(self._show)
        self.choice.setVisible(bool(known))
        self.days_button.setVisible(any(one.day is None for one in watched))
        if known:
            self._show()
        else:
            self.layers.setCurrentWidget(self.empty)
            self.save_button.hide()

    def _show_all(self) -> None:
        self._show()
        self.save_button.show()
        self.card.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self) -> None:
        year = self.choice.currentData()
        found = year_in_movies(self._watched, year) if year else library_in_movies(self._watched)
        words = [_tr("Each film counts once, in the year it was last watched.")] if year else []
        if found.undated:
            undated = wording.plural(
                "YearDialog",
                "When you watched %Ln movies is not known: they are in no year.",
                found.undated,
            )
            words.append(undated)
        self.note.setText(" ".join(words))
        self.layers.setCurrentWidget(self.card)
        self.card.show_year(found)

    def _ask_where(self) -> None:
        proposal = f"{self.choice.currentData() or 'films'}.png"
        choose_save_file(self, self.save_button.text(), self.save_to, proposal)

    def save_to(self, file: Path) -> None:
        """Write the picture, readable by the user only."""
        image, data = self.card.image(), self._context.services.paths.data
        self._context.tasks.run(lambda job: _write(data, file, image), self._saved, self._report)

    def _saved(self, _: object) -> None:
        self._report(_tr("Saved. Nothing left this computer."))

    def _report(self, sentence: str) -> None:
        self.note.setText(sentence)
        announce(self.note, sentence)


def _write(notes: Path, file: Path, image: QImage) -> None:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    try:
        write_user_file(notes, file, [bytes(buffer.data().data())], replace=True)
    except OSError as error:
        reason = system_errors.sentence(error) or system_errors.reason_of(error)
        raise EpicRecError("The picture could not be written: {reason}", reason=reason) from None


class YearController:
    """Opens the dialog, and finds the movie of this day."""

    def __init__(self, context: Context, page: MoviesPage) -> None:
        self._context, self._page = context, page
        self.day = Note(name="movies.day")
        self.day.hide()
        self._today: date | None = None  # when the movie of this day was looked for

    def open(self, entries: Sequence[LibraryEntry]) -> None:
        imported = any(one.source in DATED for entry in entries for one in entry.imports)
        self._context.tasks.run(
            lambda job: watched_movies(entries, self._context.services.facts.about),
            lambda watched: self._show(watched, imported=imported),
        )

    def follow(self, entries: Sequence[LibraryEntry]) -> None:
        """Show what was watched on this day of an earlier year."""
        today = self._today = self._now()
        self._context.tasks.run(
            lambda job: on_this_day(watched_movies(entries, None), today), self._show_day
        )

    def follow_day(self, entries: Sequence[LibraryEntry]) -> None:
        """Look again where another day has begun."""
        if self._today not in (None, self._now()):
            self.follow(entries)

    def _now(self) -> date:
        return self._context.services.context.now().astimezone().date()

    def _show_day(self, found: WatchedMovie | None) -> None:
        self.day.setVisible(found is not None)
        if found is not None and found.day is not None:
            words = _tr("On this day in {year}: {title}")
            self.day.setText(words.format(year=found.day.year, title=found.movie.shown_title))

    def _show(self, watched: list[WatchedMovie], *, imported: bool = False) -> None:
        dialog = YearDialog(self._context, watched, self._page, imported=imported)
        dialog.empty.action.connect(dialog.reject)
        dialog.empty.action.connect(self._page.importing.choose_files)
        dialog.days_button.clicked.connect(dialog.reject)
        dialog.days_button.clicked.connect(self._page.add_days)
        dialog.open()
