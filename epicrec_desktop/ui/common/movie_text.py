"""Words for what is known of movies: names of filters, reasons, a sentence, countries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from epicrec_desktop.catalog.facts_table import place_names, trait_names
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.text import display_name
from epicrec_desktop.ui.common.translation import translated_name, translator

if TYPE_CHECKING:
    from epicrec_desktop.catalog.movie_facts import MovieFacts
    from epicrec_desktop.domain.history import LibraryStatus
    from epicrec_desktop.services.movie_search import Reason

MOST_COUNTRIES = 3


_tr = translator("MovieWords")


def themes() -> Mapping[str, str]:
    """Return the names of countries and themes; others are not offered as filters."""
    return _themes(QLocale().name())


@lru_cache(maxsize=1)  # asked for by every painted reason and every line of a menu
def _themes(_language: str) -> Mapping[str, str]:
    countries, _languages = place_names()
    return {**_translated("themes"), **{name: place_name(name) for name in countries}}


def _translated(section: str) -> dict[str, str]:
    return {
        name: translated_name("MovieWords", words) for name, words in trait_names(section).items()
    }


def place_name(name: str) -> str:
    """Return the name of a country or a language in the language of the window."""
    return translated_name("PlaceNames", name)


@lru_cache(maxsize=1)
def _traits(language: str) -> Mapping[str, str]:
    return {**_themes(language), **_translated("tones")}


def names() -> dict[str, str]:
    """Return what movies have in common by its English name: words that a search understands."""
    categories = {name: wording.category(name) for name in CATEGORIES}
    return {**_traits(QLocale().name()), **categories}


def reason(why: Reason) -> str:
    """Return why a movie was found: "directed by Steven Spielberg"."""
    templates = {
        "directors": _tr("directed by {name}"),
        "actors": _tr("with {name}"),
        "series": _tr("Series: {name}"),
        "circles": _tr("fits “{name}”"),
        "like": _tr("like {name}"),
    }
    if why.kind == "decade":
        return wording.decade(why.name)
    if why.kind in templates:
        return templates[why.kind].format(name=display_name(why.name))
    return _traits(QLocale().name()).get(why.name) or wording.category(why.name)


def reasons(every: Sequence[Reason]) -> str:
    """Return the reasons in a line; the name of a circle, which is English, where it is alone."""
    plain = [why for why in every if why.kind != "circles"]
    return ", ".join(map(reason, plain or every))


def library_status(status: LibraryStatus) -> str:
    """Return what the library says of a movie."""
    return {
        "suggested": _tr("found in your history"),
        "confirmed": _tr("among your movies"),
        "rejected": _tr("not among your movies"),
    }[status.value]


def sentence(known: MovieFacts) -> str:
    """Return what a movie is about, in the language of the window where it is written in it."""
    language = QLocale().name().partition("_")[0]
    return known.sentences.get(language) or known.sentences.get("en", "")


def origin(known: MovieFacts) -> str:
    """Return countries and language of a movie: "Japan, Germany · Japanese"."""
    places = map(place_name, known.countries[:MOST_COUNTRIES])
    spoken = map(place_name, known.languages[:1])
    return " · ".join(filter(None, (", ".join(places), *spoken)))
