"""The words of the filters over the rows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from epicrec_desktop.domain.filters import Part
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.recommendations import film_words


def _tr(text: str) -> str:
    return QCoreApplication.translate("RecommendationFilters", text)


def part_words(part: str) -> str:
    """What a part of the filters is called."""
    return {
        "category": _tr("Category"),
        "decade": _tr("Years"),
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
    if part == "sequels":
        return _tr("No sequels")
    return film_words.themes().get(value, value)


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
    if part.name != "decade":  # the newest first; everything else by name
        words.sort(key=lambda choice: choice[1].casefold())
    return [(value, counted(name, count)) for value, name, count in words]


def drop_words(part: str, value: str) -> str:
    """What a screen reader says of the button that takes a filter away."""
    return _tr("Take the filter away: {filter}").format(filter=value_words(part, value))


def loosen_words(part: str, value: str, count: int) -> str:
    """What is there without a filter."""
    sentence = wording.plural("RecommendationFilters", "Without “{filter}”: %Ln movies", count)
    return sentence.format(filter=value_words(part, value))
