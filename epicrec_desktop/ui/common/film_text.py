"""Words for what is known of movies: names of filters, reasons, a sentence, countries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from epicrec_desktop.catalog.film_facts import place_names
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.text import display_name
from epicrec_desktop.ui.common.translation import translated_name, translator

if TYPE_CHECKING:
    from epicrec_desktop.catalog.movie_facts import MovieFacts
    from epicrec_desktop.domain.history import LibraryStatus
    from epicrec_desktop.services.film_search import Reason

MOST_COUNTRIES = 3


_tr = translator("FilmWords")


def themes() -> Mapping[str, str]:
    """Return the names of countries and themes; others are not offered as filters."""
    return _themes(QLocale().name())


@lru_cache(maxsize=1)  # asked for by every painted reason and every line of a menu
def _themes(_language: str) -> Mapping[str, str]:
    countries, _languages = place_names()
    return {
        "reality in doubt": _tr("Reality in doubt"),
        "mafia and gangsters": _tr("Mafia and gangsters"),
        "heists and con artists": _tr("Heists and con artists"),
        "serial killers": _tr("Serial killers"),
        "courtroom and law": _tr("Courtroom and law"),
        "prison": _tr("Prison"),
        "Second World War": _tr("Second World War"),
        "Vietnam and after": _tr("Vietnam and after"),
        "modern war": _tr("Modern war"),
        "swords and ancient empires": _tr("Swords and ancient empires"),
        "costume drama": _tr("Costume drama"),
        "romantic comedy": _tr("Romantic comedy"),
        "love stories": _tr("Love stories"),
        "gross-out and slacker comedy": _tr("Coarse comedy"),
        "comedies of the eighties": _tr("Comedies of the eighties"),
        "British comedy": _tr("British comedy"),
        "teen and high school": _tr("Teenagers and school"),
        "space opera and adventure": _tr("Adventures in space"),
        "thoughtful science fiction": _tr("Thoughtful science fiction"),
        "disaster and catastrophe": _tr("Disasters"),
        "creatures and monsters": _tr("Creatures and monsters"),
        "slashers and screams": _tr("Slashers"),
        "ghosts and hauntings": _tr("Ghosts and hauntings"),
        "zombies and undead": _tr("Zombies and the undead"),
        "vampires": _tr("Vampires"),
        "fairy tales by Disney": _tr("Fairy tales by Disney"),
        "animated musicals of the nineties": _tr("Animated musicals of the nineties"),
        "computer animation for all ages": _tr("Computer animation"),
        "anime and Japanese animation": _tr("Japanese animation"),
        "children's adventures with people in them": _tr("Children's adventures"),
        "Christmas": _tr("Christmas"),
        "superheroes": _tr("Superheroes"),
        "film noir and hard-boiled": _tr("Film noir and hard-boiled"),
        "golden age Hollywood": _tr("Hollywood's golden age"),
        "New Hollywood and the seventies": _tr("New Hollywood and the seventies"),
        "westerns": _tr("Westerns"),
        "musicals": _tr("Musicals"),
        "music and bands": _tr("Music and bands"),
        "sports": _tr("Sports"),
        "spies and conspiracies": _tr("Spies and conspiracies"),
        "journalism, politics and business": _tr("Press, politics and business"),
        "documentaries people know": _tr("Well-known documentaries"),
        "road and journey": _tr("On the road"),
        "stories that move to tears": _tr("Moving stories"),
        "addiction and despair": _tr("Addiction and despair"),
        "suburbs, families and midlife": _tr("Families and midlife"),
        "adventure and treasure": _tr("Adventure and treasure"),
        "high fantasy": _tr("High fantasy"),
        "guns, muscles and one-liners": _tr("Guns and muscles"),
        "thrillers of obsession and murder": _tr("Obsession and murder"),
        "AI and robots": _tr("Robots and artificial minds"),
        "time travel and time loops": _tr("Time travel"),
        **{name: place_name(name) for name in countries},
    }


def place_name(name: str) -> str:
    """Return the name of a country or a language in the language of the window."""
    return translated_name("PlaceNames", name)


@lru_cache(maxsize=1)
def _traits(language: str) -> Mapping[str, str]:
    """Return the names of what movies have in common: themes, tones, and what else is searched."""
    return {
        **_themes(language),
        "warm and uplifting": _tr("warmhearted"),
        "heartbreaking": _tr("heartbreaking"),
        "bleak": _tr("bleak"),
        "nerve-racking": _tr("nerve-racking"),
        "quirky": _tr("quirky"),
        "dreamlike": _tr("dreamlike"),
        "stylish and violent": _tr("stylishly violent"),
        "grand in scale": _tr("grand in scale"),
        "very silly": _tr("very silly"),
        "satirical and sharp": _tr("sharply satirical"),
        "eerie and slow to frighten": _tr("quietly eerie"),
        "wistful": _tr("wistful"),
        "revenge": _tr("revenge"),
    }


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
        "decade": _tr("{name}s"),
        "like": _tr("like {name}"),
    }
    if why.kind in templates:
        return templates[why.kind].format(name=display_name(why.name))
    return _traits(QLocale().name()).get(why.name) or wording.category(why.name)


def reasons(every: Sequence[Reason]) -> str:
    """Return the reasons in a line; the name of a circle, which is English, where it is alone."""
    plain = [why for why in every if why.kind != "circles"]
    return ", ".join(map(reason, plain or every))


def on_watchlist() -> str:
    """Return that a movie is on the watchlist."""
    return _tr("on your watchlist")


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
