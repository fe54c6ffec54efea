"""The words of the filters over the rows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from epicrec_desktop.domain.filters import LENGTHS, Part
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.recommendations import film_words


def _tr(text: str) -> str:
    return QCoreApplication.translate("RecommendationFilters", text)


def part_words(part: str) -> str:
    """What a part of the filters is called."""
    return {
        "category": _tr("Category"),
        "decade": _tr("Years"),
        "length": _tr("Length, where known"),
        "country": _tr("Country, where known"),
        "theme": _tr("About, where known"),
        "sequels": _tr("Sequels"),
    }[part]


def value_words(part: str, value: str) -> str:
    """One choice: "1990s"."""
    if part == "category":
        return wording.category(value)
    if part == "decade":
        return _tr("{decade}s").format(decade=value)
    if part == "length":
        return _length_words(value)
    if part == "sequels":
        return _tr("No sequels")
    return film_words.themes().get(value, value)


def _length_words(value: str) -> str:
    least, most = LENGTHS[value]
    if value.startswith("to"):
        return _tr("Up to {length}").format(length=wording.length(most))
    return _tr("{length} and longer").format(length=wording.length(least))


def unknown_words(part: Part) -> str:
    """How many movies every choice leaves out; an empty text where there is none."""
    if not part.unknown:
        return ""
    return wording.plural("RecommendationFilters", "Length not known: %Ln movies", part.unknown)


def left_out_words(part: str) -> str:
    """What a chosen filter cannot say of; an empty text where that is nothing."""
    if part != "length":
        return ""
    return _tr("Movies whose length this program does not know are left out.")


def counted(words: str, count: int) -> str:
    """ "Horror  12"."""
    return f"{words}  {QLocale().toString(count)}"


def offered(part: Part, chosen: str) -> list[tuple[str, str]]:
    """The values that can be chosen, with their words; what is chosen is always among them."""
    known = film_words.themes()
    counts = {v: n for v, n in part.choices if part.name not in ("country", "theme") or v in known}
    if chosen:
        counts.setdefault(chosen, 0)
    words = [(value, value_words(part.name, value), count) for value, count in counts.items()]
    if part.name not in ("decade", "length"):  # the newest, the shortest first; the rest by name
        words.sort(key=lambda choice: choice[1].casefold())
    return [(value, counted(name, count)) for value, name, count in words]


def drop_words(part: str, value: str) -> str:
    """What a screen reader says of the button that takes a filter away."""
    return _tr("Take the filter away: {filter}").format(filter=value_words(part, value))


def loosen_words(part: str, value: str, count: int) -> str:
    """What is there without a filter."""
    sentence = wording.plural("RecommendationFilters", "Without “{filter}”: %Ln movies", count)
    return sentence.format(filter=value_words(part, value))
