"""Description of a movie from its themes: filter names, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.text import display_name
from epicrec_desktop.ui.common.translation import translator

if TYPE_CHECKING:
    from epicrec_desktop.catalog.movie_facts import MovieFacts
    from epicrec_desktop.domain.history import LibraryStatus
    from epicrec_desktop.services.film_search import Reason

MOST_ACTORS = 4


_tr = translator("FilmWords")


def themes() -> dict[str, str]:
    """Return the names of countries and themes; others are not offered as filters."""
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
        **{country: name for country, (name, _) in _countries().items()},
    }


def _countries() -> dict[str, tuple[str, str]]:
    """Return the name of each country, and the origin as a suffix: "a comedy from France"."""
    return {
        "France": (_tr("France"), _tr("from France")),
        "Italy": (_tr("Italy"), _tr("from Italy")),
        "Germany and Austria": (_tr("Germany and Austria"), _tr("from Germany or Austria")),
        "Spain": (_tr("Spain"), _tr("from Spain")),
        "Latin America": (_tr("Latin America"), _tr("from Latin America")),
        "Japan": (_tr("Japan"), _tr("from Japan")),
        "Korea": (_tr("Korea"), _tr("from Korea")),
        "China, Hong Kong and Taiwan": (
            _tr("China, Hong Kong and Taiwan"),
            _tr("from China, Hong Kong or Taiwan"),
        ),
        "India": (_tr("India"), _tr("from India")),
        "the Nordic countries": (_tr("Nordic countries"), _tr("from northern Europe")),
        "Britain": (_tr("Britain"), _tr("from Britain")),
        "Ireland": (_tr("Ireland"), _tr("from Ireland")),
        "Australia and New Zealand": (
            _tr("Australia and New Zealand"),
            _tr("from Australia or New Zealand"),
        ),
        "Russia and the Soviet Union": (
            _tr("Russia and the Soviet Union"),
            _tr("from Russia or the Soviet Union"),
        ),
        "Poland, Bohemia and Hungary": (
            _tr("Poland, Bohemia and Hungary"),
            _tr("from Poland, Bohemia or Hungary"),
        ),
        "the Balkans": (_tr("The Balkans"), _tr("from the Balkans")),
        "Iran, Turkey and the Arab countries": (
            _tr("Iran, Turkey and the Arab countries"),
            _tr("from Iran, Turkey or an Arab country"),
        ),
        "Canada": (_tr("Canada"), _tr("from Canada")),
    }


def _kinds() -> dict[str, str]:
    """Return what a movie of a theme is called."""
    return {
        "reality in doubt": _tr("A film that makes you doubt what is real"),
        "mafia and gangsters": _tr("A gangster film"),
        "heists and con artists": _tr("A film of heists and con artists"),
        "serial killers": _tr("A film about serial killers"),
        "courtroom and law": _tr("A film about law and courts"),
        "prison": _tr("A prison film"),
        "Second World War": _tr("A film about the Second World War"),
        "Vietnam and after": _tr("A film about Vietnam and after"),
        "modern war": _tr("A film about modern war"),
        "swords and ancient empires": _tr("A film of swords and ancient empires"),
        "costume drama": _tr("A costume drama"),
        "romantic comedy": _tr("A romantic comedy"),
        "love stories": _tr("A love story"),
        "British comedy": _tr("A British comedy"),
        "teen and high school": _tr("A film about teenagers and school"),
        "space opera and adventure": _tr("An adventure in space"),
        "thoughtful science fiction": _tr("A thoughtful science fiction film"),
        "disaster and catastrophe": _tr("A disaster film"),
        "creatures and monsters": _tr("A film of creatures and monsters"),
        "slashers and screams": _tr("A slasher film"),
        "ghosts and hauntings": _tr("A ghost story"),
        "zombies and undead": _tr("A film of zombies and the undead"),
        "vampires": _tr("A vampire film"),
        "fairy tales by Disney": _tr("A fairy tale by Disney"),
        "computer animation for all ages": _tr("A computer-animated film"),
        "anime and Japanese animation": _tr("A Japanese animated film"),
        "Christmas": _tr("A Christmas film"),
        "superheroes": _tr("A superhero film"),
        "westerns": _tr("A western"),
        "musicals": _tr("A musical"),
        "music and bands": _tr("A film about music"),
        "sports": _tr("A sports film"),
        "spies and conspiracies": _tr("A film of spies and conspiracies"),
        "journalism, politics and business": _tr("A film about the press, politics or business"),
        "documentaries people know": _tr("A documentary"),
        "road and journey": _tr("A film of a journey"),
        "addiction and despair": _tr("A film about addiction and despair"),
        "suburbs, families and midlife": _tr("A film about families and midlife"),
        "adventure and treasure": _tr("A film of adventure and treasure"),
        "high fantasy": _tr("A high fantasy film"),
        "guns, muscles and one-liners": _tr("An action film"),
        "thrillers of obsession and murder": _tr("A thriller of obsession and murder"),
        "AI and robots": _tr("A film about robots and artificial minds"),
        "time travel and time loops": _tr("A film about time travel"),
    }


def _plain_kinds() -> tuple[tuple[frozenset[str], str], ...]:
    """Return what a movie with all of these categories is called; the first match is the most
    specific.
    """
    found = (
        ("Documentary", _tr("A documentary")),
        ("Animation", _tr("An animated film")),
        ("Western", _tr("A western")),
        ("Musical", _tr("A musical")),
        ("Horror Comedy", _tr("A horror comedy")),
        ("Crime Comedy", _tr("A crime comedy")),
        ("Romance Comedy", _tr("A romantic comedy")),
        ("Action Comedy", _tr("An action comedy")),
        ("Drama Comedy", _tr("A comedy drama")),
        ("Comedy", _tr("A comedy")),
        ("War", _tr("A war film")),
        ("Horror", _tr("A horror film")),
        ("Sci-Fi", _tr("A science fiction film")),
        ("Fantasy", _tr("A fantasy film")),
        ("Film-Noir", _tr("A film noir")),
        ("Crime", _tr("A crime film")),
        ("Thriller", _tr("A thriller")),
        ("Mystery", _tr("A mystery")),
        ("Action", _tr("An action film")),
        ("Adventure", _tr("An adventure film")),
        ("Romance Drama", _tr("A romantic drama")),
        ("Romance", _tr("A love story")),
        ("Drama", _tr("A drama")),
        ("Children", _tr("A children's film")),
    )
    return tuple((frozenset(names.split()), phrase) for names, phrase in found)


def _origins() -> dict[str, str]:
    """Return the origin of each country's movies."""
    return {country: origin for country, (_, origin) in _countries().items()}


_SAYS_WHERE = {"British comedy": "Britain", "anime and Japanese animation": "Japan"}
"""Themes whose name includes the country."""
_ABOUT = frozenset(
    (
        "reality in doubt",
        "heists and con artists",
        "serial killers",
        "courtroom and law",
        "Second World War",
        "Vietnam and after",
        "modern war",
        "swords and ancient empires",
        "space opera and adventure",
        "teen and high school",
        "creatures and monsters",
        "zombies and undead",
        "fairy tales by Disney",
        "music and bands",
        "spies and conspiracies",
        "journalism, politics and business",
        "road and journey",
        "addiction and despair",
        "suburbs, families and midlife",
        "adventure and treasure",
        "thrillers of obsession and murder",
        "AI and robots",
        "time travel and time loops",
    )
)
"""Themes whose name says what the movie is about, so that a country cannot follow: it would be read
as the war's.
"""


def _tones() -> dict[str, str]:
    """Return the sentence about a movie's tone: "it is bleak"."""
    return {
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
    }


def names() -> dict[str, str]:
    """Return what movies have in common by its English name: words that a search understands."""
    found = {**themes(), **_tones(), **_subjects()}
    return {**found, **{name: wording.category(name) for name in CATEGORIES}}


def _subjects() -> dict[str, str]:
    """Return what the search knows of movies beside their themes."""
    return {"revenge": _tr("revenge")}


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
    known = {**themes(), **_tones(), **_subjects(), **_origins()}
    return known.get(why.name) or wording.category(why.name)


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


def about(known: MovieFacts, categories: Sequence[str] = ()) -> str:
    """Return a sentence and the credits, a line each:

        A prison film. Warmhearted.
        Directed by Frank Darabont
        With Tim Robbins and Morgan Freeman

    Empty where only the categories are known, which are shown anyway.
    """
    kind, origin = _kind(known, categories)
    tones = _join_names(_all(_tones(), known.tones))
    lines = []
    if kind or origin or tones:
        film = ", ".join(filter(None, (kind or _plain(categories), origin)))
        both = (film, tones[:1].upper() + tones[1:])
        lines.append(" ".join(_tr("{sentence}.").format(sentence=one) for one in both if one))
    for template, names in (
        (_tr("Directed by {names}"), known.directors),
        (_tr("With {names}"), known.actors[:MOST_ACTORS]),
        (_tr("Series: {names}"), known.series),
    ):
        if names:
            lines.append(template.format(names=_join_names(names)))
    return "\n".join(lines)


def _kind(known: MovieFacts, categories: Sequence[str]) -> tuple[str, str]:
    """Return what the movie is, with its origin inside or, where that does not fit, separately.

    Both are empty where unknown.
    """
    kinds = _kinds()
    theme = next((theme for theme in known.themes if theme in kinds), "")
    place_sentence = _SAYS_WHERE.get(theme, "")
    origin = _join_names(_all(_origins(), [c for c in known.countries if c != place_sentence]))
    if not origin or theme in _ABOUT:
        return kinds.get(theme, ""), origin
    kind = kinds.get(theme) or _plain(categories)
    return _tr("{kind} {origin}").format(kind=kind, origin=origin), ""


def _plain(categories: Sequence[str]) -> str:
    """Return what a movie of these categories is called."""
    has = set(categories)
    return next((phrase for names, phrase in _plain_kinds() if names <= has), _tr("A film"))


def _all(words: Mapping[str, str], names: Sequence[str]) -> list[str]:
    return [words[name] for name in names if name in words]


def _join_names(names: Sequence[str]) -> str:
    """Return "A, B and C"."""
    return QLocale().createSeparatedList([display_name(name) for name in names])
