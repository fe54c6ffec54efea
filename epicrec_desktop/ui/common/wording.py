"""The program's terms as a person reads them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDate, QDateTime, QLocale

_CATEGORIES: dict[str, Any] = {
    "Action": QT_TRANSLATE_NOOP("Categories", "Action"),
    "Adventure": QT_TRANSLATE_NOOP("Categories", "Adventure"),
    "Animation": QT_TRANSLATE_NOOP("Categories", "Animation"),
    "Children": QT_TRANSLATE_NOOP("Categories", "Children"),
    "Comedy": QT_TRANSLATE_NOOP("Categories", "Comedy"),
    "Crime": QT_TRANSLATE_NOOP("Categories", "Crime"),
    "Documentary": QT_TRANSLATE_NOOP("Categories", "Documentary"),
    "Drama": QT_TRANSLATE_NOOP("Categories", "Drama"),
    "Fantasy": QT_TRANSLATE_NOOP("Categories", "Fantasy"),
    "Film-Noir": QT_TRANSLATE_NOOP("Categories", "Film noir"),
    "Horror": QT_TRANSLATE_NOOP("Categories", "Horror"),
    "Musical": QT_TRANSLATE_NOOP("Categories", "Musical"),
    "Mystery": QT_TRANSLATE_NOOP("Categories", "Mystery"),
    "Romance": QT_TRANSLATE_NOOP("Categories", "Romance"),
    "Sci-Fi": QT_TRANSLATE_NOOP("Categories", "Science fiction"),
    "Thriller": QT_TRANSLATE_NOOP("Categories", "Thriller"),
    "War": QT_TRANSLATE_NOOP("Categories", "War"),
    "Western": QT_TRANSLATE_NOOP("Categories", "Western"),
}


def category(name: str) -> str:
    """A category as shown: "Science fiction" for "Sci-Fi"; an unknown one as it is."""
    if name not in _CATEGORIES:  # a stranger's word is not looked up
        return name
    return QCoreApplication.translate("Categories", _CATEGORIES.get(name, name))


def plural(context: str, source: str, count: int) -> str:
    """The form of a sentence that fits a number; `%Ln` in it stands for the number.

    Every language has its own forms, English too: `epicrec_en` gives "One movie" for 1.
    """
    return QCoreApplication.translate(context, source, "", count)


def day(date: QDate, *, short: bool = False) -> str:
    """A date in the order of the person's language: "2 November 2026", short "2 Nov 2026"."""
    long_form = QCoreApplication.translate("Dates", "d MMMM yyyy")
    short_form = QCoreApplication.translate("Dates", "d MMM yyyy")
    return QLocale().toString(date, short_form if short else long_form)


def moment(time: datetime, *, short: bool = False) -> str:
    """Date and time of day in the person's time zone."""
    local = QDateTime.fromSecsSinceEpoch(int(time.timestamp()))
    clock = QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)
    return f"{day(local.date(), short=short)}, {clock}"


def label(title: str, year: int | None) -> str:
    """Title and year: "Heat (1995)"."""
    return f"{title} ({year})" if year else title


def short(year: int | None, first: str | None) -> str:
    """Year and one category on a line: "1995 · Crime"."""
    return " · ".join(part for part in (str(year or ""), category(first) if first else "") if part)


def facts(year: int | None, minutes: int | None, categories: Iterable[str]) -> str:
    """A film in a line: "1995 · 2 h 50 min · Crime"; what is not known is left out."""
    known = [str(year)] if year else []
    known += [length(minutes)] if minutes else []
    return " · ".join([*known, *map(category, categories)])


def length(minutes: int) -> str:
    """How long a film is: "2 h 22 min", "2 h", "45 min"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        template = QCoreApplication.translate("Lengths", "{minutes} min")
    elif rest:
        template = QCoreApplication.translate("Lengths", "{hours} h {minutes} min")
    else:
        template = QCoreApplication.translate("Lengths", "{hours} h")
    return template.format(hours=QLocale().toString(hours), minutes=QLocale().toString(rest))
