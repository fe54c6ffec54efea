"""In which order movies are shown, and which of them: pure, and kept in the settings as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.records import Service
from epicrec_desktop.ui.common import messages, wording

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry

FOUND, TITLE, NEWEST, OLDEST = "found", "title", "newest", "oldest"
NO_CATEGORY, NO_YEAR = "none", "none"
BROWSER, MANUAL = "browser", "hand"


@dataclass(frozen=True)
class SortFilter:
    """How the library is sorted, and what is shown of it; empty texts show everything.

    `decade` is "1990", `leaves` an `ItemClass`, `source` a `Service`, `BROWSER` or `MANUAL`.
    """

    sort: str = FOUND
    category: str = ""
    decade: str = ""
    leaves: str = ""
    source: str = ""

    @property
    def filters(self) -> bool:
        """Whether some movies are not shown."""
        return replace(self, sort=FOUND) != SortFilter()

    def to_text(self) -> str:
        """As kept in the settings."""
        return ";".join(f"{f.name}={getattr(self, f.name)}" for f in fields(self))

    @classmethod
    def from_text(cls, text: str) -> SortFilter:
        """Read what `to_text` wrote; what is not known is as if nothing was chosen."""
        filter_summary = dict(part.partition("=")[::2] for part in text.split(";"))
        known: Mapping[str, Iterable[str]] = {
            "sort": (FOUND, TITLE, NEWEST, OLDEST),
            "category": (*CATEGORIES, NO_CATEGORY),
            "decade": (*map(str, range(1870, 2200, 10)), NO_YEAR),
            "leaves": tuple(ItemClass),
            "source": (*Service, BROWSER, MANUAL),
        }
        return cls(
            **{
                name: filter_summary[name]
                for name in known
                if filter_summary.get(name, "") in known[name]
            }
        )

    def matches(self, entry: LibraryEntry, levels: PrivacyChoice) -> bool:
        """Whether this entry is shown."""
        return (
            self.category in ("", *categories_of(entry))
            and self.decade in ("", decade_of(entry))
            and self.leaves in ("", release_class(entry, levels))
            and self.source in ("", *sources_of(entry))
        )

    def sorted(self, entries: Sequence[LibraryEntry]) -> list[LibraryEntry]:
        """The entries in this order; they come in that of the library."""
        if self.sort == TITLE:
            return sorted(entries, key=_title)
        if self.sort in (NEWEST, OLDEST):
            sign = -1 if self.sort == NEWEST else 1
            years = [e for e in entries if e.movie.year is not None]
            others = [e for e in entries if e.movie.year is None]
            return [*sorted(years, key=lambda e: (sign * (e.movie.year or 0), _title(e))), *others]
        return list(entries)


def _title(entry: LibraryEntry) -> tuple[str, int]:
    title = entry.movie.title.casefold()
    return title.removeprefix("the ").lstrip("“\"'("), entry.movie.year or 0


def categories_of(entry: LibraryEntry) -> tuple[str, ...]:
    """The movie's categories, or that it has none."""
    return entry.movie.categories or (NO_CATEGORY,)


def decade_of(entry: LibraryEntry) -> str:
    """ "1990" for 1994."""
    year = entry.movie.year
    return NO_YEAR if year is None else str(year // 10 * 10)


def release_class(entry: LibraryEntry, levels: PrivacyChoice) -> str:
    """Whether the movie may leave as it is, blurred or not at all, by the levels of now."""
    if entry.movie.wire_id is None or entry.weight == 0:
        return ItemClass.WITHHELD
    kind = levels.classify(entry.movie.categories)
    if kind is ItemClass.OPEN and entry.weight < 1:
        return ItemClass.WITHHELD
    return kind


def sources_of(entry: LibraryEntry) -> tuple[str, ...]:
    """Where the movie comes from."""
    found = [one.source.value for one in entry.imports]
    if entry.rule_evidence:
        found.insert(0, BROWSER)
    return tuple(found) or (MANUAL,)


# Words


def _tr(text: str) -> str:
    return QCoreApplication.translate("MovieOrder", text)


def sort_words() -> dict[str, str]:
    """The orders there are."""
    return {
        FOUND: _tr("Last found first"),
        TITLE: _tr("By title"),
        NEWEST: _tr("Newest first"),
        OLDEST: _tr("Oldest first"),
    }


def category_words(name: str) -> str:
    """A category as it is shown."""
    return _tr("Without a category") if name == NO_CATEGORY else wording.category(name)


def decade_words(decade: str) -> str:
    """ "1990s"."""
    if decade == NO_YEAR:
        return _tr("Without a year")
    return _tr("{decade}s").format(decade=decade)


def release_class_words(kind: str) -> str:
    """What may leave of a movie."""
    return {
        ItemClass.OPEN: _tr("May leave by title"),
        ItemClass.PERTURBED: _tr("May leave blurred"),
        ItemClass.WITHHELD: _tr("Kept to yourself"),
    }[ItemClass(kind)]


def source_words(source: str) -> str:
    """Where movies come from."""
    if source == BROWSER:
        return _tr("Found in a browser")
    if source == MANUAL:
        return _tr("Added by you")
    label = Service(source).label
    return label if isinstance(label, str) else messages.localized(label)


def filter_summary(order: SortFilter) -> str:
    """What is shown and how, in a line; empty where everything is, as usual."""
    words = [
        *([category_words(order.category)] if order.category else []),
        *([decade_words(order.decade)] if order.decade else []),
        *([release_class_words(order.leaves)] if order.leaves else []),
        *([source_words(order.source)] if order.source else []),
        *([sort_words()[order.sort]] if order.sort != FOUND else []),
    ]
    return " · ".join(words)


def with_count(word: str, count: int) -> str:
    """ "Horror 12"."""
    return f"{word}  {QLocale().toString(count)}"
