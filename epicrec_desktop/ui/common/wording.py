"""The program's terms as the user reads them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.months import local_day
from epicrec_desktop.domain.movies import CATEGORIES, category_label
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.poster_design import defining_category
from epicrec_desktop.ui.common.translation import translated_name, translator

if TYPE_CHECKING:
    from epicrec_desktop.services.asked_question import Cell, Counting

_tr = translator("Counting")
_date_tr = translator("Dates")
_length_tr = translator("Lengths")


def number(value: int) -> str:
    """Return a whole number as the user's language writes it."""
    return QLocale().toString(value)


def blurred_number(value: float) -> str:
    """Return a number of a blurred list, which may be negative, with one decimal."""
    return QLocale().toString(value + 0.0, "f", 1).replace("-", "\u2212")


def data_size(count: int) -> str:
    """Return a count of bytes in units of a thousand: "2.1 kB"."""
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def level_word(level: ReleaseLevel) -> str:
    """Return the level's word in the user's language."""
    return messages.localized(level.word)


def category(name: str) -> str:
    """Return a category or cell as shown: "Science fiction" for "Sci-Fi"; others unchanged."""
    if name in CATEGORIES:
        return translated_name("Categories", category_label(name))
    return translated_name("Cells", name)


def counting_sentence(counting: Counting) -> str:
    """Return the mechanism in use, by its name in Settings."""
    cells = len(counting.question.cells) if counting.question else 0
    return messages.localized(Message(counting.family.counting, {"count": cells}))


def cell_examples(cell: Cell) -> str:
    """Return the movies that weigh most in a cell."""
    parts = []
    if cell.adds:
        parts.append(_tr("More: {movies}").format(movies=" · ".join(cell.adds)))
    if cell.takes:
        parts.append(_tr("Less: {movies}").format(movies=" · ".join(cell.takes)))
    return "\n".join(parts)


def plural(context: str, source: str, count: int) -> str:
    """Return the form of a sentence for a number; `%Ln` stands for the number.

    Every language has its own forms, English too: `epicrec_en` gives "One movie" for 1.
    """
    return QCoreApplication.translate(context, source, "", count)


def decade(first: int | str) -> str:
    """Return a decade by its first year: "1990s"."""
    return _length_tr("{decade}s").format(decade=first)


def movies(count: int) -> str:
    """Return a number of movies in words."""
    return plural("Privacy", "%Ln movies", count)


def _forms_of_days() -> tuple[str, str]:
    """Return how a date is written in the order of the user's language, long and short."""
    return _date_tr("d MMMM yyyy"), _date_tr("d MMM yyyy")


def as_qt(day: datetime.date) -> QDate:
    """Return a day as Qt's."""
    return QDate(day.year, day.month, day.day)


def day(date: datetime.date, *, short: bool = False) -> str:
    """Return a date in the order of the user's language: "2 November 2026", short "2 Nov 2026"."""
    return QLocale().toString(as_qt(date), _forms_of_days()[short])


def brief_day(date: datetime.date) -> str:
    """Return a day where there is little room: "2 Nov" of the last year, else "Nov 2024"."""
    recent = QDate.currentDate().addYears(-1) < as_qt(date)
    form = _date_tr("d MMM") if recent else _date_tr("MMM yyyy")
    return QLocale().toString(as_qt(date), form)


def read_day(text: str) -> datetime.date | None:
    """Return the day that somebody wrote, in their language's order or as 2026-11-02; else None."""
    numeric = QLocale().dateFormat(QLocale.FormatType.ShortFormat).replace("yyyy", "yy")
    forms = (*_forms_of_days(), "yyyy-MM-dd", numeric.replace("yy", "yyyy"))
    words = " ".join(text.split())
    days = (QLocale().toDate(words, form) for form in forms)
    found = (day for day in days if day.isValid() and day.year() > 0)  # Qt also reads years BC
    return next((datetime.date(day.year(), day.month(), day.day()) for day in found), None)


def date(time: datetime.datetime, *, short: bool = False) -> str:
    """Return the day of a moment in the user's time zone."""
    return day(local_day(time), short=short)


def moment(time: datetime.datetime, *, short: bool = False) -> str:
    """Return date and time of day in the user's time zone."""
    local = QDateTime.fromSecsSinceEpoch(int(time.timestamp()))
    clock = QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)
    return f"{date(time, short=short)}, {clock}"


def label(title: str, year: int | None) -> str:
    """Return title and year: "Heat (1995)"."""
    return f"{title} ({year})" if year else title


def short(year: int | None, categories: Sequence[str]) -> str:
    """Return year and category, of several the one that says most: "1995 · Crime"."""
    name = defining_category(categories)
    return " · ".join(filter(None, (str(year or ""), category(name) if name else "")))


def facts(
    year: int | None, minutes: int | None, categories: Iterable[str], origin: str = ""
) -> str:
    """Return the known facts of a movie: "1995 · 2 h 50 min · United States · Crime · Drama"."""
    known = [str(year)] if year else []
    known += [length(minutes)] if minutes else []
    return " · ".join(filter(None, (*known, origin, *map(category, categories))))


def length(minutes: int) -> str:
    """Return the length of a movie: "2 h 22 min", "2 h", "45 min"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        template = _length_tr("{minutes} min")
    elif rest:
        template = _length_tr("{hours} h {minutes} min")
    else:
        template = _length_tr("{hours} h")
    return template.format(hours=QLocale().toString(hours), minutes=QLocale().toString(rest))
