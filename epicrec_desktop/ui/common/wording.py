"""The program's terms as the user reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDate, QDateTime, QLocale

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.ui.common.poster_design import defining_category
from epicrec_desktop.ui.common.translation import translator

if TYPE_CHECKING:
    from epicrec_desktop.services.asked_question import Cell, Counting

_tr = translator("Counting")

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
CELL_NAMES: dict[str, Any] = {
    str(name): name
    for name in (
        QT_TRANSLATE_NOOP("Cells", "Silent films, not the 2020s"),
        QT_TRANSLATE_NOOP("Cells", "2005 to 2014, not the late 1970s"),
        QT_TRANSLATE_NOOP("Cells", "Family films of the early 1990s, not the 2000s"),
        QT_TRANSLATE_NOOP("Cells", "The 1970s and 1980s"),
        QT_TRANSLATE_NOOP("Cells", "Animation and musicals, not adventures"),
        QT_TRANSLATE_NOOP("Cells", "A little of everything"),
        QT_TRANSLATE_NOOP("Cells", "1965 to 1974"),
        QT_TRANSLATE_NOOP("Cells", "Old Hollywood"),
        QT_TRANSLATE_NOOP("Cells", "Horror and the late 1960s, not family films"),
        QT_TRANSLATE_NOOP("Cells", "Family classics, not crime of the 1990s"),
        QT_TRANSLATE_NOOP("Cells", "Favorites of nearly everybody"),
        QT_TRANSLATE_NOOP("Cells", "Classics and comedies before 1990, not hits of the 2000s"),
        QT_TRANSLATE_NOOP("Cells", "Science fiction and adventures, not dramas of the 2000s"),
        QT_TRANSLATE_NOOP("Cells", "Crime and cult films, not family films"),
        QT_TRANSLATE_NOOP("Cells", "Hits of 1990 to 1995"),
        QT_TRANSLATE_NOOP("Cells", "Action since 2008, not romances of around 2000"),
        QT_TRANSLATE_NOOP("Cells", "Offbeat films of 2000 to 2006, not dramas of the 1990s"),
        QT_TRANSLATE_NOOP("Cells", "Family adventures of the 1980s, not serious dramas"),
        QT_TRANSLATE_NOOP("Cells", "Comedies of the 1980s and 1990s, not science fiction"),
        QT_TRANSLATE_NOOP("Cells", "Romances and family films of 1993 to 1995"),
        QT_TRANSLATE_NOOP("Cells", "Hits of 1995 and 1996"),
        QT_TRANSLATE_NOOP("Cells", "Comedies since 2004, not war and action"),
        QT_TRANSLATE_NOOP("Cells", "Hits of 2001 to 2011, not of the decades before"),
        QT_TRANSLATE_NOOP("Cells", "Cult and crime, not family films"),
        QT_TRANSLATE_NOOP("Cells", "Hits of 1990 to 1995, not of the early 2000s"),
        QT_TRANSLATE_NOOP("Cells", "Action and science fiction of the 1980s, not quiet dramas"),
        QT_TRANSLATE_NOOP("Cells", "Hits of 1997 to 2004, not old classics"),
        QT_TRANSLATE_NOOP("Cells", "Favorites since 1999, not hits of 1996"),
        QT_TRANSLATE_NOOP("Cells", "Great adventures, not light comedies"),
        QT_TRANSLATE_NOOP("Cells", "Comedies of the 1980s and 1990s, not blockbusters"),
    )
}
"""The cells of the questions in `recommend/learned_question.py`."""


def number(value: int) -> str:
    """Return a whole number as the user's language writes it."""
    return QLocale().toString(value)


def level_title(level: ReleaseLevel) -> str:
    """Return the level's name on its card."""
    return {
        ReleaseLevel.NO: QCoreApplication.translate("Privacy", "No Release"),
        ReleaseLevel.PERTURBED: QCoreApplication.translate("Privacy", "Perturbed Release"),
        ReleaseLevel.ALL: QCoreApplication.translate("Privacy", "All Release"),
    }[level]


def level_word(level: ReleaseLevel) -> str:
    """Return what leaves at this level, in one everyday word."""
    return {
        ReleaseLevel.NO: QCoreApplication.translate("Privacy", "Nothing"),
        ReleaseLevel.PERTURBED: QCoreApplication.translate("Privacy", "Blurred"),
        ReleaseLevel.ALL: QCoreApplication.translate("Privacy", "Everything"),
    }[level]


def category(name: str) -> str:
    """Return a category or cell as shown: "Science fiction" for "Sci-Fi"; others unchanged."""
    if name in CELL_NAMES:
        return QCoreApplication.translate("Cells", CELL_NAMES.get(name, name))
    if name not in _CATEGORIES:  # a foreign word is not translated
        return name
    return QCoreApplication.translate("Categories", _CATEGORIES.get(name, name))


def counting_sentence(counting: Counting) -> str:
    """Return the mechanism in use, by its name in Settings."""
    # The first paint does not wait for NumPy.
    from epicrec_desktop.privacy.families import LEARNED, PUBLISHED  # noqa: PLC0415

    if counting.family is LEARNED:
        return _tr(
            "Blurred as “Learned”: your movies are counted in {count} groups that tell tastes "
            "apart."
        ).format(count=len(counting.question.cells) if counting.question else 0)
    if counting.family is PUBLISHED:
        return _tr("Blurred “As published”: your movies are counted in 18 categories.")
    return _tr(
        "Blurred as “Improved”: your movies are counted in 18 categories, and one of several "
        "categories is shared out among them."
    )


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


def _forms_of_days() -> tuple[str, str]:
    """Return how a date is written in the order of the user's language, long and short."""
    return (
        QCoreApplication.translate("Dates", "d MMMM yyyy"),
        QCoreApplication.translate("Dates", "d MMM yyyy"),
    )


def day(date: QDate, *, short: bool = False) -> str:
    """Return a date in the order of the user's language: "2 November 2026", short "2 Nov 2026"."""
    return QLocale().toString(date, _forms_of_days()[short])


def brief_day(date: QDate) -> str:
    """Return a day where there is little room: "2 Nov" of the last year, else "Nov 2024"."""
    recent = QDate.currentDate().addYears(-1) < date
    form = (
        QCoreApplication.translate("Dates", "d MMM")
        if recent
        else QCoreApplication.translate("Dates", "MMM yyyy")
    )
    return QLocale().toString(date, form)


def brief_date(time: datetime) -> str:
    """Return the day of a moment in the user's time zone, where there is little room."""
    return brief_day(QDateTime.fromSecsSinceEpoch(int(time.timestamp())).date())


def read_day(text: str) -> QDate:
    """Return the day that somebody wrote, in their language's order or as 2026-11-02; else none."""
    numeric = QLocale().dateFormat(QLocale.FormatType.ShortFormat).replace("yyyy", "yy")
    forms = (*_forms_of_days(), "yyyy-MM-dd", numeric.replace("yy", "yyyy"))
    words = " ".join(text.split())
    days = (QLocale().toDate(words, form) for form in forms)
    return next((day for day in days if day.isValid()), QDate())


def date(time: datetime, *, short: bool = False) -> str:
    """Return the day of a moment in the user's time zone."""
    return day(QDateTime.fromSecsSinceEpoch(int(time.timestamp())).date(), short=short)


def moment(time: datetime, *, short: bool = False) -> str:
    """Return date and time of day in the user's time zone."""
    local = QDateTime.fromSecsSinceEpoch(int(time.timestamp()))
    clock = QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)
    return f"{day(local.date(), short=short)}, {clock}"


def label(title: str, year: int | None) -> str:
    """Return title and year: "Heat (1995)"."""
    return f"{title} ({year})" if year else title


def main_category(categories: Sequence[str]) -> str:
    """Return the category named with a movie where there is room for one; empty for none."""
    name = defining_category(categories)
    return category(name) if name else ""


def short(year: int | None, categories: Sequence[str]) -> str:
    """Return year and main category: "1995 · Crime"."""
    return " · ".join(filter(None, (str(year or ""), main_category(categories))))


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
        template = QCoreApplication.translate("Lengths", "{minutes} min")
    elif rest:
        template = QCoreApplication.translate("Lengths", "{hours} h {minutes} min")
    else:
        template = QCoreApplication.translate("Lengths", "{hours} h")
    return template.format(hours=QLocale().toString(hours), minutes=QLocale().toString(rest))
